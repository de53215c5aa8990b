//! Agents as bodies of the world.

use super::agent::{Agent, Size};
use carom_core::BodyId;
use carom_core::shape::Shape;
use carom_core::world::{self, Pose, World};
use carom_math::Vector;

/// The number of the agent with this body.
pub(super) fn number_of<V: Vector>(
    world: &World<V>,
    agents: &[Agent<V>],
    id: BodyId,
) -> Option<u32> {
    let number = world.get(id)?.data;
    let agent = agents.get(usize::try_from(number).ok()?)?;
    (agent.id == Some(id)).then_some(number as u32)
}

/// The world that an agent meets: the layers of its mask and the other agents, for a ghost without the layer of the crowd.
pub(super) fn scene<'a, V: Vector>(
    world: &'a World<V>,
    agent: &Agent<V>,
    layer: u32,
) -> world::WorldQuery<'a, V> {
    match agent.id {
        Some(id) => {
            let query = world.query().layers(agent.layers);
            query.mask(agent.mask | layer).except(id)
        }
        None => walls(world, agent, layer),
    }
}

/// The world that an agent meets without any agents.
pub(super) fn walls<'a, V: Vector>(
    world: &'a World<V>,
    agent: &Agent<V>,
    layer: u32,
) -> world::WorldQuery<'a, V> {
    world.query().layers(agent.layers).mask(agent.mask & !layer)
}

/// Moves an agent's body to where its step has led.
pub(super) fn follow<V: Vector>(
    world: &mut World<V>,
    agent: &mut Agent<V>,
    carries: bool,
    dt: V::Scalar,
) {
    let Some(id) = agent.id else {
        return;
    };
    let pose = Pose::at(agent.body.feet);
    let moved = world.get(id).is_some_and(|body| body.pose != pose);
    if moved && carries {
        // The agents on it have to ride along.
        let _ = world.move_to(id, pose, dt);
    } else if moved {
        // Without a motion: it has stopped at the agents it met, and pushes none.
        let _ = world.set_pose(id, pose);
    }
    resize(world, agent, id);
}

/// Gives an agent's body its present size.
pub(super) fn resize<V: Vector>(world: &mut World<V>, agent: &mut Agent<V>, id: BodyId) {
    let size = Size::new(agent.mover.settings(), &agent.body);
    if agent.size == size {
        return;
    }
    let Some(before) = world.get(id) else {
        return;
    };
    let capsule = agent
        .mover
        .settings()
        .capsule_along(V::ZERO, size.height, size.axis);
    let body = world::Body {
        collider: Shape::Capsule(capsule).into(),
        ..before.clone()
    };
    if world.replace(id, body).is_ok() {
        agent.size = size;
    }
}
