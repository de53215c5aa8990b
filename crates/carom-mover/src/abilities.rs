//! Abilities: recipes on the public stages of the mover, for games to use as they are or to copy and change.
//!
//! Double and wall jumps, a jump of variable height, dashes, gliding, mantling, vaulting, ladders, swimming. None needs anything of
//! the mover that is not public, and each does the same at every tick rate. They are called between the ticks of a
//! [`Mover`](crate::Mover); the example `abilities` of the repository does each of them once.

mod dash;
mod double_jump;
mod glide;
mod ladder;
mod mantle;
mod path;
mod swim;
mod variable_jump;
mod vault;
mod wall_jump;

pub use dash::Dash;
pub use double_jump::AirJumps;
pub use glide::Glide;
pub use ladder::Ladder;
pub use mantle::Mantle;
pub use path::Path;
pub use swim::{Swum, Water};
pub use variable_jump::cut_jump;
pub use vault::Vault;
pub use wall_jump::WallJump;
