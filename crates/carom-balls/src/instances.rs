//! Instances of this crate's generic functions for glam's vectors, for the dev builds of this workspace:
//! see the file of the same name in carom-core.

use crate::flipper::Flippers;
use crate::swarm::{Obstacles, Swarm};
use crate::table::Table;
use carom_core::{Mesh, Vector, World};
use core::hint::black_box;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Everything that is compiled here.
pub fn instances() {
    of_vector::<Vec2>();
    of_vector::<Vec3>();
    of_vector::<DVec2>();
    of_vector::<DVec3>();
    of_scene::<Vec3, Mesh<Vec3>>();
    of_scene::<DVec3, Mesh<DVec3>>();
}

fn of_vector<V: Vector>() {
    black_box([
        Table::<V>::new as *const (),
        Table::<V>::add as *const (),
        Table::<V>::insert as *const (),
        Table::<V>::remove as *const (),
        Table::<V>::set_velocity as *const (),
        Table::<V>::balls as *const (),
        Table::<V>::energy as *const (),
        Table::<V>::momentum as *const (),
        Table::<V>::angular_momentum as *const (),
        Table::<V>::max_overlap as *const (),
        Table::<V>::overlap as *const (),
        Table::<V>::snapshot as *const (),
        Table::<V>::restore as *const (),
        Table::<V>::next_event as *const (),
        Table::<V>::step_event as *const (),
        Table::<V>::advance_to as *const (),
        Table::<V>::advance as *const (),
        Table::<V>::events_until as *const (),
        Flippers::<V>::new as *const (),
        Flippers::<V>::advance as *const (),
        Swarm::<V>::new as *const (),
        Swarm::<V>::sort as *const (),
    ]);
    of_scene::<V, World<V>>();
}

fn of_scene<V: Vector, S: Obstacles<V> + Sync>() {
    black_box(tick::<V, S> as *const ());
}

fn tick<V: Vector, S: Obstacles<V> + Sync>(swarm: &mut Swarm<V>, scene: &S, dt: V::Scalar) {
    swarm.tick(scene, dt);
}
