//! The exact pair of a core of one or two points and a triangle: one-sided, and with the normals of a welded mesh.

use super::feature::feature_of;
use super::internal_edges::welded_normal;
use super::mesh_query::{MeshQuery, QueryShape};
use crate::pair::contact::{Contact, contact_among};
use crate::pair::cores::CorePair;
use crate::pair::few_points::Thin;
use crate::pair::hit::{Hit, Start};
use crate::pair::nearest::{Kernel, Kernels};
use crate::pair::prism::Features;
use crate::pair::sweep::sweep;
use crate::part::PartId;
use crate::shape::{Core, triangle::Triangle};
use crate::surface::mesh::Vector3;
use crate::surface::one_sided::front_contact;
use carom_math::Scalar;

impl<V: Vector3> MeshQuery<'_, V> {
    /// The exact pair. Called among lanes, or through `vectorize`, which compiles it as one function of the lanes'
    /// instruction set and so avoids a switch between two.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn contact_one<const N: usize>(
        &self,
        a: &QueryShape<V, N>,
        triangle: &Triangle<V>,
        index: u32,
        features: Features,
        reach: V::Scalar,
    ) -> Option<Contact<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let cores = CorePair::new((a.core, a.radius), triangle.rounded(), V::ZERO);
        // The depth towards the front may be greater than the smallest one.
        let one_sided = self.mesh.one_sided;
        let within = if one_sided {
            V::Scalar::INFINITY
        } else {
            reach
        };
        let mut found = contact_among(&cores, features, within)?;
        if one_sided {
            found = front_contact(
                (Core::Points(&a.core), a.radius),
                triangle,
                self.mesh.solid,
                found,
            )?;
            (found.separation <= reach).then_some(())?;
        }
        let crosses = found.separation < -a.radius;
        let normal =
            self.welded_normal_at(triangle, index, (found.normal, found.point_b), crosses)?;
        let part = PartId::of(index);
        Some(Contact {
            normal,
            part,
            ..found
        })
    }

    /// The exact pair, as in [`contact_one`](Self::contact_one).
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn sweep_one<const N: usize, const THIN: bool>(
        &self,
        a: &QueryShape<V, N>,
        delta: V,
        triangle: &Triangle<V>,
        index: u32,
        limit: V::Scalar,
    ) -> Option<Hit<V>>
    where
        Kernels: Kernel<N, 3>,
    {
        let cores = CorePair::new((a.core, a.radius), triangle.rounded(), delta);
        // Later hits may round to the same time.
        let late = limit * (V::Scalar::ONE + V::Scalar::from_f64(4.0) * V::Scalar::EPSILON);
        let late = late.min(V::Scalar::ONE);
        let swept = if THIN {
            sweep(&Thin(&cores), late)
        } else {
            sweep(&cores, late)
        };
        let mut found = Hit {
            part: PartId::of(index),
            ..swept.hit?
        };
        if self.mesh.one_sided
            && let Some(front) = triangle.normal()
        {
            if let Start::Overlapping(contact) = found.start {
                let contact = front_contact(
                    (Core::Points(&a.core), a.radius),
                    triangle,
                    self.mesh.solid,
                    contact,
                )?;
                found.start = Start::Overlapping(contact);
                found.normal = contact.normal;
            } else if found.normal.dot(front) < V::Scalar::ZERO {
                return None;
            }
        }
        let crosses =
            matches!(found.start, Start::Overlapping(start) if start.separation < -a.radius);
        found.normal =
            self.welded_normal_at(triangle, index, (found.normal, found.point), crosses)?;
        Some(found)
    }

    /// The normal at a point of a triangle after internal edges: see [`Mesh::weld`]. `None` if there is no contact. If
    /// the core crosses the triangle, the normal stays.
    #[inline(always)]
    fn welded_normal_at(
        &self,
        triangle: &Triangle<V>,
        index: u32,
        (normal, point): (V, V),
        crosses: bool,
    ) -> Option<V> {
        match &self.mesh.internal_edges {
            Some(internal_edges) if !self.options.internal_edges && !crosses => {
                let active = internal_edges.active[index as usize];
                let feature = feature_of(triangle, point);
                welded_normal(normal, triangle, active, feature, internal_edges.flat)
            }
            _ => Some(normal),
        }
    }
}
