//! Skinned meshes: doors, levers and characters are where their joints are, not where their node is.

use carom_level::{Format, Level, LevelError};
use glam::{DVec3, dvec3};
use serde_json::{Value, json};

use crate::glb_maker::Maker;
use crate::read_alone;

/// A triangle with its first two corners at joint 0, and the third between both; the joints are at x = 10 and y = 20.
fn skinned(change: impl FnOnce(&mut Value)) -> Result<Level, LevelError> {
    let mut maker = Maker::new();
    let positions = maker.floats(&[0., 0., 0., 1., 0., 0., 0., 0., 1.]);
    let joints = maker.accessor(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], 5121, "VEC4", 3);
    let weights = [[1_f32, 0., 0., 0.], [1., 0., 0., 0.], [0.5, 0.5, 0., 0.]];
    let weights: Vec<u8> = weights
        .concat()
        .iter()
        .flat_map(|w| w.to_le_bytes())
        .collect();
    let weights = maker.accessor(&weights, 5126, "VEC4", 3);
    // The mesh was bound a meter to the left of joint 0, and at joint 1.
    let mut bind = [[0_f32; 16]; 2];
    for (number, matrix) in bind.iter_mut().enumerate() {
        for i in [0, 5, 10, 15] {
            matrix[i] = 1.0;
        }
        matrix[12] = if number == 0 { -1.0 } else { 0.0 };
    }
    let bind: Vec<u8> = bind.concat().iter().flat_map(|x| x.to_le_bytes()).collect();
    let bind = maker.accessor(&bind, 5126, "MAT4", 2);
    maker.mesh(json!({
        "attributes": { "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights },
    }));
    maker.scene(json!([
        // Its own transform does not count.
        { "name": "door", "mesh": 0, "skin": 0, "translation": [500, 0, 0], "children": [1, 2] },
        { "translation": [-490, 0, 0] },
        { "translation": [-500, 20, 0] },
    ]));
    maker.json["skins"] = json!([{ "joints": [1, 2], "inverseBindMatrices": bind }]);
    change(&mut maker.json);
    read_alone(&maker.glb(), Format::Gltf)
}

fn fault(change: impl FnOnce(&mut Value)) -> String {
    skinned(change).unwrap_err().to_string()
}

#[test]
fn a_mesh_is_where_its_joints_are() {
    let level = skinned(|_| ()).unwrap();
    let expected = [dvec3(9., 0., 0.), dvec3(10., 0., 0.), dvec3(4.5, 10., 1.)];
    assert_eq!(level.vertices, expected);
    assert_eq!(&*level.objects[0].name, "door");
}

#[test]
fn without_matrices_a_mesh_is_bound_at_its_joints() {
    let level = skinned(|json| json["skins"] = json!([{ "joints": [1, 2] }]));
    assert_eq!(level.unwrap().vertices[0], dvec3(10., 0., 0.));
}

#[test]
fn without_joints_a_mesh_is_where_its_node_is() {
    let own = |level: Result<Level, LevelError>| level.unwrap().vertices[0];
    let at_node: DVec3 = dvec3(500., 0., 0.);
    let no_scene = skinned(|json| json["skins"][0]["joints"] = json!([1, 9]));
    assert_eq!(own(no_scene), at_node);
    let plain = skinned(|json| {
        let attributes = &mut json["meshes"][0]["primitives"][0]["attributes"];
        attributes.as_object_mut().unwrap().remove("JOINTS_0");
    });
    assert_eq!(own(plain), at_node);
}

#[test]
fn damaged_skins_are_named() {
    assert_eq!(
        fault(|json| json["skins"] = json!([])),
        "skin 0: it does not exist"
    );
    assert_eq!(
        fault(|json| json["skins"][0]["joints"] = json!([1])),
        "mesh 0 \"wall\", primitive 0: vertex 2 has joint 1, and its skin has 1"
    );
    assert_eq!(
        fault(|json| json["skins"][0]["joints"] = json!([1, 2, 1])),
        "skin 0: it has 3 joints and 2 inverse bind matrices"
    );
    assert_eq!(
        fault(|json| json["accessors"][1]["count"] = json!(2)),
        "mesh 0 \"wall\", primitive 0: it has fewer joints or weights than vertices"
    );
    let error = fault(|json| json["accessors"][2]["type"] = json!("VEC3"));
    assert!(
        error.starts_with("mesh 0 \"wall\", primitive 0: accessor 2: "),
        "{error}"
    );
}
