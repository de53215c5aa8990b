//! Courses from a seed.

use crate::courses::measure::Core;
use crate::courses::random::Random;
use crate::courses::scene::{Course, Frame, HEIGHT, Piece, RADIUS, ROOM, SKIN, Wish, room};
use carom::glam::{DMat3, DVec3, dvec3};

/// The course of a seed.
pub(crate) fn course(seed: u64) -> Course {
    let mut random = Random::new(seed);
    let mut pieces = room();
    let divided = random
        .chance(0.25)
        .then(|| divide(&mut random, &mut pieces));
    for _ in 0..4 + random.below(7) {
        element(&mut random, &mut pieces);
    }
    let hz = random.of(&[30.0, 60.0, 60.0, 144.0, 300.0, 1000.0]);
    let (frame, double) = frame(&mut random, seed);
    let seconds = if hz < 200.0 { 3.0 } else { 1.0 };
    let wishes = wishes(&mut random, hz, (hz * seconds) as usize);
    let mut course = Course {
        pieces,
        start: DVec3::ZERO,
        wishes,
        hz,
        frame,
        double,
        divided,
    };
    course.start = start(&mut random, &course);
    course
}

/// The course of a seed for a character that lies and turns: mostly level, at times in any direction, at times upright.
pub(crate) fn lying(seed: u64) -> Course {
    let mut course = course(seed);
    let mut random = Random::new(!seed);
    for wish in &mut course.wishes {
        let axis = level(random.between(0.0, 6.3));
        wish.axis = match random.below(6) {
            0 => Some(DVec3::Y),
            1 => Some(axis + DVec3::Y * random.between(-2.0, 2.0)),
            2 => wish.axis,
            _ => Some(axis),
        };
    }
    course
}

/// Scale, place and precision follow from the seed, so that twelve seeds in a row have them all.
fn frame(random: &mut Random, seed: u64) -> (Frame, bool) {
    let scale = [1.0, 0.01, 100.0][(seed % 3) as usize];
    let far = seed / 3 % 2 == 1;
    // 10 km away positions in f32 are a millimeter apart: fine enough only for giants.
    let double = seed / 6 % 2 == 1 || (far && scale < 100.0);
    let turn = if random.chance(0.25) {
        let axis = dvec3(
            random.between(-1.0, 1.0),
            random.between(-1.0, 1.0),
            random.between(-1.0, 1.0),
        );
        DMat3::from_axis_angle(
            axis.try_normalize().unwrap_or(DVec3::X),
            random.between(0.0, 3.1),
        )
    } else {
        DMat3::IDENTITY
    };
    let origin = if far {
        dvec3(7e3, -4e3, 6e3)
    } else {
        DVec3::ZERO
    };
    let frame = Frame {
        scale,
        turn,
        origin,
    };
    (frame, double)
}

fn level(yaw: f64) -> DVec3 {
    dvec3(yaw.cos(), 0.0, yaw.sin())
}

fn floor_point(random: &mut Random) -> DVec3 {
    dvec3(random.between(-8.0, 8.0), 0.0, random.between(-8.0, 8.0))
}

/// A box with its first axis pointing to `yaw`, raised by `pitch`, rolled by `roll`.
fn turned(center: DVec3, half: DVec3, yaw: f64, pitch: f64, roll: f64) -> (DVec3, [DVec3; 3]) {
    let turn =
        DMat3::from_rotation_y(-yaw) * DMat3::from_rotation_z(pitch) * DMat3::from_rotation_x(roll);
    let axes = [
        turn * DVec3::X * half.x,
        turn * DVec3::Y * half.y,
        turn * DVec3::Z * half.z,
    ];
    (center, axes)
}

fn push_box(random: &mut Random, pieces: &mut Vec<Piece>, (center, half): (DVec3, [DVec3; 3])) {
    pieces.push(Piece::Box {
        center,
        half,
        meshed: random.chance(0.4),
    });
}

/// A sheet of two triangles across the whole room.
fn divide(random: &mut Random, pieces: &mut Vec<Piece>) -> (DVec3, DVec3) {
    let point = dvec3(random.between(-4.0, 4.0), 0.0, random.between(-4.0, 4.0));
    let along = level(random.between(0.0, 6.3)) * 40.0;
    let lean = DVec3::Y * 20.0
        + along.cross(DVec3::Y).normalize() * if random.chance(0.5) { 0.0 } else { 6.0 };
    let [a, b] = [point - along - lean, point + along - lean];
    let [c, d] = [point + along + lean, point - along + lean];
    pieces.push(Piece::Sheet(vec![[a, b, c], [a, c, d]]));
    (point, along.cross(lean).normalize())
}

/// An obstacle; some consist of several boxes.
fn element(random: &mut Random, pieces: &mut Vec<Piece>) {
    let at = floor_point(random);
    let yaw = random.between(0.0, 6.3);
    match random.below(16) {
        0 => {
            let half = dvec3(
                random.between(0.05, 1.0),
                random.between(0.2, 4.0),
                random.between(0.05, 1.0),
            );
            let center = at + DVec3::Y * half.y;
            push_box(random, pieces, turned(center, half, yaw, 0.0, 0.0));
        }
        1 => {
            let thick = random.of(&[0.0005, 0.01, 0.3]);
            let half = dvec3(random.between(1.0, 6.0), random.between(0.5, 4.0), thick);
            let roll = random.of(&[0.0, 0.0, 0.08, -0.08]);
            let center = at + DVec3::Y * half.y;
            push_box(random, pieces, turned(center, half, yaw, 0.0, roll));
        }
        2 => ramp(random, pieces, at, yaw),
        3 => stairs(random, pieces, at, yaw),
        4 => {
            // A ceiling that slopes down to the floor.
            let pitch = random.between(0.08, 0.7);
            let half = dvec3(6.0, 0.5, 4.0);
            let center = at + DVec3::Y * random.between(0.5, 3.0);
            push_box(random, pieces, turned(center, half, yaw, pitch, 0.0));
        }
        5 => {
            // Two walls that meet.
            let angle = random.between(0.3, 3.05);
            for side in [-1.0, 1.0] {
                let way = level(yaw + side * angle * 0.5);
                let out = level(yaw + side * (angle * 0.5 + core::f64::consts::FRAC_PI_2));
                let center = at + way * 2.0 + out * 0.2 + DVec3::Y * 1.5;
                push_box(
                    random,
                    pieces,
                    (center, [way * 2.0, DVec3::Y * 1.5, out * 0.2]),
                );
            }
        }
        6 => {
            let half = dvec3(
                random.between(0.5, 3.0),
                random.between(0.1, 1.5),
                random.between(0.5, 3.0),
            );
            let center = at + DVec3::Y * half.y;
            push_box(random, pieces, turned(center, half, yaw, 0.0, 0.0));
        }
        7 => {
            // A gap that is just wide enough, or just not.
            let gap = 2.0 * RADIUS + random.of(&[-0.02, -1e-4, 0.0, 1e-3, 2.0 * SKIN, 0.1]);
            let half = dvec3(random.between(0.3, 2.0), 1.5, 1.0);
            for side in [-1.0, 1.0] {
                let out = level(yaw + core::f64::consts::FRAC_PI_2) * side;
                let center = at + out * (gap * 0.5 + half.z) + DVec3::Y * half.y;
                push_box(random, pieces, turned(center, half, yaw, 0.0, 0.0));
            }
        }
        8 => {
            let middle = at + DVec3::Y * random.between(0.0, 3.0);
            let (_, axes) = turned(
                middle,
                dvec3(random.between(0.3, 4.0), 0.0, random.between(0.3, 4.0)),
                yaw,
                random.between(-1.5, 1.5),
                random.between(-0.3, 0.3),
            );
            let [a, b] = [middle - axes[0] - axes[2], middle + axes[0] - axes[2]];
            let [c, d] = [middle + axes[0] + axes[2], middle - axes[0] + axes[2]];
            pieces.push(Piece::Sheet(vec![[a, b, c], [a, c, d]]));
        }
        9 => {
            let mut point = || {
                at + dvec3(
                    random.between(-2.0, 2.0),
                    random.between(0.0, 2.0),
                    random.between(-2.0, 2.0),
                )
            };
            let faces = (0..6).map(|_| [point(), point(), point()]);
            pieces.push(Piece::Sheet(faces.collect()));
        }
        10 => hills(random, pieces, at),
        11 => {
            // A roof high enough to crouch under, or too low even for that.
            let half = dvec3(random.between(0.5, 3.0), 0.2, random.between(0.5, 3.0));
            let clear = random.of(&[0.9, 1.005, 1.02, 1.3, 1.79, 1.81, 1.83]);
            let center = at + DVec3::Y * (clear + half.y);
            push_box(random, pieces, turned(center, half, yaw, 0.0, 0.0));
        }
        12 => {
            // Pillars, a little more or less than a person apart.
            let radius = random.between(0.1, 1.0);
            let apart = 2.0 * radius + 2.0 * RADIUS + random.of(&[-0.1, -0.006, 0.0, 0.02, 0.3]);
            let lean = level(random.between(0.0, 6.3)) * random.of(&[0.0, 0.0, 1.0]);
            for i in 0..3 {
                let a = at + level(yaw + 2.0944 * f64::from(i)) * (apart / 3.0_f64.sqrt());
                let rise = random.of(&[0.0, 0.2, 2.0]);
                pieces.push(Piece::Round {
                    a,
                    b: a + DVec3::Y * rise + lean,
                    radius,
                });
            }
        }
        13 => {
            // Tiles that are almost in one plane.
            let tile = random.between(0.4, 1.5);
            let lip = random.of(&[0.0, 1e-5, 1e-4, 1e-3, 1e-2]);
            for i in 0..9 {
                let half = dvec3(tile * 0.5, 0.1, tile * 0.5);
                let place = dvec3(f64::from(i % 3), 0.0, f64::from(i / 3)) * tile;
                let rise = random.between(-lip, lip) + 0.05;
                let center = at + place + DVec3::Y * (rise - half.y);
                push_box(random, pieces, turned(center, half, 0.0, 0.0, 0.0));
            }
        }
        14 => {
            // Curbs: narrow, low, one after the other.
            for i in 0..6 {
                let half = dvec3(random.between(0.005, 0.1), random.between(0.005, 0.2), 1.5);
                let center = at + level(yaw) * (0.25 * f64::from(i)) + DVec3::Y * half.y;
                push_box(random, pieces, turned(center, half, yaw, 0.0, 0.0));
            }
        }
        _ => {
            // Needles: a fan of long thin triangles around a bump.
            let top = at + DVec3::Y * random.between(0.0, 0.6);
            let wide = random.between(0.5, 4.0);
            let rim = |i: usize| at + level(yaw + 0.2094 * i as f64) * wide;
            let faces = (0..30).map(|i| [top, rim(i + 1), rim(i)]);
            pieces.push(Piece::Sheet(faces.collect()));
        }
    }
}

fn ramp(random: &mut Random, pieces: &mut Vec<Piece>, at: DVec3, yaw: f64) {
    let degrees: f64 = if random.chance(0.3) {
        random.of(&[44.0, 44.9, 45.1, 46.0, 60.0])
    } else {
        random.between(3.0, 87.0)
    };
    let pitch = degrees.to_radians();
    let half = dvec3(random.between(1.0, 5.0), 0.5, random.between(0.5, 3.0));
    let axes = turned(at, half, yaw, pitch, 0.0).1;
    push_box(random, pieces, (at + axes[0] * 0.9 - axes[1], axes));
}

fn stairs(random: &mut Random, pieces: &mut Vec<Piece>, at: DVec3, yaw: f64) {
    let rise = random.of(&[0.05, 0.2, 0.3, 0.39, 0.41, 0.6]);
    let tread = random.between(0.1, 0.7);
    let wide = random.between(0.4, 2.0);
    for i in 0..4 + random.below(5) {
        let top = rise * (i + 1) as f64;
        let half = dvec3(tread * 0.5, top * 0.5, wide);
        let center = at + level(yaw) * (tread * i as f64) + DVec3::Y * half.y;
        push_box(random, pieces, turned(center, half, yaw, 0.0, 0.0));
    }
}

fn hills(random: &mut Random, pieces: &mut Vec<Piece>, at: DVec3) {
    const CELLS: usize = 6;
    let (cell, most) = (random.between(0.3, 1.2), random.between(0.1, 1.5));
    let heights: Vec<f64> = (0..(CELLS + 1) * (CELLS + 1))
        .map(|_| random.between(-0.1, most))
        .collect();
    let corner = |i: usize, j: usize| {
        at + dvec3(
            i as f64 * cell,
            heights[i * (CELLS + 1) + j],
            j as f64 * cell,
        )
    };
    let cells = (0..CELLS * CELLS).flat_map(|k| {
        let (i, j) = (k / CELLS, k % CELLS);
        let [a, b] = [corner(i, j), corner(i + 1, j)];
        let [c, d] = [corner(i + 1, j + 1), corner(i, j + 1)];
        [[a, d, c], [a, c, b]]
    });
    pieces.push(Piece::Sheet(cells.collect()));
}

fn wishes(random: &mut Random, hz: f64, ticks: usize) -> Vec<Wish> {
    let mut wishes = Vec::new();
    let mut left = ticks;
    while left > 0 {
        let ticks = ((random.between(0.05, 0.9) * hz) as usize).clamp(1, left);
        left -= ticks;
        let speed = random.of(&[0.0, 1.0, 2.0, 4.0, 4.0, 4.0, 6.0, 9.0, 9.0, 9.0, 100.0]);
        let fly = random.chance(0.05);
        let mut velocity = level(random.between(0.0, 6.3)) * speed;
        if fly {
            velocity += DVec3::Y * random.between(-1.0, 1.0) * speed;
        }
        wishes.push(Wish {
            ticks,
            velocity,
            jump: random
                .chance(0.2)
                .then(|| (random.between(2.0, 7.0), random.chance(0.3))),
            height: Some(if random.chance(0.2) { 1.0 } else { HEIGHT }),
            axis: None,
            fly,
        });
    }
    wishes
}

pub(crate) fn core_at(frame: &Frame, feet: DVec3, height: f64) -> Core {
    let up = DVec3::Y;
    Core {
        a: frame.point(feet + up * RADIUS),
        b: frame.point(feet + up * (height - RADIUS).max(RADIUS)),
        radius: RADIUS * frame.scale,
    }
}

/// A free place in the air: in the upper part of the room if possible.
fn start(random: &mut Random, course: &Course) -> DVec3 {
    let (_, solids) = course.build::<DVec3>();
    let (low, high) = ROOM;
    loop {
        let feet = dvec3(
            random.between(low.x, high.x),
            random.part().powi(3) * (high.y - HEIGHT),
            random.between(low.z, high.z),
        );
        let core = core_at(&course.frame, feet, HEIGHT);
        let free = core.separation(&solids, course.frame.scale) > SKIN * course.frame.scale
            && solids.iter().all(|solid| core.depth_in(solid).is_none());
        if free {
            return feet;
        }
    }
}
