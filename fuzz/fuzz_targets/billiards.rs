//! The properties `billiards` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::changes::FileBits;
use carom_fuzz::file_properties::billiards;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: FileBits| billiards(&bits));
