//! A client that predicts its character and a server that is right: inputs one way, states the other, bytes only.

use super::game::{Game, Player};
use carom::glam::Vec3;
use carom::mover::{CharacterState, Intent, Locomotion};
use std::collections::BTreeMap;
use std::error::Error;

/// Inputs of the last ticks in each packet: a lost packet costs nothing unless all of as many in a row are lost.
const REPEATED: u32 = 8;

/// The tick at the start of a packet.
fn tick_of(packet: &mut &[u8]) -> Result<u32, Box<dyn Error>> {
    let (tick, rest) = packet
        .split_first_chunk()
        .ok_or("a packet without a tick")?;
    *packet = rest;
    Ok(u32::from_le_bytes(*tick))
}

pub(crate) struct Client {
    pub(crate) game: Game,
    /// The character after each tick that the server has not confirmed.
    predicted: BTreeMap<u32, Player>,
    /// The inputs of these ticks.
    inputs: BTreeMap<u32, Intent<Vec3>>,
    pub(crate) now: u32,
    /// How often a prediction was wrong, and how many ticks were made again for that.
    pub(crate) corrections: u32,
    pub(crate) replayed: u32,
}

impl Client {
    pub(crate) fn new() -> Self {
        Self {
            game: Game::new(),
            predicted: BTreeMap::from([(0, Player::new())]),
            inputs: BTreeMap::new(),
            now: 0,
            corrections: 0,
            replayed: 0,
        }
    }

    pub(crate) fn player(&self) -> &Player {
        &self.predicted[&self.now]
    }

    /// A tick with an input; returns the packet for the server.
    pub(crate) fn tick(&mut self, input: Intent<Vec3>) -> Vec<u8> {
        let mut player = *self.player();
        self.now += 1;
        self.game.step(self.now, &mut player, &input);
        self.predicted.insert(self.now, player);
        self.inputs.insert(self.now, input);
        let first = self.now.saturating_sub(REPEATED - 1).max(1);
        let mut packet = first.to_le_bytes().to_vec();
        for input in self.inputs.range(first..).map(|(_, input)| input) {
            input.write_to(&mut packet);
        }
        packet
    }

    /// Takes the server's state of a tick over; if the prediction was another one, makes all later ticks again.
    pub(crate) fn receive(&mut self, mut packet: &[u8]) -> Result<(), Box<dyn Error>> {
        let tick = tick_of(&mut packet)?;
        let Some(predicted) = self.predicted.get(&tick) else {
            return Ok(()); // An older one: packets overtake each other.
        };
        let settings = predicted.locomotion.settings;
        let mut player = Player {
            body: CharacterState::read_from(&mut packet)?,
            locomotion: Locomotion::read_from(settings, &mut packet)?,
        };
        if player.hash() != predicted.hash() {
            self.corrections += 1;
            self.predicted.insert(tick, player);
            for tick in tick + 1..=self.now {
                self.replayed += 1;
                self.game.step(tick, &mut player, &self.inputs[&tick]);
                self.predicted.insert(tick, player);
            }
        }
        self.predicted = self.predicted.split_off(&tick);
        // Those that a packet repeats are kept.
        let repeated = self.now.saturating_sub(REPEATED).min(tick);
        self.inputs = self.inputs.split_off(&repeated);
        Ok(())
    }
}

pub(crate) struct Server {
    game: Game,
    pub(crate) player: Player,
    inputs: BTreeMap<u32, Intent<Vec3>>,
    last: Intent<Vec3>,
    now: u32,
    /// How many ticks had no input in time, and went on with the one before.
    pub(crate) late: u32,
}

impl Server {
    pub(crate) fn new() -> Self {
        Self {
            game: Game::new(),
            player: Player::new(),
            inputs: BTreeMap::new(),
            last: Intent::walk(Vec3::ZERO),
            now: 0,
            late: 0,
        }
    }

    pub(crate) fn receive(&mut self, mut packet: &[u8]) -> Result<(), Box<dyn Error>> {
        let mut tick = tick_of(&mut packet)?;
        while !packet.is_empty() {
            self.inputs.insert(tick, Intent::read_from(&mut packet)?);
            tick += 1;
        }
        Ok(())
    }

    /// A tick, after which `event` may happen to the character, which no client can predict; returns the packet for the client.
    pub(crate) fn tick(&mut self, event: impl FnOnce(&mut Player)) -> Vec<u8> {
        self.now += 1;
        self.late += u32::from(!self.inputs.contains_key(&self.now));
        let input = self.inputs.get(&self.now).copied().unwrap_or(self.last);
        self.inputs = self.inputs.split_off(&self.now);
        // A jump is pressed once.
        self.last = Intent {
            jump: None,
            ..input
        };
        self.game.step(self.now, &mut self.player, &input);
        event(&mut self.player);
        let mut packet = self.now.to_le_bytes().to_vec();
        self.player.body.write_to(&mut packet);
        self.player.locomotion.write_to(&mut packet);
        packet
    }
}
