//! glTF and GLB: the triangles of scenes.

use std::fs;

use base64::Engine;
use carom_level::{Format, Level, LevelError, Options, open, read};
use glam::{DVec3, dvec3};
use serde_json::{Value, json};

use crate::area_vector;
use crate::glb_maker::{Maker, frame};
use crate::read_alone;

fn glb(maker: &Maker) -> Result<Level, LevelError> {
    read_alone(&maker.glb(), Format::Gltf)
}

fn fault(maker: &Maker) -> String {
    glb(maker).unwrap_err().to_string()
}

/// The triangle of [`Maker::triangle`] under these nodes.
fn placed(nodes: Value) -> Result<Level, LevelError> {
    let mut maker = Maker::triangle();
    maker.json["nodes"] = nodes;
    glb(&maker)
}

const TRIANGLE: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Y];

#[test]
fn a_triangle_without_indices_is_read() {
    let level = glb(&Maker::triangle()).unwrap();
    assert_eq!(level.vertices, TRIANGLE);
    assert_eq!(level.triangles, [[0, 1, 2]]);
}

#[test]
fn indices_of_every_size_are_read_and_unused_vertices_left_out() {
    let bytes = [
        (5121, vec![3, 1, 2]),
        (5123, vec![3, 0, 1, 0, 2, 0]),
        (5125, vec![3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]),
    ];
    for (component, bytes) in bytes {
        let mut maker = Maker::new();
        let positions = maker.floats(&[9., 9., 9., 1., 0., 0., 0., 1., 0., 0., 0., 0., 8., 8., 8.]);
        let indices = maker.accessor(&bytes, component, "SCALAR", 3);
        maker.mesh(json!({ "attributes": { "POSITION": positions }, "indices": indices }));
        maker.scene(json!([{ "mesh": 0 }]));
        let level = glb(&maker).unwrap();
        assert_eq!(level.vertices, [DVec3::X, DVec3::Y, DVec3::ZERO]);
        assert_eq!(level.triangles, [[2, 0, 1]]);
    }
}

#[test]
fn strips_and_fans_keep_their_winding() {
    let strip = [0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0.];
    let fan = [0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.];
    for (mode, square) in [(5, strip), (6, fan)] {
        let mut maker = Maker::new();
        let positions = maker.floats(&square);
        maker.mesh(json!({ "attributes": { "POSITION": positions }, "mode": mode }));
        maker.scene(json!([{ "mesh": 0 }]));
        let level = glb(&maker).unwrap();
        assert_eq!(level.triangles.len(), 2);
        assert_eq!(area_vector(&level), DVec3::Z);
    }
    let mut maker = Maker::new();
    let positions = maker.floats(&strip);
    let joined = maker.indices(&[0, 1, 2, 2, 2, 3, 3, 1]);
    maker.mesh(json!({ "attributes": { "POSITION": positions }, "indices": joined, "mode": 5 }));
    maker.scene(json!([{ "mesh": 0 }]));
    assert_eq!(glb(&maker).unwrap().triangles, [[0, 1, 2]]);
}

#[test]
fn lines_and_points_are_skipped() {
    for mode in 0..4 {
        let mut maker = Maker::triangle();
        let line = json!({ "attributes": { "POSITION": 0 }, "mode": mode });
        maker.json["meshes"][0]["primitives"]
            .as_array_mut()
            .unwrap()
            .insert(0, line);
        assert_eq!(glb(&maker).unwrap().triangles.len(), 1);
        maker.json["meshes"][0]["primitives"]
            .as_array_mut()
            .unwrap()
            .pop();
        assert!(matches!(glb(&maker), Err(LevelError::NoTriangles)));
    }
}

#[test]
fn sparse_positions_replace_the_base_or_zero() {
    let mut maker = Maker::triangle();
    let indices = maker.view(&[0, 2]);
    let values: Vec<u8> = [5f32, 6., 7., 2., 3., 4.]
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let values = maker.view(&values);
    let sparse = json!({
        "count": 2,
        "indices": { "bufferView": indices, "componentType": 5121 },
        "values": { "bufferView": values }
    });
    maker.json["accessors"][0]["sparse"] = sparse;
    let replaced = [dvec3(5., 6., 7.), DVec3::X, dvec3(2., 3., 4.)];
    assert_eq!(glb(&maker).unwrap().vertices, replaced);
    let accessor = maker.json["accessors"][0].as_object_mut().unwrap();
    accessor.remove("bufferView");
    let replaced = [dvec3(5., 6., 7.), DVec3::ZERO, dvec3(2., 3., 4.)];
    assert_eq!(glb(&maker).unwrap().vertices, replaced);
}

#[test]
fn interleaved_positions_are_read_at_their_stride() {
    let mut maker = Maker::new();
    let rows = [[7f32, 0., 0., 0.], [7., 1., 0., 0.], [7., 0., 1., 0.]];
    let bytes: Vec<u8> = rows
        .iter()
        .flatten()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    maker.accessor(&bytes, 5126, "VEC3", 3);
    maker.json["bufferViews"][0]["byteStride"] = json!(16);
    maker.json["accessors"][0]["byteOffset"] = json!(4);
    maker.mesh(json!({ "attributes": { "POSITION": 0 } }));
    maker.scene(json!([{ "mesh": 0 }]));
    assert_eq!(glb(&maker).unwrap().vertices, TRIANGLE);
    maker.json["accessors"][0]["byteOffset"] = json!(8);
    assert!(fault(&maker).ends_with("accessor 0: 3 elements exceed buffer view 0"));
}

#[test]
fn quantized_positions_are_read() {
    let mut maker = Maker::new();
    maker.accessor(&[0, 0, 0, 127, 0, 0, 0, 129, 128], 5120, "VEC3", 3);
    maker.mesh(json!({ "attributes": { "POSITION": 0 } }));
    maker.scene(json!([{ "mesh": 0 }]));
    maker.json["extensionsRequired"] = json!(["KHR_mesh_quantization", "KHR_materials_unlit"]);
    assert_eq!(glb(&maker).unwrap().vertices[2], dvec3(0., -127., -128.));
    maker.json["accessors"][0]["normalized"] = json!(true);
    assert_eq!(glb(&maker).unwrap().vertices[2], dvec3(0., -1., -1.));
}

#[test]
fn transforms_multiply_down_the_tree() {
    let level = placed(json!([
        { "translation": [10, 0, 0], "children": [1, 3] },
        { "rotation": [0, 0, 0.707_106_77, 0.707_106_77], "children": [2] },
        { "scale": [2, 3, 4], "mesh": 0 },
        { "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,5,0,1], "mesh": 0 }
    ]))
    .unwrap();
    // Scaled, then a quarter turn from x to y, then moved.
    let expected = [dvec3(10., 0., 0.), dvec3(10., 2., 0.), dvec3(7., 0., 0.)];
    for (vertex, expected) in level.vertices.iter().zip(expected) {
        assert!((*vertex - expected).length() < 1e-14, "{vertex}");
    }
    assert_eq!(
        level.vertices[3..],
        [dvec3(10., 5., 0.), dvec3(11., 5., 0.), dvec3(10., 6., 0.)]
    );
    assert_eq!(level.triangles, [[0, 1, 2], [3, 4, 5]]);
}

#[test]
fn a_mirrored_node_turns_its_triangles() {
    let level = placed(json!([{ "scale": [-1, 1, 1], "mesh": 0 }])).unwrap();
    assert_eq!(level.triangles, [[0, 2, 1]]);
    assert_eq!(area_vector(&level), dvec3(0., 0., 0.5));
    // Two mirrors cancel.
    let both =
        json!([{ "scale": [-1, 1, 1], "children": [1] }, { "scale": [1, -2, 1], "mesh": 0 }]);
    assert_eq!(placed(both).unwrap().triangles, [[0, 1, 2]]);
}

#[test]
fn the_default_scene_is_read_else_the_first_else_all_roots() {
    let nodes = json!([
        { "mesh": 0 },
        { "mesh": 0, "translation": [0, 0, 1], "children": [2] },
        { "mesh": 0, "translation": [0, 0, 1] }
    ]);
    let heights = |scene: Value, scenes: Value| {
        let mut maker = Maker::triangle();
        maker.json["nodes"] = nodes.clone();
        maker.json["scenes"] = scenes;
        maker.json["scene"] = scene;
        let level = glb(&maker).unwrap();
        level
            .vertices
            .chunks(3)
            .map(|corners| corners[0].z)
            .collect::<Vec<_>>()
    };
    let scenes = json!([{ "nodes": [2] }, { "nodes": [1, 0] }]);
    assert_eq!(heights(json!(1), scenes.clone()), [1., 2., 0.]);
    assert_eq!(heights(Value::Null, scenes), [1.]);
    assert_eq!(heights(Value::Null, json!([])), [0., 1., 2.]);
}

#[test]
fn buffers_come_from_the_chunk_the_text_or_a_sibling() {
    let maker = Maker::triangle();
    let engine = base64::engine::general_purpose::STANDARD;
    let data = engine.encode(&maker.bytes);
    for kind in [
        "data:application/octet-stream",
        "DATA:application/gltf-buffer",
        "data:",
    ] {
        let text = maker.gltf(&format!("{kind};base64,{data}"));
        assert_eq!(read_alone(&text, Format::Gltf).unwrap().vertices, TRIANGLE);
    }
    let marked = [b"\xef\xbb\xbf", &maker.gltf("data/a%20b.bin")[..]].concat();
    let mut names = Vec::new();
    let level = read(&marked, Format::Gltf, &Options::default(), &mut |name| {
        names.push(name.to_owned());
        Ok(maker.bytes.clone())
    });
    assert_eq!(level.unwrap().vertices, TRIANGLE);
    assert_eq!(names, ["data/a b.bin"]);
}

#[test]
fn names_outside_the_folder_never_reach_the_sibling() {
    for uri in [
        "../a.bin",
        "%2e%2e/a.bin",
        "/etc/passwd",
        "file:///etc/passwd",
        "a\\b",
        "http://a/b",
    ] {
        let text = Maker::triangle().gltf(uri);
        let error = read(&text, Format::Gltf, &Options::default(), &mut |name| {
            panic!("{name} was requested")
        });
        assert!(matches!(error, Err(LevelError::Element { .. })), "{uri}");
    }
    let text = Maker::triangle().gltf("gone.bin");
    assert_eq!(
        read_alone(&text, Format::Gltf).unwrap_err().to_string(),
        "mesh 0 \"wall\", primitive 0: buffer 0, \"gone.bin\": cannot be read: no other files were given"
    );
}

#[test]
fn open_reads_the_files_beside() {
    let folder = std::env::temp_dir().join(format!("carom-level-{}", std::process::id()));
    fs::create_dir_all(folder.join("data")).unwrap();
    let maker = Maker::triangle();
    fs::write(folder.join("data/level.bin"), &maker.bytes).unwrap();
    fs::write(folder.join("level.gltf"), maker.gltf("data/level.bin")).unwrap();
    fs::write(folder.join("level"), maker.glb()).unwrap();
    for name in ["level.gltf", "level"] {
        let level = open(folder.join(name), &Options::default()).unwrap();
        assert_eq!(level.vertices, TRIANGLE);
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn extensions_that_are_needed_and_not_read_are_named() {
    for name in ["EXT_mesh_gpu_instancing", "VENDOR_x"] {
        let mut maker = Maker::triangle();
        maker.json["extensionsUsed"] = json!([name]);
        assert!(glb(&maker).is_ok());
        maker.json["extensionsRequired"] = json!([name]);
        let expected = format!("the file requires the extension {name}, which carom does not read");
        assert_eq!(fault(&maker), expected);
    }
}

#[test]
fn faults_of_a_mesh_name_it_and_its_primitive() {
    let cases: &[(&str, Value, &str)] = &[
        (
            "/accessors/0/count",
            json!(4),
            "4 corners are no whole number of triangles",
        ),
        (
            "/accessors/0/count",
            json!(6),
            "accessor 0: 6 elements exceed buffer view 0",
        ),
        (
            "/accessors/0/count",
            json!(149_999_997u64),
            "accessor 0: 149999997 elements exceed buffer view 0",
        ),
        (
            "/accessors/0/byteOffset",
            json!(u64::MAX),
            "accessor 0: 3 elements exceed buffer view 0",
        ),
        (
            "/accessors/0/type",
            json!("VEC2"),
            "accessor 0: it holds Vec2 where Vec3 is needed",
        ),
        (
            "/accessors/0/componentType",
            json!(5125),
            "its positions are neither floats nor quantized",
        ),
        (
            "/accessors/0/componentType",
            json!(1),
            "accessor 0: its component type or type is unknown",
        ),
        (
            "/accessors/0/bufferView",
            json!(7),
            "buffer view 7 does not exist",
        ),
        ("/bufferViews/0/buffer", json!(7), "buffer 7 does not exist"),
        (
            "/bufferViews/0/byteLength",
            json!(1000),
            "accessor 0: buffer view 0 exceeds its buffer",
        ),
        (
            "/bufferViews/0/byteOffset",
            json!(u64::MAX),
            "accessor 0: buffer view 0 exceeds its buffer",
        ),
        (
            "/bufferViews/0/byteStride",
            json!(4),
            "accessor 0: a stride of 4 bytes for elements of 12",
        ),
        (
            "/bufferViews/0/byteStride",
            json!(u64::MAX),
            "accessor 0: 3 elements exceed buffer view 0",
        ),
        (
            "/meshes/0/primitives/0/attributes",
            json!({}),
            "it has no POSITION",
        ),
        (
            "/meshes/0/primitives/0/attributes/POSITION",
            json!(7),
            "accessor 7 does not exist",
        ),
        (
            "/meshes/0/primitives/0/indices",
            json!(7),
            "accessor 7 does not exist",
        ),
        (
            "/meshes/0/primitives/0/indices",
            json!(0),
            "accessor 0: it holds Vec3 where Scalar is needed",
        ),
        (
            "/meshes/0/primitives/0/mode",
            json!(9),
            "its mode is unknown",
        ),
    ];
    for (pointer, value, reason) in cases {
        let mut maker = Maker::triangle();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        maker.json.pointer_mut(parent).unwrap()[key] = value.clone();
        assert_eq!(
            fault(&maker),
            format!("mesh 0 \"wall\", primitive 0: {reason}")
        );
    }
}

#[test]
fn faults_of_the_numbers_name_them() {
    let mut maker = Maker::triangle();
    maker.indices(&[0, 1, 2, 0, 9, 1]);
    maker.json["meshes"][0]["primitives"][0]["indices"] = json!(1);
    assert!(fault(&maker).ends_with("primitive 0: index 4 is 9, and it has 3 vertices"));
    let mut maker = Maker::triangle();
    maker.bytes[16..20].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(fault(&maker).ends_with("primitive 0: vertex 1 is not finite"));
    for (indices, reason) in [
        ([2, 1], "sparse index 1 does not increase"),
        ([0, 3], "sparse index 1 is 3, of 3 elements"),
    ] {
        let mut maker = Maker::triangle();
        let view = maker.view(&indices);
        maker.json["accessors"][0]["sparse"] = json!({
            "count": 2,
            "indices": { "bufferView": view, "componentType": 5121 },
            "values": { "bufferView": 0 }
        });
        assert!(fault(&maker).ends_with(reason));
    }
    let mut maker = Maker::triangle();
    maker.json["accessors"][0]
        .as_object_mut()
        .unwrap()
        .remove("bufferView");
    assert!(fault(&maker).ends_with("accessor 0: it has no buffer view"));
}

#[test]
fn faults_of_the_nodes_name_them() {
    let cases = [
        (
            json!([{ "children": [1] }, { "name": "a\nb", "children": [0] }]),
            "node 0: it is reached twice, so the nodes are no tree",
        ),
        (
            json!([{ "children": [1, 1] }, { "name": "a\nb" }]),
            "node 1 \"a\\nb\": it is reached twice, so the nodes are no tree",
        ),
        (json!([{ "children": [5] }]), "node 5: it does not exist"),
        (json!([{ "mesh": 5 }]), "mesh 5: it does not exist"),
        (
            json!([{ "rotation": [0, 0, 0, 0] }]),
            "node 0: its rotation is no quaternion",
        ),
    ];
    for (nodes, message) in cases {
        assert_eq!(placed(nodes).unwrap_err().to_string(), message);
    }
    // A number beyond f32 is refused by the JSON reader if it is built with `float_roundtrip` (by
    // another crate of the same build), by ours otherwise.
    let beyond = placed(json!([{ "translation": [0, 1e99, 0] }])).unwrap_err();
    let beyond = beyond.to_string();
    let ours = "node 0: its transform is not finite";
    assert!(
        beyond == ours || beyond.contains("number out of range"),
        "{beyond}"
    );
    let mut maker = Maker::triangle();
    maker.json["scene"] = json!(3);
    assert_eq!(fault(&maker), "scene 3: it does not exist");
}

#[test]
fn faults_of_the_file_are_said() {
    let whole = Maker::triangle().glb();
    let message = |bytes: &[u8]| read_alone(bytes, Format::Gltf).unwrap_err().to_string();
    let length = whole.len();
    assert_eq!(
        message(&whole[..length - 1]),
        format!(
            "truncated GLB: the file needs {length} bytes and {} are there",
            length - 1
        )
    );
    assert_eq!(
        message(&whole[..7]),
        "truncated GLB: the header needs 12 bytes and 7 are there"
    );
    assert_eq!(
        message(b"glTF\x01\0\0\0\0\0\0\0"),
        "not a GLB that carom reads: version 1, only 2 is read"
    );
    assert_eq!(
        message(b"glTF\x02\0\0\0\x03\0\0\0"),
        "not a GLB that carom reads: a declared length of 3 bytes"
    );
    assert_eq!(
        message(&frame(&[])),
        "not a GLB that carom reads: it has no JSON chunk"
    );
    assert_eq!(
        message(&frame(&[(b"BIN\0", b"abcd")])),
        "not a GLB that carom reads: its first chunk is not JSON"
    );
    assert_eq!(
        message(b"{}"),
        "glTF JSON: line 1, column 2: missing field `asset`"
    );
    assert!(message(b"v 0 0 0").starts_with("glTF JSON: line 1, column 1: "));
    assert_eq!(
        message(br#"{"asset":{"version":"1.0"}}"#),
        "glTF JSON: version 1.0, only 2.0 is read"
    );
    assert_eq!(
        message(br#"{"asset":{"version":"2.0"}}"#),
        "the level has no triangles"
    );
    let mut extra = whole.clone();
    let chunk = b"\x04\0\0\0XTRAabcd";
    extra.extend(chunk);
    let length = (extra.len() as u32).to_le_bytes();
    extra[8..12].copy_from_slice(&length);
    assert_eq!(read_alone(&extra, Format::Gltf).unwrap().vertices, TRIANGLE);
}
