//! Shapes, meshes, chains, worlds and crowds to JSON and back.

use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec2, dvec3, vec2, vec3};
use carom::{
    Aabb, Ball, Body, Capsule, Chain, Collider, Compound, Cone, Cylinder, Ellipsoid, HeightField,
    Hull, Mesh, OrientedBox, Plane, Polytope, Pose, Rotation, RoundShape, Scalar, Segment, Shape,
    TaperedCapsule, Triangle, Vector, Vector3, World,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// To JSON and back.
fn round<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// A shape of each kind, with numbers that need all their digits.
fn shapes<V: Vector>() -> Vec<Shape<V>> {
    let third = V::Scalar::from_f64(1.0 / 3.0);
    let p = |x: f64, y: f64, z: f64| V::from_f64([x / 3.0, y / 7.0, z / 11.0]);
    let (a, b, c) = (p(1., -2., 3.), p(4., 5., -6.), p(0., 1e-30, 1e30));
    vec![
        Shape::Point(a),
        Shape::Segment(Segment::new(a, b)),
        Shape::Ball(Ball::new(a, third)),
        Shape::Capsule(Capsule::new(a, b, third)),
        Shape::Triangle(Triangle::new(a, b, c)),
        Shape::Hull(Hull::new([a, b, c, a], third)),
        Shape::Aabb(Aabb::of_points([a, b])),
        Shape::Plane(Plane::new(a, third)),
        OrientedBox::new(a, b).into(),
        Cylinder::new(a, b, third).into(),
        Cone::new(a, b, third).into(),
        TaperedCapsule::new(a, b, [third, V::Scalar::ONE]).into(),
        Ellipsoid::new(a, b).into(),
        RoundShape::new(Cone::new(a, b, third).into(), third).into(),
    ]
}

#[test]
fn shapes_come_back_to_the_bit() {
    for shape in shapes::<Vec2>() {
        assert_eq!(round(&shape), shape);
    }
    for shape in shapes::<Vec3>() {
        assert_eq!(round(&shape), shape);
    }
    for shape in shapes::<DVec3>() {
        assert_eq!(round(&shape), shape);
    }
    let ball = Ball::new(vec2(1., 2.), 0.5);
    assert_eq!(
        serde_json::to_string(&Shape::Ball(ball)).unwrap(),
        r#"{"ball":{"center":[1.0,2.0],"radius":0.5}}"#
    );
    assert_eq!(round(&ball), ball);
}

fn tetrahedron<V: Vector3>() -> Mesh<V> {
    let corner = |i: usize| V::from_f64([0, 1, 2].map(|axis| f64::from(u8::from(i == axis)) / 3.0));
    let triangles = vec![[3, 1, 0], [3, 0, 2], [3, 2, 1], [0, 1, 2]];
    Mesh::new((0..4).map(corner).collect::<Vec<_>>(), triangles).unwrap()
}

#[test]
fn a_mesh_comes_back_with_its_answers() {
    for mesh in [tetrahedron::<Vec3>(), tetrahedron().one_sided()] {
        let back = round(&mesh);
        assert!(back.iter().eq(mesh.iter()));
        assert_eq!(back.is_one_sided(), mesh.is_one_sided());
        let ball = Ball::new(vec3(0.3, 0.3, 0.3), 0.1);
        assert_eq!(
            back.query().closest(&ball, 9.),
            mesh.query().closest(&ball, 9.)
        );
    }
    let mesh: Mesh<DVec3> = round(&tetrahedron());
    assert!(mesh.is_closed() && mesh.contains(dvec3(0.05, 0.05, 0.05)));
    let plain = r#"{"vertices": [[0,0,0], [1,0,0], [0,1,0]], "triangles": [[0,1,2]]}"#;
    let mesh: Mesh<Vec3> = serde_json::from_str(plain).unwrap();
    assert!(!mesh.is_one_sided());
}

#[test]
fn a_chain_comes_back_with_its_answers() {
    let vertices = vec![vec2(0., 0.), vec2(1. / 3., 2.), vec2(2., 1.)];
    for chain in [
        Chain::open(vertices.clone()).unwrap(),
        Chain::closed(vertices.clone()).unwrap().one_sided(),
        Chain::closed(vertices).unwrap().raw(),
    ] {
        let back = round(&chain);
        assert_eq!(back.vertices(), chain.vertices());
        assert_eq!(back.segment_count(), chain.segment_count());
        assert_eq!(
            (back.is_closed(), back.is_one_sided(), back.is_raw()),
            (chain.is_closed(), chain.is_one_sided(), chain.is_raw())
        );
        let ball = Ball::new(vec2(3., 3.), 0.5);
        assert_eq!(
            back.query().closest(&ball, 9.),
            chain.query().closest(&ball, 9.)
        );
    }
}

#[test]
fn a_polytope_is_stored_as_its_vertices() {
    let points = [
        vec2(0., 0.),
        vec2(2., 0.),
        vec2(1., 0.25),
        vec2(1., 1. / 3.),
    ];
    let polytope = Polytope::new(&points).unwrap();
    let back = round(&polytope);
    assert_eq!(back.vertices(), [points[0], points[1], points[3]]);
    assert_eq!(back.faces().len(), 3);
    let error = serde_json::from_str::<Polytope<Vec2>>("[]").unwrap_err();
    assert!(
        error.to_string().starts_with("there are no points"),
        "{error}"
    );
}

#[test]
fn bad_data_is_refused_in_the_words_of_the_constructor() {
    let error = |text: &str| {
        serde_json::from_str::<Mesh<Vec3>>(text)
            .unwrap_err()
            .to_string()
    };
    let of = error(r#"{"vertices": [[0,0,0], [1,0,0]], "triangles": [[0,1,0], [0,1,2]]}"#);
    assert!(
        of.starts_with("triangle 1 has the vertex 2, but there are only 2"),
        "{of}"
    );
    let none = error(r#"{"vertices": [], "triangles": []}"#);
    assert!(none.starts_with("the mesh has no triangles"), "{none}");
    // Too large for the type: whether the parser or the mesh reports it depends on the parser.
    error(r#"{"vertices": [[0,0,1e300]], "triangles": [[0,0,0]]}"#);
    let chain = serde_json::from_str::<Chain<Vec2>>(r#"{"vertices": [[0,0]]}"#).unwrap_err();
    assert!(chain.to_string().starts_with("a chain needs two vertices"));
    let rings = r#"{"vertices": [[0,0],[1,0],[0,1]], "rings": [2,2]}"#;
    let rings = serde_json::from_str::<Chain<Vec2>>(rings).unwrap_err();
    assert!(
        rings
            .to_string()
            .starts_with("the rings have more vertices")
    );
}

#[test]
fn a_world_comes_back_with_its_names_and_answers() {
    let mut world = World::new();
    let shared = Arc::new(tetrahedron::<Vec3>().weld(0.99));
    let mut ids = Vec::new();
    for i in 0..6 {
        let turn = Rotation::new(vec3(1., i as f32, 0.3), 0.4 * i as f32);
        let pose = Pose {
            scale: 1.5,
            ..Pose::new(Vec3::X * (3 * i) as f32, turn)
        };
        let body = match i {
            0 | 3 => Body::new(shared.clone()),
            1 => Body::new(Collider::cuboid(Vec3::ZERO, [Vec3::X, Vec3::Y, Vec3::Z])),
            _ => Body::new(Ball::new(Vec3::ZERO, 0.5)),
        };
        let data = 10 + i;
        ids.push(world.insert(Body { pose, data, ..body }).unwrap());
    }
    world.remove(ids[4]).unwrap();
    let text = serde_json::to_string(&world).unwrap();
    let mut back: World<Vec3> = serde_json::from_str(&text).unwrap();
    assert_eq!(back.len(), 5);
    assert_eq!(text.matches("triangles").count(), 1, "the mesh is shared");
    for i in 0..40 {
        let from = vec3(i as f32 * 0.4, 4., 0.1);
        let hit = world.query().ray(from, Vec3::Y * -9.);
        assert_eq!(back.query().ray(from, Vec3::Y * -9.), hit);
    }
    assert!(back.get(ids[4]).is_none() && back.get(ids[5]).unwrap().data == 15);
    let next = Ball::new(Vec3::ZERO, 1.);
    assert_eq!(back.insert(next).unwrap(), world.insert(next).unwrap());

    let broken = text.replacen("\"scale\":1.5", "\"scale\":-1.0", 1);
    let error = serde_json::from_str::<World<Vec3>>(&broken).unwrap_err();
    assert!(
        error.to_string().starts_with("body 0: the body's scale"),
        "{error}"
    );
    let broken = text.replace("\"free\":[4]", "\"free\":[4,4]");
    assert!(serde_json::from_str::<World<Vec3>>(&broken).is_err());

    let mut flat = World::new();
    let line = vec![dvec2(0., 0.), dvec2(4., 0.), dvec2(8., 1.)];
    flat.insert(Chain::open(line).unwrap()).unwrap();
    let text = serde_json::to_string(&flat).unwrap();
    let back: World<DVec2> = serde_json::from_str(&text).unwrap();
    let (from, down) = (dvec2(6., 5.), dvec2(0., -9.));
    assert!(flat.query().ray(from, down).is_some());
    assert_eq!(back.query().ray(from, down), flat.query().ray(from, down));
}

#[test]
fn a_diff_goes_over_the_wire_without_what_has_not_changed() {
    let mut server = World::new();
    let level = Arc::new(tetrahedron::<Vec3>());
    server.insert(level.clone()).unwrap();
    let hero = server.insert(Ball::new(Vec3::X * 5., 0.5)).unwrap();
    let gone = server.insert(Ball::new(Vec3::X * 8., 0.5)).unwrap();
    let mut client: World<Vec3> = round(&server);
    let before = server.clone();
    server.remove(gone);
    let turn = Rotation::new(vec3(1., 2., 0.3), 0.7);
    server
        .move_to(hero, Pose::new(vec3(0.1, 0.7, -0.), turn), 1. / 60.)
        .unwrap();
    let direction = vec3(0., 1., 0.);
    let one_way = Some(carom::OneWay {
        direction,
        margin: 0.1,
    });
    server.set_one_way(hero, one_way).unwrap();
    server.set_layers(hero, 5).unwrap();
    let diff = server.diff_from(&before);
    let text = serde_json::to_string(&diff).unwrap();
    assert!(
        !text.contains("triangles") && !text.contains("ball"),
        "{text}"
    );
    assert!(text.len() < 700, "{} {text}", text.len());
    client.apply(&round(&diff)).unwrap();
    assert_eq!(
        serde_json::to_string(&client).unwrap(),
        serde_json::to_string(&server).unwrap()
    );

    let before = server.clone();
    server.set_one_way(hero, None).unwrap();
    let pose = Pose::at(Vec3::Y * 3.);
    for _ in 0..2 {
        server
            .insert(Body {
                pose,
                ..Body::new(level.clone())
            })
            .unwrap();
    }
    let text = serde_json::to_string(&server.diff_from(&before)).unwrap();
    assert_eq!(text.matches("triangles").count(), 1, "shared by both");
    client.apply(&serde_json::from_str(&text).unwrap()).unwrap();
    assert_eq!(client.get(hero).unwrap().one_way, None);
    for i in 0..40 {
        let from = vec3(i as f32 * 0.2, 9., 0.1);
        let hit = server.query().ray(from, Vec3::Y * -19.);
        assert_eq!(client.query().ray(from, Vec3::Y * -19.), hit);
    }

    // Hostile diffs: errors, no panic, no memory.
    let mut empty = World::<Vec3>::new();
    for (from, to) in [
        ("\"count\":5", "\"count\":4294967295"),
        ("\"count\":5", "\"count\":1"),
        ("\"kept\":0", "\"kept\":9"),
        ("\"free\":[]", "\"free\":[0]"),
        ("\"removed\":[]", "\"removed\":[1,1]"),
    ] {
        let broken = text.replace(from, to);
        let diff: carom::WorldDiff<Vec3> = serde_json::from_str(&broken).unwrap();
        assert!(broken != text || from.contains("count"), "{from} {text}");
        assert!(empty.apply(&diff).is_err() && empty.is_empty());
        let mut base = before.clone();
        assert!(broken == text || base.apply(&diff).is_err(), "{to}");
    }
    let broken = text.replacen("\"surface\":0", "\"surface\":3", 1);
    let error = serde_json::from_str::<carom::WorldDiff<Vec3>>(&broken).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("there is no surface with this number")
    );
}

/// A crowd and its world come back and go on with the same bits.
#[cfg(feature = "mover")]
#[test]
fn a_crowd_comes_back_with_its_state() {
    use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
    let mut world = World::new();
    let floor = Collider::cuboid(-Vec3::Y, [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]);
    world.insert(floor).unwrap();
    let mut crowd = Crowd::new(1 << 31);
    for i in 0..12_u8 {
        let mover = Mover::new(MoverSettings::default()).unwrap();
        let feet = vec3(f32::from(i % 4) / 3. * 2.1, 0.01, f32::from(i / 4) / 1.3);
        let mass = if i == 5 { f32::INFINITY } else { 80. / 3. };
        let role = [CrowdRole::Push, CrowdRole::Static, CrowdRole::Ghost][usize::from(i) % 3];
        crowd
            .add(&mut world, mover, CharacterState::at(feet, 1.8), mass, role)
            .unwrap();
    }
    // The last tick changes heights: their bodies follow in the next.
    let intents = |tick: usize| -> Vec<Intent<Vec3>> {
        let height = (tick == 29).then_some(1.1);
        let walk = |i: usize| vec3((i % 3) as f32 - 1., 0., 2. - (i % 5) as f32);
        (0..12)
            .map(|i| Intent {
                height,
                ..Intent::walk(walk(i))
            })
            .collect()
    };
    for tick in 0..30 {
        crowd.step(&mut world, &intents(tick), 1. / 60.);
    }
    let (mut other_world, mut other) = (round(&world), round(&crowd));
    for tick in 30..90 {
        crowd.step(&mut world, &intents(tick), 1. / 60.);
        other.step(&mut other_world, &intents(tick), 1. / 60.);
        for (agent, same) in crowd.agents().iter().zip(other.agents()) {
            assert_eq!((agent.body, agent.mass), (same.body, same.mass));
            assert_eq!((agent.id(), agent.report()), (same.id(), same.report()));
        }
    }
    let text = serde_json::to_string(&crowd).unwrap();
    let broken = text.replacen("\"mass\":26.666666", "\"mass\":-26.666666", 1);
    assert!(broken != text && serde_json::from_str::<Crowd<Vec3>>(&broken).is_err());
}

/// JSON has no NaN, which is a hole in memory.
#[test]
fn a_height_field_comes_back_with_its_holes() {
    let mut heights: Vec<f32> = (0..20).map(|i| (i as f32 / 3.0).fract()).collect();
    heights[6] = f32::NAN;
    heights[19] = f32::NAN;
    let field = HeightField {
        origin: vec3(1.0 / 3.0, 0.0, 2.0),
        cell: [0.7, 1.0 / 7.0],
        columns: 5,
        heights,
    };
    let bits = |field: &HeightField<Vec3>| {
        let heights: Vec<u32> = field
            .heights
            .iter()
            .map(|height| height.to_bits())
            .collect();
        (field.origin, field.cell, field.columns, heights)
    };
    assert_eq!(bits(&round(&field)), bits(&field));
    // In a world, and in a diff of worlds.
    let mut world = World::new();
    world.insert(field.clone().mesh().unwrap()).unwrap();
    let diff = round(&world.diff_from(&World::new()));
    let mut other = World::new();
    other.apply(&diff).unwrap();
    let mut hits = 0;
    for i in 0..200 {
        let from = vec3((i % 20) as f32 * 0.19, 9.0, 2.0 + (i / 20) as f32 * 0.05);
        let ray = |world: &World<Vec3>| world.query().ray(from, Vec3::Y * -20.0);
        let (a, b, c) = (ray(&world), ray(&other), ray(&round(&world)));
        assert!(a == b && a == c);
        hits += usize::from(a.is_some());
    }
    assert!(hits > 20 && hits < 150, "{hits}");
    // Fields that were stored without a list of holes; a hole that is not there.
    let old =
        r#"{"origin":[0.0,0.0,0.0],"cell":[1.0,1.0],"columns":2,"heights":[1.0,2.0,3.0,4.0]}"#;
    let read = serde_json::from_str::<HeightField<Vec3>>;
    assert_eq!(read(old).unwrap().heights, [1.0, 2.0, 3.0, 4.0]);
    let wrong = old.replace("4.0]}", "4.0],\"holes\":[4]}");
    assert_eq!(read(&wrong).unwrap_err().to_string(), "hole 4 of 4 heights");
}

#[test]
fn compounds_and_solids_come_back_in_a_world() {
    let bounded: Vec<Shape<Vec3>> = shapes()
        .into_iter()
        .filter(|own| own.bounds().is_some())
        .collect();
    let compound = Compound::new(bounded).unwrap();
    assert_eq!(round(&compound).shapes(), compound.shapes());
    let shell = tetrahedron::<Vec3>();
    let turned = shell.iter().map(|t| Triangle::new(t.a, t.c, t.b));
    let turned = Mesh::of_triangles(turned).unwrap();
    let solid = shell.solid().or(turned.solid()).unwrap();
    let chain = vec![dvec2(0., 0.), dvec2(3., 0.), dvec2(0., 3.)];
    let chain = Chain::closed(chain).unwrap().solid().unwrap();
    assert!(round(&solid).is_solid() && round(&chain).is_solid());
    let hole = [dvec2(0.5, 0.5), dvec2(0.5, 1.), dvec2(1., 0.5)];
    let frame = Chain::from_rings([chain.vertices().to_vec(), hole.to_vec()]).unwrap();
    let back = round(&frame.solid().unwrap());
    assert!(back.is_solid() && back.rings().eq([0..3, 3..6]));
    assert!(back.contains(dvec2(0.2, 0.2)) && !back.contains(dvec2(0.6, 0.6)));

    let mut world = World::new();
    let shared = Arc::new(compound);
    for x in [0., 5.] {
        let pose = Pose::at(vec3(x, 0., 0.));
        world
            .insert(Body {
                pose,
                ..Body::new(shared.clone())
            })
            .unwrap();
    }
    world.insert(solid).unwrap();
    let text = serde_json::to_string(&world).unwrap();
    assert_eq!(text.matches("tapered_capsule").count(), 1, "shared by both");
    let back: World<Vec3> = serde_json::from_str(&text).unwrap();
    for p in [vec3(0.05, 0.05, 0.05), vec3(9., 1., -4.)] {
        assert_eq!(
            back.query().closest(&p, 99.),
            world.query().closest(&p, 99.)
        );
    }
    let broken = text.replace(r#"{"compound":0}"#, r#"{"compound":7}"#);
    let error = serde_json::from_str::<World<Vec3>>(&broken).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("body 0: there is no compound with this number"),
        "{error}"
    );
}

#[test]
fn materials_come_back_with_their_crowds_and_recordings() {
    use carom::BodyId;
    use carom::mover::{
        CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings, Recording, SurfaceMaterial,
        Surfaces,
    };
    let mut world = World::new();
    let floor = Collider::cuboid(-Vec3::Y, [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]);
    let floor = world.insert(floor).unwrap();
    let belt = SurfaceMaterial {
        max_slope: Some(0.9),
        step: false,
        friction: 1. / 3.,
        velocity: vec3(1., 0., 1. / 7.),
        tag: 4,
    };
    let mut surfaces = Surfaces::new();
    surfaces.insert(floor, None, belt).unwrap();
    surfaces
        .insert(BodyId::from_bits(9), Some(7), SurfaceMaterial::default())
        .unwrap();
    assert_eq!(round(&surfaces), surfaces);
    let text = serde_json::to_string(&surfaces).unwrap();
    let places = text.matches("\"part\":7").count() + text.matches("\"body\":9").count();
    assert_eq!(places, 2, "{text}");

    let mut mover = Mover::new(MoverSettings::default()).unwrap();
    mover.set_surfaces(Some(Arc::new(surfaces.clone())));
    let before = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
    let (mut after, intent) = (before, Intent::walk(Vec3::Z));
    let report = mover.step(&world, &mut after, &intent, 0.1);
    assert!(after.feet.x > 0.08);
    let recording = round(&Recording::new(&mover, before, intent, after, report));
    assert!(recording.play().unwrap().is_same());
    assert_eq!(recording.surfaces.unwrap().iter().count(), 1);

    let mut crowd = Crowd::new(1 << 31);
    crowd
        .add(&mut world, mover, after, 80., CrowdRole::Push)
        .unwrap();
    let (mut other_world, mut other) = (round(&world), round(&crowd));
    for _ in 0..20 {
        crowd.step(&mut world, &[intent], 1. / 60.);
        other.step(&mut other_world, &[intent], 1. / 60.);
        assert_eq!(crowd.agents()[0].body, other.agents()[0].body);
    }
    assert_eq!(other.agents()[0].mover.surfaces(), Some(&surfaces));

    let contradiction = r#"[{"body":5,"material":{"tag":1}},{"body":5,"material":{"tag":2}}]"#;
    let error = serde_json::from_str::<Surfaces<Vec3>>(contradiction).unwrap_err();
    let message = "body 5: it has the material with tag 1 and cannot have another, with tag 2";
    assert!(error.to_string().starts_with(message), "{error}");
    let steep = r#"[{"body":5,"part":2,"material":{"max_slope":1.5}}]"#;
    let error = serde_json::from_str::<Surfaces<Vec3>>(steep).unwrap_err();
    assert!(
        error.to_string().starts_with("part 2 of body 5: max_slope"),
        "{error}"
    );
}

#[test]
fn bodies_of_characters_come_back_and_bad_ones_are_refused() {
    use carom::mover::{BodyShape, Limbs, MoverSettings};
    let limb = Capsule::new(dvec3(0.1, 1., 0.3), dvec3(1. / 3., 1., 0.3), 0.2);
    let limbs = Limbs::new(&[limb, limb]).unwrap();
    for body in [
        BodyShape::Capsule,
        BodyShape::Cylinder,
        BodyShape::Box { half_length: 0.7 },
        BodyShape::Upright(limbs),
        BodyShape::Lying(limbs),
    ] {
        let settings = MoverSettings::<DVec3> {
            body,
            ..MoverSettings::default()
        };
        assert_eq!(round(&settings), settings);
    }
    let thin = Capsule { radius: 0., ..limb };
    let text = serde_json::json!({ "lying": [thin] }).to_string();
    let error = serde_json::from_str::<BodyShape<DVec3>>(&text).unwrap_err();
    assert!(error.to_string().contains("limbs must be"), "{error}");
    // Settings of older recordings have no body.
    let mut old = serde_json::to_value(MoverSettings::<DVec3>::default()).unwrap();
    old.as_object_mut().unwrap().remove("body").unwrap();
    let settings: MoverSettings<DVec3> = serde_json::from_value(old).unwrap();
    assert_eq!(settings.body, BodyShape::Capsule);
}
