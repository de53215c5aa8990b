//! The colors of triangles.

use crate::compressed::{data, painted};
use crate::glb_maker::Maker;
use crate::read_alone;
use carom_level::{Format, Level, Options, read};
use serde_json::json;
use std::io;

const SQUARE: &str = "v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\n";

/// An OBJ beside a file of materials.
fn obj(text: &str, materials: &str) -> Level {
    let mut sibling = |name: &str| match name {
        "my materials.mtl" => Ok(materials.as_bytes().to_vec()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    read(
        text.as_bytes(),
        Format::Obj,
        &Options::default(),
        &mut sibling,
    )
    .unwrap()
}

#[test]
fn materials_of_an_obj() {
    let text = format!(
        "mtllib my materials.mtl\nmtllib ../secret.mtl\nmtllib missing.mtl\n{SQUARE}\
         usemtl brick\nf 1 2 3 4\nusemtl glass\nf 1 2 3\nusemtl none\nf 1 2 3\n"
    );
    let materials =
        "# all\nnewmtl brick\n  Kd 1 0.5 0\nKs 1 1 1\nnewmtl glass\nKd 0.2\nnewmtl bad\nKd x\n";
    let mut level = obj(&text, materials);
    let brick = [255, 128, 0];
    assert_eq!(level.colors, [brick, brick, [51; 3], [255; 3]]);
    level.retain(|object| object.material.as_deref() != Some("brick"));
    assert_eq!(level.colors, [[51; 3], [255; 3]]);
    // Without the file, or with one color, there are none.
    assert!(
        read_alone(text.as_bytes(), Format::Obj)
            .unwrap()
            .colors
            .is_empty()
    );
    assert!(obj(&text, "newmtl brick\nKd 1 1 1\n").colors.is_empty());
}

#[test]
fn materials_are_only_read_below_the_level() {
    let text =
        format!("mtllib /etc/passwd\nmtllib a/../../b.mtl\nmtllib C:\\x.mtl\n{SQUARE}f 1 2 3\n");
    let mut sibling = |name: &str| -> io::Result<Vec<u8>> { panic!("{name}") };
    read(
        text.as_bytes(),
        Format::Obj,
        &Options::default(),
        &mut sibling,
    )
    .unwrap();
}

#[test]
fn colors_of_vertices() {
    let text = "v 0 0 0 1 0 0\nv 0 0 1 0 1 0\nv 1 0 1 0 0 1\nv 1 0 0\nv 1 0 2 9 -1 nan\nf 1 2 3\nf 1 2 4\nf 5 5 5\n";
    let level = read_alone(text.as_bytes(), Format::Obj).unwrap();
    assert_eq!(level.colors, [[85; 3], [255; 3], [255, 0, 0]]);
    // Before they are averaged, colors of a glTF are those of light.
    let mut maker = Maker::new();
    let positions = maker.floats(&[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0.]);
    let colors = maker.accessor(
        &[255, 0, 0, 9, 255, 0, 0, 9, 255, 0, 0, 9, 0, 0, 0, 0],
        5121,
        "VEC4",
        4,
    );
    maker.json["accessors"][colors]["normalized"] = json!(true);
    let indices = maker.indices(&[0, 1, 2, 1, 2, 3]);
    maker.json["materials"] =
        json!([{ "pbrMetallicRoughness": { "baseColorFactor": [0.5, 1, 1, 1] } }]);
    maker.mesh(json!({
        "attributes": { "POSITION": positions, "COLOR_0": colors }, "indices": indices, "material": 0
    }));
    maker.scene(json!([{ "mesh": 0 }]));
    let level = read_alone(&maker.glb(), Format::Gltf).unwrap();
    // 0.5 and 0.333 in sRGB.
    assert_eq!(level.colors, [[188, 0, 0], [156, 0, 0]]);
    maker.json["accessors"][colors]["type"] = json!("SCALAR");
    let error = read_alone(&maker.glb(), Format::Gltf)
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("its colors are not of 3 or 4 numbers"),
        "{error}"
    );
    maker.json["accessors"][colors] =
        json!({ "bufferView": 1, "componentType": 5121, "type": "VEC4", "count": 3 });
    let error = read_alone(&maker.glb(), Format::Gltf)
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("it has fewer colors than vertices"),
        "{error}"
    );
}

#[test]
fn a_plain_gltf_has_no_colors() {
    assert!(
        read_alone(&Maker::triangle().glb(), Format::Gltf)
            .unwrap()
            .colors
            .is_empty()
    );
}

#[test]
fn compressed_colors_are_those_of_the_plain_level() {
    let sorted = |name: &str| {
        let level = read_alone(&data(name), Format::Gltf).unwrap();
        assert_eq!(level.colors.len(), level.triangles.len(), "{name}");
        painted(&level)
    };
    let plain = sorted("terrain.gltf");
    for name in [
        "terrain-meshopt.glb",
        "terrain-meshopt-1.glb",
        "terrain-draco.glb",
    ] {
        for (found, expected) in sorted(name).iter().zip(&plain) {
            for (found, expected) in found.1.iter().zip(expected.1) {
                assert!(found.abs_diff(expected) <= 8, "{name}: {found} {expected}");
            }
        }
    }
}
