//! The table of the queries that the pages of the lab show.

use crate::codec::{Decode, Encode, Encoded, schema};
use crate::decode_error::DecodeError;
use crate::lab;

/// A query as a function from numbers to numbers.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// The name of the query and of its page.
    pub name: &'static str,
    schema: fn(&mut String),
    answer: fn(&Encoded) -> Result<Encoded, DecodeError>,
}

impl Query {
    /// The schema of inputs and answer, as JSON: `{"name": …, "inputs": …, "answer": …}`.
    #[must_use]
    pub fn schema(&self) -> String {
        let mut text = String::new();
        (self.schema)(&mut text);
        text
    }

    /// Answers the query: decodes the inputs, runs the query, encodes the answer.
    ///
    /// # Errors
    /// The numbers do not match [the schema](Self::schema).
    pub fn answer(&self, numbers: &[f64]) -> Result<Vec<f64>, DecodeError> {
        Ok((self.answer)(&Encoded::from(numbers))?.numbers)
    }
}

fn run<A: Decode, B: Encode>(
    numbers: &Encoded,
    answer: fn(&A) -> B,
) -> Result<Encoded, DecodeError> {
    let inputs = numbers.value().ok_or(DecodeError)?;
    Ok(Encoded::of(&answer(&inputs)))
}

fn query_schema<A: Decode, B: Encode>(name: &str, _: fn(&A) -> B, out: &mut String) {
    schema::<A, B>(name, out);
}

/// A table of the function `answer` of each of these modules, of the features that are enabled.
macro_rules! table {
    ($($module:ident: $feature:literal),* $(,)?) => {
        &[$(#[cfg(feature = $feature)] Query {
            name: stringify!($module),
            schema: |out| query_schema(stringify!($module), lab::$module::answer, out),
            answer: |numbers| run(numbers, lab::$module::answer),
        }),*]
    };
}

/// All queries, in the order of their pages. The wasm addresses a query by its index here.
#[must_use]
pub fn queries() -> &'static [Query] {
    table![
        point_circle: "lab",
        point_segment: "lab",
        circle_circle: "lab",
        circle_segment: "lab",
        circle_capsule: "lab",
        capsule_capsule: "lab",
        polygons: "lab",
        manifold: "contacts",
        integers: "lab",
        moving_circle: "lab",
        moving_circles: "lab",
        bounce: "lab",
        turning: "contacts",
        slope: "lab",
        characters: "lab",
        sphere_triangle: "lab",
        capsule_triangle: "lab",
        cylinder: "contacts",
        moving_capsule: "lab",
        plane_space: "lab",
        tree: "lab",
        end_points: "lab",
        cancellation: "lab",
        substeps: "lab",
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = queries().iter().map(|query| query.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), queries().len());
    }

    #[test]
    fn wrong_numbers_are_an_error() {
        for query in queries() {
            for numbers in [
                &[][..],
                &[f64::NAN; 40],
                &[f64::INFINITY; 40],
                &[-1.0; 40],
                &[1e300; 100],
            ] {
                assert_eq!(query.answer(numbers), Err(DecodeError), "{}", query.name);
            }
        }
    }
}
