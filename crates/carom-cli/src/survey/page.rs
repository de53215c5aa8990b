//! `report.html`: one file with the findings and an interactive view of the level, by the playground's modules.

mod drawn;
mod ground;
mod mesh;
mod packed;
mod tints;

use super::report;
use super::show::Show;
use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use carom_survey::Kind;
use carom_web::site::{FILES, File, REPORT};
use glam::Vec3;
use std::fmt::Write;

/// The playground's modules that the page needs.
const MODULES: [&str; 6] = [
    "gl.js",
    "html.js",
    "picture.js",
    "points.js",
    "scene.js",
    "space.js",
];

/// Most regions in the list of unreached ground.
const LISTED: usize = 30;

/// The page.
pub(super) fn page(show: &Show<'_>) -> Result<String> {
    Ok(head(show)? + &body(show)?)
}

fn head(show: &Show<'_>) -> Result<String> {
    let outcome = show.outcome;
    Ok(format!(
        r##"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="carom {version}">
<title>{name}: {findings}</title>
<link rel="icon" href="data:,">
<style>
{style}{own}{colors}</style>
<script>{theme}</script>
<script type="importmap">{modules}</script>
</head>
"##,
        version = env!("CARGO_PKG_VERSION"),
        name = escaped(&outcome.name),
        findings = plural(outcome.findings.len(), "finding", "findings"),
        style = text(FILES, "style.css")?,
        own = text(&REPORT, "report.css")?,
        colors = colors(),
        theme = text(FILES, "theme.js")?,
        modules = import_map()?,
    ))
}

fn body(show: &Show<'_>) -> Result<String> {
    let outcome = show.outcome;
    let reach = outcome.reach;
    let partial = if outcome.flood.complete {
        ""
    } else {
        "<p class=\"partial\">The survey was stopped before its end: this is the state then.</p>"
    };
    Ok(format!(
        r##"<body class="surveyed">
<a class="skip" href="#findings">To the findings</a>
<header class="top"><span class="name">carom survey</span><button type="button" id="theme" hidden>Dark</button></header>
<main id="main" tabindex="-1"><article class="lab report">
<header><h1>{name}</h1>
<p class="lead"><b>{area:.1} m²</b> reached on {floors}, <b>{findings}</b>{reached}{changed}.</p>{partial}</header>
<div class="stage" id="stage"><noscript><p class="message">The interactive view needs JavaScript. The findings are listed here, and the pictures beside this file show their positions.</p></noscript></div>
<section class="panel" aria-label="Findings">
{goals}<h2 id="findings">Findings</h2>
{list}</section>
<section class="how"><h2>Ground</h2>
<div class="scrolls">{grounds}</div>
{unreached}</section>
<section class="code"><h2>Character</h2>
<p>{character}</p></section>
</article></main>
<script type="application/json" id="data">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"##,
        name = escaped(&outcome.name),
        findings = plural(outcome.findings.len(), "finding", "findings"),
        floors = plural(reach.floors.len(), "floor", "floors"),
        area = reach.area,
        reached = reached(show),
        changed = changed(show),
        goals = goals(show)?,
        list = list(show)?,
        grounds = grounds(show)?,
        unreached = unreached(show)?,
        character = character(show),
        data = data(show)?,
        script = bare(text(&REPORT, "report.js")?),
    ))
}

fn plural(count: usize, one: &str, more: &str) -> String {
    let count = count.to_string();
    if count == "1" {
        format!("1 {one}")
    } else {
        format!("{count} {more}")
    }
}

fn file<'a>(files: &'a [File], name: &str) -> Result<&'a File> {
    let mut files = files.iter();
    files
        .find(|file| file.name == name)
        .with_context(|| format!("the page's {name} is missing"))
}

fn text<'a>(files: &'a [File], name: &str) -> Result<&'a str> {
    std::str::from_utf8(file(files, name)?.bytes).with_context(|| name.to_owned())
}

/// A module with imports by name: a module without an address has no relative paths.
fn bare(module: &str) -> String {
    module.replace("from \"./", "from \"carom/")
}

/// The import map: the modules are in the page itself.
fn import_map() -> Result<String> {
    let mut imports = serde_json::Map::new();
    for name in MODULES {
        let module = STANDARD.encode(bare(text(FILES, name)?));
        let address = format!("data:text/javascript;base64,{module}");
        imports.insert(format!("carom/{name}"), address.into());
    }
    Ok(serde_json::json!({ "imports": imports }).to_string())
}

/// The data to draw. No `<` in a script may end it.
fn data(show: &Show<'_>) -> Result<String> {
    let drawn = drawn::drawn(show, carom_picture::heat)?;
    Ok(serde_json::to_string(&drawn)?.replace('<', "\\u003c"))
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

fn changed(show: &Show<'_>) -> String {
    show.changes().map_or_else(String::new, |changes| {
        let (new, gone) = (changes.new.len(), changes.gone.len());
        format!("; since the baseline {new} new, {gone} gone")
    })
}

/// The label of a goal's mark.
fn goal_mark(number: usize) -> String {
    format!("G{number}")
}

/// The number of goals reached, if there are any.
fn reached(show: &Show<'_>) -> String {
    let reached = show.goals.iter().filter(|goal| goal.script.is_some());
    match show.goals.len() {
        0 => String::new(),
        all => format!(
            ", {} of {} reached",
            reached.count(),
            plural(all, "goal", "goals")
        ),
    }
}

/// The goals: a list like that of the findings.
fn goals(show: &Show<'_>) -> Result<String> {
    let mut list = String::new();
    if show.goals.is_empty() {
        return Ok(list);
    }
    list += "<h2 id=\"goals\">Goals</h2>\n<ol class=\"findings goals\">\n";
    for (number, goal) in (1..).zip(show.goals) {
        let mark = goal_mark(number);
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
<p class=\"where\">at {x:.2}, {y:.2}, {z:.2}{scenario}</p></li>",
        )?;
    }
    list += "</ol>\n";
    Ok(list)
}

/// The list of findings, complete without the rest of the page.
fn list(show: &Show<'_>) -> Result<String> {
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
        writeln!(
            list,
            "<li><button type=\"button\" class=\"finding\" data-number=\"{number}\" aria-pressed=\"false\">\
<span class=\"mark {kind}\">{number}</span><span class=\"kind\">{kind}{new}</span><span class=\"severity {severity}\">{severity}</span>\
<span class=\"what\">{what}</span></button>\
<p class=\"where\">{objects}at {x:.2}, {y:.2}, {z:.2}{in_file}; triangles {}{defects}<br><a href=\"{scenario}\">{scenario}</a></p></li>",
            numbers(&finding.triangles),
        )?;
    }
    list += "</ol>\n";
    Ok(list)
}

/// The objects of a finding, the nearest first.
fn objects(names: &[String]) -> String {
    /// More are in `report.json`.
    const MOST: usize = 3;
    if names.is_empty() {
        return String::new();
    }
    let shown: Vec<_> = names.iter().take(MOST).map(|name| escaped(name)).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    format!("<b>{}</b>{more}<br>", shown.join(", "))
}

/// The numbers of triangles.
fn numbers(triangles: &[u32]) -> String {
    if triangles.is_empty() {
        return "none".into();
    }
    let numbers: Vec<_> = triangles.iter().map(u32::to_string).collect();
    numbers.join(", ")
}

/// The floors.
fn grounds(show: &Show<'_>) -> Result<String> {
    let mut table =
        String::from("<table><tr><th>floor</th><th>around, m</th><th>reached, m²</th></tr>");
    for (number, floor) in (1..).zip(&show.outcome.reach.floors) {
        write!(
            table,
            "<tr><td>{number}</td><td>{:.1}</td><td>{:.1}</td></tr>",
            floor.height, floor.area
        )?;
    }
    table += "</table>";
    Ok(table)
}

/// The largest regions that the search never reached.
fn unreached(show: &Show<'_>) -> Result<String> {
    let regions = show.outcome.unreached;
    if regions.is_empty() {
        return Ok(String::new());
    }
    let mut table = String::from(
        "<h2>Never reached</h2><p>Walkable ground that the search never reached: roofs, the tops of walls, sealed rooms. The largest regions first. From a ledge the character could drop to reached ground.</p>\
<div class=\"scrolls\"><table><tr><th>at</th><th>m²</th><th>objects</th><th>triangles</th><th>ledge</th></tr>",
    );
    for region in regions.iter().take(LISTED) {
        let [x, y, z] = region.position.to_array();
        write!(
            table,
            "<tr><td>{x:.2}, {y:.2}, {z:.2}</td><td>{:.1}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            region.area,
            escaped(
                show.outcome
                    .objects(&region.triangles)
                    .first()
                    .map_or("", String::as_str)
            ),
            region.triangles.len(),
            region.descent.map_or("", |_| "yes")
        )?;
    }
    table += "</table></div>";
    if regions.len() > LISTED {
        write!(
            table,
            "<p>And {} more: report.json.</p>",
            regions.len() - LISTED
        )?;
    }
    Ok(table)
}

/// The character, in a sentence.
fn character(show: &Show<'_>) -> String {
    let options = show.outcome.options;
    let settings = show.outcome.settings;
    let degrees = libm::acos(f64::from(settings.max_slope)).to_degrees();
    let mut text = format!(
        "A capsule {} m high with a radius of {} m; slopes to {degrees:.0}°, steps to {} m; {} m/s, {} ticks per second; search cells of {} m.",
        options.height,
        settings.radius,
        settings.step_height,
        options.speed,
        options.hz,
        options.cell
    );
    if let Some(jump) = options.jump {
        text += &format!(" It jumps with {jump} m/s.");
    }
    if let Some(crouch) = options.crouch {
        text += &format!(" It crouches to {crouch} m.");
    }
    text
}

/// The style of the marks of each kind.
fn colors() -> String {
    let style = |kind: Kind| {
        let color = kind.presentation().color;
        format!(".mark.{} {{ background: #{color:06x}; }}\n", kind.name())
    };
    Kind::ALL.into_iter().map(style).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_import_no_paths() {
        for name in MODULES {
            let module = bare(text(FILES, name).unwrap());
            let from = || {
                module
                    .match_indices("from \"")
                    .map(|(at, _)| &module[at + 6..])
            };
            assert!(!module.contains("import("), "{name}");
            for import in from() {
                let import = import.split('"').next().unwrap();
                let known = import.strip_prefix("carom/");
                assert!(
                    known.is_some_and(|known| MODULES.contains(&known)),
                    "{name}: {import}"
                );
            }
        }
        let own = bare(text(&REPORT, "report.js").unwrap());
        assert!(own.contains("from \"carom/scene.js\"") && !own.contains("from \"."));
        // They stand in a script of the page.
        assert!(!own.contains("</"));
        assert!(!text(FILES, "theme.js").unwrap().contains("</"));
    }

    #[test]
    fn text_is_escaped_and_plurals_are_formed() {
        assert_eq!(escaped("<b a=\"1\">&"), "&lt;b a=&quot;1&quot;&gt;&amp;");
        assert_eq!(plural(1, "floor", "floors"), "1 floor");
        assert_eq!(plural(0, "floor", "floors"), "0 floors");
    }
}
