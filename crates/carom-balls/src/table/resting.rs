//! Equilibrium of a resting ball: the contacts that support it, and its sliding acceleration.

use carom_math::Vector;

/// Fraction of gravity below which a component is rounding.
const LEVEL: f64 = 1.0 / (1_u64 << 40) as f64;
/// Squared area of the parallelogram of two normals, up to which they count as parallel.
const PARALLEL: f64 = 1.0 / (1_u64 << 40) as f64;

/// The remaining part of gravity, and the indices of the normals that bear the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Equilibrium<D> {
    pub(super) acceleration: D,
    pub(super) by: [usize; 3],
    pub(super) count: usize,
}

impl<D> Equilibrium<D> {
    pub(super) fn bearing(&self) -> &[usize] {
        &self.by[..self.count]
    }
}

/// The acceleration of a ball at rest that touches surfaces with these unit normals, which point towards the ball: the
/// vector nearest to gravity that leads into none of them.
///
/// As contacts only push, it is gravity less its part in the span of the bearing normals. They are found by trying
/// none, one, two and three. `None` if, by rounding, no choice is consistent.
pub(super) fn equilibrium<D: Vector<Scalar = f64>>(
    gravity: D,
    normals: &[D],
) -> Option<Equilibrium<D>> {
    let size = gravity.length();
    let fits = |a: D| normals.iter().all(|n| n.dot(a) >= -LEVEL * size);
    let clean = |a: D| {
        if a.length() <= LEVEL * size {
            D::ZERO
        } else {
            a
        }
    };
    let found = |acceleration: D, by: [usize; 3], count| {
        fits(acceleration).then(|| Equilibrium {
            acceleration: clean(acceleration),
            by,
            count,
        })
    };
    if let Some(free) = found(gravity, [0; 3], 0) {
        return Some(free);
    }
    for (i, normal) in normals.iter().enumerate() {
        let pressure = -gravity.dot(*normal);
        let bears = pressure > 0.0;
        if bears && let Some(on_one) = found(gravity + *normal * pressure, [i, 0, 0], 1) {
            return Some(on_one);
        }
    }
    let count = normals.len();
    for i in 0..count {
        for j in i + 1..count {
            if let Some(left) = left_by_two(gravity, [normals[i], normals[j]])
                && let Some(on_two) = found(left, [i, j, 0], 2)
            {
                return Some(on_two);
            }
        }
    }
    if D::DIM == 3 {
        for i in 0..count {
            for j in i + 1..count {
                for k in j + 1..count {
                    if bear([normals[i], normals[j], normals[k]], gravity) {
                        return found(D::ZERO, [i, j, k], 3);
                    }
                }
            }
        }
    }
    None
}

/// The part of gravity that two normals leave if they bear the rest together; `None` if one would have to pull.
fn left_by_two<D: Vector<Scalar = f64>>(gravity: D, [n, m]: [D; 2]) -> Option<D> {
    let across = D::wedge_dot(n, m, n, m);
    if across <= PARALLEL {
        return None;
    }
    let cosine = n.dot(m);
    let (p, q) = (-gravity.dot(n), -gravity.dot(m));
    let (a, b) = ((p - cosine * q) / across, (q - cosine * p) / across);
    if a < 0.0 || b < 0.0 {
        return None;
    }
    Some(if D::DIM == 2 {
        D::ZERO
    } else {
        gravity + n * a + m * b
    })
}

/// Whether three normals can balance gravity together: by Cramer's rule, all coefficients have one sign.
fn bear<D: Vector<Scalar = f64>>([a, b, c]: [D; 3], gravity: D) -> bool {
    let up = -gravity;
    let volume = |x: D, y: D, z: D| D::crossing_axes(x, y)[0].dot(z);
    let all = volume(a, b, c);
    if all * all <= PARALLEL {
        return false;
    }
    let parts = [volume(up, b, c), volume(a, up, c), volume(a, b, up)];
    parts.iter().all(|part| part * all >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DMat3, DVec2, DVec3, dvec2, dvec3};

    fn acceleration<D: Vector<Scalar = f64>>(gravity: D, normals: &[D]) -> D {
        equilibrium(gravity, normals).unwrap().acceleration
    }

    #[test]
    fn slopes_grooves_and_corners() {
        let down = dvec2(0.0, -10.0);
        assert_eq!(acceleration(down, &[]), down);
        assert_eq!(acceleration(down, &[DVec2::Y]), DVec2::ZERO);
        assert_eq!(acceleration(down, &[-DVec2::Y, DVec2::X]), down);
        // 3-4-5 triangle: along the slope 10 · 3 / 5.
        let slope = dvec2(0.6, 0.8);
        let slides = acceleration(down, &[slope]);
        assert!((slides - dvec2(0.8, -0.6) * 6.0).length() < 1e-15);
        // A groove; and a slope beside a wall from which the ball slides away.
        assert_eq!(acceleration(down, &[slope, dvec2(-0.6, 0.8)]), DVec2::ZERO);
        let away = equilibrium(down, &[DVec2::X, slope]).unwrap();
        assert_eq!((away.acceleration, away.bearing()), (slides, &[1][..]));

        let down = dvec3(0.0, 0.0, -10.0);
        let sides = [dvec3(0.6, 0.0, 0.8), dvec3(-0.6, 0.0, 0.8)];
        assert_eq!(acceleration(down, &sides), DVec3::ZERO);
        // A groove that descends along y.
        let steep = dvec3(0.0, -6.0, -8.0);
        let along = acceleration(steep, &sides);
        assert!((along - dvec3(0.0, -6.0, 0.0)).length() < 1e-14);
        let three = [
            dvec3(0.8, 0.0, 0.6),
            dvec3(-0.5, 0.62, 0.6).normalize(),
            dvec3(-0.5, -0.62, 0.6).normalize(),
        ];
        assert_eq!(acceleration(down, &three), DVec3::ZERO);
        assert_ne!(acceleration(dvec3(20.0, 0.0, 10.0), &three), DVec3::ZERO);
    }

    /// Whether a force is a sum of pushes along these normals: of none with a negative coefficient.
    fn pushes(force: DVec3, normals: &[DVec3], by: &[usize]) -> bool {
        let along = |i: usize| by.get(i).map(|n| normals[*n]);
        let x = along(0).unwrap_or(DVec3::X);
        let y = along(1).unwrap_or(x.any_orthonormal_vector());
        let z = along(2).unwrap_or(x.cross(y));
        let parts = DMat3::from_cols(x, y, z).inverse() * force;
        // The last ones are no normals: nothing is left along them.
        let is_push = |(i, part): (usize, &f64)| {
            if i < by.len() {
                *part > -1e-9
            } else {
                part.abs() < 1e-9
            }
        };
        parts.to_array().iter().enumerate().all(is_push)
    }

    /// The acceleration leads into no surface, and the rest is pressure on the bearing ones.
    #[test]
    fn sliding_acceleration_is_the_projection_of_gravity() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut counts = [0; 4];
        for _ in 0..20_000 {
            let mut vector = || {
                let mut number = || random.f64() - 0.5;
                dvec3(number(), number(), number())
            };
            let gravity = vector();
            let normals: [DVec3; 4] = core::array::from_fn(|_| vector().normalize());
            let found = equilibrium(gravity, &normals).unwrap();
            let a = found.acceleration;
            counts[found.count] += 1;
            assert!(normals.iter().all(|n| n.dot(a) > -1e-11));
            assert!(
                found
                    .bearing()
                    .iter()
                    .all(|i| normals[*i].dot(a).abs() < 1e-9)
            );
            assert!(pushes(a - gravity, &normals, found.bearing()), "{found:?}");
            // Orthogonal to its difference from gravity: Moreau's decomposition.
            assert!(a.dot(gravity - a).abs() < 1e-9);
            for _ in 0..20 {
                let other = vector();
                if normals.iter().all(|n| n.dot(other) >= 0.0) {
                    assert!((other - gravity).length() > (a - gravity).length() - 1e-11);
                }
            }
        }
        assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
    }
}
