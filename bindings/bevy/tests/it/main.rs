//! The plugin in headless apps.

mod abilities;
mod bad_input;
mod bodies;
mod crowd;
mod curved;
mod drawing;
mod events;
#[cfg(all(feature = "gizmos", feature = "dim2"))]
mod examples;
mod levels;
mod pairs;
mod platforms;
mod rollback;
mod round;
mod solids;
mod space;
mod stage;
#[cfg(feature = "dim2")]
mod tools;
#[cfg(feature = "dim2")]
mod two_dimensions;
mod walking;
mod warnings;
