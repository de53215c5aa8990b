//! Bodies: collider, pose, layers, velocities and flags.

use super::body_surface::BodySurface;
use super::pose::Pose;
use super::rotation::across;
use crate::shape::Shape;
use crate::shape::fault::ShapeFault;
use crate::shape::hull::Hull;
use crate::surface::chain::{Chain, ChainError};
use crate::surface::compound::Compound;
use crate::surface::mesh::Vector3;
use crate::surface::mesh::{Mesh, MeshError};
use alloc::sync::Arc;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use core::fmt;
use glam::DVec2;

/// The form of a body in its own frame: any [`Shape`], an oriented box, or a mesh, height field, chain or compound that
/// many bodies may share.
///
/// ```
/// use carom::{Ball, Collider, Mesh, glam::{Vec3, vec3}};
/// use std::sync::Arc;
/// let stone = Collider::from(Ball::new(vec3(0., 1., 0.), 0.5));
/// let tile = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Z], vec![[0, 1, 2]])?;
/// let floor = Collider::from(Arc::new(tile)); // clones of the `Arc` share one BVH
/// # Ok::<(), carom::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Collider<V: Vector>(pub(super) ColliderKind<V>);

#[derive(Clone, Debug)]
pub(super) enum ColliderKind<V: Vector> {
    Shape(Shape<V>),
    /// A box by its vertices: bit `i` of a vertex's index gives its side along axis `i`.
    Box(Shape<V>),
    Surface(Arc<dyn BodySurface<V>>),
}

impl<V: Vector> Collider<V> {
    /// A solid oriented box: its center, and for each axis the vector from the center to the middle of a side. The
    /// vectors are at right angles to each other; 2D ignores the third.
    ///
    /// ```
    /// use carom::{Collider, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// world.insert(Collider::cuboid(vec3(5., 0., 0.), [Vec3::X, Vec3::Y * 2., Vec3::Z]))?;
    /// let hit = world.query().ray(vec3(0., 1.5, 0.), Vec3::X * 8.).unwrap();
    /// assert!((hit.t - 0.5).abs() < 1e-6 && hit.normal == -Vec3::X);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[must_use]
    pub fn cuboid(center: V, half: [V; 3]) -> Self {
        let corner = |i: usize| {
            (0..V::DIM).fold(center, |corner, axis| {
                if i >> axis & 1 == 1 {
                    corner + half[axis]
                } else {
                    corner - half[axis]
                }
            })
        };
        let corners: Vec<V> = (0..1 << V::DIM).map(corner).collect();
        Self(ColliderKind::Box(Shape::Hull(Hull::new(
            corners,
            V::Scalar::ZERO,
        ))))
    }

    /// The shape, a hull for a [`cuboid`](Self::cuboid); `None` for a mesh, a chain or a compound.
    #[must_use]
    pub fn shape(&self) -> Option<&Shape<V>> {
        match &self.0 {
            ColliderKind::Shape(shape) | ColliderKind::Box(shape) => Some(shape),
            ColliderKind::Surface(_) => None,
        }
    }

    /// The surface, if it has the type `S`.
    pub(super) fn surface<S: 'static>(&self) -> Option<&S> {
        match &self.0 {
            ColliderKind::Surface(surface) => surface.as_any().downcast_ref(),
            ColliderKind::Shape(_) | ColliderKind::Box(_) => None,
        }
    }
}

impl<V: Vector3> Collider<V> {
    /// The mesh; `None` for anything else.
    ///
    /// ```
    /// use carom::{Ball, Collider, Mesh, glam::Vec3};
    /// let tile = Collider::from(Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Z], vec![[0, 1, 2]])?);
    /// assert_eq!(tile.mesh().map(Mesh::len), Some(1));
    /// assert!(Collider::from(Ball::new(Vec3::ZERO, 1.)).mesh().is_none());
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[must_use]
    pub fn mesh(&self) -> Option<&Mesh<V>> {
        self.surface()
    }
}

impl<V: Vector<Double = DVec2>> Collider<V> {
    /// The chain; `None` for anything else.
    ///
    /// ```
    /// use carom::{Ball, Chain, Collider, glam::{Vec2, vec2}};
    /// let ramp = Collider::from(Chain::open(vec![vec2(0., 0.), vec2(4., 2.)])?);
    /// assert_eq!(ramp.chain().map(Chain::segment_count), Some(1));
    /// assert!(Collider::from(Ball::new(Vec2::ZERO, 1.)).chain().is_none());
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[must_use]
    pub fn chain(&self) -> Option<&Chain<V>> {
        self.surface()
    }
}

impl<V: Vector, S: Into<Shape<V>>> From<S> for Collider<V> {
    fn from(shape: S) -> Self {
        Self(ColliderKind::Shape(shape.into()))
    }
}

impl<V: Vector3> From<Arc<Mesh<V>>> for Collider<V> {
    fn from(mesh: Arc<Mesh<V>>) -> Self {
        Self(ColliderKind::Surface(mesh))
    }
}

impl<V: Vector3> From<Mesh<V>> for Collider<V> {
    fn from(mesh: Mesh<V>) -> Self {
        Arc::new(mesh).into()
    }
}

impl<V: Vector> From<Arc<Compound<V>>> for Collider<V> {
    fn from(compound: Arc<Compound<V>>) -> Self {
        Self(ColliderKind::Surface(compound))
    }
}

impl<V: Vector> From<Compound<V>> for Collider<V> {
    fn from(compound: Compound<V>) -> Self {
        Arc::new(compound).into()
    }
}

impl<V: Vector<Double = DVec2>> From<Arc<Chain<V>>> for Collider<V> {
    fn from(chain: Arc<Chain<V>>) -> Self {
        Self(ColliderKind::Surface(chain))
    }
}

impl<V: Vector<Double = DVec2>> From<Chain<V>> for Collider<V> {
    fn from(chain: Chain<V>) -> Self {
        Arc::new(chain).into()
    }
}

/// Makes a body a one-way platform.
///
/// A contact or hit counts if its normal has a component along `direction`, and if the penetration depth, at that
/// moment or at the start of the motion, is at most `margin`. So a character passes from below unhindered, and one that
/// has landed stays on top though it has sunk in a little.
///
/// ```
/// use carom::{Body, Collider, OneWay, World, glam::{Vec2, vec2}};
/// let mut world = World::new();
/// let one_way = Some(OneWay { direction: Vec2::Y, margin: 0.1 });
/// let plank = Collider::cuboid(Vec2::ZERO, [vec2(2., 0.), vec2(0., 0.1), Vec2::ZERO]);
/// world.insert(Body { one_way, ..Body::new(plank) })?;
/// assert!(world.query().ray(vec2(0., 1.), vec2(0., -2.)).is_some());
/// assert!(world.query().ray(vec2(0., -1.), vec2(0., 2.)).is_none());
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneWay<V: Vector> {
    /// Points out of the side that blocks, in the frame of the body; any length but zero.
    pub direction: V,
    /// The greatest penetration depth that still counts as standing on it; a length in the world, not negative.
    pub margin: V::Scalar,
}

/// A body of a [`World`](super::World), as plain data.
///
/// [`Body::new`] sets the defaults.
///
/// ```
/// use carom::{Ball, Body, Pose, glam::{Vec3, vec3}};
/// let boulder = Body {
///     pose: Pose::at(vec3(0., 5., 0.)),
///     layers: 0b10,
///     moving: true,
///     ..Body::new(Ball::new(Vec3::ZERO, 2.))
/// };
/// assert!(boulder.check().is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Body<V: Vector> {
    /// The form of the body, in its own frame.
    pub collider: Collider<V>,
    /// The position, rotation and scale. Default: at the origin, not rotated, scale 1.
    pub pose: Pose<V>,
    /// The layers that the body is in, a bit each. Default: all.
    pub layers: u32,
    /// The layers that collide with the body, a bit each. Default: all.
    pub mask: u32,
    /// User data; carom does not read it. Default: 0.
    #[doc(alias = "userData")]
    #[doc(alias = "user_data")]
    pub data: u64,
    /// The velocity of the body's origin, length/s. Default: zero. Queries use only the pose; movers use the velocity.
    pub velocity: V,
    /// The axis of rotation, of any length; 2D ignores it. Default: zero.
    pub axis: V,
    /// The angular velocity around the axis, radians/s, counter-clockwise as seen with the axis pointing at the viewer.
    /// Default: 0.
    pub spin: V::Scalar,
    /// The velocity of the surface's material in the body's own frame, length/s: a conveyor. Default: zero.
    pub surface_velocity: V,
    /// Whether the body moves often: small moves then cost little. Default: false.
    pub moving: bool,
    /// Whether the body is a sensor, which never blocks: see [`World::update_sensors`](super::World::update_sensors).
    /// Default: false.
    pub sensor: bool,
    /// Makes the body block from one side only. Default: `None`, it blocks from all sides.
    pub one_way: Option<OneWay<V>>,
}

impl<V: Vector, C: Into<Collider<V>>> From<C> for Body<V> {
    fn from(collider: C) -> Self {
        Self::new(collider)
    }
}

impl<V: Vector> Body<V> {
    /// A body at rest at the origin, in all layers, that collides with all layers.
    #[must_use]
    pub fn new(collider: impl Into<Collider<V>>) -> Self {
        Self {
            collider: collider.into(),
            pose: Pose::default(),
            layers: u32::MAX,
            mask: u32::MAX,
            data: 0,
            velocity: V::ZERO,
            axis: V::ZERO,
            spin: V::Scalar::ZERO,
            surface_velocity: V::ZERO,
            moving: false,
            sensor: false,
            one_way: None,
        }
    }

    /// Whether a body or query with these layers and this mask and this body count for each other.
    pub(super) fn meets(&self, layers: u32, mask: u32) -> bool {
        self.layers & mask != 0 && self.mask & layers != 0
    }

    /// The velocity of the body's material at a place in the world, length/s: velocity, rotation and surface velocity
    /// together.
    ///
    /// ```
    /// use carom::{Ball, Body, glam::{DVec3, Vec3}};
    /// let wheel = Body { velocity: Vec3::X, axis: Vec3::Z, spin: -0.5, ..Body::new(Ball::new(Vec3::ZERO, 2.)) };
    /// // It rolls: its lowest point rests.
    /// assert_eq!(wheel.velocity_at(DVec3::Y * -2.), Vec3::ZERO);
    /// assert_eq!(wheel.velocity_at(DVec3::Y * 2.), Vec3::X * 2.);
    /// ```
    #[must_use]
    pub fn velocity_at(&self, place: V::Double) -> V {
        let way = V::from_double(place - self.pose.translation);
        let across = match self.axis.try_normalize() {
            None if V::DIM == 3 => V::ZERO,
            axis => across(axis.unwrap_or(V::ZERO), way),
        };
        let surface = self.pose.rotation.rotate(self.surface_velocity);
        self.velocity + across * self.spin + surface
    }
}

/// Why a world rejects a body or a change. The world is then unchanged.
///
/// ```
/// use carom::{Ball, BodyError, World, glam::Vec3};
/// let mut world = World::new();
/// let error = world.insert(Ball::new(Vec3::ZERO, f32::NAN)).unwrap_err();
/// assert!(matches!(error, BodyError::Shape(fault) if fault.field == "radius"));
/// assert_eq!(error.to_string(), "the body's shape: radius is not finite");
/// assert!(world.is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyError {
    /// A field of the shape is not valid.
    Shape(ShapeFault),
    /// The mass of an agent of a crowd is not more than 0.
    Mass,
    /// A number of the rotation or translation is infinite or NaN.
    Pose,
    /// The scale is infinite, NaN, zero or negative.
    Scale,
    /// In its pose the body is out of range: a coordinate exceeds 1/16 of the largest number.
    OutOfRange,
    /// A number of a velocity is infinite or NaN.
    Velocity,
    /// The direction of a one-way body is zero, or a number of it is infinite, NaN or a negative margin.
    OneWay,
    /// The body is not a mesh, or in 2D not a chain, and so cannot be refitted.
    Kind,
    /// The mesh cannot be refitted to these triangles.
    Mesh(MeshError),
    /// The chain cannot be refitted to these vertices.
    Chain(ChainError),
    /// The body does not exist any more.
    Gone,
    /// The world has 2³² − 1 places, and all are taken.
    Full,
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mesh(error) => return error.fmt(f),
            Self::Chain(error) => return error.fmt(f),
            Self::Kind => "the body is not a mesh or chain that can be refitted so",
            Self::Shape(fault) => return write!(f, "the body's shape: {fault}"),
            Self::Mass => "the mass of the body is not more than 0",
            Self::Pose => "the body's rotation or translation is not finite",
            Self::Scale => "the body's scale is not a positive finite number",
            Self::OutOfRange => "the body is out of range in its pose",
            Self::Velocity => "a velocity of the body is not finite",
            Self::OneWay => "the body's one-way direction is zero, or a number of it is invalid",
            Self::Gone => "the body does not exist any more",
            Self::Full => "the world is full",
        })
    }
}

impl core::error::Error for BodyError {}
