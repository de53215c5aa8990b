//! Ported from the documentation of Jolt.

use super::{Ported, near, solid_box};
use carom::glam::{DVec3, Vec3, dvec3, vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom::{
    Ball, Body, Collider, Compound, HeightField, Mesh, OrientedBox, Pose, Rotation, Shape, Support,
    SupportShape, World, closest,
};
use std::f32::consts::{PI, SQRT_2};

/// Jolt, `CastRay` at a moved box, with object layers: <https://jrouwe.github.io/JoltPhysics/#center-of-mass> and
/// <https://jrouwe.github.io/JoltPhysics/#collision-filtering>.
#[test]
fn cast_ray_and_object_layers() -> Ported {
    let [fixed, moving, bullet, weapon] = [0, 1, 2, 3].map(|layer| 1 << layer);
    let (mut world, unit) = (
        World::new(),
        Collider::from(OrientedBox::new(Vec3::ZERO, Vec3::ONE)),
    );
    let at = |x| Body {
        pose: Pose::at(vec3(x, 0., 0.)),
        ..Body::new(unit.clone())
    };
    let wall = world.insert(Body {
        layers: fixed,
        ..at(10.)
    })?;
    world.insert(Body {
        layers: moving,
        mask: fixed | moving,
        moving: true,
        ..at(4.)
    })?;
    let ball = Ball::new(vec3(4., 0., 0.), 0.5);
    let precise = world.insert(Body {
        layers: bullet,
        mask: weapon,
        ..Body::new(ball)
    })?;
    // There is no center of mass: a ray is in the frame of the world.
    let hit = world
        .query()
        .ray(vec3(10., 2., 0.), vec3(0., -2., 0.))
        .unwrap();
    assert!(near(hit.t, 0.5) && hit.part.body == wall && hit.normal == Vec3::Y);

    let shot = world.query().layers(weapon).mask(bullet | fixed);
    let hit = shot.ray(Vec3::ZERO, Vec3::X * 20.).unwrap();
    assert!(hit.part.body == precise && near(hit.t * 20., 3.5));
    assert_eq!(
        shot.except(precise)
            .ray(Vec3::ZERO, Vec3::X * 20.)
            .unwrap()
            .part
            .body,
        wall
    );
    Ok(())
}

/// Jolt, `CollideShape` with `mMaxSeparationDistance` at a `StaticCompoundShape`:
/// <https://jrouwe.github.io/JoltPhysics/class_collide_shape_result.html>.
#[test]
fn collide_shape_with_a_compound() -> Ported {
    let eighth = Rotation::new(Vec3::Z, PI / 4.);
    let cube = Shape::from(OrientedBox::new(Vec3::ZERO, Vec3::ONE));
    let turned = Pose::new(vec3(5., 0., 0.), eighth).shape(&cube); // its edge is at 5 - √2
    let compound = Compound::new([cube, turned])?;
    let ball = Ball::new(vec3(1.9, 0., 0.), 1.);
    let mut found = Vec::new();
    compound.query().contacts(&ball, 1., &mut found);
    let parts: Vec<u32> = found.iter().map(|contact| contact.part.index).collect();
    assert_eq!(parts, [0, 1]); // `mSubShapeID2`
    assert!(near(found[0].depth(), 0.1) && near(found[1].separation, 2.1 - SQRT_2));
    // `mPenetrationAxis` moves shape 2 out; the normal moves the ball out.
    assert_eq!((found[0].normal, found[1].normal), (Vec3::X, -Vec3::X));
    compound.query().contacts(&ball, 0., &mut found);
    assert_eq!(found.len(), 1);
    Ok(())
}

/// Jolt, `HeightFieldShape` with a hole, `GetSurfacePosition`, `SetHeights`:
/// <https://jrouwe.github.io/JoltPhysics/class_height_field_shape.html>.
#[test]
fn height_field() -> Ported {
    let mut heights: Vec<f32> = (0..25).map(|sample| (sample % 5) as f32).collect();
    heights[3 * 5 + 3] = f32::NAN; // `cNoCollisionValue`
    let (origin, cell) = (vec3(10., 0., 0.), [2., 2.]);
    let mut field = HeightField {
        origin,
        cell,
        columns: 5,
        heights,
    }
    .mesh()?;
    let surface = |field: &Mesh<Vec3>, x: f32, z: f32| {
        let down = field.query().ray(vec3(10. + x, 100., z), Vec3::Y * -200.);
        down.map(|hit| hit.point.y)
    };
    assert!(near(surface(&field, 1.5, 2.2).unwrap(), 0.75));
    assert_eq!(surface(&field, 6., 6.), None);
    field.refit_heights(3..4, 3..4, |_, _| 3.)?;
    assert!(near(surface(&field, 6., 6.).unwrap(), 3.));
    Ok(())
}

/// Jolt, a shape of one's own by its support function: <https://jrouwe.github.io/JoltPhysics/#creating-custom-shapes>.
#[test]
fn custom_convex_shape() -> Ported {
    struct Octahedron;
    impl Support<DVec3> for Octahedron {
        fn support(&self, d: DVec3) -> DVec3 {
            let size = d.abs();
            match size.max_element() {
                most if most == size.x => DVec3::X * d.x.signum(),
                most if most == size.y => DVec3::Y * d.y.signum(),
                _ => dvec3(0., 0., d.z.signum()),
            }
        }
    }
    let shape = SupportShape::<Vec3>::new(Octahedron);
    assert!(near(
        closest(&Vec3::ONE, &shape).distance,
        2. / 3_f32.sqrt()
    ));
    let mut world = World::new();
    let body = Body {
        pose: Pose::at(vec3(0., 5., 0.)),
        ..Body::new(shape)
    };
    let body = world.insert(body)?;
    let hit = world
        .query()
        .sweep(&Ball::new(Vec3::ZERO, 1.), Vec3::Y * 6.)
        .unwrap();
    assert!(hit.part.body == body && near(hit.t, 0.5)); // 1 + 3 + 1 to the tip below
    Ok(())
}

/// Jolt, `CharacterVirtual::ExtendedUpdate`: <https://jrouwe.github.io/JoltPhysics/#character-controllers>.
#[test]
fn character_virtual() -> Ported {
    let mut world = World::new();
    world.insert(solid_box(vec3(-9., -1., -9.), vec3(9., 0., 9.)))?;
    world.insert(solid_box(vec3(1., 0., -9.), vec3(3., 0.35, 9.)))?;
    let settings = MoverSettings {
        step_height: 0.4, // `mWalkStairsStepUp`
        snap: 0.5,        // `mStickToFloorStepDown`
        skin: 0.02,       // `mCharacterPadding`
        max_slope: (50_f32).to_radians().cos(),
        ..MoverSettings::default()
    };
    let (mut mover, mut hero) = (
        Mover::new(settings)?,
        CharacterState::at(vec3(-1., 0.02, 0.), 1.8),
    );
    let mut highest = 0_f32;
    for _ in 0..180 {
        mover.step(&world, &mut hero, &Intent::walk(vec3(2., 0., 0.)), 1. / 60.);
        assert!(hero.ground.is_some()); // `EGroundState::OnGround`, up the step and down again
        highest = highest.max(hero.feet.y);
    }
    assert!((highest - 0.37).abs() < 0.01 && (hero.feet - vec3(5., 0.02, 0.)).length() < 0.02);
    Ok(())
}

/// Jolt, `CastShape` with the collectors of the closest, any and all hits:
/// <https://jrouwe.github.io/JoltPhysics/class_shape_cast_result.html>.
#[test]
fn cast_shape_with_collectors() -> Ported {
    let mut world = World::new();
    let floor = world.insert(solid_box(vec3(-9., -1., -9.), vec3(9., 0., 9.)))?;
    let shelf = world.insert(solid_box(vec3(-1., 1.9, -1.), vec3(1., 2., 1.)))?;
    let (ball, direction) = (Ball::new(vec3(0., 5., 0.), 0.5), Vec3::Y * -10.);
    let hit = world.query().sweep(&ball, direction).unwrap();
    assert!(hit.part.body == shelf && near(hit.t, 0.25)); // `mFraction`
    assert!((hit.point - Vec3::Y * 2.).length() < 1e-4 && hit.normal == Vec3::Y);
    assert!(world.query().sweep_any(&ball, direction));
    let mut hits = Vec::new();
    world.query().sweep_all(&ball, direction, &mut hits);
    let found: Vec<_> = hits.iter().map(|hit| hit.part.body).collect();
    assert!(found == [shelf, floor] && near(hits[1].t, 0.45));

    // A cast that starts in an overlap: fraction 0, and the penetration depth.
    let deep = Ball::new(vec3(5., 0.2, 0.), 0.5);
    let hit = world.query().sweep(&deep, direction).unwrap();
    let start = hit.start.contact().unwrap();
    assert!(hit.t == 0. && near(start.depth(), 0.3) && start.normal == Vec3::Y);
    Ok(())
}
