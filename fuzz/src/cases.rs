//! Random cases of a property, one after the other, each with a seed that repeats it.

use crate::properties::Property;
use arbitrary::Unstructured;

/// The cases of one run.
#[derive(Debug)]
pub struct Run {
    /// How many there were.
    pub cases: u64,
    /// How many of them failed.
    pub failures: u64,
    /// The seed after the last one.
    pub next: u64,
}

/// Runs the cases from the seed `first` on, as long as `goes_on` with the number of those that are done; `failed` gets the seed
/// and the text of each failure at once.
pub fn run(
    property: Property,
    first: u64,
    goes_on: impl Fn(u64) -> bool,
    mut failed: impl FnMut(String),
) -> Run {
    let mut run = Run {
        cases: 0,
        failures: 0,
        next: first,
    };
    // More than any input takes.
    let mut bytes = [0; 800];
    while goes_on(run.cases) {
        let seed = run.next;
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&split_mix(&mut run.next).to_le_bytes());
        }
        run.cases += 1;
        if let Some(text) = property(&mut Unstructured::new(&bytes)) {
            run.failures += 1;
            failed(format!("seed {seed}: {text}"));
        }
    }
    run
}

/// The next number of SplitMix64 (Steele, Lea, Flood 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut x = *state;
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
