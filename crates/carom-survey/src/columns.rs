//! The search grid: columns along `up`.

pub(crate) use crate::by_column::Column;

use carom::Aabb;
use glam::{Vec2, Vec3};
use std::cmp::Ordering;

/// A total order of points: by x, then y, then z.
pub(crate) fn by_place(a: Vec3, b: Vec3) -> Ordering {
    let [p, q] = [a, b].map(|point| point.to_array());
    let axes = (0..3).map(|i| p[i].total_cmp(&q[i]));
    axes.fold(Ordering::Equal, Ordering::then)
}

/// The offsets of the columns around one.
pub(crate) const AROUND: [[i32; 2]; 8] = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
];

/// The level axes, and the grid along them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    up: Vec3,
    axes: [Vec3; 2],
    least: Vec2,
    cell: f32,
    counts: [i32; 2],
}

impl Columns {
    /// A grid over these bounds and one cell around them; `None` if it has too many columns.
    pub(crate) fn over(bounds: &Aabb<Vec3>, up: Vec3, cell: f32) -> Option<Self> {
        // The level's own axes where `up` is one of them.
        let side = if up.x.abs() < 0.9 { Vec3::X } else { Vec3::Z };
        let side = (side - up * up.dot(side)).normalize();
        let axes = [side, side.cross(up)];
        let corners = (0..8).map(|i| {
            let pick = |bit: i32, low: f32, high: f32| if i >> bit & 1 == 0 { low } else { high };
            let corner = Vec3::new(
                pick(0, bounds.min.x, bounds.max.x),
                pick(1, bounds.min.y, bounds.max.y),
                pick(2, bounds.min.z, bounds.max.z),
            );
            Vec2::new(corner.dot(axes[0]), corner.dot(axes[1]))
        });
        let (least, most) = corners.fold(
            (Vec2::INFINITY, Vec2::NEG_INFINITY),
            |(least, most), corner| (least.min(corner), most.max(corner)),
        );
        let least = least - Vec2::splat(cell);
        let counts = ((most - least) / cell + Vec2::splat(2.0)).ceil();
        // Column indices must fit in an i32.
        let fits = counts.is_finite() && counts.x * counts.y < i32::MAX as f32 / 4.0;
        fits.then_some(Self {
            up,
            axes,
            least,
            cell,
            counts: [counts.x as i32, counts.y as i32],
        })
    }

    /// The number of columns along each axis.
    pub(crate) fn counts(&self) -> [i32; 2] {
        self.counts
    }

    /// The column of a point, which may be outside of the grid.
    pub(crate) fn of(&self, point: Vec3) -> Column {
        let [x, z] = self.axes.map(|axis| point.dot(axis));
        let place = (Vec2::new(x, z) - self.least) / self.cell;
        [place.x.floor() as i32, place.y.floor() as i32]
    }

    /// The level displacement from a point to the middle of a column.
    pub(crate) fn way(&self, from: Vec3, column: Column) -> Vec3 {
        self.part(from, column, [0.5, 0.5])
    }

    /// The level displacement from a point into a column, to these fractions of its width and depth.
    pub(crate) fn part(&self, from: Vec3, [x, z]: Column, [wide, deep]: [f32; 2]) -> Vec3 {
        let middle = self.least + Vec2::new(x as f32 + wide, z as f32 + deep) * self.cell;
        let [dx, dz] = [
            middle.x - from.dot(self.axes[0]),
            middle.y - from.dot(self.axes[1]),
        ];
        self.axes[0] * dx + self.axes[1] * dz
    }

    /// The first corner of a column at the height of a point, `rise` above it.
    pub(crate) fn corner(&self, point: Vec3, column: Column, rise: f32) -> Vec3 {
        point + self.part(point, column, [0.0; 2]) + self.up * rise
    }

    /// The column with this first corner, which may be off by rounding.
    pub(crate) fn cell_of(&self, corner: Vec3) -> Column {
        let [x, z] = self.axes;
        self.of(corner + (x + z) * (0.5 * self.cell))
    }

    /// The level part of a displacement, along both axes.
    pub(crate) fn flat(&self, way: Vec3) -> Vec2 {
        Vec2::new(way.dot(self.axes[0]), way.dot(self.axes[1]))
    }

    /// The height of a point.
    pub(crate) fn height(&self, point: Vec3) -> f32 {
        point.dot(self.up)
    }
}
