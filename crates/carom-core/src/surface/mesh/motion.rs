//! How a shape and a mesh move towards each other: straight, or turning as well.

use super::extent::{Extent, Region};
use crate::pairs::pair;
use crate::pairs::sweep::Sweep;
use crate::pairs::turn::{self, Motion, Turn};
use crate::shape::Shape;
use crate::surface::mesh::Vector3;
use carom_bvh::Aabb;
use carom_bvh::SweptBox;
use carom_math::Scalar;

/// The motions of two things `a` and `b`.
pub(super) trait Motions<V: Vector3>: Copy {
    /// The largest number that moving adds to the coordinates.
    fn size(&self) -> V::Scalar;

    /// Gives for each box of `b` a fraction of the motion before which nothing of `a` meets anything in
    /// it; `None` if that never happens.
    fn arrival(&self, a: &Extent<V>) -> impl Fn(&Aabb<V>) -> Option<V::Scalar>;

    /// When a piece of `a` meets a piece of `b`.
    fn sweep(&self, a: &Shape<V>, b: &Shape<V>) -> Sweep<V>;

    /// A direction of `b` at the time `t`.
    fn turned(&self, direction: V, t: V::Scalar) -> V;

    /// The same, as `b` sees it.
    fn swapped(&self) -> Self;
}

/// `a` moves by `delta`, `b` rests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Straight<V: Vector3> {
    pub(super) delta: V,
}

impl<V: Vector3> Motions<V> for Straight<V> {
    fn size(&self) -> V::Scalar {
        self.delta.abs().max_element()
    }

    fn arrival(&self, a: &Extent<V>) -> impl Fn(&Aabb<V>) -> Option<V::Scalar> {
        straight_arrival(*a, self.delta)
    }

    fn sweep(&self, a: &Shape<V>, b: &Shape<V>) -> Sweep<V> {
        pair::sweep(a, self.delta, b)
    }

    fn turned(&self, direction: V, _t: V::Scalar) -> V {
        direction
    }

    fn swapped(&self) -> Self {
        Self { delta: -self.delta }
    }
}

fn straight_arrival<V: Vector3>(
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

/// Both move and turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turning<V: Vector3> {
    pub(super) a: Motion<V>,
    pub(super) b: Motion<V>,
}

impl<V: Vector3> Motions<V> for Turning<V> {
    fn size(&self) -> V::Scalar {
        [self.a, self.b].iter().fold(V::Scalar::ZERO, |size, m| {
            let pivot = m.turn.pivot.abs().max_element();
            size.max(pivot).max(m.delta.abs().max_element())
        })
    }

    /// Nothing closes a gap faster than the displacement and both arcs together, and nothing leaves the
    /// ball around its pivot.
    fn arrival(&self, a: &Extent<V>) -> impl Fn(&Aabb<V>) -> Option<V::Scalar> {
        let extent = *a;
        let way = self.a.delta - self.b.delta;
        let turn = self.b.turn;
        let turns = [self.a.turn, turn]
            .iter()
            .any(|t| t.angle != V::Scalar::ZERO);
        let straight = (!turns).then(|| straight_arrival(extent, way));
        let own = match &extent.region {
            Region::Box(own) => {
                let [lever, arc] = reach(own, &self.a.turn);
                let around = turned_box(own, &self.a.turn, lever, arc).swept(way);
                Some((around.inflated(extent.margin()), arc + way.length()))
            }
            Region::HalfSpace { .. } => None,
        };
        move |bounds| {
            if let Some(straight) = &straight {
                return straight(bounds);
            }
            // A half-space that turns can be anywhere at once.
            let Some((around, own_speed)) = &own else {
                return Some(V::Scalar::ZERO);
            };
            let [lever, arc] = reach(bounds, &turn);
            if !turned_box(bounds, &turn, lever, arc).overlaps(around) {
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

    fn sweep(&self, a: &Shape<V>, b: &Shape<V>) -> Sweep<V> {
        turn::sweep(a, &self.a, b, &self.b)
    }

    /// `x cos θ + (k × x) sin θ + k (k·x) (1 − cos θ)` for the unit axis k (Rodrigues).
    fn turned(&self, direction: V, t: V::Scalar) -> V {
        let Some(axis) = self.b.turn.axis.try_normalize() else {
            return direction;
        };
        let (sin, cos) = libm::sincos(self.b.turn.angle.to_f64() * t.to_f64());
        let [sin, cos] = [sin, cos].map(V::Scalar::from_f64);
        direction * cos
            + axis.cross(direction) * sin
            + axis * (axis.dot(direction) * (V::Scalar::ONE - cos))
    }

    fn swapped(&self) -> Self {
        Self {
            a: self.b,
            b: self.a,
        }
    }
}

/// How far anything in a box can be from the pivot, and its longest arc.
fn reach<V: Vector3>(bounds: &Aabb<V>, turn: &Turn<V>) -> [V::Scalar; 2] {
    if turn.angle == V::Scalar::ZERO {
        return [V::Scalar::ZERO; 2];
    }
    let farthest = (bounds.min - turn.pivot).abs();
    let lever = farthest.max((bounds.max - turn.pivot).abs()).length();
    [lever, lever * turn.angle.abs()]
}

/// A box around everything in a box while it turns: in the ball around the pivot, and no farther from
/// where it was than the arc.
fn turned_box<V: Vector3>(
    bounds: &Aabb<V>,
    turn: &Turn<V>,
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
    use core::f32::consts::{FRAC_PI_2, TAU};
    use glam::{Vec3, vec3};

    fn turning(axis: Vec3, angle: f32) -> Turning<Vec3> {
        let turn = Turn {
            pivot: vec3(1., 0., 0.),
            axis,
            angle,
        };
        Turning {
            a: Motion::default(),
            b: Motion::turning(turn),
        }
    }

    #[test]
    fn a_quarter_turn_about_y_takes_z_to_x() {
        let turned = turning(Vec3::Y * 3.0, FRAC_PI_2 * 2.0).turned(Vec3::Z, 0.5);
        assert!((turned - Vec3::X).length() < 1e-6, "{turned}");
        assert_eq!(turning(Vec3::ZERO, 1.0).turned(Vec3::Z, 0.5), Vec3::Z);
    }

    #[test]
    fn what_a_turn_can_reach_is_not_passed_over() {
        let point = Extent::of(&Shape::Point(vec3(1., 0., 2.)), 4.0).unwrap();
        let bounds = Aabb::of_points([vec3(3., 0., 0.)]);
        // A quarter turn takes one to the other; an eighth cannot.
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
