//! Queries from systems, with entities in the answers.

use crate::bodies::Bodies;
use crate::convert::{Point, vec3, vector};
use crate::dimension::{Dimension, pose};
use crate::place::SpacePlace;
use crate::shape::Solid;
use bevy_ecs::prelude::{Entity, Res};
use bevy_ecs::system::SystemParam;
use bevy_math::Mat3;
use carom::{Body, BodyId, Contact, Hit, PartId, Shape, WorldQuery};

/// The colliders, levels and characters of a dimension, for queries: see [`CaromSpace`].
#[derive(SystemParam)]
pub struct Space<'w, D: Dimension> {
    bodies: Res<'w, Bodies<D>>,
}

/// Queries in 3D, as a system parameter: everything that is solid, with entities in the answers.
///
/// It holds the places of the last tick. Characters are capsules in the layer
/// [`CHARACTERS`](crate::CollisionLayers::CHARACTERS); an entity with a [`Level`](crate::Level) answers by its meshes.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_carom::prelude::*;
/// /// How far a camera behind a character can go.
/// fn camera(space: CaromSpace, hero: Single<(Entity, &Transform), With<CharacterMover>>) {
///     let (me, at) = *hero;
///     let eye = at.translation + Vec3::Y * 1.6;
///     let back = at.back() * 4.;
///     let hit = space.query().except(me).sweep(&Collider::ball(0.2), eye, back);
///     let _distance = hit.map_or(4., |hit| hit.t * 4.);
/// }
/// # bevy_ecs::system::assert_is_system(camera);
/// ```
pub type CaromSpace<'w> = Space<'w, crate::Dim3>;

/// Queries in 2D, as a system parameter: see [`CaromSpace`].
#[cfg(feature = "dim2")]
pub type CaromSpace2d<'w> = Space<'w, crate::Dim2>;

impl<D: Dimension> Space<'_, D> {
    /// A query of everything but sensors; filters first, then the query itself.
    #[must_use]
    pub fn query(&self) -> SpaceQuery<'_, D> {
        SpaceQuery {
            bodies: &self.bodies,
            layers: u32::MAX,
            mask: u32::MAX,
            sensors: false,
            except: Vec::new(),
            filter: None,
        }
    }

    /// The entity of a part in an answer of the library: a collider, a mesh of a level, or a character; `None` if it is gone.
    #[must_use]
    pub fn entity(&self, part: PartId) -> Option<Entity> {
        let owner = self.bodies.owner(part.body)?;
        Some(owner.entity)
    }
}

/// A query with its filters.
pub struct SpaceQuery<'a, D: Dimension> {
    bodies: &'a Bodies<D>,
    layers: u32,
    mask: u32,
    sensors: bool,
    except: Vec<Entity>,
    filter: Option<&'a (dyn Fn(Entity) -> bool + Sync)>,
}

/// A hit of a sweep or a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceHit<P> {
    /// What was hit: a collider, a mesh of a level, or a character.
    pub entity: Entity,
    /// The number of the triangle or segment; 0 for a shape.
    pub part: u32,
    /// The fraction of the motion before the touch, 0..=1.
    pub t: f32,
    /// The point of touch.
    pub point: P,
    /// Unit normal there, towards the shape that moved.
    pub normal: P,
}

/// The nearest points of a shape and of another that is close to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceContact<P> {
    /// The other entity: a collider, a mesh of a level, or a character.
    pub entity: Entity,
    /// The number of the triangle or segment; 0 for a shape.
    pub part: u32,
    /// The point on the shape of the query.
    pub own_point: P,
    /// The point on the other.
    pub point: P,
    /// Unit normal, from the other to the shape of the query.
    pub normal: P,
    /// The distance; negative in an overlap.
    pub separation: f32,
}

/// # Filters
impl<'a, D: Dimension> SpaceQuery<'a, D> {
    /// Leaves out an entity, or all meshes of a level; may be called more than once.
    #[must_use]
    pub fn except(mut self, entity: Entity) -> Self {
        self.except.push(entity);
        self
    }

    /// Only entities in one of these layers count; default all.
    #[must_use]
    pub fn mask(self, mask: u32) -> Self {
        Self { mask, ..self }
    }

    /// The layers of the query: entities with none of them in their mask do not count; default all.
    #[must_use]
    pub fn layers(self, layers: u32) -> Self {
        Self { layers, ..self }
    }

    /// Sensors count, too.
    #[must_use]
    pub fn with_sensors(self) -> Self {
        Self {
            sensors: true,
            ..self
        }
    }

    /// Only entities for which this returns true count.
    #[must_use]
    pub fn filter(self, filter: &'a (dyn Fn(Entity) -> bool + Sync)) -> Self {
        Self {
            filter: Some(filter),
            ..self
        }
    }
}

/// # Queries
///
/// A shape is where a [`SpacePlace`] puts it: a point, a `Transform`, a `GlobalTransform`… A shape that is not convex or not valid, and numbers that are not finite, get empty answers.
impl<D: Dimension> SpaceQuery<'_, D> {
    /// What a ray from `from` to `from + delta` hits first.
    #[must_use]
    pub fn ray(&self, from: D::Point, delta: D::Point) -> Option<SpaceHit<D::Point>> {
        let hit = self.run(|query| query.ray(vector(from.in_space()), vector(delta.in_space())))?;
        Some(self.hit(&hit))
    }

    /// Everything that a ray from `from` to `from + delta` hits, nearest first.
    #[must_use]
    pub fn ray_all(&self, from: D::Point, delta: D::Point) -> Vec<SpaceHit<D::Point>> {
        let mut hits = Vec::new();
        self.run(|query| {
            query.ray_all(vector(from.in_space()), vector(delta.in_space()), &mut hits)
        });
        hits.iter().map(|hit| self.hit(hit)).collect()
    }

    /// What a shape hits first as it moves by `delta` (shape cast).
    #[must_use]
    pub fn sweep(
        &self,
        shape: &D::Shape,
        from: impl Into<SpacePlace<D>>,
        delta: D::Point,
    ) -> Option<SpaceHit<D::Point>> {
        let (shape, pose) = placed::<D>(shape, from)?;
        let shape = pose.place_shape(&shape);
        let hit = self.run(|query| query.sweep(&shape, vector(delta.in_space())))?;
        Some(self.hit(&hit))
    }

    /// The contact of the least separation, if that is at most `reach` (a length).
    #[must_use]
    pub fn closest(
        &self,
        shape: &D::Shape,
        at: impl Into<SpacePlace<D>>,
        reach: f32,
    ) -> Option<SpaceContact<D::Point>> {
        let (shape, pose) = placed::<D>(shape, at)?;
        let shape = pose.place_shape(&shape);
        let contact = self.run(|query| query.closest(&shape, reach))?;
        Some(self.contact(&contact))
    }

    /// The contacts with the `count` nearest parts within `reach` (a length), the nearest first. A level can appear with several
    /// of its triangles.
    #[must_use]
    pub fn closest_n(
        &self,
        shape: &D::Shape,
        at: impl Into<SpacePlace<D>>,
        count: usize,
        reach: f32,
    ) -> Vec<SpaceContact<D::Point>> {
        let mut found = Vec::new();
        if let Some((shape, pose)) = placed::<D>(shape, at) {
            let shape = pose.place_shape(&shape);
            self.run(|query| query.closest_n(&shape, count, reach, &mut found));
        }
        found.iter().map(|contact| self.contact(contact)).collect()
    }

    /// The contacts with all parts within `reach` (a length).
    #[must_use]
    pub fn contacts(
        &self,
        shape: &D::Shape,
        at: impl Into<SpacePlace<D>>,
        reach: f32,
    ) -> Vec<SpaceContact<D::Point>> {
        let mut found = Vec::new();
        if let Some((shape, pose)) = placed::<D>(shape, at) {
            let shape = pose.place_shape(&shape);
            self.run(|query| query.contacts(&shape, reach, &mut found));
        }
        found.iter().map(|contact| self.contact(contact)).collect()
    }

    /// Whether anything touches the shape.
    #[must_use]
    pub fn overlap(&self, shape: &D::Shape, at: impl Into<SpacePlace<D>>) -> bool {
        placed::<D>(shape, at).is_some_and(|(shape, pose)| {
            let shape = pose.place_shape(&shape);
            self.run(|query| query.overlap(&shape))
        })
    }

    /// The entities that touch the shape, each once, in the order of their bodies.
    #[must_use]
    pub fn overlaps(&self, shape: &D::Shape, at: impl Into<SpacePlace<D>>) -> Vec<Entity> {
        let mut found = Vec::new();
        if let Some((shape, pose)) = placed::<D>(shape, at) {
            let shape = pose.place_shape(&shape);
            self.run(|query| query.overlaps(&shape, &mut found));
        }
        let owners = found.iter().filter_map(|body| self.bodies.owner(*body));
        owners.map(|owner| owner.entity).collect()
    }

    /// Runs a query of carom with the filters.
    pub(crate) fn run<T>(&self, query: impl FnOnce(WorldQuery<D::Vector>) -> T) -> T {
        let counts = |id: BodyId, _: &Body<D::Vector>| {
            let Some(owner) = self.bodies.owner(id) else {
                return false;
            };
            let is_left_out = |entity: &Entity| *entity == owner.entity || *entity == owner.level;
            !self.except.iter().any(is_left_out)
                && self.filter.is_none_or(|filter| filter(owner.entity))
        };
        let all = self.bodies.world.query();
        let all = all.layers(self.layers).mask(self.mask);
        let all = if self.sensors {
            all.with_sensors()
        } else {
            all
        };
        query(all.filter_bodies(&counts))
    }

    fn hit(&self, hit: &Hit<D::Vector>) -> SpaceHit<D::Point> {
        let (entity, part) = self.part(hit.part);
        SpaceHit {
            entity,
            part,
            t: hit.t,
            point: D::Point::of(vec3(hit.point)),
            normal: D::Point::of(vec3(hit.normal)),
        }
    }

    fn contact(&self, contact: &Contact<D::Vector>) -> SpaceContact<D::Point> {
        let (entity, part) = self.part(contact.part);
        SpaceContact {
            entity,
            part,
            own_point: D::Point::of(vec3(contact.point_a)),
            point: D::Point::of(vec3(contact.point_b)),
            normal: D::Point::of(vec3(contact.normal)),
            separation: contact.separation,
        }
    }

    fn part(&self, part: PartId) -> (Entity, u32) {
        (self.bodies.entity(part), part.index)
    }
}

/// # Everything else
impl SpaceQuery<'_, crate::Dim3> {
    /// Runs any query of the library with these filters: sweeps against platforms that move in the same interval
    /// (`sweep_moving`), compounds as shapes (`sweep_surface`), a visitor. [`Space::entity`] has the entities of parts.
    ///
    /// ```
    /// use bevy_carom::carom::{self, RigidMotion};
    /// use bevy_carom::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// fn next(space: CaromSpace) {
    ///     let ball = carom::Ball::new(carom::glam::Vec3::ZERO, 0.5);
    ///     let rest = RigidMotion::default();
    ///     let swept = space.query().with_carom(|query| query.sweep_moving(&ball, &rest, 1.));
    ///     let _hits = swept.hit.and_then(|hit| space.entity(hit.part));
    /// }
    /// # bevy_ecs::system::assert_is_system(next);
    /// ```
    pub fn with_carom<T>(&self, query: impl FnOnce(WorldQuery<carom::glam::Vec3>) -> T) -> T {
        self.run(query)
    }
}

/// The shape of a query, and its pose. What a pose cannot hold of the place is in the shape.
fn placed<D: Dimension>(
    shape: &D::Shape,
    at: impl Into<SpacePlace<D>>,
) -> Option<(Shape<D::Vector>, carom::Pose<D::Vector>)> {
    let frame = at.into().frame();
    let baked = frame.baked();
    let shape = if baked == Mat3::IDENTITY {
        shape.convex()?
    } else {
        shape.collider(baked).ok()?.shape()?.clone()
    };
    Some((shape, pose::<D>(&frame)))
}
