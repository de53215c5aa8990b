//! The built-in course: stairs, slopes, steps, a beam, hills, a low roof, a lift, a ferry, rotating bodies, and walkers.

use super::motion::Motion;
use super::place::{Place, Solid, Walker};
use crate::demo::drawn::Drawn;
use carom::HeightField;
use glam::{DVec3, Vec3, dvec3, vec3};

/// Height of the terrace, m: ten stairs.
const TERRACE: f64 = 1.8;
/// Height of the towers, m.
const TOWER: f64 = 5.0;

/// # Errors
/// The error of the library if a part of the course is invalid.
pub(super) fn course() -> Result<Place, String> {
    let mut place = Place::empty(vec3(0.0, 0.02, 15.0), 0.0);
    ground(&mut place)?;
    terrace(&mut place)?;
    slopes(&mut place)?;
    steps(&mut place)?;
    towers(&mut place)?;
    hills(&mut place)?;
    turning(&mut place)?;
    people(&mut place);
    place.world.optimize();
    Ok(place)
}

fn ground(place: &mut Place) -> Result<(), String> {
    place.add_block(dvec3(-24.0, -0.5, -21.0), dvec3(24.0, 0.0, 19.0))?;
    for side in [-1.0, 1.0] {
        let (x, z) = (23.7 * side, 20.0 * side - 1.0);
        let wall = |x: f64, z: f64| (dvec3(-x, 0.0, -z), dvec3(x, 0.5, z));
        let (low, high) = wall(0.3, 20.0);
        let at = dvec3(x, 0.0, -1.0);
        place.add_block(low + at, high + at)?;
        let (low, high) = wall(23.4, 0.3);
        let at = dvec3(0.0, 0.0, z - 0.3 * side);
        place.add_block(low + at, high + at)?;
    }
    for (x, z) in [(-6.0, -1.0), (6.0, -1.0), (-6.0, 9.0), (6.0, 9.0)] {
        place.add_static(Solid::round(0.45, [0.0, 3.2]), dvec3(x, 0.0, z))?;
    }
    Ok(())
}

/// Stairs up to a terrace in the middle.
fn terrace(place: &mut Place) -> Result<(), String> {
    for i in 0..10 {
        let i = f64::from(i);
        let front = -4.0 - 0.34 * i;
        place.add_block(
            dvec3(-3.0, 0.18 * i, -8.0),
            dvec3(3.0, 0.18 * (i + 1.0), front),
        )?;
    }
    place.add_block(dvec3(-4.5, 0.0, -13.0), dvec3(4.5, TERRACE, -7.4))
}

/// Three slopes, one of them too steep, up to a second terrace; a beam joins the terraces.
fn slopes(place: &mut Place) -> Result<(), String> {
    place.add_block(dvec3(-21.0, 0.0, -12.0), dvec3(-10.0, TERRACE, -5.0))?;
    for (x, degrees) in [(-12.0, 20.0_f64), (-15.5, 38.0), (-19.0, 52.0)] {
        let radians = degrees.to_radians();
        let length = TERRACE * libm::cos(radians) / libm::sin(radians);
        let ramp = Solid::ramp(1.4, TERRACE as f32, length as f32);
        place.add_static(ramp, dvec3(x, 0.0, -5.0 + length / 2.0))?;
    }
    place.add_block(
        dvec3(-10.0, TERRACE - 0.2, -10.1),
        dvec3(-4.5, TERRACE, -9.9),
    )
}

/// Blocks of increasing height, and a roof to crouch under.
fn steps(place: &mut Place) -> Result<(), String> {
    for (i, height) in (0..).zip([0.2, 0.35, 0.5, 0.8]) {
        let x = 9.5 + 2.6 * f64::from(i);
        place.add_block(dvec3(x, 0.0, 14.0), dvec3(x + 2.0, height, 16.0))?;
    }
    place.add_block(dvec3(-11.0, 0.0, 1.0), dvec3(-10.6, 1.3, 6.0))?;
    place.add_block(dvec3(-8.6, 0.0, 1.0), dvec3(-8.2, 1.3, 6.0))?;
    place.add_block(dvec3(-11.0, 1.3, 1.0), dvec3(-8.2, 1.6, 6.0))
}

/// Two towers: a lift up, a ferry across, a long slope down.
fn towers(place: &mut Place) -> Result<(), String> {
    place.add_block(dvec3(-4.5, 0.0, -20.0), dvec3(4.5, TOWER, -16.2))?;
    place.add_block(dvec3(15.5, 0.0, -20.0), dvec3(20.5, TOWER, -16.2))?;
    let length = TOWER / libm::tan(30.0_f64.to_radians());
    let ramp = Solid::ramp(1.6, TOWER as f32, length as f32);
    place.add_static(ramp, dvec3(18.0, 0.0, -16.2 + length / 2.0))?;
    let swing = (TOWER - TERRACE) / 2.0;
    let lift = Motion {
        swing: dvec3(0.0, swing, 0.0),
        period: 9.0,
        ..Motion::at(dvec3(0.0, TERRACE + swing - 0.1, -14.6))
    };
    place.add_moving(Solid::cuboid(vec3(1.5, 0.1, 1.55)), lift)?;
    let ferry = Motion {
        swing: dvec3(3.9, 0.0, 0.0),
        period: 10.0,
        ..Motion::at(dvec3(10.0, TOWER - 0.1, -18.1))
    };
    place.add_moving(Solid::cuboid(vec3(1.5, 0.1, 1.5)), ferry)
}

fn hills(place: &mut Place) -> Result<(), String> {
    const COLUMNS: usize = 41;
    let height = |i: usize| {
        let (x, z) = (i % COLUMNS, i / COLUMNS);
        let wave = |k: usize, waves: f64| {
            let s = libm::sin(core::f64::consts::PI * waves * k as f64 / (COLUMNS - 1) as f64);
            s * s
        };
        (1.3 * wave(x, 2.0) * wave(z, 3.0) - 0.02) as f32
    };
    let field = HeightField {
        origin: vec3(-22.0, 0.0, 7.5),
        cell: [0.25; 2],
        columns: COLUMNS,
        heights: (0..COLUMNS * COLUMNS).map(height).collect(),
    };
    let mesh = field.mesh().map_err(|error| error.to_string())?;
    let corners: Vec<Vec3> = mesh.iter().flat_map(|t| [t.a, t.b, t.c]).collect();
    let triangles: Vec<[u32; 3]> = (0..corners.len() as u32 / 3)
        .map(|i| [3 * i, 3 * i + 1, 3 * i + 2])
        .collect();
    let drawn = Drawn {
        creases: Vec::new(),
        ..Drawn::flat(&corners, &triangles)
    };
    place.add_mesh(mesh, drawn)
}

/// Two turntables, a rotating bar, a swinging gate.
fn turning(place: &mut Place) -> Result<(), String> {
    let rotating = |at: DVec3, spin: f64| Motion {
        spin,
        ..Motion::at(at)
    };
    place.add_moving(
        Solid::round(3.2, [-0.1, 0.1]),
        rotating(dvec3(14.0, 0.12, 6.5), 0.6),
    )?;
    place.add_moving(
        Solid::round(2.2, [-0.1, 0.1]),
        rotating(dvec3(19.6, 0.12, 6.5), -1.2),
    )?;
    place.add_moving(
        Solid::cuboid(vec3(2.8, 0.45, 0.14)),
        rotating(dvec3(12.0, 0.5, -3.0), 0.9),
    )?;
    let gate = Motion {
        sway: 1.2,
        period: 6.0,
        ..Motion::at(dvec3(-13.0, 1.25, 4.0))
    };
    place.add_moving(Solid::cuboid(vec3(1.6, 1.2, 0.1)), gate)
}

fn people(place: &mut Place) {
    let corners = |x: f32, z: [f32; 2]| {
        vec![
            vec3(-x, 0.0, z[0]),
            vec3(x, 0.0, z[0]),
            vec3(x, 0.0, z[1]),
            vec3(-x, 0.0, z[1]),
        ]
    };
    let inner = corners(3.5, [1.5, 6.5]);
    let outer = corners(5.0, [0.5, 7.5]);
    let mut back = outer.clone();
    back.reverse();
    let stairs = vec![vec3(1.2, 0.0, -2.0), vec3(1.2, TERRACE as f32, -11.0)];
    let people = [
        (0.32, 1.75, 1.4, &inner, 0),
        (0.30, 1.65, 1.5, &inner, 2),
        (0.36, 1.85, 1.3, &outer, 1),
        (0.26, 1.30, 1.9, &outer, 3),
        (0.30, 1.70, 1.6, &back, 3),
        (0.32, 1.80, 1.5, &stairs, 1),
    ];
    for (radius, height, speed, round, next) in people {
        place.walkers.push(Walker {
            radius,
            height,
            speed,
            round: round.clone(),
            next,
        });
    }
}
