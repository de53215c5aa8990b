//! What is in no tree: a handful of things, looked at eight at a time, and what lanes see of triangles among them.

use super::arrivals::{self, Kind, Mover};
use super::distances::{self, Nearest};
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

/// Things side by side, eight a group: their boxes, and of what is a triangle the corners.
#[derive(Clone, Debug)]
pub(crate) struct Few<V: Vector> {
    boxes: BoxList<V>,
    /// In single precision the corners of each group, and which lanes are something else. A lane without
    /// anything repeats the first.
    groups: Vec<(Rows, u64)>,
    /// The box around all triangles.
    around: Aabb<V>,
}

/// The coordinates of the three corners: x, y, z of each.
type Rows = [[f32; LANES]; 9];

/// More than any rounding of numbers below 2, in lanes and in kernels.
const MARGIN: f64 = 128.0 * f32::EPSILON as f64;

/// How a capsule sees triangles: relative to its first end and in a unit in which all numbers are below 2.
struct Seen<V: Vector> {
    way: [f32; 3],
    radius: f64,
    /// One over the unit, a power of two.
    scale: V::Scalar,
    /// Where rows are relative to, and one over their unit.
    from: [f32; 3],
    shrink: f32,
}

impl<V: Vector> Few<V> {
    pub(crate) fn new() -> Self {
        Self {
            boxes: BoxList::new(),
            groups: Vec::new(),
            around: Aabb::empty(),
        }
    }

    /// Forgets all, keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.boxes.clear();
        self.groups.clear();
        self.around = Aabb::empty();
    }

    /// Whether rows are kept: in double precision they are made when they are asked for.
    const KEPT: bool = V::DIM == 3 && !V::Scalar::DOUBLE;

    /// One more, by its box; a triangle, or something else.
    #[inline]
    pub(crate) fn push(&mut self, bounds: &Aabb<V>, triangle: Option<&Triangle<V>>) {
        let lane = self.boxes.len() % LANES;
        self.boxes.push(bounds);
        if triangle.is_some() {
            self.around = self.around.union(bounds);
        }
        if !Self::KEPT {
            return;
        }
        let corners = triangle.map(|triangle| triangle.core().map(|p| p.to_f64()));
        let corner = |i: usize| corners.map_or(0.0, |corners| corners[i / 3][i % 3] as f32);
        if lane == 0 {
            let rows = core::array::from_fn(|i| [corner(i); LANES]);
            self.groups.push((rows, 0));
        }
        if let Some((rows, others)) = self.groups.last_mut() {
            if triangle.is_none() {
                *others |= 1 << lane;
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

    /// Visits those whose boxes touch `region`, in the order they came, until told to stop.
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

    /// As a capsule sees them that stays within a box; `None` if lanes see nothing in it.
    fn seen_by(&self, capsule: &Capsule<V>, region: &Aabb<V>) -> Option<Seen<V>> {
        let size = self.around.union(region).size().max_element();
        let is_told = V::DIM == 3 && size > V::Scalar::ZERO && size.is_finite();
        if !is_told {
            return None;
        }
        let scale = V::Scalar::ONE / size.power_of_two();
        let (from, shrink) = if Self::KEPT {
            let from = relative(capsule.a, V::Scalar::ONE);
            (from, scale.to_f64() as f32)
        } else {
            ([0.0; 3], 1.0)
        };
        Some(Seen {
            way: relative(capsule.b - capsule.a, scale),
            radius: (capsule.radius * scale).to_f64(),
            scale,
            from,
            shrink,
        })
    }

    /// Visits those whose boxes touch that of a capsule and what is within `reach` of it, in the order they came:
    /// of triangles only those that may be that near, and with the features that can be nearest as far as known.
    #[inline]
    pub(crate) fn within<'a>(
        &self,
        capsule: &Capsule<V>,
        reach: V::Scalar,
        triangle: impl Fn(usize) -> Option<&'a Triangle<V>>,
        mut visit: impl FnMut(usize, Option<Features>),
    ) {
        let region = capsule.bounds().inflated(reach.max(V::Scalar::ZERO));
        let seen = self.seen_by(capsule, &region);
        let core = Aabb::of_points([capsule.a, capsule.b]);
        let distance = seen.as_ref().map_or(0.0, |seen| seen.distance(reach));
        let farthest = seen
            .as_ref()
            .map_or(f64::INFINITY, |seen| distance / seen.scale.to_f64());
        let limit = distance * distance * (1.0 + 4.0 * f64::from(f32::EPSILON));
        let level = self.boxes.level();
        let _ = (self.boxes).touching_and_near(
            &region,
            (&core, farthest),
            |group, touching, beyond| {
                let mut made = None;
                let (rows, others) = match &seen {
                    Some(seen) => self.group(seen, group, capsule.a, &triangle, &mut made),
                    None => (&NOTHING, 0xff),
                };
                let mut lanes = touching & (others | !beyond);
                let mut nearest = None;
                if let Some(seen) = &seen
                    && lanes & !others != 0
                {
                    nearest = within(
                        level,
                        (rows, seen.from, seen.shrink),
                        seen.way,
                        limit as f32,
                    );
                    lanes &= others | nearest.as_ref().map_or(0, |nearest| nearest.0);
                }
                for lane in each(lanes) {
                    let is_other = others >> lane & 1 != 0;
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

    /// Visits those whose boxes touch `region` and which a capsule in it may meet on its way by `delta`, and tells
    /// before which fraction of it they are not for sure.
    #[inline]
    pub(crate) fn arrivals<'a>(
        &self,
        capsule: &Capsule<V>,
        delta: V,
        region: &Aabb<V>,
        triangle: impl Fn(usize) -> Option<&'a Triangle<V>>,
        mut visit: impl FnMut(usize, f32),
    ) {
        let seen = self.seen_by(capsule, region);
        let mover = seen.as_ref().map(|seen| {
            let radius = (seen.radius + MARGIN) as f32;
            Mover::new(seen.way, relative(delta, seen.scale), radius)
        });
        let level = self.boxes.level();
        let _ = (self.boxes).touching_and_near(
            region,
            (region, f64::INFINITY),
            |group, touching, _| {
                let mut made = None;
                let (rows, others) = match &seen {
                    Some(seen) => self.group(seen, group, capsule.a, &triangle, &mut made),
                    None => (&NOTHING, 0xff),
                };
                let mut arrivals = [0.0; LANES];
                if let (Some(seen), Some(mover)) = (&seen, &mover)
                    && touching & !others != 0
                {
                    arrivals = arrive(level, (rows, seen.from, seen.shrink), mover);
                }
                for lane in each(touching) {
                    let is_other = others >> lane & 1 != 0;
                    let arrival = if is_other { 0.0 } else { arrivals[lane] };
                    if arrival <= 1.0 {
                        visit(group * LANES + lane, arrival);
                    }
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// The corners of a group, and which lanes are something else.
    #[inline(always)]
    fn group<'a, 'b>(
        &'b self,
        seen: &Seen<V>,
        group: usize,
        from: V,
        triangle: &impl Fn(usize) -> Option<&'a Triangle<V>>,
        made: &'b mut Option<Rows>,
    ) -> (&'b Rows, u64) {
        if Self::KEPT {
            let (rows, others) = &self.groups[group];
            return (rows, *others);
        }
        let rows = made.insert(NOTHING);
        let mut others = 0xff;
        for (lane, index) in (group * LANES..self.boxes.len()).take(LANES).enumerate() {
            let Some(triangle) = triangle(index) else {
                continue;
            };
            others &= !(1 << lane);
            for (corner, p) in triangle.core().into_iter().enumerate() {
                let p = relative(p - from, seen.scale);
                for (axis, x) in p.into_iter().enumerate() {
                    rows[3 * corner + axis][lane] = x;
                }
            }
        }
        (rows, others)
    }
}

const NOTHING: Rows = [[0.0; LANES]; 9];

impl<V: Vector> Seen<V> {
    /// A triangle that is farther than this from the core, in this unit, has no contact within `reach`.
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

/// A displacement in another unit.
#[inline(always)]
fn relative<V: Vector>(way: V, scale: V::Scalar) -> [f32; 3] {
    let [x, y, z] = (way * scale).to_f64();
    [x as f32, y as f32, z as f32]
}

/// Corners, what they are relative to, and one over the unit.
type Placed<'a> = (&'a Rows, [f32; 3], f32);

#[inline(always)]
fn triangles<S: Simd>(simd: S, (rows, from, shrink): Placed<'_>) -> Triangles<S> {
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

/// Not generic, so that it is made once for each instruction set, and here.
#[inline(never)]
fn within(level: Level, placed: Placed<'_>, way: [f32; 3], limit: f32) -> Option<(u64, Nearest)> {
    dispatch!(level, simd => {
        let distances = distances::of::<_, 2>(&triangles(simd, placed), way, limit)?;
        let near = !distances.least.simd_gt(limit).to_bitmask() & 0xff;
        Some((near, distances.nearest))
    })
}

#[inline(never)]
fn arrive(level: Level, placed: Placed<'_>, mover: &Mover) -> [f32; LANES] {
    dispatch!(level, simd => arrivals::of(&triangles(simd, placed), Kind::Capsule, mover, 1.0).into())
}
