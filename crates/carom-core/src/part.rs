//! Names of what an answer speaks of: a body, one of its parts, a feature of that part.

/// The name of a body in its [`World`](crate::World), for good: no later body is ever given the name of a removed one.
/// Ordered by the place in the world, the place that was free first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "u64", into = "u64")
)]
pub struct BodyId {
    pub(crate) number: u32,
    /// How many bodies have been at this place before.
    pub(crate) generation: u32,
}

#[cfg(feature = "serde")]
impl From<u64> for BodyId {
    fn from(bits: u64) -> Self {
        Self::from_bits(bits)
    }
}

#[cfg(feature = "serde")]
impl From<BodyId> for u64 {
    fn from(id: BodyId) -> Self {
        id.to_bits()
    }
}

impl BodyId {
    /// The place in the world: bodies that are never removed are numbered in the order they came.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// The name as one number, to store it.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.number)
    }

    /// The name with these [bits](Self::to_bits); for a [`Scene`](crate::Scene) of your own, any number.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self {
            number: bits as u32,
            generation: (bits >> 32) as u32,
        }
    }
}

/// A part of a surface: the body that it belongs to and its number there.
///
/// On a mesh or chain that is queried alone the body is the default one; between two shapes so is all of it.
/// Ordered by the body, then by the number: the order that decides ties.
///
/// ```
/// use carom::{PartId, World, glam::vec2, Ball};
/// let mut world = World::new();
/// let body = world.insert(Ball::new(vec2(3., 0.), 1.))?;
/// let hit = world.query().ray(vec2(0., 0.), vec2(9., 0.)).unwrap();
/// assert_eq!(hit.part, PartId { body, index: 0 });
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartId {
    /// The body in its world.
    pub body: BodyId,
    /// The number of the triangle or segment in its mesh or chain; 0 for a body of one part.
    #[cfg_attr(feature = "serde", serde(rename = "part"))]
    pub index: u32,
}

impl PartId {
    /// Part `index` of a surface that is not in a world.
    #[must_use]
    #[inline]
    pub fn of(index: u32) -> Self {
        Self {
            body: BodyId::default(),
            index,
        }
    }
}

/// The feature of a part that is touched.
///
/// Of a triangle, edge 0 runs from `a` to `b`, 1 from `b` to `c`, 2 from `c` to `a`; vertex 0 is `a`. A segment of a
/// chain is edge 0; its vertices are 0 (where it starts) and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Not determined. Queries of a chain determine it; [`Mesh::feature`](crate::Mesh::feature) does for a mesh.
    #[default]
    Unknown,
    /// The inside.
    Face,
    /// The inside of an edge, by number.
    Edge(u8),
    /// A corner, by number.
    Vertex(u8),
}
