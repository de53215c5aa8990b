//! Chains: the outline of a 2D level, the four questions asked of many segments at once.

mod ask;
mod error;
mod inside;
mod seam;
#[cfg(feature = "serde")]
mod stored;
mod surface;

pub use error::ChainError;

use crate::shape::segment::Segment;
use alloc::vec;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::BoxBvh;
use carom_math::Vector;
use glam::DVec2;

/// Segments from vertex to vertex, open or closed, in a tree, ready for questions. In 2D only: `Vec2` and
/// `DVec2` are the vectors with the bound.
///
/// Segment `i` runs from vertex `i` to the next. A chain is a line and not what it encloses: a shape inside
/// a closed one is apart from it; [`contains`](Self::contains) tells what is enclosed. It is two-sided unless [`one_sided`](Self::one_sided) is asked for.
///
/// What slides over the joint of two segments does not catch on it. A segment answers only with normals
/// that the line as a whole has there: its own, and at a vertex where the line bends away those between its
/// own and its neighbour's. Where another segment is nearer, a vertex gives no answer; a sharp corner that
/// has sunk in is pushed out along the nearest such normal, and not back along the line. What slides along
/// the line of a segment within rounding is not stopped by it. [`raw`](Self::raw) undoes this.
///
/// Vertices may coincide; a segment without length answers only if all of them do.
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
#[doc(alias = "polyline")]
#[doc(alias = "loop")]
#[derive(Clone, Debug)]
pub struct Chain<V: Vector<Double = DVec2>> {
    vertices: Vec<V>,
    closed: bool,
    one_sided: bool,
    raw: bool,
    /// The nearest segments with a length before and after each, where there are any.
    neighbours: Vec<[Option<u32>; 2]>,
    tree: BoxBvh<V>,
}

impl<V: Vector<Double = DVec2>> Chain<V> {
    /// The chain that ends at the last vertex: a segment fewer than vertices.
    ///
    /// # Errors
    /// Fewer than two vertices, more than 2³¹ of them, one that is not finite.
    pub fn open(vertices: Vec<V>) -> Result<Self, ChainError> {
        Self::build(vertices, false)
    }

    /// The chain whose last segment leads back to the first vertex: as many segments as vertices.
    ///
    /// # Errors
    /// Fewer than two vertices, more than 2³¹ of them, one that is not finite.
    pub fn closed(vertices: Vec<V>) -> Result<Self, ChainError> {
        Self::build(vertices, true)
    }

    fn build(vertices: Vec<V>, closed: bool) -> Result<Self, ChainError> {
        error::check(&vertices)?;
        let count = vertices.len() - usize::from(!closed);
        let segments: Vec<_> = (0..count).map(|i| segment(&vertices, i)).collect();
        let boxes: Vec<_> = segments.iter().map(Segment::bounds).collect();
        Ok(Self {
            neighbours: neighbours(&segments, closed),
            tree: BoxBvh::build(&boxes),
            vertices,
            closed,
            one_sided: false,
            raw: false,
        })
    }

    /// Lets vertices move: `vertex` tells where each of them is now, by its number.
    ///
    /// The tree keeps its form and its boxes follow, which takes a fraction of the time of a new one. Far
    /// from the form it was built for questions take longer; the answers are those of a new chain.
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
    /// A coordinate that is not finite; the chain is then as it was.
    pub fn refit(&mut self, vertex: impl Fn(u32) -> V) -> Result<(), ChainError> {
        let all = 0..self.vertices.len() as u32;
        if let Some(vertex) = all.clone().find(|i| !vertex(*i).is_finite()) {
            let vertex = vertex as usize;
            return Err(ChainError::NotFinite { vertex });
        }
        for (place, number) in self.vertices.iter_mut().zip(all) {
            *place = vertex(number);
        }
        let vertices = &self.vertices;
        // Segments may have lost or won a length.
        let segments: Vec<_> = (0..self.neighbours.len())
            .map(|i| segment(vertices, i))
            .collect();
        self.neighbours = neighbours(&segments, self.closed);
        self.tree.refit(|item| segments[item as usize].bounds());
        Ok(())
    }

    /// The same chain with only its fronts: the right of each segment on the way along it, so that a
    /// closed chain that runs counter-clockwise is touched from outside. The left is solid, and what stands
    /// in it passes: a ball by its centre, a core that a segment cuts by the middle between its farthest
    /// points on either side, a half-space by where it faces.
    #[must_use]
    pub fn one_sided(self) -> Self {
        Self {
            one_sided: true,
            ..self
        }
    }

    /// The same chain with the answers of its segments as if each were alone, joints and all.
    #[must_use]
    pub fn raw(self) -> Self {
        Self { raw: true, ..self }
    }

    /// Whether the last vertex leads back to the first.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether only fronts count.
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

    /// How many segments there are, at least one.
    #[must_use]
    pub fn segment_count(&self) -> usize {
        self.neighbours.len()
    }

    /// One segment.
    ///
    /// # Panics
    /// If there is no segment of this number.
    #[must_use]
    pub fn segment(&self, index: u32) -> Segment<V> {
        assert!((index as usize) < self.segment_count(), "no such segment");
        segment(&self.vertices, index as usize)
    }

    /// The box around all segments.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }
}

/// From vertex `i` to the one after it, the first coming after the last.
fn segment<V: Vector>(vertices: &[V], i: usize) -> Segment<V> {
    Segment::new(vertices[i], vertices[(i + 1) % vertices.len()])
}

/// For each segment the nearest ones before and after it that have a length.
fn neighbours<V: Vector>(segments: &[Segment<V>], closed: bool) -> Vec<[Option<u32>; 2]> {
    let mut found = vec![[None; 2]; segments.len()];
    let has_length = |segment: &Segment<V>| segment.a != segment.b;
    let mut pass = |side: usize, order: &mut dyn Iterator<Item = usize>, first: Option<usize>| {
        let mut nearest = first.filter(|_| closed);
        for i in order {
            found[i][side] = nearest.map(|nearest| nearest as u32);
            if has_length(&segments[i]) {
                nearest = Some(i);
            }
        }
    };
    let all = 0..segments.len();
    pass(0, &mut all.clone(), segments.iter().rposition(has_length));
    pass(1, &mut all.rev(), segments.iter().position(has_length));
    found
}
