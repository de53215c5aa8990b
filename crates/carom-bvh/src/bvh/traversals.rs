//! Tests: every traversal of every kind of tree against the boxes one by one.

use super::*;
use alloc::vec;
use carom_math::Scalar;
use carom_math::lanes::dispatch;
use fastrand::Rng;
use glam::{DVec2, DVec3, Vec2, Vec3, vec3};

/// A tree with its groups, and the boxes that its items have by number.
struct Case<V: Vector> {
    tree: Bvh<V>,
    groups: Vec<Group>,
    boxes: Vec<Aabb<V>>,
    /// Whether its boxes are those of the items, not rounded outwards.
    is_exact: bool,
}

fn random_box<V: Vector>(random: &mut Rng) -> Aabb<V> {
    let from = V::from_f64([0; 3].map(|_| f64::from(random.f32()) * 10.0));
    let size = V::from_f64([0; 3].map(|_| f64::from(random.f32())));
    Aabb::of_points([from, from + size])
}

fn random_boxes<V: Vector>(count: usize, random: &mut Rng) -> Vec<Aabb<V>> {
    (0..count).map(|_| random_box(random)).collect()
}

/// Trees of all kinds over the same boxes.
fn cases<V: Vector>(boxes: Vec<Aabb<V>>) -> Vec<Case<V>> {
    let case = |tree: &Bvh<V>, groups: &[Group], boxes: &[Aabb<V>], is_exact| Case {
        tree: tree.clone(),
        groups: groups.to_vec(),
        boxes: boxes.to_vec(),
        is_exact: is_exact && !V::Scalar::DOUBLE,
    };
    let (tree, groups) = Bvh::build(&boxes);
    let over = Bvh::over(&boxes);
    let single = (0..boxes.len() as u32).map(|item| {
        let mut group = [NOTHING; LANES];
        group[0] = item;
        group
    });
    let around = boxes.iter().fold(Aabb::empty(), |all, one| all.union(one));
    let cells = MortonCells::new(&around, boxes.iter().map(Aabb::center));
    let sorted: Vec<Aabb<V>> = (0..boxes.len())
        .map(|i| boxes[cells.number(i) as usize])
        .collect();
    let (quick, quick_groups) = Bvh::quick(around, sorted.iter().copied(), &cells.ends(64));
    let compact = tree.clone().compact();
    assert!(compact.is_compact() && !tree.is_compact());
    vec![
        case(&tree, &groups, &boxes, true),
        case(&compact, &groups, &boxes, false),
        case(&over, &single.collect::<Vec<_>>(), &boxes, true),
        case(&quick, &quick_groups, &sorted, true),
    ]
}

impl<V: Vector> Case<V> {
    fn items(&self, group: usize) -> impl Iterator<Item = u32> {
        self.groups[group].into_iter().filter(|i| *i != NOTHING)
    }

    fn around(&self, group: usize) -> Aabb<V> {
        let boxes = self.items(group).map(|item| &self.boxes[item as usize]);
        boxes.fold(Aabb::empty(), |all, one| all.union(one))
    }

    /// The squared distance of a group from a region, as the traversal computes it.
    fn local_distance(&self, group: usize, region: &LocalBox) -> f32 {
        let around = self.tree.local.around(&self.around(group));
        let squared: [f32; LANES] = dispatch!(self.tree.level, simd => {
            DistanceProbe::new(simd, region).squared(&Boxes::splat(simd, &around)).into()
        });
        squared[0]
    }

    fn check_structure(&self) {
        let mut items: Vec<u32> = (0..self.groups.len()).flat_map(|i| self.items(i)).collect();
        items.sort_unstable();
        assert!(items.into_iter().eq(0..self.boxes.len() as u32));
        let (mut groups, mut deepest, mut inner) = (vec![0; self.groups.len()], 0, vec![]);
        let mut first = None;
        self.tree.each_box(|level, group, bounds| {
            first = first.or(Some((level, group, *bounds)));
            match group {
                Some(group) => {
                    groups[group] += 1;
                    deepest = deepest.max(level);
                    assert!(bounds.contains_box(&self.around(group)));
                    if self.is_exact {
                        assert_eq!(*bounds, self.around(group));
                    }
                }
                None => inner.push(level),
            }
        });
        assert!(groups.iter().all(|count| *count == 1), "{groups:?}");
        assert_eq!(deepest, self.tree.depth());
        if self.boxes.is_empty() {
            assert_eq!((first, self.tree.depth()), (None, 0));
        } else {
            assert_eq!(first, Some((0, None, self.tree.bounds())));
            // One box a node; every level but the last has nodes.
            assert_eq!(inner.len(), self.tree.nodes.len());
            assert!((0..deepest).all(|level| inner.contains(&level)));
            assert!(inner.iter().all(|level| *level < deepest));
        }
    }

    fn check_overlaps(&self, region: &Aabb<V>) {
        let mut visited = vec![0; self.groups.len()];
        dispatch!(self.tree.level, simd => {
            let near = Boxes::splat(simd, &self.tree.local.around(region));
            let _ = self.tree.all(simd, |boxes| boxes.touch(&near), |_| {}, |group| {
                visited[group] += 1;
                ControlFlow::Continue(())
            });
        });
        for (group, count) in visited.into_iter().enumerate() {
            let touches = self
                .items(group)
                .any(|i| self.boxes[i as usize].overlaps(region));
            assert!(count <= 1 && (count == 1 || !touches));
            if self.is_exact {
                assert_eq!(count == 1, self.around(group).overlaps(region));
            }
        }
        // The first visit may be the last.
        let mut visits = 0;
        let flow = self.tree.touching(region, &mut |_| {
            visits += 1;
            ControlFlow::Break(())
        });
        assert_eq!(
            (visits, flow.is_break()),
            if visits > 0 { (1, true) } else { (0, false) }
        );
    }

    fn check_nearest(&self, region: &Aabb<V>) {
        let local = self.tree.local.around(region);
        let mut visited = vec![false; self.groups.len()];
        let mut nearest = f32::INFINITY;
        dispatch!(self.tree.level, simd => {
            let probe = DistanceProbe::new(simd, &local);
            let _ = self.tree.nearest_first(simd, nearest, |boxes| probe.squared(boxes), |_| {}, |group, limit| {
                assert!(!visited[group]);
                visited[group] = true;
                let squared = self.local_distance(group, &local);
                assert!(!self.is_exact || squared <= *limit, "beyond the limit");
                nearest = nearest.min(squared);
                *limit = nearest;
                ControlFlow::Continue(())
            });
        });
        for (group, was_visited) in visited.into_iter().enumerate() {
            // Those at the limit too.
            let squared = self.local_distance(group, &local);
            assert!(was_visited || squared > nearest, "{squared} {nearest}");
        }
    }

    fn check_bounds(&self, region: &Aabb<V>) {
        let bound = |bounds: &Aabb<V>| Some(bounds.distance_squared(region));
        let groups = 0..self.groups.len();
        let distances: Vec<V::Scalar> = groups
            .map(|group| self.around(group).distance_squared(region))
            .collect();
        let least = distances.iter().copied().reduce(Scalar::min);
        let found = self
            .tree
            .least_bound(V::Scalar::INFINITY, -V::Scalar::ONE, bound);
        assert_eq!(found.is_some(), least.is_some());
        let Some(least) = least else { return };
        if self.is_exact {
            assert_eq!(found, Some(least));
            // Any that is at most `enough`, the limit included.
            let found = self.tree.least_bound(least, least, bound);
            assert_eq!(found, Some(least));
            let enough = least + V::Scalar::ONE;
            let found = self.tree.least_bound(V::Scalar::INFINITY, enough, bound);
            assert!(found.is_some_and(|found| found <= enough && distances.contains(&found)));
        }
        let closer =
            least - V::Scalar::EPSILON * V::Scalar::from_f64(1e-3) - least * V::Scalar::HALF;
        assert_eq!(
            self.tree
                .least_bound(closer.min(-V::Scalar::ONE), closer, bound),
            None
        );
        // A traversal that lowers the limit visits groups by distance, nearly; each once, none beyond the limit.
        let mut visited = vec![false; self.groups.len()];
        let limit = least + V::Scalar::ONE;
        let _ = self.tree.by_bound(limit, bound, |group, limit| {
            assert!(!visited[group]);
            visited[group] = true;
            assert!(!self.is_exact || distances[group] <= *limit);
            *limit = (*limit).min(distances[group]);
            ControlFlow::Continue(())
        });
        for (was_visited, distance) in visited.into_iter().zip(distances) {
            assert!(was_visited || distance > least);
        }
    }

    /// The traversals by a box: no group that is near or is reached is missed, those beyond a lowered limit are.
    fn check_by_box(&self, region: &Aabb<V>, delta: V) {
        let groups = || 0..self.groups.len();
        let distance = |group| Scalar::sqrt(self.around(group).distance_squared(region).to_f64());
        for reach in [0.0, 0.5, 3.0] {
            let mut visited = vec![false; self.groups.len()];
            let _ = self
                .tree
                .by_distance(region, V::Scalar::from_f64(reach), &mut |group, _| {
                    assert!(!visited[group]);
                    visited[group] = true;
                    ControlFlow::Continue(())
                });
            for group in groups() {
                // Quantized boxes are larger; those of doubles are rounded.
                let is_far = self.is_exact && distance(group) > reach * (1.0 + 1e-5) + 1e-5;
                assert!(visited[group] || distance(group) > reach, "{reach}");
                assert!(!visited[group] || !is_far, "{reach}");
            }
        }
        let mut nearest = f64::INFINITY;
        let _ = self
            .tree
            .by_distance(region, V::Scalar::INFINITY, &mut |group, reach| {
                nearest = nearest.min(distance(group));
                *reach = V::Scalar::from_f64(nearest);
                ControlFlow::Continue(())
            });
        assert!(groups().all(|group| distance(group) >= nearest));
        let swept = SweptBox::new(region, delta, V::Scalar::ZERO);
        for until in [0.25, 1.0] {
            let mut visited = vec![false; self.groups.len()];
            let until = V::Scalar::from_f64(until);
            let _ = self.tree.by_arrival(region, delta, until, &mut |group, _| {
                assert!(!visited[group]);
                visited[group] = true;
                ControlFlow::Continue(())
            });
            for group in groups() {
                let t = swept.reaches(&self.around(group));
                assert!(visited[group] || t.is_none_or(|t| t > until), "{t:?}");
            }
        }
        // Around everything, and without a motion.
        let everything = Aabb {
            min: V::splat(-V::Scalar::INFINITY),
            max: V::splat(V::Scalar::INFINITY),
        };
        let mut visits = [0; 3];
        let [touching, near, reached] = &mut visits;
        let _ = self.tree.touching(&everything, &mut |_| {
            *touching += 1;
            ControlFlow::Continue(())
        });
        let _ = self
            .tree
            .by_distance(&everything, V::Scalar::ZERO, &mut |_, _| {
                *near += 1;
                ControlFlow::Continue(())
            });
        let _ = self
            .tree
            .by_arrival(&everything, V::ZERO, V::Scalar::ZERO, &mut |_, _| {
                *reached += 1;
                ControlFlow::Continue(())
            });
        assert_eq!(visits, [self.groups.len(); 3]);
    }

    /// Moves all boxes, each in its own way.
    fn refit(&mut self, random: &mut Rng) {
        for bounds in &mut self.boxes {
            let by = V::from_f64([0; 3].map(|_| f64::from(random.f32()) - 0.5));
            bounds.min += by;
            bounds.max += by;
        }
        let around = self
            .boxes
            .iter()
            .fold(Aabb::empty(), |all, one| all.union(one));
        let groups: Vec<_> = (0..self.groups.len()).map(|i| self.around(i)).collect();
        self.tree
            .refit(around, |group| groups[group], &mut Vec::new());
    }
}

fn every_traversal_finds_what_brute_force_finds<V: Vector>() {
    let random = &mut Rng::with_seed(3);
    for count in [0, 1, 9, 70, 400] {
        for mut case in cases::<V>(random_boxes(count, random)) {
            for _ in 0..2 {
                case.check_structure();
                for _ in 0..5 {
                    let region = random_box(random);
                    case.check_overlaps(&region);
                    case.check_nearest(&region);
                    case.check_bounds(&region);
                    let delta = random_box::<V>(random).min - V::splat(V::Scalar::from_f64(5.0));
                    case.check_by_box(&region, delta);
                }
                case.refit(random);
            }
        }
    }
}

#[test]
fn every_traversal_finds_what_brute_force_finds_in_single_precision() {
    every_traversal_finds_what_brute_force_finds::<Vec2>();
    every_traversal_finds_what_brute_force_finds::<Vec3>();
}

#[test]
fn every_traversal_finds_what_brute_force_finds_in_double_precision() {
    every_traversal_finds_what_brute_force_finds::<DVec2>();
    every_traversal_finds_what_brute_force_finds::<DVec3>();
}

#[test]
fn large_trees_prefetch_groups_that_are_visited_later_and_small_ones_nothing() {
    let random = &mut Rng::with_seed(4);
    for (count, is_large) in [(1000, false), (40_000, true)] {
        let case = &cases::<Vec3>(random_boxes(count, random))[0];
        assert_eq!(case.tree.nodes.len() > LARGE, is_large);
        let region = Aabb::of_points([vec3(2., 2., 2.), vec3(6., 6., 6.)]);
        let local = case.tree.local.around(&region);
        let events = core::cell::RefCell::new(Vec::new());
        let (prefetch, visit) = (
            |group: usize| events.borrow_mut().push((group, false)),
            |group: usize| events.borrow_mut().push((group, true)),
        );
        let check = || {
            let events = events.take();
            let visits = events.iter().filter(|(_, is_visit)| *is_visit).count();
            let prefetches = events.len() - visits;
            assert!(visits > 10);
            if !is_large {
                assert_eq!(prefetches, 0);
                return;
            }
            // Nearly all groups are prefetched just before the group that is visited first.
            assert!(prefetches * 10 > visits * 7, "{prefetches} {visits}");
            for (i, (group, is_visit)) in events.iter().enumerate() {
                assert!(*is_visit || events[i..].contains(&(*group, true)));
            }
        };
        dispatch!(case.tree.level, simd => {
            let near = Boxes::splat(simd, &local);
            let _ = case.tree.all(simd, |boxes| boxes.touch(&near), prefetch, |group| {
                visit(group);
                ControlFlow::Continue(())
            });
        });
        check();
        dispatch!(case.tree.level, simd => {
            let probe = DistanceProbe::new(simd, &local);
            let _ = case.tree.nearest_first(simd, 0.0, |boxes| probe.squared(boxes), prefetch, |group, _| {
                visit(group);
                ControlFlow::Continue(())
            });
        });
        check();
    }
}

#[test]
fn a_compact_tree_has_a_third_of_the_bytes() {
    let (tree, _) = Bvh::build(&random_boxes::<Vec3>(1000, &mut Rng::with_seed(5)));
    assert_eq!(tree.bytes(), tree.nodes.len() * 256);
    let (plain, compact) = (tree.bytes(), tree.compact().bytes());
    assert!(compact * 2 < plain && compact * 4 > plain, "{compact}");
}

/// FNV-1a over the numbers.
struct Hash(u64);

impl Hash {
    fn add_tree(&mut self, case: &Case<Vec3>) {
        case.groups.iter().for_each(|group| self.add(*group));
        let nodes = &case.tree.nodes;
        for i in 0..nodes.len() {
            self.add(*nodes.children(i));
            for lane in 0..LANES {
                let LocalBox { min, max } = nodes.around(i, lane);
                self.add([min, max].as_flattened().iter().map(|x| x.to_bits()));
            }
        }
    }

    fn add(&mut self, numbers: impl IntoIterator<Item = u32>) {
        for number in numbers {
            self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// Queries visit parts in the order of the tree, so trees must be the same on every target. A change of the builder changes
/// this number: measure the speed of queries, then record the new number.
#[test]
fn trees_are_the_recorded_ones() {
    let random = &mut Rng::with_seed(6);
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for count in [1, 7, 8, 9, 16, 17, 33, 64, 100, 500, 513, 1500] {
        for kind in 0..4 {
            let boxes: Vec<Aabb<Vec3>> = (0..count)
                .map(|i| {
                    let bounds = random_box::<Vec3>(random);
                    let by = match kind {
                        // Even, flat, on a grid with many ties, in clusters of growing size.
                        0 => Vec3::ONE,
                        1 => vec3(1.0, 0.125, 0.0),
                        2 => {
                            return Aabb::of_points([bounds.min.floor(), bounds.min.floor() + 1.0]);
                        }
                        _ => Vec3::splat((1 << (i % 12)) as f32),
                    };
                    Aabb {
                        min: bounds.min * by,
                        max: bounds.max * by,
                    }
                })
                .collect();
            cases(boxes).iter().for_each(|case| hash.add_tree(case));
        }
    }
    assert_eq!(hash.0, 0x911b_0ae0_7b6d_f29f, "{:#x}", hash.0);
}

#[test]
fn a_tree_with_its_boxes_misses_no_item_that_touches_is_near_or_is_reached() {
    let random = &mut Rng::with_seed(7);
    let boxes = random_boxes::<Vec3>(200, random);
    let mut tree = BoxBvh::build(&boxes);
    for _ in 0..2 {
        let moved: Vec<_> = (boxes.iter().rev())
            .map(|bounds| bounds.inflated(0.25))
            .collect();
        tree.refit(|item| moved[item as usize]);
        let (mut depth, mut items) = (0, Vec::new());
        tree.each_box(|level, item, bounds| match item {
            None => depth = level,
            Some(item) => {
                // In the group that was visited last.
                assert_eq!((level, *bounds), (depth + 1, moved[item as usize]));
                items.push(item);
            }
        });
        items.sort_unstable();
        assert!(items.into_iter().eq(0..200));
        for _ in 0..20 {
            let (region, delta) = (random_box::<Vec3>(random), random_box::<Vec3>(random));
            let delta = delta.min - 5.0;
            let sorted = |mut found: Vec<u32>| {
                found.sort_unstable();
                found
            };
            let all = |test: &dyn Fn(&Aabb<Vec3>) -> bool| {
                let items = 0..200_u32;
                items
                    .filter(|item| test(&moved[*item as usize]))
                    .collect::<Vec<_>>()
            };
            let mut found = Vec::new();
            let _ = tree.overlapping(&region, |item| {
                found.push(item);
                ControlFlow::Continue(())
            });
            assert_eq!(sorted(found), all(&|bounds| bounds.overlaps(&region)));
            for reach in [0.5_f32, 2.0] {
                let mut found = Vec::new();
                let _ = tree.by_distance(&region, reach, |item, _| {
                    found.push(item);
                    ControlFlow::Continue(())
                });
                found.retain(|item| {
                    moved[*item as usize].distance_squared(&region) <= reach * reach
                });
                let near = |bounds: &Aabb<Vec3>| bounds.distance_squared(&region) <= reach * reach;
                assert_eq!(sorted(found), all(&near));
            }
            let swept = SweptBox::new(&region, delta, 0.0);
            for until in [0.25, 1.0] {
                let reached =
                    |bounds: &Aabb<Vec3>| swept.reaches(bounds).is_some_and(|t| t <= until);
                let mut found = Vec::new();
                let _ = tree.by_arrival(&region, delta, until, |item, _| {
                    found.push(item);
                    ControlFlow::Continue(())
                });
                found.retain(|item| reached(&moved[*item as usize]));
                assert_eq!(sorted(found), all(&reached));
            }
        }
        tree.rebuild(moved.iter().copied(), &mut BuildScratch::default());
    }
}

#[test]
fn the_groups_of_one_node_are_visited_by_distance() {
    let random = &mut Rng::with_seed(8);
    for _ in 0..20 {
        let case = &cases::<Vec3>(random_boxes(60, random))[0];
        assert!(case.groups.len() > 4 && case.tree.nodes.len() == 1);
        let region = random_box(random);
        let mut distances = Vec::new();
        let bound = |bounds: &Aabb<Vec3>| Some(bounds.distance_squared(&region));
        let _ = case.tree.by_bound(f32::INFINITY, bound, |group, _| {
            distances.push(case.around(group).distance_squared(&region));
            ControlFlow::Continue(())
        });
        assert!(distances.len() == case.groups.len() && distances.is_sorted());
    }
}

/// With the feature `rayon`, threads build parts of it.
#[test]
fn a_large_tree_is_the_recorded_one_on_one_thread_and_on_many() {
    let random = &mut Rng::with_seed(9);
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    let cases = cases::<Vec3>(random_boxes(40_000, random));
    cases.iter().for_each(|case| hash.add_tree(case));
    assert_eq!(hash.0, 0x51f8_c97a_42e2_d3b3, "{:#x}", hash.0);
}

#[test]
fn deep_trees_are_the_recorded_ones() {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    // Strips up to a size of 2¹²⁰: from forty levels on ranges are halved by count.
    for (growth, count) in [
        (1.1_f32, 870),
        (1.2, 450),
        (1.3, 315),
        (1.5, 205),
        (2.0, 120),
    ] {
        let mut x = 1.0;
        let boxes = core::iter::from_fn(|| {
            x *= growth;
            Some(Aabb::of_points([vec3(x, 0., 0.), vec3(x * growth, x, x)]))
        });
        let boxes: Vec<_> = boxes.take(count).collect();
        cases(boxes).iter().for_each(|case| hash.add_tree(case));
    }
    assert_eq!(hash.0, 0x2b61_f3f7_f83f_5f3b, "{:#x}", hash.0);
}

#[test]
fn equal_boxes_in_one_cell_are_one_tree() {
    let one = Aabb::of_points([Vec3::ZERO, Vec3::ONE]);
    for case in cases(vec![one; 20_000]) {
        case.check_overlaps(&one);
        case.check_nearest(&one.inflated(-0.25));
    }
    assert_eq!(
        alloc::format!("{:?}", BuildScratch::default()),
        "BuildScratch { .. }"
    );
}

#[test]
fn a_tree_is_traversed_with_the_instruction_set_that_it_is_given() {
    let level = Level::baseline();
    let (tree, _) = Bvh::<Vec3>::build(&[]);
    assert_eq!(
        alloc::format!("{:?}", tree.at(level).level()),
        alloc::format!("{level:?}")
    );
}
