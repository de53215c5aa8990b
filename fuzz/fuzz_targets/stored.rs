//! The properties `stored` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::changes::FileBits;
use carom_fuzz::file_properties::stored;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: FileBits| stored(&bits));
