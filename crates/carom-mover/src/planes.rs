//! Contact planes: the motion that a set of planes leaves, all solved at once and exactly.

use super::tuning::{MAX_PLANES, PLANE_LEAN};
use carom_math::{Scalar, Vector};

/// The part of `wish` that enters none of the planes: the point nearest to `wish` of the cone
/// `{d : n·d ≥ 0 for every normal n}`.
///
/// The nearest point of a polyhedral cone is the projection onto one of its faces: `wish` itself, one plane, the crease
/// of two, or the apex. With the few planes that a capsule can touch, trying all of them is exact and quick. What
/// remains of a lean is taken out at the end.
pub(super) fn project<V: Vector>(wish: V, normals: &[V]) -> V {
    let lean = wish.length() * V::Scalar::from_f64(PLANE_LEAN);
    let feasible = |d: V| normals.iter().all(|n| n.dot(d) >= -lean);
    if feasible(wish) {
        return straightened(wish, normals);
    }
    let mut best = (wish.length_squared(), V::ZERO);
    let mut offer = |d: V| {
        let distance = (wish - d).length_squared();
        if distance < best.0 && feasible(d) {
            best = (distance, d);
        }
    };
    for (i, n) in normals.iter().enumerate() {
        offer(wish - *n * n.dot(wish));
        // In 2D two lines leave only the point where they cross.
        let others = if V::DIM == 3 { &normals[..i] } else { &[] };
        for m in others {
            // Two planes that are almost one have no crease worth following.
            let [crease, _] = V::crossing_axes(*n, *m);
            if crease.length_squared() > V::Scalar::from_f64(PLANE_LEAN * PLANE_LEAN)
                && let Some(crease) = crease.try_normalize()
            {
                offer(crease * crease.dot(wish));
            }
        }
    }
    straightened(best.1, normals)
}

/// Takes out what still leans into a plane, one plane after the other; the rest is of second order.
#[inline]
fn straightened<V: Vector>(mut d: V, normals: &[V]) -> V {
    for _ in 0..2 {
        for n in normals {
            let into = n.dot(d);
            if into < V::Scalar::ZERO {
                d -= *n * into;
            }
        }
    }
    d
}

/// The direction of an axis, `None` if it has none. One that is unit within rounding stays as it is: to normalize it again could change a
/// bit.
#[inline]
pub(super) fn unit<V: Vector>(axis: V) -> Option<V> {
    let off = (axis.length_squared() - V::Scalar::ONE).abs();
    if off <= V::Scalar::from_f64(1e-4) {
        return Some(axis);
    }
    axis.try_normalize()
}

/// The horizontal part of a vector.
pub(super) fn horizontal<V: Vector>(v: V, up: V) -> V {
    v - up * v.dot(up)
}

/// The rest of a motion after a push: the part that both share is made once.
pub(super) fn after_push<V: Vector>(motion: V, pushed: V) -> V {
    let Some(along) = pushed.try_normalize() else {
        return motion;
    };
    let (both, own) = (pushed.length(), motion.dot(along));
    if own > V::Scalar::ZERO {
        motion - along * both.min(own)
    } else {
        motion
    }
}

/// The motion of a walk among planes, found in the horizontal plane: the wish is horizontal, and so are the
/// constraints.
///
/// Floors only lift the walk. Every other plane is a constraint as if it stood upright, and a floor and a ceiling that
/// close on each other are one like a wall (the height is eliminated as in Fourier and Motzkin: `y ≥ −d·f` and `y ≤
/// d·c` leave `d·(f + c) ≥ 0`).
pub(super) struct WalkMotion<V: Vector> {
    /// The horizontal part.
    pub(super) horizontal: V,
    /// The motion with the rise that keeps it on its floor.
    pub(super) delta: V,
}

/// A plane that a capsule touches.
#[derive(Clone, Copy)]
pub(super) struct Plane<V: Vector> {
    pub(super) normal: V,
    /// Walkable; otherwise an obstacle.
    pub(super) floor: bool,
}

impl<V: Vector> Plane<V> {
    fn is_below(&self, up: V) -> bool {
        self.normal.dot(up) > V::Scalar::from_f64(PLANE_LEAN)
    }

    fn is_above(&self, up: V) -> bool {
        self.normal.dot(up) < -V::Scalar::from_f64(PLANE_LEAN)
    }

    /// d·f of a plane below (y ≥ −d·f), d·c of one above (y ≤ d·c).
    #[inline]
    fn slope(&self, up: V) -> V {
        horizontal(self.normal, up) / self.normal.dot(up).abs()
    }
}

/// Each plane alone, or each floor with each ceiling.
const MAX_WALLS: usize = MAX_PLANES / 2 * (MAX_PLANES / 2) + MAX_PLANES;

/// The motion of a walk with a horizontal wish.
pub(super) fn walk_along<V: Vector>(wish: V, up: V, planes: &[Plane<V>]) -> WalkMotion<V> {
    let zero = V::Scalar::ZERO;
    let (below, above) = (
        |p: &&Plane<V>| p.is_below(up),
        |p: &&Plane<V>| p.is_above(up),
    );
    let free = if planes.iter().all(|plane| plane.floor) {
        wish
    } else {
        along_walls(wish, up, planes)
    };
    let free = horizontal(free, up);
    // Only a floor makes the walk rise or fall; a steep slope beside it may hold the capsule up, but does not take it
    // down.
    let lift = |plane: &Plane<V>| -free.dot(plane.slope(up));
    let floors = planes.iter().filter(|plane| plane.floor && below(plane));
    let floor = floors.map(lift).reduce(V::Scalar::max);
    let mut rise = zero;
    if let Some(floor) = floor {
        rise = planes
            .iter()
            .filter(below)
            .map(lift)
            .fold(floor, V::Scalar::max);
    }
    for plane in planes.iter().filter(above) {
        rise = rise.min(free.dot(plane.slope(up)));
    }
    WalkMotion {
        horizontal: free,
        delta: free + up * rise,
    }
}

/// The horizontal part of a wish that neither walls nor closing pairs of floor and ceiling bar.
fn along_walls<V: Vector>(wish: V, up: V, planes: &[Plane<V>]) -> V {
    let tiny = V::Scalar::from_f64(PLANE_LEAN);
    let mut walls = [V::ZERO; MAX_WALLS];
    let mut count = 0;
    let mut add = |n: V| {
        if let (true, Some(n)) = (count < walls.len(), n.try_normalize()) {
            walls[count] = n;
            count += 1;
        }
    };
    for plane in planes {
        let n = horizontal(plane.normal, up);
        if !plane.floor && n.length_squared() > tiny * tiny {
            add(n);
        }
    }
    for ceiling in planes.iter().filter(|plane| plane.is_above(up)) {
        for floor in planes.iter().filter(|plane| plane.is_below(up)) {
            let closing = floor.slope(up) + ceiling.slope(up);
            if closing.length_squared() > tiny * tiny {
                add(closing);
            }
        }
    }
    project(wish, &walls[..count])
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec3, vec3};

    const UP: Vec3 = Vec3::Y;

    fn near(a: Vec3, b: Vec3) -> bool {
        (a - b).length() < 1e-5
    }

    #[test]
    fn an_axis_that_is_unit_within_rounding_keeps_its_bits() {
        let almost = vec3(1.00002, 0., 0.);
        assert_eq!(unit(almost), Some(almost));
        assert_eq!(unit(vec3(0., 2., 0.)), Some(Vec3::Y));
        assert_eq!(unit(Vec3::ZERO), None);
    }

    #[test]
    fn one_wall_leaves_the_motion_along_it() {
        assert!(near(project(vec3(1., 0., -1.), &[Vec3::Z]), Vec3::X));
        assert!(near(
            project(vec3(1., 0., 1.), &[Vec3::Z]),
            vec3(1., 0., 1.)
        ));
    }

    #[test]
    fn two_walls_leave_their_crease_and_three_nothing() {
        let wish = vec3(-1., -1., 2.);
        assert!(near(project(wish, &[Vec3::X, Vec3::Y]), vec3(0., 0., 2.)));
        assert!(near(
            project(wish, &[Vec3::X, Vec3::Y, -Vec3::Z]),
            Vec3::ZERO
        ));
        // Out of an obtuse corner the motion follows the wall at the smaller angle.
        let other = vec3(-0.6, 0.8, 0.);
        assert!(near(
            project(vec3(-1., 0.1, 0.), &[Vec3::X, other]),
            vec3(0., 0.1, 0.)
        ));
    }

    #[test]
    fn the_order_of_the_planes_does_not_matter() {
        let normals = [vec3(0.6, 0.8, 0.), vec3(-0.6, 0.8, 0.), vec3(0., 0.8, 0.6)];
        let wish = vec3(0.3, -1., -0.2);
        let first = project(wish, &normals);
        for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            assert!(near(first, project(wish, &order.map(|i| normals[i]))));
        }
    }

    #[test]
    fn two_planes_that_are_almost_one_act_as_one() {
        let almost = vec3(1e-6, 1., 0.);
        assert!(near(
            project(vec3(1., -1., 0.), &[Vec3::Y, almost]),
            Vec3::X
        ));
        assert!(near(
            project(vec3(-1., -1., 0.5), &[Vec3::Y, almost]),
            vec3(-1., 0., 0.5)
        ));
    }

    fn plane(normal: Vec3, floor: bool) -> Plane<Vec3> {
        Plane { normal, floor }
    }

    #[test]
    fn a_ramp_lifts_and_keeps_the_horizontal_speed() {
        let ramp = plane(vec3(-0.6, 0.8, 0.), true);
        let up = walk_along(Vec3::X, UP, &[ramp]);
        assert!(near(up.horizontal, Vec3::X) && near(up.delta, vec3(1., 0.75, 0.)));
        let down = walk_along(-Vec3::X, UP, &[ramp]);
        assert!(near(down.delta, vec3(-1., -0.75, 0.)));
    }

    #[test]
    fn a_steep_slope_bars_the_walk_but_does_not_lift_it() {
        let steep = plane(vec3(-0.8, 0.6, 0.), false);
        let walk = walk_along(vec3(1., 0., 1.), UP, &[steep]);
        assert!(near(walk.delta, Vec3::Z));
    }

    #[test]
    fn an_almost_upright_wall_does_not_pull_the_walk_down() {
        let wall = plane(vec3(-0.9997, 0.026, 0.), false);
        let away = walk_along(vec3(-0.078, 0., 0.), UP, &[wall]);
        assert!(near(away.delta, vec3(-0.078, 0., 0.)), "{}", away.delta);
        let overhang = plane(vec3(-0.9997, -0.026, 0.), false);
        let along = walk_along(vec3(0.078, 0., 0.02), UP, &[overhang]);
        assert!(near(along.delta, vec3(0., 0., 0.02)), "{}", along.delta);
    }

    #[test]
    fn a_floor_and_a_ceiling_that_close_bar_the_walk() {
        let floor = plane(Vec3::Y, true);
        let ceiling = plane(vec3(-0.6, -0.8, 0.), false);
        let walk = walk_along(vec3(1., 0., 1.), UP, &[floor, ceiling]);
        assert!(near(walk.delta, Vec3::Z));
        assert!(near(
            walk_along(-Vec3::X, UP, &[floor, ceiling]).delta,
            -Vec3::X
        ));
    }
}
