//! The pictures of the documentation are those that the example `documentation` draws.

#[path = "../examples/documentation/curved.rs"]
mod curved;
#[path = "../examples/documentation/meshes.rs"]
mod meshes;
#[path = "../examples/documentation/outlines.rs"]
mod outlines;
#[path = "../examples/documentation/pairs.rs"]
mod pairs;
#[path = "../examples/documentation/pictures.rs"]
mod pictures;
#[path = "../examples/documentation/shapes.rs"]
mod shapes;
#[path = "../examples/documentation/surfaces.rs"]
mod surfaces;
#[path = "../examples/documentation/view.rs"]
mod view;
#[path = "../examples/documentation/worlds.rs"]
mod worlds;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const COMMAND: &str = "cargo run -p carom-picture --example documentation";

fn crates() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_pictures_are_those_of_this_version() {
    let mut all = BTreeSet::new();
    let mut bytes = 0;
    for picture in pictures::all() {
        let path = picture.path();
        let kept = fs::read_to_string(crates().join(&path)).unwrap_or_default();
        assert!(kept == picture.drawing.svg(), "{path} is old: {COMMAND}");
        bytes += kept.len();
        all.insert(path);
    }
    assert!(bytes <= 150_000, "{bytes} bytes of pictures");
    // And none that nothing draws any more.
    for of in ["carom-core", "carom-bvh"] {
        for entry in fs::read_dir(crates().join(of).join("pictures")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(
                all.contains(&format!("{of}/pictures/{name}")),
                "{name} is drawn by nothing"
            );
        }
    }
}

#[test]
fn every_picture_is_in_the_documentation_and_in_the_gallery() {
    let gallery = fs::read_to_string(crates().join("../docs/pictures.md")).unwrap();
    for picture in pictures::all() {
        let shown = format!("pictures/{}.svg\"))]", picture.name);
        assert!(
            is_in(&crates().join(picture.of).join("src"), &shown),
            "{shown} is in no documentation"
        );
        assert!(
            gallery.contains(&picture.path()),
            "{} is not in docs/pictures.md",
            picture.path()
        );
    }
}

/// Whether a file of a folder contains a text.
fn is_in(folder: &Path, text: &str) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return is_in(&path, text);
        }
        fs::read_to_string(path).unwrap().contains(text)
    })
}
