//! Pairs in rigid motion: two hulls, or a hull over a half-space.

use super::RigidMotion;
use super::frame_motion::FrameMotion;
use super::height_bounds::{HeightBound, HeightBounds};
use crate::pair::convex_points::{ConvexPoints, Difference, Placement};
use crate::pair::frame::{Frame, greater, lesser};
use crate::pair::half_space::{HalfSpace, over};
use crate::pair::hulls::{Hulls, separation};
use crate::pair::separation::Separation;
use crate::pair::slide::TOUCH;
use alloc::vec::Vec;
use carom_math::Vector;
use glam::DVec3;

/// A pair in rigid motion.
pub(super) trait RigidPair<V: Vector> {
    fn frame(&self) -> &Frame<V>;
    /// The largest gap that counts as touching at the start, before any motion.
    fn touch(&self) -> f64;
    fn separation(&self, t: f64) -> Separation<V::Double>;
    /// Computes the bounds of all points from the time `t` on, at which the pair has the separation `at`.
    fn follow(&self, t: f64, at: &Separation<V::Double>, bounds: &mut HeightBounds);
}

/// Two hulls.
pub(super) struct RigidHulls<'a, V: Vector> {
    hulls: Hulls<'a, V>,
    touch: f64,
    a: FrameMotion,
    b: FrameMotion,
}

impl<'a, V: Vector> RigidHulls<'a, V> {
    pub(super) fn new(mut hulls: Hulls<'a, V>, a: &RigidMotion<V>, b: &RigidMotion<V>) -> Self {
        let (a, b) = (
            FrameMotion::new(a, &hulls.frame),
            FrameMotion::new(b, &hulls.frame),
        );
        let rest = hulls.difference(0.0);
        let touch = start_touch(&hulls.frame, &rest);
        let reaches = [a.reach(rest.a.iter()), b.reach(rest.b.iter())];
        for [lever, way] in reaches {
            hulls.frame.widen(lever, way);
        }
        Self { hulls, touch, a, b }
    }

    fn difference(&self, t: f64) -> Difference<'_> {
        self.hulls.posed(self.a.pose(t), self.b.pose(t))
    }
}

impl<V: Vector> RigidPair<V> for RigidHulls<'_, V> {
    fn frame(&self) -> &Frame<V> {
        &self.hulls.frame
    }

    fn touch(&self) -> f64 {
        self.touch
    }

    fn separation(&self, t: f64) -> Separation<V::Double> {
        let at = separation(&self.difference(t), &self.hulls.frame, f64::INFINITY);
        at.unwrap_or_else(Separation::infinite)
    }

    fn follow(&self, t: f64, at: &Separation<V::Double>, bounds: &mut HeightBounds) {
        let n = DVec3::from_array(at.normal.to_f64());
        let difference = self.difference(t);
        let follow = |cloud: &ConvexPoints<'_>,
                      spin: &FrameMotion,
                      n: DVec3,
                      bounds: &mut Vec<HeightBound>| {
            bounds.clear();
            bounds.extend(cloud.iter().map(|p| HeightBound {
                height: n.dot(p),
                rate: n.dot(spin.velocity(p, t)),
                bend: [0.5 * spin.bend(p, t, n), 0.0],
            }));
        };
        follow(&difference.a, &self.a, n, &mut bounds.a);
        follow(&difference.b, &self.b, -n, &mut bounds.b);
    }
}

/// The largest gap that counts as touching at the start. Cores without a depth, as a point and a triangle, could pass
/// through each other within the tolerance of their motion: theirs is the rounding of the coordinates.
fn start_touch<V: Vector>(frame: &Frame<V>, rest: &Difference<'_>) -> f64 {
    let touch = frame.tolerance(TOUCH);
    let has_depth = rest.a.iter().count() + rest.b.iter().count() > V::DIM + 1;
    let first = rest.a.iter().next().filter(|_| !has_depth);
    first.map_or(touch, |p| {
        let rounding = frame.rounding(V::Double::from_f64(p.to_array()));
        lesser(touch, greater(rounding, 0.5 * frame.radius()))
    })
}

/// A hull over a half-space.
pub(super) struct RigidOverHalfSpace<'a, V: Vector> {
    at_rest: HalfSpace<'a, V>,
    touch: f64,
    a: FrameMotion,
    b: FrameMotion,
    /// The height of the plane over its own pivot.
    offset: f64,
}

impl<'a, V: Vector> RigidOverHalfSpace<'a, V> {
    pub(super) fn new(
        mut at_rest: HalfSpace<'a, V>,
        a: &RigidMotion<V>,
        b: &RigidMotion<V>,
    ) -> Self {
        let touch = at_rest.frame.tolerance(TOUCH);
        let (a, b) = (
            FrameMotion::new(a, &at_rest.frame),
            FrameMotion::new(b, &at_rest.frame),
        );
        let reaches = {
            let rest = at_rest.cloud(Placement::shifted(DVec3::ZERO));
            [a.reach(rest.iter()), b.reach(rest.iter())]
        };
        for [lever, way] in reaches {
            at_rest.frame.widen(lever, way);
        }
        // The first point is the origin of the frame.
        let offset = -at_rest.normal.dot(b.pivot) - at_rest.height;
        Self {
            at_rest,
            touch,
            a,
            b,
            offset,
        }
    }

    fn normal(&self, t: f64) -> DVec3 {
        match self.b.turned(t) {
            None => self.at_rest.normal,
            Some([x, y, z]) => {
                let n = self.at_rest.normal;
                x * n.x + y * n.y + z * n.z
            }
        }
    }
}

impl<V: Vector> RigidPair<V> for RigidOverHalfSpace<'_, V> {
    fn frame(&self) -> &Frame<V> {
        &self.at_rest.frame
    }

    fn touch(&self) -> f64 {
        self.touch
    }

    fn separation(&self, t: f64) -> Separation<V::Double> {
        let n = self.normal(t);
        let cloud = self.at_rest.cloud(self.a.pose(t));
        let lowest = cloud.point(cloud.support(-n));
        let height = n.dot(lowest - self.b.center(t)) - self.offset;
        over::<V>(lowest, n, height)
    }

    /// The height of a point x, relative to the plane's pivot, over the rotating plane is m·x − offset. Its rate is
    /// ṁ·x + m·ẋ, its second derivative at most |m̈||x| + 2|ṁ||ẋ| + |ẍ|.
    fn follow(&self, t: f64, _: &Separation<V::Double>, bounds: &mut HeightBounds) {
        let m = self.normal(t);
        let turning = self.b.angle.abs();
        let m_rate = self.b.axis.cross(m) * self.b.angle;
        let cloud = self.at_rest.cloud(self.a.pose(t));
        bounds.a.clear();
        bounds.a.extend(cloud.iter().map(|p| {
            let x = p - self.b.center(t);
            let x_rate = self.a.velocity(p, t) - self.b.delta;
            let fastest = self.a.angle.abs() * self.a.lever(p, t)
                + Vector::length(self.a.delta - self.b.delta);
            // |x| grows at most at the fastest speed, and the bend with it.
            let bend = if turning == 0.0 {
                [0.5 * self.a.bend(p, t, m), 0.0]
            } else {
                let now = turning * turning * Vector::length(x)
                    + 2.0 * turning * fastest
                    + self.a.angle * self.a.angle * self.a.lever(p, t);
                [0.5 * now, 0.5 * turning * turning * fastest]
            };
            HeightBound {
                height: m.dot(x),
                rate: m_rate.dot(x) + m.dot(x_rate),
                bend,
            }
        }));
        bounds.b.clear();
        bounds.b.push(HeightBound {
            height: -self.offset,
            rate: 0.0,
            bend: [0.0; 2],
        });
    }
}
