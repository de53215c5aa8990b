//! Prints the public items of a crate, one a line, from the JSON of rustdoc: `api target/doc/carom.json`. `.ci/api` calls it.

use public_api::Builder;
use std::collections::HashSet;
use std::process::ExitCode;

/// Traits that the compiler gives to nearly every type, and that no user of carom names.
const LEFT_OUT: [&str; 6] = [
    "core::marker::Freeze",
    "core::marker::StructuralPartialEq",
    "core::marker::Unpin",
    "core::marker::UnsafeUnpin",
    "core::panic::unwind_safe::RefUnwindSafe",
    "core::panic::unwind_safe::UnwindSafe",
];

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: api FILE.json");
        return ExitCode::from(2);
    };
    match lines(&path) {
        Ok(lines) => {
            for line in lines {
                println!("{line}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// All public items but the functions of trait implementations, which the trait declares.
fn lines(path: &str) -> public_api::Result<Vec<String>> {
    let api = Builder::from_rustdoc_json(path)
        .omit_blanket_impls(true)
        .build()?;
    let items: Vec<_> = api
        .items()
        .map(|item| (item, item.to_string()))
        .filter(|(_, line)| !implemented(line).is_some_and(|name| LEFT_OUT.contains(&name)))
        .collect();
    let implementations: HashSet<_> = items
        .iter()
        .filter(|(_, line)| implemented(line).is_some())
        .map(|(item, _)| item.id())
        .collect();
    let declared = |parent| implementations.contains(&parent);
    Ok(items
        .into_iter()
        .filter(|(item, line)| {
            !(line.starts_with("pub fn ") && item.parent_id().is_some_and(declared))
        })
        .map(|(_, line)| line)
        .collect())
}

/// The trait that a line implements for a type, or says is not implemented.
fn implemented(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    let (before, _) = rest.split_once(" for ")?;
    let (_, name) = before.rsplit_once(' ')?;
    Some(name.trim_start_matches('!'))
}
