//! `cargo run --release -p bench`: carom beside parry on the same pairs, in one run.
//!
//! Each row times both on the same random pairs, by turns, nine rounds, and prints the medians in
//! nanoseconds a pair, their ratio, and beside it how far each is from carom's own answer in double
//! precision. README.md says what is compared and what is not alike.

mod hulls;
mod meshes;
mod pairs;
mod peer;
mod rows;
mod verbs;

use rows::Row;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rows: Vec<Row> = pairs::rows();
    rows.extend(hulls::rows());
    rows.extend(meshes::rows()?);
    println!("{}", Row::header());
    for row in &rows {
        println!("{row}");
    }
    let verbs = verbs::table();
    println!("\n{verbs}");
    let mut csv =
        String::from("pair,peer,carom_ns,peer_ns,ratio,carom_error,peer_error,peer_missed\n");
    for row in &rows {
        csv.push_str(&row.csv());
    }
    if let Some(folder) = std::env::args().nth(1) {
        for (name, text) in [("pairs.csv", csv), ("verbs.md", verbs + "\n")] {
            let path = Path::new(&folder).join(name);
            std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
            println!("recorded in {}", path.display());
        }
    }
    Ok(())
}
