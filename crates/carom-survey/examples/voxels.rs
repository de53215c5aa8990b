//! An independent measurement of a level's reachable area, to compare with the survey's: no mover and no query, only columns
//! of 5 cm, the heights of floors in them, and the triangles too near.
//!
//! `cargo run --release -p carom-survey --example voxels -- LEVEL.obj X,Y,Z AREA`
//!
//! The floors of a column are the walkable triangles under it, or within the radius beside it: a round foot holds on to a
//! rim. A character fits on a floor if no triangle is nearer to its axis than radius and skin between the step height and the
//! top of the head, and no steep triangle penetrates the round foot. From a column it goes to the four around, up or down by
//! a step at most, or falls where it has room.

use carom::mover::MoverSettings;
use carom::{Mesh, Triangle};
use glam::{Vec2, Vec3, vec2, vec3};
use std::collections::BTreeMap;

const CELL: f32 = 0.05;
const HEIGHT: f32 = 1.8;

/// A column of the level.
#[derive(Clone, Default)]
struct Column {
    /// The heights of its floors.
    floors: Vec<f32>,
    /// The height ranges of triangles near its axis.
    near: Vec<[f32; 2]>,
    /// The triangles near its axis that are too steep to stand on.
    steep: Vec<u32>,
    /// Whether each floor is reached.
    reached: Vec<bool>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, file, spawn, area] = &arguments[..] else {
        return Err("LEVEL.obj X,Y,Z AREA".into());
    };
    let spawn: Vec<f32> = (spawn.split(',').map(str::parse)).collect::<Result<_, _>>()?;
    let spawn = Vec3::from_slice(&spawn);
    let level = carom_level::open(std::path::Path::new(file), &carom_level::Options::default())?;
    let level: Mesh<Vec3> = level.mesh()?;
    let settings = MoverSettings::<Vec3>::default();
    let bounds = level.bounds();
    let least = vec2(bounds.min.x, bounds.min.z) - Vec2::splat(1.0);
    let size = (vec2(bounds.max.x, bounds.max.z) - least + Vec2::splat(1.0)) / CELL;
    let [wide, deep] = [size.x.ceil() as usize, size.y.ceil() as usize];
    let mut columns = vec![Column::default(); wide * deep];
    let kept = settings.radius + settings.skin;
    for number in 0..level.len() as u32 {
        let triangle = level.triangle(number);
        let Some(normal) = triangle.normal() else {
            continue;
        };
        // A floor may have its front below: thin floors have two sides.
        let walkable = normal.y.abs() >= settings.max_slope;
        let (low, high) = (
            triangle.a.min(triangle.b).min(triangle.c),
            triangle.a.max(triangle.b).max(triangle.c),
        );
        let first = ((vec2(low.x, low.z) - kept - least) / CELL).floor();
        let last = ((vec2(high.x, high.z) + kept - least) / CELL).ceil();
        for j in first.y as usize..=last.y as usize {
            for i in first.x as usize..=last.x as usize {
                let middle = least + (vec2(i as f32, j as f32) + 0.5) * CELL;
                let column = &mut columns[j * wide + i];
                if let Some(range) = within(&triangle, middle, kept) {
                    column.near.push(range);
                    if !walkable {
                        column.steep.push(number);
                    }
                }
                if walkable && let Some(height) = under(&triangle, normal, middle, settings.radius)
                {
                    column.floors.push(height);
                }
            }
        }
    }
    for (k, column) in columns.iter_mut().enumerate() {
        let middle = least + (vec2((k % wide) as f32, (k / wide) as f32) + 0.5) * CELL;
        let (near, steep) = (&column.near, &column.steep);
        let free = |floor: &f32| {
            let (from, to) = (floor + settings.step_height, floor + HEIGHT);
            // The middle of the round foot.
            let foot = vec3(middle.x, floor + settings.radius, middle.y);
            let stands =
                |number: &u32| away(foot, &level.triangle(*number)) >= settings.radius - 0.01;
            near.iter().all(|[low, high]| *high <= from || *low >= to) && steep.iter().all(stands)
        };
        column.floors.retain(free);
        column.floors.sort_by(f32::total_cmp);
        // The floors of neighboring triangles are one.
        column.floors.dedup_by(|b, a| {
            let same = *b - *a <= settings.step_height;
            if same {
                *a = *b;
            }
            same
        });
        column.reached = vec![false; column.floors.len()];
    }
    let start = (vec2(spawn.x, spawn.z) - least) / CELL;
    let start = start.y as usize * wide + start.x as usize;
    let mut waiting = Vec::new();
    let highest = highest_below(&columns[start].floors, spawn.y + 0.1);
    let floor = highest.ok_or("no floor below the spawn")?;
    columns[start].reached[floor] = true;
    waiting.push((start, floor));
    let mut reached = 0.0_f64;
    let mut by_height: BTreeMap<i64, f64> = BTreeMap::new();
    while let Some((at, floor)) = waiting.pop() {
        let height = columns[at].floors[floor];
        let cell = f64::from(CELL) * f64::from(CELL);
        reached += cell;
        *by_height
            .entry((height / 5.0).round() as i64 * 5)
            .or_default() += cell;
        for to in [at - 1, at + 1, at - wide, at + wide] {
            let next = &mut columns[to];
            let Some(floor) = highest_below(&next.floors, height + settings.step_height) else {
                continue;
            };
            // A fall needs room all the way down.
            let (from, to_top) = (next.floors[floor] + settings.step_height, height + HEIGHT);
            let falls = next.floors[floor] < height - settings.step_height;
            if falls
                && !next
                    .near
                    .iter()
                    .all(|[low, high]| *high <= from || *low >= to_top)
            {
                continue;
            }
            if !std::mem::replace(&mut next.reached[floor], true) {
                waiting.push((to, floor));
            }
        }
    }
    let other: f64 = area.parse()?;
    println!(
        "{reached:.1} m² by columns, {other:.1} m² by the survey: {:+.2} %",
        100.0 * (other / reached - 1.0)
    );
    println!("by columns, at heights to the next 5 m: {by_height:.1?}");
    Ok(())
}

fn highest_below(floors: &[f32], height: f32) -> Option<usize> {
    floors.iter().rposition(|floor| *floor <= height)
}

/// The height range in which a triangle is nearer to an upright axis than a radius.
fn within(triangle: &Triangle<Vec3>, axis: Vec2, radius: f32) -> Option<[f32; 2]> {
    /// The sides of a polygon with the area of the circle.
    const SIDES: u32 = 16;
    let mut corners = vec![triangle.a, triangle.b, triangle.c];
    let step = std::f32::consts::TAU / SIDES as f32;
    let apart = radius * (0.5 * step / (0.5 * step).tan()).sqrt();
    for side in 0..SIDES {
        let out = Vec2::from_angle(step * side as f32);
        let beyond = |p: Vec3| (vec2(p.x, p.z) - axis).dot(out) - apart;
        let mut kept = Vec::with_capacity(corners.len() + 1);
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            let (off_a, off_b) = (beyond(a), beyond(b));
            if off_a <= 0.0 {
                kept.push(a);
            }
            if off_a * off_b < 0.0 {
                kept.push(a + (b - a) * (off_a / (off_a - off_b)));
            }
        }
        corners = kept;
        if corners.is_empty() {
            return None;
        }
    }
    let heights = corners.iter().map(|corner| corner.y);
    let (low, high) = heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), y| {
        (low.min(y), high.max(y))
    });
    Some([low, high])
}

/// The height of a triangle under a point or, within the radius beside it, at its nearest point.
fn under(triangle: &Triangle<Vec3>, normal: Vec3, point: Vec2, radius: f32) -> Option<f32> {
    let corners = [triangle.a, triangle.b, triangle.c].map(|corner| vec2(corner.x, corner.z));
    let turned = (corners[1] - corners[0])
        .perp_dot(corners[2] - corners[0])
        .signum();
    let mut nearest = point;
    let mut away = f32::INFINITY;
    let mut inside = true;
    for i in 0..3 {
        let (a, b) = (corners[i], corners[(i + 1) % 3]);
        inside &= (b - a).perp_dot(point - a) * turned >= 0.0;
        let t = ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        let on = a + (b - a) * t;
        if on.distance(point) < away {
            (away, nearest) = (on.distance(point), on);
        }
    }
    let at = if inside { point } else { nearest };
    let off = at - corners[0];
    let height = triangle.a.y - (normal.x * off.x + normal.z * off.y) / normal.y;
    (inside || away <= radius).then_some(height)
}

/// The distance of a point from a triangle.
fn away(point: Vec3, triangle: &Triangle<Vec3>) -> f32 {
    let corners = [triangle.a, triangle.b, triangle.c];
    let normal = (corners[1] - corners[0])
        .cross(corners[2] - corners[0])
        .normalize_or_zero();
    let mut inside = true;
    let mut nearest = f32::INFINITY;
    for i in 0..3 {
        let (a, b) = (corners[i], corners[(i + 1) % 3]);
        inside &= normal.dot((b - a).cross(point - a)) >= 0.0;
        let t = ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        let off = (a + (b - a) * t).distance(point);
        nearest = if off < nearest { off } else { nearest };
    }
    if inside {
        normal.dot(point - corners[0]).abs()
    } else {
        nearest
    }
}
