//! A runner over a course of abilities: a double jump and a dash over a pit, a mantle on to a block, a ladder, and a pool to swim
//! through. It runs by itself: each of its rules is what a game would bind to a key.

use bevy::prelude::*;
use bevy_carom::prelude::*;

const MANTLE: Mantle<f32> = Mantle {
    heights: [0.5, 1.5],
    speed: 3.,
};
const WATER: Water<f32> = Water {
    surface: 1.5,
    float: 1.3,
    buoyancy: 1.5,
    drag: 4.,
};

/// Where the water is.
#[derive(Component)]
struct Pool {
    min: Vec3,
    max: Vec3,
}

/// It has dashed since it left the ground.
#[derive(Component, Default)]
struct Dashed(bool);

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CaromPlugin::default()))
        .add_systems(Startup, setup)
        .add_systems(FixedUpdate, (swim, run).chain())
        .add_systems(FixedLast, report)
        .run();
}

fn setup(mut commands: Commands) {
    // Without ground from 6 to 15; a block, a tower, the pool and its far edge.
    let tops = [
        (-4., 6., 0.),
        (15., 20., 0.),
        (20., 24., 1.2),
        (24., 27., 4.2),
        (27., 36., -2.),
        (36., 100., 2.),
    ];
    for (from, to, top) in tops {
        let collider = Collider::cuboid(to - from, 10., 6.);
        commands.spawn((
            collider,
            Transform::from_xyz((from + to) / 2., top - 5., 0.),
        ));
    }
    commands.spawn(Ladder {
        bottom: Vec3::new(23.65, 1.2, 0.),
        top: Vec3::new(23.65, 4.21, 0.),
        exit: Vec3::new(24.6, 4.21, 0.),
        speed: 4.,
    });
    commands.spawn(Pool {
        min: Vec3::new(27., -2., -3.),
        max: Vec3::new(36., 2., 3.),
    });
    let hero = (CharacterMover::default(), Locomotion::default());
    let abilities = (AirJumps::new(1), Ability::None, Dashed::default());
    commands.spawn((hero, abilities, Transform::from_xyz(3., 0., 0.)));
}

type Hero<'a> = (
    &'a CharacterMover,
    &'a CharacterState,
    &'a AirJumps,
    &'a mut Wish,
    &'a mut Ability,
    &'a mut Dashed,
);

/// Water counts while the feet are in it.
fn swim(pool: Single<&Pool>, mut hero: Single<(&CharacterState, &mut Ability)>) {
    let (state, ability) = &mut *hero;
    let feet = state.feet;
    let is_in = feet.cmpge(pool.min).all() && feet.cmple(pool.max).all();
    match **ability {
        Ability::None if is_in => **ability = Ability::swim(WATER),
        Ability::Swim { .. } if !is_in => **ability = Ability::None,
        _ => {}
    }
}

/// To the right, whatever is in the way.
fn run(space: CaromSpace, ladder: Single<&Ladder>, mut hero: Single<Hero>) {
    let (mover, state, jumps, wish, ability, dashed) = &mut *hero;
    wish.velocity = Vec3::X * 6.;
    let (query, ahead) = (
        space.query().mask(!CollisionLayers::CHARACTERS),
        Vec3::X * 0.9,
    );
    if let Ability::Swim { .. } = **ability {
        if let Some(path) = query.water_exit(&WATER, (mover, state), ahead, [0.7, 3.]) {
            **ability = path;
        }
        return;
    }
    if **ability != Ability::None {
        return;
    }
    if state.grounded() {
        dashed.0 = false;
        let edge = state.feet + Vec3::new(0.2, 1., 0.);
        if let Some(path) = query.mantle(&MANTLE, (mover, state), ahead) {
            **ability = path;
        } else if ladder.is_near(state.feet, 0.1) {
            **ability = ladder.up(state.feet);
        } else if query.ray(edge, Vec3::Y * -9.).is_none() {
            wish.jump(5.);
        }
    } else if state.velocity.y < 0. && jumps.left > 0 && state.jumped {
        wish.jump(5.);
    } else if state.velocity.y < 0. && state.jumped && !dashed.0 {
        **ability = Ability::dash(Vec3::X * 4., 0.2);
        dashed.0 = true;
    }
}

/// Prints where each ability begins and where it ends.
fn report(hero: Single<(&CharacterState, &AirJumps, &Ability)>, mut last: Local<(u32, String)>) {
    let (state, jumps, ability) = *hero;
    let name = match ability {
        Ability::None => "on foot",
        Ability::Hold => "hold",
        Ability::Dash { .. } => "dash",
        Ability::Path { .. } => "path",
        Ability::Glide { .. } => "glide",
        Ability::Swim { .. } => "swim",
    };
    let at = format!("at {:.1}, {:.1}", state.feet.x, state.feet.y);
    if jumps.left < last.0 {
        println!("double jump {at}");
    }
    if name != last.1 {
        println!("{name} {at}");
    }
    *last = (jumps.left, name.to_string());
}
