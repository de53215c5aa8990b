//! Pairs in rigid motion: two hulls, or a hull over a half-space.

use super::RigidMotion;
use super::frame_motion::FrameMotion;
use super::height_bounds::{HeightBound, HeightBounds};
use super::planes::{TurningPlane, follow_at_rest};
use crate::pair::convex_points::{Difference, Placement};
use crate::pair::frame::{Frame, greater, lesser};
use crate::pair::half_space::{HalfSpace, over};
use crate::pair::hulls::{Hulls, separation};
use crate::pair::separation::Separation;
use crate::pair::separation::TOUCH;
use carom_math::Vector;
use glam::DVec3;

/// A pair in rigid motion.
pub(super) trait RigidPair<V: Vector> {
    fn frame(&self) -> &Frame<V>;
    /// The largest gap that counts as touching at the start, before any motion.
    fn touch(&self) -> f64;
    fn separation(&self, t: f64) -> Separation<V::Double>;
    /// Computes the bounds of all points from the time `t` on, at which the pair has the separation `at`, over a plane
    /// between the shapes. Returns false if the pair has no bounds for this plane.
    fn follow(
        &self,
        t: f64,
        at: &Separation<V::Double>,
        plane: PlaneMotion,
        bounds: &mut HeightBounds,
    ) -> bool;
}

/// How the plane between the shapes moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlaneMotion {
    /// As is best for most motions: between two hulls it rests, a half-space takes it along.
    Usual,
    /// With the first shape. Faces that are against each other and turn together stay apart over such a plane for long; a plane at
    /// rest is between them only for a turn by the gap over their width.
    WithA,
    /// With the second shape.
    WithB,
}

/// Two hulls.
pub(super) struct RigidHulls<'a, V: Vector> {
    hulls: Hulls<'a, V>,
    touch: f64,
    a: FrameMotion,
    b: FrameMotion,
}

impl<'a, V: Vector> RigidHulls<'a, V> {
    pub(super) fn new(mut hulls: Hulls<'a, V>, a: &RigidMotion<V>, b: &RigidMotion<V>) -> Self {
        let (a, b) = (
            FrameMotion::new(a, &hulls.frame),
            FrameMotion::new(b, &hulls.frame),
        );
        let rest = hulls.difference(0.0);
        let touch = start_touch(&hulls.frame, &rest);
        let reaches = [a.reach(&rest.a), b.reach(&rest.b)];
        for [lever, way] in reaches {
            hulls.frame.widen(lever, way);
        }
        Self { hulls, touch, a, b }
    }

    fn difference(&self, t: f64) -> Difference<'_> {
        self.hulls.posed(self.a.pose(t), self.b.pose(t))
    }
}

impl<V: Vector> RigidPair<V> for RigidHulls<'_, V> {
    fn frame(&self) -> &Frame<V> {
        &self.hulls.frame
    }

    fn touch(&self) -> f64 {
        self.touch
    }

    fn separation(&self, t: f64) -> Separation<V::Double> {
        let at = separation(&self.difference(t), &self.hulls.frame, f64::INFINITY);
        at.unwrap_or_else(Separation::infinite)
    }

    fn follow(
        &self,
        t: f64,
        at: &Separation<V::Double>,
        plane: PlaneMotion,
        bounds: &mut HeightBounds,
    ) -> bool {
        let n = DVec3::from_array(at.normal.to_f64());
        let difference = self.difference(t);
        let over = |motion, normal| TurningPlane { motion, normal, t };
        match plane {
            PlaneMotion::Usual => {}
            PlaneMotion::WithA => {
                over(&self.a, n).carry(&difference.a, &mut bounds.a);
                over(&self.a, -n).follow(&difference.b, &self.b, &mut bounds.b);
                return true;
            }
            PlaneMotion::WithB => {
                over(&self.b, n).follow(&difference.a, &self.a, &mut bounds.a);
                over(&self.b, -n).carry(&difference.b, &mut bounds.b);
                return true;
            }
        }
        follow_at_rest(&difference.a, &self.a, n, t, &mut bounds.a);
        follow_at_rest(&difference.b, &self.b, -n, t, &mut bounds.b);
        true
    }
}

/// The largest gap that counts as touching at the start. Cores without a depth, as a point and a triangle, could pass
/// through each other within the tolerance of their motion: theirs is the rounding of the coordinates.
fn start_touch<V: Vector>(frame: &Frame<V>, rest: &Difference<'_>) -> f64 {
    let touch = frame.tolerance(TOUCH);
    let has_depth = rest.is_curved() || rest.a.iter().count() + rest.b.iter().count() > V::DIM + 1;
    let first = rest.a.iter().next().filter(|_| !has_depth);
    first.map_or(touch, |p| {
        let rounding = frame.rounding(V::Double::from_f64(p.to_array()));
        lesser(touch, greater(rounding, 0.5 * frame.radius()))
    })
}

/// A hull over a half-space.
pub(super) struct RigidOverHalfSpace<'a, V: Vector> {
    at_rest: HalfSpace<'a, V>,
    touch: f64,
    a: FrameMotion,
    b: FrameMotion,
    /// The height of the plane over its own pivot.
    offset: f64,
}

impl<'a, V: Vector> RigidOverHalfSpace<'a, V> {
    pub(super) fn new(
        mut at_rest: HalfSpace<'a, V>,
        a: &RigidMotion<V>,
        b: &RigidMotion<V>,
    ) -> Self {
        let touch = at_rest.frame.tolerance(TOUCH);
        let (a, b) = (
            FrameMotion::new(a, &at_rest.frame),
            FrameMotion::new(b, &at_rest.frame),
        );
        let reaches = {
            let rest = at_rest.cloud(Placement::shifted(DVec3::ZERO));
            [a.reach(&rest), b.reach(&rest)]
        };
        for [lever, way] in reaches {
            at_rest.frame.widen(lever, way);
        }
        // The first point is the origin of the frame.
        let offset = -at_rest.normal.dot(b.pivot) - at_rest.height;
        Self {
            at_rest,
            touch,
            a,
            b,
            offset,
        }
    }

    fn normal(&self, t: f64) -> DVec3 {
        match self.b.turned(t) {
            None => self.at_rest.normal,
            Some([x, y, z]) => {
                let n = self.at_rest.normal;
                x * n.x + y * n.y + z * n.z
            }
        }
    }
}

impl<V: Vector> RigidPair<V> for RigidOverHalfSpace<'_, V> {
    fn frame(&self) -> &Frame<V> {
        &self.at_rest.frame
    }

    fn touch(&self) -> f64 {
        self.touch
    }

    fn separation(&self, t: f64) -> Separation<V::Double> {
        let n = self.normal(t);
        let cloud = self.at_rest.cloud(self.a.pose(t));
        let (_, lowest) = cloud.support(-n);
        let height = n.dot(lowest - self.b.center(t)) - self.offset;
        over::<V>(lowest, n, height)
    }

    /// The height of a point x, relative to the plane's pivot, over the rotating plane is m·x − offset.
    fn follow(
        &self,
        t: f64,
        _: &Separation<V::Double>,
        plane: PlaneMotion,
        bounds: &mut HeightBounds,
    ) -> bool {
        let m = self.normal(t);
        let cloud = self.at_rest.cloud(self.a.pose(t));
        bounds.b.clear();
        bounds.b.points.push(HeightBound {
            height: -self.offset,
            rate: 0.0,
            bend: [0.0; 2],
        });
        let (motion, normal) = (&self.b, m);
        let over = TurningPlane { motion, normal, t };
        match plane {
            PlaneMotion::Usual => over.follow_roughly(&cloud, &self.a, &mut bounds.a),
            PlaneMotion::WithA => return false,
            PlaneMotion::WithB => over.follow(&cloud, &self.a, &mut bounds.a),
        }
        true
    }
}
