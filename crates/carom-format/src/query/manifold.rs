//! The points of a manifold in an answer.

use crate::number::{Coordinates, Number};
use carom::{FeatureId, ManifoldPoint, Vector};
use serde::{Serialize, Serializer};

/// A point of a manifold as it is written.
///
/// ```
/// use carom::{Ball, Plane, manifold, glam::vec2};
/// use carom_format::query::ManifoldPointAnswer;
/// let floor = Plane::new(vec2(0., 1.), 0.);
/// let found = manifold(&Ball::new(vec2(3., 0.5), 1.), &floor, 0.).unwrap();
/// let points: Vec<_> = found.points().iter().map(ManifoldPointAnswer::of).collect();
/// let text = r#"[{"separation":-0.5,"point_a":[3.0,-0.5],"point_b":[3.0,0.0],"feature_a":[0],"feature_b":[]}]"#;
/// assert_eq!(serde_json::to_string(&points)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct ManifoldPointAnswer {
    separation: Number,
    point_a: Coordinates,
    point_b: Coordinates,
    #[serde(serialize_with = "vertices")]
    feature_a: FeatureId,
    #[serde(serialize_with = "vertices")]
    feature_b: FeatureId,
}

impl ManifoldPointAnswer {
    /// A point of a [`Manifold`](carom::Manifold). Its two points are clamped to the range of their precision.
    pub fn of<V: Vector>(point: &ManifoldPoint<V>) -> Self {
        Self {
            separation: Number::of(point.separation),
            point_a: Coordinates::clamped(point.point_a),
            point_b: Coordinates::clamped(point.point_b),
            feature_a: point.id.a,
            feature_b: point.id.b,
        }
    }
}

/// Writes a feature as the list of the numbers of its vertices.
fn vertices<Z: Serializer>(feature: &FeatureId, serializer: Z) -> Result<Z::Ok, Z::Error> {
    serializer.collect_seq(feature.vertices())
}
