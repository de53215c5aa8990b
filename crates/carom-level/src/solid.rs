//! Shapes of colliders as triangles.

use glam::{DVec2, DVec3};

use crate::error::shortened;
use crate::extensions::{BoxFile, PlaneFile, RoundFile, ShapeFile};
use crate::primitive::Part;

/// How far a chord may be from its circle, m.
const CHORD: f64 = 0.005;
/// A circle has 16 to 128 corners: a quarter is halved 2 to 5 times.
const HALVINGS: std::ops::RangeInclusive<usize> = 2..=5;

/// What a shape leaves out: its sizes.
pub(crate) struct Defaults {
    radius: f64,
    capsule: f64,
    cylinder: f64,
}

/// Of `KHR_implicit_shapes`.
pub(crate) const KHR: Defaults = Defaults {
    radius: 0.25,
    capsule: 0.5,
    cylinder: 0.5,
};
/// Of `OMI_physics_shape`.
pub(crate) const OMI: Defaults = Defaults {
    radius: 0.5,
    capsule: 1.0,
    cylinder: 2.0,
};

/// The triangles of a box, sphere, capsule, cylinder or plane around the origin.
///
/// `scale` is the greatest factor of its node: circles that it makes large get more corners. An infinite plane ends `far`
/// from the origin.
pub(crate) fn solid(
    shape: &ShapeFile,
    defaults: &Defaults,
    scale: f64,
    far: DVec2,
) -> Result<Part, String> {
    let round = |[bottom, top]: [f64; 2]| Quarter::of(bottom.max(top) * scale);
    match shape.kind.as_str() {
        "box" => cuboid(&shape.cuboid),
        "sphere" => {
            let radii = [length(shape.sphere.radius, 0.5)?; 2];
            let quarter = round(radii);
            Ok(quarter.lathe(&quarter.capsule(radii, 0.0)))
        }
        "capsule" => {
            let (radii, height) = sizes(&shape.capsule, defaults.radius, defaults.capsule)?;
            let quarter = round(radii);
            Ok(quarter.lathe(&quarter.capsule(radii, height)))
        }
        "cylinder" => {
            let ([bottom, top], height) =
                sizes(&shape.cylinder, defaults.radius, defaults.cylinder)?;
            let half = height / 2.0;
            let profile = [[0.0, -half], [bottom, -half], [top, half], [0.0, half]];
            Ok(round([bottom, top]).lathe(&profile.map(DVec2::from)))
        }
        "plane" => plane(&shape.plane, far),
        kind => Err(format!("its type \"{}\" is not read", shortened(kind))),
    }
}

fn length(written: Option<f64>, default: f64) -> Result<f64, String> {
    let length = written.unwrap_or(default);
    let is_length = length.is_finite() && length >= 0.0;
    is_length
        .then_some(length)
        .ok_or_else(|| format!("a size of {length}"))
}

/// The radii at the bottom and at the top, and the height.
fn sizes(round: &RoundFile, radius: f64, height: f64) -> Result<([f64; 2], f64), String> {
    let radius = |own: Option<f64>| length(own.or(round.radius), radius);
    let radii = [radius(round.radius_bottom)?, radius(round.radius_top)?];
    Ok((radii, length(round.height, height)?))
}

fn cuboid(file: &BoxFile) -> Result<Part, String> {
    let size = file.size.unwrap_or([1.0; 3]);
    let [x, y, z] = size.map(|size| length(Some(size), 1.0));
    let half = DVec3::new(x?, y?, z?) / 2.0;
    let sign = |i: i32, axis: i32| f64::from((i >> axis & 1) * 2 - 1);
    let corner = |i| half * DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2));
    // Counter-clockwise seen from outside.
    const FACES: [[u32; 4]; 6] = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let halves = |&[a, b, c, d]: &[u32; 4]| [[a, b, c], [a, c, d]];
    Ok(Part {
        vertices: (0..8).map(corner).collect(),
        triangles: FACES.iter().flat_map(halves).collect(),
        colors: None,
        material: None,
        is_skinned: false,
    })
}

fn plane(file: &PlaneFile, far: DVec2) -> Result<Part, String> {
    let half = |size: Option<f64>, far: f64| match size {
        Some(_) => length(size, 0.0).map(|size| size / 2.0),
        None => Ok(far),
    };
    let (x, z) = (half(file.size_x, far.x)?, half(file.size_z, far.y)?);
    let corners = [[-x, 0.0, -z], [-x, 0.0, z], [x, 0.0, z], [x, 0.0, -z]];
    Ok(Part {
        vertices: corners.map(DVec3::from).to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        colors: None,
        material: None,
        is_skinned: false,
    })
}

/// Directions at equal angles from the first axis to the second, both included: a quarter of a circle.
struct Quarter(Vec<DVec2>);

impl Quarter {
    /// For a circle of this radius. Angles are halved by square roots: the same bits on every machine.
    fn of(radius: f64) -> Self {
        let mut directions = vec![DVec2::X, DVec2::Y];
        let mut cosine = std::f64::consts::FRAC_1_SQRT_2;
        for halvings in 0..*HALVINGS.end() {
            if halvings >= *HALVINGS.start() && radius * (1.0 - cosine) <= CHORD {
                break;
            }
            cosine = ((1.0 + cosine) / 2.0).sqrt();
            let mut finer = vec![directions[0]];
            for pair in directions.windows(2) {
                let middle = pair[0] + pair[1];
                finer.extend([middle / middle.length(), pair[1]]);
            }
            directions = finer;
        }
        Self(directions)
    }

    /// The profile of the convex hull of two spheres, from below to above: x is the distance from the axis.
    fn capsule(&self, [bottom, top]: [f64; 2], height: f64) -> Vec<DVec2> {
        let half = height / 2.0;
        let slope = match bottom == top {
            true => 0.0,
            false => (bottom - top) / height,
        };
        // One sphere may be within the other.
        if slope.abs() >= 1.0 {
            let (radius, y) = if bottom > top {
                (bottom, -half)
            } else {
                (top, half)
            };
            return self.arc().map(|d| d * radius + DVec2::Y * y).collect();
        }
        // The normal of the cone that touches both.
        let normal = DVec2::new((1.0 - slope * slope).sqrt(), slope);
        let below = self.arc().filter(|direction| direction.y < slope);
        let above = self.arc().filter(|direction| direction.y > slope);
        let below = below.chain([normal]).map(|d| d * bottom - DVec2::Y * half);
        let above = [normal].into_iter().chain(above);
        below
            .chain(above.map(|d| d * top + DVec2::Y * half))
            .collect()
    }

    /// Directions from below to above.
    fn arc(&self) -> impl Iterator<Item = DVec2> {
        let below = self.0.iter().rev().map(|d| DVec2::new(d.x, 0.0 - d.y));
        below.chain(self.0[1..].iter().copied())
    }

    /// The surface of revolution of a profile, from below to above.
    fn lathe(&self, profile: &[DVec2]) -> Part {
        let mut ring = Vec::new();
        let mut turned = self.0[..self.0.len() - 1].to_vec();
        for _ in 0..4 {
            ring.extend_from_slice(&turned);
            turned.iter_mut().for_each(|d| *d = d.perp());
        }
        let count = ring.len() as u32;
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        let mut last: Option<(DVec2, u32)> = None;
        for &point in profile {
            // The rims of a sphere's halves are one.
            if last.is_some_and(|(last, _)| last == point) {
                continue;
            }
            let first = vertices.len() as u32;
            let corners = if point.x > 0.0 { &ring[..] } else { &ring[..1] };
            let place = |d: &DVec2| DVec3::new(d.x * point.x, point.y, d.y * point.x);
            vertices.extend(corners.iter().map(place));
            if let Some((lower, start)) = last {
                for i in 0..count {
                    let next = (i + 1) % count;
                    let on = |at: DVec2, first: u32, i: u32| first + if at.x > 0.0 { i } else { 0 };
                    let [a, b] = [i, next].map(|i| on(lower, start, i));
                    let [c, d] = [i, next].map(|i| on(point, first, i));
                    triangles.extend((a != b).then_some([a, c, b]));
                    triangles.extend((c != d).then_some([c, d, b]));
                }
            }
            last = Some((point, first));
        }
        Part {
            vertices,
            triangles,
            colors: None,
            material: None,
            is_skinned: false,
        }
    }
}
