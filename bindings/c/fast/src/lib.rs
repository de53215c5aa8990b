//! The functions of the C library that are compiled for speed: queries, ticks, and building a mesh.
//!
//! A generic function is compiled by the crate that calls it, at the level of that crate. What these functions call is
//! compiled here, once for meshes, once for worlds and once for compounds. So the wasm can be compiled for size except for this crate, and the
//! rest of the library calls both kinds of surface by one trait object. Nothing is inlined into it: a short function of
//! another crate would be, with the instances that it needs.

#[cfg(feature = "worlds")]
mod surfaces;
#[cfg(feature = "worlds")]
mod worlds;

use carom_rs::glam::Vec3;
#[cfg(feature = "full")]
use carom_rs::{Aabb, PartId};
use carom_rs::{
    Batch, Contact, HeightField, Hit, Mesh, MeshError, Query, RigidMotion, Shape, Sweep,
};
#[cfg(feature = "worlds")]
use carom_rs::{Compound, PartManifold};

#[cfg(feature = "worlds")]
pub use surfaces::*;
#[cfg(feature = "worlds")]
pub use worlds::*;

/// The queries of a mesh or of a world: those of [`Query`], with the same names.
pub trait Queries {
    /// The contact of the least separation.
    fn closest(&self, shape: &Shape<Vec3>, reach: f32) -> Option<Contact<Vec3>>;
    /// Whether any part touches the shape.
    fn overlap(&self, shape: &Shape<Vec3>) -> bool;
    /// The first hit.
    fn sweep(&self, shape: &Shape<Vec3>, delta: Vec3) -> Option<Hit<Vec3>>;
    /// The first hit of a ray.
    fn ray(&self, from: Vec3, delta: Vec3) -> Option<Hit<Vec3>>;
    /// All contacts.
    fn contacts(&self, shape: &Shape<Vec3>, reach: f32, found: &mut Vec<Contact<Vec3>>);
    /// All hits.
    fn sweep_all(&self, shape: &Shape<Vec3>, delta: Vec3, found: &mut Vec<Hit<Vec3>>);
    /// The first hit of a shape that rotates.
    fn sweep_rigid(&self, shape: &Shape<Vec3>, motion: &RigidMotion<Vec3>) -> Sweep<Vec3>;
    /// Whether anything stops the shape.
    #[cfg(feature = "full")]
    fn sweep_any(&self, shape: &Shape<Vec3>, delta: Vec3) -> bool;
    /// The nearest contacts.
    #[cfg(feature = "worlds")]
    fn closest_n(
        &self,
        shape: &Shape<Vec3>,
        count: usize,
        reach: f32,
        found: &mut Vec<Contact<Vec3>>,
    );
    /// The contact of the least separation with a shape of a compound.
    #[cfg(feature = "full")]
    fn closest_surface(&self, a: &Compound<Vec3>, reach: f32) -> Option<(Contact<Vec3>, PartId)>;
    /// Whether any shape of a compound touches any part.
    #[cfg(feature = "full")]
    fn overlap_surface(&self, a: &Compound<Vec3>) -> bool;
    /// The first hit of a compound.
    #[cfg(feature = "full")]
    fn sweep_surface(&self, a: &Compound<Vec3>, delta: Vec3) -> Option<(Hit<Vec3>, PartId)>;
    /// The first hit of a compound that rotates.
    #[cfg(feature = "full")]
    fn sweep_rigid_surface(
        &self,
        a: &Compound<Vec3>,
        motion: &RigidMotion<Vec3>,
    ) -> Option<(Sweep<Vec3>, PartId)>;
    /// The parts that may touch a box.
    #[cfg(feature = "full")]
    fn parts(&self, region: &Aabb<Vec3>, found: &mut Vec<PartId>);
    /// All contacts with their manifolds.
    #[cfg(feature = "worlds")]
    fn manifolds(&self, shape: &Shape<Vec3>, reach: f32, found: &mut Vec<PartManifold<Vec3>>);
    /// [`closest`](Self::closest) for each shape.
    fn closest_batch(
        &self,
        shapes: &[Shape<Vec3>],
        reach: f32,
        answers: &mut [Option<Contact<Vec3>>],
        batch: &mut Batch,
    );
    /// [`overlap`](Self::overlap) for each shape.
    fn overlap_batch(&self, shapes: &[Shape<Vec3>], answers: &mut [bool], batch: &mut Batch);
    /// [`sweep`](Self::sweep) for each shape and its displacement.
    fn sweep_batch(
        &self,
        motions: &[(Shape<Vec3>, Vec3)],
        answers: &mut [Option<Hit<Vec3>>],
        batch: &mut Batch,
    );
    /// [`sweep_any`](Self::sweep_any) for each shape and its displacement.
    #[cfg(feature = "full")]
    fn sweep_any_batch(
        &self,
        motions: &[(Shape<Vec3>, Vec3)],
        answers: &mut [bool],
        batch: &mut Batch,
    );
    /// [`sweep_rigid`](Self::sweep_rigid) for each shape and its motion.
    #[cfg(feature = "full")]
    fn sweep_rigid_batch(
        &self,
        motions: &[(Shape<Vec3>, RigidMotion<Vec3>)],
        answers: &mut [Sweep<Vec3>],
        batch: &mut Batch,
    );
}

macro_rules! queries {
    ($Surface:ty) => {
        impl Queries for Query<'_, $Surface> {
            #[inline(never)]
            fn closest(&self, shape: &Shape<Vec3>, reach: f32) -> Option<Contact<Vec3>> {
                Query::closest(self, shape, reach)
            }

            #[inline(never)]
            fn overlap(&self, shape: &Shape<Vec3>) -> bool {
                Query::overlap(self, shape)
            }

            #[inline(never)]
            fn sweep(&self, shape: &Shape<Vec3>, delta: Vec3) -> Option<Hit<Vec3>> {
                Query::sweep(self, shape, delta)
            }

            #[inline(never)]
            fn ray(&self, from: Vec3, delta: Vec3) -> Option<Hit<Vec3>> {
                Query::ray(self, from, delta)
            }

            #[inline(never)]
            fn contacts(&self, shape: &Shape<Vec3>, reach: f32, found: &mut Vec<Contact<Vec3>>) {
                Query::contacts(self, shape, reach, found);
            }

            #[inline(never)]
            fn sweep_all(&self, shape: &Shape<Vec3>, delta: Vec3, found: &mut Vec<Hit<Vec3>>) {
                Query::sweep_all(self, shape, delta, found);
            }

            #[inline(never)]
            fn sweep_rigid(&self, shape: &Shape<Vec3>, motion: &RigidMotion<Vec3>) -> Sweep<Vec3> {
                Query::sweep_rigid(self, shape, motion, &RigidMotion::default())
            }

            #[cfg(feature = "full")]
            #[inline(never)]
            fn sweep_any(&self, shape: &Shape<Vec3>, delta: Vec3) -> bool {
                Query::sweep_any(self, shape, delta)
            }

            #[cfg(feature = "worlds")]
            #[inline(never)]
            fn closest_n(
                &self,
                shape: &Shape<Vec3>,
                count: usize,
                reach: f32,
                found: &mut Vec<Contact<Vec3>>,
            ) {
                Query::closest_n(self, shape, count, reach, found);
            }

            #[cfg(feature = "full")]
            fn closest_surface(
                &self,
                a: &Compound<Vec3>,
                reach: f32,
            ) -> Option<(Contact<Vec3>, PartId)> {
                Query::closest_surface(self, a, reach)
            }

            #[cfg(feature = "full")]
            fn overlap_surface(&self, a: &Compound<Vec3>) -> bool {
                Query::overlap_surface(self, a)
            }

            #[cfg(feature = "full")]
            fn sweep_surface(
                &self,
                a: &Compound<Vec3>,
                delta: Vec3,
            ) -> Option<(Hit<Vec3>, PartId)> {
                Query::sweep_surface(self, a, delta)
            }

            #[cfg(feature = "full")]
            fn sweep_rigid_surface(
                &self,
                a: &Compound<Vec3>,
                motion: &RigidMotion<Vec3>,
            ) -> Option<(Sweep<Vec3>, PartId)> {
                Query::sweep_rigid_surface(self, a, motion, &RigidMotion::default())
            }

            #[cfg(feature = "full")]
            fn parts(&self, region: &Aabb<Vec3>, found: &mut Vec<PartId>) {
                Query::each_part(self, region, |part, _| found.push(part));
            }

            #[cfg(feature = "worlds")]
            #[inline(never)]
            fn manifolds(
                &self,
                shape: &Shape<Vec3>,
                reach: f32,
                found: &mut Vec<PartManifold<Vec3>>,
            ) {
                Query::manifolds(self, shape, reach, found);
            }

            #[inline(never)]
            fn closest_batch(
                &self,
                shapes: &[Shape<Vec3>],
                reach: f32,
                answers: &mut [Option<Contact<Vec3>>],
                batch: &mut Batch,
            ) {
                Query::closest_batch(self, shapes, reach, answers, batch);
            }

            #[inline(never)]
            fn overlap_batch(
                &self,
                shapes: &[Shape<Vec3>],
                answers: &mut [bool],
                batch: &mut Batch,
            ) {
                Query::overlap_batch(self, shapes, answers, batch);
            }

            #[inline(never)]
            fn sweep_batch(
                &self,
                motions: &[(Shape<Vec3>, Vec3)],
                answers: &mut [Option<Hit<Vec3>>],
                batch: &mut Batch,
            ) {
                Query::sweep_batch(self, motions, answers, batch);
            }

            #[cfg(feature = "full")]
            #[inline(never)]
            fn sweep_any_batch(
                &self,
                motions: &[(Shape<Vec3>, Vec3)],
                answers: &mut [bool],
                batch: &mut Batch,
            ) {
                Query::sweep_any_batch(self, motions, answers, batch);
            }

            #[cfg(feature = "full")]
            #[inline(never)]
            fn sweep_rigid_batch(
                &self,
                motions: &[(Shape<Vec3>, RigidMotion<Vec3>)],
                answers: &mut [Sweep<Vec3>],
                batch: &mut Batch,
            ) {
                let rest = RigidMotion::default();
                Query::sweep_rigid_batch(self, motions, &rest, answers, batch);
            }
        }
    };
}

queries!(&Mesh<Vec3>);
#[cfg(feature = "worlds")]
queries!(carom_rs::WorldView<'_, Vec3>);
#[cfg(feature = "worlds")]
queries!(&Compound<Vec3>);

/// [`Mesh::quick`] or [`Mesh::new`].
///
/// # Errors
/// Those of the two.
#[inline(never)]
pub fn mesh(
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
    quick: bool,
) -> Result<Mesh<Vec3>, MeshError> {
    if quick {
        Mesh::quick(vertices, triangles)
    } else {
        Mesh::new(vertices, triangles)
    }
}

/// [`HeightField::mesh`].
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn mesh_of_heights(field: HeightField<Vec3>) -> Result<Mesh<Vec3>, MeshError> {
    field.mesh()
}

/// [`Mesh::signed_distance`].
#[must_use]
#[inline(never)]
pub fn signed_distance(mesh: &Mesh<Vec3>, point: Vec3) -> f32 {
    mesh.signed_distance(point)
}
