//! What can be asked about in 3D: shapes, and the meshes that a question writes out or names.

use super::pair::Pair;
use crate::shapes::dimension::Dimension;
use crate::shapes::level::{Levels, Space};
use crate::shapes::place::Side;
use crate::shapes::shape::{Kind, ShapeFile};
use carom::{Contact, Mesh, RigidMotion, Shape, Start, Sweep, contact, overlap, sweep_rigid};
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
            [Solid::Shape(a), Solid::Shape(b)] => overlap(a, b),
            [Solid::Shape(a), Solid::Mesh(b)] => b.query().overlap(a),
            [Solid::Mesh(a), Solid::Shape(b)] => a.query().overlap(b),
            [Solid::Mesh(a), Solid::Mesh(b)] => b.query().overlap_mesh(a),
        }
    }

    fn contact(&self, reach: V::Scalar) -> Option<Contact<V>> {
        match self {
            [Solid::Shape(a), Solid::Shape(b)] => contact(a, b, reach),
            [Solid::Shape(a), Solid::Mesh(b)] => b.query().closest(a, reach),
            [Solid::Mesh(a), Solid::Shape(b)] => Some(a.query().closest(b, reach)?.swapped()),
            [Solid::Mesh(a), Solid::Mesh(b)] => Some(b.query().closest_mesh(a, reach)?.0),
        }
    }

    fn sweep(&self, [by_a, by_b]: &[RigidMotion<V>; 2]) -> Option<Sweep<V>> {
        match self {
            [Solid::Shape(a), Solid::Shape(b)] => Some(sweep_rigid(a, by_a, b, by_b)),
            [Solid::Shape(a), Solid::Mesh(b)] => met(b.query().sweep_rigid(a, by_a, by_b)),
            [Solid::Mesh(a), Solid::Shape(b)] => {
                met(a.query().sweep_rigid(b, by_b, by_a)).map(Sweep::swapped)
            }
            [Solid::Mesh(a), Solid::Mesh(b)] => Some(b.query().sweep_mesh_rigid(a, by_a, by_b)?.0),
        }
    }
}

/// `None` for a motion that is free and does not start in touch.
fn met<V: Space>(swept: Sweep<V>) -> Option<Sweep<V>> {
    (swept.hit.is_some() || swept.start != Start::Separate).then_some(swept)
}
