//! Queries of two shapes, without a surface.

use super::queries::Answer;
#[cfg(any(feature = "full", feature = "planar"))]
use super::queries::MotionOf;
use crate::memory::{Out, read};
use crate::shape_of::ShapeOf;
use crate::status::Result;
use crate::values::{Space, a_number};
#[cfg(any(feature = "full", feature = "planar"))]
use crate::values::{VectorOf, finite};
use carom_rs::{Contact, Manifold, Shape};
#[cfg(any(feature = "full", feature = "planar"))]
use carom_rs::{Hit, RayInterval, RigidMotion};

/// The shapes `a` and `b` of a call, checked.
///
/// # Safety
/// The pointers are null or valid, and so are the points of the shapes.
unsafe fn two_shapes<V: Space>(
    a: *const impl ShapeOf<V>,
    b: *const impl ShapeOf<V>,
) -> Result<[Shape<V>; 2]> {
    // SAFETY: what the caller promises.
    unsafe {
        let (a, b) = (read(a, "a")?, read(b, "b")?);
        Ok([a.checked("a.")?, b.checked("b.")?])
    }
}

/// # Safety
/// The pointers are null or valid.
pub(crate) unsafe fn closest<V: Space>(
    a: *const impl ShapeOf<V>,
    b: *const impl ShapeOf<V>,
    reach: f32,
    out: *mut impl Answer<Option<Contact<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let ([a, b], out) = unsafe { (two_shapes(a, b)?, Out::new(out, "out")?) };
    let reach = a_number(reach, "reach")?;
    out.write(carom_rs::contact(&a, &b, reach).into());
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
pub(crate) unsafe fn overlap<V: Space>(
    a: *const impl ShapeOf<V>,
    b: *const impl ShapeOf<V>,
    out: *mut u8,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let ([a, b], out) = unsafe { (two_shapes(a, b)?, Out::new(out, "out")?) };
    out.write(carom_rs::overlap(&a, &b).into());
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
pub(crate) unsafe fn manifold<V: Space>(
    a: *const impl ShapeOf<V>,
    b: *const impl ShapeOf<V>,
    reach: f32,
    out: *mut impl Answer<Option<Manifold<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let ([a, b], out) = unsafe { (two_shapes(a, b)?, Out::new(out, "out")?) };
    let reach = a_number(reach, "reach")?;
    out.write(carom_rs::manifold(&a, &b, reach).into());
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
#[cfg(any(feature = "full", feature = "planar"))]
pub(crate) unsafe fn sweep<V: Space, T: VectorOf<V>>(
    a: *const impl ShapeOf<V>,
    delta_a: T,
    b: *const impl ShapeOf<V>,
    delta_b: T,
    out: *mut impl Answer<Option<Hit<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let ([a, b], out) = unsafe { (two_shapes(a, b)?, Out::new(out, "out")?) };
    let delta_a = finite(delta_a, "delta_a")?;
    let delta_b = finite(delta_b, "delta_b")?;
    out.write(carom_rs::sweep_both(&a, delta_a, &b, delta_b).hit.into());
    Ok(())
}

/// The motion of the argument `name`, of which null is rest.
///
/// # Safety
/// The pointer is null or valid.
#[cfg(any(feature = "full", feature = "planar"))]
pub(crate) unsafe fn motion_or_rest<V: Space>(
    motion: *const impl MotionOf<V>,
    name: &'static str,
) -> Result<RigidMotion<V>> {
    if motion.is_null() {
        return Ok(RigidMotion::default());
    }
    // SAFETY: not null, and valid, as the caller promises.
    unsafe { read(motion, name) }?.motion(name)
}

/// # Safety
/// The pointers are null or valid.
#[cfg(any(feature = "full", feature = "planar"))]
pub(crate) unsafe fn sweep_rigid<V: Space, M: MotionOf<V>>(
    a: *const impl ShapeOf<V>,
    motion_a: *const M,
    b: *const impl ShapeOf<V>,
    motion_b: *const M,
    out: *mut impl Answer<Option<Hit<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (motion_a, motion_b, [a, b], out) = unsafe {
        let motion_a = motion_or_rest(motion_a, "motion_a")?;
        let motion_b = motion_or_rest(motion_b, "motion_b")?;
        (motion_a, motion_b, two_shapes(a, b)?, Out::new(out, "out")?)
    };
    let swept = carom_rs::sweep_rigid(&a, &motion_a, &b, &motion_b);
    out.write(swept.hit.into());
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
#[cfg(any(feature = "full", feature = "planar"))]
pub(crate) unsafe fn ray_interval<V: Space, T: VectorOf<V>>(
    from: T,
    delta: T,
    shape: *const impl ShapeOf<V>,
    out: *mut impl Answer<Option<RayInterval<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (shape, out) = unsafe { (super::queries::shape(shape)?, Out::new(out, "out")?) };
    let (from, delta) = (finite(from, "from")?, finite(delta, "delta")?);
    out.write(carom_rs::ray_interval(from, delta, &shape).into());
    Ok(())
}
