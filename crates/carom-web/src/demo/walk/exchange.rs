//! The inputs and answers of the demo.

use super::level::Level;
use super::marks::Word;
use super::place::{Painted, Station};
use super::settings::MoverSettings;
use crate::codec::{answers, inputs};
use crate::demo::drawn::Drawn;
use glam::DVec3;

inputs! {
    Start {
        /// The level; the built-in course if omitted.
        level: Option<Level>,
        /// Without a level: the built-in course of abilities, instead of that of stairs, slopes and platforms.
        abilities: bool,
        settings: MoverSettings,
        /// The start; if omitted, that of the level.
        feet: Option<DVec3>,
    }
}

inputs! {
    /// The input of a tick.
    Wish {
        /// −1 to 1 each, relative to `yaw`.
        ahead: f64,
        right: f64,
        /// Direction of view, radians, counter-clockwise seen from above; 0 is along −z.
        yaw: f64,
        /// Jump was pressed in this tick.
        jump: bool,
        crouch: bool,
        sprint: bool,
        /// Jump is held: a higher jump, a glide, up in water.
        rise: bool,
        /// Use was pressed in this tick: a ladder, a ledge.
        act: bool,
        /// Dash was pressed in this tick.
        dash: bool,
    }
}

answers! {
    /// The state after a tick.
    Moment {
        tick: f64,
        /// Hash of all characters in all ticks so far.
        hash: String,
        feet: DVec3,
        velocity: DVec3,
        /// Horizontal speed, relative to the ground it stands on.
        speed: f64,
        grounded: bool,
        /// Slope of the ground, degrees.
        slope: Option<f64>,
        height: f64,
        /// The flags of the mover's report.
        why: Vec<String>,
        /// The number of surfaces it touched.
        touched: f64,
        /// It fell out of the level and restarts.
        lost: bool,
        /// The ability in use; empty without one.
        doing: String,
        /// The abilities that a key would start or go on with.
        can: Vec<String>,
        /// The places of the crates.
        crates: Vec<DVec3>,
    }
}

answers! {
    Things {
        /// The static geometry, then each moving body, then each crate.
        drawn: Vec<Drawn>,
        /// Static geometry in a paint of its own.
        painted: Vec<Painted>,
        /// Where each ability can be tried.
        stations: Vec<Station>,
        /// The start, and the direction of view there.
        start: DVec3,
        yaw: f64,
        min: DVec3,
        max: DVec3,
        triangles: f64,
    }
}

inputs! {
    View {
        /// Interpolation between the last two ticks, 0 to 1.
        between: f64,
        /// Time since the last picture.
        seconds: f64,
        yaw: f64,
        /// Radians, upwards.
        pitch: f64,
        /// Distance of the camera behind the character; 0 is first person.
        away: f64,
        /// Width over height.
        aspect: f64,
        /// Draw the candidates and contacts of the last tick.
        marks: bool,
    }
}

answers! {
    Character {
        /// The size to draw; see `figure`.
        radius: f64,
        height: f64,
    }
}

answers! {
    Picture {
        /// From world to clip space, column by column.
        matrix: Vec<f32>,
        eye: DVec3,
        /// Matrices of the moving bodies, the crates and the characters, sixteen numbers each.
        poses: Vec<f32>,
        /// The player's character is the first.
        characters: Vec<Character>,
        /// Feet and radius of each character.
        shadows: Vec<f32>,
        /// Start, end and category (body, piece, floor, steep, wall, ceiling, overlap, motion) of each line.
        lines: Vec<f32>,
        words: Vec<Word>,
    }
}

inputs! {
    Figured { radius: f64, height: f64 }
}

inputs! {
    /// Where to put the player's character, and the direction that it faces there.
    There { feet: DVec3, yaw: f64 }
}
