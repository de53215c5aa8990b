//! Bounds on the heights of points over a plane that rests, of second order, or that turns with one of the shapes, of third order.
//!
//! The height of a point p over the plane with the normal m through c is f = m·x with x = p − c, of which
//!
//! `f' = ṁ·x + m·ẋ`, `f'' = m̈·x + 2ṁ·ẋ + m·ẍ` and `|f'''| ≤ ω³|x| + 3ω²|ẋ| + 3ω|ẍ| + |x⃛|`
//!
//! for the angular speed ω of the plane. Terms of the second derivative cancel where shapes turn together, so it is computed, not bounded.

use super::frame_motion::FrameMotion;
use super::height_bounds::{CoreBounds, HeightBound};
use crate::pair::convex_points::PlacedCore;
use crate::pair::frame::greater;
use carom_math::Vector;
use glam::DVec3;

/// The bounds of a core that moves by `own` over a plane at rest with the unit normal `n`, from the time `t` on.
#[inline(never)]
pub(super) fn follow_at_rest(
    core: &PlacedCore<'_>,
    own: &FrameMotion,
    n: DVec3,
    t: f64,
    bounds: &mut CoreBounds,
) {
    let bound = |p: DVec3, reach: f64| HeightBound {
        height: n.dot(p),
        rate: n.dot(own.velocity(p, t)),
        bend: [0.5 * own.bend(p, reach, t, n), 0.0],
    };
    // n·(ω × e) = e·(n × ω).
    let turning = n.cross(own.axis) * own.angle;
    bounds.follow(core, &bound, [n, turning]);
}

/// A plane that moves and turns around its pivot, at the time `t`, with its unit normal at that time.
#[derive(Clone, Copy)]
pub(super) struct TurningPlane<'a> {
    pub(super) motion: &'a FrameMotion,
    pub(super) normal: DVec3,
    pub(super) t: f64,
}

impl TurningPlane<'_> {
    /// The bounds of a core that moves as the plane, relative to the plane's pivot.
    #[inline(never)]
    pub(super) fn carry(&self, core: &PlacedCore<'_>, bounds: &mut CoreBounds) {
        let at_rest = |p: DVec3, _| HeightBound {
            height: self.normal.dot(p - self.motion.center(self.t)),
            rate: 0.0,
            bend: [0.0; 2],
        };
        bounds.follow(core, &at_rest, [self.normal, DVec3::ZERO]);
    }

    /// The bounds of a core with a motion of its own, relative to the plane's pivot.
    #[inline(never)]
    pub(super) fn follow(&self, core: &PlacedCore<'_>, own: &FrameMotion, bounds: &mut CoreBounds) {
        let (plane, m, t) = (self.motion, self.normal, self.t);
        let turning = plane.axis * plane.angle;
        let m_rate = turning.cross(m);
        let m_bend = turning.cross(m_rate);
        let [plane_speed, own_speed] = [plane, own].map(|motion| motion.angle.abs());
        // The normal in the axes of the core, along which the vectors within the core are fixed: it turns by Ω = ω − ω_own there, and
        // Ω by −ω_own, so the second derivative is Ω×(Ω×m) − (ω_own×Ω)×m.
        let own_turning = own.axis * own.angle;
        let apart = turning - own_turning;
        let spread = {
            let bend = apart.cross(apart.cross(m)) - own_turning.cross(apart).cross(m);
            let speed = Vector::length(apart);
            let growth = speed * (own_speed + speed) * (own_speed + 2.0 * speed);
            [Vector::length(bend), growth]
        };
        let bound = |p: DVec3, reach: f64| {
            let x = p - plane.center(t);
            let x_rate = own.velocity(p, t) - plane.delta;
            let lever = own.lever(p, t);
            let fastest = own_speed * lever + Vector::length(own.delta - plane.delta);
            let farthest = Vector::length(x) + fastest * (1.0 - t);
            let second = m_bend.dot(x) + 2.0 * m_rate.dot(x_rate) + m.dot(own.acceleration(p, t));
            let third = plane_speed * plane_speed * (plane_speed * farthest + 3.0 * fastest)
                + own_speed * own_speed * (3.0 * plane_speed + own_speed) * lever;
            // A point that rises faster and faster is bounded by its rate: so the bound is concave.
            let [spread_bend, spread_growth] = spread;
            let bend = greater(-second, 0.0) + spread_bend * reach;
            HeightBound {
                height: m.dot(x),
                rate: m_rate.dot(x) + m.dot(x_rate),
                bend: [0.5 * bend, (third + spread_growth * reach) / 6.0],
            }
        };
        bounds.follow(core, &bound, [m, apart.cross(m)]);
    }

    /// The same of second order: the second derivative is at most |m̈||x| + 2|ṁ||ẋ| + |ẍ|.
    #[inline(never)]
    pub(super) fn follow_roughly(
        &self,
        core: &PlacedCore<'_>,
        own: &FrameMotion,
        bounds: &mut CoreBounds,
    ) {
        let (plane, m, t) = (self.motion, self.normal, self.t);
        let turning = plane.angle.abs();
        let m_rate = plane.axis.cross(m) * plane.angle;
        let bound = |p: DVec3, reach: f64| {
            let x = p - plane.center(t);
            let x_rate = own.velocity(p, t) - plane.delta;
            let lever = own.lever(p, t) + reach;
            let fastest = own.angle.abs() * lever + Vector::length(own.delta - plane.delta);
            // |x| grows at most at the fastest speed, and the bend with it.
            let bend = if turning == 0.0 {
                [0.5 * own.bend(p, reach, t, m), 0.0]
            } else {
                let now = turning * turning * (Vector::length(x) + reach)
                    + 2.0 * turning * fastest
                    + own.angle * own.angle * lever;
                [0.5 * now, 0.5 * turning * turning * fastest]
            };
            HeightBound {
                height: m.dot(x),
                rate: m_rate.dot(x) + m.dot(x_rate),
                bend,
            }
        };
        let spread_rate = m_rate + m.cross(own.axis) * own.angle;
        bounds.follow(core, &bound, [m, spread_rate]);
    }
}
