//! Instances of this crate's generic functions for glam's vectors, for the dev builds of this workspace.
//!
//! A generic function is compiled by each crate that calls it, unless a dependency holds the same instance already and the
//! optimization level lets crates share it (rustc's `share-generics`: levels 0, 1, `s` and `z`). Fifty test executables
//! share what is compiled here. Nothing calls [`instances`]; it takes the address of what others call.

use crate::pair::{matrix, rigid};
use crate::shape::{ShapeRef, capsule::Capsule};
use crate::surface::Surface;
use crate::surface::chain::Chain;
use crate::surface::mesh::{HeightField, Mesh, Vector3};
use crate::world::{Body, LocalScene, PairEvents, Scene, SensorEvents, World, WorldView};
use carom_math::Vector;
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
    of_surface::<Chain<Vec2>>();
    of_surface::<Chain<DVec2>>();
}

fn of_vector<V: Vector>() {
    black_box([
        matrix::overlaps::<V> as *const (),
        matrix::contact_within::<V> as *const (),
        matrix::swept::<V> as *const (),
        rigid::swept::<V> as *const (),
        world::<V> as *const (),
        World::<V>::remove as *const (),
        World::<V>::set_pose as *const (),
        World::<V>::move_to as *const (),
        World::<V>::set_velocity as *const (),
        World::<V>::set_velocities as *const (),
        World::<V>::settle as *const (),
        World::<V>::set_spin as *const (),
        World::<V>::set_surface_velocity as *const (),
        World::<V>::set_moving as *const (),
        World::<V>::set_sensor as *const (),
        World::<V>::set_one_way as *const (),
        World::<V>::optimize as *const (),
        <World<V> as Scene<V>>::motion as *const (),
        <LocalScene<V> as Scene<V>>::gather as *const (),
        local_scene::<V> as *const (),
        LocalScene::<V>::closest as *const (),
        LocalScene::<V>::overlaps as *const (),
        LocalScene::<V>::sweep as *const (),
        LocalScene::<V>::contact as *const (),
        LocalScene::<V>::sweep_one as *const (),
        LocalScene::<V>::surface as *const (),
        LocalScene::<V>::shape as *const (),
        <World<V> as Scene<V>>::gather as *const (),
    ]);
    of_surface::<WorldView<'_, V>>();
    of_surface::<LocalScene<V>>();
}

fn of_vector3<V: Vector3>() {
    black_box([
        mesh::<V> as *const (),
        Mesh::<V>::weld as *const (),
        Mesh::<V>::compact as *const (),
        Mesh::<V>::one_sided as *const (),
        Mesh::<V>::signed_distance as *const (),
        Mesh::<V>::is_closed as *const (),
        Mesh::<V>::open_edges as *const (),
        HeightField::<V>::mesh as *const (),
        <Mesh<V> as Scene<V>>::gather as *const (),
    ]);
    of_surface::<Mesh<V>>();
}

fn of_surface<S: Surface>() {
    black_box([
        <S as Surface>::bounds as *const (),
        <S as Surface>::parts as *const (),
        <S as Surface>::closest as *const (),
        <S as Surface>::each_contact as *const (),
        <S as Surface>::each_nearest as *const (),
        <S as Surface>::overlap as *const (),
        <S as Surface>::each_hit as *const (),
        <S as Surface>::sweep_rigid as *const (),
    ]);
}

fn world<V: Vector>(world: &mut World<V>, body: Body<V>, sensed: &mut SensorEvents) {
    let Ok(id) = world.insert(body.clone()) else {
        return;
    };
    let _ = black_box(world.replace(id, body));
    world.update_sensors(sensed);
    world.update_pairs(&mut PairEvents::new());
    world.update_pairs_with(world, &mut PairEvents::new());
}

fn local_scene<V: Vector>(
    scene: &mut LocalScene<V>,
    shape: &ShapeRef<'_, V>,
    capsule: &Capsule<V>,
) {
    scene.add_shape(shape, crate::PartId::of(0));
    scene.contacts(capsule, capsule.radius, |contact| {
        black_box(contact);
    });
}

fn mesh<V: Vector3>(vertices: &[V], triangles: &[[u32; 3]]) {
    let _ = black_box(Mesh::new(vertices, triangles));
    let _ = black_box(Mesh::quick(vertices, triangles));
}
