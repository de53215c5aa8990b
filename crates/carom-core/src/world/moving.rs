//! Sweeps among bodies that move in the same interval of time.

use super::WorldQuery;
use super::body::Body;
use super::placed_body::PlacedBody;
use crate::pair::hit::{Hit, Sweep};
use crate::pair::rigid::RigidMotion;
use crate::part::PartId;
use crate::shape::{Convex, ShapeRef};
use crate::surface::Surface;
use crate::surface::extent::Extent;
use crate::surface::motion::{Motions, Rigid};
use crate::surface::parts::{Earliest, earliest_of_parts};
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// # Bodies that move
impl<V: Vector> WorldQuery<'_, V> {
    /// The first hit of a shape that moves and rotates by `motion` in the next `time` seconds, in which every body moves by
    /// its [`velocity`](Body::velocity) and turns around its origin by its [`spin`](Body::spin), both from its pose now: a
    /// door, a sword, a train. `hit.t` is the fraction of the time; points and normals are those of that moment.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/sweep_moving.svg"))]
    ///
    /// Without a hit, `start` describes how the shape touches the nearest part at the start, if it does. Where neither the
    /// shape nor a body rotates, this is a [`sweep`](Self::sweep) by the relative motion, with the same rules for starts and
    /// internal edges; else it is a [`sweep_rigid`](Self::sweep_rigid). Surface velocities do not count.
    ///
    /// ```
    /// use carom::{Ball, Body, Collider, RigidMotion, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// let door = Collider::cuboid(vec3(1., 0., 0.), [Vec3::X, Vec3::Y, Vec3::Z * 0.05]);
    /// // A quarter turn a second around y, from the x axis towards -z.
    /// let (axis, spin) = (Vec3::Y, core::f32::consts::FRAC_PI_2);
    /// let door = world.insert(Body { axis, spin, ..Body::new(door) })?;
    /// let cat = Ball::new(vec3(1., 0., -1.), 0.2);
    /// assert!(!world.query().overlap(&cat));
    /// let hit = world.query().sweep_moving(&cat, &RigidMotion::default(), 1.).hit.unwrap();
    /// assert!(hit.part.body == door && hit.t > 0.35 && hit.t < 0.5);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[doc(alias = "continuous collision")]
    #[doc(alias = "moving bodies")]
    #[must_use]
    pub fn sweep_moving(
        &self,
        shape: &impl Convex<Vector = V>,
        motion: &RigidMotion<V>,
        time: V::Scalar,
    ) -> Sweep<V> {
        let (shape, view) = (shape.shape_ref(), &self.surface);
        let mut earliest = Earliest::new();
        let is_valid = shape.is_valid() && motion.delta.is_finite() && time.is_finite();
        let Some(extent) = Extent::of(&shape, V::Scalar::ZERO).filter(|_| is_valid) else {
            return earliest.sweep();
        };
        let alone = Rigid {
            a: *motion,
            b: RigidMotion::default(),
        };
        // Bodies may come this far in the time.
        let farthest = view.fastest() * time.abs();
        let bounds = alone
            .region(&extent)
            .map(|bounds| bounds.inflated(farthest));
        view.each_counted(bounds, |body| {
            let of_body = motion_of(&body.entry.body, view.origin(), time);
            let motions = Rigid {
                a: *motion,
                b: of_body,
            };
            let size = motions.size();
            let reached = match (
                body.entry.bounds_from(view.origin()),
                Extent::of(&shape, size),
            ) {
                (Some(bounds), Some(extent)) => motions.arrival(&extent)(&bounds),
                _ => Some(V::Scalar::ZERO),
            };
            if reached.is_some_and(|t| t <= earliest.limit()) {
                let found = self.sweep_body(&body, &shape, &motions);
                let part = found.hit.map_or(body.part(0), |hit| hit.part);
                earliest.offer(found, part);
            }
        });
        earliest.sweep()
    }

    /// The first hit of `a`, which moves and rotates by `motion` as one in the next `time` seconds, with bodies that move in the
    /// same time, and the part of `a` that hits; or else how the two touch at the start, if they do: see
    /// [`sweep_moving`](Self::sweep_moving). A robot's arm beside a conveyor, a train of wagons.
    ///
    /// ```
    /// use carom::{Ball, Body, Compound, RigidMotion, World, glam::{Vec2, vec2}};
    /// let mut world = World::new();
    /// let velocity = vec2(-2., 0.);
    /// let cart = world.insert(Body { velocity, ..Body::new(Ball::new(vec2(10., 0.), 1.)) })?;
    /// let train = Compound::new([Ball::new(vec2(0., 0.), 1.), Ball::new(vec2(3., 0.), 1.)])?;
    /// // Both move: 5 of the 7 m between them are left to go, at 5 m/s.
    /// let motion = RigidMotion::straight(vec2(3., 0.));
    /// let (swept, part) = world.query().sweep_moving_surface(&train, &motion, 1.).unwrap();
    /// let hit = swept.hit.unwrap();
    /// assert!((hit.part.body, part.index) == (cart, 1) && (hit.t - 1.).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sweep_moving_surface(
        &self,
        a: &impl Surface<Vector = V>,
        motion: &RigidMotion<V>,
        time: V::Scalar,
    ) -> Option<(Sweep<V>, PartId)> {
        earliest_of_parts(a, |shape| self.sweep_moving(shape, motion, time))
    }

    /// The sweep of a shape and a body that both move.
    fn sweep_body(
        &self,
        body: &PlacedBody<'_, V>,
        shape: &ShapeRef<'_, V>,
        Rigid { a, b }: &Rigid<V>,
    ) -> Sweep<V> {
        let swept = body.sweep_rigid(self.options(), shape, a, b);
        if a.rotates() || b.rotates() {
            return swept;
        }
        let (delta, mut first) = (a.delta - b.delta, None::<Hit<V>>);
        body.each_hit(self.options(), shape, delta, &mut |hit, limit| {
            if !self.leaves(&hit, delta) && first.is_none_or(|first| hit.order(&first).is_lt()) {
                *limit = hit.t;
                first = Some(hit);
            }
            ControlFlow::Continue(())
        });
        let hit = first.map(|hit| Hit {
            point: hit.point + b.delta * hit.t,
            ..hit
        });
        Sweep {
            start: hit.map_or(swept.start, |hit| hit.start),
            hit,
            ..swept
        }
    }
}

/// The motion of a body from its pose now, in the frame around `origin`.
fn motion_of<V: Vector>(body: &Body<V>, origin: V::Double, time: V::Scalar) -> RigidMotion<V> {
    RigidMotion {
        delta: body.velocity * time,
        pivot: V::from_double(body.pose.translation - origin),
        axis: body.axis,
        angle: body.spin * time,
    }
}
