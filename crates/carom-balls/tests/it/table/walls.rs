//! Walls of every kind: no ball gets inside or through.

use carom::glam::{DVec2, DVec3, Vec3, dvec2, dvec3, vec3};
use carom::table::{Partner, Setup, Space, Table, TableBall, TableError, Wall};
use carom::{
    Aabb, Ball, Capsule, HeightField, Hull, Mesh, Plane, Segment, Shape, Triangle, Vector, contact,
};
use fastrand::Rng;

/// Balls thrown among walls; now and then each is tested against each wall.
fn nothing_gets_in<V: Vector<Scalar = f64>>(walls: Vec<Wall<V>>, half: f64, events: u64) {
    let mut random = Rng::with_seed(1);
    let (min, max) = (V::splat(-half), V::splat(half));
    let setup = Setup {
        walls: walls.clone(),
        space: Space::boxed(min, max),
        ..Setup::default()
    };
    let mut balls = Vec::new();
    let mut table = None;
    while balls.len() < 40 {
        let mut vector = |size: f64| V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size));
        let (place, velocity) = (vector(2.0 * half), vector(2.0));
        let ball = TableBall::new(place, 0.05 + 0.1 * random.f64()).with_velocity(velocity);
        balls.push(ball);
        let tried = Table::new(&Setup {
            balls: balls.clone(),
            ..setup.clone()
        });
        match tried {
            Ok(fits) => table = Some(fits),
            Err(
                TableError::Overlap { .. } | TableError::InWall { .. } | TableError::Outside { .. },
            ) => {
                balls.pop();
            }
            Err(other) => panic!("{other}"),
        }
    }
    let mut table = table.unwrap();
    let energy = table.energy();
    let mut met = vec![0; walls.len()];
    while table.events() < events {
        let event = table.step_event().unwrap();
        if let Partner::Wall(wall) = event.with
            && let Some(met) = met.get_mut(wall as usize)
        {
            *met += 1;
            // The normal leads away from the wall, which the ball touches.
            let ball = Shape::Ball(table.ball(event.a).unwrap().ball());
            let parts = walls[wall as usize].parts.iter();
            let nearest = parts
                .filter_map(|part| contact(&ball, part, 1.0))
                .min_by(|a, b| a.separation.total_cmp(&b.separation))
                .unwrap();
            assert!(nearest.separation.abs() < 1e-12, "{event:?} {nearest:?}");
            assert!(
                (nearest.normal - event.normal).length() < 1e-6,
                "{event:?} {nearest:?}"
            );
        }
        if table.events() % 100 == 0 {
            for (id, ball) in table.balls() {
                let ball = Shape::Ball(ball.ball());
                for part in walls.iter().flat_map(|wall| &wall.parts) {
                    let depth = contact(&ball, part, 0.0).map_or(0.0, |found| found.depth());
                    assert!(depth < 1e-12, "{id:?} {depth} in {part:?}");
                }
            }
        }
    }
    assert!((table.energy() / energy - 1.0).abs() < 1e-12);
    assert!(table.overlap() < 1e-12);
    assert!(met.iter().all(|count| *count > 20), "{met:?}");
}

#[test]
fn walls_in_the_plane() {
    let walls = vec![
        Segment::new(dvec2(-1.0, -1.0), dvec2(1.0, 0.5)).into(),
        Capsule::new(dvec2(-2.0, 1.0), dvec2(-1.0, 2.0), 0.2).into(),
        Ball::new(dvec2(2.0, 2.0), 0.5).into(),
        Aabb {
            min: dvec2(1.0, -2.0),
            max: dvec2(2.0, -1.5),
        }
        .into(),
        Hull::new(
            [
                dvec2(-2., -2.),
                dvec2(-1.5, -2.),
                dvec2(-1.5, -1.8),
                dvec2(-2., -1.5),
            ],
            0.1,
        )
        .into(),
        Triangle::new(dvec2(0., 1.), dvec2(0.5, 2.), dvec2(0.2, 2.)).into(),
        Plane::new(dvec2(-1.0, -1.0), -3.5).into(),
    ];
    nothing_gets_in::<DVec2>(walls, 3.0, 20_000);
}

#[test]
fn walls_in_space() {
    let walls = vec![
        Segment::new(dvec3(-1.0, -1.0, 0.0), dvec3(1.0, 0.5, 0.5)).into(),
        Capsule::new(dvec3(-1.5, 1.0, 0.0), dvec3(-1.0, 1.5, 1.0), 0.3).into(),
        Ball::new(dvec3(1.0, 1.0, 1.0), 0.5).into(),
        Aabb {
            min: dvec3(1.0, -1.5, -1.0),
            max: dvec3(1.5, -1.0, 0.0),
        }
        .into(),
        Hull::new(
            [
                DVec3::ZERO,
                dvec3(0.5, 0., 0.),
                dvec3(0., 0.5, 0.),
                dvec3(0., 0., 0.5),
            ]
            .map(|p| p - DVec3::splat(1.5)),
            0.1,
        )
        .into(),
        Triangle::new(
            dvec3(0., 1., -1.),
            dvec3(1., 1.5, -1.),
            dvec3(0., 1.5, -1.5),
        )
        .into(),
        Plane::new(dvec3(-1.0, -1.0, -1.0), -4.0).into(),
    ];
    nothing_gets_in::<DVec3>(walls, 2.0, 20_000);
}

/// A room of triangles: its internal edges have no effect.
#[test]
fn a_room_of_triangles_is_a_box() {
    let corner = |i: usize| {
        let side = |bit: usize| if i >> bit & 1 == 1 { 2.0 } else { -2.0 };
        vec3(side(0), side(1), side(2))
    };
    let sides = [
        [0, 1, 3, 2],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 3, 7, 5],
    ];
    let triangles: Vec<[u32; 3]> = sides
        .into_iter()
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
        .collect();
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    let mesh = Mesh::new(corners, triangles).unwrap();
    let mut random = Rng::with_seed(4);
    let mut vector = |size: f32| Vec3::from(std::array::from_fn(|_| (random.f32() - 0.5) * size));
    let balls: Vec<TableBall<Vec3>> = (0..27)
        .map(|i| {
            let at = vec3((i % 3) as f32, (i / 3 % 3) as f32, (i / 9) as f32) - Vec3::ONE;
            TableBall::new(at, 0.3).with_velocity(vector(3.0))
        })
        .collect();
    let walled = Setup {
        balls: balls.clone(),
        walls: vec![Wall::of_mesh(&mesh)],
        ..Setup::default()
    };
    let boxed = Setup {
        balls,
        space: Space::boxed(Vec3::splat(-2.0), Vec3::splat(2.0)),
        ..Setup::default()
    };
    let (mut walled, mut boxed) = (Table::new(&walled).unwrap(), Table::new(&boxed).unwrap());
    // The same events until rounding has grown.
    for _ in 0..150 {
        let (a, b) = (walled.step_event().unwrap(), boxed.step_event().unwrap());
        assert!((a.time - b.time).abs() < 1e-6 && a.a == b.a, "{a:?} {b:?}");
        assert!((a.normal - b.normal).length() < 1e-4);
    }
    walled.advance(1e9, 20_000).unwrap();
    for (_, ball) in walled.balls() {
        assert!(ball.center.abs().max_element() < 1.7 + 1e-5);
    }
}

/// A ball falls through the hole of a height field and bounces beside it.
#[test]
fn a_hole_of_a_height_field_is_no_wall() {
    let mut heights = vec![0.0; 25];
    heights[12] = f32::NAN;
    let field = HeightField {
        origin: vec3(-2.0, 0.0, -2.0),
        cell: [1.0; 2],
        columns: 5,
        heights,
    };
    let wall = Wall::of_mesh(&field.mesh().unwrap());
    assert_eq!(
        wall.parts.len(),
        26,
        "six of 32 triangles have the corner that is a hole"
    );
    let falls = |x: f32| TableBall::new(vec3(x, 1.0, 0.0), 0.1).with_velocity(vec3(0.0, -1.0, 0.0));
    let setup = Setup {
        balls: vec![falls(0.0), falls(1.5)],
        walls: vec![wall],
        ..Setup::default()
    };
    let mut table = Table::new(&setup).unwrap();
    table.advance(2.0, 10).unwrap();
    let heights: Vec<f32> = table.balls().map(|(_, ball)| ball.center.y).collect();
    assert!(heights[0] < -0.9 && heights[1] > 0.9, "{heights:?}");
}

/// Straight into corners and along walls.
#[test]
fn corners_and_edges_to_the_last_bit() {
    let corner = vec![
        Segment::new(dvec2(0., 0.), dvec2(4., 0.)).into(),
        Segment::new(dvec2(0., 0.), dvec2(0., 4.)).into(),
    ];
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(dvec2(3., 3.), 1.0).with_velocity(dvec2(-1., -1.))],
        walls: corner,
        ..Setup::default()
    })
    .unwrap();
    let (a, b) = (table.step_event().unwrap(), table.step_event().unwrap());
    assert_eq!(
        (a.time, a.with, b.time, b.with),
        (2.0, Partner::Wall(0), 2.0, Partner::Wall(1))
    );
    assert_eq!(table.velocity_of(a.a), Some(dvec2(1., 1.)));
    assert!(table.step_event().is_none());
    // Rolling along a wall in contact, across the seam of two.
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(dvec2(0., 1.), 1.0).with_velocity(dvec2(1., 0.))],
        walls: vec![
            Segment::new(dvec2(-9., 0.), dvec2(3., 0.)).into(),
            Segment::new(dvec2(3., 0.), dvec2(9., 0.)).into(),
            Segment::new(dvec2(9., 0.), dvec2(9., 9.)).into(),
        ],
        ..Setup::default()
    })
    .unwrap();
    let event = table.step_event().unwrap();
    assert_eq!((event.time, event.with), (8.0, Partner::Wall(2)));
}
