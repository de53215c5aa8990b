//! Options for the character of a walk or a survey.

use crate::output::say;
use anyhow::Result;
use carom_format::CharacterFile;
use clap::Args;
use std::path::PathBuf;

/// The character; options go before the file.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "The character", allow_negative_numbers = true)]
pub(crate) struct CharacterArguments {
    /// Its settings: a JSON object with the fields of a scenario's character.
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
    /// The capsule's radius, m [default: 0.3].
    #[arg(long)]
    radius: Option<f64>,
    /// The capsule's height, m [default: 1.8].
    #[arg(long)]
    height: Option<f64>,
    /// The steepest walkable slope, degrees [default: 45].
    #[arg(long, value_name = "DEGREES")]
    max_slope: Option<f64>,
    /// The highest step, m [default: 0.4].
    #[arg(long)]
    step_height: Option<f64>,
    /// Ground snap: how far down the character follows the ground, m [default: 0.4].
    #[arg(long)]
    snap: Option<f64>,
    /// The gap that is kept to everything, m; less than the radius [default: 0.01].
    #[arg(long)]
    skin: Option<f64>,
}

impl CharacterArguments {
    /// The names of the options that were given.
    pub(crate) fn given(&self) -> impl Iterator<Item = &'static str> {
        let number = |name, option: Option<f64>| option.map(|_| name);
        [
            self.settings.as_ref().map(|_| "--settings"),
            number("--radius", self.radius),
            number("--height", self.height),
            number("--max-slope", self.max_slope),
            number("--step-height", self.step_height),
            number("--snap", self.snap),
            number("--skin", self.skin),
        ]
        .into_iter()
        .flatten()
    }

    /// The file of settings, with the options in place of its fields.
    pub(crate) fn character(&self) -> Result<CharacterFile> {
        let mut file = match &self.settings {
            Some(path) => {
                let file = CharacterFile::load(path)?;
                if let Some(warning) = file.warning() {
                    say(format_args!("warning: {warning}"));
                }
                file
            }
            None => CharacterFile::default(),
        };
        for (field, option) in [
            (&mut file.radius, self.radius),
            (&mut file.height, self.height),
            (&mut file.max_slope, self.max_slope),
            (&mut file.step_height, self.step_height),
            (&mut file.snap, self.snap),
            (&mut file.skin, self.skin),
        ] {
            *field = option.or(*field);
        }
        Ok(file)
    }
}
