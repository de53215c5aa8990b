//! Wall features: half-spaces, points, segments and triangles with a radius, and the time at which a ball hits one.
//!
//! All are convex, so that a ball which moves away from the nearest point moves away forever; that test comes first,
//! and is the one that a bounce answers. A ball that touches or overlaps and approaches collides at once, as with
//! balls; apart, the first touch is a root of a quadratic for each face, edge and vertex.

use super::arc::{Arc, falls, least_fall};
use super::trajectory::first_touch;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A part of a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WallFeature<D> {
    pub(super) core: FeatureCore<D>,
    pub(super) radius: f64,
    /// The number of its wall, and the wall's restitution.
    pub(super) wall: u32,
    pub(super) restitution: f64,
    /// The speed that a bounce adds.
    pub(super) kick: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FeatureCore<D> {
    /// n·x ≤ offset, with n a unit vector.
    HalfSpace {
        normal: D,
        offset: f64,
    },
    Point(D),
    Segment([D; 2]),
    /// In 3D only.
    Triangle([D; 3]),
}

impl<D: Vector<Scalar = f64>> FeatureCore<D> {
    /// Its vertices; none of a half-space.
    pub(super) fn points(&self) -> impl Iterator<Item = D> {
        let (points, count) = match *self {
            Self::HalfSpace { .. } => ([D::ZERO; 3], 0),
            Self::Point(p) => ([p; 3], 1),
            Self::Segment([a, b]) => ([a, b, b], 2),
            Self::Triangle(corners) => (corners, 3),
        };
        points.into_iter().take(count)
    }
}

impl<D: Vector<Scalar = f64>> WallFeature<D> {
    /// Its bounding box; `None` if it is infinite.
    pub(super) fn bounds(&self) -> Option<Aabb<D>> {
        let bounds = match self.core {
            FeatureCore::HalfSpace { .. } => return None,
            FeatureCore::Point(p) => Aabb { min: p, max: p },
            FeatureCore::Segment(points) => Aabb::of_points(points),
            FeatureCore::Triangle(points) => Aabb::of_points(points),
        };
        Some(bounds.inflated(self.radius))
    }

    /// From the wall to a ball, in the direction of the contact normal, of any length.
    pub(super) fn arm(&self, position: D) -> D {
        self.nearest(position).0
    }

    /// The signed separation of wall and ball.
    pub(super) fn gap(&self, position: D, radius: f64) -> f64 {
        self.nearest(position).1 - (self.radius + radius)
    }

    /// The direction to a position, and the distance from the core. For a face the direction is its normal, free of the
    /// rounding of positions.
    pub(super) fn nearest(&self, position: D) -> (D, f64) {
        match self.core {
            FeatureCore::HalfSpace { normal, offset } => (normal, normal.dot(position) - offset),
            FeatureCore::Point(p) => from_point(p, position),
            FeatureCore::Segment(ends) => from_segment(ends, position),
            FeatureCore::Triangle(corners) => from_triangle(corners, position),
        }
    }

    /// Time until a ball touches it; infinite if never.
    pub(super) fn first_touch(&self, position: D, velocity: D, radius: f64) -> f64 {
        let (arm, distance) = self.nearest(position);
        let closing = arm.dot(velocity);
        if closing >= 0.0 {
            return f64::INFINITY;
        }
        let radii = self.radius + radius;
        let gap = distance - radii;
        if gap <= 0.0 {
            return 0.0;
        }
        match self.core {
            FeatureCore::HalfSpace { .. } => gap / -closing,
            FeatureCore::Point(p) => point(p, position, velocity, radii),
            FeatureCore::Segment(ends) => segment(ends, position, velocity, radii),
            FeatureCore::Triangle(corners) => triangle(corners, position, velocity, radii),
        }
    }

    /// Time until a ball with constant acceleration touches it; infinite if never.
    ///
    /// A feature is a union of convex parts, each bounded by one round or two flat surfaces. A ball outside all of them
    /// first enters one of them.
    pub(super) fn first_touch_accelerated(&self, ball: &Arc<D>, radius: f64) -> f64 {
        let (arm, distance) = self.nearest(ball.way);
        let radii = self.radius + radius;
        let closing = arm.dot(ball.velocity);
        if distance <= radii && closing < 0.0 {
            return 0.0;
        }
        let ball = Arc { radii, ..*ball };
        match self.core {
            FeatureCore::HalfSpace { normal, offset } => {
                let height = normal.dot(ball.way) - offset;
                falls(
                    height - radii,
                    normal.dot(ball.velocity),
                    normal.dot(ball.acceleration),
                )
            }
            _ if distance > radii && ball.least_time_along(arm, distance) == f64::INFINITY => {
                f64::INFINITY
            }
            FeatureCore::Point(p) => ball.meets_point(p),
            FeatureCore::Segment(ends) => ball.meets_segment(ends),
            FeatureCore::Triangle(corners) => ball.meets_triangle(corners),
        }
    }

    /// The unit normal of the flat part under a position, towards it, and the distance from the core. `None` on round
    /// parts, and on an edge over which `heading` leads.
    pub(super) fn flat(&self, position: D, heading: D) -> Option<(D, f64)> {
        let (normal, m) = match self.core {
            FeatureCore::HalfSpace { normal, offset } => {
                return Some((normal, normal.dot(position) - offset));
            }
            FeatureCore::Point(_) => return None,
            FeatureCore::Segment([a, b]) => {
                let u = b - a;
                let within =
                    is_within(position - a, heading, u) && is_within(position - b, heading, -u);
                if D::DIM == 3 || !within {
                    return None;
                }
                (u.any_orthogonal_vector(), position - a)
            }
            FeatureCore::Triangle(corners) => {
                let [a, b, c] = corners;
                let normal = cross(b - a, c - a);
                let within = edges(corners).iter().all(|[from, to]| {
                    is_within(position - *from, heading, cross(normal, *to - *from))
                });
                if !within {
                    return None;
                }
                (normal, position - a)
            }
        };
        let length = normal.length();
        if length == 0.0 {
            return None;
        }
        let (normal, height) = face(normal, m);
        Some((normal / length, height))
    }

    /// Time until a ball that slides on the flat part reaches its edge; infinite if never.
    pub(super) fn leaves(&self, ball: &Arc<D>) -> f64 {
        let over = |from: D, inward: D| {
            falls(
                inward.dot(ball.way - from),
                inward.dot(ball.velocity),
                inward.dot(ball.acceleration),
            )
        };
        match self.core {
            FeatureCore::HalfSpace { .. } | FeatureCore::Point(_) => f64::INFINITY,
            FeatureCore::Segment([a, b]) => Scalar::min(over(a, b - a), over(b, a - b)),
            FeatureCore::Triangle(corners) => {
                let [a, b, c] = corners;
                let normal = cross(b - a, c - a);
                let times = edges(corners).map(|[from, to]| over(from, cross(normal, to - from)));
                times.into_iter().fold(f64::INFINITY, Scalar::min)
            }
        }
    }
}

/// Distance from an edge, as a fraction of its length, that counts as on the edge.
const ON_EDGE: f64 = 1.0 / (1_u64 << 44) as f64;

/// Whether a position at `m` from an edge is inside it, or on it and not about to leave.
fn is_within<D: Vector<Scalar = f64>>(m: D, heading: D, inward: D) -> bool {
    let inside = m.dot(inward);
    let slack = ON_EDGE * Scalar::sqrt(inward.dot(inward) * (m.dot(m) + inward.dot(inward)));
    inside > slack || inside >= -slack && heading.dot(inward) >= 0.0
}

fn edges<D: Copy>([a, b, c]: [D; 3]) -> [[D; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// A ball with constant acceleration: `way` is its position, `radii` the sum of its radius and the feature's.
impl<D: Vector<Scalar = f64>> Arc<D> {
    /// A lower bound of the time until a ball touches a convex feature with the nearest point at this distance: the
    /// feature is behind the plane there.
    fn least_time_along(&self, arm: D, distance: f64) -> f64 {
        let size = arm.length();
        least_fall(
            distance - self.radii,
            arm.dot(self.velocity) / size,
            arm.dot(self.acceleration) / size,
        )
    }

    fn meets_point(&self, p: D) -> f64 {
        self.seen_from(p).first_touch(f64::INFINITY, |_| true)
    }

    /// Time until it hits either side of a plane through `p` at a position for which `is_wanted` is true.
    fn meets_sides(&self, p: D, normal: D, is_wanted: impl Fn(D) -> bool) -> f64 {
        let length = normal.length();
        if length == 0.0 {
            return f64::INFINITY;
        }
        let along = |x: D| x.dot(normal) / length;
        let height = along(self.way - p);
        let (v, a) = (along(self.velocity), along(self.acceleration));
        let side = |sign: f64| {
            let above = sign * height - self.radii;
            let (v, a) = (sign * v, sign * a);
            // A ball that is deeper than rounding must first rise above the plane.
            let rises = v > 0.0 && v * v - 2.0 * a * above > 0.0;
            if above < -self.radii && !rises {
                return f64::INFINITY;
            }
            let t = falls(above, v, a);
            if t < f64::INFINITY && is_wanted(self.at(t)) {
                t
            } else {
                f64::INFINITY
            }
        };
        Scalar::min(side(1.0), side(-1.0))
    }

    fn meets_segment(&self, [a, b]: [D; 2]) -> f64 {
        let u = b - a;
        let uu = u.dot(u);
        let is_between = |position: D| {
            let along = (position - a).dot(u);
            along > 0.0 && along < uu
        };
        let ends = Scalar::min(self.meets_point(a), self.meets_point(b));
        let middle = if uu == 0.0 {
            f64::INFINITY
        } else if D::DIM == 2 {
            self.meets_sides(a, u.any_orthogonal_vector(), is_between)
        } else {
            let across = |x: D| x - u * (x.dot(u) / uu);
            let arc = Arc {
                way: across(self.way - a),
                velocity: across(self.velocity),
                acceleration: across(self.acceleration),
                radii: self.radii,
            };
            arc.first_touch(f64::INFINITY, |t| is_between(self.at(t)))
        };
        Scalar::min(ends, middle)
    }

    fn meets_triangle(&self, corners: [D; 3]) -> f64 {
        let [a, b, c] = corners;
        let normal = cross(b - a, c - a);
        let faces = self.meets_sides(a, normal, |position| is_over(corners, normal, position));
        let times = edges(corners).map(|edge| self.meets_segment(edge));
        times.into_iter().fold(faces, Scalar::min)
    }
}

fn from_point<D: Vector<Scalar = f64>>(p: D, position: D) -> (D, f64) {
    let arm = position - p;
    (arm, arm.length())
}

fn from_segment<D: Vector<Scalar = f64>>([a, b]: [D; 2], position: D) -> (D, f64) {
    let (u, m) = (b - a, position - a);
    let (along, uu) = (m.dot(u), u.dot(u));
    // For a segment of length 0 both ends are the same.
    if along <= 0.0 || uu == 0.0 {
        from_point(a, position)
    } else if along >= uu {
        from_point(b, position)
    } else if D::DIM == 2 {
        face(u.any_orthogonal_vector(), m)
    } else {
        from_point(a + u * (along / uu), position)
    }
}

/// The normal of a face towards a position at `m` from a point of the face, and the distance.
fn face<D: Vector<Scalar = f64>>(normal: D, m: D) -> (D, f64) {
    let height = m.dot(normal) / normal.length();
    if height < 0.0 {
        (-normal, -height)
    } else {
        (normal, height)
    }
}

fn cross<D: Vector<Scalar = f64>>(u: D, v: D) -> D {
    D::crossing_axes(u, v)[0]
}

/// Whether a point, projected along the normal, is inside a triangle.
fn is_over<D: Vector<Scalar = f64>>([a, b, c]: [D; 3], normal: D, p: D) -> bool {
    edges([a, b, c])
        .iter()
        .all(|[from, to]| cross(*to - *from, p - *from).dot(normal) >= 0.0)
}

fn from_triangle<D: Vector<Scalar = f64>>(corners: [D; 3], position: D) -> (D, f64) {
    let [a, b, c] = corners;
    let normal = cross(b - a, c - a);
    if normal.dot(normal) > 0.0 && is_over(corners, normal, position) {
        return face(normal, position - a);
    }
    let mut nearest = from_segment([a, b], position);
    for edge in [[b, c], [c, a]] {
        let other = from_segment(edge, position);
        if other.1 < nearest.1 {
            nearest = other;
        }
    }
    nearest
}

/// Time until the height over a face falls to `radii`, if it is above; infinite if it does not fall.
fn height<D: Vector<Scalar = f64>>(normal: D, m: D, velocity: D, radii: f64) -> f64 {
    let (normal, height) = face(normal, m);
    let closing = normal.dot(velocity);
    if closing < 0.0 && height >= radii {
        (height - radii) * normal.length() / -closing
    } else {
        f64::INFINITY
    }
}

fn point<D: Vector<Scalar = f64>>(p: D, position: D, velocity: D, radii: f64) -> f64 {
    first_touch(position - p, velocity, radii)
}

/// Time until the center of a ball outside touches a segment with a radius: its round side if the foot of the
/// perpendicular is between the ends, else the end beyond which the foot is.
fn segment<D: Vector<Scalar = f64>>([a, b]: [D; 2], position: D, velocity: D, radii: f64) -> f64 {
    let (u, m) = (b - a, position - a);
    let uu = u.dot(u);
    let mut t = 0.0;
    if D::DIM == 2 {
        let normal = u.any_orthogonal_vector();
        if Scalar::abs(m.dot(normal)) > radii * normal.length() {
            t = height(normal, m, velocity, radii);
            if t == f64::INFINITY {
                return t;
            }
        }
    } else {
        // |(m + v t) ∧ u|² = radii² u²
        let (vv, mv) = (
            D::wedge_dot(velocity, u, velocity, u),
            D::wedge_dot(m, u, velocity, u),
        );
        let c = D::wedge_dot(m, u, m, u) - radii * radii * uu;
        if c > 0.0 {
            let discriminant = mv * mv - vv * c;
            if !(mv < 0.0 && discriminant > 0.0) {
                return f64::INFINITY;
            }
            t = c / (Scalar::sqrt(discriminant) - mv);
        }
    }
    let foot = (m + velocity * t).dot(u);
    if foot <= 0.0 {
        point(a, position, velocity, radii)
    } else if foot >= uu {
        point(b, position, velocity, radii)
    } else {
        t
    }
}

/// Time until a ball touches a triangle with a radius: a face, or else an edge.
fn triangle<D: Vector<Scalar = f64>>(corners: [D; 3], position: D, velocity: D, radii: f64) -> f64 {
    let [a, b, c] = corners;
    let normal = cross(b - a, c - a);
    if normal.dot(normal) > 0.0 {
        let t = height(normal, position - a, velocity, radii);
        if t < f64::INFINITY && is_over(corners, normal, position + velocity * t) {
            return t;
        }
    }
    let times = edges(corners).map(|edge| segment(edge, position, velocity, radii));
    times.into_iter().fold(f64::INFINITY, Scalar::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_core::shape::{ball::Ball, capsule::Capsule, plane::Plane, triangle::Triangle};
    use carom_core::sweep;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    fn feature<D>(core: FeatureCore<D>, radius: f64) -> WallFeature<D> {
        WallFeature {
            core,
            radius,
            wall: 0,
            restitution: 1.0,
            kick: 0.0,
        }
    }

    /// Compares the time with that of the sweep, which shares no code.
    fn agree(found: f64, swept: Option<f64>, position: [f64; 3]) -> bool {
        match swept {
            Some(t) if t < 1.0 - 1e-9 => {
                assert!((found - t).abs() < 1e-9, "{found} {t} {position:?}");
                true
            }
            Some(_) => false,
            None => {
                assert!(found > 1.0 - 1e-9, "{found} {position:?}");
                false
            }
        }
    }

    fn random<D: Vector<Scalar = f64>>(random: &mut fastrand::Rng, size: f64) -> D {
        D::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
    }

    fn pieces_agree<D: Vector<Scalar = f64>>(seed: u64) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut hits = 0;
        for i in 0..30_000 {
            let mut vector = |size| random::<D>(&mut rng, size);
            let (a, position) = (vector(2.0), vector(8.0));
            // Mostly towards the segment.
            let delta = (vector(4.0) - position) * 1.6;
            let b = if i % 10 == 0 { a } else { vector(2.0) };
            let ball = Ball::new(position, 0.3);
            let core = feature(FeatureCore::Segment([a, b]), 0.2);
            // A graze depends on rounding.
            if core.gap(position, 0.3) < 1e-6 {
                continue;
            }
            let swept = sweep(&ball, delta, &Capsule::new(a, b, 0.2));
            let grazing = |normal: D| normal.dot(delta).abs() < 1e-3;
            let t = swept.hit.filter(|hit| !grazing(hit.normal));
            let found = core.first_touch(position, delta, 0.3);
            if swept.hit.is_none() || t.is_some() {
                hits += usize::from(agree(found, t.map(|hit| hit.t), position.to_f64()));
            }
            if let Some(normal) = b.try_normalize() {
                let plane = feature(
                    FeatureCore::HalfSpace {
                        normal,
                        offset: 0.1,
                    },
                    0.0,
                );
                if plane.gap(position, 0.3) > 1e-6 {
                    let swept = sweep(&ball, delta, &Plane::new(normal, 0.1));
                    let found = plane.first_touch(position, delta, 0.3);
                    agree(found, swept.hit.map(|hit| hit.t), position.to_f64());
                }
            }
        }
        assert!(hits > 1000, "{hits}");
    }

    #[test]
    fn segments_and_planes_agree_with_the_sweep() {
        pieces_agree::<DVec2>(1);
        pieces_agree::<DVec3>(2);
    }

    #[test]
    fn triangles_agree_with_the_sweep() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut hits = 0;
        for _ in 0..50_000 {
            let mut vector = |size| random::<DVec3>(&mut rng, size);
            let corners = [vector(4.0), vector(4.0), vector(4.0)];
            let position = vector(8.0);
            let delta = (vector(5.0) - position) * 1.6;
            let core = feature(FeatureCore::Triangle(corners), 0.0);
            if core.gap(position, 0.4) < 1e-6 {
                continue;
            }
            let [a, b, c] = corners;
            let swept = sweep(&Ball::new(position, 0.4), delta, &Triangle::new(a, b, c));
            if swept
                .hit
                .is_some_and(|hit| hit.normal.dot(delta).abs() < 1e-3)
            {
                continue;
            }
            let found = core.first_touch(position, delta, 0.4);
            hits += usize::from(agree(found, swept.hit.map(|hit| hit.t), position.to_f64()));
        }
        assert!(hits > 5000, "{hits}");
    }

    /// On a right triangle with sides of 4 and 3 along the axes, and on a segment of length 4.
    #[test]
    fn a_ball_that_slides_leaves_over_the_first_edge() {
        let corner = dvec3(5.0, -2.0, 1.0);
        let (far, wide) = (corner + DVec3::X * 4.0, corner + DVec3::Y * 3.0);
        let slide = |from: DVec3, velocity: DVec3, acceleration: DVec3| Arc {
            way: corner + from,
            velocity,
            acceleration,
            radii: 0.5,
        };
        let at = dvec3(1.0, 1.0, 0.5);
        for corners in [
            [corner, far, wide],
            [wide, far, corner],
            [far, wide, corner],
        ] {
            let triangle = feature(FeatureCore::Triangle(corners), 0.0);
            for (velocity, acceleration, expected) in [
                (DVec3::X, DVec3::ZERO, 5.0 / 3.0),
                (DVec3::Y, DVec3::ZERO, 1.25),
                (-DVec3::X, DVec3::ZERO, 1.0),
                (-DVec3::Y, DVec3::ZERO, 1.0),
                // t² / 2 is 1; and 3 · t² / 2 + 4 · 3 t² / 8 is 12 - 7.
                (DVec3::ZERO, -DVec3::Y, 2.0_f64.sqrt()),
                (DVec3::ZERO, dvec3(1.0, 0.75, 0.0), (10.0 / 6.0_f64).sqrt()),
                // -t + 3 t² / 8 = 1.25: back over the longest side.
                (
                    -DVec3::Y,
                    DVec3::Y * 0.75,
                    (1.0 + (1.0 + 1.5 * 1.25_f64).sqrt()) / 0.75,
                ),
                (DVec3::ZERO, DVec3::ZERO, f64::INFINITY),
            ] {
                let found = triangle.leaves(&slide(at, velocity, acceleration));
                if expected < f64::INFINITY {
                    assert!((found - expected).abs() < 1e-12, "{velocity} {found}");
                } else {
                    assert_eq!(found, expected);
                }
            }
        }
        let segment = feature(FeatureCore::Segment([corner, far]), 0.0);
        let along = |speed: f64| segment.leaves(&slide(at, DVec3::X * speed, DVec3::ZERO));
        assert_eq!(
            [along(2.0), along(-2.0), along(0.0)],
            [1.5, 0.5, f64::INFINITY]
        );
    }

    #[test]
    fn a_touching_ball_that_separates_has_no_hit() {
        let wall = feature(FeatureCore::Segment([dvec2(-1., 0.), dvec2(1., 0.)]), 0.5);
        for (velocity, expected) in [
            (dvec2(0., 1.), f64::INFINITY),
            (dvec2(1., 0.), f64::INFINITY),
            (dvec2(0., -1.), 0.0),
            (DVec2::ZERO, f64::INFINITY),
        ] {
            assert_eq!(wall.first_touch(dvec2(0., 1.5), velocity, 1.0), expected);
            assert_eq!(wall.first_touch(dvec2(0., 1.4), velocity, 1.0), expected);
        }
    }
}
