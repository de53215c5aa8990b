//! Levels that meshoptimizer and Draco have compressed; `data/README.md` says how.

use crate::glb_maker::Maker;
use crate::read_alone;
use carom_level::{Format, Level};
use serde_json::json;
use std::path::Path;

/// A file of the tests.
pub(crate) fn data(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    std::fs::read(folder.join(name)).unwrap()
}

/// The corners of all triangles in eighths of a meter and their colors, in an order of their own.
pub(crate) fn painted(level: &Level) -> Vec<([[i64; 3]; 3], [u8; 3])> {
    let corner = |index: u32| {
        level.vertices[index as usize]
            .to_array()
            .map(|x| (8.0 * x).round() as i64)
    };
    let turned = |triangle: &[u32; 3]| {
        let mut corners = triangle.map(corner);
        let first = (0..3).min_by_key(|i| corners[*i]).unwrap();
        corners.rotate_left(first);
        corners
    };
    let triangles = level.triangles.iter().map(turned);
    let mut painted: Vec<_> = triangles.zip(level.colors.iter().copied()).collect();
    painted.sort_unstable();
    painted
}

fn eighths(level: &Level) -> Vec<[[i64; 3]; 3]> {
    painted(level)
        .into_iter()
        .map(|(triangle, _)| triangle)
        .collect()
}

#[test]
fn compressed_levels_are_the_same_as_plain_ones() {
    let plain = read_alone(&data("terrain.gltf"), Format::Gltf).unwrap();
    assert_eq!(plain.triangles.len(), 328);
    // All coordinates are whole eighths, and compression moves them by less than 2 mm.
    for vertex in &plain.vertices {
        assert_eq!((*vertex * 8.0).fract(), glam::DVec3::ZERO);
    }
    for name in [
        "terrain-meshopt.glb",
        "terrain-meshopt-1.glb",
        "terrain-meshopt-floats.glb",
        "terrain-draco.glb",
    ] {
        let level = read_alone(&data(name), Format::Gltf).unwrap();
        assert_eq!(eighths(&level), eighths(&plain), "{name}");
        assert_eq!(level.path(&level.objects[0]), ["Terrain"], "{name}");
    }
}

#[test]
fn indices_of_no_triangles_are_the_same_as_plain_ones() {
    let [compressed, plain] = ["indices.glb", "indices-plain.glb"]
        .map(|name| read_alone(&data(name), Format::Gltf).unwrap());
    assert_eq!(compressed, plain);
    assert!(plain.triangles.len() > 10);
}

/// The error of a level with one buffer view that is compressed like this, of `data`.
fn meshopt(view: serde_json::Value, data: &[u8]) -> String {
    let mut maker = Maker::triangle();
    maker.bytes = data.to_vec();
    maker.json["extensionsUsed"] = json!(["EXT_meshopt_compression"]);
    maker.json["bufferViews"][0]["extensions"] = json!({ "EXT_meshopt_compression": view });
    let error = read_alone(&maker.glb(), Format::Gltf)
        .unwrap_err()
        .to_string();
    let place = "mesh 0 \"wall\", primitive 0: buffer view 0: ";
    error.strip_prefix(place).unwrap_or(&error).to_owned()
}

#[test]
fn bad_compressed_views_are_named() {
    let view = |length: usize, stride: usize, count: u64, mode: &str| json!({ "buffer": 0, "byteLength": length, "byteStride": stride, "count": count, "mode": mode });
    let zeros = [0; 64];
    let mut attributes = zeros;
    attributes[0] = 0xa0;
    let mut modes = zeros;
    (modes[0], modes[63]) = (0xa1, 3);
    let mut filtered = view(45, 12, 3, "ATTRIBUTES");
    filtered["filter"] = json!("OCTAHEDRAL");
    let cases = [
        (
            meshopt(view(64, 12, 4, "ATTRIBUTES"), &zeros),
            "its compressed data is not that of 36 bytes",
        ),
        (
            meshopt(view(64, 12, u64::MAX / 2, "ATTRIBUTES"), &zeros),
            "its compressed data is not that of 36 bytes",
        ),
        (
            meshopt(view(64, 12, 3, "ATTRIBUTES"), &zeros),
            "its compressed data begins with 0x00, not 0xa0",
        ),
        (
            meshopt(view(65, 12, 3, "ATTRIBUTES"), &zeros),
            "its compressed data exceeds its buffer",
        ),
        (
            meshopt(view(20, 12, 3, "ATTRIBUTES"), &attributes),
            "its compressed data ends too early",
        ),
        (
            meshopt(view(40, 12, 3, "ATTRIBUTES"), &attributes),
            "its compressed data ends too early",
        ),
        (
            meshopt(view(64, 12, 3, "ATTRIBUTES"), &attributes),
            "19 bytes of its compressed data are left",
        ),
        (
            meshopt(view(64, 12, 3, "ATTRIBUTES"), &modes),
            "its channel mode 0x03 is unknown",
        ),
        (
            meshopt(view(64, 12, 3, "TRIANGLES"), &zeros),
            "3 elements of 12 bytes do not fit its mode",
        ),
        (
            meshopt(view(64, 12, 3, "QUADS"), &zeros),
            "its mode \"QUADS\" is not read",
        ),
        (
            meshopt(filtered, &[&attributes[..45], &[0; 19]].concat()),
            "its filter \"OCTAHEDRAL\" is not read",
        ),
    ];
    for (found, expected) in &cases {
        assert_eq!(found, expected);
    }
}
