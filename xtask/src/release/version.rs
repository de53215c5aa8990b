//! Every place that has the version of carom: manifests and locks of all workspaces, the npm package, two texts.

use super::changelog;
use super::fault::Fault;
use super::manifest;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The version of packages that are never released, such as fuzz targets.
const NONE: &str = "0.0.0";
/// Texts that name major and minor version, and what comes before.
const TEXTS: [(&str, &str); 2] = [
    ("README.md", "Version "),
    ("bindings/bevy/README.md", "| 0.20 | "),
];

/// A version in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// From 0.
    line: usize,
    /// From the start of the line to the version, in bytes.
    start: usize,
    version: String,
}

/// The number of places, and those with another version.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn check(root: &Path, version: &str) -> Result<(usize, Vec<Fault>), String> {
    let mut count = 0;
    let mut faults = Vec::new();
    for (file, text, expected) in files(root, version)? {
        let places = places(&file, &text);
        if places.is_empty() && TEXTS.iter().any(|(it, _)| *it == file) {
            faults.push(Fault::new(&file, "version", "the text no longer names it"));
        }
        for place in places {
            count += 1;
            if place.version != expected && place.version != NONE {
                let key = format!("line {}", place.line + 1);
                faults.push(Fault::new(
                    &file,
                    &key,
                    format!("version {}, not {expected}", place.version),
                ));
            }
        }
    }
    Ok((count, faults))
}

/// Sets a new version in every place, and gives the unreleased section of the changelog its number and date. Returns the number of files.
///
/// # Errors
/// If the version has another form than 1.2.3, or a file cannot be read or written.
pub fn set_version(root: &Path, new: &str, date: &str) -> Result<usize, String> {
    let parts: Vec<&str> = new.split('.').collect();
    if parts.len() != 3 || parts.iter().any(|it| it.parse::<u32>().is_err()) {
        return Err(format!("{new}: a version has the form 1.2.3"));
    }
    let old = manifest::workspace_version(root)?;
    let mut changed = 0;
    let mut write = |file: &str, text: String| {
        changed += 1;
        fs::write(root.join(file), text).map_err(|error| format!("{file}: {error}"))
    };
    for ((file, text, before), (_, _, after)) in
        files(root, &old)?.into_iter().zip(files(root, new)?)
    {
        let rewritten = rewritten(&text, &places(&file, &text), &before, &after);
        if rewritten != text {
            write(&file, rewritten)?;
        }
    }
    let log =
        fs::read_to_string(root.join("CHANGELOG.md")).map_err(|e| format!("CHANGELOG.md: {e}"))?;
    let unreleased = changelog::UNRELEASED;
    write(
        "CHANGELOG.md",
        log.replacen(unreleased, &format!("{unreleased}\n\n## {new} ({date})"), 1),
    )?;
    Ok(changed)
}

/// The files with versions, their texts, and what they have to say for this version.
fn files(root: &Path, version: &str) -> Result<Vec<(String, String, String)>, String> {
    let patterns = [
        "*Cargo.toml",
        "*Cargo.lock",
        "*package.json",
        "*package-lock.json",
    ];
    let output = Command::new("git")
        .arg("ls-files")
        .args(patterns)
        .current_dir(root)
        .output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "git ls-files: {}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let listed = String::from_utf8_lossy(&output.stdout);
    let minor = version.rsplit_once('.').map_or(version, |(minor, _)| minor);
    let all = listed.lines().map(|file| (file, version));
    let all = all.chain(TEXTS.iter().map(|(file, _)| (*file, minor)));
    let read = |(file, version): (&str, &str)| {
        let text =
            fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        Ok((file.to_owned(), text, version.to_owned()))
    };
    all.map(read).collect()
}

/// The versions of carom in a file, by its name.
fn places(file: &str, text: &str) -> Vec<Place> {
    if let Some((_, before)) = TEXTS.iter().find(|(it, _)| *it == file) {
        return in_text(text, before);
    }
    match file.rsplit('/').next() {
        Some("Cargo.toml") => in_manifest(text),
        Some("Cargo.lock") => in_lock(text),
        _ => in_npm(text),
    }
}

/// The version behind `before` in a line.
fn place(line: usize, text: &str, before: &str) -> Option<Place> {
    let start = text.find(before)? + before.len();
    let is_part = |it: char| it.is_ascii_digit() || it == '.';
    let rest = &text[start..];
    let end = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
    let version = rest[..end].trim_end_matches('.').to_owned();
    (!version.is_empty()).then_some(Place {
        line,
        start,
        version,
    })
}

/// The version of the package, and those of dependencies with a path.
fn in_manifest(text: &str) -> Vec<Place> {
    let mut section = "";
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            section = line;
        }
        let of_package = ["[package]", "[workspace.package]"].contains(&section)
            && line.starts_with("version = ");
        if of_package || line.contains("path = \"") {
            found.extend(place(index, line, "version = \""));
        }
    }
    found
}

/// The versions of packages without a source: those of this repository.
fn in_lock(text: &str) -> Vec<Place> {
    let mut found = Vec::new();
    let mut own = None;
    for (index, line) in text.lines().enumerate() {
        if line == "[[package]]" {
            found.extend(own.take());
        } else if line.starts_with("version = ") && index > 2 {
            // The version of the lock itself stands without quotes.
            own = place(index, line, "version = \"");
        } else if line.starts_with("source = ") {
            own = None;
        }
    }
    found.extend(own);
    found
}

/// The version of the package named carom.
fn in_npm(text: &str) -> Vec<Place> {
    let mut found = Vec::new();
    let mut before = "";
    for (index, line) in text.lines().enumerate() {
        if before.trim() == "\"name\": \"carom\"," {
            found.extend(place(index, line, "\"version\": \""));
        }
        before = line;
    }
    found
}

/// The first version in a text that stands behind `before`.
fn in_text(text: &str, before: &str) -> Vec<Place> {
    let mut lines = text.lines().enumerate();
    lines
        .find_map(|(index, line)| place(index, line, before))
        .into_iter()
        .collect()
}

/// A text with the version `after` in each place that has `before`.
fn rewritten(text: &str, places: &[Place], before: &str, after: &str) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for place in places.iter().filter(|place| place.version == before) {
        let range = place.start..place.start + before.len();
        lines[place.line].replace_range(range, after);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn versions(file: &str, text: &str) -> Vec<String> {
        let version = |place: Place| format!("{} {}", place.line + 1, place.version);
        places(file, text).into_iter().map(version).collect()
    }

    #[test]
    fn manifests_have_their_own_version_and_those_of_paths() {
        let text = "[package]\nversion = \"0.1.0\"\nrust-version = \"1.89\"\n[dependencies]\na = { path = \"a\", version = \"0.1.0\" }\n\
            glam = \"0.1.0\"\nb = { path = \"b\" }\nc = { version = \"0.1.0\" }\n[package.metadata.x]\nversion = \"0.1.0\"\n";
        assert_eq!(versions("x/Cargo.toml", text), ["2 0.1.0", "5 0.1.0"]);
        let new = rewritten(text, &places("Cargo.toml", text), "0.1.0", "0.10.0");
        assert_eq!(versions("Cargo.toml", &new), ["2 0.10.0", "5 0.10.0"]);
        assert_eq!(new.len(), text.len() + 2);
    }

    #[test]
    fn locks_have_those_of_packages_without_a_source() {
        let text = "# Generated.\nversion = 4\n\n[[package]]\nname = \"a\"\nversion = \"0.1.0\"\nsource = \"registry\"\n\n\
            [[package]]\nname = \"b\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"c\"\nversion = \"0.2.0\"\n";
        assert_eq!(versions("Cargo.lock", text), ["11 0.1.0", "15 0.2.0"]);
    }

    #[test]
    fn npm_has_that_of_the_package_carom() {
        let text = "{\n  \"name\": \"carom\",\n  \"version\": \"0.1.0\",\n  \"x\": {\n    \"name\": \"y\",\n    \"version\": \"3.1.0\"\n";
        assert_eq!(versions("bindings/js/package-lock.json", text), ["3 0.1.0"]);
        assert_eq!(
            versions("README.md", "# A\nVersion 0.1, not yet. Version 2\n"),
            ["2 0.1"]
        );
    }

    #[test]
    fn the_repository_has_one_version() {
        let root = crate::root();
        let version = manifest::workspace_version(&root).unwrap();
        let (places, faults) = check(&root, &version).unwrap();
        assert!(places > 60, "{places}");
        assert!(faults.is_empty(), "{faults:#?}");
    }
}
