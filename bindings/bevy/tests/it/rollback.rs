//! Components that are stored and restored give the same ticks, to the bit.

use crate::stage::*;
use bevy_app::{App, FixedUpdate};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::prelude::*;
use bevy_time::Time;
use bevy_transform::prelude::*;

/// Ticks since the start: platforms and inputs depend on it alone.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
struct Tick(u32);

#[derive(Component)]
struct Lift;

#[derive(Component)]
struct Table;

fn move_all(
    mut tick: ResMut<Tick>,
    time: Res<Time>,
    mut lifts: Query<&mut Transform, With<Lift>>,
    mut tables: Query<&mut Transform, (With<Table>, Without<Lift>)>,
) {
    tick.0 += 1;
    let seconds = tick.0 as f32 * time.delta_secs();
    for mut lift in &mut lifts {
        lift.translation.y = seconds.sin();
    }
    for mut table in &mut tables {
        table.rotation = Quat::from_rotation_y(seconds);
    }
}

/// Inputs that depend on the tick alone.
fn play(tick: Res<Tick>, mut wishes: Query<(Entity, &mut Wish)>) {
    for (number, (_, mut wish)) in wishes.iter_mut().enumerate() {
        let mut random = tick.0 / 20 * 97 + number as u32 * 31;
        random = random.wrapping_mul(2_654_435_761) >> 16;
        let angle = (random % 64) as f32 / 64. * core::f32::consts::TAU;
        wish.velocity = vec3(angle.cos(), 0., angle.sin()) * 3.;
        if tick.0 % 37 == number as u32 {
            wish.jump(5.);
        }
        wish.crouch = random.is_multiple_of(7);
    }
}

fn stage() -> App {
    let mut app = app();
    app.init_resource::<Tick>();
    app.add_systems(FixedUpdate, (move_all, play).chain());
    floor(&mut app);
    let world = app.world_mut();
    for side in [
        vec3(9., 1., 0.),
        vec3(-9., 1., 0.),
        vec3(0., 1., 9.),
        vec3(0., 1., -9.),
    ] {
        let size = if side.x == 0. {
            vec3(20., 3., 1.)
        } else {
            vec3(1., 3., 20.)
        };
        let wall = Collider::Cuboid {
            half_size: size / 2.,
        };
        world.spawn((wall, Transform::from_translation(side)));
    }
    world.spawn((
        Collider::cuboid(4., 0.5, 4.),
        Platform,
        Lift,
        Transform::from_xyz(4., 0., 0.),
    ));
    world.spawn((
        Collider::cuboid(5., 0.6, 5.),
        Platform,
        Table,
        Transform::from_xyz(-4., 0., 0.),
    ));
    for number in 0..12_u8 {
        let angle = f32::from(number) * 0.5;
        let at = vec3(angle.cos() * 5., 1.5, angle.sin() * 5.);
        let mut hero = world.spawn((CharacterMover::default(), Transform::from_translation(at)));
        if number % 2 == 0 {
            hero.insert(Locomotion::default());
        }
    }
    app
}

/// What a game stores of a tick.
type Saved = (
    Tick,
    Vec<(Entity, CharacterState, Transform, Wish)>,
    Vec<(Entity, PlatformState, Transform)>,
);

fn save(app: &mut App) -> Saved {
    let tick = *app.world().resource::<Tick>();
    let world = app.world_mut();
    let mut characters = world.query::<(Entity, &CharacterState, &Transform, &Wish)>();
    let characters = characters
        .iter(world)
        .map(|(e, s, t, w)| (e, *s, *t, *w))
        .collect();
    let mut platforms = world.query::<(Entity, &PlatformState, &Transform)>();
    let platforms = platforms.iter(world).map(|(e, s, t)| (e, *s, *t)).collect();
    (tick, characters, platforms)
}

fn restore(app: &mut App, saved: &Saved) {
    app.insert_resource(saved.0);
    for (entity, state, transform, wish) in &saved.1 {
        *get_mut(app, *entity) = *state;
        *get_mut(app, *entity) = *transform;
        *get_mut(app, *entity) = *wish;
    }
    for (entity, state, transform) in &saved.2 {
        *get_mut(app, *entity) = *state;
        *get_mut(app, *entity) = *transform;
    }
}

fn tick(app: &mut App) {
    app.world_mut().run_schedule(FixedUpdate);
    app.world_mut().run_schedule(bevy_app::FixedPostUpdate);
}

fn bits(app: &mut App) -> Vec<[u32; 6]> {
    let world = app.world_mut();
    let mut states = world.query::<&CharacterState>();
    let bits = |s: &CharacterState| {
        let [a, b, c] = s.feet.to_array().map(f32::to_bits);
        let [d, e, f] = s.velocity.to_array().map(f32::to_bits);
        [a, b, c, d, e, f]
    };
    states.iter(world).map(bits).collect()
}

#[test]
fn six_hundred_ticks_rolled_back_are_the_same_to_the_bit() {
    let mut app = stage();
    // Time of the generic clock in schedules that are run by hand.
    frames(&mut app, 30);
    let delta = std::time::Duration::from_secs_f64(1. / HZ);
    app.world_mut().resource_mut::<Time>().advance_by(delta);
    let mut history = vec![(save(&mut app), bits(&mut app))];
    for _ in 0..600 {
        tick(&mut app);
        let saved = save(&mut app);
        history.push((saved, bits(&mut app)));
    }
    assert!(history[0].1 != history[600].1);
    // All of it, from the first tick.
    restore(&mut app, &history[0].0);
    for (number, (saved, expected)) in history.iter().enumerate().skip(1) {
        tick(&mut app);
        assert_eq!(bits(&mut app), *expected, "tick {number}");
        assert_eq!(save(&mut app), *saved, "tick {number}");
    }
    // Seven ticks at a time, as a late input makes it.
    for start in (0..590).step_by(50) {
        restore(&mut app, &history[start].0);
        for back in 1..=7 {
            tick(&mut app);
            assert_eq!(
                bits(&mut app),
                history[start + back].1,
                "tick {}",
                start + back
            );
        }
    }
}

#[test]
fn two_apps_are_the_same_to_the_bit_at_any_frame_rate() {
    let run = |fps: f64| {
        let mut app = stage();
        let frame = std::time::Duration::from_secs_f64(1. / fps);
        app.insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(frame));
        while app.world().resource::<Tick>().0 < 300 {
            app.update();
        }
        let saved = save(&mut app);
        (saved.0.0, bits(&mut app))
    };
    let first = run(1000.);
    assert_eq!(first.0, 300);
    assert_eq!(first, run(1000.));
    assert_eq!(first, run(61.));
}

#[test]
#[cfg(feature = "serde")]
fn a_state_comes_back_from_json_to_the_bit() {
    let mut app = stage();
    frames(&mut app, 100);
    let saved = save(&mut app);
    for (_, state, _, wish) in &saved.1 {
        let text = serde_json::to_string(&(state, wish)).unwrap();
        let back: (CharacterState, Wish) = serde_json::from_str(&text).unwrap();
        assert_eq!(back, (*state, *wish));
    }
}
