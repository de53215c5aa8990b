//! The properties `setups` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::changes::FileBits;
use carom_fuzz::file_properties::setups;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: FileBits| setups(&bits));
