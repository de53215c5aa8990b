//! A surveyed level: a map of each floor, and all of it from the side and above.

use glam::{Vec2, Vec3};

use super::canvas::Canvas;
use super::heat::{self, Found, Heat};
use super::legend::{Entry, Graphic, Legend};
use super::map::{self, MARGIN, Plan, SAMPLES};
use super::marks::{self, Dot};
use super::path::ink;
use super::ramp::{Ramp, colour};
use super::raster::{NOTHING, Raster};
use super::scout;
use super::stage::Stage;
use super::text;
use super::view;
use super::{Scene, Storey, Surveyed};

/// A jump in height that is outlined, in metres: more than anyone steps.
const JUMP: f32 = 0.45;

/// Rows of a line of the list of findings.
const LINE: f32 = 24.0;

/// Findings that are listed below a picture at most.
const LISTED: usize = 14;

/// What a sample of a map shows.
#[derive(Clone, Copy)]
struct Sample {
    height: f32,
    shows: Shows,
}

#[derive(Clone, Copy, PartialEq)]
enum Shows {
    Nothing,
    /// A time, and that of what is below it.
    Reached(f32, Option<f32>),
    Unreached,
    /// A face of the level, and whether it belongs to a lower floor.
    Face(u32, bool),
    /// Ground of a lower floor that was come to.
    Elsewhere,
}

/// All that is drawn of a floor.
struct Floor<'a> {
    stage: &'a Stage,
    heat: &'a Heat,
    plan: Plan,
    raster: Raster,
    /// Heights of the level that belong to it.
    range: [f32; 2],
}

/// Draws the map of a floor, by its number from below.
pub(super) fn floor(surveyed: &Surveyed<'_>, number: usize, width: u32) -> Canvas {
    let stage = stage(surveyed);
    let longest = surveyed.longest();
    let heat = Heat::new(surveyed, longest);
    let Storey { range, .. } = surveyed.storeys[number];
    let plan = Plan::new(&stage, width as f32 - 2.0 * MARGIN.x);
    let below = range[1] - stage.frame.middle(stage.frame.up);
    let floor = Floor {
        stage: &stage,
        heat: &heat,
        raster: map::raster(&stage, &plan, below),
        plan,
        range,
    };
    let listed: Vec<_> = (surveyed.findings.iter())
        .filter(|mark| (range[0]..range[1]).contains(&mark.position.y))
        .collect();
    let samples = floor.samples();
    let stacked = samples
        .iter()
        .any(|sample| matches!(sample.shows, Shows::Reached(_, Some(_))));
    let entries = entries(surveyed, Some((plan.scale, range, stacked)), longest);
    let legend = Legend::of(entries, width as f32);
    let top = plan.size.y + 2.0 * MARGIN.y;
    let mut canvas = Canvas::new(
        width,
        (top + legend.height + list_height(&listed)) as u32,
        colour(0xfb_faf7),
    );
    floor.draw(&mut canvas, &samples);
    map::frame(&mut canvas, &stage, &plan);
    let place = |p: Vec3| plan.place(stage.frame.local(p)).truncate() + MARGIN;
    if (range[0]..range[1]).contains(&surveyed.spawn.y) {
        marks::spawn(&mut canvas, place(surveyed.spawn));
    }
    let dots: Vec<_> = (listed.iter())
        .map(|mark| Dot {
            at: place(mark.position).clamp(MARGIN, MARGIN + plan.size),
            number: mark.number,
            colour: marks::kind(mark.kind),
        })
        .collect();
    marks::draw(&mut canvas, &dots, [MARGIN, MARGIN + plan.size]);
    let title = title(surveyed, number);
    text::write(&mut canvas, MARGIN.x, 7.0, &title, ink());
    legend.draw(&mut canvas, top);
    list(&mut canvas, &listed, top + legend.height);
    canvas
}

/// Draws all of it from the side and above.
pub(super) fn overview(surveyed: &Surveyed<'_>, width: u32, height: u32) -> Canvas {
    let stage = stage(surveyed);
    let longest = surveyed.longest();
    let heat = Heat::new(surveyed, longest);
    let legend = Legend::of(entries(surveyed, None, longest), width as f32);
    let marked: Vec<_> = surveyed.findings.iter().collect();
    let bottom = height as f32;
    let whole = bottom + legend.height + list_height(&marked);
    let mut canvas = Canvas::new(width, height, Vec3::ZERO);
    for row in 0..height as i32 {
        let tone = view::backdrop(row as f32 / bottom);
        let corner = Vec2::new(0.0, row as f32);
        canvas.rectangle(corner, Vec2::new(width as f32, row as f32 + 1.0), tone, 1.0);
    }
    let room = [
        Vec2::splat(view::MARGIN),
        Vec2::new(width as f32, bottom) - view::MARGIN,
    ];
    let camera = scout::camera(&stage, room);
    view::level(&mut canvas, &stage, &camera, Some(&heat));
    view::axes(&mut canvas, &stage, &camera, Vec2::new(64.0, bottom - 64.0));
    let mut canvas = canvas.taller(whole as u32, colour(0xfb_faf7));
    let place = |p: Vec3| camera.place(stage.frame.local(p)).map(|p| p.truncate());
    if let Some(at) = place(surveyed.spawn) {
        marks::spawn(&mut canvas, at);
    }
    let dots: Vec<_> = (marked.iter())
        .filter_map(|mark| {
            let at = place(mark.position)?;
            let inside =
                at.cmpge(Vec2::ZERO).all() && at.cmple(Vec2::new(width as f32, bottom)).all();
            inside.then_some(Dot {
                at,
                number: mark.number,
                colour: marks::kind(mark.kind),
            })
        })
        .collect();
    marks::draw(
        &mut canvas,
        &dots,
        [Vec2::ZERO, Vec2::new(width as f32, bottom)],
    );
    legend.draw(&mut canvas, bottom);
    list(&mut canvas, &marked, bottom + legend.height);
    canvas
}

fn stage(surveyed: &Surveyed<'_>) -> Stage {
    Stage::new(&Scene {
        triangles: surveyed.triangles,
        up: Vec3::Y,
        flat: false,
        walkable: surveyed.walkable,
        tracks: &[],
    })
}

impl Floor<'_> {
    /// What every sample of the plot shows, row by row.
    fn samples(&self) -> Vec<Sample> {
        let mut samples = Vec::with_capacity(self.raster.width * self.raster.height);
        for y in 0..self.raster.height {
            for x in 0..self.raster.width {
                samples.push(self.sample(x, y));
            }
        }
        samples
    }

    fn sample(&self, x: usize, y: usize) -> Sample {
        let (near, index) = self.raster.sample(x as i64, y as i64);
        let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) / SAMPLES as f32;
        let way = self.plan.ground(at);
        let p = self.stage.frame.level(Vec3::new(way.x, 0.0, way.y));
        let p = Vec2::new(p.x, p.z);
        if let Some(found) = self.heat.above(p, self.range) {
            return match found {
                Found::Reached {
                    height,
                    time,
                    below,
                } => Sample {
                    height,
                    shows: Shows::Reached(time, below),
                },
                Found::Unreached(height) => Sample {
                    height,
                    shows: Shows::Unreached,
                },
            };
        }
        if index == NOTHING {
            let height = f32::NEG_INFINITY;
            return Sample {
                height,
                shows: Shows::Nothing,
            };
        }
        let ground = self.stage.frame.middle(self.stage.frame.up);
        let height = self.plan.height(near) + ground;
        let is_lower = height < self.range[0];
        let shows = if is_lower && self.heat.is_reached(p, height) {
            Shows::Elsewhere
        } else {
            Shows::Face(index, is_lower)
        };
        Sample { height, shows }
    }

    fn draw(&self, canvas: &mut Canvas, samples: &[Sample]) {
        let (width, height) = (self.raster.width, self.raster.height);
        for y in 0..height / SAMPLES {
            for x in 0..width / SAMPLES {
                let mut sum = Vec3::ZERO;
                for at in 0..SAMPLES * SAMPLES {
                    let column = x * SAMPLES + at % SAMPLES;
                    let row = y * SAMPLES + at / SAMPLES;
                    sum += self.colour(samples, column, row);
                }
                let colour = sum / (SAMPLES * SAMPLES) as f32;
                let at = MARGIN + Vec2::new(x as f32, y as f32);
                canvas.blend(at.x as i32, at.y as i32, colour, 1.0);
            }
        }
    }

    fn colour(&self, samples: &[Sample], x: usize, y: usize) -> Vec3 {
        let sample = &samples[y * self.raster.width + x];
        let at = Vec2::new(x as f32, y as f32) / SAMPLES as f32;
        let paint = match sample.shows {
            Shows::Nothing => colour(0xf4_f3ef),
            Shows::Reached(time, None) => self.heat.at(time),
            Shows::Reached(time, Some(below)) => {
                self.heat.at(if is_stripe(at) { below } else { time })
            }
            Shows::Unreached => heat::hatch(at),
            Shows::Elsewhere => heat::elsewhere(),
            Shows::Face(index, is_lower) => {
                let normal = self.stage.normal(index as usize);
                let light = normal.dot(Vec3::new(-0.5, 0.8, -0.5)) / 0.8;
                let light = (0.7 + 0.3 * light).clamp(0.5, 1.1);
                let face = if normal.y >= self.stage.walkable {
                    heat::ground() * light
                } else {
                    heat::stone() * light
                };
                let far = if is_lower { 0.5 } else { 0.0 };
                face.lerp(colour(0xf4_f3ef), far)
            }
        };
        let outline = if self.is_edge(samples, x, y) {
            0.72
        } else {
            0.0
        };
        paint.lerp(colour(0x2b_3038), outline)
    }

    /// Whether the height jumps between this sample and one beside it.
    fn is_edge(&self, samples: &[Sample], x: usize, y: usize) -> bool {
        let (width, height) = (self.raster.width, self.raster.height);
        let own = &samples[y * width + x];
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| {
            let (x, y) = (x as i64 + dx, y as i64 + dy);
            let inside = (0..width as i64).contains(&x) && (0..height as i64).contains(&y);
            inside.then(|| &samples[y as usize * width + x as usize])
        });
        beside.into_iter().flatten().any(|other| {
            if (own.shows == Shows::Nothing) != (other.shows == Shows::Nothing) {
                return true;
            }
            if own.shows == other.shows {
                return false;
            }
            // The lower side is drawn on: walls keep their width. Slopes rise between samples without a jump.
            other.height - own.height > JUMP + self.rise(own) + self.rise(other)
        })
    }

    /// How much a sample's face rises from one to the next.
    fn rise(&self, sample: &Sample) -> f32 {
        let Shows::Face(index, _) = sample.shows else {
            return 0.0;
        };
        let normal = self.stage.normal(index as usize);
        let slope = (1.0 - normal.y * normal.y).max(0.0).sqrt() / normal.y.max(1e-3);
        slope / (self.plan.scale * SAMPLES as f32)
    }
}

/// Stripes of what lies below.
fn is_stripe(at: Vec2) -> bool {
    (at.x - at.y).rem_euclid(10.0) < 4.0
}

fn title(surveyed: &Surveyed<'_>, number: usize) -> String {
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

/// What the colours mean; of a map with its scale, its heights, and whether something lies above something.
fn entries(
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
    let field = |caption, paint, words| entry(caption, Graphic::Field(paint), words, String::new());
    if map.is_some_and(|(_, _, stacked)| stacked) {
        let striped = |at: Vec2| Ramp::heat().at(if is_stripe(at) { 0.75 } else { 0.3 });
        entries.push(field("striped", striped, "above each other"));
    }
    entries.push(field("hatched", heat::hatch, "never reached"));
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

/// Rows that the list of findings takes.
fn list_height(listed: &[&super::Mark<'_>]) -> f32 {
    match listed.len() {
        0 => LINE + 12.0,
        count => LINE * (count.min(LISTED) + usize::from(count > LISTED)) as f32 + 14.0,
    }
}

/// The findings, a line each.
fn list(canvas: &mut Canvas, listed: &[&super::Mark<'_>], top: f32) {
    let width = canvas.width() as f32;
    canvas.rectangle(
        Vec2::new(0.0, top),
        Vec2::new(width, top + 1.0),
        colour(0xc4_c6c6),
        1.0,
    );
    let mut y = top + 10.0;
    let soft = colour(0x6a_7078);
    if listed.is_empty() {
        text::write(canvas, 28.0, y, "no findings here", soft);
    }
    for mark in listed.iter().take(LISTED) {
        marks::number(
            canvas,
            Vec2::new(42.0, y + 8.5),
            mark.number,
            marks::kind(mark.kind),
        );
        text::write(canvas, 66.0, y, mark.kind.name(), marks::kind(mark.kind));
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

/// Words that fit.
fn shortened(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.into();
    }
    let kept: String = words.chars().take(most.saturating_sub(3)).collect();
    format!("{}...", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::super::{Mark, Reached};
    use super::*;
    use carom_survey::Ground;
    use carom_survey::Kind;

    fn floor_at(y: f32) -> [[Vec3; 3]; 2] {
        let corner = |x: f32, z: f32| Vec3::new(x, y, z);
        let [a, b, c, d] = [(0., 0.), (0., 8.), (8., 8.), (8., 0.)].map(|(x, z)| corner(x, z));
        [[a, b, c], [a, c, d]]
    }

    /// A room of two floors under a roof; the upper one is reached in one half.
    #[test]
    fn a_roof_hides_nothing_and_floors_are_apart() {
        let triangles = [floor_at(0.0), floor_at(4.0), floor_at(9.0)].concat();
        let mut ground = Vec::new();
        for z in 0..32 {
            for x in 0..16 {
                for y in [0.0, 4.0] {
                    let corner = Vec3::new(x as f32 * 0.25, y, z as f32 * 0.25);
                    let (place, shape) = (0, u64::MAX);
                    ground.push(Reached {
                        ground: Ground {
                            corner,
                            place,
                            shape,
                        },
                        seconds: if y > 0.0 { 10.0 } else { 0.0 },
                    });
                }
            }
        }
        let unreached = [Vec3::new(6.125, 4.0, 4.125)];
        let findings = [Mark {
            number: 1,
            kind: Kind::Leak,
            position: Vec3::new(2.0, 4.0, 2.0),
            what: "the character leaves the level from here",
        }];
        let storey = |number: usize, height: f32, range| Storey {
            floors: [number; 2],
            heights: [height; 2],
            range,
            area: 32.0,
        };
        let storeys = [
            storey(1, 0.0, [f32::NEG_INFINITY, 2.0]),
            storey(2, 4.0, [2.0, f32::INFINITY]),
        ];
        let surveyed = Surveyed {
            triangles: &triangles,
            ground: &ground,
            unreached: &unreached,
            storeys: &storeys,
            findings: &findings,
            ..Surveyed::default()
        };
        let width = 428 + 2 * MARGIN.x as u32;
        let at = |canvas: &Canvas, x: f32, z: f32| {
            let p = Vec2::new(x - 4.0, z - 4.0) * 50.0 + 214.0 + MARGIN;
            canvas.pixel(p.x as i32, p.y as i32)
        };
        let heat = Ramp::heat();
        let lower = floor(&surveyed, 0, width);
        let upper = floor(&surveyed, 1, width);
        // Beside the lines of the frame's coordinates.
        assert!(at(&lower, 2.3, 6.3).distance(heat.at(0.0)) < 1e-3);
        assert!(at(&upper, 2.3, 6.3).distance(heat.at(1.0)) < 1e-3);
        // What nobody came to is no heat, and hatched only where one can stand.
        let hatched = at(&upper, 6.125, 4.125);
        let stripes = [true, false].map(heat::hatched);
        let between =
            (0..=4).any(|k| hatched.distance(stripes[0].lerp(stripes[1], k as f32 / 4.0)) < 1e-3);
        assert!(between, "{hatched}");
        assert!(at(&lower, 6.3, 6.3).distance(heat::ground()) < 0.1);
        // The finding is on its own floor's map alone.
        let leak = marks::kind(Kind::Leak);
        assert!(at(&upper, 2.0, 2.0).distance(leak) < 1e-3);
        assert!(at(&lower, 2.0, 2.0).distance(leak) > 0.1);
        assert_eq!(
            overview(&surveyed, 400, 300).png().expect("in memory"),
            overview(&surveyed, 400, 300).png().expect("in memory")
        );
    }
}
