//! Files made to break a reader: none may panic, hang or fill the memory.

use std::time::{Duration, Instant};

use carom_level::{
    Format, LevelError, MAX_CORNERS, MAX_DEPTH, MAX_JSON_ITEMS, Options, no_siblings, read,
};
use serde_json::{Value, json};

use crate::compressed::data as sample;
use crate::glb_maker::Maker;
use crate::read_alone;

const MUTATIONS: usize = 20_000;

/// A small file with everything that the readers know.
fn samples() -> Vec<(Vec<u8>, Format)> {
    let obj = "# all\nmtllib a.mtl\no a\nv 0 0 0\nv 1 0 0 1\nv 1 1 0 0 0 0\nv 0 1 0\nv .5 .5 0\nvn 0 0 1\n\
        f 1/1 2//1 3\nf 1 2 3 4\ng b\nusemtl c\nf -5 -4 \\\n-3 -2 -1\nl 1 2 3\nf 1 2 5 3 4\n";
    let mut maker = Maker::new();
    let positions = maker.floats(&[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0.]);
    let indices = maker.indices(&[0, 1, 2, 2, 1, 3]);
    let (places, values) = (maker.view(&[1, 0, 3, 0]), maker.view(&[0x3f; 24]));
    maker.json["accessors"][positions]["sparse"] = json!({
        "count": 2,
        "indices": { "bufferView": places, "componentType": 5123 },
        "values": { "bufferView": values }
    });
    maker.mesh(json!({ "attributes": { "POSITION": positions }, "indices": indices }));
    maker.mesh(json!({ "attributes": { "POSITION": positions }, "indices": indices, "mode": 5 }));
    maker.scene(json!([
        { "children": [1, 2], "rotation": [0, 0, 0.6, 0.8] },
        { "mesh": 0, "scale": [-1, 2, 3], "children": [3] },
        { "mesh": 1, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,5,0,1] },
        { "mesh": 0 }
    ]));
    let text = with_data(&maker);
    vec![
        (obj.into(), Format::Obj),
        (maker.glb(), Format::Gltf),
        (text, Format::Gltf),
        (physics(), Format::Gltf),
    ]
}

/// A glTF with its buffer in it.
fn with_data(maker: &Maker) -> Vec<u8> {
    let engine = &base64::engine::general_purpose::STANDARD;
    let data = base64::Engine::encode(engine, &maker.bytes);
    maker.gltf(&format!("data:;base64,{data}"))
}

/// Every kind of collider.
fn physics() -> Vec<u8> {
    let mut maker = Maker::triangle();
    let collider = |shape: usize| json!({ "KHR_physics_rigid_bodies": { "collider": { "geometry": { "shape": shape } } } });
    maker.json["extensionsUsed"] = json!(["KHR_physics_rigid_bodies", "OMI_physics_body"]);
    maker.json["extensions"] = json!({
        "KHR_implicit_shapes": { "shapes": [
            { "type": "box", "box": { "size": [1, 2, 3] } },
            { "type": "sphere", "sphere": { "radius": 2 } },
            { "type": "capsule", "capsule": { "height": 2, "radiusTop": 1, "radiusBottom": 0.5 } },
            { "type": "plane", "plane": { "sizeX": 2 } },
        ] },
        "OMI_physics_shape": { "shapes": [{ "type": "trimesh", "trimesh": { "mesh": 0 } }] },
    });
    maker.scene(json!([
        { "name": "A-colonly", "mesh": 0, "children": [1, 2, 3, 4, 5, 6, 7] },
        { "name": "UCX_A", "mesh": 0 },
        { "extensions": collider(0) },
        { "extensions": collider(1) },
        { "extensions": collider(2), "scale": [1, -2, 1] },
        { "extensions": collider(3) },
        { "extensions": { "OMI_physics_body": { "motion": { "type": "static" }, "collider": { "shape": 0 } } } },
        { "mesh": 0, "extensions": { "KHR_physics_rigid_bodies": { "collider": { "geometry": { "node": 1 } } } } },
    ]));
    with_data(&maker)
}

fn mutated(sample: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    const WORDS: [&[u8]; 10] = [
        b"-1",
        b"0",
        b"4294967295",
        b"9223372036854775807",
        b"18446744073709551615",
        b"1e308",
        b"nan",
        b"\n",
        b"{",
        b"]",
    ];
    let mut bytes = sample.to_vec();
    for _ in 0..random.usize(1..=4) {
        let at = random.usize(0..bytes.len());
        match random.u8(0..6) {
            0 => bytes[at] = random.u8(..),
            1 => bytes[at] ^= 1 << random.u8(0..8),
            2 if random.bool() => bytes.truncate(at.max(1)),
            2 | 3 => {
                // Replace a number.
                let digits = bytes[at..]
                    .iter()
                    .take_while(|byte| byte.is_ascii_digit())
                    .count();
                let word = random.choice(WORDS).unwrap_or(b"");
                bytes.splice(at..at + digits, word.iter().copied());
            }
            4 => {
                let end = random.usize(at..bytes.len()).min(at + 32);
                let piece = bytes[at..end].to_vec();
                let to = random.usize(0..bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                let end = random.usize(at..bytes.len()).min(at + 32);
                bytes.drain(at..end);
            }
        }
        if bytes.is_empty() {
            return bytes;
        }
    }
    bytes
}

#[test]
fn mutated_files_are_read_or_refused() {
    let mut random = fastrand::Rng::with_seed(0x00ca_0201);
    let samples = samples();
    let (mut read_whole, mut slowest) = (0, Duration::ZERO);
    for (sample, format) in &samples {
        assert!(read_alone(sample, *format).is_ok());
    }
    for turn in 0..MUTATIONS {
        let (sample, format) = &samples[turn % samples.len()];
        let bytes = mutated(sample, &mut random);
        let start = Instant::now();
        read_whole += usize::from(is_read(&bytes, *format));
        slowest = slowest.max(start.elapsed());
    }
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    // Neither all harmless nor all refused at the first byte.
    assert!(
        (MUTATIONS / 20..MUTATIONS * 19 / 20).contains(&read_whole),
        "{read_whole}"
    );
}

/// Whether a file is read, and then whole; if not, its error is short.
fn is_read(bytes: &[u8], format: Format) -> bool {
    let level = match read_alone(bytes, format) {
        Ok(level) => level,
        Err(error) => {
            assert!(error.to_string().len() < 1000, "{error}");
            return false;
        }
    };
    assert!(!level.triangles.is_empty());
    assert!(level.vertices.iter().all(|vertex| vertex.is_finite()));
    let mut indices = level.triangles.iter().flatten();
    assert!(indices.all(|&index| (index as usize) < level.vertices.len()));
    true
}

#[test]
fn mutated_streams_are_read_or_refused() {
    let names = [
        "terrain-meshopt.glb",
        "terrain-meshopt-1.glb",
        "terrain-draco.glb",
        "indices.glb",
    ];
    for name in names {
        let mut random = fastrand::Rng::with_seed(0x00ca_0202);
        let sample = sample(name);
        assert!(is_read(&sample, Format::Gltf));
        let json = u32::from_le_bytes(sample[12..16].try_into().unwrap());
        let stream = 28 + json as usize;
        let (mut read_whole, mut slowest) = (0, Duration::ZERO);
        for _ in 0..MUTATIONS / 4 {
            let mut bytes = sample.clone();
            for _ in 0..random.usize(1..=4) {
                let at = random.usize(stream..bytes.len());
                bytes[at] = match random.u8(0..4) {
                    0 => 0xff,
                    1 => 0,
                    2 => bytes[at] ^ 1 << random.u8(0..8),
                    _ => random.u8(..),
                };
            }
            let start = Instant::now();
            read_whole += usize::from(is_read(&bytes, Format::Gltf));
            slowest = slowest.max(start.elapsed());
        }
        assert!(slowest < Duration::from_secs(1), "{name}: {slowest:?}");
        let some = MUTATIONS / 400..MUTATIONS / 4 * 99 / 100;
        assert!(some.contains(&read_whole), "{name}: {read_whole}");
    }
}

#[test]
fn every_truncation_is_read_or_refused() {
    for (sample, format) in samples() {
        for length in 0..sample.len() {
            let _ = read_alone(&sample[..length], format);
        }
    }
}

/// A chain of `count` nodes, the triangle at its end.
fn chain(count: usize) -> Maker {
    let mut maker = Maker::triangle();
    let node = |index| match index + 1 == count {
        true => json!({ "mesh": 0 }),
        false => json!({ "children": [index + 1] }),
    };
    maker.json["nodes"] = (0..count).map(node).collect();
    maker
}

#[test]
fn nodes_nest_to_the_limit_and_no_deeper() {
    assert!(read_alone(&chain(MAX_DEPTH).glb(), Format::Gltf).is_ok());
    let error = read_alone(&chain(MAX_DEPTH + 1).glb(), Format::Gltf).unwrap_err();
    assert_eq!(
        error.to_string(),
        "node 1024: it is nested deeper than 1024 nodes"
    );
    assert!(read_alone(&chain(100_000).glb(), Format::Gltf).is_err());
}

#[test]
fn doubling_children_do_not_make_endless_paths() {
    let mut maker = Maker::triangle();
    let doubled = |index: usize| json!({ "children": [index + 1, index + 1] });
    maker.json["nodes"] = (0..200).map(doubled).collect();
    assert!(read_alone(&maker.glb(), Format::Gltf).is_err());
}

#[test]
fn instances_count_against_the_limit() {
    // 300 nodes of a mesh of 600 primitives of 333 triangles: 60 million.
    let mut maker = Maker::new();
    maker.floats(&[0.; 9]);
    maker.indices(&[0; 999]);
    let primitive = json!({ "attributes": { "POSITION": 0 }, "indices": 1 });
    maker.push("meshes", json!({ "primitives": vec![primitive; 600] }));
    let mut nodes = vec![json!({ "children": (1..=300).collect::<Vec<_>>() })];
    nodes.resize(301, json!({ "mesh": 0 }));
    maker.scene(Value::Array(nodes));
    let error = read_alone(&maker.glb(), Format::Gltf);
    assert!(matches!(error, Err(LevelError::TooManyTriangles)));
}

#[test]
fn strips_without_triangles_are_not_read_again() {
    // a a b b c c …: many vertices and no triangle, but for the last.
    let strip = |solid: bool| {
        let mut maker = Maker::new();
        let corners: Vec<u8> = (0..200u32).flat_map(|index| [index as u8; 2]).collect();
        let corners = [corners, if solid { vec![1, 2, 3] } else { vec![] }].concat();
        maker.floats(&[0.; 600]);
        maker.indices(&corners);
        let primitive = json!({ "attributes": { "POSITION": 0 }, "indices": 1, "mode": 5 });
        maker.push("meshes", json!({ "primitives": [primitive] }));
        let mut nodes = vec![json!({ "children": (1..=3).collect::<Vec<_>>() })];
        nodes.resize(4, json!({ "mesh": 0 }));
        maker.scene(Value::Array(nodes));
        read_alone(&maker.glb(), Format::Gltf)
    };
    assert!(matches!(strip(false), Err(LevelError::NoTriangles)));
    let level = strip(true).unwrap();
    assert!(level.vertices.len() <= 3 * level.triangles.len());
    // A long strip under many meshes: 300 times 200,000.
    let mut maker = Maker::new();
    maker.floats(&[0.; 9]);
    maker.indices(&[0; 200_002]);
    let primitive = json!({ "attributes": { "POSITION": 0 }, "indices": 1, "mode": 5 });
    let mesh = json!({ "primitives": [primitive] });
    maker.json["meshes"] = Value::Array(vec![mesh; 300]);
    let mut nodes = vec![json!({ "children": (1..=300).collect::<Vec<_>>() })];
    nodes.extend((0..300).map(|mesh| json!({ "mesh": mesh })));
    maker.scene(Value::Array(nodes));
    let error = read_alone(&maker.glb(), Format::Gltf);
    assert!(matches!(error, Err(LevelError::TooManyTriangles)));
}

#[test]
fn declared_counts_allocate_nothing() {
    for count in [1u64 << 20, 1 << 32, (1 << 32) + 2, 150_000_000, u64::MAX] {
        for list in ["/accessors/0", "/accessors/0/sparse"] {
            let mut maker = Maker::triangle();
            let view = maker.view(&[0, 1]);
            maker.json["accessors"][0]["sparse"] = json!({
                "count": 2,
                "indices": { "bufferView": view, "componentType": 5121 },
                "values": { "bufferView": 0 }
            });
            maker.json.pointer_mut(list).unwrap()["count"] = json!(count);
            assert!(read_alone(&maker.glb(), Format::Gltf).is_err());
        }
        let mut maker = Maker::triangle();
        maker.json["bufferViews"][0]["byteLength"] = json!(count);
        assert!(read_alone(&maker.glb(), Format::Gltf).is_err());
    }
    // Zeros that the file does not store.
    let mut maker = Maker::triangle();
    let indices = maker.indices(&[0, 1, 2]);
    maker.json["meshes"][0]["primitives"][0]["indices"] = json!(indices);
    maker.json["accessors"][0] = json!({
        "count": 1u64 << 40, "componentType": 5126, "type": "VEC3",
        "sparse": {
            "count": 1,
            "indices": { "bufferView": 1, "componentType": 5121 },
            "values": { "bufferView": 0 }
        }
    });
    let error = read_alone(&maker.glb(), Format::Gltf)
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("1099511627776 zeros that the file does not hold"),
        "{error}"
    );
}

#[test]
fn json_of_countless_items_is_refused_before_it_is_parsed() {
    let list = "{},".repeat(MAX_JSON_ITEMS / 2);
    let text = format!(r#"{{"asset":{{"version":"2.0"}},"materials":[{list}{{}}]}}"#);
    let error = read_alone(text.as_bytes(), Format::Gltf)
        .unwrap_err()
        .to_string();
    assert!(error.contains("8388608 are read"), "{error}");
    let deep = "[".repeat(100_000);
    let text = format!(r#"{{"asset":{{"version":"2.0"}},"accessors":[{{"min":{deep}"#);
    assert!(matches!(
        read_alone(text.as_bytes(), Format::Gltf),
        Err(LevelError::Json(_))
    ));
}

#[test]
fn a_sibling_may_be_short_or_not_come() {
    let text = Maker::triangle().gltf("a.bin");
    let error = read(&text, Format::Gltf, &Options::default(), &mut |_| {
        Ok(vec![0; 5])
    });
    assert_eq!(
        error.unwrap_err().to_string(),
        "mesh 0 \"wall\", primitive 0: buffer 0 declares 36 bytes and has 5"
    );
    assert!(read(&text, Format::Gltf, &Options::default(), &mut no_siblings).is_err());
}

/// A face with the largest number of corners, at these points.
fn face_of(corner: impl Fn(usize) -> [f64; 2]) -> String {
    let (mut text, mut face) = (String::new(), "f".to_owned());
    for number in 1..=MAX_CORNERS {
        let [x, y] = corner(number);
        text += &format!("v {x} {y} 0\n");
        face += &format!(" {number}");
    }
    text + &face
}

#[test]
fn the_worst_polygons_end_in_time() {
    let chance = |number: usize| fastrand::Rng::with_seed(number as u64).f64();
    let around = |turn: f64, radius: f64| [radius * turn.cos(), radius * turn.sin()];
    let far = |number: usize, [x, y]: [f64; 2]| if number == 1 { [1e6, 1e6] } else { [x, y] };
    let faces = [
        // In no order: each side crosses a thousand others.
        face_of(|n| [chance(n), chance(n + 9999)]),
        // The same in a far corner of its bounds, all in one cell of every grid.
        face_of(|n| far(n, [chance(n), chance(n + 9999)])),
        // A star with a winding number of hundreds.
        face_of(|n| around(n as f64 * 2.4, 1.0)),
        face_of(|n| far(n, around(n as f64 * 2.4, 1.0 + chance(n)))),
        // Two facing combs, a spiral, and one line there and back.
        face_of(|n| [n as f64, if n % 2 == 0 { 0.0 } else { 1.0 + chance(n) }]),
        face_of(|n| around((n.min(MAX_CORNERS - n)) as f64 * 0.1, n as f64)),
        face_of(|n| [(n * 7 % 13) as f64, (n * 5 % 11) as f64]),
    ];
    for (which, text) in faces.iter().enumerate() {
        let start = Instant::now();
        let level = read_alone(text.as_bytes(), Format::Obj).unwrap();
        assert!(!level.triangles.is_empty());
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "{which}: {:?}",
            start.elapsed()
        );
    }
}
