//! The lists of findings and goals, complete without scripts, and their data for filters.

use super::super::{ignore, report, sarif};
use super::escaped;
use crate::survey::show::Show;
use anyhow::Result;
use carom_format::IgnoreEntry;
use glam::Vec3;
use serde::Serialize;
use std::fmt::Write;

/// The data of the lists.
#[derive(Serialize)]
pub(super) struct ListData {
    findings: Vec<Listed>,
    ignore: IgnoreData,
}

/// A finding of the list, for filters.
#[derive(Serialize)]
struct Listed {
    /// The name of its scenario.
    name: String,
    severity: &'static str,
    objects: Vec<String>,
    /// The number in the list of the entry that ignores it.
    ignored: Option<usize>,
}

/// The list of ignored findings.
#[derive(Serialize)]
struct IgnoreData {
    /// The name of its file.
    file: &'static str,
    /// The name of the level, for new entries.
    level: String,
    /// The entries that there are.
    entries: Vec<IgnoreEntry>,
}

pub(super) fn data(show: &Show<'_>) -> ListData {
    let findings = (0..).zip(show.outcome.findings.iter().zip(&show.scenarios));
    ListData {
        findings: findings
            .map(|(number, (finding, scenario))| Listed {
                name: name(scenario).into(),
                severity: finding.severity.name(),
                objects: show.outcome.objects(&finding.triangles),
                ignored: show.entry(number),
            })
            .collect(),
        ignore: IgnoreData {
            file: ignore::FILE,
            level: show.outcome.name.clone(),
            entries: show
                .ignore()
                .map_or_else(Vec::new, |list| list.entries().to_vec()),
        },
    }
}

/// The name of a scenario: its file without folder and ending.
fn name(scenario: &str) -> &str {
    let file = scenario.rsplit('/').next().unwrap_or(scenario);
    file.strip_suffix(".json").unwrap_or(file)
}

/// The label of a goal's mark.
pub(super) fn mark(number: usize) -> String {
    format!("G{number}")
}

/// The goals: a list like that of the findings.
pub(super) fn goals(show: &Show<'_>) -> Result<String> {
    let mut list = String::new();
    if show.goals.is_empty() {
        return Ok(list);
    }
    list += "<h2 id=\"goals\">Goals</h2>\n<ol class=\"findings goals\">\n";
    for (number, goal) in (1..).zip(show.goals) {
        let mark = mark(number);
        let result = escaped(&goal.words(show.outcome.options.hz));
        let (kind, severity) = if goal.script.is_some() {
            ("goal", "")
        } else {
            ("goal missed", "error")
        };
        let [x, y, z] = goal.at.to_array();
        let scenario = goal.entry.scenario.as_deref().map(escaped);
        let scenario = scenario.map_or_else(String::new, |scenario| {
            format!("<br><a href=\"{scenario}\">{scenario}</a>")
        });
        writeln!(
            list,
            "<li><button type=\"button\" class=\"finding\" data-number=\"{mark}\" aria-pressed=\"false\">\
<span class=\"mark {kind}\">{mark}</span><span class=\"kind\">goal</span><span class=\"severity {severity}\">{result}</span></button>\
<p class=\"where\">at {x:.2}, {y:.2}, {z:.2}{start}{scenario}</p></li>",
            start = start((goal.script.as_ref()).and_then(|script| show.outcome.spawn_of(script))),
        )?;
    }
    list += "</ol>\n";
    Ok(list)
}

/// The list of findings, complete without the rest of the page.
pub(super) fn findings(show: &Show<'_>) -> Result<String> {
    let mut list = String::new();
    if show.outcome.findings.is_empty() {
        return Ok("<p>No findings.</p>\n".into());
    }
    list += "<ol class=\"findings\">\n";
    for (i, (finding, scenario)) in (0..).zip(show.outcome.findings.iter().zip(&show.scenarios)) {
        let number = i + 1;
        let kind = finding.kind.name();
        let severity = finding.severity.name();
        let what = escaped(&finding.what);
        let [x, y, z] = finding.position.to_array();
        let new = match show.is_new(i) {
            Some(true) => " <span class=\"new\">new</span>",
            _ => "",
        };
        let scenario = escaped(scenario);
        let objects = objects(&show.outcome.objects(&finding.triangles));
        let in_file = report::in_file(show.outcome.reading, finding.position);
        let in_file = in_file.map_or_else(String::new, |Vec3 { x, y, z }| {
            format!(" (in the file {x:.2}, {y:.2}, {z:.2})")
        });
        let defects: Vec<_> = (finding.geometry.iter())
            .map(|defect| format!("{} ({})", defect.fault.name(), numbers(&defect.triangles)))
            .collect();
        let defects = if defects.is_empty() {
            String::new()
        } else {
            format!("<br>near it: {}", escaped(&defects.join(", ")))
        };
        let (class, reason) = show.ignored(i).map_or_else(Default::default, |entry| {
            let reason = escaped(&entry.reason);
            (
                " class=\"ignored\"",
                format!("<b>ignored:</b> {reason}<br>"),
            )
        });
        writeln!(
            list,
            "<li{class}><button type=\"button\" class=\"finding\" data-number=\"{number}\" aria-pressed=\"false\">\
<span class=\"mark {kind}\">{number}</span><span class=\"kind\">{kind}{new}</span><span class=\"severity {severity}\">{severity}</span>\
<span class=\"what\">{what}</span></button>\
<p class=\"where\">{reason}{objects}at {x:.2}, {y:.2}, {z:.2}{in_file}; triangles {}{defects}{start}<br><a href=\"{scenario}\">{scenario}</a></p></li>",
            numbers(&finding.triangles),
            start = start(show.outcome.spawn_of(&finding.script)),
        )?;
    }
    list += "</ol>\n";
    Ok(list)
}

/// Where a replay starts, if there are several spawns.
fn start(spawn: Option<Vec3>) -> String {
    spawn.map_or_else(String::new, |Vec3 { x, y, z }| {
        format!("<br>from the spawn {x:.2}, {y:.2}, {z:.2}")
    })
}

/// The objects of a finding, the nearest first, as links that filter the list.
fn objects(names: &[String]) -> String {
    /// More are in `report.json`.
    const MOST: usize = 3;
    if names.is_empty() {
        return String::new();
    }
    let link = |name: &String| {
        let (to, name) = (sarif::reference(name), escaped(name));
        format!("<a class=\"object\" href=\"#object={to}\">{name}</a>")
    };
    let shown: Vec<_> = names.iter().take(MOST).map(link).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    format!("{}{more}<br>", shown.join(", "))
}

/// The numbers of triangles.
fn numbers(triangles: &[u32]) -> String {
    if triangles.is_empty() {
        return "none".into();
    }
    let numbers: Vec<_> = triangles.iter().map(u32::to_string).collect();
    numbers.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_links_to_the_filter() {
        let names = ["a/<b> &".into(), "c".into(), "d".into(), "e".into()];
        let links = objects(&names);
        assert!(links.starts_with(
            "<a class=\"object\" href=\"#object=a/%3Cb%3E%20%26\">a/&lt;b&gt; &amp;</a>, <a"
        ));
        assert!(links.ends_with(">d</a>, …<br>"), "{links}");
        assert_eq!(objects(&[]), "");
        assert_eq!(name("findings/leak-001.json"), "leak-001");
    }
}
