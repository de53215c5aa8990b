//! The first touch of moving hulls and curved cores: GJK until the normal is roughly known, then Newton's method for the
//! normal and the time together.

use super::convex_points::Difference;
use super::curved_distance::coarse;
use super::frame::Frame;
use super::gjk::{self, Outcome};
use super::newton::{self, Impact, Path};
use super::separation::{GRAZE, Separation, TOUCH};
use carom_math::Vector;
use glam::DVec3;

/// The first touch of the moving first core: its time, infinite if there is none, and the separation there. `None` if the
/// search comes to no certain answer, as for starts that touch, grazes and motions that slide.
pub(super) fn first_touch<V: Vector>(
    difference: &Difference<'_>,
    frame: &Frame<V>,
    tolerance: f64,
) -> Option<(f64, Separation<V::Double>)> {
    let coarse = coarse(tolerance);
    let way = frame.delta.length();
    let radius = frame.radius();
    let e = frame.sweep_tolerance();
    let never = (f64::INFINITY, Separation::infinite());
    let reach = way * (1.0 + 8.0 * f64::EPSILON) + radius + frame.tolerance(TOUCH);
    let found = match gjk::nearest(difference, coarse, 0.0, reach) {
        Outcome::Beyond => return Some(never),
        Outcome::Apart(found) if found.support > radius + frame.tolerance(TOUCH) => found,
        _ => return None,
    };
    let path = Path {
        delta: DVec3::from_array(frame.delta.to_f64()),
        goal: radius + e,
        most: radius + e + e,
        slack: way * f64::EPSILON * 8.0,
        noise: tolerance,
    };
    let restart = |here: &Difference<'_>| match gjk::nearest(here, coarse, 0.0, f64::INFINITY) {
        Outcome::Apart(found) if found.support > path.goal => Some(found),
        _ => None,
    };
    let Impact::Touch(t, touch) = newton::impact(difference, &found, &path, restart)? else {
        return Some(never);
    };
    let vector = |v: DVec3| V::Double::from_f64(v.to_array());
    // Coordinates of a unit vector that are less than its rounding: that of an axis is one.
    let normal = touch.normal.to_array();
    let normal = normal.map(|x| if x.abs() < 0.5 * f64::EPSILON { 0.0 } else { x });
    let rate = -touch.normal.dot(path.delta);
    let slides = radius > 0.0 && rate <= GRAZE * way;
    let distance = Vector::length(touch.a - touch.b);
    (!slides && distance <= path.most).then(|| {
        let at = Separation {
            a: vector(touch.a),
            b: vector(touch.b),
            normal: V::Double::from_f64(normal),
            distance,
            support: touch.gap,
            ambiguous: false,
        };
        (t, at)
    })
}
