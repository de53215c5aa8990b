//! `sweep_rigid` on arbitrary bit patterns: no panic, no hang, and from finite input a sound answer.
#![no_main]

use carom::{Scalar, Vector, sweep_rigid};
use carom_fuzz::{Bits, Pair, number, unit};
use libfuzzer_sys::fuzz_target;

fn check<V: Vector>(p: &Pair<V>) {
    let [a, b] = &p.motions;
    let found = sweep_rigid(&p.a, a, &p.b, b);
    if p.sound
        && let Some(hit) = found.hit
    {
        let t = hit.t.to_f64();
        assert!((0.0..=1.0).contains(&t), "{found:?}");
        unit(hit.normal);
        number(hit.point);
    }
}

fuzz_target!(|bits: Bits| {
    check(&bits.flat());
    check(&bits.single());
    check(&bits.double());
});
