//! `sweep` on arbitrary bit patterns: no panic, no hang, and from finite input a sound answer.
#![no_main]

use carom::{Scalar, Vector, sweep};
use carom_fuzz::{Bits, Pair, number, unit};
use libfuzzer_sys::fuzz_target;

fn check<V: Vector>(p: &Pair<V>) {
    let swept = sweep(&p.a, p.delta, &p.b);
    if p.sound {
        if let Some(hit) = swept.hit {
            assert!(
                hit.t >= V::Scalar::ZERO && hit.t <= V::Scalar::ONE,
                "{hit:?}"
            );
            unit(hit.normal);
            number(hit.point);
        }
        let back = sweep(&p.b, -p.delta, &p.a);
        assert!(
            swept.hit.map(|hit| hit.t) == back.hit.map(|hit| hit.t),
            "{swept:?} {back:?}"
        );
    }
}

fuzz_target!(|bits: Bits| {
    check(&bits.flat());
    check(&bits.single());
    check(&bits.double());
});
