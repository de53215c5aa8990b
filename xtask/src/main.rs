//! `check` prints the violations of the house rules, `debt` rewrites the list of accepted ones.

use std::process::ExitCode;
use xtask::{Report, Rule};

const USAGE: &str = "\
cargo run -p xtask -- check             all violations of the house rules, and a summary by rule
cargo run -p xtask -- check --new       only those that are not in xtask/debt.txt
cargo run -p xtask -- debt              rewrites xtask/debt.txt: takes off what is mended
cargo run -p xtask -- debt --allow-new  adds what is new, too";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let command = match arguments[..] {
        ["check"] => |report: &Report| check(report, true),
        ["check", "--new"] => |report: &Report| check(report, false),
        ["debt"] => |report: &Report| debt(report, false),
        ["debt", "--allow-new"] => |report: &Report| debt(report, true),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match xtask::report().and_then(|report| command(&report)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Prints violations; true if all of them are accepted and none is mended.
fn check(report: &Report, all: bool) -> Result<bool, String> {
    for (violation, accepted) in report.violations() {
        if accepted && all {
            println!("{violation} [debt]");
        }
    }
    let mut good = true;
    for failure in Rule::ALL.into_iter().flat_map(|rule| report.failures(rule)) {
        println!("{failure}");
        good = false;
    }
    println!("\n{}", report.summary());
    Ok(good)
}

/// Rewrites the debt; true if nothing was refused.
fn debt(report: &Report, allow_new: bool) -> Result<bool, String> {
    let path = xtask::debt_file();
    let debt = report.rewritten(allow_new);
    std::fs::write(&path, debt.to_string()).map_err(|error| error.to_string())?;
    println!("{}: {} lines", path.display(), debt.0.len());
    let refused = if allow_new {
        Vec::new()
    } else {
        report.grown()
    };
    for line in &refused {
        println!("refused (mend it, or --allow-new): {line}");
    }
    Ok(refused.is_empty())
}
