//! Instances of this crate's generic functions for glam's vectors, for the dev builds of this workspace:
//! see the file of the same name in carom-core.

use crate::{CharacterState, Crowd, Intent, Locomotion, Mover, Recording, Rollout, slide};
use carom_core::world::{LocalScene, Scene, World, WorldQuery};
use carom_core::{Mesh, Vector, Vector3};
use core::hint::black_box;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Everything that is compiled here.
pub fn instances() {
    of_vector::<Vec2>();
    of_vector::<Vec3>();
    of_vector::<DVec2>();
    of_vector::<DVec3>();
    of_vector3::<Vec3>();
    of_vector3::<DVec3>();
}

fn of_vector<V: Vector>() {
    of_scene::<V, World<V>>();
    of_scene::<V, WorldQuery<'_, V>>();
    of_scene::<V, LocalScene<V>>();
    black_box([
        Mover::<V>::new as *const (),
        Mover::<V>::set_settings as *const (),
        Crowd::<V>::new as *const (),
        Crowd::<V>::add as *const (),
        Crowd::<V>::step as *const (),
        Locomotion::<V>::new as *const (),
        Locomotion::<V>::intent as *const (),
        Locomotion::<V>::adopt as *const (),
        Recording::<V>::new as *const (),
        Recording::<V>::play as *const (),
    ]);
}

fn of_vector3<V: Vector3>() {
    of_scene::<V, Mesh<V>>();
}

fn of_scene<V: Vector, S: Scene<V>>() {
    black_box([
        in_scene::<V, S> as *const (),
        Rollout::<V, S>::new as *const (),
        Rollout::<V, S>::step as *const (),
    ]);
}

fn in_scene<V: Vector, S: Scene<V>>(
    mover: &mut Mover<V>,
    scene: &S,
    body: &mut CharacterState<V>,
    intent: &Intent<V>,
    dt: V::Scalar,
) {
    black_box(mover.step(scene, body, intent, dt));
    let capsule = mover.settings().capsule(body.feet, body.height);
    black_box(slide(scene, &capsule, body.velocity, dt));
}
