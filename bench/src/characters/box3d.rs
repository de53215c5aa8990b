//! A mover on what Box3D has for one, as its sample uses it: the way of a tick is solved against the planes that the
//! capsule overlaps, cast, and solved again where it came to. It rides on a spring over a ray down, or stands on its
//! feet without either.

use super::own;
use super::walk::{DT, GRAVITY, HEIGHT, HOVER, Kind, RADIUS, Walker};
use crate::surface::Surface;
use engines::Round;
use engines::box3d::{Planes, Triangles, World};
use glam::Vec3;
use std::f32::consts::{FRAC_1_SQRT_2, TAU};

/// How often the planes are found.
const LOOPS: usize = 5;
/// A shorter way is the last, m.
const SHORT: f32 = 0.01;
/// The spring's frequency and damping ratio.
const HERTZ: f32 = 5.0;
const DAMPING: f32 = 0.8;

pub(super) fn triangles(surface: &Surface) -> Triangles {
    let vertices: Vec<[f32; 3]> = surface.vertices.iter().map(|p| p.to_array()).collect();
    Triangles::new(&vertices, &surface.triangles).expect("sound levels")
}

pub(super) fn kinds<'a>(world: &'a World<'a>) -> Vec<Kind<'a>> {
    let kind = |name, beside, goal, hover| Kind {
        name,
        beside,
        goal: Some(goal),
        hover,
        start: Box::new(move |feet: Vec3| {
            Box::new(Peer {
                world,
                hover,
                feet: feet + Vec3::Y * hover,
                fall: 0.0,
                spring: 0.0,
                grounded: false,
                planes: Planes::default(),
            })
        }),
    };
    vec![
        kind("Box3D hover", own::HOVERING, 2.0, HOVER),
        kind("Box3D no pogo", own::NAME, 3.0, 0.0),
    ]
}

struct Peer<'a> {
    world: &'a World<'a>,
    /// How far the spring holds it above the ground; without one, 0.
    hover: f32,
    feet: Vec3,
    /// Upwards, m/s.
    fall: f32,
    /// The velocity of the spring.
    spring: f32,
    grounded: bool,
    planes: Planes,
}

impl Peer<'_> {
    /// A step of the spring, implicit, so that it is stable at any rate.
    fn ride(&mut self) {
        let rest = self.hover + RADIUS;
        let reach = rest + RADIUS;
        let origin = self.feet + Vec3::Y * RADIUS;
        let hit = self.world.ray(origin.to_array(), [0.0, -reach, 0.0]);
        // One that still goes up does not land.
        self.grounded = hit.is_some() && (self.grounded || self.fall <= 0.01);
        let Some(length) = hit.map(|fraction| fraction * reach) else {
            self.spring = 0.0;
            return;
        };
        let turn = TAU * HERTZ * DT;
        let push = TAU * HERTZ * turn * (length - rest);
        self.spring = (self.spring - push) / (1.0 + 2.0 * DAMPING * turn + turn * turn);
    }
}

impl Walker for Peer<'_> {
    fn step(&mut self, velocity: Vec3) {
        if self.grounded {
            self.fall = 0.0;
        }
        self.fall -= GRAVITY * DT;
        if self.hover > 0.0 {
            self.ride();
        }
        let velocity = velocity + Vec3::Y * self.fall;
        let target = self.feet + (velocity + Vec3::Y * self.spring) * DT;
        let height = HEIGHT - self.hover;
        let capsule = Round {
            ends: [[0.0, RADIUS, 0.0], [0.0, height - RADIUS, 0.0]],
            half: height * 0.5 - RADIUS,
            radius: RADIUS,
        };
        for _ in 0..LOOPS {
            let at = self.feet.to_array();
            self.world.collide(at, &capsule, &mut self.planes);
            let way = self.planes.solve((target - self.feet).to_array());
            let fraction = self.world.cast(at, &capsule, way);
            let moved = Vec3::from(way) * fraction;
            self.feet += moved;
            if moved.length_squared() < SHORT * SHORT {
                break;
            }
        }
        self.fall = self.planes.clip(velocity.to_array())[1];
        if self.hover == 0.0 {
            self.grounded = self
                .planes
                .pushing()
                .any(|normal| normal[1] > FRAC_1_SQRT_2);
        }
    }

    fn feet(&self) -> Vec3 {
        self.feet
    }

    fn is_grounded(&self) -> bool {
        self.grounded
    }
}
