//! Abilities: closed forms, at every tick rate.

use crate::stage::*;
use bevy_app::prelude::*;
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::prelude::*;
use bevy_time::{Fixed, Time};
use bevy_transform::prelude::*;

const RATES: [u32; 4] = [30, 60, 150, 1000];
const GRAVITY: f32 = 9.81;

/// An app with a floor and a tick a frame, and a character with these components at rest on the floor.
fn stage(hz: u32, components: impl Bundle) -> (App, Entity) {
    let mut app = app();
    app.insert_resource(Time::<Fixed>::from_hz(hz.into()));
    floor(&mut app);
    let hero = hero(&mut app, Vec3::ZERO);
    app.world_mut().entity_mut(hero).insert(components);
    app.update();
    (app, hero)
}

/// Within this many seconds all rates have a tick.
fn ticks(hz: u32, seconds: f32) -> usize {
    (hz as f32 * seconds).round() as usize
}

/// Where the last tick has put its drawn feet; its `Transform` is drawn a tick later.
fn place(app: &App, hero: Entity) -> Vec3 {
    let Vec3 { x, y, .. } = get::<CharacterState>(app, hero).feet;
    let flat = app.world().get::<CharacterMover2d>(hero).is_some();
    let z = if flat {
        get::<Transform>(app, hero).translation.z
    } else {
        get::<CharacterState>(app, hero).feet.z
    };
    vec3(x, y - 0.01, z)
}

fn wall(app: &mut App, size: Vec3, at: Vec3) -> Entity {
    let collider = Collider::cuboid(size.x, size.y, size.z);
    let place = Transform::from_translation(at);
    app.world_mut().spawn((collider, place)).id()
}

/// The next ticks until no ability acts any more.
fn finish(app: &mut App, hero: Entity) -> usize {
    for tick in 0..10_000 {
        if get::<Ability>(app, hero) == Ability::None {
            return tick;
        }
        app.update();
    }
    panic!("it goes on: {:?}", get::<Ability>(app, hero));
}

#[test]
fn a_double_jump_is_two_parabolas_with_and_without_locomotion() {
    for hz in RATES {
        for has_locomotion in [false, true] {
            let (mut app, hero) = stage(hz, AirJumps::new(1));
            if has_locomotion {
                let locomotion = Locomotion::default();
                app.world_mut().entity_mut(hero).insert(locomotion);
            }
            // The second one at 0.3 s; a third one counts for nothing.
            let presses = [0., 0.3, 0.5].map(|time| ticks(hz, time));
            let mut highest = 0_f32;
            for tick in 0..ticks(hz, 3.) {
                if presses.contains(&tick) {
                    get_mut::<Wish>(&mut app, hero).jump(4.);
                }
                app.update();
                highest = highest.max(place(&app, hero).y);
                let left = u32::from(tick < presses[1]);
                assert!(tick > presses[2] || get::<AirJumps>(&app, hero).left == left);
            }
            let exact = 4. * 0.3 - 0.5 * GRAVITY * 0.09 + 16. / (2. * GRAVITY);
            // The highest tick is at most half a tick from the apex.
            let dt = 1. / hz as f32;
            let slack = GRAVITY * dt * dt / 8. + 1e-4;
            assert!((highest - exact).abs() <= slack, "{hz} Hz: {highest}");
            assert!(get::<CharacterState>(&app, hero).grounded());
            assert_eq!(get::<AirJumps>(&app, hero).left, 1);
        }
    }
}

/// Right after an edge a jump is a late one from the ground, and the one in the air is left.
#[test]
fn a_late_jump_is_no_jump_in_the_air() {
    let mut app = app();
    wall(&mut app, vec3(4., 1., 4.), vec3(0., -0.5, 0.));
    let hero = hero(&mut app, Vec3::ZERO);
    let abilities = (Locomotion::default(), AirJumps::new(1));
    app.world_mut().entity_mut(hero).insert(abilities);
    walk(&mut app, hero, vec3(4., 0., 0.));
    while app.world().get::<CharacterState>(hero).unwrap().height == 0.
        || get::<CharacterState>(&app, hero).grounded()
    {
        app.update();
    }
    for left in [1, 0, 0] {
        get_mut::<Wish>(&mut app, hero).jump(5.);
        app.update();
        assert_eq!(get::<AirJumps>(&app, hero).left, left);
    }
}

#[test]
fn a_jump_let_go_early_is_lower() {
    for hz in RATES {
        let (mut app, hero) = stage(hz, ());
        get_mut::<Wish>(&mut app, hero).jump(4.);
        frames(&mut app, ticks(hz, 0.1));
        get_mut::<CharacterState>(&mut app, hero).cut_jump(1., Vec3::Y * 3.);
        let mut highest = 0_f32;
        for _ in 0..ticks(hz, 1.) {
            app.update();
            highest = highest.max(place(&app, hero).y);
        }
        let exact = 0.4 - 0.5 * GRAVITY * 0.01 + 1. / (2. * GRAVITY);
        let slack = GRAVITY / (hz * hz) as f32 / 8. + 1e-4;
        assert!((highest - exact).abs() <= slack, "{hz} Hz: {highest}");
    }
}

#[test]
fn a_dash_is_as_long_as_it_says_stops_at_walls_and_ends_at_rest() {
    for hz in RATES {
        for (way, end) in [
            (vec3(-3., 0.5, 1.), vec3(-3., 0.5, 1.)),
            (vec3(3., 0., 0.), vec3(1.69, 0., 0.)),
        ] {
            let locomotion = Locomotion::default();
            let (mut app, hero) = stage(hz, (Ability::None, locomotion));
            wall(&mut app, vec3(1., 9., 9.), vec3(2.5, 4.5, 0.));
            walk(&mut app, hero, vec3(0., 0., 5.));
            app.update();
            walk(&mut app, hero, Vec3::ZERO);
            let from = place(&app, hero);
            *get_mut::<Ability>(&mut app, hero) = Ability::dash(way, 0.22);
            // The last tick of the dash, and the one that finds it over.
            let count = finish(&mut app, hero);
            assert_eq!(count, (0.22 * hz as f32 - 1e-3).ceil() as usize + 1);
            let (at, state) = (place(&app, hero), get::<CharacterState>(&app, hero));
            let fallen = vec3(0., GRAVITY / (hz * hz) as f32, 0.);
            let error = (at - end - from * vec3(0., 0., 1.)).abs();
            assert!(
                error.cmple(fallen + Vec3::splat(2e-3)).all(),
                "{hz} Hz: {at}"
            );
            assert_eq!(state.velocity * vec3(1., 0., 1.), Vec3::ZERO);
            assert_eq!(state.walk_velocity, Vec3::ZERO);
        }
    }
}

#[test]
fn a_glide_falls_at_its_speed_and_lands_as_any_other() {
    for hz in RATES {
        let (mut app, hero) = stage(hz, (Ability::Glide { speed: 1.5 }, Locomotion::default()));
        get_mut::<Transform>(&mut app, hero).translation.y = 6.;
        // A teleport ends it.
        app.update();
        assert_eq!(get::<Ability>(&app, hero), Ability::None);
        *get_mut::<Ability>(&mut app, hero) = Ability::Glide { speed: 1.5 };
        let (from, dt) = (get::<CharacterState>(&app, hero), 1. / hz as f32);
        let speed = -from.velocity.y;
        frames(&mut app, ticks(hz, 2.));
        let until = (1.5 - speed) / GRAVITY;
        let exact = from.feet.y - (speed + 1.5) / 2. * until - 1.5 * (2. - until);
        let state = get::<CharacterState>(&app, hero);
        assert!(
            (state.feet.y - exact).abs() < 2e-3 && (state.velocity.y + 1.5).abs() < 1e-5,
            "{hz} Hz: {} of {exact}",
            state.feet.y
        );
        frames(&mut app, ticks(hz, 3.));
        assert!(get::<CharacterState>(&app, hero).grounded());
        // A jump is no higher and no lower for it, as it never falls faster than it may.
        get_mut::<Wish>(&mut app, hero).jump(4.);
        app.update();
        let rise = get::<CharacterState>(&app, hero).velocity.y;
        assert!((rise - 4. + GRAVITY * dt).abs() < 1e-4, "{rise}");
    }
}

const MANTLE: Mantle<f32> = Mantle {
    heights: [0.5, 1.5],
    speed: 2.,
};
const VAULT: Vault<f32> = Vault {
    heights: [0.5, 1.2],
    drop: 1.,
    speed: 3.,
};

/// The path that a search of the character finds.
fn search(
    app: &mut App,
    hero: Entity,
    found: impl Fn(
        bevy_carom::SpaceQuery<'_, bevy_carom::Dim3>,
        (&CharacterMover, &CharacterState),
    ) -> Option<Ability>
    + Send
    + Sync
    + 'static,
) -> Option<Ability> {
    let run = move |space: CaromSpace, heroes: Query<(&CharacterMover, &CharacterState)>| {
        let mask = !CollisionLayers::CHARACTERS;
        found(space.query().mask(mask), heroes.get(hero).unwrap())
    };
    app.world_mut().run_system_once(run).unwrap()
}

#[test]
fn a_mantle_climbs_a_block_and_a_vault_crosses_a_wall_at_every_rate() {
    for hz in RATES {
        let (mut app, hero) = stage(hz, (Ability::None, Locomotion::default()));
        wall(&mut app, vec3(2., 1.2, 2.), vec3(2., 0.6, 0.));
        wall(&mut app, vec3(2., 1., 0.2), vec3(0., 0.5, -1.));
        app.update();
        let ahead = vec3(0.9, 0., 0.);
        assert_eq!(
            search(&mut app, hero, move |query, hero| query
                .mantle(&MANTLE, hero, -ahead)),
            None
        );
        get_mut::<Transform>(&mut app, hero).translation.x = 0.6;
        app.update();
        let path = search(&mut app, hero, move |query, hero| {
            query.mantle(&MANTLE, hero, ahead)
        });
        *get_mut::<Ability>(&mut app, hero) = path.expect("a ledge");
        // 1.2 m up and 0.9 m ahead.
        let count = finish(&mut app, hero);
        let exact = (1.2 + 0.9) / 2. * hz as f32;
        assert!(
            (count as f32 - exact).abs() <= 1.0,
            "{hz} Hz: {count} of {exact}"
        );
        let at = place(&app, hero);
        assert!((at - vec3(1.5, 1.2, 0.)).length() < 2e-3, "{hz} Hz: {at}");
        assert_eq!(get::<CharacterState>(&app, hero).velocity, Vec3::ZERO);
        app.update();
        assert!(get::<CharacterState>(&app, hero).grounded());
        get_mut::<Transform>(&mut app, hero).translation = vec3(0., 0., -0.4);
        app.update();
        let over = vec3(0., 0., -1.5);
        let path = search(&mut app, hero, move |query, hero| {
            query.vault(&VAULT, hero, over)
        });
        *get_mut::<Ability>(&mut app, hero) = path.expect("a wall");
        finish(&mut app, hero);
        let at = place(&app, hero);
        // Two skins behind the wall, which ends at z = -1.1.
        assert!(
            (at - vec3(0., 0., -1.1 - 0.32)).length() < 2e-3,
            "{hz} Hz: {at}"
        );
    }
}

/// While it follows a path, queries and sensors find a character where it is.
#[test]
fn a_ladder_is_climbed_held_and_left_and_queries_find_the_climber() {
    for hz in RATES {
        let (mut app, hero) = stage(hz, (Ability::None, Locomotion::default()));
        let ladder = Ladder {
            bottom: vec3(0.1, 0.01, 0.),
            top: vec3(0.1, 5.01, 0.),
            exit: vec3(1.1, 5.01, 0.),
            speed: 2.,
        };
        wall(&mut app, vec3(2., 5., 2.), vec3(1.5, 2.5, 0.));
        app.update();
        let state = get::<CharacterState>(&app, hero);
        assert!(ladder.is_near(state.feet, 0.2) && !ladder.is_near(state.feet, 0.05));
        *get_mut::<Ability>(&mut app, hero) = ladder.up(state.feet);
        // 0.1 m to the ladder and 1.9 m up it.
        frames(&mut app, hz as usize);
        let at = get::<CharacterState>(&app, hero).feet;
        assert!((at - vec3(0.1, 1.91, 0.)).length() < 1e-3, "{hz} Hz: {at}");
        let look =
            move |space: CaromSpace| space.query().ray(vec3(-2., at.y + 0.05, 0.), Vec3::X * 9.);
        let hit = app.world_mut().run_system_once(look).unwrap().unwrap();
        assert_eq!(hit.entity, hero);
        *get_mut::<Ability>(&mut app, hero) = Ability::Hold;
        frames(&mut app, hz as usize / 3);
        assert_eq!(get::<CharacterState>(&app, hero).feet, at);
        *get_mut::<Ability>(&mut app, hero) = ladder.down(at);
        frames(&mut app, ticks(hz, 0.4));
        let at = get::<CharacterState>(&app, hero).feet;
        assert!((at.y - 1.11).abs() < 1e-3, "{hz} Hz: {at}");
        *get_mut::<Ability>(&mut app, hero) = ladder.up(at);
        finish(&mut app, hero);
        let at = get::<CharacterState>(&app, hero).feet;
        assert!((at - ladder.exit).length() < 1e-3, "{hz} Hz: {at}");
    }
}

/// v' = −drag (v − w): the way of a swimmer, its rise to the surface, and the ledge out of the water.
#[test]
fn a_swimmer_brakes_floats_and_gets_out_at_every_rate() {
    let water = Water {
        surface: 1.5,
        float: 1.3,
        buoyancy: 0.5,
        drag: 2.,
    };
    for hz in RATES {
        let (mut app, hero) = stage(hz, (Ability::swim(water), Locomotion::default()));
        wall(&mut app, vec3(2., 1.8, 4.), vec3(5., 0.9, 0.));
        app.update();
        get_mut::<Transform>(&mut app, hero).translation = vec3(0., 0.1, 0.);
        app.update();
        let from = get::<CharacterState>(&app, hero);
        *get_mut::<Ability>(&mut app, hero) = Ability::swim(water);
        walk(&mut app, hero, vec3(1., 0., 0.));
        frames(&mut app, 2 * hz as usize);
        let state = get::<CharacterState>(&app, hero);
        let exact = from.feet.x + 2. - (1. - (-4_f32).exp()) / 2.;
        assert!(
            (state.feet.x - exact).abs() < 2e-3 && (state.feet.y - 0.2).abs() < 1e-3,
            "{hz} Hz: {} of {exact}",
            state.feet
        );
        let speed = 1. - (-4_f32).exp();
        assert!(
            (state.velocity.x - speed).abs() < 1e-3 && (state.walk_velocity.x - speed).abs() < 1e-3
        );
        frames(&mut app, 3 * hz as usize);
        let path = search(&mut app, hero, move |query, hero| {
            query.water_exit(&water, hero, vec3(0.9, 0., 0.), [0.6, 2.])
        });
        *get_mut::<Ability>(&mut app, hero) = path.expect("a ledge");
        finish(&mut app, hero);
        let at = place(&app, hero);
        assert!((at.y - 1.8).abs() < 2e-3 && at.x > 4.2, "{hz} Hz: {at}");
        // Above the water the same component does nothing.
        *get_mut::<Ability>(&mut app, hero) = Ability::swim(water);
        walk(&mut app, hero, Vec3::ZERO);
        frames(&mut app, 2);
        assert!(get::<CharacterState>(&app, hero).grounded());
    }
}

#[test]
fn a_wall_jump_goes_away_from_the_wall_and_up() {
    let (mut app, hero) = stage(60, Locomotion::default());
    wall(&mut app, vec3(1., 9., 9.), vec3(0.81, 4.5, 0.));
    app.update();
    let off_wall =
        move |space: CaromSpace, mut heroes: Query<(&CharacterMover, &mut CharacterState)>| {
            let (mover, mut state) = heroes.get_mut(hero).unwrap();
            let jump = WallJump { away: 3., rise: 4. };
            space
                .query()
                .except(hero)
                .wall_jump(&jump, mover, &mut state)
        };
    assert!(
        !app.world_mut().run_system_once(off_wall).unwrap(),
        "on the ground"
    );
    get_mut::<Wish>(&mut app, hero).jump(4.);
    frames(&mut app, 5);
    assert!(app.world_mut().run_system_once(off_wall).unwrap());
    let state = get::<CharacterState>(&app, hero);
    assert_eq!(
        (state.velocity.y, state.walk_velocity),
        (4., vec3(-3., 0., 0.))
    );
    frames(&mut app, 30);
    assert!((place(&app, hero).x + 1.5).abs() < 0.05);
}

/// A path has a place in the state of a rollback: the ticks again give the same bits.
#[test]
fn abilities_roll_back_to_the_bit() {
    let (mut app, hero) = stage(60, (Ability::None, AirJumps::new(1), Locomotion::default()));
    type Saved = (CharacterState, Transform, Wish, Ability, AirJumps);
    let save = |app: &App| -> Saved {
        let (ability, jumps) = (get(app, hero), get(app, hero));
        (
            get(app, hero),
            get(app, hero),
            get(app, hero),
            ability,
            jumps,
        )
    };
    for ability in [
        Ability::path([vec3(0., 2., 0.), vec3(1., 2., 1.)], 2.),
        Ability::dash(vec3(1., 1., 0.), 0.6),
        Ability::Glide { speed: 1. },
    ] {
        get_mut::<Wish>(&mut app, hero).jump(4.);
        *get_mut::<Ability>(&mut app, hero) = ability;
        frames(&mut app, 20);
        let saved = save(&app);
        frames(&mut app, 30);
        let first = save(&app);
        app.world_mut().entity_mut(hero).insert(saved);
        frames(&mut app, 30);
        assert_eq!(save(&app), first);
    }
}

#[cfg(feature = "dim2")]
#[test]
fn abilities_in_two_dimensions_leave_z_alone() {
    let mut app = app();
    let floor = Collider2d::rectangle(40., 1.);
    app.world_mut()
        .spawn((floor, Transform::from_xyz(0., -0.5, 0.)));
    let block = Collider2d::rectangle(2., 1.2);
    app.world_mut()
        .spawn((block, Transform::from_xyz(2., 0.6, 0.)));
    let hero = (CharacterMover2d, CharacterMover::default(), Ability::None);
    let hero = (hero, Transform::from_xyz(0.6, 0., 7.));
    let hero = app.world_mut().spawn(hero).id();
    frames(&mut app, 5);
    let run = move |space: CaromSpace2d, heroes: Query<(&CharacterMover, &CharacterState)>| {
        let query = space.query().except(hero);
        query.mantle(&MANTLE, heroes.get(hero).unwrap(), vec2(0.9, 0.))
    };
    let path = app.world_mut().run_system_once(run).unwrap();
    *get_mut::<Ability>(&mut app, hero) = path.expect("a ledge");
    finish(&mut app, hero);
    let at = place(&app, hero);
    assert!((at - vec3(1.5, 1.2, 7.)).length() < 2e-3, "{at}");
    *get_mut::<Ability>(&mut app, hero) = Ability::dash(vec3(-2., 0.5, 4.), 0.3);
    finish(&mut app, hero);
    let at = place(&app, hero);
    assert!((at - vec3(-0.5, 1.7, 7.)).length() < 6e-3, "{at}");
}
