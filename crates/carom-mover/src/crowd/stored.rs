//! A crowd as data: with the data of its world, it goes on with the same bits.

use super::agent::{Agent, CrowdRole, Size};
use super::{CharacterState, Crowd, Intent, Mover, MoverSettings, Report};
use crate::surfaces::Surfaces;
use alloc::sync::Arc;
use alloc::vec::Vec;
use carom_core::BodyId;
use carom_math::{Scalar, Vector};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Crowd", deny_unknown_fields)]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
))]
struct StoredCrowd<V: Vector> {
    layer: u32,
    agents: Vec<StoredAgent<V>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Agent", deny_unknown_fields)]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
))]
struct StoredAgent<V: Vector> {
    settings: MoverSettings<V>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    surfaces: Option<Surfaces<V>>,
    body: CharacterState<V>,
    /// `None` if it is infinite: not every format has infinity.
    mass: Option<V::Scalar>,
    role: CrowdRole,
    #[serde(default = "all")]
    layers: u32,
    #[serde(default = "all")]
    mask: u32,
    #[serde(default)]
    gives_way: bool,
    recorded: bool,
    id: Option<BodyId>,
    /// Height, radius and up.
    size: (V::Scalar, V::Scalar, V),
    /// The axis of one that lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    axis: Option<V>,
    before: CharacterState<V>,
    intent: Intent<V>,
    report: Report<V>,
    carried: (V, bool),
}

impl<V: Vector> StoredAgent<V> {
    fn of(agent: &Agent<V>) -> Self {
        Self {
            settings: *agent.mover.settings(),
            surfaces: agent.mover.surfaces().cloned(),
            body: agent.body,
            mass: agent.mass.is_finite().then_some(agent.mass),
            role: agent.role,
            layers: agent.layers,
            mask: agent.mask,
            gives_way: agent.gives_way,
            recorded: agent.recorded,
            id: agent.id,
            size: (agent.size.height, agent.size.radius, agent.size.up),
            axis: agent.size.axis,
            before: agent.before,
            intent: agent.intent,
            report: agent.report,
            carried: agent.carried,
        }
    }

    fn agent<E: Error>(self) -> Result<Agent<V>, E> {
        let mass = self.mass.unwrap_or(V::Scalar::INFINITY);
        let is_mass = mass > V::Scalar::ZERO;
        if !is_mass {
            return Err(E::custom("the mass of an agent must be more than 0"));
        }
        let (height, radius, up) = self.size;
        let mut mover = Mover::new(self.settings).map_err(E::custom)?;
        mover.set_surfaces(self.surfaces.map(Arc::new));
        Ok(Agent {
            mover,
            body: self.body,
            mass,
            role: self.role,
            layers: self.layers,
            mask: self.mask,
            gives_way: self.gives_way,
            recorded: self.recorded,
            id: self.id,
            size: Size {
                height,
                radius,
                up,
                axis: self.axis,
            },
            before: self.before,
            intent: self.intent,
            report: self.report,
            carried: self.carried,
        })
    }
}

/// The layers of an agent that was stored without any.
fn all() -> u32 {
    u32::MAX
}

/// Without the recordings of the last tick.
impl<V: Vector> Serialize for Crowd<V>
where
    V: Serialize,
    V::Scalar: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = StoredCrowd {
            layer: self.layer,
            agents: self.agents.iter().map(StoredAgent::of).collect(),
        };
        stored.serialize(serializer)
    }
}

/// For a world that was stored together with the crowd.
impl<'de, V: Vector> Deserialize<'de> for Crowd<V>
where
    V: Deserialize<'de>,
    V::Scalar: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredCrowd::deserialize(deserializer)?;
        let agents = stored.agents.into_iter().map(StoredAgent::agent);
        Ok(Self {
            agents: agents.collect::<Result<_, _>>()?,
            ..Self::new(stored.layer)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_core::world::World;
    use glam::Vec3;

    #[test]
    fn agents_that_were_stored_without_layers_have_all() {
        let mut world = World::new();
        let mut crowd = Crowd::new(1 << 31);
        let mover = Mover::<Vec3>::new(MoverSettings::default()).unwrap();
        let body = CharacterState::at(Vec3::ZERO, 1.8);
        crowd
            .add(&mut world, mover, body, 80., CrowdRole::Push)
            .unwrap();
        crowd.agents_mut()[0].layers = 5;
        crowd.agents_mut()[0].mask = 6;
        let mut stored = serde_json::to_value(&crowd).unwrap();
        let layers = |stored: serde_json::Value| {
            let crowd: Crowd<Vec3> = serde_json::from_value(stored).unwrap();
            [crowd.agents()[0].layers, crowd.agents()[0].mask]
        };
        assert_eq!(layers(stored.clone()), [5, 6]);
        let agent = stored["agents"][0].as_object_mut().unwrap();
        agent.remove("layers");
        agent.remove("mask");
        assert_eq!(layers(stored), [u32::MAX; 2]);
    }
}
