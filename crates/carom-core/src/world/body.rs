//! A body: what it is, where it is, and what it says about itself.

use super::pose::{Pose, across};
use super::surface::BodySurface;
use crate::shape::Shape;
use crate::shape::hull::Hull;
use crate::surface::chain::{Chain, ChainError};
use crate::surface::mesh::Vector3;
use crate::surface::mesh::{Mesh, MeshError};
use alloc::sync::Arc;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use core::fmt;
use glam::DVec2;

/// What a body is, in its own frame: any [`Shape`], a box of any direction, or a mesh that many bodies may
/// share.
///
/// ```
/// use carom::{Ball, Collider, Mesh, glam::{Vec3, vec3}};
/// use std::sync::Arc;
/// let stone = Collider::from(Ball::new(vec3(0., 1., 0.), 0.5));
/// let tile = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Z], vec![[0, 1, 2]])?;
/// let floor = Collider::from(Arc::new(tile)); // a clone of the `Arc` is the same tree
/// # Ok::<(), carom::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Collider<V: Vector>(pub(super) Kind<V>);

#[derive(Clone, Debug)]
pub(super) enum Kind<V: Vector> {
    Shape(Shape<V>),
    /// A box by its corners; bit `i` of a corner's place says on which side of axis `i` it is.
    Box(Shape<V>),
    Surface(Arc<dyn BodySurface<V>>),
}

impl<V: Vector> Collider<V> {
    /// A solid box of any direction: its middle, and the way from there to the middle of a side for each
    /// axis, at right angles to each other. 2D does not look at the third.
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
        Self(Kind::Box(Shape::Hull(Hull::new(corners, V::Scalar::ZERO))))
    }

    /// The shape it is, a hull for a [`cuboid`](Self::cuboid); `None` for a mesh or a chain.
    #[must_use]
    pub fn shape(&self) -> Option<&Shape<V>> {
        match &self.0 {
            Kind::Shape(shape) | Kind::Box(shape) => Some(shape),
            Kind::Surface(_) => None,
        }
    }
}

impl<V: Vector, S: Into<Shape<V>>> From<S> for Collider<V> {
    fn from(shape: S) -> Self {
        Self(Kind::Shape(shape.into()))
    }
}

impl<V: Vector3> From<Arc<Mesh<V>>> for Collider<V> {
    fn from(mesh: Arc<Mesh<V>>) -> Self {
        Self(Kind::Surface(mesh))
    }
}

impl<V: Vector3> From<Mesh<V>> for Collider<V> {
    fn from(mesh: Mesh<V>) -> Self {
        Arc::new(mesh).into()
    }
}

impl<V: Vector<Double = DVec2>> From<Arc<Chain<V>>> for Collider<V> {
    fn from(chain: Arc<Chain<V>>) -> Self {
        Self(Kind::Surface(chain))
    }
}

impl<V: Vector<Double = DVec2>> From<Chain<V>> for Collider<V> {
    fn from(chain: Chain<V>) -> Self {
        Arc::new(chain).into()
    }
}

/// A platform that blocks from one side alone.
///
/// A contact or hit counts if its normal leans towards `direction`, and if at that moment, or at the start
/// of the motion, nothing is deeper in the platform than `margin`. So what comes from below passes, and is
/// not thrown out on its way through; what has come down on it stays on it, though it has sunk in a little.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneWay<V: Vector> {
    /// Out of the side that blocks, in the frame of the body; of any length but zero.
    pub direction: V,
    /// How deep something may be in it and still be held; a length in the world, not negative.
    pub margin: V::Scalar,
}

/// A body of a [`World`](super::World): plain data.
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
    /// What it is.
    pub collider: Collider<V>,
    /// Where it is.
    pub pose: Pose<V>,
    /// The layers it is in, a bit each.
    pub layers: u32,
    /// The layers of those that meet it.
    pub mask: u32,
    /// Whatever you like.
    pub data: u64,
    /// How fast its origin goes, length/s. Queries look at where it is, not at this.
    pub velocity: V,
    /// What it turns around while it moves, of any length; 2D does not look at it.
    pub axis: V,
    /// How fast it turns around that, radians/s, counter-clockwise seen against it.
    pub spin: V::Scalar,
    /// How fast its surface goes though it rests, in its own frame, length/s: a conveyor.
    pub surface_velocity: V,
    /// Whether it moves often: then it is kept so that small moves cost little.
    pub moving: bool,
    /// Whether it never blocks and only notices: see [`World::update_sensors`](super::World::update_sensors).
    pub sensor: bool,
    /// Whether it blocks from one side alone.
    pub one_way: Option<OneWay<V>>,
}

impl<V: Vector, C: Into<Collider<V>>> From<C> for Body<V> {
    fn from(collider: C) -> Self {
        Self::new(collider)
    }
}

impl<V: Vector> Body<V> {
    /// A body at rest, as it is, in all layers.
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

    /// How fast its material goes at a place in the world: velocity, turn and surface velocity together.
    #[must_use]
    pub fn velocity_at(&self, place: V::Double) -> V {
        let way = V::from_double(place - self.pose.translation);
        let across = match self.axis.try_normalize() {
            None if V::DIM == 3 => V::ZERO,
            axis => across(axis.unwrap_or(V::ZERO), way),
        };
        let surface = self.pose.rotation.turn(self.surface_velocity);
        self.velocity + across * self.spin + surface
    }
}

/// Why a world does not take a body, or does not know it. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyError {
    /// The shape is nothing, or a number of it is infinite, NaN or a negative radius.
    Shape,
    /// A number of the rotation or of the translation is infinite or NaN.
    Pose,
    /// The scale is infinite, NaN, zero or negative.
    Scale,
    /// Where it is, the body is beyond the range of the numbers: more than 1/16 of the largest.
    OutOfRange,
    /// A number of a velocity is infinite or NaN.
    Velocity,
    /// The direction of a one-way body is zero, or a number of it is infinite, NaN or a negative margin.
    OneWay,
    /// It is no mesh to be refitted, in 2D no chain.
    Kind,
    /// The mesh cannot be refitted so.
    Mesh(MeshError),
    /// The chain cannot be refitted so.
    Chain(ChainError),
    /// There is no such body any more.
    Gone,
    /// There are 2³² − 1 places, and all are taken.
    Full,
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mesh(error) => return error.fmt(f),
            Self::Chain(error) => return error.fmt(f),
            Self::Kind => "the body is of another kind",
            Self::Shape => "the body's shape is nothing, or not finite, or has a negative radius",
            Self::Pose => "the body's rotation or translation is not finite",
            Self::Scale => "the body's scale is not a positive finite number",
            Self::OutOfRange => "the body is beyond the range of the numbers",
            Self::Velocity => "a velocity of the body is not finite",
            Self::OneWay => "the body's one-way direction or margin makes no sense",
            Self::Gone => "there is no such body any more",
            Self::Full => "the world is full",
        })
    }
}

impl core::error::Error for BodyError {}
