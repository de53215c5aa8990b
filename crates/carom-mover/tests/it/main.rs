//! The mover: scenes whose outcome is known, random courses, and what it promises. One crate, because each that
//! asks a world compiles its questions anew.

mod complaints;
mod courses;
mod crowd;
mod feet;
mod moments;
mod rates;
mod reduced;
mod riding;
mod rollout;
mod scenes;
