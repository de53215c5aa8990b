//! What a table is made from: balls, walls, space. Plain data.

use alloc::vec;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::Vector3;
use carom_core::shape::ball::Ball;
use carom_core::shape::{
    Shape, capsule::Capsule, hull::Hull, plane::Plane, segment::Segment, triangle::Triangle,
};
use carom_core::surface::mesh::Mesh;
use carom_math::{Scalar, Vector};

/// A ball of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct TableBall<V: Vector> {
    /// The centre.
    pub center: V,
    /// More than 0.
    pub radius: V::Scalar,
    /// Length/s.
    pub velocity: V,
    /// More than 0; infinite for what no ball can push.
    pub mass: V::Scalar,
    /// How much of the speed at which it meets something comes back, 0..=1. Of two that meet the lesser counts.
    pub restitution: V::Scalar,
}

impl<V: Vector> TableBall<V> {
    /// A ball at rest, of mass 1, that bounces without loss.
    ///
    /// ```
    /// use carom::table::TableBall;
    /// use carom::glam::vec2;
    /// let cue = TableBall::new(vec2(0., 0.), 0.5).moving(vec2(3., 0.));
    /// assert_eq!((cue.mass, cue.velocity), (1., vec2(3., 0.)));
    /// ```
    #[must_use]
    pub fn new(center: V, radius: V::Scalar) -> Self {
        Self {
            center,
            radius,
            velocity: V::ZERO,
            mass: V::Scalar::ONE,
            restitution: V::Scalar::ONE,
        }
    }

    /// The same with this velocity.
    #[must_use]
    pub fn moving(self, velocity: V) -> Self {
        Self { velocity, ..self }
    }

    /// The same with this mass.
    #[must_use]
    pub fn weighing(self, mass: V::Scalar) -> Self {
        Self { mass, ..self }
    }

    /// The same with this restitution.
    #[must_use]
    pub fn bouncing(self, restitution: V::Scalar) -> Self {
        Self {
            restitution,
            ..self
        }
    }

    /// Its shape.
    #[must_use]
    pub fn ball(&self) -> Ball<V> {
        Ball::new(self.center, self.radius)
    }
}

/// A wall: one or more shapes at rest.
///
/// Segments, capsules, half-spaces, balls, boxes, triangles and hulls, the latter three solid in 2D and
/// (triangles apart) in 3D. In 3D a hull has at most 256 points.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Wall<V: Vector> {
    /// What it is made of.
    pub parts: Vec<Shape<V>>,
    /// How much of the speed against it comes back, 0..=1, if the ball's is not less.
    pub restitution: V::Scalar,
}

impl<V: Vector> Wall<V> {
    /// A wall off which balls bounce without loss.
    #[must_use]
    pub fn new(shape: impl Into<Shape<V>>) -> Self {
        Self {
            parts: vec![shape.into()],
            restitution: V::Scalar::ONE,
        }
    }

    /// The same with this restitution.
    #[must_use]
    pub fn bouncing(self, restitution: V::Scalar) -> Self {
        Self {
            restitution,
            ..self
        }
    }
}

impl<V: Vector3> Wall<V> {
    /// The triangles of a mesh, from both sides.
    #[must_use]
    pub fn of_mesh(mesh: &Mesh<V>) -> Self {
        Self {
            parts: mesh.iter().map(Shape::Triangle).collect(),
            restitution: V::Scalar::ONE,
        }
    }
}

macro_rules! wall_from {
    ($($shape:ident),*) => {
        $(impl<V: Vector> From<$shape<V>> for Wall<V> {
            fn from(shape: $shape<V>) -> Self {
                Self::new(shape)
            }
        })*
    };
}
wall_from!(Segment, Ball, Capsule, Triangle, Hull, Aabb, Plane);

/// Where the balls of a table are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename_all = "snake_case",
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub enum Space<V: Vector> {
    /// Without an end.
    #[default]
    Open,
    /// Inside a box, whose sides are walls after the listed ones: x−, x+, y−, y+, z−, z+.
    Boxed {
        /// The box.
        bounds: Aabb<V>,
        /// That of all its sides, 0..=1.
        restitution: V::Scalar,
    },
    /// What leaves on one side comes in on the other; from the origin to here. Without walls, and at least
    /// 25 / 6 times as long as the radius of any ball.
    Periodic(V),
}

impl<V: Vector> Space<V> {
    /// A box whose sides take nothing.
    #[must_use]
    pub fn boxed(min: V, max: V) -> Self {
        Self::Boxed {
            bounds: Aabb { min, max },
            restitution: V::Scalar::ONE,
        }
    }
}

/// Everything that a table is made from. Balls have their places in the list as ids, walls theirs as numbers.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Setup<V: Vector> {
    /// The balls.
    pub balls: Vec<TableBall<V>>,
    /// The walls.
    pub walls: Vec<Wall<V>>,
    /// Where they are.
    pub space: Space<V>,
    /// By how much each ball's speed falls as it rolls, length/s²; not negative. One of speed v goes v² / 2µ far and
    /// then rests. Not together with gravity.
    pub friction: V::Scalar,
    /// The acceleration of each ball whose mass is finite, length/s²; infinite ones keep their velocity.
    pub gravity: V,
    /// The time at the start.
    pub time: f64,
}

impl<V: Vector> Setup<V> {
    /// The same with balls that roll until they rest.
    ///
    /// ```
    /// use carom::table::{BallId, Setup, Status, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let setup = Setup {
    ///     balls: vec![TableBall::new(dvec2(0., 0.), 0.5).moving(dvec2(2., 0.))],
    ///     ..Setup::default()
    /// };
    /// let mut table = Table::new(&setup.friction(0.5))?;
    /// assert_eq!(table.step_event(), None);
    /// assert_eq!((table.status(), table.time()), (Status::AtRest, 4.));
    /// assert_eq!(table.ball(BallId(0)).unwrap().center, dvec2(4., 0.));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn friction(self, friction: V::Scalar) -> Self {
        Self { friction, ..self }
    }

    /// The same with balls that fall.
    ///
    /// ```
    /// use carom::table::{BallId, Setup, Space, Status, Table, TableBall};
    /// use carom::glam::{DVec2, dvec2};
    /// let setup = Setup {
    ///     balls: vec![TableBall::new(dvec2(2., 2.5), 0.5).bouncing(0.5)],
    ///     space: Space::boxed(DVec2::ZERO, dvec2(4., 4.)),
    ///     ..Setup::default()
    /// };
    /// let mut table = Table::new(&setup.gravity(dvec2(0., -4.)))?;
    /// // It falls two lengths in a second, and bounces for twice as long in all.
    /// assert_eq!(table.step_event().unwrap().time, 1.);
    /// assert_eq!(table.advance_to(2.9)?, Status::Done);
    /// assert_eq!(table.advance_to(3.1)?, Status::AtRest);
    /// assert_eq!(table.ball(BallId(0)).unwrap().velocity, DVec2::ZERO);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn gravity(self, gravity: V) -> Self {
        Self { gravity, ..self }
    }
}
