//! The one table of questions.

use crate::lab;
use crate::numbers::{Asked, Said, Told, schema};
use crate::refused::Refused;

/// A question that a page asks: numbers in, numbers out.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Its name, which is that of its page too.
    pub name: &'static str,
    schema: fn(&mut String),
    ask: fn(&Said) -> Result<Said, Refused>,
}

impl Question {
    /// How the numbers lie, as JSON: `{"name": …, "asked": …, "answer": …}`.
    #[must_use]
    pub fn schema(&self) -> String {
        let mut text = String::new();
        (self.schema)(&mut text);
        text
    }

    /// The answer's numbers.
    ///
    /// # Errors
    /// Where the numbers are not what [the schema](Self::schema) says.
    pub fn ask(&self, numbers: &[f64]) -> Result<Vec<f64>, Refused> {
        Ok((self.ask)(&Said::from(numbers))?.numbers)
    }
}

fn ask<A: Asked, B: Told>(said: &Said, answer: fn(&A) -> B) -> Result<Said, Refused> {
    let asked = said.value().ok_or(Refused)?;
    Ok(Said::of(&answer(&asked)))
}

fn question<A: Asked, B: Told>(name: &str, _: fn(&A) -> B, out: &mut String) {
    schema::<A, B>(name, out);
}

/// The questions of these modules, each its function `answer`.
macro_rules! table {
    ($($module:ident),* $(,)?) => {
        &[$(Question {
            name: stringify!($module),
            schema: |out| question(stringify!($module), lab::$module::answer, out),
            ask: |said| ask(said, lab::$module::answer),
        }),*]
    };
}

/// All questions, in the order of their pages; their place is how wasm is told which.
#[must_use]
pub fn questions() -> &'static [Question] {
    table![
        point_circle,
        point_segment,
        circle_circle,
        circle_segment,
        circle_capsule,
        capsule_capsule,
        polygons,
        moving_circle,
        moving_circles,
        bounce,
        turning,
        sphere_triangle,
        capsule_triangle,
        moving_capsule,
        plane_space,
        tree,
        end_points,
        cancellation,
        substeps,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = questions().iter().map(|question| question.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), questions().len());
    }

    #[test]
    fn what_is_not_asked_for_is_refused() {
        for question in questions() {
            for numbers in [
                &[][..],
                &[f64::NAN; 40],
                &[f64::INFINITY; 40],
                &[-1.0; 40],
                &[1e300; 100],
            ] {
                assert_eq!(question.ask(numbers), Err(Refused), "{}", question.name);
            }
        }
    }
}
