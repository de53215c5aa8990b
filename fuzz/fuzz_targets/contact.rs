//! `contact` on arbitrary bit patterns: no panic, no hang, and from finite input a sound answer.
#![no_main]

use carom::{Scalar, Vector, contact};
use carom_fuzz::{Bits, Pair, number, unit};
use libfuzzer_sys::fuzz_target;

fn check<V: Vector>(p: &Pair<V>) {
    let _ = contact(&p.a, &p.b, p.reach);
    if p.sound {
        let found = contact(&p.a, &p.b, V::Scalar::INFINITY);
        let found = found.expect("there is always a contact within infinity");
        assert!(!found.separation.to_f64().is_nan(), "{found:?}");
        unit(found.normal);
        number(found.point_a);
        number(found.point_b);
        let back = contact(&p.b, &p.a, V::Scalar::INFINITY).expect("as above");
        assert!(found.separation == back.separation, "{found:?} {back:?}");
    }
}

fuzz_target!(|bits: Bits| {
    check(&bits.flat());
    check(&bits.single());
    check(&bits.double());
});
