//! The heights that the height ramp runs over.

use glam::Vec3;

/// Steps in which floor area is counted by height.
const BINS: usize = 1000;

/// Share of the floor area that may be left out at each end.
const RARE: f64 = 0.02;

/// Part of all heights below which it is worth leaving the rest out.
const WORTH: f64 = 0.6;

/// Heights that the ramp runs over, and whether it leaves out some below and some above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floors {
    /// Where the ramp starts.
    pub(super) low: f32,
    /// Where it ends.
    pub(super) high: f32,
    /// Some floor is lower than `low`.
    pub(super) lower: bool,
    /// Some floor is higher than `high`.
    pub(super) higher: bool,
}

impl Floors {
    /// A ramp that leaves nothing out.
    pub(super) fn whole(low: f32, high: f32) -> Self {
        Self {
            low,
            high,
            lower: false,
            higher: false,
        }
    }

    /// The heights of the faces that can be stood on; nothing if there are none.
    ///
    /// When a little area far up or down would use up most of the ramp, the ramp leaves it out,
    /// but never the heights of anyone's `feet`.
    pub(super) fn new(
        triangles: &[[Vec3; 3]],
        walkable: f32,
        feet: impl Iterator<Item = f32>,
    ) -> Option<Self> {
        let stood = || triangles.iter().filter_map(|face| stood(face, walkable));
        let (low, high) = stood()
            .flat_map(|(heights, _)| heights)
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), height| {
                (low.min(height), high.max(height))
            });
        if low > high {
            return None;
        }
        let step = (high - low) / BINS as f32;
        if step <= 0.0 {
            return Some(Self::whole(low, high));
        }
        let bin = |height: f32| (((height - low) / step) as usize).min(BINS - 1);
        let (mut areas, mut sum) = ([0.0; BINS], 0.0);
        for (heights, area) in stood() {
            areas[bin(heights.iter().sum::<f32>() / 3.0)] += area as f64;
            sum += area as f64;
        }
        let mut first = rare(areas.iter(), sum);
        let mut last = BINS - 1 - rare(areas.iter().rev(), sum);
        for bin in feet.map(bin) {
            (first, last) = (first.min(bin), last.max(bin));
        }
        if (last + 1 - first) as f64 > WORTH * BINS as f64 {
            return Some(Self::whole(low, high));
        }
        Some(Self {
            low: low + first as f32 * step,
            high: low + (last + 1) as f32 * step,
            lower: first > 0,
            higher: last < BINS - 1,
        })
    }
}

/// Heights of the corners, and area seen from above, of a face that can be stood on.
fn stood([a, b, c]: &[Vec3; 3], walkable: f32) -> Option<([f32; 3], f32)> {
    let normal = (b - a).cross(c - a);
    let stands = normal.y > 0.0 && normal.y >= walkable * normal.length();
    stands.then_some(([a.y, b.y, c.y], normal.y))
}

/// How many bins from one end hold no more than a rare share of the area.
fn rare<'a>(areas: impl Iterator<Item = &'a f64>, sum: f64) -> usize {
    let mut seen = 0.0;
    areas
        .take_while(|&&area| {
            seen += area;
            seen <= RARE * sum
        })
        .count()
        .min(BINS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floor(half: f32, y: f32) -> [Vec3; 3] {
        [
            Vec3::new(0.0, y, 0.0),
            Vec3::new(0.0, y, half),
            Vec3::new(half, y, 0.0),
        ]
    }

    #[test]
    fn one_small_ledge_high_up_does_not_use_up_the_ramp() {
        let triangles = [floor(20.0, 0.0), floor(20.0, 4.0), floor(0.5, 100.0)];
        let floors = Floors::new(&triangles, 0.7, [].into_iter()).expect("floors");
        assert!(floors.low == 0.0 && floors.high < 5.0 && floors.higher && !floors.lower);
        let floors = Floors::new(&triangles, 0.7, [99.0].into_iter()).expect("floors");
        assert!(floors.high == 100.0 && !floors.higher);
    }

    #[test]
    fn a_ceiling_is_no_floor() {
        let [a, b, c] = floor(3.0, 2.0);
        assert!(Floors::new(&[[a, c, b]], 0.7, [].into_iter()).is_none());
    }
}
