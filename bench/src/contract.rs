//! The contract of the pairs, on any number of cases: every pair of kinds in both precisions, in 2D and 3D, against the oracle of
//! carom-core's tests, which shares no code with the library. A broken promise is an error.

use crate::cases::{Case, KINDS, Kind, Solid, seeded_runner};
use crate::independent::{Row, Worst, row};
use crate::table::Table;
use glam::DVec3;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::error::Error;
use std::fmt::Write;
use std::ops::Range;

/// Cases that one random seed is good for.
const BATCH: u64 = 1000;

/// The kinds of a pair, its dimension and its precision.
#[derive(Clone, Copy, PartialEq)]
struct Pair {
    kinds: [Kind; 2],
    flat: bool,
    double: bool,
}

impl Pair {
    fn all() -> impl Iterator<Item = Self> {
        let of_kinds = |flat, double| {
            let from = |i: usize| KINDS[i..].iter().map(move |b| [KINDS[i], *b]);
            let kinds = (0..KINDS.len()).flat_map(from);
            kinds.map(move |kinds| Self {
                kinds,
                flat,
                double,
            })
        };
        let variants = [(false, false), (true, false), (false, true), (true, true)];
        variants
            .into_iter()
            .flat_map(move |(flat, double)| of_kinds(flat, double))
    }

    fn precision(&self) -> &'static str {
        if self.double { "f64" } else { "f32" }
    }

    fn name(&self) -> String {
        let [a, b] = self.kinds;
        let dimension = if self.flat { "2D" } else { "3D" };
        format!("{a:?} {b:?} {dimension} {}", self.precision())
    }
}

/// The numbers of cases: `N`, the first N, or `FROM..TO`, to go on where another run ended.
pub(crate) fn range(argument: Option<&str>) -> Result<Range<u64>, Box<dyn Error>> {
    let text = argument.unwrap_or("10000");
    let range = crate::range(text)?;
    if range.start % BATCH != 0 || range.end % BATCH != 0 {
        return Err(format!("{text}: not a range of multiples of {BATCH}").into());
    }
    Ok(range)
}

/// The table, the worst cases of each pair as queries for `carom query`, and the broken promises. The same for any number of
/// threads.
pub(crate) fn run(cases: Range<u64>) -> (Table, String, String) {
    let mut table = Table::new(
        "contract",
        [
            "pair",
            "cases",
            "separation",
            "wrong yes",
            "wrong no",
            "late",
            "gap",
        ],
    );
    let (mut worst, mut broken) = (String::new(), String::new());
    for (number, pair) in Pair::all().enumerate() {
        let row = (cases.start / BATCH..cases.end / BATCH)
            .into_par_iter()
            .map(|batch| {
                // An odd factor: no two of these seeds are alike.
                let seed = (batch << 8 | number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let count = u32::try_from(BATCH).expect("a short batch");
                row(
                    pair.kinds,
                    pair.flat,
                    pair.double,
                    count,
                    &mut seeded_runner(seed),
                )
            })
            .reduce(Row::default, Row::with);
        table.row([
            pair.name(),
            row.cases.to_string(),
            format!("{:.2}", row.error.value),
            row.wrong_yes.to_string(),
            row.wrong_no.to_string(),
            row.late.to_string(),
            format!("{:.2}", row.gap.value),
        ]);
        eprintln!("{}: {} cases", pair.name(), row.cases);
        for (what, extreme) in [("separation", &row.error), ("gap", &row.gap)] {
            worst += &query(&pair, what, extreme).unwrap_or_default();
        }
        for (promise, (count, example)) in &row.broken {
            let name = pair.name();
            writeln!(
                broken,
                "{name}: {promise} broken {count} times, first by {example}"
            )
            .expect("strings grow");
        }
    }
    (table, worst, broken)
}

/// A worst case as a line for `carom query` (`docs/formats.md`); `None` if there was no error.
fn query(pair: &Pair, what: &str, worst: &Worst) -> Option<String> {
    let Case { a, b, delta, flat } = worst.case.as_ref()?;
    let mut line = json!({
        "id": format!("{}: {what} {:.2} eps L", pair.name(), worst.value),
        "ask": if what == "gap" { "sweep" } else { "contact" },
        "precision": pair.precision(),
        "a": shape(a, *flat),
        "b": shape(b, *flat),
    });
    if what == "gap" {
        line["delta_a"] = point(*delta, *flat);
    }
    Some(format!("{line}\n"))
}

fn shape(solid: &Solid, flat: bool) -> Value {
    let points: Vec<Value> = solid.points.iter().map(|p| point(*p, flat)).collect();
    let radius = solid.radius;
    match solid.kind {
        Kind::Point => json!({"point": points[0]}),
        Kind::Segment => json!({"segment": {"a": points[0], "b": points[1]}}),
        Kind::Ball => json!({"ball": {"center": points[0], "radius": radius}}),
        Kind::Capsule => json!({"capsule": {"a": points[0], "b": points[1], "radius": radius}}),
        Kind::Triangle => {
            json!({"triangle": {"a": points[0], "b": points[1], "c": points[2]}})
        }
        Kind::Hull => json!({"hull": {"points": points, "radius": radius}}),
        Kind::Aabb => json!({"aabb": {"min": points[0], "max": points[1]}}),
        Kind::Plane => {
            json!({"plane": {"normal": point(solid.normal, flat), "offset": solid.offset}})
        }
    }
}

fn point(p: DVec3, flat: bool) -> Value {
    if flat {
        json!([p.x, p.y])
    } else {
        json!([p.x, p.y, p.z])
    }
}
