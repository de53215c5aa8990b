//! The arrows of ARCHITECTURE.md: a file may only use floors below its own, and within a folder no two
//! files import each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The floors, lowest first, and what each may use.
const FLOORS: [(&str, &[&str]); 16] = [
    ("curve", &[]),
    ("lanes", &[]),
    ("parallel", &[]),
    ("vector", &["lanes"]),
    ("draw", &["vector"]),
    ("shape", &["vector"]),
    ("query", &["shape", "vector"]),
    ("tree", &["shape", "vector", "lanes", "parallel", "curve"]),
    ("batch", &["shape", "vector", "parallel", "curve"]),
    ("chain", &["query", "tree", "shape", "vector"]),
    (
        "mesh",
        &["batch", "query", "tree", "shape", "vector", "lanes"],
    ),
    (
        "world",
        &["mesh", "chain", "tree", "query", "shape", "vector"],
    ),
    (
        "mover",
        &[
            "world", "tree", "query", "shape", "draw", "vector", "parallel",
        ],
    ),
    (
        "table",
        &["mesh", "tree", "query", "shape", "vector", "lanes", "curve"],
    ),
    ("flipper", &["world", "query", "shape", "vector"]),
    (
        "swarm",
        &[
            "world", "mesh", "chain", "batch", "query", "shape", "vector", "parallel",
        ],
    ),
];

/// The one arrow that points up, a supertrait: so that generic code can call what is compiled here once.
const UP: (&str, &str) = ("vector", "mesh");

/// Every source file by its module path: `query::sweep`, `tree`, …
fn sources() -> BTreeMap<String, String> {
    fn collect(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        for path in paths {
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let module = if prefix.is_empty() {
                stem
            } else {
                format!("{prefix}::{stem}")
            };
            if path.is_dir() {
                collect(&path, &module, found);
            } else {
                found.insert(module, std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    collect(Path::new(folder), "", &mut found);
    found.remove("lib");
    found
}

/// The modules that a file imports, as absolute paths, tests left out.
fn imports(module: &str, text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap();
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    let mut found = BTreeSet::new();
    for line in code.lines().map(str::trim) {
        let Some(path) = line
            .strip_prefix("use ")
            .or_else(|| line.strip_prefix("pub use "))
            .or_else(|| line.strip_prefix("pub(crate) use "))
        else {
            continue;
        };
        let path = path.trim_end_matches(';');
        let absolute = if let Some(rest) = path.strip_prefix("crate::") {
            rest.to_owned()
        } else if let Some(rest) = path.strip_prefix("super::") {
            format!("{parent}::{rest}")
        } else {
            continue;
        };
        // `query::sweep::{Hit, sweep}` → `query::sweep`; `shape::{a::A, b::B}` → `shape`.
        let absolute = absolute.split("::{").next().unwrap();
        let modules: Vec<&str> = absolute
            .split("::")
            .take_while(|part| part.chars().next().is_some_and(char::is_lowercase))
            .collect();
        found.insert(modules.join("::"));
    }
    found
}

fn floor(module: &str) -> &str {
    module.split("::").next().unwrap()
}

#[test]
fn arrows_only_point_down() {
    let sources = sources();
    let mut seen = 0;
    for (module, text) in &sources {
        let (_, below) = FLOORS
            .iter()
            .find(|(name, _)| *name == floor(module))
            .unwrap_or_else(|| panic!("{module} is on no floor of ARCHITECTURE.md"));
        for import in imports(module, text) {
            let target = floor(&import);
            seen += 1;
            assert!(
                target == floor(module) || below.contains(&target) || (&**module, &*import) == UP,
                "{module} uses {import}: the arrow points up"
            );
        }
    }
    assert!(seen > 50, "the test reads real imports: {seen}");
}

#[test]
fn no_two_files_import_each_other() {
    let sources = sources();
    let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (module, text) in &sources {
        for import in imports(module, text) {
            // The deepest existing file that the path names.
            let target = sources
                .keys()
                .rfind(|file| import == **file || import.starts_with(&format!("{file}::")));
            if let Some(target) = target
                && target != module
            {
                edges.entry(module).or_default().insert(target);
            }
        }
    }
    for (from, targets) in &edges {
        for to in targets {
            let parent_and_child =
                to.starts_with(&format!("{from}::")) || from.starts_with(&format!("{to}::"));
            let back = edges.get(to).is_some_and(|targets| targets.contains(from));
            assert!(
                !back || parent_and_child,
                "{from} and {to} import each other"
            );
        }
    }
}

#[test]
fn unsafe_and_fused_arithmetic_are_nowhere() {
    for (module, text) in sources() {
        for word in ["unsafe", "mul_add", "f32::min", "f32::max", "HashMap"] {
            let code = text.lines().filter(|line| !line.trim().starts_with("//"));
            assert!(
                !code.into_iter().any(|line| line.contains(word)),
                "{module}: {word}"
            );
        }
    }
}
