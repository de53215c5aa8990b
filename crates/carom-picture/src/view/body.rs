//! The capsules that stand along a path in the perspective view.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::Vec3;

use crate::stage::Path;

/// Facets around a capsule.
const SIDES: usize = 48;

/// Rings of facets per cap.
const RINGS: usize = 8;

/// Most capsules between the start and the end of a path.
const BETWEEN: usize = 6;

/// An upright capsule on the stage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    feet: Vec3,
    radius: f32,
    height: f32,
    /// In linear light.
    pub(crate) color: Vec3,
}

impl Body {
    /// Capsules at the start and the end of the path, and at even distances between.
    pub(crate) fn along(path: &Path) -> Vec<Self> {
        let Some((&start, &end)) = path.feet.first().zip(path.feet.last()) else {
            return Vec::new();
        };
        let body = |feet: Vec3, time: f32| Self {
            feet,
            radius: path.radius,
            height: path.height,
            color: path.ramp.at(time),
        };
        let mut bodies = vec![body(start, 0.0)];
        // At least seven radii apart, or they would hide the path.
        let room = path.walked / (7.0 * path.radius).max(f32::MIN_POSITIVE);
        let spacing = path.walked / (BETWEEN.min(room as usize) + 1) as f32;
        let last = path.feet.len() - 1;
        let (mut walked, mut next) = (0.0, spacing);
        for tick in 1..last {
            walked += path.feet[tick - 1].distance(path.feet[tick]);
            if walked >= next && walked < path.walked - 0.5 * spacing {
                bodies.push(body(path.feet[tick], tick as f32 / last as f32));
                next += spacing;
            }
        }
        if last > 0 {
            bodies.push(body(end, 1.0));
        }
        bodies
    }

    /// Heights of the lower and the upper end of the core.
    fn core(&self) -> [f32; 2] {
        let top = (self.height - self.radius).max(self.radius);
        [self.feet.y + self.radius, self.feet.y + top]
    }

    /// Unit normal of the capsule's surface near `p`: exact, independent of the mesh.
    pub(crate) fn normal(&self, p: Vec3) -> Vec3 {
        let [low, high] = self.core();
        let core = Vec3::new(self.feet.x, p.y.clamp(low, high), self.feet.z);
        (p - core).try_normalize().unwrap_or(Vec3::Y)
    }

    /// Its surface, counter-clockwise from outside.
    pub(crate) fn mesh(&self) -> Vec<[Vec3; 3]> {
        let [low, high] = self.core();
        let ring = |ring: usize| {
            let (latitude, y) = if ring <= RINGS {
                (ring as f32 / RINGS as f32 * FRAC_PI_2 - FRAC_PI_2, low)
            } else {
                ((ring - RINGS - 1) as f32 / RINGS as f32 * FRAC_PI_2, high)
            };
            let (rise, reach) = libm::sincosf(latitude);
            (y + self.radius * rise, self.radius * reach)
        };
        let corner = |(y, reach): (f32, f32), side: usize| {
            let (sine, cosine) = libm::sincosf(side as f32 / SIDES as f32 * TAU);
            Vec3::new(self.feet.x + reach * cosine, y, self.feet.z + reach * sine)
        };
        let mut triangles = Vec::with_capacity((2 * RINGS + 1) * SIDES * 2);
        for row in 0..2 * RINGS + 1 {
            for side in 0..SIDES {
                let (below, over) = (ring(row), ring(row + 1));
                let (a, b) = (corner(below, side), corner(below, side + 1));
                let (c, d) = (corner(over, side + 1), corner(over, side));
                triangles.push([a, c, b]);
                triangles.push([a, d, c]);
            }
        }
        triangles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: Body = Body {
        feet: Vec3::new(1.0, 2.0, 3.0),
        radius: 0.3,
        height: 1.8,
        color: Vec3::ONE,
    };

    #[test]
    fn the_mesh_is_the_capsule_and_faces_out() {
        let middle = Vec3::new(1.0, 2.9, 3.0);
        for [a, b, c] in BODY.mesh() {
            for p in [a, b, c] {
                assert!(p.y > 2.0 - 1e-4 && p.y < 3.8 + 1e-4);
            }
            assert!((b - a).cross(c - a).dot(a + b + c - 3.0 * middle) > -1e-6);
        }
    }

    #[test]
    fn normals_are_those_of_the_capsule() {
        assert_eq!(BODY.normal(Vec3::new(1.3, 3.0, 3.0)), Vec3::X);
        assert_eq!(BODY.normal(Vec3::new(1.0, 3.8, 3.0)), Vec3::Y);
    }
}
