//! What can be asked about in 3D: shapes, and the meshes that a question writes out or names.

use super::pair::Pair;
use crate::shapes::dimension::Dimension;
use crate::shapes::level::{Levels, Space};
use crate::shapes::place::Side;
use crate::shapes::shape::{Kind, ShapeFile};
use carom::contact::Contact;
use carom::sweep::{Start, Sweep};
use carom::turn::{self, Motion};
use carom::{Mesh, Shape, pair};
use std::sync::Arc;

pub(super) enum Solid<V: Space> {
    Shape(Shape<V>),
    Mesh(Arc<Mesh<V>>),
}

impl<V: Space> Solid<V> {
    pub(super) fn read(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
        levels: &Levels,
    ) -> Result<Self, String> {
        match &file.kind {
            Kind::Mesh(mesh) => {
                let mesh = mesh.read(side, dimension, file.one_sided)?;
                Ok(Self::Mesh(Arc::new(mesh)))
            }
            Kind::Level(path) => levels
                .mesh(path, file.one_sided.unwrap_or(false))
                .map(Self::Mesh)
                .map_err(|error| format!("{side}.level: {error}")),
            _ => file.read(side, dimension).map(Self::Shape),
        }
    }
}

impl<V: Space> Pair<V> for [Solid<V>; 2] {
    fn overlap(&self) -> bool {
        match self {
            [Solid::Shape(a), Solid::Shape(b)] => pair::overlap(a, b),
            [Solid::Shape(a), Solid::Mesh(b)] => b.overlap_shape(a),
            [Solid::Mesh(a), Solid::Shape(b)] => a.overlap_shape(b),
            [Solid::Mesh(a), Solid::Mesh(b)] => b.overlap_mesh(a),
        }
    }

    fn contact(&self, reach: V::Scalar) -> Option<Contact<V>> {
        match self {
            [Solid::Shape(a), Solid::Shape(b)] => pair::contact(a, b, reach),
            [Solid::Shape(a), Solid::Mesh(b)] => Some(b.closest_shape(a, reach)?.contact),
            [Solid::Mesh(a), Solid::Shape(b)] => Some(a.closest_shape(b, reach)?.contact.swapped()),
            [Solid::Mesh(a), Solid::Mesh(b)] => Some(b.closest_mesh(a, reach)?.0),
        }
    }

    fn sweep(&self, [by_a, by_b]: &[Motion<V>; 2]) -> Option<Sweep<V>> {
        match self {
            [Solid::Shape(a), Solid::Shape(b)] => Some(turn::sweep(a, by_a, b, by_b)),
            [Solid::Shape(a), Solid::Mesh(b)] => Some(b.sweep_shape_turning(by_b, a, by_a)?.sweep),
            [Solid::Mesh(a), Solid::Shape(b)] => {
                Some(swapped(a.sweep_shape_turning(by_a, b, by_b)?.sweep))
            }
            [Solid::Mesh(a), Solid::Mesh(b)] => Some(b.sweep_mesh_turning(by_b, a, by_a)?.0),
        }
    }
}

/// The same sweep seen from the other side.
fn swapped<V: Space>(mut swept: Sweep<V>) -> Sweep<V> {
    swept.start = match swept.start {
        Start::Separate => Start::Separate,
        Start::Touching(contact) => Start::Touching(contact.swapped()),
        Start::Overlapping(contact) => Start::Overlapping(contact.swapped()),
    };
    if let Some(hit) = &mut swept.hit {
        hit.normal = -hit.normal;
    }
    swept
}
