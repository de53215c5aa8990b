//! Every public type is `Send` and `Sync`: a level, a mover or a table can be built on one thread and used on others.

use carom::flipper::{Flipper, FlipperError, Flippers, Rolling, Tick};
use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::mover::{
    Caps, Crowd, Feel, Ground, Intent, Locomotion, Member, Met, Mover, MoverError, Played, Pushes,
    Recording, Report, Role, Rollout, Slide, Why,
};
use carom::swarm::{Bounce, Particle, Swarm, SwarmError};
use carom::table::{
    BallId, Event, Impact, Partner, Setup, Snapshot, Space, Status, Table, TableBall, TableError,
    Wall,
};
use carom::{
    Aabb, Ask, Ball, Batch, BodyError, BodyId, Capsule, Chain, ChainContact, ChainError,
    ChainFeature, ChainHit, Circle, Collider, Feature, HeightField, Hull, Ink, Mesh, MeshContact,
    MeshError, MeshHit, MeshSweep, Near, Noticed, OneWay, Only, OnlySegments, Piece, PieceContact,
    PieceHit, Plane, Pose, Rotation, Segment, Sensed, Shape, Sphere, Triangle, Vector, Vector3,
    World, closest, contact, mover, swarm, sweep, turn,
};
use std::collections::BTreeSet;
use std::path::Path;

/// Compiles only for a type that threads can share.
fn shared<T: Send + Sync>(name: &'static str, listed: &mut BTreeSet<&'static str>) {
    let name = name.split('<').next().unwrap();
    listed.insert(name.rsplit("::").next().unwrap().trim());
}

macro_rules! shared {
    ($listed:ident: $($type:ty),* $(,)?) => { $(shared::<$type>(stringify!($type), $listed);)* };
}

/// Of every dimension and precision.
fn of_any_vector<V: Vector>(listed: &mut BTreeSet<&'static str>) {
    shared!(listed:
        Aabb<V>, Ball<V>, Capsule<V>, Hull<V>, Plane<V>, Segment<V>, Shape<V>, Triangle<V>,
        closest::Closest<V>, contact::Contact<V>,
        sweep::Hit<V>, sweep::Start<V>, sweep::Sweep<V>, turn::Motion<V>, turn::Turn<V>,
        Ask<'static, V>, carom::Body<V>, Collider<V>, carom::Motion<V>, Near<V>, OneWay<V>,
        PieceContact<V>, PieceHit<V>, Pose<V>, Rotation<V>, World<V>,
        mover::Body<V>, Crowd<V>, Feel<V::Scalar>, Ground<V>, Intent<V>, Locomotion<V>, Member<V>, Met<V>,
        Mover<V>, Played<V>, Recording<V>, Report<V>, Rollout<'static, V, World<V>>, mover::Settings<V>, Slide<V>,
        Bounce<V>, Particle<V>, swarm::Settings<V>, Swarm<V>,
        Event<V>, Impact<V>, Setup<V>, Snapshot<V>, Space<V>, Table<V>, TableBall<V>, Wall<V>,
        Flipper<V>, Flippers<V>, Rolling<V>,
    );
}

/// What exists in 3D only.
fn of_space<V: Vector3>(listed: &mut BTreeSet<&'static str>) {
    shared!(listed:
        HeightField<V>, Mesh<V>, MeshContact<V>, MeshHit<V>, MeshSweep<V>, Only<'static, V, fn(u32) -> bool>,
        Rollout<'static, V, Mesh<V>>,
    );
}

/// What exists in 2D only.
fn of_the_plane<V: Vector<Double = DVec2>>(listed: &mut BTreeSet<&'static str>) {
    shared!(listed:
        Chain<V>, ChainContact<V>, ChainHit<V>, OnlySegments<'static, V, fn(u32) -> bool>,
    );
}

/// Every type of this file.
fn all() -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    let listed = &mut names;
    of_any_vector::<Vec2>(listed);
    of_any_vector::<Vec3>(listed);
    of_any_vector::<DVec2>(listed);
    of_any_vector::<DVec3>(listed);
    of_space::<Vec3>(listed);
    of_space::<DVec3>(listed);
    of_the_plane::<Vec2>(listed);
    of_the_plane::<DVec2>(listed);
    shared!(listed:
        Batch, BodyError, BodyId, ChainError, ChainFeature, Circle, Feature, Ink, MeshError, Noticed, Piece, Sensed,
        Sphere, Caps, MoverError, Pushes, Role, Why, SwarmError, BallId, Partner, Status, TableError, FlipperError,
        Tick,
    );
    names
}

/// Types that are `pub` in their file but that no path from outside leads to.
const INTERNAL: [&str; 4] = ["Asker", "Twice", "View", "Wide"];

/// The names after `pub struct`, `pub enum` and `pub type` in all files of a folder.
fn declared(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            declared(&path, found);
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let kinds = ["pub struct ", "pub enum ", "pub union ", "pub type "];
            let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind));
            let name = rest.map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap());
            found.extend(name.map(str::to_owned));
        }
    }
}

#[test]
fn every_public_type_is_send_and_sync() {
    let listed = all();
    let mut found = BTreeSet::new();
    declared(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")),
        &mut found,
    );
    let found: BTreeSet<&str> = found.iter().map(|name| &**name).collect();
    let internal = BTreeSet::from(INTERNAL);
    let missing: Vec<_> = found
        .difference(&listed)
        .filter(|name| !internal.contains(*name))
        .collect();
    assert!(
        missing.is_empty(),
        "add to the list of this test: {missing:?}"
    );
    assert!(
        found.len() > 80,
        "the test reads the library: {}",
        found.len()
    );
}
