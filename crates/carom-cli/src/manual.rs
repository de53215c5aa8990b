//! `carom completions` and `carom man`: what the command line knows about itself, for shells and for readers.

use crate::args::{Arguments, CompletionsArguments, ManArguments};
use crate::output;
use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::path::Path;

pub(crate) fn completions(arguments: &CompletionsArguments) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), "carom", &mut script);
    output::print(&script)
}

pub(crate) fn man(arguments: &ManArguments) -> Result<()> {
    let mut command = command();
    if let Some(folder) = &arguments.out {
        return write_all(&command, folder);
    }
    for name in &arguments.command {
        let found = command.find_subcommand(name);
        command = found
            .with_context(|| format!("{}: no command {name:?}", title(&command)))?
            .clone();
    }
    output::print(&page(&command)?)
}

/// The whole command line, with the options that clap itself adds.
fn command() -> Command {
    let mut command = Arguments::command();
    command.build();
    command
}

/// The name of a page: `carom-survey-merge`.
fn title(command: &Command) -> String {
    command.get_display_name().unwrap_or("carom").to_owned()
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let page = Man::new(command.clone())
        .title(title(command))
        .source(concat!("carom ", env!("CARGO_PKG_VERSION")));
    page.render(&mut text)?;
    Ok(text)
}

/// Writes the pages of a command and of those below it.
fn write_all(command: &Command, folder: &Path) -> Result<()> {
    let file = folder.join(format!("{}.1", title(command)));
    output::write(&file, &page(command)?)?;
    output::print(format!("{}\n", file.display()).as_bytes())?;
    // The pages of `help COMMAND` would be those of the commands again.
    let below = command.get_subcommands();
    for command in below.filter(|command| command.get_name() != "help") {
        write_all(command, folder)?;
    }
    Ok(())
}
