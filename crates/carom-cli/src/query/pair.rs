//! The two things that a question is about, whatever they are.

use carom::{Contact, RigidMotion, Shape, Sweep, Vector, contact, overlap, sweep_rigid};

/// Everything that `ask` can want to know; `closest` is a contact without limit.
pub(super) trait Pair<V: Vector> {
    fn overlap(&self) -> bool;
    /// `None` where they are farther apart than `reach`, or one does not see the other.
    fn contact(&self, reach: V::Scalar) -> Option<Contact<V>>;
    /// `None` where the motion is free and does not start in touch.
    fn sweep(&self, motions: &[RigidMotion<V>; 2]) -> Option<Sweep<V>>;
}

impl<V: Vector> Pair<V> for [Shape<V>; 2] {
    fn overlap(&self) -> bool {
        overlap(&self[0], &self[1])
    }

    fn contact(&self, reach: V::Scalar) -> Option<Contact<V>> {
        contact(&self[0], &self[1], reach)
    }

    fn sweep(&self, [by_a, by_b]: &[RigidMotion<V>; 2]) -> Option<Sweep<V>> {
        Some(sweep_rigid(&self[0], by_a, &self[1], by_b))
    }
}
