//! Colliders by name and by extension, and what they stand for.

use crate::glb_maker::Maker;
use crate::{area_vector, read_alone};
use carom_level::{Colliders, Format, Level, LevelError, Options, no_siblings, read};
use glam::DVec3;
use serde_json::{Value, json};

fn read_with(bytes: &[u8], format: Format, colliders: Colliders) -> Result<Level, LevelError> {
    let options = Options {
        colliders,
        ..Options::default()
    };
    read(bytes, format, &options, &mut no_siblings)
}

/// The paths of the objects of an OBJ with these objects, and the line about its colliders.
fn obj(objects: &[&str], colliders: Colliders) -> Result<(Vec<String>, String), String> {
    let objects = objects.iter().map(|name| format!("o {name}\nf 1 2 3\n"));
    let text = format!("v 0 0 0\nv 0 0 1\nv 1 0 1\n{}", objects.collect::<String>());
    let level = read_with(text.as_bytes(), Format::Obj, colliders);
    let level = level.map_err(|error| error.to_string())?;
    let paths = level
        .objects
        .iter()
        .map(|object| level.path(object).join("/"));
    Ok((paths.collect(), level.colliders.to_string()))
}

#[test]
fn colliders_of_unreal_stand_for_objects_of_their_name() {
    let objects = [
        "Rock",
        "UCX_Rock_01",
        "UCX_Rock_02",
        "Crate",
        "Crate.001",
        "UBX_Crate.001",
        "ucx_Wall_7",
        "Floor",
    ];
    let (used, line) = obj(&objects, Colliders::Use).unwrap();
    let expected = [
        "UCX_Rock_01",
        "UCX_Rock_02",
        "Crate",
        "UBX_Crate.001",
        "ucx_Wall_7",
        "Floor",
    ];
    assert_eq!(used, expected);
    assert_eq!(
        line,
        "4 colliders (UBX_, UCX_) stand for 2 objects; 2 objects without a collider count as they are drawn"
    );
    let (only, line) = obj(&objects, Colliders::Exclusive).unwrap();
    assert_eq!(
        only,
        ["UCX_Rock_01", "UCX_Rock_02", "UBX_Crate.001", "ucx_Wall_7"]
    );
    assert!(
        line.ends_with("2 objects without a collider are left out"),
        "{line}"
    );
    let (all, line) = obj(&objects, Colliders::Ignore).unwrap();
    assert_eq!((all.len(), &*line), (8, ""));
}

#[test]
fn suffixes_of_godot() {
    let objects = [
        "Wall",
        "Wall-colonly",
        "Stairs-col",
        "Rock-convcol",
        "Grass-noimp",
        "Walk-navmesh.001",
        "Barrel-rigid",
        "Zone_colonly",
    ];
    let (used, line) = obj(&objects, Colliders::Use).unwrap();
    assert_eq!(
        used,
        ["Wall-colonly", "Stairs-col", "Rock-convcol", "Zone_colonly"]
    );
    assert_eq!(
        line,
        "4 colliders (-col, -colonly, -convcol) stand for 1 object; 3 objects take no part (-navmesh, -noimp, -rigid)"
    );
    // Nothing of this is in a level without such names.
    let (used, line) = obj(&["Wall", "Column", "UC_1", "protocol"], Colliders::Use).unwrap();
    assert_eq!((used.len(), &*line), (4, ""));
}

#[test]
fn a_level_that_is_left_without_triangles_is_an_error() {
    let error = obj(&["Wall", "Floor"], Colliders::Exclusive).unwrap_err();
    assert_eq!(error, "no object of the level is a collider");
    let error = obj(&["Grass-noimp"], Colliders::Use).unwrap_err();
    assert_eq!(
        error,
        "nothing is left of the level: every object is marked as one without collision (colliders: ignore keeps them)"
    );
}

#[test]
fn groups_of_an_obj_are_in_the_object_that_is_named() {
    let text = b"v 0 0 0\nv 0 0 1\nv 1 0 1\no House\ng wall\nf 1 2 3\ng roof\nf 1 2 3\no UCX_House\ng all\nf 1 2 3\n";
    let level = read_alone(text, Format::Obj).unwrap();
    let names: Vec<_> = level
        .objects
        .iter()
        .map(|object| level.path(object).join("/"))
        .collect();
    assert_eq!(names, ["UCX_House/all"]);
    assert_eq!(
        (level.objects[0].first_in_file, level.triangles.len()),
        (2, 1)
    );
}

/// A glTF of one triangle in mesh 0, with these nodes and extensions.
fn gltf(nodes: Value, extensions: Value) -> Vec<u8> {
    let mut maker = Maker::triangle();
    let roots: Vec<usize> = (0..nodes.as_array().unwrap().len()).collect();
    maker.json["nodes"] = nodes;
    maker.json["scenes"] = json!([{ "nodes": roots }]);
    let used: Vec<String> = [
        "KHR_implicit_shapes",
        "KHR_physics_rigid_bodies",
        "OMI_physics_body",
        "OMI_physics_shape",
    ]
    .map(String::from)
    .to_vec();
    maker.json["extensionsUsed"] = json!(used);
    maker.json["extensions"] = extensions;
    maker.glb()
}

fn names(level: &Level) -> Vec<&str> {
    level.objects.iter().map(|object| &*object.name).collect()
}

#[test]
fn nodes_of_a_gltf() {
    let nodes = json!([
        { "name": "Rock", "mesh": 0 },
        { "name": "UCX_Rock", "mesh": 0 },
        { "name": "Bush-noimp", "mesh": 0 },
        { "name": "Wall", "mesh": 0 },
    ]);
    let level = read_alone(&gltf(nodes, json!({})), Format::Gltf).unwrap();
    assert_eq!(names(&level), ["UCX_Rock", "Wall"]);
    // A collider below the object that it stands for, and a subtree that is not imported.
    let mut maker = Maker::triangle();
    maker.json["nodes"] = json!([
        { "name": "Rock", "mesh": 0, "children": [1, 2] },
        { "name": "Shape-colonly", "mesh": 0 },
        { "name": "Extra-noimp", "children": [3] },
        { "name": "Detail", "mesh": 0 },
    ]);
    let level = read_alone(&maker.glb(), Format::Gltf).unwrap();
    assert_eq!(names(&level), ["Shape-colonly"]);
    assert_eq!(level.colliders.left_out["-noimp"], 1);
}

/// The volume inside of triangles that face outwards.
fn volume(level: &Level) -> f64 {
    let tetrahedron = |&[a, b, c]: &[u32; 3]| {
        let [a, b, c] = [a, b, c].map(|index| level.vertices[index as usize]);
        a.dot(b.cross(c)) / 6.0
    };
    level.triangles.iter().map(tetrahedron).sum()
}

/// A level of one implicit shape.
fn shape(shape: Value, node: Value) -> Result<Level, String> {
    let mut node = node;
    node["extensions"] =
        json!({ "KHR_physics_rigid_bodies": { "collider": { "geometry": { "shape": 0 } } } });
    let extensions = json!({ "KHR_implicit_shapes": { "shapes": [shape] } });
    let level = read_alone(&gltf(json!([node]), extensions), Format::Gltf);
    level.map_err(|error| error.to_string())
}

#[test]
fn implicit_shapes_are_closed_and_have_their_volume() {
    use std::f64::consts::PI;
    let ball = 4.0 / 3.0 * PI;
    let cases = [
        (
            json!({ "type": "box", "box": { "size": [1, 2, 3] } }),
            6.0,
            [0.5, 1.0, 1.5],
        ),
        (json!({ "type": "box" }), 1.0, [0.5; 3]),
        (
            json!({ "type": "sphere", "sphere": { "radius": 2 } }),
            8.0 * ball,
            [2.0; 3],
        ),
        (json!({ "type": "sphere" }), ball / 8.0, [0.5; 3]),
        (
            json!({ "type": "capsule", "capsule": { "height": 2, "radiusTop": 1, "radiusBottom": 1 } }),
            ball + 2.0 * PI,
            [1.0, 2.0, 1.0],
        ),
        (
            json!({ "type": "capsule" }),
            ball / 64.0 + PI / 32.0,
            [0.25, 0.5, 0.25],
        ),
        (
            json!({ "type": "cylinder", "cylinder": { "height": 3, "radiusTop": 1, "radiusBottom": 1 } }),
            3.0 * PI,
            [1.0, 1.5, 1.0],
        ),
        (
            json!({ "type": "cylinder", "cylinder": { "height": 3, "radiusTop": 0, "radiusBottom": 1 } }),
            PI,
            [1.0, 1.5, 1.0],
        ),
        // A capsule within its own sphere is that sphere.
        (
            json!({ "type": "capsule", "capsule": { "height": 0.5, "radiusTop": 0.2, "radiusBottom": 1 } }),
            ball,
            [1.0, 1.25, 1.0],
        ),
    ];
    for (file, expected, half) in cases {
        let level = shape(file.clone(), json!({ "name": "Shape" })).unwrap();
        let found = volume(&level);
        // A circle of 16 corners has 0.97 of its area, a ball of 16 by 8 faces 0.95.
        assert!(
            found <= expected * 1.000_001 && found > expected * 0.95,
            "{file}: {found} of {expected}"
        );
        // Closed: the areas add up to zero, and each edge has its opposite.
        assert!(area_vector(&level).length() < 1e-9, "{file}");
        let mut edges: Vec<[u32; 2]> = (level.triangles.iter())
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
            .collect();
        edges.sort_unstable();
        for &[a, b] in &edges {
            assert!(edges.binary_search(&[b, a]).is_ok(), "{file}");
        }
        let count = edges.len();
        edges.dedup();
        assert_eq!(edges.len(), count, "{file}: an edge is there twice");
        let reach = level
            .vertices
            .iter()
            .fold(DVec3::ZERO, |reach, vertex| reach.max(vertex.abs()));
        assert!(reach.distance(DVec3::from(half)) < 1e-12, "{file}: {reach}");
        assert_eq!(
            level.colliders.to_string(),
            "1 collider (KHR_physics_rigid_bodies) stands for 0 objects"
        );
    }
}

#[test]
fn a_tapered_capsule_is_the_hull_of_its_balls() {
    let file = json!({ "type": "capsule", "capsule": { "height": 2, "radiusTop": 0.5, "radiusBottom": 1 } });
    let level = shape(file, json!({})).unwrap();
    for vertex in &level.vertices {
        let to = |y: f64, radius: f64| vertex.distance(DVec3::Y * y) - radius;
        let distance = to(-1.0, 1.0).min(to(1.0, 0.5));
        assert!(distance.abs() < 1e-12, "{vertex}: {distance}");
    }
    // (R² + Rr + r²) of the frustum between the circles of contact, and the two caps.
    let (sine, pi) = (0.25_f64, std::f64::consts::PI);
    let cosine2 = 1.0 - sine * sine;
    let frustum = pi / 3.0 * (2.0 - 0.5 * sine) * cosine2 * 1.75;
    let cap = |radius: f64, height: f64| pi * height * height * (3.0 * radius - height) / 3.0;
    let whole = frustum + cap(1.0, 1.0 + sine) + cap(0.5, 0.5 * (1.0 - sine));
    let found = volume(&level);
    assert!(found < whole && found > whole * 0.98, "{found} of {whole}");
}

#[test]
fn circles_are_as_round_as_they_are_large() {
    let count = |radius: f64, scale: f64| {
        let file = json!({ "type": "sphere", "sphere": { "radius": radius } });
        shape(file, json!({ "scale": [scale, scale, scale] }))
            .unwrap()
            .triangles
            .len()
    };
    assert_eq!(count(0.1, 1.0), 16 * 14);
    assert_eq!(count(0.1, 10.0), count(1.0, 1.0));
    assert!(count(1.0, 1.0) > count(0.1, 1.0));
    assert_eq!(count(1e6, 1.0), 128 * 126);
}

#[test]
fn planes_end_with_the_level() {
    let finite = json!({ "type": "plane", "plane": { "sizeX": 4, "sizeZ": 6 } });
    let level = shape(finite, json!({})).unwrap();
    assert_eq!(area_vector(&level), DVec3::Y * 24.0);
    let nodes = json!([
        { "extensions": { "KHR_physics_rigid_bodies": { "collider": { "geometry": { "shape": 0 } } } }, "scale": [2, 1, 1] },
        { "mesh": 0, "translation": [300, 0, 400] },
    ]);
    let extensions = json!({ "KHR_implicit_shapes": { "shapes": [{ "type": "plane", "plane": { "sizeZ": 10 } }] } });
    let level = read_alone(&gltf(nodes, extensions), Format::Gltf).unwrap();
    let reach = level
        .vertices
        .iter()
        .fold(DVec3::ZERO, |reach, vertex| reach.max(vertex.abs()));
    assert!(reach.x > 500.0 && reach.x < 510.0, "{reach}");
    assert_eq!(level.triangles.len(), 3);
}

#[test]
fn bodies_of_khr_and_omi() {
    let khr = |physics: Value| json!({ "KHR_physics_rigid_bodies": physics });
    let omi = |physics: Value| json!({ "OMI_physics_body": physics });
    let shapes = json!({
        "KHR_implicit_shapes": { "shapes": [{ "type": "box" }] },
        "OMI_physics_shape": { "shapes": [{ "type": "box" }, { "type": "trimesh", "trimesh": { "mesh": 0 } }] },
    });
    let mut maker = Maker::triangle();
    maker.json["extensionsUsed"] = json!(["KHR_physics_rigid_bodies"]);
    maker.json["extensions"] = shapes;
    maker.json["scenes"] = json!([{ "nodes": [0, 1, 3, 6, 8, 10, 11] }]);
    maker.json["nodes"] = json!([
        // The mesh of the same node, then a child's collider.
        { "name": "Own", "mesh": 0, "extensions": khr(json!({ "collider": { "geometry": { "shape": 0 } } })) },
        { "name": "Parent", "mesh": 0, "children": [2] },
        { "name": "Child", "extensions": khr(json!({ "collider": { "geometry": { "shape": 0 } } })) },
        // A static body: the mesh and the shape are siblings, as Godot writes them.
        { "name": "Body", "children": [4, 5], "extensions": omi(json!({ "motion": { "type": "static" } })) },
        { "name": "Drawn", "mesh": 0 },
        { "name": "Shape", "extensions": omi(json!({ "collider": { "shape": 1 } })) },
        // A body that moves takes no part, with all of it.
        { "name": "Barrel", "mesh": 0, "children": [7], "extensions": khr(json!({ "motion": { "mass": 1 } })) },
        { "name": "BarrelShape", "extensions": khr(json!({ "collider": { "geometry": { "shape": 0 } } })) },
        // A kinematic body stays; its geometry is another node, and what is below that.
        { "name": "Lift", "mesh": 0, "translation": [0, 5, 0],
          "extensions": khr(json!({ "motion": { "isKinematic": true }, "collider": { "geometry": { "node": 9 } } })) },
        { "name": "Template", "mesh": 0, "translation": [9, 9, 9], "children": [12] },
        { "name": "Trigger", "mesh": 0, "extensions": khr(json!({ "trigger": { "geometry": { "shape": 0 } } })) },
        { "name": "Off", "scale": [0, 0, 0], "extensions": khr(json!({ "collider": { "geometry": { "shape": 0 } } })) },
        { "name": "Below", "mesh": 0, "translation": [0, 1, 0] },
    ]);
    let bytes = maker.glb();
    let level = read_alone(&bytes, Format::Gltf).unwrap();
    assert_eq!(names(&level), ["Own", "Child", "Shape", "Lift", "Trigger"]);
    assert_eq!(
        level.colliders.to_string(),
        "4 colliders (KHR_physics_rigid_bodies, OMI_physics_body) stand for 4 objects; \
         1 object takes no part (KHR_physics_rigid_bodies); 1 object without a collider counts as it is drawn"
    );
    let counts: Vec<usize> = level
        .objects
        .iter()
        .map(|object| object.triangles.len())
        .collect();
    assert_eq!(counts, [12, 12, 1, 2, 1]);
    // In the space of the collider's node: neither at 9, 9, 9 nor at the origin.
    let lift = level.triangles[level.objects[3].triangles.start as usize][0];
    assert_eq!(level.vertices[lift as usize], DVec3::Y * 5.0);
    let ignored = read_with(&bytes, Format::Gltf, Colliders::Ignore).unwrap();
    assert_eq!(
        names(&ignored),
        ["Own", "Parent", "Drawn", "Barrel", "Lift", "Trigger"]
    );
    let only = read_with(&bytes, Format::Gltf, Colliders::Exclusive).unwrap();
    assert_eq!(names(&only), ["Own", "Child", "Shape", "Lift"]);
}

#[test]
fn bad_colliders_are_named() {
    let with = |collider: Value, shapes: Value| {
        let node = json!({ "name": "A", "extensions": { "KHR_physics_rigid_bodies": { "collider": collider } } });
        let extensions = json!({ "KHR_implicit_shapes": { "shapes": shapes } });
        read_alone(&gltf(json!([node]), extensions), Format::Gltf)
            .unwrap_err()
            .to_string()
    };
    let shape = || json!({ "geometry": { "shape": 0 } });
    let cases = [
        (
            with(shape(), json!([])),
            "node 0 \"A\": its collider: shape 0 does not exist",
        ),
        (
            with(json!({}), json!([])),
            "node 0 \"A\": its collider: it has no shape",
        ),
        (
            with(json!({ "geometry": { "node": 7 } }), json!([])),
            "node 0 \"A\": its collider: node 7 does not exist",
        ),
        (
            with(shape(), json!([{ "type": "torus" }])),
            "node 0 \"A\": its collider: shape 0: its type \"torus\" is not read",
        ),
        (
            with(
                shape(),
                json!([{ "type": "box", "box": { "size": [1, -2, 3] } }]),
            ),
            "node 0 \"A\": its collider: shape 0: a size of -2",
        ),
    ];
    for (found, expected) in &cases {
        assert_eq!(found, expected);
    }
    let wrong = with(
        shape(),
        json!([{ "type": "box", "box": { "size": "large" } }]),
    );
    assert!(wrong.starts_with("glTF JSON: line 1, column "), "{wrong}");
    let wrong = with(shape(), json!([{ "type": 5 }]));
    assert!(wrong.starts_with("glTF JSON: line 1, column "), "{wrong}");
}
