//! The corners of all rings: checked, without repetitions, and with their numbers in the input.

use crate::Polygon;
use crate::error::PolygonError;
use alloc::vec::Vec;
use carom_core::glam::DVec2;
use carom_core::{Scalar, Vector};

/// The corners of all rings, as they run in the input.
pub(crate) struct Corners<V: Vector> {
    pub(crate) points: Vec<V>,
    /// The end of each ring.
    pub(crate) ends: Vec<usize>,
    /// The ring and the number of each corner in the input.
    pub(crate) names: Vec<[usize; 2]>,
}

/// The corners of these rings.
pub(crate) fn check<V: Vector<Double = DVec2>>(
    outline: &[V],
    holes: &[&[V]],
) -> Result<Corners<V>, PolygonError> {
    let (points, ends, names) = (Vec::new(), Vec::new(), Vec::new());
    let mut all = Corners {
        points,
        ends,
        names,
    };
    for (ring, corners) in core::iter::once(&outline).chain(holes).enumerate() {
        if let Some(point) = corners.iter().position(|p| !p.is_finite()) {
            return Err(PolygonError::NotFinite { ring, point });
        }
        let start = all.points.len();
        for (point, p) in corners.iter().enumerate() {
            // The first point is kept, the last one not if it repeats it.
            let before = if point == 0 {
                None
            } else {
                Some(corners[point - 1])
            };
            let closes = point + 1 == corners.len() && point > 0 && *p == corners[0];
            if before != Some(*p) && !closes {
                all.points.push(*p);
                all.names.push([ring, point]);
            }
        }
        let points = all.points.len() - start;
        if points < 3 {
            return Err(PolygonError::TooFewPoints { ring, points });
        }
        if all.points.len() > 1 << 30 {
            return Err(PolygonError::TooManyPoints);
        }
        all.ends.push(all.points.len());
    }
    Ok(all)
}

impl<V: Vector<Double = DVec2>> Corners<V> {
    /// The positions of all corners, scaled by a power of two to the range of the triangulation.
    pub(crate) fn scaled(&self) -> impl Iterator<Item = [f64; 2]> {
        let largest = self.points.iter().map(|p| p.abs().max_element());
        let largest = largest.reduce(Scalar::max).map_or(0.0, Scalar::to_f64);
        let size = largest.power_of_two();
        let unit = if size > 0.0 { size } else { 1.0 };
        self.points.iter().map(move |p| {
            let [x, y, _] = p.to_f64();
            [x / unit, y / unit]
        })
    }

    /// The start and end of a ring.
    pub(crate) fn ring(&self, ring: usize) -> [usize; 2] {
        let start = if ring == 0 { 0 } else { self.ends[ring - 1] };
        [start, self.ends[ring]]
    }

    /// The corner after a corner, in its ring.
    pub(crate) fn next(&self, corner: usize) -> usize {
        let [start, end] = self.ring(self.names[corner][0]);
        if corner + 1 == end { start } else { corner + 1 }
    }

    /// The polygon of these triangles, with the outline counter-clockwise and the holes clockwise.
    pub(crate) fn oriented(self, mut triangles: Vec<[u32; 3]>) -> Polygon<V> {
        let mut points = self.points.clone();
        let mut moved: Vec<u32> = (0..points.len() as u32).collect();
        // A side of a triangle that is a side of a ring says which way the ring should run.
        let mut is_reversed = alloc::vec![false; self.ends.len()];
        for [a, b, c] in &triangles {
            for [from, to] in [[*a, *b], [*b, *c], [*c, *a]] {
                if self.next(to as usize) == from as usize {
                    is_reversed[self.names[from as usize][0]] = true;
                }
            }
        }
        for (ring, reversed) in is_reversed.into_iter().enumerate() {
            if reversed {
                let [start, end] = self.ring(ring);
                points[start..end].reverse();
                moved[start..end].reverse();
            }
        }
        for triangle in &mut triangles {
            let [a, b, c] = triangle.map(|i| moved[i as usize]);
            let first = a.min(b).min(c);
            *triangle = if first == a {
                [a, b, c]
            } else if first == b {
                [b, c, a]
            } else {
                [c, a, b]
            };
        }
        triangles.sort_unstable();
        Polygon {
            points,
            ends: self.ends,
            triangles,
        }
    }
}
