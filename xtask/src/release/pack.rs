//! The playground in a released binary: its modules and levels, from an exported site into the folder that carom-web packs; and
//! the recipes of carom-mover, which are no part of its library.

use std::fs;
use std::path::Path;

/// The files below `crates/carom-web/packed`, which are not in the repository. `site.rs` of carom-web includes them.
pub(super) const FILES: [&str; 6] = [
    "billiards.wasm",
    "carom.wasm",
    "contacts.wasm",
    "demos.wasm",
    "levels/dungeon.obj",
    "levels/recast-License.txt",
];

/// The recipes, below `crates/carom-web/packed/recipes`. `build.rs` of carom-web declares them as modules.
pub(super) const RECIPES: [&str; 9] = [
    "dash.rs",
    "double_jump.rs",
    "glide.rs",
    "ladder.rs",
    "mantle.rs",
    "path.rs",
    "swim.rs",
    "variable_jump.rs",
    "wall_jump.rs",
];

/// Copies the playground of a site that `carom play --export` has written to where carom-web is packaged from, and the recipes.
///
/// # Errors
/// If a file is not there or cannot be copied; the message names it.
pub fn pack(root: &Path, site: &Path) -> Result<(), String> {
    let packed = root.join("crates/carom-web/packed");
    for folder in ["levels", "recipes"] {
        let made = fs::create_dir_all(packed.join(folder));
        made.map_err(|error| format!("{}: {error}", packed.display()))?;
    }
    let recipes = root.join("crates/carom-mover/examples/abilities");
    let copies = FILES.map(|file| (site.join(file), packed.join(file)));
    let more = RECIPES.map(|file| (recipes.join(file), packed.join("recipes").join(file)));
    for (from, to) in copies.into_iter().chain(more) {
        fs::copy(&from, to).map_err(|error| format!("{}: {error}", from.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_what_the_playground_includes() {
        let text = fs::read_to_string(crate::root().join("crates/carom-web/src/site.rs")).unwrap();
        let quoted: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
        let modules = quoted.iter().filter_map(|it| it.strip_prefix("../packed/"));
        let levels = quoted
            .iter()
            .copied()
            .filter(|it| it.starts_with("levels/"));
        let mut included: Vec<&str> = modules.chain(levels).collect();
        included.sort_unstable();
        assert_eq!(included, FILES);
    }

    #[test]
    fn packs_the_recipes_that_the_playground_declares() {
        let text = fs::read_to_string(crate::root().join("crates/carom-web/build.rs")).unwrap();
        let list = text.split("RECIPES: [&str; 9] = [").nth(1).unwrap();
        let list = list.split(']').next().unwrap();
        let declared = list.split('"').skip(1).step_by(2);
        assert!(
            declared
                .map(|name| format!("{name}.rs"))
                .eq(RECIPES.map(String::from))
        );
    }

    #[test]
    fn names_the_file_that_a_site_lacks() {
        let error = pack(
            &std::env::temp_dir().join("carom-xtask-pack"),
            Path::new("/no/site"),
        );
        assert!(error.unwrap_err().starts_with("/no/site/billiards.wasm: "));
    }
}
