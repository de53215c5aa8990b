//! Names by which engines recognize colliders.

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marking<'a> {
    /// A collider for the object of this name, with what follows the suffix.
    For(&'static str, &'a str, &'a str),
    /// Its own collider.
    Own(&'static str),
    /// No part of the level.
    Without(&'static str),
}

/// Of Unreal: <https://dev.epicgames.com/documentation/en-us/unreal-engine/fbx-static-mesh-pipeline-in-unreal-engine>.
const PREFIXES: [&str; 4] = ["UCX_", "UBX_", "USP_", "UCP_"];

/// Of Godot: <https://docs.godotengine.org/en/stable/tutorials/assets_pipeline/importing_3d_scenes/node_type_customization.html>.
/// The `-` may also be `_`, or `$` anywhere in the name.
const SUFFIXES: [(&str, Suffix); 8] = [
    ("-noimp", Suffix::Without),
    ("-navmesh", Suffix::Without),
    ("-occonly", Suffix::Without),
    ("-rigid", Suffix::Without),
    ("-convcolonly", Suffix::For),
    ("-colonly", Suffix::For),
    ("-convcol", Suffix::Own),
    ("-col", Suffix::Own),
];

#[derive(Clone, Copy)]
enum Suffix {
    Without,
    For,
    Own,
}

/// The meaning of a name, if it has one.
pub(crate) fn marking(name: &str) -> Option<Marking<'_>> {
    for prefix in PREFIXES {
        if let Some((start, rest)) = name.split_at_checked(prefix.len())
            && start.eq_ignore_ascii_case(prefix)
        {
            return Some(Marking::For(prefix, rest, ""));
        }
    }
    // Editors number the copies of an object.
    let stem =
        name.trim_end_matches(|c: char| c.is_ascii_digit() || c <= ' ' || matches!(c, '_' | '.'));
    for (suffix, meaning) in SUFFIXES {
        let Some(at) = suffix_in(stem, &suffix[1..]) else {
            continue;
        };
        return Some(match meaning {
            Suffix::Without => Marking::Without(suffix),
            Suffix::Own => Marking::Own(suffix),
            Suffix::For => Marking::For(suffix, &stem[..at], &name[stem.len()..]),
        });
    }
    None
}

/// Where `-word` or `_word` ends a name, or `$word` is in it, in upper or lower case.
fn suffix_in(stem: &str, word: &str) -> Option<usize> {
    let is_word = |at: &usize| {
        stem.get(at + 1..at + 1 + word.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(word))
    };
    let last = stem.len().checked_sub(word.len() + 1).filter(is_word);
    let last = last.filter(|at| matches!(stem.as_bytes()[*at], b'-' | b'_'));
    last.or_else(|| stem.match_indices('$').map(|(at, _)| at).find(is_word))
}

/// The names that the object of a collider may have: with what follows the suffix, and without one or two numbers at the end.
pub(crate) fn owners(name: &str, tail: &str) -> Vec<String> {
    let mut names = vec![format!("{name}{tail}")];
    let mut rest = &*names[0].clone();
    for _ in 0..2 {
        let plain = rest.trim_end_matches(|c: char| c.is_ascii_digit());
        let plain = if plain.len() < rest.len() {
            plain.trim_end_matches(['_', '.', '-', ' '])
        } else {
            plain
        };
        if plain.is_empty() || plain == rest {
            break;
        }
        names.push(plain.to_owned());
        rest = plain;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_unreal() {
        for (name, rest) in [
            ("UCX_Rock", "Rock"),
            ("ubx_Rock_01", "Rock_01"),
            ("USP_", ""),
        ] {
            let Some(Marking::For(prefix, found, "")) = marking(name) else {
                panic!("{name}");
            };
            assert!(name.to_uppercase().starts_with(prefix));
            assert_eq!(found, rest);
        }
        assert_eq!(owners("Rock_01", ""), ["Rock_01", "Rock"]);
        assert_eq!(
            owners("Rock_01.002", ""),
            ["Rock_01.002", "Rock_01", "Rock"]
        );
        assert_eq!(owners("Room7", ""), ["Room7", "Room"]);
        assert_eq!(owners("12", ""), ["12"]);
    }

    #[test]
    fn names_of_godot() {
        use Marking::{For, Own, Without};
        for (name, expected) in [
            ("Wall-colonly", For("-colonly", "Wall", "")),
            ("Wall_ColOnly.001", For("-colonly", "Wall", ".001")),
            ("Wall$colonly rest", For("-colonly", "Wall", "")),
            ("Wall-convcolonly", For("-convcolonly", "Wall", "")),
            ("Wall-col", Own("-col")),
            ("Wall-convcol_2 ", Own("-convcol")),
            ("Grass-noimp", Without("-noimp")),
            ("Walk-navmesh", Without("-navmesh")),
            ("Barrel-rigid3", Without("-rigid")),
        ] {
            assert_eq!(marking(name), Some(expected), "{name}");
        }
        for name in [
            "",
            "-",
            "col",
            "protocol",
            "Wall-column",
            "wall-collonly",
            "UC_Rock",
            "ünï-cöl",
            "$",
            "é$col\u{301}x$",
        ] {
            let found = marking(name);
            assert!(
                found.is_none() || name.contains("$col"),
                "{name}: {found:?}"
            );
        }
    }
}
