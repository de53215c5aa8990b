//! A level from a file: parsed, made a mesh, with a start on one of its floors.

use super::place::Place;
use crate::codec::inputs;
use crate::demo::drawn::Drawn;
use carom::{Aabb, Ball, Capsule, Shape, World};
use carom_level::{Format, Options, Up, no_siblings};
use glam::{Vec3, vec3};

inputs! {
    /// A level file.
    Level {
        /// The file name; its extension gives the format.
        name: String,
        bytes: Vec<u8>,
        /// Whether z is up in the file.
        z_up: bool,
        /// Meters per unit.
        scale: f64,
    }
}

/// Limits of a page: bytes of a file, and triangles. carom itself accepts far more.
const MOST_BYTES: usize = 64 << 20;
const MOST_TRIANGLES: usize = 1_500_000;

/// The character: radius, height, and the smallest upward component of a walkable normal.
pub(super) struct Figure {
    pub(super) radius: f32,
    pub(super) height: f32,
    pub(super) rise: f32,
}

/// # Errors
/// A message that says why the file cannot be used.
pub(super) fn level(level: &Level, figure: &Figure) -> Result<Place, String> {
    let (bytes, name) = (&level.bytes, &level.name);
    if bytes.len() > MOST_BYTES {
        let size = bytes.len() >> 20;
        return Err(format!(
            "{size} MiB: the demo loads files of at most {} MiB",
            MOST_BYTES >> 20
        ));
    }
    let options = Options {
        up: if level.z_up { Up::Z } else { Up::Y },
        scale: level.scale,
        ..Options::default()
    };
    let message = |error: carom_level::LevelError| error.to_string();
    let format = Format::of(name, bytes).map_err(message)?;
    let read = carom_level::read(bytes, format, &options, &mut no_siblings).map_err(message)?;
    let count = read.triangles.len();
    if count > MOST_TRIANGLES {
        return Err(format!(
            "{count} triangles: the demo loads at most {MOST_TRIANGLES}"
        ));
    }
    let mesh = read.mesh::<Vec3>().map_err(|error| error.to_string())?;
    let vertices: Vec<Vec3> = read.vertices.iter().map(|v| v.as_vec3()).collect();
    let drawn = Drawn::flat(&vertices, &read.triangles);
    let mut place = Place::empty(Vec3::ZERO, 0.0);
    place.add_mesh(mesh, drawn)?;
    place.start = start(&place.world, &place.bounds, figure);
    place.yaw = open_way(&place.world, place.start + Vec3::Y * figure.height);
    Ok(place)
}

/// Columns of the search for floors, along x and z.
const COLUMNS: usize = 24;
/// Floors within this height of each other count as one, m.
const STEP: f32 = 1.0;

/// Radius of the free sphere wanted around the head, as a fraction of the height.
const CLEARANCE: f32 = 0.8;
/// The worth of that free sphere, in floors nearby.
const WORTH: usize = 8;

/// The start: the place with most floor nearby and a free head; of equals the one nearest to the middle. Without any floor
/// it is above the level.
fn start(world: &World<Vec3>, bounds: &Aabb<Vec3>, figure: &Figure) -> Vec3 {
    let floors = floors(world, bounds, figure);
    let (middle, size) = (bounds.center(), bounds.size());
    let cell = size / COLUMNS as f32;
    let around = |p: &Vec3| {
        let near = |q: &&Vec3| {
            let d = (**q - *p).abs();
            d.x <= cell.x * 2.5 && d.z <= cell.z * 2.5 && d.y <= STEP
        };
        let head = Ball::new(*p + Vec3::Y * figure.height, figure.height * CLEARANCE);
        let free = !world.query().overlap(&head);
        floors.iter().filter(near).count() + if free { WORTH } else { 0 }
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

/// The direction with the longest view, out of sixteen.
fn open_way(world: &World<Vec3>, eyes: Vec3) -> f64 {
    const FAR: f32 = 60.0;
    let yaws = (0..16).map(|i| core::f64::consts::TAU * f64::from(i) / 16.0);
    let seen = yaws.map(|yaw| {
        let (sin, cos) = libm::sincos(yaw);
        let delta = vec3(-(sin as f32), 0.0, -(cos as f32)) * FAR;
        (yaw, world.query().ray(eyes, delta).map_or(1.0, |hit| hit.t))
    });
    let farthest = seen.reduce(|best, other| if other.1 > best.1 { other } else { best });
    farthest.map_or(0.0, |(yaw, _)| yaw)
}

/// The positions on which the character can stand.
fn floors(world: &World<Vec3>, bounds: &Aabb<Vec3>, figure: &Figure) -> Vec<Vec3> {
    let (size, mut hits, mut floors) = (bounds.size(), Vec::new(), Vec::new());
    let query = world.query();
    for i in 0..COLUMNS * COLUMNS {
        // Slightly off the middle of the cells, because many levels have edges there.
        let share = |k: usize| (k as f32 + 0.487) / COLUMNS as f32;
        let (x, z) = (share(i % COLUMNS) * size.x, share(i / COLUMNS) * size.z);
        let from = vec3(bounds.min.x + x, bounds.max.y + 1.0, bounds.min.z + z);
        query.ray_all(from, Vec3::Y * -(size.y + 2.0), &mut hits);
        for hit in &hits {
            let feet = hit.point + Vec3::Y * 0.1;
            let capsule = Capsule::standing(feet, Vec3::Y, figure.height, figure.radius);
            let stands = hit.normal.y >= figure.rise && !query.overlap(&Shape::Capsule(capsule));
            if stands {
                floors.push(feet);
            }
        }
    }
    floors
}
