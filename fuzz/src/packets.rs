//! What must hold for the bytes of a network packet: states, intents and locomotions of characters.

use crate::file_properties::{says, walk, world};
use crate::properties::timed;
use arbitrary::Arbitrary;
use carom::glam::{Vec3, vec3};
use carom::mover::{CharacterState, Intent, Locomotion, LocomotionSettings};
use std::fmt::Display;

/// Bytes of a network packet.
#[derive(Arbitrary, Debug)]
pub struct Packet {
    state: CharacterBits,
    count: u8,
    places: [u16; 4],
    bytes: [u8; 4],
    noise: [u8; 48],
}

#[derive(Arbitrary, Debug)]
struct CharacterBits {
    numbers: [u32; 12],
    choices: u8,
}

/// States, intents and locomotions from bytes of anyone: what was read is written again as it was, and can be stepped.
pub fn packets(packet: &Packet) {
    let [x, y, z, height, vx, vy, vz, ..] = packet.state.numbers.map(f32::from_bits);
    let state = CharacterState {
        velocity: vec3(vx, vy, vz),
        ..CharacterState::at(vec3(x, y, z), height)
    };
    let mut bytes = Vec::new();
    state.write_to(&mut bytes);
    Intent::walk(vec3(vx, vy, vz)).write_to(&mut bytes);
    Locomotion::<Vec3>::new(LocomotionSettings::default()).write_to(&mut bytes);
    if packet.state.choices.is_multiple_of(4) {
        bytes = packet.noise.to_vec();
    }
    for (place, byte) in
        (packet.places.iter().zip(packet.bytes)).take(usize::from(packet.count) % 5)
    {
        let at = usize::from(*place) % bytes.len();
        bytes[at] = byte;
    }
    timed("packets", packet, || {
        let mut rest = &bytes[..];
        let Some(state) = again(
            &mut rest,
            CharacterState::<Vec3>::read_from,
            CharacterState::write_to,
        ) else {
            return;
        };
        let Some(intent) = again(&mut rest, Intent::<Vec3>::read_from, Intent::write_to) else {
            return;
        };
        let settings = LocomotionSettings::default();
        let read = |bytes: &mut &[u8]| Locomotion::<Vec3>::read_from(settings, bytes);
        again(&mut rest, read, Locomotion::write_to);
        walk(&world(), state, &intent);
    });
}

/// Reads a part of a packet. What was read and written is read as the same; a packet that is refused stays as it is.
fn again<T: PartialEq + std::fmt::Debug, E: Display>(
    bytes: &mut &[u8],
    read: impl Fn(&mut &[u8]) -> Result<T, E>,
    write: impl Fn(&T, &mut Vec<u8>),
) -> Option<T> {
    let before = *bytes;
    match read(bytes) {
        Ok(found) => {
            let mut written = Vec::new();
            write(&found, &mut written);
            let back = read(&mut &written[..]).map_err(|error| error.to_string());
            assert_eq!(back.as_ref(), Ok(&found));
            Some(found)
        }
        Err(error) => {
            says(&error);
            assert_eq!(*bytes, before, "refused bytes were taken");
            None
        }
    }
}
