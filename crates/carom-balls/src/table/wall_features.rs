//! Division of walls into features.

use super::convex_hull::{outline, triangles};
use super::error::TableError;
use super::setup::Wall;
use super::units::RANGE;
use super::wall_feature::{FeatureCore, WallFeature};
use alloc::vec::Vec;
use carom_core::shape::Shape;
use carom_math::{Scalar, Vector};

/// The features of all walls, in units of `length`, in the order of the walls.
pub(super) fn wall_features<V: Vector>(
    walls: &[Wall<V>],
    length: f64,
) -> Result<Vec<WallFeature<V::Double>>, TableError> {
    let mut features = Vec::new();
    for (number, wall) in (0..).zip(walls) {
        let error = |what| TableError::Wall { wall: number, what };
        let restitution = wall.restitution.to_f64();
        if !(0.0..=1.0).contains(&restitution) {
            return Err(error("must have a restitution in 0..=1"));
        }
        if wall.parts.is_empty() {
            return Err(error("has no parts"));
        }
        for part in &wall.parts {
            if !part.is_valid() {
                return Err(error("has a shape that is not valid"));
            }
            let scaled = |p: V| p.to_double() * (1.0 / length);
            let mut add = |core, radius: f64| {
                features.push(WallFeature {
                    core,
                    radius: radius / length,
                    wall: number,
                    restitution,
                });
            };
            if let Shape::Plane(plane) = part {
                let normal = plane.normal.to_double();
                // The offset is that of the normal as given; the square of that normal may overflow.
                let largest = normal.abs().max_element();
                let size = (normal / largest).length();
                let offset = plane.offset.to_f64() / largest / size / length;
                let normal = normal / largest / size;
                add(FeatureCore::HalfSpace { normal, offset }, 0.0);
                continue;
            }
            let Some(hull) = part.hull() else { continue };
            let radius = hull.radius.to_f64();
            let points: Vec<V::Double> = hull.points.iter().map(|p| scaled(*p)).collect();
            let in_range = |p: &V::Double| p.abs().max_element() <= RANGE;
            if !(points.iter().all(in_range) && radius / length <= RANGE) {
                return Err(error(
                    "must be less far from the balls and less unlike them in size",
                ));
            }
            match (&points[..], V::DIM) {
                ([], _) => {}
                ([p], _) => add(FeatureCore::Point(*p), radius),
                ([a, b], _) => add(FeatureCore::Segment([*a, *b]), radius),
                ([a, b, c], 3) => add(FeatureCore::Triangle([*a, *b, *c]), radius),
                (_, 2) => {
                    for edge in outline(&points) {
                        add(FeatureCore::Segment(edge), radius);
                    }
                }
                _ => {
                    let facets =
                        triangles(&points).ok_or_else(|| error("has a hull of too many points"))?;
                    for facet in facets {
                        add(FeatureCore::Triangle(facet), radius);
                    }
                }
            }
        }
    }
    Ok(features)
}
