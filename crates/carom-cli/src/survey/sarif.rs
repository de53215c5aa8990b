//! The findings as SARIF 2.1.0, for tools of code review.

use super::show::Show;
use carom_format::{Fnv, IgnoreEntry};
use carom_survey::{Kind, Presentation};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The rule of a missed goal: name, title, meaning, advice.
const GOAL: [&str; 4] = [
    "goal",
    "Goal",
    "A point that has to be reached, and is not.",
    "Check what shuts it off: a step, a gap or a ceiling near the way there, or a door that is missing.",
];

/// The log of all findings and missed goals. `level` is the level's file relative to the root of the code.
pub(super) fn log(show: &Show<'_>, level: &str) -> Value {
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "carom survey",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules(),
            }},
            "artifacts": [{"location": {"uri": level}}],
            "columnKind": "unicodeCodePoints",
            "results": results(show, level),
        }],
    })
}

/// The rules: the kinds of findings, then that of goals.
fn rules() -> Vec<Value> {
    let of_kind = |kind: Kind| {
        let Presentation {
            name,
            title,
            meaning,
            advice,
            ..
        } = kind.presentation();
        [name, title, meaning, advice]
    };
    let all = Kind::ALL.map(of_kind).into_iter().chain([GOAL]);
    all.map(|[kind, name, means, help]| {
        json!({
            "id": format!("carom/{kind}"),
            "name": name,
            "shortDescription": {"text": means},
            "fullDescription": {"text": means},
            "help": {"text": help},
            "defaultConfiguration": {"level": "error"},
        })
    })
    .collect()
}

/// The findings, then the missed goals.
fn results(show: &Show<'_>, level: &str) -> Vec<Value> {
    let mut known = BTreeMap::new();
    // All results have suppressions, or none has (3.27.23).
    let has_list = show.ignore().is_some();
    let findings = (0..)
        .zip(show.outcome.findings.iter().zip(&show.scenarios))
        .map(|(number, (finding, scenario))| SarifResult {
            rule: finding.kind as usize,
            kind: finding.kind.name(),
            severity: finding.severity.name(),
            what: &finding.what,
            position: finding.position.to_array(),
            name: format!("finding {}", number + 1),
            scenario: Some(scenario),
            triangles: Some(&finding.triangles),
            objects: show.outcome.objects(&finding.triangles),
            is_new: show.is_new(number),
            suppressions: has_list.then(|| suppressions(show.ignored(number))),
        });
    let missed = (1..).zip(show.goals).filter(|(_, goal)| goal.is_missed());
    let missed = missed.map(|(number, goal)| SarifResult {
        rule: Kind::ALL.len(),
        kind: GOAL[0],
        severity: "error",
        what: "the goal is not reached",
        position: goal.at.to_array(),
        name: format!("goal {number}"),
        scenario: None,
        triangles: None,
        objects: Vec::new(),
        is_new: show.is_newly_missed(goal),
        suppressions: has_list.then(|| suppressions(None)),
    });

    findings
        .chain(missed)
        .map(|result| result.json(level, &mut known))
        .collect()
}

/// A finding that an entry of the list ignores is suppressed.
fn suppressions(entry: Option<&IgnoreEntry>) -> Value {
    let suppression = |entry: &IgnoreEntry| json!({"kind": "external", "status": "accepted", "justification": entry.reason});
    entry.map(suppression).into_iter().collect()
}

/// A finding, or a missed goal.
struct SarifResult<'a> {
    rule: usize,
    kind: &'static str,
    severity: &'static str,
    what: &'a str,
    position: [f32; 3],
    name: String,
    scenario: Option<&'a str>,
    triangles: Option<&'a [u32]>,
    /// The objects of the triangles, nearest first.
    objects: Vec<String>,
    /// With a baseline, whether it is new.
    is_new: Option<bool>,
    /// With a list of ignored findings, its suppressions.
    suppressions: Option<Value>,
}

impl SarifResult<'_> {
    fn json(&self, level: &str, known: &mut BTreeMap<(&'static str, [i64; 3]), u64>) -> Value {
        let mark = fingerprint(self.kind, self.position, known);
        let mut result = json!({
            "ruleId": format!("carom/{}", self.kind),
            "ruleIndex": self.rule,
            "level": self.severity,
            "message": {"text": message(self.what, self.position)},
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": {"uri": level, "index": 0},
                    "region": {"startLine": 1},
                },
                "logicalLocations": [{
                    "name": self.name,
                    "fullyQualifiedName": self.scenario.unwrap_or(&self.name),
                    "kind": "object",
                }],
            }],
            "partialFingerprints": {"primaryLocationLineHash": mark, "caromFinding/v1": mark},
            "properties": {"position": self.position.map(shortest)},
        });
        if let Some(triangles) = self.triangles {
            result["properties"]["triangles"] = json!(triangles);
        }
        if let Some(places) = result["locations"][0]["logicalLocations"].as_array_mut() {
            let object = |path: &String| {
                let name = path.rsplit('/').next().unwrap_or(path);
                json!({"name": name, "fullyQualifiedName": path, "kind": "object"})
            };
            places.extend(self.objects.iter().map(object));
        }
        if let Some(scenario) = self.scenario {
            result["properties"]["scenario"] = scenario.into();
        }
        if let Some(is_new) = self.is_new {
            let state = if is_new { "new" } else { "unchanged" };
            result["baselineState"] = state.into();
        }
        if let Some(suppressions) = &self.suppressions {
            result["suppressions"] = suppressions.clone();
        }
        result
    }
}

/// The number with the shortest digits of a number in single precision, as in `report.json`.
fn shortest(x: f32) -> f64 {
    x.to_string().parse().unwrap_or(f64::from(x))
}

/// A sentence with the position.
fn message(what: &str, [x, y, z]: [f32; 3]) -> String {
    let what = what.trim_end_matches('.');
    format!("{what}, at {x:.2}, {y:.2}, {z:.2}.")
}

/// A fingerprint that survives small changes of the level: kind, position to a meter, and the index among equal ones.
fn fingerprint(
    kind: &'static str,
    position: [f32; 3],
    known: &mut BTreeMap<(&'static str, [i64; 3]), u64>,
) -> String {
    let place = position.map(|x| x.round() as i64);
    let alike = known.entry((kind, place)).or_default();
    let mut hash = Fnv::new();
    hash.text(kind);
    for number in place {
        hash.add(number as u64);
    }
    hash.add(*alike);
    *alike += 1;
    hash.digits()
}

/// A path as a relative reference (RFC 3986): other characters are escaped.
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
        let first = of("leak", 1.1);
        assert_ne!(first, of("leak", 1.2), "another beside it");
        assert_ne!(first, of("trap", 1.1));
        assert_ne!(first, of("leak", 3.0));
        let mut known = BTreeMap::new();
        assert_eq!(first, fingerprint("leak", [0.9, 2.2, 2.8], &mut known));
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
