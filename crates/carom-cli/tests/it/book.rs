//! The book: every chapter with Rust is compiled and run.

use std::fs;
use std::path::Path;

#[test]
fn every_chapter_with_rust_is_a_doctest() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tested = fs::read_to_string(root.join("src/book.rs")).unwrap();
    let mut chapters = 0;
    for entry in fs::read_dir(root.join("../../docs/book/src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.ends_with(".md") || !fs::read_to_string(&path).unwrap().contains("\n```rust") {
            continue;
        }
        assert!(
            tested.contains(&format!("\"{name}\"")),
            "{name} has Rust that src/book.rs does not test"
        );
        chapters += 1;
    }
    assert!(chapters > 5);
}
