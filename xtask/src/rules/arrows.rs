//! Crates depend only on lower crates: the floors of the house are one table.

use crate::source::tree::{TextFile, Tree};
use crate::violation::{Rule, Violation};
use toml::de::{DeTable, DeValue};

/// All crates, lowest floor first. Crates of one floor do not know each other.
const FLOORS: [&[&str]; 9] = [
    &["carom-math"],
    &["carom-bvh"],
    &["carom-core"],
    &["carom-mover", "carom-balls", "carom-polygon"],
    &["carom"],
    &["carom-level", "carom-format"],
    &["carom-scenes", "carom-route"],
    &["carom-survey", "carom-picture", "carom-web"],
    &["carom-cli"],
];

/// Dependencies that are no arrow of a crate are those of its tests.
const TABLES: [&str; 2] = ["dependencies", "build-dependencies"];

fn floor(name: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&name))
}

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.manifests.iter().flat_map(check_manifest).collect()
}

fn check_manifest(manifest: &TextFile) -> Vec<Violation> {
    let violation = |at: usize, name: &str, message: String| {
        let line = 1 + manifest.text[..at].matches('\n').count();
        Violation::in_file(Rule::Arrow, &manifest.path, line, name, message)
    };
    let table = match DeTable::parse(&manifest.text) {
        Ok(table) => table.into_inner(),
        Err(error) => return vec![violation(0, "", error.to_string())],
    };
    let name =
        part(&table, "package").and_then(|package| part(package.as_table()?, "name")?.as_str());
    let name = name.unwrap_or_default();
    let Some(own) = floor(name) else {
        let message = format!("the crate {name} is on no floor of xtask/src/rules/arrows.rs");
        return vec![violation(0, name, message)];
    };
    let mut violations = Vec::new();
    for (dependency, at) in dependencies(&table) {
        let message = match floor(dependency) {
            Some(below) if below < own => continue,
            Some(_) => format!("{name} depends on {dependency}, which is not below it"),
            None if dependency.starts_with("carom") => {
                format!("{name} depends on {dependency}, which is on no floor")
            }
            None => continue,
        };
        violations.push(violation(at, dependency, message));
    }
    violations
}

/// The value of a key.
fn part<'t, 'i>(table: &'t DeTable<'i>, key: &str) -> Option<&'t DeValue<'i>> {
    let (_, value) = table.iter().find(|(name, _)| name.get_ref() == key)?;
    Some(value.get_ref())
}

/// The packages that a crate depends on, those of single targets too, and where the text names them.
fn dependencies<'t>(manifest: &'t DeTable<'_>) -> Vec<(&'t str, usize)> {
    let targets = part(manifest, "target").and_then(DeValue::as_table);
    let targets = targets.into_iter().flat_map(DeTable::values);
    let targets = targets.filter_map(|target| target.get_ref().as_table());
    let mut found = Vec::new();
    for table in std::iter::once(manifest).chain(targets) {
        for kind in TABLES {
            let dependencies = part(table, kind).and_then(DeValue::as_table);
            for (key, value) in dependencies.into_iter().flatten() {
                let package = value
                    .get_ref()
                    .as_table()
                    .and_then(|value| part(value, "package")?.as_str());
                found.push((package.unwrap_or(key.get_ref()), key.span().start));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(text: &str) -> Vec<String> {
        let tree = Tree::example(&[("crates/x/Cargo.toml", text)]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_arrow_up_is_found_a_dev_dependency_is_none() {
        let text = "[package]\nname = \"carom-core\"\n[dependencies]\ncarom-bvh.workspace = true\nglam = \"1\"\n\
            carom-mover.workspace = true\n[dev-dependencies]\ncarom = { path = \"../carom\" }\n";
        let expected = "crates/x/Cargo.toml:6: arrow: carom-core depends on carom-mover, which is not below it";
        assert_eq!(violations(text), [expected]);
    }

    #[test]
    fn crates_of_one_floor_do_not_know_each_other() {
        let text = "[package]\nname = \"carom-mover\"\n[target.'cfg(unix)'.dependencies]\n\
            balls = { package = \"carom-balls\", path = \"../carom-balls\" }\n";
        assert_eq!(violations(text).len(), 1);
    }

    #[test]
    fn a_crate_outside_the_table_is_found() {
        assert!(violations("[package]\nname = \"carom-glorp\"\n")[0].contains("on no floor"));
        let text = "[package]\nname = \"carom-cli\"\n[dependencies]\ncarom-glorp = \"1\"\n";
        assert!(violations(text)[0].contains("carom-glorp, which is on no floor"));
    }
}
