//! Placed meshes and shapes, what they are asked, and what a mover needs of them.

mod bodies;
mod body;
mod body_query;
mod local_scene;
mod margin;
mod motion;
mod pose;
mod query;
#[cfg(feature = "serde")]
mod recorded;
mod refit;
mod region;
mod resident;
mod sensed;
mod setters;
#[cfg(feature = "serde")]
mod stored;
mod surface;
mod view;

pub use body::{Body, BodyError, Collider, OneWay};
pub use local_scene::LocalScene;
pub use local_scene::{facing, front};
pub use motion::BodyMotion;
pub use pose::across;
pub use pose::{Pose, Rotation};
pub use query::{WorldQuery, WorldView};
pub use sensed::{SensorEvents, SensorPair};

use crate::part::{BodyId, PartId};
use crate::shape::ShapeRef;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Mesh;
use crate::surface::mesh::Vector3;
use crate::surface::{Query, Surface};
use bodies::Bodies;
use carom_bvh::Aabb;
use carom_math::Vector;
use resident::{Resident, Seen};

/// What a mover asks of its surroundings: everything near a box, once a tick.
///
/// A [`Mesh`], a [`World`] and a [`WorldQuery`] are scenes. A shape of your own joins by implementing this trait
/// and adding the shapes that stand for it.
pub trait Scene<V: Vector> {
    /// Adds every piece that touches `bounds`, or did so at any moment of the [tick](LocalScene::tick), to `scene`;
    /// more than that does no harm but time.
    fn gather(&self, bounds: &Aabb<V>, scene: &mut LocalScene<V>);

    /// How a body came to where it is now in a tick of `dt` seconds; `None` if nothing of it moves.
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

/// A batch is a scene of what it holds, box or no box: how a recorded tick is played again.
impl<V: Vector> Scene<V> for LocalScene<V> {
    fn gather(&self, _: &Aabb<V>, scene: &mut LocalScene<V>) {
        scene.add_from(self, |_| true);
    }

    fn motion(&self, body: BodyId, _: V::Scalar) -> Option<BodyMotion<V>> {
        self.motion_of(body)
    }
}

/// Bodies in one frame: shapes and placed meshes, that come, go and move.
///
/// Each has a [`BodyId`], and a [`Body`] says where it is, what it collides with and how it moves. [`query`](Self::query)
/// starts a query. In 2D and in 3D; meshes exist in 3D.
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
///     // Eight instances share one tree.
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
    /// A world of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many bodies there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a body, or a [`Collider`], a shape or a mesh as a body at rest.
    ///
    /// # Errors
    /// What is wrong with the body; then the world is as before.
    pub fn insert(&mut self, body: impl Into<Body<V>>) -> Result<BodyId, BodyError> {
        let resident = Resident::new(body.into())?;
        self.bodies.insert(resident).ok_or(BodyError::Full)
    }

    /// Takes a body out; `None` if it is gone already.
    pub fn remove(&mut self, id: BodyId) -> Option<Body<V>> {
        self.bodies.remove(id).map(|resident| resident.body)
    }

    /// A body as it is, `None` if it is gone.
    #[must_use]
    pub fn get(&self, id: BodyId) -> Option<&Body<V>> {
        self.bodies.get(id).map(|resident| &resident.body)
    }

    /// All bodies in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (BodyId, &Body<V>)> {
        let all = self.bodies.all();
        all.map(|(id, resident)| (id, &resident.body))
    }

    /// Puts another body in the place and under the name of one, and returns that.
    ///
    /// # Errors
    /// What is wrong with the body, or that the old one is gone; then the world is as before.
    pub fn replace(&mut self, id: BodyId, body: impl Into<Body<V>>) -> Result<Body<V>, BodyError> {
        let resident = Resident::new(body.into())?;
        let before = self.bodies.replace(id, resident).ok_or(BodyError::Gone)?;
        Ok(before.body)
    }

    /// Moves a body.
    ///
    /// # Errors
    /// What is wrong with the pose, or that the body is gone; then the world is as before.
    pub fn set_pose(&mut self, id: BodyId, pose: Pose<V>) -> Result<(), BodyError> {
        self.bodies
            .change(id, |body| body.set(|body| &mut body.pose, pose))
    }

    /// Sorts all bodies into one tree. Changes no answer; questions are up to twice as fast after a level has
    /// been put together body by body. Bodies that come and move later are sorted in as they do.
    pub fn optimize(&mut self) {
        self.bodies.rebuild();
    }

    /// Queries of all bodies but sensors.
    #[must_use]
    pub fn query(&self) -> WorldQuery<'_, V> {
        Query::new(WorldView::new(&self.bodies))
    }

    /// Finds which bodies touch which sensor, and what has changed since `sensed` was last here.
    ///
    /// A sensor notices all bodies that are not sensors themselves, are in one of the layers of its mask
    /// and have one of its layers in theirs. One-way bodies are noticed where they block. What is inside a
    /// closed mesh does not touch it: a mesh is a shell.
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
    pub fn update_sensors(&self, sensed: &mut SensorEvents) {
        sensed.begin();
        for (id, sensor) in self.bodies.sensors() {
            let body = &sensor.body;
            let query = self.query().layers(body.layers).mask(body.mask);
            // Seen from itself, so that all is as exact far away.
            let query = query.around(body.pose.translation);
            query.overlaps_body(sensor, &mut sensed.bodies);
            sensed.take(id);
        }
        sensed.end();
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

/// What counts, in the frame in which it is asked.
impl<V: Vector> Scene<V> for WorldQuery<'_, V> {
    fn gather(&self, bounds: &Aabb<V>, scene: &mut LocalScene<V>) {
        let (view, with) = (&self.surface, self.options());
        let mut found = scene.take_numbers();
        let dt = scene.tick();
        // What is elsewhere now may have passed.
        let farthest = view.fastest() * dt;
        view.each_in(&bounds.inflated(farthest), |number| found.push(number));
        found.sort_unstable_by_key(|number| (view.rank(*number), *number));
        for &number in &found {
            let Some(body) = view.counted(number) else {
                continue;
            };
            let (id, resident) = (body.id, body.resident);
            scene.set_gate(resident.gate().copied());
            let motion = BodyMotion::of(&resident.body, view.origin(), dt);
            scene.set_motion(motion);
            let passed = motion.map(|motion| bounds.inflated(motion.longest(bounds)));
            let bounds = passed.as_ref().unwrap_or(bounds);
            match &body.seen() {
                Seen::Shape(shape) => {
                    let shape = shape.shape_ref();
                    let touches = shape.bounds().is_none_or(|own| own.overlaps(bounds));
                    if touches && body.has(with, 0) {
                        scene.add_body(&shape, resident.is_box(), id);
                    }
                }
                Seen::Surface(surface, map) => {
                    let one_sided = surface.is_one_sided();
                    let region = view::region(*surface, map, bounds);
                    surface.parts(&region, &mut |part, shape| {
                        if !body.has(with, part.index) {
                            return;
                        }
                        let part = PartId { body: id, ..part };
                        match map.placed(shape).shape_ref() {
                            ShapeRef::Three(([a, b, c], _)) => {
                                scene.add_triangle(Triangle::new(a, b, c), one_sided, part);
                            }
                            placed => scene.add_shape(&placed, part),
                        }
                    });
                }
            }
        }
        scene.set_gate(None);
        scene.set_motion(None);
        scene.keep_numbers(found);
    }

    fn motion(&self, body: BodyId, dt: V::Scalar) -> Option<BodyMotion<V>> {
        let view = &self.surface;
        let found = view.counted(body.number())?;
        if found.id != body {
            return None;
        }
        BodyMotion::of(&found.resident.body, view.origin(), dt)
    }
}
