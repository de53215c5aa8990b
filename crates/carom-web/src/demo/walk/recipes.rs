//! The recipes of carom-mover (its example `abilities`): the same files, which `build.rs` finds.

include!(concat!(env!("OUT_DIR"), "/recipes.rs"));
