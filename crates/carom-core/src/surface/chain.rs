//! Chains: polylines as outlines of 2D levels, with a BVH over their segments.

mod as_surface;
mod chain_query;
mod error;
mod inside;
mod joint;
mod rings;
#[cfg(feature = "serde")]
mod stored;

pub use error::ChainError;

use crate::shape::segment::Segment;
use alloc::vec;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::Bvh;
use carom_math::Vector;
use glam::DVec2;

/// A chain of segments (polyline, loop) with a BVH, open or closed. 2D only: the bound admits `Vec2` and `DVec2`.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/chain.svg"))]
///
/// Segment `i` runs from vertex `i` to the next. Outlines with holes, and all outlines of a level at once, are one chain of
/// several [rings](Self::from_rings). A chain is a line without an inside, unless it is made [solid](Self::solid): a
/// shape inside a closed one is separate from it. It is two-sided by default; see
/// [`one_sided`](Self::one_sided).
///
/// By default there are no ghost collisions at the joints of segments. A segment only has the normals that the line as
/// a whole has there: its own, and at a convex vertex those between its own and its neighbor's. Where another segment
/// is nearer, a vertex has no contact; a sharp corner in penetration separates along the nearest such normal, and not
/// back along the line. A shape that slides along a segment within rounding is not stopped. [`raw`](Self::raw) switches
/// this off.
///
/// Vertices may coincide; a segment without length has contacts only if all segments have none.
///
/// ```
/// use carom::{Ball, Chain, Feature, glam::vec2};
/// let hill = Chain::open(vec![vec2(-4., 0.), vec2(0., 0.), vec2(3., 4.)])?;
/// let ball = Ball::new(vec2(-3., 1.), 0.5);
/// let found = hill.query().closest(&ball, 9.).unwrap();
/// assert_eq!((found.part.index, found.separation), (0, 0.5));
/// let hit = hill.query().sweep(&ball, vec2(5., 0.)).unwrap();
/// assert_eq!((hit.part.index, hit.feature), (1, Feature::Edge(0)));
/// # Ok::<(), carom::ChainError>(())
/// ```
///
/// ```compile_fail
/// carom::Chain::open(vec![carom::glam::Vec3::ZERO; 2]).unwrap();
/// ```
#[doc(alias = "b2ChainDef")]
#[doc(alias = "EdgeCollider2D")]
#[doc(alias = "polyline")]
#[doc(alias = "loop")]
#[derive(Clone, Debug)]
pub struct Chain<V: Vector<Double = DVec2>> {
    vertices: Vec<V>,
    /// For each segment the vertex at which it ends: the next one, or the first one of its ring.
    ends: Vec<u32>,
    closed: bool,
    one_sided: bool,
    /// Whether it is solid; it is then one-sided too.
    solid: bool,
    raw: bool,
    /// For each segment the nearest ones before and after it that have a length, if there are any.
    neighbors: Vec<[Option<u32>; 2]>,
    /// Its groups are the segments.
    tree: Bvh<V>,
}

impl<V: Vector<Double = DVec2>> Chain<V> {
    /// Builds an open chain, which ends at the last vertex: it has one segment fewer than vertices.
    ///
    /// # Errors
    /// If there are fewer than two vertices, or more than 2³¹, or if one is not finite.
    pub fn open(vertices: Vec<V>) -> Result<Self, ChainError> {
        error::check(&vertices)?;
        let ends = (1..vertices.len() as u32).collect();
        Ok(Self::build(vertices, ends, false))
    }

    /// Builds a closed chain, with a last segment from the last vertex to the first: it has as many segments as
    /// vertices.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let square = [(0., 0.), (4., 0.), (4., 4.), (0., 4.)].map(|(x, y)| vec2(x, y));
    /// let chain = Chain::closed(square.to_vec())?;
    /// assert_eq!((chain.segment_count(), chain.segment(3).b), (4, vec2(0., 0.)));
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    ///
    /// # Errors
    /// If there are fewer than two vertices, or more than 2³¹, or if one is not finite.
    pub fn closed(vertices: Vec<V>) -> Result<Self, ChainError> {
        error::check(&vertices)?;
        let ends = rings::ends([vertices.len()]);
        Ok(Self::build(vertices, ends, true))
    }

    /// Builds it from checked vertices.
    fn build(vertices: Vec<V>, ends: Vec<u32>, closed: bool) -> Self {
        let segments = segments(&vertices, &ends);
        let boxes: Vec<_> = segments.iter().map(Segment::bounds).collect();
        Self {
            neighbors: neighbors(&segments, &ends, closed),
            tree: Bvh::over(&boxes),
            vertices,
            ends,
            closed,
            one_sided: false,
            solid: false,
            raw: false,
        }
    }

    /// Moves the vertices: `vertex` returns the new position of each, by number.
    ///
    /// The BVH keeps its structure and its boxes are refitted, which takes a fraction of the time of a new one. Far
    /// from the form it was built for queries take longer; the answers are those of a new chain.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let mut bridge = Chain::open(vec![vec2(0., 0.), vec2(2., 0.), vec2(4., 0.)])?;
    /// let sags = [vec2(0., 0.), vec2(2., -1.), vec2(4., 0.)];
    /// bridge.refit(|vertex| sags[vertex as usize])?;
    /// let hit = bridge.query().ray(vec2(1., 5.), vec2(0., -9.)).unwrap();
    /// assert!((hit.point.y + 0.5).abs() < 1e-5);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    ///
    /// # Errors
    /// If a coordinate is not finite. The chain is then unchanged.
    pub fn refit(&mut self, vertex: impl Fn(u32) -> V) -> Result<(), ChainError> {
        let all = 0..self.vertices.len() as u32;
        if let Some(vertex) = all.clone().find(|i| !vertex(*i).is_finite()) {
            let vertex = vertex as usize;
            return Err(ChainError::NotFinite { vertex });
        }
        for (place, number) in self.vertices.iter_mut().zip(all) {
            *place = vertex(number);
        }
        // Segments may have lost or gained a length.
        let segments = segments(&self.vertices, &self.ends);
        self.neighbors = neighbors(&segments, &self.ends, self.closed);
        let union = |all: Aabb<V>, segment: &Segment<V>| all.union(&segment.bounds());
        let bounds = segments.iter().fold(Aabb::empty(), union);
        let of_segment = |index: usize| segments[index].bounds();
        self.tree.refit(bounds, of_segment, &mut Vec::new());
        Ok(())
    }

    /// Makes the chain one-sided: only the fronts of segments count, to the right of their direction, so that a
    /// counter-clockwise closed chain can be touched from outside. The left is solid, but shapes there pass through.
    /// What decides is the center of a ball, the middle between the farthest points on either side of a core that a
    /// segment cuts, and the direction of a half-space.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// // From right to left: its front is above.
    /// let ground = Chain::open(vec![vec2(4., 0.), vec2(0., 0.)])?.one_sided();
    /// assert!(ground.query().ray(vec2(2., 1.), vec2(0., -2.)).is_some());
    /// assert!(ground.query().ray(vec2(2., -1.), vec2(0., 2.)).is_none(), "from behind");
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[must_use]
    pub fn one_sided(self) -> Self {
        Self {
            one_sided: true,
            ..self
        }
    }

    /// Makes the chain the solid that it encloses: a shape deep inside overlaps it too. Default: a line.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/solid.svg"))]
    ///
    /// A solid is [one-sided](Self::one_sided), and may be concave. A core that crosses a segment separates towards the
    /// front. One that is inside as a whole has a contact with the nearest segment, the normal outwards, and separates when
    /// it is in front of that segment. A motion that starts inside is stopped at `t` = 0, unless it may
    /// [leave](crate::Query::leave_overlaps); so is a ray. Movers see its segments alone, from both sides.
    ///
    /// ```
    /// use carom::{Ball, Chain, glam::{Vec2, vec2}};
    /// // An L, counter-clockwise.
    /// let corners = [(0., 0.), (9., 0.), (9., 3.), (3., 3.), (3., 9.), (0., 9.)];
    /// let island = Chain::closed(corners.map(|(x, y)| vec2(x, y)).to_vec())?.solid()?;
    /// let deep = Ball::new(vec2(6., 2.), 0.5);
    /// let contact = island.query().closest(&deep, 0.).unwrap();
    /// assert_eq!((contact.normal, contact.depth()), (Vec2::Y, 1.5));
    /// assert!(!island.query().overlap(&Ball::new(vec2(6., 6.), 0.5)));
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    ///
    /// # Errors
    /// If the chain is open, or if it is clockwise: if its area is negative. Of [several rings](Self::from_rings), if one faces
    /// into the solid.
    pub fn solid(self) -> Result<Self, ChainError> {
        if !self.closed {
            return Err(ChainError::Open);
        }
        if self.area() < 0.0 {
            return Err(ChainError::Clockwise);
        }
        if let Some(ring) = self.ring_facing_inwards() {
            return Err(ChainError::FacesInwards { ring });
        }
        Ok(Self {
            one_sided: true,
            solid: true,
            ..self
        })
    }

    /// Whether the chain is [`solid`](Self::solid).
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let square = [(0., 0.), (4., 0.), (4., 4.), (0., 4.)].map(|(x, y)| vec2(x, y)).to_vec();
    /// let outline = Chain::closed(square)?;
    /// assert!(outline.is_closed() && !outline.is_solid() && !outline.is_one_sided() && !outline.is_raw());
    /// let island = outline.solid()?;
    /// assert!(island.is_solid() && island.is_one_sided());
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[must_use]
    pub fn is_solid(&self) -> bool {
        self.solid
    }

    /// Makes each segment answer as if it were alone, with ghost collisions at the joints.
    ///
    /// ```
    /// use carom::{Ball, Chain, glam::vec2};
    /// let floor = Chain::open(vec![vec2(0., 0.), vec2(2., 0.), vec2(4., 0.)])?;
    /// let ball = Ball::new(vec2(1.75, 0.5), 0.5); // over the first segment, beside the second
    /// let count = |chain: &Chain<_>| {
    ///     let mut count = 0;
    ///     chain.query().each_contact(&ball, 0.2, |_| count += 1);
    ///     count
    /// };
    /// assert_eq!((count(&floor), count(&floor.clone().raw())), (1, 2));
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[must_use]
    pub fn raw(self) -> Self {
        Self { raw: true, ..self }
    }

    /// Whether the chain is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether the chain is one-sided.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.one_sided
    }

    /// Whether each segment answers as if it were alone.
    #[must_use]
    pub fn is_raw(&self) -> bool {
        self.raw
    }

    /// The vertices, in the order of the chain.
    #[must_use]
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// The number of segments, at least one.
    #[must_use]
    pub fn segment_count(&self) -> usize {
        self.neighbors.len()
    }

    /// One segment.
    ///
    /// # Panics
    /// If there is no segment with this number.
    #[must_use]
    pub fn segment(&self, index: u32) -> Segment<V> {
        assert!((index as usize) < self.segment_count(), "no such segment");
        let (a, b) = (index as usize, self.ends[index as usize] as usize);
        Segment::new(self.vertices[a], self.vertices[b])
    }

    /// The bounding box of all segments.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }
}

/// All segments, each from the vertex with its number to the one at which it ends.
fn segments<V: Vector>(vertices: &[V], ends: &[u32]) -> Vec<Segment<V>> {
    let both = vertices.iter().zip(ends);
    let segment = |(from, end): (&V, &u32)| Segment::new(*from, vertices[*end as usize]);
    both.map(segment).collect()
}

/// For each segment the nearest ones before and after it that have a length.
fn neighbors<V: Vector>(
    segments: &[Segment<V>],
    ends: &[u32],
    closed: bool,
) -> Vec<[Option<u32>; 2]> {
    let mut found = vec![[None; 2]; segments.len()];
    let has_length = |i: &usize| segments[*i].a != segments[*i].b;
    let mut pass = |side: usize, order: &mut dyn Iterator<Item = usize>, first: Option<usize>| {
        let mut nearest = first.filter(|_| closed);
        for i in order {
            found[i][side] = nearest.map(|nearest| nearest as u32);
            if has_length(&i) {
                nearest = Some(i);
            }
        }
    };
    for ring in rings::ranges(ends) {
        pass(0, &mut ring.clone(), ring.clone().rfind(has_length));
        pass(1, &mut ring.clone().rev(), ring.clone().find(has_length));
    }
    found
}
