//! A dynamic BVH: boxes that are inserted, removed and moved, in a logarithmic set of static trees.
//!
//! New boxes go to a short list. When it is full, a tree is built from it and from all trees that are not larger. So
//! there are about log₂ n trees, and each box is built into each of them once (Bentley, Saxe, *Decomposable Searching
//! Problems*, 1980). A box that moves keeps its place as long as it stays within the inflated box it was built with.

mod pairs;

pub use pairs::PairScratch;

use crate::aabb::Aabb;
use crate::bvh::{BoxBvh, BuildScratch, LimitedVisit, SweptBox};
use alloc::vec::Vec;
use carom_math::sort;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// The most boxes that are tested one by one.
const LOOSE: usize = 32;
/// The number of refits after which a tree is rebuilt.
const REFITS: u32 = 30;

/// A BVH over numbered boxes that can be inserted, removed and moved at any time.
///
/// ```
/// use carom_bvh::{Aabb, DynamicBvh};
/// use glam::{Vec3, vec3};
/// use std::ops::ControlFlow;
/// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
/// let mut bvh = DynamicBvh::default();
/// (0..100).for_each(|i| bvh.set(i, at(i as f32 * 2.), 0.1));
/// bvh.remove(7);
/// bvh.set(8, at(15.), 0.1); // box 8 moves
/// let mut found = Vec::new();
/// let _ = bvh.overlapping(&at(14.5), |number| {
///     found.push(number);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(found, [8]);
/// ```
#[derive(Clone, Debug)]
pub struct DynamicBvh<V: Vector> {
    /// By number.
    boxes: Vec<Entry<V>>,
    loose: Vec<u32>,
    /// The largest first.
    levels: Vec<Level<V>>,
    /// The number of refits since the one tree was built.
    refits: u32,
    scratch: BuildScratch,
}

#[derive(Clone, Copy, Debug)]
struct Entry<V: Vector> {
    bounds: Aabb<V>,
    /// The margin by which it may move before it leaves its tree.
    spare: V::Scalar,
    home: Home,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Home {
    Nowhere,
    Loose,
    /// In a tree, as this item.
    Level {
        level: usize,
        item: u32,
    },
}

#[derive(Clone, Debug)]
struct Level<V: Vector> {
    tree: BoxBvh<V>,
    /// The number of each item's box, which may have left the tree.
    members: Vec<u32>,
    /// The inflated box that each item was built with.
    wide: Vec<Aabb<V>>,
    /// The number of boxes that have not left.
    living: usize,
}

impl<V: Vector> Default for Level<V> {
    fn default() -> Self {
        Self {
            tree: BoxBvh::build(&[]),
            members: Vec::new(),
            wide: Vec::new(),
            living: 0,
        }
    }
}

impl<V: Vector> Default for DynamicBvh<V> {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            loose: Vec::new(),
            levels: Vec::new(),
            refits: 0,
            scratch: BuildScratch::default(),
        }
    }
}

impl<V: Vector> DynamicBvh<V> {
    /// Inserts the box `number`, or moves it to `bounds`. It can move by `spare` in each direction without a change of
    /// the tree.
    pub fn set(&mut self, number: u32, bounds: Aabb<V>, spare: V::Scalar) {
        let nowhere = Entry {
            bounds: Aabb::empty(),
            spare,
            home: Home::Nowhere,
        };
        let least = number as usize + 1;
        if self.boxes.len() < least {
            self.boxes.resize(least, nowhere);
        }
        let entry = &mut self.boxes[number as usize];
        entry.bounds = bounds;
        entry.spare = spare;
        match entry.home {
            Home::Loose => return,
            Home::Level { level, item } => {
                let wide = &self.levels[level].wide[item as usize];
                if wide.contains(bounds.min) && wide.contains(bounds.max) {
                    return;
                }
                self.leave(number);
            }
            Home::Nowhere => {}
        }
        self.boxes[number as usize].home = Home::Loose;
        self.loose.push(number);
        if self.loose.len() > LOOSE {
            self.gather_loose();
        }
    }

    /// Whether no box was ever inserted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// Rebuilds everything as one tree.
    ///
    /// ```
    /// use carom_bvh::{Aabb, DynamicBvh};
    /// use glam::Vec3;
    /// let mut bvh = DynamicBvh::default();
    /// (0..200).for_each(|i| bvh.set(i, Aabb::of_points([Vec3::splat(i as f32)]), 0.));
    /// let roots = |bvh: &DynamicBvh<Vec3>| {
    ///     let mut roots = 0;
    ///     bvh.each_box(|level, _| roots += usize::from(level == 0));
    ///     roots
    /// };
    /// assert!(roots(&bvh) > 1); // trees, and boxes in no tree
    /// bvh.rebuild();
    /// assert_eq!(roots(&bvh), 1);
    /// ```
    pub fn rebuild(&mut self) {
        self.rebuild_from(0);
    }

    /// Inflates every box by its spare margin around its present place, all in one tree. The tree is refitted; after
    /// every 30 refits it is rebuilt, because it becomes worse as neighbors move apart.
    ///
    /// ```
    /// use carom_bvh::{Aabb, DynamicBvh};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let mut crowd = DynamicBvh::default();
    /// for tick in 0..100 {
    ///     // All move; none leaves its inflated box before the next tick.
    ///     (0..100).for_each(|i| crowd.set(i, at(i as f32 * 2. + tick as f32 * 0.05), 0.1));
    ///     crowd.settle();
    /// }
    /// let mut found = Vec::new();
    /// let _ = crowd.overlapping(&at(45.4), |number| {
    ///     found.push(number);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(found, [20]); // it began at 40
    /// ```
    pub fn settle(&mut self) {
        let is_one = self.levels.len() == 1 && self.loose.is_empty();
        if !is_one || self.refits == REFITS {
            self.refits = 0;
            return self.rebuild();
        }
        self.refits += 1;
        let boxes = &self.boxes;
        for (number, of) in self.levels.iter_mut().enumerate() {
            let items = (0..).zip(&of.members).zip(&mut of.wide);
            for ((item, &member), wide) in items {
                let entry = &boxes[member as usize];
                let home = Home::Level {
                    level: number,
                    item,
                };
                if entry.home == home {
                    *wide = entry.bounds.inflated(entry.spare);
                }
            }
            let wide = &of.wide;
            of.tree.refit(|item| wide[item as usize]);
        }
    }

    /// Removes the box `number`, if there is one.
    pub fn remove(&mut self, number: u32) {
        if (number as usize) < self.boxes.len() {
            self.leave(number);
        }
    }

    /// Removes a box from its list or tree. A tree that has lost half of its boxes is rebuilt.
    fn leave(&mut self, number: u32) {
        let entry = &mut self.boxes[number as usize];
        match core::mem::replace(&mut entry.home, Home::Nowhere) {
            Home::Nowhere => {}
            Home::Loose => self.loose.retain(|other| *other != number),
            Home::Level { level, .. } => {
                let of = &mut self.levels[level];
                of.living -= 1;
                if of.living * 2 < of.members.len() {
                    self.rebuild_from(level);
                }
            }
        }
    }

    /// Builds a tree from the list and from all trees that are not larger.
    fn gather_loose(&mut self) {
        let mut count = self.loose.len();
        let mut from = self.levels.len();
        while from > 0 && self.levels[from - 1].members.len() <= count {
            from -= 1;
            count += self.levels[from].living;
        }
        self.rebuild_from(from);
    }

    /// Builds one tree from the list and from all trees from this one on.
    fn rebuild_from(&mut self, from: usize) {
        let boxes = &mut self.boxes;
        let mut made = Level::default();
        for (number, mut of) in (from..).zip(self.levels.drain(from..)) {
            let mut item = 0;
            of.members.retain(|member| {
                let home = Home::Level {
                    level: number,
                    item,
                };
                item += 1;
                boxes[*member as usize].home == home
            });
            if number == from {
                // The largest: its memory is reused.
                made = of;
            } else {
                made.members.append(&mut of.members);
            }
        }
        made.members.append(&mut self.loose);
        if made.members.len() <= LOOSE / 2 {
            for &number in &made.members {
                boxes[number as usize].home = Home::Loose;
            }
            self.loose.append(&mut made.members);
            return;
        }
        // Sorted, so that the tree does not depend on the history.
        sort::sort(&mut made.members);
        made.living = made.members.len();
        made.wide.clear();
        for (item, &number) in (0..).zip(&made.members) {
            let entry = &mut boxes[number as usize];
            made.wide.push(entry.bounds.inflated(entry.spare));
            entry.home = Home::Level { level: from, item };
        }
        made.tree
            .rebuild(made.wide.iter().copied(), &mut self.scratch);
        self.levels.push(made);
    }

    /// Visits the boxes of all trees and all boxes in them, each with the number of boxes around it. Boxes in no tree have
    /// none around them.
    pub fn each_box(&self, mut visit: impl FnMut(usize, &Aabb<V>)) {
        for (level, of) in self.levels.iter().enumerate() {
            of.tree.each_box(|depth, item, bounds| match item {
                None => visit(depth, bounds),
                Some(item) => {
                    let entry = &self.boxes[of.members[item as usize] as usize];
                    if entry.home == (Home::Level { level, item }) {
                        visit(depth, &entry.bounds);
                    }
                }
            });
        }
        for &number in &self.loose {
            visit(0, &self.boxes[number as usize].bounds);
        }
    }

    /// Visits every box that touches `region`, in no particular order, until `visit` breaks.
    pub fn overlapping(
        &self,
        region: &Aabb<V>,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.in_order(
            V::Scalar::ZERO,
            |tree, limit, visit| tree.overlapping(region, |item| visit(item, &mut limit.clone())),
            |number, bounds, _| {
                if bounds.overlaps(region) {
                    visit(number)
                } else {
                    ControlFlow::Continue(())
                }
            },
        )
    }

    /// Visits the boxes at a distance of at most `limit` from `region`, which `visit` may lower, approximately the
    /// nearest first, until `visit` breaks. The boxes of each of its trees are in that order; those of another tree follow.
    ///
    /// ```
    /// use carom_bvh::{Aabb, DynamicBvh};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let mut bvh = DynamicBvh::default();
    /// (0..100).for_each(|i| bvh.set(i, at(i as f32 * 4.), 0.1));
    /// let from = at(81.75); // between box 20, which ends at 81, and box 21, which begins at 84
    /// let mut nearest = None;
    /// let _ = bvh.nearest(&from, 50., |number, limit| {
    ///     let distance = at(number as f32 * 4.).distance_squared(&from).sqrt();
    ///     if distance < *limit {
    ///         (nearest, *limit) = (Some((number, distance)), distance);
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(nearest, Some((20, 0.75)));
    /// ```
    pub fn nearest(
        &self,
        region: &Aabb<V>,
        limit: V::Scalar,
        mut visit: impl FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Below the true distance by more than its rounding. In double precision no square of an f32 overflows.
        let below = 1.0 - 64.0 * V::Scalar::EPSILON.to_f64();
        let gap = |bounds: &Aabb<V>| {
            let between = (bounds.min - region.max).max(region.min - bounds.max);
            let gap = between.max(V::ZERO).to_double().length() * below;
            V::Scalar::from_f64(if gap.is_finite() { gap } else { 0.0 })
        };
        self.in_order(
            limit.max(V::Scalar::ZERO),
            |tree, limit, visit| tree.by_distance(region, limit, visit),
            |number, bounds, limit| {
                if gap(bounds) <= *limit {
                    visit(number, limit)
                } else {
                    ControlFlow::Continue(())
                }
            },
        )
    }

    /// Visits the boxes that `region`, moving by `delta`, can reach before the fraction `limit` of the motion, which
    /// `visit` may lower, approximately the earliest first, until `visit` breaks.
    ///
    /// ```
    /// use carom_bvh::{Aabb, DynamicBvh};
    /// use glam::{Vec3, vec3};
    /// use std::ops::ControlFlow;
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let mut bvh = DynamicBvh::default();
    /// (0..100).for_each(|i| bvh.set(i, at(i as f32 * 10.), 0.1));
    /// let (from, delta) = (at(52.), vec3(40., 0., 0.)); // from between boxes 5 and 6 to 92
    /// let mut found = Vec::new();
    /// let _ = bvh.reached(&from, delta, 0.5, |number, _| {
    ///     found.push(number);
    ///     ControlFlow::Continue(())
    /// });
    /// found.sort();
    /// assert_eq!(found, [6, 7]); // half of the motion ends at 72
    /// ```
    pub fn reached(
        &self,
        region: &Aabb<V>,
        delta: V,
        limit: V::Scalar,
        mut visit: impl FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let moving = SweptBox::new(region, delta, V::Scalar::ZERO);
        self.in_order(
            limit,
            |tree, limit, visit| tree.by_arrival(region, delta, limit, visit),
            |number, bounds, limit| match moving.reaches(bounds) {
                Some(least) if least <= *limit => visit(number, limit),
                _ => ControlFlow::Continue(()),
            },
        )
    }

    /// Visits the boxes in no tree, then those that `traverse` finds in each tree, up to a limit that `visit` may lower.
    fn in_order(
        &self,
        mut limit: V::Scalar,
        traverse: impl Fn(&BoxBvh<V>, V::Scalar, &mut LimitedVisit<'_, u32, V>) -> ControlFlow<()>,
        mut visit: impl FnMut(u32, &Aabb<V>, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &number in &self.loose {
            visit(number, &self.boxes[number as usize].bounds, &mut limit)?;
        }
        for (level, of) in self.levels.iter().enumerate() {
            traverse(&of.tree, limit, &mut |item, least| {
                let number = of.members[item as usize];
                let entry = &self.boxes[number as usize];
                if entry.home == (Home::Level { level, item }) {
                    visit(number, &entry.bounds, least)?;
                    limit = *least;
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use glam::{Vec3, vec3};

    fn random_box(random: &mut Rng) -> Aabb<Vec3> {
        let p = vec3(random.f32(), random.f32(), random.f32()) * 20.0;
        Aabb::of_points([p, p + vec3(random.f32(), random.f32(), random.f32())])
    }

    #[test]
    fn a_thousand_boxes_are_inserted_removed_and_moved_and_all_are_found() {
        let random = &mut Rng::with_seed(7);
        let mut bvh = DynamicBvh::default();
        let mut plain: Vec<Option<Aabb<Vec3>>> = alloc::vec![None; 1000];
        let mut most = 0;
        for round in 0..6000 {
            let number = random.u32(..1000);
            let there = &mut plain[number as usize];
            match (random.u32(..5), *there) {
                (0, _) => {
                    *there = None;
                    bvh.remove(number);
                }
                (1 | 2, Some(bounds)) => {
                    let by = Vec3::splat(random.f32() * 0.2 - 0.1);
                    let bounds = Aabb {
                        min: bounds.min + by,
                        max: bounds.max + by,
                    };
                    *there = Some(bounds);
                    bvh.set(number, bounds, 0.1);
                }
                _ => {
                    let bounds = random_box(random);
                    *there = Some(bounds);
                    bvh.set(number, bounds, 0.1);
                }
            }
            most = most.max(bvh.levels.len());
            if round % 50 != 0 {
                continue;
            }
            let region = random_box(random);
            let mut found = Vec::new();
            let _ = bvh.overlapping(&region, |number| {
                found.push(number);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            let expected =
                (0..1000).filter(|i| plain[*i as usize].is_some_and(|b| b.overlaps(&region)));
            assert_eq!(found, expected.collect::<Vec<u32>>());

            let mut nearest = f32::INFINITY;
            let _ = bvh.nearest(&region, nearest, |number, limit| {
                nearest = nearest.min(
                    bvh.boxes[number as usize]
                        .bounds
                        .distance_squared(&region)
                        .sqrt(),
                );
                *limit = nearest;
                ControlFlow::Continue(())
            });
            let expected = plain
                .iter()
                .flatten()
                .map(|b| b.distance_squared(&region).sqrt());
            assert_eq!(nearest, expected.fold(f32::INFINITY, Scalar::min));
        }
        assert!((3..=7).contains(&most), "{most}");
    }

    #[test]
    fn a_box_that_moves_within_its_margin_stays_in_its_tree() {
        let mut bvh = DynamicBvh::default();
        let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1.0, 1., 1.)]);
        for i in 0..100 {
            bvh.set(i, at(i as f32), 0.25);
        }
        let loose = bvh.loose.len();
        bvh.set(3, at(3.2), 0.25);
        assert_eq!(bvh.loose.len(), loose);
        bvh.set(3, at(3.5), 0.25);
        assert_eq!(bvh.loose.len(), loose + 1);
    }

    /// A set of some trees and some boxes outside them, of which some have left their tree.
    fn trees_and_loose_boxes(random: &mut Rng, count: u32) -> DynamicBvh<Vec3> {
        let mut bvh = DynamicBvh::default();
        assert!(bvh.is_empty());
        for number in 0..count {
            bvh.set(number, random_box(random), 0.1);
        }
        for number in (0..count).step_by(7) {
            bvh.set(number, random_box(random), 0.1);
        }
        for number in (3..count).step_by(11) {
            bvh.remove(number);
        }
        bvh.remove(count);
        assert!(!bvh.is_empty());
        bvh
    }

    fn is_there(number: u32) -> bool {
        number % 11 != 3
    }

    #[test]
    fn every_box_is_visited_once_at_the_depth_of_its_tree() {
        let random = &mut Rng::with_seed(8);
        let bvh = trees_and_loose_boxes(random, 500);
        let mut found = Vec::new();
        let mut outer = 0;
        bvh.each_box(
            |depth, bounds| match bvh.boxes.iter().position(|b| b.bounds == *bounds) {
                Some(number) => found.push((number as u32, depth)),
                None => outer += 1,
            },
        );
        found.sort_unstable();
        assert!(
            found
                .iter()
                .map(|(number, _)| *number)
                .eq((0..500).filter(|i| is_there(*i)))
        );
        for (number, depth) in found {
            assert_eq!(depth == 0, bvh.boxes[number as usize].home == Home::Loose);
        }
        assert!(outer > 50 && bvh.levels.len() > 1 && !bvh.loose.is_empty());
    }

    #[test]
    fn the_reached_boxes_are_those_that_a_swept_box_reaches_up_to_the_limit() {
        let random = &mut Rng::with_seed(9);
        let bvh = trees_and_loose_boxes(random, 500);
        let mut count = 0;
        for round in 0..100 {
            let region = random_box(random).inflated(2.0);
            let delta = random_box(random).min - vec3(10., 10., 10.);
            let limit = [1.0, 0.5, 0.25][round % 3];
            let moving = SweptBox::new(&region, delta, 0.0);
            let reached = |i: u32| moving.reaches(&bvh.boxes[i as usize].bounds);
            let mut found = Vec::new();
            let flow = bvh.reached(&region, delta, limit, |number, _| {
                found.push(number);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            assert!(flow.is_continue());
            let expected =
                (0..500).filter(|i| is_there(*i) && reached(*i).is_some_and(|t| t <= limit));
            assert_eq!(found, expected.collect::<Vec<_>>());
            count += found.len();
            // Only ties with the first, once the limit is lowered.
            let mut least = f32::INFINITY;
            let _ = bvh.reached(&region, delta, 1.0, |number, limit| {
                let t = reached(number).unwrap();
                assert!(t <= *limit);
                least = least.min(t);
                *limit = least;
                ControlFlow::Continue(())
            });
            let all = (0..500).filter(|i| is_there(*i)).filter_map(reached);
            assert_eq!(least, all.fold(f32::INFINITY, Scalar::min));
        }
        assert!(count > 500, "{count}");
    }

    #[test]
    fn the_nearest_boxes_are_those_within_the_limit() {
        let random = &mut Rng::with_seed(10);
        let bvh = trees_and_loose_boxes(random, 500);
        for round in 0..100 {
            let region = random_box(random);
            let limit = [0.0, 0.5, 2.0, f32::MAX, -1.0][round % 5];
            let distance = |i: u32| {
                bvh.boxes[i as usize]
                    .bounds
                    .distance_squared(&region)
                    .sqrt()
            };
            let mut found = Vec::new();
            let _ = bvh.nearest(&region, limit, |number, _| {
                found.push(number);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            let expected = (0..500).filter(|i| is_there(*i) && distance(*i) <= limit.max(0.0));
            assert_eq!(found, expected.collect::<Vec<_>>());
        }
        // A box exactly at the limit counts.
        let mut exact = DynamicBvh::default();
        for (number, x) in (0..40).zip([3.0, 7.0, 1e-3, 123.25].into_iter().cycle()) {
            exact.set(number, Aabb::of_points([vec3(x, 0., 0.)]), 0.0);
        }
        for limit in [3.0, 7.0, 1e-3, 123.25] {
            let mut count = 0;
            let _ = exact.nearest(&Aabb::of_points([Vec3::ZERO]), limit, |_, _| {
                count += 1;
                ControlFlow::Continue(())
            });
            let all = [3.0, 7.0, 1e-3, 123.25].iter();
            assert_eq!(count, 10 * all.filter(|x| **x <= limit).count());
        }
        // Distances that overflow are no reason to leave out a box.
        let mut far = DynamicBvh::default();
        far.set(0, Aabb::of_points([Vec3::splat(f32::MAX)]), 0.0);
        let mut count = 0;
        let _ = far.nearest(
            &Aabb::of_points([Vec3::splat(-f32::MAX)]),
            f32::INFINITY,
            |_, _| {
                count += 1;
                ControlFlow::Continue(())
            },
        );
        let _ = far.reached(
            &Aabb::of_points([Vec3::splat(-f32::MAX)]),
            Vec3::splat(f32::MAX),
            1.0,
            |_, _| {
                count += 1;
                ControlFlow::Break(())
            },
        );
        assert_eq!(count, 1);
    }

    #[test]
    fn a_settled_set_is_one_tree_that_is_refitted_thirty_times_before_it_is_built_again() {
        let random = &mut Rng::with_seed(11);
        let mut bvh = trees_and_loose_boxes(random, 500);
        bvh.settle();
        assert!(bvh.levels.len() == 1 && bvh.loose.is_empty());
        let members = bvh.levels[0].members.clone();
        let living = members.len();
        assert_eq!(
            (bvh.levels[0].living, living),
            (living, (0..500).filter(|i| is_there(*i)).count())
        );
        for round in 1..=30 {
            for &number in &members {
                let by = Vec3::splat(random.f32() * 0.1 - 0.02);
                let now = bvh.boxes[number as usize].bounds;
                bvh.set(
                    number,
                    Aabb {
                        min: now.min + by,
                        max: now.max + by,
                    },
                    0.1,
                );
            }
            bvh.settle();
            assert_eq!(bvh.refits, round);
            // The tree has the boxes where they are now.
            for number in members.iter().take(20) {
                let now = bvh.boxes[*number as usize].bounds;
                let flow = bvh.overlapping(&now, |found| match found == *number {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                });
                assert!(flow.is_break());
            }
            for (wide, number) in bvh.levels[0].wide.iter().zip(&members) {
                assert_eq!(*wide, bvh.boxes[*number as usize].bounds.inflated(0.1));
            }
        }
        bvh.settle();
        assert_eq!((bvh.refits, bvh.levels.len()), (0, 1));
        // A box that leaves makes the next call build.
        bvh.settle();
        bvh.set(0, Aabb::of_points([Vec3::splat(90.0)]), 0.1);
        assert_eq!((bvh.refits, bvh.loose.len()), (1, 1));
        bvh.settle();
        assert_eq!((bvh.refits, bvh.loose.len(), bvh.levels.len()), (0, 0, 1));
        // A tree that has lost more than half of its boxes is built again.
        let half = living / 2;
        for number in &members[..half] {
            bvh.remove(*number);
        }
        assert_eq!(
            (bvh.levels[0].members.len(), bvh.levels[0].living),
            (living, living - half)
        );
        bvh.remove(members[half]);
        if living - half - 1 < living.div_ceil(2) {
            assert_eq!(bvh.levels[0].members.len(), living - half - 1);
        }
        bvh.rebuild();
        assert_eq!(bvh.levels[0].members.len(), living - half - 1);
        // Few boxes need no tree.
        for number in &members[half + 1..living - LOOSE / 2] {
            bvh.remove(*number);
        }
        bvh.rebuild();
        assert_eq!((bvh.levels.len(), bvh.loose.len()), (0, LOOSE / 2));
        for number in 0..=LOOSE as u32 {
            let mut few = DynamicBvh::default();
            (0..=number).for_each(|i| few.set(i, random_box(random), 0.1));
            assert_eq!(few.levels.len(), usize::from(number as usize == LOOSE));
        }
    }
}
