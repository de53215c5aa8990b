//! The properties `curved_sweep` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::properties::curved_sweep;
use carom_fuzz::shapes::ShapeSetBits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: ShapeSetBits| curved_sweep(&bits));
