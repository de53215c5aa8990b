//! The properties `queries` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::changes::FileBits;
use carom_fuzz::file_properties::queries;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: FileBits| queries(&bits));
