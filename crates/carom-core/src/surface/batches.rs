//! Batches of the queries of every surface, and of points against closed meshes and chains.

use super::batch::Batch;
use super::chain::Chain;
use super::mesh::{Mesh, Vector3};
use super::{Query, ScalarOf, Surface};
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Sweep};
use crate::pair::rigid::RigidMotion;
use crate::shape::{Convex, ShapeRef};
use carom_math::{Scalar, Vector};
use glam::DVec2;

/// # Batches
///
/// Many queries at once, in an order that keeps memory in the caches; on all cores with the feature `rayon`.
/// Each answer is that of the single query.
///
/// # Panics
/// If `answers` is not as long as the list of queries.
impl<S: Surface + Sync> Query<'_, S> {
    /// The [`closest`](Self::closest) query for each shape.
    ///
    /// ```
    /// use carom::{Ball, Batch, Mesh, glam::{Vec3, vec3}};
    /// let tile = Mesh::new(vec![Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], vec![[0, 1, 2]])?;
    /// let drops = [1., 2., 5.].map(|height| Ball::new(vec3(1., height, 1.), 0.5));
    /// let (mut batch, mut found) = (Batch::new(), [None; 3]);
    /// tile.query().closest_batch(&drops, 3., &mut found, &mut batch);
    /// let gaps = found.map(|found| found.map(|found| found.separation));
    /// assert_eq!(gaps, [Some(0.5), Some(1.5), None]);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "ClosestPointCommand")]
    pub fn closest_batch<A: Convex<Vector = S::Vector> + Sync>(
        &self,
        shapes: &[A],
        reach: ScalarOf<S>,
        answers: &mut [Option<Contact<S::Vector>>],
        batch: &mut Batch,
    ) {
        let query = |a: &A| self.closest(a, reach);
        batch.run(&self.surface.bounds(), shapes, answers, middle, query);
    }

    /// The [`overlap`](Self::overlap) query for each shape.
    ///
    /// ```
    /// use carom::{Ball, Batch, Mesh, glam::{Vec3, vec3}};
    /// let tile = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let balls = [0.5, 1.].map(|height| Ball::new(vec3(1., height, 1.), 0.75));
    /// let (mut batch, mut found) = (Batch::new(), [false; 2]);
    /// tile.query().overlap_batch(&balls, &mut found, &mut batch);
    /// assert_eq!(found, [true, false]);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "OverlapSphereCommand")]
    #[doc(alias = "OverlapBoxCommand")]
    pub fn overlap_batch<A: Convex<Vector = S::Vector> + Sync>(
        &self,
        shapes: &[A],
        answers: &mut [bool],
        batch: &mut Batch,
    ) {
        let query = |a: &A| self.overlap(a);
        batch.run(&self.surface.bounds(), shapes, answers, middle, query);
    }

    /// The [`sweep`](Self::sweep) query for each shape and its displacement.
    ///
    /// ```
    /// use carom::{Ball, Batch, Mesh, glam::{Vec3, vec3}};
    /// let tile = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let drops = [1., 8.].map(|height| (Ball::new(vec3(1., height, 1.), 0.5), Vec3::Y * -4.));
    /// let (mut batch, mut hits) = (Batch::new(), [None; 2]);
    /// tile.query().sweep_batch(&drops, &mut hits, &mut batch);
    /// assert!((hits[0].unwrap().t - 0.125).abs() < 1e-6 && hits[1].is_none());
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "SpherecastCommand")]
    #[doc(alias = "CapsulecastCommand")]
    #[doc(alias = "BoxcastCommand")]
    pub fn sweep_batch<A: Convex<Vector = S::Vector> + Sync>(
        &self,
        motions: &[(A, S::Vector)],
        answers: &mut [Option<Hit<S::Vector>>],
        batch: &mut Batch,
    ) {
        let query = |(a, delta): &(A, S::Vector)| self.sweep(a, *delta);
        let place = |(a, _): &(A, S::Vector)| middle(a);
        batch.run(&self.surface.bounds(), motions, answers, place, query);
    }

    /// The [`sweep_any`](Self::sweep_any) query for each shape and its displacement.
    ///
    /// ```
    /// use carom::{Ball, Batch, Mesh, glam::{Vec3, vec3}};
    /// let tile = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let drops = [1., 8.].map(|height| (Ball::new(vec3(1., height, 1.), 0.5), Vec3::Y * -4.));
    /// let (mut batch, mut hits) = (Batch::new(), [false; 2]);
    /// tile.query().sweep_any_batch(&drops, &mut hits, &mut batch);
    /// assert_eq!(hits, [true, false]);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    pub fn sweep_any_batch<A: Convex<Vector = S::Vector> + Sync>(
        &self,
        motions: &[(A, S::Vector)],
        answers: &mut [bool],
        batch: &mut Batch,
    ) {
        let query = |(a, delta): &(A, S::Vector)| self.sweep_any(a, *delta);
        let place = |(a, _): &(A, S::Vector)| middle(a);
        batch.run(&self.surface.bounds(), motions, answers, place, query);
    }

    /// The [`sweep_rigid`](Self::sweep_rigid) query for each shape and its motion; the surface moves by `own` in all of
    /// them.
    ///
    /// ```
    /// use carom::{Ball, Batch, Mesh, RigidMotion, Start, Sweep, glam::{Vec3, vec3}};
    /// let tile = Mesh::new(vec![Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], vec![[0, 1, 2]])?;
    /// let fall = RigidMotion { delta: Vec3::Y * -4., ..RigidMotion::default() };
    /// let drops = [1., 2., 8.].map(|height| (Ball::new(vec3(1., height, 1.), 0.5), fall));
    /// let none = Sweep { start: Start::Separate, hit: None, error_bound: 0. };
    /// let (mut batch, mut swept) = (Batch::new(), [none; 3]);
    /// tile.query().sweep_rigid_batch(&drops, &RigidMotion::default(), &mut swept, &mut batch);
    /// assert_eq!(swept.map(|swept| swept.hit.is_some()), [true, true, false]);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    pub fn sweep_rigid_batch<A: Convex<Vector = S::Vector> + Sync>(
        &self,
        motions: &[(A, RigidMotion<S::Vector>)],
        own: &RigidMotion<S::Vector>,
        answers: &mut [Sweep<S::Vector>],
        batch: &mut Batch,
    ) {
        let query = |(a, motion): &(A, RigidMotion<S::Vector>)| self.sweep_rigid(a, motion, own);
        let place = |(a, _): &(A, RigidMotion<S::Vector>)| middle(a);
        batch.run(&self.surface.bounds(), motions, answers, place, query);
    }

    /// The [`ray`](Self::ray) query for each origin and displacement.
    ///
    /// ```
    /// use carom::{Batch, Mesh, glam::{Vec3, vec3}};
    /// let tile = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let rays = [1., 8.].map(|height| (vec3(1., height, 1.), Vec3::Y * -4.));
    /// let (mut batch, mut hits) = (Batch::new(), [None; 2]);
    /// tile.query().ray_batch(&rays, &mut hits, &mut batch);
    /// assert!((hits[0].unwrap().t - 0.25).abs() < 1e-6 && hits[1].is_none());
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "RaycastCommand")]
    pub fn ray_batch(
        &self,
        rays: &[(S::Vector, S::Vector)],
        answers: &mut [Option<Hit<S::Vector>>],
        batch: &mut Batch,
    ) {
        let query = |(from, delta): &(S::Vector, S::Vector)| self.ray(*from, *delta);
        batch.run(&self.surface.bounds(), rays, answers, |ray| ray.0, query);
    }

    /// The [`ray_any`](Self::ray_any) query for each origin and displacement.
    ///
    /// ```
    /// use carom::{Batch, Mesh, glam::{Vec3, vec3}};
    /// let tile = Mesh::new([Vec3::ZERO, Vec3::Z * 9., Vec3::X * 9.], [[0, 1, 2]])?;
    /// let rays = [1., 8.].map(|height| (vec3(1., height, 1.), Vec3::Y * -4.));
    /// let (mut batch, mut hits) = (Batch::new(), [false; 2]);
    /// tile.query().ray_any_batch(&rays, &mut hits, &mut batch);
    /// assert_eq!(hits, [true, false]);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "occlusion")]
    pub fn ray_any_batch(
        &self,
        rays: &[(S::Vector, S::Vector)],
        answers: &mut [bool],
        batch: &mut Batch,
    ) {
        let query = |(from, delta): &(S::Vector, S::Vector)| self.ray_any(*from, *delta);
        batch.run(&self.surface.bounds(), rays, answers, |ray| ray.0, query);
    }
}

/// # Batches
///
/// See [`Batch`].
///
/// # Panics
/// If `answers` is not as long as the list of points.
impl<V: Vector3> Mesh<V> {
    /// The [`signed_distance`](Self::signed_distance) of each point.
    ///
    /// ```
    /// use carom::{Batch, Mesh, glam::{Vec3, vec3}};
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let solid = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let points = [vec3(0.125, 0.25, 0.25), vec3(-2., 0.1, 0.1)];
    /// let (mut batch, mut distances, mut inside) = (Batch::new(), [0.; 2], [false; 2]);
    /// solid.signed_distance_batch(&points, &mut distances, &mut batch);
    /// solid.contains_batch(&points, &mut inside, &mut batch);
    /// assert_eq!((distances, inside), ([-0.125, 2.], [true, false]));
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    pub fn signed_distance_batch(
        &self,
        points: &[V],
        answers: &mut [V::Scalar],
        batch: &mut Batch,
    ) {
        let query = |p: &V| self.signed_distance(*p);
        batch.run(&self.bounds(), points, answers, |p| *p, query);
    }

    /// Whether the mesh [`contains`](Self::contains) each point.
    ///
    /// ```
    /// use carom::{Batch, Mesh, glam::{Vec3, vec3}};
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let solid = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let points = [vec3(0.25, 0.25, 0.25), vec3(0.75, 0.75, 0.75), vec3(0.1, 0.1, -0.1)];
    /// let mut inside = [false; 3];
    /// solid.contains_batch(&points, &mut inside, &mut Batch::new());
    /// assert_eq!(inside, [true, false, false]);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    pub fn contains_batch(&self, points: &[V], answers: &mut [bool], batch: &mut Batch) {
        let query = |p: &V| self.contains(*p);
        batch.run(&self.bounds(), points, answers, |p| *p, query);
    }

    /// The [`winding_number`](Self::winding_number) at each point, within 1e-12 times the number of triangles.
    ///
    /// The border of the mesh is found first, in the time of a few single numbers. Then a point costs a path through the mesh and some 25 ns for each
    /// [open edge](Self::open_edges).
    ///
    /// ```
    /// use carom::{Batch, Mesh, glam::{Vec3, vec3}};
    /// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let solid = Mesh::new(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let (mut batch, mut numbers) = (Batch::new(), [0.; 2]);
    /// solid.winding_number_batch(&[Vec3::splat(0.25), Vec3::splat(4.)], &mut numbers, &mut batch);
    /// assert!((numbers[0] - 1.).abs() < 1e-9 && numbers[1].abs() < 1e-9);
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    pub fn winding_number_batch(&self, points: &[V], answers: &mut [f64], batch: &mut Batch) {
        let border = self.border();
        let query = |p: &V| self.winding_number_within(&border, *p);
        batch.run(&self.bounds(), points, answers, |p| *p, query);
    }
}

/// # Batches
///
/// See [`Batch`].
///
/// # Panics
/// If `answers` is not as long as the list of points.
impl<V: Vector<Double = DVec2>> Chain<V> {
    /// The [`signed_distance`](Self::signed_distance) of each point.
    ///
    /// ```
    /// use carom::{Batch, Chain, glam::vec2};
    /// let square = Chain::closed(vec![vec2(0., 0.), vec2(4., 0.), vec2(4., 4.), vec2(0., 4.)])?;
    /// let (mut batch, mut distances) = (Batch::new(), [0.; 2]);
    /// square.signed_distance_batch(&[vec2(1., 2.), vec2(7., 8.)], &mut distances, &mut batch);
    /// assert_eq!(distances, [-1., 5.]);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    pub fn signed_distance_batch(
        &self,
        points: &[V],
        answers: &mut [V::Scalar],
        batch: &mut Batch,
    ) {
        let query = |p: &V| self.signed_distance(*p);
        batch.run(&self.bounds(), points, answers, |p| *p, query);
    }

    /// Whether the chain [`contains`](Self::contains) each point.
    ///
    /// ```
    /// use carom::{Batch, Chain, glam::vec2};
    /// let square = Chain::closed(vec![vec2(0., 0.), vec2(4., 0.), vec2(4., 4.), vec2(0., 4.)])?;
    /// let mut inside = [false; 2];
    /// square.contains_batch(&[vec2(1., 2.), vec2(7., 2.)], &mut inside, &mut Batch::new());
    /// assert_eq!(inside, [true, false]);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    pub fn contains_batch(&self, points: &[V], answers: &mut [bool], batch: &mut Batch) {
        let query = |p: &V| self.contains(*p);
        batch.run(&self.bounds(), points, answers, |p| *p, query);
    }
}

/// The middle of a shape, by which queries are sorted; for a half-space the origin.
fn middle<A: Convex>(shape: &A) -> A::Vector {
    let half = <A::Vector as Vector>::Scalar::HALF;
    match shape.shape_ref() {
        ShapeRef::One(([p], _)) => p,
        ShapeRef::Two(([p, q], _)) => p * half + q * half,
        shape => shape
            .bounds()
            .map_or(<A::Vector as Vector>::ZERO, |bounds| bounds.center()),
    }
}
