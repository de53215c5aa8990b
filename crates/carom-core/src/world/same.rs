//! Whether two bodies are equal to the bit: zeros of two signs differ.

use super::body::{Collider, ColliderKind, OneWay};
use super::pose::Pose;
use super::rotation::Rotation;
use crate::shape::curved::{CurvedCore, Section};
use crate::shape::{Convex, Shape, ShapeRef};
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

fn are_same_points<V: Vector>(a: &[V], b: &[V]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(*b))
}

fn are_same_shapes<V: Vector>(a: &Shape<V>, b: &Shape<V>) -> bool {
    if a != b {
        return false;
    }
    // Equal up to the signs of zeros.
    let [(own, own_radius), (other, other_radius)] = [a, b].map(|shape| {
        // The numbers that every query reads.
        let shape = shape.shape_ref();
        let radius = shape.points().1;
        (shape, radius)
    });
    are_same_numbers(own_radius, other_radius)
        && match (&own, &other) {
            (ShapeRef::Curved(a, _), ShapeRef::Curved(b, _)) => are_same_cores(a, b),
            (ShapeRef::Support(a, _), ShapeRef::Support(b, _)) => a.is_same(b),
            (ShapeRef::HalfSpace(a), ShapeRef::HalfSpace(b)) => {
                a.normal.is_same(b.normal) && are_same_numbers(a.offset, b.offset)
            }
            _ => are_same_points(own.points().0, other.points().0),
        }
}

fn are_same_cores<V: Vector>(a: &CurvedCore<V>, b: &CurvedCore<V>) -> bool {
    let sections = match (&a.section, &b.section) {
        (Section::Axes(a), Section::Axes(b)) => are_same_points(a, b),
        (a, b) => a == b,
    };
    let mut sizes = a.sizes.iter().zip(b.sizes);
    sections
        && are_same_points(&[a.a, a.b], &[b.a, b.b])
        && sizes.all(|(a, b)| are_same_numbers(*a, b))
}
