//! Draws the pictures of the documentation: each shape and each query, from what the library answers.
//!
//! `cargo run -p carom-picture --example documentation` writes them to the folders `pictures` of the crates
//! with that documentation; a test compares those with what this makes.

mod curved;
mod meshes;
mod outlines;
mod pairs;
mod pictures;
mod shapes;
mod surfaces;
mod view;
mod worlds;

fn main() -> std::io::Result<()> {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut bytes = 0;
    for picture in pictures::all() {
        let path = crates.join(picture.path());
        std::fs::create_dir_all(path.parent().expect("a folder"))?;
        let svg = picture.drawing.svg();
        println!("{:6} {}", svg.len(), picture.path());
        bytes += svg.len();
        std::fs::write(path, svg)?;
    }
    println!("{bytes:6} bytes");
    Ok(())
}
