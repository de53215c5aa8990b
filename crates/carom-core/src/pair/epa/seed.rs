//! The seed of the expansion: how many dimensions the Minkowski difference has, and support points that span it.

use crate::pair::convex_points::{Difference, SupportPoint, across, unit_normal};
use carom_math::Vector;
use glam::DVec3;

/// The dimensions of a Minkowski difference, and support points that span it.
pub(super) enum Seed {
    /// A point or a line: directions across it.
    Thin([DVec3; 4]),
    /// In 2D, an area.
    Area([SupportPoint; 3]),
    /// In 3D, flat in a plane with this normal.
    Plane([SupportPoint; 3], DVec3),
    /// In 3D, a volume.
    Volume([SupportPoint; 4]),
}

impl Seed {
    pub(super) fn of(difference: &Difference<'_>, noise: f64) -> Self {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let axes = if difference.is_flat {
            &axes[..2]
        } else {
            &axes
        };
        let farthest = |ways: &[DVec3], distance: &dyn Fn(DVec3) -> f64| {
            let mut best: Option<(f64, SupportPoint)> = None;
            for &way in ways {
                for way in [way, -way] {
                    let corner = difference.support(way);
                    let far = distance(corner.w);
                    if best.is_none_or(|best| far > best.0) {
                        best = Some((far, corner));
                    }
                }
            }
            best.filter(|best| best.0 > noise).map(|best| best.1)
        };
        let p = difference.support(DVec3::X);
        let length = |v: DVec3| Vector::length(v);
        let Some(q) = farthest(axes, &|w| length(w - p.w)) else {
            return Self::Thin([DVec3::X, DVec3::Y, DVec3::X, DVec3::Y]);
        };
        let u = unit(q.w - p.w);
        let sideways = if difference.is_flat {
            [u.cross(DVec3::Z); 2]
        } else {
            let e = unit(Vector::any_orthogonal_vector(u));
            [e, u.cross(e)]
        };
        let aside = |w: DVec3| {
            let w = w - p.w;
            length(w - u * u.dot(w))
        };
        let Some(r) = farthest(&sideways, &aside) else {
            let [e, f] = sideways;
            // The line passes near the origin: the direction across it needs no more precision.
            let aside = across(p.w, u).map_or([f, -f], |way| [way, -way]);
            return Self::Thin([e, -e, aside[0], aside[1]]);
        };
        if difference.is_flat {
            return Self::Area([p, q, r]);
        }
        let n = across(u.cross(r.w - p.w), u).unwrap_or(DVec3::X);
        match farthest(&[n], &|w| n.dot(w - p.w).abs()) {
            Some(s) => Self::Volume([p, q, r, s]),
            None => Self::Plane([p, q, r], n),
        }
    }
}

/// Whether each point is well off the plane of the other three.
pub(super) fn is_thick(corners: &[SupportPoint; 4], size: f64) -> bool {
    let w = corners.map(|corner| corner.w);
    (0..4).all(|off| {
        let [a, b, c] = [1, 2, 3].map(|i| w[(off + i) % 4]);
        unit_normal([a, b, c]).is_some_and(|n| n.dot(w[off] - a).abs() > THICK * size)
    })
}

/// The thickness, as a fraction of the size, from which the facets of a polytope have good normals.
const THICK: f64 = 1e-9;

fn unit(v: DVec3) -> DVec3 {
    Vector::try_normalize(v).unwrap_or(DVec3::X)
}
