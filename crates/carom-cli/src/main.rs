//! The `carom` command: the library's answers on the terminal, in traces and in pictures.

mod args;
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
mod walk;

use args::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Arguments::parse_from(args::with_command(std::env::args_os())).command {
        None => bundled(),
        Some(Command::Walk(arguments)) => walk::walk(&arguments),
        Some(Command::Replay(arguments)) => tick::replay(&arguments),
        Some(Command::Shrink(arguments)) => tick::shrink(&arguments),
        Some(Command::Info(arguments)) => info::info(&arguments),
        Some(Command::Query(arguments)) => query::query(&arguments),
        Some(Command::Pool(arguments)) => pool::pool(&arguments),
        Some(Command::Survey(arguments)) => survey::survey(&arguments),
        Some(Command::Play(arguments)) => play::play(&arguments),
        Some(Command::Completions(arguments)) => manual::completions(&arguments),
        Some(Command::Man(arguments)) => manual::man(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<survey::Failed>() => ExitCode::from(3),
        Err(error) if error.is::<survey::Waits>() => ExitCode::from(4),
        Err(error) => {
            output::say(format_args!("error: {error:#}"));
            if error.is::<play::NoTarget>() {
                return ExitCode::from(2);
            }
            ExitCode::FAILURE
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
