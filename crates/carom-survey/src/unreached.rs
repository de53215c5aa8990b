//! Unreached area: ground flat and free enough to stand on that the search never reached.

use crate::columns::{Column, by_place};
use crate::flood::Flood;
use crate::survey::Survey;
use carom::{Mesh, Triangle};
use glam::{Vec2, Vec3};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A connected region where the character could stand and that the search never reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreached {
    /// Feet in it.
    pub position: Vec3,
    /// Its area in whole cells, m².
    pub area: f64,
    /// The numbers of its triangles in the level, ascending.
    pub triangles: Vec<u32>,
    /// Feet in each of its cells, ordered by column.
    pub cells: Vec<Vec3>,
}

/// A standing pose in the middle of a cell.
#[derive(Clone, Copy)]
struct Stand {
    column: Column,
    height: f32,
    feet: Vec3,
    triangle: u32,
}

impl Survey<'_> {
    /// The regions where the character could stand and that the search never reached, the largest first.
    #[must_use]
    pub fn unreached(&self, flood: &Flood) -> Vec<Unreached> {
        let same = self.same();
        let feet = flood.places.iter().map(|place| place.body.feet);
        let known = self.columns.heights(feet);
        let is_known = |[x, z]: Column, height: f32| {
            (0..9).any(|i| {
                let heights = known.get(&[x + i % 3 - 1, z + i / 3 - 1]);
                heights.is_some_and(|heights| heights.iter().any(|h| (h - height).abs() <= same))
            })
        };
        let stands: Vec<Vec<Stand>> = (0..self.level.len() as u32)
            .into_par_iter()
            .map_init(
                || self.standing(),
                |standing, number| {
                    let mut found = Vec::new();
                    for (column, point) in self.ground(self.level, number) {
                        let height = self.columns.height(point);
                        if is_known(column, height) {
                            continue;
                        }
                        if let Some(feet) = standing.at(point, same) {
                            let height = self.columns.height(feet);
                            if !is_known(column, height) {
                                found.push(Stand {
                                    column,
                                    height,
                                    feet,
                                    triangle: number,
                                });
                            }
                        }
                    }
                    found
                },
            )
            .collect();
        let stands: Vec<Stand> = stands.into_iter().flatten().collect();
        let mut regions: Vec<Unreached> = self.regions(&stands, same);
        regions.sort_by(|a, b| {
            let by_area = b.area.total_cmp(&a.area);
            by_area.then_with(|| by_place(a.position, b.position))
        });
        regions
    }

    /// The points where the middles of columns intersect a triangle of walkable slope.
    fn ground(&self, level: &Mesh<Vec3>, number: u32) -> Vec<(Column, Vec3)> {
        let triangle = level.triangle(number);
        let up = self.settings.up;
        let Some(normal) = triangle.normal() else {
            return Vec::new();
        };
        let upright = normal.dot(up);
        if upright.abs() < self.settings.max_slope {
            return Vec::new();
        }
        let Triangle { a, b, c, .. } = triangle;
        let flat = |p: Vec3| self.columns.flat(p - a);
        let (fb, fc) = (flat(b), flat(c));
        let corners = [a, b, c].map(|corner| self.columns.of(corner));
        let range = |axis: usize| {
            let numbers = corners.map(|corner| corner[axis]);
            let least = numbers[0].min(numbers[1]).min(numbers[2]);
            least..=numbers[0].max(numbers[1]).max(numbers[2])
        };
        let mut found = Vec::new();
        for z in range(1) {
            for x in range(0) {
                let way = self.columns.way(a, [x, z]);
                let p = self.columns.flat(way);
                // Inside the triangle: on the same side of all edges.
                let sides = [Vec2::ZERO, fb, fc];
                let turns =
                    [0, 1, 2].map(|i| (sides[(i + 1) % 3] - sides[i]).perp_dot(p - sides[i]));
                if turns.iter().all(|t| *t >= 0.0) || turns.iter().all(|t| *t <= 0.0) {
                    // Up to its plane.
                    let rise = -normal.dot(way) / upright;
                    found.push(([x, z], a + way + up * rise));
                }
            }
        }
        found
    }

    /// The connected regions of standing poses.
    fn regions(&self, stands: &[Stand], same: f32) -> Vec<Unreached> {
        let mut at: BTreeMap<Column, Vec<usize>> = BTreeMap::new();
        for (i, stand) in stands.iter().enumerate() {
            at.entry(stand.column).or_default().push(i);
        }
        let mut seen = vec![false; stands.len()];
        let mut regions = Vec::new();
        for start in 0..stands.len() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut waiting = vec![start];
            // Where triangles overlap a cell counts once.
            let mut cells: BTreeMap<(Column, i64), Vec3> = BTreeMap::new();
            let mut triangles = BTreeSet::new();
            while let Some(i) = waiting.pop() {
                let Stand {
                    column: [x, z],
                    height,
                    triangle,
                    feet,
                } = stands[i];
                cells
                    .entry(([x, z], (height / same).round() as i64))
                    .or_insert(feet);
                triangles.insert(triangle);
                for k in 0..9 {
                    for &next in at
                        .get(&[x + k % 3 - 1, z + k / 3 - 1])
                        .into_iter()
                        .flatten()
                    {
                        if !seen[next] && (stands[next].height - height).abs() <= same {
                            seen[next] = true;
                            waiting.push(next);
                        }
                    }
                }
            }
            let cell = f64::from(self.options.cell);
            regions.push(Unreached {
                position: stands[start].feet,
                area: cells.len() as f64 * cell * cell,
                triangles: triangles.into_iter().collect(),
                cells: cells.into_values().collect(),
            });
        }
        regions
    }
}
