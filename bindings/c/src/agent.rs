//! One agent of a crowd, by its number.

use crate::body::{CaromLimb, shape_of};
#[cfg(feature = "abilities")]
use crate::both::characters::inserted;
use crate::both::characters::{CharacterOf, SettingsOf, refused};
use crate::character::{CaromCharacter, CaromCollision, CaromMoverSettings};
use crate::crowd::CaromAgent;
use crate::handles;
use crate::locks::{alone, writing};
use crate::memory::{Out, OutColumn, read};
#[cfg(feature = "abilities")]
use crate::objects::MoverObject;
use crate::objects::{CaromCrowd, CaromMover, CrowdObject};
use crate::status::{CaromStatus, Failure, Result, guarded};
use carom_rs::glam::Vec3;
use carom_rs::mover::{Agent, MoverSettings};

fn agent(object: &mut CrowdObject, number: usize) -> Result<&mut Agent<Vec3>> {
    let agents = object.crowd.agents_mut();
    let count = agents.len();
    let text = || format!("there is no agent {number}, only {count}");
    agents
        .get_mut(number)
        .ok_or_else(|| Failure::out_of_range(text()))
}

/// One agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_agent(
    crowd: CaromCrowd,
    number: usize,
    out: *mut CaromAgent,
) -> CaromStatus {
    guarded("carom_crowd_agent", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let crowd = handles::object(crowd, "crowd")?;
        let object = &mut *alone(&crowd, "crowd")?;
        out.write((&*agent(object, number)?).into());
        Ok(())
    })
}

/// Removes an agent, and its body from the world. The last agent takes over its number; all others keep theirs.
#[unsafe(no_mangle)]
pub extern "C" fn carom_crowd_remove(crowd: CaromCrowd, number: usize) -> CaromStatus {
    guarded("carom_crowd_remove", || {
        let crowd = handles::object(crowd, "crowd")?;
        let object = &mut *alone(&crowd, "crowd")?;
        agent(object, number)?;
        let world = handles::object(object.world, "the crowd's world")?;
        carom_fast::remove_agent(&mut object.crowd, &mut *writing(&world)?, number);
        object.given.swap_remove(number);
        Ok(())
    })
}

/// Puts an agent into another state between two ticks: a teleport, or a saved state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_set_state(
    crowd: CaromCrowd,
    number: usize,
    state: *const CaromCharacter,
) -> CaromStatus {
    guarded("carom_crowd_set_state", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let state = unsafe { read(state, "state") }?.state()?;
        let crowd = handles::object(crowd, "crowd")?;
        let object = &mut *alone(&crowd, "crowd")?;
        agent(object, number)?.body = state;
        Ok(())
    })
}

/// Changes the settings of an agent from the next tick on, and keeps its body. With an error the agent keeps its settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_set_settings(
    crowd: CaromCrowd,
    number: usize,
    settings: *const CaromMoverSettings,
) -> CaromStatus {
    guarded("carom_crowd_set_settings", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let given = unsafe { read(settings, "settings") }?;
        let settings = given.settings()?;
        let crowd = handles::object(crowd, "crowd")?;
        let object = &mut *alone(&crowd, "crowd")?;
        let mover = &mut agent(object, number)?.mover;
        let body = mover.settings().body;
        let set = mover.set_settings(MoverSettings { body, ..settings });
        set.map_err(refused)?;
        object.given[number] = given;
        Ok(())
    })
}

/// Gives an agent all that a mover has, from the next tick on: its settings, its body, its materials. The mover stays as it is, and
/// may be freed.
#[unsafe(no_mangle)]
pub extern "C" fn carom_crowd_set_mover(
    crowd: CaromCrowd,
    number: usize,
    mover: CaromMover,
) -> CaromStatus {
    guarded("carom_crowd_set_mover", || {
        let mover = handles::object(mover, "mover")?;
        let (mover, given) = {
            let object = alone(&mover, "mover")?;
            (object.mover.clone(), object.given)
        };
        let crowd = handles::object(crowd, "crowd")?;
        let object = &mut *alone(&crowd, "crowd")?;
        agent(object, number)?.mover = mover;
        object.given[number] = given;
        Ok(())
    })
}

/// A mover with all that an agent has now: its settings, its body, its materials; for the abilities of an agent, with its state
/// in the place of that of a character. Free it with carom_mover_free(). It does not follow later changes of the agent.
///
/// A tick of an ability gives an intent to carom_crowd_step(), and what comes after a tick takes the state of carom_crowd_agent() and
/// gives it back by carom_crowd_set_state(). An agent on a path stays in carom_crowd_step(), with CAROM_FLY and no velocity;
/// carom_path_step() comes after that. Their scene leaves out the layer of the crowd by query.mask, or the agent itself by query.except.
#[cfg(feature = "abilities")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_mover(
    crowd: CaromCrowd,
    number: usize,
    out: *mut CaromMover,
) -> CaromStatus {
    guarded("carom_crowd_mover", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let crowd = handles::object(crowd, "crowd")?;
        let object = &mut *alone(&crowd, "crowd")?;
        let mover = agent(object, number)?.mover.clone();
        let given = object.given[number];
        out.write(inserted(MoverObject { mover, given })?);
        Ok(())
    })
}

/// The settings of an agent in the next tick, as they were given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_settings(
    crowd: CaromCrowd,
    number: usize,
    out: *mut CaromMoverSettings,
) -> CaromStatus {
    guarded("carom_crowd_settings", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let crowd = handles::object(crowd, "crowd")?;
        let object = &mut *alone(&crowd, "crowd")?;
        agent(object, number)?;
        out.write(object.given[number]);
        Ok(())
    })
}

/// carom_mover_set_body() for an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_set_body(
    crowd: CaromCrowd,
    number: usize,
    body: u32,
    half_length: f32,
    limbs: *const CaromLimb,
    limb_count: usize,
) -> CaromStatus {
    guarded("carom_crowd_set_body", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let body = unsafe { shape_of(body, half_length, limbs, limb_count) }?;
        let crowd = handles::object(crowd, "crowd")?;
        let object = &mut *alone(&crowd, "crowd")?;
        let mover = &mut agent(object, number)?.mover;
        let settings = *mover.settings();
        let set = mover.set_settings(MoverSettings { body, ..settings });
        set.map_err(|error| Failure::invalid(error.to_string()))
    })
}

/// carom_mover_collisions() for an agent: the surfaces and other agents that its last tick met.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crowd_collisions(
    crowd: CaromCrowd,
    number: usize,
    out: *mut CaromCollision,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_crowd_collisions", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            (
                OutColumn::new(out, capacity, "out")?,
                Out::new(count, "count")?,
            )
        };
        let crowd = handles::object(crowd, "crowd")?;
        let object = &mut *alone(&crowd, "crowd")?;
        let met = agent(object, number)?.mover.collisions();
        count.write(out.fill(met.iter().map(CaromCollision::from)));
        Ok(())
    })
}
