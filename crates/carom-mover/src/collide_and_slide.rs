//! Collide and slide: a motion follows the surfaces that it meets until it is used up or barred.

use super::ground::is_edge;
use super::obstacles::Obstacles;
use super::planes::project;
use super::probe::Probe;
use super::segments::{Deflections, EdgeSegment, Segment, corrected};
use super::tuning::{MAX_PLANES, MAX_STOPS, PLANE_LEAN};
use carom_math::{Scalar, Vector};

/// The rest of a motion.
struct Remainder<S> {
    fraction: S,
    /// The motion was deflected too often.
    dropped: bool,
}

/// The end of a motion along the surfaces that it met.
pub(super) struct Slid {
    /// Whether it met anything.
    pub(super) met: bool,
    /// It was deflected too often, and the rest was dropped.
    pub(super) dropped: bool,
}

impl<V: Vector> Probe<'_, V> {
    /// Moves along `motion(planes met so far)`, again and again, until the motion is used up or barred.
    fn collide_and_slide(
        &mut self,
        obstacles: &mut Obstacles<V>,
        motion: impl Fn(&Self, &Obstacles<V>) -> V,
    ) -> Remainder<V::Scalar> {
        let mut left = V::Scalar::ONE;
        let mut count = Deflections::default();
        let mut last = None;
        while count.stops < MAX_STOPS {
            obstacles.refresh(self);
            let delta = motion(self, obstacles);
            let follows_edge = obstacles.have_leading_edge(self, delta);
            left = corrected(left, &mut last, follows_edge.then(|| delta.length()));
            let delta = delta * left;
            self.crease = obstacles.crease(delta).or(self.crease);
            if delta.length() <= self.rounding() {
                return Remainder {
                    fraction: left,
                    dropped: false,
                };
            }
            match self.segment(obstacles, delta, follows_edge, &mut count) {
                Segment::Stopped(stop, part) => {
                    left = left * (V::Scalar::ONE - stop.t * part);
                    self.collide(obstacles, &stop);
                }
                Segment::Bent(part) => {
                    last = Some(EdgeSegment::new(left, part, delta));
                    left = left * (V::Scalar::ONE - part);
                }
                Segment::Complete => {
                    return Remainder {
                        fraction: V::Scalar::ZERO,
                        dropped: false,
                    };
                }
            }
        }
        Remainder {
            fraction: left,
            dropped: true,
        }
    }

    /// Moves by `delta` along all surfaces that it meets, floors included.
    pub(super) fn slide(&mut self, delta: V) -> Slid {
        self.slide_along(|_, obstacles| obstacles.project(delta))
    }

    /// Moves by a displacement that depends on the planes met so far.
    fn slide_along(&mut self, motion: impl Fn(&Self, &Obstacles<V>) -> V) -> Slid {
        let mut obstacles = Obstacles::new();
        let rest = self.collide_and_slide(&mut obstacles, motion);
        Slid {
            met: obstacles.met,
            dropped: rest.dropped,
        }
    }

    /// Moves by `delta` out of the way of a moving body: a part that does not carry the capsule pushes it horizontally
    /// and does not lift it; nor does an edge that does not rise itself, however low.
    pub(super) fn yield_to(&mut self, delta: V) -> Slid {
        let up = self.settings.up;
        let sinks = delta.dot(up) < -(delta.length() * V::Scalar::from_f64(PLANE_LEAN));
        self.slide_along(|probe, obstacles| {
            let mut normals = [V::ZERO; 2 * MAX_PLANES];
            let mut count = 0;
            for (plane, index) in obstacles.touched() {
                let rise = plane.normal.dot(up);
                let is_edge = || is_edge(plane.normal, probe.surface(*index, plane.normal, up));
                let lifts = rise <= V::Scalar::ZERO
                    || probe.carries(*index, plane.normal, V::ZERO) && (sinks || !is_edge());
                let horizontal = (plane.normal - up * rise).try_normalize();
                let horizontal = horizontal.filter(|_| !lifts);
                // A horizontal motion that does not enter the upright plane does not enter the other.
                let own = (sinks || horizontal.is_none()).then_some(plane.normal);
                for normal in [own, horizontal].into_iter().flatten() {
                    normals[count] = normal;
                    count += 1;
                }
            }
            project(delta, &normals[..count])
        })
    }

    /// A horizontal motion along walls, at the top of a climb. Under a `ceiling` that the climb has risen to, it goes
    /// down with the ceiling. Returns the fraction of `ahead` that it used.
    pub(super) fn glide(&mut self, ahead: V, obstacles: &Obstacles<V>, ceiling: bool) -> V::Scalar {
        let mut obstacles = obstacles.clone();
        let rest = self.collide_and_slide(&mut obstacles, |probe, obstacles| {
            if ceiling {
                probe.walk_below_ceilings(ahead, obstacles)
            } else {
                probe.walk_along(ahead, obstacles).horizontal
            }
        });
        V::Scalar::ONE - rest.fraction
    }
}
