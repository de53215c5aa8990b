//! Characters that lie or lean: quadrupeds in corridors, over kerbs, on slopes and under beams; swimmers; turns that meet
//! something.

use crate::scenes::{FLOOR, world};
use carom::glam::{Vec3, vec3};
use carom::mover::{Agent, CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
use carom::{Body, Capsule, Collider, Pose, Rotation, Triangle, World, contact};

const RATES: [f32; 5] = [30., 60., 144., 300., 1000.];
const LENGTH: f32 = 1.2;
const RADIUS: f32 = 0.25;

fn settings() -> MoverSettings<Vec3> {
    MoverSettings {
        radius: RADIUS,
        step_height: 0.3,
        ..MoverSettings::default()
    }
}

/// A dog and what it has come through.
struct Dog<'a> {
    world: &'a World<Vec3>,
    mover: Mover<Vec3>,
    body: CharacterState<Vec3>,
    dt: f32,
    /// The least gap after any tick.
    least: f32,
}

impl<'a> Dog<'a> {
    fn new(world: &'a World<Vec3>, feet: Vec3, ahead: Vec3, hz: f32) -> Self {
        Self {
            world,
            mover: Mover::new(settings()).unwrap(),
            body: CharacterState::lying(feet, ahead, LENGTH),
            dt: 1. / hz,
            least: f32::INFINITY,
        }
    }

    fn gap(&self) -> f32 {
        let capsule = self.body.capsule(self.mover.settings());
        let nearest = self.world.query().closest(&capsule, 1.);
        nearest.map_or(1., |found| found.separation)
    }

    fn step(&mut self, intent: &Intent<Vec3>) {
        let report = self.mover.step(self.world, &mut self.body, intent, self.dt);
        assert!(!report.why.stuck, "{:?}", self.body);
        self.least = self.least.min(self.gap());
        assert!(self.least > 0., "{} at {:?}", self.least, self.body);
    }

    fn walk(&mut self, velocity: Vec3, seconds: f32) {
        for _ in 0..(seconds / self.dt).round() as u32 {
            self.step(&Intent::walk(velocity));
        }
    }

    /// Walks to a place, and turns its head there at half a turn a second; returns the time.
    fn go_to(&mut self, place: Vec3, within: f32, seconds: f32) -> f32 {
        let mut time = 0.;
        while time < seconds {
            let mut way = place - self.body.feet;
            way.y = 0.;
            if way.length() < within {
                return time;
            }
            let way = way.normalize();
            let ahead = self.body.axis.unwrap();
            let most = std::f32::consts::PI * self.dt;
            let off = ahead.angle_between(way);
            let axis = if off > most {
                let side = (way - ahead * way.dot(ahead)).normalize();
                ahead * most.cos() + side * most.sin()
            } else {
                way
            };
            self.step(&Intent {
                axis: Some(axis),
                ..Intent::walk(way * 1.5)
            });
            time += self.dt;
        }
        panic!("not at {place} but {:?} after {seconds} s", self.body);
    }
}

/// An L of two corridors, and a Z: both narrower than the dog is long.
#[test]
fn a_dog_walks_round_corners_of_corridors_narrower_than_its_length() {
    let width = 0.8;
    assert!(width < LENGTH);
    let world = world(&[
        FLOOR,
        // Along x at z in 0..0.8, then along z at x in 4..4.8, then along x again.
        (vec3(-9., 0., -1.), vec3(4.8, 2., 0.)),
        (vec3(-9., 0., width), vec3(4., 2., 9.)),
        (vec3(4.8, 0., -1.), vec3(5.8, 2., 4.)),
        (vec3(4., 0., 4.8), vec3(9., 2., 5.8)),
        (vec3(5.8, 0., 3.), vec3(9., 2., 4.)),
    ]);
    let mut times = Vec::new();
    for hz in RATES {
        let mut dog = Dog::new(&world, vec3(0., 0.01, 0.4), Vec3::X, hz);
        let places = [vec3(4.4, 0., 0.4), vec3(4.4, 0., 4.4), vec3(8., 0., 4.4)];
        let time: f32 = places.map(|place| dog.go_to(place, 0.3, 9.)).iter().sum();
        assert!(dog.body.ground.is_some());
        times.push(time);
    }
    let (low, high) = (
        times.iter().copied().fold(9e9, f32::min),
        times.iter().copied().fold(0., f32::max),
    );
    println!("{times:?} s at {RATES:?} Hz");
    assert!(high < low * 1.1, "{times:?}");
}

#[test]
fn a_dog_goes_up_kerbs_and_down_again_at_every_rate() {
    for rise in [0.05, 0.15, 0.29] {
        let world = world(&[FLOOR, (vec3(1., 0., -2.), vec3(3., rise, 2.))]);
        for hz in RATES {
            for ahead in [Vec3::X, vec3(1., 0., 0.6).normalize(), Vec3::Z] {
                let mut dog = Dog::new(&world, vec3(-1., 0.01, 0.), ahead, hz);
                let mut highest = 0_f32;
                for _ in 0..(3. * hz) as u32 {
                    dog.walk(Vec3::X * 2., dog.dt);
                    highest = highest.max(dog.body.feet.y);
                }
                let (x, y) = (dog.body.feet.x, dog.body.feet.y);
                assert!((x - 5.).abs() < 0.03, "{rise} {hz} {ahead} {x}");
                assert!((y - 0.01).abs() < 1e-3 && dog.body.ground.is_some());
                assert!((highest - rise - 0.01).abs() < 2e-3, "{highest} on {rise}");
            }
        }
    }
}

#[test]
fn a_kerb_above_the_step_height_stops_a_dog() {
    let world = world(&[FLOOR, (vec3(1., 0., -2.), vec3(3., 0.33, 2.))]);
    for hz in RATES {
        let mut dog = Dog::new(&world, vec3(-1., 0.01, 0.), Vec3::X, hz);
        dog.walk(Vec3::X * 2., 3.);
        assert!(
            dog.body.feet.y < 0.02 && dog.body.feet.x < 1.,
            "{:?}",
            dog.body
        );
    }
}

/// A wedge along x from 0, as a mesh of two triangles, with this slope.
fn slope(degrees: f32) -> World<Vec3> {
    let mut world = world(&[FLOOR]);
    let rise = degrees.to_radians().tan() * 6.;
    let [a, b] = [-3., 3.].map(|z| vec3(0., 0., z));
    let [c, d] = [-3., 3.].map(|z| vec3(6., rise, z));
    world.insert(Triangle::new(a, b, c)).unwrap();
    world.insert(Triangle::new(b, d, c)).unwrap();
    world
}

#[test]
fn a_dog_walks_up_slopes_that_can_be_walked_level_or_along_them() {
    for hz in RATES {
        for degrees in [10_f32, 30., 44.] {
            let world = slope(degrees);
            let tangent = degrees.to_radians().tan();
            for along in [false, true] {
                let mut dog = Dog::new(&world, vec3(-2., 0.01, 0.), Vec3::X, hz);
                for _ in 0..(4. * hz) as u32 {
                    let axis = dog.mover.axis_on_ground(dog.world, &dog.body, Vec3::X);
                    dog.step(&Intent {
                        axis: along.then_some(axis),
                        ..Intent::walk(Vec3::X)
                    });
                    assert!(dog.body.ground.is_some(), "{hz} {degrees} {:?}", dog.body);
                }
                let (feet, axis) = (dog.body.feet, dog.body.axis.unwrap());
                assert!((feet.x - 2.).abs() < 0.1, "{hz} {degrees} {along} {feet}");
                if along {
                    assert!(
                        (axis.y / axis.x - tangent).abs() < 0.02,
                        "{hz} {degrees} {axis}"
                    );
                } else {
                    assert_eq!(axis, Vec3::X);
                }
                // Its back and its tail end both are beside the slope, not in it.
                dog.walk(Vec3::ZERO, 1.);
                assert!((dog.body.feet - feet).length() < 1e-3, "it slides");
            }
        }
        let world = slope(60.);
        let mut dog = Dog::new(&world, vec3(-2., 0.01, 0.), Vec3::X, hz);
        dog.walk(Vec3::X, 4.);
        assert!(dog.body.feet.y < 0.1, "{:?}", dog.body);
    }
}

#[test]
fn a_dog_passes_under_a_beam_and_cannot_stand_up_there() {
    let world = world(&[FLOOR, (vec3(1., 0.55, -2.), vec3(4., 3., 2.))]);
    for hz in RATES {
        let mut dog = Dog::new(&world, vec3(-1., 0.01, 0.), Vec3::X, hz);
        dog.walk(Vec3::X * 2., 1.75);
        assert!((dog.body.feet.x - 2.5).abs() < 0.1, "{:?}", dog.body);
        for _ in 0..(hz as u32) {
            dog.step(&Intent {
                axis: Some(Vec3::Y),
                ..Intent::walk(Vec3::ZERO)
            });
        }
        let axis = dog.body.axis.expect("it has no room to stand");
        assert!(axis.y > 0.01 && axis.y < 0.1, "{axis}");
        // Level again and out; there it stands up.
        for _ in 0..(hz as u32) {
            dog.step(&Intent {
                axis: Some(Vec3::X),
                ..Intent::walk(Vec3::X * 3.)
            });
        }
        assert!(dog.body.feet.x > 5., "{:?}", dog.body);
        for _ in 0..(hz as u32) {
            dog.step(&Intent {
                axis: Some(Vec3::Y),
                ..Intent::walk(Vec3::ZERO)
            });
        }
        assert!(dog.body.axis.is_none() && dog.body.ground.is_some());
        assert!((dog.body.feet.y - 0.01).abs() < 1e-3);
    }
}

#[test]
fn a_swimmer_dives_through_a_hole_along_its_way() {
    // A sheet of rock at y = -2..-1.9 with a hole of 0.7 x 0.7, and the floor of the pool below.
    let (hole, wide) = (0.35, 9.);
    let layer =
        |min: [f32; 2], max: [f32; 2]| (vec3(min[0], -2., min[1]), vec3(max[0], -1.9, max[1]));
    let world = world(&[
        (vec3(-wide, -6., -wide), vec3(wide, -5., wide)),
        layer([-wide, -wide], [-hole, wide]),
        layer([hole, -wide], [wide, wide]),
        layer([-hole, -wide], [hole, -hole]),
        layer([-hole, hole], [hole, wide]),
    ]);
    for hz in RATES {
        let mut swimmer = Dog::new(&world, vec3(-3., -0.5, 0.), Vec3::X, hz);
        let mut swim = |to: Vec3, seconds: f32| {
            for _ in 0..(seconds * hz) as u32 {
                let capsule = swimmer.body.capsule(swimmer.mover.settings());
                let way = to - (capsule.a + capsule.b) * 0.5;
                let speed = (way.length() * 4.).min(2.);
                let way = way.normalize_or(Vec3::X);
                swimmer.step(&Intent {
                    fly: true,
                    axis: Some(way),
                    ..Intent::walk(way * speed)
                });
            }
            let capsule = swimmer.body.capsule(swimmer.mover.settings());
            (capsule.a + capsule.b) * 0.5
        };
        swim(vec3(0., -0.4, 0.), 3.);
        let below = swim(vec3(0., -4., 0.), 4.);
        assert!((below - vec3(0., -4., 0.)).length() < 0.1, "{hz} {below}");
        // It lies across: the rock is in the way.
        for _ in 0..(2. * hz) as u32 {
            swimmer.step(&Intent {
                fly: true,
                axis: Some(Vec3::X),
                ..Intent::walk(Vec3::Y * 2.)
            });
        }
        assert!(swimmer.body.feet.y < -2.4, "{:?}", swimmer.body);
    }
}

/// A quarter turn beside a wall at once: the wall pushes it aside. A sheet without thickness that the tip would sweep
/// over is never passed.
#[test]
fn a_turn_is_pushed_aside_by_a_wall_and_passes_through_nothing() {
    let world = world(&[FLOOR, (vec3(-9., 0., 0.27), vec3(9., 2., 1.))]);
    for hz in RATES {
        let mut dog = Dog::new(&world, vec3(0., 0.01, 0.), Vec3::X, hz);
        for _ in 0..(hz as u32) {
            dog.step(&Intent {
                axis: Some(Vec3::Z),
                ..Intent::walk(Vec3::ZERO)
            });
        }
        assert_eq!(dog.body.axis, Some(Vec3::Z));
        // Half of its length and the skin from the wall.
        let pushed = 0.27 - LENGTH / 2. - 0.01;
        assert!((dog.body.feet.z - pushed).abs() < 2e-3, "{:?}", dog.body);
    }
}

#[test]
fn a_turn_in_a_corridor_stops_at_its_walls() {
    let mut world = world(&[FLOOR]);
    // Sheets without thickness on both sides, 0.7 apart.
    for z in [-0.35_f32, 0.35] {
        let [a, b] = [vec3(-9., -1., z), vec3(9., -1., z)];
        let top = Vec3::Y * 4.;
        world.insert(Triangle::new(a, b, b + top)).unwrap();
        world.insert(Triangle::new(a, b + top, a + top)).unwrap();
    }
    for hz in RATES {
        let mut dog = Dog::new(&world, vec3(0., 0.01, 0.), Vec3::X, hz);
        for _ in 0..(2. * hz) as u32 {
            dog.step(&Intent {
                axis: Some(Vec3::Z),
                ..Intent::walk(Vec3::ZERO)
            });
        }
        // Both tips have their gap: sin of the angle is what is free over half of the core.
        let sine = dog.body.axis.unwrap().z;
        let free = (0.35 - RADIUS - 0.01) / (LENGTH / 2. - RADIUS);
        assert!((sine - free).abs() < 0.02, "{sine} {free}");
        assert!(dog.body.feet.z.abs() < 0.02, "{:?}", dog.body);
        // And back at once.
        dog.step(&Intent {
            axis: Some(Vec3::X),
            ..Intent::walk(Vec3::ZERO)
        });
        assert!(dog.body.axis.unwrap().z < sine - 0.1);
    }
}

/// The same motion, one body lying and one standing, where nothing is near: the same way.
#[test]
fn the_length_changes_about_the_middle_where_there_is_room() {
    let world = world(&[FLOOR, (vec3(0.9, 0., -2.), vec3(2., 2., 2.))]);
    let mut dog = Dog::new(&world, vec3(0., 0.01, 0.), Vec3::X, 60.);
    let stretch = |height| Intent {
        height: Some(height),
        ..Intent::walk(Vec3::ZERO)
    };
    dog.step(&stretch(1.7));
    assert_eq!(dog.body.height, 1.7);
    dog.step(&stretch(1.9));
    assert_eq!(dog.body.height, 1.7, "the wall is 5 cm from its nose");
    dog.step(&stretch(0.8));
    assert_eq!(dog.body.height, 0.8);
    assert!((dog.body.feet - vec3(0., 0.01, 0.)).length() < 1e-5);
    // One that leans stays on its lowest point.
    let mut leaning = Dog::new(&world, vec3(-3., 0.01, 0.), vec3(1., 1., 0.), 60.);
    for height in [1.9, 0.7, 1.6] {
        leaning.step(&stretch(height));
        assert_eq!(leaning.body.height, height);
        assert!((leaning.body.feet - vec3(-3., 0.01, 0.)).length() < 1e-3);
    }
}

/// A thin bar that turns about an upright axis, at 3 turns a second, meets the end of a long body that lies beside the axis.
#[test]
fn a_bar_that_turns_fast_pushes_the_end_of_a_long_body_aside() {
    for hz in RATES {
        let mut world = world(&[FLOOR]);
        let edges = [Vec3::X * 1.5, Vec3::Y * 0.5, Vec3::Z * 0.005];
        let bar = Collider::cuboid(Vec3::Y * 0.5, edges);
        let bar = world
            .insert(Body {
                moving: true,
                ..Body::new(bar)
            })
            .unwrap();
        let mut mover = Mover::new(settings()).unwrap();
        // Its head is 0.2 m before the bar.
        let mut body = CharacterState::lying(vec3(1., 0.01, -1.4), vec3(0., 0., 1.), 2.4);
        let (mut pushed, dt) = (false, 1. / hz);
        for tick in 1..=(hz / 12.) as i32 {
            let turn = Rotation::new(Vec3::Y, 6. * std::f32::consts::PI * tick as f32 * dt);
            let pose = Pose::new(Vec3::ZERO, turn);
            world.move_to(bar, pose, dt).unwrap();
            let report = mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), dt);
            pushed |= report.why.pushed;
            let capsule = body.capsule(mover.settings());
            let nearest = world.query().closest(&capsule, 9.).unwrap();
            assert!(nearest.separation > 0., "{hz} {tick} {nearest:?}");
        }
        assert!(pushed, "{hz}");
        // It is on the side to which the bar has turned.
        let angle = 6. * std::f32::consts::PI * (hz / 12.).floor() * dt;
        let side = vec3(-angle.sin(), 0., -angle.cos());
        let head = body.capsule(mover.settings()).b;
        assert!(head.dot(side) > RADIUS, "{hz} {body:?}");
    }
}

/// The axis of a state is a direction: its length does not count, and a zero one is none.
#[test]
fn the_length_of_an_axis_does_not_count() {
    let world = world(&[FLOOR]);
    let mut mover = Mover::new(settings()).unwrap();
    let feet = vec3(0., 0.01, 0.);
    let walked = |axis: Option<Vec3>, mover: &mut Mover<Vec3>| {
        let mut body = CharacterState {
            axis,
            ..CharacterState::at(feet, LENGTH)
        };
        let shape = body.capsule(mover.settings());
        for _ in 0..30 {
            mover.step(&world, &mut body, &Intent::walk(Vec3::X), 1. / 60.);
        }
        (shape, body)
    };
    let unit = walked(Some(Vec3::X), &mut mover);
    assert_eq!(walked(Some(Vec3::X * 1000.), &mut mover), unit);
    assert_eq!(
        walked(Some(Vec3::ZERO), &mut mover),
        walked(None, &mut mover)
    );
}

/// Long bodies in a crowd meet with all of their length, and turn beside each other without an overlap.
#[test]
fn dogs_of_a_crowd_turn_beside_each_other() {
    for hz in [30., 144.] {
        let mut world = world(&[FLOOR]);
        let mut crowd = Crowd::new(1 << 31);
        for number in 0..4 {
            let mover = Mover::new(settings()).unwrap();
            let feet = vec3(0., 0.01, number as f32 * 0.55);
            let body = CharacterState::lying(feet, Vec3::X, LENGTH);
            crowd
                .add(&mut world, mover, body, 40., CrowdRole::Push)
                .unwrap();
        }
        for tick in 0..(4. * hz) as u32 {
            let angle = tick as f32 / hz * 2.;
            let intents: Vec<_> = (0..4)
                .map(|number| {
                    let angle = angle * if number % 2 == 0 { 1. } else { -1. };
                    let ahead = vec3(angle.cos(), 0., angle.sin());
                    let axis = Some(ahead);
                    let way = vec3(0.3, 0., 0.8 - crowd.agents()[number].body.feet.z);
                    Intent {
                        axis,
                        ..Intent::walk(way)
                    }
                })
                .collect();
            crowd.step(&mut world, &intents, 1. / hz);
            let capsules: Vec<_> = (crowd.agents().iter())
                .map(|agent| agent.body.capsule(agent.mover.settings()))
                .collect();
            for (i, a) in capsules.iter().enumerate() {
                let body = &world.get(crowd.agents()[i].id().unwrap()).unwrap();
                assert!(body.pose.translation == crowd.agents()[i].body.feet.as_dvec3());
                for b in &capsules[..i] {
                    let gap = contact(a, b, 9.).unwrap().separation;
                    assert!(gap > -1e-4, "{hz} {tick} {gap}");
                }
            }
        }
        let ahead = vec3(8_f32.cos(), 0., 0.);
        let turned = |agent: &Agent<Vec3>| (agent.body.axis.unwrap().x - ahead.x).abs() < 0.3;
        assert!(crowd.agents().iter().all(turned), "{hz}");
    }
}

/// Sideways, all of its length is at the edge; forwards, its tail keeps it.
#[test]
fn an_edge_guard_keeps_a_dog_on_its_ground() {
    let world = world(&[(vec3(-9., -1., -9.), vec3(3., 0., 9.))]);
    for hz in RATES {
        for (ahead, end) in [(Vec3::Z, 3.1), (Vec3::X, 3.1 + LENGTH / 2. - RADIUS)] {
            let mut dog = Dog::new(&world, vec3(0., 0.01, 0.), ahead, hz);
            let guarded = MoverSettings {
                edge_guard: Some(0.1),
                ..settings()
            };
            dog.mover.set_settings(guarded).unwrap();
            dog.walk(vec3(2., 0., 0.5), 3.);
            let feet = dog.body.feet;
            assert!(dog.body.ground.is_some(), "{hz} {ahead} {feet}");
            assert!((feet.x - end).abs() < 0.01, "{hz} {ahead} {feet}");
            // It slides along the edge.
            assert!((feet.z - 1.5).abs() < 0.05, "{hz} {ahead} {feet}");
        }
    }
}

/// A dog that hovers rides over a kerb with all of its length, at its height.
#[test]
fn a_dog_hovers_over_kerbs() {
    let world = world(&[FLOOR, (vec3(1., 0., -2.), vec3(3., 0.2, 2.))]);
    for hz in RATES {
        let mut dog = Dog::new(&world, vec3(-2., 0.5, 0.), Vec3::X, hz);
        let hovers = MoverSettings {
            hover: 0.5,
            ..settings()
        };
        dog.mover.set_settings(hovers).unwrap();
        dog.walk(Vec3::X, 4.);
        assert!(
            (dog.body.feet - vec3(2., 0.7, 0.)).length() < 0.05,
            "{hz} {:?}",
            dog.body
        );
        dog.walk(Vec3::X, 4.);
        assert!(
            (dog.body.feet - vec3(6., 0.5, 0.)).length() < 0.05,
            "{hz} {:?}",
            dog.body
        );
    }
}

/// A post near the end of a body of 12 m. It pushes the body aside, and stays ahead of it.
#[test]
fn the_end_of_a_long_body_does_not_pass_a_post() {
    let mut world = World::new();
    let post = vec3(5., 0., 0.6);
    world
        .insert(Capsule::new(post - Vec3::Y * 9., post + Vec3::Y * 9., 0.05))
        .unwrap();
    let mut mover = Mover::new(settings()).unwrap();
    let mut body = CharacterState::lying(Vec3::ZERO, Vec3::X, 12.);
    for _ in 0..3 {
        let turn = Intent {
            axis: Some(Vec3::Z),
            fly: true,
            ..Intent::walk(Vec3::ZERO)
        };
        mover.step(&world, &mut body, &turn, 1. / 60.);
        let (axis, way) = (body.axis.unwrap(), post - body.feet);
        // How far the post is from the line of the body, on the side to which it turns.
        let off = way.z * axis.x - way.x * axis.z;
        assert!(off >= RADIUS + 0.05, "{off} {body:?}");
        assert!(axis.z > 0., "{body:?}");
    }
}

/// Its tail is over the upper floor, and its head over one that is a meter lower: deeper than usual, but within a step and the
/// snap.
#[test]
fn the_axis_on_ground_has_the_rise_from_below_the_tail_to_below_the_head() {
    let world = world(&[
        (vec3(-9., -1., -9.), vec3(0.5, 0., 9.)),
        (vec3(0.5, -2., -9.), vec3(9., -1., 9.)),
    ]);
    let settings = MoverSettings {
        radius: RADIUS,
        step_height: 1.,
        snap: 1.,
        ..MoverSettings::default()
    };
    let mut mover = Mover::new(settings).unwrap();
    let mut body = CharacterState::lying(vec3(0., 0.01, 0.), Vec3::X, 4.);
    mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), 1. / 60.);
    assert!(body.ground.is_some());
    let axis = mover.axis_on_ground(&world, &body, Vec3::X);
    let exact = -1. / (4. - 2. * RADIUS);
    assert!((axis.y / axis.x - exact).abs() < 1e-3, "{axis} {exact}");
}
