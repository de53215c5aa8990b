//! Contact manifold of two convex polygons, each rotated about its place.

use crate::codec::{Encode, Encoded, answers, encode, inputs};
use carom::{FeatureId, Hull, manifold};
use glam::{DVec2, dvec2};

inputs! {
    Inputs {
        a: Hull<DVec2>,
        place_a: DVec2,
        /// In radians, counter-clockwise.
        angle_a: f64,
        b: Hull<DVec2>,
        place_b: DVec2,
        angle_b: f64,
        /// The largest separation of a point.
        reach: f64,
    }
}

/// A feature of a shape: the numbers of its vertices.
pub(crate) struct Feature(FeatureId);

impl Encode for Feature {
    fn schema(out: &mut String) {
        out.push_str("{\"list\":\"number\"}");
    }

    fn encode(&self, out: &mut Encoded) {
        let vertices = self.0.vertices();
        out.push(vertices.len() as f64);
        for vertex in vertices {
            out.push(f64::from(*vertex));
        }
    }
}

/// A point of the manifold.
pub(crate) struct Touch {
    point_a: DVec2,
    point_b: DVec2,
    separation: f64,
    feature_a: Feature,
    feature_b: Feature,
}

encode!(Touch {
    point_a: DVec2,
    point_b: DVec2,
    separation: f64,
    feature_a: Feature,
    feature_b: Feature
});

answers! {
    Answer {
        /// None if the shapes are farther apart than the reach.
        normal: Option<DVec2>,
        touches: Vec<Touch>,
        /// The corners of the rotated shapes.
        a: Vec<DVec2>,
        b: Vec<DVec2>,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let a = rotated(&inputs.a, inputs.place_a, inputs.angle_a);
    let b = rotated(&inputs.b, inputs.place_b, inputs.angle_b);
    let found = manifold(&a, &b, inputs.reach);
    let touches = found.iter().flat_map(|found| found.points());
    Answer {
        normal: found.map(|found| found.normal),
        touches: touches
            .map(|point| Touch {
                point_a: point.point_a,
                point_b: point.point_b,
                separation: point.separation,
                feature_a: Feature(point.id.a),
                feature_b: Feature(point.id.b),
            })
            .collect(),
        a: a.points,
        b: b.points,
    }
}

fn rotated(hull: &Hull<DVec2>, place: DVec2, angle: f64) -> Hull<DVec2> {
    // libm, because glam uses the sine of the platform.
    let (sin, cos) = libm::sincos(angle);
    hull.map(|p| {
        let r = p - place;
        place + dvec2(r.x * cos - r.y * sin, r.x * sin + r.y * cos)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_on_a_box_has_two_points_and_on_its_corner_one() {
        let flat = Inputs {
            a: Hull::cuboid(dvec2(0.0, 2.0), DVec2::ONE),
            place_a: dvec2(0.0, 2.0),
            angle_a: 0.0,
            b: Hull::cuboid(DVec2::ZERO, dvec2(3.0, 1.0)),
            place_b: DVec2::ZERO,
            angle_b: 0.0,
            reach: 0.1,
        };
        let found = answer(&flat);
        assert_eq!((found.normal, found.touches.len()), (Some(DVec2::Y), 2));
        let encoded = Encoded::of(&found.touches[0].feature_a).numbers;
        assert_eq!(encoded[0], 1.0, "a corner of A");
        let tilted = Inputs {
            angle_a: 0.5,
            place_a: dvec2(0.0, 2.2),
            ..flat.clone()
        };
        assert_eq!(answer(&tilted).touches.len(), 1);
        let far = Inputs {
            reach: -5.0,
            ..flat
        };
        assert!(answer(&far).normal.is_none());
    }
}
