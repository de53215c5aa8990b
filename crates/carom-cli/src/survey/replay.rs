//! A finding as a scenario: what a player does from the spawn to see it, tick by tick, to the bit.

use super::character::CharacterFile;
use crate::args::{LevelArguments, UpAxis};
use crate::number::Coordinates;
use carom_survey::Action;
use glam::Vec3;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Scenario<'a> {
    name: &'a str,
    hz: u32,
    seconds: f64,
    gravity: f64,
    bodies: [Body<'a>; 1],
    characters: [Character<'a>; 1],
}

#[derive(Serialize)]
struct Body<'a> {
    level: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    up: Option<UpAxis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<f64>,
}

#[derive(Serialize)]
struct Character<'a> {
    name: &'static str,
    feet: Coordinates,
    #[serde(flatten)]
    settings: &'a CharacterFile,
    input: Vec<Input>,
}

#[derive(Serialize)]
struct Input {
    until: f64,
    #[serde(rename = "move")]
    velocity: Coordinates,
    #[serde(skip_serializing_if = "Option::is_none")]
    jump: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<f32>,
}

/// What all scenarios of a report have alike.
pub(super) struct Stage<'a> {
    /// The level's file, from the folder of the scenarios.
    pub(super) level: &'a str,
    /// How that is to be understood.
    pub(super) read: LevelArguments,
    pub(super) hz: u32,
    pub(super) gravity: f64,
    pub(super) spawn: Vec3,
    pub(super) settings: &'a CharacterFile,
}

impl<'a> Stage<'a> {
    pub(super) fn scenario(&'a self, name: &'a str, script: &[Action]) -> Scenario<'a> {
        let mut input = Vec::new();
        let (mut ticks, mut height) = (0, None);
        for action in script {
            height = action.height.or(height);
            for (length, velocity, jump) in [
                (action.ticks, action.velocity, action.jump),
                (action.rest, Vec3::ZERO, None),
            ] {
                if length > 0 {
                    ticks += u64::from(length);
                    input.push(Input {
                        until: ticks as f64 / f64::from(self.hz),
                        velocity: Coordinates::of(velocity),
                        jump,
                        height,
                    });
                }
            }
        }
        Scenario {
            name,
            hz: self.hz,
            seconds: ticks as f64 / f64::from(self.hz),
            gravity: self.gravity,
            bodies: [Body {
                level: self.level,
                up: self.read.other_up(),
                unit: self.read.other_unit(),
            }],
            characters: [Character {
                name: "player",
                feet: Coordinates::of(self.spawn),
                settings: self.settings,
                input,
            }],
        }
    }
}
