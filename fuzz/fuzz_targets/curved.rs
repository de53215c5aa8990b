//! The properties `curved` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::properties::curved;
use carom_fuzz::shapes::ShapeSetBits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: ShapeSetBits| curved(&bits));
