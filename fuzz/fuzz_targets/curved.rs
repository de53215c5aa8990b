//! The properties `curved` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::properties::curved;
use carom_fuzz::shapes::ManyBits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: ManyBits| curved(&bits));
