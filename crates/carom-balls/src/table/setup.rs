//! Setup of a table: balls, walls and space, as plain data.

use super::region::Region;
use super::wall_motion::WallMotion;
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
///
/// ```
/// use carom::table::TableBall;
/// use carom::glam::{DVec2, dvec2};
/// let cue = TableBall::new(DVec2::ZERO, 0.5).with_velocity(dvec2(3., 0.)).with_mass(2.);
/// assert_eq!((cue.velocity, cue.mass, cue.restitution), (dvec2(3., 0.), 2., 1.));
/// ```
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
    /// Center.
    pub center: V,
    /// Radius, more than 0.
    pub radius: V::Scalar,
    /// Velocity, length/s. Default 0.
    pub velocity: V,
    /// Mass, more than 0; infinite for a ball that no other can push. Default 1.
    pub mass: V::Scalar,
    /// Coefficient of restitution: the part of the closing speed that is returned, 0..=1. In a collision the lower of
    /// both counts. Default 1.
    pub restitution: V::Scalar,
}

impl<V: Vector> TableBall<V> {
    /// A ball at rest, of mass 1, that bounces without loss.
    ///
    /// ```
    /// use carom::table::TableBall;
    /// use carom::glam::vec2;
    /// let cue = TableBall::new(vec2(0., 0.), 0.5).with_velocity(vec2(3., 0.));
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

    /// This ball with another velocity, length/s.
    #[must_use]
    pub fn with_velocity(self, velocity: V) -> Self {
        Self { velocity, ..self }
    }

    /// This ball with another mass.
    #[must_use]
    pub fn with_mass(self, mass: V::Scalar) -> Self {
        Self { mass, ..self }
    }

    /// This ball with another restitution, 0..=1.
    #[must_use]
    pub fn with_restitution(self, restitution: V::Scalar) -> Self {
        Self {
            restitution,
            ..self
        }
    }

    /// Its shape: a circle or sphere.
    #[must_use]
    pub fn ball(&self) -> Ball<V> {
        Ball::new(self.center, self.radius)
    }
}

/// A wall: one or more shapes, that rest or [move](WallMotion).
///
/// Segments, capsules, half-spaces, balls, boxes, triangles and hulls. Boxes, triangles and hulls are solid in 2D; in
/// 3D boxes and hulls are. In 3D a hull has at most 256 points.
///
/// ```
/// use carom::table::{BallId, Partner, Setup, Table, TableBall, Wall};
/// use carom::{Ball, glam::{DVec2, dvec2}};
/// let mut table = Table::new(&Setup {
///     balls: vec![TableBall::new(DVec2::ZERO, 1.).with_velocity(dvec2(1., 0.))],
///     walls: vec![Wall::new(Ball::new(dvec2(3., 0.), 1.)).with_restitution(0.5)],
///     ..Setup::default()
/// })?;
/// assert_eq!(table.step_event().unwrap().with, Partner::Wall(0));
/// assert_eq!(table.ball(BallId(0)).unwrap().velocity, dvec2(-0.5, 0.));
/// # Ok::<(), carom::table::TableError>(())
/// ```
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
    /// Its shapes.
    pub parts: Vec<Shape<V>>,
    /// Coefficient of restitution, 0..=1; in a collision the lower of the ball's and the wall's counts. Default 1.
    pub restitution: V::Scalar,
    /// Speed that each bounce adds along the normal, length/s: a bumper. A ball of closing speed s leaves at e s + kick.
    /// A ball that rests on the wall gets none. Default 0.
    #[cfg_attr(feature = "serde", serde(default = "zero::<V>"))]
    pub kick: V::Scalar,
    /// How it moves. Default not at all.
    #[cfg_attr(feature = "serde", serde(default))]
    pub motion: Option<WallMotion<V>>,
}

/// The kick of walls that were stored before there were any.
#[cfg(feature = "serde")]
fn zero<V: Vector>() -> V::Scalar {
    V::Scalar::ZERO
}

impl<V: Vector> Wall<V> {
    /// A wall of one shape off which balls bounce without loss.
    #[must_use]
    pub fn new(shape: impl Into<Shape<V>>) -> Self {
        Self {
            parts: vec![shape.into()],
            restitution: V::Scalar::ONE,
            kick: V::Scalar::ZERO,
            motion: None,
        }
    }

    /// This wall with another restitution, 0..=1.
    #[must_use]
    pub fn with_restitution(self, restitution: V::Scalar) -> Self {
        Self {
            restitution,
            ..self
        }
    }

    /// This wall as a bumper: each bounce adds this speed along the normal, length/s.
    ///
    /// ```
    /// use carom::table::{BallId, Setup, Table, TableBall, Wall};
    /// use carom::{Ball, glam::{DVec2, dvec2}};
    /// let mut table = Table::new(&Setup {
    ///     balls: vec![TableBall::new(DVec2::ZERO, 1.).with_velocity(dvec2(1., 0.))],
    ///     walls: vec![Wall::new(Ball::new(dvec2(3., 0.), 1.)).with_restitution(0.5).with_kick(4.)],
    ///     ..Setup::default()
    /// })?;
    /// table.step_event();
    /// assert_eq!(table.ball(BallId(0)).unwrap().velocity, dvec2(-4.5, 0.));
    /// // ½ (e s + kick)², and what restitution took.
    /// assert_eq!(table.energy_given(), 0.5 * (4.5_f64.powi(2) - 0.5_f64.powi(2)));
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    #[must_use]
    pub fn with_kick(self, kick: V::Scalar) -> Self {
        Self { kick, ..self }
    }

    /// This wall with a motion: a piston, a gate, a flipper; [`WallMotion`] has examples.
    ///
    /// ```
    /// use carom::table::{Setup, Table, TableBall, Wall, WallMotion};
    /// use carom::{Capsule, glam::{DVec2, dvec2}};
    /// let gate = Capsule::new(DVec2::ZERO, dvec2(3., 0.), 0.25);
    /// let opens = WallMotion::turning(DVec2::ZERO, DVec2::ZERO, [(0., 0.), (2., 1.)]);
    /// let mut table = Table::new(&Setup {
    ///     balls: vec![TableBall::new(dvec2(0., 9.), 0.5)],
    ///     walls: vec![Wall::new(gate).with_motion(opens)],
    ///     ..Setup::default()
    /// })?;
    /// table.advance_to(1.)?;
    /// assert_eq!(table.wall_pose(0), Some((DVec2::ZERO, 0.5)));
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    #[must_use]
    pub fn with_motion(self, motion: WallMotion<V>) -> Self {
        Self {
            motion: Some(motion),
            ..self
        }
    }
}

impl<V: Vector3> Wall<V> {
    /// The triangles of a mesh, two-sided, without loss; those in holes of a height field are left out.
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec3, vec3}, table::{Setup, Table, TableBall, Wall}};
    /// let floor = Mesh::new([vec3(-9., 0., -9.), vec3(0., 0., 9.), vec3(9., 0., -9.)], [[0, 1, 2]])?;
    /// let mut table = Table::new(&Setup {
    ///     balls: vec![TableBall::new(Vec3::Y * 3., 1.).with_velocity(-Vec3::Y)],
    ///     walls: vec![Wall::of_mesh(&floor)],
    ///     ..Setup::default()
    /// })?;
    /// assert_eq!(table.step_event().unwrap().time, 2.);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_mesh(mesh: &Mesh<V>) -> Self {
        Self {
            parts: mesh
                .iter()
                .filter(Triangle::is_valid)
                .map(Shape::Triangle)
                .collect(),
            restitution: V::Scalar::ONE,
            kick: V::Scalar::ZERO,
            motion: None,
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

/// The space in which the balls of a table move.
///
/// ```
/// use carom::table::Space;
/// use carom::glam::{DVec2, dvec2};
/// let Space::Boxed { bounds, restitution } = Space::boxed(DVec2::ZERO, dvec2(4., 2.)) else {
///     unreachable!()
/// };
/// assert_eq!((bounds.max, restitution), (dvec2(4., 2.), 1.));
/// assert_eq!(Space::<DVec2>::default(), Space::Open);
/// ```
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
    /// Unbounded.
    #[default]
    Open,
    /// Inside a box. Its sides are walls, numbered after the listed ones: x−, x+, y−, y+, z−, z+.
    Boxed {
        /// The box.
        bounds: Aabb<V>,
        /// Coefficient of restitution of all its sides, 0..=1.
        restitution: V::Scalar,
    },
    /// Periodic from the origin to this corner: a ball that leaves on one side comes in on the opposite one. There can
    /// be no walls or regions, and each period is at least 25 / 6 times the radius of any ball.
    Periodic(V),
}

impl<V: Vector> Space<V> {
    /// A box with sides that lose no energy.
    #[must_use]
    pub fn boxed(min: V, max: V) -> Self {
        Self::Boxed {
            bounds: Aabb { min, max },
            restitution: V::Scalar::ONE,
        }
    }
}

/// A complete description of a table. The index of a ball is its id, the index of a wall its number.
///
/// ```
/// use carom::table::{BallId, Setup, Space, Table, TableBall};
/// use carom::glam::{DVec2, dvec2};
/// let setup = Setup {
///     balls: vec![TableBall::new(dvec2(1., 1.), 0.5), TableBall::new(dvec2(3., 1.), 0.5)],
///     space: Space::boxed(DVec2::ZERO, dvec2(4., 2.)),
///     ..Setup::default()
/// };
/// assert_eq!(Table::new(&setup)?.ball(BallId(1)), Some(setup.balls[1]));
/// # Ok::<(), carom::table::TableError>(())
/// ```
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
    /// The balls. At least one.
    pub balls: Vec<TableBall<V>>,
    /// The walls. Default none.
    pub walls: Vec<Wall<V>>,
    /// The regions that balls enter and leave. Default none.
    #[cfg_attr(feature = "serde", serde(default))]
    pub regions: Vec<Region<V>>,
    /// The space. Default [`Space::Open`].
    pub space: Space<V>,
    /// Rolling friction: the deceleration of each ball, length/s²; not negative. A ball of speed v rolls v² / 2µ far,
    /// then rests. Excludes gravity. Default 0.
    pub friction: V::Scalar,
    /// Acceleration of each ball of finite mass, length/s²; balls of infinite mass keep their velocity. Default 0.
    pub gravity: V,
    /// Time at the start, s. Default 0.
    pub time: f64,
}

impl<V: Vector> Setup<V> {
    /// This setup with rolling friction, length/s².
    ///
    /// ```
    /// use carom::table::{BallId, Setup, Status, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let setup = Setup {
    ///     balls: vec![TableBall::new(dvec2(0., 0.), 0.5).with_velocity(dvec2(2., 0.))],
    ///     ..Setup::default()
    /// };
    /// let mut table = Table::new(&setup.with_friction(0.5))?;
    /// assert_eq!(table.step_event(), None);
    /// assert_eq!((table.status(), table.time()), (Status::AtRest, 4.));
    /// assert_eq!(table.ball(BallId(0)).unwrap().center, dvec2(4., 0.));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_friction(self, friction: V::Scalar) -> Self {
        Self { friction, ..self }
    }

    /// This setup with gravity, length/s².
    ///
    /// ```
    /// use carom::table::{BallId, Setup, Space, Status, Table, TableBall};
    /// use carom::glam::{DVec2, dvec2};
    /// let setup = Setup {
    ///     balls: vec![TableBall::new(dvec2(2., 2.5), 0.5).with_restitution(0.5)],
    ///     space: Space::boxed(DVec2::ZERO, dvec2(4., 4.)),
    ///     ..Setup::default()
    /// };
    /// let mut table = Table::new(&setup.with_gravity(dvec2(0., -4.)))?;
    /// // It falls two lengths in a second, and bounces for twice as long in all.
    /// assert_eq!(table.step_event().unwrap().time, 1.);
    /// assert_eq!(table.advance_to(2.9)?, Status::Done);
    /// assert_eq!(table.advance_to(3.1)?, Status::AtRest);
    /// assert_eq!(table.ball(BallId(0)).unwrap().velocity, DVec2::ZERO);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_gravity(self, gravity: V) -> Self {
        Self { gravity, ..self }
    }
}
