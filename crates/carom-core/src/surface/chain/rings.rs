//! Chains of several closed rings: outlines, their holes, islands in holes.

use super::{Chain, ChainError, error};
use alloc::vec::Vec;
use carom_math::Vector;
use core::ops::Range;
use glam::DVec2;

/// # Rings
impl<V: Vector<Double = DVec2>> Chain<V> {
    /// Builds one chain from closed rings: an outline with its holes, or all outlines of a level. Vertices and segments are
    /// numbered through, ring after ring.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/rings.svg"))]
    ///
    /// For [`one_sided`](Self::one_sided) and [`solid`](Self::solid) outlines are counter-clockwise, and holes clockwise, so that
    /// fronts face away from the solid. Islands in holes are counter-clockwise again. Rings may touch.
    ///
    /// ```
    /// use carom::{Ball, Chain, glam::{Vec2, vec2}};
    /// let square = |half: f32| [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(x, y)| vec2(x, y) * half);
    /// let mut hole = square(2.);
    /// hole.reverse();
    /// let frame = Chain::from_rings([square(6.), hole])?.solid()?;
    /// assert!(!frame.query().overlap(&Ball::new(Vec2::ZERO, 1.)));
    /// // Deep in the frame: nearer to the hole than to the outside.
    /// let deep = frame.query().closest(&Ball::new(vec2(3., 0.), 0.5), 0.).unwrap();
    /// assert_eq!((deep.normal, deep.depth(), deep.part.index), (-Vec2::X, 1.5, 5));
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no ring, if one has fewer than two vertices, if a vertex is not finite, or if all rings together have more than
    /// 2³¹ vertices.
    #[doc(alias = "polygon with holes")]
    #[doc(alias = "CompositeCollider2D")]
    pub fn from_rings<R: IntoIterator<Item = V>>(
        rings: impl IntoIterator<Item = R>,
    ) -> Result<Self, ChainError> {
        let (mut vertices, mut counts) = (Vec::new(), Vec::new());
        for ring in rings {
            let before = vertices.len();
            vertices.extend(ring);
            counts.push(vertices.len() - before);
        }
        error::check(&vertices)?;
        let short = counts.iter().zip(0..).find(|(count, _)| **count < 2);
        if let Some((&vertices, ring)) = short {
            return Err(ChainError::TooFewInRing { ring, vertices });
        }
        let ends = ends(counts);
        Ok(Self::build(vertices, ends, true))
    }

    /// The numbers of the segments of each ring, or of the whole chain if it is open. In a ring they are also those of its
    /// vertices.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let triangle = |x: f32| [vec2(x, 0.), vec2(x + 2., 0.), vec2(x, 2.)];
    /// let two = Chain::from_rings([triangle(0.), triangle(5.)])?;
    /// assert_eq!(two.rings().collect::<Vec<_>>(), [0..3, 3..6]);
    /// assert_eq!(two.segment(5).b, vec2(5., 0.));
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    pub fn rings(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        ranges(&self.ends)
    }

    /// The first ring that has the solid in front of it. A ring of one winding lies in as much of the other rings as makes its
    /// front free: an outline in nothing, a hole in one solid.
    pub(super) fn ring_facing_inwards(&self) -> Option<usize> {
        let faces_inwards = |ring: &Range<usize>| {
            let others = |segment: u32| !ring.contains(&(segment as usize));
            // Where another ring passes through a vertex, the next one decides.
            let mut around = ring.clone().map(|i| self.winding(self.vertices[i], others));
            let around = around.find_map(|winding| winding);
            let area = self.area_of(ring.clone());
            let expected = i32::from(area < 0.0);
            area != 0.0 && around.is_some_and(|winding| winding != expected)
        };
        let mut rings = self.rings().enumerate();
        let found = rings.find(|(_, ring)| faces_inwards(ring));
        found.map(|(number, _)| number)
    }
}

/// The ends of the segments of closed rings with these numbers of vertices.
pub(super) fn ends(counts: impl IntoIterator<Item = usize>) -> Vec<u32> {
    let mut ends = Vec::new();
    for count in counts {
        let first = ends.len() as u32;
        let last = first + count as u32 - 1;
        ends.extend(first + 1..=last);
        ends.push(first);
    }
    ends
}

/// The segments of each ring, or of an open chain: a ring ends with a segment that goes back.
pub(super) fn ranges(ends: &[u32]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    core::iter::from_fn(move || {
        let rest = ends.get(start..).filter(|rest| !rest.is_empty())?;
        let back = (start..).zip(rest).find(|(i, end)| **end as usize <= *i);
        let next = back.map_or(ends.len(), |(last, _)| last + 1);
        let range = start..next;
        start = next;
        Some(range)
    })
}
