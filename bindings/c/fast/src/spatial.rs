//! Queries that C has in 3D only.

use crate::Queries;
#[cfg(feature = "worlds")]
use carom_rs::Compound;
use carom_rs::glam::Vec3;
#[cfg(feature = "full")]
use carom_rs::{Aabb, Batch, Contact, Hit, PartId, RigidMotion, Shape, Sweep};
use carom_rs::{Mesh, Query};

/// The queries of a mesh, world or compound: those that 2D has, and with `full` more.
#[cfg(not(feature = "full"))]
pub trait SpatialQueries: Queries<Vec3> {}

/// The queries of a mesh, world or compound: those that 2D has, and more.
#[cfg(feature = "full")]
pub trait SpatialQueries: Queries<Vec3> {
    /// The contact of the least separation with a shape of a compound.
    fn closest_surface(&self, a: &Compound<Vec3>, reach: f32) -> Option<(Contact<Vec3>, PartId)>;
    /// Whether any shape of a compound touches any part.
    fn overlap_surface(&self, a: &Compound<Vec3>) -> bool;
    /// The first hit of a compound.
    fn sweep_surface(&self, a: &Compound<Vec3>, delta: Vec3) -> Option<(Hit<Vec3>, PartId)>;
    /// The first hit of a compound that rotates.
    fn sweep_rigid_surface(
        &self,
        a: &Compound<Vec3>,
        motion: &RigidMotion<Vec3>,
    ) -> Option<(Sweep<Vec3>, PartId)>;
    /// The parts that may touch a box.
    fn parts(&self, region: &Aabb<Vec3>, found: &mut Vec<PartId>);
    /// [`sweep_any`](Self::sweep_any) for each shape and its displacement.
    fn sweep_any_batch(
        &self,
        motions: &[(Shape<Vec3>, Vec3)],
        answers: &mut [bool],
        batch: &mut Batch,
    );
    /// [`sweep_rigid`](Self::sweep_rigid) for each shape and its motion.
    fn sweep_rigid_batch(
        &self,
        motions: &[(Shape<Vec3>, RigidMotion<Vec3>)],
        answers: &mut [Sweep<Vec3>],
        batch: &mut Batch,
    );
}

/// Implements [`SpatialQueries`] for the query of a surface.
macro_rules! spatial_queries {
    ($Surface:ty) => {
        #[cfg(not(feature = "full"))]
        impl SpatialQueries for Query<'_, $Surface> {}

        #[cfg(feature = "full")]
        impl SpatialQueries for Query<'_, $Surface> {
            fn closest_surface(
                &self,
                a: &Compound<Vec3>,
                reach: f32,
            ) -> Option<(Contact<Vec3>, PartId)> {
                Query::closest_surface(self, a, reach)
            }

            fn overlap_surface(&self, a: &Compound<Vec3>) -> bool {
                Query::overlap_surface(self, a)
            }

            fn sweep_surface(
                &self,
                a: &Compound<Vec3>,
                delta: Vec3,
            ) -> Option<(Hit<Vec3>, PartId)> {
                Query::sweep_surface(self, a, delta)
            }

            fn sweep_rigid_surface(
                &self,
                a: &Compound<Vec3>,
                motion: &RigidMotion<Vec3>,
            ) -> Option<(Sweep<Vec3>, PartId)> {
                Query::sweep_rigid_surface(self, a, motion, &RigidMotion::default())
            }

            fn parts(&self, region: &Aabb<Vec3>, found: &mut Vec<PartId>) {
                Query::each_part(self, region, |part, _| found.push(part));
            }

            #[inline(never)]
            fn sweep_any_batch(
                &self,
                motions: &[(Shape<Vec3>, Vec3)],
                answers: &mut [bool],
                batch: &mut Batch,
            ) {
                Query::sweep_any_batch(self, motions, answers, batch);
            }

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

spatial_queries!(&Mesh<Vec3>);
#[cfg(feature = "worlds")]
spatial_queries!(carom_rs::WorldView<'_, Vec3>);
#[cfg(feature = "worlds")]
spatial_queries!(&Compound<Vec3>);
