//! The properties `levels` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::changes::FileBits;
use carom_fuzz::file_properties::levels;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: FileBits| levels(&bits));
