//! Poses: rotation, uniform scale and translation.

use crate::pair::rigid::RigidMotion;
use crate::pair::small_vec::SmallVec;
use crate::shape::{
    Convex, Points, Shape, ShapeRef, ball::Ball, capsule::Capsule, hull::Hull, plane::Plane,
    segment::Segment, triangle::Triangle,
};
use crate::surface::mesh::Vector3;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A rotation, kept in double precision.
///
/// ```
/// use carom::{Rotation, glam::{Quat, Vec2, Vec3, vec2}};
/// let quarter = Rotation::new(Vec2::ZERO, core::f32::consts::FRAC_PI_2);
/// assert!((quarter.rotate(vec2(1., 0.)) - vec2(0., 1.)).length() < 1e-7);
/// let quat = Quat::from_rotation_y(0.5);
/// let same = Rotation::<Vec3>::from_quaternion(quat.to_array());
/// assert!((same.rotate(Vec3::X) - quat * Vec3::X).length() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<V: Vector> {
    /// The images of the unit vectors.
    columns: [V::Double; 3],
}

impl<V: Vector> Default for Rotation<V> {
    /// The identity.
    fn default() -> Self {
        Self::of([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    }
}

impl<V: Vector> Rotation<V> {
    /// The rotation around an axis of any length, counter-clockwise as seen with the axis pointing at the viewer; 2D
    /// ignores the axis. The identity if the axis is zero. Not valid if a number is infinite or NaN.
    #[must_use]
    pub fn new(axis: V, radians: V::Scalar) -> Self {
        Self::from_f64(axis.to_double(), radians.to_f64())
    }

    /// The rotation by numbers in double precision, so that the angle of a body that has turned for a long time stays
    /// exact.
    #[must_use]
    pub fn from_f64(axis: V::Double, radians: f64) -> Self {
        if !(axis.is_finite() && radians.is_finite()) {
            return Self::of([[f64::NAN; 3]; 3]);
        }
        let (sin, cos) = libm::sincos(radians);
        if V::DIM == 2 {
            return Self::of([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0; 3]]);
        }
        let Some(k) = axis.try_normalize() else {
            return Self::default();
        };
        // Rodrigues: R v = v cos + (k × v) sin + k (k·v) (1 − cos).
        let columns = Self::default().columns.map(|v| {
            let across = <V::Double as Vector>::crossing_axes(k, v)[0];
            v * cos + across * sin + k * (k.dot(v) * (1.0 - cos))
        });
        Self { columns }
    }

    /// The images of the unit vectors.
    #[cfg(feature = "serde")]
    pub(super) fn columns(&self) -> [[f64; 3]; 3] {
        self.columns.map(V::Double::to_f64)
    }

    /// Rebuilds a rotation from its [`columns`](Self::columns); `None` if they are not a rotation.
    #[cfg(feature = "serde")]
    pub(super) fn of_columns(columns: [[f64; 3]; 3]) -> Option<Self> {
        let turn = Self::of(columns);
        let axes = &turn.columns[..V::DIM];
        let near = |x: f64, y: f64| (x - y).abs() <= 1e-9;
        let is_turn = (0..V::DIM)
            .all(|i| (0..=i).all(|j| near(axes[i].dot(axes[j]), if i == j { 1.0 } else { 0.0 })));
        let [[a, b, c], [d, e, f], [g, h, i]] = columns;
        let volume = if V::DIM == 2 {
            a * e - b * d
        } else {
            a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        };
        // A positive determinant: not a reflection.
        (is_turn && volume > 0.0).then_some(turn)
    }

    /// A vector, rotated.
    #[must_use]
    pub fn rotate(&self, v: V) -> V {
        if *self == Self::default() {
            return v;
        }
        V::from_double(self.rotated(v.to_double()))
    }

    /// The composition: this rotation followed by `next`.
    ///
    /// ```
    /// use carom::{Rotation, glam::{Vec3, vec3}};
    /// let quarter = |axis| Rotation::new(axis, core::f32::consts::FRAC_PI_2);
    /// let both = quarter(Vec3::Z).then(&quarter(Vec3::X));
    /// assert!((both.rotate(Vec3::X) - Vec3::Z).length() < 1e-6);
    /// ```
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self {
            columns: self.columns.map(|column| next.rotated(column)),
        }
    }

    /// The axis and the angle, in radians: in 3D in 0..=π, in 2D a zero axis and an angle in −π..=π.
    pub(super) fn axis_and_angle(&self) -> (V::Double, f64) {
        let [x, y, z] = self.columns.map(|column| column.to_f64());
        if V::DIM == 2 {
            return (<V::Double as Vector>::ZERO, libm::atan2(x[1], x[0]));
        }
        // R − Rᵀ holds 2 sin θ k, the trace 1 + 2 cos θ.
        let doubled = <V::Double as Vector>::from_f64([y[2] - z[1], z[0] - x[2], x[1] - y[0]]);
        let (sin, cos) = (doubled.length(), x[0] + y[1] + z[2] - 1.0);
        let angle = libm::atan2(sin, cos);
        if sin > 1e-6 || cos > 0.0 {
            return (doubled, angle);
        }
        // Close to half a turn: (R + Rᵀ)/2 + 1 is 2 k kᵀ; its longest column is the most accurate.
        let (xy, yz, zx) = (
            (x[1] + y[0]) * 0.5,
            (y[2] + z[1]) * 0.5,
            (z[0] + x[2]) * 0.5,
        );
        let columns = [
            [x[0] + 1.0, xy, zx],
            [xy, y[1] + 1.0, yz],
            [zx, yz, z[2] + 1.0],
        ];
        let columns = columns.map(<V::Double as Vector>::from_f64);
        let longest = columns.into_iter().reduce(|a, b| {
            if b.length_squared() > a.length_squared() {
                b
            } else {
                a
            }
        });
        let axis = longest.unwrap_or(doubled);
        // The sign comes from what is left of the sine.
        (if axis.dot(doubled) < 0.0 { -axis } else { axis }, angle)
    }

    /// Whether every number is finite.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.columns.iter().all(|column| column.is_finite())
    }

    fn of(columns: [[f64; 3]; 3]) -> Self {
        Self {
            columns: columns.map(<V::Double as Vector>::from_f64),
        }
    }

    pub(super) fn inverse(&self) -> Self {
        let columns = self.columns.map(|column| column.to_f64());
        Self::of([0, 1, 2].map(|i| columns.map(|column| column[i])))
    }

    pub(super) fn rotated(&self, v: V::Double) -> V::Double {
        let [x, y, z] = v.to_f64();
        let [a, b, c] = self.columns;
        if V::DIM == 2 {
            a * x + b * y
        } else {
            a * x + b * y + c * z
        }
    }
}

impl<V: Vector3> Rotation<V> {
    /// The rotation of a quaternion `[x, y, z, w]` of any length, in the order of glam's `to_array`. Not valid if its
    /// length is zero or not finite.
    #[must_use]
    pub fn from_quaternion(quaternion: [V::Scalar; 4]) -> Self {
        let [x, y, z, w] = quaternion.map(Scalar::to_f64);
        let s = 2.0 / (x * x + y * y + z * z + w * w);
        Self::of([
            [
                1.0 - s * (y * y + z * z),
                s * (x * y + z * w),
                s * (x * z - y * w),
            ],
            [
                s * (x * y - z * w),
                1.0 - s * (x * x + z * z),
                s * (y * z + x * w),
            ],
            [
                s * (x * z + y * w),
                s * (y * z - x * w),
                1.0 - s * (x * x + y * y),
            ],
        ])
    }
}

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

/// A shape in a pose, for queries: see [`Pose::place_shape`].
///
/// ```
/// use carom::{Capsule, PlacedShape, Pose, closest, glam::{Vec2, vec2}};
/// let bar = Capsule::new(vec2(-1., 0.), vec2(1., 0.), 0.5);
/// let placed: PlacedShape<Vec2> = Pose::at(vec2(0., 4.)).place_shape(&bar);
/// assert_eq!(closest(&placed, &bar).distance, 3.);
/// ```
#[derive(Debug)]
pub struct PlacedShape<'a, V: Vector>(Placed<'a, V>);

#[derive(Debug)]
enum Placed<'a, V: Vector> {
    Shape(ShapeRef<'a, V>),
    Hull(SmallVec<V, 8>, V::Scalar),
}

impl<V: Vector> Convex for PlacedShape<'_, V> {
    type Vector = V;

    fn shape_ref(&self) -> ShapeRef<'_, V> {
        match &self.0 {
            Placed::Shape(shape) => *shape,
            Placed::Hull(points, radius) => ShapeRef::Points((points, *radius)),
        }
    }
}

impl<'a, V: Vector> PlacedShape<'a, V> {
    /// A shape that is in its place already.
    pub(super) fn unchanged(shape: ShapeRef<'a, V>) -> Self {
        Self(Placed::Shape(shape))
    }
}

/// A transform from one frame to another, `p` to `R (p − from) s + to`, computed in double precision and rounded once.
/// The identity returns the same bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map<V: Vector> {
    rotation: Rotation<V>,
    scale: f64,
    from: V::Double,
    to: V::Double,
    turns: bool,
    scales: bool,
    moves: bool,
}

impl<V: Vector> Map<V> {
    fn new(rotation: Rotation<V>, scale: f64, to: V::Double) -> Self {
        let from = <V::Double as Vector>::ZERO;
        Self {
            rotation,
            scale,
            from,
            to,
            turns: rotation != Rotation::default(),
            scales: scale != 1.0,
            moves: to != from,
        }
    }

    /// The inverse, `R⁻¹ (p − to) / s + from`, which loses nothing where `from` and `to` are large.
    pub(super) fn inverse(&self) -> Self {
        Self {
            rotation: self.rotation.inverse(),
            scale: 1.0 / self.scale,
            from: self.to,
            to: self.from,
            ..*self
        }
    }

    /// Whether it leaves every answer unchanged, to the bit.
    pub(super) fn is_identity(&self) -> bool {
        !(self.turns || self.scales || self.moves)
    }

    /// Transforms a unit vector.
    pub(super) fn direction(&self, v: V) -> V {
        if self.turns {
            V::from_double(self.rotation.rotated(v.to_double()))
        } else {
            v
        }
    }

    /// Transforms a displacement.
    pub(super) fn vector(&self, v: V) -> V {
        if self.turns || self.scales {
            V::from_double(self.linear(v.to_double()))
        } else {
            v
        }
    }

    pub(super) fn point(&self, p: V) -> V {
        if self.is_identity() {
            p
        } else {
            V::from_double(self.linear(p.to_double() - self.from) + self.to)
        }
    }

    pub(super) fn length(&self, length: V::Scalar) -> V::Scalar {
        if self.scales {
            V::Scalar::from_f64(length.to_f64() * self.scale)
        } else {
            length
        }
    }

    fn linear(&self, v: V::Double) -> V::Double {
        let v = v * self.scale;
        if self.turns {
            self.rotation.rotated(v)
        } else {
            v
        }
    }

    /// The bounding box of a transformed box.
    pub(super) fn around(&self, bounds: &Aabb<V>) -> Aabb<V> {
        if self.turns {
            Aabb::of_points(
                bounds
                    .corners()
                    .as_points()
                    .0
                    .iter()
                    .map(|p| self.point(*p)),
            )
        } else {
            Aabb {
                min: self.point(bounds.min),
                max: self.point(bounds.max),
            }
        }
    }

    pub(super) fn triangle(&self, triangle: &Triangle<V>) -> Triangle<V> {
        let [a, b, c] = triangle.core().map(|p| self.point(p));
        Triangle { a, b, c }
    }

    /// Transforms a shape, to keep it; a rotated box becomes a hull with its vertices in the same order.
    pub(super) fn shape(&self, shape: &Shape<V>) -> Shape<V> {
        match shape {
            Shape::Point(p) => Shape::Point(self.point(*p)),
            Shape::Segment(s) => Shape::Segment(Segment::new(self.point(s.a), self.point(s.b))),
            Shape::Ball(s) => Shape::Ball(Ball::new(self.point(s.center), self.length(s.radius))),
            Shape::Capsule(s) => {
                let radius = self.length(s.radius);
                Shape::Capsule(Capsule::new(self.point(s.a), self.point(s.b), radius))
            }
            Shape::Triangle(s) => Shape::Triangle(self.triangle(s)),
            Shape::Hull(s) => Shape::Hull(self.hull(s)),
            Shape::Aabb(s) if self.turns => Shape::Hull(self.hull(&Hull::from(*s))),
            Shape::Aabb(s) => Shape::Aabb(self.around(s)),
            Shape::Plane(s) => Shape::Plane(self.plane(s)),
        }
    }

    /// Transforms a shape for one query, as [`shape`](Self::shape) does; nothing allocates up to eight points.
    pub(super) fn placed<'a>(&self, shape: &ShapeRef<'a, V>) -> PlacedShape<'a, V> {
        if self.is_identity() {
            return PlacedShape::unchanged(*shape);
        }
        let points = |(points, radius): Points<'_, V>| {
            let mut placed = SmallVec::new(V::ZERO);
            for p in points {
                placed.push(self.point(*p));
            }
            PlacedShape(Placed::Hull(placed, self.length(radius)))
        };
        PlacedShape::unchanged(match shape {
            ShapeRef::One((core, radius)) => {
                ShapeRef::One((core.map(|p| self.point(p)), self.length(*radius)))
            }
            ShapeRef::Two((core, radius)) => {
                ShapeRef::Two((core.map(|p| self.point(p)), self.length(*radius)))
            }
            ShapeRef::Three((core, radius)) => {
                ShapeRef::Three((core.map(|p| self.point(p)), self.length(*radius)))
            }
            ShapeRef::Points(many) => return points(*many),
            ShapeRef::Box(_, corners) if self.turns => return points(corners.as_points()),
            ShapeRef::Box(bounds, _) => {
                let bounds = self.around(bounds);
                ShapeRef::Box(bounds, bounds.corners())
            }
            ShapeRef::HalfSpace(plane) => ShapeRef::HalfSpace(self.plane(plane)),
        })
    }

    /// Transforms a rigid motion.
    pub(super) fn motion(&self, motion: &RigidMotion<V>) -> RigidMotion<V> {
        RigidMotion {
            delta: self.vector(motion.delta),
            pivot: self.point(motion.pivot),
            axis: self.direction(motion.axis),
            angle: motion.angle,
        }
    }

    fn hull(&self, hull: &Hull<V>) -> Hull<V> {
        Hull {
            radius: self.length(hull.radius),
            ..hull.map(|p| self.point(p))
        }
    }

    /// `n·x ≤ offset` is `Rn·y ≤ s (offset − n·from) + Rn·to` of `y = R (x − from) s + to`. It uses the rounded `Rn`,
    /// so that the plane is right near the body's origin.
    fn plane(&self, plane: &Plane<V>) -> Plane<V> {
        let normal = self.direction(plane.normal);
        let offset = plane.offset.to_f64() - plane.normal.to_double().dot(self.from);
        let offset = offset * self.scale + normal.to_double().dot(self.to);
        Plane::new(normal, V::Scalar::from_f64(offset))
    }
}

/// The cross product of a unit axis and an arm: the velocity of a point that turns by a radian/s. In 2D a quarter turn
/// of the arm counter-clockwise, whatever the axis.
pub fn across<V: Vector>(axis: V, arm: V) -> V {
    if V::DIM == 2 {
        arm.any_orthogonal_vector()
    } else {
        V::crossing_axes(axis, arm)[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
