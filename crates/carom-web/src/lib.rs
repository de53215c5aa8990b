//! The playground of [`carom`]: each of its questions as a page in the browser, and rooms to play in.
//!
//! Nothing is computed here and nothing in JavaScript: a question reads numbers, asks carom and writes the
//! answer as numbers. What the numbers of a question are its [schema](Question::schema) tells, which is made
//! of the very types that it reads and writes. The same functions run in wasm, behind the exports of
//! `abi`, and natively; so what a page shows can be compared with the library to the bit
//! (`examples/twin.rs`).
//!
//! ```
//! let question = carom_web::questions().iter().find(|q| q.name == "point_circle").unwrap();
//! // The point, the centre, the radius.
//! let answer = question.ask(&[3.0, 4.0, 0.0, 0.0, 5.0]).unwrap();
//! assert_eq!(answer[0], 1.0, "inside: touching counts");
//! ```

#[cfg(any(feature = "lab", feature = "rooms"))]
mod abi;
mod creases;
#[cfg(feature = "lab")]
mod lab;
#[cfg(any(feature = "lab", feature = "rooms"))]
mod numbers;
#[cfg(feature = "lab")]
mod question;
mod refused;
#[cfg(feature = "rooms")]
mod room;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub mod site;
mod surface;

pub use creases::creases;
#[cfg(any(feature = "lab", feature = "rooms"))]
pub use numbers::Said;
#[cfg(feature = "lab")]
pub use question::{Question, questions};
pub use refused::Refused;
#[cfg(feature = "rooms")]
pub use room::{Kind, Room, Rooms, Verb, rooms};

/// How everything lies that is here: a JSON object of the schemas of all `questions` and `rooms`.
#[cfg(any(feature = "lab", feature = "rooms"))]
#[must_use]
pub fn description() -> String {
    let mut lists: Vec<String> = Vec::new();
    #[cfg(feature = "lab")]
    lists.push(list("questions", questions().iter().map(Question::schema)));
    #[cfg(feature = "rooms")]
    lists.push(list("rooms", rooms().iter().map(Kind::schema)));
    format!("{{{}}}", lists.join(","))
}

#[cfg(any(feature = "lab", feature = "rooms"))]
fn list(name: &str, schemas: impl Iterator<Item = String>) -> String {
    let schemas: Vec<_> = schemas.collect();
    format!("\"{name}\":[{}]", schemas.join(","))
}

/// What a page in space draws of a shape: the numbers of the surface around points that lie in a plane.
///
/// Asked are the radius, then x, y, z of each point; told are how many vertices and triangles, of each vertex its
/// place and its normal, of each triangle its vertices. Points that do not lie in a plane get a surface of no meaning.
///
/// ```
/// let ball = carom_web::surface(&[0.5, 1.0, 2.0, 3.0]).unwrap();
/// let (vertices, triangles) = (ball[0] as usize, ball[1] as usize);
/// assert_eq!(ball.len(), 2 + 6 * vertices + 3 * triangles);
/// ```
///
/// # Errors
/// Where there is no point, a number is missing or not finite, or the radius is below zero.
pub fn surface(numbers: &[f64]) -> Result<Vec<f64>, Refused> {
    let Some((radius, points)) = numbers.split_first() else {
        return Err(Refused);
    };
    let (points, []) = points.as_chunks::<3>() else {
        return Err(Refused);
    };
    let points: Vec<_> = points.iter().map(|p| glam::DVec3::from_array(*p)).collect();
    let surface = surface::surface(&points, *radius).ok_or(Refused)?;
    Ok(surface.tell())
}
