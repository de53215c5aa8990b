//! A chain as data: what it was built from; reading it checks and builds it again.

use super::Chain;
use alloc::vec::Vec;
use carom_math::Vector;
use glam::DVec2;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Chain")]
struct StoredChain<Vertices> {
    vertices: Vertices,
    #[serde(default)]
    closed: bool,
    #[serde(default)]
    one_sided: bool,
    #[serde(default)]
    solid: bool,
    #[serde(default)]
    raw: bool,
}

impl<V: Vector<Double = DVec2> + Serialize> Serialize for Chain<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = StoredChain {
            vertices: self.vertices(),
            closed: self.closed,
            one_sided: self.one_sided,
            solid: self.solid,
            raw: self.raw,
        };
        stored.serialize(serializer)
    }
}

impl<'de, V: Vector<Double = DVec2> + Deserialize<'de>> Deserialize<'de> for Chain<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredChain::<Vec<V>>::deserialize(deserializer)?;
        let mut chain = Chain::build(stored.vertices, stored.closed).map_err(D::Error::custom)?;
        if stored.solid {
            chain = chain.solid().map_err(D::Error::custom)?;
        }
        Ok(Self {
            one_sided: stored.one_sided || stored.solid,
            raw: stored.raw,
            ..chain
        })
    }
}
