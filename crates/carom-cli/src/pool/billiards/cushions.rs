//! The cushions of a table as convex polygons, for pictures.

use carom::billiards::{Cushion, PoolTable};
use carom_picture::Obstacle;
use glam::DVec2;

/// Corners of a rounded jaw, as a polygon.
const JAW_CORNERS: u32 = 8;

/// A jaw, and the facing that begins at it, are this near each other, m: rounding.
const NEAR: f64 = 1e-9;

/// The cushions from nose to wood: a polygon a nose, with its jaws and facings.
pub(super) fn obstacles(table: &PoolTable) -> Vec<Obstacle> {
    let cushions = table.cushions();
    let depth = table.spec().cushion_width;
    // The noses are the first in the list.
    let noses = if table.pockets().is_empty() { 4 } else { 6 };
    let straight = cushions.iter().filter_map(|cushion| match *cushion {
        Cushion::Straight { a, b, normal } => Some((a, b, normal)),
        Cushion::Jaw { .. } => None,
    });
    let straight: Vec<_> = straight.collect();
    let (noses, facings) = straight.split_at(noses);
    let polygon = |&(a, b, normal): &(DVec2, DVec2, DVec2)| {
        let mut corners = vec![a, b];
        if facings.is_empty() {
            let along = (b - a).normalize() * depth;
            corners.extend([a - along - normal * depth, b + along - normal * depth]);
        }
        for cushion in cushions {
            let Cushion::Jaw { center, radius } = *cushion else {
                continue;
            };
            let touch = center + normal * radius;
            if touch.distance(a) > NEAR && touch.distance(b) > NEAR {
                continue;
            }
            let facing = facings
                .iter()
                .find(|(start, _, n)| start.distance(center + *n * radius) < NEAR);
            // Where there is no straight facing, the rounding goes on to the wood.
            let cos = 1.0 - depth / radius;
            let out = (touch - 0.5 * (a + b)).normalize();
            let wood = normal * cos + out * (1.0 - cos * cos).max(0.0).sqrt();
            let (last, end) = facing.map_or((wood, center + wood * radius), |f| (f.2, f.1));
            corners.extend((1..=JAW_CORNERS).map(|i| {
                let between = normal.lerp(last, f64::from(i) / f64::from(JAW_CORNERS));
                center + between.normalize() * radius
            }));
            corners.push(end);
        }
        Obstacle::Hull {
            points: corners.into_iter().map(|p| [p.x, p.y, 0.0]).collect(),
            radius: 0.0,
        }
    };
    noses.iter().map(polygon).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::billiards::{Rack, TableSpec};

    /// With straight facings, with jaws that are rounded as far as the wood, and without pockets.
    #[test]
    fn every_cushion_reaches_the_wood_at_both_ends() {
        for (rack, spec, count) in [
            (Rack::NineBall, TableSpec::POOL_9_FT, 6),
            (Rack::Snooker, TableSpec::SNOOKER, 6),
            (Rack::ThreeCushion, TableSpec::CAROM, 4),
        ] {
            let table = PoolTable::racked(rack, spec).unwrap();
            let cushions = obstacles(&table);
            assert_eq!(cushions.len(), count);
            for (cushion, nose) in cushions.iter().zip(table.cushions()) {
                let Cushion::Straight { a, b, normal } = *nose else {
                    panic!("noses come first");
                };
                let Obstacle::Hull { points, .. } = cushion else {
                    panic!("cushions are hulls");
                };
                let points = points.iter().map(|p| DVec2::new(p[0], p[1]) - a);
                let depth = |p: &DVec2| -p.dot(normal) - spec.cushion_width;
                assert!(points.clone().all(|p| depth(&p) < NEAR));
                let wood = points.filter(|p| depth(p).abs() < NEAR);
                let along: Vec<f64> = wood.map(|p| p.dot((b - a).normalize())).collect();
                let length = a.distance(b);
                assert!(along.iter().any(|s| *s < 0.0), "{spec:?}");
                assert!(along.iter().any(|s| *s > length), "{spec:?}");
            }
        }
    }
}
