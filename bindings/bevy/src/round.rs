//! Boxes and hulls with round edges: all points within a radius of them.

use crate::convert::{vec3, vector};
use crate::shape::Collider;
#[cfg(feature = "dim2")]
use crate::shape2d::Collider2d;
#[cfg(feature = "dim2")]
use bevy_math::Vec2;
use bevy_math::{Mat3, Vec3};
use carom::{Hull, Polytope, Shape, Vector, glam};

impl Collider {
    /// A box around the origin with round edges and corners: all points within `radius` of the box of this full size along
    /// each axis. So it is twice the radius larger: `round_cuboid(0.8, 0.8, 0.8, 0.1)` is 1 wide. With a radius of 0 it is
    /// the box.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::prelude::*;
    /// use bevy_carom::prelude::*;
    /// # let mut world = World::new();
    /// // A crate of 1 m on the ground.
    /// world.spawn((Collider::round_cuboid(0.8, 0.8, 0.8, 0.1), Transform::from_xyz(0., 0.5, 0.)));
    /// ```
    #[must_use]
    pub fn round_cuboid(x: f32, y: f32, z: f32, radius: f32) -> Self {
        Self::RoundCuboid {
            half_size: Vec3::new(x, y, z) / 2.0,
            radius,
        }
    }

    /// All points within `radius` of the convex hull of these points: a polyhedron with round edges and corners.
    ///
    /// ```
    /// # use bevy_math::prelude::*;
    /// use bevy_carom::prelude::*;
    /// let pebble = Collider::round_hull([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z], 0.2);
    /// ```
    #[must_use]
    pub fn round_hull(points: impl Into<Vec<Vec3>>, radius: f32) -> Self {
        Self::RoundHull {
            points: points.into(),
            radius,
        }
    }

    /// The round box or hull under a linear map; `None` for another kind.
    pub(crate) fn round(&self, stretch: Mat3) -> Option<Shape<glam::Vec3>> {
        match self {
            Self::RoundCuboid { radius, .. } | Self::RoundHull { radius, .. } => {
                Some(round(&self.points(), *radius, stretch))
            }
            _ => None,
        }
    }
}

#[cfg(feature = "dim2")]
impl Collider2d {
    /// A rectangle around the origin with round corners: all points within `radius` of the rectangle of this full width and
    /// height. So it is twice the radius larger. With a radius of 0 it is the rectangle.
    ///
    /// ```
    /// use bevy_carom::prelude::*;
    /// // 2 wide and 1 high.
    /// let brick = Collider2d::round_rectangle(1.8, 0.8, 0.1);
    /// ```
    #[must_use]
    pub fn round_rectangle(width: f32, height: f32, radius: f32) -> Self {
        Self::RoundRectangle {
            half_size: Vec2::new(width, height) / 2.0,
            radius,
        }
    }

    /// All points within `radius` of the convex hull of these points: a convex polygon with round corners.
    ///
    /// ```
    /// # use bevy_math::prelude::*;
    /// use bevy_carom::prelude::*;
    /// let wedge = Collider2d::round_hull([vec2(0., 0.), vec2(2., 0.), vec2(0., 1.)], 0.1);
    /// ```
    #[must_use]
    pub fn round_hull(points: impl Into<Vec<Vec2>>, radius: f32) -> Self {
        Self::RoundHull {
            points: points.into(),
            radius,
        }
    }

    /// The round rectangle or hull under a linear map; `None` for another kind.
    pub(crate) fn round(&self, stretch: Mat3) -> Option<Shape<glam::Vec2>> {
        match self {
            Self::RoundRectangle { radius, .. } | Self::RoundHull { radius, .. } => {
                let points: Vec<Vec3> = self.points().iter().map(|p| p.extend(0.0)).collect();
                Some(round(&points, *radius, stretch))
            }
            _ => None,
        }
    }
}

/// All points within a radius of the hull of these points, under a linear map.
///
/// A map with the same scale in all directions scales the radius. Any other one makes ellipsoids of the balls around the
/// points: the shape is then a hull that is inside the true surface by at most 4 % of the radius, before the map.
pub(crate) fn round<V: Vector<Scalar = f32>>(
    points: &[Vec3],
    radius: f32,
    stretch: Mat3,
) -> Shape<V> {
    let map = |p: Vec3| vector::<V>(stretch * p);
    if let Some(scale) = common_scale(stretch, V::DIM) {
        let points: Vec<V> = points.iter().map(|p| map(*p)).collect();
        return Shape::Hull(Hull::new(points, radius * scale));
    }
    // An inner point would add those of a ball.
    let core: Vec<V> = points.iter().map(|p| vector(*p)).collect();
    let core: Vec<Vec3> = match Polytope::new(&core) {
        Ok(core) => core.vertices().iter().map(|p| vec3(*p)).collect(),
        Err(_) => points.to_vec(),
    };
    let ball = if V::DIM == 2 { circle() } else { sphere() };
    let sum = core
        .iter()
        .flat_map(|p| ball.iter().map(move |way| *p + *way * radius));
    let sum: Vec<V> = sum.map(map).collect();
    Shape::Hull(match Polytope::new(&sum) {
        Ok(hull) => hull.into(),
        // With a number that is not finite: the world rejects it.
        Err(_) => Hull::new(sum, 0.0),
    })
}

/// The scale of a map that has the same in all directions, and keeps right angles.
fn common_scale(stretch: Mat3, dim: usize) -> Option<f32> {
    const SLACK: f32 = 1e-5;
    let flat = |axis: Vec3| if dim == 2 { axis.with_z(0.0) } else { axis };
    let axes = [stretch.x_axis, stretch.y_axis, stretch.z_axis].map(flat);
    let lengths = axes.map(Vec3::length);
    let pairs = [[0, 1], [1, 2], [2, 0]];
    let mut counted = pairs.into_iter().filter(|[i, j]| *i < dim && *j < dim);
    let keeps = counted.all(|[i, j]| {
        let right = axes[i].dot(axes[j]).abs() <= SLACK * lengths[i] * lengths[j];
        right && (lengths[i] - lengths[j]).abs() <= SLACK * lengths[i]
    });
    keeps.then_some(lengths[0])
}

/// 64 points of the unit circle in the plane of x and y, those on the axes among them.
fn circle() -> Vec<Vec3> {
    const SIDES: u8 = 64;
    let point = |side: u8| {
        let (y, x) = libm::sincos(core::f64::consts::TAU * f64::from(side) / f64::from(SIDES));
        Vec3::new(x as f32, y as f32, 0.0)
    };
    (0..SIDES).map(point).collect()
}

/// 102 points of the unit sphere, those on the axes among them: an octahedron with edges in five parts.
fn sphere() -> Vec<Vec3> {
    const PARTS: i8 = 5;
    let mut points = Vec::new();
    for x in -PARTS..=PARTS {
        let left = PARTS - x.abs();
        for y in -left..=left {
            let z = left - y.abs();
            let sides = if z == 0 { 1 } else { 2 };
            for z in [z, -z].into_iter().take(sides) {
                points.push(Vec3::new(x.into(), y.into(), z.into()).normalize());
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far a set of points reaches.
    fn reach(points: &[Vec3], way: Vec3) -> f32 {
        let heights = points.iter().map(|p| p.dot(way));
        heights.fold(f32::NEG_INFINITY, f32::max)
    }

    /// The farthest that the hull of a shape is inside of all points within a radius of others under a map, as a fraction
    /// of the radius there, and the farthest outside.
    fn errors<V: Vector<Scalar = f32>>(points: &[Vec3], radius: f32, map: Mat3) -> [f32; 2] {
        let Shape::Hull(hull) = round::<V>(points, radius, map) else {
            panic!("a hull");
        };
        let own: Vec<Vec3> = hull.points.iter().map(|p| vec3(*p)).collect();
        let mut most = [0.0_f32; 2];
        for step in 0..20_000_u16 {
            // A spiral on the sphere; a circle in 2D.
            let angle = f32::from(step) * 2.399_963_2;
            let z = if V::DIM == 2 {
                0.0
            } else {
                f32::from(step) / 1e4 - 0.9999
            };
            let out = (1.0 - z * z).sqrt();
            let way = Vec3::new(angle.cos() * out, angle.sin() * out, z);
            // The support of a mapped set along a direction is that of the set along the transposed one.
            let back = map.transpose() * way;
            let truth = reach(points, back) + radius * back.length();
            let inside = truth - (reach(&own, way) + hull.radius);
            most[0] = most[0].max(inside / (radius * back.length()));
            most[1] = most[1].max(-inside);
        }
        most
    }

    #[test]
    fn every_map_gives_a_hull_that_is_at_most_4_percent_of_the_radius_inside() {
        let cube: Vec<Vec3> = (0..8)
            .map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5)
            .collect();
        let odd = [
            [0., 0., 0.],
            [2., 0.3, 0.1],
            [0.2, 1., 0.],
            [0.4, 0.1, 1.5],
            [1., 1., 1.],
        ];
        let odd = odd.map(Vec3::from).to_vec();
        let sheared = Mat3::from_cols(Vec3::X, Vec3::new(0.5, 1., 0.), Vec3::new(0., -0.7, 2.));
        let maps = [
            Mat3::from_diagonal(Vec3::new(1., 2., 3.)),
            Mat3::from_diagonal(Vec3::new(-4., 1., 1.)),
            sheared,
        ];
        for points in [cube, odd, vec![Vec3::ONE], vec![Vec3::ZERO, Vec3::X]] {
            for map in maps {
                for [inside, outside] in [
                    errors::<glam::Vec3>(&points, 0.25, map),
                    errors::<glam::Vec2>(&flat(&points), 0.25, flat_map(map)),
                ] {
                    assert!(inside > 1e-4 && inside < 0.04, "{inside} {points:?} {map}");
                    assert!(outside < 1e-5, "{outside} {points:?} {map}");
                }
            }
        }
    }

    fn flat(points: &[Vec3]) -> Vec<Vec3> {
        points.iter().map(|p| p.with_z(0.0)).collect()
    }

    fn flat_map(map: Mat3) -> Mat3 {
        Mat3::from_cols(map.x_axis.with_z(0.0), map.y_axis.with_z(0.0), Vec3::Z)
    }

    #[test]
    fn a_map_with_one_scale_keeps_the_radius_exact() {
        let points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let turned = Mat3::from_quat(bevy_math::Quat::from_rotation_x(0.7)) * 3.0;
        for map in [Mat3::from_diagonal(Vec3::new(-3., 3., 3.)), turned] {
            let [inside, outside] = errors::<glam::Vec3>(&points, 0.25, map);
            assert!(inside < 1e-5 && outside < 1e-5, "{inside} {outside}");
            let Shape::Hull(hull) = round::<glam::Vec3>(&points, 0.25, map) else {
                panic!("a hull");
            };
            assert!((hull.radius - 0.75).abs() < 1e-6 && hull.points.len() == 4);
        }
        // In 2D the scale of z does not count.
        let map = Mat3::from_diagonal(Vec3::new(2., 2., 5.));
        let Shape::Hull(hull) = round::<glam::Vec2>(&points, 0.25, map) else {
            panic!("a hull");
        };
        assert_eq!((hull.radius, hull.points.len()), (0.5, 4));
    }

    #[test]
    fn flat_sides_of_a_box_stay_exact_under_a_scale_per_axis() {
        let cube = Collider::round_cuboid(2., 2., 2., 0.5);
        let map = Mat3::from_diagonal(Vec3::new(1., 2., 3.));
        let found = crate::shape::Solid::<glam::Vec3>::collider(&cube, map).unwrap();
        let bounds = found.shape().unwrap().bounds().unwrap();
        assert_eq!(vec3(bounds.max), Vec3::new(1.5, 3., 4.5));
        assert_eq!(vec3(bounds.min), -vec3(bounds.max));
    }
}
