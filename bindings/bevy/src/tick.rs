//! The tick of all characters: components to agents, a step of the crowd, agents to components.

use crate::ability::{Ability, AirJumps};
use crate::acting::{self, Acting};
use crate::bodies::{Bodies, Placed};
use crate::body::CollisionLayers;
use crate::character::{
    CharacterContact, CharacterMover, CharacterReport, CharacterState, Ground, Joined, Locomotion,
    RootMotion, Wish,
};
use crate::convert::{vec3, vector};
use crate::dimension::Dimension;
use crate::interpolation::Drawn;
use crate::outcome::{Outcome, report_outcome};
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_math::{Quat, Vec3};
use bevy_time::Time;
use bevy_transform::components::Transform;
use carom::mover::abilities;
use carom::mover::{self, Intent, MoverSettings, Report};
use carom::{PartId, Vector};
use tracing::warn;

/// The components of a character that takes part.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Character {
    name: NameOrEntity,
    mover: Ref<'static, CharacterMover>,
    wish: &'static mut Wish,
    state: &'static mut CharacterState,
    report: &'static mut CharacterReport,
    transform: &'static mut Transform,
    drawn: &'static mut Drawn,
    locomotion: Option<&'static Locomotion>,
    layers: Option<&'static CollisionLayers>,
    ability: Option<&'static mut Ability>,
    jumps: Option<&'static mut AirJumps>,
}

/// Moves all characters of a dimension through one tick.
pub(crate) fn step<D: Dimension>(
    mut commands: Commands,
    mut bodies: ResMut<Bodies<D>>,
    time: Res<Time>,
    mut characters: Query<Character, (D::Characters, With<Joined>)>,
    grounds: Query<&Placed<D>>,
    mut fresh: Local<Vec<bool>>,
    mut acts: Local<Vec<Acting<D::Vector>>>,
) {
    let dt = time.delta_secs();
    let bodies = &mut *bodies;
    let mut intents = core::mem::take(&mut bodies.intents);
    intents.clear();
    intents.resize(bodies.agents.len(), Intent::walk(vector(Vec3::ZERO)));
    fresh.clear();
    fresh.resize(intents.len(), false);
    acts.clear();
    acts.resize_with(intents.len(), Acting::default);
    // What each wanted before the crowd made its members agree, for locomotion.
    for number in 0..bodies.agents.len() {
        let Ok(mut character) = characters.get_mut(bodies.agents[number]) else {
            continue;
        };
        change_settings(bodies, number, &character);
        let settings = *bodies.crowd.agents()[number].mover.settings();
        fresh[number] = take_place(&mut character, &settings);
        let mut state = to_carom(bodies, &grounds, &character.state);
        let grip = bodies.crowd.agents()[number].mover.grip(&state);
        let up = settings.up;
        let turn = state.ground_turn(&bodies.world, up, dt);
        (intents[number], acts[number]) =
            intent(&mut character, &mut state, (&settings, grip, turn), dt);
        bodies.crowd.agents_mut()[number].body = state;
    }
    bodies.crowd.step(&mut bodies.world, &intents, dt);
    for number in 0..bodies.agents.len() {
        let Ok(mut character) = characters.get_mut(bodies.agents[number]) else {
            continue;
        };
        if let Some(ability) = &mut character.ability {
            let acting = (&acts[number], &intents[number]);
            acting::finish(bodies, number, acting, (ability, &mut character.state), dt);
        }
        let outcome = write_back(bodies, number, &mut character, &intents[number]);
        let report = &*character.report;
        report_outcome(
            &mut commands,
            bodies,
            number,
            (&outcome, report),
            fresh[number],
        );
    }
    bodies.intents = intents;
}

/// Takes over changed settings and layers.
fn change_settings<D: Dimension>(bodies: &mut Bodies<D>, number: usize, character: &CharacterItem) {
    let records_all = bodies.records_all;
    let agent = &mut bodies.crowd.agents_mut()[number];
    agent.recorded |= records_all;
    let layers = character.layers.copied().unwrap_or_default();
    (agent.layers, agent.mask) = (layers.layers, layers.mask);
    let (mover, name) = (&character.mover, &character.name);
    if !mover.is_changed() {
        return;
    }
    let settings = mover.settings();
    let set = settings.and_then(|settings| agent.mover.set_settings(settings));
    if let Err(error) = set {
        warn!("character {name}: {error}, and it keeps the settings it had");
    }
    agent.gives_way = mover.gives_way;
    if mover.mass > 0.0 {
        agent.mass = mover.mass;
    } else {
        warn!(
            "character {name}: its mass must be more than 0, and stays {}",
            agent.mass
        );
    }
}

/// From the drawn feet to those of the capsule, which keep a gap to the ground.
fn lift<V: Vector<Scalar = f32>>(settings: &MoverSettings<V>) -> Vec3 {
    vec3(settings.up) * settings.skin
}

/// Where the feet are drawn; in 2D z stays.
fn drawn_feet<V: Vector<Scalar = f32>>(feet: Vec3, settings: &MoverSettings<V>, z: f32) -> Vec3 {
    let drawn = feet - lift(settings);
    if V::DIM == 2 { drawn.with_z(z) } else { drawn }
}

/// Finds out whether the user has moved the character; whether it is new in its place.
fn take_place<V: Vector<Scalar = f32>>(
    character: &mut CharacterItem,
    settings: &MoverSettings<V>,
) -> bool {
    let (state, transform) = (&character.state, &character.transform);
    let place = transform.translation;
    let is_new = state.height == 0.0;
    let own = drawn_feet(state.feet, settings, place.z);
    // A state that is not that of the last tick was written: it counts, and the `Transform` follows.
    let is_written = |last: Vec3| drawn_feet(state.feet, settings, last.z) != last;
    let stays = own == place
        || character.drawn.has_written(transform)
        || character.drawn.place().is_some_and(is_written);
    if stays && !is_new {
        return false;
    }
    if !place.is_finite() {
        let name = &character.name;
        warn!("character {name} cannot be moved to {place}, and stays where it was");
        return false;
    }
    if let Some(ability) = character.ability.as_mut().filter(|_| !is_new) {
        ability.set_if_neq(Ability::None);
    }
    let lifted = vector::<V>(place + lift(settings));
    *character.state = CharacterState {
        feet: vec3(lifted),
        // As a new `mover::Locomotion`.
        jumped: true,
        height: if is_new {
            character.mover.height
        } else {
            character.state.height
        },
        axis: character.state.axis,
        ..CharacterState::default()
    };
    character.drawn.jump();
    true
}

/// The body of an entity that a character stands on.
fn ground_part<D: Dimension>(
    bodies: &Bodies<D>,
    grounds: &Query<&Placed<D>>,
    ground: &Ground,
) -> Option<PartId> {
    let body = match grounds.get(ground.entity) {
        Ok(placed) => placed.body,
        Err(_) => bodies.agent(ground.entity)?.id()?,
    };
    Some(PartId {
        body,
        index: ground.part,
    })
}

fn to_carom<D: Dimension>(
    bodies: &Bodies<D>,
    grounds: &Query<&Placed<D>>,
    state: &CharacterState,
) -> mover::CharacterState<D::Vector> {
    state.carom(state.ground.and_then(|ground| {
        Some(mover::Ground {
            normal: vector(ground.normal),
            part: ground_part(bodies, grounds, &ground)?,
        })
    }))
}

/// The locomotion of a character, with its state.
fn locomotion<V: Vector<Scalar = f32>>(
    character: &CharacterItem,
    settings: &Locomotion,
) -> mover::Locomotion<V> {
    let state = &character.state;
    mover::Locomotion {
        settings: settings.settings(),
        velocity: vector(state.walk_velocity),
        airborne: state.airborne,
        waiting: state.buffered_jump,
        jumped: state.jumped,
        grip: 1.0,
    }
}

fn keep_locomotion<V: Vector<Scalar = f32>>(
    state: &mut CharacterState,
    made: &mover::Locomotion<V>,
) {
    state.walk_velocity = vec3(made.velocity);
    state.airborne = made.airborne;
    state.buffered_jump = made.waiting;
    state.jumped = made.jumped;
}

/// Turns a rotation about a unit axis of the world.
fn turn_by(rotation: &mut Quat, axis: Vec3, radians: f32) {
    let (sin, cos) = libm::sincosf(radians * 0.5);
    let axis = axis * sin;
    let turn = Quat::from_xyzw(axis.x, axis.y, axis.z, cos);
    *rotation = (turn * *rotation).normalize();
}

/// The root motion of a character with this rotation, in the directions of the world.
fn in_world<V: Vector<Scalar = f32>>(rotation: Quat, motion: &RootMotion) -> mover::RootMotion<V> {
    let displacement = if V::DIM == 3 {
        rotation * motion.displacement
    } else {
        motion.displacement
    };
    mover::RootMotion {
        displacement: vector(displacement),
        turn: motion.turn,
        vertical: motion.vertical,
    }
}

/// The input of the tick, and the ability that acts in it.
fn intent<V: Vector<Scalar = f32>>(
    character: &mut CharacterItem,
    state: &mut mover::CharacterState<V>,
    (settings, grip, turn): (&MoverSettings<V>, f32, f32),
    dt: f32,
) -> (Intent<V>, Acting<V>) {
    let wish = *character.wish;
    let taken = Wish {
        jump: None,
        knock_back: Vec3::ZERO,
        root_motion: None,
        ..wish
    };
    if taken != wish {
        *character.wish = taken;
    }
    let mover = &character.mover;
    let height = if wish.crouch {
        mover.crouch_height
    } else {
        mover.height
    };
    let given = (vector(wish.velocity), settings.up);
    let ability = character.ability.as_mut();
    let (intent, acting) = match ability.and_then(|own| acting::intent(own, state, given, dt)) {
        Some(acting) => {
            character.state.walk_velocity = Vec3::ZERO;
            acting
        }
        None => {
            let mut intent = wished(character, state, &wish, (settings, grip, turn), dt);
            jump_in_air(character, state, &wish, &mut intent);
            let ability = character.ability.as_deref();
            let acting = acting::glide(ability, settings, state, &mut intent, dt);
            (intent, acting)
        }
    };
    let intent = Intent {
        height: Some(height),
        axis: wish.axis.map(vector),
        ..intent
    };
    (intent, acting)
}

/// The input of a tick in which the wish counts.
fn wished<V: Vector<Scalar = f32>>(
    character: &mut CharacterItem,
    state: &mut mover::CharacterState<V>,
    wish: &Wish,
    (settings, grip, turn): (&MoverSettings<V>, f32, f32),
    dt: f32,
) -> Intent<V> {
    let wanted = vector(wish.velocity);
    let animation = (wish.root_motion.filter(|_| !wish.fly))
        .map(|motion| in_world::<V>(character.transform.rotation, &motion));
    // The animation begins as the ground has turned the character.
    let mut facing = turn;
    let intent = match character.locomotion {
        Some(own) if !wish.fly && own.settings().is_valid() => {
            let mut made = locomotion(character, own);
            made.grip = grip;
            if wish.knock_back != Vec3::ZERO {
                made.knock_back(state, vector(wish.knock_back), settings.up);
            }
            let intent = match &animation {
                Some(motion) => made.root_motion(state, motion, &mut facing, settings.up, dt),
                None => made.intent(state, wanted, wish.jump, settings.up, dt),
            };
            keep_locomotion(&mut character.state, &made);
            intent
        }
        _ => match &animation {
            Some(motion) => motion.intent(&mut facing, settings.up, dt),
            None => Intent {
                jump: wish.jump,
                fly: wish.fly,
                ..Intent::walk(wanted)
            },
        },
    };
    if animation.is_some() && facing != 0.0 && V::DIM == 3 {
        turn_by(&mut character.transform.rotation, vec3(settings.up), facing);
    }
    intent
}

/// Takes a jump of the wish in the air.
fn jump_in_air<V: Vector<Scalar = f32>>(
    character: &mut CharacterItem,
    state: &mover::CharacterState<V>,
    wish: &Wish,
    intent: &mut Intent<V>,
) {
    let settings = character.locomotion.copied().unwrap_or_default();
    let mut made = locomotion(character, &settings);
    let Some(jumps) = &mut character.jumps else {
        return;
    };
    let AirJumps { most, left } = **jumps;
    let mut own = abilities::AirJumps { most, left };
    let pressed = wish.jump.filter(|_| wish.root_motion.is_none());
    if own.before(state, pressed, intent, &mut made) {
        keep_locomotion(&mut character.state, &made);
    }
    let left = own.left;
    jumps.set_if_neq(AirJumps { most, left });
}

/// Agents to components.
fn write_back<D: Dimension>(
    bodies: &Bodies<D>,
    number: usize,
    character: &mut CharacterItem,
    intent: &Intent<D::Vector>,
) -> Outcome {
    let agent = &bodies.crowd.agents()[number];
    let (after, settings) = (&agent.body, agent.mover.settings());
    let was = *character.state;
    let ground = after.ground.map(|ground| Ground {
        entity: bodies.entity(ground.part),
        part: ground.part.index,
        normal: vec3(ground.normal),
    });
    if let Some(own) = character.locomotion.filter(|_| !intent.fly) {
        let mut made = locomotion(character, own);
        made.adopt(after, intent, settings.up);
        keep_locomotion(&mut character.state, &made);
    }
    let state = &mut *character.state;
    *state = CharacterState {
        feet: vec3(after.feet),
        height: after.height,
        velocity: vec3(after.velocity),
        base_velocity: vec3(after.base_velocity),
        step_credit: after.step_credit,
        ground,
        axis: after.axis.map(vec3),
        ..*state
    };
    let state = *state;
    let place = character.transform.translation;
    let drawn = drawn_feet(state.feet, settings, place.z);
    if place != drawn {
        character.transform.translation = drawn;
    }
    let is_flat = <D::Vector as Vector>::DIM == 2;
    let rotation = character.transform.rotation;
    character.drawn.advance((drawn, rotation), is_flat);
    let met = agent.mover.collisions().iter().map(|met| CharacterContact {
        entity: bodies.entity(met.part),
        part: met.part.index,
        normal: vec3(met.normal),
        kind: met.role.into(),
        point: vec3(met.point),
        velocity: vec3(met.velocity),
        tag: met.tag,
    });
    let before = core::mem::take(&mut *character.report);
    *character.report = report(met.collect(), agent.report(), before.stuck_ticks);
    Outcome {
        was,
        is: state,
        jumped: intent.jump.is_some(),
        before,
    }
}

fn report<V: Vector<Scalar = f32>>(
    contacts: Vec<CharacterContact>,
    tick: &Report<V>,
    stuck_ticks: u32,
) -> CharacterReport {
    CharacterReport {
        contacts,
        slid: tick.why.slid,
        stepped: tick.why.stepped,
        snapped: tick.why.snapped,
        pushed: tick.why.pushed,
        rode: tick.why.rode,
        blocked: tick.why.blocked,
        stuck_ticks: if tick.why.stuck {
            stuck_ticks.saturating_add(1)
        } else {
            0
        },
        edge: tick.why.edge,
        landed: tick.events.landed,
        left_ground: tick.events.left_ground,
        stepped_by: tick.events.stepped,
        bumped_head: tick.events.bumped_head,
    }
}
