//! The hit of a point that passes through the face of a triangle, in closed form: rays in double precision.
//!
//! A sweep finds it as well, but near the touch each of its steps is computed in [`Vector::Exact`], because the normal
//! can be that of any feature. A ray that is clear of all borders, which is almost every ray, can touch the face only:
//! then the plane decides, and only its normal and the two heights over it need to be exact.

use super::frame::Frame;
use super::segments::cross;
use carom_math::Vector;
use carom_math::double_double::Normal;

/// The square of 2⁻³⁵, the least distance in L from an edge, or from the plane at the start and the end: far more than
/// the rounding of these products and the tolerances of a sweep.
const CLEAR: f64 = 1.0 / (1_u64 << 60) as f64 / 1024.0;

/// The least squared sine of the angle at the triangle's first corner, and of that between ray and plane: at 2⁻¹⁰ a
/// product loses ten bits.
const STEEP: f64 = 1.0 / (1 << 20) as f64;

/// The least squared length of the normal; squares of smaller ones lose bits near the smallest number.
const TINY: f64 = 1e-200;

/// The gap that the hit leaves, in eps L: that of a sweep after its last step.
const GAP: f64 = 5.0;

/// The touch of a point and a face.
pub(super) struct Pierced<D> {
    /// The fraction of the motion, possibly more than 1.
    pub(super) t: f64,
    /// The point there.
    pub(super) at: D,
    /// From the face to the point.
    pub(super) normal: D,
    /// The distance that is left.
    pub(super) gap: f64,
}

/// Where the point `a` touches the triangle `b`; `None` if it does not clearly pass through the face, or a moment of the motion is too close to the touch.
#[inline(always)]
pub(super) fn pierced<V: Vector>(
    frame: &Frame<V>,
    a: V::Double,
    b: &[V::Double; 3],
) -> Option<Pierced<V::Double>> {
    let way = frame.delta;
    let (rate, height) = clearly(a, way, b)?;
    let n = Normal::across((b[1] - b[0]).to_f64(), (b[2] - b[0]).to_f64());
    let length = n.length();
    let above = n.dot((a - b[0]).to_f64()).abs();
    let speed = n.dot(way.to_f64()).abs();
    let gap = frame.tolerance(GAP);
    let t = (above - gap * length) / speed;
    if (height + rate) * (height + rate) <= CLEAR * length * length {
        return None; // It ends at the face.
    }
    let up = V::Double::from_f64(n.to_f64()) * (1.0 / length);
    let normal = if height > 0.0 { up } else { -up };
    Some(Pierced {
        t,
        at: a + way * t,
        normal,
        gap,
    })
}

/// The change of the height over the plane and that height, times the length of the normal, of a point that starts
/// clearly beside the plane, if its line clearly passes through the face.
#[inline(always)]
fn clearly<D: Vector<Scalar = f64>>(a: D, way: D, b: &[D; 3]) -> Option<(f64, f64)> {
    let (u, v) = (b[1] - b[0], b[2] - b[0]);
    let n = cross(u, v);
    let (nn, way_squared) = (n.length_squared(), way.length_squared());
    let (rate, height) = (n.dot(way), n.dot(a - b[0]));
    let is_flat = nn > STEEP * (u.length_squared() * v.length_squared()) && nn > TINY;
    let is_steep = rate * rate > STEEP * (nn * way_squared);
    let comes = (rate < 0.0) == (height > 0.0) && height * height > CLEAR * nn;
    // The sides on which the line passes the edges: positive inside for a line in the direction of the normal.
    let inwards = if rate < 0.0 { -way } else { way };
    let passes = |from: D, to: D| {
        let edge = to - from;
        let side = inwards.dot(cross(from - a, edge));
        (side > 0.0) & (side * side > CLEAR * (edge.length_squared() * way_squared))
    };
    let inside = passes(b[0], b[1]) & passes(b[1], b[2]) & passes(b[2], b[0]);
    (is_flat & is_steep & comes & inside).then_some((rate, height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::cores::CorePair;
    use crate::pair::separation::{MovingPair, Separation};
    use crate::pair::sweep::sweep;
    use glam::{DVec3, dvec3};

    type Pair = CorePair<DVec3, 1, 3>;

    /// The same pair without the closed form.
    struct Stepwise<'a>(&'a Pair);

    impl MovingPair<DVec3> for Stepwise<'_> {
        fn frame(&self) -> &Frame<DVec3> {
            self.0.frame()
        }
        fn separation(&self, t: f64) -> Separation<DVec3> {
            self.0.separation(t)
        }
        fn separation_at_touch(&self, t: f64) -> Separation<DVec3> {
            self.0.separation_at_touch(t)
        }
    }

    /// Random rays and triangles of different sizes, far from the origin too.
    fn pair(random: &mut fastrand::Rng) -> Pair {
        let size = 10_f64.powi(random.i32(-3..=1));
        let from = 10_f64.powi(random.i32(0..=3));
        let mut point = |size: f64| {
            let mut number = || (random.f64() - 0.5) * size;
            dvec3(number(), number(), number())
        };
        let a = point(from);
        let [b, c, d] = [(); 3].map(|()| a + point(size));
        let aim = (b + c + d) / 3.0 + point(size);
        let start = a + point(10.0);
        let way = (aim - start) * 1.5;
        Pair::new(([start], 0.0), ([b, c, d], 0.0), way)
    }

    #[test]
    fn the_closed_form_is_the_sweep() {
        let random = &mut fastrand::Rng::with_seed(2);
        let mut clear = 0;
        for _ in 0..20_000 {
            let pair = pair(random);
            let (found, wanted) = (sweep(&pair, 1.0), sweep(&Stepwise(&pair), 1.0));
            assert_eq!(found.hit.is_some(), wanted.hit.is_some());
            let (Some((_, at)), Some(found), Some(wanted)) =
                (pair.first_touch(), found.hit, wanted.hit)
            else {
                continue;
            };
            clear += 1;
            let frame = &pair.frame;
            let unit = frame.tolerance(1.0);
            // Both leave a gap of some 5 eps L along the normal.
            let closing = frame.delta.dot(at.normal).abs();
            assert!((found.t - wanted.t).abs() * closing < 4.0 * unit);
            assert!((found.normal - wanted.normal).length() < 4.0 * f64::EPSILON);
            let along = frame.delta.length() / closing;
            let apart = (found.point - wanted.point).length() / frame.length(1.0);
            let rounding = found.point.abs().max_element() / frame.length(1.0);
            assert!(apart < 8.0 * unit * along + 2.0 * f64::EPSILON * rounding);
        }
        assert!(clear > 1_000, "{clear}");
    }

    #[test]
    fn unclear_rays_are_left_to_the_sweep() {
        let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let is_clear = |from: DVec3, way: DVec3| {
            let pair = Pair::new(([from], 0.0), (triangle, 0.0), way);
            pair.first_touch().is_some()
        };
        let (above, down) = (dvec3(0.25, 0.25, 1.0), dvec3(0.0, 0.0, -2.0));
        assert!(is_clear(above, down) && is_clear(-above + dvec3(0.5, 0.5, 0.0), -down));
        for (from, way) in [
            (above, -down),                       // leaves
            (above, down * 0.5),                  // ends at the face
            (dvec3(0.25, 0.25, 0.0), down),       // starts at the face
            (above, dvec3(9.0, 0.0, -1e-4)),      // almost along the face
            (dvec3(0.5, 0.5, 1.0), down),         // through an edge
            (dvec3(0.0, 0.0, 1.0), down),         // through a corner
            (dvec3(0.5, 0.5 - 1e-12, 1.0), down), // close to an edge
            (dvec3(0.6, 0.6, 1.0), down),         // misses
        ] {
            assert!(!is_clear(from, way), "{from} {way}");
        }
        let needle = [DVec3::ZERO, DVec3::X, dvec3(1.0, 1e-4, 0.0)];
        let inside = dvec3(0.9, 4e-5, 1.0);
        let pair = Pair::new(([inside], 0.0), (needle, 0.0), down);
        assert!(pair.first_touch().is_none() && sweep(&pair, 1.0).hit.is_some());
        let ball = Pair::new(([above], 0.1), (triangle, 0.0), down);
        assert!(ball.first_touch().is_none());
    }
}
