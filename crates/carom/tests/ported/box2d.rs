//! Ported from the documentation of Box2D.

use super::{Ported, near, solid_box};
use carom::glam::{Vec2, vec2};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings, slide};
use carom::{
    Aabb, Ball, Body, Capsule, Convex, Hit, Hull, LocalScene, Options, OrientedBox, PairEvents,
    Pose, RigidMotion, RoundShape, Scene, Segment, SensorEvents, Surface, World, closest, manifold,
    sweep_rigid,
};
use std::f32::consts::{FRAC_PI_2, PI};
use std::ops::ControlFlow;

/// Box2D, `b2World_CastRay` with callbacks: <https://github.com/erincatto/box2d/blob/main/docs/simulation.md>.
#[test]
fn cast_ray() -> Ported {
    let mut world = World::new();
    let player = world.insert(Body {
        layers: 0b10,
        ..Body::new(Ball::new(vec2(0., 0.), 0.5))
    })?;
    let wall = world.insert(solid_box(vec2(1., -9.), vec2(2., 9.)))?;
    let (origin, translation) = (vec2(-1., 0.), vec2(4., 1.));
    // The filter leaves out the player, as a callback does that returns -1.
    let hit = world.query().mask(!0b10).ray(origin, translation).unwrap();
    assert!(hit.part.body == wall && near(hit.t, 0.5) && hit.normal == -Vec2::X);
    assert!((hit.point - vec2(1., 0.5)).length() < 1e-5);
    let not_player = |body, _: &Body<Vec2>| body != player;
    assert_eq!(
        world
            .query()
            .filter_bodies(&not_player)
            .ray(origin, translation),
        Some(hit)
    );

    let mut hits = Vec::new(); // returning 1: every hit, here sorted
    world.query().ray_all(origin, translation, &mut hits);
    assert_eq!(
        hits.iter().map(|hit| hit.part.body).collect::<Vec<_>>(),
        [player, wall]
    );
    assert!(world.query().ray_any(origin, translation)); // returning 0

    // A callback of one's own, which clips the ray to each hit: on the parts near the ray.
    let (mut local, mut closest) = (LocalScene::new(), None);
    let along_ray = Aabb::of_points([origin, origin + translation]);
    world.query().mask(!0b10).gather(&along_ray, &mut local);
    let mut callback = |found: Hit<Vec2>, limit: &mut f32| {
        *limit = found.t;
        closest = Some((found.part.body, found.t));
        ControlFlow::Continue(())
    };
    local.each_hit(
        &Options::default(),
        &origin.shape_ref(),
        translation,
        &mut callback,
    );
    assert_eq!(closest, Some((wall, hit.t)));
    Ok(())
}

/// Box2D, `b2World_OverlapAABB`, `b2World_OverlapShape`, `b2QueryFilter`:
/// <https://github.com/erincatto/box2d/blob/main/docs/simulation.md>.
#[test]
fn overlap_aabb_and_query_filter() -> Ported {
    let [fixed, player, monster, projectile] = [0x1, 0x2, 0x4, 0x20];
    let mut world = World::new();
    let mut add = |layers, x, y| {
        world.insert(Body {
            layers,
            ..Body::new(Ball::new(vec2(x, y), 0.6))
        })
    };
    let [floor, _, _, round] = [
        add(fixed, 0., 1.5)?,
        add(player, 0., 0.)?,
        add(monster, 5., 0.)?,
        add(monster, 1.5, 1.5)?,
    ];
    let grenade = world.query().layers(projectile).mask(fixed | monster); // categoryBits, maskBits
    let mut found = Vec::new();
    let region = Aabb {
        min: vec2(-1., -1.),
        max: vec2(1., 1.),
    };
    grenade.overlaps(&region, &mut found);
    assert_eq!(found, [floor]); // exact: the box around `round` overlaps the region, the ball does not
    grenade.overlaps(&Ball::new(vec2(1., 1.), 0.2), &mut found);
    assert_eq!(found, [round]);
    Ok(())
}

/// Box2D, `b2World_CastMover`, `b2World_CollideMover`, `b2SolvePlanes`, `b2ClipVector`:
/// <https://github.com/erincatto/box2d/blob/main/docs/character.md>.
#[test]
fn character_mover() -> Ported {
    let mut world = World::new();
    world.insert(solid_box(vec2(-9., -1.), vec2(9., 0.)))?;
    world.insert(solid_box(vec2(2., 0.), vec2(9., 9.)))?;
    let capsule = Capsule::standing(vec2(0., 0.5), Vec2::Y, 1.8, 0.3);
    let moved = slide(&world, &capsule, vec2(5., 2.), 0.01).delta;
    assert!((moved - vec2(1.69, 2.)).length() < 1e-3);

    let mut mover = Mover::new(MoverSettings::<Vec2>::default())?;
    let mut hero = CharacterState::at(vec2(0., 0.01), 1.8);
    for _ in 0..60 {
        mover.step(&world, &mut hero, &Intent::walk(vec2(5., 0.)), 1. / 60.);
    }
    assert!((hero.feet - vec2(1.69, 0.01)).length() < 0.01 && hero.velocity.length() < 1e-3);
    Ok(())
}

/// Box2D, `b2ShapeDistance` of proxies with radii: <https://github.com/erincatto/box2d/blob/main/docs/collision.md>.
#[test]
fn shape_distance() {
    let rounded = RoundShape::new(OrientedBox::new(Vec2::ZERO, vec2(0.5, 1.)), 0.25);
    let capsule = Capsule::new(vec2(3., 0.5), vec2(6., 4.), 0.25);
    let found = closest(&rounded, &capsule);
    assert!(near(found.distance, 2.) && found.normal == -Vec2::X); // from b to a
    assert_eq!(
        (found.point_a, found.point_b),
        (vec2(0.75, 0.5), vec2(2.75, 0.5))
    );
}

/// Box2D, `b2TimeOfImpact` of two `b2Sweep`: <https://github.com/erincatto/box2d/blob/main/docs/collision.md>.
#[test]
fn time_of_impact() {
    let floor = Aabb {
        min: vec2(-9., -1.),
        max: vec2(9., 1.),
    };
    let rod = Segment::new(vec2(-2., 2.), vec2(2., 2.)); // turns around its middle, 2 high, by 90 degrees
    let motion = RigidMotion::rotation(vec2(0., 2.), Vec2::ZERO, FRAC_PI_2);
    let swept = sweep_rigid(&rod, &motion, &floor, &RigidMotion::default());
    let hit = swept.hit.unwrap();
    assert!(near(hit.t, 1. / 3.)); // the sine of 30 degrees is a half
    assert!((hit.point - vec2(-(3_f32.sqrt()), 1.)).length() < 1e-3 && hit.normal.y > 0.999);
    let slow = RigidMotion {
        angle: PI / 7.,
        ..motion
    };
    assert!(
        sweep_rigid(&rod, &slow, &floor, &RigidMotion::default())
            .hit
            .is_none()
    );
}

/// Box2D, `b2CollidePolygons`: <https://github.com/erincatto/box2d/blob/main/docs/collision.md>.
#[test]
fn contact_manifold() {
    let (floor, speculative) = (Hull::cuboid(Vec2::ZERO, vec2(9., 1.)), 0.02);
    let at = |x: f32| {
        manifold(
            &Hull::cuboid(vec2(x, 1.51), vec2(0.5, 0.5)),
            &floor,
            speculative,
        )
    };
    let found = at(3.).unwrap();
    assert_eq!((found.normal, found.points().len()), (Vec2::Y, 2));
    assert!(
        found
            .points()
            .iter()
            .all(|point| near(point.separation, 0.01))
    );
    let ids = |found: &carom::Manifold<Vec2>| {
        found
            .points()
            .iter()
            .map(|point| point.id)
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&found), ids(&at(3.1).unwrap()));
}

/// Box2D, `b2World_GetSensorEvents`, `b2World_GetContactEvents`:
/// <https://github.com/erincatto/box2d/blob/main/docs/simulation.md>; Jolt's `ContactListener`.
#[test]
fn sensor_and_contact_events() -> Ported {
    let mut world = World::new();
    let sensor = world.insert(Body {
        sensor: true,
        ..Body::new(Ball::new(Vec2::ZERO, 1.))
    })?;
    let wall = world.insert(solid_box(vec2(4., -9.), vec2(5., 9.)))?;
    let visitor = world.insert(Body {
        moving: true,
        ..Body::new(Ball::new(Vec2::ZERO, 0.5))
    })?;
    let (mut sensed, mut pairs) = (SensorEvents::new(), PairEvents::new());
    let mut step = |x| -> Result<[usize; 4], carom::BodyError> {
        world.set_pose(visitor, Pose::at(vec2(x, 0.)))?;
        world.update_sensors(&mut sensed);
        world.update_pairs(&mut pairs);
        let sensed_now = sensed.entered().iter().chain(sensed.left());
        assert!(
            sensed_now
                .clone()
                .all(|pair| (pair.sensor, pair.body) == (sensor, visitor))
        );
        assert!(pairs.now().iter().all(|pair| *pair == [wall, visitor]));
        Ok([
            sensed.entered().len(),
            sensed.left().len(),
            pairs.began().len(),
            pairs.ended().len(),
        ])
    };
    assert_eq!(step(-3.)?, [0, 0, 0, 0]);
    assert_eq!(step(-1.2)?, [1, 0, 0, 0]); // begin touch
    assert_eq!(step(0.)?, [0, 0, 0, 0]);
    assert_eq!(step(3.6)?, [0, 1, 1, 0]); // end touch of the sensor, begin touch of the wall
    assert_eq!(step(2.)?, [0, 0, 0, 1]);
    Ok(())
}
