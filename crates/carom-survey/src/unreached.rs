//! Unreached area: ground flat and free enough to stand on that the search never reached.

mod cause;
mod cells;
mod descent;
mod interior;

pub use cause::{Cause, CauseKind};

use crate::by_column::ByColumn;
use crate::columns::{Column, by_place};
use crate::flood::Flood;
use crate::heights::PlaceHeights;
use crate::run::Action;
use crate::searched::Searched;
use crate::survey::Survey;
use carom::{Mesh, Triangle};
use cells::RegionCells;
use glam::{Vec2, Vec3};
use interior::{Cells, most_interior};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A connected region where the character could stand and that the search never reached.
///
/// ```
/// use carom::Mesh;
/// use carom_survey::{CauseKind, Options, Survey};
/// use glam::{Vec3, vec3};
///
/// // A floor of 8 m × 8 m, and 1.5 m above it one of 2 m × 2 m.
/// let quad = |y: f32, a: f32, b: f32| [vec3(a, y, a), vec3(a, y, b), vec3(b, y, b), vec3(b, y, a)];
/// let corners = [quad(0., 0., 8.), quad(1.5, 3., 5.)].concat();
/// let level: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])?;
/// let survey = Survey::new(&level, Options::default())?;
/// let flood = survey.flood(vec3(1., 0., 1.), |_| true)?;
/// let ledge = &survey.unreached(&flood)[0];
/// assert!(ledge.position.distance(vec3(4., 1.5, 4.)) < 0.25);
/// // The character could drop from it to the floor.
/// let descent = ledge.descent.as_ref().expect("a ledge");
/// assert!(descent.from.y > 1.0 && descent.to.y < 0.1);
/// let cause = ledge.cause.expect("a step");
/// assert_eq!((cause.kind, cause.size, cause.opens), (CauseKind::Step, 1.5, ledge.area));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Unreached {
    /// Feet at its most interior point: in the cell that is farthest from its border.
    pub position: Vec3,
    /// Its area in whole cells, m².
    pub area: f64,
    /// The numbers of its triangles in the level, ascending.
    pub triangles: Vec<u32>,
    /// Feet in each of its cells, ordered by column.
    pub cells: Vec<Vec3>,
    /// The way down to reached ground, if it is a ledge: ground that the character can leave but not reach.
    pub descent: Option<Descent>,
    /// What keeps the character out, if that is a step, slope, opening or ceiling beside reached ground or another region.
    pub cause: Option<Cause>,
}

/// A run from an unreached region down to reached ground, or to another region with a descent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Descent {
    /// The feet at the start, in the region.
    pub from: Vec3,
    /// The input.
    pub action: Action,
    /// The feet at the end.
    pub to: Vec3,
}

/// A standing pose in the middle of a cell.
#[derive(Clone, Copy)]
struct Stand {
    column: Column,
    height: f32,
    feet: Vec3,
    triangle: u32,
}

/// The heights of reached places, by column.
struct Reached<'s> {
    heights: &'s PlaceHeights,
    same: f32,
}

impl Reached<'_> {
    /// Whether a place in this column or one beside it is at this height.
    fn is_near(&self, column: Column, height: f32) -> bool {
        let mut heights = self.heights.around(column);
        heights.any(|other| (other - height).abs() <= self.same)
    }
}

impl Survey<'_> {
    /// The regions where the character could stand and that the search never reached, the largest first.
    #[must_use]
    pub fn unreached(&self, flood: &Flood) -> Vec<Unreached> {
        let Ok(regions) = Searched::of(self, flood).unreached();
        regions
    }
}

impl<E> Searched<'_, E> {
    /// The regions where the character could stand and that the search never reached, the largest first.
    ///
    /// # Errors
    /// A tile that cannot be loaded.
    pub fn unreached(&self) -> Result<Vec<Unreached>, E> {
        let survey = &self.survey;
        let reached = Reached {
            heights: self.heights()?,
            same: survey.same(),
        };
        let fronts = self.are_fronts_up()?;
        let mut regions = survey.regions(&survey.stands(&reached, fronts));
        let cells = RegionCells::new(survey, &regions, reached.same);
        survey.add_descents(&mut regions, &reached, &cells);
        survey.add_causes(&mut regions, &reached, &cells);
        regions.sort_by(|a, b| {
            let by_area = b.area.total_cmp(&a.area);
            by_area.then_with(|| by_place(a.position, b.position))
        });
        Ok(regions)
    }

    /// Whether most reached places are on triangles that face up: their winding says which side of a surface counts.
    fn are_fronts_up(&self) -> Result<bool, E> {
        let Survey {
            level, settings, ..
        } = &self.survey;
        let (mut up, mut down) = (0_usize, 0_usize);
        self.each_tile(|tile| {
            let grounds = tile.places().iter().filter_map(|place| place.body.ground);
            let faces = grounds.filter_map(|ground| level.triangle(ground.part.index).normal());
            for face in faces {
                let side = if face.dot(settings.up) > 0.0 {
                    &mut up
                } else {
                    &mut down
                };
                *side += 1;
            }
        })?;
        // A level in which both count has no fronts.
        Ok(up > 9 * down)
    }
}

impl Survey<'_> {
    /// The standing poses in the middles of cells, away from reached places, ordered by triangle.
    ///
    /// With `fronts` only triangles count that face up: the back of a ceiling is no roof, and the underside of a slab no floor.
    fn stands(&self, reached: &Reached<'_>, fronts: bool) -> Vec<Stand> {
        (0..self.level.len() as u32)
            .into_par_iter()
            .map_init(
                || self.standing(),
                |standing, triangle| {
                    let mut found = Vec::new();
                    for (column, point) in self.ground(self.level, triangle, fronts) {
                        if reached.is_near(column, self.columns.height(point)) {
                            continue;
                        }
                        if let Some(feet) = standing.at(point, reached.same) {
                            let height = self.columns.height(feet);
                            if !reached.is_near(column, height) {
                                found.push(Stand {
                                    column,
                                    height,
                                    feet,
                                    triangle,
                                });
                            }
                        }
                    }
                    found
                },
            )
            .flatten_iter()
            .collect()
    }

    /// The points where the middles of columns intersect a triangle of walkable slope.
    fn ground(&self, level: &Mesh<Vec3>, number: u32, fronts: bool) -> Vec<(Column, Vec3)> {
        let triangle = level.triangle(number);
        let up = self.settings.up;
        let Some(normal) = triangle.normal() else {
            return Vec::new();
        };
        let upright = normal.dot(up);
        let facing = if fronts { upright } else { upright.abs() };
        if facing < self.settings.max_slope {
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

    /// The connected regions of standing poses, in the order of their first poses.
    fn regions(&self, stands: &[Stand]) -> Vec<Unreached> {
        let at: ByColumn<usize> = stands.iter().map(|stand| stand.column).zip(0..).collect();
        let mut seen = vec![false; stands.len()];
        let mut regions = Vec::new();
        for start in 0..stands.len() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut waiting = vec![start];
            let mut members = Vec::new();
            while let Some(i) = waiting.pop() {
                members.push(&stands[i]);
                waiting.extend(self.connected(&stands[i], stands, &at, &mut seen));
            }
            regions.extend(self.region(&members));
        }
        regions
    }

    /// The poses connected to one that no region has yet.
    fn connected(
        &self,
        stand: &Stand,
        stands: &[Stand],
        at: &ByColumn<usize>,
        seen: &mut [bool],
    ) -> Vec<usize> {
        at.around(stand.column)
            .copied()
            .filter(|&i| {
                let same = (stands[i].height - stand.height).abs() <= self.same();
                same && !std::mem::replace(&mut seen[i], true)
            })
            .collect()
    }

    /// The region of connected poses, without a descent and a cause.
    fn region(&self, members: &[&Stand]) -> Option<Unreached> {
        let same = self.same();
        // Where triangles overlap a cell counts once.
        let mut cells: BTreeMap<(Column, i64), Vec3> = BTreeMap::new();
        for stand in members {
            let level = (stand.height / same).round() as i64;
            cells.entry((stand.column, level)).or_insert(stand.feet);
        }
        let mut heights = Cells::new();
        for (&(column, _), feet) in &cells {
            let column = heights.entry(column).or_default();
            column.push(self.columns.height(*feet));
        }
        let (column, index) = most_interior(&heights, same)?;
        let mut floors = cells.range((column, i64::MIN)..=(column, i64::MAX));
        let (_, position) = floors.nth(index)?;
        let triangles: BTreeSet<u32> = members.iter().map(|stand| stand.triangle).collect();
        let cell = f64::from(self.options.cell);
        Some(Unreached {
            position: *position,
            area: cells.len() as f64 * cell * cell,
            triangles: triangles.into_iter().collect(),
            cells: cells.into_values().collect(),
            descent: None,
            cause: None,
        })
    }
}
