//! The bodies of a dimension: a world of carom, its crowd, and the entities behind them.

use crate::body::CollisionLayers;
use crate::dimension::Dimension;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::{Component, Entity, Resource};
use bevy_math::Mat3;
use carom::mover::{Agent, CharacterState, Crowd, CrowdRole, Intent, Mover, Surfaces};
use carom::{Body, BodyError, BodyId, PartId, SensorEvents, World};
use core::marker::PhantomData;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything that queries see and characters meet. It holds no state of a tick that the components do not hold.
#[derive(Resource)]
pub(crate) struct Bodies<D: Dimension> {
    pub(crate) world: World<D::Vector>,
    pub(crate) crowd: Crowd<D::Vector>,
    /// The entity of each agent, by number.
    pub(crate) agents: Vec<Entity>,
    /// The number of each agent, by entity; only looked up.
    numbers: EntityHashMap<usize>,
    /// The input of a tick, by number of the agent.
    pub(crate) intents: Vec<Intent<D::Vector>>,
    /// By number of the body.
    owners: Vec<Option<Owner>>,
    pub(crate) sensed: SensorEvents,
    /// The entities of what is in a sensor now: the sensor, and the other.
    pub(crate) inside: BTreeMap<(BodyId, BodyId), (Entity, Entity)>,
    /// Entities with a changed or removed attribute.
    pub(crate) touched: Vec<Entity>,
    /// What bodies are made of; `None` if no entity says so.
    pub(crate) surfaces: Option<Arc<Surfaces<D::Vector>>>,
    /// Whether an entity has lost its material.
    pub(crate) lost_material: bool,
    /// Whether the ticks of all characters are kept, to be drawn.
    pub(crate) records_all: bool,
}

/// The entities behind a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Owner {
    body: BodyId,
    /// The entity with the collider, the mesh or the character.
    pub(crate) entity: Entity,
    /// The entity with the [`Level`](crate::Level), otherwise the same.
    pub(crate) level: Entity,
}

/// The body of an entity in the world of a dimension.
#[derive(Component)]
pub(crate) struct Placed<D> {
    pub(crate) body: BodyId,
    /// The entity with the level, of which the attributes count, too.
    pub(crate) level: Entity,
    /// The linear map in its shape.
    pub(crate) baked: Mat3,
    dimension: PhantomData<D>,
}

impl<D: Dimension> Default for Bodies<D> {
    fn default() -> Self {
        Self {
            world: World::new(),
            crowd: Crowd::new(CollisionLayers::CHARACTERS),
            agents: Vec::new(),
            numbers: EntityHashMap::default(),
            intents: Vec::new(),
            owners: Vec::new(),
            sensed: SensorEvents::new(),
            inside: BTreeMap::new(),
            touched: Vec::new(),
            surfaces: None,
            lost_material: false,
            records_all: false,
        }
    }
}

impl<D: Dimension> Bodies<D> {
    /// Puts a body into the world, in the place of an older one if there is any.
    pub(crate) fn put(
        &mut self,
        old: Option<BodyId>,
        body: Body<D::Vector>,
        [entity, level]: [Entity; 2],
        baked: Mat3,
    ) -> Result<Placed<D>, BodyError> {
        let body = match old {
            Some(id) => {
                self.world.replace(id, body)?;
                id
            }
            None => self.world.insert(body)?,
        };
        self.own(body, entity, level);
        Ok(Placed {
            body,
            level,
            baked,
            dimension: PhantomData,
        })
    }

    fn own(&mut self, body: BodyId, entity: Entity, level: Entity) {
        let place = body.number() as usize;
        if self.owners.len() <= place {
            self.owners.resize(place + 1, None);
        }
        self.owners[place] = Some(Owner {
            body,
            entity,
            level,
        });
    }

    /// The entities behind a body; `None` if it is gone.
    pub(crate) fn owner(&self, body: BodyId) -> Option<Owner> {
        let owner = (*self.owners.get(body.number() as usize)?)?;
        (owner.body == body).then_some(owner)
    }

    /// The entity of a part in an answer.
    pub(crate) fn entity(&self, part: PartId) -> Entity {
        let owner = self.owner(part.body);
        owner.map_or(Entity::PLACEHOLDER, |owner| owner.entity)
    }

    /// Adds a character.
    pub(crate) fn join(
        &mut self,
        entity: Entity,
        mut mover: Mover<D::Vector>,
        state: CharacterState<D::Vector>,
        mass: f32,
        role: CrowdRole,
    ) -> Result<(), BodyError> {
        mover.set_surfaces(self.surfaces.clone());
        let number = self.crowd.add(&mut self.world, mover, state, mass, role)?;
        if let Some(body) = self.crowd.agents()[number].id() {
            self.own(body, entity, entity);
        }
        self.agents.push(entity);
        self.numbers.insert(entity, number);
        Ok(())
    }

    /// Removes a character.
    pub(crate) fn leave(&mut self, entity: Entity) {
        let Some(number) = self.numbers.remove(&entity) else {
            return;
        };
        self.crowd.remove(&mut self.world, number);
        self.agents.swap_remove(number);
        if let Some(moved) = self.agents.get(number) {
            self.numbers.insert(*moved, number);
        }
    }

    /// The number of a character's agent.
    pub(crate) fn number(&self, entity: Entity) -> Option<usize> {
        self.numbers.get(&entity).copied()
    }

    /// The agent of a character.
    pub(crate) fn agent(&self, entity: Entity) -> Option<&Agent<D::Vector>> {
        self.crowd.agents().get(self.number(entity)?)
    }
}
