//! The metadata that crates.io and docs.rs show, by their rules.

use super::fault::Fault;
use super::manifest::Manifest;
use std::path::Path;
use toml::Value;

const LICENSE: &str = "MIT OR Apache-2.0";

/// The slugs of crates.io: an unknown one is dropped there without an error.
const CATEGORIES: &str = "\
    algorithms api-bindings asynchronous authentication caching command-line-interface command-line-utilities \
    compression computer-vision config concurrency cryptography cryptography::cryptocurrencies database \
    database-implementations data-structures date-and-time development-tools development-tools::build-utils \
    development-tools::cargo-plugins development-tools::debugging development-tools::ffi \
    development-tools::procedural-macro-helpers development-tools::profiling development-tools::testing email embedded \
    emulators encoding external-ffi-bindings filesystem game-engines game-development games graphics gui hardware-support \
    internationalization localization mathematics memory-management multimedia multimedia::audio multimedia::video \
    multimedia::images multimedia::encoding network-programming no-std os os::linux-apis os::macos-apis os::unix-apis \
    os::windows-apis parser-implementations parsing rendering rendering::engine rendering::graphics-api \
    rendering::data-formats rust-patterns science science::robotics simulation template-engine text-editors \
    text-processing value-formatting visualization wasm web-programming web-programming::http-client \
    web-programming::http-server web-programming::websocket";

/// The faults in the metadata of a crate.
pub(super) fn faults(manifest: &Manifest, root: &Path) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut add = |key: &str, fault: Option<String>| {
        faults.extend(fault.map(|message| Fault::new(&manifest.file(), key, message)));
    };
    add("package.description", description(manifest));
    add("package.license", license(manifest));
    add("package.readme", readme(manifest, root));
    add("package.repository", repository(manifest));
    add("package.rust-version", present(manifest, "rust-version"));
    add("package.edition", present(manifest, "edition"));
    add("package.keywords", keywords(manifest));
    add("package.categories", categories(manifest));
    add("package.include", include(manifest));
    add("package.metadata.docs.rs", docs_rs(manifest));
    add("package.metadata.binstall.pkg-url", binstall(manifest));
    faults
}

fn present(manifest: &Manifest, key: &str) -> Option<String> {
    manifest.text(key).is_none().then(|| "missing".into())
}

fn description(manifest: &Manifest) -> Option<String> {
    match manifest.text("description") {
        None | Some("") => Some("missing".into()),
        Some(text) if text.ends_with('.') => {
            Some("ends with a period: crates.io shows it as a title".into())
        }
        Some(_) => None,
    }
}

fn license(manifest: &Manifest) -> Option<String> {
    let license = manifest.text("license");
    (license != Some(LICENSE)).then(|| format!("{license:?}, not {LICENSE:?}"))
}

fn readme(manifest: &Manifest, root: &Path) -> Option<String> {
    let Some(path) = manifest.text("readme") else {
        return Some("missing".into());
    };
    let file = if manifest.inherits("readme") {
        path.to_owned()
    } else {
        format!("{}/{path}", manifest.folder)
    };
    (!root.join(&file).is_file()).then(|| format!("there is no file {file}"))
}

fn repository(manifest: &Manifest) -> Option<String> {
    match manifest.text("repository") {
        None => Some("missing".into()),
        Some(address) => {
            (!address.starts_with("https://")).then(|| format!("{address:?} is no https address"))
        }
    }
}

/// The texts of a list, or why there is none.
fn list<'a>(manifest: &'a Manifest, key: &str) -> Result<Vec<&'a str>, String> {
    let Some(value) = manifest.package(key) else {
        return Err("missing".into());
    };
    let texts = value
        .as_array()
        .map(|all| all.iter().filter_map(Value::as_str).collect());
    match texts {
        Some(texts) if !Vec::is_empty(&texts) => Ok(texts),
        _ => Err("not a list of texts".into()),
    }
}

/// At most five, of at most twenty characters each.
fn keywords(manifest: &Manifest) -> Option<String> {
    let keywords = match list(manifest, "keywords") {
        Ok(keywords) => keywords,
        Err(why) => return Some(why),
    };
    if keywords.len() > 5 {
        return Some(format!("{} keywords, crates.io takes 5", keywords.len()));
    }
    let is_valid = |word: &&str| {
        let first = word.starts_with(|it: char| it.is_ascii_alphanumeric());
        let all = word
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || "_-+".contains(it));
        first && all && word.len() <= 20
    };
    let wrong = keywords.into_iter().find(|word| !is_valid(word))?;
    Some(format!(
        "{wrong:?}: at most 20 letters, digits, `_`, `-` or `+`, and a letter or digit first"
    ))
}

fn categories(manifest: &Manifest) -> Option<String> {
    let categories = match list(manifest, "categories") {
        Ok(categories) => categories,
        Err(why) => return Some(why),
    };
    if categories.len() > 5 {
        return Some(format!(
            "{} categories, crates.io takes 5",
            categories.len()
        ));
    }
    let is_known = |slug: &&str| CATEGORIES.split_whitespace().any(|known| known == *slug);
    let wrong = categories.into_iter().find(|slug| !is_known(slug))?;
    Some(format!("{wrong:?} is no category of crates.io"))
}

/// A list of files, so that tests, their data and stray files are not published.
fn include(manifest: &Manifest) -> Option<String> {
    let patterns = match list(manifest, "include") {
        Ok(patterns) => patterns,
        Err(why) => return Some(why),
    };
    let missing = ["/src", "/LICENSE-*"]
        .into_iter()
        .find(|it| !patterns.contains(it))?;
    Some(format!("{missing:?} is not in the list"))
}

/// docs.rs builds with default features unless it finds here which ones.
fn docs_rs(manifest: &Manifest) -> Option<String> {
    let features = manifest.features();
    if features.is_empty() {
        return None;
    }
    let settings = manifest
        .package("metadata")
        .and_then(|it| it.get("docs")?.get("rs"));
    let Some(settings) = settings else {
        return Some("missing, and the crate has features".into());
    };
    if settings.get("all-features").and_then(Value::as_bool) == Some(true) {
        return None;
    }
    let listed = settings.get("features").and_then(Value::as_array);
    let Some(listed) = listed else {
        return Some("neither `all-features` nor `features`".into());
    };
    let mut listed = listed.iter().filter_map(Value::as_str);
    let unknown = listed.find(|it| !features.contains(it))?;
    Some(format!("the crate has no feature {unknown:?}"))
}

/// A program is installed without compiling it, if `cargo binstall` knows its archives.
fn binstall(manifest: &Manifest) -> Option<String> {
    let settings = || {
        manifest
            .package("metadata")?
            .get("binstall")?
            .get("pkg-url")
    };
    let is_missing = manifest.has_program() && settings().is_none();
    is_missing.then(|| "missing, and the crate has a program".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKSPACE: &str =
        "[workspace.package]\nlicense = \"MIT OR Apache-2.0\"\nreadme = \"README.md\"\n";
    const GOOD: &str = r#"
        [package]
        name = "a"
        description = "Shapes"
        edition = "2024"
        license.workspace = true
        readme.workspace = true
        repository = "https://example.org"
        rust-version = "1.89"
        keywords = ["collision"]
        categories = ["no-std"]
        include = ["/src", "/LICENSE-*"]
        [package.metadata.docs.rs]
        all-features = true
        [features]
        std = []
    "#;

    fn found(text: &str) -> Vec<String> {
        let manifest = Manifest::parse("crates/a", text, WORKSPACE).unwrap();
        let faults = faults(&manifest, &crate::root());
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn good_metadata_has_no_fault() {
        assert_eq!(found(GOOD), Vec::<String>::new());
    }

    #[test]
    fn an_empty_manifest_lacks_every_key() {
        let faults = found("[package]\nname = \"a\"\n");
        assert_eq!(faults.len(), 9, "{faults:?}");
        assert_eq!(
            faults[0],
            "crates/a/Cargo.toml: package.description: missing"
        );
    }

    #[test]
    fn each_fault_names_its_key() {
        for (good, bad, fault) in [
            (
                "\"Shapes\"",
                "\"Shapes.\"",
                "package.description: ends with a period",
            ),
            (
                "license.workspace = true",
                "license = \"MIT\"",
                "package.license: Some(\"MIT\"), not",
            ),
            (
                "readme.workspace = true",
                "readme = \"READ.md\"",
                "package.readme: there is no file crates/a/READ.md",
            ),
            (
                "https",
                "http",
                "package.repository: \"http://example.org\" is no https address",
            ),
            (
                "\"collision\"",
                "\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"",
                "package.keywords: 6 keywords",
            ),
            (
                "\"collision\"",
                "\"shape cast\"",
                "package.keywords: \"shape cast\": at most",
            ),
            (
                "\"no-std\"",
                "\"no_std\"",
                "package.categories: \"no_std\" is no category",
            ),
            (
                "\"/src\", ",
                "",
                "package.include: \"/src\" is not in the list",
            ),
            (
                "all-features = true",
                "features = [\"serde\"]",
                "package.metadata.docs.rs: the crate has no feature \"serde\"",
            ),
            (
                "[features]",
                "[[bin]]\nname = \"a\"\n[features]",
                "package.metadata.binstall.pkg-url: missing",
            ),
            (
                "all-features = true",
                "",
                "package.metadata.docs.rs: neither",
            ),
        ] {
            assert!(GOOD.contains(good), "{good}");
            let faults = found(&GOOD.replace(good, bad));
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(
                faults[0].starts_with(&format!("crates/a/Cargo.toml: {fault}")),
                "{faults:?}"
            );
        }
    }
}
