//! What a mesh answers.

use super::Mesh;
use super::feature::Feature;
use crate::pairs::contact::Contact;
use crate::pairs::sweep::{Hit, Start};
use crate::surface::mesh::Vector3;

/// A contact with one triangle of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshContact<V: Vector3> {
    /// The shape is `a`, the triangle `b`: the normal points from the mesh to the shape.
    pub contact: Contact<V>,
    /// The triangle's number.
    pub triangle: u32,
}

/// The first touch of a motion with one triangle of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshHit<V: Vector3> {
    /// When, where, and the normal from the mesh to the shape.
    pub hit: Hit<V>,
    /// How the motion stood to this triangle at its start.
    pub start: Start<V>,
    /// The triangle's number.
    pub triangle: u32,
}

impl<V: Vector3> MeshContact<V> {
    /// The part of its triangle on which the contact is.
    #[must_use]
    pub fn feature(&self, mesh: &Mesh<V>) -> Feature {
        Feature::of(&mesh.triangle(self.triangle), self.contact.point_b)
    }
}

impl<V: Vector3> MeshHit<V> {
    /// The part of its triangle on which the hit is.
    #[must_use]
    pub fn feature(&self, mesh: &Mesh<V>) -> Feature {
        Feature::of(&mesh.triangle(self.triangle), self.hit.point)
    }
}
