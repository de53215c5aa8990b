//! Boxes and triangles without a BVH, tested eight at a time: the lanes of a local scene.

use super::arrivals::{self, CoreKind, MovingCore};
use super::distances::{self, NearestFeatures};
use super::pack::Triangles;
use crate::pair::prism::Features;
use crate::shape::capsule::Capsule;
use crate::shape::triangle::Triangle;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::BoxList;
use carom_math::lanes::{LANES, Level, Simd, SimdBase, SimdMask, Vectors, dispatch, each, f32x8};
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// Boxes in groups of eight, and the corners of those that are triangles.
#[derive(Clone, Debug)]
pub(crate) struct TriangleBatch<V: Vector> {
    boxes: BoxList<V>,
    /// The corners of each group in single precision, and a mask of the lanes that are not triangles. An empty lane
    /// repeats the first.
    groups: Vec<(Rows, u64)>,
    /// The bounding box of all triangles.
    around: Aabb<V>,
}

/// The coordinates of the three corners: x, y, z of each.
type Rows = [[f32; LANES]; 9];

/// More than the rounding of numbers below 2, in lanes and in kernels.
const MARGIN: f64 = 128.0 * f32::EPSILON as f64;

/// The frame of a capsule's query: relative to its first end, in a unit that makes all numbers less than 2.
struct CapsuleFrame<V: Vector> {
    way: [f32; 3],
    radius: f64,
    /// The reciprocal of the unit, a power of two.
    scale: V::Scalar,
    /// The origin of the rows, and the reciprocal of their unit.
    from: [f32; 3],
    shrink: f32,
}

impl<V: Vector> TriangleBatch<V> {
    pub(crate) fn new() -> Self {
        Self {
            boxes: BoxList::new(),
            groups: Vec::new(),
            around: Aabb::empty(),
        }
    }

    /// Removes everything and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.boxes.clear();
        self.groups.clear();
        self.around = Aabb::empty();
    }

    /// Whether rows are stored. In double precision each query computes them.
    const STORED: bool = V::DIM == 3 && !V::Scalar::DOUBLE;

    /// Adds a box, and the triangle in it if there is one.
    #[inline]
    pub(crate) fn push(&mut self, bounds: &Aabb<V>, triangle: Option<&Triangle<V>>) {
        let lane = self.boxes.len() % LANES;
        self.boxes.push(bounds);
        if triangle.is_some() {
            self.around = self.around.union(bounds);
        }
        if !Self::STORED {
            return;
        }
        let corners = triangle.map(|triangle| triangle.core().map(|p| p.to_f64()));
        let corner = |i: usize| corners.map_or(0.0, |corners| corners[i / 3][i % 3] as f32);
        if lane == 0 {
            let rows = core::array::from_fn(|i| [corner(i); LANES]);
            self.groups.push((rows, 0));
        }
        if let Some((rows, not_triangles)) = self.groups.last_mut() {
            if triangle.is_none() {
                *not_triangles |= 1 << lane;
            } else {
                for (i, row) in rows.iter_mut().enumerate() {
                    row[lane] = corner(i);
                }
            }
        }
    }

    pub(crate) fn bounds(&self, index: usize) -> Aabb<V> {
        self.boxes.get(index)
    }

    /// Visits the boxes that touch `region`, in the order in which they were added, until `visit` breaks.
    pub(crate) fn touching(
        &self,
        region: &Aabb<V>,
        mut visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.boxes
            .touching_and_near(region, (region, f64::INFINITY), |group, touching, _| {
                each(touching).try_for_each(|lane| visit(group * LANES + lane))
            })
    }

    /// The frame for a capsule that stays within `region`; `None` if lanes cannot be used.
    #[inline]
    fn frame_of(&self, capsule: &Capsule<V>, region: &Aabb<V>) -> Option<CapsuleFrame<V>> {
        let size = self.around.union(region).size().max_element();
        let is_certain = V::DIM == 3 && size > V::Scalar::ZERO && size.is_finite();
        if !is_certain {
            return None;
        }
        let scale = V::Scalar::ONE / size.power_of_two();
        let (from, shrink) = if Self::STORED {
            let from = relative(capsule.a, V::Scalar::ONE);
            (from, scale.to_f64() as f32)
        } else {
            ([0.0; 3], 1.0)
        };
        Some(CapsuleFrame {
            way: relative(capsule.b - capsule.a, scale),
            radius: (capsule.radius * scale).to_f64(),
            scale,
            from,
            shrink,
        })
    }

    /// Visits the items with a box that touches the capsule's box grown by `reach`, in the order in which they were added.
    /// Triangles are visited only if they may be within `reach`, with the features that can be nearest where lanes know
    /// them.
    #[inline]
    pub(crate) fn within<'a>(
        &self,
        capsule: &Capsule<V>,
        reach: V::Scalar,
        triangle: impl Fn(usize) -> Option<&'a Triangle<V>>,
        mut visit: impl FnMut(usize, Option<Features>),
    ) {
        let region = capsule.bounds().inflated(reach.max(V::Scalar::ZERO));
        let frame = self.frame_of(capsule, &region);
        let core = Aabb::of_points([capsule.a, capsule.b]);
        let distance = frame.as_ref().map_or(0.0, |frame| frame.distance(reach));
        let farthest = frame
            .as_ref()
            .map_or(f64::INFINITY, |frame| distance / frame.scale.to_f64());
        let limit = distance * distance * (1.0 + 4.0 * f64::from(f32::EPSILON));
        let level = self.boxes.level();
        let _ = (self.boxes).touching_and_near(
            &region,
            (&core, farthest),
            |group, touching, beyond| {
                let mut made = None;
                let (rows, not_triangles) = match &frame {
                    Some(frame) => self.group(frame, group, capsule.a, &triangle, &mut made),
                    None => (&NOTHING, 0xff),
                };
                let mut lanes = touching & (not_triangles | !beyond);
                let mut nearest = None;
                if let Some(frame) = &frame
                    && lanes & !not_triangles != 0
                {
                    nearest = within(
                        level,
                        (rows, frame.from, frame.shrink),
                        frame.way,
                        limit as f32,
                    );
                    lanes &= not_triangles | nearest.as_ref().map_or(0, |nearest| nearest.0);
                }
                for lane in each(lanes) {
                    let is_other = not_triangles >> lane & 1 != 0;
                    let features = nearest.as_ref().filter(|_| !is_other);
                    visit(
                        group * LANES + lane,
                        features.map(|(_, nearest)| nearest.features(lane)),
                    );
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// Visits the items with a box that touches `region` if a capsule in it may hit them while moving by `delta`, with a
    /// lower bound of the time of impact as a fraction of `delta`.
    #[inline]
    pub(crate) fn arrivals<'a>(
        &self,
        capsule: &Capsule<V>,
        delta: V,
        region: &Aabb<V>,
        triangle: impl Fn(usize) -> Option<&'a Triangle<V>>,
        mut visit: impl FnMut(usize, f32),
    ) {
        let frame = self.frame_of(capsule, region);
        let moving = frame.as_ref().map(|frame| {
            let radius = (frame.radius + MARGIN) as f32;
            MovingCore::new(frame.way, relative(delta, frame.scale), radius)
        });
        let level = self.boxes.level();
        let _ = (self.boxes).touching_and_near(
            region,
            (region, f64::INFINITY),
            |group, touching, _| {
                let mut made = None;
                let (rows, not_triangles) = match &frame {
                    Some(frame) => self.group(frame, group, capsule.a, &triangle, &mut made),
                    None => (&NOTHING, 0xff),
                };
                let mut arrivals = [0.0; LANES];
                if let (Some(frame), Some(moving)) = (&frame, &moving)
                    && touching & !not_triangles != 0
                {
                    arrivals = arrive(level, (rows, frame.from, frame.shrink), moving);
                }
                for lane in each(touching) {
                    let is_other = not_triangles >> lane & 1 != 0;
                    let arrival = if is_other { 0.0 } else { arrivals[lane] };
                    if arrival <= 1.0 {
                        visit(group * LANES + lane, arrival);
                    }
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// The corners of a group, and a mask of the lanes that are not triangles.
    #[inline(always)]
    fn group<'a, 'b>(
        &'b self,
        frame: &CapsuleFrame<V>,
        group: usize,
        from: V,
        triangle: &impl Fn(usize) -> Option<&'a Triangle<V>>,
        made: &'b mut Option<Rows>,
    ) -> (&'b Rows, u64) {
        if Self::STORED {
            let (rows, not_triangles) = &self.groups[group];
            return (rows, *not_triangles);
        }
        let rows = made.insert(NOTHING);
        let mut not_triangles = 0xff;
        for (lane, index) in (group * LANES..self.boxes.len()).take(LANES).enumerate() {
            let Some(triangle) = triangle(index) else {
                continue;
            };
            not_triangles &= !(1 << lane);
            for (corner, p) in triangle.core().into_iter().enumerate() {
                let p = relative(p - from, frame.scale);
                for (axis, x) in p.into_iter().enumerate() {
                    rows[3 * corner + axis][lane] = x;
                }
            }
        }
        (rows, not_triangles)
    }
}

const NOTHING: Rows = [[0.0; LANES]; 9];

impl<V: Vector> CapsuleFrame<V> {
    /// A triangle farther from the core than this, in the frame's unit, has no contact within `reach`.
    #[inline(always)]
    fn distance(&self, reach: V::Scalar) -> f64 {
        let distance = (reach * self.scale).to_f64() + self.radius;
        if distance > 0.0 {
            distance + MARGIN
        } else {
            MARGIN
        }
    }
}

/// A displacement in the frame's unit.
#[inline(always)]
fn relative<V: Vector>(way: V, scale: V::Scalar) -> [f32; 3] {
    let [x, y, z] = (way * scale).to_f64();
    [x as f32, y as f32, z as f32]
}

/// Corners, their origin, and the reciprocal of their unit.
type FramedRows<'a> = (&'a Rows, [f32; 3], f32);

#[inline(always)]
fn triangles<S: Simd>(simd: S, (rows, from, shrink): FramedRows<'_>) -> Triangles<S> {
    let [ax, ay, az, bx, by, bz, cx, cy, cz] = rows;
    let from = Vectors::splat(simd, from);
    let shrink = f32x8::splat(simd, shrink);
    Triangles {
        corners: [
            (Vectors::load(simd, [ax, ay, az]) - from) * shrink,
            (Vectors::load(simd, [bx, by, bz]) - from) * shrink,
            (Vectors::load(simd, [cx, cy, cz]) - from) * shrink,
        ],
    }
}

/// Not generic, so that it is compiled once for each instruction set, and in this crate.
#[inline(never)]
fn within(
    level: Level,
    rows: FramedRows<'_>,
    way: [f32; 3],
    limit: f32,
) -> Option<(u64, NearestFeatures)> {
    dispatch!(level, simd => {
        let distances = distances::of::<_, 2>(&triangles(simd, rows), way, limit)?;
        let near = !distances.least.simd_gt(limit).to_bitmask() & 0xff;
        Some((near, distances.nearest))
    })
}

#[inline(never)]
fn arrive(level: Level, rows: FramedRows<'_>, moving: &MovingCore) -> [f32; LANES] {
    dispatch!(level, simd => arrivals::of(&triangles(simd, rows), CoreKind::Capsule, moving, 1.0).into())
}
