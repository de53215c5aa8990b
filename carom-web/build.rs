//! Tells whether the wasm has been packed for a release: `packed/carom.wasm`.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(packed)");
    println!("cargo::rerun-if-changed=packed");
    if Path::new("packed/carom.wasm").is_file() {
        println!("cargo::rustc-cfg=packed");
    }
}
