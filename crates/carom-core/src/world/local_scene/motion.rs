//! The tick of a local scene, and the motion of its parts during that tick.

use super::{AT_REST, LocalScene};
use crate::world::motion::BodyMotion;
use carom_math::Vector;

impl<V: Vector> LocalScene<V> {
    /// Sets the length of the tick that ends now, in seconds; 0 by default, and then nothing moves. Set it before
    /// gathering, so that a scene can add the parts that passed the box during the tick.
    pub fn set_tick(&mut self, dt: V::Scalar) {
        self.tick = dt;
    }

    /// The length of the tick that ends now, in seconds; 0 if nothing moves.
    #[must_use]
    pub fn tick(&self) -> V::Scalar {
        self.tick
    }

    /// Sets the motion during the tick of the parts that are added from now on; `None` for parts at rest, the default.
    /// Call it once for each body.
    ///
    /// ```
    /// use carom::{Aabb, Capsule, LocalScene, OrientedBox, PartId, Pose, Scene, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// let lift = world.insert(OrientedBox::new(Vec3::ZERO, Vec3::ONE))?;
    /// world.move_to(lift, Pose::at(vec3(0., 0.2, 0.)), 0.1)?;
    ///
    /// let mut scene = LocalScene::new();
    /// scene.set_tick(0.1); // before anything is added
    /// scene.set_motion(world.motion(lift, scene.tick()));
    /// let top = Aabb { min: vec3(-1., -0.8, -1.), max: vec3(1., 1.2, 1.) };
    /// let corners = top.corners().as_points().0.try_into()?;
    /// scene.add_box(corners, PartId { body: lift, index: 0 });
    /// scene.set_motion(None);
    /// scene.add_capsule(Capsule::new(Vec3::X * 5., Vec3::X * 5. + Vec3::Y, 0.5), PartId::of(7));
    ///
    /// let below = scene.query().ray(vec3(0., 3., 0.), vec3(0., -9., 0.)).unwrap();
    /// let lifted = scene.motion(below.part.body, scene.tick()).unwrap().velocity(below.point);
    /// assert!((lifted - vec3(0., 2., 0.)).length() < 1e-5); // 0.2 in 0.1 s
    /// assert_eq!((scene.part(0).body, scene.part(1).index), (lift, 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn set_motion(&mut self, motion: Option<BodyMotion<V>>) {
        self.carrier = AT_REST;
        self.new_group = true;
        if let Some(motion) = motion {
            self.carrier = self.motions.len() as u32;
            self.motions.push(motion);
        }
    }

    /// Returns to the motion set by an earlier call of [`set_motion`](Self::set_motion); `false` if there is none.
    #[cfg(feature = "serde")]
    pub(in crate::world) fn set_carrier(&mut self, motion: Option<usize>) -> bool {
        self.carrier = motion.map_or(AT_REST, |motion| motion as u32);
        self.new_group = true;
        motion.is_none_or(|motion| motion < self.motions.len())
    }
}
