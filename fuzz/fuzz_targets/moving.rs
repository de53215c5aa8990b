//! The properties `moving` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::scene_properties::moving;
use carom_fuzz::scenes::SceneBits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: SceneBits| moving(&bits));
