//! The properties `world_pairs` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::scene_properties::world_pairs;
use carom_fuzz::scenes::SceneBits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: SceneBits| world_pairs(&bits));
