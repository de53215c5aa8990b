//! What a tick changed for a character: the events that it sends.

use crate::bodies::Bodies;
use crate::character::{CharacterReport, CharacterState, SurfaceKind};
use crate::convert::vec3;
use crate::dimension::Dimension;
use crate::events::{Bumped, Crushed, Landed, LeftGround, SensorEntered, SensorLeft, Stuck};
use bevy_ecs::prelude::*;

/// The states around a tick, and the report of the tick before.
pub(crate) struct Outcome {
    pub(crate) was: CharacterState,
    pub(crate) is: CharacterState,
    pub(crate) jumped: bool,
    pub(crate) before: CharacterReport,
}

/// Sends the events of a tick.
pub(crate) fn report_outcome<D: Dimension>(
    commands: &mut Commands,
    bodies: &mut Bodies<D>,
    number: usize,
    (outcome, after): (&Outcome, &CharacterReport),
    is_new: bool,
) {
    let entity = bodies.agents[number];
    let (was, is) = (&outcome.was, &outcome.is);
    match (was.ground, is.ground) {
        (None, Some(ground)) if !is_new => {
            let (on, speed) = (ground.entity, after.landed.unwrap_or(0.0));
            commands.trigger(Landed { entity, on, speed });
        }
        (Some(ground), None) => {
            let (from, jumped) = (ground.entity, outcome.jumped);
            commands.trigger(LeftGround {
                entity,
                from,
                jumped,
            });
        }
        _ => {}
    }
    bump(commands, entity, &outcome.before, after);
    if after.stuck_ticks > 0 || outcome.before.stuck_ticks > 0 {
        report_stuck(commands, bodies, number, after.stuck_ticks);
    }
}

/// Contacts that the tick before did not have, one for each entity and kind.
fn bump(
    commands: &mut Commands,
    entity: Entity,
    before: &CharacterReport,
    after: &CharacterReport,
) {
    let contacts = &after.contacts;
    for (place, met) in contacts.iter().enumerate() {
        let is_obstacle = matches!(
            met.kind,
            SurfaceKind::Wall | SurfaceKind::Ceiling | SurfaceKind::Steep
        );
        let mut known = before.contacts.iter().chain(&contacts[..place]);
        if is_obstacle && !known.any(|old| (old.entity, old.kind) == (met.entity, met.kind)) {
            commands.trigger(Bumped {
                entity,
                other: met.entity,
                part: met.part,
                normal: met.normal,
                kind: met.kind,
                speed: (-met.velocity.dot(met.normal)).max(0.0),
            });
        }
    }
}

/// A crushed character is reported at once, a stuck one in its second tick, which is recorded.
fn report_stuck<D: Dimension>(
    commands: &mut Commands,
    bodies: &mut Bodies<D>,
    number: usize,
    ticks: u32,
) {
    let entity = bodies.agents[number];
    let moves = |part: carom::PartId| {
        let body = bodies.world.get(part.body)?;
        let rests = vec3(body.velocity) == bevy_math::Vec3::ZERO && body.spin == 0.0;
        (!rests).then(|| bodies.entity(part))
    };
    let agent = &bodies.crowd.agents()[number];
    let mut met = agent.mover.collisions().iter();
    let by = met.find_map(|met| moves(met.part));
    let recording = agent.recording().filter(|_| ticks == 2 && by.is_none());
    bodies.crowd.agents_mut()[number].recorded = ticks == 1;
    match (by, recording) {
        (Some(by), _) if ticks == 1 => commands.trigger(Crushed { entity, by }),
        (_, Some(recording)) => {
            let recording = D::recording(recording);
            commands.trigger(Stuck { entity, recording });
        }
        _ => {}
    }
}

/// Sends what has entered and left sensors.
pub(crate) fn sense<D: Dimension>(mut commands: Commands, mut bodies: ResMut<Bodies<D>>) {
    let bodies = &mut *bodies;
    bodies.world.update_sensors(&mut bodies.sensed);
    // The entities were kept as something entered: their bodies may be gone.
    for pair in bodies.sensed.left() {
        if let Some((entity, other)) = bodies.inside.remove(&(pair.sensor, pair.body)) {
            commands.trigger(SensorLeft { entity, other });
        }
    }
    for pair in bodies.sensed.entered() {
        let owners = (bodies.owner(pair.sensor), bodies.owner(pair.body));
        if let (Some(sensor), Some(body)) = owners {
            let (entity, other) = (sensor.level, body.entity);
            bodies
                .inside
                .insert((pair.sensor, pair.body), (entity, other));
            commands.trigger(SensorEntered { entity, other });
        }
    }
}
