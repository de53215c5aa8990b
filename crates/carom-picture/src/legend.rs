//! The strip below a picture: scale, heights, time, meters walked.

use glam::{Vec2, Vec3};

use crate::marks::spawn;
use crate::paint::canvas::Canvas;
use crate::paint::ramp::{Ramp, color, ink, ladder, water};
use crate::paint::text;
use crate::path::{end, start};
use crate::scene::Volume;
use crate::stage::Stage;

/// Rows one line of entries takes.
const ROW: f32 = 68.0;

/// The same in a narrow picture.
const LINE: f32 = 21.0;

/// Pictures less wide than this are narrow: they show names only.
const NARROW: f32 = 900.0;

/// Columns between entries and around them.
const GAP: f32 = 28.0;

/// Columns of a ramp.
const RAMP: f32 = 170.0;

/// Most tracks that get an entry of their own.
const TRACKS: usize = 12;

/// One entry: a caption, a graphic, and a text at each end below it.
pub(crate) struct Entry {
    pub(crate) caption: String,
    pub(crate) graphic: Graphic,
    pub(crate) left: String,
    pub(crate) right: String,
}

pub(crate) enum Graphic {
    /// A bar this many pixels long, with ends.
    Bar(f32),
    Ramp(Ramp),
    /// A time ramp between the marks of start and end.
    Way(Ramp),
    /// A path where something is above it.
    Dashes,
    Words(String),
    /// The end mark of a path, with the caption beside it.
    Mark(Vec3),
    /// A small field, and the color of each of its pixels, by the position from its upper left corner.
    Field(fn(Vec2) -> Vec3),
    /// The mark of the spawn.
    Spawn,
}

/// Columns and rows of a small field.
const FIELD: Vec2 = Vec2::new(40.0, 14.0);

/// A laid out legend.
pub(crate) struct Legend {
    entries: Vec<Entry>,
    /// Upper left corner of each entry, relative to the legend's.
    places: Vec<Vec2>,
    /// Rows it takes.
    pub(crate) height: f32,
}

impl Legend {
    /// The legend of a stage for a picture `width` wide; `scale` in pixels a metre, if it has one.
    pub(crate) fn new(stage: &Stage, width: f32, scale: Option<f32>) -> Self {
        let narrow = scale.is_none() && width < NARROW;
        if narrow {
            Self::rows(marks(stage), width, LINE, 14.0)
        } else {
            Self::of(entries(stage, scale), width)
        }
    }

    /// The legend of these entries.
    pub(crate) fn of(entries: Vec<Entry>, width: f32) -> Self {
        Self::rows(entries, width, ROW, 0.0)
    }

    fn rows(entries: Vec<Entry>, width: f32, row: f32, below: f32) -> Self {
        let mut places = Vec::new();
        let mut at = Vec2::new(GAP, 0.0);
        for entry in &entries {
            let wide = entry.width();
            if at.x > GAP && at.x + wide + GAP > width {
                at = Vec2::new(GAP, at.y + row);
            }
            places.push(at);
            at.x += wide + GAP;
        }
        Self {
            entries,
            places,
            height: at.y + row + below,
        }
    }

    /// Draws the legend over the whole width, from row `top` down.
    pub(crate) fn draw(&self, canvas: &mut Canvas, top: f32) {
        let corner = Vec2::new(canvas.width() as f32, top + self.height);
        canvas.rectangle(Vec2::new(0.0, top), corner, color(0xfb_faf7), 1.0);
        let line = Vec2::new(corner.x, top + 1.0);
        canvas.rectangle(Vec2::new(0.0, top), line, color(0xc4_c6c6), 1.0);
        for (entry, place) in self.entries.iter().zip(&self.places) {
            entry.draw(canvas, *place + Vec2::new(0.0, top + 7.0));
        }
    }
}

impl Entry {
    fn width(&self) -> f32 {
        let graphic = match &self.graphic {
            Graphic::Bar(length) => *length,
            Graphic::Ramp(_) | Graphic::Way(_) => RAMP,
            Graphic::Dashes => 0.0,
            Graphic::Words(words) => text::width(words),
            Graphic::Field(_) => FIELD.x,
            Graphic::Spawn => 20.0,
            Graphic::Mark(_) => return 24.0 + text::width(&self.caption),
        };
        let numbers = text::width(&self.left) + 14.0 + text::width(&self.right);
        graphic.max(numbers).max(text::width(&self.caption))
    }

    fn draw(&self, canvas: &mut Canvas, at: Vec2) {
        if let Graphic::Mark(shade) = self.graphic {
            end(canvas, Vec2::new(at.x + 8.5, at.y + 9.0), shade);
            text::write(canvas, at.x + 24.0, at.y, &self.caption, ink());
            return;
        }
        text::write(canvas, at.x, at.y, &self.caption, color(0x6a_7078));
        let middle = at.y + 25.0;
        let mut width = RAMP;
        match &self.graphic {
            Graphic::Bar(length) => {
                width = *length;
                bar(canvas, at.x, middle, *length);
            }
            Graphic::Ramp(ramp) => ramp_bar(canvas, at.x, middle, 7.0, ramp),
            Graphic::Way(ramp) => {
                ramp_bar(canvas, at.x + 8.0, middle, 3.0, ramp);
                start(canvas, Vec2::new(at.x + 8.0, middle), ramp.at(0.0));
                end(canvas, Vec2::new(at.x + RAMP - 8.0, middle), ramp.at(1.0));
            }
            Graphic::Dashes => {
                for dash in 0..6 {
                    let x = at.x + 13.0 * dash as f32 + 2.0;
                    let [a, b] = [x, x + 6.0].map(|x| Vec2::new(x, middle));
                    canvas.segment(a, b, 4.0, Ramp::time(0, 1).at(0.5).lerp(Vec3::ONE, 0.3));
                }
            }
            Graphic::Words(words) => text::write(canvas, at.x, at.y + 18.0, words, ink()),
            Graphic::Field(paint) => field(canvas, Vec2::new(at.x, middle - 0.5 * FIELD.y), *paint),
            Graphic::Spawn => spawn(canvas, Vec2::new(at.x + 10.0, middle)),
            Graphic::Mark(_) => {}
        }
        let y = at.y + 37.0;
        text::write(canvas, at.x, y, &self.left, ink());
        let right = at.x + width.max(self.width()) - text::width(&self.right);
        text::write(canvas, right, y, &self.right, ink());
    }
}

/// The name of each path: all there is room for in a narrow picture.
fn marks(stage: &Stage) -> Vec<Entry> {
    let mark = |caption: String, graphic| Entry {
        caption,
        graphic,
        left: String::new(),
        right: String::new(),
    };
    let mut marks: Vec<Entry> = (stage.paths.iter().take(TRACKS))
        .map(|path| {
            mark(
                path.name.chars().take(24).collect(),
                Graphic::Mark(path.ramp.at(1.0)),
            )
        })
        .collect();
    if stage.paths.len() > TRACKS {
        let more = format!("+ {} more", stage.paths.len() - TRACKS);
        marks.push(mark(more, Graphic::Words(String::new())));
    }
    marks
}

/// Scale, heights, paths and size of a stage.
fn entries(stage: &Stage, scale: Option<f32>) -> Vec<Entry> {
    let entry = |caption: &str, graphic, left: String, right: String| Entry {
        caption: caption.into(),
        graphic,
        left,
        right,
    };
    let mut entries = Vec::new();
    if let Some(scale) = scale {
        let length = text::round_length(160.0 / scale);
        let graphic = Graphic::Bar(length * scale);
        let words = text::metres(length);
        entries.push(entry("scale", graphic, words, String::new()));
    }
    let ground = stage.frame.middle(stage.frame.up);
    let floors = stage.floors;
    let end = |rest: bool, sign: &str, height: f32| {
        let words = text::metres(height + ground);
        if rest {
            format!("{sign} {words}")
        } else {
            words
        }
    };
    let low = end(floors.lower, "<", floors.low);
    let high = end(floors.higher, ">", floors.high);
    if !stage.triangles.is_empty() {
        entries.push(entry(
            "floor height",
            Graphic::Ramp(Ramp::height()),
            low,
            high,
        ));
    }
    for path in stage.paths.iter().take(TRACKS) {
        let name: String = path.name.chars().take(24).collect();
        let ticks = format!("{} ticks", path.feet.len().saturating_sub(1));
        let walked = text::metres(path.walked);
        entries.push(entry(&name, Graphic::Way(path.ramp.clone()), ticks, walked));
    }
    if stage.paths.len() > TRACKS {
        let more = Graphic::Words(format!("+ {} more", stage.paths.len() - TRACKS));
        entries.push(entry("", more, String::new(), String::new()));
    }
    if scale.is_some() && !stage.paths.is_empty() {
        let words = "under a roof".into();
        entries.push(entry("path", Graphic::Dashes, words, String::new()));
    }
    for (caption, paint) in volumes(stage) {
        let graphic = Graphic::Field(paint);
        entries.push(entry(caption, graphic, String::new(), String::new()));
    }
    let size = stage.high - stage.low;
    let words = [size.x, size.z, size.y].map(text::number);
    let words = Graphic::Words(format!("{} m", words.join(" × ")));
    let count = format!("{} triangles", stage.triangles.len());
    entries.push(entry("level", words, count, String::new()));
    entries
}

/// The name and the color of each kind of volume that a stage has.
fn volumes(stage: &Stage) -> impl Iterator<Item = (&'static str, fn(Vec2) -> Vec3)> {
    let has = |is_it: fn(&Volume) -> bool| stage.volumes.iter().any(is_it);
    let wet: fn(Vec2) -> Vec3 = |_| water().lerp(Vec3::ONE, 0.4);
    let water = has(|one| matches!(one, Volume::Water(_))).then_some(("water", wet));
    let rungs: fn(Vec2) -> Vec3 = rung;
    let ladder = has(|one| matches!(one, Volume::Ladder(_))).then_some(("ladder", rungs));
    water.into_iter().chain(ladder)
}

/// A pixel of the small field of ladders: a line through its middle.
fn rung(at: Vec2) -> Vec3 {
    if (at.y - 0.5 * FIELD.y).abs() < 3.0 {
        ladder()
    } else {
        color(0xfb_faf7)
    }
}

/// A small field in a frame.
fn field(canvas: &mut Canvas, corner: Vec2, paint: fn(Vec2) -> Vec3) {
    let frame = color(0x8a_8f94);
    canvas.rectangle(corner - 1.0, corner + FIELD + 1.0, frame, 1.0);
    for row in 0..FIELD.y as i32 {
        for column in 0..FIELD.x as i32 {
            let at = Vec2::new(column as f32, row as f32);
            canvas.rectangle(corner + at, corner + at + 1.0, paint(at), 1.0);
        }
    }
}

/// A scale bar with a tick at each end.
fn bar(canvas: &mut Canvas, x: f32, y: f32, length: f32) {
    let corner = |dx: f32, dy: f32| Vec2::new(x + dx, y + dy);
    canvas.rectangle(corner(0.0, -1.0), corner(length, 1.0), ink(), 1.0);
    for end in [0.0, length - 2.0] {
        canvas.rectangle(corner(end, -6.0), corner(end + 2.0, 6.0), ink(), 1.0);
    }
}

/// A ramp as a bar, `half` rows to each side of `y`.
fn ramp_bar(canvas: &mut Canvas, x: f32, y: f32, half: f32, ramp: &Ramp) {
    let columns = if half > 5.0 { RAMP } else { RAMP - 16.0 };
    let shade = |column: f32| ramp.at(column / columns);
    let frame = color(0x8a_8f94);
    let corner = |dx: f32, dy: f32| Vec2::new(x + dx, y + dy);
    if half > 5.0 {
        canvas.rectangle(
            corner(-1.0, -half - 1.0),
            corner(columns + 1.0, half + 1.0),
            frame,
            1.0,
        );
    }
    for column in 0..columns as i32 {
        let column = column as f32;
        let color: Vec3 = shade(column);
        canvas.rectangle(
            corner(column, -half),
            corner(column + 1.0, half),
            color,
            1.0,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, Track};

    #[test]
    fn a_small_picture_is_no_legend() {
        let tracks: Vec<Track> = (0..15)
            .map(|number| Track {
                name: format!("character {number}"),
                feet: vec![Vec3::ZERO, Vec3::X],
                radius: 0.3,
                height: 1.8,
            })
            .collect();
        let floor = [[Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]];
        let stage = Stage::new(&Scene {
            triangles: &floor,
            colors: &[],
            up: Vec3::Y,
            flat: false,
            walkable: 0.7,
            tracks: &tracks,
            volumes: &[],
        });
        let small = Legend::new(&stage, 640.0, None);
        assert_eq!(small.entries.len(), TRACKS + 1);
        assert!(small.height <= 480.0 * 0.25, "{}", small.height);
        let ends = small.entries.iter().zip(&small.places);
        assert!(
            ends.into_iter()
                .all(|(entry, at)| at.x + entry.width() < 640.0)
        );
        // A wide picture has heights, ticks and distances besides.
        assert!(Legend::new(&stage, 1600.0, None).entries.len() > TRACKS + 1);
    }
}
