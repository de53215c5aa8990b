//! Files of a survey's report: old scenarios are removed, and paths are relative to it.

use anyhow::{Context, Result};
use std::path::{Component, Path, PathBuf};

/// The folder of the scenarios of findings, in that of the report.
pub(super) const SCENARIOS: &str = "findings";

/// Removes the scenarios of an earlier survey from their folder, and nothing else.
pub(super) fn without_scenarios(folder: &Path, kinds: &[&str]) -> Result<()> {
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
