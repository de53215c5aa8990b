//! A file of a crate as a module: its path in the crate, its syntax and facts.

use super::facts::Facts;
use proc_macro2::TokenStream;

/// A module that is a file.
pub(crate) struct Module {
    /// `crates/carom-core`
    pub(crate) crate_folder: String,
    /// `["pair", "sweep"]`; the root's is empty.
    pub(crate) path: Vec<String>,
    /// With its test code.
    pub(crate) syntax: syn::File,
    /// Without test code.
    pub(crate) facts: Facts,
}

impl Module {
    /// `None` if the file is not below the `src` of a crate under rules.
    pub(super) fn parse(path: &str, tokens: TokenStream) -> syn::Result<Option<Self>> {
        let Some((crate_folder, below)) = path.split_once("/src/") else {
            return Ok(None);
        };
        let is_ours = ["crates/", "bindings/"]
            .iter()
            .any(|start| crate_folder.starts_with(start));
        if crate_folder != "xtask" && !is_ours {
            return Ok(None);
        }
        let syntax: syn::File = syn::parse2(tokens)?;
        let path = module_path(below);
        Ok(Some(Self {
            crate_folder: crate_folder.to_owned(),
            facts: Facts::of(&syntax, &path),
            path,
            syntax,
        }))
    }
}

/// `pair/sweep.rs` → `["pair", "sweep"]`, `lib.rs` → `[]`.
fn module_path(below: &str) -> Vec<String> {
    let stem = below.strip_suffix(".rs").unwrap_or(below);
    let mut path: Vec<String> = stem.split('/').map(str::to_owned).collect();
    if path
        .last()
        .is_some_and(|last| ["lib", "main", "mod"].contains(&&**last))
    {
        path.pop();
    }
    path
}
