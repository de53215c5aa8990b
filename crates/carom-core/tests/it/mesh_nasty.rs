//! Every query of a mesh against a plain loop over its triangles, on hostile meshes and with hostile queries.
//!
//! The loop calls the pair functions where those have the answer, and otherwise (one-sided or welded meshes) the mesh
//! of each single triangle: only what the BVH and the lanes leave out may then differ.

use carom::glam::{DVec3, Vec3, vec3};
use carom::{
    Aabb, Ball, Capsule, Contact, Convex, Hit, Hull, Mesh, PartId, Plane, Scalar, Segment, Shape,
    ShapeRef, Start, Sweep, Triangle, Vector3, contact, sweep,
};
use fastrand::Rng;
use std::cmp::Ordering;

fn number<V: Vector3>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

/// Within a cube around the origin.
fn place(random: &mut Rng, size: f64) -> [f64; 3] {
    [0; 3].map(|_| (random.f64() - 0.5) * size)
}

fn vector<V: Vector3>(random: &mut Rng, size: f64) -> V {
    V::from_f64(place(random, size))
}

fn sum(a: [f64; 3], b: [f64; 3], factor: f64) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] + b[i] * factor)
}

type Corners = [[f64; 3]; 3];

/// Triangles of about size 1 within −5..5; each list is of one kind.
fn nasty(random: &mut Rng) -> Vec<(&'static str, Vec<Corners>)> {
    let mut lists: Vec<(&str, Vec<Corners>)> = Vec::new();
    let mut add = |name, count: usize, triangle: &mut dyn FnMut(usize) -> Corners| {
        lists.push((name, (0..count).map(triangle).collect()));
    };
    let plain = |random: &mut Rng| {
        let a = place(random, 10.0);
        [
            a,
            sum(a, place(random, 3.0), 1.0),
            sum(a, place(random, 3.0), 1.0),
        ]
    };
    add("one", 1, &mut |_| plain(random));
    add("nine", 9, &mut |_| plain(random));
    let one = plain(random);
    add("all identical", 40, &mut |_| one);
    add("points", 20, &mut |_| [place(random, 10.0); 3]);
    add("one point", 20, &mut |_| [[1.0, 2.0, 3.0]; 3]);
    add("needles", 40, &mut |i| {
        let (a, u) = (place(random, 10.0), place(random, 8.0));
        let thin = [1e-1, 1e-3, 1e-6, 1e-9][i % 4];
        let b = sum(a, u, 1.0);
        [a, b, sum(sum(a, u, random.f64()), place(random, 1.0), thin)]
    });
    add("caps", 40, &mut |i| {
        let (a, u) = (place(random, 10.0), place(random, 8.0));
        let thin = [1e-1, 1e-3, 1e-6, 1e-9][i % 4];
        [a, sum(a, u, 1.0), sum(a, place(random, 1.0), thin)]
    });
    add("in a line", 40, &mut |i| {
        let x = i as f64 / 4.0 - 5.0;
        [[x, 0.0, 0.0], [x + 0.5, 0.0, 0.0], [x + 0.2, 0.0, 0.0]]
    });
    add("a flat grid", 72, &mut |i| {
        let (x, z) = ((i / 2 % 6) as f64 - 3.0, (i / 12) as f64 - 3.0);
        let p = |u: f64, v: f64| [x + u, 0.0, z + v];
        if i % 2 == 0 {
            [p(0.0, 0.0), p(0.0, 1.0), p(1.0, 0.0)]
        } else {
            [p(1.0, 0.0), p(0.0, 1.0), p(1.0, 1.0)]
        }
    });
    // One long triangle with short ones along its side, not vertex to vertex.
    add("T-junctions", 17, &mut |i| match i {
        0 => [[-4.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, -4.0]],
        _ => {
            let x = i as f64 / 2.0 - 4.5;
            [[x, 0.0, 0.0], [x, 0.0, 1.0], [x + 0.5, 0.0, 0.0]]
        }
    });
    add("a fan", 64, &mut |i| {
        let at = |i: usize| {
            let angle = i as f64 * std::f64::consts::TAU / 64.0;
            [4.0 * angle.cos(), (i % 3) as f64 * 0.1, 4.0 * angle.sin()]
        };
        [[0.0, 1.0, 0.0], at(i + 1), at(i)]
    });
    add("both ways round", 40, &mut |i| {
        let [a, b, c] = one;
        if i % 2 == 0 { [a, b, c] } else { [a, c, b] }
    });
    add("of all sizes", 60, &mut |i| {
        let size = 10_f64.powi(-(i as i32 % 12));
        let a = place(random, 3.0 * size);
        [
            a,
            sum(a, place(random, size), 1.0),
            sum(a, place(random, size), 1.0),
        ]
    });
    lists
}

/// The placement of a list of triangles.
#[derive(Clone, Copy, Debug)]
struct Frame {
    scale: f64,
    offset: f64,
}

impl Frame {
    fn place<V: Vector3>(&self, p: [f64; 3]) -> V {
        V::from_f64([0, 1, 2].map(|i| (p[i] + [1.0, -0.5, 0.25][i] * self.offset) * self.scale))
    }

    fn mesh<V: Vector3>(&self, list: &[Corners]) -> Mesh<V> {
        let triangles = list.iter().map(|corners| {
            let [a, b, c] = corners.map(|p| self.place(p));
            Triangle { a, b, c }
        });
        Mesh::of_triangles(triangles).unwrap()
    }
}

/// The input of all queries: a capsule, its motion, and a reach.
#[derive(Clone, Copy, Debug)]
struct Input<V: Vector3> {
    capsule: Capsule<V>,
    delta: V,
    reach: V::Scalar,
}

/// Inputs for a mesh with triangles of about this size.
fn input<V: Vector3>(random: &mut Rng, mesh: &Mesh<V>, size: f64) -> Input<V> {
    // A position on a triangle: a corner, an edge or the face.
    let on = |random: &mut Rng| {
        let t = mesh.triangle(random.u32(..mesh.len() as u32));
        let [x, y] =
            [random.f64(), random.f64()].map(|x| if random.bool() { 0.0 } else { x / 2.0 });
        t.a + (t.b - t.a) * number::<V>(x) + (t.c - t.a) * number::<V>(y)
    };
    let target = on(random);
    let a = match random.u8(..5) {
        0 => target,
        1 => target + vector(random, size * 1e-3),
        2 => target + vector(random, size * 1e6),
        _ => target + vector(random, size * 8.0),
    };
    let b = match random.u8(..5) {
        0 => a,
        1 => on(random),
        2 => a + V::from_f64([0.0, size, 0.0]),
        _ => a + vector(random, size * 2.0),
    };
    let way = target - a;
    let delta = match random.u8(..8) {
        0 => V::ZERO,
        1 => -V::ZERO,
        2 => V::from_f64([size * 9.0, 0.0, -0.0]),
        3 => V::from_f64([0.0, -size * 9.0, 0.0]),
        4 => way * number::<V>(1e5),
        5 => vector(random, size * 12.0),
        _ => way * number::<V>(1.5),
    };
    let far = [0.0, 1e-3, 0.3, 0.3, 1e6][random.usize(..5)];
    let reach = match random.u8(..6) {
        0 => V::Scalar::ZERO,
        1 => -number::<V>(size * random.f64()),
        2 => V::Scalar::INFINITY,
        3 => number::<V>(size * 1e6),
        _ => number::<V>(size * random.f64()),
    };
    let radius = number::<V>(size * far);
    Input {
        capsule: Capsule { a, b, radius },
        delta,
        reach,
    }
}

/// The answers of all triangles, one by one.
struct Loop<V: Vector3> {
    contacts: Vec<Contact<V>>,
    touched: bool,
    hits: Vec<Hit<V>>,
}

impl<V: Vector3> Loop<V> {
    fn new() -> Self {
        Self {
            contacts: Vec::new(),
            touched: false,
            hits: Vec::new(),
        }
    }

    fn add_hit(&mut self, swept: Sweep<V>, triangle: u32) {
        let Sweep { hit, start, .. } = swept;
        if let Some(hit) = hit {
            self.hits.push(Hit {
                start,
                part: PartId::of(triangle),
                ..hit
            });
        }
    }

    fn closest(&self) -> Option<Contact<V>> {
        let order = |x: &Contact<V>| x.separation;
        let all = self.contacts.iter().copied();
        all.reduce(|x, y| if order(&y) < order(&x) { y } else { x })
    }

    fn depth(hit: &Hit<V>) -> V::Scalar {
        match hit.start {
            Start::Overlapping(contact) => contact.depth(),
            _ => V::Scalar::ZERO,
        }
    }

    /// The earlier, then the deeper at the start, then the lower number.
    fn in_time(mut self) -> Vec<Hit<V>> {
        let depth = Self::depth;
        self.hits.sort_by(|x, y| {
            let order = x.t.partial_cmp(&y.t).unwrap();
            let order = order.then(depth(y).partial_cmp(&depth(x)).unwrap());
            order.then(x.part.index.cmp(&y.part.index))
        });
        self.hits
    }

    /// Earlier, or deeper at the start, or of a lower number.
    fn first(&self) -> Option<Hit<V>> {
        let depth = Self::depth;
        self.hits.iter().copied().reduce(|x, y| {
            let order = y.t.partial_cmp(&x.t).unwrap();
            let order = order.then(depth(&x).partial_cmp(&depth(&y)).unwrap());
            if order == Ordering::Less { y } else { x }
        })
    }
}

fn sorted<V: Vector3>(mut contacts: Vec<Contact<V>>) -> Vec<Contact<V>> {
    contacts.sort_by_key(|c| c.part.index);
    contacts
}

/// One by one, so that a failure shows the first difference.
fn same<T: PartialEq + std::fmt::Debug>(found: &[T], expected: &[T], about: &str) {
    for (one, other) in found.iter().zip(expected) {
        assert_eq!(one, other, "{about}");
    }
    assert_eq!(found.len(), expected.len(), "{about}");
}

/// The queries with a shape of any kind.
fn agrees<V: Vector3>(
    mesh: &Mesh<V>,
    looped: Loop<V>,
    about: &str,
    a: &impl Convex<Vector = V>,
    input: &Input<V>,
) -> usize {
    let mesh = mesh.query();
    let Input { delta, reach, .. } = input;
    let mut found = Vec::new();
    mesh.each_contact(a, *reach, |c| found.push(c));
    same(
        &sorted(found),
        &looped.contacts,
        &format!("{about} contacts"),
    );
    assert_eq!(mesh.closest(a, *reach), looped.closest(), "{about} closest");
    assert_eq!(mesh.overlap(a), looped.touched, "{about} overlap");
    assert_eq!(mesh.sweep(a, *delta), looped.first(), "{about} sweep");
    let any = mesh.sweep_any(a, *delta);
    assert_eq!(any, !looped.hits.is_empty(), "{about} any");
    let mut found = Vec::new();
    mesh.sweep_all(a, *delta, &mut found);
    let count = looped.hits.len();
    same(&found, &looped.in_time(), &format!("{about} all"));
    count
}

/// Compares a two-sided mesh with the pair functions; returns the number of hits.
fn compare_with_pairs<V: Vector3>(mesh: &Mesh<V>, about: &str, input: &Input<V>) -> usize {
    let Input {
        capsule,
        delta,
        reach,
    } = input;
    let ball = Ball::new(capsule.a, capsule.radius);
    let [mut balls, mut capsules, mut rays] = [0; 3].map(|_| Loop::new());
    for (triangle, t) in (0..).zip(mesh.iter()) {
        let part = PartId::of(triangle);
        let found = contact(&ball, &t, *reach);
        let found = found.map(|contact| Contact { part, ..contact });
        balls.contacts.extend(found);
        let touch = contact(&ball, &t, V::Scalar::ZERO);
        balls.touched |= touch.is_some();
        balls.add_hit(sweep(&ball, *delta, &t), triangle);
        let found = contact(capsule, &t, *reach);
        let found = found.map(|contact| Contact { part, ..contact });
        capsules.contacts.extend(found);
        let touch = contact(capsule, &t, V::Scalar::ZERO);
        capsules.touched |= touch.is_some();
        capsules.add_hit(sweep(capsule, *delta, &t), triangle);
        let point = ShapeRef::point(capsule.a);
        rays.add_hit(sweep(&point, *delta, &t), triangle);
    }
    let about = format!("{about}: {input:?}");
    assert_eq!(mesh.query().ray(capsule.a, *delta), rays.first(), "{about}");
    assert_eq!(
        mesh.query().ray_any(capsule.a, *delta),
        !rays.hits.is_empty(),
        "{about}"
    );
    let mut found = Vec::new();
    mesh.query().ray_all(capsule.a, *delta, &mut found);
    same(&found, &rays.in_time(), &about);
    agrees(mesh, balls, &about, &ball, input) + agrees(mesh, capsules, &about, capsule, input)
}

/// Compares the queries of a mesh with those of each triangle alone.
fn compare_with_each<V: Vector3>(mesh: &Mesh<V>, about: &str, input: &Input<V>) -> usize {
    let Input {
        capsule,
        delta,
        reach,
    } = input;
    let ball = Ball::new(capsule.a, capsule.radius);
    let [mut balls, mut capsules] = [0; 2].map(|_| Loop::new());
    for triangle in 0..mesh.len() as u32 {
        let is_it = |part: PartId| part.index == triangle;
        let one = mesh.query().filter(&is_it);
        balls.contacts.extend(one.closest(&ball, *reach));
        balls.touched |= one.overlap(&ball);
        balls.hits.extend(one.sweep(&ball, *delta));
        capsules.contacts.extend(one.closest(capsule, *reach));
        capsules.touched |= one.overlap(capsule);
        capsules.hits.extend(one.sweep(capsule, *delta));
    }
    let about = format!("{about}: {input:?}");
    agrees(mesh, balls, &about, &ball, input) + agrees(mesh, capsules, &about, capsule, input)
}

fn each_nasty<V: Vector3>(
    frame: Frame,
    rounds: usize,
    query: impl Fn(&Mesh<V>, &str, &Input<V>) -> usize,
) {
    let random = &mut Rng::with_seed(17);
    let mut hits = 0;
    for (name, list) in nasty(random) {
        let mesh = frame.mesh(&list);
        let about = format!("{name} {frame:?}");
        for _ in 0..rounds {
            let size = frame.scale * [1.0, 1.0, 1e-3, 1e-9][random.usize(..4)];
            hits += query(&mesh, &about, &input(random, &mesh, size));
        }
    }
    assert!(hits > rounds, "{hits}");
}

const NEAR: Frame = Frame {
    scale: 1.0,
    offset: 0.0,
};

#[test]
fn nasty_meshes_answer_as_a_plain_loop() {
    each_nasty::<Vec3>(NEAR, 60, compare_with_pairs);
    each_nasty::<DVec3>(NEAR, 60, compare_with_pairs);
}

#[test]
fn at_every_scale_as_a_plain_loop() {
    for scale in [1e-30, 1e-12, 1e12, 1e30] {
        each_nasty::<Vec3>(Frame { scale, ..NEAR }, 20, compare_with_pairs);
    }
    for scale in [1e-200, 1e-12, 1e12, 1e200] {
        each_nasty::<DVec3>(Frame { scale, ..NEAR }, 20, compare_with_pairs);
    }
}

#[test]
fn far_from_the_origin_as_a_plain_loop() {
    each_nasty::<Vec3>(
        Frame {
            offset: 1e6,
            ..NEAR
        },
        30,
        compare_with_pairs,
    );
    each_nasty::<DVec3>(
        Frame {
            offset: 1e15,
            ..NEAR
        },
        30,
        compare_with_pairs,
    );
    each_nasty::<DVec3>(
        Frame {
            offset: 1e6,
            ..NEAR
        },
        30,
        compare_with_pairs,
    );
}

#[test]
fn one_sided_and_welded_meshes_as_triangle_by_triangle() {
    let one_sided = |mesh: &Mesh<_>, about: &str, input: &_| {
        compare_with_each(
            &mesh.clone().one_sided(),
            &format!("one-sided {about}"),
            input,
        )
    };
    each_nasty::<Vec3>(NEAR, 20, one_sided);
    let smooth = |mesh: &Mesh<_>, about: &str, input: &_| {
        let smooth = mesh.clone().weld(Mesh::<DVec3>::FLAT);
        compare_with_each(&smooth, &format!("smooth {about}"), input)
            + compare_with_each(
                &smooth.one_sided(),
                &format!("smooth, one-sided {about}"),
                input,
            )
    };
    each_nasty::<DVec3>(NEAR, 12, smooth);
}

/// Small triangles in a large level: products of their sides, squared, underflow in single precision, and a fifth of
/// the sweeps past the edges of a triangle of 0.1 mm in a level of 8 km went through it.
#[test]
fn small_triangles_of_a_large_level_are_hit() {
    let random = &mut Rng::with_seed(1);
    let mut hits = 0;
    for exponent in 0..14 {
        let size = 10_f32.powi(-exponent);
        let mut near = |size: f64| vector::<Vec3>(random, size);
        let large = [
            vec3(8e3, -8e3, 8e3),
            vec3(-8e3, -8e3, 8e3),
            vec3(0., -8e3, -8e3),
        ];
        let [a, b, c] = large;
        let small = [0; 3].map(|_| near(f64::from(size)));
        let small = Triangle::new(small[0], small[1], small[2]);
        let mesh = Mesh::of_triangles([Triangle::new(a, b, c), small]).unwrap();
        for i in 0..500 {
            let short = [1.0, 1e-12, 1e-20][i % 3];
            let a = near(4.0);
            let capsule = Capsule::new(a, a + near(3.0 * short), 0.3);
            let delta = (near(0.9) - capsule.a) * 1.5;
            let part = PartId::of(1);
            let expected = sweep(&capsule, delta, &small).hit;
            let expected = expected.map(|hit| Hit { part, ..hit });
            let found = mesh.query().sweep(&capsule, delta);
            assert_eq!(found, expected, "{size}: {capsule:?} {delta}");
            hits += usize::from(found.is_some());
        }
    }
    assert!(hits > 2000, "{hits}");
}

/// A lane without a child must not be looked up: it was, where a motion is infinite in the unit of the BVH or a
/// position is NaN.
#[test]
fn a_motion_many_times_the_size_of_the_mesh_does_not_panic() {
    let tiny =
        |i: u8| Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y).translated(Vec3::Z * f32::from(i));
    let tiny = (0..9).map(tiny).map(|t| {
        let [a, b, c] = [t.a, t.b, t.c].map(|p| p * 1e-36);
        Triangle { a, b, c }
    });
    let mesh = Mesh::of_triangles(tiny).unwrap();
    let ball = Ball::new(vec3(-5., 0., 0.), 1.0);
    assert_eq!(mesh.query().sweep(&ball, vec3(-1e9, 1e30, 0.)), None);
    let hit = mesh.query().sweep(&ball, vec3(8., 0., 0.)).unwrap();
    assert!((hit.t - 0.5).abs() < 1e-6, "{hit:?}");
}

/// A mesh that is a single point and then grows: its frame was that of the point.
#[test]
fn a_refitted_mesh_answers_as_a_new_one() {
    let random = &mut Rng::with_seed(2);
    let mut hits = 0;
    for [before, after] in [
        [0.0, 4.0],
        [1e-30, 4.0],
        [4.0, 1e-30],
        [1.0, 1e25],
        [4.0, 4.0],
    ] {
        let mut soup = |size: f64| {
            let mut corner = || vector::<Vec3>(random, size);
            let triangle = |_| Triangle::new(corner(), corner(), corner());
            (0..30).map(triangle).collect::<Vec<_>>()
        };
        let (old, new) = (soup(before), soup(after));
        let mut mesh = Mesh::of_triangles(old).unwrap();
        mesh.refit(|i| new[i as usize]).unwrap();
        let fresh = Mesh::of_triangles(new).unwrap();
        assert_eq!(mesh.bounds(), fresh.bounds());
        for _ in 0..60 {
            let input = input(random, &fresh, after * 0.25);
            hits += compare_with_pairs(&mesh, "refitted", &input);
        }
    }
    assert!(hits > 300, "{hits}");
}

/// NaN, infinities and numbers that are too large: no panic, and finite input gets no NaN.
#[test]
fn strange_numbers_are_answered() {
    const STRANGE: [f32; 12] = [
        f32::NAN,
        f32::INFINITY,
        -f32::INFINITY,
        f32::MAX,
        -f32::MAX,
        1e30,
        -1e30,
        0.0,
        -0.0,
        1e-45,
        1.0,
        f32::MIN_POSITIVE,
    ];
    let random = &mut Rng::with_seed(3);
    let mut corner = || vector::<Vec3>(random, 9.0);
    let soup = (0..40).map(|_| Triangle::new(corner(), corner(), corner()));
    let mesh = Mesh::of_triangles(soup).unwrap();
    let mut hits = Vec::new();
    for i in 0..4000 {
        let mut number = |one_in| match random.u8(..one_in) {
            0 => STRANGE[random.usize(..STRANGE.len())],
            _ => random.f32() * 6.0 - 3.0,
        };
        let [a, b, delta] = [0; 3].map(|_| vec3(number(4), number(4), number(4)));
        let (radius, reach) = (number(3), number(3));
        let (ball, capsule) = (Ball { center: a, radius }, Capsule { a, b, radius });
        let is_sane = capsule.is_valid() && delta.is_finite() && !reach.is_nan();
        let about = format!("{capsule:?} {delta} {reach}");
        let hit = |hit: &Hit<Vec3>| {
            let whole = hit.normal.is_finite() && hit.point.is_finite();
            assert!(
                !is_sane || (whole && hit.t >= 0.0 && hit.t <= 1.0),
                "{about} {hit:?}"
            );
        };
        mesh.query().sweep_all(&capsule, delta, &mut hits);
        hits.iter().for_each(hit);
        mesh.query().sweep_all(&ball, delta, &mut hits);
        hits.iter().for_each(hit);
        mesh.query().ray_all(a, delta, &mut hits);
        hits.iter().for_each(hit);
        let first = [
            mesh.query().sweep(&ball, delta),
            mesh.query().sweep(&capsule, delta),
        ];
        first.iter().flatten().for_each(hit);
        let contact = |found: Contact<Vec3>| {
            let whole = found.normal.is_finite() && !found.separation.is_nan();
            assert!(!is_sane || whole, "{about} {found:?}");
        };
        mesh.query().each_contact(&capsule, reach, contact);
        mesh.query().each_contact(&ball, reach, contact);
        let nearest = [
            mesh.query().closest(&ball, reach),
            mesh.query().closest(&capsule, reach),
        ];
        nearest.into_iter().flatten().for_each(contact);
        let _ = (mesh.query().overlap(&ball), mesh.query().overlap(&capsule));
        let _ = (
            mesh.contains(a),
            mesh.signed_distance(a),
            mesh.query().ray_any(a, delta),
        );
        if i % 16 == 0 {
            let shapes = [
                Shape::Hull(Hull::new([a, b, delta], radius)),
                Shape::Hull(Hull::new([a; 0], radius)),
                Shape::Plane(Plane::new(b, radius)),
                Shape::Aabb(Aabb { min: a, max: b }),
                Shape::Segment(Segment::new(a, b)),
                Shape::Triangle(Triangle::new(a, b, delta)),
            ];
            for shape in &shapes {
                let _ = (
                    mesh.query().closest(shape, reach),
                    mesh.query().overlap(shape),
                );
                let _ = mesh.query().sweep(shape, delta);
                mesh.query().each_contact(shape, reach, |_| {});
                mesh.query().sweep_all(shape, delta, &mut hits);
            }
        }
    }
}

/// A level of `data/levels`: polygons as fans.
fn level<V: Vector3>(name: &str) -> Mesh<V> {
    let path = format!("{}/../../data/levels/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let mut number = || words.next().unwrap().parse().unwrap();
                vertices.push(V::from_f64([number(), number(), number()]));
            }
            Some("f") => {
                let first = |word: &str| word.split('/').next().unwrap().parse::<u32>().unwrap();
                let corners: Vec<u32> = words.map(|word| first(word) - 1).collect();
                let fan = corners[1..].windows(2);
                triangles.extend(fan.map(|pair| [corners[0], pair[0], pair[1]]));
            }
            _ => {}
        }
    }
    Mesh::new(&vertices, &triangles).unwrap()
}

fn levels_answer<V: Vector3>(rounds: usize) {
    let random = &mut Rng::with_seed(21);
    let mut hits = 0;
    for name in ["dungeon.obj", "nav_test.obj", "undulating.obj"] {
        let mesh = level::<V>(name);
        for _ in 0..rounds {
            let size = [1.0, 0.3, 3.0][random.usize(..3)];
            hits += compare_with_pairs(&mesh, name, &input(random, &mesh, size));
        }
    }
    assert!(hits > rounds, "{hits}");
}

#[test]
fn levels_answer_as_a_plain_loop() {
    levels_answer::<Vec3>(25);
    levels_answer::<DVec3>(8);
}
