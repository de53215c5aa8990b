//! The examples, as a user runs them.

use std::process::Command;

/// The lines that an example prints.
fn lines_of(example: &str) -> Vec<String> {
    // Next to this test, in the same profile: cargo builds the examples before it runs tests.
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().unwrap().parent().unwrap().join("examples");
    let output = Command::new(folder.join(example))
        .output()
        .expect("`cargo test` builds the examples, `cargo test --test it` does not");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example}: {errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(Into::into).collect()
}

#[test]
fn first_steps_is_short_and_lands_after_every_jump() {
    let source = include_str!("../../examples/first_steps.rs");
    assert!(source.lines().count() <= 40);
    let lines = lines_of("first_steps");
    // Some jumps are taken on the lift as it sinks.
    assert!((5..=11).contains(&lines.len()), "{lines:?}");
    assert_eq!(lines[0], "landed at 4.4 m/s", "from a height of 1 m");
    // The README shows the same.
    let readme = include_str!("../../README.md");
    assert!(readme.contains(source.split_once("\n\n").unwrap().1.trim()));
}

#[test]
fn the_third_person_climbs_the_stairs_and_takes_the_lift() {
    let lines = lines_of("third_person");
    let heights = lines
        .iter()
        .map(|line| line.split(", ").nth(1).unwrap().parse::<f32>().unwrap());
    let heights: Vec<f32> = heights.collect();
    assert_eq!(heights.len(), 10);
    assert!(
        heights.iter().any(|y| *y > 1.9) && heights[9].abs() < 1.5,
        "{heights:?}"
    );
}

#[test]
fn the_porter_turns_before_its_door() {
    let lines = lines_of("bodies");
    let through: Vec<(&str, f32)> = lines
        .iter()
        .map(|line| line.split_once(": ").unwrap())
        .map(|(name, time)| (name, time.trim_end_matches(" s").parse().unwrap()))
        .collect();
    let names: Vec<_> = through.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["crate", "centaur", "porter", "other porter"]);
    // 5.5 m at 2 m/s; the last one turns after 4 s.
    let (first, last) = through.split_at(3);
    assert!(
        first.iter().all(|(_, time)| (2.7..3.2).contains(time)),
        "{lines:?}"
    );
    assert!(last[0].1 > 4.2, "{lines:?}");
}

#[test]
fn the_runner_takes_every_coin() {
    let lines = lines_of("platformer_2d");
    assert!(lines.len() >= 4, "{lines:?}");
    assert_eq!(lines[0], "a coin at 2");
}

#[test]
fn the_peers_of_the_rollback_agree() {
    let lines = lines_of("rollback");
    assert_eq!(lines.last().unwrap(), "both peers have the same bits");
}

#[test]
fn the_survey_finds_the_doorway() {
    let lines = lines_of("survey_in_app");
    assert!(lines[1].starts_with("Leak at"), "{lines:?}");
}

#[test]
fn the_runner_of_the_abilities_takes_its_course() {
    let lines = lines_of("abilities");
    let names: Vec<_> = lines
        .iter()
        .map(|line| line.split_once(" at ").unwrap().0)
        .collect();
    let course = [
        "on foot",
        "double jump",
        "dash",
        "on foot",
        "path",
        "on foot",
        "path",
        "on foot",
        "swim",
        "path",
        "on foot",
    ];
    assert_eq!(names, course, "{lines:?}");
}
