//! The `Cargo.toml` of a crate that is published, with what it inherits from the workspace.

use std::fs;
use std::path::Path;
use toml::{Table, Value};

/// The manifest of a crate.
#[derive(Clone, Debug)]
pub(super) struct Manifest {
    /// The folder, relative to the root: `crates/carom-math`.
    pub(super) folder: String,
    table: Table,
    workspace: Table,
}

/// A dependency on another crate of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PathDependency {
    pub(super) name: String,
    /// The key in the manifest: `dependencies.carom-math`.
    pub(super) key: String,
    pub(super) version: Option<String>,
    /// Of tests and examples: left out of the tarball if it has no version.
    pub(super) is_dev: bool,
}

impl Manifest {
    /// A manifest and that of its workspace.
    ///
    /// # Errors
    /// If one of them is not TOML.
    pub(super) fn parse(folder: &str, text: &str, workspace: &str) -> Result<Self, String> {
        let table = |text: &str, file: String| {
            let parsed = text.parse::<Table>();
            parsed.map_err(|error| format!("{file}: {error}"))
        };
        let whole = table(workspace, "Cargo.toml".into())?;
        Ok(Self {
            folder: folder.to_owned(),
            table: table(text, format!("{folder}/Cargo.toml"))?,
            workspace: sub_table(&whole, "workspace").cloned().unwrap_or_default(),
        })
    }

    /// The file, relative to the root.
    pub(super) fn file(&self) -> String {
        format!("{}/Cargo.toml", self.folder)
    }

    /// The name of the package.
    pub(super) fn name(&self) -> &str {
        self.text("name").unwrap_or_default()
    }

    /// A value of `[package]`, its own or the workspace's.
    pub(super) fn package(&self, key: &str) -> Option<&Value> {
        let own = self.table.get("package")?.get(key)?;
        let inherits = own.get("workspace").and_then(Value::as_bool) == Some(true);
        if inherits {
            self.workspace.get("package")?.get(key)
        } else {
            Some(own)
        }
    }

    /// A text of `[package]`.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.package(key)?.as_str()
    }

    /// Whether a text of `[package]` is the workspace's: a path in it is relative to the root.
    pub(super) fn inherits(&self, key: &str) -> bool {
        let own = self.table.get("package").and_then(|it| it.get(key));
        own.is_some_and(|value| value.get("workspace").is_some())
    }

    /// The features, `default` not among them.
    pub(super) fn features(&self) -> Vec<&str> {
        let features = sub_table(&self.table, "features");
        let names = features.into_iter().flat_map(Table::keys);
        names
            .map(String::as_str)
            .filter(|it| *it != "default")
            .collect()
    }

    /// Whether it has a program.
    pub(super) fn has_program(&self) -> bool {
        self.table.contains_key("bin")
    }

    /// All dependencies on crates of the workspace, those of tests too.
    pub(super) fn path_dependencies(&self) -> Vec<PathDependency> {
        let mut found = Vec::new();
        self.add_dependencies(&self.table, "", &mut found);
        let targets = sub_table(&self.table, "target");
        for (name, target) in targets.into_iter().flatten() {
            if let Some(target) = target.as_table() {
                self.add_dependencies(target, &format!("target.{name}."), &mut found);
            }
        }
        found
    }

    fn add_dependencies(&self, table: &Table, before: &str, found: &mut Vec<PathDependency>) {
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for (name, own) in sub_table(table, section).into_iter().flatten() {
                let inherits = own.get("workspace").is_some();
                let all = sub_table(&self.workspace, "dependencies");
                let inherited = all.and_then(|all| all.get(name));
                let value = inherited.filter(|_| inherits).unwrap_or(own);
                if value.get("path").is_none() {
                    continue;
                }
                let text = |key: &str| value.get(key).and_then(Value::as_str);
                found.push(PathDependency {
                    name: text("package").unwrap_or(name).to_owned(),
                    key: format!("{before}{section}.{name}"),
                    version: text("version").map(str::to_owned),
                    is_dev: section == "dev-dependencies",
                });
            }
        }
    }
}

fn sub_table<'a>(table: &'a Table, key: &str) -> Option<&'a Table> {
    table.get(key)?.as_table()
}

/// The manifests of all crates in `crates` that are published, by name.
///
/// # Errors
/// If one cannot be read or parsed.
pub(super) fn published(root: &Path) -> Result<Vec<Manifest>, String> {
    let read = |path: &str| {
        let text = fs::read_to_string(root.join(path));
        text.map_err(|error| format!("{path}: {error}"))
    };
    let workspace = read("Cargo.toml")?;
    let entries = fs::read_dir(root.join("crates")).map_err(|e| format!("crates: {e}"))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut folders: Vec<String> = names.map(|name| format!("crates/{name}")).collect();
    folders.sort();
    let mut manifests = Vec::new();
    for folder in folders {
        let file = format!("{folder}/Cargo.toml");
        if root.join(&file).is_file() {
            manifests.push(Manifest::parse(&folder, &read(&file)?, &workspace)?);
        }
    }
    manifests.retain(|it| it.package("publish").and_then(Value::as_bool) != Some(false));
    Ok(manifests)
}

/// The version of the workspace.
///
/// # Errors
/// If `Cargo.toml` cannot be read, or has none.
pub(super) fn workspace_version(root: &Path) -> Result<String, String> {
    let text =
        fs::read_to_string(root.join("Cargo.toml")).map_err(|e| format!("Cargo.toml: {e}"))?;
    let table: Table = text
        .parse()
        .map_err(|error| format!("Cargo.toml: {error}"))?;
    let package = sub_table(&table, "workspace").and_then(|it| sub_table(it, "package"));
    let version = package
        .and_then(|it| it.get("version"))
        .and_then(Value::as_str);
    let missing = || "Cargo.toml: workspace.package.version: missing".to_owned();
    version.map(str::to_owned).ok_or_else(missing)
}
