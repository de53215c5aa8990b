//! The mover in small scenes with a known outcome.

use carom::glam::{DVec3, Vec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings, Report, slide};
use carom::{Ball, Capsule, Collider, LocalScene, Mesh, Scene, Vector3, World};

const DT: f32 = 1.0 / 60.0;

fn add<V: Vector3>(world: &mut World<V>, collider: impl Into<Collider<V>>) {
    world.insert(collider.into()).unwrap();
}

fn add_box<V: Vector3>(world: &mut World<V>, center: V, half: [V; 3]) {
    add(world, Collider::cuboid(center, half));
}

/// Boxes from corner to corner.
pub(crate) fn world(boxes: &[(Vec3, Vec3)]) -> World<Vec3> {
    let mut world = World::new();
    for &(min, max) in boxes {
        let half = (max - min) * 0.5;
        add_box(
            &mut world,
            (min + max) * 0.5,
            [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z],
        );
    }
    world
}

pub(crate) const FLOOR: (Vec3, Vec3) = (vec3(-50., -1., -50.), vec3(50., 0., 50.));

struct Run<'a, S> {
    scene: &'a S,
    mover: Mover<Vec3>,
    body: CharacterState<Vec3>,
    dt: f32,
    deepest: f32,
    last: Report<Vec3>,
}

impl<'a, S: Scene<Vec3>> Run<'a, S> {
    fn new(scene: &'a S, feet: Vec3) -> Self {
        Self::with(scene, feet, MoverSettings::default())
    }
    fn with(scene: &'a S, feet: Vec3, settings: MoverSettings<Vec3>) -> Self {
        Self {
            scene,
            mover: Mover::new(settings).unwrap(),
            body: CharacterState::at(feet, 1.8),
            dt: DT,
            deepest: f32::INFINITY,
            last: Report::default(),
        }
    }
    fn gap(&self) -> f32 {
        let capsule = self
            .mover
            .settings()
            .capsule(self.body.feet, self.body.height);
        let mut near = LocalScene::new();
        self.scene
            .gather(&capsule.bounds().inflated(1.0), &mut near);
        near.closest(&capsule, 1.0).map_or(1.0, |c| c.separation)
    }
    fn step(&mut self, intent: &Intent<Vec3>) {
        self.last = self.mover.step(self.scene, &mut self.body, intent, self.dt);
        self.deepest = self.deepest.min(self.gap());
    }
    fn walk(&mut self, velocity: Vec3, seconds: f32) {
        for _ in 0..(seconds / self.dt).round() as u32 {
            self.step(&Intent::walk(velocity));
        }
    }
    fn feet(&self) -> Vec3 {
        self.body.feet
    }
    fn grounded(&self) -> bool {
        self.body.ground.is_some()
    }
}

#[test]
fn it_falls_lands_and_rests_a_skin_above_the_floor() {
    let world = world(&[FLOOR]);
    let mut run = Run::new(&world, vec3(0., 3., 0.));
    run.walk(Vec3::ZERO, 3.0);
    assert!(run.grounded());
    assert!((0.0085..=0.015).contains(&run.gap()), "{}", run.gap());
    let rest = run.feet();
    run.walk(Vec3::ZERO, 10.0);
    assert!((run.feet() - rest).length() < 1e-6);
}

#[test]
fn free_fall_is_the_exact_parabola() {
    let world = world(&[]);
    let mut run = Run::new(&world, vec3(0., 1000., 0.));
    run.walk(vec3(1., 0., 0.), 2.0);
    assert!((1000. - run.feet().y - 0.5 * 9.81 * 4.0).abs() < 2e-3);
    assert!((run.feet().x - 2.0).abs() < 1e-4);
    assert!((run.body.velocity.y + 9.81 * 2.0).abs() < 1e-4);
}

#[test]
fn it_walks_at_the_wanted_speed_over_internal_edges_in_every_heading() {
    // 40 × 40 cells of two triangles each, all in one plane.
    let n = 41;
    let vertices = (0..n * n).map(|i| vec3((i % n) as f32 - 20.0, 0.0, (i / n) as f32 - 20.0));
    let triangles = (0..(n - 1) * (n - 1)).flat_map(|i| {
        let a = (i / (n - 1)) * n + i % (n - 1);
        [[a, a + n, a + n + 1], [a, a + n + 1, a + 1]]
    });
    let mesh = Mesh::new(vertices.collect::<Vec<_>>(), triangles.collect::<Vec<_>>()).unwrap();
    for heading in 0..36 {
        let (sin, cos) = (heading as f32 * 10.0).to_radians().sin_cos();
        let velocity = vec3(cos, 0., sin) * 10.0;
        let mut run = Run::new(&mesh, vec3(0.13, 0.01, 0.29));
        run.walk(Vec3::ZERO, 0.1);
        let start = run.feet();
        run.walk(velocity, 1.5);
        let want = start + velocity * 1.5;
        assert!(
            (run.feet() - want).length() < 1e-4,
            "{heading}: {} {want}",
            run.feet()
        );
        assert!(run.grounded() && !run.last.why.slid);
    }
}

#[test]
fn at_a_hundred_meters_a_second_a_millimeter_stops_it() {
    for (yaw, speed) in [(0.0_f32, 100.0), (0.3, 100.0), (0.0, 3000.0)] {
        let wall = (vec3(5., -9., -50.), vec3(5.001, 9., 50.));
        let world = world(&[FLOOR, wall]);
        let mut run = Run::new(&world, vec3(0., 0.01, 0.));
        let (sin, cos) = yaw.sin_cos();
        run.walk(vec3(cos, 0., sin) * speed, 0.2);
        assert!(run.feet().x < 4.7, "{}", run.feet());
        assert!(run.deepest > 0.0);
    }
    // And a fall on to a sheet.
    let sheet = world(&[(vec3(-9., -0.0005, -9.), vec3(9., 0.0005, 9.))]);
    let mut run = Run::new(&sheet, vec3(0., 900., 0.));
    run.walk(Vec3::ZERO, 20.0);
    assert!(run.grounded() && run.feet().y > 0.0);
}

#[test]
fn constant_input_along_a_wall_slides_at_constant_speed() {
    let world = world(&[FLOOR, (vec3(2., 0., -50.), vec3(3., 9., 50.))]);
    for degrees in [10.0_f32, 30., 45., 60., 80.] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let mut run = Run::new(&world, vec3(1.5, 0.01, 0.));
        run.walk(vec3(4. * cos, 0., 4. * sin), 0.5);
        for _ in 0..60 {
            let z = run.feet().z;
            run.step(&Intent::walk(vec3(4. * cos, 0., 4. * sin)));
            let speed = (run.feet().z - z) / DT;
            assert!((speed - 4. * sin).abs() < 1e-3, "{degrees}: {speed}");
        }
        assert!(run.deepest > 0.0 && run.grounded());
    }
}

#[test]
fn it_comes_to_rest_in_corners() {
    for degrees in [30.0_f32, 45., 60., 90., 120., 170.] {
        let mut world = world(&[FLOOR]);
        for side in [-1.0, 1.0] {
            let (sin, cos) = (side * degrees.to_radians() * 0.5).sin_cos();
            let along = vec3(-cos, 0., sin);
            let out = vec3(sin, 0., cos) * side;
            add_box(
                &mut world,
                vec3(3., 1., 0.) + along * 10. + out,
                [along * 10., Vec3::Y * 3., out],
            );
        }
        let mut run = Run::new(&world, vec3(0., 0.01, 0.));
        run.walk(vec3(4., 0., 0.3), 5.0);
        let at = run.feet();
        let mut most = 0.0_f32;
        for _ in 0..300 {
            run.step(&Intent::walk(vec3(4., 0., 0.3)));
            most = most.max((run.feet() - at).length());
        }
        assert!(most < 1e-3, "{degrees}°: still moves {most}");
        assert!(run.deepest > 0.0, "{degrees}°: {}", run.deepest);
    }
}

fn slope(degrees: f32) -> World<Vec3> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let mut world = world(&[FLOOR]);
    let (along, out) = (vec3(cos, sin, 0.), vec3(-sin, cos, 0.));
    add_box(
        &mut world,
        vec3(3., 0., 0.) + along * 5. - out,
        [along * 5., out, Vec3::Z * 20.],
    );
    world
}

#[test]
fn slopes_below_the_limit_are_climbed_and_above_it_not() {
    for (degrees, climbs) in [
        (20., true),
        (44., true),
        (46., false),
        (60., false),
        (85., false),
    ] {
        let world = slope(degrees);
        let mut run = Run::new(&world, vec3(0., 0.01, 0.));
        run.walk(vec3(4., 0., 0.), 2.0);
        assert_eq!(run.feet().y > 1.0, climbs, "{degrees}: {}", run.feet());
        assert!(run.deepest > 0.0);
    }
}

#[test]
fn it_keeps_its_horizontal_speed_up_and_down_a_ramp_and_stays_grounded() {
    let world = slope(30.);
    let mut run = Run::new(&world, vec3(4., 2.0, 0.));
    run.walk(Vec3::ZERO, 1.0);
    let x = run.feet().x;
    run.walk(vec3(3., 0., 0.), 1.0);
    assert!(
        (run.feet().x - x - 3.0).abs() < 1e-2,
        "{}",
        run.feet().x - x
    );
    for _ in 0..60 {
        run.step(&Intent::walk(vec3(-3., 0., 0.)));
        assert!(run.grounded());
    }
    assert!((run.feet().x - x).abs() < 2e-2);
}

#[test]
fn it_does_not_drift_at_rest_on_a_slope() {
    for degrees in [5., 20., 30., 44.] {
        let world = slope(degrees);
        let mut run = Run::new(&world, vec3(6., 5.0, 0.));
        run.walk(Vec3::ZERO, 2.0);
        let at = run.feet();
        run.walk(Vec3::ZERO, 60.0);
        assert!(
            (run.feet() - at).length() < 1e-3,
            "{degrees}: {}",
            run.feet() - at
        );
        assert!(run.grounded());
    }
}

#[test]
fn it_slides_down_a_slope_that_is_too_steep() {
    let world = slope(60.);
    let mut run = Run::new(&world, vec3(5., 5.0, 0.));
    run.walk(Vec3::ZERO, 4.0);
    assert!(run.feet().y < 0.05 && run.grounded(), "{}", run.feet());
    assert!(run.deepest > 0.0);
}

/// Walking down a steep slope once added the wanted speed to the fall again in every tick, until the character moved
/// faster than it could have fallen.
#[test]
fn a_steep_slide_is_that_of_a_body_without_friction_at_every_tick_rate() {
    let (sin, cos) = 60f32.to_radians().sin_cos();
    let (along, out) = (vec3(cos, sin, 0.), vec3(-sin, cos, 0.));
    let mut world = World::new();
    add_box(&mut world, -out, [along * 40., out, Vec3::Z * 20.]);
    for hz in [30.0, 60., 144., 300., 1000.] {
        for wish in [0.0, -1.0] {
            let mut run = Run::new(&world, out * 0.311 - vec3(0., 0.3, 0.));
            run.dt = 1.0 / hz;
            let top = run.feet().y;
            for _ in 0..hz as u32 {
                run.step(&Intent::walk(vec3(wish, 0., 0.)));
                // Energy never rises: the wanted speed is added only once.
                let fallen = top - run.feet().y;
                let v = run.body.velocity;
                let most = (2.0 * 9.81 * fallen).sqrt() + wish.abs() + 0.05;
                assert!(v.length() <= most, "{hz} Hz, {wish}: {v} after {fallen} m");
            }
            let fallen = top - run.feet().y;
            let exact = 0.5 * 9.81 * sin * sin;
            assert!(
                (fallen / exact - 1.0).abs() < 0.05 || wish != 0.0,
                "{hz} Hz: {fallen} of {exact}"
            );
            assert!(fallen < 0.5 * 9.81 + 0.02, "{hz} Hz, {wish}: {fallen}");
        }
    }
}

#[test]
fn a_pit_of_steep_slopes_carries() {
    let mut world = World::new();
    for (x, z) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let (sin, cos) = 60f32.to_radians().sin_cos();
        let side = vec3(x, 0., z);
        let (along, out) = (side * cos + Vec3::Y * sin, -side * sin + Vec3::Y * cos);
        add_box(
            &mut world,
            along * 5. - out,
            [along * 5., out, vec3(z, 0., x) * 20.],
        );
    }
    let mut run = Run::new(&world, vec3(0.2, 3.0, 0.1));
    run.walk(Vec3::ZERO, 2.0);
    let at = run.feet();
    for _ in 0..120 {
        run.step(&Intent::walk(Vec3::ZERO));
        assert!(run.grounded());
    }
    assert!((run.feet() - at).length() < 1e-3);
    run.step(&Intent {
        jump: Some(5.0),
        ..Intent::walk(Vec3::ZERO)
    });
    run.walk(Vec3::ZERO, 0.2);
    assert!(run.feet().y > at.y + 0.5, "a jump leaves it");
}

/// Ledges of a centimeter, each a step height above the last, were climbed like stairs, several in a tick, and through
/// the ceiling: only gathered parts can stop a motion.
#[test]
fn ledges_are_no_stairs_and_no_tick_climbs_more_than_a_step() {
    let mut boxes = vec![FLOOR, (vec3(-50., 8., -50.), vec3(50., 8.1, 50.))];
    boxes.extend((0..20).map(|i| {
        let i = i as f32;
        (
            vec3(2. + 0.01 * i, -1., -5.),
            vec3(10., 0.39 * (i + 1.), 5.),
        )
    }));
    let world = world(&boxes);
    for (hz, speed) in [(60.0, 4.0), (30., 9.), (1000., 0.5)] {
        let mut run = Run::new(&world, vec3(1., 0.01, 0.));
        run.dt = 1.0 / hz;
        for _ in 0..(2.0 * hz) as u32 {
            run.step(&Intent::walk(vec3(speed, 0., 0.)));
        }
        assert!(run.feet().y < 0.8, "{hz} Hz: {}", run.feet());
        assert!(run.deepest > 0.0);
    }
    // Real stairs at a run: more than one step in a tick if necessary, but no faster than the run.
    let stairs = stairs(0.3, 0.3);
    let mut run = Run::new(&stairs, vec3(0., 0.01, 0.));
    for _ in 0..60 {
        let before = run.feet();
        run.step(&Intent::walk(vec3(10., 0., 0.)));
        let moved = run.feet() - before;
        assert!(
            moved.y < 0.4 + 10.0 * DT + 0.02 && moved.x < 10.0 * DT + 0.011,
            "{moved}"
        );
    }
    assert!(run.feet().y > 2.9, "{}", run.feet());
}

/// Approached at an angle, a curb with a slope behind it stopped the character half-way up: the slope counted as the
/// next tread. (Found by a survey of the dungeon's plinths.)
#[test]
fn a_slope_behind_a_curb_is_climbed_at_every_angle() {
    for curb in [0.05, 0.11, 0.2, 0.3] {
        let profile = [
            (-5., 0.),
            (0., 0.),
            (0., curb),
            (0.7, curb + 0.6),
            (9., curb + 0.6),
        ];
        let corners = profile.map(|(x, y)| [vec3(x, y, -20.), vec3(x, y, 20.)]);
        let mut triangles = Vec::new();
        for i in 0..profile.len() as u32 - 1 {
            let first = 2 * i;
            triangles.extend([[first, first + 1, first + 3], [first, first + 3, first + 2]]);
        }
        let level: Mesh<Vec3> = Mesh::new(corners.concat(), triangles).unwrap();
        for degrees in [0_f32, 10., 20., 40., 60., -35.] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            for hz in [30., 60., 240.] {
                let mut run = Run::new(&level, vec3(-1., 0.01, 0.));
                run.dt = 1.0 / hz;
                run.walk(vec3(cos, 0., sin) * 4., 2.0);
                assert!(
                    run.feet().y > 0.6 && run.deepest > 0.0,
                    "{curb} m at {degrees}°, {hz} Hz: {}",
                    run.feet()
                );
            }
        }
    }
}

/// Curbs used up less of the motion than was walked: along a wall the character got faster with each.
#[test]
fn climbing_along_a_wall_gains_no_speed() {
    let mut boxes = vec![FLOOR, (vec3(-50., 0., 1.), vec3(50., 9., 2.))];
    boxes.extend((0..100).map(|i| {
        let x = 1. + 0.25 * i as f32;
        (vec3(x, -1., -9.), vec3(x + 0.05, 0.2, 9.))
    }));
    let world = world(&boxes);
    let (sin, cos) = 70f32.to_radians().sin_cos();
    let mut run = Run::new(&world, vec3(0., 0.01, 0.68));
    for _ in 0..120 {
        let x = run.feet().x;
        run.step(&Intent::walk(vec3(cos, 0., sin) * 10.));
        assert!(
            run.feet().x - x < 10.0 * cos * DT + 0.011,
            "{}",
            run.feet().x - x
        );
    }
    assert!(run.feet().x < 10.0 * cos * 2.0 + 0.3, "{}", run.feet());
}

#[test]
fn a_floor_of_two_huge_triangles_is_walked_like_any_other() {
    for size in [100.0, 1e3, 5e3, 1e5] {
        let v = |x, z| vec3(x, 0., z) * size;
        let floor = vec![v(-1., -1.), v(-1., 1.), v(1.1, 1.), v(1., -1.)];
        let mesh = Mesh::new(floor, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
        let mut run = Run::new(&mesh, vec3(0.3, 0.01, 0.1));
        run.walk(Vec3::ZERO, 0.1);
        for _ in 0..300 {
            run.step(&Intent::walk(vec3(3., 0., 2.6)));
            assert!(run.grounded(), "{size} m");
        }
        assert!(
            (run.feet() - vec3(15.3, 0.01, 13.1)).length() < 2e-3,
            "{size} m: {}",
            run.feet()
        );
    }
}

#[test]
fn a_jump_in_the_first_tick_on_the_ground_is_a_jump() {
    let world = world(&[FLOOR]);
    let mut run = Run::new(&world, Vec3::ZERO);
    run.step(&Intent {
        jump: Some(5.0),
        ..Intent::walk(Vec3::ZERO)
    });
    run.walk(Vec3::ZERO, 0.3);
    assert!(run.feet().y > 0.8, "{}", run.feet());
}

#[test]
fn an_overflow_changes_nothing() {
    let world = world(&[FLOOR]);
    let settings = MoverSettings {
        gravity: f32::MAX,
        ..MoverSettings::default()
    };
    let mut run = Run::with(&world, vec3(0., 3., 0.), settings);
    run.walk(Vec3::X, 0.2);
    assert!(run.feet().is_finite() && run.body.velocity.is_finite());
    let mut run = Run::new(&world, vec3(0., 3., 0.));
    for dt in [1e30, 1e30, 1e10] {
        run.mover
            .step(&world, &mut run.body, &Intent::walk(Vec3::X), dt);
        assert!(
            run.feet().is_finite() && run.body.velocity.is_finite(),
            "{:?}",
            run.body
        );
    }
    let capsule = Capsule::new(Vec3::ZERO, Vec3::Y, 0.3);
    assert_eq!(
        slide(&world, &capsule, Vec3::INFINITY, 0.01).delta,
        Vec3::ZERO
    );
}

fn stairs(rise: f32, tread: f32) -> World<Vec3> {
    let steps = (0..10).map(|i| {
        let x = 2.0 + tread * i as f32;
        (vec3(x, -1., -5.), vec3(40., rise * (i + 1) as f32, 5.))
    });
    world(&[vec![FLOOR], steps.collect()].concat())
}

#[test]
fn stairs_are_climbed_at_every_tick_rate_and_descended_on_the_ground() {
    for hz in [30.0, 60., 144., 300., 1000.] {
        let world = stairs(0.3, 0.4);
        let mut run = Run::new(&world, vec3(0., 0.01, 0.));
        run.dt = 1.0 / hz;
        run.walk(vec3(3., 0., 0.), 3.0);
        assert!(
            (run.feet().y - 3.01).abs() < 0.01,
            "{hz} Hz: {}",
            run.feet()
        );
        assert!(run.feet().x > 7.5, "{hz} Hz: {}", run.feet());
        assert!(run.deepest > 0.0);
        let mut flying = 0;
        for _ in 0..(3.0 * hz) as u32 {
            run.step(&Intent::walk(vec3(-3., 0., 0.)));
            flying += u32::from(!run.grounded());
        }
        assert!(run.feet().y < 0.02, "{hz} Hz: {}", run.feet());
        assert_eq!(flying, 0, "{hz} Hz");
    }
}

#[test]
fn stairs_beside_a_wall_are_climbed_while_pressing_into_it() {
    let mut world = stairs(0.3, 0.4);
    add_box(
        &mut world,
        vec3(0., 5., 1.5),
        [Vec3::X * 50., Vec3::Y * 6., Vec3::Z],
    );
    let mut run = Run::new(&world, vec3(0., 0.01, 0.));
    run.walk(vec3(3., 0., 3.), 4.0);
    assert!(run.feet().y > 2.9, "{}", run.feet());
    assert!(run.deepest > 0.0);
}

#[test]
fn a_step_too_high_is_a_wall_and_without_step_height_every_step_is() {
    for (rise, step_height) in [(0.45, 0.4), (0.1, 0.0), (0.3, 0.25)] {
        let world = stairs(rise, 1.0);
        let settings = MoverSettings {
            step_height,
            ..MoverSettings::default()
        };
        let mut run = Run::with(&world, vec3(0., 0.01, 0.), settings);
        run.walk(vec3(3., 0., 0.), 2.0);
        assert!(run.feet().y < 0.02, "{rise} {step_height}: {}", run.feet());
    }
}

#[test]
fn it_walks_off_a_ledge_and_falls() {
    let world = world(&[
        (vec3(-5., -9., -5.), vec3(2., 0., 5.)),
        (vec3(-50., -9., -50.), vec3(50., -5., 50.)),
    ]);
    let mut run = Run::new(&world, vec3(0., 0.01, 0.));
    run.walk(vec3(3., 0., 0.), 3.0);
    assert!(
        (run.feet().y + 4.99).abs() < 0.01 && run.grounded(),
        "{}",
        run.feet()
    );
    assert!(run.deepest > 0.0);
}

#[test]
fn a_jump_reaches_its_height_and_is_ignored_in_the_air() {
    let world = world(&[FLOOR]);
    let mut run = Run::new(&world, vec3(0., 0.01, 0.));
    run.walk(Vec3::ZERO, 0.2);
    let jump = Intent {
        jump: Some(5.0),
        ..Intent::walk(vec3(2., 0., 0.))
    };
    let mut apex = 0.0_f32;
    for tick in 0..90 {
        run.step(&if tick < 20 {
            jump
        } else {
            Intent::walk(vec3(2., 0., 0.))
        });
        apex = apex.max(run.feet().y);
    }
    assert!((apex - 0.01 - 25.0 / (2.0 * 9.81)).abs() < 0.01, "{apex}");
    assert!(run.grounded());
}

#[test]
fn a_jump_along_a_wall_is_a_free_jump() {
    let world = world(&[FLOOR, (vec3(0.31, 0., -50.), vec3(3., 9., 50.))]);
    let mut run = Run::new(&world, vec3(0., 0.01, 0.));
    run.walk(vec3(4., 0., 1.), 0.5);
    run.step(&Intent {
        jump: Some(5.0),
        ..Intent::walk(vec3(4., 0., 1.))
    });
    let mut apex = 0.0_f32;
    for _ in 0..50 {
        run.step(&Intent::walk(vec3(4., 0., 1.)));
        assert!(!run.grounded());
        apex = apex.max(run.feet().y);
    }
    assert!((apex - 0.01 - 25.0 / (2.0 * 9.81)).abs() < 0.01, "{apex}");
}

#[test]
fn a_low_ceiling_stops_a_jump_and_a_stand() {
    let world = world(&[FLOOR, (vec3(-9., 1.3, -9.), vec3(9., 2., 9.))]);
    let mut run = Run::new(&world, vec3(0., 0.01, 0.));
    run.body.height = 1.0;
    run.walk(Vec3::ZERO, 0.2);
    run.step(&Intent {
        jump: Some(5.0),
        height: Some(1.8),
        ..Intent::walk(Vec3::ZERO)
    });
    assert_eq!(run.body.height, 1.0, "no room to stand");
    run.walk(Vec3::ZERO, 0.1);
    assert!(run.deepest > 0.0 && run.feet().y < 0.3);
    run.walk(vec3(4., 0., 0.), 3.0);
    run.step(&Intent {
        height: Some(1.8),
        ..Intent::walk(Vec3::ZERO)
    });
    assert_eq!(run.body.height, 1.8, "room to stand");
}

#[test]
fn a_wedge_of_floor_and_ceiling_stops_it() {
    for degrees in [5.0_f32, 15., 40.] {
        let mut world = world(&[FLOOR]);
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (along, out) = (vec3(cos, -sin, 0.), vec3(sin, cos, 0.));
        add_box(
            &mut world,
            vec3(4., 1.0, 0.) + out,
            [along * 20., out, Vec3::Z * 20.],
        );
        let mut run = Run::new(&world, vec3(-12., 0.01, 0.));
        run.walk(vec3(4., 0., 0.), 8.0);
        let at = run.feet();
        run.walk(vec3(4., 0., 0.), 1.0);
        assert!(
            (run.feet() - at).length() < 1e-3,
            "{degrees}: {at} {}",
            run.feet()
        );
        assert!(
            run.deepest > 0.0 && run.grounded(),
            "{degrees}: {}",
            run.deepest
        );
    }
}

#[test]
fn a_start_inside_a_wall_is_moved_out_or_stuck() {
    let wall = (vec3(0., 0., -50.), vec3(1., 9., 50.));
    let scene = world(&[FLOOR, wall]);
    let mut run = Run::new(&scene, vec3(-0.1, 0.01, 0.));
    run.step(&Intent::walk(Vec3::ZERO));
    assert!(run.last.why.pushed && !run.last.why.stuck);
    run.walk(Vec3::ZERO, 0.5);
    assert!(run.gap() > 0.0085 && run.feet().x < -0.3, "{}", run.feet());
    // Deep inside a large block there is no free pose within reach.
    let block = world(&[(vec3(-9., -9., -9.), vec3(9., 9., 9.))]);
    let mut run = Run::new(&block, Vec3::ZERO);
    run.step(&Intent::walk(Vec3::X));
    assert!(run.last.why.stuck);
    assert_eq!(run.feet(), Vec3::ZERO);
}

#[test]
fn a_corridor_barely_wide_enough_is_walked() {
    for spare in [0.02, 0.004, 0.0005] {
        let half = 0.3 + spare / 2.0;
        let world = world(&[
            FLOOR,
            (vec3(-9., 0., half), vec3(9., 3., half + 1.)),
            (vec3(-9., 0., -half - 1.), vec3(9., 3., -half)),
        ]);
        let mut run = Run::new(&world, vec3(-5., 0.01, 0.));
        run.walk(vec3(2., 0., 0.3), 2.0);
        assert!((run.feet().x + 1.0).abs() < 0.05, "{spare}: {}", run.feet());
        assert!(run.deepest > -1e-4, "{spare}: {}", run.deepest);
    }
}

#[test]
fn flying_ignores_gravity_and_slides_along_everything() {
    let world = world(&[FLOOR]);
    let mut run = Run::new(&world, vec3(0., 1., 0.));
    let fly = |velocity| Intent {
        fly: true,
        ..Intent::walk(velocity)
    };
    for _ in 0..60 {
        run.step(&fly(vec3(1., -2., 0.)));
    }
    assert!((run.feet().x - 1.0).abs() < 1e-3 && run.feet().y < 0.02);
    for _ in 0..60 {
        run.step(&fly(vec3(0., 1., 0.)));
    }
    assert!((run.feet().y - 1.0).abs() < 0.02);
}

#[test]
fn numbers_that_are_not_finite_never_reach_the_state() {
    let world = world(&[FLOOR]);
    let mut run = Run::new(&world, vec3(0., 0.01, 0.));
    run.walk(Vec3::ZERO, 0.2);
    let before = run.body;
    run.step(&Intent {
        velocity: vec3(f32::NAN, 0., 0.),
        jump: Some(f32::INFINITY),
        height: Some(-1.0),
        air_jump: false,
        fly: false,
        rise: Some(f32::NAN),
        axis: Some(Vec3::NAN),
    });
    assert!((run.feet() - before.feet).length() < 1e-6 && run.body.velocity == Vec3::ZERO);
    for dt in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let before = run.body;
        run.mover
            .step(&world, &mut run.body, &Intent::walk(Vec3::X), dt);
        assert_eq!(run.body, before);
    }
    let bad = MoverSettings::<Vec3> {
        skin: 0.0,
        ..MoverSettings::default()
    };
    assert_eq!(Mover::new(bad).unwrap_err().setting, "skin");
}

#[test]
fn a_ball_and_a_capsule_are_walked_around_and_over() {
    let mut world = world(&[FLOOR]);
    add(&mut world, Ball::new(vec3(3., 0., 0.1), 0.35));
    add(
        &mut world,
        Capsule::new(vec3(6., 0., 0.1), vec3(6., 3., 0.1), 0.5),
    );
    let mut run = Run::new(&world, vec3(0., 0.01, 0.));
    run.walk(vec3(3., 0., 0.), 4.0);
    assert!(run.feet().x > 8.0, "{}", run.feet());
    assert!(run.deepest > 0.0);
}

#[test]
fn any_up_and_double_precision_walk_the_same_way() {
    // The same floor with z up, far from the origin, in f64.
    let mut world = World::new();
    let origin = DVec3::new(1e6, -2e6, 3e6);
    add_box(
        &mut world,
        origin - DVec3::Z,
        [DVec3::X * 50., DVec3::Y * 50., DVec3::Z],
    );
    let mut mover = Mover::new(MoverSettings {
        up: DVec3::Z,
        ..MoverSettings::default()
    })
    .unwrap();
    let mut body = CharacterState::at(origin + DVec3::Z * 0.5, 1.8);
    for _ in 0..120 {
        mover.step(
            &world,
            &mut body,
            &Intent::walk(DVec3::new(1., 2., 5.)),
            1.0 / 60.0,
        );
    }
    let moved = body.feet - origin;
    assert!(
        (moved - DVec3::new(2., 4., 0.01)).length() < 2e-3,
        "{moved}"
    );
}

#[test]
fn slide_alone_follows_a_wall() {
    let world = world(&[(vec3(1., -9., -9.), vec3(2., 9., 9.))]);
    let capsule = Capsule::new(vec3(0., 0., 0.), vec3(0., 1., 0.), 0.3);
    let moved = slide(&world, &capsule, vec3(2., 0., 1.), 0.01);
    assert!(moved.hit && !moved.limit);
    assert!((moved.delta.x - 0.69).abs() < 2e-3 && (moved.delta.z - 1.0).abs() < 1e-3);
    let free = slide(&world, &capsule, vec3(-2., 0., 1.), 0.01);
    assert!(!free.hit && free.delta == vec3(-2., 0., 1.));
}

#[test]
fn a_one_sided_floor_is_passed_from_below_and_carries_from_above() {
    let corners = vec![
        vec3(-9., 0., -9.),
        vec3(-9., 0., 9.),
        vec3(9., 0., 9.),
        vec3(9., 0., -9.),
    ];
    let floor = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])
        .unwrap()
        .one_sided();
    let mut run = Run::new(&floor, vec3(0., -2.0, 0.));
    run.body.velocity = vec3(0., 9., 0.);
    run.walk(vec3(0.5, 0., 0.), 3.0);
    assert!(
        run.grounded() && (0.0085..0.015).contains(&run.feet().y),
        "{}",
        run.feet()
    );
}

/// A corridor as wide as a person and its skin is entered from outside, straight on or around the corner. Where only
/// the person fits, it stops at the mouth and rests there: the skin yields to pushes, not to a walk.
#[test]
fn a_corridor_as_wide_as_a_person_and_its_skin_is_entered() {
    for (spare, enters) in [(0.02, true), (0.0201, true), (0.01, false), (0., false)] {
        for aside in [0.0, 0.003, 0.1, -0.25] {
            for hz in [60.0, 1000.0] {
                let half = 0.3 + spare / 2.0;
                let world = world(&[
                    FLOOR,
                    (vec3(0., 0., half), vec3(9., 3., half + 3.)),
                    (vec3(0., 0., -half - 3.), vec3(9., 3., -half)),
                ]);
                let mut run = Run::new(&world, vec3(-2., 0.01, aside));
                run.dt = 1.0 / hz;
                run.walk(vec3(2., 0., 0.), 3.0);
                let message = format!("{spare}, from {aside}, {hz} Hz: {:?}", run.body);
                assert!(run.deepest > 0.0094 && run.grounded(), "{message}");
                let at = run.feet();
                run.walk(vec3(2., 0., 0.), 0.1);
                if enters {
                    assert!(at.x > 3.5, "{message}");
                    assert!((run.feet().x - at.x - 0.2).abs() < 1e-3, "{message}");
                } else {
                    assert!(at.x < 0.0 && run.last.why.blocked, "{message}");
                    assert!((run.feet() - at).length() < 1e-6, "{message}");
                }
            }
        }
    }
}

/// A character put on a slope (its angle in degrees), at a gap, falling at a speed, to walk at another speed.
#[derive(Clone, Copy, Debug)]
struct Put {
    degrees: f32,
    hz: f32,
    gap: f32,
    fall: f32,
    speed: f32,
    /// The heading of its walk, in radians; 0 is uphill.
    heading: f32,
}

impl Put {
    /// Three ticks on the slope: on the ground after each, at the wanted horizontal speed.
    fn check(self, world: &World<Vec3>, settings: MoverSettings<Vec3>) {
        let (sin, cos) = self.degrees.to_radians().sin_cos();
        let (point, normal) = (vec3(3. + 5. * cos, 5. * sin, 0.), vec3(-sin, cos, 0.));
        let feet = point + normal * (settings.radius + self.gap) - Vec3::Y * settings.radius;
        let mut run = Run::with(world, feet, settings);
        assert!((run.gap() - self.gap).abs() < 1e-4, "{}", run.gap());
        run.dt = 1. / self.hz;
        let velocity = vec3(self.heading.cos(), 0., self.heading.sin()) * self.speed;
        if self.fall > 0. {
            run.body.velocity = velocity - Vec3::Y * self.fall;
        }
        // The first tick moves it to the ground by at most a skin.
        for off in [1e-2, 1e-4, 1e-4] {
            let before = run.feet();
            run.step(&Intent::walk(velocity));
            assert!(run.grounded() && run.deepest > 0., "{self:?} {settings:?}");
            let moved = run.feet() - before - velocity * run.dt;
            assert!(moved.x.hypot(moved.z) < off, "{self:?}: {moved}");
        }
    }
}

/// New, and out of a fall; on the whole foot, on its middle, and on a spring.
#[test]
fn a_character_put_within_a_skin_of_the_ground_is_on_it_in_the_first_tick() {
    let whole = MoverSettings::default();
    let [mut flat, mut hovering] = [whole; 2];
    (flat.flat_foot, hovering.hover) = (true, 0.1);
    let places = [
        (0.0002, 0.),
        (0.005, 0.),
        (0.01, 0.),
        (0.005, 0.3),
        (0.01, 3.),
    ];
    let ways = [
        (0., 0.),
        (6., 0.),
        (6., 1.),
        (6., 2.),
        (6., 3.1),
        (20., 3.1),
    ];
    for degrees in [0., 15., 29., 44.] {
        let world = slope(degrees);
        for settings in [whole, flat, hovering] {
            for hz in [20., 60., 144., 1000.] {
                for ((gap, fall), (speed, heading)) in places
                    .into_iter()
                    .flat_map(|place| ways.map(|way| (place, way)))
                {
                    // On a spring it follows ground that falls away only within the snap.
                    if settings.hover > 0. && speed > 6. {
                        continue;
                    }
                    let put = Put {
                        degrees,
                        hz,
                        gap,
                        fall,
                        speed,
                        heading,
                    };
                    put.check(&world, settings);
                }
            }
        }
    }
}

#[test]
fn a_character_put_beside_the_ground_or_leaving_it_falls() {
    let world = world(&[(vec3(-5., -1., -5.), vec3(5., 0., 5.))]);
    let walk = Intent::walk(vec3(-6., 0., 0.));
    // Above the skin.
    let mut run = Run::new(&world, vec3(0., 0.03, 0.));
    run.step(&walk);
    assert!(!run.grounded());
    // On its way up.
    let mut run = Run::new(&world, vec3(0., 0.01, 0.));
    run.body.velocity = Vec3::Y;
    run.step(&walk);
    assert!(!run.grounded() && run.body.velocity.y > 0.8);
    // Beyond the edge, by more than the foot reaches, and by less; at rest, and with the velocity of another place.
    let velocities = [
        Vec3::ZERO,
        vec3(3., -2., 0.),
        vec3(0., -0.1, 3.),
        vec3(-6., 0., 0.),
    ];
    for (out, ground) in [(0.305, false), (0.25, true), (0.1, true)] {
        let rise = (0.31_f32 * 0.31 - out * out).sqrt() - 0.3;
        for (velocity, walk) in velocities
            .into_iter()
            .flat_map(|velocity| [Vec3::ZERO, vec3(0., 0., 4.)].map(|walk| (velocity, walk)))
        {
            for hz in [60., 1000.] {
                let mut run = Run::new(&world, vec3(5. + out, rise, 0.));
                assert!((run.gap() - 0.01).abs() < 1e-3);
                (run.body.velocity, run.dt) = (velocity, 1. / hz);
                run.step(&Intent::walk(walk));
                assert_eq!(run.grounded(), ground, "{out}, {velocity}, {walk}, {hz} Hz");
            }
        }
    }
}

/// A step of 0.3 m under a ceiling is climbed where there is room for all of it, or not at all.
#[test]
fn a_step_under_a_ceiling_is_climbed_whole_or_not_at_all() {
    let settings = MoverSettings {
        step_height: 0.38,
        ..MoverSettings::default()
    };
    let step = 0.3;
    for ceiling in [
        1.75, 1.8, 1.85, 1.9, 1.95, 2., 2.02, 2.035, 2.045, 2.06, 2.08, 2.15,
    ] {
        let world = world(&[
            FLOOR,
            (vec3(1., -1., -20.), vec3(50., step, 20.)),
            (vec3(-50., ceiling, -50.), vec3(50., 3., 50.)),
        ]);
        // The capsule, and a skin above and below.
        let fits = ceiling - step >= 1.72 + 2. * 0.01;
        for hz in [30., 60., 144., 1000.] {
            for (speed, degrees) in [(2.8, 0_f32), (0.5, 0.), (2.8, 50.), (6., -30.)] {
                let name = format!("{ceiling} m, {hz} Hz, {speed} m/s at {degrees}°");
                let mut run = Run::with(&world, vec3(0.4, 0.01, 0.), settings);
                (run.body.height, run.dt) = (1.72, 1. / hz);
                let velocity =
                    vec3(degrees.to_radians().cos(), 0., degrees.to_radians().sin()) * speed;
                let mut highest = 0_f32;
                for tick in 0..(1.5 * hz) as u32 {
                    run.step(&Intent::walk(velocity));
                    highest = highest.max(run.feet().y);
                    assert!(run.grounded() && run.deepest > 0., "{name}, tick {tick}");
                }
                let (feet, last) = (run.feet(), run.last);
                if fits {
                    assert!(
                        (feet.y - step - 0.01).abs() < 1e-3 && feet.x > 1.,
                        "{name}: {feet}"
                    );
                } else {
                    assert!(
                        highest < 0.0105 && (feet.x - 0.69).abs() < 2e-3,
                        "{name}: {feet}, {highest}"
                    );
                    assert!(
                        !last.why.stepped && (last.why.blocked || degrees != 0.),
                        "{name}"
                    );
                }
            }
        }
    }
}

/// Where the ceiling rises with the stairs there is room for each step only on the way ahead.
#[test]
fn stairs_under_a_slanting_ceiling_are_climbed() {
    let stairs = stairs(0.17, 0.28);
    for room in [2.15, 2.4] {
        let mut world = stairs.clone();
        let along = vec3(0.28, 0.17, 0.).normalize();
        let out = vec3(-along.y, along.x, 0.);
        // Over the edges of the steps, measured straight up.
        let middle = vec3(2., 0.17 + room, 0.) + out;
        add_box(&mut world, middle, [along * 9., out, Vec3::Z * 9.]);
        for hz in [30., 60., 144., 1000.] {
            let mut run = Run::new(&world, vec3(1.4, 0.01, 0.));
            run.dt = 1. / hz;
            run.walk(vec3(2.8, 0., 0.), 2.);
            assert!(
                run.feet().y > 1.7 && run.deepest > 0.,
                "{room} m, {hz} Hz: {}",
                run.feet()
            );
        }
    }
}

/// The same under a ceiling that rises or falls over the step. The room is measured over the step's edge, down to the
/// floor; from a certain room on the step is climbed.
#[test]
fn a_step_under_a_slanting_ceiling_is_climbed_whole_or_not_at_all() {
    let settings = MoverSettings {
        step_height: 0.38,
        ..MoverSettings::default()
    };
    for (degrees, enough) in [(-3_f32, 2.04), (10., 2.06), (20., 2.08), (30., 2.14)] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (along, out) = (vec3(cos, sin, 0.), vec3(-sin, cos, 0.));
        for i in 0..30 {
            let room = 1.7 + 0.02 * i as f32;
            let mut world = world(&[FLOOR, (vec3(1., -1., -20.), vec3(50., 0.3, 20.))]);
            let center = vec3(1., room, 0.) + out;
            add_box(&mut world, center, [along * 9., out, Vec3::Z * 9.]);
            for hz in [60., 1000.] {
                let mut run = Run::with(&world, vec3(0.4, 0.01, 0.), settings);
                (run.body.height, run.dt) = (1.72, 1. / hz);
                if run.gap() < 0.0099 {
                    continue;
                }
                run.walk(vec3(1.4, 0., 0.), 0.8);
                let feet = run.feet();
                let whole = feet.y > 0.305;
                assert!(
                    whole || feet.y < 0.011,
                    "{degrees}°, {room} m, {hz} Hz: {feet}"
                );
                assert!(
                    whole || room < enough - 1e-3,
                    "{degrees}°, {room} m, {hz} Hz: {feet}"
                );
                assert!(run.grounded() && run.deepest > 0.);
            }
        }
    }
}

#[test]
fn slide_alone_keeps_the_top_of_the_capsule_from_a_ceiling() {
    let world = world(&[(vec3(-9., 3., -9.), vec3(9., 4., 9.))]);
    let capsule = Capsule::standing(Vec3::ZERO, Vec3::Y, 1.8, 0.3);
    let moved = slide(&world, &capsule, Vec3::Y * 2., 0.01);
    // 1.2 m above its top, less 0.95 skins.
    assert!(
        moved.hit && (moved.delta - Vec3::Y * 1.1905).length() < 1e-5,
        "{moved:?}"
    );
}

/// The way out of a small overlap is along its normal, to the skin, wherever that is.
#[test]
fn a_small_overlap_far_from_the_origin_is_left_by_the_shortest_way() {
    let world = world(&[(vec3(50., 0., -9.), vec3(51., 9., 9.))]);
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    // 5 cm deep.
    let mut body = CharacterState::at(vec3(49.75, 1., 0.), 1.8);
    let hold = Intent {
        fly: true,
        ..Intent::walk(Vec3::ZERO)
    };
    let report = mover.step(&world, &mut body, &hold, DT);
    assert!(report.why.pushed);
    assert!(
        (body.feet - vec3(49.69, 1., 0.)).length() < 1e-3,
        "{body:?}"
    );
}

#[test]
fn the_crease_that_a_motion_followed_is_reported() {
    let world = world(&[FLOOR, (vec3(0.5, 0., -9.), vec3(1., 9., 9.))]);
    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    let mut body = CharacterState::at(vec3(0., 0.2, 0.), 1.8);
    let fly = Intent {
        fly: true,
        ..Intent::walk(vec3(6., -6., 6.))
    };
    let mut creases = (0..30).map(|_| mover.step(&world, &mut body, &fly, DT).crease);
    let crease = creases.find_map(|crease| crease).unwrap();
    assert!((crease - Vec3::Z).length() < 1e-3, "{crease}");
}
