//! Characters and platforms are drawn evenly between ticks, whatever the frame rate.

use crate::stage::*;
use bevy_app::FixedUpdate;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::prelude::*;
use bevy_time::Time;
use bevy_transform::prelude::*;

const RATES: [f64; 4] = [30., 60., 144., 1000.];

/// The relative deviation of the steps from frame to frame from their ideal.
fn unevenness(drawn: &[Vec3], ideal: f32) -> f32 {
    let steps = drawn.windows(2).map(|pair| pair[0].distance(pair[1]));
    steps.fold(0.0, |worst, step| (step / ideal - 1.).abs().max(worst))
}

#[test]
fn a_walk_is_drawn_evenly() {
    for fps in RATES {
        let mut app = app_at(fps);
        floor(&mut app);
        let hero = hero(&mut app, Vec3::ZERO);
        walk(&mut app, hero, vec3(3., 0., 4.));
        frames(&mut app, (fps / 4.) as usize);
        let drawn: Vec<Vec3> = (0..fps as usize)
            .map(|_| {
                app.update();
                feet(&app, hero)
            })
            .collect();
        let worst = unevenness(&drawn, 5. / fps as f32);
        assert!(worst < 0.01, "{fps} frames a second: {worst}");
        assert!(drawn.iter().all(|at| at.y.abs() < 1e-3));
    }
}

#[derive(Component)]
struct Lift(f32);

fn raise(mut lifts: Query<(&mut Transform, &Lift)>, time: Res<Time>) {
    for (mut transform, lift) in &mut lifts {
        transform.translation.y += lift.0 * time.delta_secs();
    }
}

#[test]
fn a_lift_and_its_rider_are_drawn_as_one() {
    for fps in RATES {
        let mut app = app_at(fps);
        app.add_systems(FixedUpdate, raise);
        let lift = (
            Collider::cuboid(4., 1., 4.),
            Platform,
            Lift(2.),
            Transform::from_xyz(0., -0.5, 0.),
        );
        let lift = app.world_mut().spawn(lift).id();
        let hero = hero(&mut app, Vec3::ZERO);
        frames(&mut app, (fps / 4.) as usize);
        let mut drawn = Vec::new();
        for _ in 0..fps as usize {
            app.update();
            drawn.push(feet(&app, hero));
            let under = feet(&app, lift).y + 0.5;
            let gap = feet(&app, hero).y - under;
            assert!(gap.abs() < 1e-3, "{fps}: {gap}");
        }
        let worst = unevenness(&drawn, 2. / fps as f32);
        assert!(worst < 0.01, "{fps} frames a second: {worst}");
        let risen = drawn.last().unwrap().y;
        assert!((2.2..2.6).contains(&risen), "{fps}: {risen}");
    }
}

#[test]
fn a_resting_character_is_not_written_and_does_not_jitter() {
    for fps in RATES {
        let mut app = app_at(fps);
        floor(&mut app);
        let hero = hero(&mut app, vec3(0.3, 0., 0.7));
        frames(&mut app, fps as usize / 2);
        let at = feet(&app, hero);
        let tick = app
            .world_mut()
            .entity(hero)
            .get_ref::<Transform>()
            .unwrap()
            .last_changed();
        frames(&mut app, fps as usize);
        assert_eq!(feet(&app, hero), at, "{fps}");
        let last = app
            .world_mut()
            .entity(hero)
            .get_ref::<Transform>()
            .unwrap()
            .last_changed();
        assert_eq!(tick, last, "{fps}: no change, no propagation");
    }
}

#[test]
fn fixed_systems_see_the_place_of_the_tick() {
    #[derive(Resource, Default)]
    struct Places(Vec<f32>);
    let mut app = app_at(144.);
    floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    walk(&mut app, hero, vec3(3., 0., 0.));
    app.init_resource::<Places>();
    app.add_systems(
        FixedUpdate,
        |hero: Single<(&Transform, &CharacterState)>, mut places: ResMut<Places>| {
            let (drawn, state) = *hero;
            assert!((drawn.translation.x - state.feet.x).abs() < 1e-6);
            places.0.push(drawn.translation.x);
        },
    );
    frames(&mut app, 144);
    let places = &app.world().resource::<Places>().0;
    assert!(places.len() > 55);
    for pair in places[2..].windows(2) {
        assert!((pair[1] - pair[0] - 0.05).abs() < 1e-4, "{pair:?}");
    }
}

#[test]
fn a_tick_in_update_is_drawn_as_it_is() {
    use bevy_app::Update;
    let mut app = bevy_app::App::new();
    app.add_plugins((
        bevy_app::TaskPoolPlugin::default(),
        bevy_time::TimePlugin,
        bevy_transform::TransformPlugin,
        CaromPlugin::new(Update),
    ));
    let delta = std::time::Duration::from_millis(10);
    app.insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(delta));
    floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    walk(&mut app, hero, vec3(1., 0., 0.));
    frames(&mut app, 101);
    assert!(
        (feet(&app, hero).x - 1.).abs() < 1e-3,
        "{}",
        feet(&app, hero)
    );
}
