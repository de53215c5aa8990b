//! The header that is checked in is the one that cbindgen makes of the sources.

use std::path::Path;

#[test]
fn the_header_is_that_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let introduction = std::fs::read_to_string(root.join("docs/header.txt")).unwrap();
    let bindings = cbindgen::Builder::new()
        .with_crate(root)
        .with_config(config)
        .with_header(introduction.trim_end())
        .generate()
        .unwrap();
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = String::from_utf8(made).unwrap();
    let path = root.join("include/carom.h");
    if std::env::var_os("CAROM_WRITE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let different = made.lines().zip(kept.lines()).position(|(a, b)| a != b);
    assert!(
        made == kept,
        "include/carom.h differs from the sources at line {:?}: write it with CAROM_WRITE=1 cargo test --release --test header",
        different.map(|line| line + 1)
    );
}

/// Every function that the sources export is in the header, and no other.
#[test]
fn the_header_has_every_exported_function() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = std::fs::read_to_string(root.join("include/carom.h")).unwrap();
    let mut exported = Vec::new();
    let folders = [root.join("src"), root.join("src/planar")];
    let files = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap());
    for path in files
        .map(|file| file.unwrap().path())
        .filter(|path| path.is_file())
    {
        let text = std::fs::read_to_string(path).unwrap();
        for (at, _) in text.match_indices("extern \"C\" fn ") {
            let name: String = text[at + 14..].chars().take_while(|c| *c != '(').collect();
            exported.push(name);
        }
    }
    assert!(exported.len() > 50, "{exported:?}");
    for name in &exported {
        let declared = header.matches(&format!("{name}(")).count();
        assert!(declared >= 1, "{name} is not in the header");
    }
    assert_eq!(header.matches(");\n").count(), exported.len());
}
