//! Known complaints about character controllers: those about shape casts, and those where the caller changes the state,
//! numbers 2, 8, 10, 11, 12, 13 and 22 of 25. The others are scenarios of the command. `--nocapture` prints a table.

use crate::courses::random::Random;
use carom::glam::{DVec3, Vec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings, slide};
use carom::{
    Aabb, Ball, Capsule, Collider, Mesh, Plane, Shape, Start, Triangle, World, contact, overlap,
    sweep,
};

fn row(number: u32, name: &str, threshold: &str, measured: &str, pass: bool) -> bool {
    let verdict = if pass { "pass" } else { "FAIL" };
    println!("| {number:2} | {name} | {measured} | {threshold} | {verdict} |");
    pass
}

fn floor() -> World<Vec3> {
    let mut world = World::new();
    let half = [Vec3::X * 500., Vec3::Y, Vec3::Z * 500.];
    world
        .insert(Collider::cuboid(vec3(0., -1., 0.), half))
        .unwrap();
    world
}

#[test]
fn c02_slides_into_the_ground_keep_the_skin() {
    let world = floor();
    let mut capsule = Capsule::standing(vec3(0., 0.01, 0.), Vec3::Y, 1.8, 0.3);
    let mut least = f32::INFINITY;
    for i in 0..10_000 {
        let (sin, cos) = (i as f32 * 0.01).sin_cos();
        let delta = vec3(3. * cos, -9.81, 3. * sin) / 60.;
        let moved = slide(&world, &capsule, delta, 0.01);
        capsule = capsule.translated(moved.delta);
        least = least.min(capsule.a.y.min(capsule.b.y) - 0.3);
    }
    let message = format!("gap {least:.5}");
    assert!(row(
        2,
        "skin eaten by `slide`",
        "10,000 steps, gap ≥ 0.009",
        &message,
        least >= 0.009
    ));
}

/// The caller sets the upward speed to zero on the ground and applies gravity in the air.
#[test]
fn c08_it_stays_grounded_though_the_caller_changes_the_velocity() {
    let world = floor();
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut body = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
    mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), 1. / 60.);
    let mut lost = 0;
    for _ in 0..600 {
        if body.ground.is_some() {
            body.velocity.y = 0.;
        } else {
            body.velocity.y -= 9.81 / 60.;
        }
        mover.step(&world, &mut body, &Intent::walk(vec3(2., 0., 1.)), 1. / 60.);
        lost += u32::from(body.ground.is_none());
    }
    let message = format!("lost in {lost} ticks");
    assert!(row(
        8,
        "grounded, the caller sets vy",
        "grounded for 600 ticks",
        &message,
        lost == 0
    ));
}

/// A wall 0.1 m thick, as a box and as its two faces.
fn wall(thin: f32) -> (Shape<Vec3>, Vec<Triangle<Vec3>>) {
    let (y, z) = (40., 40.);
    let bounds = Aabb {
        min: vec3(0., -y, -z),
        max: vec3(thin, y, z),
    };
    let corner = |y: f32, z: f32| vec3(0., y, z);
    let [a, b, c, d] = [corner(-y, -z), corner(y, -z), corner(y, z), corner(-y, z)];
    (
        bounds.into(),
        vec![Triangle::new(a, b, c), Triangle::new(a, c, d)],
    )
}

#[test]
fn c10_normals_at_a_thin_wall_are_exact() {
    let (solid, faces) = wall(0.1);
    let mut worst: f32 = 0.;
    let shapes = |x: f32| {
        let middle = vec3(x, 0.1, 0.2);
        [
            Shape::from(Ball::new(middle, 0.3)),
            Capsule::new(middle - Vec3::Y * 0.6, middle + Vec3::Y * 0.6, 0.3).into(),
        ]
    };
    for degrees in 1..90 {
        let (sin, cos) = (degrees as f32).to_radians().sin_cos();
        // It hits the middle of the wall, at that angle to its face.
        for shape in shapes(-0.5) {
            let delta = vec3(sin, cos * 0.6, cos * 0.8) * (0.4 / sin);
            let hit = sweep(&shape, delta, &solid).hit.expect("the wall");
            worst = worst.max((hit.normal + Vec3::X).length());
            // The first hit is on the front face; the edge of the other would be hit later, at an angle.
            let hits = faces
                .iter()
                .filter_map(|face| sweep(&shape, delta, face).hit);
            let first = hits.min_by(|a, b| a.t.total_cmp(&b.t)).expect("a face");
            worst = worst.max((first.normal + Vec3::X).length());
        }
    }
    let message = format!("off by {worst:.1e}");
    let mut pass = row(
        10,
        "normals at a thin wall",
        "1–89°, off by < 1e-6",
        &message,
        worst < 1e-6,
    );
    let mut worst: f32 = 0.;
    for depth in [1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1] {
        for shape in shapes(-0.3 + depth) {
            let found = contact(&shape, &solid, 0.).expect("it overlaps");
            worst = worst.max((found.normal + Vec3::X).length());
            match sweep(&shape, vec3(0.5, 0.1, 0.), &solid).start {
                Start::Touching(found) | Start::Overlapping(found) => {
                    worst = worst.max((found.normal + Vec3::X).length());
                }
                Start::Separate => worst = f32::INFINITY,
            }
        }
    }
    let message = format!("off by {worst:.1e}");
    pass &= row(
        10,
        "normals of start overlaps",
        "1e-7…1e-1: the face's",
        &message,
        worst < 1e-6,
    );
    assert!(pass);
}

#[test]
fn c11_a_drop_on_to_a_huge_floor_is_exact() {
    let mut worst: f64 = 0.;
    for extent in [1_f32, 5., 30., 100., 500., 2e3, 1e4] {
        for (x, z) in [(0.3, 0.2), (-0.31, 0.44), (0.05, 0.049), (0.45, -0.45)] {
            let v = |x: f32, z: f32| vec3(x, 0., z) * extent;
            let corners = vec![v(-0.5, -0.5), v(-0.5, 0.5), v(0.5, 0.5), v(0.5, -0.5)];
            let quad = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
            for drop in [0.7_f32, 3., 40., 300.] {
                let ball = Ball::new(vec3(x * extent, drop, z * extent), 0.25);
                let delta = Vec3::NEG_Y * (drop * 1.5);
                let hit = quad.query().sweep(&ball, delta).expect("the floor");
                let fallen = f64::from(hit.t) * f64::from(drop * 1.5);
                let exact = f64::from(drop) - 0.25;
                worst = worst.max((fallen - exact).abs() / (1e-5 * (1. + exact)));
            }
        }
    }
    let message = format!("{worst:.2} of the tolerance");
    assert!(row(
        11,
        "cast on to huge quads",
        "1…10,000 m: within 1e-5·(1 + distance)",
        &message,
        worst < 1.
    ));
}

#[test]
fn c12_a_touching_shape_slides_off_freely() {
    let ground: [Shape<Vec3>; 3] = [
        Plane::new(Vec3::Y, 0.).into(),
        Aabb {
            min: vec3(-9., -1., -9.),
            max: vec3(9., 0., 9.),
        }
        .into(),
        Triangle::new(vec3(-20., 0., -20.), vec3(0., 0., 40.), vec3(20., 0., -20.)).into(),
    ];
    let mut held = Vec::new();
    for gap in [0., 1e-7, -1e-7] {
        let shapes: [Shape<Vec3>; 4] = [
            Ball::new(vec3(0., 0.3 + gap, 0.), 0.3).into(),
            Capsule::new(vec3(0., 0.3 + gap, 0.), vec3(0., 1.5, 0.), 0.3).into(),
            Capsule::new(vec3(-0.5, 0.3 + gap, 0.), vec3(0.5, 0.3 + gap, 0.), 0.3).into(),
            Aabb {
                min: vec3(-0.3, gap, -0.3),
                max: vec3(0.3, 1., 0.3),
            }
            .into(),
        ];
        for (i, shape) in shapes.iter().enumerate() {
            for (j, ground) in ground.iter().enumerate() {
                for delta in [
                    vec3(3., 0., 0.),
                    vec3(1., 0., -2.),
                    vec3(0., 2., 0.),
                    vec3(0.1, 1., 0.),
                ] {
                    if sweep(shape, delta, ground).hit.is_some() {
                        held.push((gap, i, j, delta));
                    }
                }
            }
        }
    }
    let message = format!("{} held {held:?}", held.len());
    assert!(row(
        12,
        "casts while touching",
        "gap 0, ±1e-7: the whole length",
        &message,
        held.is_empty()
    ));
}

/// A point within a cube around the origin.
fn point(random: &mut Random, reach: f32) -> Vec3 {
    let mut part = || (random.part() as f32 * 2. - 1.) * reach;
    vec3(part(), part(), part())
}

#[test]
fn c13_no_shape_is_missed() {
    let mut random = Random(7);
    let mut world = World::new();
    let mut shapes: Vec<Shape<Vec3>> = Vec::new();
    for i in 0..40 {
        let middle = point(&mut random, 5.);
        let shape: Shape<Vec3> = match i % 4 {
            0 => Ball::new(middle, 0.5).into(),
            1 => Capsule::new(middle, middle + point(&mut random, 1.), 0.3).into(),
            2 => Triangle::new(
                middle,
                middle + point(&mut random, 2.),
                middle + point(&mut random, 2.),
            )
            .into(),
            _ => Aabb {
                min: middle,
                max: middle + point(&mut random, 1.).abs() + Vec3::splat(0.1),
            }
            .into(),
        };
        world.insert(shape.clone()).unwrap();
        shapes.push(shape);
    }
    let (mut bodies, mut hits) = (Vec::new(), Vec::new());
    let (mut different, mut overlaps) = (0_u32, 0_u64);
    for _ in 0..1_000_000 {
        let at = point(&mut random, 4.);
        let capsule = Capsule::new(at, at + point(&mut random, 0.5), 0.3);
        let tried = Shape::from(capsule);
        let bounds = capsule.bounds();
        let force: Vec<u32> = (0..40)
            .filter(|i| {
                // Far bounds are skipped; brute force tests all others one by one.
                let shape = &shapes[*i as usize];
                shape.bounds().is_some_and(|own| own.overlaps(&bounds)) && overlap(&tried, shape)
            })
            .collect();
        overlaps += force.len() as u64;
        bodies.clear();
        world.query().overlaps(&tried, &mut bodies);
        let mut found: Vec<u32> = bodies.iter().map(|id| id.number()).collect();
        found.sort_unstable();
        hits.clear();
        world.query().sweep_all(&tried, Vec3::ZERO, &mut hits);
        // A sweep by zero hits every overlap deeper than a touch, and nothing that is apart.
        let all = hits
            .iter()
            .all(|hit| force.contains(&hit.part.body.number()));
        let deep = force.iter().all(|i| {
            hits.iter().any(|hit| hit.part.body.number() == *i)
                || contact(&tried, &shapes[*i as usize], 0.).is_some_and(|c| c.separation > -1e-5)
        });
        different += u32::from(found != force || !all || !deep);
    }
    let message = format!("{different} of 1e6 differ, {overlaps} overlaps");
    let pass = different == 0 && overlaps > 100_000;
    assert!(row(
        13,
        "shapes missed at random",
        "1e6 poses: as by brute force",
        &message,
        pass
    ));
}

/// The distance of a segment and a triangle in double precision, by brute force over features.
fn distance(a: DVec3, b: DVec3, face: [DVec3; 3]) -> f64 {
    let onto = |p: DVec3, s: DVec3, e: DVec3| {
        let t = (p - s).dot(e - s) / (e - s).length_squared();
        s + (e - s) * if t.is_finite() { t.clamp(0., 1.) } else { 0. }
    };
    let normal = (face[1] - face[0]).cross(face[2] - face[0]).normalize();
    let inside = |p: DVec3| {
        (0..3).all(|i| (face[(i + 1) % 3] - face[i]).cross(p - face[i]).dot(normal) >= 0.)
    };
    let (x, y) = (normal.dot(a - face[0]), normal.dot(b - face[0]));
    if x * y <= 0. && x != y && inside(a + (b - a) * (x / (x - y))) {
        return 0.;
    }
    let mut least = f64::INFINITY;
    for (p, x) in [(a, x), (b, y)] {
        if inside(p - normal * x) {
            least = least.min(x.abs());
        }
    }
    for i in 0..3 {
        let (c, d) = (face[i], face[(i + 1) % 3]);
        let ends = [
            (a, onto(a, c, d)),
            (b, onto(b, c, d)),
            (c, onto(c, a, b)),
            (d, onto(d, a, b)),
        ];
        for (p, q) in ends {
            least = least.min(p.distance(q));
        }
        let (u, v, w) = (b - a, d - c, a - c);
        let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
        let determinant = uu * vv - uv * uv;
        let s = (uv * v.dot(w) - vv * u.dot(w)) / determinant;
        let t = (uu * v.dot(w) - uv * u.dot(w)) / determinant;
        if (0. ..=1.).contains(&s) && (0. ..=1.).contains(&t) {
            least = least.min((a + u * s).distance(c + v * t));
        }
    }
    least
}

/// The time at which the gap, which is convex in time, first reaches the radius; `None` if it stays larger.
fn arrival(capsule: &Capsule<Vec3>, delta: Vec3, face: &Triangle<Vec3>) -> Option<f64> {
    let [a, b, by] = [capsule.a, capsule.b, delta].map(Vec3::as_dvec3);
    let face = [face.a, face.b, face.c].map(Vec3::as_dvec3);
    let gap = |t: f64| distance(a + by * t, b + by * t, face) - f64::from(capsule.radius);
    // Ternary search for the least gap, then bisection for the first root.
    let (mut low, mut high) = (0., 1.);
    for _ in 0..200 {
        let (x, y) = (low + (high - low) / 3., high - (high - low) / 3.);
        if gap(x) <= gap(y) { high = y } else { low = x }
    }
    let (mut free, mut hit) = (0., low);
    if gap(hit) > 0. {
        return None;
    }
    for _ in 0..100 {
        let middle = (free + hit) * 0.5;
        if gap(middle) > 0. {
            free = middle
        } else {
            hit = middle
        }
    }
    Some(hit)
}

#[test]
fn c22_parallel_axes_are_cast_exactly() {
    let face = Triangle::new(vec3(-1., 0., -1.), vec3(0.2, 0., 1.5), vec3(1.3, 0., -0.8));
    let edge = (face.b - face.a).normalize();
    let (mut worst, mut missed, mut tried, mut met): (f64, u32, u32, u32) = (0., 0, 0, 0);
    for axis in [Vec3::Y, Vec3::X, Vec3::Z, edge] {
        for turn in [0., 1e-7, -1e-7, 1e-6, -1e-6, 1e-4, -1e-4_f32] {
            for other in [Vec3::X, Vec3::Y, Vec3::Z] {
                let axis = (axis + other * turn) * 0.6;
                for place in [
                    vec3(0.1, 2., 0.1),
                    vec3(-1., 2., -1.),
                    vec3(0.2, 2., 1.5),
                    face.a + edge + Vec3::Y * 2.,
                    vec3(0.2, 2., 1.8),
                    vec3(1.6, 2., -0.8),
                    vec3(0.2, 1.2, 3.),
                ] {
                    for delta in [
                        vec3(0., -3., 0.),
                        vec3(0.3, -3., -0.2),
                        -(place - vec3(0.1, 0., 0.)) * 2.,
                        vec3(0., -1.2, -3.),
                    ] {
                        let capsule = Capsule::new(place - axis, place + axis, 0.3);
                        let swept = sweep(&capsule, delta, &face);
                        let bound = f64::from(swept.error_bound);
                        let exact = arrival(&capsule, delta, &face);
                        tried += 1;
                        match (swept.hit, exact) {
                            (Some(hit), Some(_)) => {
                                met += 1;
                                let [a, b] = [capsule.a, capsule.b].map(Vec3::as_dvec3);
                                let by = delta.as_dvec3() * f64::from(hit.t);
                                let corners = [face.a, face.b, face.c].map(Vec3::as_dvec3);
                                let gap =
                                    distance(a + by, b + by, corners) - f64::from(capsule.radius);
                                // Never late, and early by no more than the bound.
                                worst = worst.max(gap.abs() / bound);
                                let at = capsule.translated(delta * hit.t);
                                let there = contact(&at, &face, 0.1).expect("near");
                                missed += u32::from(there.normal.dot(hit.normal) < 0.999);
                            }
                            (None, None) => {}
                            // A touch within the bound may be a hit or a miss.
                            (Some(_), None) | (None, Some(_)) => {
                                let wide = capsule.inflated(swept.error_bound);
                                let slim = capsule.inflated(-swept.error_bound);
                                let grazes = arrival(&wide, delta, &face).is_some()
                                    && arrival(&slim, delta, &face).is_none();
                                missed += u32::from(!grazes);
                            }
                        }
                    }
                }
            }
        }
    }
    let message = format!("{met} of {tried} hit, gap {worst:.2} of the bound, {missed} wrong");
    let pass = missed == 0 && worst <= 1. && met > tried / 4;
    assert!(row(
        22,
        "parallel axes",
        "∥ normal, plane, edge, ± 1e-7…1e-4: as the exact oracle",
        &message,
        pass
    ));
}
