//! One particle's step, from hit to hit.
//!
//! A particle knows a distance within which there is nothing; a step within it needs no query. Otherwise it is swept,
//! enlarged by the gap that it keeps, which is at most the gap that it has. So the sweep starts separate, stops before
//! a touch, and the next triangle of its own floor never stops a particle at rest.

use super::{Bounce, Clearance, Obstacles, Particle, SwarmSettings};
use carom_core::shape::ball::Ball;
use carom_math::{Scalar, Vector};

/// Most hits in a step.
const MAX_HITS: u32 = 8;
/// The gap that is kept, in roundings of a position.
const SKIN: f64 = 32.0;
/// A motion below this, in roundings of a position, counts as none.
const STILL: f64 = 8.0;
/// Most surfaces to leave at the start of a step: the sides of a corner.
const MAX_PUSHES: usize = 3;
/// Reach of the search for free distance, in lengths of this step's path.
const SEARCH_STEPS: f64 = 8.0;

/// One step of all particles.
pub(super) struct SwarmStep<'a, V: Vector, O> {
    pub(super) scene: &'a O,
    pub(super) settings: &'a SwarmSettings<V>,
    pub(super) dt: V::Scalar,
}

/// Lengths of one particle's step.
#[derive(Clone, Copy)]
struct Lengths<V: Vector> {
    /// A bound of the rounding of a position.
    rounding: V::Scalar,
    /// The gap that is kept.
    skin: V::Scalar,
    /// A motion below this counts as none.
    still: V::Scalar,
}

impl<V: Vector, O: Obstacles<V>> SwarmStep<'_, V, O> {
    pub(super) fn advance(&self, particle: &mut Particle<V>) {
        let is_still =
            particle.velocity == V::ZERO && particle.clearance.place == particle.position;
        if is_still && particle.unchanged_dt == self.dt {
            return;
        }
        let before = *particle;
        self.move_particle(particle);
        // Squared lengths overflow before coordinates do.
        if !(particle.position.is_finite() && particle.velocity.is_finite()) {
            *particle = before;
            return;
        }
        let unchanged = Particle {
            unchanged_dt: before.unchanged_dt,
            ..*particle
        } == before;
        particle.unchanged_dt = if is_still && unchanged {
            self.dt
        } else {
            V::Scalar::ZERO
        };
    }

    fn move_particle(&self, particle: &mut Particle<V>) {
        let mut velocity = particle.velocity + self.settings.acceleration * self.dt;
        let mut delta = velocity * self.dt;
        if !(particle.position + delta).is_finite() {
            return;
        }
        let bounce = match particle.bounce {
            Some(bounce) if !bounce.is_valid() => return,
            Some(bounce) => bounce,
            None => self.settings.bounce(),
        };
        let mut way = delta.length();
        let lengths = self.lengths(particle.position, delta);
        let mut gap = self.free_gap(particle, way, lengths);
        particle.hits = 0;
        let mut left = self.dt;
        let mut last = None;
        // A step ends no nearer to anything than it began, or than a touch.
        let least = gap.min(V::Scalar::ZERO);
        while gap < way + lengths.skin {
            let kept = gap.min(lengths.skin);
            let ball = self.ball(particle.position, kept);
            let clear_at = |place: V| Clearance {
                place,
                gap: kept - lengths.rounding,
            };
            let Some(hit) = self.scene.first_hit(&ball, delta) else {
                particle.clearance = clear_at(particle.position + delta);
                break;
            };
            if way * hit.t > lengths.still {
                particle.position += delta * hit.t;
                particle.clearance = clear_at(particle.position);
            }
            left = left * (V::Scalar::ONE - hit.t);
            if velocity.dot(hit.normal) < V::Scalar::ZERO {
                velocity = self.deflected(&bounce, velocity, hit.normal, left);
                if let Some(last) = last.filter(|last| velocity.dot(*last) < V::Scalar::ZERO) {
                    velocity = along_both(velocity, last, hit.normal);
                }
                last = Some(hit.normal);
            } else {
                // Stopped by rounding alone: a smaller ball is not.
                particle.clearance.gap -= lengths.rounding;
            }
            particle.hits += 1;
            gap = particle.clearance.at(particle.position);
            delta = if particle.hits < MAX_HITS && gap >= least {
                velocity * left
            } else {
                V::ZERO
            };
            way = delta.length();
            if way == V::Scalar::ZERO {
                break;
            }
        }
        particle.position += delta;
        particle.velocity = velocity;
    }

    /// A free distance around a particle. Mostly the known one suffices for its path.
    #[inline]
    fn free_gap(
        &self,
        particle: &mut Particle<V>,
        way: V::Scalar,
        lengths: Lengths<V>,
    ) -> V::Scalar {
        let gap = particle.clearance.at(particle.position);
        if gap >= way + lengths.skin {
            return gap;
        }
        if particle.hits == 0 || gap < lengths.skin * V::Scalar::HALF {
            self.update_clearance(particle, way, lengths);
        }
        particle.clearance.at(particle.position)
    }

    fn lengths(&self, position: V, delta: V) -> Lengths<V> {
        let number = V::Scalar::from_f64;
        let far = (position.abs() + delta.abs()).max_element() + self.settings.radius;
        let rounding = far * V::Scalar::EPSILON * number(2.0);
        Lengths {
            rounding,
            skin: rounding * number(SKIN),
            still: rounding * number(STILL),
        }
    }

    /// The particle's ball, enlarged by a gap; in an overlap the gap is negative.
    fn ball(&self, center: V, gap: V::Scalar) -> Ball<V> {
        Ball {
            center,
            radius: (self.settings.radius + gap).max(V::Scalar::ZERO),
        }
    }

    /// Updates the free distance, and moves out of overlaps as far as there is room.
    fn update_clearance(&self, particle: &mut Particle<V>, way: V::Scalar, lengths: Lengths<V>) {
        let reach = lengths.skin + way * V::Scalar::from_f64(SEARCH_STEPS);
        let reach = reach.min(V::Scalar::MAX);
        for _ in 0..MAX_PUSHES {
            let ball = self.ball(particle.position, V::Scalar::ZERO);
            let found = self.scene.nearest(&ball, reach);
            let gap = found.map_or(reach, |found| found.separation) - lengths.rounding;
            particle.clearance = Clearance {
                place: particle.position,
                gap,
            };
            let Some(found) = found.filter(|_| gap < lengths.skin * V::Scalar::HALF) else {
                return;
            };
            let push = found.normal * (lengths.skin - gap);
            // A center inside a solid moves out the shortest way.
            let hit = if found.separation > -self.settings.radius {
                self.scene
                    .first_hit(&self.ball(particle.position, gap), push)
            } else {
                None
            };
            let push = push * hit.map_or(V::Scalar::ONE, |hit| hit.t);
            if push.length() <= lengths.still {
                return;
            }
            particle.position += push;
        }
        // The last push was swept as the smaller ball.
        particle.clearance.place = particle.position;
        particle.clearance.gap -= lengths.rounding;
    }

    /// The velocity after a hit, with `left` of the step to go.
    fn deflected(&self, bounce: &Bounce<V>, velocity: V, normal: V, left: V::Scalar) -> V {
        let settings = self.settings;
        // The velocity includes the acceleration of the whole step; only its part up to now hits.
        let to_come = settings.acceleration * left;
        let arriving = velocity - to_come;
        let speed = -arriving.dot(normal);
        let slow = settings.acceleration.length() * self.dt;
        if speed > slow + slow {
            let push = speed + speed * bounce.restitution;
            with_friction(arriving, normal, push, bounce.friction) + to_come
        } else {
            let push = -velocity.dot(normal);
            with_friction(velocity, normal, push, bounce.friction)
        }
    }
}

/// A velocity changed by `push` along the normal, and by Coulomb friction along the surface.
fn with_friction<V: Vector>(velocity: V, normal: V, push: V::Scalar, friction: V::Scalar) -> V {
    let across = normal * velocity.dot(normal);
    let along = velocity - across;
    let (slip, grip) = (along.length(), friction * push);
    let kept = if slip > grip {
        along * ((slip - grip) / slip)
    } else {
        V::ZERO
    };
    kept + (across + normal * push)
}

/// The part of a velocity along two surfaces: along their crease, or none.
fn along_both<V: Vector>(velocity: V, m: V, n: V) -> V {
    let velocity = velocity - m * velocity.dot(m);
    match (n - m * n.dot(m)).try_normalize() {
        Some(n) => velocity - n * velocity.dot(n),
        None => velocity,
    }
}
