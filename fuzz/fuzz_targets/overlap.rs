//! `overlap` on arbitrary bit patterns: no panic, no hang, and from finite input a sound answer.
#![no_main]

use carom::{Vector, overlap};
use carom_fuzz::{Bits, Pair};
use libfuzzer_sys::fuzz_target;

fn check<V: Vector>(p: &Pair<V>) {
    let there = overlap(&p.a, &p.b);
    if p.sound {
        assert_eq!(there, overlap(&p.b, &p.a));
    }
}

fuzz_target!(|bits: Bits| {
    check(&bits.flat());
    check(&bits.single());
    check(&bits.double());
});
