//! `cargo run --release -p bench`: carom beside parry on the same pairs, in one run.
//!
//! Each row times both on the same random pairs, by turns, nine rounds, and prints the medians in
//! nanoseconds a pair, their ratio, and beside it how far each is from carom's own answer in double
//! precision. README.md says what is compared and what is not alike.

mod hulls;
mod pairs;
mod rows;

use rows::Row;

fn main() {
    let rows: Vec<Row> = pairs::rows().into_iter().chain(hulls::rows()).collect();
    println!("{}", Row::header());
    for row in &rows {
        println!("{row}");
    }
    let mut csv =
        String::from("pair,peer,carom_ns,peer_ns,ratio,carom_error,peer_error,peer_missed\n");
    for row in &rows {
        csv.push_str(&row.csv());
    }
    if let Some(path) = std::env::args().nth(1) {
        if let Err(error) = std::fs::write(&path, csv) {
            eprintln!("error: {path}: {error}");
            std::process::exit(1);
        }
        println!("\nrecorded in {path}");
    }
}
