//! glTF scenes: traversal of the node tree.

use std::io;
use std::sync::Arc;

use glam::DAffine3;
use gltf::json::scene::Node;
use gltf::json::{Index, Root};

use crate::accessor::Data;
use crate::assembly::Assembly;
use crate::buffer::Buffers;
use crate::colliders::settle;
use crate::error::shortened;
use crate::extensions::{DRACO, Extensions};
use crate::node::{label, local};
use crate::objects::{Group, Names, Spawn, is_spawn};
use crate::physics::{Body, Physics};
use crate::{Colliders, Level, LevelError, MAX_DEPTH, MAX_JSON_ITEMS, glb};

/// Required extensions that are read, or leave the triangles as they are. The
/// positions of `KHR_mesh_quantization` are integers, which are read.
///
/// `EXT_structural_metadata` names the properties of features as the file likes:
/// it has no word for a collider.
const HARMLESS: [&str; 18] = [
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "KHR_mesh_quantization",
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_lights_",
    "EXT_lights_",
    "KHR_xmp",
    "KHR_animation_pointer",
    "KHR_physics_rigid_bodies",
    "KHR_implicit_shapes",
    "OMI_physics_",
    "OMI_spawn_point",
    "EXT_structural_metadata",
    "EXT_mesh_features",
    "EXT_instance_features",
];

/// The level in a glTF or GLB.
pub(crate) fn read(
    bytes: &[u8],
    colliders: Colliders,
    sibling: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
) -> Result<Level, LevelError> {
    let (json, binary) = if bytes.starts_with(glb::MAGIC) {
        glb::split(bytes)?
    } else {
        (bytes, None)
    };
    let root = parse(json)?;
    let buffers = Buffers::new(root.buffers.len(), binary, sibling);
    let extensions = Extensions::of(json, &root)?;
    let bodies = (colliders != Colliders::Ignore).then_some(&extensions);
    let mut walk = Walk {
        assembly: Assembly::new(&root, &extensions, Data::new(&root, &extensions, buffers)),
        physics: Physics::new(bodies, root.nodes.len()),
        places: vec![None; root.nodes.len()],
        skinned: Vec::new(),
    };
    walk.run()?;
    let Walk {
        mut assembly,
        physics,
        places,
        skinned,
    } = walk;
    for (mesh, skin, place, names) in skinned {
        assembly.place_skinned(mesh, skin, place, names, &places)?;
    }
    physics.finish(&mut assembly)?;
    let (objects, roles) = assembly.objects.finish();
    let mut level = assembly.level;
    level.objects = objects;
    if level.triangles.is_empty() {
        return Err(LevelError::NoTriangles);
    }
    settle(&mut level, roles, colliders, false)?;
    Ok(level)
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
    let root = Root::from_slice(json).map_err(|error| LevelError::json(&error))?;
    // First, because an unsupported extension explains all other gaps.
    for name in &root.extensions_required {
        let is_read = name == DRACO && cfg!(feature = "draco");
        if !is_read && !HARMLESS.iter().any(|prefix| name.starts_with(prefix)) {
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

struct Walk<'a> {
    assembly: Assembly<'a>,
    physics: Physics<'a>,
    /// The places of visited nodes.
    places: Vec<Option<DAffine3>>,
    /// Meshes with skins, which wait for the places of their joints: mesh, skin, place and names.
    skinned: Vec<(usize, usize, DAffine3, Names)>,
}

/// A node to visit.
struct Visit {
    node: Index<Node>,
    /// The node above it.
    above: Option<usize>,
    /// The body of that.
    body: Body,
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
        let mut met = vec![false; self.assembly.root.nodes.len()];
        let visit = |above, body, parent, group, depth| {
            move |&node| Visit {
                node,
                above,
                body,
                parent,
                group,
                depth,
            }
        };
        let roots = self.roots()?;
        let mut stack: Vec<Visit> = roots
            .iter()
            .rev()
            .map(visit(None, Body::default(), DAffine3::IDENTITY, None, 1))
            .collect();
        while let Some(next) = stack.pop() {
            let Visit {
                node,
                parent,
                group,
                depth,
                ..
            } = next;
            let index = node.value();
            let label = || label("node", index, self.assembly.name_of(node));
            let fault = |reason: String| LevelError::at_element(label(), reason);
            let declared = self.assembly.root.nodes.get(index);
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
            let mut names = self.names(index, declared, next.body, group);
            let body =
                self.physics
                    .enter(&mut self.assembly, next.above, next.body, place, &names)?;
            names.role = body.drawn(index);
            self.places[index] = Some(place);
            self.add_mesh(declared, place, names)?;
            let Some(children) = &declared.children else {
                continue;
            };
            let group = self.group(declared, group);
            let children = children.iter().rev();
            stack.extend(children.map(visit(Some(index), body, place, group, depth + 1)));
        }
        Ok(())
    }

    /// The root nodes of the scene to read.
    fn roots(&self) -> Result<Vec<Index<Node>>, LevelError> {
        let root = self.assembly.root;
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

    /// The names of what a node adds.
    fn names(&mut self, index: usize, node: &Node, body: Body, group: Option<u32>) -> Names {
        let own = node.name.as_deref().filter(|name| !name.is_empty());
        let of_mesh = |mesh: Index<_>| self.assembly.mesh_name(mesh.value());
        let name = own.map(Arc::from).or_else(|| node.mesh.and_then(of_mesh));
        Names {
            role: body.drawn(index),
            name: name.unwrap_or_default(),
            parent: group,
            material: None,
        }
    }

    /// Adds the mesh of a node; one with a skin waits for the places of its joints.
    fn add_mesh(&mut self, node: &Node, place: DAffine3, names: Names) -> Result<(), LevelError> {
        match (node.mesh, node.skin) {
            (Some(mesh), Some(skin)) => {
                let skinned = (mesh.value(), skin.value(), place, names);
                self.skinned.push(skinned);
                Ok(())
            }
            (Some(mesh), None) => self.assembly.place_mesh(mesh.value(), place, names),
            (None, _) => Ok(()),
        }
    }

    /// Keeps the place of a node where players start.
    fn add_spawn(&mut self, node: &Node, place: DAffine3) {
        if let Some(name) = node.name.as_deref().filter(|name| is_spawn(name)) {
            self.assembly.level.spawns.push(Spawn {
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
        self.assembly.level.groups.push(Group { name, parent });
        // Not more than nodes.
        Some(self.assembly.level.groups.len() as u32 - 1)
    }
}
