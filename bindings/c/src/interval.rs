//! Where a ray enters a shape and where it leaves it.
//!
//! It sweeps in double precision, and nothing else here needs those kernels: 84 KB gzip of the wasm that has it.

use crate::memory::Plain;
use crate::values::CaromVec3;
#[cfg(feature = "full")]
use crate::{
    both::pairs,
    shape::CaromShape,
    status::{CaromStatus, guarded},
};

/// Where a ray crosses the boundary of a shape. Where it does not, all numbers are NaN.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromCrossing {
    /// The fraction of delta, 0 to 1.
    pub t: f32,
    /// The point of the ray at time t.
    pub point: CaromVec3,
    /// Outward unit normal of the shape.
    pub normal: CaromVec3,
}

/// The part of a ray that is inside a shape.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromRayInterval {
    /// 1 if the ray touches the shape, otherwise 0.
    pub touches: u32,
    /// 1 if it enters the shape; 0 if it starts inside, or misses.
    pub has_entry: u32,
    /// 1 if it leaves the shape; 0 if it ends inside, or misses.
    pub has_exit: u32,
    /// Where it enters.
    pub entry: CaromCrossing,
    /// Where it leaves.
    pub exit: CaromCrossing,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromRayInterval {}

/// The ray intervals of the header for those of the library.
macro_rules! ray_intervals {
    ($Vector:ty, $Crossing:ty, $Interval:ty) => {
        impl From<Option<carom_rs::Hit<$Vector>>> for $Crossing {
            fn from(found: Option<carom_rs::Hit<$Vector>>) -> Self {
                Self {
                    t: found.map_or(f32::NAN, |found| found.t),
                    point: found.map_or_else($crate::values::nan, |found| found.point.into()),
                    normal: found.map_or_else($crate::values::nan, |found| found.normal.into()),
                }
            }
        }

        impl From<Option<carom_rs::RayInterval<$Vector>>> for $Interval {
            fn from(found: Option<carom_rs::RayInterval<$Vector>>) -> Self {
                let (entry, exit) = found.map_or((None, None), |found| (found.entry, found.exit));
                Self {
                    touches: found.is_some().into(),
                    has_entry: entry.is_some().into(),
                    has_exit: exit.is_some().into(),
                    entry: entry.into(),
                    exit: exit.into(),
                }
            }
        }
    };
}
#[cfg(feature = "planar")]
pub(crate) use ray_intervals;

#[cfg(feature = "full")]
ray_intervals!(carom_rs::glam::Vec3, CaromCrossing, CaromRayInterval);

/// The part of the ray from `from` to `from + delta` that is inside a shape, without a mesh or world: t of both ends is a
/// fraction of `delta`. Never shorter than the true one, and at each end longer by at most rounding. A ray that only
/// touches the shape at its start and leaves misses it; one through a triangle or another flat shape leaves where it
/// enters.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_ray_interval(
    from: CaromVec3,
    delta: CaromVec3,
    shape: *const CaromShape,
    out: *mut CaromRayInterval,
) -> CaromStatus {
    guarded("carom_ray_interval", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::ray_interval(from, delta, shape, out) }
    })
}
