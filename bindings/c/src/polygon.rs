//! 2D polygons with holes as triangles and meshes.

use crate::handles;
use crate::memory::{Column, Out, OutColumn, Plain, all, read};
use crate::mesh::{CAROM_COMPACT, CAROM_WELD, with_flags, wrong_mesh};
use crate::objects::CaromMesh;
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::surface_flags::{CAROM_ONE_SIDED, CAROM_SOLID};
use crate::values::known_flags;
use carom_rs::glam::{Vec2, Vec3};
use carom_rs::polygon::{Polygon, PolygonError};
use carom_rs::{Mesh, MeshError};
use std::sync::Arc;

/// A 2D polygon with holes: all points inside of its outline and outside of all holes. Rings may run either way round and may end
/// with their first point; a point that repeats the one before it does not count.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromPolygon {
    /// The points, x and y of each, ring after ring: first those of the outline, then those of each hole.
    pub points: *const f32,
    /// For each ring the number of points up to its end: ascending, the last is the number of all points.
    pub ring_ends: *const usize,
    /// The number of rings, at least 1.
    pub ring_count: usize,
}

// SAFETY: pointers and an integer.
unsafe impl Plain for CaromPolygon {}

impl CaromPolygon {
    /// # Safety
    /// The arrays are null or of the lengths that the polygon says.
    unsafe fn polygon(&self) -> Result<Polygon<Vec2>> {
        // SAFETY: what the caller promises.
        let ends = unsafe { Column::packed(self.ring_ends, self.ring_count, "polygon.ring_ends") }?;
        let ends = all(&ends, self.ring_count)?;
        let [.., count] = ends[..] else {
            return Err(Failure::out_of_range("polygon.ring_count is 0"));
        };
        if let Some(ring) = (1..ends.len()).find(|ring| ends[*ring] < ends[ring - 1]) {
            let text = format!("polygon.ring_ends[{ring}] is less than the one before it");
            return Err(Failure::out_of_range(text));
        }
        // SAFETY: what the caller promises.
        let points = unsafe { Column::packed(self.points.cast(), count, "polygon.points") }?;
        let points: Vec<[f32; 2]> = all(&points, count)?;
        let points: Vec<Vec2> = points.into_iter().map(Vec2::from_array).collect();
        let starts = std::iter::once(&0).chain(&ends);
        let rings = starts.zip(&ends).map(|(start, end)| &points[*start..*end]);
        let rings: Vec<&[Vec2]> = rings.collect();
        Polygon::new(rings[0], &rings[1..]).map_err(refused)
    }
}

fn refused(error: PolygonError) -> Failure {
    let text = format!("polygon: {error}");
    match error {
        PolygonError::TooFewPoints { .. } | PolygonError::TooManyPoints => {
            Failure::out_of_range(text)
        }
        _ => Failure::invalid(text),
    }
}

/// The triangles of a polygon, counter-clockwise, three indices of points each: a constrained Delaunay triangulation, without new
/// points, and the same on every platform.
///
/// The points are those of the polygon without repetitions, the outline counter-clockwise, then the holes clockwise: not in the
/// given order where a ring runs the other way. The first `point_capacity` points (x and y) are written to `points` and the first
/// `triangle_capacity` triangles to `triangles`, which may be null for a capacity of 0; the counts become the numbers of all.
/// Errors, with the ring (0 is the outline, 1 the first hole) and the point: a ring of fewer than three points, a point that is not
/// finite, rings that touch or cross themselves or each other, a hole outside of the outline or in another hole.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_polygon_triangulate(
    polygon: *const CaromPolygon,
    points: *mut [f32; 2],
    point_capacity: usize,
    point_count: *mut usize,
    triangles: *mut [u32; 3],
    triangle_capacity: usize,
    triangle_count: *mut usize,
) -> CaromStatus {
    guarded("carom_polygon_triangulate", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (polygon, mut points, mut triangles, point_count, triangle_count) = unsafe {
            (
                read(polygon, "polygon")?.polygon()?,
                OutColumn::new(points, point_capacity, "points")?,
                OutColumn::new(triangles, triangle_capacity, "triangles")?,
                Out::new(point_count, "point_count")?,
                Out::new(triangle_count, "triangle_count")?,
            )
        };
        points.apart_from(triangles.region())?;
        point_count.write(points.fill(polygon.points().iter().map(|p| p.to_array())));
        triangle_count.write(triangles.fill(polygon.triangles().iter().copied()));
        Ok(())
    })
}

/// Builds the flat mesh of a polygon at a height, with its front up: x and y of the polygon are x and z. Triangle i is that of
/// carom_polygon_triangulate().
///
/// `flags`: 0 or a sum of CAROM_ONE_SIDED, CAROM_WELD, CAROM_COMPACT. Errors: those of carom_polygon_triangulate(), a height that
/// is not finite. Free it with carom_mesh_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_polygon_floor(
    polygon: *const CaromPolygon,
    height: f32,
    flags: u32,
    out: *mut CaromMesh,
) -> CaromStatus {
    guarded("carom_polygon_floor", || {
        let known = CAROM_ONE_SIDED | CAROM_WELD | CAROM_COMPACT;
        known_flags(flags, known, "flags")?;
        if !height.is_finite() {
            return Err(Failure::invalid("height is not finite"));
        }
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { build(polygon, flags, out, |polygon| polygon.floor(height)) }
    })
}

/// Builds the closed mesh of a polygon between two heights, with its fronts outwards: x and y of the polygon are x and z. First
/// come the triangles of the top, then those of the bottom, then two for each side of a ring.
///
/// `flags`: 0 or a sum of CAROM_ONE_SIDED, CAROM_WELD, CAROM_COMPACT, CAROM_SOLID. Errors: those of carom_polygon_triangulate(), a
/// height that is not finite. Free it with carom_mesh_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_polygon_prism(
    polygon: *const CaromPolygon,
    low: f32,
    high: f32,
    flags: u32,
    out: *mut CaromMesh,
) -> CaromStatus {
    guarded("carom_polygon_prism", || {
        let known = CAROM_ONE_SIDED | CAROM_WELD | CAROM_COMPACT | CAROM_SOLID;
        known_flags(flags, known, "flags")?;
        for (height, name) in [(low, "low"), (high, "high")] {
            if !height.is_finite() {
                return Err(Failure::invalid(format!("{name} is not finite")));
            }
        }
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { build(polygon, flags, out, |polygon| polygon.prism([low, high])) }
    })
}

/// # Safety
/// The pointers are null or valid.
unsafe fn build(
    polygon: *const CaromPolygon,
    flags: u32,
    out: *mut CaromMesh,
    build: impl FnOnce(&Polygon<Vec2>) -> std::result::Result<Mesh<Vec3>, MeshError>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (polygon, out) = unsafe { (read(polygon, "polygon")?.polygon()?, Out::new(out, "out")?) };
    let mesh = with_flags(build(&polygon).map_err(wrong_mesh)?, flags)?;
    out.write(handles::named(Arc::new(mesh))?);
    Ok(())
}
