//! Identifiers in answers: a body, one of its parts, a feature of that part.

/// The name of a body in its [`World`](crate::World). The name of a removed body is never given to another one. Ordered
/// by the place in the world; removed bodies leave their places to new ones.
///
/// ```
/// use carom::{Ball, BodyId, World, glam::Vec2};
/// let mut world = World::new();
/// let first = world.insert(Ball::new(Vec2::ZERO, 1.))?;
/// world.remove(first);
/// let second = world.insert(Ball::new(Vec2::ZERO, 1.))?;
/// assert!(first.number() == second.number() && first != second);
/// assert_eq!(BodyId::from_bits(second.to_bits()), second);
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "u64", into = "u64")
)]
pub struct BodyId {
    pub(crate) number: u32,
    /// The number of bodies that had this place before.
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
    /// The place in the world: if no body is ever removed, bodies are numbered in the order of insertion.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// The name as one number, for storage.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.number)
    }

    /// The name with these [bits](Self::to_bits); a [`Scene`](crate::Scene) of your own may use any number.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self {
            number: bits as u32,
            generation: (bits >> 32) as u32,
        }
    }
}

/// A part of a surface: its body and its number in that body.
///
/// Without a world the body is the default one; for two shapes the whole value is. Ordered by body, then by number:
/// ties are resolved in this order.
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
    /// The number of the triangle or segment in its mesh or chain; 0 for a shape.
    #[cfg_attr(feature = "serde", serde(rename = "part"))]
    pub index: u32,
}

impl PartId {
    /// Part `index` of a surface outside of a world.
    ///
    /// ```
    /// use carom::{Chain, PartId, glam::vec2};
    /// let stairs = Chain::open(vec![vec2(0., 0.), vec2(1., 0.), vec2(1., 1.), vec2(2., 1.)])?;
    /// let hit = stairs.query().ray(vec2(0., 0.5), vec2(4., 0.)).unwrap();
    /// assert_eq!(hit.part, PartId::of(1));
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn of(index: u32) -> Self {
        Self {
            body: BodyId::default(),
            index,
        }
    }
}

/// The feature of a part at a contact or hit.
///
/// Edge 0 of a triangle runs from `a` to `b`, edge 1 from `b` to `c`, edge 2 from `c` to `a`; vertex 0 is `a`. A
/// segment of a chain is edge 0, and its vertices are 0 (its start) and 1.
///
/// ```
/// use carom::{Ball, Chain, Feature, glam::vec2};
/// let floor = Chain::open(vec![vec2(0., 0.), vec2(4., 0.)])?;
/// let feature = |x| floor.query().closest(&Ball::new(vec2(x, 1.), 1.), 1.).unwrap().feature;
/// assert_eq!([feature(2.), feature(4.5)], [Feature::Edge(0), Feature::Vertex(1)]);
/// # Ok::<(), carom::ChainError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Not determined. Queries of a chain determine it; for a mesh [`Mesh::feature`](crate::Mesh::feature) does.
    #[default]
    Unknown,
    /// The interior of the triangle.
    Face,
    /// The interior of an edge, by number.
    Edge(u8),
    /// A vertex, by number.
    Vertex(u8),
}
