//! Worlds of 1,000 balls: what has changed, and the touching pairs of two of them.

use super::point;
use crate::rows::Row;
use carom::{Ball, Body, PairEvents, Pose, World};
use glam::Vec3;
use std::cell::RefCell;
use std::error::Error;

const BODIES: usize = 1_000;
const MOVED: usize = 10;

/// Balls of a quarter of a meter, each touching about one of another such world.
fn world(random: &mut fastrand::Rng) -> Result<World<Vec3>, Box<dyn Error>> {
    let mut world = World::new();
    for _ in 0..BODIES {
        world.insert(Body {
            pose: Pose::at(point(random, 8.0)),
            moving: true,
            ..Body::new(Ball::new(Vec3::ZERO, 0.25))
        })?;
    }
    Ok(world)
}

pub(super) fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    let random = &mut fastrand::Rng::with_seed(40);
    let (before, other) = (world(random)?, world(random)?);
    let mut after = before.clone();
    let ids: Vec<_> = after
        .iter()
        .map(|(id, _)| id)
        .step_by(BODIES / MOVED)
        .collect();
    for id in &ids {
        after.set_pose(*id, Pose::at(point(random, 8.0)))?;
    }
    let (diff, back) = (after.diff_from(&before), before.diff_from(&after));
    let mut both = before.clone();
    for (_, body) in other.iter() {
        both.insert(body.clone())?;
    }
    let (changing, events) = (
        RefCell::new(before.clone()),
        RefCell::new(PairEvents::new()),
    );
    let size = |found: usize| Some(found as f64);
    Ok(vec![
        Row::measure(
            "diff: 10 of 1,000 bodies moved",
            "carom clone of the world",
            &[()],
            |()| size(MOVED),
            |()| size(after.diff_from(&before).changed().len()),
            |()| size(after.clone().len()).map(|_| MOVED as f64),
        ),
        Row::measure(
            "apply it, and back",
            "carom clone of the world",
            &[()],
            |()| size(2 * MOVED),
            |()| {
                let mut world = changing.borrow_mut();
                let applied = world.apply(&diff).and_then(|()| world.apply(&back));
                applied.ok().map(|()| 2.0 * MOVED as f64)
            },
            |()| size(after.clone().len()).map(|_| 2.0 * MOVED as f64),
        ),
        Row::measure(
            "touching pairs of two worlds",
            "carom update_pairs: all in one",
            &[()],
            |()| None,
            |()| {
                before.update_pairs_with(&other, &mut events.borrow_mut());
                size(events.borrow().now().len())
            },
            |()| {
                both.update_pairs(&mut events.borrow_mut());
                size(events.borrow().now().len())
            },
        ),
    ])
}
