//! Closest points of a point and a segment, and of two segments, as fractions of their lengths.

use carom_math::{Scalar, Vector};

/// The cross product, in 3D only.
#[inline(always)]
pub(super) fn cross<V: Vector>(u: V, v: V) -> V {
    V::crossing_axes(u, v)[0]
}

/// The square of the rounding error of a cross product of two vectors with these squared lengths.
#[inline(always)]
pub(super) fn noise<S: Scalar>(uu: S, vv: S) -> S {
    let eps4 = S::from_f64(4.0) * S::EPSILON;
    (eps4 * uu) * (eps4 * vv)
}

/// The fraction of `u` nearest to `w`, both from the same point: clamp(w·u / u·u). If `u` is 0, it is 0, because the
/// clamp turns NaN into 0.
#[inline(always)]
pub(super) fn fraction<S: Scalar>(wu: S, uu: S) -> S {
    (wu / uu).clamp(S::ZERO, S::ONE)
}

/// The nearest point of a segment, with its fraction of the segment.
#[inline(always)]
pub(super) fn point_segment<V: Vector>(p: V, [a, b]: &[V; 2]) -> (V::Scalar, V) {
    let u = *b - *a;
    let t = fraction((p - *a).dot(u), u.length_squared());
    (t, *a + u * t)
}

/// The fractions of two segments `a₀ + s u` and `b₀ + t v` at which they are nearest.
///
/// With `n = u × v`, the lines are nearest at `s = ((r × v)·n) / (n·n)`, `r = b₀ − a₀`. The usual
/// `n·n = (u·u)(v·v) − (u·v)²` loses all digits for nearly parallel segments; the cross product keeps
/// the error of `s` at eps |r| / (|u| sin θ), and since the squared distance curves in `s` by only
/// |u|² sin² θ, the distance is right to O(eps |r|) at every angle.
#[inline(always)]
pub(super) fn segment_segment<V: Vector>(a: &[V; 2], b: &[V; 2]) -> [V::Scalar; 2] {
    let pair = Pair::new(a, b);
    let start = pair.crossed();
    pair.settled(start)
}

/// The same for pairs in single precision: from the usual determinant, unless they are nearly parallel.
#[inline(always)]
fn quick_segment_segment<V: Vector>(a: &[V; 2], b: &[V; 2]) -> [V::Scalar; 2] {
    let pair = Pair::new(a, b);
    let whole = pair.uu * pair.vv;
    let determinant = whole - pair.uv * pair.uv;
    let start = if determinant > V::Scalar::from_f64(PARALLEL) * whole {
        (pair.vv * pair.ur - pair.uv * pair.vr) / determinant
    } else {
        pair.crossed()
    };
    pair.settled(start)
}

/// The points of two segments at these fractions.
#[inline(always)]
pub(super) fn quick_nearest_points<V: Vector>(a: &[V; 2], b: &[V; 2]) -> [V; 2] {
    let [s, t] = quick_segment_segment(a, b);
    [a[0] + (a[1] - a[0]) * s, b[0] + (b[1] - b[0]) * t]
}

/// The squared sine below which two directions are nearly parallel. The error of the distance is eps over the sine, at
/// most 2⁻⁴⁶.
const PARALLEL: f64 = 1.0 / 4096.0;

/// Two segments, and the dot products of their directions and offset.
struct Pair<V: Vector> {
    u: V,
    v: V,
    r: V,
    uu: V::Scalar,
    vv: V::Scalar,
    uv: V::Scalar,
    ur: V::Scalar,
    vr: V::Scalar,
}

impl<V: Vector> Pair<V> {
    #[inline(always)]
    fn new(a: &[V; 2], b: &[V; 2]) -> Self {
        let (u, v, r) = (a[1] - a[0], b[1] - b[0], b[0] - a[0]);
        Self {
            u,
            v,
            r,
            uu: u.length_squared(),
            vv: v.length_squared(),
            uv: u.dot(v),
            ur: u.dot(r),
            vr: v.dot(r),
        }
    }

    /// The fraction of the first line nearest to the second; 0 if they are parallel.
    #[inline(always)]
    fn crossed(&self) -> V::Scalar {
        let Self { u, v, r, .. } = *self;
        let nn = V::wedge_dot(u, v, u, v);
        let parallel = nn <= noise(self.uu, self.vv);
        let nn = if parallel { V::Scalar::INFINITY } else { nn };
        V::wedge_dot(r, v, u, v) / nn
    }

    /// Three clamped projections handle the ends, and the parallel case, where any start is as good. Branch-free, with
    /// independent divisions: the reciprocal of a point's length is infinite, and the clamp turns 0 · ∞ into 0.
    #[inline(always)]
    fn settled(&self, start: V::Scalar) -> [V::Scalar; 2] {
        let one = V::Scalar::ONE;
        let (per_uu, per_vv) = (one / self.uu, one / self.vv);
        let clamp = |x: V::Scalar| x.clamp(V::Scalar::ZERO, one);
        let s = clamp(start);
        let t = clamp((self.uv * s - self.vr) * per_vv);
        let s = clamp((self.uv * t + self.ur) * per_uu);
        let t = clamp((self.uv * s - self.vr) * per_vv);
        [s, t]
    }
}
