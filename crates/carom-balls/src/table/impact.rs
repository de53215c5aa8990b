//! Two balls once: when they meet on their way, where they then are, and how they part.
//!
//! The functions of "Pool Hall Lessons: Fast, Accurate Collision Detection Between Circles or Spheres" (Joe van
//! den Heuvel and Miles Jackson, 2002), for every case, also those that the article leaves open.

use super::bounce::{apart, shares};
use carom_core::shape::ball::Ball;
use carom_core::{Start, sweep};
use carom_math::{Scalar, Vector};

/// Where two balls meet on their way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// The fraction of both displacements that is free, 0..=1.
    pub t: V::Scalar,
    /// The displacement of the first ball until then.
    pub delta_a: V,
    /// That of the second.
    pub delta_b: V,
    /// Unit, from the second to the first, at that moment.
    pub normal: V,
    /// They overlap from the start by this much: `t` is 0, and the first has to move so far along the normal
    /// before they are apart. 0 for all others.
    pub depth: V::Scalar,
}

/// When and where two balls meet, of which the first moves by `delta_a` and the second by `delta_b`, both at
/// constant speed in the same time; a displacement of zero rests.
///
/// `None` if they do not meet. They do not if they move alike, or part, or touch at the start without going
/// deeper; if they overlap at the start they meet at once, wherever they go. The answer is that of
/// [`sweep`](carom_core::sweep()) in double precision, with `t` rounded down: never late.
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

/// The velocities of two balls after they have met.
///
/// `normal` is the line of their centres, of any length and either direction from which they approach, or the normal of an
/// [`Impact`]; masses are more than 0, or infinite for what cannot be pushed (a wall that moves). `restitution`
/// is how much of the speed along the normal comes back, 0..=1. What parts or moves alike is left as it is. Two infinite
/// masses act as equal ones.
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
    // Near 1, so that no product is too large or too small; from the first to the second.
    let way = -normal * (1.0 / largest.power_of_two());
    let speed = fastest.power_of_two();
    let near = [a, b].map(|v| v * (1.0 / speed));
    if way.dot(near[1] - near[0]) >= 0.0 {
        return velocities;
    }
    let [mass_a, mass_b] = masses.map(V::Scalar::to_f64);
    let after = apart(way, near, shares(mass_a, mass_b), restitution.to_f64());
    after.map(|v| V::from_double(v * speed))
}
