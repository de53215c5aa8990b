//! Reads the repository once, for all rules.

use super::crate_modules::Module;
use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The folders and files that rules read; generated and foreign ones are left out.
const READ: [&str; 13] = [
    "ARCHITECTURE.md",
    "CODE_OF_CONDUCT.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "bench/src",
    "bindings",
    "crates",
    "docs",
    "examples",
    "fuzz",
    "xtask",
];
const LEFT_OUT: [&str; 6] = [
    "target",
    "node_modules",
    "packed",
    "reports",
    "wasm",
    "dist",
];

/// A file of Rust.
pub(crate) struct RustFile {
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) tokens: TokenStream,
    /// For the files of a crate under rules: crates/*/src and xtask/src.
    pub(crate) module: Option<Module>,
}

/// A file of another kind, as its text.
pub(crate) struct TextFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The whole repository.
#[derive(Default)]
pub(crate) struct Tree {
    pub(crate) rust: Vec<RustFile>,
    /// Markdown, JavaScript and Python.
    pub(crate) texts: Vec<TextFile>,
    /// The `Cargo.toml` of each crate.
    pub(crate) manifests: Vec<TextFile>,
}

impl Tree {
    /// Reads the files below `root`.
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let mut paths = Vec::new();
        for start in READ {
            collect(root, start, &mut paths);
        }
        let read = |path: String| {
            let text = fs::read_to_string(root.join(&path)).map_err(|e| format!("{path}: {e}"))?;
            Ok((path, text))
        };
        Self::of(
            paths
                .into_iter()
                .map(read)
                .collect::<Result<Vec<_>, String>>()?,
        )
    }

    /// A tree of files with their texts.
    pub(crate) fn of(files: Vec<(String, String)>) -> Result<Self, String> {
        let mut tree = Self::default();
        for (path, text) in files {
            if path.ends_with("/Cargo.toml") {
                tree.manifests.push(TextFile { path, text });
            } else if path.ends_with(".rs") {
                tree.rust.push(RustFile::parse(path, text)?);
            } else {
                tree.texts.push(TextFile { path, text });
            }
        }
        leave_out_tests(&mut tree.rust);
        Ok(tree)
    }

    /// A tree of one crate's files, for tests of rules.
    #[cfg(test)]
    pub(crate) fn example(files: &[(&str, &str)]) -> Self {
        let file = |(path, text): &(&str, &str)| ((*path).to_owned(), (*text).to_owned());
        Self::of(files.iter().map(file).collect()).unwrap()
    }

    /// The files of crates under rules, with their module.
    pub(crate) fn modules(&self) -> impl Iterator<Item = (&RustFile, &Module)> {
        let module = |file: &'_ RustFile| file.module.is_some();
        let files = self.rust.iter().filter(move |file| module(file));
        files.filter_map(|file| Some((file, file.module.as_ref()?)))
    }

    /// The folders of crates under rules, in order.
    pub(crate) fn crates(&self) -> Vec<&str> {
        let mut crates: Vec<&str> = self.modules().map(|(_, m)| &*m.crate_folder).collect();
        crates.sort_unstable();
        crates.dedup();
        crates
    }
}

impl RustFile {
    fn parse(path: String, text: String) -> Result<Self, String> {
        let failed = |error: String, line: usize| format!("{path}:{line}: {error}");
        let tokens: TokenStream = text
            .parse()
            .map_err(|e: proc_macro2::LexError| failed(e.to_string(), e.span().start().line))?;
        let module = Module::parse(&path, tokens.clone())
            .map_err(|e| failed(e.to_string(), e.span().start().line))?;
        Ok(Self {
            path,
            text,
            tokens,
            module,
        })
    }
}

/// The files below `path` that rules read, in order of their names.
fn collect(root: &Path, path: &str, found: &mut Vec<String>) {
    if let Ok(entries) = fs::read_dir(root.join(path)) {
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| !LEFT_OUT.contains(&&**name) && !name.starts_with('.'))
            .collect();
        names.sort();
        for name in names {
            collect(root, &format!("{path}/{name}"), found);
        }
    } else if root.join(path).is_file() && is_read(path) {
        found.push(path.to_owned());
    }
}

fn is_read(path: &str) -> bool {
    let web =
        path.starts_with("crates/carom-web/site") || path.starts_with("crates/carom-web/report");
    let is_binding = path.starts_with("bindings/") || path.starts_with("examples/");
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("rs") => true,
        Some("md") => !path.contains('/') || path.starts_with("docs/") || is_binding,
        Some("py" | "pyi") => is_binding,
        Some("js") => web || is_binding,
        Some("mjs" | "ts") => is_binding,
        Some("toml") => path.starts_with("crates/") && path.ends_with("/Cargo.toml"),
        _ => false,
    }
}

/// Takes the modules of files that another file declares as `#[cfg(test)] mod name;` out of the rules.
fn leave_out_tests(files: &mut [RustFile]) {
    let mut tests: BTreeSet<(String, Vec<String>)> = BTreeSet::new();
    for module in files.iter().filter_map(|file| file.module.as_ref()) {
        for name in &module.facts.test_modules {
            let mut path = module.path.clone();
            path.push(name.clone());
            tests.insert((module.crate_folder.clone(), path));
        }
    }
    for file in files {
        let is_test = file.module.as_ref().is_some_and(|module| {
            (1..=module.path.len())
                .any(|n| tests.contains(&(module.crate_folder.clone(), module.path[..n].to_vec())))
        });
        if is_test {
            file.module = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_declared_for_tests_only_is_no_module() {
        let tree = Tree::example(&[
            ("crates/a/src/lib.rs", "mod b;"),
            ("crates/a/src/b.rs", "#[cfg(test)] mod tests; mod c;"),
            ("crates/a/src/b/c.rs", ""),
            ("crates/a/src/b/tests.rs", ""),
            ("crates/a/tests/it.rs", ""),
        ]);
        let names: Vec<String> = tree
            .modules()
            .map(|(_, module)| module.path.join("::"))
            .collect();
        assert_eq!(names, ["", "b", "b::c"]);
    }
}
