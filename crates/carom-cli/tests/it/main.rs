//! The command as its user runs it: arguments, files, answers, errors. One binary, which is linked once.

mod billiards;
mod book;
mod bundled;
mod causes;
mod command;
mod complaints;
mod determinism;
mod info;
mod json;
mod manual;
mod names;
mod placed;
mod play;
mod pool;
mod query;
mod spawn;
mod spawns;
mod survey;
mod survey_ignore;
mod survey_long;
mod survey_report;
mod survey_room;
mod ticks;
mod version;
mod walk;
mod wander;
