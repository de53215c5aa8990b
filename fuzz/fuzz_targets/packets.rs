//! The properties `packets` on arbitrary bit patterns.
#![no_main]

use carom_fuzz::packets::Packet;
use carom_fuzz::packets::packets;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bits: Packet| packets(&bits));
