//! The playground of [`carom`]: each of its questions as a page in the browser.
//!
//! Nothing is computed here and nothing in JavaScript: a question reads numbers, asks carom and writes the
//! answer as numbers. What the numbers of a question are its [schema](Question::schema) tells, which is made
//! of the very types that it reads and writes. The same functions run in wasm, behind the three exports of
//! `abi`, and natively; so what a page shows can be compared with the library to the bit
//! (`examples/twin.rs`).
//!
//! ```
//! let question = carom_web::questions().iter().find(|q| q.name == "point_circle").unwrap();
//! // The point, the centre, the radius.
//! let answer = question.ask(&[3.0, 4.0, 0.0, 0.0, 5.0]).unwrap();
//! assert_eq!(answer[0], 1.0, "inside: touching counts");
//! ```

mod abi;
mod lab;
mod numbers;
mod question;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub mod site;

pub use question::{Question, Refused, questions};
