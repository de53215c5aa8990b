//! The files of the playground's site.
//!
//! [`FILES`] are written by hand, and the [`LEVELS`] are shared with the rest of the repository. The wasm [`MODULES`] are built
//! from this crate; a release contains them, see [`packed`].

/// A file of the site.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path in the site: `index.html`, `pages/bounce.js`.
    pub name: &'static str,
    /// The content.
    pub bytes: &'static [u8],
}

/// The wasm modules: file name, and the feature of this crate that each is built with.
pub const MODULES: [(&str, &str); 4] = [
    ("carom.wasm", "lab"),
    ("contacts.wasm", "contacts"),
    ("demos.wasm", "demos"),
    ("billiards.wasm", "billiards"),
];

/// The bundled level and its license.
pub const LEVELS: &[File] = &[
    File {
        name: "levels/dungeon.obj",
        bytes: include_bytes!(concat!(env!("CAROM_LEVELS"), "/dungeon.obj")),
    },
    File {
        name: "levels/recast-License.txt",
        bytes: include_bytes!(concat!(env!("CAROM_LEVELS"), "/recast-License.txt")),
    },
];

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(File { name: $name, bytes: include_bytes!(concat!("../site/", $name)) }),*]
    };
}

/// Every file that is written by hand, `index.html` first.
pub const FILES: &[File] = files![
    "index.html",
    "style.css",
    "carom.js",
    "controls.js",
    "draw.js",
    "gl.js",
    "handles.js",
    "html.js",
    "lab.js",
    "link.js",
    "loop.js",
    "main.js",
    "pages.js",
    "parts.js",
    "picture.js",
    "plane.js",
    "points.js",
    "demos.js",
    "rust.js",
    "scene.js",
    "shell.js",
    "space.js",
    "theme.js",
    "words.js",
    "book/index.html",
    "pages/bounce.js",
    "pages/cancellation.js",
    "pages/capsule_capsule.js",
    "pages/capsule_triangle.js",
    "pages/characters.js",
    "pages/circle_capsule.js",
    "pages/circle_circle.js",
    "pages/circle_segment.js",
    "pages/cylinder.js",
    "pages/cylinder.svg",
    "pages/end_points.js",
    "pages/integers.js",
    "pages/manifold.js",
    "pages/manifold.svg",
    "pages/moving_capsule.js",
    "pages/moving_circle.js",
    "pages/moving_circles.js",
    "pages/plane_space.js",
    "pages/point_circle.js",
    "pages/point_segment.js",
    "pages/polygons.js",
    "pages/slope.js",
    "pages/sphere_triangle.js",
    "pages/substeps.js",
    "pages/tree.js",
    "pages/turning.js",
    "pages/turning.svg",
    "demos/abilities.js",
    "demos/ball.js",
    "demos/billiards.js",
    "demos/billiards.svg",
    "demos/billiards_table.js",
    "demos/cue.js",
    "demos/over.js",
    "demos/pinball.js",
    "demos/pinball.svg",
    "demos/pool.js",
    "demos/pool.svg",
    "demos/rain.js",
    "demos/rain.svg",
    "demos/walk.css",
    "demos/walk.js",
    "demos/walk.svg",
];

/// The files that only the page of a survey's report has; it uses modules of the site besides.
pub const REPORT: [File; 8] = [
    File {
        name: "report.js",
        bytes: include_bytes!("../report/report.js"),
    },
    File {
        name: "filter.js",
        bytes: include_bytes!("../report/filter.js"),
    },
    File {
        name: "follow.js",
        bytes: include_bytes!("../report/follow.js"),
    },
    File {
        name: "ignore.js",
        bytes: include_bytes!("../report/ignore.js"),
    },
    File {
        name: "legend.js",
        bytes: include_bytes!("../report/legend.js"),
    },
    File {
        name: "marks.js",
        bytes: include_bytes!("../report/marks.js"),
    },
    File {
        name: "packed.js",
        bytes: include_bytes!("../report/packed.js"),
    },
    File {
        name: "report.css",
        bytes: include_bytes!("../report/report.css"),
    },
];

/// All [`MODULES`] if the folder `packed` contained them at compile time, as for a release; else `None`.
#[must_use]
pub fn packed() -> Option<&'static [File]> {
    #[cfg(packed)]
    return Some(&[
        File {
            name: "carom.wasm",
            bytes: include_bytes!("../packed/carom.wasm"),
        },
        File {
            name: "contacts.wasm",
            bytes: include_bytes!("../packed/contacts.wasm"),
        },
        File {
            name: "demos.wasm",
            bytes: include_bytes!("../packed/demos.wasm"),
        },
        File {
            name: "billiards.wasm",
            bytes: include_bytes!("../packed/billiards.wasm"),
        },
    ]);
    #[cfg(not(packed))]
    return None;
}

/// The media type of a file, by its extension; `application/octet-stream` if unknown.
#[must_use]
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        // Modules are UTF-8 without being declared so.
        Some("js") => "text/javascript",
        Some("txt" | "obj") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
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
        for folder in ["", "book/", "pages/", "demos/"] {
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
    fn a_release_packs_every_module() {
        if let Some(packed) = packed() {
            let names = packed.iter().map(|file| file.name);
            assert!(names.eq(MODULES.map(|(name, _)| name)));
        }
    }

    #[cfg(any(feature = "demos", feature = "billiards"))]
    #[test]
    fn every_demo_has_a_page() {
        for demo in crate::demos() {
            let page = format!("demos/{}.js", demo.name);
            assert!(FILES.iter().any(|file| file.name == page), "{page}");
        }
    }

    #[cfg(feature = "lab")]
    #[test]
    fn every_query_has_a_page() {
        for query in crate::queries() {
            let page = format!("pages/{}.js", query.name);
            assert!(FILES.iter().any(|file| file.name == page), "{page}");
        }
    }
}
