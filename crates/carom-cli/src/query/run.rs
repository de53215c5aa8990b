//! The answer to one line of queries.

use super::pair::{
    Found, OwnSurface, contact_of, leaving_sweep_of, manifold_of, overlap_of, sweep_of,
};
use crate::levels::{Levels, Space};
use carom::{Contact, Hit, Manifold, Scalar, Start, Sweep, Vector};
use carom_format::query::{Answer, ManifoldPointAnswer, NumberKind, QueryLine, Verb};
use carom_format::{Coordinates, Number, Solid};
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
    match (query.is_flat()?, query.numbers) {
        (true, NumberKind::F32) => run::<Vec2, _>(query, &query.in_plane()?),
        (true, NumberKind::F64) => run::<DVec2, _>(query, &query.in_plane()?),
        (false, NumberKind::F32) => in_space::<Vec3>(query, levels),
        (false, NumberKind::F64) => in_space::<DVec3>(query, levels),
        (_, NumberKind::I32) => Ok(overlap_answer(query.overlap_in_grid()?)),
    }
}

fn in_space<V: Space>(query: &QueryLine<'_>, levels: &Levels) -> Result<Answer, String> {
    let pair = query.in_space::<V>(&|level| levels.mesh(level))?;
    run(query, &pair)
}

fn run<V: Vector, S: OwnSurface<Vector = V>>(
    query: &QueryLine<'_>,
    pair: &[Solid<V, S>; 2],
) -> Result<Answer, String> {
    Ok(match query.verb {
        Verb::Overlap => overlap_answer(overlap_of(pair)),
        Verb::Closest => {
            let mut found = contact_of(pair, V::Scalar::INFINITY);
            if let Some((found, _)) = &mut found {
                found.separation = found.separation.max(V::Scalar::ZERO);
            }
            contact_answer(found)
        }
        Verb::Contact => contact_answer(contact_of(pair, query.reach()?)),
        Verb::Manifold => manifold_answer(manifold_of(pair, query.reach()?)?),
        Verb::Sweep | Verb::Ray if query.leave_overlaps => {
            hit_answer(leaving_sweep_of(pair, &query.motions()?)?)
        }
        Verb::Sweep | Verb::Ray => sweep_answer(sweep_of(pair, &query.motions()?)),
    })
}

fn overlap_answer(overlap: bool) -> Answer {
    Answer {
        overlap: Some(overlap),
        ..Answer::default()
    }
}

fn contact_answer<V: Vector>(found: Option<Found<Contact<V>>>) -> Answer {
    let Some((found, [part_a, part_b])) = found else {
        return no_contact();
    };
    Answer {
        separation: Some(Number::of(found.separation)),
        normal: Some(Coordinates::of(found.normal)),
        point_a: Some(Coordinates::clamped(found.point_a)),
        point_b: Some(Coordinates::clamped(found.point_b)),
        part_a,
        part_b,
        unique: (!found.unique).then_some(false),
        ..Answer::default()
    }
}

fn no_contact() -> Answer {
    Answer {
        contact: Some(false),
        ..Answer::default()
    }
}

fn manifold_answer<V: Vector>(found: Option<Manifold<V>>) -> Answer {
    let Some(found) = found else {
        return no_contact();
    };
    let points = found.points().iter().map(ManifoldPointAnswer::of);
    Answer {
        separation: Some(Number::of(found.separation())),
        normal: Some(Coordinates::of(found.normal)),
        points: Some(points.collect()),
        unique: (!found.unique).then_some(false),
        ..Answer::default()
    }
}

fn sweep_answer<V: Vector>(swept: Option<Found<Sweep<V>>>) -> Answer {
    let (swept, parts) = swept.unzip();
    let [part_a, part_b] = parts.unwrap_or_default();
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
        point: hit.map(|hit| Coordinates::clamped(hit.point)),
        part_a,
        part_b,
        unique: touched.is_some_and(|found| !found.unique).then_some(false),
        ..Answer::default()
    }
}

/// The answer to a sweep that may leave what it starts inside.
fn hit_answer<V: Vector>(found: Option<Found<Hit<V>>>) -> Answer {
    let (hit, parts) = found.unzip();
    let [part_a, part_b] = parts.unwrap_or_default();
    Answer {
        hit: Some(hit.is_some()),
        t: hit.map(|hit| Number::of(hit.t)),
        normal: hit.map(|hit| Coordinates::of(hit.normal)),
        point: hit.map(|hit| Coordinates::clamped(hit.point)),
        part_a,
        part_b,
        ..Answer::default()
    }
}
