//! The levels in `data/levels`, compared with counts of their lines.

use std::fs;
use std::path::PathBuf;

use carom_level::{LevelError, Options, open};

fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/levels")).join(name)
}

#[test]
fn real_levels_have_as_many_triangles_as_their_faces_say() {
    for (name, triangles) in [
        ("dungeon.obj", 10_133),
        ("nav_test.obj", 1_612),
        ("undulating.obj", 5_202),
    ] {
        let text = fs::read_to_string(path(name)).unwrap();
        let vertices = text.lines().filter(|line| line.starts_with("v ")).count();
        let faces = text.lines().filter(|line| line.starts_with("f "));
        let counted: usize = faces.map(|line| line.split_whitespace().count() - 3).sum();
        let level = open(path(name), &Options::default()).unwrap();
        assert_eq!(level.vertices.len(), vertices, "{name}");
        assert_eq!(level.triangles.len(), counted, "{name}");
        assert_eq!(counted, triangles, "{name}");
    }
}

#[test]
fn errors_of_open_begin_with_the_path() {
    let missing = open("no/such.obj", &Options::default()).unwrap_err();
    assert!(
        missing
            .to_string()
            .starts_with("no/such.obj: cannot be read: ")
    );
    let text = open(path("recast-License.txt"), &Options::default()).unwrap_err();
    assert!(
        text.to_string()
            .ends_with("it reads .obj, .gltf and .glb files")
    );
    let LevelError::File { error, .. } = open(path(""), &Options::default()).unwrap_err() else {
        panic!("the file is not named");
    };
    assert_eq!(error.to_string(), "cannot be read: not a file");
}
