//! The two things that a question is about, whatever they are.

use carom::contact::Contact;
use carom::sweep::Sweep;
use carom::turn::{self, Motion};
use carom::{Shape, Vector, pair};

/// Everything that `ask` can want to know; `closest` is a contact without limit.
pub(super) trait Pair<V: Vector> {
    fn overlap(&self) -> bool;
    /// `None` where they are farther apart than `reach`, or one does not see the other.
    fn contact(&self, reach: V::Scalar) -> Option<Contact<V>>;
    /// `None` where the motion is free and does not start in touch.
    fn sweep(&self, motions: &[Motion<V>; 2]) -> Option<Sweep<V>>;
}

impl<V: Vector> Pair<V> for [Shape<V>; 2] {
    fn overlap(&self) -> bool {
        pair::overlap(&self[0], &self[1])
    }

    fn contact(&self, reach: V::Scalar) -> Option<Contact<V>> {
        pair::contact(&self[0], &self[1], reach)
    }

    fn sweep(&self, [by_a, by_b]: &[Motion<V>; 2]) -> Option<Sweep<V>> {
        Some(turn::sweep(&self[0], by_a, &self[1], by_b))
    }
}
