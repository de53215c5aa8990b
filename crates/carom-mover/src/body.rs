//! The body of a character: one capsule, an upright cylinder or box with a flat sole, or several capsules.

use super::mover_error::MoverError;
use carom_core::shape::capsule::Capsule;
use carom_math::{Scalar, Vector};

/// Further capsules of a body, at most.
const MAX_LIMBS: usize = 7;

/// The body of a character, in [`MoverSettings::body`](crate::MoverSettings::body).
///
/// Everything that the body touches stops it, carries it and is stepped on alike: on the ground it is where anything that can be
/// walked carries any point of it. Feet, height and [`MoverSettings::radius`](crate::MoverSettings::radius) are those of its main capsule, for every kind, and so are hover, edge
/// guard and the search for ground below the middle of the foot. To other agents of a crowd a character is its main capsule.
///
/// | | shape | [`CharacterState::axis`](crate::CharacterState::axis) |
/// |---|---|---|
/// | `Capsule` | the main capsule | its direction if it lies |
/// | `Cylinder` | around the main capsule, upright, with a flat sole | ignored, becomes `None` |
/// | `Box` | around the main capsule, upright, with a flat sole | its heading, level |
/// | `Upright` | the main capsule, upright, and limbs | the heading of the limbs, level |
/// | `Lying` | the main capsule along the axis, and limbs that lean with it | its direction |
///
/// A flat sole rests on a ledge as long as any of it is over the ledge, and does not sink at its edge. Ground is still too steep by the
/// normal of its surface: on a slope a flat sole stands on its edge. A step may be [`step_height`](crate::MoverSettings::step_height) high, and a lower
/// height (crouching) lowers the top of a box or cylinder.
///
/// A body with a heading turns by [`Intent::axis`](crate::Intent::axis), through nothing; where no axis is given it heads along x, or if that is upright, along any
/// level direction. A lying body with limbs leans by at most 80 degrees. Limbs do not change with the height.
///
/// Instructions of a tick over those of a capsule that stands, on the walk of `examples/price.rs` (its first lines have the command),
/// over triangles with bumps of 6 cm and over even ones:
///
/// | | bumps | even |
/// |---|---:|---:|
/// | cylinder | 9.7 | 6.3 |
/// | box | 9.6 | 16.5 |
/// | a capsule of 2 m that lies | 4.4 | 2.5 |
/// | the same with one limb | 4.9 | 3.0 |
///
/// ```
/// use carom::mover::{BodyShape, CharacterState, Intent, Mover, MoverSettings};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// // A ledge that ends at x = 1.
/// world.insert(Collider::cuboid(vec3(-1., -1., 0.), [Vec3::X * 2., Vec3::Y, Vec3::Z * 2.]))?;
/// let rests = |body| -> Result<f32, Box<dyn std::error::Error>> {
///     let mut mover = Mover::new(MoverSettings { body, ..MoverSettings::default() })?;
///     let mut hero = CharacterState::at(vec3(1.25, 0.01, 0.), 1.8);
///     for _ in 0..60 {
///         mover.step(&world, &mut hero, &Intent::walk(Vec3::ZERO), 1. / 60.);
///     }
///     Ok(hero.feet.y)
/// };
/// assert!((rests(BodyShape::Cylinder)? - 0.01).abs() < 1e-4);
/// assert!((rests(BodyShape::Box { half_length: 0.4 })? - 0.01).abs() < 1e-4);
/// // A round foot sinks at the edge.
/// assert!(rests(BodyShape::Capsule)? < -0.05);
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
#[doc(alias = "PxBoxController")]
pub enum BodyShape<V: Vector> {
    /// The main capsule alone: it stands along `up`, or lies. The default.
    #[default]
    Capsule,
    /// An upright cylinder of the radius and height of the character; in 2D a rectangle.
    Cylinder,
    /// An upright box of the height of the character, as wide to each side of its heading as the radius.
    Box {
        /// Half of its length along the heading, length; at least the radius. In 2D it is half of its width.
        half_length: V::Scalar,
    },
    /// A capsule that stands, and limbs.
    Upright(Limbs<V>),
    /// A capsule that lies or leans, and limbs.
    Lying(Limbs<V>),
}

/// Capsules of a body besides its main one, at most 7, fixed in its own frame.
///
/// Coordinates are ahead, up and, in 3D, to the right (ahead × up), from the feet of a body that is level. A body that leans turns about the middle
/// of its main capsule.
///
/// ```
/// use carom::mover::{BodyShape, CharacterState, Limbs, MoverSettings};
/// use carom::{Capsule, Shape, glam::{Vec3, vec3}};
/// // A centaur: a horse of 2 m, and the upper part of a person above its forelegs.
/// let person = Capsule::new(vec3(0.7, 0.6, 0.), vec3(0.7, 1.6, 0.), 0.25);
/// let settings = MoverSettings { radius: 0.4, body: BodyShape::Lying(Limbs::new(&[person])?), ..MoverSettings::default() };
/// let centaur = CharacterState::lying(vec3(5., 0., 0.), Vec3::Z, 2.);
/// let shapes: Vec<_> = centaur.shapes(&settings).collect();
/// let Shape::Capsule(turned) = &shapes[1] else { panic!() };
/// assert!(shapes.len() == 2 && (turned.b - vec3(5., 1.6, 0.7)).length() < 1e-6);
/// # Ok::<(), carom::mover::MoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        try_from = "alloc::vec::Vec<Capsule<V>>",
        into = "alloc::vec::Vec<Capsule<V>>",
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub struct Limbs<V: Vector> {
    list: [Capsule<V>; MAX_LIMBS],
    count: usize,
}

impl<V: Vector> Limbs<V> {
    /// Limbs from a list of capsules.
    ///
    /// # Errors
    /// If there are more than 7, or a number is not finite, or a radius is not more than 0.
    pub fn new(capsules: &[Capsule<V>]) -> Result<Self, MoverError> {
        let mut list = [Capsule::default(); MAX_LIMBS];
        let Some(places) = list.get_mut(..capsules.len()) else {
            return Err(MoverError {
                setting: "limbs",
                must: "at most 7 capsules",
            });
        };
        places.copy_from_slice(capsules);
        if !(capsules.iter()).all(|limb| limb.is_valid() && limb.radius > V::Scalar::ZERO) {
            return Err(MoverError {
                setting: "limbs",
                must: "capsules of finite numbers with a radius of more than 0",
            });
        }
        let count = capsules.len();
        Ok(Self { list, count })
    }

    /// The largest radius.
    pub(super) fn widest(&self) -> V::Scalar {
        let radii = self.capsules().iter().map(|limb| limb.radius);
        radii.fold(V::Scalar::ZERO, V::Scalar::max)
    }

    /// The same limbs with every end elsewhere.
    pub(super) fn placed(mut self, place: impl Fn(V) -> V) -> Self {
        for limb in &mut self.list[..self.count] {
            *limb = Capsule::new(place(limb.a), place(limb.b), limb.radius);
        }
        self
    }

    /// Its capsules, one after the other.
    pub(super) fn each(self) -> impl Iterator<Item = Capsule<V>> + use<V> {
        self.list.into_iter().take(self.count)
    }

    /// The capsules.
    ///
    /// ```
    /// use carom::mover::Limbs;
    /// use carom::{Capsule, glam::{Vec3, vec3}};
    /// let tail = Capsule::new(vec3(-1., 0.8, 0.), vec3(-0.3, 1., 0.), 0.1);
    /// let limbs = Limbs::new(&[tail])?;
    /// assert_eq!(limbs.capsules(), [tail]);
    /// # Ok::<(), carom::mover::MoverError>(())
    /// ```
    #[must_use]
    pub fn capsules(&self) -> &[Capsule<V>] {
        &self.list[..self.count]
    }
}

impl<V: Vector> TryFrom<alloc::vec::Vec<Capsule<V>>> for Limbs<V> {
    type Error = MoverError;

    fn try_from(capsules: alloc::vec::Vec<Capsule<V>>) -> Result<Self, MoverError> {
        Self::new(&capsules)
    }
}

impl<V: Vector> From<Limbs<V>> for alloc::vec::Vec<Capsule<V>> {
    fn from(limbs: Limbs<V>) -> Self {
        limbs.capsules().to_vec()
    }
}

impl<V: Vector> BodyShape<V> {
    /// Whether the main capsule stands along `up` whatever the axis is.
    #[inline]
    pub(super) fn stands(&self) -> bool {
        matches!(self, Self::Cylinder | Self::Box { .. } | Self::Upright(_))
    }

    /// Whether it has a frame of its own, and turns with it.
    #[inline]
    pub(super) fn has_frame(&self) -> bool {
        matches!(self, Self::Box { .. } | Self::Upright(_) | Self::Lying(_))
    }
}
