//! The settings of a query: a filter, internal edges, sweeps that may leave an overlap.

use super::Query;
use crate::pair::hit::Hit;
use crate::part::PartId;
use crate::surface::{Options, Surface};

/// # Settings
impl<'a, S: Surface> Query<'a, S> {
    /// A query of all parts, with the defaults: no filter, no internal edges.
    #[must_use]
    pub fn new(surface: S) -> Self {
        Self {
            surface,
            options: Options::default(),
            leave_overlaps: false,
        }
    }

    pub(crate) fn options(&self) -> &Options<'a> {
        &self.options
    }

    /// Only parts for which `filter` returns true count; by default all.
    ///
    /// It is called for nearby parts, in any order and possibly more than once. The internal edges of a welded mesh
    /// stay as they are; a chain ends where a neighbor is filtered out.
    ///
    /// ```
    /// use carom::{Ball, PartId, World, glam::{Vec2, vec2}};
    /// let mut world = World::new();
    /// let door = world.insert(Ball::new(vec2(3., 0.), 1.))?;
    /// world.insert(Ball::new(vec2(9., 0.), 1.))?;
    /// let others = |part: PartId| part.body != door;
    /// assert!(world.query().ray(Vec2::ZERO, vec2(20., 0.)).unwrap().part.body == door);
    /// let hit = world.query().filter(&others).ray(Vec2::ZERO, vec2(20., 0.)).unwrap();
    /// assert!((hit.t - 0.4).abs() < 1e-6);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[must_use]
    pub fn filter(self, filter: &'a (dyn Fn(PartId) -> bool + Sync + 'a)) -> Self {
        let filter = Some(filter);
        Self {
            options: Options {
                filter,
                ..self.options
            },
            ..self
        }
    }

    /// With `true`, each part answers as if it were alone: edges between coplanar neighbors can be hit. Default:
    /// `false`, they cannot, on a [welded](crate::Mesh::weld) mesh and on a chain.
    ///
    /// ```
    /// use carom::{Ball, Chain, glam::vec2};
    /// let floor = Chain::open(vec![vec2(0., 0.), vec2(2., 0.), vec2(4., 0.)])?;
    /// let ball = Ball::new(vec2(1.75, 0.5), 0.5); // on the first segment, near the second
    /// let normals = |internal_edges| {
    ///     let mut normals = Vec::new();
    ///     let query = floor.query().internal_edges(internal_edges);
    ///     query.each_contact(&ball, 0.1, |found| normals.push(found.normal));
    ///     normals
    /// };
    /// assert_eq!(normals(false), [vec2(0., 1.)]);
    /// assert!(normals(true).iter().any(|normal| normal.x < -0.4)); // the end of the second segment
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[must_use]
    pub fn internal_edges(self, internal_edges: bool) -> Self {
        Self {
            options: Options {
                internal_edges,
                ..self.options
            },
            ..self
        }
    }

    /// With `true`, a sweep (not a rigid one) is not stopped by a part that it starts inside and moves out of: one with
    /// `hit.normal.dot(delta) >= 0` at the start. It never gets deeper in that part later, because the separation of two
    /// convex parts is a convex function of the time. Default:
    /// `false`, an overlap stops every motion.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/leave_overlaps.svg"))]
    ///
    /// ```
    /// use carom::{Aabb, Ball, Collider, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// world.insert(Collider::cuboid(Vec3::ZERO, [Vec3::X, Vec3::Y * 9., Vec3::Z * 9.]))?;
    /// let deep = Ball::new(vec3(0.8, 0., 0.), 0.5);
    /// let query = world.query().leave_overlaps(true);
    /// assert!(query.sweep(&deep, Vec3::X * 5.).is_none());
    /// assert_eq!(query.sweep(&deep, Vec3::X * -5.).unwrap().t, 0.);
    /// assert_eq!(world.query().sweep(&deep, Vec3::X * 5.).unwrap().t, 0.);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[must_use]
    #[doc(alias = "stop_at_penetration")]
    pub fn leave_overlaps(self, leave_overlaps: bool) -> Self {
        Self {
            leave_overlaps,
            ..self
        }
    }

    /// Whether a hit does not count, because the motion leaves the overlap in which it starts.
    #[inline(always)]
    pub(crate) fn leaves(&self, hit: &Hit<S::Vector>, delta: S::Vector) -> bool {
        self.leave_overlaps && hit.is_way_out(delta)
    }
}
