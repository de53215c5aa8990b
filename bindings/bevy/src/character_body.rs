//! The shape of a character's body.

use crate::convert::vector;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use carom::mover::{BodyShape, Limbs, MoverError};
use carom::{Capsule, Vector};

/// The shape of a character's body: see `carom::mover::BodyShape`.
///
/// A box and limbs turn with the heading, [`Wish::axis`](crate::Wish::axis), which at first is along x. Where there are more than seven limbs, or a
/// number of one is out of its range, a warning says so, as for a setting.
///
/// ```
/// use bevy_carom::prelude::*;
/// # use bevy_math::prelude::*;
/// // A horse of 2 m, and the upper part of a person above its forelegs.
/// let person = Limb::new(vec3(0.7, 0.6, 0.), vec3(0.7, 1.6, 0.), 0.25);
/// let centaur = CharacterMover {
///     radius: 0.35,
///     height: 2.,
///     body: CharacterBody::Lying(vec![person]),
///     ..CharacterMover::default()
/// };
/// assert_ne!(centaur.body, CharacterBody::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CharacterBody {
    /// A capsule, which stands or lies.
    #[default]
    Capsule,
    /// An upright cylinder with a flat sole, which rests on a ledge with any part of it.
    Cylinder,
    /// An upright box with a flat sole, as wide to each side of its heading as the radius.
    Box {
        /// Half of its length along the heading, length; at least the radius.
        half_length: f32,
    },
    /// A capsule that stands, and limbs.
    Upright(Vec<Limb>),
    /// A capsule that lies or leans, and limbs that lean with it.
    Lying(Vec<Limb>),
}

/// A capsule of a body besides its main one. Coordinates are ahead, up and to the right, from the feet of a body that is level; in 2D ahead and
/// up.
///
/// ```
/// use bevy_carom::prelude::*;
/// # use bevy_math::prelude::*;
/// // A person with a pole on the right shoulder.
/// let pole = Limb::new(vec3(-1., 1.4, 0.3), vec3(1.5, 1.4, 0.3), 0.05);
/// let body = CharacterBody::Upright(vec![pole]);
/// let porter = CharacterMover { body, ..CharacterMover::default() };
/// # assert_eq!(porter.height, 1.8);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limb {
    /// One end of its segment.
    pub a: Vec3,
    /// The other end.
    pub b: Vec3,
    /// More than the skin, length.
    pub radius: f32,
}

impl Limb {
    /// A capsule around the segment from `a` to `b`.
    #[must_use]
    pub const fn new(a: Vec3, b: Vec3, radius: f32) -> Self {
        Self { a, b, radius }
    }
}

impl CharacterBody {
    pub(crate) fn shape<V: Vector<Scalar = f32>>(&self) -> Result<BodyShape<V>, MoverError> {
        let limbs = |given: &[Limb]| {
            let capsule = |limb: &Limb| Capsule::new(vector(limb.a), vector(limb.b), limb.radius);
            Limbs::new(&given.iter().map(capsule).collect::<Vec<_>>())
        };
        Ok(match self {
            Self::Capsule => BodyShape::Capsule,
            Self::Cylinder => BodyShape::Cylinder,
            &Self::Box { half_length } => BodyShape::Box { half_length },
            Self::Upright(own) => BodyShape::Upright(limbs(own)?),
            Self::Lying(own) => BodyShape::Lying(limbs(own)?),
        })
    }
}
