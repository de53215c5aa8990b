//! The playground of [`carom`]: every query as a page in the browser, and interactive demos.
//!
//! All geometry is computed by carom; this crate only encodes and decodes. A query takes numbers and returns numbers. Its
//! [schema](Query::schema), which says what the numbers mean, is derived from the types of its inputs and its answer. The
//! same functions run in wasm, exported by `abi`, and natively, so a test can compare every number on a page with the
//! native library, bit by bit (`examples/twin.rs`).
//!
//! ```
//! let query = carom_web::queries().iter().find(|q| q.name == "point_circle").unwrap();
//! // The point, the center, the radius.
//! let answer = query.answer(&[3.0, 4.0, 0.0, 0.0, 5.0]).unwrap();
//! assert_eq!(answer[0], 1.0, "inside: touching counts");
//! ```

#[cfg(any(
    feature = "lab",
    feature = "contacts",
    feature = "demos",
    feature = "billiards"
))]
mod abi;
#[cfg(any(
    feature = "lab",
    feature = "contacts",
    feature = "demos",
    feature = "billiards"
))]
mod codec;
mod creases;
mod decode_error;
#[cfg(any(feature = "demos", feature = "billiards"))]
mod demo;
#[cfg(any(feature = "lab", feature = "contacts"))]
mod lab;
#[cfg(any(feature = "lab", feature = "contacts"))]
mod query;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub mod site;
mod surface;

#[cfg(any(
    feature = "lab",
    feature = "contacts",
    feature = "demos",
    feature = "billiards"
))]
pub use codec::Encoded;
pub use creases::creases;
pub use decode_error::DecodeError;
#[cfg(any(feature = "demos", feature = "billiards"))]
pub use demo::{Demo, DemoKind, Demos, Method, demos};
#[cfg(any(feature = "lab", feature = "contacts"))]
pub use query::{Query, queries};

/// The schemas of all `queries` and `demos`, as a JSON object.
#[cfg(any(
    feature = "lab",
    feature = "contacts",
    feature = "demos",
    feature = "billiards"
))]
#[must_use]
pub fn description() -> String {
    let mut lists: Vec<String> = Vec::new();
    #[cfg(any(feature = "lab", feature = "contacts"))]
    lists.push(list("queries", queries().iter().map(Query::schema)));
    #[cfg(any(feature = "demos", feature = "billiards"))]
    lists.push(list("demos", demos().iter().map(DemoKind::schema)));
    format!("{{{}}}", lists.join(","))
}

#[cfg(any(
    feature = "lab",
    feature = "contacts",
    feature = "demos",
    feature = "billiards"
))]
fn list(name: &str, schemas: impl Iterator<Item = String>) -> String {
    let schemas: Vec<_> = schemas.collect();
    format!("\"{name}\":[{}]", schemas.join(","))
}

/// Triangulates a shape for drawing: the surface of all points within a radius of the convex hull of coplanar points.
///
/// The input is the radius, then x, y, z of each point. The output is the number of vertices, the number of triangles,
/// position and normal of each vertex, and the three vertex indices of each triangle. For points that are not coplanar the
/// result is meaningless.
///
/// ```
/// let ball = carom_web::surface(&[0.5, 1.0, 2.0, 3.0]).unwrap();
/// let (vertices, triangles) = (ball[0] as usize, ball[1] as usize);
/// assert_eq!(ball.len(), 2 + 6 * vertices + 3 * triangles);
/// ```
///
/// # Errors
/// No point, a missing coordinate, a number that is not finite, or a radius below zero.
pub fn surface(numbers: &[f64]) -> Result<Vec<f64>, DecodeError> {
    let Some((radius, points)) = numbers.split_first() else {
        return Err(DecodeError);
    };
    let (points, []) = points.as_chunks::<3>() else {
        return Err(DecodeError);
    };
    let points: Vec<_> = points.iter().map(|p| glam::DVec3::from_array(*p)).collect();
    let surface = surface::surface(&points, *radius).ok_or(DecodeError)?;
    Ok(surface.numbers())
}
