//! Boxes that come, go and move: a few trees, the larger ones older.
//!
//! A tree cannot take in a new box. So new ones wait on a short list; when that is full it is made a tree,
//! together with all trees that are not larger. There are thus about as many trees as the count has binary
//! digits, and each box has been built into each of them once (Bentley, Saxe, *Decomposable Searching
//! Problems*, 1980). A box that moves stays as long as it does not leave the wider box it was built with.

use crate::aabb::Aabb;
use crate::bvh::{BoxBvh, BuildScratch, SweptBox};
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// How many boxes may be looked at one by one.
const LOOSE: usize = 32;
/// How often a tree is given other boxes before it is built anew.
const REFITS: u32 = 30;

/// Numbered boxes that are inserted, removed and moved at any time.
#[derive(Clone, Debug)]
pub struct DynamicBvh<V: Vector> {
    /// By number.
    boxes: Vec<Entry<V>>,
    loose: Vec<u32>,
    /// The largest first.
    levels: Vec<Level<V>>,
    /// How often the boxes of the one tree have been given room since it was built.
    refits: u32,
    scratch: BuildScratch,
}

#[derive(Clone, Copy, Debug)]
struct Entry<V: Vector> {
    bounds: Aabb<V>,
    /// How far it may move before it has to be built anew.
    spare: V::Scalar,
    home: Home,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Home {
    Nowhere,
    Loose,
    /// In a tree, as this item of it.
    Level {
        level: usize,
        item: u32,
    },
}

#[derive(Clone, Debug)]
struct Level<V: Vector> {
    tree: BoxBvh<V>,
    /// The number of each item; it may have left.
    members: Vec<u32>,
    /// The box that each item was built with.
    wide: Vec<Aabb<V>>,
    /// How many have not left.
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
    /// Puts the box of this number where it is now.
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

    /// Whether there has never been a box.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// Makes one tree of all.
    pub fn rebuild(&mut self) {
        self.rebuild_from(0);
    }

    /// Gives every box the room it was built with anew, around where it is now, in one tree: the same one a few
    /// times, for it gets worse as boxes move apart that were together.
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

    /// Forgets the box of this number.
    pub fn remove(&mut self, number: u32) {
        if (number as usize) < self.boxes.len() {
            self.leave(number);
        }
    }

    /// Takes a number out of where it is. A tree of which half has left is built anew.
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

    /// Makes a tree of the list and of all trees that are not larger.
    fn gather_loose(&mut self) {
        let mut count = self.loose.len();
        let mut from = self.levels.len();
        while from > 0 && self.levels[from - 1].members.len() <= count {
            from -= 1;
            count += self.levels[from].living;
        }
        self.rebuild_from(from);
    }

    /// Makes one tree of the list and of all trees from this one on.
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
                // The largest: its memory is used again.
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
        // In an order of their own, whatever happened before.
        made.members.sort_unstable();
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

    /// Visits every box that touches `region`, until told to stop. The order has no meaning.
    pub fn overlapping(
        &self,
        region: &Aabb<V>,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let inside = |bounds: &Aabb<V>| bounds.overlaps(region).then_some(V::Scalar::ZERO);
        self.in_order(Some(region), V::Scalar::ZERO, inside, |number, _| {
            visit(number)
        })
    }

    /// Visits the boxes that are not farther from `region` than `limit`, which `visit` may lower; near ones
    /// about first.
    pub fn nearest(
        &self,
        region: &Aabb<V>,
        limit: V::Scalar,
        visit: impl FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // More than the rounding of any distance; in double precision no square of a single one overflows.
        let surely = 1.0 - 64.0 * V::Scalar::EPSILON.to_f64();
        let gap = |bounds: &Aabb<V>| {
            let between = (bounds.min - region.max).max(region.min - bounds.max);
            let gap = between.max(V::ZERO).to_double().length() * surely;
            let gap = if gap.is_finite() { gap } else { 0.0 };
            Some(V::Scalar::from_f64(gap))
        };
        let limit = limit.max(V::Scalar::ZERO);
        // No gap is found to be larger than it is.
        let near = region.inflated(limit + limit * V::Scalar::EPSILON * V::Scalar::from_f64(128.0));
        let near = Some(near).filter(is_told);
        self.in_order(near.as_ref(), limit, gap, visit)
    }

    /// Visits the boxes that `region` meets, moving by `delta`, before the fraction `limit`, which `visit`
    /// may lower; early ones about first.
    pub fn reached(
        &self,
        region: &Aabb<V>,
        delta: V,
        limit: V::Scalar,
        visit: impl FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let moving = SweptBox::new(region, delta, V::Scalar::ZERO);
        let size = region.magnitude().max(delta.abs().max_element());
        let way = region.swept(delta);
        let way = way.inflated(size * V::Scalar::EPSILON * V::Scalar::from_f64(16.0));
        let way = Some(way).filter(is_told);
        self.in_order(way.as_ref(), limit, |bounds| moving.reaches(bounds), visit)
    }

    fn in_order(
        &self,
        within: Option<&Aabb<V>>,
        mut limit: V::Scalar,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        mut visit: impl FnMut(u32, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut look = |number: u32, limit: &mut V::Scalar| {
            let bounds = &self.boxes[number as usize].bounds;
            if within.is_some_and(|within| !within.overlaps(bounds)) {
                return ControlFlow::Continue(());
            }
            match bound(bounds) {
                Some(least) if least <= *limit => visit(number, limit),
                _ => ControlFlow::Continue(()),
            }
        };
        for &number in &self.loose {
            look(number, &mut limit)?;
        }
        for (level, of) in self.levels.iter().enumerate() {
            of.tree
                .nearest_first(within, limit, &bound, |item, least| {
                    let number = of.members[item as usize];
                    if self.boxes[number as usize].home == (Home::Level { level, item }) {
                        look(number, least)?;
                        limit = *least;
                    }
                    ControlFlow::Continue(())
                })?;
        }
        ControlFlow::Continue(())
    }
}

/// Not of numbers that overflow.
fn is_told<V: Vector>(bounds: &Aabb<V>) -> bool {
    bounds.min.is_finite() && bounds.max.is_finite()
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
    fn a_thousand_boxes_come_go_and_move_and_all_are_found() {
        let random = &mut Rng::with_seed(7);
        let mut forest = DynamicBvh::default();
        let mut plain: Vec<Option<Aabb<Vec3>>> = alloc::vec![None; 1000];
        let mut most = 0;
        for round in 0..6000 {
            let number = random.u32(..1000);
            let there = &mut plain[number as usize];
            match (random.u32(..5), *there) {
                (0, _) => {
                    *there = None;
                    forest.remove(number);
                }
                (1 | 2, Some(bounds)) => {
                    let by = Vec3::splat(random.f32() * 0.2 - 0.1);
                    let bounds = Aabb {
                        min: bounds.min + by,
                        max: bounds.max + by,
                    };
                    *there = Some(bounds);
                    forest.set(number, bounds, 0.1);
                }
                _ => {
                    let bounds = random_box(random);
                    *there = Some(bounds);
                    forest.set(number, bounds, 0.1);
                }
            }
            most = most.max(forest.levels.len());
            if round % 50 != 0 {
                continue;
            }
            let region = random_box(random);
            let mut found = Vec::new();
            let _ = forest.overlapping(&region, |number| {
                found.push(number);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            let expected =
                (0..1000).filter(|i| plain[*i as usize].is_some_and(|b| b.overlaps(&region)));
            assert_eq!(found, expected.collect::<Vec<u32>>());

            let mut nearest = f32::INFINITY;
            let _ = forest.nearest(&region, nearest, |number, limit| {
                nearest = nearest.min(
                    forest.boxes[number as usize]
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
    fn what_moves_a_little_stays_where_it_was_built() {
        let mut forest = DynamicBvh::default();
        let at = |x: f32| Aabb::of_points([vec3(x, 0., 0.), vec3(x + 1.0, 1., 1.)]);
        for i in 0..100 {
            forest.set(i, at(i as f32), 0.25);
        }
        let loose = forest.loose.len();
        forest.set(3, at(3.2), 0.25);
        assert_eq!(forest.loose.len(), loose);
        forest.set(3, at(3.5), 0.25);
        assert_eq!(forest.loose.len(), loose + 1);
    }
}
