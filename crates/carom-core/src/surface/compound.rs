//! Compounds: several convex shapes as one surface, with a BVH over them.

mod as_surface;
mod error;
#[cfg(feature = "serde")]
mod stored;

pub use error::CompoundError;

use crate::shape::Shape;
use alloc::vec::Vec;
use carom_bvh::{Aabb, Bvh};
use carom_math::Vector;

/// Several convex shapes as one [`Surface`](crate::Surface): a table of a plate and four legs, a robot arm, a convex
/// decomposition from a tool. 2D and 3D.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/compound.svg"))]
///
/// Part `i` is shape `i`. The shapes are solid and may overlap; each answers as if it were alone, so a shape that is deep in
/// two of them has two contacts. [`Pose::shape`](crate::Pose::shape) puts a part in its place.
///
/// In a [`World`](crate::World) a compound is the [collider](crate::Collider) of one body, and many bodies may share it.
/// [`Query::sweep_surface`](crate::Query::sweep_surface) moves a compound itself.
///
/// ```
/// use carom::{Aabb, Ball, Compound, Cylinder, Shape, glam::{Vec3, vec3}};
/// let plate = Aabb { min: vec3(-1., 0.9, -1.), max: vec3(1., 1., 1.) };
/// let leg = Cylinder::new(Vec3::ZERO, vec3(0., 0.9, 0.), 0.1);
/// let table = Compound::new([Shape::from(plate), leg.into()])?;
/// let below = Ball::new(vec3(0.5, 0.4, 0.), 0.2);
/// assert!(!table.query().overlap(&below));
/// let hit = table.query().sweep(&below, vec3(-1., 0., 0.)).unwrap();
/// assert!(hit.part.index == 1 && (hit.t - 0.2).abs() < 1e-6);
/// # Ok::<(), carom::CompoundError>(())
/// ```
#[doc(alias = "MutableCompoundShape")]
#[doc(alias = "btCompoundShape")]
#[doc(alias = "StaticCompoundShape")]
#[derive(Clone, Debug)]
pub struct Compound<V: Vector> {
    shapes: Vec<Shape<V>>,
    /// Its groups are the shapes.
    tree: Bvh<V>,
}

impl<V: Vector> Compound<V> {
    /// Builds a compound of these shapes.
    ///
    /// # Errors
    /// If there are no shapes or more than 2³¹, if one is not [valid](Shape::is_valid), or if one is a half-space,
    /// which is unbounded.
    pub fn new(
        shapes: impl IntoIterator<Item = impl Into<Shape<V>>>,
    ) -> Result<Self, CompoundError> {
        let shapes: Vec<Shape<V>> = shapes.into_iter().map(Into::into).collect();
        let boxes = error::check(&shapes)?;
        Ok(Self {
            tree: Bvh::over(&boxes),
            shapes,
        })
    }

    /// The shapes, by the number of their part.
    ///
    /// ```
    /// use carom::{Ball, Compound, Shape, glam::Vec2};
    /// let dumbbell = Compound::new([Ball::new(Vec2::ZERO, 1.), Ball::new(Vec2::X * 4., 1.)])?;
    /// assert_eq!(dumbbell.shapes().len(), 2);
    /// assert!(matches!(dumbbell.shapes()[1], Shape::Ball(ball) if ball.center.x == 4.));
    /// assert_eq!(dumbbell.bounds().max, Vec2::new(5., 1.));
    /// # Ok::<(), carom::CompoundError>(())
    /// ```
    #[must_use]
    pub fn shapes(&self) -> &[Shape<V>] {
        &self.shapes
    }

    /// The box around all shapes.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }
}
