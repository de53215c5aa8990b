//! Worlds: beside plain loops, as they change, far from the origin, and as nobody should build them. One crate,
//! because each that asks a world compiles its questions anew.

mod changes;
mod far;
mod nasty;
mod plain;
