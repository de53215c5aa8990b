//! Overlapped starts with a free pose within a radius: free within a second, never deeper on the way, and not moved
//! farther than a radius and 5 cm.

use crate::courses::generate::{core_at, course};
use crate::courses::measure::Solid;
use crate::courses::random::Random;
use crate::courses::scene::{Course, HEIGHT, RADIUS, ROOM, Wish};
use crate::courses::walk::{Failure, Fault, core};
use carom::glam::{DVec3, Vec3, dvec3};
use carom::mover::{CharacterState, Intent, Mover};
use carom::{Scalar, Vector3};

/// Some overlapped starts in the course of a seed.
pub(crate) fn starts(seed: u64) -> Vec<Course> {
    let mut random = Random::new(seed ^ 0x5eed);
    let base = course(seed);
    let (_, solids) = base.build::<DVec3>();
    let mut starts = Vec::new();
    for _ in 0..400 {
        let feet = dvec3(
            random.between(ROOM.0.x, ROOM.1.x),
            random.part().powi(2) * (ROOM.1.y - HEIGHT),
            random.between(ROOM.0.z, ROOM.1.z),
        );
        let mut start = base.clone();
        start.start = feet;
        start.wishes = vec![Wish {
            ticks: base.hz as usize,
            velocity: DVec3::ZERO,
            jump: None,
            height: None,
            axis: None,
            fly: false,
        }];
        if gap(&start, &solids, feet) < -1e-3 && has_free_place(&start, &solids) {
            starts.push(start);
        }
        if starts.len() == 4 {
            break;
        }
    }
    starts
}

/// In units of a person.
fn gap(course: &Course, solids: &[Solid], feet: DVec3) -> f64 {
    let core = core_at(&course.frame, feet, HEIGHT);
    // Closed meshes are solid too for a start inside them.
    let inside = solids.iter().any(|solid| core.depth_in(solid).is_some());
    let gap = core.separation(solids, course.frame.scale) / course.frame.scale;
    if inside { gap.min(-RADIUS) } else { gap }
}

/// Tries many directions, at many distances up to a radius.
fn has_free_place(course: &Course, solids: &[Solid]) -> bool {
    const WAYS: usize = 128;
    (0..WAYS).any(|i| {
        // A spiral over the sphere.
        let y = 1.0 - 2.0 * (i as f64 + 0.5) / WAYS as f64;
        let (sin, cos) = (i as f64 * 2.399_963).sin_cos();
        let ring = (1.0 - y * y).sqrt();
        let way = dvec3(ring * cos, y, ring * sin);
        (1..=6).any(|step| {
            let feet = course.start + way * (RADIUS * f64::from(step) / 6.0);
            gap(course, solids, feet) > 0.0
        })
    })
}

pub(crate) fn leave(course: &Course) -> Result<(), Failure> {
    if course.double {
        leave_in::<DVec3>(course)
    } else {
        leave_in::<Vec3>(course)
    }
}

fn leave_in<V: Vector3<Double = DVec3>>(course: &Course) -> Result<(), Failure> {
    let (world, solids) = course.build::<V>();
    let frame = course.frame;
    let scale = frame.scale;
    let mut mover = Mover::new(frame.settings()).unwrap();
    let height = V::Scalar::from_f64(HEIGHT * scale);
    let mut body: CharacterState<V> =
        CharacterState::at(V::from_double(frame.point(course.start)), height);
    let place = |body: &CharacterState<V>| DVec3::from_array(body.feet.to_f64());
    let from = place(&body);
    let dt = V::Scalar::from_f64(1.0 / course.hz);
    let extent = if course.double {
        20.0 * scale
    } else {
        (20.0 * scale).max(frame.origin.length())
    };
    let rounding = 1e-6 * extent;
    let mut gap = core(mover.settings(), &body).separation(&solids, scale);
    if gap >= -rounding {
        return Ok(());
    }
    for tick in 0..course.hz as usize {
        let fail = |message: String| {
            Err(Failure {
                tick,
                what: Fault::Deeper,
                message,
            })
        };
        mover.step(&world, &mut body, &Intent::walk(V::ZERO), dt);
        let now = core(mover.settings(), &body).separation(&solids, scale);
        if now < gap - rounding && now < -rounding {
            return fail(format!("deeper: {gap} -> {now}"));
        }
        gap = now;
        let moved = (place(&body) - from).length();
        let most = (RADIUS + 0.05) * scale;
        // Only until it is free; then it may fall.
        if moved > most + rounding + 0.5 * 9.81 * scale / (course.hz * course.hz) {
            return fail(format!("moved {moved} of {most}"));
        }
        if gap >= -rounding {
            return Ok(());
        }
    }
    Err(Failure {
        tick: course.hz as usize,
        what: Fault::StuckThoughFree,
        message: format!("still {gap} after a second"),
    })
}

/// As [`leave`], but a course without a free pose within a radius does not fail.
pub(crate) fn fails(course: &Course) -> Option<Failure> {
    let (_, solids) = course.build::<DVec3>();
    let fair = has_free_place(course, &solids);
    fair.then(|| leave(course).err()).flatten()
}
