//! Compounds against a plain loop over their shapes, as bodies of a world, and as moving shapes; the nearest parts of
//! every surface.

use crate::kinds::{BOUNDED, point, shape};
use carom::glam::{DVec2, DVec3, Vec2, Vec3, vec2, vec3};
use carom::{
    Aabb, Ball, Body, Capsule, Chain, Collider, Compound, CompoundError, Contact, Hit, LocalScene,
    Mesh, OrientedBox, PartId, Plane, Pose, Query, RigidMotion, Rotation, Scalar, Scene, Shape,
    Surface, Sweep, Vector, World, contact, overlap, sweep, sweep_rigid,
};
use fastrand::Rng;
use std::sync::Arc;

/// A list of bounded shapes of all kinds.
fn shapes<V: Vector>(random: &mut Rng, count: usize) -> Vec<Shape<V>> {
    let bounded = (0..count).map(|i| {
        let center = point(random, 8.0);
        shape(random, i % BOUNDED, center, 2.0)
    });
    bounded.collect()
}

fn motion<V: Vector>(random: &mut Rng) -> RigidMotion<V> {
    RigidMotion {
        delta: point(random, 6.0),
        pivot: point(random, 4.0),
        axis: point(random, 1.0),
        angle: V::Scalar::from_f64(random.f64() * 2.0 - 1.0),
    }
}

fn number<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

/// The first of the sweeps: by time, then by separation at the start, then by part.
fn first<V: Vector>(
    sweeps: impl Iterator<Item = (PartId, Sweep<V>)>,
) -> Option<(PartId, Sweep<V>)> {
    let touched =
        sweeps.filter(|(_, swept)| swept.hit.is_some() || swept.start.contact().is_some());
    touched.reduce(|best, other| {
        let key = |(part, swept): &(PartId, Sweep<V>)| {
            let time = swept.hit.map_or(f64::INFINITY, |hit| hit.t.to_f64());
            let start = swept.start.contact();
            let start = start.map_or(f64::INFINITY, |at| at.separation.to_f64());
            (time, start, *part)
        };
        if key(&other) < key(&best) {
            other
        } else {
            best
        }
    })
}

fn answers_are_those_of_a_loop<V: Vector>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let (mut touching, mut hits, mut rotating) = (0, 0, 0);
    for round in 0..8 {
        let parts = shapes::<V>(random, [1, 3, 12, 40][round % 4]);
        let compound = Compound::new(parts.clone()).unwrap();
        assert_eq!(compound.shapes(), parts);
        let wanted = |part: PartId| round < 4 || part.index % 3 != 1;
        let query = compound.query().filter(&wanted);
        let counted = || {
            (0..)
                .map(PartId::of)
                .zip(&parts)
                .filter(|(part, _)| wanted(*part))
        };
        for i in 0..48 {
            let center = point(random, 9.0);
            let a = shape::<V>(random, i, center, 2.0);
            let reach = number::<V>(random.f64() * 3.0 - 0.5);
            let expected: Vec<Contact<V>> = counted()
                .filter_map(|(part, own)| {
                    Some(Contact {
                        part,
                        ..contact(&a, own, reach)?
                    })
                })
                .collect();
            let mut found = Vec::new();
            query.contacts(&a, reach, &mut found);
            assert_eq!(found, expected, "{a:?}");
            let mut sorted = expected;
            sorted.sort_by(|x, y| {
                (x.separation, x.part)
                    .partial_cmp(&(y.separation, y.part))
                    .unwrap()
            });
            assert_eq!(query.closest(&a, reach), sorted.first().copied());
            query.closest_n(&a, 4, reach, &mut found);
            assert_eq!(found, sorted[..sorted.len().min(4)]);
            let any = counted().any(|(_, own)| overlap(&a, own));
            assert_eq!(query.overlap(&a), any);
            touching += usize::from(any);

            let delta = point(random, 12.0);
            let mut expected: Vec<Hit<V>> = counted()
                .filter_map(|(part, own)| {
                    Some(Hit {
                        part,
                        ..sweep(&a, delta, own).hit?
                    })
                })
                .collect();
            expected.sort_by(Hit::order);
            let mut found = Vec::new();
            query.sweep_all(&a, delta, &mut found);
            assert_eq!(found, expected, "{a:?} {delta:?}");
            assert_eq!(query.sweep(&a, delta), expected.first().copied());
            hits += found.len();

            let [moving, own] = [0; 2].map(|_| motion::<V>(random));
            let swept = query.sweep_rigid(&a, &moving, &own);
            let each = counted().map(|(part, shape)| (part, sweep_rigid(&a, &moving, shape, &own)));
            match first(each) {
                Some((part, expected)) => {
                    let hit = expected.hit.map(|hit| Hit { part, ..hit });
                    assert_eq!(swept, Sweep { hit, ..expected });
                }
                None => assert!(swept.hit.is_none() && swept.start.contact().is_none()),
            }
            rotating += usize::from(swept.hit.is_some());
        }
    }
    assert!(
        touching > 30 && hits > 150 && rotating > 60,
        "{touching} {hits} {rotating}"
    );
}

#[test]
fn a_compound_answers_as_a_loop_over_its_shapes() {
    answers_are_those_of_a_loop::<Vec2>(1);
    answers_are_those_of_a_loop::<Vec3>(2);
    answers_are_those_of_a_loop::<DVec2>(3);
    answers_are_those_of_a_loop::<DVec3>(4);
}

#[test]
fn what_no_compound_can_be_built_of_is_refused_by_number() {
    let ball = |radius: f32| Shape::from(Ball::new(Vec3::ZERO, radius));
    let error = |shapes: Vec<Shape<Vec3>>| Compound::new(shapes).unwrap_err();
    assert_eq!(error(vec![]), CompoundError::Empty);
    let fault = ball(f32::NAN).check().unwrap_err();
    let not_valid = error(vec![ball(1.0), ball(f32::NAN)]);
    assert_eq!(not_valid, CompoundError::NotValid { shape: 1, fault });
    assert_eq!(not_valid.to_string(), "shape 1: radius is not finite");
    let floor = Shape::from(Plane::new(Vec3::Y, 0.0));
    assert_eq!(
        error(vec![ball(1.0), floor]),
        CompoundError::Unbounded { shape: 1 }
    );
}

/// In its own place, a compound body answers as the compound; in a pose, as its shapes placed one by one.
fn a_body_of_parts<V: Vector>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let mut placed_hits = 0;
    for round in 0..14 {
        let compound = Arc::new(Compound::new(shapes::<V>(random, 9)).unwrap());
        let pose = if round < 2 {
            Pose::default()
        } else {
            let turn = Rotation::new(point(random, 1.0), number::<V>(random.f64() * 6.0));
            Pose {
                scale: number::<V>(1.5),
                ..Pose::new(point(random, 5.0), turn)
            }
        };
        let mut world = World::new();
        let body = world
            .insert(Body {
                pose,
                ..Body::new(compound.clone())
            })
            .unwrap();
        let name = |part: PartId| PartId { body, ..part };
        for i in 0..40 {
            let center = point(random, 7.0);
            let a = shape::<V>(random, i % BOUNDED, center, 2.0);
            let delta = point(random, 24.0);
            let (found, hit) = (
                world.query().closest(&a, number::<V>(20.0)),
                world.query().sweep(&a, delta),
            );
            if round < 2 {
                let own = compound.query();
                let expected = own.closest(&a, number::<V>(20.0));
                assert_eq!(
                    found,
                    expected.map(|at| Contact {
                        part: name(at.part),
                        ..at
                    })
                );
                let expected = own.sweep(&a, delta);
                assert_eq!(
                    hit,
                    expected.map(|at| Hit {
                        part: name(at.part),
                        ..at
                    })
                );
                continue;
            }
            let placed: Vec<Shape<V>> = compound
                .shapes()
                .iter()
                .map(|own| pose.shape(own))
                .collect();
            let least = placed
                .iter()
                .filter_map(|own| contact(&a, own, number::<V>(20.0)));
            let least = least.map(|at| at.separation.to_f64()).reduce(f64::min);
            let slack = V::Scalar::EPSILON.to_f64() * 1e3;
            assert_eq!(found.is_some(), least.is_some());
            if let (Some(found), Some(least)) = (found, least) {
                assert!(
                    (found.separation.to_f64() - least).abs() < slack,
                    "{a:?} {found:?} {least}"
                );
            }
            let times = placed.iter().filter_map(|own| sweep(&a, delta, own).hit);
            let time = times.map(|hit| hit.t.to_f64()).reduce(f64::min);
            if let (Some(hit), Some(time)) = (hit, time) {
                // Grazing hits of small shapes are rounded differently.
                assert!((hit.t.to_f64() - time).abs() < 1e-3, "{a:?} {hit:?} {time}");
                placed_hits += 1;
            }
        }
    }
    assert!(placed_hits > 30, "{placed_hits}");
}

#[test]
fn a_compound_is_a_body() {
    a_body_of_parts::<Vec2>(5);
    a_body_of_parts::<Vec3>(6);
    a_body_of_parts::<DVec3>(7);
}

#[test]
fn a_mover_gathers_the_boxes_of_a_compound_as_boxes() {
    let plate = OrientedBox::new(vec3(0., -0.5, 0.), vec3(4., 0.5, 4.));
    let step = Aabb {
        min: vec3(1., 0., -1.),
        max: vec3(2., 0.2, 1.),
    };
    let shapes = [
        Shape::from(plate),
        step.into(),
        Ball::new(vec3(-2., 0.5, 0.), 0.5).into(),
    ];
    let turn = Rotation::new(Vec3::Y, 0.3);
    let pose = Pose::new(vec3(5., 0., 0.), turn);
    let (mut whole, mut apart) = (World::new(), World::new());
    whole
        .insert(Body {
            pose,
            ..Body::new(Compound::new(shapes.clone()).unwrap())
        })
        .unwrap();
    for own in shapes {
        apart
            .insert(Body {
                pose,
                ..Body::new(own)
            })
            .unwrap();
    }
    let scenes = [&whole, &apart].map(|world| {
        let mut scene = LocalScene::new();
        world.gather(
            &Aabb::of_points([vec3(-9., -9., -9.), vec3(9., 9., 9.)]),
            &mut scene,
        );
        scene
    });
    assert_eq!([3, 3], [scenes[0].len(), scenes[1].len()]);
    for x in 0..40 {
        let foot = Capsule::standing(vec3(0.25 * x as f32, 0.1, 0.3), Vec3::Y, 1.8, 0.3);
        let normals = scenes.each_ref().map(|scene| {
            let mut found = Vec::new();
            scene.contacts(&foot, 0.5, |at| found.push((at.normal, at.separation)));
            found.sort_by(|x, y| x.1.partial_cmp(&y.1).unwrap());
            found
        });
        assert_eq!(normals[0], normals[1]);
    }
}

fn moving_surfaces<V: Vector>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let (mut hits, mut rotating) = (0, 0);
    for round in 0..220 {
        let level = Compound::new(shapes::<V>(random, 12)).unwrap();
        let own: Vec<Shape<V>> = shapes::<V>(random, 1 + round % 5);
        let own: Vec<Shape<V>> = own
            .iter()
            .map(|part| Pose::at(point(random, 6.0)).shape(part))
            .collect();
        let arm = Compound::new(own.clone()).unwrap();
        let query = level.query();
        let parts = || (0..).map(PartId::of).zip(&own);

        let closest = parts()
            .filter_map(|(part, shape)| Some((query.closest(shape, number::<V>(9.0))?, part)));
        let least = closest.reduce(|x, y| {
            let key = |(at, part): &(Contact<V>, PartId)| (at.separation, at.part, *part);
            if key(&y) < key(&x) { y } else { x }
        });
        assert_eq!(query.closest_surface(&arm, number::<V>(9.0)), least);
        assert_eq!(
            query.overlap_surface(&arm),
            own.iter().any(|shape| query.overlap(shape))
        );
        assert_eq!(
            query.overlap_surface(&arm),
            arm.query().overlap_surface(&level)
        );

        let delta = point(random, 12.0);
        let swept = parts().filter_map(|(part, shape)| Some((query.sweep(shape, delta)?, part)));
        let expected = swept.reduce(|x, y| {
            if y.0.order(&x.0).then(y.1.cmp(&x.1)).is_lt() {
                y
            } else {
                x
            }
        });
        assert_eq!(query.sweep_surface(&arm, delta), expected);
        hits += usize::from(expected.is_some());

        let moving = motion::<V>(random);
        let rest = RigidMotion::default();
        let found = query.sweep_rigid_surface(&arm, &moving, &rest);
        let time = |swept: &Sweep<V>| swept.hit.map(|hit| hit.t.to_f64());
        let times = own
            .iter()
            .filter_map(|shape| time(&query.sweep_rigid(shape, &moving, &rest)));
        assert_eq!(
            found.and_then(|(swept, _)| time(&swept)),
            times.reduce(f64::min)
        );
        if let Some((Sweep { hit: Some(hit), .. }, part)) = found {
            let again = query.sweep_rigid(&own[part.index as usize], &moving, &rest);
            assert_eq!(again.hit, Some(hit));
            rotating += 1;
        }
    }
    assert!(hits > 20 && rotating > 20, "{hits} {rotating}");
}

#[test]
fn a_surface_moves_as_the_first_of_its_parts() {
    moving_surfaces::<Vec2>(8);
    moving_surfaces::<Vec3>(9);
    moving_surfaces::<DVec2>(10);
}

/// The nearest parts are the first of all contacts in the order of their separation.
fn nearest_parts<S: Surface>(random: &mut Rng, query: &Query<'_, S>) -> usize {
    let mut several = 0;
    for i in 0..60 {
        let center = point::<S::Vector>(random, 9.0);
        let a = shape::<S::Vector>(random, i % BOUNDED, center, 2.0);
        let reach = match i % 3 {
            0 => number::<S::Vector>(0.2),
            1 => number::<S::Vector>(3.0),
            _ => <S::Vector as Vector>::Scalar::INFINITY,
        };
        let (mut all, mut found) = (Vec::new(), Vec::new());
        query.contacts(&a, reach, &mut all);
        all.sort_by(|x, y| {
            (x.separation, x.part)
                .partial_cmp(&(y.separation, y.part))
                .unwrap()
        });
        for count in [0, 1, 3, 10, 1000] {
            query.closest_n(&a, count, reach, &mut found);
            assert_eq!(
                found,
                all[..all.len().min(count)],
                "{a:?} {count} {reach:?}"
            );
        }
        several += usize::from(all.len() > 3);
    }
    several
}

#[test]
fn the_nearest_parts_are_the_first_of_all() {
    let random = &mut Rng::with_seed(11);
    let vertices: Vec<Vec3> = (0..240).map(|_| point(random, 8.0)).collect();
    let triangles: Vec<[u32; 3]> = (0..160)
        .map(|_| [0; 3].map(|_| random.u32(..240)))
        .filter(|[a, b, c]| a != b && b != c && a != c)
        .collect();
    let mesh = || Mesh::new(vertices.clone(), triangles.clone()).unwrap();
    let mut several = nearest_parts(random, &mesh().query());
    several += nearest_parts(random, &mesh().one_sided().query());
    several += nearest_parts(random, &mesh().weld(0.9).query());
    let chain = Chain::closed((0..50).map(|_| point::<Vec2>(random, 8.0)).collect()).unwrap();
    several += nearest_parts(random, &chain.query());
    let mut world = World::new();
    for (i, own) in shapes::<Vec3>(random, 30).into_iter().enumerate() {
        let turn = Rotation::new(point(random, 1.0), random.f32());
        let pose = Pose::new(point(random, 8.0), turn);
        let moving = i % 2 == 0;
        world
            .insert(Body {
                pose,
                moving,
                ..Body::new(own)
            })
            .unwrap();
    }
    let pose = Pose {
        scale: 0.5,
        ..Pose::at(vec3(1., 2., 0.))
    };
    world
        .insert(Body {
            pose,
            ..Body::new(mesh())
        })
        .unwrap();
    world.insert(Plane::new(vec3(0., 1., 0.1), -3.0)).unwrap();
    several += nearest_parts(random, &world.query());
    assert!(several > 200, "{several}");
}

#[test]
fn a_table_of_a_plate_and_legs_is_walked_under() {
    let legs = [-1.0, 1.0].map(|x| {
        Shape::from(Aabb {
            min: vec2(x - 0.1, 0.),
            max: vec2(x + 0.1, 1.),
        })
    });
    let plate = Shape::from(Aabb {
        min: vec2(-1.2, 1.0),
        max: vec2(1.2, 1.1),
    });
    let mut world = World::new();
    let table = Arc::new(Compound::new([legs[0].clone(), legs[1].clone(), plate]).unwrap());
    for x in [0.0, 6.0] {
        let pose = Pose::at(vec2(x, 0.));
        world
            .insert(Body {
                pose,
                ..Body::new(Collider::from(table.clone()))
            })
            .unwrap();
    }
    assert!(!world.query().overlap(&Ball::new(vec2(6., 0.5), 0.4)));
    let hit = world
        .query()
        .sweep(&Ball::new(vec2(3., 0.5), 0.4), vec2(6., 0.))
        .unwrap();
    assert!(hit.part.index == 0 && hit.part.body.number() == 1 && (hit.t - 1.5 / 6.0).abs() < 1e-5);
}
