//! The properties `scenarios` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::changes::FileBits;
use carom_fuzz::file_properties::scenarios;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: FileBits| scenarios(&bits));
