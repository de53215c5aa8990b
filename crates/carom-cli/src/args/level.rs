//! Options for reading a level file.

use carom_format::{LevelUnits, UpAxis};
use carom_level::Options;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How a level file is read.
#[derive(Clone, Copy, Debug, PartialEq, Args)]
#[command(next_help_heading = "Reading a level", allow_negative_numbers = true)]
pub(crate) struct LevelArguments {
    /// The axis of the file that points up; with z, the level is rotated so that y does.
    #[arg(long, value_parser = up_axis(), default_value_t = UpAxis::Y)]
    pub(crate) up: UpAxis,
    /// Meters per unit of the file: 0.01 for centimeters, 0.0254 for inches.
    #[arg(long, value_name = "METRES", default_value_t = 1.0)]
    pub(crate) unit: f64,
}

fn up_axis() -> impl TypedValueParser<Value = UpAxis> {
    PossibleValuesParser::new(UpAxis::NAMES).try_map(|name| name.parse::<UpAxis>())
}

impl Default for LevelArguments {
    fn default() -> Self {
        let LevelUnits { up, unit } = LevelUnits::default();
        Self { up, unit }
    }
}

impl LevelArguments {
    pub(crate) fn units(&self) -> LevelUnits {
        LevelUnits {
            up: self.up,
            unit: self.unit,
        }
    }

    pub(crate) fn options(&self) -> Options {
        crate::levels::options(self.units())
    }

    pub(crate) fn are_default(&self) -> bool {
        *self == Self::default()
    }
}
