//! Collision of two moving balls: time, positions and normal, and the velocities after it.
//!
//! The functions of "Pool Hall Lessons: Fast, Accurate Collision Detection Between Circles or Spheres" (Joe van den
//! Heuvel and Miles Jackson, 2002), with the cases that the article leaves open.

use super::impulse::{after_collision, shares};
use carom_core::shape::ball::Ball;
use carom_core::{Start, sweep};
use carom_math::{Scalar, Vector};

/// Where and when two moving balls collide.
///
/// ```
/// use carom::{Ball, table::impact, glam::{DVec2, dvec2}};
/// let (a, b) = (Ball::new(DVec2::ZERO, 1.), Ball::new(dvec2(1.5, 0.), 1.));
/// // They overlap at the start.
/// let impact = impact(&a, DVec2::X, &b, DVec2::ZERO).unwrap();
/// assert_eq!((impact.t, impact.depth, impact.normal), (0., 0.5, dvec2(-1., 0.)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// Time of impact: the fraction of both displacements, 0..=1.
    pub t: V::Scalar,
    /// The displacement of the first ball up to the impact.
    pub delta_a: V,
    /// The displacement of the second ball up to the impact.
    pub delta_b: V,
    /// Unit normal at the impact, from the second ball to the first.
    pub normal: V,
    /// Penetration depth if the balls overlap at the start (`t` is then 0): the first ball has to move this far along
    /// the normal to separate them. Otherwise 0.
    pub depth: V::Scalar,
}

/// Time and normal of the collision of two balls that move by `delta_a` and `delta_b` in the same time, each at
/// constant speed. A displacement of zero is a ball at rest.
///
/// `None` if they do not collide. Balls that move alike, separate, or touch at the start without going deeper do not
/// collide; balls that overlap at the start collide at once, wherever they go. The answer is that of
/// [`sweep`](carom_core::sweep()) in double precision, with `t` rounded down: it is never late.
///
/// ```
/// use carom::{Ball, table::impact, glam::{Vec2, vec2}};
/// let (cue, eight) = (Ball::new(vec2(0., 0.), 1.), Ball::new(vec2(6., 0.), 1.));
/// // Against one at rest, and against one that comes from the other side.
/// let met = impact(&cue, vec2(8., 0.), &eight, Vec2::ZERO).unwrap();
/// assert!(met.t <= 0.5 && met.t > 0.499999);
/// assert_eq!((met.delta_a, met.normal), (vec2(4., 0.), vec2(-1., 0.)));
/// let met = impact(&cue, vec2(8., 0.), &eight, vec2(-8., 0.)).unwrap();
/// assert_eq!((met.delta_a, met.delta_b), (vec2(2., 0.), vec2(-2., 0.)));
/// assert!(impact(&cue, vec2(8., 0.), &eight, vec2(8., 0.)).is_none());
/// ```
#[must_use]
pub fn impact<V: Vector>(a: &Ball<V>, delta_a: V, b: &Ball<V>, delta_b: V) -> Option<Impact<V>> {
    let double = |ball: &Ball<V>| Ball::new(ball.center.to_double(), ball.radius.to_f64());
    let (way_a, way_b) = (delta_a.to_double(), delta_b.to_double());
    let swept = sweep(&double(a), way_a - way_b, &double(b));
    let hit = swept.hit?;
    let depth = match swept.start {
        Start::Overlapping(contact) => contact.depth(),
        _ => 0.0,
    };
    let mut t = V::Scalar::from_f64(hit.t);
    if t.to_f64() > hit.t {
        t = t - t * V::Scalar::EPSILON;
    }
    Some(Impact {
        t,
        delta_a: V::from_double(way_a * hit.t),
        delta_b: V::from_double(way_b * hit.t),
        normal: V::from_double(hit.normal),
        depth: V::Scalar::from_f64(depth),
    })
}

/// The velocities of two balls after a collision.
///
/// `normal` is the line of centers, of any length and in either direction in which the balls approach, or the normal of
/// an [`Impact`]. Masses are more than 0; an infinite mass cannot be pushed (a moving wall). `restitution` is the part
/// of the closing speed that is returned, 0..=1. Velocities that separate or are equal stay as they are. Two infinite
/// masses act as equal masses.
///
/// ```
/// use carom::table::bounce;
/// use carom::glam::{Vec2, vec2};
/// // Three to one, head on.
/// let after = bounce([vec2(1., 0.), Vec2::ZERO], [3., 1.], vec2(-1., 0.), 1.);
/// assert_eq!(after, [vec2(0.5, 0.), vec2(1.5, 0.)]);
/// // Off a wall.
/// let after = bounce([vec2(1., -1.), Vec2::ZERO], [1., f32::INFINITY], vec2(0., 1.), 0.5);
/// assert_eq!(after, [vec2(1., 0.5), Vec2::ZERO]);
/// ```
#[must_use]
pub fn bounce<V: Vector>(
    velocities: [V; 2],
    masses: [V::Scalar; 2],
    normal: V,
    restitution: V::Scalar,
) -> [V; 2] {
    let [a, b] = velocities.map(V::to_double);
    let normal = normal.to_double();
    let largest = normal.abs().max_element();
    let fastest = a.abs().max(b.abs()).max_element();
    if !(largest > 0.0 && largest.is_finite() && fastest.is_finite()) {
        return velocities;
    }
    // Scaled to be near 1, so that no product overflows or underflows; from the first ball to the second.
    let way = -normal * (1.0 / largest.power_of_two());
    let speed = fastest.power_of_two();
    let near = [a, b].map(|v| v * (1.0 / speed));
    if way.dot(near[1] - near[0]) >= 0.0 {
        return velocities;
    }
    let [mass_a, mass_b] = masses.map(V::Scalar::to_f64);
    let after = after_collision(way, near, shares(mass_a, mass_b), restitution.to_f64());
    after.map(|v| V::from_double(v * speed))
}
