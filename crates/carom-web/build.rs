//! Sets `cfg(packed)` if the wasm modules and levels have been packed for a release, in the folder `packed`.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(packed)");
    println!("cargo::rerun-if-changed=packed");
    if Path::new("packed/carom.wasm").is_file() {
        println!("cargo::rustc-cfg=packed");
    }
}
