//! Sets `cfg(packed)` if the wasm modules have been packed for a release, in the folder `packed`, and `CAROM_LEVELS` to the
//! folder of the levels: the same one, or that of the checkout.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(packed)");
    println!("cargo::rerun-if-changed=packed");
    let root = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let packed = Path::new(&root).join("packed");
    if packed.join("carom.wasm").is_file() {
        println!("cargo::rustc-cfg=packed");
    }
    let packed = packed.join("levels");
    let levels = if packed.is_dir() {
        packed
    } else {
        Path::new(&root).join("../../data/levels")
    };
    println!("cargo::rustc-env=CAROM_LEVELS={}", levels.display());
}
