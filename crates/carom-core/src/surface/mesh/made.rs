//! The doors to the questions in lanes, which are compiled here and not in every crate that asks.
//!
//! Generic code is compiled anew in each crate that calls it, and code in lanes once for each instruction set
//! on top: half a minute for a user's crate. A function of a concrete type is compiled where it is written.

use super::ask::{Asker, OnNear, View};
use crate::pair::contact::Contact;
use crate::surface::OnHit;
use carom_bvh::Aabb;
use carom_math::Vector;
use glam::{DVec3, Vec3};

/// A 3D glam vector, `Vec3` or `DVec3`: the bound of everything that exists in 3D only. Sealed.
pub trait Vector3: Vector + Made {
    /// The cross product.
    #[must_use]
    fn cross(self, rhs: Self) -> Self;
}

/// What is made once for a vector.
pub trait Made: MadeFor<1> + MadeFor<2> {
    fn triangles_near(view: &View<'_, Self>, region: &Aabb<Self>, visit: &mut OnNear<'_, Self>)
    where
        Self: Vector3;
}

/// What is made once for a vector and a core of one point or two.
pub trait MadeFor<const N: usize>: Vector {
    fn closest(
        view: &View<'_, Self>,
        a: &Asker<Self, N>,
        reach: Self::Scalar,
    ) -> Option<Contact<Self>>
    where
        Self: Vector3;

    fn contacts(
        view: &View<'_, Self>,
        a: &Asker<Self, N>,
        reach: Self::Scalar,
        visit: &mut dyn FnMut(Contact<Self>),
    ) where
        Self: Vector3;

    fn overlap(view: &View<'_, Self>, a: &Asker<Self, N>) -> bool
    where
        Self: Vector3;

    fn sweep_each(
        view: &View<'_, Self>,
        a: &Asker<Self, N>,
        delta: Self,
        visit: &mut OnHit<'_, Self>,
    ) where
        Self: Vector3;
}

// Lanes without an instruction set for them take minutes to compile: there only what is asked for.
macro_rules! make {
    ($V:ty, $($N:literal),*) => {
        impl Vector3 for $V {
            #[inline]
            fn cross(self, rhs: Self) -> Self {
                <$V>::cross(self, rhs)
            }
        }

        impl Made for $V {
            #[cfg_attr(all(target_arch = "wasm32", not(target_feature = "simd128")), inline)]
            fn triangles_near(view: &View<'_, $V>, region: &Aabb<$V>, visit: &mut OnNear<'_, $V>) {
                view.find_near(region, visit);
            }
        }
        $(impl MadeFor<$N> for $V {
            #[cfg_attr(all(target_arch = "wasm32", not(target_feature = "simd128")), inline)]
            fn closest(
                view: &View<'_, $V>,
                a: &Asker<$V, $N>,
                reach: <$V as Vector>::Scalar,
            ) -> Option<Contact<$V>> {
                view.find_closest(a, reach)
            }

            #[cfg_attr(all(target_arch = "wasm32", not(target_feature = "simd128")), inline)]
            fn contacts(
                view: &View<'_, $V>,
                a: &Asker<$V, $N>,
                reach: <$V as Vector>::Scalar,
                visit: &mut dyn FnMut(Contact<$V>),
            ) {
                view.find_contacts(a, reach, visit);
            }

            #[cfg_attr(all(target_arch = "wasm32", not(target_feature = "simd128")), inline)]
            fn overlap(view: &View<'_, $V>, a: &Asker<$V, $N>) -> bool {
                view.find_overlap(a)
            }

            #[cfg_attr(all(target_arch = "wasm32", not(target_feature = "simd128")), inline)]
            fn sweep_each(
                view: &View<'_, $V>,
                a: &Asker<$V, $N>,
                delta: $V,
                visit: &mut OnHit<'_, $V>,
            ) {
                view.find_hits(a, delta, visit);
            }
        })*
    };
}

make!(Vec3, 1, 2);
make!(DVec3, 1, 2);

impl<V: Vector3> View<'_, V> {
    /// The least contact within `reach`, on a tie that with the lowest number.
    pub(super) fn closest<const N: usize>(
        &self,
        a: &Asker<V, N>,
        reach: V::Scalar,
    ) -> Option<Contact<V>>
    where
        V: MadeFor<N>,
    {
        V::closest(self, a, reach)
    }

    /// All contacts within `reach`, in the tree's order.
    pub(super) fn contacts<const N: usize>(
        &self,
        a: &Asker<V, N>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) where
        V: MadeFor<N>,
    {
        V::contacts(self, a, reach, visit);
    }

    pub(super) fn overlap<const N: usize>(&self, a: &Asker<V, N>) -> bool
    where
        V: MadeFor<N>,
    {
        V::overlap(self, a)
    }

    /// The hit with every triangle within a limit that `visit` may lower.
    pub(super) fn sweep_each<const N: usize>(
        &self,
        a: &Asker<V, N>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) where
        V: MadeFor<N>,
    {
        V::sweep_each(self, a, delta, visit);
    }

    /// Every triangle whose box touches `region`, in the tree's order.
    pub(super) fn near(&self, region: &Aabb<V>, visit: &mut OnNear<'_, V>) {
        V::triangles_near(self, region, visit);
    }
}
