//! The files of the playground's site.
//!
//! All but one: `carom.wasm`, which is built from this crate. What is released carries it; see [`packed`].

/// A file of the site.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Where it lies: `index.html`, `pages/bounce.js`.
    pub name: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

/// The name of the one file that is built.
pub const WASM: &str = "carom.wasm";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(File { name: $name, bytes: include_bytes!(concat!("../site/", $name)) }),*]
    };
}

/// Every file but [`WASM`], `index.html` first.
pub const FILES: &[File] = files![
    "index.html",
    "style.css",
    "carom.js",
    "draw.js",
    "gl.js",
    "handles.js",
    "lab.js",
    "main.js",
    "pages.js",
    "parts.js",
    "paths.js",
    "picture.js",
    "plane.js",
    "points.js",
    "rust.js",
    "space.js",
    "theme.js",
    "words.js",
    "pages/bounce.js",
    "pages/cancellation.js",
    "pages/capsule_capsule.js",
    "pages/capsule_triangle.js",
    "pages/circle_capsule.js",
    "pages/circle_circle.js",
    "pages/circle_segment.js",
    "pages/end_points.js",
    "pages/moving_capsule.js",
    "pages/moving_circle.js",
    "pages/moving_circles.js",
    "pages/plane_space.js",
    "pages/point_circle.js",
    "pages/point_segment.js",
    "pages/polygons.js",
    "pages/sphere_triangle.js",
    "pages/substeps.js",
    "pages/tree.js",
    "pages/turning.js",
];

/// The wasm, if this crate was compiled with `packed/carom.wasm` in place, as it is for a release.
#[must_use]
pub fn packed() -> Option<&'static [u8]> {
    #[cfg(packed)]
    return Some(include_bytes!("../packed/carom.wasm"));
    #[cfg(not(packed))]
    return None;
}

/// The media type of a file, by the end of its name.
#[must_use]
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_file_is_in_the_table() {
        let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("site");
        let mut found = BTreeSet::new();
        for folder in ["", "pages/"] {
            for entry in std::fs::read_dir(site.join(folder)).unwrap() {
                let entry = entry.unwrap();
                if entry.file_type().unwrap().is_file() {
                    found.insert(format!("{folder}{}", entry.file_name().to_string_lossy()));
                }
            }
        }
        let table: BTreeSet<_> = FILES.iter().map(|file| file.name.to_owned()).collect();
        assert_eq!(found, table);
    }

    #[test]
    fn every_question_has_a_page() {
        for question in crate::questions() {
            let page = format!("pages/{}.js", question.name);
            assert!(FILES.iter().any(|file| file.name == page), "{page}");
        }
    }
}
