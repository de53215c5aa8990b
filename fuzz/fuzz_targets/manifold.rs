//! The properties `manifolds` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::properties::manifolds;
use carom_fuzz::shapes::ManyBits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: ManyBits| manifolds(&bits));
