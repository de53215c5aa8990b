//! Line drawings as SVG, in the colors of the playground: A blue and plain, B brown and hatched, answers green.
//!
//! A drawing is readable on light and dark pages. By itself it follows the system; inside a page of rustdoc it follows the
//! theme of that page.

use crate::svg::path::{closed, open, place};
use glam::DVec2;
use std::collections::BTreeSet;
use std::fmt::Write as _;

mod path;

/// The style of all drawings. The classes are those of [`Fill`] and [`Stroke`].
const STYLE: &str = include_str!("svg/style.css");

/// Length and half of the width of an arrowhead, in pixels.
const HEAD: [f64; 2] = [9.0, 3.8];

/// How an area is painted.
///
/// ```
/// use carom_picture::{Drawing, Fill};
/// let mut drawing = Drawing::new(40., 30., "A triangle");
/// drawing.area(&[[5., 5.], [35., 5.], [20., 25.]].map(Into::into), Fill::B);
/// assert!(drawing.svg().contains("class=\"B\""));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// The first shape: blue.
    A,
    /// The second shape: brown and hatched.
    B,
    /// The first shape at another time: dashed.
    Ghost,
    /// What the first shape sweeps over: pale, without an outline.
    Swept,
    /// An answer: green.
    Answer,
    /// A part that does not count: gray.
    Idle,
}

/// How a line, a dot or a word is drawn.
///
/// ```
/// use carom_picture::{Drawing, Stroke};
/// let mut drawing = Drawing::new(40., 30., "An arrow up");
/// drawing.arrow([20., 28.].into(), [20., 4.].into(), Stroke::Answer);
/// assert!(drawing.svg().contains("class=\"n\""));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// An edge of the first shape, its name: blue.
    A,
    /// An edge of the second shape, its name: brown.
    B,
    /// An answer: green.
    Answer,
    /// A long answer: green and bold.
    Bold,
    /// A motion or a ray: gray and dashed.
    Motion,
    /// A gap: dotted.
    Gap,
    /// A radius or another measure: gray.
    Soft,
    /// The grid of the ground.
    Grid,
}

/// A line drawing in SVG. Positions are in pixels, from the upper left corner.
///
/// ```
/// use carom_picture::{Drawing, Fill, Stroke};
/// let mut drawing = Drawing::new(80., 60., "A square and its corner");
/// drawing.area(&[[10., 10.], [50., 10.], [50., 50.], [10., 50.]].map(Into::into), Fill::A);
/// drawing.dot([50., 10.].into(), Stroke::Answer);
/// drawing.word([58., 8.].into(), "corner", Stroke::Answer);
/// let svg = drawing.svg();
/// assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("\n\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    description: String,
    body: String,
    top: String,
    hatched: bool,
}

impl Drawing {
    /// An empty panel of this size. The description is for those who do not see it.
    #[must_use]
    pub fn new(width: f64, height: f64, description: &str) -> Self {
        Self {
            width,
            height,
            description: description.into(),
            body: String::new(),
            top: String::new(),
            hatched: false,
        }
    }

    /// A closed outline. Corners that make no visible difference are left out.
    pub fn area(&mut self, outline: &[DVec2], fill: Fill) {
        self.rings(&[outline], fill);
    }

    /// An area between closed outlines: what runs the other way round is a hole.
    pub fn rings(&mut self, outlines: &[impl AsRef<[DVec2]>], fill: Fill) {
        self.hatched |= fill == Fill::B;
        let path: String = outlines.iter().map(|ring| closed(ring.as_ref())).collect();
        self.path(fill.class(), &path);
    }

    /// A polyline. Corners that make no visible difference are left out.
    pub fn line(&mut self, points: &[DVec2], stroke: Stroke) {
        let path = open(points);
        self.path(stroke.class(), &path);
    }

    /// Polylines of one kind.
    pub fn lines(&mut self, lines: &[impl AsRef<[DVec2]>], stroke: Stroke) {
        let paths: String = lines.iter().map(|points| open(points.as_ref())).collect();
        if !paths.is_empty() {
            self.path(stroke.class(), &paths);
        }
    }

    /// An arrow. A motion's shaft is dashed.
    pub fn arrow(&mut self, from: DVec2, to: DVec2, stroke: Stroke) {
        let length = from.distance(to);
        if length < 1.0 {
            return;
        }
        let way = (to - from) / length;
        let [long, half] = HEAD.map(|size| size * (length / HEAD[0]).min(1.0));
        let (back, side) = (to - way * long, way.perp() * half);
        self.line(&[from, to - way * long * 0.8], stroke);
        let head = closed(&[to, back + side, back - side]);
        let _ = writeln!(
            self.top,
            "<path class=\"{} h\" d=\"{head}\"/>",
            stroke.class()
        );
    }

    /// A point, on top of areas and lines: a square for the second shape, else a disk.
    pub fn dot(&mut self, at: DVec2, stroke: Stroke) {
        let class = stroke.class();
        let _ = if stroke == Stroke::B {
            let [x, y] = place(at - 3.5);
            writeln!(
                self.top,
                "<rect class=\"{class} d\" x=\"{x}\" y=\"{y}\" width=\"7\" height=\"7\"/>"
            )
        } else {
            let [x, y] = place(at);
            writeln!(
                self.top,
                "<circle class=\"{class} d\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>"
            )
        };
    }

    /// A word around a position, on top.
    pub fn word(&mut self, at: DVec2, word: &str, stroke: Stroke) {
        let [x, y] = place(at);
        let word = escaped(word);
        let _ = writeln!(
            self.top,
            "<text class=\"{}\" x=\"{x}\" y=\"{y}\">{word}</text>",
            stroke.class()
        );
    }

    /// The SVG: no empty lines, so that it can be put into Markdown.
    #[must_use]
    pub fn svg(&self) -> String {
        let Self {
            width,
            height,
            body,
            top,
            ..
        } = self;
        let description = escaped(&self.description);
        let hatch = if self.hatched {
            "<defs><pattern id=\"carom-hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><path class=\"H\" d=\"M0 0h7v7h-7z\"/><path class=\"H l\" d=\"M0 0v7\"/></pattern></defs>\n"
        } else {
            ""
        };
        let style = rules(&format!("class=\"p\"{hatch}{body}{top}"));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" style=\"max-width:100%\" \
             role=\"img\" aria-label=\"{description}\">\n<style>{style}</style>\n<g class=\"carom\">\n{hatch}<rect class=\"p\" \
             x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"9\"/>\n{body}{top}</g>\n</svg>\n",
            width - 1.0,
            height - 1.0,
        )
    }

    fn path(&mut self, class: &str, path: &str) {
        let _ = writeln!(self.body, "<path class=\"{class}\" d=\"{path}\"/>");
    }
}

impl Fill {
    fn class(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::Ghost => "G",
            Self::Swept => "S",
            Self::Answer => "N",
            Self::Idle => "I",
        }
    }
}

impl Stroke {
    fn class(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::Answer => "n",
            Self::Bold => "n o",
            Self::Motion => "m",
            Self::Gap => "t",
            Self::Soft => "s",
            Self::Grid => "g",
        }
    }
}

/// The rules of the style that a picture needs.
fn rules(picture: &str) -> String {
    let attributes = picture.split("class=\"").skip(1);
    let classes = attributes.filter_map(|rest| rest.split('"').next());
    let used: BTreeSet<&str> = classes.flat_map(str::split_whitespace).collect();
    let is_used = |selector: &str| {
        let classes = selector.trim_start_matches(".carom ").split('.').skip(1);
        classes.into_iter().all(|class| used.contains(class))
    };
    let is_needed = |rule: &&str| {
        let selectors = rule.split('{').next().unwrap_or_default();
        !rule.starts_with(".carom ") || selectors.split(',').any(is_used)
    };
    let needed: Vec<&str> = STYLE.lines().filter(is_needed).collect();
    let needed = needed.join("\n");
    // The first and the last color of each list are those of the panel, which is always there.
    let is_in_use = |part: &&str| match part.trim_start().strip_prefix("--") {
        Some(color) => needed.contains(&format!("var(--{})", &color[..1])),
        None => true,
    };
    needed.split_inclusive(';').filter(is_in_use).collect()
}

/// Text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_numbers_are_short() {
        let mut drawing = Drawing::new(80.0, 60.0, "a < b & \"c\"");
        drawing.word(DVec2::new(1.0 / 3.0, 20.0), "t < 1", Stroke::Soft);
        let svg = drawing.svg();
        assert!(svg.contains("aria-label=\"a &lt; b &amp; &quot;c&quot;\""));
        assert!(svg.contains("x=\".3\" y=\"20\">t &lt; 1</text>"));
    }

    #[test]
    fn only_rules_of_what_is_drawn_are_there() {
        let mut drawing = Drawing::new(80.0, 60.0, "");
        let rules = |drawing: &Drawing| {
            let svg = drawing.svg();
            [".carom .g{", ".carom .a.h,", ".carom .p{", ".carom text{"]
                .map(|rule| svg.contains(rule))
        };
        assert_eq!(rules(&drawing), [false, false, true, true]);
        drawing.line(&[DVec2::ZERO, DVec2::ONE], Stroke::Grid);
        assert_eq!(rules(&drawing), [true, false, true, true]);
        drawing.dot(DVec2::ONE, Stroke::A);
        assert_eq!(rules(&drawing), [true, true, true, true]);
    }

    #[test]
    fn an_arrow_without_a_length_is_left_out() {
        let mut drawing = Drawing::new(80.0, 60.0, "");
        drawing.arrow(DVec2::ONE, DVec2::ONE, Stroke::Answer);
        assert_eq!(drawing.svg(), Drawing::new(80.0, 60.0, "").svg());
    }
}
