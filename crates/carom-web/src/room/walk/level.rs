//! A place that a file is: read, made a mesh, and somewhere in it a floor to stand on.

use super::place::Place;
use crate::numbers::asks;
use crate::room::drawn::Drawn;
use carom::{Aabb, Ball, Capsule, Shape, World};
use carom_level::{Format, Options, Up, no_siblings};
use glam::{Vec3, vec3};

asks! {
    /// A file.
    Level {
        /// Its name, of which the end tells what it is.
        name: String,
        bytes: Vec<u8>,
        /// Whether z points up in it.
        z_up: bool,
        /// Metres per unit of the file.
        scale: f64,
    }
}

/// The largest file that a page reads, bytes, and the most triangles; carom itself takes many more.
const MOST_BYTES: usize = 64 << 20;
const MOST_TRIANGLES: usize = 1_500_000;

/// Who is to stand in it: radius, height, and the least rise of a floor's normal.
pub(super) struct Figure {
    pub(super) radius: f32,
    pub(super) height: f32,
    pub(super) rise: f32,
}

/// # Errors
/// Why there is no walking in it, for people to read.
pub(super) fn level(level: &Level, who: &Figure) -> Result<Place, String> {
    let (bytes, name) = (&level.bytes, &level.name);
    if bytes.len() > MOST_BYTES {
        let size = bytes.len() >> 20;
        return Err(format!(
            "{size} MiB: a page reads files of at most {} MiB",
            MOST_BYTES >> 20
        ));
    }
    let options = Options {
        up: if level.z_up { Up::Z } else { Up::Y },
        scale: level.scale,
    };
    let told = |error: carom_level::LevelError| error.to_string();
    let format = Format::of(name, bytes).map_err(told)?;
    let read = carom_level::read(bytes, format, &options, &mut no_siblings).map_err(told)?;
    let count = read.triangles.len();
    if count > MOST_TRIANGLES {
        return Err(format!(
            "{count} triangles: a page walks on at most {MOST_TRIANGLES}"
        ));
    }
    let mesh = read.mesh::<Vec3>().map_err(|error| error.to_string())?;
    let vertices: Vec<Vec3> = read.vertices.iter().map(|v| v.as_vec3()).collect();
    let drawn = Drawn::flat(&vertices, &read.triangles);
    let mut place = Place::empty(Vec3::ZERO, 0.0);
    place.stands(mesh, drawn)?;
    place.start = start(&place.world, &place.bounds, who);
    place.yaw = open_way(&place.world, place.start + Vec3::Y * who.height);
    Ok(place)
}

/// Columns, each way, in which floors are looked for.
const COLUMNS: usize = 24;
/// Two floors of so nearly the same height are one.
const STEP: f32 = 1.0;

/// The room that is wished for around the head, as a part of the height.
const ROOM: f32 = 0.8;
/// What room counts for, in floors around.
const WORTH: usize = 8;

/// Where there is most floor around, and room; as much, nearest to the middle. Without any floor: above everything.
fn start(world: &World<Vec3>, bounds: &Aabb<Vec3>, who: &Figure) -> Vec3 {
    let floors = floors(world, bounds, who);
    let (middle, size) = (bounds.center(), bounds.size());
    let cell = size / COLUMNS as f32;
    let around = |p: &Vec3| {
        let near = |q: &&Vec3| {
            let d = (**q - *p).abs();
            d.x <= cell.x * 2.5 && d.z <= cell.z * 2.5 && d.y <= STEP
        };
        let head = Ball::new(*p + Vec3::Y * who.height, who.height * ROOM);
        let room = !world.query().overlap(&head);
        floors.iter().filter(near).count() + if room { WORTH } else { 0 }
    };
    let rated = floors
        .iter()
        .map(|p| (around(p), p.distance_squared(middle), *p));
    let best = rated.reduce(|best, other| {
        let more = other.0.cmp(&best.0).then(best.1.total_cmp(&other.1));
        if more.is_gt() { other } else { best }
    });
    best.map_or(vec3(middle.x, bounds.max.y + 0.1, middle.z), |best| best.2)
}

/// The way one sees farthest, out of sixteen.
fn open_way(world: &World<Vec3>, eyes: Vec3) -> f64 {
    const FAR: f32 = 60.0;
    let yaws = (0..16).map(|i| core::f64::consts::TAU * f64::from(i) / 16.0);
    let seen = yaws.map(|yaw| {
        let (sin, cos) = libm::sincos(yaw);
        let way = vec3(-(sin as f32), 0.0, -(cos as f32)) * FAR;
        (yaw, world.query().ray(eyes, way).map_or(1.0, |hit| hit.t))
    });
    let farthest = seen.reduce(|best, other| if other.1 > best.1 { other } else { best });
    farthest.map_or(0.0, |(yaw, _)| yaw)
}

/// Places to stand on.
fn floors(world: &World<Vec3>, bounds: &Aabb<Vec3>, who: &Figure) -> Vec<Vec3> {
    let (size, mut hits, mut floors) = (bounds.size(), Vec::new(), Vec::new());
    let ask = world.query();
    for i in 0..COLUMNS * COLUMNS {
        // A little off the middle of cells, where many a level has edges.
        let share = |k: usize| (k as f32 + 0.487) / COLUMNS as f32;
        let (x, z) = (share(i % COLUMNS) * size.x, share(i / COLUMNS) * size.z);
        let from = vec3(bounds.min.x + x, bounds.max.y + 1.0, bounds.min.z + z);
        ask.ray_all(from, Vec3::Y * -(size.y + 2.0), &mut hits);
        for hit in &hits {
            let feet = hit.point + Vec3::Y * 0.1;
            let capsule = Capsule::standing(feet, Vec3::Y, who.height, who.radius);
            let stands = hit.normal.y >= who.rise && !ask.overlap(&Shape::Capsule(capsule));
            if stands {
                floors.push(feet);
            }
        }
    }
    floors
}
