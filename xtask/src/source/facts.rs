//! What rules need to know of a file, collected in one walk over its syntax. Test code is left out, wherever it stands.

use super::paths::{absolute, use_paths};
use super::test_code::{attributes, is_for_tests};
use super::tokens::each_path;
use proc_macro2::Ident;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, ImplItem, Item, Signature, TraitItem, Type, Visibility};

/// A function with a body.
pub(crate) struct Function {
    /// `Mover::tick`
    pub(crate) name: String,
    /// The first line of its docs and attributes.
    pub(crate) top: usize,
    /// The line of its signature.
    pub(crate) start: usize,
    /// From the signature to the last brace.
    pub(crate) lines: usize,
}

/// The definition of a struct, enum, union, trait or type alias.
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) line: usize,
    /// Whether it has a `#[cfg(…)]`.
    pub(crate) conditional: bool,
}

/// The facts of a file.
#[derive(Default)]
pub(crate) struct Facts {
    /// Paths into the crate, from its root on, with their lines.
    pub(crate) paths: Vec<(Vec<String>, usize)>,
    pub(crate) functions: Vec<Function>,
    pub(crate) definitions: Vec<Definition>,
    /// The lines of test code.
    pub(crate) test_lines: BTreeSet<usize>,
    /// The modules in other files that are declared for tests only.
    pub(crate) test_modules: Vec<String>,
}

impl Facts {
    /// Collects the facts of the file that is the module `path`.
    pub(crate) fn of(syntax: &syn::File, path: &[String]) -> Self {
        let mut walk = Walk {
            module: path.to_vec(),
            owner: None,
            facts: Self::default(),
        };
        walk.visit_file(syntax);
        walk.facts
    }
}

struct Walk {
    /// The module at hand, with those inside the file.
    module: Vec<String>,
    /// The type or trait that the visited functions belong to.
    owner: Option<String>,
    facts: Facts,
}

impl Walk {
    /// Whether an item is for tests; if so its lines are counted.
    fn skips(&mut self, attributes: &[Attribute], item: &impl Spanned) -> bool {
        let test = is_for_tests(attributes);
        if test {
            let span = item.span();
            let lines = span.start().line..=span.end().line;
            self.facts.test_lines.extend(lines);
        }
        test
    }

    fn path(&mut self, path: &[String], line: usize) {
        if let Some(path) = absolute(path, &self.module) {
            self.facts.paths.push((path, line));
        }
    }

    fn definition(&mut self, name: &Ident, attributes: &[Attribute]) {
        self.facts.definitions.push(Definition {
            name: name.to_string(),
            line: name.span().start().line,
            conditional: attributes
                .iter()
                .any(|attribute| attribute.path().is_ident("cfg")),
        });
    }

    fn function(
        &mut self,
        attributes: &[Attribute],
        start: usize,
        signature: &Signature,
        body: &Block,
    ) {
        let tops = attributes
            .iter()
            .map(|attribute| attribute.pound_token.span.start().line);
        let name = signature.ident.to_string();
        self.facts.functions.push(Function {
            name: self
                .owner
                .iter()
                .map(|owner| format!("{owner}::"))
                .collect::<String>()
                + &name,
            top: tops.min().unwrap_or(start),
            start,
            lines: body.brace_token.span.close().end().line + 1 - start,
        });
    }

    fn owned_by(&mut self, owner: String, visit: impl FnOnce(&mut Self)) {
        let outer = self.owner.replace(owner);
        visit(self);
        self.owner = outer;
    }
}

/// The line where a function begins, after docs and attributes.
fn start(visibility: &Visibility, signature: &Signature) -> usize {
    match visibility {
        Visibility::Inherited => signature.span().start().line,
        written => written.span().start().line,
    }
}

impl<'ast> Visit<'ast> for Walk {
    fn visit_item(&mut self, item: &'ast Item) {
        if self.skips(attributes(item), item) {
            if let Item::Mod(module) = item
                && module.content.is_none()
            {
                self.facts.test_modules.push(module.ident.to_string());
            }
            return;
        }
        match item {
            Item::Struct(item) => self.definition(&item.ident, &item.attrs),
            Item::Enum(item) => self.definition(&item.ident, &item.attrs),
            Item::Union(item) => self.definition(&item.ident, &item.attrs),
            Item::Trait(item) => self.definition(&item.ident, &item.attrs),
            Item::Type(item) => self.definition(&item.ident, &item.attrs),
            Item::Fn(it) => self.function(&it.attrs, start(&it.vis, &it.sig), &it.sig, &it.block),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if let ImplItem::Fn(it) = item {
            if self.skips(&it.attrs, it) {
                return;
            }
            self.function(&it.attrs, start(&it.vis, &it.sig), &it.sig, &it.block);
        }
        visit::visit_impl_item(self, item);
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        if let TraitItem::Fn(it) = item
            && let Some(body) = &it.default
        {
            self.function(
                &it.attrs,
                start(&Visibility::Inherited, &it.sig),
                &it.sig,
                body,
            );
        }
        visit::visit_trait_item(self, item);
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.module.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.module.pop();
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let owner = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map(|part| part.ident.to_string()),
            _ => None,
        };
        let owner = owner.unwrap_or_else(|| "impl".to_owned());
        self.owned_by(owner, |walk| visit::visit_item_impl(walk, item));
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.owned_by(item.ident.to_string(), |walk| {
            visit::visit_item_trait(walk, item)
        });
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let line = item.use_token.span.start().line;
        for (path, _) in use_paths(&item.tree) {
            self.path(&path, line);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        let line = path
            .segments
            .first()
            .map_or(1, |part| part.ident.span().start().line);
        if names.len() > 1 {
            self.path(&names, line);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, code: &'ast syn::Macro) {
        each_path(&code.tokens, &mut |path, start| {
            if path.len() > 1 {
                self.path(path, start.start().line);
            }
        });
        visit::visit_macro(self, code);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_code_is_left_out_and_what_follows_is_not() {
        let text = "use crate::a::A;\n\
            #[cfg(test)]\nuse crate::b::B;\n\
            use crate::c::C;\n\
            #[cfg(all(test, feature = \"std\"))]\nmod tests {\n fn f() {}\n}\n\
            #[cfg(test)]\nmod elsewhere;\n\
            #[cfg(not(test))]\nfn stays() {\n #[cfg(test)]\n use crate::d::D;\n}\n\
            impl A {\n #[cfg(test)]\n fn goes() {}\n fn stays(&self) {}\n}\n";
        let facts = Facts::of(&syn::parse_file(text).unwrap(), &[]);
        assert_eq!(facts.test_lines.len(), 2 + 4 + 2 + 2 + 2);
        assert_eq!(facts.test_modules, ["elsewhere"]);
        let paths: Vec<String> = facts
            .paths
            .iter()
            .map(|(path, _)| path.join("::"))
            .collect();
        assert_eq!(paths, ["a::A", "c::C"]);
        let functions: Vec<&str> = facts.functions.iter().map(|it| &*it.name).collect();
        assert_eq!(functions, ["stays", "A::stays"]);
    }
}
