//! `check` prints the violations of the house rules, `debt` rewrites the list of accepted ones; `release`, `pack` and `version`
//! prepare a release.

use std::path::Path;
use std::process::{Command, ExitCode};
use xtask::{Report, Rule};

const USAGE: &str = "\
cargo run -p xtask -- check             all violations of the house rules, and a summary by rule
cargo run -p xtask -- check --new       only those that are not in xtask/debt.txt
cargo run -p xtask -- debt              rewrites xtask/debt.txt: takes off what is mended
cargo run -p xtask -- debt --allow-new  adds what is new, too
cargo run -p xtask -- release --dry-run [--verify CRATE|all]
                                        all checks before publishing; builds from the tarballs with --verify
cargo run -p xtask -- pack SITE         puts the playground of `carom play --export SITE` into the crate carom-web
cargo run -p xtask -- version 1.2.3     sets the version everywhere, locks and bindings too";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let report = xtask::report;
    let root = xtask::root();
    let result = match arguments[..] {
        ["check"] => report().and_then(|report| check(&report, true)),
        ["check", "--new"] => report().and_then(|report| check(&report, false)),
        ["debt"] => report().and_then(|report| debt(&report, false)),
        ["debt", "--allow-new"] => report().and_then(|report| debt(&report, true)),
        ["release", "--dry-run"] => xtask::dry_run(&root, None),
        ["release", "--dry-run", "--verify", name] => xtask::dry_run(&root, Some(name)),
        ["pack", site] => xtask::pack(&root, Path::new(site)).map(|()| true),
        ["version", new] => version(&root, new),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
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

/// Sets a new version, dated today.
fn version(root: &Path, new: &str) -> Result<bool, String> {
    let output = Command::new("date").args(["-u", "+%F"]).output();
    let date = output.map_err(|error| format!("date: {error}"))?.stdout;
    let date = String::from_utf8_lossy(&date);
    let files = xtask::set_version(root, new, date.trim())?;
    println!("version {new} in {files} files");
    Ok(true)
}
