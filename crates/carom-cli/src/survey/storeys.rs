//! The storeys of a level, each with its own map: a hill is one, a house has several.

use carom_picture::Storey;
use carom_survey::{Ground, Reach};
use std::collections::BTreeMap;

/// Two floors are joined if this fraction of the smaller one is half-way between them,
const BETWEEN: f64 = 0.25;

/// and no more than this fraction of it is above or below the other.
const ABOVE: f64 = 0.02;

/// The heights that belong to a floor, by its number from below: up to the middle to the floors below and above.
pub(super) fn between(floors: &[f32], number: usize) -> [f32; 2] {
    let middle = |below: usize| 0.5 * (floors[below] + floors[below + 1]);
    let low = number.checked_sub(1).map_or(f32::NEG_INFINITY, middle);
    let is_last = number + 1 >= floors.len();
    let high = if is_last {
        f32::INFINITY
    } else {
        middle(number)
    };
    [low, high]
}

/// The storeys. Heights of one cell that differ by no more than `step` belong to one floor.
pub(super) fn of(reach: &Reach, step: f32) -> Vec<Storey> {
    let heights: Vec<f32> = reach.floors.iter().map(|floor| floor.height).collect();
    let mut storeys: Vec<Storey> = Vec::new();
    let joined = joined(&reach.ground, &heights, reach.cell, step);
    for (number, floor) in reach.floors.iter().enumerate() {
        let [low, high] = between(&heights, number);
        match storeys.last_mut() {
            Some(storey) if joined[number - 1] => {
                storey.floors[1] = number + 1;
                storey.heights[1] = floor.height;
                storey.range[1] = high;
                storey.area += floor.area;
            }
            _ => storeys.push(Storey {
                floors: [number + 1; 2],
                heights: [floor.height; 2],
                range: [low, high],
                area: floor.area,
            }),
        }
    }
    storeys
}

/// Of each floor, whether it is joined to the next.
fn joined(ground: &[Ground], heights: &[f32], cell: f32, step: f32) -> Vec<bool> {
    let count = heights.len().saturating_sub(1);
    let mut areas = vec![0.0; heights.len()];
    let (mut halfway, mut stacked) = (vec![0.0; count], vec![0.0; count]);
    let mut columns: BTreeMap<[i32; 2], Vec<(usize, f32, f64)>> = BTreeMap::new();
    let floor = |height: f32| {
        let above = (0..count).filter(|below| height >= between(heights, *below)[1]);
        above.count()
    };
    for one in ground {
        let height = one.corner.y;
        let number = floor(height);
        let area = f64::from(one.shape.count_ones());
        areas[number] += area;
        for below in [number.checked_sub(1), Some(number)].into_iter().flatten() {
            if below < count {
                let share = (height - heights[below]) / (heights[below + 1] - heights[below]);
                if (0.25..0.75).contains(&share) {
                    halfway[below] += area;
                }
            }
        }
        let column = [one.corner.x, one.corner.z].map(|x| (x / cell).round() as i32);
        columns
            .entry(column)
            .or_default()
            .push((number, height, area));
    }
    for here in columns.values() {
        for (number, height, area) in here {
            let is_above = |(other, low, _): &&(usize, f32, f64)| {
                *other == *number + 1 && *low - *height > step
            };
            if let Some((_, _, other)) = here.iter().find(is_above) {
                stacked[*number] += if other < area { *other } else { *area };
            }
        }
    }
    (0..count)
        .map(|below| {
            let (a, b) = (areas[below], areas[below + 1]);
            let smaller = if a < b { a } else { b };
            halfway[below] >= BETWEEN * smaller && stacked[below] <= ABOVE * smaller
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_survey::Floor;
    use glam::Vec3;

    /// The ground of a level with these heights along a row of cells.
    fn reach(heights: &[f32], floors: &[f32]) -> Reach {
        let ground: Vec<_> = (0..)
            .zip(heights)
            .map(|(i, height)| Ground {
                corner: Vec3::new((i % 100) as f32 * 0.25, *height, 1.0),
                seconds: 0.0,
                shape: u64::MAX,
            })
            .collect();
        let area = |_| 1.0;
        Reach {
            area: 1.0,
            places: 1,
            floors: (floors.iter())
                .map(|height| Floor {
                    height: *height,
                    area: area(height),
                })
                .collect(),
            ground,
            cell: 0.25,
        }
    }

    #[test]
    fn a_slope_is_one_and_a_house_is_two() {
        let slope: Vec<f32> = (0..100).map(|i| i as f32 * 0.04).collect();
        let storeys = of(&reach(&slope, &[1.0, 2.0, 3.0]), 0.4);
        assert_eq!(storeys.len(), 1);
        let Storey {
            floors,
            heights,
            range,
            area,
        } = storeys[0];
        assert_eq!((floors, heights, area), ([1, 3], [1.0, 3.0], 3.0));
        assert_eq!(range, [f32::NEG_INFINITY, f32::INFINITY]);
        // Two floors and a stair.
        let house: Vec<f32> = (0..200)
            .map(|i| match i {
                0..90 => 0.0,
                90..100 => (i - 89) as f32 * 0.3,
                _ => 3.0,
            })
            .collect();
        let storeys = of(&reach(&house, &[0.0, 3.0]), 0.4);
        let ranges: Vec<_> = storeys.iter().map(|storey| storey.range).collect();
        assert_eq!(ranges, [[f32::NEG_INFINITY, 1.5], [1.5, f32::INFINITY]]);
    }

    #[test]
    fn a_spiral_above_itself_has_several() {
        let winding: Vec<f32> = (0..300).map(|i| i as f32 * 0.03).collect();
        let storeys = of(&reach(&winding, &[1.5, 4.5, 7.5]), 0.4);
        assert_eq!(storeys.len(), 3);
        assert!(of(&reach(&[], &[]), 0.4).is_empty());
    }
}
