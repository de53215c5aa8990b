//! A compound as data: the list of its shapes; reading it checks and builds it again.

use super::Compound;
use crate::shape::Shape;
use alloc::vec::Vec;
use carom_math::Vector;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl<V: Vector<Scalar: Serialize> + Serialize> Serialize for Compound<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.shapes.serialize(serializer)
    }
}

impl<'de, V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>> Deserialize<'de> for Compound<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shapes = Vec::<Shape<V>>::deserialize(deserializer)?;
        Self::new(shapes).map_err(D::Error::custom)
    }
}
