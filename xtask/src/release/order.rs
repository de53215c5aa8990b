//! The order of publishing: a crate comes after those that it depends on, and depends on their new versions.

use super::fault::Fault;
use super::manifest::{Manifest, PathDependency};

/// The faults in a crate's dependencies on others of the workspace.
pub(super) fn dependency_faults(
    manifest: &Manifest,
    all: &[Manifest],
    version: &str,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    for dependency in manifest.path_dependencies() {
        let message = match &dependency.version {
            // Cargo leaves it out of the tarball.
            None if dependency.is_dev => continue,
            None => "has a path and no version: the tarball would depend on nothing".to_owned(),
            Some(other) if other != version => {
                format!("has version {other}, the workspace {version}")
            }
            Some(_) if all.iter().any(|it| it.name() == dependency.name) => continue,
            Some(_) => format!("{} is not published", dependency.name),
        };
        faults.push(Fault::new(&manifest.file(), &dependency.key, message));
    }
    faults
}

/// The names of all crates, each after those that it depends on; of several that could be next, the first by name.
///
/// # Errors
/// If crates depend on each other in a circle, also by tests with a version.
pub(super) fn of_publishing(all: &[Manifest]) -> Result<Vec<String>, Fault> {
    let mut left: Vec<&Manifest> = all.iter().collect();
    left.sort_by_key(|manifest| manifest.name());
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_left = |name: &str| left.iter().any(|it| it.name() == name);
        let needs = |it: &PathDependency| it.version.is_some() && is_left(&it.name);
        let is_next = |it: &&Manifest| !it.path_dependencies().iter().any(needs);
        let Some(next) = left.iter().position(is_next) else {
            let first = left[0];
            let back = first.path_dependencies().into_iter().find(needs);
            let key = back.map_or_else(String::new, |dependency| dependency.key);
            let names: Vec<&str> = left.iter().map(|it| it.name()).collect();
            let message = format!("no order of publishing among {}", names.join(", "));
            return Err(Fault::new(&first.file(), &key, message));
        };
        order.push(left.remove(next).name().to_owned());
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(name: &str, dependencies: &str) -> Manifest {
        let text = format!("[package]\nname = \"{name}\"\n{dependencies}");
        let workspace =
            "[workspace.dependencies]\na = { path = \"crates/a\", version = \"1.0.0\" }\n";
        Manifest::parse(&format!("crates/{name}"), &text, workspace).unwrap()
    }

    #[test]
    fn a_crate_comes_after_those_that_it_depends_on() {
        let all = [
            manifest("a", "[dev-dependencies]\nc = { path = \"../c\" }"),
            manifest(
                "b",
                "[target.x.dependencies]\nd = { package = \"c\", path = \"../c\", version = \"1.0.0\" }",
            ),
            manifest("c", "[dependencies]\na.workspace = true"),
        ];
        assert_eq!(of_publishing(&all).unwrap(), ["a", "c", "b"]);
        for manifest in &all {
            assert!(dependency_faults(manifest, &all, "1.0.0").is_empty());
        }
    }

    #[test]
    fn a_circle_is_a_fault() {
        let all = [
            manifest(
                "a",
                "[dev-dependencies]\nb = { path = \"../b\", version = \"1.0.0\" }",
            ),
            manifest("b", "[dependencies]\na.workspace = true"),
        ];
        let fault = of_publishing(&all).unwrap_err().to_string();
        assert_eq!(
            fault,
            "crates/a/Cargo.toml: dev-dependencies.b: no order of publishing among a, b"
        );
    }

    #[test]
    fn a_dependency_has_the_version_of_the_workspace() {
        let path = "[dependencies]\nb = { path = \"../b\"";
        for (rest, fault) in [
            (" }", "has a path and no version"),
            (
                ", version = \"0.9.0\" }",
                "has version 0.9.0, the workspace 1.0.0",
            ),
            (", version = \"1.0.0\" }", "b is not published"),
        ] {
            let manifest = manifest("c", &format!("{path}{rest}"));
            let faults = dependency_faults(&manifest, std::slice::from_ref(&manifest), "1.0.0");
            assert_eq!(faults.len(), 1);
            let text = faults[0].to_string();
            assert!(
                text.starts_with(&format!("crates/c/Cargo.toml: dependencies.b: {fault}")),
                "{text}"
            );
        }
    }
}
