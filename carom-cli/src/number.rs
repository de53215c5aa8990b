//! Numbers in the shortest form that reads back, in their own precision.

use carom::{Scalar, Vector};
use serde::{Serialize, Serializer};

/// A scalar that prints in the shortest form that reads back.
#[derive(Clone, Copy)]
pub(crate) struct Number<S>(pub(crate) S);

impl<S: Scalar> Serialize for Number<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let wide = self.0.to_f64();
        if size_of::<S>() == size_of::<f32>() {
            serializer.serialize_f32(wide as f32)
        } else {
            serializer.serialize_f64(wide)
        }
    }
}

/// A point or a direction: as many numbers as it has dimensions.
#[derive(Clone, Copy)]
pub(crate) struct Coordinates<V>(pub(crate) V);

impl<V: Vector> Serialize for Coordinates<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq((0..V::DIM).map(|i| Number(self.0[i])))
    }
}
