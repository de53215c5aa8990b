//! Pairs of boxes that touch: the boxes of one tree, a group at a time, against another tree.
//!
//! Up to eight neighbors share one traversal, and the groups that it finds are compared eight boxes at a time. The trees
//! find boxes by what they were built with; the pairs are those of the boxes as they are now.

use super::{DynamicBvh, Home, Level};
use crate::aabb::Aabb;
use crate::bvh::{BoxLanes, Boxes, EMPTY_LANES, LocalBox, NOTHING};
use alloc::vec::Vec;
use carom_math::Vector;
use carom_math::lanes::{LANES, SimdMask, dispatch, each};
use core::ops::ControlFlow;

/// Memory of a search for pairs, kept from one to the next.
///
/// ```
/// use carom_bvh::{Aabb, DynamicBvh, PairScratch};
/// use glam::{Vec3, vec3};
/// let mut both = [DynamicBvh::default(), DynamicBvh::default()];
/// both[0].set(3, Aabb::of_points([Vec3::ZERO, Vec3::ONE]), 0.);
/// both[1].set(7, Aabb::of_points([Vec3::ONE, vec3(2., 2., 2.)]), 0.);
/// let (mut scratch, mut found) = (PairScratch::default(), Vec::new());
/// both[0].pairs_with(&both[1], &mut scratch, &mut |a, b| found.push((a, b)));
/// assert_eq!(found, [(3, 7)]); // touching counts
/// ```
#[derive(Clone, Debug, Default)]
pub struct PairScratch {
    /// The boxes of each group of one tree as they are now.
    lanes: Vec<BoxLanes>,
}

/// Up to eight boxes with their numbers.
struct Source<V: Vector> {
    numbers: [u32; LANES],
    boxes: [Aabb<V>; LANES],
    count: usize,
}

impl<V: Vector> Source<V> {
    fn new(of: impl Iterator<Item = (u32, Aabb<V>)>) -> Self {
        let mut source = Self {
            numbers: [0; LANES],
            boxes: [Aabb::empty(); LANES],
            count: 0,
        };
        for (number, bounds) in of.take(LANES) {
            source.numbers[source.count] = number;
            source.boxes[source.count] = bounds;
            source.count += 1;
        }
        source
    }
}

impl<V: Vector> DynamicBvh<V> {
    /// Visits every pair of boxes that touch, each once, in no particular order. In double precision there may be pairs
    /// that only almost touch.
    ///
    /// ```
    /// use carom_bvh::{Aabb, DynamicBvh, PairScratch};
    /// use glam::{Vec3, vec3};
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let mut bvh = DynamicBvh::default();
    /// (0..100).for_each(|i| bvh.set(i, at(i as f32 * 2.), 0.1));
    /// bvh.set(8, at(14.5), 0.1);
    /// let mut found = Vec::new();
    /// bvh.own_pairs(&mut PairScratch::default(), &mut |a, b| found.push([a.min(b), a.max(b)]));
    /// assert_eq!(found, [[7, 8]]);
    /// ```
    pub fn own_pairs(&self, scratch: &mut PairScratch, visit: &mut dyn FnMut(u32, u32)) {
        for (place, target) in self.levels.iter().enumerate() {
            self.pack(place, scratch);
            for (first, source) in self.groups(place).enumerate() {
                // Each pair within one tree is found from the group of its boxes that comes first, within a group twice.
                self.against(&source, target, (first, scratch), &mut |group, a, b| {
                    if group > first || a < b {
                        visit(a, b);
                    }
                });
            }
            let smaller = (place + 1..self.levels.len()).flat_map(|level| self.groups(level));
            for source in smaller.chain(self.loose_groups()) {
                self.against(&source, target, (0, scratch), &mut |_, a, b| visit(a, b));
            }
        }
        for (i, &a) in self.loose.iter().enumerate() {
            for &b in &self.loose[i + 1..] {
                if self.now(a).overlaps(&self.now(b)) {
                    visit(a, b);
                }
            }
        }
    }

    /// Visits every pair of a box of this tree and a box of another that touch: see [`own_pairs`](Self::own_pairs).
    ///
    /// ```
    /// use carom_bvh::{Aabb, DynamicBvh, PairScratch};
    /// use glam::{Vec3, vec3};
    /// let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1., 1., 1.)]);
    /// let (mut walls, mut actors) = (DynamicBvh::default(), DynamicBvh::default());
    /// (0..100).for_each(|i| walls.set(i, at(i as f32 * 5.), 0.));
    /// actors.set(0, at(20.5), 0.1); // in wall 4
    /// actors.set(1, at(22.), 0.1);
    /// actors.set(2, at(21.5), 0.1); // they overlap each other, but no wall
    /// let mut found = Vec::new();
    /// actors.pairs_with(&walls, &mut PairScratch::default(), &mut |actor, wall| found.push((actor, wall)));
    /// assert_eq!(found, [(0, 4)]);
    /// ```
    pub fn pairs_with(
        &self,
        other: &Self,
        scratch: &mut PairScratch,
        visit: &mut dyn FnMut(u32, u32),
    ) {
        for (place, target) in other.levels.iter().enumerate() {
            other.pack(place, scratch);
            let levels = (0..self.levels.len()).flat_map(|level| self.groups(level));
            for source in levels.chain(self.loose_groups()) {
                self.against(&source, target, (0, scratch), &mut |_, a, b| visit(a, b));
            }
        }
        for (place, target) in self.levels.iter().enumerate() {
            self.pack(place, scratch);
            for source in other.loose_groups() {
                other.against(&source, target, (0, scratch), &mut |_, a, b| visit(b, a));
            }
        }
        for &a in &self.loose {
            for &b in &other.loose {
                if self.now(a).overlaps(&other.now(b)) {
                    visit(a, b);
                }
            }
        }
    }

    fn now(&self, number: u32) -> Aabb<V> {
        self.boxes[number as usize].bounds
    }

    /// The number of an item that has not left its tree.
    fn living(&self, level: usize, item: u32) -> Option<u32> {
        let number = *self.levels[level].members.get(item as usize)?;
        (self.boxes[number as usize].home == Home::Level { level, item }).then_some(number)
    }

    /// The groups of one tree, with the boxes as they are now.
    fn groups(&self, level: usize) -> impl Iterator<Item = Source<V>> {
        let groups = self.levels[level].tree.groups().iter();
        groups.map(move |group| {
            let living = group
                .iter()
                .filter_map(move |item| self.living(level, *item));
            Source::new(living.map(|number| (number, self.now(number))))
        })
    }

    /// The boxes outside the trees, in groups.
    fn loose_groups(&self) -> impl Iterator<Item = Source<V>> {
        let groups = self.loose.chunks(LANES);
        groups.map(|group| Source::new(group.iter().map(|number| (*number, self.now(*number)))))
    }

    /// Loads the boxes of all groups of one tree as they are now.
    fn pack(&self, level: usize, scratch: &mut PairScratch) {
        let tree = &self.levels[level].tree;
        scratch.lanes.clear();
        scratch.lanes.extend(tree.groups().iter().map(|group| {
            let mut lanes = EMPTY_LANES;
            for (lane, &item) in group.iter().enumerate() {
                if let Some(number) = self.living(level, item) {
                    tree.local(&self.now(number)).store(&mut lanes, lane);
                }
            }
            lanes
        }));
    }

    /// Visits the pairs of a source and of what its boxes touch in a tree of packed groups, from the group `first` on: the
    /// group, and the numbers of both.
    fn against(
        &self,
        source: &Source<V>,
        target: &Level<V>,
        (first, scratch): (usize, &PairScratch),
        visit: &mut dyn FnMut(usize, u32, u32),
    ) {
        let boxes = source.boxes[..source.count].iter();
        let around = boxes
            .clone()
            .fold(Aabb::empty(), |all, bounds| all.union(bounds));
        let mut own = [LocalBox::NOTHING; LANES];
        for (own, bounds) in own.iter_mut().zip(boxes) {
            *own = target.tree.local(bounds);
        }
        if source.count > 0 {
            touching(
                target,
                &target.tree.local(&around),
                (&own, source),
                (first, &scratch.lanes),
                visit,
            );
        }
    }
}

/// The traversal of [`DynamicBvh::against`]: `own` are the boxes of the source in the frame of the tree, `around` the box
/// around them.
fn touching<V: Vector>(
    target: &Level<V>,
    around: &LocalBox,
    (own, source): (&[LocalBox; LANES], &Source<V>),
    (first, lanes): (usize, &[BoxLanes]),
    visit: &mut dyn FnMut(usize, u32, u32),
) {
    let tree = target.tree.tree();
    let flow = dispatch!(tree.level(), simd => {
        let region = Boxes::splat(simd, around);
        tree.all(
            simd,
            #[inline(always)]
            |boxes| region.touch(boxes),
            |_| {},
            #[inline(always)]
            |group| {
                if group < first {
                    return ControlFlow::Continue(());
                }
                let theirs = Boxes::load(simd, &lanes[group]);
                let numbers = &target.tree.groups()[group];
                for (own, &number) in own.iter().zip(&source.numbers[..source.count]) {
                    let touching = Boxes::splat(simd, own).touch(&theirs).to_bitmask();
                    for lane in each(touching) {
                        if numbers[lane] != NOTHING {
                            visit(group, number, target.members[numbers[lane] as usize]);
                        }
                    }
                }
                ControlFlow::Continue(())
            },
        )
    });
    debug_assert!(flow.is_continue());
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use carom_math::Scalar;
    use glam::{DVec3, Vec2, Vec3};

    fn pairs_of_moving_boxes<V: Vector>() {
        let random = &mut fastrand::Rng::with_seed(7);
        let mut place = |size: f64| {
            let from = V::from_f64([0; 3].map(|_| random.f64() * 12.0));
            let edges = V::from_f64([0; 3].map(|_| random.f64() * size));
            Aabb {
                min: from,
                max: from + edges,
            }
        };
        let mut both = [DynamicBvh::<V>::default(), DynamicBvh::default()];
        let mut boxes = [vec![None; 150], vec![None; 150]];
        let mut scratch = PairScratch::default();
        let mut choice = fastrand::Rng::with_seed(8);
        let mut count = 0;
        for round in 0..60 {
            for _ in 0..40 {
                let (tree, number) = (choice.usize(..2), choice.usize(..150));
                if choice.usize(..5) == 0 {
                    both[tree].remove(number as u32);
                    boxes[tree][number] = None;
                } else {
                    let bounds = place(2.0);
                    both[tree].set(number as u32, bounds, V::Scalar::ONE);
                    boxes[tree][number] = Some(bounds);
                }
            }
            if round % 9 == 8 {
                both[0].settle();
            }
            let living = |tree: usize| {
                let all = (0_u32..).zip(&boxes[tree]);
                all.filter_map(|(number, bounds)| Some((number, (*bounds)?)))
                    .collect::<Vec<_>>()
            };
            let mut expected = Vec::new();
            let mut across = Vec::new();
            for &(a, one) in &living(0) {
                let all = living(0);
                expected.extend(
                    all.iter()
                        .filter(|(b, other)| a < *b && one.overlaps(other))
                        .map(|(b, _)| [a, *b]),
                );
                let all = living(1);
                across.extend(
                    all.iter()
                        .filter(|(_, other)| one.overlaps(other))
                        .map(|(b, _)| [a, *b]),
                );
            }
            let mut found = Vec::new();
            both[0].own_pairs(&mut scratch, &mut |a, b| found.push([a.min(b), a.max(b)]));
            found.sort_unstable();
            assert_eq!(found, expected);
            let mut found = Vec::new();
            both[0].pairs_with(&both[1], &mut scratch, &mut |a, b| found.push([a, b]));
            found.sort_unstable();
            assert_eq!(found, across);
            count += expected.len() + across.len();
        }
        assert!(count > 2_000, "{count}");
    }

    #[test]
    fn pairs_are_those_of_all_pairs() {
        pairs_of_moving_boxes::<Vec2>();
        pairs_of_moving_boxes::<Vec3>();
        pairs_of_moving_boxes::<DVec3>();
    }
}
