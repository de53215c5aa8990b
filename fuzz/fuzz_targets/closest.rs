//! `closest` on arbitrary bit patterns: no panic, no hang, and from finite input a sound answer.
#![no_main]

use carom::{Scalar, Vector, closest};
use carom_fuzz::{Bits, Pair, number, unit};
use libfuzzer_sys::fuzz_target;

fn check<V: Vector>(p: &Pair<V>) {
    let found = closest(&p.a, &p.b);
    if p.sound {
        assert!(found.distance >= V::Scalar::ZERO, "{found:?}");
        unit(found.normal);
        number(found.point_a);
        number(found.point_b);
    }
}

fuzz_target!(|bits: Bits| {
    check(&bits.flat());
    check(&bits.single());
    check(&bits.double());
});
