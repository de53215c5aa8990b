//! The contract of the pairs, on any number of cases: every pair of kinds in both precisions, in 2D and 3D, against the oracle of
//! carom-core's tests, which shares no code with the library. A broken promise is an error.

use crate::cases::{Case, KINDS, Kind, Solid, seeded_runner};
use crate::independent::{Row, Worst, row};
use crate::table::Table;
use glam::DVec3;
use rayon::prelude::*;
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
    let (from, to) = text.split_once("..").unwrap_or(("0", text));
    let number = |text: &str| text.parse::<u64>().map_err(|e| format!("{text}: {e}"));
    let range = number(from)?..number(to)?;
    if range.start % BATCH != 0 || range.end % BATCH != 0 || range.is_empty() {
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

/// A worst case as a line for `carom query`; `None` if there was no error.
fn query(pair: &Pair, what: &str, worst: &Worst) -> Option<String> {
    let Case { a, b, delta, flat } = worst.case.as_ref()?;
    let [a, b] = [a, b].map(|solid| shape(solid, *flat));
    let (ask, motion) = match what {
        "gap" => ("sweep", format!(r#", "delta_a": {}"#, point(*delta, *flat))),
        _ => ("contact", String::new()),
    };
    let id = format!("{}: {what} {:.2} eps L", pair.name(), worst.value);
    let precision = pair.precision();
    Some(format!(
        "{{\"id\": \"{id}\", \"ask\": \"{ask}\", \"precision\": \"{precision}\", \"a\": {a}, \"b\": {b}{motion}}}\n"
    ))
}

/// A shape as `carom query` reads it (`docs/formats.md`).
fn shape(solid: &Solid, flat: bool) -> String {
    let p = |i: usize| point(solid.points[i], flat);
    let radius = solid.radius;
    match solid.kind {
        Kind::Point => format!(r#"{{"point": {}}}"#, p(0)),
        Kind::Segment => format!(r#"{{"segment": {{"a": {}, "b": {}}}}}"#, p(0), p(1)),
        Kind::Ball => format!(
            r#"{{"ball": {{"center": {}, "radius": {radius:?}}}}}"#,
            p(0)
        ),
        Kind::Capsule => {
            format!(
                r#"{{"capsule": {{"a": {}, "b": {}, "radius": {radius:?}}}}}"#,
                p(0),
                p(1)
            )
        }
        Kind::Triangle => {
            format!(
                r#"{{"triangle": {{"a": {}, "b": {}, "c": {}}}}}"#,
                p(0),
                p(1),
                p(2)
            )
        }
        Kind::Hull => {
            let points: Vec<String> = (0..solid.points.len()).map(p).collect();
            let points = points.join(", ");
            format!(r#"{{"hull": {{"points": [{points}], "radius": {radius:?}}}}}"#)
        }
        Kind::Aabb => format!(r#"{{"aabb": {{"min": {}, "max": {}}}}}"#, p(0), p(1)),
        Kind::Plane => {
            let (normal, offset) = (point(solid.normal, flat), solid.offset);
            format!(r#"{{"plane": {{"normal": {normal}, "offset": {offset:?}}}}}"#)
        }
    }
}

fn point(p: DVec3, flat: bool) -> String {
    if flat {
        format!("[{:?}, {:?}]", p.x, p.y)
    } else {
        format!("[{:?}, {:?}, {:?}]", p.x, p.y, p.z)
    }
}
