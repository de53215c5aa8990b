//! `carom --version`: the lines that a report of a bug needs.

use crate::command::carom;

fn printed(option: &str) -> String {
    let output = carom(&[option]);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn names_version_commit_platform_and_features() {
    let text = printed("--version");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], concat!("carom ", env!("CARGO_PKG_VERSION")));
    let names: Vec<&str> = lines[1..]
        .iter()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["commit", "platform", "features", "playground"]);
    // Unoptimized builds do not know it: they would be compiled again after each commit.
    let commit = lines[1].strip_prefix("commit: ").unwrap();
    let is_hash = commit.len() >= 12 && commit.chars().all(|it| it.is_ascii_hexdigit());
    assert!(is_hash != cfg!(debug_assertions), "{commit}");
    assert!(
        lines[2].contains(std::env::consts::ARCH.split('_').next().unwrap()),
        "{text}"
    );
    let features = if cfg!(feature = "draco") {
        "draco"
    } else {
        "none"
    };
    assert_eq!(lines[3], format!("features: {features}"));
}

#[test]
fn the_short_option_prints_one_line() {
    assert_eq!(
        printed("-V"),
        concat!("carom ", env!("CARGO_PKG_VERSION"), "\n")
    );
}
