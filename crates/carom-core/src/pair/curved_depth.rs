//! The penetration depth where a core is curved.
//!
//! The depth is the least height `h(n)` of the Minkowski difference over the origin, over all unit vectors. Near a curve
//! the facets of an expanding polytope only approach it. But a rough facet is enough for Newton's method ([`newton`]) to lead to a
//! minimum from it. The first one bounds the depth; then only facets that are lower than the bound may lead to another. They are expanded
//! until Newton's method leads from them to a minimum in their reach, or until they are higher.
//!
//! Where it leads nowhere, the direction is improved until it does: with `a` moved apart along `n` by `h(n)` and a margin, the nearest
//! points have a normal `m`, and `h(m) ≤ h(n)`. For if they are at the distance δ, at least the margin, then
//! `h(m) = (h(n) + margin) m·n − δ ≤ h(n)`.

mod minima;

use super::convex_points::{Difference, PlacedCore};
use super::curved_distance;
use super::descent::descended;
use super::epa::{Depth, Known, KnownFace, Tolerances};
use super::gjk;
use super::newton::{self, Stationary};
use super::small_vec::SmallVec;
use carom_math::{Scalar, Vector};
use glam::DVec3;
use minima::Minima;

/// The largest number of steps of a direction, and the squared turn, rad squared, after which there is no other: without
/// Newton's method, where a step leaves 97 of 100 parts, and with it.
const LIMITS: [(usize, f64); 2] = [(1024, 1e-22), (128, 1e-16)];

/// The farthest, rad squared, that Newton's method may lead: a minimum between would be skipped.
const FARTHEST: f64 = 0.0025;

/// After this many steps it may lead anywhere.
const FAR_STEPS: usize = 4;

/// A decrease of less than this part of the tolerance is the last, where a step leaves 97 of 100 parts.
const LEAST: f64 = 1.0 / 64.0;

/// The square of the angle at which a direction is that of a rounded face, as a part of the tolerance over the size.
const ON_A_FACE: f64 = 1.0 / 1024.0;

/// The tilt of directions in which the corners of a face are found, as a part of that at which a cylinder of the radius of
/// the size is lower by twice the tolerance.
const TILT: f64 = 1.0 / 16.0;

/// Margins, as parts of the size: the narrower, the fewer steps.
const NARROW: f64 = 1e-3;
const WIDE: f64 = 1.0;

/// The depth of two cores that cross or touch, of which at least one is curved.
pub(super) fn depth(
    difference: &Difference<'_>,
    known: Known<'_>,
    tolerances: &Tolerances,
) -> Depth {
    let Likely {
        way: start,
        depth: bound,
        is_face,
    } = likely(difference);
    // On a rim of the radius r that leans by θ corners are lower by r tilt² / (2 sin θ).
    let tilt = TILT * Scalar::sqrt(tolerances.depth / tolerances.size);
    let face = (is_face && !difference.is_flat).then(|| KnownFace::of(difference, -start, tilt));
    let under_face = face
        .as_ref()
        .and_then(|face| face.depth(difference, tolerances));
    let flat = under_face.or_else(|| {
        let may_be = is_face && is_under(difference, start, tilt);
        let found = may_be.then(|| on_face(difference, start, tolerances));
        found.flatten()
    });
    let face = face.as_ref().filter(|_| flat.is_some());
    let without_pieces =
        || (!difference.has_pieces()).then(|| improved(difference, start, tolerances));
    let first = flat.or_else(without_pieces);
    match Minima::new(difference, tolerances, first).least(known, face) {
        Err(found) => found,
        Ok(Some(found)) if found.depth <= bound + tolerances.depth => found,
        Ok(other) => lower(improved(difference, start, tolerances), other),
    }
}

/// The depth of a stationary normal. Less than the rounding of a height is a touch.
fn settled(found: &Stationary, tolerances: &Tolerances) -> Depth {
    let is_touch = found.gap.abs() <= f64::EPSILON * tolerances.size;
    Depth {
        normal: found.normal,
        depth: if is_touch { 0.0 } else { -found.gap },
        witnesses: Some([found.a, found.b]),
        ambiguous: false,
    }
}

/// A direction in which the depth is likely small.
#[derive(Clone, Copy)]
struct Likely {
    way: DVec3,
    /// The depth along it.
    depth: f64,
    /// Whether it is the normal of a face of the difference.
    is_face: bool,
}

/// The likeliest direction: the normal of a face, or away from each other, or from the axis of a curved core: of two parallel cylinders
/// the least depth is along that.
fn likely(difference: &Difference<'_>) -> Likely {
    let way = difference.first().w;
    let away = Vector::try_normalize(way).unwrap_or(DVec3::X);
    let axes = [axis(&difference.a), axis(&difference.b)];
    let [axis_a, axis_b] = axes;
    let axis = if axis_a == DVec3::ZERO {
        axis_b
    } else {
        axis_a
    };
    let aside = Vector::try_normalize(way - axis * axis.dot(way)).unwrap_or(away);
    let others = [away, aside, -aside].map(|way| (way, false));
    // In 2D the products point out of the plane.
    let of_plane = |normal: &DVec3| !difference.is_flat || normal.z == 0.0;
    let faces = faces(difference, axes).into_iter().filter(of_plane);
    let faces = faces.filter_map(Vector::try_normalize);
    let both = |normal: DVec3| [(normal, true), (-normal, true)];
    let mut best = Likely {
        way: away,
        depth: f64::INFINITY,
        is_face: false,
    };
    let mut seen = SmallVec::<DVec3, 16>::new(DVec3::ZERO);
    for (way, is_face) in others.into_iter().chain(faces.flat_map(both)) {
        // Any point of the difference bounds the depth from below.
        if seen.iter().any(|w| -way.dot(*w) >= best.depth) {
            continue;
        }
        let farthest = difference.support(-way).w;
        seen.push(farthest);
        let depth = -way.dot(farthest);
        if depth < best.depth {
            best = Likely {
                way,
                depth,
                is_face,
            };
        }
    }
    best
}

/// The axis of a core with flat ends; zero of others.
fn axis(core: &PlacedCore<'_>) -> DVec3 {
    let axis = core.curved().and_then(|curved| curved.axis());
    axis.map_or(DVec3::ZERO, |axis| core.pose.rotated(axis))
}

/// Normals that faces of the difference may have, of any length or zero: of flat ends and of the faces of few points;
/// of an edge along the side of a curved core, and of two such sides.
fn faces(difference: &Difference<'_>, [axis_a, axis_b]: [DVec3; 2]) -> [DVec3; 15] {
    let [a, b, c] = difference.a.edges_of_few();
    let [d, e, f] = difference.b.edges_of_few();
    [
        axis_a,
        axis_b,
        axis_a.cross(axis_b),
        a.cross(b),
        b.cross(c),
        c.cross(a),
        d.cross(e),
        e.cross(f),
        f.cross(d),
        a.cross(axis_b),
        b.cross(axis_b),
        c.cross(axis_b),
        d.cross(axis_a),
        e.cross(axis_a),
        f.cross(axis_a),
    ]
}

/// Whether the origin may be under the face of the difference against a normal: whether that has a point, found in a direction
/// tilted by an angle with this tangent, on the origin's side of its middle.
fn is_under(difference: &Difference<'_>, normal: DVec3, tilt: f64) -> bool {
    let middle = difference.support(-normal).w;
    let aside = normal * normal.dot(middle) - middle;
    Vector::try_normalize(aside)
        .is_none_or(|way| way.dot(difference.support(way * tilt - normal).w) >= 0.0)
}

/// The depth along the normal of a face, if that is a minimum: with `a` moved apart along it, the nearest points have
/// the same normal. A rounded face has it within an angle; the square of that, times the size, is far less than the tolerance.
fn on_face(difference: &Difference<'_>, normal: DVec3, tolerances: &Tolerances) -> Option<Depth> {
    let mut found = Depth {
        normal,
        depth: height(difference, normal),
        witnesses: None,
        ambiguous: false,
    };
    let there = apart(difference, &mut found, WIDE, tolerances)?;
    let is_face =
        (there - normal).length_squared() * tolerances.size <= ON_A_FACE * tolerances.depth;
    let depth = height(difference, there);
    if depth < found.depth {
        (found.normal, found.depth) = (there, depth);
    }
    is_face.then_some(found)
}

/// The depth at the minimum that a direction, in which `a` moves, comes to. Of cores that are apart it is the only one,
/// the negative distance.
pub(super) fn improved(
    difference: &Difference<'_>,
    start: DVec3,
    tolerances: &Tolerances,
) -> Depth {
    let has_pieces = difference.has_pieces();
    let start = if has_pieces {
        start
    } else {
        descended(difference, start, f64::EPSILON * tolerances.size)
    };
    let mut found = Depth {
        normal: start,
        depth: height(difference, start),
        witnesses: None,
        ambiguous: false,
    };
    let mut far: Option<Depth> = None;
    let (most, last) = LIMITS[usize::from(has_pieces)];
    let mut last_decrease = 0.0;
    for steps in 0..most {
        if has_pieces
            && let Some(exact) =
                newton::from(difference, found.normal, tolerances.depth, found.depth)
        {
            let is_near = (exact.normal - found.normal).length_squared() <= FARTHEST;
            let exact = settled(&exact, tolerances);
            if is_near || steps == FAR_STEPS {
                return lower(exact, far);
            }
            far = Some(lower(exact, far));
        }
        let (old_normal, old_depth) = (found.normal, found.depth);
        if !step(difference, &mut found, NARROW, tolerances)
            || (found.normal - old_normal).length_squared() <= last
        {
            break;
        }
        // Each step decreases the depth by nearly the same part of what is left.
        let decrease = old_depth - found.depth;
        let ratio = decrease / last_decrease;
        last_decrease = decrease;
        let is_last = decrease * ratio <= (1.0 - ratio) * tolerances.depth
            || decrease <= LEAST * tolerances.depth;
        if !has_pieces && is_last {
            break;
        }
    }
    settle(difference, &mut found, tolerances);
    lower(found, far)
}

/// The last steps: a wide margin rounds normal and witness points less.
fn settle(difference: &Difference<'_>, found: &mut Depth, tolerances: &Tolerances) {
    for _ in 0..4 {
        if !step(difference, found, WIDE, tolerances) {
            break;
        }
    }
}

/// The lesser of two depths; the first on a tie.
fn lower(found: Depth, other: Option<Depth>) -> Depth {
    match other {
        Some(other) if other.depth < found.depth => other,
        _ => found,
    }
}

/// The height of the difference against a direction in which `a` moves: how far it must move.
fn height(difference: &Difference<'_>, n: DVec3) -> f64 {
    -n.dot(difference.support(-n).w)
}

/// Moves the cores apart by the depth and a margin, this part of the size, and takes the normal that they have there.
/// Returns whether the depth became less.
fn step(
    difference: &Difference<'_>,
    found: &mut Depth,
    margin: f64,
    tolerances: &Tolerances,
) -> bool {
    let Some(normal) = apart(difference, found, margin, tolerances) else {
        return false;
    };
    let depth = height(difference, normal);
    let is_less = depth < found.depth;
    if is_less {
        (found.normal, found.depth) = (normal, depth);
    }
    is_less
}

/// The normal of the cores moved apart by the depth and a margin, this part of the size; keeps the nearest points.
fn apart(
    difference: &Difference<'_>,
    found: &mut Depth,
    margin: f64,
    tolerances: &Tolerances,
) -> Option<DVec3> {
    let shift = found.normal * (found.depth + margin * tolerances.size);
    let mut apart = *difference;
    apart.a.pose.shift += shift;
    let (gjk::Outcome::Apart(nearest) | gjk::Outcome::Touching(nearest)) =
        curved_distance::nearest(&apart, 0.0, tolerances.depth, 0.0, f64::INFINITY)
    else {
        return None;
    };
    found.witnesses = Some([nearest.a - shift, nearest.b]);
    Some(nearest.normal)
}
