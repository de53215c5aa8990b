//! Placed meshes and shapes, what they are asked, and what a mover needs of them.

mod ask;
mod asked;
mod bodies;
mod body;
mod margin;
mod motion;
mod near;
mod piece;
mod pose;
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

pub use ask::Ask;
pub use body::{Body, BodyError, Collider, OneWay};
pub use motion::Motion;
pub use near::Near;
pub use near::{facing, front};
pub use piece::{BodyId, Piece, PieceContact, PieceHit};
pub use pose::across;
pub use pose::{Pose, Rotation};
pub use sensed::{Noticed, Sensed};

use crate::shape::Shape;
use crate::surface::mesh::Mesh;
use crate::surface::mesh::Vector3;
use bodies::Bodies;
use carom_bvh::Aabb;
use carom_math::Vector;
use resident::{Resident, Seen};

/// What a mover asks of its surroundings: everything near a box, once a tick.
///
/// A [`Mesh`], a [`World`] and an [`Ask`] are scenes. A shape of your own joins by implementing this trait
/// and adding the shapes that stand for it.
pub trait Scene<V: Vector> {
    /// Adds every piece that touches `bounds`, or did so at any moment of the [tick](Near::tick), to `near`;
    /// more than that does no harm but time.
    fn gather(&self, bounds: &Aabb<V>, near: &mut Near<V>);

    /// How a body came to where it is now in a tick of `dt` seconds; `None` if nothing of it moves.
    fn motion(&self, body: BodyId, dt: V::Scalar) -> Option<Motion<V>> {
        let _ = (body, dt);
        None
    }
}

impl<V: Vector3> Scene<V> for Mesh<V> {
    fn gather(&self, bounds: &Aabb<V>, near: &mut Near<V>) {
        let body = BodyId::default();
        self.triangles_near(bounds, |part, triangle, bounds| {
            let piece = Piece { body, part };
            near.add_triangle_within(*triangle, *bounds, self.is_one_sided(), piece);
        });
    }
}

/// A batch is a scene of what it holds, box or no box: how a recorded tick is played again.
impl<V: Vector> Scene<V> for Near<V> {
    fn gather(&self, _: &Aabb<V>, near: &mut Near<V>) {
        near.add_from(self, |_| true);
    }

    fn motion(&self, body: BodyId, _: V::Scalar) -> Option<Motion<V>> {
        self.motion_of(body)
    }
}

/// Bodies in one frame: shapes and placed meshes, that come, go and move.
///
/// Each has a [`BodyId`], and [says](Body) where it is, whom it meets and how it moves. What they are asked
/// is an [`Ask`]. In 2D and in 3D; meshes exist in 3D.
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
/// let hit = world.ask().sweep(&hero.into(), vec3(5., 0., 0.)).unwrap();
/// assert_eq!(hit.piece.body, rock);
/// let below = world.ask().except(rock).closest(&hero.into(), 0.5).unwrap();
/// assert_eq!((below.piece.body, below.contact.separation), (floor, 0.25));
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

    /// A question to all bodies but sensors.
    #[must_use]
    pub fn ask(&self) -> Ask<'_, V> {
        Ask::new(&self.bodies)
    }

    /// Finds which bodies touch which sensor, and what has changed since `sensed` was last here.
    ///
    /// A sensor notices all bodies that are not sensors themselves, are in one of the layers of its mask
    /// and have one of its layers in theirs. One-way bodies are noticed where they block. What is inside a
    /// closed mesh does not touch it: a mesh is a shell.
    ///
    /// ```
    /// use carom::{Ball, Body, Noticed, Pose, Sensed, World, glam::{Vec2, vec2}};
    /// let mut world = World::new();
    /// let sensor = world.insert(Body { sensor: true, ..Body::new(Ball::new(Vec2::ZERO, 1.)) })?;
    /// let body = world.insert(Ball::new(vec2(5., 0.), 0.5))?;
    /// let mut sensed = Sensed::new();
    /// world.sense(&mut sensed);
    /// assert!(sensed.now().is_empty());
    /// world.set_pose(body, Pose::at(vec2(-4., 0.)))?;
    /// world.sense(&mut sensed);
    /// assert_eq!(sensed.entered(), [Noticed { sensor, body }]);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    pub fn sense(&self, sensed: &mut Sensed) {
        sensed.begin();
        for (id, sensor) in self.bodies.sensors() {
            let body = &sensor.body;
            let ask = self.ask().layers(body.layers).mask(body.mask);
            // Seen from itself, so that all is as exact far away.
            let ask = ask.around(body.pose.translation);
            ask.overlaps_body(sensor, &mut sensed.bodies);
            sensed.take(id);
        }
        sensed.end();
    }
}

impl<V: Vector> Scene<V> for World<V> {
    fn gather(&self, bounds: &Aabb<V>, near: &mut Near<V>) {
        self.ask().gather(bounds, near);
    }

    fn motion(&self, body: BodyId, dt: V::Scalar) -> Option<Motion<V>> {
        self.ask().motion(body, dt)
    }
}

/// What counts, in the frame in which it is asked.
impl<V: Vector> Scene<V> for Ask<'_, V> {
    fn gather(&self, bounds: &Aabb<V>, near: &mut Near<V>) {
        let mut found = near.take_numbers();
        let dt = near.tick();
        // What is elsewhere now may have passed.
        let farthest = self.fastest() * dt;
        self.each_in(&bounds.inflated(farthest), |number| found.push(number));
        found.sort_unstable_by_key(|number| (self.rank(*number), *number));
        for &number in &found {
            let Some(asked) = self.counted(number) else {
                continue;
            };
            let (id, resident) = (asked.id, asked.resident);
            near.set_gate(resident.gate().copied());
            let motion = Motion::of(&resident.body, self.origin(), dt);
            near.set_motion(motion);
            let passed = motion.map(|motion| bounds.inflated(motion.longest(bounds)));
            let bounds = passed.as_ref().unwrap_or(bounds);
            let seen = resident.seen(self.origin());
            match &seen {
                Seen::Shape(_) | Seen::Hull(..)
                    if !asked.has(0) || seen.bounds().is_some_and(|own| !own.overlaps(bounds)) => {}
                Seen::Shape(shape) if resident.is_box() => near.add_boxed(shape, id),
                Seen::Shape(shape) => near.add_shape(shape, id, 0),
                Seen::Hull(corners, radius) => {
                    near.add_points((corners, *radius), resident.is_box(), id);
                }
                Seen::Surface(surface, map) => {
                    let one_sided = surface.is_one_sided();
                    let region = view::region(*surface, map, bounds);
                    surface.pieces(&region, &mut |piece, part| match piece {
                        _ if !asked.has(part) => {}
                        Shape::Triangle(triangle) => {
                            near.add_triangle(map.triangle(&triangle), one_sided, id, part);
                        }
                        _ => near.add_shape(&map.shape(&piece), id, part),
                    });
                }
            }
        }
        near.set_gate(None);
        near.set_motion(None);
        near.keep_numbers(found);
    }

    fn motion(&self, body: BodyId, dt: V::Scalar) -> Option<Motion<V>> {
        let asked = self.counted(body.number())?;
        if asked.id != body {
            return None;
        }
        Motion::of(&asked.resident.body, self.origin(), dt)
    }
}
