//! The public types of a crate that can be named from outside, by `pub mod` and `pub use` from its root on.

use crate::source::paths::{absolute, use_paths};
use crate::source::test_code::{attributes, is_for_tests};
use crate::source::tree::Tree;
use proc_macro2::Ident;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Attribute, Item, Visibility};

/// A struct, enum or trait.
pub(super) struct PublicType<'a> {
    pub(super) file: &'a str,
    pub(super) name: &'a Ident,
    pub(super) attributes: &'a [Attribute],
}

/// The reachable types of a crate, by module and name.
pub(super) fn types<'a>(tree: &'a Tree, crate_folder: &str) -> Vec<PublicType<'a>> {
    let mut search = Search::default();
    for (file, module) in tree
        .modules()
        .filter(|(_, module)| module.crate_folder == crate_folder)
    {
        search.add_module(&file.path, &module.path, &module.syntax.items);
    }
    search.visit_module(&[]);
    search.types.into_values().collect()
}

type Path = Vec<String>;

#[derive(Default)]
struct Search<'a> {
    modules: BTreeMap<Path, (&'a str, &'a [Item])>,
    visited: BTreeSet<Path>,
    types: BTreeMap<Path, PublicType<'a>>,
}

impl<'a> Search<'a> {
    fn add_module(&mut self, file: &'a str, path: &[String], items: &'a [Item]) {
        self.modules.insert(path.to_vec(), (file, items));
        for item in items {
            if let Item::Mod(module) = item
                && let Some((_, items)) = &module.content
            {
                self.add_module(file, &child(path, &module.ident), items);
            }
        }
    }

    /// Everything public in a module.
    fn visit_module(&mut self, path: &[String]) {
        let Some(&(_, items)) = self.modules.get(path) else {
            return;
        };
        if self.visited.insert(path.to_vec()) {
            for item in items {
                self.visit_item(path, item, None);
            }
        }
    }

    /// What the item of a module makes public, or only what it does by the name `only`.
    fn visit_item(&mut self, path: &[String], item: &'a Item, only: Option<&str>) {
        if is_for_tests(attributes(item)) || is_hidden(item) {
            return;
        }
        let (public, name, attributes) = match item {
            Item::Struct(item) => (&item.vis, &item.ident, &item.attrs),
            Item::Enum(item) => (&item.vis, &item.ident, &item.attrs),
            Item::Trait(item) => (&item.vis, &item.ident, &item.attrs),
            Item::Mod(item) => {
                if is_public(&item.vis) && only.is_none_or(|only| item.ident == only) {
                    self.visit_module(&child(path, &item.ident));
                }
                return;
            }
            Item::Use(item) if is_public(&item.vis) => return self.visit_use(path, item, only),
            _ => return,
        };
        if is_public(public) && only.is_none_or(|only| name == only) {
            let file = self.modules[path].0;
            let public = PublicType {
                file,
                name,
                attributes,
            };
            self.types.insert(child(path, name), public);
        }
    }

    fn visit_use(&mut self, path: &[String], item: &'a syn::ItemUse, only: Option<&str>) {
        for (used, name) in use_paths(&item.tree) {
            // A path that begins with no keyword begins with a module beside the item, or is of another crate.
            let beside = || [path, &used].concat();
            let target = absolute(&used, path).unwrap_or_else(beside);
            if name == "*" {
                match only {
                    None => self.visit_module(&target),
                    Some(only) => self.visit_name(&target, only),
                }
            } else if only.is_none_or(|only| name == only)
                && let Some((name, module)) = target.split_last()
            {
                self.visit_name(module, name);
            }
        }
    }

    /// What a module makes public by one name.
    fn visit_name(&mut self, module: &[String], name: &str) {
        let path = [module, &[format!("{name}!")]].concat();
        if let Some(&(_, items)) = self.modules.get(module)
            && self.visited.insert(path)
        {
            for item in items {
                self.visit_item(module, item, Some(name));
            }
        }
    }
}

/// Not for users: `#[doc(hidden)]`, and the module of traits that only the crate itself implements.
fn is_hidden(item: &Item) -> bool {
    let sealed = matches!(item, Item::Mod(module) if module.ident == "sealed");
    let hidden = |attribute: &Attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("doc") && list.tokens.to_string() == "hidden",
        _ => false,
    };
    sealed || attributes(item).iter().any(hidden)
}

fn child(path: &[String], name: &Ident) -> Path {
    [path, &[name.to_string()]].concat()
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &[(&str, &str)]) -> Vec<String> {
        let file =
            |(name, text): &(&str, &str)| (format!("crates/x/src/{name}.rs"), (*text).to_owned());
        let tree = Tree::of(files.iter().map(file).collect()).unwrap();
        types(&tree, "crates/x")
            .iter()
            .map(|public| public.name.to_string())
            .collect()
    }

    #[test]
    fn public_modules_and_re_exports_are_followed() {
        let found = names(&[
            (
                "lib",
                "mod a; pub mod sealed { pub trait Not {} } pub mod b; pub(crate) mod c; pub use a::deep::{A, Other as _}; pub use crate::c::again::*;",
            ),
            (
                "a",
                "pub mod deep { pub struct A; pub struct Not; pub enum Other {} }",
            ),
            (
                "b",
                "pub trait B {} mod hidden; pub use hidden::C; pub mod inner { pub struct D; }",
            ),
            (
                "b/hidden",
                "pub use super::super::c::C; #[doc(hidden)] pub struct Not;",
            ),
            (
                "c",
                "pub struct C; pub(crate) struct Not; pub mod again { pub struct E; struct Not; }",
            ),
        ]);
        assert_eq!(found, ["A", "Other", "B", "D", "C", "E"]);
    }
}
