//! Sets `cfg(packed)` if the wasm modules have been packed for a release, in the folder `packed`, and `CAROM_LEVELS` to the
//! folder of the levels: the same one, or that of the checkout. Likewise it finds the recipes of carom-mover, which are no part of
//! its library, and declares each as a module in `OUT_DIR/recipes.rs`.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

const RECIPES: [&str; 9] = [
    "dash",
    "double_jump",
    "glide",
    "ladder",
    "mantle",
    "path",
    "swim",
    "variable_jump",
    "wall_jump",
];

fn main() -> io::Result<()> {
    println!("cargo::rustc-check-cfg=cfg(packed)");
    println!("cargo::rerun-if-changed=packed");
    let root = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let packed = Path::new(&root).join("packed");
    if packed.join("carom.wasm").is_file() {
        println!("cargo::rustc-cfg=packed");
    }
    let find = |folder: &str, checkout: &str| {
        let packed = packed.join(folder);
        if packed.is_dir() {
            packed
        } else {
            Path::new(&root).join(checkout)
        }
    };
    let levels = find("levels", "../../data/levels");
    println!("cargo::rustc-env=CAROM_LEVELS={}", levels.display());
    let recipes = find("recipes", "../carom-mover/examples/abilities");
    let modules = RECIPES.map(|name| {
        let file = recipes.join(name).with_extension("rs");
        format!("#[path = {file:?}]\npub(super) mod {name};\n")
    });
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("recipes.rs"), modules.concat())
}
