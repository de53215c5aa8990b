//! The data of the page: level, ground, findings with their surroundings, replays, the character.

use super::super::show::Show;
use super::super::storeys::between;
use super::camera;
use super::ground::{self, Ground, GroundCell};
use super::list::{self, ListData};
use super::mesh::{self, CoarseMesh};
use super::packed::Packed;
use super::regions::{self, RegionGround};
use super::tints::{self, Tint};
use anyhow::{Result, anyhow};
use carom_format::Coordinates;
use carom_format::report::Bounds;
use carom_survey::InputScript;
use glam::Vec3;
use serde::Serialize;

/// Most moments of all replays of a page.
const MOMENTS: usize = 200_000;

/// Difference of heights of the character that are drawn separately, m, and most of them.
const APART: f32 = 0.01;
const FIGURES: usize = 16;

/// The data that the page reads.
#[derive(Serialize)]
pub(super) struct PageData {
    bounds: Bounds,
    radius: f32,
    height: f32,
    hz: u32,
    walkable: f32,
    step: f32,
    /// The colors of the level's triangles; none if it has no colors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tints: Vec<Tint>,
    ground: GroundData,
    floors: Vec<FloorData>,
    findings: Vec<FindingData>,
    goals: Vec<FindingData>,
    regions: Vec<FindingData>,
    region_grounds: Vec<RegionGround>,
    list: ListData,
    figures: Vec<Figure>,
    notes: Vec<String>,
    sections: Vec<(&'static str, &'static str, usize, usize)>,
    packed: String,
}

#[derive(Serialize)]
struct GroundData {
    origin: [f32; 2],
    cell: f32,
    low: f32,
    step: f32,
    longest: f64,
    colours: Vec<String>,
}

#[derive(Serialize)]
struct FloorData {
    /// The height below which it is shown.
    top: f32,
}

/// A finding, a goal or a region.
#[derive(Serialize)]
struct FindingData {
    number: MarkLabel,
    kind: &'static str,
    position: Coordinates,
    /// Yaw and pitch of the camera.
    view: [f64; 2],
    /// The first of its triangles, and their number.
    around: [usize; 2],
    /// The first of its moments, and their number.
    replay: [usize; 2],
    /// Ticks between moments.
    stride: usize,
    /// The moment with the feet nearest to its position.
    nearest: usize,
    /// The first of the turns of its camera, and their number.
    turns: [usize; 2],
}

/// The label of a mark: a finding's number, or a goal's or region's with a letter before it.
#[derive(Serialize)]
#[serde(untagged)]
enum MarkLabel {
    Finding(usize),
    Other(String),
}

/// A finding, a goal or a region of the page.
struct Shown<'a> {
    number: MarkLabel,
    kind: &'static str,
    position: Vec3,
    triangles: &'a [u32],
    /// The input to replay; none for a missed goal and a region.
    script: Option<&'a InputScript>,
}

/// All findings, then all goals, then the regions of the table.
fn shown<'a>(show: &'a Show<'_>) -> Vec<Shown<'a>> {
    let findings = (1..)
        .zip(show.outcome.findings)
        .map(|(number, finding)| Shown {
            number: MarkLabel::Finding(number),
            kind: finding.kind.name(),
            position: finding.position,
            triangles: &finding.triangles,
            script: Some(&finding.script),
        });
    let goals = (1..).zip(show.goals).map(|(number, goal)| Shown {
        number: MarkLabel::Other(list::mark(number)),
        kind: "goal",
        position: goal.at,
        triangles: &[],
        script: goal.script.as_ref(),
    });
    let regions = (1..)
        .zip(regions::listed(show))
        .map(|(number, region)| Shown {
            number: MarkLabel::Other(regions::mark(number)),
            kind: "region",
            position: region.position,
            triangles: &[],
            script: None,
        });
    findings.chain(goals).chain(regions).collect()
}

/// The surface of the character at a height.
#[derive(Serialize)]
struct Figure {
    height: f32,
    /// The first number of its vertices, and the number of vertices.
    vertices: [usize; 2],
    /// The first corner of its triangles, and the number of corners.
    triangles: [usize; 2],
}

/// The data; `colours(n)` gives n colors of the heat map.
pub(super) fn drawn(show: &Show<'_>, colours: fn(usize) -> Vec<String>) -> Result<PageData> {
    let outcome = show.outcome;
    let mut packed = Packed::default();
    let mut notes = Vec::new();
    let tints = level(show, &mut packed, &mut notes);
    let ground = reached(show, &mut packed, &mut notes, colours);
    let (mut findings, heights) = replays(show, &mut packed, &mut notes);
    let mut goals = findings.split_off(outcome.findings.len());
    let regions = goals.split_off(show.goals.len());
    let region_grounds = regions::grounds(show, &mut packed);
    let figures = figures(&heights, outcome.settings.radius, &mut packed)?;
    let bounds = outcome.mesh.bounds();
    let heights: Vec<_> = outcome
        .reach
        .floors
        .iter()
        .map(|floor| floor.height)
        .collect();
    let tops = (0..heights.len()).map(|number| between(&heights, number)[1]);
    Ok(PageData {
        bounds: Bounds {
            min: Coordinates::of(bounds.min),
            max: Coordinates::of(bounds.max),
        },
        radius: outcome.settings.radius,
        height: outcome.options.height,
        hz: outcome.options.hz,
        walkable: outcome.settings.max_slope,
        step: outcome.settings.step_height,
        tints,
        ground,
        // JSON has no infinity.
        floors: tops.map(|top| FloorData { top: top.min(1e9) }).collect(),
        findings,
        goals,
        regions,
        region_grounds,
        list: list::data(show),
        figures,
        notes,
        sections: packed.sections().to_vec(),
        packed: packed.text()?,
    })
}

fn level(show: &Show<'_>, packed: &mut Packed, notes: &mut Vec<String>) -> Vec<Tint> {
    let mesh = show.outcome.mesh;
    let CoarseMesh {
        vertices,
        mut triangles,
        colors,
        coarse,
    } = CoarseMesh::new(mesh, &show.outcome.level.colors, mesh::MOST);
    if let Some(width) = coarse {
        notes.push(format!(
            "The level has {} triangles: it is drawn here with {}, its corners moved by up to {:.2} m. Findings and pictures are exact.",
            mesh.len(),
            triangles.len(),
            width * 3.0_f32.sqrt(),
        ));
    }
    // The picture has no ceilings, and no edges of ceilings.
    let floors: Vec<_> = (triangles.iter().copied())
        .filter(|triangle| {
            let [a, b, c] = triangle.map(|i| vertices[i as usize]);
            let normal = (b - a).cross(c - a);
            normal.y >= -0.3 * normal.length()
        })
        .collect();
    let creases = carom_web::creases(&vertices, &floors);
    let numbers =
        |points: &[Vec3]| -> Vec<f32> { points.iter().flat_map(Vec3::to_array).collect() };
    let tints = match colors.is_empty() {
        true => Vec::new(),
        false => tints::sort(&mut triangles, &colors),
    };
    packed.add("vertices", &numbers(&vertices));
    packed.add("triangles", triangles.as_flattened());
    packed.add("creases", &numbers(creases.as_flattened()));
    tints
}

fn reached(
    show: &Show<'_>,
    packed: &mut Packed,
    notes: &mut Vec<String>,
    colours: fn(usize) -> Vec<String>,
) -> GroundData {
    let outcome = show.outcome;
    let grounds = &outcome.reach.ground;
    let cells = grounds
        .iter()
        // A quarter of a cell counts as a whole one.
        .filter(|ground| ground.shape.count_ones() >= 16)
        .map(|ground| GroundCell {
            corner: ground.corner,
            seconds: ground.seconds,
        });
    let ground = Ground::new(
        cells.collect(),
        outcome.reach.cell,
        outcome.step(),
        ground::MOST,
    );
    if ground.cell > outcome.options.cell {
        notes.push(format!(
            "The ground that was reached is drawn here in cells of {} m, wider than those of the search.",
            ground.cell
        ));
    }
    packed.add("cells", &ground.cells);
    packed.add("heights", &ground.heights);
    packed.add("shades", &ground.shades);
    let Ground {
        origin,
        cell,
        low,
        step,
        longest,
        ..
    } = ground;
    GroundData {
        origin,
        cell,
        low,
        step,
        longest: (f64::from(longest) * 10.0).round() / 10.0,
        colours: colours(ground::SHADES),
    }
}

/// The triangles and the replay of each finding, and all heights of the character.
fn replays(
    show: &Show<'_>,
    packed: &mut Packed,
    notes: &mut Vec<String>,
) -> (Vec<FindingData>, Vec<f32>) {
    let outcome = show.outcome;
    let shown = shown(show);
    let scripts = shown.iter().filter_map(|one| one.script);
    let ticks = scripts.map(|script| script.ticks() + 1);
    let stride = (ticks.sum::<u64>() as usize).div_ceil(MOMENTS).max(1);
    if stride > 1 {
        notes.push(format!(
            "The replays show every {stride}. tick here; the scenarios have all."
        ));
    }
    let mut replays = Replays {
        stride,
        around: Vec::new(),
        feet: Vec::new(),
        heights: vec![outcome.options.height],
        turns: Vec::new(),
    };
    let findings = shown
        .into_iter()
        .map(|one| replays.add(show, one))
        .collect();
    packed.add("around", &replays.around);
    packed.add("feet", &replays.feet);
    packed.add("turns", &replays.turns);
    (findings, replays.heights)
}

/// The triangles and moments of all findings so far.
struct Replays {
    stride: usize,
    /// Nine numbers per triangle.
    around: Vec<f32>,
    /// Feet and height per moment.
    feet: Vec<f32>,
    heights: Vec<f32>,
    /// Moment, yaw and pitch per turn of a camera.
    turns: Vec<f32>,
}

impl Replays {
    fn add(&mut self, show: &Show<'_>, one: Shown<'_>) -> FindingData {
        let outcome = show.outcome;
        let first = self.around.len() / 9;
        for &triangle in one.triangles {
            let triangle = outcome.mesh.triangle(triangle);
            for corner in [triangle.a, triangle.b, triangle.c] {
                self.around.extend(corner.to_array());
            }
        }
        let begin = self.feet.len() / 4;
        let nearest = self.add_moments(show, &one);
        let view = camera::view(outcome.mesh, one.position, outcome.options.height);
        let first_turn = self.turns.len() / 3;
        let moments = self.feet[4 * begin..].as_chunks().0;
        // Twice a second.
        let every = (outcome.options.hz as usize / 2 / self.stride).max(1);
        for turn in camera::turns(outcome.mesh, moments, every, nearest, view) {
            self.turns.extend(turn);
        }
        FindingData {
            number: one.number,
            kind: one.kind,
            position: Coordinates::of(one.position),
            view,
            around: [first, self.around.len() / 9 - first],
            replay: [begin, self.feet.len() / 4 - begin],
            stride: self.stride,
            nearest,
            turns: [first_turn, self.turns.len() / 3 - first_turn],
        }
    }

    /// Adds the moments of a replay; returns the index of the nearest to the position.
    fn add_moments(&mut self, show: &Show<'_>, one: &Shown<'_>) -> usize {
        let outcome = show.outcome;
        let replay = |script| outcome.survey.replay(script);
        let bodies = one.script.map(replay).unwrap_or_default();
        let mut nearest = (f32::INFINITY, 0);
        let last = bodies.len().checked_sub(1);
        let moments = (0..last.unwrap_or_default())
            .step_by(self.stride)
            .chain(last);
        for (moment, tick) in moments.enumerate() {
            let body = bodies[tick];
            self.feet.extend(body.feet.to_array());
            self.feet.push(body.height);
            let distance = body.feet.distance(one.position);
            // The last of equal moments.
            if distance <= nearest.0 {
                nearest = (distance, moment);
            }
            let heights = &mut self.heights;
            if heights.len() < FIGURES && heights.iter().all(|h| (h - body.height).abs() > APART) {
                heights.push(body.height);
            }
        }
        nearest.1
    }
}

/// The surface of the character at each height, with its feet at the origin.
fn figures(heights: &[f32], radius: f32, packed: &mut Packed) -> Result<Vec<Figure>> {
    let (mut numbers, mut corners) = (Vec::<f32>::new(), Vec::<u32>::new());
    let mut figures = Vec::new();
    for &height in heights {
        let radius = f64::from(radius);
        let top = (f64::from(height) - radius).max(radius);
        let surface = carom_web::surface(&[radius, 0.0, radius, 0.0, 0.0, top, 0.0])
            .map_err(|_| anyhow!("the character has no surface"))?;
        let (vertices, triangles) = (surface[0] as usize, surface[1] as usize);
        let (places, sides) = surface[2..].split_at(6 * vertices);
        figures.push(Figure {
            height,
            vertices: [numbers.len(), vertices],
            triangles: [corners.len(), 3 * triangles],
        });
        numbers.extend(places.iter().map(|x| *x as f32));
        corners.extend(sides.iter().map(|x| *x as u32));
    }
    packed.add("figure", &numbers);
    packed.add("sides", &corners);
    Ok(figures)
}
