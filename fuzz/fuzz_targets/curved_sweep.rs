//! The properties `curved_sweep` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::properties::curved_sweep;
use carom_fuzz::shapes::ManyBits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: ManyBits| curved_sweep(&bits));
