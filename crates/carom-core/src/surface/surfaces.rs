//! Surface against surface: queries of one surface with each part of another, such as a compound that moves.

use super::parts::earliest_of_parts;
use super::{Query, ScalarOf, Surface};
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Sweep};
use crate::pair::rigid::RigidMotion;
use crate::part::PartId;
use core::ops::ControlFlow;

/// # Surface against surface
///
/// Queries with all parts of another surface `a` as the shape: a [`Compound`](crate::Compound) such as a robot arm or a
/// ragdoll, or a surface of your own. Answers name the part of `a` too; ties end with the lowest parts, first of this
/// surface, then of `a`. The cost is that of a query for each part of `a`: for two meshes,
/// [`sweep_mesh`](Query::sweep_mesh) and its siblings are faster.
///
/// ```
/// use carom::{Ball, Collider, Compound, PartId, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
/// let skier = Compound::new([Ball::new(vec3(0., 2., 0.), 0.5), Ball::new(vec3(0., 1., 1.), 0.5)])?;
/// let (hit, part) = world.query().sweep_surface(&skier, vec3(0., -1., 0.)).unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-6 && part.index == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<S: Surface> Query<'_, S> {
    /// The contact of the least separation with any part of `a`, if that is at most `reach` (a length), and that part.
    ///
    /// ```
    /// use carom::{Ball, Compound, World, glam::vec2};
    /// let mut world = World::new();
    /// world.insert(Ball::new(vec2(0., 0.), 1.))?;
    /// let dumbbell = Compound::new([Ball::new(vec2(4., -2.), 1.), Ball::new(vec2(4., 0.), 1.)])?;
    /// let (contact, part) = world.query().closest_surface(&dumbbell, 9.).unwrap();
    /// assert_eq!((contact.separation, contact.normal, part.index), (2., vec2(1., 0.), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "compound against mesh")]
    #[must_use]
    pub fn closest_surface(
        &self,
        a: &impl Surface<Vector = S::Vector>,
        reach: ScalarOf<S>,
    ) -> Option<(Contact<S::Vector>, PartId)> {
        let mut best: Option<(Contact<S::Vector>, PartId)> = None;
        a.parts(&a.bounds(), &mut |part, shape| {
            let within = best.map_or(reach, |(best, _)| best.separation);
            let order = |contact: &Contact<_>, part| (contact.separation, contact.part, part);
            if let Some(found) = self.closest(shape, within)
                && best.is_none_or(|(best, of)| order(&found, part) < order(&best, of))
            {
                best = Some((found, part));
            }
        });
        best
    }

    /// Whether any part of `a` touches any part of this surface.
    ///
    /// ```
    /// use carom::{Ball, Compound, World, glam::vec2};
    /// let mut world = World::new();
    /// world.insert(Ball::new(vec2(0., 0.), 1.))?;
    /// let dumbbell = Compound::new([Ball::new(vec2(4., -2.), 1.), Ball::new(vec2(4., 0.), 1.)])?;
    /// assert!(!world.query().overlap_surface(&dumbbell));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "sCollideShapeVsShape")]
    #[must_use]
    pub fn overlap_surface(&self, a: &impl Surface<Vector = S::Vector>) -> bool {
        let mut overlaps = false;
        a.parts(&a.bounds(), &mut |_, shape| {
            overlaps = overlaps || self.overlap(shape);
        });
        overlaps
    }

    /// The first hit of `a` moving by `delta`, and the part of `a` that hits: see [`sweep`](Self::sweep).
    ///
    /// ```
    /// use carom::{Ball, Compound, World, glam::vec2};
    /// let mut world = World::new();
    /// world.insert(Ball::new(vec2(0., 0.), 1.))?;
    /// let dumbbell = Compound::new([Ball::new(vec2(4., -2.), 1.), Ball::new(vec2(4., 0.), 1.)])?;
    /// let (hit, part) = world.query().sweep_surface(&dumbbell, vec2(-8., 0.)).unwrap();
    /// assert!((hit.t - 0.25).abs() < 1e-6 && part.index == 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "compound cast")]
    #[must_use]
    pub fn sweep_surface(
        &self,
        a: &impl Surface<Vector = S::Vector>,
        delta: S::Vector,
    ) -> Option<(Hit<S::Vector>, PartId)> {
        let mut best: Option<(Hit<S::Vector>, PartId)> = None;
        a.parts(&a.bounds(), &mut |part, shape| {
            let mut visit = |hit: Hit<S::Vector>, limit: &mut ScalarOf<S>| {
                let is_first =
                    |(best, of): (Hit<_>, PartId)| hit.order(&best).then(part.cmp(&of)).is_lt();
                if !self.leaves(&hit, delta) && best.is_none_or(is_first) {
                    best = Some((hit, part));
                }
                if let Some((best, _)) = &best {
                    *limit = best.t;
                }
                ControlFlow::Continue(())
            };
            self.surface
                .each_hit(self.options(), shape, delta, &mut visit);
        });
        best
    }

    /// The first hit of `a`, moving and rotating by `motion`, with this surface, all of which moves by `own`, and the part
    /// of `a` that hits; or else how the two touch at the start, if they do: see [`sweep_rigid`](Self::sweep_rigid).
    ///
    /// ```
    /// use carom::{Ball, Compound, RigidMotion, World, glam::{Vec2, vec2}};
    /// let mut world = World::new();
    /// world.insert(Ball::new(vec2(0., 0.), 1.))?;
    /// let dumbbell = Compound::new([Ball::new(vec2(3., -2.), 1.), Ball::new(vec2(3., 0.), 1.)])?;
    /// // The world rests; the dumbbell turns to the left around the middle of its lower ball, until its upper ball hits.
    /// let turn = RigidMotion::rotation(vec2(3., -2.), Vec2::ZERO, core::f32::consts::FRAC_PI_2);
    /// let (swept, part) = world.query().sweep_rigid_surface(&dumbbell, &turn, &RigidMotion::default()).unwrap();
    /// // 12 sin + 8 cos = 13 where the balls touch: 0.5346 radians.
    /// assert!((swept.hit.unwrap().t - 0.3403).abs() < 1e-3 && part.index == 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "cast_shapes_nonlinear")]
    #[must_use]
    pub fn sweep_rigid_surface(
        &self,
        a: &impl Surface<Vector = S::Vector>,
        motion: &RigidMotion<S::Vector>,
        own: &RigidMotion<S::Vector>,
    ) -> Option<(Sweep<S::Vector>, PartId)> {
        earliest_of_parts(a, |shape| self.sweep_rigid(shape, motion, own))
    }
}
