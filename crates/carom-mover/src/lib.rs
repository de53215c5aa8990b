//! A kinematic character controller: a capsule that walks, climbs steps, falls and slides, without a physics engine.
//!
//! A tick ([`Mover::step`]) gathers everything it can reach once ([`Scene::gather`](carom_core::world::Scene::gather))
//! and runs as a pipeline on that local scene: platforms carry and push, depenetration, then a walk, a fall, a flight
//! or a hover, with steps, ground snap and landings on the way. Every motion is an exact sweep, so nothing is passed
//! through at any speed; contacts become planes, and all touched planes are solved together, so a corner or a crease
//! has one answer without jitter.
//!
//! The capsule keeps a gap, the skin, to everything; it absorbs rounding.
//!
//! Walking is the core. Double and wall jumps, dashes, gliding, mantling, vaulting, ladders and swimming are recipes on its public
//! stages: the module `abilities`, with the feature of that name.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(feature = "abilities")]
pub mod abilities;
mod between_walls;
mod body;
mod body_frame;
mod collide_and_slide;
mod crowd;
mod depenetrate;
mod draw;
mod edge_guard;
mod events;
mod fall;
mod ground;
mod hover;
#[doc(hidden)]
#[cfg(all(shared_instances, debug_assertions, not(test)))]
pub mod instances;
mod limb;
mod locomotion;
mod memory;
mod motion;
mod mover;
mod mover_error;
mod obstacles;
mod planes;
mod platforms;
mod posture;
mod probe;
mod push;
mod reach;
mod recording;
mod report;
mod rollout;
mod root_motion;
mod segments;
mod settings;
mod slide;
mod state;
mod step;
mod step_height;
mod stuck_poses;
mod surfaces;
mod sweep_to_skin;
mod tick;
mod transitions;
mod tuning;
mod turn;
mod walk;
mod wire;

pub use body::{BodyShape, Limbs};
pub use crowd::{Agent, Crowd, CrowdRole};
pub use events::MoveEvents;
pub use locomotion::{Locomotion, LocomotionSettings};
pub use mover::Mover;
pub use mover_error::MoverError;
pub use recording::{Played, Recording};
pub use report::{Collision, LimitsReached, MoveFlags, Report, SurfaceKind};
pub use rollout::Rollout;
pub use root_motion::RootMotion;
pub use settings::MoverSettings;
pub use slide::{Slide, slide};
pub use state::{CharacterState, Ground, Intent};
pub use surfaces::{SurfaceError, SurfaceFault, SurfaceMaterial, Surfaces};
pub use wire::{WireError, WireFault};
