//! Remarks on how a level is read: its unit, its upward axis, its widest object.

use crate::args::LevelArguments;
use carom::Aabb;
use carom_format::UpAxis;
use carom_level::Level;
use glam::DVec3;
use std::collections::BTreeMap;
use std::ops::Range;

/// Wider levels may be in centimeters, narrower ones in a greater unit, in meters.
const WIDE: f64 = 2000.0;
const NARROW: f64 = 2.0;
/// The cosine of the steepest slope that counts as flat, and the share of the area below which little is flat.
const FLAT: f64 = 0.7;
const LITTLE: f64 = 0.1;
/// How many times more must be flat with the other axis up: in any level,
const MORE: f64 = 3.0;
/// and in one that is lower along that axis, as levels are along the vertical, by this factor.
const MORE_IF_LOWER: f64 = 1.2;
const LOWER: f64 = 0.75;

/// What may be wrong with how a level was read, and the option that would change it.
pub(super) fn hints(level: &Level, arguments: &LevelArguments) -> Vec<String> {
    let mut hints = Vec::new();
    let size = size(level, 0..level.triangles.len() as u32);
    let width = size.max_element();
    if arguments.unit == 1.0 && width > WIDE {
        let (unit, per_meter) = if width / 100.0 < WIDE {
            ("cm", 100.0)
        } else {
            ("mm", 1000.0)
        };
        hints.push(format!(
            "the level is {width:.0} m wide; if that is too much, try --unit {unit}: {:.1} m",
            width / per_meter
        ));
    } else if arguments.unit == 1.0 && width < NARROW {
        hints.push(format!(
            "the level is {width:.2} m wide; if that is too little, --unit is the length of the file's unit"
        ));
    }
    let [flat, other] = flat(level);
    let little = flat < LITTLE && other > MORE * flat;
    let lower = size.z < LOWER * size.y && other > MORE_IF_LOWER * flat;
    if arguments.up == UpAxis::Y && (little || lower) {
        hints.push(format!(
            "{:.1} % of the surface is flat; with --up z it would be {:.1} %",
            100.0 * flat,
            100.0 * other
        ));
    }
    hints
}

/// The widest object that has a name, and its width.
pub(crate) fn widest(level: &Level) -> Option<(String, f64)> {
    let mut widths: BTreeMap<String, f64> = BTreeMap::new();
    for object in &level.objects {
        let path = level.path(object).join("/");
        let width = size(level, object.triangles.clone()).max_element();
        let known = widths.entry(path).or_default();
        *known = known.max(width);
    }
    let named = widths.into_iter().filter(|(path, _)| !path.is_empty());
    named.max_by(|a, b| a.1.total_cmp(&b.1))
}

/// The box of some triangles.
pub(crate) fn bounds(level: &Level, triangles: Range<u32>) -> Aabb<DVec3> {
    let corners = triangles.flat_map(|triangle| level.triangles[triangle as usize]);
    Aabb::of_points(corners.map(|corner| level.vertices[corner as usize]))
}

fn size(level: &Level, triangles: Range<u32>) -> DVec3 {
    let Aabb { min, max } = bounds(level, triangles);
    max - min
}

/// The shares of the area that face up, and that would if the file's z were up.
fn flat(level: &Level) -> [f64; 2] {
    let (mut all, mut up, mut other) = (0.0, 0.0, 0.0);
    for triangle in &level.triangles {
        let [a, b, c] = triangle.map(|index| level.vertices[index as usize]);
        let cross = (b - a).cross(c - a);
        let area = cross.length();
        all += area;
        if cross.y > FLAT * area {
            up += area;
        }
        if cross.z > FLAT * area {
            other += area;
        }
    }
    if all > 0.0 {
        [up / all, other / all]
    } else {
        [0.0; 2]
    }
}
