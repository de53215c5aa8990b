//! A level under construction from the meshes of a glTF.

use std::rc::Rc;
use std::sync::Arc;

use glam::DAffine3;
use gltf::json::scene::Node;
use gltf::json::{Index, Root};

use crate::accessor::Data;
use crate::colors::{Color, WHITE, from_linear, product};
use crate::extensions::Extensions;
use crate::node::label;
use crate::objects::{Collector, Names};
use crate::primitive::{self, Part};
use crate::skin::Skin;
use crate::{Level, LevelError, MAX_TRIANGLES};

pub(crate) struct Assembly<'a> {
    pub(crate) root: &'a Root,
    extensions: &'a Extensions,
    data: Data<'a>,
    /// The parts of each visited mesh, for its next instance.
    meshes: Vec<Option<Rc<[Part]>>>,
    /// The budget of triangles to read. Meshes can share one long strip that
    /// leaves no triangles, so the level's own do not bound the work.
    unread: usize,
    pub(crate) level: Level,
    pub(crate) objects: Collector,
    /// The names of meshes and materials that objects share.
    mesh_names: Vec<Option<Arc<str>>>,
    material_names: Vec<Option<Arc<str>>>,
}

impl<'a> Assembly<'a> {
    pub(crate) fn new(root: &'a Root, extensions: &'a Extensions, data: Data<'a>) -> Self {
        Self {
            root,
            extensions,
            data,
            meshes: root.meshes.iter().map(|_| None).collect(),
            unread: MAX_TRIANGLES,
            level: Level::default(),
            objects: Collector::default(),
            mesh_names: vec![None; root.meshes.len()],
            material_names: vec![None; root.materials.len()],
        }
    }

    pub(crate) fn name_of(&self, node: Index<Node>) -> Option<&str> {
        self.root.nodes.get(node.value())?.name.as_deref()
    }

    pub(crate) fn mesh_name(&mut self, index: usize) -> Option<Arc<str>> {
        let name = self.root.meshes.get(index)?.name.as_deref()?;
        Some(shared(&mut self.mesh_names[index], name))
    }

    /// Adds an instance of a mesh.
    pub(crate) fn place_mesh(
        &mut self,
        mesh: usize,
        place: DAffine3,
        names: Names,
    ) -> Result<(), LevelError> {
        if self.meshes.get(mesh).is_some_and(Option::is_none) {
            let parts = self.read_mesh(mesh, None)?;
            self.meshes[mesh] = Some(parts.into());
        }
        let parts = self.meshes.get(mesh).cloned().flatten();
        let parts = parts.ok_or_else(|| missing("mesh", mesh))?;
        self.place_parts(&parts, place, names)
    }

    /// Adds a mesh with a skin, at rest, with nodes at these places. Without its joints it is placed like any other.
    pub(crate) fn place_skinned(
        &mut self,
        mesh: usize,
        skin: usize,
        place: DAffine3,
        names: Names,
        places: &[Option<DAffine3>],
    ) -> Result<(), LevelError> {
        let root = self.root;
        let declared = root.skins.get(skin).ok_or_else(|| missing("skin", skin))?;
        let skin = Skin::new(declared, places, &mut self.data).map_err(|reason| {
            LevelError::at_element(label("skin", skin, declared.name.as_deref()), reason)
        })?;
        let (Some(skin), Some(_)) = (skin, root.meshes.get(mesh)) else {
            return self.place_mesh(mesh, place, names);
        };
        let parts = self.read_mesh(mesh, Some(&skin))?;
        self.place_parts(&parts, place, names)
    }

    fn place_parts(
        &mut self,
        parts: &[Part],
        place: DAffine3,
        mut names: Names,
    ) -> Result<(), LevelError> {
        for part in parts {
            let place = if part.is_skinned {
                DAffine3::IDENTITY
            } else {
                place
            };
            names.material = part.material.and_then(|index| {
                let name = self.root.materials.get(index)?.name.as_deref()?;
                Some(shared(&mut self.material_names[index], name))
            });
            self.add_part(part, place, &names)?;
        }
        Ok(())
    }

    /// The color of a material.
    fn factor(&self, material: usize) -> Color {
        let material = self.root.materials.get(material);
        let factor = material.map(|material| &material.pbr_metallic_roughness.base_color_factor.0);
        factor.map_or(WHITE, |&[r, g, b, _]| [r, g, b].map(f64::from))
    }

    /// Adds triangles in the space of a node.
    pub(crate) fn add_part(
        &mut self,
        part: &Part,
        place: DAffine3,
        names: &Names,
    ) -> Result<(), LevelError> {
        if self.level.triangles.len() + part.triangles.len() > MAX_TRIANGLES {
            return Err(LevelError::TooManyTriangles);
        }
        // At most three vertices per triangle, so they fit into u32.
        let first = self.level.vertices.len() as u32;
        for &vertex in &part.vertices {
            let vertex = place.transform_point3(vertex);
            if !vertex.is_finite() {
                let node = names.role.node;
                let label = label("node", node, self.name_of(Index::new(node as u32)));
                let reason = "it takes its triangles beyond all numbers";
                return Err(LevelError::at_element(label, reason));
            }
            self.level.vertices.push(vertex);
        }
        self.objects.add(names, part.triangles.len());
        let factor = part.material.map_or(WHITE, |index| self.factor(index));
        match &part.colors {
            Some(colors) => (self.level.colors).extend(
                colors
                    .iter()
                    .map(|color| from_linear(product(*color, factor))),
            ),
            None => {
                let color = from_linear(factor);
                self.level
                    .colors
                    .extend(part.triangles.iter().map(|_| color));
            }
        }
        let mirrored = place.matrix3.determinant() < 0.0;
        let triangles = part.triangles.iter().map(|&[a, b, c]| {
            let triangle = if mirrored { [a, c, b] } else { [a, b, c] };
            triangle.map(|index| first + index)
        });
        self.level.triangles.extend(triangles);
        Ok(())
    }

    /// The parts of a mesh that have triangles.
    fn read_mesh(&mut self, index: usize, skin: Option<&Skin>) -> Result<Vec<Part>, LevelError> {
        let mesh = &self.root.meshes[index];
        let mut parts = Vec::new();
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let fault = |reason| {
                let mesh = label("mesh", index, mesh.name.as_deref());
                LevelError::at_element(format!("{mesh}, primitive {number}"), reason)
            };
            let count = primitive::count(primitive, &self.data).map_err(fault)?;
            if count == 0 {
                continue;
            }
            let unread = self.unread.checked_sub(count);
            self.unread = unread.ok_or(LevelError::TooManyTriangles)?;
            let draco = self.extensions.draco(index, number);
            let part = primitive::read(primitive, draco, skin, &mut self.data).map_err(fault)?;
            if !part.triangles.is_empty() {
                parts.push(part);
            }
        }
        Ok(parts)
    }
}

/// An element that the file names and does not have.
fn missing(kind: &str, index: usize) -> LevelError {
    LevelError::at_element(label(kind, index, None), "it does not exist")
}

/// A name in memory once, however many objects have it.
fn shared(known: &mut Option<Arc<str>>, name: &str) -> Arc<str> {
    known.get_or_insert_with(|| name.into()).clone()
}
