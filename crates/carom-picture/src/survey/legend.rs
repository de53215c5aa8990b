//! Title, legend and list of findings of a survey's pictures.

use glam::Vec2;

use super::floor::is_stripe;
use super::heat;
use crate::legend::{Entry, Graphic};
use crate::marks;
use crate::paint::canvas::Canvas;
use crate::paint::ramp::{Ramp, color, ink};
use crate::paint::text;
use crate::surveyed::{Mark, Storey, Surveyed};

/// Rows of one line in the list of findings.
const LINE: f32 = 24.0;

/// Most findings in the list below a picture.
const LISTED: usize = 14;

pub(super) fn title(surveyed: &Surveyed<'_>, number: usize) -> String {
    let Storey {
        floors: [first, last],
        heights: [low, high],
        area,
        ..
    } = surveyed.storeys[number];
    let count = surveyed.storeys.last().map_or(0, |storey| storey.floors[1]);
    let name: String = surveyed.name.chars().take(48).collect();
    let which = if first == last {
        format!("floor {first} of {count}, around {}", text::metres(low))
    } else {
        let [low, high] = [text::number(low), text::metres(high)];
        format!("floors {first} to {last} of {count}, {low} to {high}")
    };
    format!(
        "{name}   {which}   {} m² reached",
        text::number(area as f32)
    )
}

/// The entries of the legend; for a map, with its scale, range of heights, and whether ground lies above ground.
pub(super) fn entries(
    surveyed: &Surveyed<'_>,
    map: Option<(f32, [f32; 2], bool)>,
    longest: f32,
) -> Vec<Entry> {
    let entry = |caption: &str, graphic, left: &str, right: String| Entry {
        caption: caption.into(),
        graphic,
        left: left.into(),
        right,
    };
    let mut entries = Vec::new();
    if let Some((scale, _, _)) = map {
        let length = text::round_length(160.0 / scale);
        let bar = Graphic::Bar(length * scale);
        entries.push(entry("scale", bar, &text::metres(length), String::new()));
    }
    let seconds = format!("{} s", text::number(longest));
    entries.push(entry(
        "reached, walking time",
        Graphic::Ramp(Ramp::heat()),
        "0 s",
        seconds,
    ));
    let field =
        |caption: &str, paint, words| entry(caption, Graphic::Field(paint), words, String::new());
    if map.is_some_and(|(_, _, stacked)| stacked) {
        let striped = |at: Vec2| Ramp::heat().at(if is_stripe(at) { 0.75 } else { 0.3 });
        entries.push(field("striped", striped, "above each other"));
    }
    let hatched = match surveyed.regions.len() {
        // The overview has no marks of regions.
        count if count == 0 || map.is_none() => "hatched".into(),
        1 => "hatched: U1".into(),
        count => format!("hatched: U1 to U{count}"),
    };
    entries.push(field(&hatched, heat::hatch, "never reached"));
    entries.push(field("grey", |_| heat::ground(), "no room to stand"));
    if map.is_some_and(|(_, [low, _], _)| low > f32::NEG_INFINITY) {
        entries.push(field("pale", |_| heat::elsewhere(), "a lower floor"));
    }
    entries.push(entry("ring", Graphic::Spawn, "spawn", String::new()));
    let words = format!("{} m", text::number(surveyed.cell));
    entries.push(entry(
        "search cell",
        Graphic::Words(words),
        "",
        String::new(),
    ));
    if map.is_none() {
        let area: f64 = surveyed.storeys.iter().map(|storey| storey.area).sum();
        let words = Graphic::Words(format!("{} m²", text::number(area as f32)));
        let name: String = surveyed.name.chars().take(32).collect();
        entries.push(entry("reach", words, &name, String::new()));
    }
    entries
}

/// Height of the list of findings, in pixels.
pub(super) fn list_height(listed: &[&Mark<'_>]) -> f32 {
    match listed.len() {
        0 => LINE + 12.0,
        count => LINE * (count.min(LISTED) + usize::from(count > LISTED)) as f32 + 14.0,
    }
}

/// Draws the list of findings, a line each.
pub(super) fn list(canvas: &mut Canvas, listed: &[&Mark<'_>], top: f32) {
    let width = canvas.width() as f32;
    canvas.rectangle(
        Vec2::new(0.0, top),
        Vec2::new(width, top + 1.0),
        color(0xc4_c6c6),
        1.0,
    );
    let mut y = top + 10.0;
    let soft = color(0x6a_7078);
    if listed.is_empty() {
        text::write(canvas, 28.0, y, "no findings here", soft);
    }
    for mark in listed.iter().take(LISTED) {
        marks::label(
            canvas,
            Vec2::new(42.0, y + 8.5),
            &mark.number.to_string(),
            color(mark.color),
        );
        text::write(canvas, 66.0, y, mark.kind, color(mark.color));
        let [a, b, c] = mark.position.to_array().map(|x| format!("{x:.2}"));
        text::write(canvas, 146.0, y, &format!("{a}, {b}, {c}"), soft);
        let left = 380.0;
        let most = ((width - left - 16.0) / text::width("m")).max(0.0) as usize;
        text::write(canvas, left, y, &shortened(mark.what, most), ink());
        y += LINE;
    }
    if listed.len() > LISTED {
        let more = format!("and {} more: report.json", listed.len() - LISTED);
        text::write(canvas, 66.0, y, &more, soft);
    }
}

/// The words, cut to a number of characters.
fn shortened(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.into();
    }
    let kept: String = words.chars().take(most.saturating_sub(3)).collect();
    format!("{}...", kept.trim_end())
}
