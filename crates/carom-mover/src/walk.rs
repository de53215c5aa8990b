//! Walking: along the floor at the wanted horizontal speed, up steps, down with the ground; and flying.

use super::motion::{Checkpoint, Motion, Outcome, WalkPath};
use super::obstacles::Obstacles;
use super::planes::{Plane, after_push};
use super::segments::{Deflections, EdgeSegment, Segment, corrected};
use super::tuning::{LEAST_SUPPORT, MAX_STOPS};
use carom_math::{Scalar, Vector};

/// The rest of a walk.
struct Rest<S> {
    /// The fraction of its wish.
    left: S,
    /// How high it may still climb.
    climb: S,
}

impl<V: Vector> Motion<'_, '_, V> {
    /// Flight: every surface is an obstacle, none carries. Returns the velocity.
    pub(super) fn fly(self, velocity: V) -> V {
        let wish = velocity * self.dt;
        let start = self.probe.feet();
        let slid = self.probe.slide(wish);
        self.probe.limits.turns |= slid.dropped;
        if !slid.met {
            return velocity;
        }
        self.report.why.slid = true;
        (self.probe.feet() - start) / self.dt
    }

    /// A walk on the ground. Where the ground ends inside the tick, the rest of the tick is a fall.
    ///
    /// `credit` is the [`step_credit`](crate::CharacterState::step_credit): that much is not walked.
    pub(super) fn on_ground(mut self, velocity: V, credit: &mut V::Scalar) -> Outcome<V> {
        let place = self.probe.feet();
        let start = place - self.pushed;
        let wish = after_push(velocity * self.dt, self.pushed);
        let length = wish.length();
        // A character that stands well stays exactly where it is.
        if length <= V::Scalar::ZERO
            && self.probe.least_gap() >= self.probe.tolerated_gap()
            && let Some(support) = self.probe.support(V::ZERO)
        {
            return Outcome::on_ground(velocity, support.ground);
        }
        let paid = if *credit < length { *credit } else { length };
        let left = if paid > V::Scalar::ZERO {
            (length - paid) / length
        } else {
            V::Scalar::ONE
        };
        let checkpoint = self.checkpoint();
        let barred = self.walk_guarded(wish, left, &checkpoint);
        *credit = *credit - paid + self.gained;
        let wanted = velocity;
        let velocity = if barred {
            self.horizontal_velocity(start)
        } else {
            velocity
        };
        let path = WalkPath {
            place,
            wish,
            left,
            checkpoint,
        };
        let Some(support) = self.snap_to_ground(path.wish) else {
            return self.leave_ground(&path, wanted);
        };
        self.report_step(&path, &support);
        Outcome::on_ground(velocity, self.change_ground(&path, support))
    }

    /// The floors under the capsule.
    #[inline(always)]
    fn floors(&self) -> Obstacles<V> {
        let probe = &*self.probe;
        let mut floors = Obstacles::new();
        probe.contacts(probe.contact_reach(), |index, contact| {
            if probe.is_floor(index, contact.normal, contact.point_b) {
                let plane = Plane {
                    normal: contact.normal,
                    floor: true,
                };
                floors.add(plane, index);
            }
        });
        floors
    }

    /// The horizontal motion of a walk, `left` of `wish`, with the report as it is `before`. Returns whether an obstacle
    /// barred it.
    ///
    /// A climb is worth nothing if it leads back. In a corner where a ramp begins, the edge of the ramp pushes a climber
    /// out sideways; it would slide in again and climb again for as long as the input lasts.
    pub(super) fn walk(&mut self, wish: V, left: V::Scalar, before: &Checkpoint<V>) -> bool {
        let settings = self.probe.settings;
        // All climbs of a tick together: one step, and the rise of a ramp. A hovering character rides over steps and
        // climbs nothing that is higher.
        let ramp = wish.length() * self.probe.surfaces.steepest(settings);
        let climb = if settings.hover <= V::Scalar::ZERO {
            settings.step_height + ramp
        } else {
            V::Scalar::ZERO
        };
        let (start, gained) = (self.probe.feet(), self.gained);
        let mut rest = Rest { left, climb };
        let barred = self.walk_rest(wish, &mut rest);
        let back = -(self.probe.feet() - start).dot(wish);
        if rest.climb >= climb || back <= wish.length() * self.probe.rounding() {
            return barred;
        }
        self.restore(before);
        self.probe.place(start);
        self.gained = gained;
        let climb = V::Scalar::ZERO;
        self.walk_rest(wish, &mut Rest { left, climb })
    }

    /// The rest of a walk. Returns whether an obstacle barred it.
    fn walk_rest(&mut self, wish: V, rest: &mut Rest<V::Scalar>) -> bool {
        let up = self.probe.settings.up;
        let mut barred = false;
        let mut obstacles = self.floors();
        let mut count = Deflections::default();
        let mut last = None;
        while count.stops < MAX_STOPS {
            let probe = &mut *self.probe;
            let walk = probe.walk_along(wish, &obstacles);
            let (horizontal, delta) = (walk.horizontal, walk.delta);
            let follows_edge = obstacles.have_leading_edge(probe, delta);
            rest.left = corrected(rest.left, &mut last, follows_edge.then(|| delta.length()));
            let delta = delta * rest.left;
            if delta.length() <= probe.rounding() {
                self.report.why.blocked |= horizontal.length() <= probe.rounding() && barred;
                return barred;
            }
            let (stop, part) = match probe.segment(&obstacles, delta, follows_edge, &mut count) {
                Segment::Stopped(stop, part) => (stop, part),
                Segment::Bent(part) => {
                    last = Some(EdgeSegment::new(rest.left, part, delta));
                    rest.left = rest.left * (V::Scalar::ONE - part);
                    obstacles.refresh(probe);
                    continue;
                }
                Segment::Complete => return barred,
            };
            rest.left = rest.left * (V::Scalar::ONE - stop.t * part);
            let plane = probe.plane(stop.index, (stop.normal, stop.point));
            obstacles.refresh(probe);
            if !plane.floor {
                if self.climb(wish, rest, &mut obstacles) {
                    continue;
                }
                barred = true;
                let rise = stop.normal.dot(up);
                self.report.why.slid = true;
                self.report.why.steep |= rise > V::Scalar::from_f64(LEAST_SUPPORT);
            }
            self.probe.collide(&mut obstacles, &stop);
        }
        self.probe.limits.turns = true;
        barred
    }

    /// Tries to climb the obstacle in the rest of a walk.
    #[inline(always)]
    fn climb(&mut self, wish: V, rest: &mut Rest<V::Scalar>, obstacles: &mut Obstacles<V>) -> bool {
        let ahead = self.probe.walk_along(wish, obstacles).horizontal;
        let ahead = ahead * rest.left;
        let Some(climb) = self.probe.climb(ahead, rest.climb, obstacles) else {
            return false;
        };
        self.report.why.stepped = true;
        rest.climb -= climb.rise;
        self.gained += climb.gained;
        rest.left = rest.left * (V::Scalar::ONE - climb.used);
        obstacles.refresh(self.probe);
        true
    }
}
