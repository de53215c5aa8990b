//! Every query of a world against a plain loop over its bodies; names, order, far places, instances.

use carom::glam::{DVec2, DVec3, EulerRot, Quat, Vec2, Vec3, dvec3, vec2, vec3};
use carom::mover::{self, Intent, Mover, MoverSettings};
use carom::{
    Aabb, Ball, Body, BodyError, BodyId, Capsule, Collider, Cone, Contact, Cylinder, Ellipsoid,
    FaultKind, Hit, Hull, LocalScene, Mesh, OneWay, OrientedBox, PartId, Plane, Pose, Rotation,
    RoundShape, Scalar, Scene, Segment, SensorEvents, SensorPair, Shape, ShapeFault, Start,
    TaperedCapsule, Triangle, Vector, Vector3, World, contact, overlap, sweep,
};
use fastrand::Rng;
use std::cmp::Ordering;
use std::sync::Arc;

fn number<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

fn point<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// A shape of any kind near its own origin; rarely a half-space.
pub(crate) fn shape<V: Vector>(random: &mut Rng) -> Shape<V> {
    let radius = number::<V>(random.f64() * 0.5);
    match random.usize(..37) {
        0..4 => Shape::Point(point(random, 1.0)),
        4..8 => Segment::new(point(random, 2.0), point(random, 2.0)).into(),
        8..12 => Ball::new(point(random, 1.0), radius).into(),
        12..16 => Capsule::new(point(random, 2.0), point(random, 2.0), radius).into(),
        16..20 => {
            let [a, b, c] = [0; 3].map(|_| point(random, 2.0));
            Triangle { a, b, c }.into()
        }
        20..24 => Hull::new([0; 7].map(|_| point::<V>(random, 1.5)), radius).into(),
        24..28 => Aabb::of_points([point(random, 1.5), point(random, 1.5)]).into(),
        28..30 => Cylinder::new(point(random, 2.0), point(random, 2.0), radius).into(),
        30..32 => Cone::new(point(random, 2.0), point(random, 2.0), radius).into(),
        32..34 => {
            let (a, b) = (point(random, 2.0), point(random, 2.0));
            let cone = TaperedCapsule::new(a, b, [radius, radius + radius]);
            RoundShape::new(cone.into(), radius).into()
        }
        34..36 => {
            let center = point(random, 1.0);
            let axes = [0; 3].map(|_| point(random, 1.5));
            if random.bool() {
                Ellipsoid { center, axes }.into()
            } else {
                OrientedBox { center, axes }.into()
            }
        }
        _ => {
            let away = point::<V>(random, 1.0);
            Plane::through(away * number::<V>(-40.0), away).into()
        }
    }
}

pub(super) fn pose<V: Vector>(random: &mut Rng, size: f64) -> Pose<V> {
    let rotation = match random.usize(..3) {
        0 => Rotation::default(),
        _ => Rotation::new(point(random, 1.0), number::<V>(random.f64() * 9.0)),
    };
    let scale = [1.0, 1.0, 0.5, 1.7][random.usize(..4)];
    Pose {
        scale: number::<V>(scale),
        ..Pose::new(point(random, size), rotation)
    }
}

/// A shape in a pose, by the public transform of points; half-spaces as the world places them.
pub(super) fn placed<V: Vector>(world: &World<V>, id: BodyId) -> Shape<V> {
    let body = world.get(id).unwrap();
    let pose = &body.pose;
    placed_shape(body.collider.shape().unwrap(), pose)
}

fn placed_shape<V: Vector>(shape: &Shape<V>, pose: &Pose<V>) -> Shape<V> {
    let at = |p: &V| {
        if *pose == Pose::default() {
            *p
        } else {
            V::from_double(pose.place(*p))
        }
    };
    let long = |x: V::Scalar| number::<V>(x.to_f64() * pose.scale.to_f64());
    let along = |v: &V| {
        let turn = Pose {
            translation: V::ZERO.to_double(),
            ..*pose
        };
        if *pose == Pose::default() {
            *v
        } else {
            V::from_double(turn.place(*v))
        }
    };
    match shape {
        Shape::Point(p) => Shape::Point(at(p)),
        Shape::Segment(s) => Segment::new(at(&s.a), at(&s.b)).into(),
        Shape::Ball(s) => Ball::new(at(&s.center), long(s.radius)).into(),
        Shape::Capsule(s) => Capsule::new(at(&s.a), at(&s.b), long(s.radius)).into(),
        Shape::Triangle(s) => Triangle::new(at(&s.a), at(&s.b), at(&s.c)).into(),
        Shape::Hull(s) => {
            Hull::new(s.points.iter().map(at).collect::<Vec<_>>(), long(s.radius)).into()
        }
        Shape::Aabb(s) if pose.rotation == Rotation::default() => Aabb {
            min: at(&s.min),
            max: at(&s.max),
        }
        .into(),
        Shape::Aabb(s) => {
            let corners = Hull::from(*s);
            Hull::new(
                corners.points.iter().map(at).collect::<Vec<_>>(),
                number::<V>(0.0),
            )
            .into()
        }
        Shape::Plane(s) => {
            let normal = pose.rotation.rotate(s.normal);
            let offset =
                s.offset.to_f64() * pose.scale.to_f64() + normal.to_double().dot(pose.translation);
            Plane::new(normal, number::<V>(offset)).into()
        }
        Shape::OrientedBox(s) => {
            let corner = |i: usize| {
                let side = |bit: usize, axis: V| if i >> bit & 1 == 1 { axis } else { -axis };
                let [x, y, z] = s.axes;
                let across = s.center + side(0, x) + side(1, y);
                at(&if V::DIM == 2 {
                    across
                } else {
                    across + side(2, z)
                })
            };
            Hull::new(
                (0..1 << V::DIM).map(corner).collect::<Vec<_>>(),
                number::<V>(0.0),
            )
            .into()
        }
        Shape::Cylinder(s) => Cylinder::new(at(&s.a), at(&s.b), long(s.radius)).into(),
        Shape::Cone(s) => {
            Cone::frustum(at(&s.a), at(&s.b), [long(s.radius_a), long(s.radius_b)]).into()
        }
        Shape::TaperedCapsule(s) => {
            TaperedCapsule::new(at(&s.a), at(&s.b), [long(s.radius_a), long(s.radius_b)]).into()
        }
        Shape::Ellipsoid(s) => Ellipsoid {
            center: at(&s.center),
            axes: s.axes.map(|axis| along(&axis)),
        }
        .into(),
        Shape::Round(s) => RoundShape::new(placed_shape(&s.shape, pose), long(s.radius)).into(),
        _ => unreachable!(),
    }
}

fn separation<V: Vector>(start: &Start<V>) -> f64 {
    match start {
        Start::Separate | Start::Touching(_) => 0.0,
        Start::Overlapping(contact) => contact.separation.to_f64(),
    }
}

fn earlier<V: Vector>(x: &Hit<V>, y: &Hit<V>) -> Ordering {
    let key = |hit: &Hit<V>| (hit.t.to_f64(), separation(&hit.start), hit.part);
    key(x).partial_cmp(&key(y)).unwrap()
}

/// A world after many changes, and a list of the bodies that are left.
fn eventful<V: Vector>(random: &mut Rng, events: usize) -> (World<V>, Vec<BodyId>) {
    let mut world = World::new();
    let mut ids: Vec<BodyId> = Vec::new();
    for _ in 0..events {
        let any = random.usize(..ids.len().max(1));
        match random.usize(..10) {
            0 | 1 if !ids.is_empty() => {
                let id = ids.swap_remove(any);
                assert!(world.remove(id).is_some() && world.get(id).is_none());
            }
            2..5 if !ids.is_empty() => {
                let pose = pose(random, 12.0);
                world.set_pose(ids[any], pose).unwrap();
            }
            5 if !ids.is_empty() => {
                let mut pose = world.get(ids[any]).unwrap().pose;
                pose.translation += point::<V>(random, 0.2).to_double();
                world.set_pose(ids[any], pose).unwrap();
            }
            6 if !ids.is_empty() => {
                let body = Body::new(shape::<V>(random));
                world.replace(ids[any], body).unwrap();
            }
            _ => {
                let body = Body {
                    pose: pose(random, 12.0),
                    layers: random.u32(..) | random.u32(..),
                    mask: random.u32(..) | random.u32(..),
                    moving: random.bool(),
                    ..Body::new(shape::<V>(random))
                };
                ids.push(world.insert(body).unwrap());
            }
        }
    }
    ids.sort_unstable();
    assert_eq!(world.len(), ids.len());
    assert!(world.iter().map(|(id, _)| id).eq(ids.iter().copied()));
    (world, ids)
}

fn agrees_with_a_plain_loop<V: Vector>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let (mut contacts, mut hits, mut touching) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = [0; 3];
    for events in [0, 3, 40, 5000] {
        let (world, ids) = eventful::<V>(random, events);
        for _ in 0..150 {
            let bit = 1 << random.u32(..32);
            let (mask, layers) = (bit | random.u32(..), bit | random.u32(..));
            let spared = ids.get(random.usize(..ids.len().max(1))).copied();
            let odd = |_: BodyId, body: &Body<V>| body.data == 0;
            let mut query = world.query().mask(mask).layers(layers).filter_bodies(&odd);
            if let Some(spared) = spared {
                query = query.except(spared);
            }
            let counted: Vec<(PartId, Shape<V>)> = ids
                .iter()
                .filter(|id| Some(**id) != spared)
                .filter(|id| {
                    let body = world.get(**id).unwrap();
                    body.layers & mask != 0 && body.mask & layers != 0
                })
                .map(|id| {
                    (
                        PartId {
                            body: *id,
                            index: 0,
                        },
                        placed(&world, *id),
                    )
                })
                .collect();
            let mut single = World::new();
            let id = single
                .insert(Body {
                    pose: pose(random, 12.0),
                    ..Body::new(shape::<V>(random))
                })
                .unwrap();
            let a = placed(&single, id);
            let reach = number::<V>(random.f64() * 3.0 - 0.3);

            let mut expected: Vec<_> = counted
                .iter()
                .filter_map(|(part, b)| {
                    let contact = contact(&a, b, reach)?;
                    Some(Contact {
                        part: *part,
                        ..contact
                    })
                })
                .collect();
            query.contacts(&a, reach, &mut contacts);
            assert_eq!(contacts, expected);
            seen[0] += contacts.len();
            expected.sort_by(|x, y| {
                let order = x.separation.partial_cmp(&y.separation);
                order.unwrap().then(x.part.cmp(&y.part))
            });
            assert_eq!(query.closest(&a, reach), expected.first().copied());
            let far = query
                .closest(&a, V::Scalar::INFINITY)
                .map(|found| found.separation);
            let nearest = counted
                .iter()
                .filter_map(|(_, b)| contact(&a, b, V::Scalar::INFINITY))
                .map(|contact| contact.separation)
                .fold(None, |least: Option<V::Scalar>, x| {
                    Some(least.map_or(x, |y| x.min(y)))
                });
            assert_eq!(far, nearest);

            let expected: Vec<_> = counted
                .iter()
                .filter(|(_, b)| overlap(&a, b))
                .map(|(part, _)| part.body)
                .collect();
            query.overlaps(&a, &mut touching);
            assert_eq!(touching, expected);
            assert_eq!(query.overlap(&a), !expected.is_empty());
            seen[1] += expected.len();

            let delta: V = point(random, 12.0);
            let from: V = point(random, 12.0);
            for a in [a, Shape::Point(from)] {
                let mut expected: Vec<_> = counted
                    .iter()
                    .filter_map(|(part, b)| {
                        let swept = sweep(&a, delta, b);
                        let (hit, start) = (swept.hit?, swept.start);
                        Some(Hit {
                            start,
                            part: *part,
                            ..hit
                        })
                    })
                    .collect();
                expected.sort_by(earlier);
                query.sweep_all(&a, delta, &mut hits);
                assert_eq!(hits, expected);
                assert_eq!(query.sweep(&a, delta), expected.first().copied());
                assert_eq!(query.sweep_any(&a, delta), !expected.is_empty());
                seen[2] += hits.len();
                if let Shape::Point(from) = a {
                    assert_eq!(query.ray(from, delta), hits.first().copied());
                    assert_eq!(query.ray_any(from, delta), !hits.is_empty());
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

#[test]
fn every_answer_is_that_of_a_plain_loop() {
    agrees_with_a_plain_loop::<Vec2>(1);
    agrees_with_a_plain_loop::<Vec3>(2);
    agrees_with_a_plain_loop::<DVec2>(3);
    agrees_with_a_plain_loop::<DVec3>(4);
}

#[test]
fn a_name_is_never_that_of_another_body() {
    let mut world = World::new();
    let ball = || Ball::new(vec2(0., 0.), 1.0);
    let first = world.insert(ball()).unwrap();
    let mut names = vec![first];
    for round in 0..100 {
        let old = *names.last().unwrap();
        assert_eq!(BodyId::from_bits(old.to_bits()), old);
        assert!(world.remove(old).is_some());
        let new = world
            .insert(Body {
                data: round,
                ..Body::new(ball())
            })
            .unwrap();
        assert_eq!(new.number(), first.number(), "the place is used again");
        for gone in &names {
            assert!(world.get(*gone).is_none() && world.remove(*gone).is_none());
            assert_eq!(world.set_pose(*gone, Pose::default()), Err(BodyError::Gone));
            assert_eq!(world.set_velocity(*gone, Vec2::X), Err(BodyError::Gone));
            assert_eq!(world.replace(*gone, ball()).unwrap_err(), BodyError::Gone);
        }
        assert_eq!(world.get(new).unwrap().data, round);
        assert_eq!(world.len(), 1);
        names.push(new);
    }
    assert!(world.get(BodyId::from_bits(77)).is_none());
}

#[test]
fn answers_do_not_depend_on_what_happened_before() {
    let random = &mut Rng::with_seed(5);
    let bodies: Vec<Body<Vec3>> = (0..300)
        .map(|_| Body {
            pose: pose(random, 20.0),
            ..Body::new(shape::<Vec3>(random))
        })
        .collect();
    let mut plain = World::new();
    let ids: Vec<_> = bodies
        .iter()
        .map(|body| plain.insert(body.clone()).unwrap())
        .collect();
    // The same bodies under the same names, after many detours.
    let mut other = World::new();
    for body in &bodies {
        let moving = Body {
            moving: random.bool(),
            ..body.clone()
        };
        other.insert(moving).unwrap();
    }
    for _ in 0..2000 {
        other
            .set_pose(ids[random.usize(..300)], pose(random, 50.0))
            .unwrap();
    }
    for (id, body) in ids.iter().zip(&bodies) {
        other.set_pose(*id, body.pose).unwrap();
    }
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let (mut p, mut q) = (Vec::new(), Vec::new());
    let mut count = 0;
    for round in 0..200 {
        if round == 100 {
            other.optimize();
        }
        let a = Shape::from(Ball::new(point(random, 20.0), 2.0));
        plain.query().contacts(&a, 1.0, &mut x);
        other.query().contacts(&a, 1.0, &mut y);
        assert_eq!(x, y);
        let delta = point(random, 20.0);
        plain.query().sweep_all(&a, delta, &mut p);
        other.query().sweep_all(&a, delta, &mut q);
        assert_eq!(p, q);
        assert_eq!(
            plain.query().closest(&a, 9.0),
            other.query().closest(&a, 9.0)
        );
        count += x.len() + p.len();
    }
    assert!(count > 500, "{count}");
}

#[test]
fn ties_report_the_first_body() {
    let random = &mut Rng::with_seed(14);
    let mut world = World::new();
    let places = [vec2(0., 0.), vec2(8., 0.), vec2(0., 8.)];
    let ids: Vec<_> = (0..300)
        .map(|_| world.insert(Ball::new(Vec2::ZERO, 1.0)).unwrap())
        .collect();
    let mut at = vec![Vec2::ZERO; ids.len()];
    let mut not_first = 0;
    for _ in 0..200 {
        for _ in 0..100 {
            let i = random.usize(..ids.len());
            at[i] = places[random.usize(..3)];
            world.set_pose(ids[i], Pose::at(at[i])).unwrap();
        }
        for place in places {
            let first = at.iter().position(|at| *at == place).map(|i| ids[i]);
            let a = Shape::from(Ball::new(place + vec2(2., 2.), 0.5));
            let found = world.query().closest(&a, 3.0).map(|found| found.part.body);
            assert_eq!(found, first);
            let found = world
                .query()
                .sweep(&a, vec2(-2., -2.))
                .map(|hit| hit.part.body);
            assert_eq!(found, first);
            not_first += usize::from(first != Some(ids[0]));
        }
    }
    assert!(not_first > 300, "{not_first}");
}

/// A bumpy floor and a few needles.
fn level(random: &mut Rng, one_sided: bool) -> Mesh<Vec3> {
    let size = 12;
    let mut vertices = Vec::new();
    for i in 0..=size {
        for j in 0..=size {
            vertices.push(vec3(i as f32 - 6.0, random.f32(), j as f32 - 6.0));
        }
    }
    let mut triangles = Vec::new();
    for i in 0..size {
        for j in 0..size {
            let a = i * (size + 1) + j;
            let b = a + size + 1;
            triangles.extend([[a, a + 1, b], [b, a + 1, b + 1]]);
        }
    }
    let n = vertices.len() as u32;
    vertices.extend([vec3(0., 3., 0.), vec3(4., 3., 0.), vec3(2., 3.001, 0.)]);
    triangles.extend([[n, n + 1, n + 2], [n + 2, n, n + 1]]);
    let mesh = Mesh::new(vertices, triangles).unwrap();
    if one_sided { mesh.one_sided() } else { mesh }
}

#[test]
fn a_mesh_in_its_own_place_answers_as_without_a_world_to_the_bit() {
    let random = &mut Rng::with_seed(6);
    for one_sided in [false, true] {
        let mesh = Arc::new(level(random, one_sided));
        let mut world = World::new();
        let body = world.insert(mesh.clone()).unwrap();
        // A neighbor that is too far away to matter.
        world.insert(Ball::new(vec3(900., 0., 0.), 1.0)).unwrap();
        let query = world.query();
        let mut hits = 0;
        for _ in 0..300 {
            let a = point::<Vec3>(random, 12.0);
            let (ball, delta) = (Ball::new(a, 0.4), point::<Vec3>(random, 6.0));
            let capsule = Capsule::new(a, a + point::<Vec3>(random, 2.0), 0.3);
            let hull = Shape::from(Hull::new(
                [0; 5].map(|_| a + point::<Vec3>(random, 1.0)),
                0.1,
            ));

            let found = query.closest(&ball, 0.5);
            let part = |part: PartId| PartId { body, ..part };
            let of = |c: Contact<Vec3>| Contact {
                part: part(c.part),
                ..c
            };
            assert_eq!(found, mesh.query().closest(&ball, 0.5).map(of));
            let found = query.closest(&capsule, 0.5);
            assert_eq!(found, mesh.query().closest(&capsule, 0.5).map(of));
            let found = query.closest(&hull, 0.5);
            assert_eq!(found, mesh.query().closest(&hull, 0.5).map(of));

            let mut contacts = Vec::new();
            query.contacts(&capsule, 0.5, &mut contacts);
            let mut expected = Vec::new();
            mesh.query()
                .each_contact(&capsule, 0.5, |c| expected.push(of(c)));
            expected.sort_by_key(|c| c.part);
            assert_eq!(contacts, expected);

            assert_eq!(query.overlap(&ball), mesh.query().overlap(&ball));
            assert_eq!(query.overlap(&hull), mesh.query().overlap(&hull));

            let of = |hit: Hit<Vec3>| Hit {
                part: part(hit.part),
                ..hit
            };
            assert_eq!(query.ray(a, delta), mesh.query().ray(a, delta).map(of));
            assert_eq!(
                query.sweep(&ball, delta),
                mesh.query().sweep(&ball, delta).map(of)
            );
            let swept = query.sweep(&capsule, delta);
            assert_eq!(swept, mesh.query().sweep(&capsule, delta).map(of));
            let mut all = Vec::new();
            query.ray_all(a, delta, &mut all);
            let mut expected = Vec::new();
            mesh.query().ray_all(a, delta, &mut expected);
            let mut expected: Vec<_> = expected.into_iter().map(of).collect();
            expected.sort_by(earlier);
            assert_eq!(all, expected);
            let swept = query.sweep(&hull, delta);
            assert_eq!(swept, mesh.query().sweep(&hull, delta).map(of));
            hits += usize::from(swept.is_some());
        }
        assert!(hits > 50, "{hits}");
    }
}

#[test]
fn every_triangle_that_a_shape_hits_is_reported() {
    let random = &mut Rng::with_seed(7);
    let mesh = level(random, false);
    let triangles: Vec<_> = (0..)
        .map_while(|i| (i < 290).then(|| mesh.triangle(i)))
        .collect();
    let mut world = World::new();
    let body = world.insert(mesh).unwrap();
    let (mut contacts, mut hits) = (Vec::new(), Vec::new());
    let mut count = 0;
    for _ in 0..400 {
        let a = point::<Vec3>(random, 12.0);
        let a = Shape::from(Hull::new(
            [0; 5].map(|_| a + point::<Vec3>(random, 1.0)),
            0.1,
        ));
        let delta = point::<Vec3>(random, 6.0);
        world.query().contacts(&a, 0.3, &mut contacts);
        world.query().sweep_all(&a, delta, &mut hits);
        let each = triangles.iter().enumerate();
        let each = each.map(|(i, triangle)| (i as u32, Shape::from(*triangle)));
        let touched: Vec<_> = each
            .clone()
            .filter_map(|(index, b)| {
                let contact = contact(&a, &b, 0.3)?;
                let part = PartId { body, index };
                Some(Contact { part, ..contact })
            })
            .collect();
        assert_eq!(contacts, touched);
        let mut met: Vec<_> = each
            .filter(|(_, b)| sweep(&a, delta, b).hit.is_some())
            .map(|(i, _)| i)
            .collect();
        let mut found: Vec<_> = hits.iter().map(|hit| hit.part.index).collect();
        assert!(hits.is_sorted_by(|x, y| earlier(x, y) == Ordering::Less));
        met.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, met);
        count += met.len() + touched.len();
    }
    assert!(count > 500, "{count}");
}

#[test]
fn instances_share_a_bvh_and_answer_as_the_placed_mesh() {
    let random = &mut Rng::with_seed(8);
    let shared = Arc::new(level(random, false));
    for round in 0..12 {
        let quat = Quat::from_euler(
            EulerRot::XYZ,
            random.f32() * 6.0,
            random.f32() * 6.0,
            random.f32(),
        );
        let pose = Pose {
            scale: [1.0, 0.25, 3.0][round % 3],
            ..Pose::new(
                point(random, 30.0),
                Rotation::from_quaternion(quat.to_array()),
            )
        };
        let mut world = World::new();
        let body = world
            .insert(Body {
                pose,
                ..Body::new(shared.clone())
            })
            .unwrap();
        assert_eq!(Arc::strong_count(&shared), 2);
        let corners: Vec<Vec3> = (0..290)
            .flat_map(|i| {
                let t = shared.triangle(i);
                [t.a, t.b, t.c].map(|p| pose.place(p).as_vec3())
            })
            .collect();
        let triangles: Vec<_> = (0..290).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let baked = Mesh::new(corners, triangles).unwrap();
        let mut hits = 0;
        for _ in 0..100 {
            let at = pose.place(point(random, 10.0)).as_vec3();
            let delta = point::<Vec3>(random, 8.0) * pose.scale;
            let ball = Ball::new(at, 0.3 * pose.scale);
            let reach = 2.0 * pose.scale;
            let found = world.query().closest(&ball, reach);
            let expected = baked.query().closest(&ball, reach);
            assert_eq!(found.is_some(), expected.is_some());
            if let (Some(found), Some(expected)) = (found, expected) {
                let off = found.separation - expected.separation;
                assert!(off.abs() <= found.error_bound, "{off}");
                assert_eq!(found.part.body, body);
                let normal = found.normal;
                assert!((normal.length() - 1.0).abs() < 3e-7);
                let point = baked.triangle(found.part.index);
                let to = carom::closest(&found.point_b, &point);
                assert!(to.distance < 1e-5 * pose.scale.max(1.0), "{}", to.distance);
            }
            let found = world.query().ray(at, delta);
            let expected = baked.query().ray(at, delta);
            if let (Some(found), Some(expected)) = (found, expected) {
                assert!((found.t - expected.t).abs() < 1e-4);
                hits += 1;
            } else {
                // Past a border a ray may differ by its rounding; then it grazes.
                assert_eq!(found.is_some(), expected.is_some());
            }
        }
        assert!(hits > 10, "{hits}");
    }
}

/// Moves all bodies of a world by an offset that is exact, and queries around it.
#[test]
fn far_away_gives_the_same_bits_as_near_the_origin() {
    let random = &mut Rng::with_seed(9);
    let mesh = Arc::new(level(random, false));
    let offset = dvec3(1e7, -6e6 + 0.125, 3.5e6);
    let eighths = |random: &mut Rng| (point::<Vec3>(random, 30.0) * 8.0).round() / 8.0;
    let (mut near, mut far) = (World::new(), World::new());
    for i in 0..200 {
        let collider: Collider<Vec3> = match i % 10 {
            0 => mesh.clone().into(),
            1 => Collider::cuboid(Vec3::ZERO, [Vec3::X, Vec3::Y * 0.5, Vec3::Z * 2.0]),
            _ => shape::<Vec3>(random).into(),
        };
        let rotation = pose(random, 1.0).rotation;
        let pose = Pose {
            scale: 0.75,
            ..Pose::new(eighths(random), rotation)
        };
        let body = Body {
            pose,
            ..Body::new(collider)
        };
        let pose = Pose {
            translation: pose.translation + offset,
            ..pose
        };
        let id = near.insert(body.clone()).unwrap();
        assert_eq!(far.insert(Body { pose, ..body }).unwrap(), id);
    }
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let (mut p, mut q) = (Vec::new(), Vec::new());
    let mut count = 0;
    let there = far.query().around(offset);
    for _ in 0..150 {
        let at: Vec3 = point(random, 20.0);
        let capsule = Capsule::new(at, at + point::<Vec3>(random, 2.0), 0.3);
        let a = Shape::from(capsule);
        let delta = point(random, 20.0);
        near.query().contacts(&a, 0.5, &mut x);
        there.contacts(&a, 0.5, &mut y);
        assert_eq!(x, y);
        near.query().sweep_all(&a, delta, &mut p);
        there.sweep_all(&a, delta, &mut q);
        assert_eq!(p, q);
        assert_eq!(near.query().closest(&a, 5.0), there.closest(&a, 5.0));
        assert_eq!(near.query().overlap(&a), there.overlap(&a));
        assert_eq!(near.query().ray(at, delta), there.ray(at, delta));
        let (mut here, mut away) = (LocalScene::new(), LocalScene::new());
        let bounds = capsule.bounds().inflated(1.0);
        near.gather(&bounds, &mut here);
        there.gather(&bounds, &mut away);
        let of = |near: &LocalScene<Vec3>| {
            let mut all = Vec::new();
            near.contacts(&capsule, 0.5, |contact| all.push(contact));
            all
        };
        assert_eq!(of(&here), of(&away));
        assert_eq!(of(&here).len(), x.len());
        count += x.len() + p.len();
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn a_character_walks_far_away_as_it_does_near_the_origin() {
    let walk = |offset: DVec3| {
        let mut world = World::new();
        for (i, half) in [vec3(20., 1., 20.), vec3(2., 0.125, 2.), vec3(1., 4., 9.)]
            .iter()
            .enumerate()
        {
            let at = dvec3(
                3.0 * i as f64,
                f64::from(half.y) - 2.0 * f64::from(i == 0),
                0.0,
            );
            let pose = Pose {
                translation: at + offset,
                ..Pose::default()
            };
            let cuboid = Collider::cuboid(
                Vec3::ZERO,
                [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z],
            );
            world
                .insert(Body {
                    pose,
                    ..Body::new(cuboid)
                })
                .unwrap();
        }
        let scene = world.query().around(offset);
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut hero = mover::CharacterState::at(vec3(-1., 0.5, 0.), 1.8);
        for _ in 0..200 {
            mover.step(
                &scene,
                &mut hero,
                &Intent::walk(vec3(3., 0., 0.3)),
                1.0 / 60.0,
            );
        }
        hero
    };
    let near = walk(DVec3::ZERO);
    assert!(
        near.ground.is_some() && near.feet.x > 3.0 && near.feet.y > 0.25,
        "{near:?}"
    );
    assert_eq!(walk(dvec3(1e7, 64.0, -2.5e6)), near);
}

#[test]
fn a_one_way_platform_blocks_from_above_alone() {
    let mut world = World::new();
    let one_way = Some(OneWay {
        direction: vec2(0., 2.),
        margin: 0.05,
    });
    let slab = Hull::cuboid(Vec2::ZERO, vec2(5., 0.25));
    let platform = world
        .insert(Body {
            one_way,
            ..Body::new(slab)
        })
        .unwrap();
    let ball = |y: f32| Shape::from(Ball::new(vec2(0., y), 0.5));
    let down = vec2(0., -3.);

    let landed = world.query().sweep(&ball(2.0), down).unwrap();
    assert!((landed.point.y - 0.25).abs() < 1e-5 && landed.part.body == platform);
    assert_eq!(world.query().sweep(&ball(-2.0), -down), None, "from below");
    assert_eq!(
        world.query().sweep(&ball(0.1), down),
        None,
        "on the way through"
    );
    assert_eq!(world.query().sweep(&ball(-5.0), vec2(9., 0.)), None);
    let side = Shape::from(Ball::new(vec2(-9., 0.), 0.2));
    assert!(
        !world.query().sweep_any(&side, vec2(9., 0.)),
        "from the side"
    );

    assert!(world.query().overlap(&ball(0.72)), "sunk in a little");
    assert!(world.query().sweep_any(&ball(0.72), down));
    assert!(!world.query().overlap(&ball(0.6)), "sunk in too deep");
    assert!(!world.query().overlap(&ball(-0.7)), "touching from below");
    assert_eq!(world.query().closest(&ball(-0.9), 1.0), None);
    assert!(world.query().closest(&ball(0.9), 1.0).is_some());

    // Upside down, it blocks from below.
    let over = Pose::new(Vec2::ZERO, Rotation::new(Vec2::ZERO, core::f32::consts::PI));
    world.set_pose(platform, over).unwrap();
    assert_eq!(world.query().sweep(&ball(2.0), down), None);
    assert!(world.query().sweep_any(&ball(-2.0), -down));
}

#[test]
fn a_character_jumps_through_a_one_way_platform_and_lands_on_it() {
    let slab =
        |y: f32| Collider::cuboid(vec3(0., y, 0.), [Vec3::X * 9., Vec3::Y * 0.1, Vec3::Z * 9.]);
    let vertices = vec![
        vec3(-9., 2., -9.),
        vec3(-9., 2., 9.),
        vec3(9., 2., 9.),
        vec3(9., 2., -9.),
    ];
    let sheet = Mesh::new(vertices, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    for collider in [slab(1.9), sheet.into()] {
        let mut world = World::new();
        world.insert(slab(-0.1)).unwrap();
        let one_way = Some(OneWay {
            direction: Vec3::Y,
            margin: 0.02,
        });
        let platform = world
            .insert(Body {
                one_way,
                ..Body::new(collider)
            })
            .unwrap();
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut hero = mover::CharacterState::at(vec3(0., 0., 0.), 1.8);
        let mut highest = 0.0_f32;
        for tick in 0..180 {
            let intent = Intent {
                jump: (tick == 20).then_some(8.0),
                ..Intent::walk(Vec3::ZERO)
            };
            mover.step(&world, &mut hero, &intent, 1.0 / 60.0);
            highest = highest.max(hero.feet.y);
        }
        assert!(highest > 2.5, "{highest}");
        assert!((hero.feet.y - 2.0).abs() < 0.02, "{}", hero.feet);
        assert_eq!(hero.ground.unwrap().part.body, platform);
    }
}

#[test]
fn sensors_report_bodies_inside_entered_and_left() {
    let random = &mut Rng::with_seed(10);
    let mut world = World::new();
    let mesh = Arc::new(level(random, false));
    let mut bodies = Vec::new();
    for i in 0..120 {
        let collider: Collider<Vec3> = match i % 12 {
            0 => mesh.clone().into(),
            _ => shape::<Vec3>(random).into(),
        };
        let body = Body {
            pose: pose(random, 25.0),
            sensor: i % 3 == 0,
            layers: 1 << (i % 4),
            mask: if i % 5 == 0 { 0b0110 } else { u32::MAX },
            moving: true,
            ..Body::new(collider)
        };
        bodies.push(world.insert(body).unwrap());
    }
    let mut sensed = SensorEvents::new();
    let mut before: Vec<SensorPair> = Vec::new();
    let (mut entered, mut left, mut by_mesh) = (0, 0, 0);
    for _ in 0..40 {
        for _ in 0..30 {
            let id = bodies[random.usize(..bodies.len())];
            let _ = world.set_pose(id, pose(random, 25.0));
        }
        world.remove(bodies[random.usize(..bodies.len())]);
        world.update_sensors(&mut sensed);
        let mut expected = Vec::new();
        for (sensor, s) in world.iter().filter(|(_, body)| body.sensor) {
            for (body, b) in world.iter().filter(|(_, body)| !body.sensor) {
                let meet = s.layers & b.mask != 0 && b.layers & s.mask != 0;
                let touch = || match (s.collider.shape(), b.collider.shape()) {
                    (Some(_), Some(_)) => overlap(&placed(&world, sensor), &placed(&world, body)),
                    // The other way round, one body at a time.
                    (Some(_), None) => {
                        let alone = |id: BodyId, _: &Body<Vec3>| id == body;
                        world
                            .query()
                            .filter_bodies(&alone)
                            .overlap(&placed(&world, sensor))
                    }
                    (None, Some(_)) => {
                        let alone = |id: BodyId, _: &Body<Vec3>| id == sensor;
                        world
                            .query()
                            .with_sensors()
                            .filter_bodies(&alone)
                            .overlap(&placed(&world, body))
                    }
                    (None, None) => {
                        let alone = |id: BodyId, _: &Body<Vec3>| id == body;
                        (0..290).any(|i| {
                            let t = mesh.triangle(i);
                            let [a, b, c] = [t.a, t.b, t.c].map(|p| s.pose.place(p).as_vec3());
                            world
                                .query()
                                .filter_bodies(&alone)
                                .overlap(&Triangle { a, b, c })
                        })
                    }
                };
                if meet && touch() {
                    expected.push(SensorPair { sensor, body });
                    by_mesh += usize::from(s.collider.shape().is_none());
                }
            }
        }
        assert_eq!(sensed.now(), expected);
        let new: Vec<_> = expected
            .iter()
            .filter(|x| !before.contains(x))
            .copied()
            .collect();
        let old: Vec<_> = before
            .iter()
            .filter(|x| !expected.contains(x))
            .copied()
            .collect();
        assert_eq!(
            (sensed.entered(), sensed.left()),
            (new.as_slice(), old.as_slice())
        );
        (entered, left) = (entered + new.len(), left + old.len());
        before = expected;
    }
    assert!(
        entered > 100 && left > 100 && by_mesh > 20,
        "{entered} {left} {by_mesh}"
    );
}

#[test]
fn a_world_goes_from_thread_to_thread() {
    fn shared<T: Send + Sync>() {}
    shared::<World<Vec2>>();
    shared::<World<Vec3>>();
}

#[test]
fn sensors_never_block() {
    let mut world = World::new();
    let sensor = world
        .insert(Body {
            sensor: true,
            ..Body::new(Ball::new(Vec3::ZERO, 1.0))
        })
        .unwrap();
    assert!(!world.query().ray_any(vec3(-5., 0., 0.), Vec3::X * 9.0));
    let hit = world
        .query()
        .with_sensors()
        .ray(vec3(-5., 0., 0.), Vec3::X * 9.0);
    assert_eq!(hit.unwrap().part.body, sensor);
    let mut near = LocalScene::new();
    world.gather(&Aabb::of_points([-Vec3::ONE, Vec3::ONE]), &mut near);
    assert!(near.is_empty());
}

#[test]
fn everything_can_be_walked_on() {
    let floors: Vec<Collider<Vec3>> = vec![
        Plane::new(Vec3::Y, 0.0).into(),
        Aabb::of_points([vec3(-20., -1., -20.), vec3(20., 0., 20.)]).into(),
        Hull::cuboid(vec3(0., -1., 0.), vec3(20., 1., 20.)).into(),
        Hull::new(
            [
                vec3(-20., -3., 0.),
                vec3(20., -3., 1.),
                vec3(20., 0., 20.),
                vec3(-20., 0., 20.),
                vec3(20., 0., -20.),
                vec3(-20., 0., -20.),
            ],
            0.0,
        )
        .into(),
        Triangle::new(vec3(-40., 0., -20.), vec3(0., 0., 40.), vec3(40., 0., -20.)).into(),
        Hull::cuboid(vec3(0., -1.5, 0.), vec3(20., 1., 20.)).into(),
    ];
    for (i, floor) in floors.into_iter().enumerate() {
        let rounded = i == 5;
        let floor = match floor.shape() {
            Some(Shape::Hull(hull)) if rounded => Hull::new(hull.points.clone(), 0.5).into(),
            _ => floor,
        };
        let mut world = World::new();
        let id = world.insert(floor).unwrap();
        let mut mover = Mover::new(MoverSettings::default()).unwrap();
        let mut hero = mover::CharacterState::at(vec3(0., 1., 0.), 1.8);
        for _ in 0..120 {
            mover.step(
                &world,
                &mut hero,
                &Intent::walk(vec3(2., 0., 0.)),
                1.0 / 60.0,
            );
        }
        let ground = hero.ground.unwrap_or_else(|| panic!("floor {i}: {hero:?}"));
        assert_eq!(ground.part, PartId { body: id, index: 0 });
        assert!(
            (hero.feet - vec3(4., 0.01, 0.)).length() < 0.01,
            "floor {i}: {}",
            hero.feet
        );
    }
}

#[test]
fn invalid_bodies_are_rejected_and_hide_no_valid_ones() {
    let mut world: World<Vec3> = World::new();
    let good = world.insert(Ball::new(vec3(0., 0., 0.), 1.0)).unwrap();
    let ball = || Body::new(Ball::new(Vec3::ZERO, 1.0));
    let nan = f32::NAN;
    let at = |translation: DVec3| Pose {
        translation,
        ..Pose::default()
    };
    let scaled = |scale: f32| Body {
        pose: Pose {
            scale,
            ..Pose::default()
        },
        ..ball()
    };
    let one_way = |direction, margin| Body {
        one_way: Some(OneWay { direction, margin }),
        ..ball()
    };
    let turned = Pose::new(Vec3::ZERO, Rotation::new(Vec3::Y, nan));
    let fault = |field, index, kind| BodyError::Shape(ShapeFault { field, index, kind });
    let cases: Vec<(Body<Vec3>, BodyError)> = vec![
        (
            Body::new(Ball::new(vec3(0., nan, 0.), 1.0)),
            fault("center", None, FaultKind::NotFinite),
        ),
        (
            Body::new(Ball::new(Vec3::ZERO, -1.0)),
            fault("radius", None, FaultKind::Negative),
        ),
        (
            Body::new(Hull::new([], 0.0)),
            fault("points", None, FaultKind::Empty),
        ),
        (
            Body::new(Plane::new(Vec3::ZERO, 0.0)),
            fault("normal", None, FaultKind::Zero),
        ),
        (
            Body::new(Aabb::empty()),
            fault("min", None, FaultKind::NotFinite),
        ),
        (
            Body::new(Collider::cuboid(Vec3::ZERO, [Vec3::X * nan; 3])),
            fault("points", Some(0), FaultKind::NotFinite),
        ),
        (
            Body {
                pose: at(dvec3(f64::NAN, 0., 0.)),
                ..ball()
            },
            BodyError::Pose,
        ),
        (
            Body {
                pose: at(dvec3(f64::INFINITY, 0., 0.)),
                ..ball()
            },
            BodyError::Pose,
        ),
        (
            Body {
                pose: turned,
                ..ball()
            },
            BodyError::Pose,
        ),
        (
            Body {
                pose: at(dvec3(1e300, 0., 0.)),
                ..ball()
            },
            BodyError::OutOfRange,
        ),
        (
            Body {
                pose: at(dvec3(1e38, 0., 0.)),
                ..ball()
            },
            BodyError::OutOfRange,
        ),
        (scaled(0.0), BodyError::Scale),
        (scaled(-1.0), BodyError::Scale),
        (scaled(nan), BodyError::Scale),
        (scaled(f32::INFINITY), BodyError::Scale),
        (scaled(1e38), BodyError::OutOfRange),
        (
            Body {
                velocity: vec3(nan, 0., 0.),
                ..ball()
            },
            BodyError::Velocity,
        ),
        (
            Body {
                spin: nan,
                ..ball()
            },
            BodyError::Velocity,
        ),
        (
            Body {
                surface_velocity: Vec3::X * nan,
                ..ball()
            },
            BodyError::Velocity,
        ),
        (one_way(Vec3::ZERO, 0.0), BodyError::OneWay),
        (one_way(Vec3::Y, -1.0), BodyError::OneWay),
        (one_way(Vec3::Y, nan), BodyError::OneWay),
    ];
    for (body, error) in cases {
        assert_eq!(body.check(), Err(error));
        assert_eq!(world.insert(body.clone()), Err(error));
        assert_eq!(world.replace(good, body.clone()).unwrap_err(), error);
        if matches!(
            error,
            BodyError::Pose | BodyError::Scale | BodyError::OutOfRange
        ) {
            assert_eq!(world.set_pose(good, body.pose), Err(error));
        }
        assert!(!error.to_string().is_empty());
        assert_eq!(world.len(), 1);
        let hit = world.query().ray(vec3(-3., 0., 0.), Vec3::X * 9.0).unwrap();
        assert_eq!(hit.part.body, good);
    }
    assert_eq!(
        world.set_velocity(good, Vec3::X * nan),
        Err(BodyError::Velocity)
    );
}

#[test]
fn invalid_input_and_excluded_bodies_give_empty_answers() {
    let mut world: World<Vec2> = World::new();
    world.insert(Ball::new(vec2(0., 0.), 1.0)).unwrap();
    world.insert(Plane::new(vec2(0., 1.), -5.0)).unwrap();
    let good = Shape::from(Ball::new(Vec2::ZERO, 1.0));
    let none = |_: BodyId, _: &Body<Vec2>| false;
    let nan = Vec2::X * f32::NAN;
    let queries = [
        (world.query().mask(0), good.clone(), Vec2::X),
        (world.query().layers(0), good.clone(), Vec2::X),
        (world.query().filter_bodies(&none), good.clone(), Vec2::X),
        (
            world.query().around(DVec2::splat(f64::NAN)),
            good.clone(),
            Vec2::X,
        ),
        (world.query(), Shape::Point(nan), Vec2::X),
        (world.query(), Shape::from(Hull::new([], 1.0)), Vec2::X),
        (world.query(), Shape::from(Aabb::empty()), Vec2::X),
        (
            world.query(),
            Shape::from(Plane::new(Vec2::ZERO, 1.0)),
            Vec2::X,
        ),
    ];
    let (mut contacts, mut ids, mut hits) = (Vec::new(), Vec::new(), Vec::new());
    for (query, a, delta) in queries {
        assert_eq!(query.closest(&a, f32::INFINITY), None);
        world.query().contacts(&good, 9.0, &mut contacts);
        assert!(!contacts.is_empty());
        query.contacts(&a, f32::INFINITY, &mut contacts);
        query.overlaps(&a, &mut ids);
        query.sweep_all(&a, delta, &mut hits);
        assert!(contacts.is_empty() && ids.is_empty() && hits.is_empty());
        assert!(
            !query.overlap(&a) && !query.sweep_any(&a, delta) && query.sweep(&a, delta).is_none()
        );
    }
    assert!(world.query().sweep(&good, nan).is_none());
    assert!(world.query().closest(&good, f32::NAN).is_none());
}

#[test]
fn the_largest_numbers_are_found() {
    let mut world: World<Vec3> = World::new();
    let far = world.insert(Ball::new(vec3(1e37, 0., 0.), 1e34)).unwrap();
    let near = world
        .insert(Ball::new(vec3(-1e-40, 0., 0.), 1e-41))
        .unwrap();
    let hit = world
        .query()
        .ray(vec3(-1e37, 1e33, 0.), vec3(2.5e37, 0., 0.))
        .unwrap();
    assert_eq!(hit.part.body, far);
    let huge = Shape::from(Ball::new(vec3(1e38, 0., 0.), 2e38));
    let mut ids = Vec::new();
    world.query().overlaps(&huge, &mut ids);
    assert_eq!(ids, [far, near]);
    let tiny = world
        .query()
        .closest(&Shape::Point(Vec3::ZERO), f32::INFINITY)
        .unwrap();
    assert_eq!(tiny.part.body, near);
}

#[test]
fn thousands_move_every_tick_and_all_are_found() {
    let random = &mut Rng::with_seed(11);
    let mut world = World::new();
    let mut places: Vec<(BodyId, Vec3, Vec3)> = (0..3000)
        .map(|_| {
            let (at, velocity) = (point::<Vec3>(random, 60.0), point::<Vec3>(random, 0.4));
            let body = Body {
                pose: Pose::at(at),
                moving: true,
                ..Body::new(Ball::new(Vec3::ZERO, 0.5))
            };
            (world.insert(body).unwrap(), at, velocity)
        })
        .collect();
    let mut found = Vec::new();
    let mut count = 0;
    for _ in 0..20 {
        for (id, at, velocity) in &mut places {
            *at += *velocity;
            world.set_pose(*id, Pose::at(*at)).unwrap();
        }
        for _ in 0..5 {
            let a = Ball::new(point::<Vec3>(random, 60.0), 4.0);
            world.query().overlaps(&a, &mut found);
            let expected: Vec<_> = places
                .iter()
                .filter(|(_, at, _)| overlap(&a, &Ball::new(*at, 0.5)))
                .map(|(id, ..)| *id)
                .collect();
            assert_eq!(found, expected);
            count += found.len();
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn the_velocity_of_a_body_at_a_place() {
    let wheel = Body {
        pose: Pose::at(vec3(1., 0., 0.)),
        velocity: vec3(0., 0., 5.),
        axis: vec3(0., 4., 0.),
        spin: 2.0,
        surface_velocity: vec3(0., 1., 0.),
        ..Body::new(Ball::new(Vec3::ZERO, 1.0))
    };
    // y × x = −z.
    assert_eq!(wheel.velocity_at(dvec3(4., 7., 0.)), vec3(0., 1., -1.));
    let belt = Body {
        pose: Pose::new(
            Vec2::ZERO,
            Rotation::new(Vec2::ZERO, core::f32::consts::FRAC_PI_2),
        ),
        spin: 3.0,
        surface_velocity: vec2(1., 0.),
        ..Body::new(Ball::new(Vec2::ZERO, 1.0))
    };
    let there = belt.velocity_at(DVec2::X * 2.0);
    assert!((there - vec2(0., 7.)).length() < 1e-6, "{there}");
}

fn gathers_what_a_query_finds<V: Vector>(seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let (world, _) = eventful::<V>(random, 2000);
    let mut near = LocalScene::new();
    let mut contacts = Vec::new();
    let mut count = 0;
    for _ in 0..200 {
        let a: V = point(random, 12.0);
        let capsule = Capsule::new(a, a + point::<V>(random, 2.0), number::<V>(0.3));
        let reach = number::<V>(0.5);
        near.clear();
        world.gather(&capsule.bounds().inflated(reach), &mut near);
        let mut found = Vec::new();
        near.contacts(&capsule, reach, |contact| found.push(contact.part));
        world.query().contacts(&capsule, reach, &mut contacts);
        assert!(contacts.iter().map(|contact| contact.part).eq(found));
        let closest = near.closest(&capsule, reach);
        let expected = world.query().closest(&capsule, reach);
        assert_eq!(
            closest.map(|found| found.part),
            expected.map(|found| found.part)
        );
        count += contacts.len();
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_local_scene_finds_what_a_query_finds() {
    gathers_what_a_query_finds::<Vec2>(12);
    gathers_what_a_query_finds::<DVec3>(13);
}

fn takes_any_scene<V: Vector3>(scene: &impl Scene<V>) -> usize {
    let mut near = LocalScene::new();
    let one = V::splat(V::Scalar::ONE);
    scene.gather(
        &Aabb {
            min: -one,
            max: one,
        },
        &mut near,
    );
    near.len()
}

#[test]
fn a_query_is_a_scene_and_its_filter_counts() {
    let mut world = World::new();
    let hero = world.insert(Ball::new(DVec3::ZERO, 1.0)).unwrap();
    world
        .insert(Collider::cuboid(
            DVec3::ZERO,
            [DVec3::X, DVec3::Y, DVec3::Z],
        ))
        .unwrap();
    assert_eq!(takes_any_scene(&world), 2);
    assert_eq!(takes_any_scene(&world.query().except(hero)), 1);
    assert_eq!(takes_any_scene(&world.query().around(DVec3::X * 9.0)), 0);
}
