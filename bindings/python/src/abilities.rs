//! Abilities of the characters of a mover: the calls behind the module carom.abilities.

pub(crate) mod dash;
pub(crate) mod in_air;
pub(crate) mod path;
pub(crate) mod paths;
pub(crate) mod water;
