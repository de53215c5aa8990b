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
    /// The number of vertices of each ring, if there are several.
    #[serde(default)]
    rings: Vec<usize>,
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
        let several = self.rings().nth(1).is_some();
        let rings = self.rings().map(|ring| ring.len());
        let stored = StoredChain {
            vertices: self.vertices(),
            rings: if several { rings.collect() } else { Vec::new() },
            closed: self.closed,
            one_sided: self.one_sided,
            solid: self.solid,
            raw: self.raw,
        };
        stored.serialize(serializer)
    }
}

/// The vertices ring by ring.
fn in_rings<V: Vector, E: Error>(vertices: &[V], counts: &[usize]) -> Result<Vec<Vec<V>>, E> {
    let (mut rings, mut rest) = (Vec::new(), vertices);
    for count in counts {
        let Some((ring, others)) = rest.split_at_checked(*count) else {
            return Err(E::custom("the rings have more vertices than the chain"));
        };
        rings.push(ring.to_vec());
        rest = others;
    }
    if rest.is_empty() {
        Ok(rings)
    } else {
        Err(E::custom("the rings have fewer vertices than the chain"))
    }
}

impl<'de, V: Vector<Double = DVec2> + Deserialize<'de>> Deserialize<'de> for Chain<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredChain::<Vec<V>>::deserialize(deserializer)?;
        let mut chain = match &stored.rings[..] {
            [] if stored.closed => Chain::closed(stored.vertices),
            [] => Chain::open(stored.vertices),
            counts => Chain::from_rings(in_rings(&stored.vertices, counts)?),
        }
        .map_err(D::Error::custom)?;
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
