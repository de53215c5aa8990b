//! `report.html`: one file with the findings and an interactive view of the level, by the playground's modules.

mod camera;
mod drawn;
mod ground;
mod list;
mod mesh;
mod packed;
pub(super) mod regions;
mod tints;

use super::show::Show;
use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use carom_survey::Kind;
use carom_web::site::{FILES, File, REPORT};

/// The playground's modules that the page needs, and those of the page itself.
const MODULES: [&str; 6] = [
    "gl.js",
    "html.js",
    "picture.js",
    "points.js",
    "scene.js",
    "space.js",
];
const OWN_MODULES: [&str; 6] = [
    "filter.js",
    "follow.js",
    "ignore.js",
    "legend.js",
    "marks.js",
    "packed.js",
];

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
        findings = plural(show.count(), "finding", "findings"),
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
    let partial = if outcome.complete {
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
<p class="lead"><b>{area:.1} m²</b> reached on {floors}, <b>{findings}</b>{ignored}{reached}{changed}.</p>{partial}</header>
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
        findings = plural(show.count(), "finding", "findings"),
        floors = plural(reach.floors.len(), "floor", "floors"),
        area = reach.area,
        ignored = ignored(show),
        reached = reached(show),
        changed = changed(show),
        goals = list::goals(show)?,
        list = list::findings(show)?,
        grounds = regions::floors(show)?,
        unreached = regions::unreached(show)?,
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
    let modules = MODULES.map(|name| (FILES, name));
    let own = OWN_MODULES.map(|name| (&REPORT[..], name));
    for (files, name) in modules.into_iter().chain(own) {
        let module = STANDARD.encode(bare(text(files, name)?));
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
            // HTML has no character for these.
            control if control.is_control() => escaped.push('\u{fffd}'),
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

/// The number of ignored findings, if there is a list.
fn ignored(show: &Show<'_>) -> String {
    show.ignore().map_or_else(String::new, |_| {
        format!(
            " and {} ignored",
            show.outcome.findings.len() - show.count()
        )
    })
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
        let modules = MODULES.map(|name| (FILES, name));
        let own = OWN_MODULES.map(|name| (&REPORT[..], name));
        for (files, name) in modules.into_iter().chain(own) {
            let module = bare(text(files, name).unwrap());
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
                    known.is_some_and(
                        |known| MODULES.contains(&known) || OWN_MODULES.contains(&known)
                    ),
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
        assert_eq!(
            escaped("<b a=\"1\">&\0"),
            "&lt;b a=&quot;1&quot;&gt;&amp;\u{fffd}"
        );
        assert_eq!(plural(1, "floor", "floors"), "1 floor");
        assert_eq!(plural(0, "floor", "floors"), "0 floors");
    }
}
