//! A line answered: asked in its dimension and precision, the answer put into words.

use super::answer::Answer;
use super::pair::Pair;
use super::question::{Ask, Precision, Question};
use super::solid::Solid;
use crate::number::{Coordinates, Number};
use crate::shapes::dimension::Dimension;
use crate::shapes::level::{Levels, Space};
use carom::{Contact, Scalar, Start, Sweep, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The answer to one line.
pub(super) fn answer(line: &[u8], number: u64, levels: &Levels) -> Answer {
    match Question::read(line) {
        Ok(mut question) => {
            let id = question.id.take();
            match answer_to(&question, levels) {
                Ok(found) => Answer { id, ..found },
                Err(error) => Answer::error(id, number, &error),
            }
        }
        Err(unreadable) => Answer::error(unreadable.id, number, &unreadable.error),
    }
}

fn answer_to(question: &Question<'_>, levels: &Levels) -> Result<Answer, String> {
    question.check()?;
    let dimension = question.dimension();
    match (dimension.is_flat()?, question.precision) {
        (true, Precision::F32) => in_plane::<Vec2>(question, &dimension),
        (true, Precision::F64) => in_plane::<DVec2>(question, &dimension),
        (false, Precision::F32) => in_space::<Vec3>(question, &dimension, levels),
        (false, Precision::F64) => in_space::<DVec3>(question, &dimension, levels),
    }
}

fn in_plane<V: Vector>(question: &Question<'_>, dimension: &Dimension) -> Result<Answer, String> {
    let (a, b) = (&question.a, &question.b);
    let pair = [
        a.read("a".into(), dimension)?,
        b.read("b".into(), dimension)?,
    ];
    ask::<V>(question, dimension, &pair)
}

fn in_space<V: Space>(
    question: &Question<'_>,
    dimension: &Dimension,
    levels: &Levels,
) -> Result<Answer, String> {
    let solid = |file, side: &'static str| Solid::<V>::read(file, side.into(), dimension, levels);
    let pair = [solid(&question.a, "a")?, solid(&question.b, "b")?];
    ask(question, dimension, &pair)
}

fn ask<V: Vector>(
    question: &Question<'_>,
    dimension: &Dimension,
    pair: &impl Pair<V>,
) -> Result<Answer, String> {
    Ok(match question.ask {
        Ask::Overlap => Answer {
            overlap: Some(pair.overlap()),
            ..Answer::default()
        },
        Ask::Closest => {
            let mut found = pair.contact(V::Scalar::INFINITY);
            if let Some(found) = &mut found {
                found.separation = found.separation.max(V::Scalar::ZERO);
            }
            contact_answer(found)
        }
        Ask::Contact => contact_answer(pair.contact(question.reach()?)),
        Ask::Sweep => sweep_answer(pair.sweep(&question.motions(dimension)?)),
    })
}

fn contact_answer<V: Vector>(found: Option<Contact<V>>) -> Answer {
    let Some(found) = found else {
        return Answer {
            contact: Some(false),
            ..Answer::default()
        };
    };
    Answer {
        separation: Some(Number::of(found.separation)),
        normal: Some(Coordinates::of(found.normal)),
        point_a: Some(place(found.point_a)),
        point_b: Some(place(found.point_b)),
        unique: (!found.unique).then_some(false),
        ..Answer::default()
    }
}

fn sweep_answer<V: Vector>(swept: Option<Sweep<V>>) -> Answer {
    let (start, touched) = match swept.map(|swept| swept.start) {
        None | Some(Start::Separate) => ("separate", None),
        Some(Start::Touching(found)) => ("touching", Some(found)),
        Some(Start::Overlapping(found)) => ("overlapping", Some(found)),
    };
    let hit = swept.and_then(|swept| swept.hit);
    let normal = touched
        .map(|found| found.normal)
        .or(hit.map(|hit| hit.normal));
    Answer {
        start: Some(start),
        hit: Some(hit.is_some()),
        t: hit.map(|hit| Number::of(hit.t)),
        separation: touched.map(|found| Number::of(found.separation)),
        normal: normal.map(Coordinates::of),
        point: hit.map(|hit| place(hit.point)),
        unique: touched.is_some_and(|found| !found.unique).then_some(false),
        ..Answer::default()
    }
}

/// A point of the answer. One beyond the range of the precision ends at the largest number, as lengths do:
/// JSON has no infinity.
fn place<V: Vector>(point: V) -> Coordinates {
    let largest = V::splat(V::Scalar::MAX);
    Coordinates::of(point.min(largest).max(-largest))
}
