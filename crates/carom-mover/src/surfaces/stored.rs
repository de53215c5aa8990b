//! A table of materials as data: the list of its entries, checked when it is read.

use super::{SurfaceMaterial, Surfaces};
use alloc::vec::Vec;
use carom_core::BodyId;
use carom_math::Vector;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
))]
struct StoredEntry<V: Vector> {
    body: BodyId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    material: SurfaceMaterial<V>,
}

impl<V: Vector> Serialize for Surfaces<V>
where
    V: Serialize,
    V::Scalar: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries = self.iter().map(|(body, part, material)| StoredEntry {
            body,
            part,
            material: *material,
        });
        serializer.collect_seq(entries)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Surfaces<V>
where
    V: Deserialize<'de>,
    V::Scalar: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut surfaces = Self::new();
        for entry in Vec::<StoredEntry<V>>::deserialize(deserializer)? {
            let StoredEntry {
                body,
                part,
                material,
            } = entry;
            surfaces
                .insert(body, part, material)
                .map_err(D::Error::custom)?;
        }
        Ok(surfaces)
    }
}
