//! The Rust examples of the book, `docs/book`: each chapter is the documentation of an item here, so that `cargo test` runs them.
//! They are tested in this crate because it depends on every crate that the book is about.

macro_rules! chapters {
    ($($name:ident: $file:literal),* $(,)?) => {
        $(#[doc = include_str!(concat!("../../../docs/book/src/", $file))] struct $name;)*
    };
}

chapters! {
    Balls: "balls.md",
    Billiards: "billiards.md",
    Characters: "characters.md",
    Locomotion: "feel.md",
    Levels: "levels.md",
    Netcode: "netcode.md",
    Platforms: "platforms.md",
    Queries: "queries.md",
    Start: "start.md",
}
