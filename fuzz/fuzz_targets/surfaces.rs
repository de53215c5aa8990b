//! The properties `surfaces` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::properties::surfaces;
use carom_fuzz::shapes::ManyBits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: ManyBits| surfaces(&bits));
