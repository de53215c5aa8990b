//! The constrained Delaunay triangulation of all rings, and which of its triangles are in the polygon.

use crate::corners::Corners;
use crate::error::PolygonError;
use alloc::vec;
use alloc::vec::Vec;
use carom_core::Vector;
use carom_core::glam::DVec2;
use spade::handles::{FixedFaceHandle, FixedVertexHandle, PossiblyOuterTag};
use spade::{
    ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation, mitigate_underflow,
};

/// A corner of a ring, by its number.
#[derive(Clone, Copy)]
struct Corner {
    at: Point2<f64>,
    number: u32,
}

impl HasPosition for Corner {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.at
    }
}

type Cdt = ConstrainedDelaunayTriangulation<Corner>;

/// Where a face is: inside the outline or not, and the hole that it is in.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    inside: bool,
    hole: Option<usize>,
}

/// The triangles of the polygon, counter-clockwise.
pub(crate) fn triangles<V: Vector<Double = DVec2>>(
    corners: &Corners<V>,
) -> Result<Vec<[u32; 3]>, PolygonError> {
    let (mut cdt, handles) = inserted(corners)?;
    for (number, from) in handles.iter().enumerate() {
        side(
            corners,
            &mut cdt,
            number,
            [*from, handles[corners.next(number)]],
        )?;
    }
    let places = places(corners, &cdt)?;
    let kept = cdt.inner_faces().filter(|face| {
        let place = places[face.fix().index()];
        place
            == Some(Place {
                inside: true,
                hole: None,
            })
    });
    let numbers = kept.map(|face| face.vertices().map(|vertex| vertex.data().number));
    Ok(numbers.collect())
}

/// All corners, inserted in their order.
fn inserted<V: Vector<Double = DVec2>>(
    corners: &Corners<V>,
) -> Result<(Cdt, Vec<FixedVertexHandle>), PolygonError> {
    let mut cdt = Cdt::new();
    let mut handles = Vec::with_capacity(corners.points.len());
    for (number, [x, y]) in corners.scaled().enumerate() {
        let at = mitigate_underflow(Point2::new(x, y));
        let corner = Corner {
            at,
            number: number as u32,
        };
        let handle = cdt.insert(corner);
        let handle = handle.expect("finite coordinates of at most 2");
        // One at the same place is replaced.
        if handle.index() != number {
            let (point, other) = (corners.names[number], corners.names[handle.index()]);
            return Err(PolygonError::Touching { point, other });
        }
        handles.push(handle);
    }
    Ok((cdt, handles))
}

/// Adds a side of a ring; an error if it passes a corner or crosses a side before.
fn side<V: Vector<Double = DVec2>>(
    corners: &Corners<V>,
    cdt: &mut Cdt,
    number: usize,
    [from, to]: [FixedVertexHandle; 2],
) -> Result<(), PolygonError> {
    let crossed = cdt.get_conflicting_edges_between_vertices(from, to).next();
    if let Some(edge) = crossed {
        let ends = edge.vertices().map(|vertex| vertex.data().number as usize);
        let first = if corners.next(ends[0]) == ends[1] {
            ends[0]
        } else {
            ends[1]
        };
        let mut sides = [number, first].map(|side| corners.names[side]);
        sides.sort_unstable();
        return Err(PolygonError::Crossing { sides });
    }
    let along = cdt.try_add_constraint(from, to);
    if let [first, _, ..] = along[..] {
        let passed = cdt.directed_edge(first).to().data().number as usize;
        let (point, other) = (corners.names[passed], corners.names[number]);
        return Err(PolygonError::Touching { point, other });
    }
    Ok(())
}

/// Where each face is, by its number, found from the outside in.
fn places<V: Vector<Double = DVec2>>(
    corners: &Corners<V>,
    cdt: &Cdt,
) -> Result<Vec<Option<Place>>, PolygonError> {
    let mut places = vec![None; cdt.num_all_faces()];
    let outside = Place {
        inside: false,
        hole: None,
    };
    places[cdt.outer_face().fix().index()] = Some(outside);
    let mut open: Vec<FixedFaceHandle<PossiblyOuterTag>> = Vec::new();
    // The edges around the outer face, then those around each face that was reached.
    let mut edges: Vec<_> = cdt.convex_hull().collect();
    let mut from = outside;
    loop {
        for edge in edges {
            let face = edge.rev().face();
            if places[face.fix().index()].is_some() {
                continue;
            }
            let place = if edge.is_constraint_edge() {
                across(from, corners.names[edge.from().data().number as usize][0])?
            } else {
                from
            };
            places[face.fix().index()] = Some(place);
            open.push(face.fix());
        }
        let Some(next) = open.pop() else {
            return Ok(places);
        };
        from = places[next.index()].unwrap_or(outside);
        let inner = cdt.face(next).as_inner();
        edges = inner.map_or(Vec::new(), |face| face.adjacent_edges().to_vec());
    }
}

/// The other side of a ring.
fn across(from: Place, ring: usize) -> Result<Place, PolygonError> {
    match (ring, from.hole) {
        (0, _) => Ok(Place {
            inside: !from.inside,
            ..from
        }),
        (_, Some(hole)) if hole == ring => Ok(Place { hole: None, ..from }),
        (_, Some(around)) => Err(PolygonError::HoleInHole { ring, around }),
        (_, None) if !from.inside => Err(PolygonError::HoleOutside { ring }),
        (_, None) => Ok(Place {
            hole: Some(ring),
            ..from
        }),
    }
}
