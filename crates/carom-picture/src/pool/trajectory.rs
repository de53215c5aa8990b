//! Trajectories as polylines over time: positions at a time, and pieces cut at the edges of a period.

use super::panel::Panel;
use super::{Moment, Pool};

/// A ball's trajectory between two times, in pieces that each lie in one period.
pub(super) fn pieces(pool: &Pool, number: usize, moment: &Moment) -> Vec<Vec<(f64, [f64; 3])>> {
    let trajectory = &pool.trajectories[number];
    let mut corners = vec![(moment.from, at(trajectory, moment.from))];
    let inside = |(time, _): &&(f64, [f64; 3])| *time > moment.from && *time < moment.to;
    corners.extend(trajectory.iter().filter(inside));
    corners.push((moment.to, at(trajectory, moment.to)));
    let Some(period) = pool.period else {
        return vec![corners];
    };
    let axes = if pool.flat { 2 } else { 3 };
    let mut pieces = Vec::new();
    let mut piece: Vec<(f64, [f64; 3])> = Vec::new();
    for pair in corners.windows(2) {
        let (p, q) = (pair[0], pair[1]);
        // Where it crosses an edge of the period, as fractions of the segment.
        let mut cuts = vec![0.0, 1.0];
        for (axis, length) in period.iter().enumerate().take(axes) {
            let [a, b] = [p.1[axis] / length, q.1[axis] / length];
            let (low, high) = (a.min(b), a.max(b));
            let first = low.floor() + 1.0;
            let edges = (0..64).map(|i| first + f64::from(i));
            cuts.extend(
                edges
                    .take_while(|edge| *edge < high)
                    .map(|edge| (edge - a) / (b - a)),
            );
        }
        cuts.sort_by(f64::total_cmp);
        for cut in cuts.windows(2) {
            let [start, middle, end] =
                [cut[0], 0.5 * (cut[0] + cut[1]), cut[1]].map(|s| between(p, q, s));
            let mut image = [0.0; 3];
            for axis in 0..axes {
                image[axis] = (middle.1[axis] / period[axis]).floor() * period[axis];
            }
            let shifted = |(time, p): (f64, [f64; 3])| {
                (time, [p[0] - image[0], p[1] - image[1], p[2] - image[2]])
            };
            let (start, end) = (shifted(start), shifted(end));
            let goes_on = piece.last().is_some_and(|(_, last)| {
                (0..axes).all(|axis| (last[axis] - start.1[axis]).abs() < 1e-6 * period[axis])
            });
            if !goes_on {
                pieces.push(std::mem::take(&mut piece));
                piece.push(start);
            }
            piece.push(end);
        }
    }
    pieces.push(piece);
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

/// The point at the fraction `s` of a segment.
fn between(p: (f64, [f64; 3]), q: (f64, [f64; 3]), s: f64) -> (f64, [f64; 3]) {
    let mix = |a: f64, b: f64| a + (b - a) * s;
    let place = [0, 1, 2].map(|axis| mix(p.1[axis], q.1[axis]));
    (mix(p.0, q.0), place)
}

/// Position of a ball at a time; before the first corner and after the last it is there.
pub(super) fn at(trajectory: &[(f64, [f64; 3])], time: f64) -> [f64; 3] {
    let next = trajectory.partition_point(|(corner, _)| *corner <= time);
    match (trajectory.get(next.wrapping_sub(1)), trajectory.get(next)) {
        (Some(p), Some(q)) => between(*p, *q, (time - p.0) / (q.0 - p.0)).1,
        (Some(p), None) | (None, Some(p)) => p.1,
        (None, None) => [0.0; 3],
    }
}

/// The image of a point in the first period.
pub(super) fn wrapped(pool: &Pool, p: &[f64; 3]) -> [f64; 3] {
    match pool.period {
        None => *p,
        Some(period) => [0, 1, 2].map(|axis| {
            if period[axis] > 0.0 {
                p[axis] - (p[axis] / period[axis]).floor() * period[axis]
            } else {
                p[axis]
            }
        }),
    }
}

/// The center of a ball in the first period, and its images where the ball reaches over an edge.
pub(super) fn images(pool: &Pool, panel: &Panel, p: &[f64; 3], radius: f64) -> Vec<[f64; 3]> {
    let mut images = vec![wrapped(pool, p)];
    let Some(period) = pool.period else {
        return images;
    };
    for axis in [panel.axes[0], panel.axes[1]] {
        for i in 0..images.len() {
            let mut image = images[i];
            if image[axis] < radius {
                image[axis] += period[axis];
            } else if image[axis] > period[axis] - radius {
                image[axis] -= period[axis];
            } else {
                continue;
            }
            images.push(image);
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use super::*;
    use crate::pool::panel::panels;

    #[test]
    fn a_ball_is_between_the_corners_of_its_trajectory() {
        let trajectory = &one(None).trajectories[0];
        assert_eq!(at(trajectory, 1.0), [3.0, 2.0, 0.0]);
        assert_eq!(at(trajectory, -1.0), [1.0, 1.0, 0.0]);
        assert_eq!(at(trajectory, 9.0), [9.0, 5.0, 0.0]);
        assert_eq!(at(&[], 1.0), [0.0; 3]);
    }

    #[test]
    fn a_trajectory_over_the_edges_is_cut_there() {
        let pool = one(Some([4.0, 4.0, 0.0]));
        let all = Moment {
            from: 0.0,
            to: 4.0,
            speed: None,
        };
        let pieces = pieces(&pool, 0, &all);
        // Over x = 4 and 8, and over y = 4 at x = 7.
        assert_eq!(pieces.len(), 4, "{pieces:?}");
        let inside = |p: &[f64; 3]| (0..2).all(|axis| (-1e-9..=4.0 + 1e-9).contains(&p[axis]));
        assert!(pieces.iter().flatten().all(|(_, p)| inside(p)));
        assert_eq!(
            images(&pool, &panels(&pool, 640.0).0[0], &[0.2, 3.9, 0.0], 0.5).len(),
            4
        );
    }
}
