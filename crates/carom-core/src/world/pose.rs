//! Poses: rotation, uniform scale and translation.

use super::placed_surface::PlacedSurface;
use super::rotation::Rotation;
use super::transform::{Map, PlacedShape};
use crate::shape::{Convex, Shape};
use crate::surface::Surface;
use carom_math::{Scalar, Vector};

/// The position, rotation and scale of a body: its points are scaled, then rotated, then translated.
///
/// The translation is in double precision, so that a world of `f32` can be larger than `f32` resolves: see
/// [`WorldQuery::around`](super::WorldQuery::around).
///
/// ```
/// use carom::{Pose, Rotation, glam::{Vec3, vec3, dvec3}};
/// let pose = Pose { scale: 2., ..Pose::at(vec3(0., 1., 0.)) };
/// assert_eq!(pose.place(vec3(3., 0., 0.)), dvec3(6., 1., 0.));
/// ```
///
/// From the transform of an engine, by glam's affine maps (`DAffine3` keeps a position far from the origin):
///
/// ```
/// use carom::{MatrixError, Pose, glam::{Affine3A, Quat, Vec3, dvec3, vec3}};
/// let turn = Quat::from_rotation_y(0.5);
/// let node = Affine3A::from_scale_rotation_translation(Vec3::splat(2.), turn, vec3(0., 1., 0.));
/// let pose = Pose::try_from(node)?;
/// assert!((pose.place(Vec3::X) - node.transform_point3(Vec3::X).as_dvec3()).length() < 1e-6);
/// // A pose has one scale. A body takes others in its shape.
/// let error = Pose::try_from(Affine3A::from_scale(vec3(1., 2., 1.))).unwrap_err();
/// assert_eq!(error, MatrixError::Stretched { ratio: 2. });
/// # Ok::<(), MatrixError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<V: Vector> {
    /// The rotation; default: the identity.
    pub rotation: Rotation<V>,
    /// The position of the body's own origin; default: zero.
    pub translation: V::Double,
    /// The scale, the same in all directions; positive, default 1.
    pub scale: V::Scalar,
}

impl<V: Vector> Default for Pose<V> {
    /// The identity: at the origin, not rotated, scale 1.
    fn default() -> Self {
        Self {
            rotation: Rotation::default(),
            translation: <V::Double as Vector>::ZERO,
            scale: V::Scalar::ONE,
        }
    }
}

impl<V: Vector> Pose<V> {
    /// A translation.
    #[must_use]
    pub fn at(translation: V) -> Self {
        Self {
            translation: translation.to_double(),
            ..Self::default()
        }
    }

    /// A rotation followed by a translation.
    ///
    /// ```
    /// use carom::{Pose, Rotation, glam::{DVec3, Vec3}};
    /// let quarter = Rotation::new(Vec3::Y, core::f32::consts::FRAC_PI_2);
    /// let pose = Pose::new(Vec3::X * 10., quarter);
    /// // The body's z axis points along x now.
    /// assert!(pose.place(Vec3::Z * 2.).distance(DVec3::X * 12.) < 1e-6);
    /// ```
    #[must_use]
    pub fn new(translation: V, rotation: Rotation<V>) -> Self {
        Self {
            rotation,
            ..Self::at(translation)
        }
    }

    /// The position of a point of the body in the world.
    #[must_use]
    pub fn place(&self, p: V) -> V::Double {
        let p = p.to_double() * self.scale.to_f64();
        self.rotation.rotated(p) + self.translation
    }

    /// A shape in this pose, for queries: `contact(&pose.place_shape(&hull), &floor, 0.)`.
    ///
    /// Computed in double precision and rounded once; a rotated box becomes a hull. A shape of more than eight points
    /// allocates, unless the pose changes nothing. Not [valid](crate::ShapeRef::is_valid) if the pose is not, or if the
    /// shape is out of range there.
    ///
    /// ```
    /// use carom::{Hull, Plane, Pose, Rotation, contact, glam::{Vec2, vec2}};
    /// let square = Hull::new([vec2(-1., -1.), vec2(1., -1.), vec2(1., 1.), vec2(-1., 1.)], 0.);
    /// let eighth = Rotation::new(Vec2::ZERO, core::f32::consts::FRAC_PI_4);
    /// let on_edge = Pose::new(vec2(0., 2.), eighth).place_shape(&square);
    /// let gap = contact(&on_edge, &Plane::new(Vec2::Y, 0.), 9.).unwrap().separation;
    /// assert!((gap - (2. - 2_f32.sqrt())).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn place_shape<'a>(&self, shape: &'a impl Convex<Vector = V>) -> PlacedShape<'a, V> {
        let map = self.map(<V::Double as Vector>::ZERO);
        map.placed(&shape.shape_ref())
    }

    /// A shape in this pose, to keep: a part of a [`Compound`](crate::Compound).
    ///
    /// Computed in double precision and rounded once; a rotated box becomes an [`OrientedBox`](crate::OrientedBox).
    ///
    /// ```
    /// use carom::{Aabb, Pose, Shape, glam::{Vec2, vec2}};
    /// let unit = Shape::from(Aabb { min: Vec2::ZERO, max: Vec2::ONE });
    /// let far = Aabb { min: vec2(5., 0.), max: vec2(6., 1.) };
    /// assert_eq!(Pose::at(vec2(5., 0.)).shape(&unit), far.into());
    /// ```
    #[must_use]
    pub fn shape(&self, shape: &Shape<V>) -> Shape<V> {
        let map = self.map(<V::Double as Vector>::ZERO);
        map.oriented_box(shape).unwrap_or_else(|| map.shape(shape))
    }

    /// A surface in this pose, for queries: `world.query().sweep_surface(&pose.place_surface(&arm), delta)`.
    ///
    /// Nothing is copied or built again: each query moves its shape into the frame of the surface, and as the shape of a
    /// query each part is placed when its turn comes, in double precision and rounded once. Answers name parts by their
    /// own numbers, without a body. In a pose that is not [valid](Self::is_valid) there are none.
    ///
    /// ```
    /// use carom::{Capsule, Collider, Compound, Pose, Rotation, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
    /// let arm = Compound::new([
    ///     Capsule::new(Vec3::ZERO, vec3(0., 2., 0.), 0.25),
    ///     Capsule::new(vec3(0., 2., 0.), vec3(3., 2., 0.), 0.25),
    /// ])?;
    /// // Upright it stands clear of the floor; bent down by a right angle its second link reaches into it.
    /// let upright = Pose::at(vec3(0., 1., 0.));
    /// let bent = Pose { rotation: Rotation::new(Vec3::Z, -core::f32::consts::FRAC_PI_2), ..upright };
    /// assert!(!world.query().overlap_surface(&upright.place_surface(&arm)));
    /// let (contact, part) = world.query().closest_surface(&bent.place_surface(&arm), 0.).unwrap();
    /// assert!(part.index == 1 && (contact.depth() - 2.25).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "Isometry")]
    #[doc(alias = "compound in a pose")]
    #[must_use]
    pub fn place_surface<'a, S: Surface<Vector = V>>(
        &self,
        surface: &'a S,
    ) -> PlacedSurface<'a, S> {
        let map = self
            .is_valid()
            .then(|| self.map(<V::Double as Vector>::ZERO));
        PlacedSurface::new(surface, map)
    }

    /// Whether every number is finite and the scale positive.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.rotation.is_valid()
            && self.translation.is_finite()
            && self.scale.is_finite()
            && self.scale > V::Scalar::ZERO
    }

    /// The transform from the body to a frame around `origin` that has the directions of the world.
    pub(super) fn map(&self, origin: V::Double) -> Map<V> {
        Map::new(
            self.rotation,
            self.scale.to_f64(),
            self.translation - origin,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::plane::Plane;
    use glam::{DVec3, Quat, Vec2, Vec3, dvec3, vec2, vec3};

    #[test]
    fn the_inverse_undoes_a_transform() {
        let pose = Pose {
            scale: 3.0,
            ..Pose::new(vec3(5., -2., 9.), Rotation::new(vec3(1., 2., -1.), 0.7))
        };
        let map = pose.map(DVec3::ZERO);
        let p = vec3(0.25, -0.5, 4.);
        assert!((map.inverse().point(map.point(p)) - p).length() < 1e-6);
        assert_eq!(map.point(p), pose.place(p).as_vec3());
        assert!((map.length(2.0) - 6.0).abs() < 1e-6);
    }

    #[test]
    fn the_inverse_is_exact_far_away() {
        let pose = Pose::new(dvec3(3e9, -7e9, 1e9), Rotation::new(DVec3::ONE, 2.0));
        let map = pose.map(DVec3::ZERO);
        let p = dvec3(0.1, 0.2, 0.3);
        let placed = map.point(p);
        let exact = placed - pose.translation;
        let back = map.inverse().point(placed);
        assert!((pose.rotation.rotate(back) - exact).length() < 1e-15);
    }

    #[test]
    fn an_axis_and_a_quaternion_rotate_alike() {
        let axis = Vec3::new(0.3, -0.9, 0.2).normalize();
        let by_axis = Rotation::new(axis * 7.0, 1.25);
        let by_quat =
            Rotation::<Vec3>::from_quaternion(Quat::from_axis_angle(axis, 1.25).to_array());
        for v in [Vec3::X, Vec3::Y, Vec3::Z] {
            assert!((by_axis.rotate(v) - by_quat.rotate(v)).length() < 1e-6);
        }
    }

    #[test]
    fn an_axis_and_an_angle_are_found_again() {
        for radians in [
            1e-9,
            0.3,
            1.6,
            3.0,
            std::f64::consts::PI - 1e-8,
            std::f64::consts::PI,
        ] {
            for axis in [dvec3(1., 2., -2.), DVec3::Y, dvec3(-1e-3, 0., 1.)] {
                let turn = Rotation::<DVec3>::new(axis, radians);
                let (found, angle) = turn.axis_and_angle();
                let again = Rotation::<DVec3>::new(found, angle);
                for v in [DVec3::X, DVec3::Y, DVec3::Z] {
                    assert!(
                        (again.rotate(v) - turn.rotate(v)).length() < 1e-12,
                        "{axis} {radians}"
                    );
                }
            }
        }
        let clockwise = Rotation::<Vec2>::new(Vec2::ZERO, -2.0).axis_and_angle();
        assert!((clockwise.1 + 2.0).abs() < 1e-7);
    }

    #[test]
    fn the_identity_changes_no_bit() {
        let map = Pose::<Vec3>::default().map(DVec3::ZERO);
        let p = vec3(-0.0, 1e-40, 7.);
        assert_eq!(map.point(p).x.to_bits(), (-0.0_f32).to_bits());
        assert_eq!(map.inverse().point(p).x.to_bits(), (-0.0_f32).to_bits());
        assert!(map.inverse().is_identity());
        let far = Pose::<Vec3>::at(vec3(1e7, 0., 0.)).map(dvec3(1e7, 0., 0.));
        assert!(far.is_identity());
    }

    #[test]
    fn a_half_space_moves_with_its_body() {
        let pose = Pose {
            scale: 2.0,
            ..Pose::new(vec2(1., 1.), Rotation::new(Vec2::ZERO, 0.5))
        };
        let shape = Shape::Plane(Plane::new(vec2(0., 3.), 6.));
        let map = pose.map(glam::DVec2::ZERO);
        let Shape::Plane(placed) = map.shape(&shape) else {
            panic!("a half-space stays a half-space");
        };
        // (0, 2) is on the plane; so is its image.
        let p = map.point(vec2(0., 2.));
        assert!((placed.normal.dot(p) - placed.offset).abs() < 1e-5);
    }

    #[test]
    fn infinite_and_nan_poses_are_not_valid() {
        assert!(!Rotation::new(Vec3::X, f32::NAN).is_valid());
        assert!(!Rotation::<Vec3>::from_quaternion([0.0; 4]).is_valid());
        assert!(
            !Pose {
                scale: 0.0,
                ..Pose::<Vec3>::default()
            }
            .is_valid()
        );
        assert!(
            !Pose {
                scale: f32::INFINITY,
                ..Pose::<Vec2>::default()
            }
            .is_valid()
        );
        assert!(Pose::<Vec2>::default().is_valid());
    }
}
