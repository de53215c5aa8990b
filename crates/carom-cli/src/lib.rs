//! The `carom` command: the library's answers on the terminal, in traces and in pictures.

mod args;
#[cfg(doctest)]
mod book;
mod info;
mod levels;
mod manual;
mod output;
mod play;
mod pool;
mod query;
mod stage;
mod survey;
mod tick;
mod trace;
mod version;
mod walk;

pub use survey::{SearchedTile, SurveyReport, TiledSurvey};

use args::{Arguments, Command};
use clap::Parser;
use std::ffi::OsString;
use std::io::Write;

/// Runs the command with its arguments, the name of the program first, and returns the exit status.
///
/// ```
/// assert_eq!(carom_cli::run(["carom".into(), "--version".into()]), 0);
/// assert_eq!(carom_cli::run(["carom".into(), "--unknown".into()]), 2);
/// ```
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = args::with_command(arguments.into_iter());
    let status = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => status(execute(arguments.command)),
        Err(error) => {
            let _ = error.print();
            u8::try_from(error.exit_code()).unwrap_or(2)
        }
    };
    // A process that is no Rust program does not flush it at its end.
    let _ = std::io::stdout().flush();
    status
}

fn execute(command: Option<Command>) -> anyhow::Result<()> {
    match command {
        None => bundled(),
        Some(Command::Walk(arguments)) => walk::walk(&arguments),
        Some(Command::Replay(arguments)) => tick::replay(&arguments),
        Some(Command::Shrink(arguments)) => tick::shrink(&arguments),
        Some(Command::Info(arguments)) => info::info(&arguments),
        Some(Command::Query(arguments)) => query::query(&arguments),
        Some(Command::Pool(arguments)) => pool::pool(&arguments),
        Some(Command::Survey(arguments)) => survey::survey(*arguments),
        Some(Command::Play(arguments)) => play::play(&arguments),
        Some(Command::Completions(arguments)) => manual::completions(&arguments),
        Some(Command::Man(arguments)) => manual::man(&arguments),
    }
}

/// The exit status of a result; an error is printed.
fn status(result: anyhow::Result<()>) -> u8 {
    match result {
        Ok(()) => 0,
        Err(error) if output::is_closed_pipe(&error) => 0,
        Err(error) if error.is::<survey::Failed>() => 3,
        Err(error) if error.is::<survey::Waits>() => 4,
        Err(error) => {
            output::say(format_args!("error: {error:#}"));
            if error.is::<play::NoTarget>() { 2 } else { 1 }
        }
    }
}

/// Without a command: the bundled walk and the bundled break.
fn bundled() -> anyhow::Result<()> {
    walk::bundled()?;
    pool::bundled()?;
    // Cargo gives the package's name to what it runs.
    let by_cargo =
        std::env::var_os("CARGO_PKG_NAME").is_some_and(|name| name == env!("CARGO_PKG_NAME"));
    let carom = if by_cargo {
        "cargo run --release --"
    } else {
        "carom"
    };
    let level = walk::BUNDLED;
    output::say("\nNext, try:");
    for next in [
        &format!("info {level}"),
        &format!("survey {level}"),
        "my-level.glb",
        "pool --animate out/break.png",
        "play",
        "--help",
    ] {
        output::say(format_args!("  {carom} {next}"));
    }
    Ok(())
}
