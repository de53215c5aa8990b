//! The list of touching pairs of many moving balls, tick by tick: `World::update_pairs` beside parry's BVH, as rapier's broad
//! phase drives it (all boxes updated, one refit) and as a dynamic tree (boxes that left their margin are inserted again,
//! as in Box2D's `b2DynamicTree`).

use crate::clock::{median, time};
use crate::peer::vector;
use crate::table::Table;
use carom::{Ball, Body, BodyId, PairEvents, Pose, World};
use fastrand::Rng;
use glam::Vec3;
use parry3d::bounding_volume::Aabb;
use parry3d::partitioning::{Bvh, BvhWorkspace};
use std::error::Error;

const COUNTS: [usize; 3] = [1_000, 10_000, 100_000];
const TICKS: usize = 20;
const RADIUS: f32 = 0.25;
/// The margin of the peer's boxes, m: what a ball moves in two ticks.
const MARGIN: f32 = 0.1;
/// What a ball moves in a tick at most, m: 3 m/s at 60 Hz.
const STEP: f32 = 0.05;

/// Milliseconds per tick, medians.
pub(crate) fn run() -> Result<Table, Box<dyn Error>> {
    let head = [
        "bodies",
        "pairs",
        "carom: move",
        "pairs",
        "parry refit: move",
        "pairs",
        "parry dynamic: move",
        "pairs",
        "parry refit / carom",
        "parry dynamic / carom",
    ];
    let mut table = Table::new("broad", head);
    for count in COUNTS {
        let (pairs, times) = measure(count)?;
        let ms = |i: usize| format!("{:.2}", times[i] / 1e6);
        let ratio =
            |i: usize| format!("{:.1} ×", (times[i] + times[i + 1]) / (times[0] + times[1]));
        let mut cells = vec![count.to_string(), pairs.to_string()];
        cells.extend((0..6).map(ms));
        cells.extend([ratio(2), ratio(4)]);
        table.row(cells);
    }
    Ok(table)
}

/// A BVH of the peer over the boxes of all balls.
#[derive(Default)]
struct Peer {
    bvh: Bvh,
    workspace: BvhWorkspace,
    /// The touching pairs of this tick and of the one before, for what began and ended.
    pairs: [Vec<(u32, u32)>; 2],
}

impl Peer {
    fn aabb(center: Vec3) -> Aabb {
        let half = Vec3::splat(RADIUS);
        Aabb::new(vector(center - half), vector(center + half))
    }

    fn refit(&mut self, centers: &[Vec3]) {
        for (i, center) in centers.iter().enumerate() {
            self.bvh
                .insert_or_update_partially(Self::aabb(*center), i as u32, MARGIN);
        }
        self.bvh.refit(&mut self.workspace);
        self.bvh.optimize_incremental(&mut self.workspace);
    }

    fn insert_again(&mut self, centers: &[Vec3]) {
        for (i, center) in centers.iter().enumerate() {
            let aabb = Self::aabb(*center);
            self.bvh
                .reinsert_or_update_with_change_detection(aabb, i as u32, MARGIN);
        }
        self.bvh.optimize_incremental(&mut self.workspace);
    }

    /// The touching pairs, and how many of them were not there before or are no more.
    fn pairs(&mut self, centers: &[Vec3]) -> (usize, usize) {
        self.pairs.swap(0, 1);
        let Self {
            bvh,
            workspace,
            pairs: [now, before],
        } = self;
        now.clear();
        bvh.traverse_bvtt_single_tree::<false>(workspace, &mut |i, j| {
            let apart = centers[i as usize].distance_squared(centers[j as usize]);
            if apart <= 4.0 * RADIUS * RADIUS {
                now.push((i.min(j), i.max(j)));
            }
        });
        now.sort_unstable();
        let began = now
            .iter()
            .filter(|pair| before.binary_search(pair).is_err());
        let ended = before
            .iter()
            .filter(|pair| now.binary_search(pair).is_err());
        let changed = began.count() + ended.count();
        (now.len(), changed)
    }
}

/// The number of pairs of the last tick, and the times in nanoseconds.
fn measure(count: usize) -> Result<(usize, [f64; 6]), Box<dyn Error>> {
    let random = &mut Rng::with_seed(7);
    // Each ball touches about two others.
    let side = (count as f32 * 0.26).cbrt();
    let mut centers: Vec<Vec3> = (0..count)
        .map(|_| Vec3::from(std::array::from_fn(|_| random.f32() * side)))
        .collect();
    let mut world = World::new();
    let mut ids: Vec<BodyId> = Vec::with_capacity(count);
    for center in &centers {
        let ball: Body<Vec3> = Body::new(Ball::new(Vec3::ZERO, RADIUS));
        let (pose, moving) = (Pose::at(*center), true);
        ids.push(world.insert(Body {
            pose,
            moving,
            ..ball
        })?);
    }
    let mut events = PairEvents::new();
    let (mut refit, mut dynamic) = (Peer::default(), Peer::default());
    refit.refit(&centers);
    dynamic.insert_again(&centers);
    let mut times: [Vec<f64>; 6] = Default::default();
    let mut pairs = 0;
    for tick in 0..TICKS {
        for center in &mut centers {
            let step = Vec3::from(std::array::from_fn(|_| random.f32() - 0.5)) * (2.0 * STEP);
            *center += step;
        }
        let (moved, own_move) = time(|| {
            let mut all = ids.iter().zip(&centers);
            all.try_for_each(|(id, center)| world.set_pose(*id, Pose::at(*center)))
        });
        moved?;
        let ((), own_pairs) = time(|| world.update_pairs(&mut events));
        let ((), refit_move) = time(|| refit.refit(&centers));
        let ((found, _), refit_pairs) = time(|| refit.pairs(&centers));
        let ((), dynamic_move) = time(|| dynamic.insert_again(&centers));
        let ((again, _), dynamic_pairs) = time(|| dynamic.pairs(&centers));
        pairs = events.now().len();
        // Balls that only touch may be counted differently: the peer's test is in single precision.
        let differ = found.abs_diff(pairs);
        if differ > 2 || found != again {
            return Err(format!("{pairs} pairs, the peer's BVH finds {found} and {again}").into());
        }
        if tick > 0 {
            let all = [
                own_move,
                own_pairs,
                refit_move,
                refit_pairs,
                dynamic_move,
                dynamic_pairs,
            ];
            for (times, ns) in times.iter_mut().zip(all) {
                times.push(ns);
            }
        }
    }
    Ok((pairs, times.map(median)))
}
