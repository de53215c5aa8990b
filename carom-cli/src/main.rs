//! The `carom` command: the library's answers on the terminal, in traces and in pictures.

mod args;
mod info;
mod input;
mod located;
mod number;
mod output;
mod picture;
mod query;
mod route;
mod scenario;
mod tick;
mod trace;
mod walk;

use args::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        None => walk::bundled(),
        Some(Command::Walk(arguments)) => walk::walk(&arguments),
        Some(Command::Replay(arguments)) => tick::replay(&arguments),
        Some(Command::Shrink(arguments)) => tick::shrink(&arguments),
        Some(Command::Info(arguments)) => info::info(&arguments),
        Some(Command::Query(arguments)) => query::query(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::say(format_args!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
