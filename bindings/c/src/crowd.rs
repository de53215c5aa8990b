//! Crowds.

use crate::answers::CAROM_NO_BODY;
use crate::both::characters::{self, CharacterOf, IntentOf, SettingsOf};
use crate::both::worlds::refused;
use crate::character::{CaromCharacter, CaromIntent, CaromMoverSettings, CaromReport};
use crate::handles;
use crate::locks::{alone, writing};
use crate::memory::{Column, Out, OutColumn, Plain, read};
use crate::objects::{CaromCrowd, CaromWorld, CrowdObject, Kind};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{but_is, positive};
use carom_rs::glam::Vec3;
use carom_rs::mover::{Agent, Crowd, CrowdRole, Mover};
use std::sync::{Arc, Mutex};

/// Role of an agent: gives way to others and pushes them, by mass.
pub const CAROM_PUSH: u32 = 0;
/// Role of an agent: never gives way.
pub const CAROM_STATIC: u32 = 1;
/// Role of an agent: passes through the others; it is no body of the world.
pub const CAROM_GHOST: u32 = 2;
/// Added to the role of an agent: right of way. It drops its wish behind others that are close in front of it, so that a group
/// gets through a door instead of holding each other in it.
pub const CAROM_GIVES_WAY: u32 = 4;

// SAFETY: integers and floats.
unsafe impl Plain for CaromAgent {}

/// An agent of a crowd after a tick.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromAgent {
    /// Its state.
    pub state: CaromCharacter,
    /// Its body in the world; CAROM_NO_BODY for a ghost.
    pub body: u64,
    /// The report of the last tick.
    pub report: CaromReport,
    /// Its mass.
    pub mass: f32,
    /// CAROM_PUSH, CAROM_STATIC or CAROM_GHOST, and perhaps CAROM_GIVES_WAY.
    pub role: u32,
}

impl From<&Agent<Vec3>> for CaromAgent {
    fn from(agent: &Agent<Vec3>) -> Self {
        Self {
            state: agent.body.into(),
            body: agent.id().map_or(CAROM_NO_BODY, |id| id.to_bits()),
            report: agent.report().into(),
            mass: agent.mass,
            role: match agent.role {
                CrowdRole::Push => CAROM_PUSH,
                CrowdRole::Static => CAROM_STATIC,
                CrowdRole::Ghost => CAROM_GHOST,
            } | if agent.gives_way { CAROM_GIVES_WAY } else { 0 },
        }
    }
}

fn role_of(role: u32) -> Result<CrowdRole> {
    match role {
        CAROM_PUSH => Ok(CrowdRole::Push),
        CAROM_STATIC => Ok(CrowdRole::Static),
        CAROM_GHOST => Ok(CrowdRole::Ghost),
        other => Err(Failure::invalid(format!(
            "role is {other}, which is no role"
        ))),
    }
}

/// A mass may be infinite.
fn mass_of(mass: f32) -> Result<f32> {
    if mass > 0.0 {
        return Ok(mass);
    }
    Err(Failure::invalid(format!(
        "mass must be more than 0{}",
        but_is(mass)
    )))
}

fn insert(
    crowd: Crowd<Vec3>,
    world: CaromWorld,
    given: Vec<CaromMoverSettings>,
) -> Result<CaromCrowd> {
    let object = CrowdObject {
        crowd,
        world,
        given,
    };
    handles::named(Arc::new(Mutex::new(object)))
}

/// A crowd without agents in a world. `layer` is one bit of the world's layers, for these agents alone: ghosts do not see
/// it, and other queries can mask it out. Free it with carom_crowd_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_create(
    world: CaromWorld,
    layer: u32,
    out: *mut CaromCrowd,
) -> CaromStatus {
    guarded("carom_crowd_create", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        handles::object(world, "world")?;
        if layer.count_ones() != 1 {
            return Err(Failure::invalid(format!(
                "layer must be one bit, not {layer:#x}"
            )));
        }
        out.write(insert(Crowd::new(layer), world, Vec::new())?);
        Ok(())
    })
}

/// An independent copy of a crowd for `world`, a copy of its world that carom_world_copy() made at the same moment: the
/// state to roll back to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_copy(
    crowd: CaromCrowd,
    world: CaromWorld,
    out: *mut CaromCrowd,
) -> CaromStatus {
    guarded("carom_crowd_copy", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        handles::object(world, "world")?;
        let crowd = handles::object(crowd, "crowd")?;
        let object = alone(&crowd, "crowd")?;
        let (copy, given) = (object.crowd.clone(), object.given.clone());
        out.write(insert(copy, world, given)?);
        Ok(())
    })
}

/// Frees a crowd. The bodies of its agents stay in the world, with the velocities of the last tick: remove them by their
/// names (CaromAgent.body) first, or free the world. The zero handle is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_crowd_free(crowd: CaromCrowd) -> CaromStatus {
    guarded("carom_crowd_free", || {
        handles::free(crowd.bits, Kind::Crowd)
    })
}

/// Adds an agent; `number` becomes its number, counted from 0, and may be null. `mass`: more than 0, may be INFINITY.
/// `role`: CAROM_PUSH, CAROM_STATIC or CAROM_GHOST, plus CAROM_GIVES_WAY if it gives way to those in front of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_add(
    crowd: CaromCrowd,
    settings: *const CaromMoverSettings,
    state: *const CaromCharacter,
    mass: f32,
    role: u32,
    number: *mut usize,
) -> CaromStatus {
    guarded("carom_crowd_add", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (settings, state) =
            unsafe { (read(settings, "settings")?, read(state, "state")?.state()?) };
        let gives_way = role & CAROM_GIVES_WAY != 0;
        let (mover, mass, role) = (
            Mover::new(settings.settings()?).map_err(characters::refused)?,
            mass_of(mass)?,
            role_of(role & !CAROM_GIVES_WAY)?,
        );
        let crowd = handles::object(crowd, "crowd")?;
        let mut object = alone(&crowd, "crowd")?;
        let world = handles::object(object.world, "the crowd's world")?;
        let world = &mut *writing(&world)?;
        let added = carom_fast::add_agent(&mut object.crowd, world, mover, state, (mass, role));
        let added = added.map_err(refused)?;
        object.crowd.agents_mut()[added].gives_way = gives_way;
        object.given.push(settings);
        if !number.is_null() {
            // SAFETY: not null, so writable as the header demands.
            unsafe { Out::new(number, "number") }?.write(added);
        }
        Ok(())
    })
}

/// Moves all agents through one tick of `dt` seconds. `intents` by number; an agent without one stands, so `count` may be
/// less than the number of agents and `intents` null for 0. The bits do not depend on the order of the agents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_step(
    crowd: CaromCrowd,
    intents: *const CaromIntent,
    count: usize,
    dt: f32,
) -> CaromStatus {
    guarded("carom_crowd_step", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let intents = unsafe { Column::packed(intents, count, "intents") }?;
        let dt = positive(dt, "dt")?;
        let crowd = handles::object(crowd, "crowd")?;
        let mut object = alone(&crowd, "crowd")?;
        let agents = object.crowd.agents().len();
        if count > agents {
            let text = format!("{count} intents for {agents} agents");
            return Err(Failure::out_of_range(text));
        }
        let intent = |index| {
            intents
                .get(index)
                .intent(&format_args!("intents[{index}]."))
        };
        let intents: Vec<_> = (0..count).map(intent).collect::<Result<_>>()?;
        let world = handles::object(object.world, "the crowd's world")?;
        let world = &mut *writing(&world)?;
        carom_fast::step_crowd(&mut object.crowd, world, &intents, dt);
        Ok(())
    })
}

/// All agents by number. The first `capacity` of them are written to `out`, which may be null for a capacity of 0;
/// `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_agents(
    crowd: CaromCrowd,
    out: *mut CaromAgent,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_crowd_agents", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            (
                OutColumn::new(out, capacity, "out")?,
                Out::new(count, "count")?,
            )
        };
        let crowd = handles::object(crowd, "crowd")?;
        let object = alone(&crowd, "crowd")?;
        count.write(out.fill(object.crowd.agents().iter().map(CaromAgent::from)));
        Ok(())
    })
}
