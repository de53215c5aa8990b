//! Falls on to the edge of a ledge that is made of several parts, beside the same ledge as one box: where side and top meet,
//! either may be the part that a sweep meets first.

use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use carom::{Body, Chain, Collider, Mesh, Scalar, Vector, World};

const RATES: [f64; 4] = [30., 60., 240., 1000.];

/// A gap that is wrong by 2 % of the skin of 10 mm is not corrected; three tenths of a millimeter are a little more.
const AS_NEAR: f64 = 3e-4;

/// The outline of a ledge of 4 m over y = 0 with this number of tiles on top, from left to right or back.
fn outline(height: f64, tiles: u32, back: bool) -> Vec<DVec2> {
    let tile = |i| dvec2(4. * f64::from(i) / f64::from(tiles), 0.);
    let mut outline = vec![dvec2(0., -height)];
    outline.extend((0..=tiles).map(tile));
    outline.push(dvec2(4., -height));
    if back {
        outline.reverse();
    }
    outline
}

/// A quadrilateral of two triangles over each segment.
fn extruded(outline: &[DVec2], weld: bool) -> Collider<DVec3> {
    let ends = [-5., 5.];
    let points = outline
        .iter()
        .flat_map(|p| ends.map(|z| dvec3(p.x, p.y, z)));
    let sides = (0..outline.len() as u32 - 1).map(|i| 2 * i);
    let triangles = sides.flat_map(|i| [[i, i + 1, i + 3], [i, i + 3, i + 2]]);
    let mesh = Mesh::new(points.collect::<Vec<_>>(), triangles.collect::<Vec<_>>()).unwrap();
    if weld {
        mesh.weld(Mesh::<DVec3>::FLAT)
    } else {
        mesh
    }
    .into()
}

fn world<V: Vector>(collider: impl Into<Collider<V>>) -> World<V> {
    let mut world = World::new();
    world.insert(Body::new(collider)).unwrap();
    world
}

/// Where a character is a second after it was in the air at `start`, holding this velocity to the right.
fn after_a_second<V: Vector>(world: &World<V>, start: DVec2, speed: f64, hz: f64) -> (DVec2, bool) {
    let of = |x: f64, y: f64| V::from_f64([x, y, 0.]);
    let mut mover = Mover::new(MoverSettings::<V>::default()).unwrap();
    let mut body = CharacterState::at(of(start.x, start.y), V::Scalar::from_f64(1.8));
    let dt = V::Scalar::from_f64(1. / hz);
    for _ in 0..hz as u32 {
        mover.step(world, &mut body, &Intent::walk(of(speed, 0.)), dt);
    }
    let [x, y, _] = body.feet.to_f64();
    (dvec2(x, y), body.ground.is_some())
}

/// Falls that pass the edge at -0.3 to 0.3 m from it, with the speed held.
fn falls() -> impl Iterator<Item = (DVec2, f64)> {
    let mut random = fastrand::Rng::with_seed(26);
    (0..60).map(move |_| {
        let (height, speed) = (0.05 + random.f64(), 6. * random.f64());
        let time = (2. * height / MoverSettings::<DVec2>::default().gravity).sqrt();
        let at_edge = 0.6 * random.f64() - 0.3;
        (dvec2(at_edge - speed * time, height), speed)
    })
}

fn they_end_like_those_on_to_a_box<V: Vector>(one: &World<V>, many: &[(&'static str, World<V>)]) {
    let mut landed = 0;
    for (start, speed) in falls() {
        for hz in RATES {
            let (place, is_on) = after_a_second(one, start, speed, hz);
            landed += u32::from(is_on && place.y > -0.1);
            for (name, world) in many {
                let (other, is_also_on) = after_a_second(world, start, speed, hz);
                assert!(
                    is_on == is_also_on && place.distance(other) < AS_NEAR,
                    "{name}, {hz} Hz, from {start} at {speed} m/s: {other} {is_also_on}, on a box {place} {is_on}"
                );
            }
        }
    }
    assert!(landed > 120, "{landed} of 240 are on the ledge");
}

#[test]
fn falls_on_to_the_edge_of_a_chain_end_like_those_on_to_a_box() {
    let center = dvec2(2., -1.);
    let one = world(Collider::cuboid(
        center,
        [DVec2::X * 2., DVec2::Y, DVec2::ZERO],
    ));
    let many = [
        ("one tile", outline(2., 1, false)),
        ("one tile, back", outline(2., 1, true)),
        ("four tiles", outline(2., 4, false)),
        ("four tiles, back", outline(2., 4, true)),
    ];
    let many = many.map(|(name, outline)| (name, world(Chain::open(outline).unwrap())));
    they_end_like_those_on_to_a_box(&one, &many);
}

#[test]
fn falls_on_to_the_edge_of_a_mesh_end_like_those_on_to_a_box() {
    let half = [DVec3::X * 2., DVec3::Y, DVec3::Z * 5.];
    let one = world(Collider::cuboid(dvec3(2., -1., 0.), half));
    let many = [
        ("four tiles", extruded(&outline(2., 4, false), false)),
        ("four tiles, back", extruded(&outline(2., 4, true), false)),
        ("four tiles, welded", extruded(&outline(2., 4, false), true)),
        (
            "four tiles, back, welded",
            extruded(&outline(2., 4, true), true),
        ),
    ];
    let many = many.map(|(name, collider)| (name, world(collider)));
    they_end_like_those_on_to_a_box(&one, &many);
}

/// On a slope the gap is measured along its normal.
#[test]
fn a_walk_from_a_level_on_to_a_slope_below_keeps_the_whole_skin() {
    let (sin, cos) = 50_f64.to_radians().sin_cos();
    let settings = MoverSettings {
        max_slope: 0.5,
        ..MoverSettings::default()
    };
    let mut world = World::<DVec3>::new();
    let level = Collider::cuboid(
        dvec3(-5., -1., 0.),
        [DVec3::X * 5., DVec3::Y, DVec3::Z * 5.],
    );
    world.insert(level).unwrap();
    let (along, normal) = (dvec3(cos, -sin, 0.), dvec3(sin, cos, 0.));
    let slope = Collider::cuboid(along * 5. - normal, [along * 5., normal, DVec3::Z * 5.]);
    world.insert(slope).unwrap();
    let mut mover = Mover::new(settings).unwrap();
    let mut body = CharacterState::at(dvec3(-0.5, 0.01, 0.), 1.8);
    let mut on_slope = 0;
    for _ in 0..60 {
        mover.step(&world, &mut body, &Intent::walk(DVec3::X), 1. / 60.);
        if body.feet.x > 0.3 {
            let middle = body.feet + DVec3::Y * settings.radius;
            let gap = middle.dot(normal) - settings.radius;
            assert!((gap - settings.skin).abs() < 1e-4, "{gap} {body:?}");
            on_slope += 1;
        }
    }
    assert!(on_slope > 5 && body.ground.is_some(), "{on_slope} {body:?}");
}
