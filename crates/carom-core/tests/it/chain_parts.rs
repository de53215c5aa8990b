//! Filtered chains, refitted chains, and what closed chains enclose.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{
    Ball, Capsule, Chain, ChainError, Contact, Feature, Hit, PartId, Scalar, Segment, Shape,
    ShapeRef, Vector, contact,
};
use core::f64::consts::TAU;
use fastrand::Rng;

fn point<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// Long and short steps, none, and back.
fn walk<V: Vector<Double = DVec2>>(random: &mut Rng, count: usize) -> Vec<V> {
    let mut way: V = point(random, 2.0);
    let mut vertices = vec![point::<V>(random, 10.0)];
    for i in 0..count {
        match random.usize(..6) {
            _ if i == 0 => {}
            0 => way = V::ZERO,
            1 => way = -way,
            2 => {}
            _ => way = point(random, 3.0),
        }
        let next = vertices[i] + way;
        let lost = next.length() > V::Scalar::from_f64(9.0);
        vertices.push(if lost { point(random, 8.0) } else { next });
    }
    vertices
}

fn shape<V: Vector>(random: &mut Rng, i: usize) -> Shape<V> {
    let center = point(random, 14.0);
    let radius = V::Scalar::from_f64(0.3);
    match i % 4 {
        0 => Shape::Point(center),
        1 => Shape::Ball(Ball::new(center, radius)),
        2 => Shape::Segment(Segment::new(center, center + point::<V>(random, 3.0))),
        _ => Shape::Capsule(Capsule::new(
            center,
            center + point::<V>(random, 3.0),
            radius,
        )),
    }
}

/// The runs of consecutive segments that pass the filter as chains, with the number of the first segment of each.
fn runs<V: Vector<Double = DVec2>>(chain: &Chain<V>, counts: &[bool]) -> Vec<(u32, Chain<V>)> {
    let n = counts.len();
    let starts = |i: usize| {
        let before = (i + n - 1) % n;
        counts[i] && !(counts[before] && (i > 0 || chain.is_closed()))
    };
    let firsts = (0..n).filter(|i| starts(*i));
    let run = |first: usize| {
        let longest = if chain.is_closed() { n } else { n - first };
        let length = (0..longest).take_while(|j| counts[(first + j) % n]).count();
        let vertices = chain.vertices();
        let vertices = (0..=length).map(|j| vertices[(first + j) % vertices.len()]);
        (first as u32, Chain::open(vertices.collect()).unwrap())
    };
    firsts.map(run).collect()
}

fn only_some_are_chains_of_their_own<V: Vector<Double = DVec2>>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let (mut contacts, mut hits) = (0, 0);
    for round in 0..60 {
        let count = [5, 30, 90][round % 3];
        let vertices = walk::<V>(random, count);
        let make = if round % 2 == 0 {
            Chain::closed
        } else {
            Chain::open
        };
        let chain = make(vertices).unwrap();
        let n = chain.segment_count();
        let has_length = |i: usize| {
            let segment = chain.segment(i as u32);
            segment.a != segment.b
        };
        let mut counts: Vec<bool> = (0..n).map(|_| random.usize(..4) > 0).collect();
        counts[0] = false;
        // A segment without length belongs to the one before it.
        for i in 1..n {
            counts[i] = counts[if has_length(i) { i } else { i - 1 }];
        }
        let runs = runs(&chain, &counts);
        let counted = |part: PartId| counts[part.index as usize];
        let only = chain.query().filter(&counted);
        let number = |first: u32, part: PartId| PartId::of((first + part.index) % n as u32);
        for i in 0..80 {
            let a = shape::<V>(random, i);
            let reach = V::Scalar::from_f64(random.f64() * 2.0 - 0.2);
            let mut expected = Vec::new();
            for (first, run) in &runs {
                run.query().each_contact(&a, reach, |found| {
                    expected.push(Contact {
                        part: number(*first, found.part),
                        ..found
                    });
                });
            }
            expected.sort_by_key(|found| found.part.index);
            let mut found = Vec::new();
            only.each_contact(&a, reach, |contact| found.push(contact));
            found.sort_by_key(|found| found.part.index);
            assert_eq!(found, expected, "{a:?}");
            contacts += found.len();
            let nearest = expected.into_iter().reduce(|x, y| {
                let nearer = y.separation < x.separation;
                if nearer { y } else { x }
            });
            assert_eq!(only.closest(&a, reach), nearest);
            let any = runs.iter().any(|(_, run)| run.query().overlap(&a));
            assert_eq!(only.overlap(&a), any);

            let delta = point(random, 12.0);
            let mut expected = Vec::new();
            for (first, run) in &runs {
                let mut of_run = Vec::new();
                run.query().sweep_all(&a, delta, &mut of_run);
                expected.extend(of_run.iter().map(|found| Hit {
                    part: number(*first, found.part),
                    ..*found
                }));
            }
            let mut found = Vec::new();
            only.sweep_all(&a, delta, &mut found);
            assert_eq!(only.sweep(&a, delta), found.first().copied());
            assert_eq!(only.sweep_any(&a, delta), !found.is_empty());
            if let Shape::Point(p) = a {
                assert_eq!(only.ray(p, delta), found.first().copied());
            }
            hits += found.len();
            let by_number = |hit: &Hit<V>| hit.part.index;
            found.sort_by_key(by_number);
            expected.sort_by_key(by_number);
            assert_eq!(found, expected, "{a:?}");
        }
    }
    assert!(contacts > 3000 && hits > 3000, "{contacts} {hits}");
}

#[test]
fn filtered_segments_are_chains_of_their_own() {
    only_some_are_chains_of_their_own::<Vec2>(1);
    only_some_are_chains_of_their_own::<DVec2>(2);
}

#[test]
fn a_chain_ends_where_a_neighbor_is_filtered_out() {
    let floor = Chain::open(vec![vec2(-4., 0.), vec2(0., 0.), vec2(4., 0.)]).unwrap();
    let ball = Ball::new(vec2(0.5, 0.5), 0.6);
    let is_first = |part: PartId| part.index == 0;
    let left = floor.query().filter(&is_first);
    let found = left.closest(&ball, 1.).unwrap();
    assert_eq!((found.part.index, found.feature), (0, Feature::Vertex(1)));
    let none = floor.query().filter(&|_| false);
    assert!(none.closest(&ball, 9.).is_none());
}

fn refitted_is_as_new<V: Vector<Double = DVec2>>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    for round in 0..30 {
        let count = [1, 7, 200][round % 3];
        let make = if round % 2 == 0 {
            Chain::closed
        } else {
            Chain::open
        };
        let mut chain = make(walk::<V>(random, count)).unwrap();
        for _ in 0..3 {
            let vertices = walk::<V>(random, count);
            chain.refit(|i| vertices[i as usize]).unwrap();
            let new = make(vertices.clone()).unwrap();
            assert_eq!(chain.vertices(), vertices);
            assert_eq!(chain.bounds(), new.bounds());
            for i in 0..60 {
                let (a, delta) = (shape::<V>(random, i), point(random, 12.0));
                let reach = V::Scalar::from_f64(3.0);
                assert_eq!(
                    chain.query().closest(&a, reach),
                    new.query().closest(&a, reach)
                );
                assert_eq!(chain.query().overlap(&a), new.query().overlap(&a));
                let (mut x, mut y) = (Vec::new(), Vec::new());
                chain.query().sweep_all(&a, delta, &mut x);
                new.query().sweep_all(&a, delta, &mut y);
                assert_eq!(x, y);
                let p = point(random, 10.0);
                assert_eq!(chain.signed_distance(p), new.signed_distance(p));
            }
        }
    }
}

#[test]
fn a_chain_that_has_changed_its_form_answers_as_a_new_one() {
    refitted_is_as_new::<Vec2>(3);
    refitted_is_as_new::<DVec2>(4);
}

#[test]
fn invalid_vertices_are_rejected() {
    let vertices = [vec2(0., 0.), vec2(2., 0.), vec2(2., 3.)];
    let mut chain = Chain::closed(vertices.to_vec()).unwrap();
    let bad = |i: u32| {
        if i == 1 {
            vec2(f32::NAN, 0.)
        } else {
            Vec2::splat(9.)
        }
    };
    assert_eq!(chain.refit(bad), Err(ChainError::NotFinite { vertex: 1 }));
    assert_eq!(chain.vertices(), vertices);
    assert!(chain.contains(vec2(1.5, 1.)));
}

/// The winding number of the chain around a point that is not on it, by the angles as seen from the point.
fn winding(chain: &[DVec2], p: DVec2) -> i32 {
    let angle: f64 = (0..chain.len())
        .map(|i| {
            let (a, b) = (chain[i] - p, chain[(i + 1) % chain.len()] - p);
            a.perp_dot(b).atan2(a.dot(b))
        })
        .sum();
    (angle / TAU).round() as i32
}

/// On small integers every term is exact.
fn is_on(chain: &[DVec2], p: DVec2) -> bool {
    (0..chain.len()).any(|i| {
        let (a, b) = (chain[i] - p, chain[(i + 1) % chain.len()] - p);
        a.perp_dot(b) == 0.0 && a.dot(b) <= 0.0
    })
}

fn enclosed<V: Vector<Double = DVec2>>(seed: u64, size: f64) {
    let random = &mut Rng::with_seed(seed);
    let (mut inside, mut on) = (0, 0);
    for round in 0..400 {
        let n = 2 + round % 40;
        let mut grid = || DVec2::from_array([0; 2].map(|_| f64::from(random.i32(-6..=6))));
        let mut chain: Vec<DVec2> = (0..n).map(|_| grid()).collect();
        if round % 3 == 0 {
            // Straight runs and coinciding vertices.
            for i in 1..n {
                let [before, at] = [chain[i - 1], chain[i]];
                chain[i] = [
                    before,
                    DVec2::new(before.x, at.y),
                    DVec2::new(at.x, before.y),
                ][i % 3];
            }
        }
        let to = |p: DVec2| V::from_f64([p.x * size, p.y * size, 0.0]);
        let closed = Chain::closed(chain.iter().map(|p| to(*p)).collect()).unwrap();
        for x in -7..=7 {
            for y in -7..=7 {
                let p = DVec2::new(f64::from(x), f64::from(y));
                let is_on = is_on(&chain, p);
                let expected = is_on || winding(&chain, p) != 0;
                assert_eq!(closed.contains(to(p)), expected, "{chain:?} {p}");
                let distance = (0..n as u32)
                    .map(|i| {
                        let far = V::Scalar::INFINITY;
                        let found = contact(&ShapeRef::point(to(p)), &closed.segment(i), far);
                        found.unwrap().separation.to_f64()
                    })
                    .fold(f64::INFINITY, f64::min);
                let signed = closed.signed_distance(to(p)).to_f64();
                assert_eq!(signed.abs(), if is_on { 0.0 } else { distance });
                assert_eq!(signed < 0.0, expected && !is_on);
                inside += usize::from(expected);
                on += usize::from(is_on);
            }
        }
    }
    assert!(on > 5000 && inside > on + 5000, "{on} {inside}");
}

#[test]
fn a_closed_chain_contains_what_it_winds_around() {
    enclosed::<Vec2>(5, 1.0);
    enclosed::<DVec2>(6, 1.0);
    // Powers of two change nothing.
    enclosed::<Vec2>(7, f64::from(2_f32.powi(-60)));
    enclosed::<DVec2>(8, 2_f64.powi(500));
}

#[test]
fn the_last_digit_decides_which_side_a_point_is_on() {
    // A long diagonal: points one unit in the last place to either side of it.
    let n = 1 << 24;
    let corners = [
        DVec2::new(0., 0.),
        DVec2::new(f64::from(n), f64::from(n - 1)),
        DVec2::new(0., f64::from(n)),
    ];
    let chain = Chain::closed(corners.to_vec()).unwrap();
    let random = &mut Rng::with_seed(9);
    for _ in 0..2000 {
        let x = i128::from(random.i32(1..n - 1));
        let y = x * i128::from(n - 1) / i128::from(n);
        // The line is at `x (n − 1) / n`, which is not an integer: `y` is below it.
        let below = DVec2::new(x as f64, y as f64);
        assert!(!chain.contains(below));
        let exact = x as f64 * f64::from(n - 1) / f64::from(n);
        // A power of two divides exactly; the product has 48 bits.
        assert!(chain.contains(DVec2::new(x as f64, exact)));
        assert!(chain.contains(DVec2::new(x as f64, exact.next_up())));
        assert!(!chain.contains(DVec2::new(x as f64, exact.next_down())));
    }
}
