//! The relative motion of a shape and a surface: straight or rigid.

use super::extent::{Extent, Region};
use crate::pair::hit::{Hit, Sweep};
use crate::pair::matrix;
use crate::pair::rigid::{self, RigidMotion};
use crate::shape::ShapeRef;
use carom_bvh::{Aabb, SweptBox};
use carom_math::{Scalar, Vector};

/// The motions of `a` and `b`.
pub(crate) trait Motions<V: Vector>: Copy {
    /// The largest number that the motions add to the coordinates.
    fn size(&self) -> V::Scalar;

    /// The displacement of `a`, if `b` rests and nothing turns.
    fn straight(&self) -> Option<V> {
        None
    }

    /// Whether the motion is not stopped by this sweep of two parts, because it leaves the overlap in which they start.
    fn leaves(&self, _: &Sweep<V>) -> bool {
        false
    }

    /// For each box of `b` a lower bound of the time at which anything in it meets `a`, as a fraction of the motion;
    /// `None` if that never happens.
    fn arrival(&self, a: &Extent<V>) -> impl Fn(&Aabb<V>) -> Option<V::Scalar>;

    /// The sweep of a part of `a` against a part of `b`.
    fn sweep(&self, a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Sweep<V>;

    /// A direction of `b` at the time `t`.
    fn turned(&self, direction: V, t: V::Scalar) -> V;

    /// The motions with `a` and `b` exchanged.
    fn swapped(&self) -> Self;
}

/// `a` moves by `delta`, `b` rests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Straight<V: Vector> {
    pub(crate) delta: V,
    /// See [`Query::leave_overlaps`](crate::Query::leave_overlaps).
    pub(crate) leave_overlaps: bool,
}

impl<V: Vector> Straight<V> {
    pub(crate) fn new(delta: V) -> Self {
        Self {
            delta,
            leave_overlaps: false,
        }
    }
}

impl<V: Vector> Motions<V> for Straight<V> {
    fn size(&self) -> V::Scalar {
        self.delta.abs().max_element()
    }

    fn straight(&self) -> Option<V> {
        Some(self.delta)
    }

    fn leaves(&self, swept: &Sweep<V>) -> bool {
        let leaves = |hit: &Hit<V>| hit.is_way_out(self.delta);
        self.leave_overlaps && swept.hit.as_ref().is_some_and(leaves)
    }

    fn arrival(&self, a: &Extent<V>) -> impl Fn(&Aabb<V>) -> Option<V::Scalar> {
        straight_arrival(*a, self.delta)
    }

    fn sweep(&self, a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Sweep<V> {
        matrix::swept(a, self.delta, b)
    }

    fn turned(&self, direction: V, _t: V::Scalar) -> V {
        direction
    }

    fn swapped(&self) -> Self {
        Self {
            delta: -self.delta,
            ..*self
        }
    }
}

#[inline]
fn straight_arrival<V: Vector>(
    extent: Extent<V>,
    delta: V,
) -> impl Fn(&Aabb<V>) -> Option<V::Scalar> {
    // Differences of larger numbers could overflow.
    let tame = extent.size < V::Scalar::MAX * V::Scalar::from_f64(1.0 / 16.0);
    let moving = match &extent.region {
        Region::Box(own) if tame => Some(SweptBox::new(own, delta, extent.margin())),
        _ => None,
    };
    move |bounds| {
        if let Some(moving) = &moving {
            return moving.reaches(bounds);
        }
        let (Region::HalfSpace { normal, .. }, true) = (&extent.region, tame) else {
            return Some(V::Scalar::ZERO);
        };
        let (gap, closing) = (extent.gap(bounds), normal.dot(delta));
        if gap <= V::Scalar::ZERO {
            Some(V::Scalar::ZERO)
        } else if gap <= closing {
            Some(gap / closing)
        } else {
            None
        }
    }
}

/// Both move and rotate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rigid<V: Vector> {
    pub(crate) a: RigidMotion<V>,
    pub(crate) b: RigidMotion<V>,
}

impl<V: Vector> Motions<V> for Rigid<V> {
    fn size(&self) -> V::Scalar {
        [self.a, self.b].iter().fold(V::Scalar::ZERO, |size, m| {
            let pivot = m.pivot.abs().max_element();
            size.max(pivot).max(m.delta.abs().max_element())
        })
    }

    /// The gap closes at most by the displacement and both arcs together, and no point leaves the ball around its
    /// pivot.
    fn arrival(&self, a: &Extent<V>) -> impl Fn(&Aabb<V>) -> Option<V::Scalar> {
        let extent = *a;
        let way = self.a.delta - self.b.delta;
        let motion_b = self.b;
        let turns = [self.a, self.b].iter().any(|m| m.angle != V::Scalar::ZERO);
        let straight = (!turns).then(|| straight_arrival(extent, way));
        let own = match &extent.region {
            Region::Box(own) => {
                let [lever, arc] = reach(own, &self.a);
                let around = turned_box(own, &self.a, lever, arc).swept(way);
                Some((around.inflated(extent.margin()), arc + way.length()))
            }
            Region::HalfSpace { .. } => None,
        };
        move |bounds| {
            if let Some(straight) = &straight {
                return straight(bounds);
            }
            // A rotating half-space can be anywhere at once.
            let Some((around, own_speed)) = &own else {
                return Some(V::Scalar::ZERO);
            };
            let [lever, arc] = reach(bounds, &motion_b);
            if !turned_box(bounds, &motion_b, lever, arc).overlaps(around) {
                return None;
            }
            let (gap, speed) = (extent.gap(bounds), *own_speed + arc);
            if gap <= V::Scalar::ZERO || !speed.is_finite() {
                Some(V::Scalar::ZERO)
            } else if gap <= speed {
                Some(gap / speed)
            } else {
                None
            }
        }
    }

    fn sweep(&self, a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Sweep<V> {
        rigid::swept(a, &self.a, b, &self.b)
    }

    /// `x cos θ + (k × x) sin θ + k (k·x) (1 − cos θ)` for the unit axis k (Rodrigues).
    fn turned(&self, direction: V, t: V::Scalar) -> V {
        let (sin, cos) = libm::sincos(self.b.angle.to_f64() * t.to_f64());
        let [sin, cos] = [sin, cos].map(V::Scalar::from_f64);
        if V::DIM == 2 {
            return direction * cos + direction.any_orthogonal_vector() * sin;
        }
        let Some(axis) = self.b.axis.try_normalize() else {
            return direction;
        };
        direction * cos
            + V::crossing_axes(axis, direction)[0] * sin
            + axis * (axis.dot(direction) * (V::Scalar::ONE - cos))
    }

    fn swapped(&self) -> Self {
        Self {
            a: self.b,
            b: self.a,
        }
    }
}

impl<V: Vector> Rigid<V> {
    /// A box around everything that `a` can meet, if `b` rests and `a` is bounded.
    pub(crate) fn region(&self, a: &Extent<V>) -> Option<Aabb<V>> {
        let Region::Box(own) = &a.region else {
            return None;
        };
        let [lever, arc] = reach(own, &self.a);
        let around = turned_box(own, &self.a, lever, arc).swept(self.a.delta);
        let around = around.inflated(a.margin());
        let rests = self.b.angle == V::Scalar::ZERO && self.b.delta == V::ZERO;
        (rests && around.min.is_finite() && around.max.is_finite()).then_some(around)
    }
}

/// The largest distance from the pivot of any point in a box, and its arc.
fn reach<V: Vector>(bounds: &Aabb<V>, turn: &RigidMotion<V>) -> [V::Scalar; 2] {
    if turn.angle == V::Scalar::ZERO {
        return [V::Scalar::ZERO; 2];
    }
    let farthest = (bounds.min - turn.pivot).abs();
    let lever = farthest.max((bounds.max - turn.pivot).abs()).length();
    [lever, lever * turn.angle.abs()]
}

/// A box around everything in a box while that rotates: within the ball around the pivot, and no farther from its start
/// than the arc.
fn turned_box<V: Vector>(
    bounds: &Aabb<V>,
    turn: &RigidMotion<V>,
    lever: V::Scalar,
    arc: V::Scalar,
) -> Aabb<V> {
    let near = bounds.inflated(arc);
    if arc <= lever {
        return near;
    }
    let ball = Aabb {
        min: turn.pivot - V::splat(lever),
        max: turn.pivot + V::splat(lever),
    };
    Aabb {
        min: near.min.max(ball.min),
        max: near.max.min(ball.max),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Convex;
    use core::f32::consts::{FRAC_PI_2, TAU};
    use glam::{Vec3, vec3};

    fn turning(axis: Vec3, angle: f32) -> Rigid<Vec3> {
        Rigid {
            a: RigidMotion::default(),
            b: RigidMotion::rotation(vec3(1., 0., 0.), axis, angle),
        }
    }

    #[test]
    fn a_quarter_turn_about_y_takes_z_to_x() {
        let turned = turning(Vec3::Y * 3.0, FRAC_PI_2 * 2.0).turned(Vec3::Z, 0.5);
        assert!((turned - Vec3::X).length() < 1e-6, "{turned}");
        assert_eq!(turning(Vec3::ZERO, 1.0).turned(Vec3::Z, 0.5), Vec3::Z);
    }

    #[test]
    fn boxes_that_a_rotation_reaches_are_not_skipped() {
        let point = Extent::of(&vec3(1., 0., 2.).shape_ref(), 4.0).unwrap();
        let bounds = Aabb::of_points([vec3(3., 0., 0.)]);
        // A quarter turn takes one to the other; an eighth does not.
        let arrival = turning(Vec3::Y, FRAC_PI_2).arrival(&point)(&bounds).unwrap();
        assert!(arrival > 0.5 && arrival <= 1.0, "{arrival}");
        assert_eq!(
            turning(Vec3::Y, FRAC_PI_2 / 2.0).arrival(&point)(&bounds),
            None
        );
        let inner = Aabb::of_points([vec3(2., 0., 0.)]);
        assert_eq!(turning(Vec3::Y, 9.0 * TAU).arrival(&point)(&inner), None);
    }
}
