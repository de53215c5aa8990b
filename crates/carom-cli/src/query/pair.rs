//! The queries about two shapes, or about shapes and meshes.

use carom::{
    Contact, RigidMotion, Shape, Start, Sweep, Vector, Vector3, contact, overlap, sweep_rigid,
};
use carom_format::Solid;

/// The queries that all verbs need; `closest` is a contact with unlimited reach.
pub(super) trait Pair<V: Vector> {
    fn overlap(&self) -> bool;
    /// `None` if they are farther apart than `reach`, or behind a one-sided mesh.
    fn contact(&self, reach: V::Scalar) -> Option<Contact<V>>;
    /// `None` if the motion is free and does not start touching.
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

impl<V: Vector3> Pair<V> for [Solid<V>; 2] {
    fn overlap(&self) -> bool {
        match self {
            [Solid::Shape(a), Solid::Shape(b)] => overlap(a, b),
            [Solid::Shape(a), Solid::Mesh(b)] => b.query().overlap(a),
            [Solid::Mesh(a), Solid::Shape(b)] => a.query().overlap(b),
            [Solid::Mesh(a), Solid::Mesh(b)] => b.overlap_mesh(a),
        }
    }

    fn contact(&self, reach: V::Scalar) -> Option<Contact<V>> {
        match self {
            [Solid::Shape(a), Solid::Shape(b)] => contact(a, b, reach),
            [Solid::Shape(a), Solid::Mesh(b)] => b.query().closest(a, reach),
            [Solid::Mesh(a), Solid::Shape(b)] => Some(a.query().closest(b, reach)?.swapped()),
            [Solid::Mesh(a), Solid::Mesh(b)] => Some(b.closest_mesh(a, reach)?.0),
        }
    }

    fn sweep(&self, [by_a, by_b]: &[RigidMotion<V>; 2]) -> Option<Sweep<V>> {
        match self {
            [Solid::Shape(a), Solid::Shape(b)] => Some(sweep_rigid(a, by_a, b, by_b)),
            [Solid::Shape(a), Solid::Mesh(b)] => met(b.query().sweep_rigid(a, by_a, by_b)),
            [Solid::Mesh(a), Solid::Shape(b)] => {
                met(a.query().sweep_rigid(b, by_b, by_a)).map(Sweep::swapped)
            }
            [Solid::Mesh(a), Solid::Mesh(b)] => Some(b.sweep_mesh_rigid(by_b, a, by_a)?.0),
        }
    }
}

/// `None` for a motion that is free and does not start touching.
fn met<V: Vector3>(swept: Sweep<V>) -> Option<Sweep<V>> {
    (swept.hit.is_some() || swept.start != Start::Separate).then_some(swept)
}
