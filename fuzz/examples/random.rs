//! The properties of new shapes on random inputs, with a stable compiler: `cargo run --release --example random -- NAME SECONDS`.

use arbitrary::{Arbitrary, Unstructured};
use carom_fuzz::properties::{ALL, failure};
use carom_fuzz::shapes::ShapeSetBits;
use std::time::{Duration, Instant};

/// The most failures that are printed.
const PRINTED: usize = 5;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, seconds, rest @ ..] = &arguments[..] else {
        panic!(
            "NAME SECONDS [SEED]; names: {:?}",
            ALL.map(|(name, _)| name)
        );
    };
    let (_, property) = ALL
        .into_iter()
        .find(|(own, _)| own == name)
        .expect("a name");
    let time = Duration::from_secs(seconds.parse().expect("a number of seconds"));
    let mut state: u64 = rest.first().map_or(1, |seed| seed.parse().expect("a seed"));
    std::panic::set_hook(Box::new(|_| {}));
    let (start, mut cases, mut failures) = (Instant::now(), 0_u64, 0);
    let mut slowest = (Duration::ZERO, 0);
    let mut bytes = [0; 400];
    while start.elapsed() < time {
        let seed = state;
        for chunk in bytes.chunks_exact_mut(8) {
            // SplitMix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut x = state;
            x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            chunk.copy_from_slice(&(x ^ (x >> 31)).to_le_bytes());
        }
        let bits = ShapeSetBits::arbitrary(&mut Unstructured::new(&bytes)).expect("enough bytes");
        cases += 1;
        let began = Instant::now();
        let failed = failure(property, &bits);
        slowest = slowest.max((began.elapsed(), seed));
        if let Some(text) = failed {
            failures += 1;
            if failures <= PRINTED {
                println!(
                    "seed {seed}: {text}\n  2D {:?}\n  3D {:?}\n",
                    bits.flat(),
                    bits.single()
                );
            }
        }
    }
    println!(
        "{name}: {cases} cases in {:.0} s, {failures} failures",
        start.elapsed().as_secs_f64()
    );
}
