//! Colliders that the extensions of a glTF declare.

use glam::{DAffine3, DVec2, DVec3};
use gltf::json::Index;

use crate::assembly::Assembly;
use crate::colliders::{Kind, Role};
use crate::extensions::{ColliderFile, Extensions, ShapeFile};
use crate::node::{label, local};
use crate::objects::Names;
use crate::solid::{Defaults, KHR, OMI, solid};
use crate::{LevelError, MAX_JSON_ITEMS};

const RIGID_BODIES: &str = "KHR_physics_rigid_bodies";
const OMI_BODY: &str = "OMI_physics_body";

/// The least reach of an infinite plane, m.
const LEAST_PLANE: f64 = 50.0;

/// The bodies and colliders on the way through the nodes.
pub(crate) struct Physics<'a> {
    /// None if they have no meaning.
    extensions: Option<&'a Extensions>,
    /// Of each body with motion: whether it has a collider.
    solid_bodies: Vec<bool>,
    /// Of each node: whether a collider stands for its mesh.
    replaced: Vec<bool>,
    /// The body of each node.
    bodies: Vec<Option<u32>>,
    /// Infinite planes, which end where the level does.
    planes: Vec<(Names, DAffine3, usize, &'a ShapeFile)>,
    /// The budget of nodes to visit for the meshes of colliders.
    visits: usize,
}

/// The body that a node is in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Body {
    number: Option<u32>,
    /// It moves by itself, according to this extension.
    moves: Option<&'static str>,
}

impl Body {
    /// The role of a mesh that is drawn in it.
    pub(crate) fn drawn(self, node: usize) -> Role {
        Role {
            node,
            kind: self.moves.map_or(Kind::Drawn, Kind::Without),
        }
    }
}

impl<'a> Physics<'a> {
    pub(crate) fn new(extensions: Option<&'a Extensions>, nodes: usize) -> Self {
        Self {
            extensions,
            solid_bodies: Vec::new(),
            replaced: vec![false; nodes],
            bodies: vec![None; nodes],
            planes: Vec::new(),
            visits: MAX_JSON_ITEMS,
        }
    }

    /// Adds the collider of a node; its body, if the node `above` is in `body`.
    pub(crate) fn enter(
        &mut self,
        assembly: &mut Assembly<'_>,
        above: Option<usize>,
        mut body: Body,
        place: DAffine3,
        names: &Names,
    ) -> Result<Body, LevelError> {
        let index = names.role.node;
        let nodes = self.extensions.map(|extensions| &extensions.nodes);
        let own = nodes.and_then(|nodes| nodes.get(index)?.extensions.as_deref());
        let khr = own.and_then(|own| own.khr.as_ref());
        let omi = own.and_then(|own| own.omi.as_ref());
        for (extension, physics) in [(RIGID_BODIES, khr), (OMI_BODY, omi)] {
            let Some(physics) = physics else { continue };
            if let Some(motion) = &physics.motion {
                // Not more than nodes.
                body.number = Some(self.solid_bodies.len() as u32);
                body.moves = motion.is_dynamic().then_some(extension);
                self.solid_bodies.push(false);
            }
            let Some(collider) = &physics.collider else {
                continue;
            };
            let has_mesh = assembly.root.nodes[index].mesh.is_some();
            if let Some(drawn) = if has_mesh { Some(index) } else { above } {
                self.replaced[drawn] = true;
            }
            if let Some(body) = body.number {
                self.solid_bodies[body as usize] = true;
            }
            if body.moves.is_none() {
                let mut names = names.clone();
                names.role.kind = Kind::Collider(extension);
                self.add_collider(assembly, collider, extension, place, names)?;
            }
        }
        self.bodies[index] = body.number;
        Ok(body)
    }

    fn add_collider(
        &mut self,
        assembly: &mut Assembly<'_>,
        collider: &ColliderFile,
        extension: &str,
        place: DAffine3,
        names: Names,
    ) -> Result<(), LevelError> {
        let geometry = collider.geometry.as_ref();
        let shape = geometry.and_then(|geometry| geometry.shape);
        let node = geometry.and_then(|geometry| geometry.node);
        match (shape.or(collider.shape), node) {
            (Some(index), _) => {
                let (list, defaults) = match extension {
                    RIGID_BODIES => (self.extensions.map(|all| &all.of_root.khr), KHR),
                    _ => (self.extensions.map(|all| &all.of_root.omi), OMI),
                };
                let missing = || fault(assembly, &names, format!("shape {index} does not exist"));
                let shape = list.and_then(|list| list.shapes.get(index));
                let shape = shape.ok_or_else(missing)?;
                let mesh = match shape.kind.as_str() {
                    "convex" => shape.convex.mesh,
                    "trimesh" => shape.trimesh.mesh,
                    "plane" if shape.plane.is_infinite() => {
                        self.planes.push((names, place, index, shape));
                        return Ok(());
                    }
                    _ => {
                        let far = DVec2::ZERO;
                        return add_solid(assembly, shape, index, &defaults, far, place, &names);
                    }
                };
                let missing = || fault(assembly, &names, format!("shape {index} has no mesh"));
                let mesh = mesh.ok_or_else(missing)?;
                assembly.place_mesh(mesh, place, names)
            }
            (None, Some(node)) => self.add_meshes_below(assembly, node, place, names),
            (None, None) => Err(fault(assembly, &names, "it has no shape".into())),
        }
    }

    /// Adds the meshes of a node and of those below it, as they are seen from that node.
    fn add_meshes_below(
        &mut self,
        assembly: &mut Assembly<'_>,
        node: usize,
        place: DAffine3,
        names: Names,
    ) -> Result<(), LevelError> {
        let mut stack = vec![(node, None)];
        while let Some((index, parent)) = stack.pop() {
            let fault = |reason| fault(assembly, &names, reason);
            let left = self.visits.checked_sub(1);
            self.visits =
                left.ok_or_else(|| fault("too many nodes, or a circle of them".into()))?;
            let declared = assembly.root.nodes.get(index);
            let declared = declared.ok_or_else(|| fault(format!("node {index} does not exist")))?;
            // The transform of the first node is that of the collider's node instead.
            let place = match parent {
                None => place,
                Some(parent) => {
                    let parent: DAffine3 = parent;
                    parent * local(declared).map_err(fault)?
                }
            };
            let children = declared.children.iter().flatten().rev();
            stack.extend(children.map(|child| (child.value(), Some(place))));
            if let Some(mesh) = declared.mesh {
                assembly.place_mesh(mesh.value(), place, names.clone())?;
            }
        }
        Ok(())
    }

    /// Adds the infinite planes, as wide as the rest of the level, and marks the objects that colliders stand for.
    pub(crate) fn finish(self, assembly: &mut Assembly<'_>) -> Result<(), LevelError> {
        let vertices = || assembly.level.vertices.iter().copied();
        let corners = [vertices().reduce(DVec3::min), vertices().reduce(DVec3::max)];
        let [min, max] = corners.map(Option::unwrap_or_default);
        for (names, place, index, shape) in self.planes {
            let farthest = (place.translation - min).max(max - place.translation);
            let reach = LEAST_PLANE.max(farthest.length());
            let [x, _, z] = axes(place);
            let far = DVec2::new(reach / x, reach / z);
            add_solid(assembly, shape, index, &KHR, far, place, &names)?;
        }
        for role in assembly.objects.roles_mut() {
            let body = self.bodies[role.node];
            let in_solid = body.is_some_and(|body| self.solid_bodies[body as usize]);
            if role.kind == Kind::Drawn && (in_solid || self.replaced[role.node]) {
                role.kind = Kind::Replaced;
            }
        }
        Ok(())
    }
}

fn add_solid(
    assembly: &mut Assembly<'_>,
    shape: &ShapeFile,
    index: usize,
    defaults: &Defaults,
    far: DVec2,
    place: DAffine3,
    names: &Names,
) -> Result<(), LevelError> {
    // A scale of zero switches a collider off.
    if place.matrix3.determinant() == 0.0 {
        return Ok(());
    }
    let scale = axes(place).into_iter().fold(0.0, f64::max);
    let part = solid(shape, defaults, scale, far)
        .map_err(|reason| fault(assembly, names, format!("shape {index}: {reason}")))?;
    assembly.add_part(&part, place, names)
}

fn fault(assembly: &Assembly<'_>, names: &Names, reason: String) -> LevelError {
    let node = names.role.node;
    let label = label("node", node, assembly.name_of(Index::new(node as u32)));
    LevelError::at_element(label, format!("its collider: {reason}"))
}

/// The lengths of the axes of a node.
fn axes(place: DAffine3) -> [f64; 3] {
    let matrix = place.matrix3;
    [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(DVec3::length)
}
