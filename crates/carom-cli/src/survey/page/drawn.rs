//! All that the page draws: level, ground, findings with what is around them, replays, the character.

use super::super::show::Show;
use super::super::storeys::between;
use super::ground::{self, Cell, Ground};
use super::mesh::{self, Drawn};
use super::packed::Packed;
use crate::number::Coordinates;
use anyhow::{Result, anyhow};
use carom::Mesh;
use carom_survey::Action;
use glam::{DVec3, Vec3};
use serde::Serialize;
use std::f64::consts::TAU;

/// Moments of replays that a page has at most, of all together.
const MOMENTS: usize = 200_000;

/// Heights of the character that are drawn apart, m, and how many there are at most.
const APART: f32 = 0.01;
const FIGURES: usize = 16;

/// What the page reads.
#[derive(Serialize)]
pub(super) struct Told {
    bounds: Bounds,
    radius: f32,
    height: f32,
    hz: u32,
    walkable: f32,
    step: f32,
    ground: GroundTold,
    floors: Vec<Floor>,
    findings: Vec<Finding>,
    goals: Vec<Finding>,
    figures: Vec<Figure>,
    notes: Vec<String>,
    sections: Vec<(&'static str, &'static str, usize, usize)>,
    packed: String,
}

#[derive(Serialize)]
struct Bounds {
    min: Coordinates,
    max: Coordinates,
}

#[derive(Serialize)]
struct GroundTold {
    origin: [f32; 2],
    cell: f32,
    low: f32,
    step: f32,
    longest: f64,
    colours: Vec<String>,
}

#[derive(Serialize)]
struct Floor {
    /// Up to where it is seen.
    top: f32,
}

/// A finding, or a goal.
#[derive(Serialize)]
struct Finding {
    number: Number,
    kind: &'static str,
    position: Coordinates,
    /// From where it is looked at: yaw and pitch of the camera.
    view: [f64; 2],
    /// The first of its triangles around, and how many.
    around: [usize; 2],
    /// The first of its moments, and how many.
    replay: [usize; 2],
    /// From one moment to the next, ticks.
    stride: usize,
    /// The moment at which the feet are nearest to its position.
    nearest: usize,
}

/// What stands on its mark: a finding's number, or that of a goal with a letter before it.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Finding(usize),
    Goal(String),
}

/// What is shown of a finding or a goal.
struct Shown<'a> {
    number: Number,
    kind: &'static str,
    position: Vec3,
    triangles: &'a [u32],
    /// What there is to be replayed; of a goal that is not reached nothing.
    script: Option<&'a [Action]>,
}

/// All of them, the findings first.
fn shown<'a>(show: &'a Show<'_>) -> Vec<Shown<'a>> {
    let findings = (1..)
        .zip(show.outcome.findings)
        .map(|(number, finding)| Shown {
            number: Number::Finding(number),
            kind: finding.kind.name(),
            position: finding.position,
            triangles: &finding.triangles,
            script: Some(&finding.script),
        });
    let goals = (1..).zip(show.goals).map(|(number, goal)| Shown {
        number: Number::Goal(super::goal_mark(number)),
        kind: "goal",
        position: goal.at,
        triangles: &[],
        script: goal.script.as_deref(),
    });
    findings.chain(goals).collect()
}

/// The surface of the character at a height.
#[derive(Serialize)]
struct Figure {
    height: f32,
    /// The first number of its vertices, and how many vertices.
    vertices: [usize; 2],
    /// The first corner of its triangles, and how many.
    triangles: [usize; 2],
}

/// All of it; `colours` gives so many of the heat map.
pub(super) fn drawn(show: &Show<'_>, colours: fn(usize) -> Vec<String>) -> Result<Told> {
    let outcome = show.outcome;
    let mut packed = Packed::default();
    let mut notes = Vec::new();
    level(show, &mut packed, &mut notes);
    let ground = reached(show, &mut packed, &mut notes, colours);
    let (mut findings, heights) = replays(show, &mut packed, &mut notes);
    let goals = findings.split_off(outcome.findings.len());
    let figures = figures(&heights, outcome.settings.radius, &mut packed)?;
    let bounds = outcome.mesh.bounds();
    let heights: Vec<_> = outcome
        .reach
        .floors
        .iter()
        .map(|floor| floor.height)
        .collect();
    let tops = (0..heights.len()).map(|number| between(&heights, number)[1]);
    Ok(Told {
        bounds: Bounds {
            min: Coordinates::of(bounds.min),
            max: Coordinates::of(bounds.max),
        },
        radius: outcome.settings.radius,
        height: outcome.options.height,
        hz: outcome.options.hz,
        walkable: outcome.settings.max_slope,
        step: outcome.settings.step_height,
        ground,
        // JSON has no infinity.
        floors: tops.map(|top| Floor { top: top.min(1e9) }).collect(),
        findings,
        goals,
        figures,
        notes,
        sections: packed.sections().to_vec(),
        packed: packed.text()?,
    })
}

fn level(show: &Show<'_>, packed: &mut Packed, notes: &mut Vec<String>) {
    let mesh = show.outcome.mesh;
    let Drawn {
        vertices,
        triangles,
        coarse,
    } = Drawn::new(mesh, mesh::MOST);
    if let Some(width) = coarse {
        notes.push(format!(
            "The level has {} triangles: it is drawn here with {}, its corners moved by up to {:.2} m. Findings and pictures are exact.",
            mesh.len(),
            triangles.len(),
            width * 3.0_f32.sqrt(),
        ));
    }
    // Ceilings are left out of the picture, and so are their edges.
    let seen: Vec<_> = (triangles.iter().copied())
        .filter(|triangle| {
            let [a, b, c] = triangle.map(|i| vertices[i as usize]);
            let normal = (b - a).cross(c - a);
            normal.y >= -0.3 * normal.length()
        })
        .collect();
    let creases = carom_web::creases(&vertices, &seen);
    let numbers =
        |points: &[Vec3]| -> Vec<f32> { points.iter().flat_map(Vec3::to_array).collect() };
    packed.add("vertices", &numbers(&vertices));
    packed.add("triangles", triangles.as_flattened());
    packed.add("creases", &numbers(creases.as_flattened()));
}

fn reached(
    show: &Show<'_>,
    packed: &mut Packed,
    notes: &mut Vec<String>,
    colours: fn(usize) -> Vec<String>,
) -> GroundTold {
    let outcome = show.outcome;
    let seconds = outcome.seconds();
    let grounds = &outcome.reach.ground;
    let cells = grounds
        .iter()
        // A quarter of a cell is worth a whole one.
        .filter(|ground| ground.shape.count_ones() >= 16)
        .map(|ground| Cell {
            corner: ground.corner,
            seconds: seconds[ground.place as usize],
        });
    let ground = Ground::new(
        cells.collect(),
        outcome.options.cell,
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
    GroundTold {
        origin,
        cell,
        low,
        step,
        longest: (f64::from(longest) * 10.0).round() / 10.0,
        colours: colours(ground::SHADES),
    }
}

/// Of each finding its triangles and its replay; also all heights that the character has.
fn replays(
    show: &Show<'_>,
    packed: &mut Packed,
    notes: &mut Vec<String>,
) -> (Vec<Finding>, Vec<f32>) {
    let outcome = show.outcome;
    let shown = shown(show);
    let ticks = shown.iter().filter_map(|one| one.script).map(|script| {
        let lengths = script.iter().map(Action::length);
        lengths.sum::<u64>() + 1
    });
    let stride = (ticks.sum::<u64>() as usize).div_ceil(MOMENTS).max(1);
    if stride > 1 {
        notes.push(format!(
            "The replays show every {stride}. tick here; the scenarios have all."
        ));
    }
    let (mut around, mut feet) = (Vec::<f32>::new(), Vec::<f32>::new());
    let mut heights = vec![outcome.options.height];
    let mut findings = Vec::new();
    for one in shown {
        let first = around.len() / 9;
        for &triangle in one.triangles {
            let triangle = outcome.mesh.triangle(triangle);
            for corner in [triangle.a, triangle.b, triangle.c] {
                around.extend(corner.to_array());
            }
        }
        let replay = |script| outcome.survey.replay(outcome.spawn, script);
        let bodies = one.script.map(replay).unwrap_or_default();
        let begin = feet.len() / 4;
        let mut nearest = (f32::INFINITY, 0);
        let last = bodies.len().checked_sub(1);
        let moments = (0..last.unwrap_or_default()).step_by(stride).chain(last);
        for (moment, tick) in moments.enumerate() {
            let body = bodies[tick];
            feet.extend(body.feet.to_array());
            feet.push(body.height);
            let distance = body.feet.distance(one.position);
            // The last time that it is there.
            if distance <= nearest.0 {
                nearest = (distance, moment);
            }
            if heights.len() < FIGURES && heights.iter().all(|h| (h - body.height).abs() > APART) {
                heights.push(body.height);
            }
        }
        findings.push(Finding {
            number: one.number,
            kind: one.kind,
            position: Coordinates::of(one.position),
            view: view(outcome.mesh, one.position, outcome.options.height),
            around: [first, around.len() / 9 - first],
            replay: [begin, feet.len() / 4 - begin],
            stride,
            nearest: nearest.1,
        });
    }
    packed.add("around", &around);
    packed.add("feet", &feet);
    (findings, heights)
}

/// How far away a camera is, m.
const AWAY: f32 = 20.0;

/// The yaw and pitch of a camera that sees as much of somebody who stands there as any, and the more from above the better
/// only where it has to be: what turns its back to it is left out of the picture.
fn view(mesh: &Mesh<Vec3>, feet: Vec3, height: f32) -> [f64; 2] {
    const PITCHES: [f64; 3] = [0.6, 1.0, 1.4];
    const YAWS: u32 = 16;
    let mut hits = Vec::new();
    let mut sees = |point: Vec3, back: Vec3| {
        hits.clear();
        mesh.query().ray_all(point, back * AWAY, &mut hits);
        // Who stands on something sees it from its front.
        let blocks = |triangle: u32| {
            let triangle = mesh.triangle(triangle);
            let normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a);
            normal.dot(back) > 0.0
        };
        !hits.iter().any(|hit| blocks(hit.part.index))
    };
    let mut best = (0, [0.5, PITCHES[0]]);
    for pitch in PITCHES {
        for turn in 0..YAWS {
            let yaw = 0.5 + TAU * f64::from(turn) / f64::from(YAWS);
            let ((sy, cy), (sp, cp)) = (libm::sincos(yaw), libm::sincos(pitch));
            let back = DVec3::new(sy * cp, sp, cy * cp).as_vec3();
            let points = [0.1, 0.5, 0.9].map(|part| feet + Vec3::Y * (part * height));
            let seen = points
                .into_iter()
                .filter(|point| sees(*point, back))
                .count();
            if seen > best.0 {
                best = (seen, [yaw, pitch]);
            }
        }
    }
    best.1
}

/// The character's surface at each height, with its feet at the origin.
fn figures(heights: &[f32], radius: f32, packed: &mut Packed) -> Result<Vec<Figure>> {
    let (mut numbers, mut corners) = (Vec::<f32>::new(), Vec::<u32>::new());
    let mut figures = Vec::new();
    for &height in heights {
        let radius = f64::from(radius);
        let top = (f64::from(height) - radius).max(radius);
        let told = carom_web::surface(&[radius, 0.0, radius, 0.0, 0.0, top, 0.0])
            .map_err(|_| anyhow!("the character has no surface"))?;
        let (vertices, triangles) = (told[0] as usize, told[1] as usize);
        let (places, sides) = told[2..].split_at(6 * vertices);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_looks_past_what_is_in_the_way() {
        // A wall of two sides, as files have them, east of somebody.
        let wall = |x: f32, turned: bool| {
            let corner = |y: f32, z: f32| Vec3::new(x, y, z);
            let [a, b, c] = [corner(-50.0, -80.0), corner(90.0, 0.0), corner(-50.0, 80.0)];
            if turned { [a, c, b] } else { [a, b, c] }
        };
        let corners = [wall(1.0, false), wall(1.2, true)].concat();
        let mesh = Mesh::new(corners, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
        let [yaw, pitch] = view(&mesh, Vec3::ZERO, 1.8);
        assert!(libm::sin(yaw) < 0.0 && pitch == 0.6, "{yaw} {pitch}");
        // A wall that turns its back to every camera beyond it hides nothing.
        let behind = Mesh::new(wall(1.0, false), vec![[0, 1, 2]]).unwrap();
        let front = Mesh::new(wall(1.0, true), vec![[0, 1, 2]]).unwrap();
        let seen = [behind, front].map(|mesh| view(&mesh, Vec3::ZERO, 1.8)[0]);
        assert!(seen.contains(&0.5) && seen.iter().any(|yaw| libm::sin(*yaw) < 0.0));
    }
}
