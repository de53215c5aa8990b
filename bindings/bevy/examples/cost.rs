//! The cost of a tick, in the app and in the library alone: `cargo run --release --example cost`.
//!
//! Characters walk in circles on hills of 20,000 triangles. Both run the same ticks, one after the other, on one thread.

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_carom::prelude::*;
use carom::glam;
use carom::mover::{CharacterState as State, Crowd, Intent, Mover, MoverSettings};
use std::time::{Duration, Instant};

const TICKS: u32 = 240;
const DT: f32 = 1. / 64.;

/// The hills: squares of 1 m, and a wave of 2 m.
fn hills() -> (Vec<[f32; 3]>, Vec<u32>) {
    const SIDE: u16 = 101;
    let height = |x: f32, z: f32| 2. * (0.15 * x).sin() * (0.15 * z).cos();
    let corner = |i: u16| {
        let (x, z) = (f32::from(i % SIDE) - 50., f32::from(i / SIDE) - 50.);
        [x, height(x, z), z]
    };
    let square = |i: u16| {
        let [a, b, c, d] = [i, i + SIDE, i + SIDE + 1, i + 1].map(u32::from);
        [a, b, c, a, c, d]
    };
    let inner = (0..SIDE * (SIDE - 1)).filter(|i| i % SIDE != SIDE - 1);
    (
        (0..SIDE * SIDE).map(corner).collect(),
        inner.flat_map(square).collect(),
    )
}

fn place(number: u16) -> Vec3 {
    Vec3::new(
        f32::from(number % 32) * 2. - 31.,
        3.,
        f32::from(number / 32) * 2. - 31.,
    )
}

fn wish(number: usize, tick: u32) -> Vec3 {
    let angle = tick as f32 * 0.02 + number as f32;
    2. * Vec3::new(angle.cos(), 0., angle.sin())
}

/// Microseconds a frame of the app.
fn app(count: u16) -> f64 {
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, CaromPlugin::default()));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    let (positions, indices) = hills();
    let mesh = Mesh::new(
        bevy::mesh::PrimitiveTopology::TriangleList,
        Default::default(),
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_indices(bevy::mesh::Indices::U32(indices));
    let mesh = app.world_mut().resource_mut::<Assets<Mesh>>().add(mesh);
    app.world_mut().spawn((Mesh3d(mesh), Level::default()));
    for number in 0..count {
        let place = Transform::from_translation(place(number));
        app.world_mut().spawn((CharacterMover::default(), place));
    }
    let mut tick = 0;
    app.add_systems(FixedUpdate, move |mut wishes: Query<&mut Wish>| {
        tick += 1;
        for (number, mut one) in wishes.iter_mut().enumerate() {
            one.velocity = wish(number, tick);
        }
    });
    // Until the level is built and all have landed.
    (0..120).for_each(|_| {
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    });
    let start = Instant::now();
    (0..TICKS).for_each(|_| app.update());
    micros(start)
}

/// Microseconds a tick of a crowd without an app.
fn library(count: u16) -> f64 {
    let (positions, indices) = hills();
    let vertices: Vec<_> = positions.into_iter().map(glam::Vec3::from_array).collect();
    let level = carom::Mesh::new(vertices, indices.as_chunks().0).expect("hills");
    let mut world = carom::World::new();
    let level = level.weld(carom::Mesh::<glam::Vec3>::FLAT as f32);
    let layers = !CollisionLayers::CHARACTERS;
    world
        .insert(carom::Body {
            layers,
            ..carom::Body::new(level)
        })
        .expect("hills");
    let mut crowd = Crowd::new(CollisionLayers::CHARACTERS);
    for number in 0..count {
        let mover = Mover::new(MoverSettings::default()).expect("the default");
        let state = State::at(glam::Vec3::from_array(place(number).to_array()), 1.8);
        let role = carom::mover::CrowdRole::Push;
        crowd
            .add(&mut world, mover, state, 80., role)
            .expect("a character");
    }
    let mut intents = vec![Intent::walk(glam::Vec3::ZERO); count.into()];
    let mut step = |tick| {
        for (number, intent) in intents.iter_mut().enumerate() {
            intent.velocity = glam::Vec3::from_array(wish(number, tick).to_array());
        }
        crowd.step(&mut world, &intents, DT);
    };
    (0..120).for_each(&mut step);
    let start = Instant::now();
    (120..120 + TICKS).for_each(step);
    micros(start)
}

fn micros(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e6 / f64::from(TICKS)
}

fn main() {
    println!("characters  app µs/frame  library µs/tick  outside");
    for count in [1, 100, 1000] {
        // The least of five: other programs only add.
        let least = |run: fn(u16) -> f64| (0..5).map(|_| run(count)).fold(f64::INFINITY, f64::min);
        let (app, library) = (least(app), least(library));
        let outside = 100. * (app - library) / app;
        println!("{count:10}  {app:12.1}  {library:15.1}  {outside:6.1} %");
    }
}
