//! carom beside its peers, in one run: `cargo run --profile dist -p bench -- [command] [folder]`.
//!
//! Without a command all tables are made; with a folder they are recorded there. README.md says what is
//! compared and what is not alike.

mod agreement;
mod broad;
mod case;
// The cases of carom-core's tests.
#[path = "../../crates/carom-core/tests/it/cases/mod.rs"]
mod cases;
mod characters;
mod clock;
mod compounds;
mod contract;
mod crowd;
mod curved;
mod engine;
mod exact;
mod growth;
mod hulls;
// The oracle of carom-core's tests.
#[path = "../../crates/carom-core/tests/it/independent.rs"]
mod independent;
mod levels;
mod manifolds;
mod pairs;
mod peer;
mod pool;
mod queries;
mod report;
mod rows;
mod surface;
mod survey;
mod swarm;
mod table;
mod verbs;
mod watertight;
mod work;
mod world;

use cap::Cap;
use rows::Row;
use std::alloc::System;
use std::error::Error;
use std::path::Path;
use table::Table;

/// Counts what the engines take.
#[global_allocator]
static ALLOCATED: Cap<System> = Cap::new(System, usize::MAX);

const USAGE: &str =
    "bench [all | levels | growth | pairs | queries | manifolds | broad | swarm | world | characters | crowd | pool | survey] [folder]
bench watertight [rays | from..to]
bench contract [cases | from..to] [folder]
bench pool --long [events]
bench pool --shots [shots]";

/// `N`, the first N, or `FROM..TO`.
fn range(text: &str) -> Result<std::ops::Range<u64>, Box<dyn Error>> {
    let (from, to) = text.split_once("..").unwrap_or(("0", text));
    let number = |text: &str| text.parse::<u64>().map_err(|e| format!("{text}: {e}"));
    let range = number(from)?..number(to)?;
    if range.is_empty() {
        return Err(format!("{text}: an empty range").into());
    }
    Ok(range)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_else(|| "all".into());
    let argument = arguments.next();
    if command == "watertight" {
        let rays = argument.map_or(Ok(0..watertight::RAYS), |text| range(&text));
        return watertight::run(&rays.map_err(|e| format!("{e}\n{USAGE}"))?);
    }
    if command == "contract" {
        return prove(argument.as_deref(), arguments.next().as_deref());
    }
    if command == "pool" && argument.as_deref() == Some("--long") {
        let events = arguments
            .next()
            .map_or(Ok(1e9), |count| count.parse::<f64>());
        return pool::long(events.map_err(|e| format!("{e}\n{USAGE}"))? as u64);
    }
    if command == "pool" && argument.as_deref() == Some("--shots") {
        let shots = arguments
            .next()
            .map_or(Ok(1_000_000), |count| count.parse::<u64>());
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        return pool::shots(shots.map_err(|e| format!("{e}\n{USAGE}"))?, threads);
    }
    let mut texts = Vec::new();
    if ["all", "pairs"].contains(&command.as_str()) {
        texts.extend(pair_tables());
    }
    if ["all", "queries"].contains(&command.as_str()) {
        texts.push(("queries.csv".into(), shown(&queries::rows()?)));
    }
    if ["all", "manifolds"].contains(&command.as_str()) {
        texts.extend(agreement::run().iter().map(text));
    }
    if ["all", "levels"].contains(&command.as_str()) {
        let levels = levels::run()?;
        let tables = [report::times, report::builds, report::goals].map(|table| table(&levels));
        texts.extend(tables.iter().map(text));
    }
    if ["all", "growth"].contains(&command.as_str()) {
        texts.push(text(&growth::run()?));
    }
    if ["all", "swarm"].contains(&command.as_str()) {
        texts.push(text(&swarm::run()?));
    }
    if ["all", "world"].contains(&command.as_str()) {
        texts.push(text(&world::run()?));
    }
    if ["all", "broad"].contains(&command.as_str()) {
        texts.push(text(&broad::run()?));
    }
    if ["all", "characters"].contains(&command.as_str()) {
        texts.extend(characters::run()?.iter().map(text));
    }
    if ["all", "crowd"].contains(&command.as_str()) {
        texts.push(text(&crowd::run()?));
    }
    if ["all", "pool"].contains(&command.as_str()) {
        texts.push(text(&pool::run()?));
    }
    if ["all", "survey"].contains(&command.as_str()) {
        texts.push(text(&survey::run()?));
    }
    if texts.is_empty() {
        return Err(USAGE.into());
    }
    record(texts, argument.as_deref())
}

/// Writes what has been shown into the folder, if there is one.
fn record(texts: Vec<(String, String)>, folder: Option<&str>) -> Result<(), Box<dyn Error>> {
    for (name, text) in texts {
        let Some(folder) = folder else {
            continue;
        };
        let path = Path::new(folder).join(name);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("recorded in {}", path.display());
    }
    Ok(())
}

/// The contract of all pairs, with their worst cases.
fn prove(cases: Option<&str>, folder: Option<&str>) -> Result<(), Box<dyn Error>> {
    let cases = contract::range(cases).map_err(|e| format!("{e}\n{USAGE}"))?;
    let (table, worst, broken) = contract::run(cases);
    let worst = ("contract-worst.jsonl".into(), worst);
    record(vec![text(&table), worst], folder)?;
    if !broken.is_empty() {
        return Err(format!("outside the contract:\n{broken}").into());
    }
    Ok(())
}

/// A table, shown, and what it is recorded as.
fn text(table: &Table) -> (String, String) {
    println!("\n{table}");
    (format!("{}.csv", table.name), table.csv())
}

/// The pairs, hulls, manifolds, curved shapes and compounds beside a peer, and every pair of kinds without one.
fn pair_tables() -> [(String, String); 2] {
    let mut rows = pairs::rows();
    rows.extend(hulls::rows());
    rows.extend(manifolds::rows());
    rows.extend(curved::rows());
    rows.extend(compounds::rows());
    let csv = shown(&rows);
    let verbs = verbs::table();
    println!("\n{verbs}");
    [("pairs.csv".into(), csv), ("verbs.md".into(), verbs + "\n")]
}

/// Rows, shown, and what they are recorded as.
fn shown(rows: &[Row]) -> String {
    println!("{}", Row::header());
    let mut csv =
        String::from("pair,peer,carom_ns,peer_ns,ratio,carom_error,peer_error,peer_missed\n");
    for row in rows {
        println!("{row}");
        csv.push_str(&row.csv());
    }
    csv
}
