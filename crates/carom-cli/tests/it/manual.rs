//! Completions for shells, and manual pages: every command and option is in them.

use crate::command::{carom, refused};
use std::collections::BTreeSet;

fn text(arguments: &[&str]) -> String {
    let output = carom(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that a help text lists.
fn commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' '));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.map(Into::into).collect()
}

/// The options of a help text.
fn options(help: &str) -> BTreeSet<String> {
    let lines = help.lines().map(str::trim_start);
    let lines = lines.filter(|line| line.starts_with('-'));
    let words = lines.flat_map(|line| line.split([' ', ',', '=']).take(4));
    let long = words.filter(|word| word.starts_with("--"));
    long.map(Into::into).collect()
}

/// All commands but `help`, and `survey merge`, with their options.
fn all() -> Vec<(Vec<String>, BTreeSet<String>)> {
    let help = text(&["--help"]);
    let mut all = vec![(Vec::new(), options(&help))];
    for name in commands(&help) {
        if name != "help" {
            let help = text(&[&name, "--help"]);
            let below = commands(&help).into_iter();
            let below = below.map(|name| vec![name]).collect::<Vec<_>>();
            all.push((vec![name.clone()], options(&help)));
            for rest in below {
                let path = [vec![name.clone()], rest].concat();
                let words: Vec<&str> = path.iter().map(String::as_str).collect();
                let options = options(&text(&[&words[..], &["--help"]].concat()));
                all.push((path, options));
            }
        }
    }
    all
}

#[test]
fn every_option_has_a_manual_page() {
    let all = all();
    assert!(all.len() >= 11, "{all:?}");
    let merge = ["survey".to_owned(), "merge".into()];
    assert!(all.iter().any(|(path, _)| *path == merge));
    let folder = tempfile::tempdir().unwrap();
    let written = text(&["man", "--out", folder.path().to_str().unwrap()]);
    assert_eq!(written.lines().count(), all.len());
    for (path, options) in &all {
        let words: Vec<&str> = path.iter().map(String::as_str).collect();
        let page = text(&[&["man"], &words[..]].concat());
        let name = [&["carom"], &words[..]].concat().join("-");
        let file = folder.path().join(format!("{name}.1"));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), page, "{name}");
        let plain = page.replace("\\-", "-");
        assert!(plain.contains(&format!(".TH {name} 1")), "{plain}");
        assert!(options.contains("--help"), "{name}");
        for option in options {
            assert!(plain.contains(option.as_str()), "{name}: {option}");
        }
    }
    let error = refused(&["man", "surrvey"]);
    assert!(error.contains("carom: no command \"surrvey\""), "{error}");
}

#[test]
fn every_option_is_completed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&["completions", shell]);
        for (path, options) in all() {
            for word in path.iter().chain(&options) {
                // Fish has options without their dashes.
                let word = word.trim_start_matches('-');
                assert!(script.contains(word), "{shell}: {path:?}: {word}");
            }
        }
    }
    assert_eq!(carom(&["completions", "cmd"]).status.code(), Some(2));
}

/// The script for bash is valid, and completes.
#[cfg(unix)]
#[test]
fn bash_completes() {
    let script = text(&["completions", "bash"]);
    let request = r#"
COMP_WORDS=(carom survey --min); COMP_CWORD=2; _carom carom --min survey
printf '%s\n' "${COMPREPLY[@]}"
"#;
    let output = std::process::Command::new("bash")
        .args(["--norc", "-c", &(script + request)])
        .output();
    let output = output.unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "--min-reach\n");
}
