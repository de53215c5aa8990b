//! Whether two bodies are equal to the bit: zeros of two signs differ.

use super::body::{Collider, ColliderKind, OneWay};
use super::pose::Pose;
use super::rotation::Rotation;
use crate::shape::{Convex, Shape};
use alloc::sync::Arc;
use carom_math::{Scalar, Vector};

impl<V: Vector> Collider<V> {
    /// A mesh, a chain or a compound is the same only if both share it.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (ColliderKind::Shape(a), ColliderKind::Shape(b))
            | (ColliderKind::Box(a), ColliderKind::Box(b)) => are_same_shapes(a, b),
            (ColliderKind::Surface(a), ColliderKind::Surface(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl<V: Vector> Pose<V> {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.rotation.is_same(&other.rotation)
            && self.translation.is_same(other.translation)
            && are_same_numbers(self.scale, other.scale)
    }
}

impl<V: Vector> Rotation<V> {
    fn is_same(&self, other: &Self) -> bool {
        let columns = self.columns.iter().zip(&other.columns);
        columns.into_iter().all(|(a, b)| a.is_same(*b))
    }
}

impl<V: Vector> OneWay<V> {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.direction.is_same(other.direction) && are_same_numbers(self.margin, other.margin)
    }
}

/// Whether two numbers are equal to the bit.
pub(super) fn are_same_numbers<S: Scalar>(a: S, b: S) -> bool {
    a.to_f64().to_bits() == b.to_f64().to_bits()
}

fn are_same_shapes<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> bool {
    // Equal up to the signs of zeros; and then in every number that queries read.
    a == b && a.shape_ref().is_same(&b.shape_ref())
}
