//! A case and a level in the types of `engines`.

use crate::case::{Case, HALF};
use crate::surface::Surface;
use crate::work::Body;
use engines::{Round, Vector};

pub(super) fn vertices(surface: &Surface) -> Vec<Vector> {
    surface.vertices.iter().map(|p| p.to_array()).collect()
}

pub(super) fn round(case: &Case, body: Body) -> Round {
    let (ends, half, radius) = match body {
        Body::Capsule => ([case.capsule.a, case.capsule.b], HALF, case.capsule.radius),
        Body::Ball => ([case.ball.center; 2], 0.0, case.ball.radius),
    };
    Round {
        ends: ends.map(|p| p.to_array()),
        half,
        radius,
    }
}
