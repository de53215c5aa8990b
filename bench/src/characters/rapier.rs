//! rapier's `KinematicCharacterController`, with and without `autostep`.

use super::own;
use super::walk::{DT, GRAVITY, HEIGHT, Kind, RADIUS, SKIN, STEP, Walker};
use crate::peer::vector;
use crate::surface::Surface;
use glam::Vec3;
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::parry::query::DefaultQueryDispatcher;
use rapier3d::parry::shape::Capsule as Shape;
use rapier3d::prelude::{
    BroadPhaseBvh, ColliderBuilder, ColliderSet, IntegrationParameters, Pose, QueryFilter,
    RigidBodySet,
};
use std::error::Error;

/// The sets that queries of rapier need.
pub(super) struct Level {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    boxes: BroadPhaseBvh,
}

impl Level {
    pub(super) fn new(surface: &Surface) -> Result<Self, Box<dyn Error>> {
        let vertices = surface.vertices.iter().map(|p| vector(*p)).collect();
        let collider = ColliderBuilder::trimesh(vertices, surface.triangles.clone())?.build();
        let bounds = collider.compute_aabb();
        let mut level = Self {
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            boxes: BroadPhaseBvh::new(),
        };
        let handle = level.colliders.insert(collider);
        let settings = IntegrationParameters::default();
        level.boxes.set_aabb(&settings, handle, bounds);
        Ok(level)
    }

    pub(super) fn kinds(&self) -> Vec<Kind<'_>> {
        let kind = |name, goal, autostep| {
            let control = KinematicCharacterController {
                autostep,
                offset: CharacterLength::Absolute(SKIN),
                snap_to_ground: Some(CharacterLength::Absolute(STEP)),
                ..KinematicCharacterController::default()
            };
            Kind {
                name,
                beside: own::NAME,
                goal,
                hover: 0.0,
                start: Box::new(move |feet| {
                    Box::new(Peer {
                        level: self,
                        control,
                        feet,
                        fall: 0.0,
                        grounded: false,
                    })
                }),
            }
        };
        let step = CharacterAutostep {
            max_height: CharacterLength::Absolute(STEP),
            ..CharacterAutostep::default()
        };
        vec![
            kind("rapier3d", None, None),
            kind("rapier3d autostep", Some(25.0), Some(step)),
        ]
    }
}

/// rapier's controller, with a fall that its user keeps.
struct Peer<'a> {
    level: &'a Level,
    control: KinematicCharacterController,
    feet: Vec3,
    /// Upwards, m/s.
    fall: f32,
    grounded: bool,
}

impl Walker for Peer<'_> {
    fn step(&mut self, velocity: Vec3) {
        let Level {
            bodies,
            colliders,
            boxes,
        } = self.level;
        let filter = QueryFilter::default();
        let queries = boxes.as_query_pipeline(&DefaultQueryDispatcher, bodies, colliders, filter);
        let shape = Shape::new_y(HEIGHT * 0.5 - RADIUS, RADIUS);
        let middle = self.feet + Vec3::Y * (HEIGHT * 0.5);
        self.fall -= GRAVITY * DT;
        let wish = vector((velocity + Vec3::Y * self.fall) * DT);
        let at = Pose::from_translation(vector(middle));
        let moved = (self.control).move_shape(DT, &queries, &shape, &at, wish, |_| ());
        self.feet += Vec3::from_array(moved.translation.to_array());
        self.grounded = moved.grounded;
        if moved.grounded {
            self.fall = 0.0;
        }
    }

    fn feet(&self) -> Vec3 {
        self.feet
    }

    fn is_grounded(&self) -> bool {
        self.grounded
    }
}
