//! *When do they touch, turning?* The fraction of a motion that turns about a pivot while it moves.

use super::sweep::Sweep;
use crate::shape::Shape;
use crate::vector::{Scalar, Vector};

/// A turn about a pivot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turn<V: Vector> {
    /// The point that stays where it is, but for the displacement.
    pub pivot: V,
    /// Around what, counter-clockwise seen against it; of any length. 2D does not look at it.
    pub axis: V,
    /// How far, in radians; any number of full turns. Zero turns nothing.
    pub angle: V::Scalar,
}

/// A displacement and a turn, both at constant speed over `t` in 0..=1: a point `p` is then at
/// `pivot + R(angle · t) (p − pivot) + delta · t`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion<V: Vector> {
    /// How far it goes.
    pub delta: V,
    /// How it turns on the way.
    pub turn: Turn<V>,
}

/// When `a` meets `b`, both of them moving and turning.
#[must_use]
pub fn sweep<V: Vector>(
    _a: &Shape<V>,
    _motion_a: &Motion<V>,
    _b: &Shape<V>,
    _motion_b: &Motion<V>,
) -> Sweep<V> {
    todo!()
}
