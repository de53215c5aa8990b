//! Triangles that are in no tree: what lanes see of a handful, eight at a time.

use super::arrivals::{self, Kind, Mover};
use super::distances::{self, Nearest};
use super::pack::Triangles;
use crate::lanes::{LANES, Level, Simd, SimdBase, SimdMask, Vectors, dispatch};
use crate::query::prism::Features;
use crate::shape::aabb::Aabb;
use crate::shape::capsule::Capsule;
use crate::shape::triangle::Triangle;
use crate::vector::{Scalar, Vector};

/// How a capsule sees some triangles, up to eight, and what is between them: relative to its first end and in a
/// unit in which all numbers are below 2.
pub(crate) struct Few<V: Vector> {
    level: Level,
    from: V,
    way: [f32; 3],
    radius: f64,
    /// One over the unit, a power of two; 0 if lanes see nothing in it.
    scale: V::Scalar,
    /// The coordinates of the three corners: x, y, z of each.
    rows: Rows,
    numbers: [usize; LANES],
    count: usize,
    /// The lanes that are something else.
    others: u64,
}

type Rows = [[f32; LANES]; 9];

/// More than any rounding of numbers below 2, in lanes and in kernels.
const MARGIN: f64 = 128.0 * f32::EPSILON as f64;

impl<V: Vector> Few<V> {
    /// As a capsule sees them that stays within a box; another is around all triangles.
    pub(crate) fn seen_by(
        level: Level,
        capsule: &Capsule<V>,
        [region, around]: [&Aabb<V>; 2],
    ) -> Self {
        let size = around.union(region).size().max_element();
        let is_told = V::DIM == 3 && size > V::Scalar::ZERO && size.is_finite();
        let scale = if is_told {
            V::Scalar::ONE / size.power_of_two()
        } else {
            V::Scalar::ZERO
        };
        Self {
            level,
            from: capsule.a,
            way: relative(capsule.b - capsule.a, scale),
            radius: (capsule.radius * scale).to_f64(),
            scale,
            rows: [[0.0; LANES]; 9],
            numbers: [0; LANES],
            count: 0,
            others: 0,
        }
    }

    /// A triangle that is farther than this from the core, in the caller's unit, has no contact within `reach`.
    pub(crate) fn farthest(&self, reach: V::Scalar) -> f64 {
        let scale = self.scale.to_f64();
        if scale > 0.0 {
            self.distance(reach) / scale
        } else {
            f64::INFINITY
        }
    }

    /// The same in its own unit.
    #[inline(always)]
    fn distance(&self, reach: V::Scalar) -> f64 {
        let distance = (reach * self.scale).to_f64() + self.radius;
        if distance > 0.0 {
            distance + MARGIN
        } else {
            MARGIN
        }
    }

    /// The next: a triangle, or something else. Tells whether there is no room for more.
    #[inline(always)]
    pub(crate) fn push(&mut self, number: usize, triangle: Option<&Triangle<V>>) -> bool {
        let lane = self.count % LANES;
        self.count = lane + 1;
        self.numbers[lane] = number;
        match triangle {
            Some(triangle) if self.scale > V::Scalar::ZERO => {
                for (corner, p) in [triangle.a, triangle.b, triangle.c].into_iter().enumerate() {
                    let p = relative(p - self.from, self.scale);
                    for (axis, x) in p.into_iter().enumerate() {
                        self.rows[3 * corner + axis][lane] = x;
                    }
                }
            }
            _ => self.others |= 1 << lane,
        }
        self.count == LANES
    }

    /// Visits those that may be within `reach`, in the order they came, and with the features that can be nearest as
    /// far as known; forgets all.
    #[inline(always)]
    pub(crate) fn within(
        &mut self,
        reach: V::Scalar,
        mut visit: impl FnMut(usize, Option<Features>),
    ) {
        let (all, others) = self.take();
        let mut seen = None;
        let mut lanes = all;
        if all & !others != 0 {
            let distance = self.distance(reach);
            let limit = distance * distance * (1.0 + 4.0 * f64::from(f32::EPSILON));
            seen = within(self.level, &self.rows, self.way, limit as f32);
            lanes &= others | seen.as_ref().map_or(0, |seen| seen.0);
        }
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize % LANES;
            lanes &= lanes - 1;
            let is_other = others >> lane & 1 != 0;
            let features = seen.as_ref().filter(|_| !is_other);
            visit(
                self.numbers[lane],
                features.map(|(_, nearest)| nearest.features(lane)),
            );
        }
    }

    /// Visits those that may be met by `delta`, and tells before which fraction of it they are not for sure;
    /// forgets all.
    #[inline(always)]
    pub(crate) fn arrivals(&mut self, delta: V, mut visit: impl FnMut(usize, f32)) {
        let (all, others) = self.take();
        let mut arrivals = [0.0; LANES];
        if all & !others != 0 {
            let radius = (self.radius + MARGIN) as f32;
            let delta = relative(delta, self.scale);
            arrivals = arrive(self.level, &self.rows, &Mover::new(self.way, delta, radius));
        }
        for (lane, arrival) in arrivals.into_iter().enumerate() {
            let is_other = others >> lane & 1 != 0;
            let arrival = if is_other { 0.0 } else { arrival };
            if all >> lane & 1 != 0 && arrival <= 1.0 {
                visit(self.numbers[lane], arrival);
            }
        }
    }

    /// The lanes that are taken and those of something else.
    #[inline(always)]
    fn take(&mut self) -> (u64, u64) {
        let all = (1 << core::mem::take(&mut self.count)) - 1;
        (all, core::mem::take(&mut self.others))
    }
}

/// A displacement in another unit.
#[inline(always)]
fn relative<V: Vector>(way: V, scale: V::Scalar) -> [f32; 3] {
    let [x, y, z] = (way * scale).to_f64();
    [x as f32, y as f32, z as f32]
}

#[inline(always)]
fn triangles<S: Simd>(simd: S, rows: &Rows) -> Triangles<S> {
    let [ax, ay, az, bx, by, bz, cx, cy, cz] = rows;
    Triangles {
        corners: [
            Vectors::load(simd, [ax, ay, az]),
            Vectors::load(simd, [bx, by, bz]),
            Vectors::load(simd, [cx, cy, cz]),
        ],
    }
}

/// Not generic, so that it is made once for each instruction set, and here.
#[inline(never)]
fn within(level: Level, rows: &Rows, way: [f32; 3], limit: f32) -> Option<(u64, Nearest)> {
    dispatch!(level, simd => {
        let distances = distances::of::<_, 2>(&triangles(simd, rows), way, limit)?;
        let near = !distances.least.simd_gt(limit).to_bitmask() & 0xff;
        Some((near, distances.nearest))
    })
}

#[inline(never)]
fn arrive(level: Level, rows: &Rows, mover: &Mover) -> [f32; LANES] {
    dispatch!(level, simd => arrivals::of(&triangles(simd, rows), Kind::Capsule, mover, 1.0).into())
}
