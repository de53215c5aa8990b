//! Level files: the triangles of good ones, the errors of bad ones.

mod colliders;
mod colors;
mod compressed;
mod glb_maker;
mod gltf;
mod hostile;
mod names;
mod obj;
mod real;
mod skins;

use carom_level::{Format, Level, LevelError, Options, no_siblings, read};

/// Reads a level without external files, with default options.
fn read_alone(bytes: &[u8], format: Format) -> Result<Level, LevelError> {
    read(bytes, format, &Options::default(), &mut no_siblings)
}

/// The area vectors of all triangles, summed: half the cross product each.
fn area_vector(level: &Level) -> glam::DVec3 {
    let area = |&[a, b, c]: &[u32; 3]| {
        let [a, b, c] = [a, b, c].map(|index| level.vertices[index as usize]);
        (b - a).cross(c - a) / 2.0
    };
    level.triangles.iter().map(area).sum()
}

/// The areas of all triangles, summed.
fn area(level: &Level) -> f64 {
    let alone = |&triangle: &[u32; 3]| Level {
        vertices: level.vertices.clone(),
        triangles: vec![triangle],
        ..Level::default()
    };
    level
        .triangles
        .iter()
        .map(|triangle| area_vector(&alone(triangle)).length())
        .sum()
}
