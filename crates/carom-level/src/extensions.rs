//! The extensions of a glTF that the `gltf` crate does not know.

use std::collections::BTreeMap;

use gltf::json::Root;
use serde::Deserialize;

use crate::LevelError;
use crate::meshopt::CompressedView;

/// Physics: colliders, and the shapes that they refer to.
pub(crate) const PHYSICS: [&str; 4] = [
    "KHR_physics_rigid_bodies",
    "KHR_implicit_shapes",
    "OMI_physics_body",
    "OMI_physics_shape",
];

/// Compression of buffer views.
pub(crate) const MESHOPT: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

pub(crate) const DRACO: &str = "KHR_draco_mesh_compression";

/// The extensions of a file that are read, and nothing else of it.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Extensions {
    pub(crate) buffer_views: Vec<Extended<ViewExtensions>>,
    #[serde(rename = "extensions")]
    pub(crate) of_root: RootExtensions,
    pub(crate) nodes: Vec<Extended<NodeExtensions>>,
    meshes: Vec<MeshExtensions>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct MeshExtensions {
    primitives: Vec<Extended<PrimitiveExtensions>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    draco: Option<DracoFile>,
}

/// A compressed primitive.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    not(feature = "draco"),
    expect(dead_code, reason = "only the decoder reads it")
)]
pub(crate) struct DracoFile {
    pub(crate) buffer_view: usize,
    /// The number of each attribute in the compressed data.
    pub(crate) attributes: BTreeMap<String, u32>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ViewExtensions {
    #[serde(rename = "EXT_meshopt_compression")]
    ext_meshopt: Option<CompressedView>,
    #[serde(rename = "KHR_meshopt_compression")]
    khr_meshopt: Option<CompressedView>,
}

/// An element with extensions.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Extended<T> {
    pub(crate) extensions: Option<Box<T>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct RootExtensions {
    #[serde(rename = "KHR_implicit_shapes")]
    pub(crate) khr: Shapes,
    #[serde(rename = "OMI_physics_shape")]
    pub(crate) omi: Shapes,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Shapes {
    pub(crate) shapes: Vec<ShapeFile>,
}

/// A shape as it is written: its type, and an object of that name.
#[derive(Deserialize)]
pub(crate) struct ShapeFile {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(rename = "box", default)]
    pub(crate) cuboid: BoxFile,
    #[serde(default)]
    pub(crate) sphere: RoundFile,
    #[serde(default)]
    pub(crate) capsule: RoundFile,
    #[serde(default)]
    pub(crate) cylinder: RoundFile,
    #[serde(default)]
    pub(crate) plane: PlaneFile,
    #[serde(default)]
    pub(crate) convex: MeshFile,
    #[serde(default)]
    pub(crate) trimesh: MeshFile,
}

#[derive(Default, Deserialize)]
pub(crate) struct BoxFile {
    pub(crate) size: Option<[f64; 3]>,
}

/// A sphere, capsule or cylinder.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct RoundFile {
    pub(crate) radius: Option<f64>,
    pub(crate) height: Option<f64>,
    pub(crate) radius_bottom: Option<f64>,
    pub(crate) radius_top: Option<f64>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct PlaneFile {
    pub(crate) size_x: Option<f64>,
    pub(crate) size_z: Option<f64>,
}

impl PlaneFile {
    pub(crate) fn is_infinite(&self) -> bool {
        self.size_x.is_none() || self.size_z.is_none()
    }
}

#[derive(Default, Deserialize)]
pub(crate) struct MeshFile {
    pub(crate) mesh: Option<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct NodeExtensions {
    #[serde(rename = "KHR_physics_rigid_bodies")]
    pub(crate) khr: Option<NodePhysics>,
    #[serde(rename = "OMI_physics_body")]
    pub(crate) omi: Option<NodePhysics>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct NodePhysics {
    pub(crate) motion: Option<Motion>,
    pub(crate) collider: Option<ColliderFile>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Motion {
    is_kinematic: bool,
    #[serde(rename = "type")]
    kind: Option<String>,
}

impl Motion {
    /// Whether the body does not stay where it is.
    pub(crate) fn is_dynamic(&self) -> bool {
        match self.kind.as_deref() {
            Some(kind) => kind == "dynamic",
            None => !self.is_kinematic,
        }
    }
}

/// `KHR_physics_rigid_bodies` has a geometry, `OMI_physics_body` a shape.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ColliderFile {
    pub(crate) geometry: Option<Geometry>,
    pub(crate) shape: Option<usize>,
}

#[derive(Deserialize)]
pub(crate) struct Geometry {
    pub(crate) shape: Option<usize>,
    pub(crate) node: Option<usize>,
}

impl Extensions {
    /// The extensions of a file, if it says that it has some that are read.
    pub(crate) fn of(json: &[u8], root: &Root) -> Result<Self, LevelError> {
        let mut named = root.extensions_used.iter().chain(&root.extensions_required);
        let is_read = |name: &String| {
            let mut read = PHYSICS.iter().chain(&MESHOPT).chain([&DRACO]);
            read.any(|read| read == name)
        };
        if !named.any(is_read) {
            return Ok(Self::default());
        }
        serde_json::from_slice(json).map_err(|error| LevelError::json(&error))
    }

    /// How a primitive of a mesh is compressed, if it is.
    pub(crate) fn draco(&self, mesh: usize, primitive: usize) -> Option<&DracoFile> {
        let primitive = self.meshes.get(mesh)?.primitives.get(primitive)?;
        primitive.extensions.as_ref()?.draco.as_ref()
    }

    /// How a buffer view is compressed, if it is.
    pub(crate) fn compressed(&self, view: usize) -> Option<&CompressedView> {
        let view = self.buffer_views.get(view)?.extensions.as_ref()?;
        view.khr_meshopt.as_ref().or(view.ext_meshopt.as_ref())
    }
}
