//! The shapes of the parts that answers name.

use crate::world::plain::{pose, shape};
use carom::glam::{Vec2, Vec3, vec3};
use carom::{
    Ball, Body, BodyId, Chain, Collider, Compound, Mesh, PartId, Shape, Vector, World, contact,
};
use fastrand::Rng;

fn point<V: Vector<Scalar = f32>>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// The nearest part of a world, and the same shape alone, are as far away.
fn agrees<V: Vector<Scalar = f32>>(seed: u64, surface: impl Fn(&mut Rng) -> Collider<V>) {
    let random = &mut Rng::with_seed(seed);
    for origin in [0.0, 20.0] {
        let mut world = World::new();
        for number in 0..30 {
            let collider = if number % 3 == 0 {
                surface(random)
            } else {
                shape::<V>(random).into()
            };
            let pose = pose(random, 12.0);
            world
                .insert(Body {
                    pose,
                    ..Body::new(collider)
                })
                .unwrap();
        }
        let origin = <V::Double as Vector>::splat(origin);
        let query = world.query().around(origin);
        let mut kinds = [0; 2];
        for _ in 0..300 {
            let at = V::from_double(point::<V>(random, 15.0).to_double() - origin);
            let ball = Ball::new(at, 0.1);
            let Some(found) = query.closest(&ball, f32::INFINITY) else {
                continue;
            };
            let part = query.part_shape(found.part).expect("the part is there");
            let alone = contact(&ball, &part, f32::INFINITY).unwrap();
            let apart = (alone.separation - found.separation).abs();
            assert!(apart < 2e-5, "{part:?} {found:?} {alone:?}");
            kinds[usize::from(found.part.index > 0)] += 1;
        }
        assert!(kinds.iter().all(|count| *count > 20), "{kinds:?}");
    }
}

#[test]
fn the_shape_of_a_part_is_what_a_query_found() {
    agrees::<Vec3>(1, |random| {
        let corners: Vec<Vec3> = (0..60).map(|_| point(random, 4.0)).collect();
        let indices: Vec<_> = (0..20).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Mesh::new(corners, indices).unwrap().into()
    });
    agrees::<Vec3>(2, |random| {
        let balls = (0..9).map(|_| Ball::new(point::<Vec3>(random, 4.0), 0.3));
        Compound::new(balls.collect::<Vec<_>>()).unwrap().into()
    });
    agrees::<Vec2>(3, |random| {
        let vertices: Vec<Vec2> = (0..9).map(|_| point(random, 4.0)).collect();
        Chain::open(vertices).unwrap().into()
    });
}

#[test]
fn a_part_that_is_not_there_has_no_shape() {
    let mut world = World::new();
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Z];
    let tile = world
        .insert(Mesh::new(corners, [[0, 1, 2]]).unwrap())
        .unwrap();
    let ball = world.insert(Ball::new(vec3(5.0, 0.0, 0.0), 1.0)).unwrap();
    let of =
        |world: &World<Vec3>, body: BodyId, index| world.query().part_shape(PartId { body, index });
    assert!(matches!(of(&world, tile, 0), Some(Shape::Triangle(_))));
    assert!(matches!(of(&world, ball, 0), Some(Shape::Ball(_))));
    assert!(of(&world, tile, 1).is_none() && of(&world, ball, 1).is_none());
    world.remove(ball).unwrap();
    assert!(of(&world, ball, 0).is_none());
}
