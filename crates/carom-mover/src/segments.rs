//! Straight segments of a motion: around an edge the motion bends with the capsule's own round, in short chords.

use super::obstacles::Obstacles;
use super::probe::Probe;
use super::sweep_to_skin::Stop;
use super::tuning::{
    EDGE_DEVIATION, END_BISECTIONS, LAST_SEGMENT, LONGEST_SEGMENT, MAX_SEGMENTS, SWEEP_GAP,
};
use carom_math::{Scalar, Vector};

/// A segment around an edge: the fraction of the motion left before it, the part of that which it made at the speed it
/// began with, and that speed.
pub(super) struct EdgeSegment<S> {
    left: S,
    part: S,
    speed: S,
}

impl<S: Scalar> EdgeSegment<S> {
    /// A segment of `part` of `delta`, which is all that is left of the motion.
    pub(super) fn new<V: Vector<Scalar = S>>(left: S, part: S, delta: V) -> Self {
        Self {
            left,
            part,
            speed: delta.length() / left,
        }
    }
}

/// The fraction of the motion left after an edge segment, corrected: the speed changes along an edge, so the segment
/// took as long as at the mean of the speeds at its ends (trapezoidal rule). `speed` is the one at its end, if the
/// motion follows the edge further.
pub(super) fn corrected<S: Scalar>(
    left: S,
    segment: &mut Option<EdgeSegment<S>>,
    speed: Option<S>,
) -> S {
    let (Some(segment), Some(speed)) = (segment.take(), speed) else {
        return left;
    };
    let mean = (segment.speed + speed) * S::HALF;
    let took = (segment.part * segment.speed / mean).min(S::ONE);
    segment.left * (S::ONE - took)
}

/// How often a motion has been deflected.
#[derive(Default)]
pub(super) struct Deflections {
    pub(super) stops: usize,
    /// Segments around edges.
    segments: usize,
}

/// The end of a straight segment, and the part of the remaining motion that it tried.
pub(super) enum Segment<V: Vector> {
    Stopped(Stop<V>, V::Scalar),
    /// At the end of a segment around an edge, or at the end of a wall.
    Bent(V::Scalar),
    /// Nothing is left.
    Complete,
}

impl<V: Vector> Probe<'_, V> {
    /// Makes the next straight segment of a motion with `delta` left, and counts how it ended.
    pub(super) fn segment(
        &mut self,
        obstacles: &Obstacles<V>,
        delta: V,
        follows_edge: bool,
        count: &mut Deflections,
    ) -> Segment<V> {
        let part = self.straight_part(follows_edge, delta, count.segments);
        let (stop, part) = self.sweep_to_end(obstacles, delta, part);
        match stop {
            Some(stop) => {
                // The same edge again is no further stop, within a limit.
                if count.segments < MAX_SEGMENTS && obstacles.are_led_by(self, &stop) {
                    count.segments += 1;
                } else {
                    count.stops += 1;
                }
                Segment::Stopped(stop, part)
            }
            None if part < V::Scalar::ONE => {
                count.segments += 1;
                self.return_to_edge(obstacles, delta * part);
                Segment::Bent(part)
            }
            None => Segment::Complete,
        }
    }

    /// The part of a motion that one straight segment makes. Around an edge, long segments would cut wide, the wider
    /// the longer the tick: a chord that leaves a circle of radius r by e at its end is √(2 r e) long.
    fn straight_part(&self, follows_edge: bool, delta: V, segments: usize) -> V::Scalar {
        let one = V::Scalar::ONE;
        if !follows_edge || segments >= MAX_SEGMENTS {
            return one;
        }
        // A long motion has longer segments, to limit their number.
        let length = delta.length();
        let least = length * V::Scalar::from_f64(LONGEST_SEGMENT);
        let most = self.longest_segment().max(least);
        if length > most * V::Scalar::from_f64(LAST_SEGMENT) {
            (most / length).min(V::Scalar::HALF)
        } else {
            one
        }
    }

    /// Sweeps by `part` of `delta`. Where that passes the end of a wall along which the motion slides, it is bisected
    /// until at most half a segment overshoots. Returns the stop, and the part that was tried.
    fn sweep_to_end(
        &mut self,
        obstacles: &Obstacles<V>,
        delta: V,
        part: V::Scalar,
    ) -> (Option<Stop<V>>, V::Scalar) {
        let (start, limits) = (self.feet(), self.limits);
        let mut tried = part;
        for _ in 0..END_BISECTIONS {
            let stop = self.sweep_to_skin(delta * tried);
            let short = (delta * tried).length() <= self.longest_segment() * V::Scalar::HALF;
            if stop.is_some() || short || !obstacles.are_passed(self, delta) {
                return (stop, tried);
            }
            self.place(start);
            self.limits = limits;
            tried = tried * V::Scalar::HALF;
        }
        (self.sweep_to_skin(delta * tried), tried)
    }

    /// Length of a segment around an edge.
    fn longest_segment(&self) -> V::Scalar {
        self.settings.radius * V::Scalar::from_f64(2.0 * EDGE_DEVIATION).sqrt()
    }

    /// Moves back to the edge after a segment around it.
    fn return_to_edge(&mut self, obstacles: &Obstacles<V>, delta: V) {
        let settings = self.settings;
        // Twice the distance by which a chord leaves a circle at its end.
        let reach = settings.skin + delta.length_squared() / settings.radius;
        for (plane, index) in obstacles.touched() {
            if plane.floor || !self.is_edge(*index, plane.normal) {
                continue;
            }
            let Some(contact) = self.contact_within(*index, reach) else {
                continue;
            };
            let excess = contact.separation - settings.skin * V::Scalar::from_f64(SWEEP_GAP);
            // Only while the motion leans into the edge.
            if excess > self.rounding() && contact.normal.dot(delta) < V::Scalar::ZERO {
                let _ = self.sweep_to_skin(-(contact.normal * excess));
            }
        }
    }
}
