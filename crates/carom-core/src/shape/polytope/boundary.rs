//! The boundary of a convex hull of any dimension: a vertex, the two ends of a line, a polygon, or triangles.

use super::Lists;
use super::faces::{FacePolygon, faces};
use super::outline::{PointSpan, outline, span};
use super::predicates::Exact;
use super::triangulation::{HullTriangle, triangulate, vertices};
use alloc::vec::Vec;

pub(super) enum Boundary {
    Point(u32),
    Line([u32; 2]),
    /// A counterclockwise polygon in a plane, in the projection onto two axes.
    Polygon(Vec<u32>),
    /// Triangles around points that span space.
    Triangles(Vec<HullTriangle>),
}

impl Boundary {
    pub(super) fn of(points: &Exact, dimension: usize) -> Self {
        match span(points, dimension) {
            PointSpan::Point(p) => Self::Point(p),
            PointSpan::Line(ends) => Self::Line(ends),
            PointSpan::Plane { axes } => Self::Polygon(outline(points, axes)),
            PointSpan::Space(first) => Self::Triangles(triangulate(points, first)),
        }
    }

    /// The numbers of the points that are vertices of the hull, in ascending order.
    pub(super) fn vertices(&self, points: &Exact) -> Vec<u32> {
        let mut used = match self {
            Self::Point(p) => alloc::vec![*p],
            Self::Line(ends) => ends.to_vec(),
            Self::Polygon(ring) => ring.clone(),
            Self::Triangles(facets) => return vertices(points, facets),
        };
        used.sort_unstable();
        used
    }

    /// The neighbors of each of its vertices, which are numbered from 0 without a gap.
    pub(super) fn neighbors(&self, count: usize) -> Lists {
        let mut pairs = match self {
            Self::Point(_) => Vec::new(),
            Self::Line([a, b]) => alloc::vec![[*a, *b], [*b, *a]],
            Self::Polygon(ring) => {
                let sides = sides(ring);
                sides.flat_map(|[a, b]| [[a, b], [b, a]]).collect()
            }
            Self::Triangles(facets) => {
                let corners = facets.iter().map(|facet| facet.corners);
                corners
                    .flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]])
                    .collect()
            }
        };
        pairs.sort_unstable();
        let mut neighbors = Lists::default();
        let mut pairs = &pairs[..];
        for vertex in 0..count as u32 {
            let (own, rest) = pairs.split_at(pairs.partition_point(|pair| pair[0] <= vertex));
            neighbors.push(own.iter().map(|pair| pair[1]));
            pairs = rest;
        }
        neighbors
    }

    /// Its faces in space.
    pub(super) fn faces(&self, points: &Exact, tolerance: f64) -> Vec<FacePolygon> {
        match self {
            Self::Point(_) | Self::Line(_) => Vec::new(),
            Self::Polygon(ring) => {
                let back = FacePolygon::of(points, ring.iter().rev().copied().collect(), 0);
                alloc::vec![FacePolygon::of(points, ring.clone(), 1), back]
            }
            Self::Triangles(facets) => faces(points, facets, tolerance),
        }
    }

    /// Triangles that cover its surface, both sides of a polygon in space; in 2D its area.
    pub(super) fn triangles(&self, dimension: usize) -> Vec<[u32; 3]> {
        match self {
            Self::Point(_) | Self::Line(_) => Vec::new(),
            Self::Polygon(ring) => {
                let fan = |i: usize| [ring[0], ring[i], ring[i + 1]];
                let front = (1..ring.len() - 1).map(fan);
                let back = front.clone().map(|[a, b, c]| [a, c, b]);
                let back = back.filter(|_| dimension == 3);
                front.chain(back).collect()
            }
            Self::Triangles(facets) => facets.iter().map(|facet| facet.corners).collect(),
        }
    }
}

/// The sides of a ring of numbers.
pub(super) fn sides(ring: &[u32]) -> impl Iterator<Item = [u32; 2]> + '_ {
    (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]])
}
