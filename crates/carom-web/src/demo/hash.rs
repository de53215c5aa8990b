//! What the demos add to the hash of their state, which compares two runs bit by bit.

use carom_format::Fnv;
use glam::Vec3;

/// Adds the bits of three coordinates.
pub(crate) fn add_vector(hash: &mut Fnv, p: Vec3) {
    p.to_array()
        .into_iter()
        .for_each(|x| hash.word(x.to_bits()));
}
