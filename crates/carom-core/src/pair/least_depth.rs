//! The least penetration over candidate axes.

use super::frame::lesser;
use super::nearest::{AXES, FARTHER};
use carom_math::{Scalar, Vector};

/// The least depth along an axis, and whether another direction is as good.
pub(super) struct LeastDepth<W: Vector> {
    pub(super) depth: W::Scalar,
    pub(super) normal: W,
    pub(super) ambiguous: bool,
}

/// The least depth of `a` and `b` over the axes, in a direction that is not along `against`. Depths that differ by at most `tie` are equal.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn least_depth<W: Vector>(
    axes: &[W],
    a: &[W],
    b: &[W],
    against: W,
    tie: W::Scalar,
) -> LeastDepth<W> {
    let zero = W::Scalar::ZERO;
    let mut best = (W::Scalar::INFINITY, W::ZERO);
    let mut ambiguous = false;
    for &axis in axes {
        let Some(m) = axis.try_normalize() else {
            continue;
        };
        let (a_min, a_max) = extent(a, m);
        let (b_min, b_max) = extent(b, m);
        for (depth, way) in [(b_max - a_min, m), (a_max - b_min, -m)] {
            if way.dot(against) > zero {
                continue;
            }
            ambiguous = (ambiguous && depth >= best.0 - tie) || (depth - best.0).abs() <= tie;
            if depth < best.0 {
                best = (depth, way);
            }
        }
    }
    let (depth, normal) = best;
    if normal != W::ZERO {
        return LeastDepth {
            depth,
            normal,
            ambiguous,
        };
    }
    // Two equal points: every direction is as good.
    let any = (-against).try_normalize();
    LeastDepth {
        depth: zero,
        normal: any.unwrap_or(W::from_f64([1.0, 0.0, 0.0])),
        ambiguous: true,
    }
}

/// Leaves out, as zero, axes along which the depth is certainly greater than along another one, by the depths of the same cores in
/// double precision.
pub(super) fn leave_out_deeper<W: Vector>(
    axes: &mut [W],
    a: &[W::Double],
    b: &[W::Double],
    against: W::Double,
) {
    let slack = against.length() * FARTHER;
    let mut depths = [None; AXES];
    let mut farthest = f64::INFINITY;
    for (depth, axis) in depths.iter_mut().zip(axes.iter()) {
        let Some(m) = axis.to_double().try_normalize() else {
            continue;
        };
        let ((a_min, a_max), (b_min, b_max)) = (extent(a, m), extent(b, m));
        // Of the directions that may count.
        let mut least = f64::INFINITY;
        for (along, way) in [(b_max - a_min, m), (a_max - b_min, -m)] {
            let toward = way.dot(against);
            if toward <= slack {
                least = lesser(least, along);
            }
            // And of those that do for certain.
            if toward <= -slack {
                farthest = lesser(farthest, along + FARTHER);
            }
        }
        *depth = Some(least);
    }
    for (axis, depth) in axes.iter_mut().zip(depths) {
        if depth.is_some_and(|depth| depth > farthest) {
            *axis = W::ZERO;
        }
    }
}

/// The smallest and the largest `m·p`.
#[inline(always)]
pub(super) fn extent<V: Vector>(points: &[V], m: V) -> (V::Scalar, V::Scalar) {
    points.iter().fold(
        (V::Scalar::INFINITY, -V::Scalar::INFINITY),
        |(least, most), p| (least.min(m.dot(*p)), most.max(m.dot(*p))),
    )
}
