//! Single queries. Each is called once for each dimension, and inlined there: 0.3 KB gzip of the wasm of meshes.

use crate::memory::{Out, OutColumn, Plain, read};
use crate::shape_of::ShapeOf;
use crate::status::Result;
use crate::values::{Space, VectorOf, a_number, finite};
use carom_fast::Queries;
use carom_rs::{Contact, Hit, RigidMotion, Shape};

/// An answer of the header for one of the library.
pub(crate) trait Answer<T>: Plain + From<T> {}

impl<T, A: Plain + From<T>> Answer<T> for A {}

/// A motion of the header.
pub(crate) trait MotionOf<V: Space>: Plain {
    /// The motion of the argument `name`, checked.
    fn motion(&self, name: &str) -> Result<RigidMotion<V>>;
}

/// A query of the header.
pub(crate) trait QueryOf<V: Space>: Plain {
    /// Runs queries of the surface, with the filters.
    fn run(&self, run: &mut dyn FnMut(&dyn Queries<V>) -> Result<()>) -> Result<()>;
}

/// # Safety
/// The pointer is null or valid, and so are the points of the shape.
#[inline(always)]
pub(crate) unsafe fn shape<V: Space>(shape: *const impl ShapeOf<V>) -> Result<Shape<V>> {
    // SAFETY: what the caller promises.
    unsafe { read(shape, "shape")?.checked("shape.") }
}

/// # Safety
/// The pointers are null or valid.
#[inline(always)]
pub(crate) unsafe fn closest<V: Space>(
    query: *const impl QueryOf<V>,
    of: *const impl ShapeOf<V>,
    reach: f32,
    out: *mut impl Answer<Option<Contact<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, of, out) = unsafe { (read(query, "query")?, shape(of)?, Out::new(out, "out")?) };
    let reach = a_number(reach, "reach")?;
    let mut found = None;
    query.run(&mut |query| {
        found = query.closest(&of, reach);
        Ok(())
    })?;
    out.write(found.into());
    Ok(())
}

/// # Safety
/// The pointers are null or valid, with the capacity.
#[cfg(any(feature = "worlds", feature = "planar"))]
#[inline(always)]
pub(crate) unsafe fn closest_n<V: Space>(
    query: *const impl QueryOf<V>,
    of: *const impl ShapeOf<V>,
    reach: f32,
    out: *mut impl Answer<Option<Contact<V>>>,
    capacity: usize,
    count: *mut usize,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, of, mut out, count) = unsafe {
        let (query, of) = (read(query, "query")?, shape(of)?);
        let out = OutColumn::new(out, capacity, "out")?;
        (query, of, out, Out::new(count, "count")?)
    };
    let reach = a_number(reach, "reach")?;
    let mut found = Vec::new();
    query.run(&mut |query| {
        query.closest_n(&of, capacity, reach, &mut found);
        Ok(())
    })?;
    count.write(out.fill(found.into_iter().map(|found| Some(found).into())));
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
#[inline(always)]
pub(crate) unsafe fn overlap<V: Space>(
    query: *const impl QueryOf<V>,
    of: *const impl ShapeOf<V>,
    out: *mut u8,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, of, out) = unsafe { (read(query, "query")?, shape(of)?, Out::new(out, "out")?) };
    let mut touches = false;
    query.run(&mut |query| {
        touches = query.overlap(&of);
        Ok(())
    })?;
    out.write(touches.into());
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
#[inline(always)]
pub(crate) unsafe fn sweep<V: Space>(
    query: *const impl QueryOf<V>,
    of: *const impl ShapeOf<V>,
    delta: impl VectorOf<V>,
    out: *mut impl Answer<Option<Hit<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, of, out) = unsafe { (read(query, "query")?, shape(of)?, Out::new(out, "out")?) };
    let delta = finite(delta, "delta")?;
    let mut found = None;
    query.run(&mut |query| {
        found = query.sweep(&of, delta);
        Ok(())
    })?;
    out.write(found.into());
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
#[inline(always)]
pub(crate) unsafe fn ray<V: Space>(
    query: *const impl QueryOf<V>,
    from: impl VectorOf<V>,
    delta: impl VectorOf<V>,
    out: *mut impl Answer<Option<Hit<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, out) = unsafe { (read(query, "query")?, Out::new(out, "out")?) };
    let (from, delta) = (finite(from, "from")?, finite(delta, "delta")?);
    let mut found = None;
    query.run(&mut |query| {
        found = query.ray(from, delta);
        Ok(())
    })?;
    out.write(found.into());
    Ok(())
}

/// # Safety
/// The pointers are null or valid, with the capacity.
#[inline(always)]
pub(crate) unsafe fn contacts<V: Space>(
    query: *const impl QueryOf<V>,
    of: *const impl ShapeOf<V>,
    reach: f32,
    out: *mut impl Answer<Option<Contact<V>>>,
    capacity: usize,
    count: *mut usize,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, of, mut out, count) = unsafe {
        let (query, of) = (read(query, "query")?, shape(of)?);
        let out = OutColumn::new(out, capacity, "out")?;
        (query, of, out, Out::new(count, "count")?)
    };
    let reach = a_number(reach, "reach")?;
    let mut found = Vec::new();
    query.run(&mut |query| {
        query.contacts(&of, reach, &mut found);
        Ok(())
    })?;
    count.write(out.fill(found.into_iter().map(|found| Some(found).into())));
    Ok(())
}

/// # Safety
/// The pointers are null or valid, with the capacity.
#[inline(always)]
pub(crate) unsafe fn sweep_all<V: Space>(
    query: *const impl QueryOf<V>,
    of: *const impl ShapeOf<V>,
    delta: impl VectorOf<V>,
    out: *mut impl Answer<Option<Hit<V>>>,
    capacity: usize,
    count: *mut usize,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, of, mut out, count) = unsafe {
        let (query, of) = (read(query, "query")?, shape(of)?);
        let out = OutColumn::new(out, capacity, "out")?;
        (query, of, out, Out::new(count, "count")?)
    };
    let delta = finite(delta, "delta")?;
    let mut found = Vec::new();
    query.run(&mut |query| {
        query.sweep_all(&of, delta, &mut found);
        Ok(())
    })?;
    count.write(out.fill(found.into_iter().map(|found| Some(found).into())));
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
#[inline(always)]
pub(crate) unsafe fn sweep_rigid<V: Space>(
    query: *const impl QueryOf<V>,
    of: *const impl ShapeOf<V>,
    motion: *const impl MotionOf<V>,
    out: *mut impl Answer<Option<Hit<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, of, motion, out) = unsafe {
        let (query, of) = (read(query, "query")?, shape(of)?);
        (query, of, read(motion, "motion")?, Out::new(out, "out")?)
    };
    let motion = motion.motion("motion")?;
    let mut found = None;
    query.run(&mut |query| {
        found = query.sweep_rigid(&of, &motion).hit;
        Ok(())
    })?;
    out.write(found.into());
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
#[cfg(any(feature = "full", feature = "planar"))]
#[inline(always)]
pub(crate) unsafe fn sweep_any<V: Space>(
    query: *const impl QueryOf<V>,
    of: *const impl ShapeOf<V>,
    delta: impl VectorOf<V>,
    out: *mut u8,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, of, out) = unsafe { (read(query, "query")?, shape(of)?, Out::new(out, "out")?) };
    out.write(is_stopped(&query, &of, finite(delta, "delta")?)?);
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
#[cfg(any(feature = "full", feature = "planar"))]
#[inline(always)]
pub(crate) unsafe fn ray_any<V: Space>(
    query: *const impl QueryOf<V>,
    from: impl VectorOf<V>,
    delta: impl VectorOf<V>,
    out: *mut u8,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, out) = unsafe { (read(query, "query")?, Out::new(out, "out")?) };
    let (from, delta) = (finite(from, "from")?, finite(delta, "delta")?);
    out.write(is_stopped(&query, &Shape::Point(from), delta)?);
    Ok(())
}

#[cfg(any(feature = "full", feature = "planar"))]
fn is_stopped<V: Space>(query: &impl QueryOf<V>, shape: &Shape<V>, delta: V) -> Result<u8> {
    let mut stopped = false;
    query.run(&mut |query| {
        stopped = query.sweep_any(shape, delta);
        Ok(())
    })?;
    Ok(stopped.into())
}

/// # Safety
/// The pointers are null or valid, with the capacity.
#[cfg(any(feature = "worlds", feature = "planar"))]
#[inline(always)]
pub(crate) unsafe fn manifolds<V: Space>(
    query: *const impl QueryOf<V>,
    of: *const impl ShapeOf<V>,
    reach: f32,
    out: *mut impl Answer<carom_rs::PartManifold<V>>,
    capacity: usize,
    count: *mut usize,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, of, mut out, count) = unsafe {
        let (query, of) = (read(query, "query")?, shape(of)?);
        let out = OutColumn::new(out, capacity, "out")?;
        (query, of, out, Out::new(count, "count")?)
    };
    let reach = a_number(reach, "reach")?;
    let mut found = Vec::new();
    query.run(&mut |query| {
        query.manifolds(&of, reach, &mut found);
        Ok(())
    })?;
    count.write(out.fill(found.into_iter().map(Into::into)));
    Ok(())
}
