//! The names of objects, groups and materials.

use crate::glb_maker::Maker;
use crate::read_alone;
use carom_level::{Format, Level, LevelError, Object, Options, Selection, Up, no_siblings, read};
use glam::dvec3;
use serde_json::json;

const SQUARE: &str = "v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\n";

/// Every object: its path joined by slashes, its material and its triangles.
fn names(level: &Level) -> Vec<(String, String, std::ops::Range<u32>)> {
    let row = |object: &Object| {
        let material = object.material.as_deref().unwrap_or("-");
        let path = level.path(object).join("/");
        (path, material.to_owned(), object.triangles.clone())
    };
    level.objects.iter().map(row).collect()
}

fn row(
    path: &str,
    material: &str,
    triangles: std::ops::Range<u32>,
) -> (String, String, std::ops::Range<u32>) {
    (path.into(), material.into(), triangles)
}

fn obj(text: &str) -> Level {
    read_alone(format!("{SQUARE}{text}").as_bytes(), Format::Obj).unwrap()
}

fn is_whole(level: &Level) {
    let mut next = 0;
    for object in &level.objects {
        assert_eq!(object.triangles.start, next);
        assert!(!object.triangles.is_empty());
        next = object.triangles.end;
    }
    assert_eq!(next as usize, level.triangles.len());
}

#[test]
fn objects_groups_and_materials_of_an_obj() {
    let level = obj(
        "f 1 2 3\no Big House\nusemtl brick wall\nf 1 2 3 4\nf 1 3 4\ng roof left\nf 1 2 3\nusemtl tiles\nf 1 2 3\ng\nf 1 2 3\n\
         o Tree\nusemtl\nf 1 2 3\no Big House\ng cellar\nf 1 2 3 # not a name",
    );
    is_whole(&level);
    let expected = [
        row("", "-", 0..1),
        row("Big House", "brick wall", 1..4),
        row("Big House/roof left", "brick wall", 4..5),
        row("Big House/roof left", "tiles", 5..6),
        row("Big House", "tiles", 6..7),
        row("Tree", "-", 7..8),
        row("Big House/cellar", "-", 8..9),
    ];
    assert_eq!(names(&level), expected);
    assert_eq!(level.groups.len(), 1, "the house is one group");
    assert_eq!(level.object(5).unwrap().material.as_deref(), Some("tiles"));
    assert_eq!(level.object(9), None);
}

#[test]
fn a_face_with_fewer_triangles_than_corners_moves_no_names() {
    // The third corner is on the straight line between the fourth and the first.
    let text = "v 0 0 0\nv 1 0 0\nv .5 .5 0\nv 1 1 0\nv 0 0 9\no A\nf 1 2 3 4\no B\nf 1 2 5\nf 2 3 4 1\no C\nf 1 2 5\n";
    let level = read_alone(text.as_bytes(), Format::Obj).unwrap();
    is_whole(&level);
    assert_eq!(level.objects[0].triangles, 0..1);
    for name in ["B", "C"] {
        let object = level
            .objects
            .iter()
            .find(|object| &*object.name == name)
            .unwrap();
        assert_eq!(
            level.triangles[object.triangles.start as usize],
            [0, 1, 4],
            "{name}"
        );
    }
}

#[test]
fn groups_without_objects_and_names_without_faces() {
    let level = obj("g wall\nusemtl a\nusemtl b\nf 1 2 3\ng nothing\ng wall\nf 1 3 4\n");
    is_whole(&level);
    assert_eq!(names(&level), [row("wall", "b", 0..2)]);
}

#[test]
fn a_name_in_another_encoding_is_read_and_anything_else_is_an_error() {
    let mut bytes = SQUARE.as_bytes().to_vec();
    bytes.extend(b"# \xe9t\xe9\no T\xfcr\nusemtl \xff\xfe\nf 1 2 3\n");
    let level = read_alone(&bytes, Format::Obj).unwrap();
    assert_eq!(names(&level), [row("T\u{fffd}r", "\u{fffd}\u{fffd}", 0..1)]);
    bytes.extend(b"f 1 2 \xfc\n");
    let error = read_alone(&bytes, Format::Obj).unwrap_err();
    assert!(matches!(error, LevelError::Encoding { line: 9 }), "{error}");
}

#[test]
fn nodes_meshes_and_materials_of_a_gltf() {
    let mut maker = Maker::new();
    let positions = maker.floats(&[0., 0., 0., 1., 0., 0., 0., 1., 0.]);
    maker.json["materials"] = json!([{ "name": "stone" }, {}]);
    let primitive =
        |material: usize| json!({ "attributes": { "POSITION": positions }, "material": material });
    let mesh =
        json!({ "name": "Wall.001", "primitives": [primitive(0), primitive(0), primitive(1)] });
    maker.push("meshes", mesh);
    let plain = json!({ "primitives": [{ "attributes": { "POSITION": positions } }] });
    maker.push("meshes", plain);
    maker.scene(json!([
        { "name": "House", "children": [1, 2], "mesh": 1 },
        { "children": [3, 4] },
        { "name": "Door", "mesh": 1 },
        { "mesh": 0 },
        { "name": "Door", "mesh": 1 },
    ]));
    maker.json["scenes"] = json!([{ "nodes": [0] }]);
    let level = read_alone(&maker.glb(), Format::Gltf).unwrap();
    is_whole(&level);
    let expected = [
        row("House", "-", 0..1),
        row("House/Wall.001", "stone", 1..3),
        row("House/Wall.001", "-", 3..4),
        row("House/Door", "-", 4..5),
        row("House/Door", "-", 5..6),
    ];
    assert_eq!(names(&level), expected, "nodes of one name are two objects");
}

#[test]
fn objects_are_removed_with_their_triangles() {
    let mut level = obj("o a\nf 1 2 3\no b\nf 1 2 3 4\no c\nf 2 3 4\n");
    level.retain(|object| &*object.name != "b");
    is_whole(&level);
    assert_eq!(names(&level), [row("a", "-", 0..1), row("c", "-", 1..2)]);
    assert_eq!(level.triangles, [[0, 1, 2], [1, 2, 3]]);
    assert_eq!(level.objects[1].first_in_file, 3);
    level.retain(|_| false);
    assert!(level.triangles.is_empty() && level.objects.is_empty());
}

fn selected(level: &Level, only: &[&str], exclude: &[&str]) -> Result<String, String> {
    let mut level = level.clone();
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let selection = Selection {
        only: texts(only),
        exclude: texts(exclude),
        bounds: None,
    };
    level
        .select(&selection)
        .map_err(|error| error.to_string())?;
    is_whole(&level);
    let paths: Vec<String> = names(&level).into_iter().map(|row| row.0).collect();
    Ok(paths.join(" "))
}

#[test]
fn selections_by_name_group_material_and_path() {
    let level = obj(
        "o House\ng Roof\nusemtl tiles\nf 1 2 3\ng Wall\nusemtl brick\nf 1 2 3 4\no Shed\ng Roof\nf 1 2 3\no Path\nf 1 2 3\n",
    );
    let all = "House/Roof House/Wall Shed/Roof Path";
    for (only, exclude, left) in [
        (&[][..], &[][..], all),
        (&["*"], &[], all),
        (&["House"], &[], "House/Roof House/Wall"),
        (&["Roof", "Path"], &[], "House/Roof Shed/Roof Path"),
        (&["House/R*"], &[], "House/Roof"),
        (&["bri?k"], &[], "House/Wall Shed/Roof Path"),
        (&["House"], &["tiles"], "House/Wall"),
        (&[], &["*/Roof"], "House/Wall Path"),
    ] {
        assert_eq!(
            selected(&level, only, exclude).as_deref(),
            Ok(left),
            "{only:?} {exclude:?}"
        );
    }
    let error = selected(&level, &[], &["roof"]).unwrap_err();
    let expected = "no object, group or material is named \"roof\"; there is House, Path, Roof, Shed, Wall, brick, tiles";
    assert_eq!(error, expected);
    let error = selected(&level, &["Roof"], &["Roof"]).unwrap_err();
    assert_eq!(
        error,
        "nothing is left of the level: the selection leaves out every triangle"
    );
    let error = selected(&obj("f 1 2 3"), &["a\nb"], &[]).unwrap_err();
    assert_eq!(
        error,
        "no object, group or material is named \"a\\nb\"; the file names nothing"
    );
    let many: String = (0..20)
        .map(|i| format!("o Wall.{i:02}\nf 1 2 3\n"))
        .collect();
    let error = selected(&obj(&many), &["Floor"], &[]).unwrap_err();
    assert!(error.ends_with("Wall.10, Wall.11, and 8 more"), "{error}");
}

#[test]
fn a_selection_by_place_splits_objects() {
    let columns: String = (0..6)
        .map(|x| format!("v {x} 0 0\nv {x} 0 1\nv {x}.5 2 0\n"))
        .collect();
    let text = format!(
        "{columns}o Row\nf 1 2 3\nf 4 5 6\nf 7 8 9\nf 10 11 12\no Rest\nf 13 14 15\nf 16 17 18\n"
    );
    let mut level = read_alone(text.as_bytes(), Format::Obj).unwrap();
    let corners = [dvec3(4.0, 9.0, 9.0), dvec3(1.5, 1.0, -9.0)];
    let selection = Selection {
        bounds: Some(corners),
        ..Selection::default()
    };
    level.select(&selection).unwrap();
    is_whole(&level);
    let kept: Vec<_> = (level.objects.iter())
        .map(|object| {
            (
                &*object.name,
                object.triangles.clone(),
                object.first_in_file,
            )
        })
        .collect();
    assert_eq!(kept, [("Row", 0..3, 1), ("Rest", 3..4, 4)]);
    assert_eq!(level.triangles[0], [3, 4, 5]);
}

/// A box of two opposite triangles, as an object.
fn boxed(name: &str, half: f64, low: f64, high: f64, first: usize) -> String {
    let corners =
        format!("v -{half} {low} -{half}\nv {half} {low} {half}\nv {half} {high} -{half}\n");
    format!(
        "{corners}o {name}\nf {} {} {}\n",
        first,
        first + 1,
        first + 2
    )
}

fn sky(objects: &[(&str, f64, f64, f64)]) -> Vec<String> {
    let boxes = objects.iter().enumerate();
    let text: String = boxes
        .map(|(i, (name, half, low, high))| boxed(name, *half, *low, *high, 3 * i + 1))
        .collect();
    read_alone(text.as_bytes(), Format::Obj).unwrap().sky()
}

#[test]
fn the_sky_is_what_encloses_a_level() {
    let level = ("Level", 50.0, 0.0, 9.0);
    // By name at any width, without one if it is far wider.
    assert_eq!(sky(&[("skybox", 60.0, -9.0, 50.0), level]), ["skybox"]);
    assert_eq!(sky(&[level, ("Sphere", 4000.0, -9.0, 900.0)]), ["Sphere"]);
    let both = [
        ("Stars", 9000.0, -9.0, 900.0),
        level,
        ("MySky", 80.0, 0.0, 20.0),
    ];
    assert_eq!(sky(&both), ["Stars", "MySky"]);
    // A hall around a table, a large terrain, a skylight, a level alone.
    assert!(sky(&[("Hall", 60.0, 0.0, 9.0), ("Table", 1.0, 0.0, 1.0)]).is_empty());
    assert!(sky(&[("Terrain", 4000.0, -90.0, 5.0), level]).is_empty());
    assert!(sky(&[level, ("Skylight", 2.0, 8.0, 9.0)]).is_empty());
    assert!(sky(&[("Sky", 4000.0, 0.0, 9.0)]).is_empty());
}

#[test]
fn nodes_where_players_start() {
    let mut maker = Maker::triangle();
    maker.json["nodes"] = json!([
        { "mesh": 0, "children": [1, 2, 3] },
        { "name": "SpawnPoint.001", "translation": [1, 2, 3] },
        { "name": "marker", "translation": [0, 5, 0], "children": [4] },
        { "name": "respawner" },
        { "name": "PLAYER_start", "translation": [1, 0, 0] },
    ]);
    let options = Options {
        up: Up::Z,
        scale: 0.01,
        ..Options::default()
    };
    let level = read(&maker.glb(), Format::Gltf, &options, &mut no_siblings).unwrap();
    let spawns: Vec<_> = (level.spawns.iter())
        .map(|spawn| (&*spawn.name, spawn.position))
        .collect();
    let expected = [
        ("SpawnPoint.001", dvec3(0.01, 0.03, -0.02)),
        ("PLAYER_start", dvec3(0.01, 0.0, -0.05)),
        ("respawner", dvec3(0.0, 0.0, 0.0)),
    ];
    assert_eq!(spawns, expected);
}
