//! The playground in a released binary: its modules and levels, from an exported site into the folder that carom-web packs.

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

/// Copies the playground of a site that `carom play --export` has written to where carom-web is packaged from.
///
/// # Errors
/// If a file is not in the site or cannot be copied; the message names it.
pub fn pack(root: &Path, site: &Path) -> Result<(), String> {
    let packed = root.join("crates/carom-web/packed");
    fs::create_dir_all(packed.join("levels")).map_err(|e| format!("{}: {e}", packed.display()))?;
    for file in FILES {
        let from = site.join(file);
        let copied = fs::copy(&from, packed.join(file));
        copied.map_err(|error| format!("{}: {error}", from.display()))?;
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
    fn names_the_file_that_a_site_lacks() {
        let error = pack(
            &std::env::temp_dir().join("carom-xtask-pack"),
            Path::new("/no/site"),
        );
        assert!(error.unwrap_err().starts_with("/no/site/billiards.wasm: "));
    }
}
