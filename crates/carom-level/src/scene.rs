//! glTF scenes: traversal of the node tree.

use std::io;
use std::sync::Arc;

use glam::{DAffine3, DMat3, DQuat, DVec3};
use gltf::json::scene::Node;
use gltf::json::{Index, Root};

use crate::accessor::Data;
use crate::buffer::Buffers;
use crate::error::shortened;
use crate::objects::{Collector, Group, Names, Spawn, is_spawn};
use crate::primitive::{self, Part};
use crate::{Level, LevelError, MAX_DEPTH, MAX_JSON_ITEMS, MAX_TRIANGLES, glb};

/// Required extensions that leave the triangles as they are. The positions of
/// `KHR_mesh_quantization` are integers, which are read.
const HARMLESS: [&str; 8] = [
    "KHR_mesh_quantization",
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_lights_",
    "EXT_lights_",
    "KHR_xmp",
];

/// The level in a glTF or GLB.
pub(crate) fn read(
    bytes: &[u8],
    sibling: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
) -> Result<Level, LevelError> {
    let (json, binary) = if bytes.starts_with(glb::MAGIC) {
        glb::split(bytes)?
    } else {
        (bytes, None)
    };
    let root = parse(json)?;
    let buffers = Buffers::new(root.buffers.len(), binary, sibling);
    let mut walk = Walk {
        root: &root,
        data: Data::new(&root, buffers),
        meshes: root.meshes.iter().map(|_| None).collect(),
        unread: MAX_TRIANGLES,
        level: Level::default(),
        objects: Collector::default(),
        mesh_names: vec![None; root.meshes.len()],
        material_names: vec![None; root.materials.len()],
    };
    walk.run()?;
    walk.level.objects = walk.objects.finish();
    if walk.level.triangles.is_empty() {
        return Err(LevelError::NoTriangles);
    }
    Ok(walk.level)
}

fn parse(json: &[u8]) -> Result<Root, LevelError> {
    let items = json
        .iter()
        .filter(|byte| matches!(byte, b'{' | b'[' | b','))
        .count();
    if items > MAX_JSON_ITEMS {
        return Err(LevelError::Json(format!(
            "{items} objects and entries, at most {MAX_JSON_ITEMS} are read"
        )));
    }
    let root = Root::from_slice(json).map_err(|error| LevelError::Json(shortened_error(&error)))?;
    // First, because an unsupported extension explains all other gaps.
    for name in &root.extensions_required {
        if !HARMLESS.iter().any(|prefix| name.starts_with(prefix)) {
            return Err(LevelError::Extension(shortened(name)));
        }
    }
    if !root.asset.version.starts_with("2.") {
        let version = shortened(&root.asset.version);
        return Err(LevelError::Json(format!(
            "version {version}, only 2.0 is read"
        )));
    }
    Ok(root)
}

/// The parser quotes the file, and a quote may be as long as the file.
fn shortened_error(error: &gltf::json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let reason = error.to_string();
    let place = format!(" at line {line} column {column}");
    let reason = reason.strip_suffix(&place).unwrap_or(&reason);
    format!("line {line}, column {column}: {}", shortened(reason))
}

struct Walk<'a> {
    root: &'a Root,
    data: Data<'a>,
    /// The parts of each visited mesh, for its next instance.
    meshes: Vec<Option<Vec<Part>>>,
    /// The budget of triangles to read. Meshes can share one long strip that
    /// leaves no triangles, so the level's own do not bound the work.
    unread: usize,
    level: Level,
    objects: Collector,
    /// The names of meshes and materials that objects share.
    mesh_names: Vec<Option<Arc<str>>>,
    material_names: Vec<Option<Arc<str>>>,
}

/// A node to visit.
struct Visit {
    node: Index<Node>,
    /// The transform from its parent's space to the scene's.
    parent: DAffine3,
    /// The named group that it is in.
    group: Option<u32>,
    depth: usize,
}

impl Walk<'_> {
    /// Visits the tree depth first with an explicit stack.
    ///
    /// The format requires a tree, so a node may be visited once. That rejects
    /// cycles, and shared children, of which a few can make endless paths.
    fn run(&mut self) -> Result<(), LevelError> {
        let mut met = vec![false; self.root.nodes.len()];
        let visit = |parent, group, depth| {
            move |&node| Visit {
                node,
                parent,
                group,
                depth,
            }
        };
        let roots = self.roots()?;
        let mut stack: Vec<Visit> = roots
            .iter()
            .rev()
            .map(visit(DAffine3::IDENTITY, None, 1))
            .collect();
        while let Some(Visit {
            node,
            parent,
            group,
            depth,
        }) = stack.pop()
        {
            let index = node.value();
            let label = || label("node", index, self.name_of(node));
            let fault = |reason: String| LevelError::at_element(label(), reason);
            let declared = self.root.nodes.get(index);
            let declared = declared.ok_or_else(|| fault("it does not exist".into()))?;
            if std::mem::replace(&mut met[index], true) {
                return Err(fault(
                    "it is reached twice, so the nodes are no tree".into(),
                ));
            }
            if depth > MAX_DEPTH {
                return Err(fault(format!("it is nested deeper than {MAX_DEPTH} nodes")));
            }
            let place = parent * local(declared).map_err(fault)?;
            self.add_spawn(declared, place);
            if let Some(mesh) = declared.mesh {
                let own = declared.name.as_deref().filter(|name| !name.is_empty());
                let name = own.map(Arc::from).or_else(|| self.mesh_name(mesh.value()));
                let names = Names {
                    node: index,
                    name: name.unwrap_or_default(),
                    parent: group,
                    material: None,
                };
                self.place_mesh(mesh.value(), place, names)?;
            }
            let Some(children) = &declared.children else {
                continue;
            };
            let group = self.group(declared, group);
            let children = children.iter().rev();
            stack.extend(children.map(visit(place, group, depth + 1)));
        }
        Ok(())
    }

    /// The root nodes of the scene to read.
    fn roots(&self) -> Result<Vec<Index<Node>>, LevelError> {
        let root = self.root;
        if let Some(scene) = root.scene {
            let index = scene.value();
            let scene = root.scenes.get(index).ok_or_else(|| {
                LevelError::at_element(label("scene", index, None), "it does not exist")
            })?;
            return Ok(scene.nodes.clone());
        }
        if let Some(scene) = root.scenes.first() {
            return Ok(scene.nodes.clone());
        }
        let mut is_child = vec![false; root.nodes.len()];
        for child in root
            .nodes
            .iter()
            .flat_map(|node| node.children.iter().flatten())
        {
            if let Some(is_child) = is_child.get_mut(child.value()) {
                *is_child = true;
            }
        }
        let roots = (0..).zip(is_child).filter(|(_, is_child)| !is_child);
        Ok(roots.map(|(index, _)| Index::new(index)).collect())
    }

    fn name_of(&self, node: Index<Node>) -> Option<&str> {
        self.root.nodes.get(node.value())?.name.as_deref()
    }

    /// Keeps the place of a node where players start.
    fn add_spawn(&mut self, node: &Node, place: DAffine3) {
        if let Some(name) = node.name.as_deref().filter(|name| is_spawn(name)) {
            self.level.spawns.push(Spawn {
                name: name.into(),
                position: place.translation,
            });
        }
    }

    /// The group of a node's children: itself if it has a name.
    fn group(&mut self, node: &Node, parent: Option<u32>) -> Option<u32> {
        let name = node.name.as_deref().filter(|name| !name.is_empty());
        let Some(name) = name else {
            return parent;
        };
        let name = name.into();
        self.level.groups.push(Group { name, parent });
        // Not more than nodes.
        Some(self.level.groups.len() as u32 - 1)
    }

    fn mesh_name(&mut self, index: usize) -> Option<Arc<str>> {
        let name = self.root.meshes.get(index)?.name.as_deref()?;
        Some(shared(&mut self.mesh_names[index], name))
    }

    /// Adds an instance of a mesh.
    fn place_mesh(
        &mut self,
        mesh: usize,
        place: DAffine3,
        mut names: Names,
    ) -> Result<(), LevelError> {
        if self.meshes.get(mesh).is_some_and(Option::is_none) {
            let parts = self.read_mesh(mesh)?;
            self.meshes[mesh] = Some(parts);
        }
        let parts = self
            .meshes
            .get(mesh)
            .and_then(Option::as_ref)
            .ok_or_else(|| {
                LevelError::at_element(label("mesh", mesh, None), "it does not exist")
            })?;
        let mirrored = place.matrix3.determinant() < 0.0;
        for part in parts {
            if self.level.triangles.len() + part.triangles.len() > MAX_TRIANGLES {
                return Err(LevelError::TooManyTriangles);
            }
            // At most three vertices per triangle, so they fit into u32.
            let first = self.level.vertices.len() as u32;
            for &vertex in &part.vertices {
                let vertex = place.transform_point3(vertex);
                if !vertex.is_finite() {
                    let node = names.node;
                    let label = label("node", node, self.name_of(Index::new(node as u32)));
                    let reason = format!("it takes mesh {mesh} beyond all numbers");
                    return Err(LevelError::at_element(label, reason));
                }
                self.level.vertices.push(vertex);
            }
            names.material = part.material.and_then(|index| {
                let name = self.root.materials.get(index)?.name.as_deref()?;
                Some(shared(&mut self.material_names[index], name))
            });
            self.objects.add(&names, part.triangles.len());
            self.level
                .triangles
                .extend(part.triangles.iter().map(|&[a, b, c]| {
                    let triangle = if mirrored { [a, c, b] } else { [a, b, c] };
                    triangle.map(|index| first + index)
                }));
        }
        Ok(())
    }

    /// The parts of a mesh that have triangles.
    fn read_mesh(&mut self, index: usize) -> Result<Vec<Part>, LevelError> {
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
            let part = primitive::read(primitive, &mut self.data).map_err(fault)?;
            if !part.triangles.is_empty() {
                parts.push(part);
            }
        }
        Ok(parts)
    }
}

/// A name in memory once, however many objects have it.
fn shared(known: &mut Option<Arc<str>>, name: &str) -> Arc<str> {
    known.get_or_insert_with(|| name.into()).clone()
}

/// The transform from a node's space to its parent's.
fn local(node: &Node) -> Result<DAffine3, String> {
    let transform = match node.matrix {
        // Columns; the last row of an affine matrix is constant.
        Some(m) => {
            let column = |i: usize| DVec3::new(m[i].into(), m[i + 1].into(), m[i + 2].into());
            DAffine3 {
                matrix3: DMat3::from_cols(column(0), column(4), column(8)),
                translation: column(12),
            }
        }
        None => {
            let wide = |v: [f32; 3]| DVec3::from_array(v.map(f64::from));
            let rotation = node.rotation.unwrap_or_default().0.map(f64::from);
            // It is unit only to the last bit of an f32, and 0 0 0 0 is no rotation.
            let rotation = DQuat::from_array(rotation);
            let length = rotation.length();
            if !(length.is_finite() && length > 0.0) {
                return Err("its rotation is no quaternion".into());
            }
            DAffine3::from_scale_rotation_translation(
                wide(node.scale.unwrap_or([1.0; 3])),
                rotation / length,
                wide(node.translation.unwrap_or_default()),
            )
        }
    };
    if transform.is_finite() {
        Ok(transform)
    } else {
        Err("its transform is not finite".into())
    }
}

/// `mesh 2 "wall"`
fn label(kind: &str, index: usize, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{kind} {index} \"{}\"", shortened(name)),
        None => format!("{kind} {index}"),
    }
}
