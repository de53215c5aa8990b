//! The range of the height ramp: the heights of walkable faces, without rare outliers.

use glam::Vec3;

/// Bins of the histogram of floor area by height.
const BINS: usize = 1000;

/// Fraction of the floor area that may be left out at each end.
const RARE: f64 = 0.02;

/// Fraction of all heights below which the rest is left out.
const WORTH: f64 = 0.6;

/// The range of the ramp, and whether some floor is outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floors {
    /// Least height of the ramp.
    pub(crate) low: f32,
    /// Greatest height of the ramp.
    pub(crate) high: f32,
    /// Some floor is lower than `low`.
    pub(crate) lower: bool,
    /// Some floor is higher than `high`.
    pub(crate) higher: bool,
}

impl Floors {
    /// A range that leaves nothing out.
    pub(crate) fn whole(low: f32, high: f32) -> Self {
        Self {
            low,
            high,
            lower: false,
            higher: false,
        }
    }

    /// The heights of the walkable faces; `None` without any.
    ///
    /// A small area far above or below that would take most of the ramp is left out, but never a height of
    /// a character's `feet`.
    pub(crate) fn new(
        triangles: &[[Vec3; 3]],
        walkable: f32,
        feet: impl Iterator<Item = f32>,
    ) -> Option<Self> {
        let floors = || triangles.iter().filter_map(|face| floor(face, walkable));
        let (low, high) = floors()
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
        for (heights, area) in floors() {
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

/// Heights of the corners and projected area of a walkable face.
fn floor([a, b, c]: &[Vec3; 3], walkable: f32) -> Option<([f32; 3], f32)> {
    let normal = (b - a).cross(c - a);
    let stands = normal.y > 0.0 && normal.y >= walkable * normal.length();
    stands.then_some(([a.y, b.y, c.y], normal.y))
}

/// The number of bins from one end that hold no more than the rare fraction of the area.
fn rare<'a>(areas: impl Iterator<Item = &'a f64>, sum: f64) -> usize {
    let mut counted = 0.0;
    areas
        .take_while(|&&area| {
            counted += area;
            counted <= RARE * sum
        })
        .count()
        .min(BINS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(half: f32, y: f32) -> [Vec3; 3] {
        [
            Vec3::new(0.0, y, 0.0),
            Vec3::new(0.0, y, half),
            Vec3::new(half, y, 0.0),
        ]
    }

    #[test]
    fn a_small_ledge_high_up_is_left_out() {
        let triangles = [
            triangle(20.0, 0.0),
            triangle(20.0, 4.0),
            triangle(0.5, 100.0),
        ];
        let floors = Floors::new(&triangles, 0.7, [].into_iter()).expect("floors");
        assert!(floors.low == 0.0 && floors.high < 5.0 && floors.higher && !floors.lower);
        let floors = Floors::new(&triangles, 0.7, [99.0].into_iter()).expect("floors");
        assert!(floors.high == 100.0 && !floors.higher);
    }

    #[test]
    fn a_ceiling_is_no_floor() {
        let [a, b, c] = triangle(3.0, 2.0);
        assert!(Floors::new(&[[a, c, b]], 0.7, [].into_iter()).is_none());
    }
}
