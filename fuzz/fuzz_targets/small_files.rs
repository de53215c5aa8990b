//! The properties `small_files` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::changes::FileBits;
use carom_fuzz::file_properties::small_files;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: FileBits| small_files(&bits));
