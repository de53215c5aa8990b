//! The answer to one line of queries.

use super::pair::Pair;
use crate::levels::{Levels, Space};
use carom::{Contact, Scalar, Start, Sweep, Vector};
use carom_format::query::{Answer, Precision, QueryLine, Verb};
use carom_format::{Coordinates, Number};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The answer to a line.
pub(super) fn answer(line: &[u8], number: u64, levels: &Levels) -> Answer {
    match QueryLine::read(line) {
        Ok(mut query) => {
            let id = query.id.take();
            match answer_to(&query, levels) {
                Ok(found) => Answer { id, ..found },
                Err(error) => Answer::error(id, number, &error),
            }
        }
        Err(unreadable) => Answer::error(unreadable.id, number, &unreadable.error),
    }
}

fn answer_to(query: &QueryLine<'_>, levels: &Levels) -> Result<Answer, String> {
    query.check()?;
    match (query.is_flat()?, query.precision) {
        (true, Precision::F32) => run::<Vec2>(query, &query.in_plane()?),
        (true, Precision::F64) => run::<DVec2>(query, &query.in_plane()?),
        (false, Precision::F32) => in_space::<Vec3>(query, levels),
        (false, Precision::F64) => in_space::<DVec3>(query, levels),
    }
}

fn in_space<V: Space>(query: &QueryLine<'_>, levels: &Levels) -> Result<Answer, String> {
    let pair = query.in_space::<V>(&|level| levels.mesh(level))?;
    run(query, &pair)
}

fn run<V: Vector>(query: &QueryLine<'_>, pair: &impl Pair<V>) -> Result<Answer, String> {
    Ok(match query.verb {
        Verb::Overlap => Answer {
            overlap: Some(pair.overlap()),
            ..Answer::default()
        },
        Verb::Closest => {
            let mut found = pair.contact(V::Scalar::INFINITY);
            if let Some(found) = &mut found {
                found.separation = found.separation.max(V::Scalar::ZERO);
            }
            contact_answer(found)
        }
        Verb::Contact => contact_answer(pair.contact(query.reach()?)),
        Verb::Sweep | Verb::Ray => sweep_answer(pair.sweep(&query.motions()?)),
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
        point_a: Some(clamped(found.point_a)),
        point_b: Some(clamped(found.point_b)),
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
        point: hit.map(|hit| clamped(hit.point)),
        unique: touched.is_some_and(|found| !found.unique).then_some(false),
        ..Answer::default()
    }
}

/// A point of an answer, clamped to the range of its precision as lengths are: JSON has no infinity.
fn clamped<V: Vector>(point: V) -> Coordinates {
    let largest = V::splat(V::Scalar::MAX);
    Coordinates::of(point.min(largest).max(-largest))
}
