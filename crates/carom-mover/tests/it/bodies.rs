//! Bodies of other shapes: upright boxes and cylinders with flat feet, and bodies of several capsules, in corridors, over
//! kerbs, on ledges, ramps and platforms.

use crate::scenes::{FLOOR, world};
use carom::glam::{Vec2, Vec3, vec2, vec3};
use carom::mover::{
    Agent, BodyShape, CharacterState, Crowd, CrowdRole, Intent, Limbs, Mover, MoverSettings, Report,
};
use carom::{Aabb, Body, Capsule, Collider, Pose, Rotation, Triangle, World};

const RATES: [f32; 5] = [30., 60., 144., 300., 1000.];

fn flat(body: BodyShape<Vec3>) -> MoverSettings<Vec3> {
    MoverSettings {
        body,
        ..MoverSettings::default()
    }
}

/// A square box, a long one, a cylinder.
fn soles() -> [MoverSettings<Vec3>; 3] {
    [
        flat(BodyShape::Box { half_length: 0.3 }),
        flat(BodyShape::Box { half_length: 0.8 }),
        flat(BodyShape::Cylinder),
    ]
}

/// A horse of 2 m with the upper part of a person above its forelegs.
fn centaur() -> MoverSettings<Vec3> {
    let person = Capsule::new(vec3(0.7, 0.6, 0.), vec3(0.7, 1.6, 0.), 0.25);
    MoverSettings {
        radius: 0.35,
        body: BodyShape::Lying(Limbs::new(&[person]).unwrap()),
        ..MoverSettings::default()
    }
}

/// The hull of a car: three capsules side by side, 1.2 m wide in all.
fn car() -> MoverSettings<Vec3> {
    let side = |z: f32| Capsule::new(vec3(-0.7, 0.3, z), vec3(0.7, 0.3, z), 0.3);
    MoverSettings {
        radius: 0.3,
        step_height: 0.2,
        body: BodyShape::Lying(Limbs::new(&[side(-0.3), side(0.3)]).unwrap()),
        ..MoverSettings::default()
    }
}

/// A person who carries a pole on the right shoulder.
fn porter() -> MoverSettings<Vec3> {
    let pole = Capsule::new(vec3(-1., 1.4, 0.3), vec3(1.5, 1.4, 0.3), 0.05);
    flat(BodyShape::Upright(Limbs::new(&[pole]).unwrap()))
}

/// A character and what it has come through.
struct Hero<'a> {
    world: &'a World<Vec3>,
    mover: Mover<Vec3>,
    body: CharacterState<Vec3>,
    dt: f32,
    /// The least gap after any tick.
    least: f32,
}

impl<'a> Hero<'a> {
    fn new(world: &'a World<Vec3>, settings: MoverSettings<Vec3>, feet: Vec3, hz: f32) -> Self {
        let height = match settings.body {
            BodyShape::Lying(_) => 2.,
            _ => 1.8,
        };
        Self {
            world,
            mover: Mover::new(settings).unwrap(),
            body: CharacterState::at(feet, height),
            dt: 1. / hz,
            least: f32::INFINITY,
        }
    }

    fn step(&mut self, intent: &Intent<Vec3>) -> Report<Vec3> {
        let report = self.mover.step(self.world, &mut self.body, intent, self.dt);
        assert!(!report.why.stuck, "{:?}", self.body);
        self.least = self.least.min(gap(self.world, &self.mover, &self.body));
        assert!(self.least > 0., "{} at {:?}", self.least, self.body);
        report
    }

    fn walk(&mut self, velocity: Vec3, seconds: f32) {
        for _ in 0..(seconds / self.dt).round() as u32 {
            self.step(&Intent::walk(velocity));
        }
    }

    fn turn(&mut self, ahead: Vec3, seconds: f32) {
        for _ in 0..(seconds / self.dt).round() as u32 {
            self.step(&Intent {
                axis: Some(ahead),
                ..Intent::walk(Vec3::ZERO)
            });
        }
    }

    fn height(&self) -> f32 {
        self.body.feet.y
    }
}

fn gap(world: &World<Vec3>, mover: &Mover<Vec3>, body: &CharacterState<Vec3>) -> f32 {
    let shapes = body.shapes(mover.settings());
    let gaps = shapes.filter_map(|shape| world.query().closest(&shape, 1.));
    gaps.map(|found| found.separation).fold(1., f32::min)
}

#[test]
fn a_flat_sole_rests_on_a_ledge_where_a_round_foot_sinks() {
    // A ledge of a meter above the floor that ends at x = 1.
    let world = world(&[FLOOR, (vec3(-3., 0., -3.), vec3(1., 1., 3.))]);
    for hz in RATES {
        for settings in soles() {
            for out in [0., 0.15, 0.25] {
                let feet = vec3(1. + out, 1.01, 0.3);
                let mut hero = Hero::new(&world, settings, feet, hz);
                hero.walk(Vec3::ZERO, 1.);
                let moved = (hero.body.feet - feet).length();
                assert!(hero.body.ground.is_some(), "{hz} {out} {settings:?}");
                assert!(moved < 1e-4, "{hz} {out} {moved} {settings:?}");
            }
        }
        let feet = vec3(1.25, 1.01, 0.3);
        let mut round = Hero::new(&world, MoverSettings::default(), feet, hz);
        round.walk(Vec3::ZERO, 1.);
        assert!(round.height() < 0.95, "{}", round.height());
    }
}

#[test]
fn a_flat_sole_walks_off_a_ledge_at_its_full_height() {
    let world = world(&[FLOOR, (vec3(-3., 0., -3.), vec3(1., 1., 3.))]);
    for hz in RATES {
        for (settings, reach) in soles().into_iter().zip([0.3, 0.8, 0.3]) {
            let mut hero = Hero::new(&world, settings, vec3(0., 1.01, 0.), hz);
            let mut left = None;
            for _ in 0..(2. * hz) as u32 {
                hero.step(&Intent::walk(Vec3::X * 2.));
                let x = hero.body.feet.x;
                if x < 1. + reach - 0.01 {
                    assert!((hero.height() - 1.01).abs() < 1e-3, "{hz} {:?}", hero.body);
                    assert!(hero.body.ground.is_some(), "{hz} {:?}", hero.body);
                }
                if hero.body.ground.is_none() {
                    left.get_or_insert(x);
                }
            }
            let left = left.unwrap();
            let most = 1. + reach + 0.02 + 2. / hz;
            assert!(left > 1. + reach - 0.02 && left < most, "{hz} {left}");
            assert!((hero.height() - 0.01).abs() < 1e-3, "{hz} {:?}", hero.body);
            assert!((hero.body.feet.x - 4.).abs() < 0.05, "{hz} {:?}", hero.body);
        }
    }
}

#[test]
fn kerbs_up_to_the_step_height_are_climbed_and_no_higher_ones() {
    for rise in [0.02, 0.1, 0.25, 0.39] {
        let world = world(&[FLOOR, (vec3(1., 0., -9.), vec3(4., rise, 9.))]);
        for hz in RATES {
            for settings in soles() {
                for aside in [0., 1.] {
                    let mut hero = Hero::new(&world, settings, vec3(-1.5, 0.01, 0.), hz);
                    let mut highest = 0_f32;
                    for _ in 0..(4. * hz) as u32 {
                        hero.step(&Intent::walk(vec3(2., 0., aside)));
                        highest = highest.max(hero.height());
                    }
                    let feet = hero.body.feet;
                    let context = format!("{rise} {hz} {aside} {settings:?} {feet}");
                    assert!((feet.x - 6.5).abs() < 0.05, "{context}");
                    assert!((feet.z - aside * 4.).abs() < 0.05, "{context}");
                    assert!((feet.y - 0.01).abs() < 1e-3, "{context}");
                    assert!((highest - rise - 0.01).abs() < 2e-3, "{context} {highest}");
                }
            }
        }
    }
    for rise in [0.42, 0.6] {
        let world = world(&[FLOOR, (vec3(1., 0., -9.), vec3(4., rise, 9.))]);
        for hz in RATES {
            for (settings, reach) in soles().into_iter().zip([0.3, 0.8, 0.3]) {
                let mut hero = Hero::new(&world, settings, vec3(-1.5, 0.01, 0.), hz);
                hero.walk(Vec3::X * 2., 2.);
                let feet = hero.body.feet;
                assert!((feet.x - (1. - reach - 0.01)).abs() < 2e-3, "{hz} {feet}");
                assert!((feet.y - 0.01).abs() < 1e-3, "{hz} {feet}");
            }
        }
    }
}

#[test]
fn stairs_take_as_long_at_every_rate() {
    let mut boxes = vec![FLOOR];
    for i in 0..10 {
        let at = 1. + 0.3 * i as f32;
        let top = 0.18 * (i + 1) as f32;
        boxes.push((vec3(at, 0., -2.), vec3(9., top, 2.)));
    }
    let world = world(&boxes);
    for settings in soles().into_iter().chain([MoverSettings::default()]) {
        let mut times = Vec::new();
        for hz in RATES {
            let mut hero = Hero::new(&world, settings, vec3(-1.5, 0.01, 0.), hz);
            let mut ticks = 0;
            while hero.body.feet.x < 5. && ticks < (6. * hz) as u32 {
                hero.step(&Intent::walk(Vec3::X * 2.));
                ticks += 1;
            }
            assert!((hero.height() - 1.81).abs() < 2e-3, "{hz} {:?}", hero.body);
            times.push(ticks as f32 / hz);
        }
        println!("{times:?} s at {RATES:?} Hz, {:?}", settings.body);
        let low = times.iter().copied().fold(9., f32::min);
        let high = times.iter().copied().fold(0., f32::max);
        // 6.5 m at 2 m/s, and up to a tick more.
        assert!(low > 3.24 && high < 3.25 + 0.04, "{times:?}");
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
fn slopes_that_can_be_walked_are_walked_by_every_body_and_steep_ones_by_none() {
    for degrees in [10_f32, 30., 44.] {
        let world = slope(degrees);
        for hz in RATES {
            for settings in soles().into_iter().chain([centaur(), car(), porter()]) {
                let mut hero = Hero::new(&world, settings, vec3(-2.5, 0.01, 0.), hz);
                for _ in 0..(5. * hz) as u32 {
                    hero.step(&Intent::walk(Vec3::X));
                    assert!(hero.body.ground.is_some(), "{hz} {degrees} {:?}", hero.body);
                }
                let feet = hero.body.feet;
                let context = format!("{hz} {degrees} {feet} {:?}", settings.body);
                assert!((feet.x - 2.5).abs() < 0.1, "{context}");
                hero.walk(Vec3::ZERO, 1.);
                assert!((hero.body.feet - feet).length() < 1e-3, "{context}");
            }
        }
    }
    let world = slope(60.);
    for hz in RATES {
        for settings in soles().into_iter().chain([centaur(), car(), porter()]) {
            let mut hero = Hero::new(&world, settings, vec3(-2.5, 0.01, 0.), hz);
            hero.walk(Vec3::X, 4.);
            assert!(hero.height() < 0.1, "{hz} {:?} {settings:?}", hero.body);
        }
    }
}

#[test]
fn a_box_goes_through_a_corridor_as_its_heading_is() {
    // A corridor along x of 1 m.
    let world = world(&[
        FLOOR,
        (vec3(0., 0., -3.), vec3(6., 3., -0.5)),
        (vec3(0., 0., 0.5), vec3(6., 3., 3.)),
    ]);
    let settings = flat(BodyShape::Box { half_length: 0.8 });
    for hz in RATES {
        let mut ahead = Hero::new(&world, settings, vec3(-2., 0.01, 0.), hz);
        ahead.walk(Vec3::X * 2., 4.5);
        assert!((ahead.body.feet.x - 7.).abs() < 0.05, "{:?}", ahead.body);
        // Across it does not fit.
        let mut across = Hero::new(&world, settings, vec3(-2., 0.01, 0.), hz);
        across.turn(Vec3::Z, 1.);
        assert_eq!(across.body.axis, Some(Vec3::Z));
        across.walk(Vec3::X * 2., 4.5);
        assert!(
            (across.body.feet.x + 0.31).abs() < 2e-3,
            "{:?}",
            across.body
        );
        // Inside it turns until its corners touch: 0.8 sin a + 0.3 cos a = 0.49.
        let mut inside = Hero::new(&world, settings, vec3(3., 0.01, 0.), hz);
        inside.turn(Vec3::Z, 2.);
        let sine = inside.body.axis.unwrap().z;
        let reach = 0.8 * sine + 0.3 * (1. - sine * sine).sqrt();
        assert!(
            (reach - 0.49).abs() < 5e-3,
            "{hz} {reach} {:?}",
            inside.body
        );
    }
}

#[test]
fn every_limb_is_stopped_by_what_only_it_meets() {
    // A lintel at 1.2 m: a horse passes, a centaur does not; and a post beside the way of a car.
    let door = world(&[FLOOR, (vec3(2., 1.2, -2.), vec3(3., 3., 2.))]);
    let post = world(&[FLOOR, (vec3(2., 0., 0.45), vec3(2.1, 3., 0.5))]);
    let wall = world(&[FLOOR, (vec3(2., 0., -2.), vec3(3., 3., 2.))]);
    for hz in RATES {
        let horse = MoverSettings {
            body: BodyShape::Capsule,
            ..centaur()
        };
        let mut hero = Hero::new(&door, horse, vec3(-1., 0.01, 0.), hz);
        hero.body.axis = Some(Vec3::X);
        hero.walk(Vec3::X * 2., 3.);
        assert!((hero.body.feet.x - 5.).abs() < 0.05, "{hz} {:?}", hero.body);
        let mut hero = Hero::new(&door, centaur(), vec3(-1., 0.01, 0.), hz);
        hero.walk(Vec3::X * 2., 3.);
        let x = 2. - 0.95 - 0.01;
        assert!((hero.body.feet.x - x).abs() < 2e-3, "{hz} {:?}", hero.body);
        // The right side of the car meets the post straight ahead of that side's middle.
        let mut hero = Hero::new(&post, car(), vec3(-1., 0.01, 0.15), hz);
        hero.walk(Vec3::X * 2., 3.);
        assert!(hero.body.feet.x < 1.1, "{hz} {:?}", hero.body);
        let mut hero = Hero::new(&wall, porter(), vec3(-1., 0.01, 0.), hz);
        hero.walk(Vec3::X * 2., 3.);
        let x = 2. - 1.55 - 0.01;
        assert!((hero.body.feet.x - x).abs() < 2e-3, "{hz} {:?}", hero.body);
    }
}

#[test]
fn a_turn_of_a_body_of_several_capsules_passes_through_nothing() {
    let mut world = world(&[FLOOR]);
    // A sheet without thickness in the way of the pole.
    let [a, b] = [vec3(0.5, 0., 1.), vec3(2., 0., 1.)];
    let top = Vec3::Y * 3.;
    world.insert(Triangle::new(a, b, b + top)).unwrap();
    world.insert(Triangle::new(a, b + top, a + top)).unwrap();
    for hz in RATES {
        let mut hero = Hero::new(&world, porter(), vec3(0., 0.01, 0.), hz);
        hero.turn(vec3(0., 0., 1.), 2.);
        // The pole may have been pushed off, but its tip is never beyond the sheet within its width.
        let shapes: Vec<_> = hero.body.shapes(hero.mover.settings()).collect();
        let carom::Shape::Capsule(pole) = &shapes[1] else {
            panic!("a capsule");
        };
        let crosses = pole.b.z > 1. && {
            let t = (1. - pole.a.z) / (pole.b.z - pole.a.z);
            let x = pole.a.x + (pole.b.x - pole.a.x) * t;
            (0.5..2.).contains(&x)
        };
        assert!(!crosses, "{pole:?}");
        // With nothing near it turns at once, all round.
        for ahead in [-Vec3::Z, -Vec3::X, Vec3::Z] {
            let mut free = Hero::new(&world, porter(), vec3(-9., 0.01, -9.), hz);
            free.turn(ahead, 1.);
            assert_eq!(free.body.axis, Some(ahead));
        }
    }
}

#[test]
fn a_centaur_leans_along_a_slope_and_its_rider_with_it() {
    let world = slope(20.);
    for hz in RATES {
        let mut hero = Hero::new(&world, centaur(), vec3(-2.5, 0.01, 0.), hz);
        for _ in 0..(5. * hz) as u32 {
            let axis = hero.mover.axis_on_ground(&world, &hero.body, Vec3::X);
            hero.step(&Intent {
                axis: Some(axis),
                ..Intent::walk(Vec3::X)
            });
        }
        let axis = hero.body.axis.unwrap();
        let tangent = 20_f32.to_radians().tan();
        assert!((axis.y / axis.x - tangent).abs() < 0.02, "{hz} {axis}");
        assert!((hero.body.feet.x - 2.5).abs() < 0.1, "{hz} {:?}", hero.body);
    }
}

#[test]
fn a_lower_height_lowers_the_top_of_a_flat_body() {
    let world = world(&[FLOOR, (vec3(1., 1.4, -2.), vec3(4., 3., 2.))]);
    for hz in [60., 1000.] {
        for (settings, reach) in soles().into_iter().zip([0.3, 0.8, 0.3]) {
            let mut hero = Hero::new(&world, settings, vec3(-1., 0.01, 0.), hz);
            hero.walk(Vec3::X * 2., 2.);
            let x = 1. - reach - 0.01;
            assert!((hero.body.feet.x - x).abs() < 2e-3, "{:?}", hero.body);
            let crouch = |height| Intent {
                height: Some(height),
                ..Intent::walk(Vec3::X * 2.)
            };
            for _ in 0..(hz as u32) {
                hero.step(&crouch(1.2));
            }
            assert!((hero.body.feet.x - x - 2.).abs() < 0.05, "{:?}", hero.body);
            hero.step(&crouch(1.8));
            assert_eq!(hero.body.height, 1.2, "no room");
            for _ in 0..(2. * hz) as u32 {
                hero.step(&crouch(1.8));
            }
            assert_eq!(hero.body.height, 1.8);
        }
    }
}

#[test]
fn platforms_carry_and_push_every_body() {
    for hz in RATES {
        for settings in soles().into_iter().chain([centaur(), car(), porter()]) {
            let mut world = World::new();
            let slab = Collider::cuboid(
                vec3(0., -0.5, 0.),
                [Vec3::X * 4., Vec3::Y * 0.5, Vec3::Z * 4.],
            );
            let slab = world
                .insert(Body {
                    moving: true,
                    ..Body::new(slab)
                })
                .unwrap();
            // A wall of a millimeter that comes along at 6 m/s.
            let wall = Collider::cuboid(vec3(-8., 1., 0.), [Vec3::X * 5e-4, Vec3::Y, Vec3::Z * 4.]);
            let wall = world
                .insert(Body {
                    moving: true,
                    ..Body::new(wall)
                })
                .unwrap();
            let mut mover = Mover::new(settings).unwrap();
            let lies = matches!(settings.body, BodyShape::Lying(_));
            let mut body = CharacterState::at(vec3(1.5, 0.01, 0.), if lies { 2. } else { 1.8 });
            let dt = 1. / hz;
            let context =
                |body: &CharacterState<Vec3>| format!("{hz} {:?} {body:?}", settings.body);
            // Up at 2 m/s while it turns at half a radian a second.
            for tick in 1..=hz as i32 {
                let time = tick as f32 * dt;
                let turn = Rotation::new(Vec3::Y, 0.5 * time);
                world
                    .move_to(slab, Pose::new(Vec3::Y * (2. * time), turn), dt)
                    .unwrap();
                mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), dt);
                let lift = if tick == 1 { 0.5 } else { 0.01 };
                assert!(
                    (body.feet.y - 0.01 - 2. * time).abs() < lift,
                    "{}",
                    context(&body)
                );
                assert!(gap(&world, &mover, &body) > 0., "{}", context(&body));
            }
            let place = vec3(1.5 * 0.5_f32.cos(), 2.01, -1.5 * 0.5_f32.sin());
            assert!(
                (body.feet - place).length() < 0.06,
                "{} {place}",
                context(&body)
            );
            // At rest, pushed off.
            let still = Pose::new(Vec3::Y * 2., Rotation::new(Vec3::Y, 0.5));
            for tick in 1..=hz as i32 {
                world.move_to(slab, still, dt).unwrap();
                let place = vec3(6. * tick as f32 * dt, 1.9, 0.);
                world.move_to(wall, Pose::at(place), dt).unwrap();
                let report = mover.step(&world, &mut body, &Intent::walk(Vec3::ZERO), dt);
                assert!(!report.why.stuck, "{}", context(&body));
                assert!(gap(&world, &mover, &body) > 0., "{}", context(&body));
            }
            let before = -8. + 6. + 5e-4;
            assert!(body.feet.x > before, "{}", context(&body));
        }
    }
}

#[test]
fn a_state_is_all_there_is() {
    let world = slope(30.);
    for settings in soles().into_iter().chain([centaur(), car(), porter()]) {
        let mut hero = Hero::new(&world, settings, vec3(-2.5, 0.01, 0.), 60.);
        for tick in 0..240 {
            let angle = tick as f32 * 0.02;
            let ahead = vec3(angle.cos(), 0., angle.sin());
            let intent = Intent {
                axis: Some(ahead),
                ..Intent::walk(ahead * 2.)
            };
            let mut copy = hero.body;
            hero.step(&intent);
            let mut other = Mover::new(settings).unwrap();
            other.step(&world, &mut copy, &intent, 1. / 60.);
            assert_eq!(copy, hero.body);
        }
    }
}

#[test]
fn bad_bodies_are_named() {
    let setting = |settings| Mover::<Vec3>::new(settings).unwrap_err().setting;
    assert_eq!(
        setting(flat(BodyShape::Box { half_length: 0.2 })),
        "half_length"
    );
    let thin = Limbs::new(&[Capsule::new(Vec3::ZERO, Vec3::X, 0.005)]).unwrap();
    assert_eq!(setting(flat(BodyShape::Upright(thin))), "limbs");
    let many = [Capsule::new(Vec3::ZERO, Vec3::X, 0.1); 8];
    assert!(Limbs::new(&many[..7]).is_ok() && Limbs::new(&many).is_err());
    assert!(Limbs::new(&[Capsule::new(Vec3::NAN, Vec3::X, 0.1)]).is_err());
}

#[test]
fn in_2d_a_sole_is_flat_and_limbs_are_mirrored_where_there_is_room() {
    let mut world = World::<Vec2>::new();
    for (min, max) in [
        (vec2(-9., -1.), vec2(1., 0.)),
        (vec2(-9., -9.), vec2(9., -3.)),
        (vec2(-6., 0.), vec2(-5., 3.)),
        (vec2(-2., 0.), vec2(-1., 0.3)),
    ] {
        world.insert(Aabb { min, max }).unwrap();
    }
    let gap = |mover: &Mover<Vec2>, body: &CharacterState<Vec2>| {
        let shapes = body.shapes(mover.settings());
        let gaps = shapes.filter_map(|shape| world.query().closest(&shape, 1.));
        gaps.map(|found| found.separation).fold(1., f32::min)
    };
    let pole = Capsule::new(vec2(0., 1.2), vec2(1.2, 1.2), 0.05);
    for hz in RATES {
        for body in [BodyShape::Cylinder, BodyShape::Box { half_length: 0.5 }] {
            let settings = MoverSettings {
                body,
                ..MoverSettings::default()
            };
            let mut mover = Mover::new(settings).unwrap();
            let mut hero = CharacterState::at(vec2(1.2, 0.01), 1.8);
            for _ in 0..(hz as u32) {
                mover.step(&world, &mut hero, &Intent::walk(Vec2::ZERO), 1. / hz);
            }
            assert!((hero.feet - vec2(1.2, 0.01)).length() < 1e-4, "{hero:?}");
            // Over the kerb to the wall.
            for _ in 0..(4. * hz) as u32 {
                mover.step(&world, &mut hero, &Intent::walk(vec2(-2., 0.)), 1. / hz);
                assert!(gap(&mover, &hero) > 0., "{hz} {hero:?}");
            }
            let half = if body == BodyShape::Cylinder {
                0.3
            } else {
                0.5
            };
            let end = vec2(-5. + half + 0.01, 0.01);
            assert!((hero.feet - end).length() < 3e-3, "{hz} {hero:?}");
        }
        let settings = MoverSettings {
            body: BodyShape::Upright(Limbs::new(&[pole]).unwrap()),
            ..MoverSettings::default()
        };
        let mut mover = Mover::new(settings).unwrap();
        let turn = |to: f32| Intent {
            axis: Some(vec2(to, 0.)),
            ..Intent::walk(Vec2::ZERO)
        };
        // Near the wall there is no room for the pole, farther away there is.
        for (x, turns) in [(-4.5, false), (-3.5, true)] {
            let mut hero = CharacterState::at(vec2(x, 0.01), 1.8);
            for _ in 0..10 {
                mover.step(&world, &mut hero, &turn(-1.), 1. / hz);
                assert!(gap(&mover, &hero) > 0., "{hz} {hero:?}");
            }
            let ahead = hero.axis.unwrap().x;
            assert_eq!(ahead < 0., turns, "{hz} {hero:?}");
        }
    }
}

#[test]
fn a_crowd_of_bodies_enters_no_wall() {
    let mut boxes = vec![FLOOR];
    for side in [-1., 1.] {
        boxes.push((
            vec3(-6., 0., 4. * side - 0.5),
            vec3(6., 3., 4. * side + 0.5),
        ));
        boxes.push((
            vec3(4. * side - 0.5, 0., -6.),
            vec3(4. * side + 0.5, 3., 6.),
        ));
    }
    boxes.push((vec3(-0.5, 0., -0.5), vec3(0.5, 0.3, 0.5)));
    let walls = world(&boxes);
    let mut world = world(&boxes);
    let mut crowd = Crowd::new(1 << 31);
    let kinds = [soles()[1], soles()[2], centaur(), car(), porter()];
    for i in 0..15 {
        let feet = vec3(-2. + (i % 5) as f32, 0.01, -2. + 1.9 * (i / 5) as f32);
        let mut settings = kinds[i % 5];
        settings.max_depenetration = 0.;
        let lies = matches!(settings.body, BodyShape::Lying(_));
        let body = CharacterState::at(feet, if lies { 2. } else { 1.8 });
        let mover = Mover::new(settings).unwrap();
        crowd
            .add(&mut world, mover, body, 80., CrowdRole::Push)
            .unwrap();
    }
    let gap_of = |agent: &Agent<Vec3>| gap(&walls, &agent.mover, &agent.body);
    let mut travelled = 0.;
    for tick in 0..240 {
        let angle = 0.02 * tick as f32;
        let intents: Vec<_> = (0..15)
            .map(|i| {
                let angle = angle + i as f32;
                let ahead = vec3(angle.cos(), 0., angle.sin());
                Intent {
                    axis: Some(ahead),
                    ..Intent::walk(ahead * 2.)
                }
            })
            .collect();
        crowd.step(&mut world, &intents, 1. / 60.);
        for agent in crowd.agents() {
            travelled += (agent.body.feet - agent.before().feet).length();
            if agent.report().why.stuck {
                continue;
            }
            assert!(
                gap_of(agent) > -1e-6,
                "{tick} {} {:?}",
                gap_of(agent),
                agent.body
            );
        }
    }
    assert!(travelled > 15., "{travelled}");
}

#[test]
fn a_limb_above_the_head_does_not_turn_through_a_sheet() {
    let sign = Capsule::new(vec3(0., 3.2, 0.), vec3(0.5, 3.2, 0.), 0.05);
    let settings = flat(BodyShape::Upright(Limbs::new(&[sign]).unwrap()));
    let mut world = World::new();
    // In the way of the limb alone.
    let [a, b] = [vec3(0.1, 3., 0.2), vec3(2., 3., 0.2)];
    let top = Vec3::Y;
    world.insert(Triangle::new(a, b, b + top)).unwrap();
    world.insert(Triangle::new(a, b + top, a + top)).unwrap();
    let mut hero = Hero::new(&world, settings, vec3(0., 0.01, 0.), 60.);
    hero.body.axis = Some(Vec3::X);
    let turn = Intent {
        axis: Some(Vec3::Z),
        fly: true,
        ..Intent::walk(Vec3::ZERO)
    };
    hero.mover.step(&world, &mut hero.body, &turn, 1. / 60.);
    let shapes: Vec<_> = hero.body.shapes(hero.mover.settings()).collect();
    let carom::Shape::Capsule(limb) = &shapes[1] else {
        panic!("a capsule");
    };
    assert!(limb.b.z < 0.2, "{limb:?}");
}

#[test]
fn the_heading_of_a_box_is_level() {
    let settings = flat(BodyShape::Box { half_length: 0.8 });
    let body = CharacterState {
        axis: Some(vec3(0.6, 0.8, 0.)),
        ..CharacterState::at(Vec3::ZERO, 1.8)
    };
    let shapes: Vec<_> = body.shapes(&settings).collect();
    let carom::Shape::OrientedBox(block) = &shapes[0] else {
        panic!("{shapes:?}");
    };
    let off = block.axes[0] - vec3(0.8, 0., 0.);
    assert!(off.length() < 1e-6, "{block:?}");
}

/// The plane of the floor does not separate a box from the wall on it, wherever the origin is.
#[test]
fn a_box_is_stopped_by_a_thin_wall_of_triangles_far_below_the_origin() {
    let mut world = World::new();
    let quad = |world: &mut World<Vec3>, [a, b, c, d]: [Vec3; 4]| {
        let mesh = carom::Mesh::new(vec![a, b, c, d], vec![[0, 1, 2], [0, 2, 3]]).unwrap();
        world.insert(mesh).unwrap();
    };
    let y = -50.;
    let floor = [(-9., -9.), (-9., 9.), (9., 9.), (9., -9.)];
    quad(&mut world, floor.map(|(x, z)| vec3(x, y, z)));
    let wall = [(0., -9.), (0., 9.), (3., 9.), (3., -9.)];
    quad(&mut world, wall.map(|(h, z)| vec3(4., y + h, z)));
    for settings in soles() {
        let BodyShape::Box { half_length } = settings.body else {
            continue;
        };
        let mut mover = Mover::new(settings).unwrap();
        let mut body = CharacterState::at(vec3(0., y + 0.01, 0.), 1.8);
        for _ in 0..60 {
            mover.step(&world, &mut body, &Intent::walk(Vec3::X * 60.), 1. / 60.);
        }
        let exact = 4. - half_length - 0.01;
        assert!((body.feet.x - exact).abs() < 2e-3, "{body:?}");
    }
}

/// In the air, 2 m of room beside the end of a body of 4 m with a limb.
#[test]
fn a_long_body_with_a_limb_does_not_turn_through_a_sheet_at_its_end() {
    let limb = Capsule::new(vec3(0., 0.6, 0.), vec3(0.5, 0.6, 0.), 0.1);
    let settings = flat(BodyShape::Lying(Limbs::new(&[limb]).unwrap()));
    let mut world = World::new();
    let [a, b] = [vec3(1., -2., 0.6), vec3(3., -2., 0.6)];
    let top = Vec3::Y * 4.;
    world.insert(Triangle::new(a, b, b + top)).unwrap();
    world.insert(Triangle::new(a, b + top, a + top)).unwrap();
    let mut mover = Mover::new(settings).unwrap();
    let mut body = CharacterState::lying(Vec3::ZERO, Vec3::X, 4.);
    let turn = Intent {
        axis: Some(Vec3::Z),
        fly: true,
        ..Intent::walk(Vec3::ZERO)
    };
    mover.step(&world, &mut body, &turn, 1. / 60.);
    let capsule = body.capsule(mover.settings());
    let [low, high] = [capsule.a, capsule.b].map(|end| if end.x < 1. { -1. } else { end.z });
    assert!(low.max(high) <= 0.6 - 0.3, "{capsule:?}");
    assert!(capsule.a.z < 0.6 && capsule.b.z < 0.6, "{capsule:?}");
}
