//! The questions of balls, capsules and rays by the thousand.

use super::Mesh;
use super::answers::{MeshContact, MeshHit};
use crate::shape::{ball::Ball, capsule::Capsule};
use crate::surface::batch::Batch;
use crate::surface::mesh::Vector3;
use carom_math::Scalar;

/// Each answer is that of the question alone. What else a mesh can be asked, [`Batch::run`] asks.
///
/// # Panics
/// All of these: if there are not as many places for answers as there are questions.
impl<V: Vector3> Mesh<V> {
    /// [`closest_ball`](Self::closest_ball) of each.
    ///
    /// ```
    /// use carom::{Ball, Batch, Mesh, glam::{Vec3, vec3}};
    /// let tile = Mesh::new(vec![Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], vec![[0, 1, 2]])?;
    /// let drops = [1., 2., 5.].map(|height| Ball::new(vec3(1., height, 1.), 0.5));
    /// let (mut batch, mut found) = (Batch::new(), [None; 3]);
    /// tile.closest_balls(&drops, 3., &mut found, &mut batch);
    /// let gaps = found.map(|found| found.map(|found| found.contact.separation));
    /// assert_eq!(gaps, [Some(0.5), Some(1.5), None]);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    pub fn closest_balls(
        &self,
        balls: &[Ball<V>],
        reach: V::Scalar,
        answers: &mut [Option<MeshContact<V>>],
        batch: &mut Batch,
    ) {
        let ask = |a: &Ball<V>| self.closest_ball(a, reach);
        batch.run(&self.bounds(), balls, answers, |a| a.center, ask);
    }

    /// [`closest_capsule`](Self::closest_capsule) of each.
    pub fn closest_capsules(
        &self,
        capsules: &[Capsule<V>],
        reach: V::Scalar,
        answers: &mut [Option<MeshContact<V>>],
        batch: &mut Batch,
    ) {
        let ask = |a: &Capsule<V>| self.closest_capsule(a, reach);
        batch.run(&self.bounds(), capsules, answers, middle, ask);
    }

    /// [`overlap_ball`](Self::overlap_ball) of each.
    pub fn overlap_balls(&self, balls: &[Ball<V>], answers: &mut [bool], batch: &mut Batch) {
        let ask = |a: &Ball<V>| self.overlap_ball(a);
        batch.run(&self.bounds(), balls, answers, |a| a.center, ask);
    }

    /// [`overlap_capsule`](Self::overlap_capsule) of each.
    pub fn overlap_capsules(
        &self,
        capsules: &[Capsule<V>],
        answers: &mut [bool],
        batch: &mut Batch,
    ) {
        let ask = |a: &Capsule<V>| self.overlap_capsule(a);
        batch.run(&self.bounds(), capsules, answers, middle, ask);
    }

    /// [`sweep_ball`](Self::sweep_ball) of each, by its displacement.
    pub fn sweep_balls(
        &self,
        motions: &[(Ball<V>, V)],
        answers: &mut [Option<MeshHit<V>>],
        batch: &mut Batch,
    ) {
        let ask = |(a, delta): &(Ball<V>, V)| self.sweep_ball(a, *delta);
        let place = |(a, _): &(Ball<V>, V)| a.center;
        batch.run(&self.bounds(), motions, answers, place, ask);
    }

    /// [`sweep_capsule`](Self::sweep_capsule) of each, by its displacement.
    pub fn sweep_capsules(
        &self,
        motions: &[(Capsule<V>, V)],
        answers: &mut [Option<MeshHit<V>>],
        batch: &mut Batch,
    ) {
        let ask = |(a, delta): &(Capsule<V>, V)| self.sweep_capsule(a, *delta);
        let place = |(a, _): &(Capsule<V>, V)| middle(a);
        batch.run(&self.bounds(), motions, answers, place, ask);
    }

    /// [`ray`](Self::ray) of each origin and displacement.
    pub fn rays(&self, rays: &[(V, V)], answers: &mut [Option<MeshHit<V>>], batch: &mut Batch) {
        let ask = |(origin, delta): &(V, V)| self.ray(*origin, *delta);
        batch.run(&self.bounds(), rays, answers, |ray| ray.0, ask);
    }
}

fn middle<V: Vector3>(capsule: &Capsule<V>) -> V {
    capsule.a * V::Scalar::HALF + capsule.b * V::Scalar::HALF
}
