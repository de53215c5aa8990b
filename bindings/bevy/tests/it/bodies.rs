//! Bodies of other shapes than a capsule that stands: their ticks are those of the library, and gizmos draw all of them.

use crate::stage::*;
use crate::warnings::warnings_of;
use bevy_carom::carom::mover::{self, BodyShape, Limbs, Mover, MoverSettings};
use bevy_carom::carom::{Capsule, glam};
use bevy_carom::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::prelude::*;
use bevy_time::{Fixed, Time};
use bevy_transform::prelude::*;

/// A limb, here and in the library.
fn limb(a: [f32; 3], b: [f32; 3], radius: f32) -> (Limb, BodyLimbs) {
    let own = Capsule::new(glam::Vec3::from(a), glam::Vec3::from(b), radius);
    (
        Limb::new(a.into(), b.into(), radius),
        Limbs::new(&[own]).unwrap(),
    )
}

type BodyLimbs = Limbs<glam::Vec3>;

/// Characters with their settings in the library: a crate, a pillar, a person with a pole, a centaur.
fn characters() -> Vec<(CharacterMover, MoverSettings<glam::Vec3>)> {
    let (pole, as_pole) = limb([-1., 1.4, 0.3], [1.5, 1.4, 0.3], 0.05);
    let (person, as_person) = limb([0.7, 0.6, 0.], [0.7, 1.6, 0.], 0.25);
    let half_length = 0.6;
    let bodies = [
        (
            CharacterBody::Box { half_length },
            BodyShape::Box { half_length },
        ),
        (CharacterBody::Cylinder, BodyShape::Cylinder),
        (
            CharacterBody::Upright(vec![pole]),
            BodyShape::Upright(as_pole),
        ),
        (
            CharacterBody::Lying(vec![person]),
            BodyShape::Lying(as_person),
        ),
    ];
    let both = |(body, as_body)| {
        // Of 60 degrees, so that the cosine is the same number.
        let own = CharacterMover {
            body,
            radius: 0.35,
            height: 2.,
            max_slope_degrees: 60.,
            ..CharacterMover::default()
        };
        let settings = MoverSettings {
            body: as_body,
            radius: 0.35,
            max_slope: 0.5,
            ..MoverSettings::default()
        };
        (own, settings)
    };
    bodies.into_iter().map(both).collect()
}

/// Around a floor with a kerb, a ramp and walls, with a heading that turns.
#[test]
fn every_body_moves_as_in_the_library_to_the_bit() {
    for (own, settings) in characters() {
        let mut app = app();
        floor(&mut app);
        let ramp = Quat::from_rotation_z(0.3);
        for (size, place) in [
            (vec3(2., 0.4, 20.), Transform::from_xyz(2., 0., 0.)),
            (vec3(1., 4., 3.), Transform::from_xyz(-3., 2., 0.)),
            (vec3(20., 4., 1.), Transform::from_xyz(0., 2., 4.)),
            (
                vec3(4., 0.4, 4.),
                Transform::from_xyz(0., 0., -3.).with_rotation(ramp),
            ),
        ] {
            let block = Collider::cuboid(size.x, size.y, size.z);
            app.world_mut().spawn((block, place));
        }
        let hero = app
            .world_mut()
            .spawn((own.clone(), Transform::default()))
            .id();
        let dt = app.world().resource::<Time<Fixed>>().timestep();
        let mut mover = Mover::new(settings).unwrap();
        let mut body = mover::CharacterState::at(glam::vec3(0., 0.01, 0.), 2.);
        let (mut grounded, mut met) = (0, 0);
        for tick in 0..600_u16 {
            let angle = f32::from(tick) * 0.013;
            let ahead = vec3(angle.cos(), 0., angle.sin());
            let mut wish = get_mut::<Wish>(&mut app, hero);
            wish.velocity = ahead * 3.;
            wish.axis = Some(ahead);
            wish.jump = (tick % 150 == 40).then_some(3.);
            let intent = mover::Intent {
                height: Some(2.),
                axis: Some(glam::Vec3::from(ahead.to_array())),
                jump: wish.jump,
                ..mover::Intent::walk(glam::Vec3::from((ahead * 3.).to_array()))
            };
            app.update();
            let seconds = dt.as_secs_f32();
            let mut before = Some((mover, body));
            let alone = move |space: CaromSpace| {
                let (mut mover, mut body) = before.take().unwrap();
                let others = space.query().mask(!CollisionLayers::CHARACTERS);
                others.with_carom(|scene| mover.step(&scene, &mut body, &intent, seconds));
                (mover, body)
            };
            (mover, body) = app.world_mut().run_system_once(alone).unwrap();
            let state = get::<CharacterState>(&app, hero);
            let bits = |v: [f32; 3]| v.map(f32::to_bits);
            let context = format!("{:?}, tick {tick}: {state:?} {body:?}", own.body);
            for (one, other) in [(state.feet, body.feet), (state.velocity, body.velocity)] {
                assert_eq!(bits(one.to_array()), bits(other.to_array()), "{context}");
            }
            let axes = (
                state.axis.map(|v| v.to_array()),
                body.axis.map(|v| v.to_array()),
            );
            assert_eq!(axes.0.map(bits), axes.1.map(bits), "{context}");
            assert_eq!(state.grounded(), body.ground.is_some(), "{context}");
            grounded += usize::from(state.grounded());
            met += usize::from(!mover.collisions().is_empty());
        }
        assert!(grounded > 300 && met > 100, "{grounded} {met}");
    }
}

#[cfg(all(feature = "gizmos", feature = "dim2"))]
#[test]
fn gizmos_draw_every_limb() {
    use bevy_carom::carom::closest;
    for (own, settings) in characters() {
        let ends = crate::tools::drawn(|app| {
            floor(app);
            app.world_mut().spawn((own.clone(), Transform::default()));
        });
        let body = mover::CharacterState::at(glam::vec3(0., 0.01, 0.), 2.);
        for shape in body.shapes(&settings) {
            let on_surface = |end: &&Vec3| {
                let end = glam::Vec3::from(end.to_array());
                closest(&end, &shape).distance < 1e-4
            };
            let bounds = shape.bounds().unwrap();
            let most = ends.iter().filter(on_surface).copied();
            let (min, max) = most.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(min, max), end| {
                (min.min(end), max.max(end))
            });
            let gap = |a: Vec3, b: glam::Vec3| (a - Vec3::from(b.to_array())).abs().max_element();
            // Circles are drawn by their corners.
            assert!(
                gap(min, bounds.min) < 0.02 && gap(max, bounds.max) < 0.02,
                "{shape:?}: {min} {max}"
            );
        }
    }
}

#[test]
fn a_body_with_bad_limbs_takes_no_part_and_may_be_mended() {
    let good = Limb::new(Vec3::Y, Vec3::Y * 1.5, 0.2);
    for bad in [vec![good; 8], vec![Limb::new(Vec3::Y, Vec3::Y, -0.1)]] {
        let warnings = warnings_of(|| {
            let mut app = app();
            floor(&mut app);
            let mover = CharacterMover {
                body: CharacterBody::Upright(bad.clone()),
                ..CharacterMover::default()
            };
            let place = Transform::from_xyz(0., 1., 0.);
            let hero = app
                .world_mut()
                .spawn((mover, place, Name::new("spider")))
                .id();
            frames(&mut app, 30);
            assert_eq!(feet(&app, hero).y, 1.);
            let limbs = CharacterBody::Upright(vec![good; 7]);
            get_mut::<CharacterMover>(&mut app, hero).body = limbs;
            frames(&mut app, 60);
            assert!(get::<CharacterState>(&app, hero).grounded());
            // It keeps the body that it had.
            get_mut::<CharacterMover>(&mut app, hero).body = CharacterBody::Lying(bad.clone());
            frames(&mut app, 3);
            assert!(get::<CharacterState>(&app, hero).grounded());
        });
        assert_eq!(warnings.len(), 2, "{warnings:?}");
        assert!(warnings[0].starts_with("character spider"), "{warnings:?}");
        assert!(warnings[0].contains(": limbs must be "), "{warnings:?}");
        assert!(
            warnings[0].ends_with("and it takes no part"),
            "{warnings:?}"
        );
        assert!(
            warnings[1].ends_with("keeps the settings it had"),
            "{warnings:?}"
        );
    }
}
