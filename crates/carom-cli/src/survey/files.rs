//! Files of a survey's report: old scenarios are removed, and paths are relative to it.

use crate::output;
use anyhow::{Context, Result};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Scenarios by their names, which are paths in the folder of a report.
pub(super) type Scenarios = BTreeMap<String, Vec<u8>>;

/// Where the files of a report go.
pub(super) struct ReportFiles<'a> {
    /// The folder; without one nothing is written.
    pub(super) folder: Option<&'a Path>,
    /// The path of the level in scenarios.
    pub(super) level: String,
    /// The scenarios, for a caller that wants them.
    kept: Option<RefCell<Scenarios>>,
}

impl<'a> ReportFiles<'a> {
    /// Files of a folder about a level in a file.
    pub(super) fn new(folder: &'a Path, level: &Path) -> Result<Self> {
        Ok(Self {
            level: from(&folder.join(SCENARIOS), level)?,
            folder: Some(folder),
            kept: None,
        })
    }

    /// Keeps the scenarios, and writes the files if there is a folder.
    pub(super) fn keeping(folder: Option<&'a Path>, level: String) -> Self {
        Self {
            folder,
            level,
            kept: Some(RefCell::default()),
        }
    }

    /// Writes a scenario.
    pub(super) fn scenario(&self, name: &str, text: Vec<u8>) -> Result<()> {
        if let Some(folder) = self.folder {
            output::write(&folder.join(name), &text)?;
        }
        if let Some(kept) = &self.kept {
            kept.borrow_mut().insert(name.into(), text);
        }
        Ok(())
    }

    /// Removes the scenarios of an earlier survey from a folder in that of the report.
    pub(super) fn without_scenarios(&self, name: &str, kinds: &[&str]) -> Result<()> {
        match self.folder {
            Some(folder) => without_scenarios(&folder.join(name), kinds),
            None => Ok(()),
        }
    }

    /// The kept scenarios.
    pub(super) fn into_scenarios(self) -> Scenarios {
        self.kept.map(RefCell::into_inner).unwrap_or_default()
    }
}

/// The folder of the scenarios of findings, in that of the report.
pub(super) const SCENARIOS: &str = "findings";

/// Removes the scenarios of an earlier survey from their folder, and nothing else.
fn without_scenarios(folder: &Path, kinds: &[&str]) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in entries {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let ours = name
            .split_once('-')
            .is_some_and(|(kind, number)| kinds.contains(&kind) && number.parse::<u32>().is_ok());
        if ours && path.extension().is_some_and(|end| end == "json") {
            std::fs::remove_file(&path)
                .with_context(|| format!("{}: cannot be removed", path.display()))?;
        }
    }
    Ok(())
}

/// The path of a file relative to a folder, which need not exist.
pub(super) fn from(folder: &Path, file: &Path) -> Result<String> {
    let (folder, file) = (place(folder)?, place(file)?);
    let shared = folder
        .components()
        .zip(file.components())
        .take_while(|(a, b)| a == b)
        .count();
    let up = folder.components().skip(shared).map(|_| "..".into());
    let down = file
        .components()
        .skip(shared)
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    Ok(parts.join("/"))
}

/// The absolute path of a file, through folders as they are: without `..` and links.
fn place(path: &Path) -> Result<PathBuf> {
    let path = std::path::absolute(path)
        .with_context(|| format!("{}: cannot be found", path.display()))?;
    let mut place = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            place.pop();
        } else {
            place.push(part);
        }
        if place.is_dir()
            && let Ok(folder) = place.canonicalize()
        {
            place = folder;
        }
    }
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_from_folders_with_parents_and_links_to_the_file() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path();
        std::fs::create_dir_all(root.join("house/work")).expect("folders");
        let level = root.join("house/level.obj");
        std::fs::write(&level, "").expect("a file");
        let path = |folder: &str| from(&root.join(folder), &level).expect("a path");
        assert_eq!(path("house"), "level.obj");
        assert_eq!(
            path("house/../s/faulty/findings"),
            "../../../house/level.obj"
        );
        assert_eq!(path("house/work/../../s"), "../house/level.obj");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("house/work"), root.join("link")).expect("a link");
            assert_eq!(path("link/report"), "../../level.obj");
            assert_eq!(path("link/../report"), "../level.obj");
        }
    }
}
