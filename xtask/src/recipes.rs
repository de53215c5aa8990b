//! The recipes of CONTRIBUTING.md, followed by tests: each names every file that the code says has to change.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};

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
