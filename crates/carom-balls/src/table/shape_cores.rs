//! Division of shapes into cores with a radius around them: those of walls and of regions.

use super::convex_hull::{outline, triangles};
use super::units::RANGE;
use super::wall_feature::FeatureCore;
use alloc::vec;
use alloc::vec::Vec;
use carom_core::shape::Shape;
use carom_math::{Scalar, Vector};

/// Cores, and the radius around all of them.
pub(super) type RoundedCores<D> = (Vec<FeatureCore<D>>, f64);

/// The cores of a shape and their radius, in units of `length`; or what is wrong with the shape.
pub(super) fn cores<V: Vector>(
    part: &Shape<V>,
    length: f64,
) -> Result<RoundedCores<V::Double>, &'static str> {
    if !part.is_valid() {
        return Err("has a shape that is not valid");
    }
    if let Shape::Plane(plane) = part {
        let normal = plane.normal.to_double();
        // The offset is that of the normal as given; the square of that normal may overflow.
        let largest = normal.abs().max_element();
        let size = (normal / largest).length();
        let offset = plane.offset.to_f64() / largest / size / length;
        let normal = normal / largest / size;
        return Ok((vec![FeatureCore::HalfSpace { normal, offset }], 0.0));
    }
    let Some(hull) = part.hull() else {
        return Err("is a cylinder, cone, ellipsoid or tapered capsule: a table has none of them");
    };
    let radius = hull.radius.to_f64() / length;
    let scaled = |p: &V| p.to_double() * (1.0 / length);
    let points: Vec<V::Double> = hull.points.iter().map(scaled).collect();
    let in_range = |p: &V::Double| p.abs().max_element() <= RANGE;
    if !(points.iter().all(in_range) && radius <= RANGE) {
        return Err("must be closer to the balls, and closer to them in size");
    }
    let cores = match (&points[..], V::DIM) {
        ([], _) => Vec::new(),
        ([p], _) => vec![FeatureCore::Point(*p)],
        ([a, b], _) => vec![FeatureCore::Segment([*a, *b])],
        ([a, b, c], 3) => vec![FeatureCore::Triangle([*a, *b, *c])],
        (_, 2) => {
            let edges = outline(&points).into_iter();
            edges.map(FeatureCore::Segment).collect()
        }
        _ => {
            let facets = triangles(&points).ok_or("has a hull of too many points")?;
            facets.into_iter().map(FeatureCore::Triangle).collect()
        }
    };
    Ok((cores, radius))
}
