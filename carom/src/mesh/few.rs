//! Triangles that are in no tree: what lanes see of a handful, eight at a time in the order they came.

use super::arrivals::{self, Kind, Mover};
use super::distances;
use super::pack::Triangles;
use crate::lanes::{LANES, Level, Simd, SimdBase, SimdMask, Vectors, dispatch, level};
use crate::query::prism::Features;
use crate::shape::aabb::Aabb;
use crate::shape::capsule::Capsule;
use crate::shape::triangle::Triangle;
use crate::vector::{Scalar, Vector};
use alloc::vec::Vec;

/// Triangles, and places between them for what is something else.
#[derive(Clone, Debug)]
pub(crate) struct Few<V: Vector> {
    /// The coordinates of the three corners: x, y, z of each.
    groups: Vec<[[V::Scalar; LANES]; 9]>,
    /// Of each group the lanes that are something else, or nothing.
    others: Vec<u64>,
    count: usize,
    /// The box around all triangles.
    around: Aabb<V>,
    level: Level,
}

/// How a capsule sees triangles: relative to its first end and in a unit in which all numbers are below 2.
pub(crate) struct Seen<V: Vector> {
    from: V,
    way: [f32; 3],
    /// One over the unit, a power of two.
    scale: V::Scalar,
}

/// The coordinates of eight triangles, relative to what asks.
type Rows = [[f32; LANES]; 9];

/// More than any rounding of numbers below 2, in lanes and in kernels.
const MARGIN: f64 = 128.0 * f32::EPSILON as f64;

impl<V: Vector> Few<V> {
    pub(crate) fn new() -> Self {
        Self {
            groups: Vec::new(),
            others: Vec::new(),
            count: 0,
            around: Aabb::empty(),
            level: level(),
        }
    }

    /// Forgets all, keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.groups.clear();
        self.others.clear();
        self.count = 0;
        self.around = Aabb::empty();
    }

    /// The next is this triangle and has this box, or is something else.
    pub(crate) fn push(&mut self, triangle: Option<(&Triangle<V>, &Aabb<V>)>) {
        let lane = self.count % LANES;
        self.count += 1;
        if lane == 0 {
            self.groups.push([[V::Scalar::ZERO; LANES]; 9]);
            self.others.push(u64::MAX);
        }
        let last = self.groups.len() - 1;
        if let (3, Some((triangle, bounds))) = (V::DIM, triangle) {
            self.others[last] ^= 1 << lane;
            self.around = self.around.union(bounds);
            let group = &mut self.groups[last];
            for axis in 0..3 {
                group[axis][lane] = triangle.a[axis];
                group[3 + axis][lane] = triangle.b[axis];
                group[6 + axis][lane] = triangle.c[axis];
            }
        }
    }

    /// How a capsule sees them that stays within `region`; `None` if lanes see nothing of it.
    pub(crate) fn seen(&self, capsule: &Capsule<V>, region: &Aabb<V>) -> Option<Seen<V>> {
        if V::DIM != 3 {
            return None;
        }
        let size = self.around.union(region).size().max_element();
        if !(size > V::Scalar::ZERO && size.is_finite()) {
            return None;
        }
        let scale = V::Scalar::ONE / size.power_of_two();
        Some(Seen {
            from: capsule.a,
            way: relative::<V>(capsule.b - capsule.a, scale),
            scale,
        })
    }

    /// Of some lanes of a group those that may be within `reach` of a capsule of this radius, and of what features.
    /// What is something else stays in.
    pub(crate) fn within(
        &self,
        seen: &Seen<V>,
        (group, lanes): (usize, u64),
        radius: V::Scalar,
        reach: V::Scalar,
    ) -> (u64, Option<[Features; LANES]>) {
        let others = self.others[group];
        if lanes & !others == 0 {
            return (lanes, None);
        }
        let distance = (reach + radius).max(V::Scalar::ZERO) * seen.scale;
        let distance = distance.to_f64() + MARGIN;
        let limit = (distance * distance) as f32 * (1.0 + 4.0 * f32::EPSILON) + f32::MIN_POSITIVE;
        match within(self.level, &self.rows(seen, group), seen.way, limit) {
            Some((near, features)) => (lanes & (near | others), Some(features)),
            None => (lanes & others, None),
        }
    }

    /// Before which fractions of its motion a capsule of this radius does not arrive, for sure; +∞ if never. 0 for
    /// what is something else.
    pub(crate) fn arrivals(
        &self,
        seen: &Seen<V>,
        (group, lanes): (usize, u64),
        radius: V::Scalar,
        delta: V,
    ) -> [f32; LANES] {
        let others = self.others[group];
        if lanes & !others == 0 {
            return [0.0; LANES];
        }
        let radius = (radius * seen.scale).to_f64() + MARGIN;
        let mover = Mover::new(seen.way, relative::<V>(delta, seen.scale), radius as f32);
        let mut arrivals = arrivals(self.level, &self.rows(seen, group), &mover);
        for (lane, arrival) in arrivals.iter_mut().enumerate() {
            if others >> lane & 1 != 0 {
                *arrival = 0.0;
            }
        }
        arrivals
    }

    /// One group as it is seen.
    #[inline(always)]
    fn rows(&self, seen: &Seen<V>, group: usize) -> Rows {
        let rows = &self.groups[group];
        let mut relative = [[0.0; LANES]; 9];
        for axis in 0..3 {
            let from = if axis < V::DIM {
                seen.from[axis]
            } else {
                V::Scalar::ZERO
            };
            for corner in 0..3 {
                let row = &rows[3 * corner + axis];
                for (lane, relative) in relative[3 * corner + axis].iter_mut().enumerate() {
                    *relative = ((row[lane] - from) * seen.scale).to_f64() as f32;
                }
            }
        }
        relative
    }
}

/// A displacement in another unit.
fn relative<V: Vector>(way: V, scale: V::Scalar) -> [f32; 3] {
    (way * scale).to_f64().map(|x| x as f32)
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
fn within(
    level: Level,
    rows: &Rows,
    way: [f32; 3],
    limit: f32,
) -> Option<(u64, [Features; LANES])> {
    dispatch!(level, simd => {
        let distances = distances::of::<_, 2>(&triangles(simd, rows), way, limit)?;
        let near = !distances.least.simd_gt(limit).to_bitmask() & 0xff;
        let mut features = [Features(0); LANES];
        for (lane, features) in features.iter_mut().enumerate() {
            *features = distances.features(lane);
        }
        Some((near, features))
    })
}

#[inline(never)]
fn arrivals(level: Level, rows: &Rows, mover: &Mover) -> [f32; LANES] {
    dispatch!(level, simd => arrivals::of(&triangles(simd, rows), Kind::Capsule, mover, 1.0).into())
}
