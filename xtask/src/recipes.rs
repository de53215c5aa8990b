//! The recipes of CONTRIBUTING.md, followed by tests: each names every file that the code says has to change.

use crate::source::tokens::{Leaf, walk};
use crate::source::tree::Tree;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};

/// How the heading of docs/formats.md on scenarios begins.
const SCENARIOS: &str = "`carom walk SCENARIO.json`";

/// A recipe: the section of CONTRIBUTING.md under a heading.
struct Recipe {
    heading: &'static str,
    /// The quoted paths of files.
    files: BTreeSet<String>,
}

impl Recipe {
    fn of(heading: &'static str) -> Self {
        let text = fs::read_to_string(crate::root().join("CONTRIBUTING.md")).unwrap();
        let (_, rest) = text
            .split_once(&format!("## {heading}\n"))
            .unwrap_or_else(|| panic!("CONTRIBUTING.md has no section {heading}"));
        let section = rest.split("\n## ").next().unwrap_or(rest);
        let quoted = section.split('`').skip(1).step_by(2);
        let is_path = |quote: &&str| quote.contains('/') && !quote.contains([' ', '*']);
        Self {
            heading,
            files: quoted.filter(is_path).map(str::to_owned).collect(),
        }
    }

    /// The same recipe for an example that exists, in place of `NAME`.
    fn with_name(mut self, name: &str) -> Self {
        let named = self.files.iter().map(|file| file.replace("NAME", name));
        self.files = named.collect();
        self
    }

    fn names(&self, file: &str, why: &str) {
        assert!(
            self.files.contains(file),
            "{}: the recipe does not name {file}, which {why}",
            self.heading
        );
    }

    fn has_at_most(&self, most: usize) {
        let count = self.files.len();
        assert!(
            count <= most,
            "{}: {count} files: {:?}",
            self.heading,
            self.files
        );
    }

    fn exists(&self) {
        assert!(!self.files.is_empty(), "{}: no files", self.heading);
        for file in &self.files {
            let exists = crate::root().join(file).is_file();
            assert!(exists, "{}: there is no {file}", self.heading);
        }
    }
}

/// A source file.
struct Source {
    path: String,
    text: String,
}

/// The source files below a folder, except those of tests.
fn sources(folder: &str) -> Vec<Source> {
    fn collect(folder: &Path, path: &str, found: &mut Vec<Source>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let path = format!("{path}/{name}");
            if entry.file_type().unwrap().is_dir() {
                if !["tests", "test", "examples", "packed"].contains(&&*name) {
                    collect(&entry.path(), &path, found);
                }
            } else if name.ends_with(".rs") || name.ends_with(".js") {
                let text = fs::read_to_string(entry.path()).unwrap();
                found.push(Source { path, text });
            }
        }
    }
    let mut found = Vec::new();
    collect(&crate::root().join(folder), folder, &mut found);
    assert!(!found.is_empty(), "{folder}");
    found
}

/// Whether a file has a `match` that distinguishes these variants of an enum: at least three of them.
fn distinguishes(file: &Source, of: &str, variants: &[String]) -> bool {
    struct Matches<'a> {
        of: &'a str,
        variants: &'a [String],
        found: bool,
    }

    impl<'ast> Visit<'ast> for Matches<'_> {
        fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
            let mut found = BTreeSet::new();
            for arm in &node.arms {
                let mut paths = Paths(Vec::new());
                paths.visit_pat(&arm.pat);
                for path in paths.0 {
                    if let [.., of, variant] = &path[..]
                        && (of == self.of || of == "Self")
                        && self.variants.contains(variant)
                    {
                        found.insert(variant.clone());
                    }
                }
            }
            self.found |= found.len() >= 3;
            visit::visit_expr_match(self, node);
        }
    }

    struct Paths(Vec<Vec<String>>);

    impl<'ast> Visit<'ast> for Paths {
        fn visit_path(&mut self, node: &'ast syn::Path) {
            let names = node.segments.iter().map(|part| part.ident.to_string());
            self.0.push(names.collect());
        }
    }

    let mut matches = Matches {
        of,
        variants,
        found: false,
    };
    matches.visit_file(&syn::parse_file(&file.text).unwrap());
    matches.found
}

/// The variants of an enum.
fn variants(files: &[Source], path: &str, name: &str) -> Vec<String> {
    let file = files.iter().find(|file| file.path == path).unwrap();
    let items = syn::parse_file(&file.text).unwrap().items;
    let found = items.into_iter().find_map(|item| match item {
        syn::Item::Enum(item) if item.ident == name => Some(item.variants),
        _ => None,
    });
    let found = found.unwrap_or_else(|| panic!("{path} has no enum {name}"));
    found
        .iter()
        .map(|variant| variant.ident.to_string())
        .collect()
}

/// The identifiers of each file of Rust outside test code, by its path.
fn identifiers(files: Vec<Source>) -> BTreeMap<String, BTreeSet<String>> {
    let files = files.into_iter().map(|file| (file.path, file.text));
    let tree = Tree::of(files.collect()).unwrap();
    let of_file = tree.modules().map(|(file, module)| {
        let mut found = BTreeSet::new();
        walk(&file.tokens, &mut |leaf| {
            if let Leaf::Word(word) = leaf
                && !module.facts.test_lines.contains(&word.span().start().line)
            {
                found.insert(word.unraw().to_string());
            }
        });
        (file.path.clone(), found)
    });
    of_file.collect()
}

/// The structs of a file: the items, and those that invocations of the macro `with_settings` wrap.
fn structs(file: &Source) -> Vec<syn::ItemStruct> {
    let items = syn::parse_file(&file.text).unwrap().items;
    let found = items.into_iter().filter_map(|item| match item {
        syn::Item::Struct(item) => Some(item),
        syn::Item::Macro(item) if item.mac.path.is_ident("with_settings") => {
            Some(syn::parse2(item.mac.tokens).unwrap())
        }
        _ => None,
    });
    found.collect()
}

/// Whether a struct has `#[derive(Deserialize)]`.
fn is_read(item: &syn::ItemStruct) -> bool {
    let derives = item.attrs.iter().filter(|it| it.path().is_ident("derive"));
    derives
        .filter_map(|derive| derive.meta.require_list().ok())
        .any(|list| list.tokens.to_string().contains("Deserialize"))
}

/// The fields that the macro `with_settings` adds to a struct: those before the `$` of the struct's own.
fn settings(file: &Source) -> Vec<syn::Field> {
    let items = syn::parse_file(&file.text).unwrap().items;
    let definition = items.into_iter().find_map(|item| match item {
        syn::Item::Macro(item) if item.ident.as_ref()? == "with_settings" => Some(item.mac.tokens),
        _ => None,
    });
    let mut found = Vec::new();
    for arm in definition.unwrap() {
        let TokenTree::Group(arm) = arm else {
            continue;
        };
        let mut after_struct = false;
        for token in arm.stream() {
            match token {
                TokenTree::Ident(word) => after_struct |= word == "struct",
                TokenTree::Group(body) if after_struct && body.delimiter() == Delimiter::Brace => {
                    let tokens: Vec<_> = body.stream().into_iter().collect();
                    let is_sign = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '$');
                    // A path in the crate has that sign too.
                    let own = tokens.windows(2).position(|pair| {
                        is_sign(&pair[0]) && matches!(pair[1], TokenTree::Group(_))
                    });
                    let before_own = tokens.into_iter().take(own.unwrap());
                    let before_own = before_own.filter(|token| !is_sign(token));
                    let fields = Group::new(Delimiter::Brace, before_own.collect());
                    let fields = TokenStream::from(TokenTree::Group(fields));
                    found.extend(syn::parse2::<syn::FieldsNamed>(fields).unwrap().named);
                    after_struct = false;
                }
                _ => {}
            }
        }
    }
    found
}

/// The names of a field in JSON: its own or `rename`, and each `alias`.
fn names_in_json(field: &syn::Field) -> Vec<String> {
    let mut name = field.ident.as_ref().unwrap().unraw().to_string();
    let mut aliases = Vec::new();
    for attribute in field.attrs.iter().filter(|it| it.path().is_ident("serde")) {
        attribute
            .parse_nested_meta(|meta| {
                if !meta.input.peek(syn::Token![=]) {
                    return Ok(());
                }
                let text: syn::LitStr = meta.value()?.parse()?;
                if meta.path.is_ident("rename") {
                    name = text.value();
                } else if meta.path.is_ident("alias") {
                    aliases.push(text.value());
                }
                Ok(())
            })
            .unwrap();
    }
    aliases.push(name);
    aliases
}

/// The section of docs/formats.md of which the heading begins like this.
fn section_of_formats(heading: &str) -> String {
    let text = fs::read_to_string(crate::root().join("docs/formats.md")).unwrap();
    let mut sections = text.split("\n## ");
    let found = sections.find(|section| section.starts_with(heading));
    let found = found.unwrap_or_else(|| panic!("docs/formats.md has no section {heading}"));
    found.to_owned()
}

#[test]
fn the_recipe_of_a_shape_names_every_place_that_distinguishes_kinds() {
    let recipe = Recipe::of("Add a shape").with_name("capsule");
    recipe.exists();
    recipe.has_at_most(10);
    let files = sources("crates/carom-core/src");
    for (name, path) in [
        ("ShapeRef", "crates/carom-core/src/shape/shape_ref.rs"),
        ("Shape", "crates/carom-core/src/shape.rs"),
    ] {
        let variants = variants(&files, path, name);
        for file in &files {
            if file.text.contains(name) && distinguishes(file, name, &variants) {
                recipe.names(&file.path, &format!("matches on {name}"));
            }
        }
    }
}

#[test]
fn the_recipe_of_a_query_names_every_surface() {
    let recipe = Recipe::of("Add a query on surfaces");
    recipe.exists();
    for file in sources("crates/carom-core/src") {
        if !file.text.contains("Surface for") {
            continue;
        }
        let items = syn::parse_file(&file.text).unwrap().items;
        let implements = items.iter().any(|item| match item {
            syn::Item::Impl(item) => item.trait_.as_ref().is_some_and(|(_, path, _)| {
                path.segments
                    .last()
                    .is_some_and(|part| part.ident == "Surface")
            }),
            _ => false,
        });
        if implements {
            recipe.names(&file.path, "implements Surface");
        }
    }
}

#[test]
fn the_recipe_of_a_page_names_every_file_of_a_page() {
    let recipe = Recipe::of("Add a page to the playground").with_name("capsule_triangle");
    recipe.exists();
    for file in sources("crates/carom-web") {
        if file.path.contains("capsule_triangle") || file.text.contains("capsule_triangle") {
            recipe.names(&file.path, "an existing page needs");
        }
    }
}

#[test]
fn the_recipe_of_a_kind_of_finding_names_every_place_that_knows_one() {
    let recipe = Recipe::of("Add a kind of finding to the survey");
    recipe.exists();
    recipe.has_at_most(3);
    let survey = sources("crates/carom-survey/src");
    let path = "crates/carom-survey/src/kind.rs";
    let variants = variants(&survey, path, "Kind");
    let all = ["carom-survey/src", "carom-picture/src", "carom-cli/src"];
    for file in all
        .iter()
        .flat_map(|part| sources(&format!("crates/{part}")))
    {
        let other = file.path != path && file.text.contains("enum Kind");
        if !other && file.text.contains("Kind") && distinguishes(&file, "Kind", &variants) {
            recipe.names(&file.path, "matches on Kind");
        }
    }
}

#[test]
fn the_recipe_of_a_scenario_field_names_every_place_that_uses_one() {
    let recipe = Recipe::of("Add a field to scenarios");
    recipe.exists();
    recipe.has_at_most(3);
    let mut files = sources("crates/carom-format/src");
    files.extend(sources("crates/carom-cli/src"));
    let using: Vec<String> = identifiers(files)
        .into_iter()
        .filter_map(|(file, words)| words.contains("pushes").then_some(file))
        .collect();
    assert!(using.len() >= 2, "the example is used in {using:?}");
    for file in using {
        recipe.names(&file, "uses the field `pushes`");
    }
    assert!(section_of_formats(SCENARIOS).contains("`pushes`"));
    recipe.names("docs/formats.md", "documents the field `pushes`");
}

#[test]
fn the_stage_uses_every_value_of_a_scenario() {
    const STAGE: &str = "crates/carom-cli/src/stage";
    let used: BTreeSet<String> = identifiers(sources("crates/carom-cli/src"))
        .into_iter()
        .filter(|(file, _)| file.starts_with(STAGE))
        .flat_map(|(_, words)| words)
        .collect();
    let mut found = BTreeSet::new();
    for item in sources("crates/carom-format/src/scenario")
        .iter()
        .flat_map(structs)
    {
        let name = item.ident.to_string();
        if !["Actor", "Input", "PlacedBody"].contains(&&*name) {
            continue;
        }
        for field in &item.fields {
            let field = field.ident.as_ref().unwrap().to_string();
            assert!(
                used.contains(&field),
                "{STAGE} does not use {name}::{field}"
            );
        }
        found.insert(name);
    }
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn the_formats_name_every_field_of_a_scenario() {
    // The section is on the file first, then on what the command writes.
    let section = section_of_formats(SCENARIOS);
    let (scenarios, _) = section.split_once("{\"tick\"").unwrap();
    let shapes = section_of_formats("`carom query");
    let mut fields = Vec::new();
    for file in sources("crates/carom-format/src") {
        let below = file.path.strip_prefix("crates/carom-format/src/").unwrap();
        let is_shape = below.starts_with("shape");
        let text = if is_shape { &shapes } else { scenarios };
        if is_shape || below.starts_with("scenario") {
            let is_file = |item: &syn::ItemStruct| item.ident.to_string().ends_with("File");
            let files = structs(&file).into_iter();
            for item in files.filter(|item| is_file(item) && is_read(item)) {
                let named = item.fields.iter().flat_map(names_in_json);
                fields.extend(named.map(|field| (item.ident.to_string(), field, text)));
            }
        } else if below == "character.rs" {
            let named = settings(&file);
            let named = named.iter().flat_map(names_in_json);
            fields.extend(named.map(|field| ("with_settings".to_owned(), field, text)));
        }
    }
    for known in [
        "hz", "box", "heights", "period", "degrees", "pushes", "move", "hover", "normal",
    ] {
        let is_found = fields.iter().any(|(_, field, _)| field == known);
        assert!(is_found, "the field {known} is not found in the code");
    }
    for (of, field, text) in fields {
        let is_named = [format!("\"{field}\""), format!("`{field}`")]
            .iter()
            .any(|quoted| text.contains(quoted));
        assert!(is_named, "docs/formats.md does not name {field} of {of}");
    }
}
