//! Files of a survey's report: old scenarios are removed, and paths are relative to it.

use anyhow::{Context, Result};
use std::path::Path;

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
    let place = |path: &Path| {
        std::path::absolute(path).with_context(|| format!("{}: cannot be found", path.display()))
    };
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
