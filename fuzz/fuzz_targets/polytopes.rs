//! The properties `polytopes` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::scene_properties::polytopes;
use carom_fuzz::scenes::SceneBits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: SceneBits| polytopes(&bits));
