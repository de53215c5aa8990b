//! Paths of `use` items, made absolute within their crate.

/// `super::a` in `b::c` → `["b", "a"]`; `None` for paths that begin with another word.
pub(crate) fn absolute(path: &[String], module: &[String]) -> Option<Vec<String>> {
    let mut absolute = match &**path.first()? {
        "crate" => Vec::new(),
        "self" | "super" => module.to_vec(),
        _ => return None,
    };
    for (index, name) in path.iter().enumerate() {
        match &**name {
            "super" => {
                absolute.pop();
            }
            "crate" | "self" if index == 0 => {}
            _ => absolute.push(name.clone()),
        }
    }
    Some(absolute)
}

/// The paths of a `use` item with the name that each gets, `*` for all of a module.
pub(crate) fn use_paths(tree: &syn::UseTree) -> Vec<(Vec<String>, String)> {
    fn collect(
        tree: &syn::UseTree,
        path: &mut Vec<String>,
        found: &mut Vec<(Vec<String>, String)>,
    ) {
        match tree {
            syn::UseTree::Path(step) => {
                path.push(step.ident.to_string());
                collect(&step.tree, path, found);
                path.pop();
            }
            syn::UseTree::Group(group) => group
                .items
                .iter()
                .for_each(|item| collect(item, path, found)),
            syn::UseTree::Glob(_) => found.push((path.clone(), "*".to_owned())),
            syn::UseTree::Name(syn::UseName { ident })
            | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                let mut path = path.clone();
                if ident != "self" {
                    path.push(ident.to_string());
                }
                let name = match tree {
                    syn::UseTree::Rename(rename) => rename.rename.to_string(),
                    _ => path.last().cloned().unwrap_or_default(),
                };
                found.push((path, name));
            }
        }
    }
    let mut found = Vec::new();
    collect(tree, &mut Vec::new(), &mut found);
    found
}
