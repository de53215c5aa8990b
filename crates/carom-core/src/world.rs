//! Worlds: bodies with poses in a broad phase, and the local scene that a character controller gathers from them.

mod bodies;
mod body;
mod body_entry;
mod body_surface;
mod changes;
mod diff;
mod local_query;
mod local_scene;
mod margin;
mod matrix;
mod motion;
mod moving;
mod pair_events;
mod part_shape;
mod placed_body;
mod placed_surface;
mod pose;
mod query;
mod query_bounds;
#[cfg(feature = "serde")]
mod recorded;
mod refit;
mod rotation;
mod same;
mod sensor_events;
mod setters;
#[cfg(feature = "serde")]
mod stored;
#[cfg(feature = "serde")]
mod stored_diff;
mod transform;

pub use body::{Body, BodyError, Collider, OneWay};
pub use diff::{BodyChange, DiffError, WorldDiff};
pub use local_scene::LocalScene;
pub use local_scene::{facing, front};
pub use matrix::MatrixError;
pub use motion::BodyMotion;
pub use pair_events::PairEvents;
pub use placed_surface::PlacedSurface;
pub use pose::Pose;
pub use query::{WorldQuery, WorldView};
pub use rotation::{Rotation, across};
pub use sensor_events::{SensorEvents, SensorPair};
pub use transform::PlacedShape;

use crate::part::{BodyId, PartId};
use crate::shape::triangle::Triangle;
use crate::shape::{Convex, ShapeRef};
use crate::surface::chain::Chain;
use crate::surface::mesh::Mesh;
use crate::surface::mesh::Vector3;
use crate::surface::{Query, Surface};
use bodies::Bodies;
use body_entry::{BodyEntry, PlacedCollider};
use carom_bvh::Aabb;
use carom_math::Vector;
use carom_math::sort;
use glam::DVec2;

/// Surroundings of a mover: gathers the parts near a box, once a tick.
///
/// A [`Mesh`], a [`Chain`], a [`World`], a [`WorldQuery`] and a [`LocalScene`] are scenes. Geometry of your own joins by
/// implementing this trait: it adds the shapes that stand for it.
///
/// ```
/// use carom::{Aabb, Ball, LocalScene, PartId, Scene, glam::{Vec2, vec2}};
/// /// A row of posts, one at each integer.
/// struct Posts;
/// impl Scene<Vec2> for Posts {
///     fn gather(&self, bounds: &Aabb<Vec2>, scene: &mut LocalScene<Vec2>) {
///         for x in bounds.min.x.floor() as i32..=bounds.max.x.ceil() as i32 {
///             scene.add_shape(&Ball::new(vec2(x as f32, 0.), 0.1), PartId::of(x as u32));
///         }
///     }
/// }
/// let mut scene = LocalScene::new();
/// Posts.gather(&Aabb { min: vec2(1.5, 0.), max: vec2(3.5, 1.) }, &mut scene);
/// assert_eq!((scene.len(), scene.part(0).index), (4, 1));
/// ```
pub trait Scene<V: Vector> {
    /// Adds every part that touches `bounds`, or touched it at any moment of the [tick](LocalScene::tick), to `scene`.
    /// More parts than that cost only time.
    fn gather(&self, bounds: &Aabb<V>, scene: &mut LocalScene<V>);

    /// The motion of a body in a tick of `dt` seconds that ends now; `None` if it has no velocity. By default nothing
    /// moves.
    ///
    /// ```
    /// use carom::{Ball, Scene, World, glam::Vec3};
    /// let mut world = World::new();
    /// let [lift, post] = [0., 5.].map(|x| world.insert(Ball::new(Vec3::X * x, 1.)).unwrap());
    /// world.set_velocity(lift, Vec3::Y)?;
    /// assert_eq!(world.motion(lift, 0.5).unwrap().carry(Vec3::Y), Vec3::Y * 1.5);
    /// assert!(world.motion(post, 0.5).is_none());
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    fn motion(&self, body: BodyId, dt: V::Scalar) -> Option<BodyMotion<V>> {
        let _ = (body, dt);
        None
    }
}

impl<V: Vector3> Scene<V> for Mesh<V> {
    fn gather(&self, bounds: &Aabb<V>, scene: &mut LocalScene<V>) {
        self.triangles_near(bounds, |index, triangle, bounds| {
            let part = PartId::of(index);
            scene.add_triangle_within(*triangle, *bounds, self.is_one_sided(), part);
        });
    }
}

/// Both sides of its segments count, as those of a chain in a world.
///
/// ```
/// use carom::{Aabb, Chain, LocalScene, PartId, Scene, glam::{Vec2, vec2}};
/// let stairs = Chain::open(vec![vec2(0., 2.), vec2(2., 2.), vec2(2., 0.), vec2(9., 0.)])?;
/// let mut scene = LocalScene::new();
/// stairs.gather(&Aabb { min: vec2(5., -1.), max: vec2(6., 1.) }, &mut scene);
/// assert_eq!((scene.len(), scene.part(0)), (1, PartId::of(2)));
/// # Ok::<(), carom::ChainError>(())
/// ```
impl<V: Vector<Double = DVec2>> Scene<V> for Chain<V> {
    fn gather(&self, bounds: &Aabb<V>, scene: &mut LocalScene<V>) {
        self.parts(bounds, &mut |part, segment| scene.add_shape(segment, part));
    }
}

/// Gathers all its parts, whatever the box: this replays a recorded tick.
impl<V: Vector> Scene<V> for LocalScene<V> {
    fn gather(&self, _: &Aabb<V>, scene: &mut LocalScene<V>) {
        scene.add_from(self, |_| true);
    }

    fn motion(&self, body: BodyId, _: V::Scalar) -> Option<BodyMotion<V>> {
        self.motion_of(body)
    }
}

/// A world of bodies: shapes, placed meshes, height fields and chains, in a broad phase of dynamic BVHs.
///
/// Bodies can be added, moved and removed at any time. Each has a [`BodyId`], and a [`Body`] holds its pose, its
/// collider, its velocity and [data](Body::data) of yours. [`iter`](Self::iter) visits them in the order of their names,
/// the same on every machine. A clone is a snapshot, which shares meshes; [`diff_from`](Self::diff_from) finds what has
/// changed since. [`query`](Self::query) starts a query. Worlds are 2D and 3D; meshes exist in 3D, chains
/// in 2D.
///
/// ```
/// use carom::{Ball, Body, Capsule, Collider, Mesh, Pose, Rotation, World};
/// use carom::glam::{Vec3, vec3};
/// use std::sync::Arc;
/// let mut world = World::new();
/// let floor = world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]))?;
/// let ramp = Arc::new(Mesh::new(
///     vec![vec3(0., 0., -1.), vec3(0., 0., 1.), vec3(4., 2., 0.)],
///     vec![[0, 1, 2]],
/// )?);
/// for i in 0..8 {
///     // Eight instances share one BVH.
///     let turn = Rotation::new(Vec3::Y, 0.7 * i as f32);
///     let pose = Pose { scale: 2., ..Pose::new(vec3(12. * i as f32, 0., 20.), turn) };
///     world.insert(Body { pose, ..Body::new(ramp.clone()) })?;
/// }
/// let rock = world.insert(Body { data: 7, moving: true, ..Body::new(Ball::new(Vec3::ZERO, 1.)) })?;
///
/// world.set_pose(rock, Pose::at(vec3(3., 1.5, 0.)))?;
/// let hero = Capsule::standing(vec3(0., 0.25, 0.), Vec3::Y, 1.8, 0.3);
/// let hit = world.query().sweep(&hero, vec3(5., 0., 0.)).unwrap();
/// assert_eq!(hit.part.body, rock);
/// let below = world.query().except(rock).closest(&hero, 0.5).unwrap();
/// assert_eq!((below.part.body, below.separation), (floor, 0.25));
///
/// assert_eq!(world.remove(rock).unwrap().data, 7);
/// assert!(world.get(rock).is_none() && world.set_pose(rock, Pose::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "PhysicsSystem")]
#[doc(alias = "PxScene")]
#[doc(alias = "b2World")]
#[doc(alias = "b2DynamicTree")]
#[doc(alias = "btCollisionWorld")]
#[doc(alias = "QueryPipeline")]
#[doc(alias = "PhysicsDirectSpaceState3D")]
#[derive(Clone, Debug)]
pub struct World<V: Vector> {
    bodies: Bodies<V>,
}

impl<V: Vector> Default for World<V> {
    fn default() -> Self {
        Self {
            bodies: Bodies::default(),
        }
    }
}

impl<V: Vector> World<V> {
    /// An empty world.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of bodies.
    ///
    /// ```
    /// use carom::{Ball, World, glam::Vec3};
    /// let mut world = World::new();
    /// assert!(world.is_empty());
    /// let ball = world.insert(Ball::new(Vec3::ZERO, 1.))?;
    /// assert_eq!(world.len(), 1);
    /// world.remove(ball);
    /// assert_eq!(world.len(), 0);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a body; a [`Collider`], a shape or a mesh is added as a body at rest.
    ///
    /// # Errors
    /// If the body is invalid. The world is then unchanged.
    pub fn insert(&mut self, body: impl Into<Body<V>>) -> Result<BodyId, BodyError> {
        let entry = BodyEntry::new(body.into())?;
        self.bodies.insert(entry).ok_or(BodyError::Full)
    }

    /// Removes a body and returns it; `None` if it is gone already.
    pub fn remove(&mut self, id: BodyId) -> Option<Body<V>> {
        self.bodies.remove(id).map(|entry| entry.body)
    }

    /// The body with this name; `None` if it is gone.
    #[must_use]
    pub fn get(&self, id: BodyId) -> Option<&Body<V>> {
        self.bodies.get(id).map(|entry| &entry.body)
    }

    /// All bodies in the order of their names, whatever the order of insertions and removals.
    ///
    /// ```
    /// use carom::{Ball, Body, World, glam::Vec3};
    /// let mut world = World::new();
    /// for data in [7, 8, 9] {
    ///     world.insert(Body { data, ..Body::new(Ball::new(Vec3::ZERO, 1.)) })?;
    /// }
    /// assert_eq!(world.iter().map(|(_, body)| body.data).collect::<Vec<_>>(), [7, 8, 9]);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (BodyId, &Body<V>)> {
        let all = self.bodies.all();
        all.map(|(id, entry)| (id, &entry.body))
    }

    /// Replaces a body and returns the old one. The new body keeps the name.
    ///
    /// ```
    /// use carom::{Ball, World, glam::Vec3};
    /// let mut world = World::new();
    /// let id = world.insert(Ball::new(Vec3::X * 5., 1.))?;
    /// world.replace(id, Ball::new(Vec3::X * 5., 3.))?;
    /// assert_eq!(world.query().ray(Vec3::ZERO, Vec3::X * 4.).unwrap().part.body, id);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    ///
    /// # Errors
    /// If the new body is invalid, or the old one is gone. The world is then unchanged.
    pub fn replace(&mut self, id: BodyId, body: impl Into<Body<V>>) -> Result<Body<V>, BodyError> {
        let entry = BodyEntry::new(body.into())?;
        let before = self.bodies.replace(id, entry).ok_or(BodyError::Gone)?;
        Ok(before.body)
    }

    /// Moves a body without changing its velocity (teleport); see [`move_to`](Self::move_to) for a kinematic motion.
    ///
    /// # Errors
    /// If the pose is invalid, or the body is gone. The world is then unchanged.
    pub fn set_pose(&mut self, id: BodyId, pose: Pose<V>) -> Result<(), BodyError> {
        self.bodies
            .change(id, |body| body.set(|body| &mut body.pose, pose))
    }

    /// Rebuilds the BVHs from scratch. Changes no answer; queries become up to twice as fast after a level has been put
    /// together body by body. Later changes update the BVHs as usual.
    ///
    /// ```
    /// use carom::{Ball, World, glam::vec2};
    /// let mut world = World::new();
    /// for i in 0..100 {
    ///     world.insert(Ball::new(vec2((i * 37 % 100) as f32, 0.), 0.25))?;
    /// }
    /// let before = world.query().ray(vec2(-9., 0.), vec2(20., 0.));
    /// world.optimize();
    /// assert_eq!(world.query().ray(vec2(-9., 0.), vec2(20., 0.)), before);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    pub fn optimize(&mut self) {
        self.bodies.rebuild();
    }

    /// Queries of all bodies but sensors: every layer, no filter, around the world's origin.
    #[must_use]
    pub fn query(&self) -> WorldQuery<'_, V> {
        Query::new(WorldView::new(&self.bodies))
    }

    /// Finds which bodies touch which sensors, and what has changed since the last update of `sensed`.
    ///
    /// A sensor detects all bodies that are not sensors themselves, are in a layer of its mask and have one of its
    /// layers in theirs. It detects a one-way body where that would block. A mesh is a shell: a sensor inside a closed
    /// mesh does not touch it.
    ///
    /// ```
    /// use carom::{Ball, Body, SensorPair, Pose, SensorEvents, World, glam::{Vec2, vec2}};
    /// let mut world = World::new();
    /// let sensor = world.insert(Body { sensor: true, ..Body::new(Ball::new(Vec2::ZERO, 1.)) })?;
    /// let body = world.insert(Ball::new(vec2(5., 0.), 0.5))?;
    /// let mut sensed = SensorEvents::new();
    /// world.update_sensors(&mut sensed);
    /// assert!(sensed.now().is_empty());
    /// world.set_pose(body, Pose::at(vec2(-4., 0.)))?;
    /// world.update_sensors(&mut sensed);
    /// assert_eq!(sensed.entered(), [SensorPair { sensor, body }]);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[doc(alias = "b2World_GetSensorEvents")]
    pub fn update_sensors(&self, sensed: &mut SensorEvents) {
        sensed.pairs.begin();
        for (id, sensor) in self.bodies.sensors() {
            let body = &sensor.body;
            let query = self.query().layers(body.layers).mask(body.mask);
            // In the frame around the sensor, so that far away is as exact as near the origin.
            let query = query.around(body.pose.translation);
            query.overlaps_body(id, sensor, &mut sensed.bodies);
            sensed.take(id);
        }
        sensed.pairs.end();
    }
}

impl<V: Vector> Scene<V> for World<V> {
    fn gather(&self, bounds: &Aabb<V>, scene: &mut LocalScene<V>) {
        self.query().gather(bounds, scene);
    }

    fn motion(&self, body: BodyId, dt: V::Scalar) -> Option<BodyMotion<V>> {
        self.query().motion(body, dt)
    }
}

/// The bodies that pass the filters, in the frame of the query.
impl<V: Vector> Scene<V> for WorldQuery<'_, V> {
    fn gather(&self, bounds: &Aabb<V>, scene: &mut LocalScene<V>) {
        let (view, with) = (&self.surface, self.options());
        let mut found = scene.take_numbers();
        let dt = scene.tick();
        // Bodies elsewhere may have passed the box during the tick.
        let farthest = view.fastest() * dt;
        view.each_in(&bounds.inflated(farthest), |number| found.push(number));
        sort::sort_by_key(&mut found, |number| (view.rank(*number), *number));
        for &number in &found {
            let Some(body) = view.counted(number) else {
                continue;
            };
            let entry = body.entry;
            scene.set_one_way(entry.one_way().copied());
            let motion = BodyMotion::of(&entry.body, view.origin(), dt);
            scene.set_motion(motion);
            let passed = motion.map(|motion| bounds.inflated(motion.longest(bounds)));
            let bounds = passed.as_ref().unwrap_or(bounds);
            match &body.collider() {
                PlacedCollider::Shape(shape) => {
                    let shape = shape.shape_ref();
                    let touches = shape.bounds().is_none_or(|own| own.overlaps(bounds));
                    if touches && with.accepts(body.part(0)) {
                        scene.add_part(&shape, entry.is_box(), body.part(0));
                    }
                }
                PlacedCollider::Surface(surface, _) => {
                    let one_sided = surface.is_one_sided();
                    body.parts(bounds, &mut |part, shape| {
                        if !with.accepts(part) {
                            return;
                        }
                        match *shape {
                            ShapeRef::Three(([a, b, c], _)) => {
                                scene.add_triangle(Triangle::new(a, b, c), one_sided, part);
                            }
                            _ => scene.add_part(shape, surface.is_box(part.index), part),
                        }
                    });
                }
            }
        }
        scene.set_one_way(None);
        scene.set_motion(None);
        scene.keep_numbers(found);
    }

    fn motion(&self, body: BodyId, dt: V::Scalar) -> Option<BodyMotion<V>> {
        let view = &self.surface;
        let found = view.counted(body.number())?;
        if found.id != body {
            return None;
        }
        BodyMotion::of(&found.entry.body, view.origin(), dt)
    }
}
