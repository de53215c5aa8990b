//! The queries of every surface, as one trait object a dimension.

#[cfg(feature = "worlds")]
use carom_rs::Compound;
#[cfg(any(feature = "worlds", feature = "planar"))]
use carom_rs::PartManifold;
use carom_rs::{Batch, Contact, Hit, Query, RigidMotion, Shape, Sweep, Vector};
#[cfg(feature = "planar")]
use carom_rs::{Chain, glam::Vec2};
#[cfg(feature = "meshes")]
use carom_rs::{Mesh, glam::Vec3};

/// The queries of a surface: those of [`Query`], with the same names.
pub trait Queries<V: Vector<Scalar = f32>> {
    /// The contact of the least separation.
    fn closest(&self, shape: &Shape<V>, reach: f32) -> Option<Contact<V>>;
    /// Whether any part touches the shape.
    fn overlap(&self, shape: &Shape<V>) -> bool;
    /// The first hit.
    fn sweep(&self, shape: &Shape<V>, delta: V) -> Option<Hit<V>>;
    /// The first hit of a ray.
    fn ray(&self, from: V, delta: V) -> Option<Hit<V>>;
    /// All contacts.
    fn contacts(&self, shape: &Shape<V>, reach: f32, found: &mut Vec<Contact<V>>);
    /// All hits.
    fn sweep_all(&self, shape: &Shape<V>, delta: V, found: &mut Vec<Hit<V>>);
    /// The first hit of a shape that rotates.
    fn sweep_rigid(&self, shape: &Shape<V>, motion: &RigidMotion<V>) -> Sweep<V>;
    /// Whether anything stops the shape.
    #[cfg(any(feature = "full", feature = "planar"))]
    fn sweep_any(&self, shape: &Shape<V>, delta: V) -> bool;
    /// The nearest contacts.
    #[cfg(any(feature = "worlds", feature = "planar"))]
    fn closest_n(&self, shape: &Shape<V>, count: usize, reach: f32, found: &mut Vec<Contact<V>>);
    /// All contacts with their manifolds.
    #[cfg(any(feature = "worlds", feature = "planar"))]
    fn manifolds(&self, shape: &Shape<V>, reach: f32, found: &mut Vec<PartManifold<V>>);
    /// [`closest`](Self::closest) for each shape.
    fn closest_batch(
        &self,
        shapes: &[Shape<V>],
        reach: f32,
        answers: &mut [Option<Contact<V>>],
        batch: &mut Batch,
    );
    /// [`overlap`](Self::overlap) for each shape.
    fn overlap_batch(&self, shapes: &[Shape<V>], answers: &mut [bool], batch: &mut Batch);
    /// [`sweep`](Self::sweep) for each shape and its displacement.
    fn sweep_batch(
        &self,
        motions: &[(Shape<V>, V)],
        answers: &mut [Option<Hit<V>>],
        batch: &mut Batch,
    );
}

/// Implements [`Queries`] for the query of a surface of this vector.
macro_rules! queries {
    ($Vector:ty, $Surface:ty) => {
        impl Queries<$Vector> for Query<'_, $Surface> {
            #[inline(never)]
            fn closest(&self, shape: &Shape<$Vector>, reach: f32) -> Option<Contact<$Vector>> {
                Query::closest(self, shape, reach)
            }

            #[inline(never)]
            fn overlap(&self, shape: &Shape<$Vector>) -> bool {
                Query::overlap(self, shape)
            }

            #[inline(never)]
            fn sweep(&self, shape: &Shape<$Vector>, delta: $Vector) -> Option<Hit<$Vector>> {
                Query::sweep(self, shape, delta)
            }

            #[inline(never)]
            fn ray(&self, from: $Vector, delta: $Vector) -> Option<Hit<$Vector>> {
                Query::ray(self, from, delta)
            }

            #[inline(never)]
            fn contacts(
                &self,
                shape: &Shape<$Vector>,
                reach: f32,
                found: &mut Vec<Contact<$Vector>>,
            ) {
                Query::contacts(self, shape, reach, found);
            }

            #[inline(never)]
            fn sweep_all(
                &self,
                shape: &Shape<$Vector>,
                delta: $Vector,
                found: &mut Vec<Hit<$Vector>>,
            ) {
                Query::sweep_all(self, shape, delta, found);
            }

            #[inline(never)]
            fn sweep_rigid(
                &self,
                shape: &Shape<$Vector>,
                motion: &RigidMotion<$Vector>,
            ) -> Sweep<$Vector> {
                Query::sweep_rigid(self, shape, motion, &RigidMotion::default())
            }

            #[cfg(any(feature = "full", feature = "planar"))]
            #[inline(never)]
            fn sweep_any(&self, shape: &Shape<$Vector>, delta: $Vector) -> bool {
                Query::sweep_any(self, shape, delta)
            }

            #[cfg(any(feature = "worlds", feature = "planar"))]
            #[inline(never)]
            fn closest_n(
                &self,
                shape: &Shape<$Vector>,
                count: usize,
                reach: f32,
                found: &mut Vec<Contact<$Vector>>,
            ) {
                Query::closest_n(self, shape, count, reach, found);
            }

            #[cfg(any(feature = "worlds", feature = "planar"))]
            #[inline(never)]
            fn manifolds(
                &self,
                shape: &Shape<$Vector>,
                reach: f32,
                found: &mut Vec<PartManifold<$Vector>>,
            ) {
                Query::manifolds(self, shape, reach, found);
            }

            #[inline(never)]
            fn closest_batch(
                &self,
                shapes: &[Shape<$Vector>],
                reach: f32,
                answers: &mut [Option<Contact<$Vector>>],
                batch: &mut Batch,
            ) {
                Query::closest_batch(self, shapes, reach, answers, batch);
            }

            #[inline(never)]
            fn overlap_batch(
                &self,
                shapes: &[Shape<$Vector>],
                answers: &mut [bool],
                batch: &mut Batch,
            ) {
                Query::overlap_batch(self, shapes, answers, batch);
            }

            #[inline(never)]
            fn sweep_batch(
                &self,
                motions: &[(Shape<$Vector>, $Vector)],
                answers: &mut [Option<Hit<$Vector>>],
                batch: &mut Batch,
            ) {
                Query::sweep_batch(self, motions, answers, batch);
            }
        }
    };
}

#[cfg(feature = "meshes")]
queries!(Vec3, &Mesh<Vec3>);
#[cfg(feature = "worlds")]
queries!(Vec3, carom_rs::WorldView<'_, Vec3>);
#[cfg(feature = "worlds")]
queries!(Vec3, &Compound<Vec3>);
#[cfg(feature = "planar")]
queries!(Vec2, &Chain<Vec2>);
#[cfg(feature = "planar")]
queries!(Vec2, carom_rs::WorldView<'_, Vec2>);
