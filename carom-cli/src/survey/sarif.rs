//! The findings as SARIF 2.1.0, for tools that show them beside the code.

use super::outcome::Outcome;
use super::report::{self, KINDS};
use crate::hash::Fnv;
use carom_survey::Kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What each of [`KINDS`] is: its name for people, what it means, what to do.
const RULES: [[&str; 3]; 8] = [
    [
        "Leak",
        "The character leaves the level's bounds: it falls out, or walks through.",
        "Close the hole or the wall, or leave it if one is meant to fall there.",
    ],
    [
        "Trap",
        "A region that can be entered and not left again.",
        "Add a way out: a step, a ramp, a trigger.",
    ],
    [
        "Stuck",
        "The character overlaps geometry and finds no free place near.",
        "Look for walls that close to a point, or pass through each other.",
    ],
    [
        "Snag",
        "Something holds the character up that should not: nothing to be seen, or a step a little too high.",
        "Look for edges that stick out, or make the step lower.",
    ],
    [
        "Flicker",
        "The character does not come to rest, or is shaken while it goes.",
        "Look for needles and for pits that are narrower than the character.",
    ],
    [
        "Gap",
        "An opening that is a little too narrow.",
        "Make it wider, or close it.",
    ],
    [
        "Head",
        "A ceiling that is a little too low.",
        "Raise it, or lower the floor.",
    ],
    [
        "Geometry",
        "Triangles that are not as they should be: holes, T-junctions, degenerate, doubled, turned around or overlapping ones.",
        "Repair them in the editor, or in the exporter's settings.",
    ],
];

/// All findings. `level` is the level's file from the root of the code; of each finding its scenario, and whether it is new.
pub(super) fn log(
    outcome: &Outcome<'_>,
    level: &str,
    scenarios: &[String],
    is_new: Option<&[bool]>,
) -> Value {
    let rules: Vec<_> = KINDS
        .iter()
        .zip(RULES)
        .map(|(kind, [name, means, help])| {
            json!({
                "id": format!("carom/{kind}"),
                "name": name,
                "shortDescription": {"text": means},
                "fullDescription": {"text": means},
                "help": {"text": help},
                "defaultConfiguration": {"level": "error"},
            })
        })
        .collect();
    let mut known = BTreeMap::new();
    let results: Vec<_> = (0..)
        .zip(outcome.findings.iter().zip(scenarios))
        .map(|(number, (finding, scenario))| {
            let rule = report::rank(finding.kind);
            let mark = fingerprint(finding.kind, finding.position.to_array(), &mut known);
            let mut result = json!({
                "ruleId": format!("carom/{}", KINDS[rule]),
                "ruleIndex": rule,
                "level": report::severity(finding.severity),
                "message": {"text": message(&finding.what, finding.position.to_array())},
                "locations": [{
                    "physicalLocation": {
                        "artifactLocation": {"uri": level, "index": 0},
                        "region": {"startLine": 1},
                    },
                    "logicalLocations": [{
                        "name": format!("finding {}", number + 1),
                        "fullyQualifiedName": scenario,
                        "kind": "object",
                    }],
                }],
                "partialFingerprints": {"primaryLocationLineHash": mark, "caromFinding/v1": mark},
                "properties": {
                    "position": finding.position.to_array().map(shortest),
                    "triangles": finding.triangles,
                    "scenario": scenario,
                },
            });
            if let Some(is_new) = is_new {
                let state = if is_new[number] { "new" } else { "unchanged" };
                result["baselineState"] = state.into();
            }
            result
        })
        .collect();
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "carom survey",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "artifacts": [{"location": {"uri": level}}],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// The number whose shortest digits are those of a number in single precision: as `report.json` has it.
fn shortest(x: f32) -> f64 {
    x.to_string().parse().unwrap_or(f64::from(x))
}

/// What it is and where, as a sentence that ends.
fn message(what: &str, [x, y, z]: [f32; 3]) -> String {
    let what = what.trim_end_matches('.');
    format!("{what}, at {x:.2}, {y:.2}, {z:.2}.")
}

/// The same for the same finding of a level that has changed a little: its kind and place to a metre, and which it is of
/// those that are alike.
fn fingerprint(
    kind: Kind,
    position: [f32; 3],
    known: &mut BTreeMap<(Kind, [i64; 3]), u64>,
) -> String {
    let place = position.map(|x| x.round() as i64);
    let alike = known.entry((kind, place)).or_default();
    let mut hash = Fnv::new();
    hash.text(report::kind(kind));
    for number in place {
        hash.add(number as u64);
    }
    hash.add(*alike);
    *alike += 1;
    hash.digits()
}

/// A path as a relative reference: its parts with what a URI has not, escaped.
pub(super) fn reference(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let mut text = String::new();
    for byte in path.bytes() {
        if plain(byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        assert_eq!(
            reference("levels/a b/ü#1.obj"),
            "levels/a%20b/%C3%BC%231.obj"
        );
        assert_eq!(reference("../level-1_x.obj"), "../level-1_x.obj");
    }

    #[test]
    fn fingerprints_are_stable_and_apart() {
        let mut known = BTreeMap::new();
        let mut of = |kind, x: f32| fingerprint(kind, [x, 2.0, 3.0], &mut known);
        let first = of(Kind::Leak, 1.1);
        assert_ne!(first, of(Kind::Leak, 1.2), "another beside it");
        assert_ne!(first, of(Kind::Trap, 1.1));
        assert_ne!(first, of(Kind::Leak, 3.0));
        let mut known = BTreeMap::new();
        assert_eq!(first, fingerprint(Kind::Leak, [0.9, 2.2, 2.8], &mut known));
    }

    #[test]
    fn numbers_have_their_own_digits() {
        for x in [0.1_f32, -0.117_541_88, 5.249_998_6, 1e-30, 16_777_216.0] {
            assert_eq!(
                json!(shortest(x)).to_string(),
                serde_json::to_string(&x).unwrap()
            );
        }
    }

    #[test]
    fn sentences_end_once() {
        assert_eq!(
            message("It falls.", [1.0, 2.0, 3.5]),
            "It falls, at 1.00, 2.00, 3.50."
        );
    }
}
