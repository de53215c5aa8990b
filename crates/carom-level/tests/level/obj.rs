//! OBJ: read and skipped lines, and the line that an error names.

use carom_level::{Format, Level, LevelError, MAX_CORNERS, Options, Up, no_siblings, read};
use glam::dvec3;

use crate::{area, area_vector, read_alone};

fn obj(text: &str) -> Result<Level, LevelError> {
    read_alone(text.as_bytes(), Format::Obj)
}

fn fault(text: &str) -> String {
    obj(text).unwrap_err().to_string()
}

const SQUARE: &str = "v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\n";

#[test]
fn numbers_are_the_files_own() {
    let level = obj("v 0.1 -2e-3 +4\nv 1 2 3\nv 5 5 5\nf 1 2 3").unwrap();
    assert_eq!(level.vertices[0], dvec3(0.1, -2e-3, 4.0));
    assert_eq!(level.triangles, [[0, 1, 2]]);
}

#[test]
fn vertices_keep_the_files_order_used_or_not() {
    let level = obj("v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 7 7 7\nf 4 3 2").unwrap();
    assert_eq!(level.vertices.len(), 5);
    assert_eq!(level.vertices[4], dvec3(7.0, 7.0, 7.0));
    assert_eq!(level.triangles, [[3, 2, 1]]);
}

#[test]
fn any_number_of_vertices_survives_the_census() {
    // 1, 2, 3 and 4 corners are special faces to tobj.
    for count in 1..8 {
        let text = "v 1 2 3\n".repeat(count) + "f 1 1 1\nf -1 -1 -1\n";
        let level = obj(&text).unwrap();
        let last = count as u32 - 1;
        assert_eq!(level.vertices.len(), count);
        assert_eq!(level.triangles, [[0; 3], [last; 3]]);
    }
}

#[test]
fn groups_share_vertices_and_faces_keep_their_order() {
    let text = format!(
        "mtllib no such.mtl\no one\n{SQUARE}usemtl a\nf 1 2 3\no two\nusemtl b\nf 1 3 4\ng three\nusemtl\nv 5 5 5\nf -1 1 2\n"
    );
    let level = obj(&text).unwrap();
    assert_eq!(level.vertices.len(), 5);
    assert_eq!(level.triangles, [[0, 1, 2], [0, 2, 3], [4, 0, 1]]);
}

#[test]
fn negative_indices_count_back_from_their_line() {
    let level = obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 1 1 1\nf -1 -2 -3").unwrap();
    assert_eq!(level.triangles, [[0, 1, 2], [3, 2, 1]]);
}

#[test]
fn every_way_to_write_a_corner_is_read() {
    let text = format!(
        "{SQUARE}vt 0 0\nvn 0 1 0\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1\nf 1/ 2/ 3/"
    );
    assert_eq!(obj(&text).unwrap().triangles, [[0, 1, 2]; 4]);
    // Only positions matter: broken normals and huge texture indices pass.
    let text = format!("{SQUARE}vn x\nvt\nf 1/9223372036854775807 2/-9/0 3//99");
    assert_eq!(obj(&text).unwrap().triangles, [[0, 1, 2]]);
}

#[test]
fn line_ends_comments_marks_and_continuations_are_understood() {
    let text = "\u{feff}# C:\\levels\\\r\nv 0 0 0 # here\r\nv 1 \\\r\n 0 0\r\n\tv 0 1 0\r\n\r\ng a\\\r\nf 1 2 \\\r\n3 # top\r\n";
    let level = obj(text).unwrap();
    assert_eq!(
        level.vertices,
        [dvec3(0., 0., 0.), dvec3(1., 0., 0.), dvec3(0., 1., 0.)]
    );
    assert_eq!(level.triangles, [[0, 1, 2]]);
}

#[test]
fn lines_and_points_are_no_triangles() {
    let text = format!("{SQUARE}l 1 2 3\nl 1 2\nl 1 2 3 4 1\np 1 2 3\nl 99 98\nf 1 2 3");
    assert_eq!(obj(&text).unwrap().triangles, [[0, 1, 2]]);
}

#[test]
fn weights_divide_and_colors_are_ignored() {
    let level = obj("v 2 4 6 2\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0\nf 1 2 3").unwrap();
    assert_eq!(
        level.vertices,
        [dvec3(1., 2., 3.), dvec3(1., 0., 0.), dvec3(0., 1., 0.)]
    );
}

#[test]
fn a_convex_quad_is_the_fan_of_its_first_corner() {
    let level = obj(&format!("{SQUARE}f 1 2 3 4\nf 2 3 4 1")).unwrap();
    assert_eq!(
        level.triangles,
        [[0, 1, 2], [0, 2, 3], [1, 2, 3], [1, 3, 0]]
    );
}

#[test]
fn concave_faces_are_covered_once_whatever_corner_comes_first() {
    // An arrowhead, an L, and a comb in a slanted plane; area by hand.
    let arrow: &[[f64; 2]] = &[[0., 0.], [4., 0.], [1., 1.], [0., 4.]];
    let ell: &[[f64; 2]] = &[[0., 0.], [3., 0.], [3., 1.], [1., 1.], [1., 3.], [0., 3.]];
    let comb: &[[f64; 2]] = &[
        [0., 0.],
        [5., 0.],
        [5., 3.],
        [4., 3.],
        [4., 1.],
        [3., 1.],
        [3., 3.],
        [2., 3.],
        [2., 1.],
        [1., 1.],
        [1., 3.],
        [0., 3.],
    ];
    for (ring, expected) in [(arrow, 4.0), (ell, 5.0), (comb, 11.0)] {
        for start in 0..ring.len() {
            let mut text = String::new();
            for &[x, y] in ring {
                // (1, 0, 0.75) and (0, 1, 0): areas grow by 1.25.
                text += &format!("v {x} {y} {}\n", 0.75 * x);
            }
            text += "f";
            for place in 0..ring.len() {
                text += &format!(" {}", (start + place) % ring.len() + 1);
            }
            let level = obj(&text).unwrap();
            assert_eq!(level.triangles.len(), ring.len() - 2, "start {start}");
            // Covered (the vectors add up) and no triangle turned or doubled.
            let area_vector = area_vector(&level);
            assert!((area_vector.length() - 1.25 * expected).abs() < 1e-12);
            assert!((area(&level) - 1.25 * expected).abs() < 1e-12);
            assert!(area_vector.z > 0.0);
        }
    }
}

#[test]
fn corners_on_a_straight_side_stay_corners() {
    // Two of them on different sides of a square, and one on a concave face.
    let text = "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4 5 6\n";
    let level = obj(text).unwrap();
    assert_eq!(level.triangles.len(), 4);
    assert!((area(&level) - 4.0).abs() < 1e-12);
    let text = "v 0 0 0\nv 1 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\nf 1 2 3 4 5 6 7\n";
    let level = obj(text).unwrap();
    assert_eq!(level.triangles.len(), 5);
    assert!((area(&level) - 5.0).abs() < 1e-12);
    assert!(level.triangles.iter().flatten().any(|&corner| corner == 1));
}

#[test]
fn faces_that_cannot_be_cut_are_fans() {
    // All in one point, all in one line, and a bow tie.
    for ring in [
        "v 0 0 0\nv 0 0 0\nv 0 0 0\nv 0 0 0\n",
        "v 0 0 0\nv 1 1 1\nv 2 2 2\nv 3 3 3\n",
        "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\n",
    ] {
        let level = obj(&format!("{ring}f 1 2 3 4")).unwrap();
        assert_eq!(level.triangles, [[0, 1, 2], [0, 2, 3]]);
    }
    // Sizes with a square that overflows or vanishes.
    for size in ["1e200", "1e-200"] {
        let text = format!("v 0 0 0\nv {size} 0 0\nv {size} {size} 0\nv 0 {size} 0\nf 1 2 3 4");
        assert_eq!(obj(&text).unwrap().triangles.len(), 2);
    }
}

#[test]
fn z_up_is_turned_and_units_are_scaled() {
    let options = Options {
        up: Up::Z,
        scale: 0.01,
        ..Options::default()
    };
    let text = b"v 100 200 300\nv 0 0 0\nv 100 0 0\nf 1 2 3";
    let level = read(text, Format::Obj, &options, &mut no_siblings).unwrap();
    assert_eq!(level.vertices[0], dvec3(1.0, 3.0, -2.0));
    assert!(level.vertices[1].z.is_sign_positive());
    assert_eq!(level.triangles, [[0, 1, 2]]);
}

#[test]
fn faults_name_their_line() {
    let cases = [
        (
            "f 1 2 9",
            "line 5: \"f 1 2 9\": vertex 9 does not exist (the file has 4)",
        ),
        (
            "f 1 2 -5",
            "line 5: \"f 1 2 -5\": vertex -5 does not exist (only 4 come before this line)",
        ),
        (
            "f 0 1 2",
            "line 5: \"f 0 1 2\": vertices are counted from 1, there is no vertex 0",
        ),
        (
            "f 1 2 x",
            "line 5: \"f 1 2 x\": \"x\" is not a vertex number",
        ),
        (
            "f 1 2 /3",
            "line 5: \"f 1 2 /3\": \"/3\" is not a vertex number",
        ),
        (
            "f 1 2 9223372036854775807",
            "line 5: \"f 1 2 9223372036854775807\": vertex 9223372036854775807 does not exist (the file has 4)",
        ),
        (
            "f 1 2 -9223372036854775808",
            "line 5: \"f 1 2 -9223372036854775808\": vertex -9223372036854775808 does not exist (only 4 come before this line)",
        ),
        (
            "f 1 2 99999999999999999999",
            "line 5: \"f 1 2 99999999999999999999\": \"99999999999999999999\" is not a vertex number",
        ),
        (
            "f",
            "line 5: \"f\": a face needs 3 corners and this has none",
        ),
        (
            "v 1 2",
            "line 5: \"v 1 2\": a vertex has 3 coordinates (then a weight or a color), this has 2 numbers",
        ),
        (
            "v 1 2 3 4 5",
            "line 5: \"v 1 2 3 4 5\": a vertex has 3 coordinates (then a weight or a color), this has 5 numbers",
        ),
        (
            "v 1 two 3",
            "line 5: \"v 1 two 3\": \"two\" is not a number",
        ),
        (
            "v 1,5 2 3",
            "line 5: \"v 1,5 2 3\": \"1,5\" is not a number",
        ),
        (
            "v 1 nan 3",
            "line 5: \"v 1 nan 3\": \"nan\" is not a finite number",
        ),
        (
            "v 1 2 -inf",
            "line 5: \"v 1 2 -inf\": \"-inf\" is not a finite number",
        ),
        (
            "v 1e999 2 3",
            "line 5: \"v 1e999 2 3\": \"1e999\" is not a finite number",
        ),
        (
            "v 1 2 3 0",
            "line 5: \"v 1 2 3 0\": a weight of zero puts the vertex at infinity",
        ),
        (
            "v 1 2 3 nan",
            "line 5: \"v 1 2 3 nan\": \"nan\" is not a finite number",
        ),
        (
            "v 1e300 2 3 1e-300",
            "line 5: \"v 1e300 2 3 1e-300\": the weight takes the vertex beyond all numbers",
        ),
    ];
    for (line, message) in cases {
        assert_eq!(fault(&format!("{SQUARE}{line}\nf 1 2 3\nf 7 7 7")), message);
    }
}

#[test]
fn a_joined_line_is_counted_from_its_first() {
    assert_eq!(
        fault(&format!("{SQUARE}f 1 \\\n2 \\\n3\nf 1 \\\n2 9")),
        "line 8: \"f 1  2 9\": vertex 9 does not exist (the file has 4)"
    );
}

#[test]
fn long_and_strange_lines_are_quoted_short() {
    let message = fault(&format!("{SQUARE}f {}", "\u{7}x".repeat(500)));
    assert!(
        message.len() < 300 && !message.contains('\u{7}'),
        "{message}"
    );
}

#[test]
fn faces_have_a_largest_size() {
    let face = |corners: usize| format!("{SQUARE}f{}", " 1".repeat(corners));
    assert_eq!(
        obj(&face(MAX_CORNERS)).unwrap().triangles.len(),
        MAX_CORNERS - 2
    );
    let message = format!(
        "a face of {} corners: at most {MAX_CORNERS} are read",
        MAX_CORNERS + 1
    );
    assert!(fault(&face(MAX_CORNERS + 1)).ends_with(&message));
}

#[test]
fn nothing_to_read_is_said() {
    assert!(matches!(obj(""), Err(LevelError::Empty)));
    assert!(matches!(obj(SQUARE), Err(LevelError::NoTriangles)));
    assert!(matches!(
        obj("nothing of the kind\n"),
        Err(LevelError::NoTriangles)
    ));
    assert_eq!(
        fault("f 1 2 3"),
        "line 1: \"f 1 2 3\": vertex 1 does not exist (the file has 0)"
    );
    let latin = [SQUARE.as_bytes(), b"f 1 2 \xe4\nf 1 2 3"].concat();
    let error = read_alone(&latin, Format::Obj).unwrap_err();
    assert_eq!(error.to_string(), "line 5: not UTF-8 text");
}

#[test]
fn options_are_checked() {
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = Options {
            scale,
            ..Options::default()
        };
        let error = read(b"", Format::Obj, &options, &mut no_siblings).unwrap_err();
        assert!(matches!(error, LevelError::Scale(_)));
    }
    let options = Options {
        scale: 1e300,
        ..Options::default()
    };
    let error = read(
        b"v 0 0 0\nv 1e10 0 0\nf 1 1 2",
        Format::Obj,
        &options,
        &mut no_siblings,
    );
    assert!(matches!(error, Err(LevelError::TooFar { vertex: 1 })));
}

#[test]
fn the_format_follows_from_the_name_or_the_bytes() {
    assert_eq!(Format::of("a/B.OBJ", b"").unwrap(), Format::Obj);
    assert_eq!(Format::of("b.GlB", b"").unwrap(), Format::Gltf);
    assert_eq!(Format::of("b.gltf", b"v 1 2 3").unwrap(), Format::Gltf);
    assert_eq!(Format::of("level", b"glTF\x02").unwrap(), Format::Gltf);
    assert_eq!(
        Format::of("level.json", b"\xef\xbb\xbf \n{").unwrap(),
        Format::Gltf
    );
    let error = |name: &str| Format::of(name, b"Kaydara").unwrap_err().to_string();
    let none = "no level that carom reads: it reads .obj, .gltf and .glb files";
    assert_eq!(error("level.doc"), none);
    // Formats of editors have advice.
    for ending in ["FBX", "stl", "ply"] {
        let (said, small) = (error(&format!("level.{ending}")), ending.to_lowercase());
        let advice = said.strip_prefix(none).expect("the formats come first");
        assert!(advice.starts_with(&format!("; Blender opens .{small} and exports .glb")));
        assert!(advice.ends_with(&format!("(assimp export LEVEL.{small} LEVEL.glb)")));
    }
}

/// Blender 2.6 wrote loose edges as faces of two corners.
#[test]
fn loose_edges_and_points_are_no_surface() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 5 0 5\nf 1 4\nf 2\nl 1 2\nf 1 3 2\nf 3 4\n";
    assert_eq!(obj(text).unwrap().triangles, [[0, 2, 1]]);
}
