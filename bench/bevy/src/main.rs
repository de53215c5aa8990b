//! Characters of bevy_carom, avian and bevy_rapier: one headless app each, the same level and the same wishes, in one
//! run. `cargo run --release` prints the tables of README.md; `cargo run --release -- quality` only the second.

mod carom;
mod cost;
mod level;
mod on_avian;
mod on_rapier;
mod quality;
mod stage;

fn main() {
    let only = std::env::args().nth(1);
    if only.as_deref() != Some("quality") {
        cost::print();
    }
    quality::print();
}
