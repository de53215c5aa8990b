//! The same walk for all kinds of character controllers: starts, directions, and measurements.

use crate::clock::{median, time};
use carom::{Capsule, Mesh};
use fastrand::Rng;
use glam::{Vec3, vec3};

pub(crate) const COUNT: usize = 500;
pub(crate) const DT: f32 = 1.0 / 60.0;
/// m/s.
pub(crate) const SPEED: f32 = 4.0;
pub(super) const TICKS: usize = 300;
/// Ticks between changes of direction.
const TURN: usize = 30;
pub(crate) const RADIUS: f32 = 0.3;
pub(crate) const HEIGHT: f32 = 1.8;
/// Height of a hovering capsule above the ground, m; the capsule is shorter by the same amount.
pub(super) const HOVER: f32 = 0.6;
/// Step height and ground snap distance, m.
pub(crate) const STEP: f32 = 0.4;
pub(super) const GRAVITY: f32 = 9.81;
/// Skin, m.
pub(crate) const SKIN: f32 = 0.01;
/// Rounds per kind.
pub(super) const ROUNDS: usize = 3;
/// Every n-th tick is checked for penetration depth.
const CHECKED: usize = 10;

/// One character of one kind.
pub(super) trait Walker {
    /// Moves it by a tick at this horizontal velocity.
    fn step(&mut self, velocity: Vec3);
    /// Its lowest point.
    fn feet(&self) -> Vec3;
    fn is_grounded(&self) -> bool;
}

/// A kind of character controller.
pub(super) struct Kind<'a> {
    pub(super) name: &'static str,
    /// The kind that its time is divided by.
    pub(super) beside: &'static str,
    /// The required ratio of the times.
    pub(super) goal: Option<f64>,
    /// Height above the ground, m.
    pub(super) hover: f32,
    /// Makes a character at these feet.
    pub(super) start: Box<dyn Fn(Vec3) -> Box<dyn Walker + 'a> + 'a>,
}

/// Measurements of a walk.
#[derive(Default)]
pub(super) struct Measurements {
    /// Nanoseconds per step of each round.
    rounds: Vec<f64>,
    steps: usize,
    /// All steps together: meters, and the number of steps that ended on the ground.
    way: f64,
    grounded: usize,
    /// Of the characters of a round: how many the segment of their capsule got through a triangle, and how many
    /// of the others are below the level.
    pub(super) through: usize,
    pub(super) over: usize,
    /// The least separation from the mesh, m.
    deepest: f32,
}

impl Measurements {
    pub(super) fn ns(&self) -> f64 {
        median(self.rounds.clone())
    }

    /// The mean level speed, m/s.
    pub(super) fn speed(&self) -> f64 {
        self.way / self.steps as f64 / f64::from(DT)
    }

    /// The share of steps that ended on the ground.
    pub(super) fn grounded(&self) -> f64 {
        self.grounded as f64 / self.steps as f64
    }

    /// How deep one ever was in the mesh, m.
    pub(super) fn depth(&self) -> f32 {
        if self.deepest < 0.0 {
            -self.deepest
        } else {
            0.0
        }
    }
}

/// Places to stand on ground that can be walked, clear of everything else; on the front side of a triangle, because
/// Box3D's rays and PhysX's controller know no other.
pub(crate) fn starts(mesh: &Mesh<Vec3>, count: usize) -> Vec<Vec3> {
    let bounds = mesh.bounds();
    let mut random = Rng::with_seed(5);
    let mut starts = Vec::new();
    while starts.len() < count {
        let part = Vec3::from(std::array::from_fn(|_| random.f32()));
        let place = bounds.min + part * (bounds.max - bounds.min);
        let Some(floor) = mesh.query().ray(place, Vec3::NEG_Y * 1e3) else {
            continue;
        };
        let front = mesh.triangle(floor.part.index).normal();
        // A capsule on a slope touches beside its lowest point.
        let slope = floor.normal.y;
        let feet = floor.point + Vec3::Y * (RADIUS / slope - RADIUS + 2.0 * SKIN);
        if front.is_some_and(|n| n.y > 0.75)
            && mesh.query().closest(&capsule(feet, 0.0), SKIN).is_none()
        {
            starts.push(feet);
        }
    }
    starts
}

/// A character in the types of `engines`.
#[cfg(any(feature = "jolt", feature = "physx"))]
pub(super) fn standing() -> engines::Standing {
    engines::Standing {
        half: HEIGHT * 0.5 - RADIUS,
        radius: RADIUS,
        step: STEP,
        slope: std::f32::consts::FRAC_PI_4,
        skin: SKIN,
    }
}

fn capsule(feet: Vec3, hover: f32) -> Capsule<Vec3> {
    Capsule::standing(feet, Vec3::Y, HEIGHT - hover, RADIUS)
}

/// One round of all characters of a kind. Those that fall out of the level stop.
pub(super) fn round(kind: &Kind<'_>, mesh: &Mesh<Vec3>, starts: &[Vec3], seen: &mut Measurements) {
    let mut walkers: Vec<_> = starts.iter().map(|feet| (kind.start)(*feet)).collect();
    let mut through = vec![false; walkers.len()];
    let lowest = mesh.bounds().min.y - HEIGHT;
    let (mut ns, mut steps) = (0.0, 0);
    for tick in 0..TICKS {
        let ways: Vec<Vec3> = (0..walkers.len()).map(|i| heading(i, tick)).collect();
        let before: Vec<Vec3> = walkers.iter().map(|walker| walker.feet()).collect();
        let inside: Vec<bool> = before.iter().map(|feet| feet.y > lowest).collect();
        let ((), took) = time(|| {
            for ((walker, way), inside) in walkers.iter_mut().zip(&ways).zip(&inside) {
                if *inside {
                    walker.step(*way * SPEED);
                }
            }
        });
        ns += took;
        let all = walkers.iter().zip(&before).zip(&mut through).zip(&inside);
        for (((walker, before), through), _) in all.filter(|(_, inside)| **inside) {
            steps += 1;
            let feet = walker.feet();
            let moved = feet - *before;
            seen.way += f64::from(vec3(moved.x, 0.0, moved.z).length());
            seen.grounded += usize::from(walker.is_grounded());
            *through |= goes_through(mesh, &capsule(*before, kind.hover), moved);
            if tick % CHECKED == 0
                && let Some(found) = mesh.query().closest(&capsule(feet, kind.hover), 0.0)
            {
                seen.deepest = seen.deepest.min(found.separation);
            }
        }
    }
    seen.rounds.push(ns / steps as f64);
    seen.steps += steps;
    seen.through = through.iter().filter(|through| **through).count();
    let out = |walker: &dyn Walker| walker.feet().y <= lowest;
    let over = walkers.iter().zip(&through);
    seen.over = over
        .filter(|(w, through)| !**through && out(w.as_ref()))
        .count();
}

/// Whether the segment of a capsule meets a triangle on the straight way from where a tick begins to where it ends.
/// That of a capsule which stays clear of everything does not, even if it is lifted over an edge meanwhile: both its
/// ends are a radius off the edge, and the way is shorter than two.
fn goes_through(mesh: &Mesh<Vec3>, capsule: &Capsule<Vec3>, moved: Vec3) -> bool {
    let segment = Capsule {
        radius: 0.0,
        ..*capsule
    };
    mesh.query().sweep_any(&segment, moved)
}

/// A level direction, by the character and the tick.
pub(crate) fn heading(character: usize, tick: usize) -> Vec3 {
    let mut random = Rng::with_seed((character * 1009 + tick / TURN) as u64);
    let (sin, cos) = (random.f32() * std::f32::consts::TAU).sin_cos();
    vec3(cos, 0.0, sin)
}
