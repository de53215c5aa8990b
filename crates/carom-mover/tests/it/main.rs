//! Tests of the mover: scenes with a known outcome, random courses, and every documented guarantee. One crate, because
//! each test crate compiles its queries again.

mod abilities;
mod bodies;
mod complaints;
mod corners;
mod courses;
mod crowd;
mod edge_guard;
mod events;
mod faults;
mod feet;
mod fronts;
mod gravity;
mod ledges;
mod lying;
mod moments;
mod netcode;
mod ramps;
mod rates;
mod reduced;
mod riding;
mod right_of_way;
mod rollout;
mod root_motion;
mod scenes;
mod stuck;
mod surfaces;
mod wedges;
