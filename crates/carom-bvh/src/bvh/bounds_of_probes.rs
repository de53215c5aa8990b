//! Tests: probes, frames and lists of boxes against the same bounds in double precision, one by one.

use super::local_frame::{lower, upper};
use super::*;
use alloc::vec;
use carom_math::Scalar;
use carom_math::lanes::dispatch;
use fastrand::Rng;
use glam::{DVec2, DVec3, Vec2, Vec3, dvec3, vec3};

fn local_box(random: &mut Rng) -> LocalBox {
    let mut number = || random.f32() * 4.0 - 2.0;
    let [p, q] = [
        [number(), number(), number()],
        [number(), number(), number()],
    ];
    let near = core::array::from_fn(|i| p[i] + 0.25 * q[i]);
    LocalBox { min: p, max: p }.union(&LocalBox {
        min: near,
        max: near,
    })
}

fn lanes(boxes: &[LocalBox; LANES]) -> BoxLanes {
    let mut lanes = EMPTY_LANES;
    for (lane, around) in boxes.iter().enumerate() {
        around.store(&mut lanes, lane);
    }
    lanes
}

/// The gap between two boxes along each axis.
fn gaps(a: &LocalBox, b: &LocalBox) -> [f64; 3] {
    [0, 1, 2].map(|i| {
        let (one, other) = (
            f64::from(a.min[i]) - f64::from(b.max[i]),
            f64::from(b.min[i]) - f64::from(a.max[i]),
        );
        one.max(other).max(0.0)
    })
}

#[test]
fn the_squared_distance_is_the_sum_of_squared_gaps() {
    let random = &mut Rng::with_seed(1);
    for _ in 0..200 {
        let from = local_box(random);
        let boxes: [LocalBox; LANES] = core::array::from_fn(|_| local_box(random));
        let squared: [f32; LANES] = dispatch!(level(), simd => {
            DistanceProbe::new(simd, &from).squared(&Boxes::load(simd, &lanes(&boxes))).into()
        });
        let touching = dispatch!(level(), simd => {
            Boxes::splat(simd, &from).touch(&Boxes::load(simd, &lanes(&boxes))).to_bitmask()
        });
        for (lane, around) in boxes.iter().enumerate() {
            let expected: f64 = gaps(&from, around).iter().map(|x| x * x).sum();
            assert!((f64::from(squared[lane]) - expected).abs() <= 1e-6 * (1.0 + expected));
            assert_eq!(touching >> lane & 1 == 1, expected == 0.0);
        }
    }
    // Far away it is finite, at infinity it is not.
    let far = LocalBox {
        min: [1e38; 3],
        max: [2e38; 3],
    };
    let near = LocalBox {
        min: [0.0; 3],
        max: [1.0; 3],
    };
    let squared: [[f32; LANES]; 2] = dispatch!(level(), simd => {
        let probe = DistanceProbe::new(simd, &far);
        [probe.squared(&Boxes::splat(simd, &near)).into(), probe.squared(&Boxes::load(simd, &Node::EMPTY.bounds)).into()]
    });
    assert!(squared[0][0] > 1e36 && squared[0][0].is_finite());
    assert_eq!(squared[1], [f32::INFINITY; LANES]);
}

#[test]
fn the_bound_of_a_segment_is_the_largest_gap_along_six_directions() {
    let random = &mut Rng::with_seed(2);
    let mut tighter = 0;
    for case in 0..400 {
        // From corner to corner, along an axis at times.
        let from = [0; 3].map(|_| random.f32() * 4.0 - 2.0);
        let mut way = [0; 3].map(|_| random.f32() * 4.0 - 2.0);
        match case % 5 {
            0 => way[case % 3] = 0.0,
            1 => way = core::array::from_fn(|i| if i == case % 3 { way[i] } else { 0.0 }),
            2 => way = core::array::from_fn(|i| if i == case % 3 { way[i] } else { way[i] * 0.05 }),
            _ => {}
        }
        let to = core::array::from_fn(|i| from[i] + way[i]);
        let around = LocalBox {
            min: from,
            max: from,
        }
        .union(&LocalBox { min: to, max: to });
        let boxes: [LocalBox; LANES] = core::array::from_fn(|_| local_box(random));
        let squared: [f32; LANES] = dispatch!(level(), simd => {
            SegmentProbe::new(simd, &around, way).squared(&Boxes::load(simd, &lanes(&boxes))).into()
        });
        let absolute = way.map(f32::abs);
        let is_tilted =
            (0..3).all(|i| absolute[(i + 1) % 3] + absolute[(i + 2) % 3] > absolute[i] * 0.25);
        for (found, bounds) in squared.into_iter().zip(&boxes) {
            let apart: f64 = gaps(&around, bounds).iter().map(|x| x * x).sum();
            let mut expected = apart;
            for (i, j) in [(1, 2), (2, 0), (0, 1)] {
                let [u, v] = [f64::from(way[i]), f64::from(way[j])];
                let length = (u * u + v * v).sqrt();
                if !is_tilted || length == 0.0 {
                    continue;
                }
                let (x, y) = (-v / length, u / length);
                let along = |p: [f32; 3]| f64::from(p[i]) * x + f64::from(p[j]) * y;
                let corners = [
                    [bounds.min[i], bounds.min[j]],
                    [bounds.min[i], bounds.max[j]],
                    [bounds.max[i], bounds.min[j]],
                    [bounds.max[i], bounds.max[j]],
                ];
                let places =
                    corners.map(|[p, q]| f64::from(p) * x + f64::from(q) * y - along(from));
                let (least, most) = places
                    .iter()
                    .fold((f64::INFINITY, -f64::INFINITY), |(a, b), p| {
                        (a.min(*p), b.max(*p))
                    });
                let gap = least.max(-most).max(0.0);
                expected = expected.max(gap * gap);
            }
            tighter += usize::from(expected > apart + 1e-3);
            assert!(
                (f64::from(found) - expected).abs() < 1e-5,
                "{found} {expected} {way:?}"
            );
        }
    }
    assert!(tighter > 300, "{tighter}");
}

#[test]
fn a_sweep_reaches_boxes_at_the_latest_entry_of_all_slabs() {
    let random = &mut Rng::with_seed(3);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..500 {
        let from = local_box(random);
        let boxes: [LocalBox; LANES] = core::array::from_fn(|_| local_box(random));
        // Towards the first box.
        let mut way = core::array::from_fn(|i| (boxes[0].min[i] - from.min[i]) * 1.5);
        if case % 4 == 0 {
            way[case % 3] = [0.0, -0.0][case % 2];
        }
        let times: [f32; LANES] = dispatch!(level(), simd => {
            SweepProbe::new(simd, &from, way).reaches(&Boxes::load(simd, &lanes(&boxes))).into()
        });
        let single = |b: &LocalBox| Aabb {
            min: Vec3::from(b.min),
            max: Vec3::from(b.max),
        };
        let moving = SweptBox::new(&single(&from), Vec3::from(way), 0.0);
        for (found, bounds) in times.into_iter().zip(&boxes) {
            let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
            for (i, speed) in way.map(f64::from).into_iter().enumerate() {
                let (near, far) = (
                    f64::from(bounds.min[i]) - f64::from(from.max[i]),
                    f64::from(bounds.max[i]) - f64::from(from.min[i]),
                );
                if speed == 0.0 {
                    if near > 0.0 || far < 0.0 {
                        leave = -1.0;
                    }
                } else {
                    enter = enter.max((near / speed).min(far / speed));
                    leave = leave.min((near / speed).max(far / speed));
                }
            }
            if (enter - leave).abs() < 1e-5 {
                continue;
            }
            let exact = moving.reaches(&single(bounds));
            if enter > leave {
                misses += 1;
                assert_eq!((found, exact), (f32::INFINITY, None));
            } else {
                hits += 1;
                // A lower bound, and hardly lower.
                for found in [found, exact.unwrap_or(f32::INFINITY)].map(f64::from) {
                    assert!(
                        found <= enter && found >= enter - 1e-5 * (1.0 + enter),
                        "{found} {enter}"
                    );
                }
            }
        }
    }
    assert!(hits > 300 && misses > 300, "{hits} {misses}");
}

#[test]
fn a_sweep_that_grazes_an_edge_is_not_lost_to_rounding() {
    let random = &mut Rng::with_seed(6);
    let unit = LocalBox {
        min: [0.0; 3],
        max: [1.0; 3],
    };
    for _ in 0..2000 {
        // It enters the slab of x at the time at which it leaves that of y.
        let t = f32::from(random.u8(1..=64)) / 64.0;
        let [x, y] = [0; 2].map(|_| f32::from(random.u16(64..4096)) / 64.0);
        let of = LocalBox {
            min: [1.0 + x * t, -9.0, 0.0],
            max: [99.0, y * t, 1.0],
        };
        let way = [x, y, 0.0];
        let times: [f32; LANES] = dispatch!(level(), simd => {
            SweepProbe::new(simd, &unit, way).reaches(&Boxes::splat(simd, &of)).into()
        });
        let single = |b: &LocalBox| Aabb {
            min: Vec3::from(b.min),
            max: Vec3::from(b.max),
        };
        let exact = SweptBox::new(&single(&unit), Vec3::from(way), 0.0).reaches(&single(&of));
        assert!(times[0] <= t && times[0] > t * 0.999, "{way:?} {t}");
        assert!(exact.is_some_and(|found| found <= t), "{way:?} {t}");
    }
}

#[test]
fn frames_round_boxes_outwards_and_lengths_to_nearest() {
    let far = Aabb {
        min: dvec3(1e7, -8.0, 5.0),
        max: dvec3(1e7 + 6.0, 4.0, 9.0),
    };
    let frame = LocalFrame::of(&far);
    assert_eq!(
        (frame.origin, frame.scale),
        (dvec3(1e7 + 3.0, -2.0, 7.0), 0.25)
    );
    assert_eq!(frame.way(dvec3(1.0, -2.0, 0.5)), [0.25, -0.5, 0.125]);
    assert_eq!(frame.length(3.0), 0.75);
    let random = &mut Rng::with_seed(4);
    for _ in 0..1000 {
        let p = far.min + dvec3(random.f64(), random.f64(), random.f64());
        let bounds = Aabb::of_points([p, p + dvec3(random.f64(), random.f64(), random.f64())]);
        let (around, nearly) = (frame.around(&bounds), frame.nearly(&bounds));
        let outer = frame.outer(&around);
        // The coordinates of the frame differ by at most one step from the nearest.
        for i in 0..3 {
            let exact = [
                (bounds.min[i] - frame.origin[i]) * 0.25,
                (bounds.max[i] - frame.origin[i]) * 0.25,
            ];
            assert!(
                f64::from(around.min[i]) <= exact[0]
                    && f64::from(around.min[i].next_up()) > exact[0]
            );
            assert!(
                f64::from(around.max[i]) >= exact[1]
                    && f64::from(around.max[i].next_down()) < exact[1]
            );
            assert_eq!(
                (nearly.min[i], nearly.max[i]),
                (exact[0] as f32, exact[1] as f32)
            );
            assert_eq!(
                outer.min[i],
                f64::from(around.min[i]) * 4.0 + frame.origin[i]
            );
        }
    }
    let huge = Aabb {
        min: DVec3::splat(1e300),
        max: DVec3::splat(2e300),
    };
    assert_eq!(
        (frame.nearly(&huge).min, frame.nearly(&huge).max),
        ([f32::MAX; 3], [f32::INFINITY; 3])
    );
    let huge = Aabb {
        min: -huge.max,
        max: -huge.min,
    };
    assert_eq!(
        (frame.nearly(&huge).min, frame.nearly(&huge).max),
        ([-f32::INFINITY; 3], [f32::MIN; 3])
    );
    let frame = LocalFrame::of(&Aabb {
        min: -DVec3::splat(1e300),
        max: DVec3::splat(1e300),
    });
    assert!(
        frame
            .way(DVec3::splat(1e300))
            .iter()
            .all(|x| (1.0..2.0).contains(x))
    );
    // Single precision: no origin, an exact scale.
    let single = LocalFrame::of(&Aabb {
        min: vec3(1., -6., 0.),
        max: vec3(3., 1., 5.),
    });
    assert_eq!((single.origin, single.scale), (Vec3::ZERO, 0.25));
    assert_eq!(
        (single.way(vec3(1., 2., -3.)), single.length(2.0)),
        ([0.25, 0.5, -0.75], 0.5)
    );
    let one = Aabb {
        min: vec3(1., 2., 3.),
        max: vec3(4., 5., 6.),
    };
    assert_eq!(
        single.nearly(&one),
        LocalBox {
            min: [0.25, 0.5, 0.75],
            max: [1.0, 1.25, 1.5]
        }
    );
    assert_eq!(single.around(&one), single.nearly(&one));
    for x in [0.1, -0.1, 0.5, 1e-50, -1e-50, 3.0, 1.0 + 1e-12] {
        assert!(f64::from(lower(x)) <= x && f64::from(lower(x).next_up()) > x);
        assert!(f64::from(upper(x)) >= x && f64::from(upper(x).next_down()) < x);
    }
}

fn lists_find_what_brute_force_finds<V: Vector>() {
    let random = &mut Rng::with_seed(5);
    let mut place = |size: f64| {
        let from = V::from_f64([0; 3].map(|_| f64::from(random.f32()) * 10.0 + 100.0));
        let edges = V::from_f64([0; 3].map(|_| f64::from(random.f32()) * size));
        Aabb {
            min: from,
            max: from + edges,
        }
    };
    let mut list = BoxList::<V>::new();
    for count in [0, 1, 7, 8, 9, 64, 300, 600] {
        list.clear();
        assert_eq!((list.is_empty(), list.len()), (true, 0));
        let boxes: Vec<Aabb<V>> = (0..count).map(|_| place(1.0)).collect();
        for (i, bounds) in boxes.iter().enumerate() {
            list.push(bounds);
            assert!(!list.is_empty() && list.len() == i + 1);
        }
        assert!(
            boxes
                .iter()
                .enumerate()
                .all(|(i, bounds)| list.get(i) == *bounds)
        );
        let everything = Aabb {
            min: V::splat(-V::Scalar::INFINITY),
            max: V::splat(V::Scalar::INFINITY),
        };
        for i in 0..20 {
            let (region, core, distance) = (place(3.0), place(1.0), f64::from(i) * 0.5);
            let region = if i == 0 { everything } else { region };
            let mut found = vec![];
            let flow =
                list.touching_and_near(&region, (&core, distance), |group, touching, beyond| {
                    assert!(touching != 0);
                    for lane in each(touching) {
                        found.push(group * LANES + lane);
                        let gap = boxes[group * LANES + lane]
                            .distance_squared(&core)
                            .to_f64()
                            .sqrt();
                        let is_beyond = beyond >> lane & 1 == 1;
                        assert!(
                            if is_beyond {
                                gap > distance
                            } else {
                                gap < distance * (1.0 + 1e-5) + 1e-5
                            },
                            "{gap} {distance}"
                        );
                    }
                    ControlFlow::Continue(())
                });
            let touching = (0..boxes.len()).filter(|i| boxes[*i].overlaps(&region));
            assert_eq!(found, touching.collect::<Vec<_>>());
            assert!(flow.is_continue());
            let flow = list
                .touching_and_near(&region, (&core, distance), |_, _, _| ControlFlow::Break(()));
            assert_eq!(flow.is_break(), !found.is_empty());
        }
    }
}

#[test]
fn lists_find_what_brute_force_finds_in_every_precision() {
    lists_find_what_brute_force_finds::<Vec2>();
    lists_find_what_brute_force_finds::<Vec3>();
    lists_find_what_brute_force_finds::<DVec2>();
    lists_find_what_brute_force_finds::<DVec3>();
}

#[test]
fn the_long_part_of_a_stack_keeps_its_entries() {
    let mut stack = Stack::<u32>::new();
    assert_eq!(stack.at(100), 0);
    for place in 0..STACK + LANES {
        stack.put(place, place as u32 + 1);
    }
    assert!((0..STACK + LANES).all(|place| stack.at(place) == place as u32 + 1));
}

fn lists_are_exact_at_the_limit<V: Vector>(far: f64, axis: usize) {
    let at = |x: f64| {
        let corner = |x: f64| {
            let mut p = [far; 3];
            p[axis] += x;
            V::from_f64(p)
        };
        Aabb::of_points([corner(x), corner(x + 1.0)])
    };
    let mut list = BoxList::<V>::new();
    (0..20).for_each(|i| list.push(&at(f64::from(i) * 4.0)));
    for i in 0..20 {
        // The gap is 4 i − 1.
        let distance = f64::from(i) * 4.0 - 1.0;
        let everything = at(0.0).union(&at(1000.0));
        let _ = list.touching_and_near(
            &everything,
            (&at(0.0), distance.max(0.0)),
            |group, _, beyond| {
                let all = (group * LANES..(group * LANES + LANES).min(20)).zip(0..);
                for (number, lane) in all {
                    assert_eq!(beyond >> lane & 1 == 1, number > i as usize, "{number} {i}");
                }
                ControlFlow::Continue(())
            },
        );
        // Apart by less than the rounding of single precision.
        let mut region = at(f64::from(i) * 4.0 + 1.0);
        let tiny = if V::Scalar::DOUBLE {
            far.abs() * 4.0 * f64::EPSILON
        } else {
            0.5
        };
        let mut by = [0.0; 3];
        by[axis] = tiny;
        region.min += V::from_f64(by);
        let mut found = 0;
        let _ = list.touching_and_near(&region, (&region, 1.0), |_, touching, _| {
            found += touching.count_ones();
            ControlFlow::Continue(())
        });
        assert_eq!(found, 0);
    }
}

#[test]
fn lists_are_exact_at_the_limit_in_every_precision() {
    lists_are_exact_at_the_limit::<Vec3>(0.0, 0);
    lists_are_exact_at_the_limit::<Vec2>(1000.0, 1);
    (0..3).for_each(|axis| lists_are_exact_at_the_limit::<DVec3>(1e9, axis));
    lists_are_exact_at_the_limit::<DVec2>(-1e9, 1);
}
