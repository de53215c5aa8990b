//! Entry points of the queries in lanes, compiled in this crate and not again in its users.
//!
//! Generic code is compiled in each crate that calls it, and code in lanes once for each instruction set on top: half a
//! minute for a user's crate. A function of concrete types is compiled where it is written.

use super::mesh_query::{MeshQuery, OnTriangle, QueryShape};
use crate::pair::contact::Contact;
use crate::surface::{OnContact, OnHit};
use carom_bvh::Aabb;
use carom_math::Vector;
use glam::{DVec3, Vec3};

/// A 3D glam vector, `Vec3` or `DVec3`: the bound of everything that exists in 3D only. Sealed.
///
/// ```
/// use carom::{Mesh, Scalar, Triangle, Vector3, glam::{DVec3, Vec3}};
/// fn area<V: Vector3>(mesh: &Mesh<V>) -> f64 {
///     let double = |t: Triangle<V>| (t.b - t.a).cross(t.c - t.a).length().to_f64();
///     mesh.iter().map(double).sum::<f64>() / 2.
/// }
/// assert_eq!(area(&Mesh::new([Vec3::ZERO, Vec3::X, Vec3::Y], [[0, 1, 2]])?), 0.5);
/// assert_eq!(area(&Mesh::new([DVec3::ZERO, DVec3::X, DVec3::Y], [[0, 1, 2]])?), 0.5);
/// # Ok::<(), carom::MeshError>(())
/// ```
pub trait Vector3: Vector + MeshKernels {
    /// The cross product.
    #[must_use]
    fn cross(self, rhs: Self) -> Self;
}

/// The queries that are compiled once for each vector.
pub trait MeshKernels: CoreKernels<1> + CoreKernels<2> {
    fn triangles_near(
        query: &MeshQuery<'_, Self>,
        region: &Aabb<Self>,
        visit: &mut OnTriangle<'_, Self>,
    ) where
        Self: Vector3;
}

/// The queries that are compiled once for each vector and core of one or two points.
pub trait CoreKernels<const N: usize>: Vector {
    fn closest(
        query: &MeshQuery<'_, Self>,
        a: &QueryShape<Self, N>,
        reach: Self::Scalar,
    ) -> Option<Contact<Self>>
    where
        Self: Vector3;

    fn contacts(
        query: &MeshQuery<'_, Self>,
        a: &QueryShape<Self, N>,
        reach: Self::Scalar,
        visit: &mut dyn FnMut(Contact<Self>),
    ) where
        Self: Vector3;

    fn nearest(
        query: &MeshQuery<'_, Self>,
        a: &QueryShape<Self, N>,
        reach: Self::Scalar,
        visit: &mut OnContact<'_, Self>,
    ) where
        Self: Vector3;

    fn overlap(query: &MeshQuery<'_, Self>, a: &QueryShape<Self, N>) -> bool
    where
        Self: Vector3;

    fn sweep_each(
        query: &MeshQuery<'_, Self>,
        a: &QueryShape<Self, N>,
        delta: Self,
        visit: &mut OnHit<'_, Self>,
    ) where
        Self: Vector3;
}

// For wasm the functions are generic in effect: compiled in the crate that calls them, and only those which it calls. Lanes
// without SIMD instructions take minutes to compile.
macro_rules! instantiate {
    ($V:ty, $($N:literal),*) => {
        impl Vector3 for $V {
            #[inline]
            fn cross(self, rhs: Self) -> Self {
                <$V>::cross(self, rhs)
            }
        }

        impl MeshKernels for $V {
            #[cfg_attr(target_family = "wasm", inline)]
            fn triangles_near(query: &MeshQuery<'_, $V>, region: &Aabb<$V>, visit: &mut OnTriangle<'_, $V>) {
                query.find_near(region, visit);
            }
        }
        $(impl CoreKernels<$N> for $V {
            #[cfg_attr(target_family = "wasm", inline)]
            fn closest(
                query: &MeshQuery<'_, $V>,
                a: &QueryShape<$V, $N>,
                reach: <$V as Vector>::Scalar,
            ) -> Option<Contact<$V>> {
                query.find_closest(a, reach)
            }

            #[cfg_attr(target_family = "wasm", inline)]
            fn contacts(
                query: &MeshQuery<'_, $V>,
                a: &QueryShape<$V, $N>,
                reach: <$V as Vector>::Scalar,
                visit: &mut dyn FnMut(Contact<$V>),
            ) {
                query.find_contacts(a, reach, visit);
            }

            #[cfg_attr(target_family = "wasm", inline)]
            fn nearest(
                query: &MeshQuery<'_, $V>,
                a: &QueryShape<$V, $N>,
                reach: <$V as Vector>::Scalar,
                visit: &mut OnContact<'_, $V>,
            ) {
                query.find_nearest(a, reach, visit);
            }

            #[cfg_attr(target_family = "wasm", inline)]
            fn overlap(query: &MeshQuery<'_, $V>, a: &QueryShape<$V, $N>) -> bool {
                query.find_overlap(a)
            }

            #[cfg_attr(target_family = "wasm", inline)]
            fn sweep_each(
                query: &MeshQuery<'_, $V>,
                a: &QueryShape<$V, $N>,
                delta: $V,
                visit: &mut OnHit<'_, $V>,
            ) {
                query.find_hits(a, delta, visit);
            }
        })*
    };
}

instantiate!(Vec3, 1, 2);
instantiate!(DVec3, 1, 2);

impl<V: Vector3> MeshQuery<'_, V> {
    /// The contact of the least separation within `reach`; on a tie that with the lowest number.
    pub(super) fn closest<const N: usize>(
        &self,
        a: &QueryShape<V, N>,
        reach: V::Scalar,
    ) -> Option<Contact<V>>
    where
        V: CoreKernels<N>,
    {
        V::closest(self, a, reach)
    }

    /// Visits all contacts within `reach`, in the order of the BVH.
    pub(super) fn contacts<const N: usize>(
        &self,
        a: &QueryShape<V, N>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) where
        V: CoreKernels<N>,
    {
        V::contacts(self, a, reach, visit);
    }

    /// Visits contacts within a reach that `visit` may lower, roughly the nearest first.
    pub(super) fn nearest_first<const N: usize>(
        &self,
        a: &QueryShape<V, N>,
        reach: V::Scalar,
        visit: &mut OnContact<'_, V>,
    ) where
        V: CoreKernels<N>,
    {
        V::nearest(self, a, reach, visit);
    }

    pub(super) fn overlap<const N: usize>(&self, a: &QueryShape<V, N>) -> bool
    where
        V: CoreKernels<N>,
    {
        V::overlap(self, a)
    }

    /// Visits the hit with every triangle within a limit that `visit` may lower.
    pub(super) fn sweep_each<const N: usize>(
        &self,
        a: &QueryShape<V, N>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) where
        V: CoreKernels<N>,
    {
        V::sweep_each(self, a, delta, visit);
    }

    /// Visits every triangle with a box that touches `region`, in the order of the BVH.
    pub(super) fn near(&self, region: &Aabb<V>, visit: &mut OnTriangle<'_, V>) {
        V::triangles_near(self, region, visit);
    }
}
