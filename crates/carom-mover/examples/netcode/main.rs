//! Prediction and reconciliation over a bad line: a client moves its character at once and corrects it when the server says
//! otherwise. `cargo run -p carom-mover --example netcode`.
//!
//! The tests of the mover (`tests/it/netcode.rs`) run the same files.

mod game;
mod line;
mod peers;

use carom::glam::{Vec3, vec3};
use carom::mover::Intent;
use line::Line;
use peers::{Client, Server};

/// What the player does in a tick.
fn input(tick: u32) -> Intent<Vec3> {
    let (sin, cos) = (0.01 * tick as f32).sin_cos();
    Intent {
        jump: tick.is_multiple_of(97).then_some(4.5),
        ..Intent::walk(vec3(4. * cos, 0., 4. * sin))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut client, mut server) = (Client::new(), Server::new());
    // A fifth of all packets is lost, the others take 3 to 9 ticks.
    let (mut up, mut down) = (Line::new(1, 0.2, 3..10), Line::new(2, 0.2, 3..10));
    for tick in 1..=1200 {
        up.send(tick, client.tick(input(tick)));
        while let Some(packet) = up.receive(tick) {
            server.receive(&packet)?;
        }
        // The server is that far behind, so that most inputs are there in time.
        if tick > 12 {
            let blow = |player: &mut game::Player| {
                if (tick - 12).is_multiple_of(300) {
                    let (body, away) = (&mut player.body, vec3(0., 3., -6.));
                    player.locomotion.knock_back(body, away, Vec3::Y);
                }
            };
            down.send(tick, server.tick(blow));
        }
        while let Some(packet) = down.receive(tick) {
            client.receive(&packet)?;
        }
        if tick % 200 == 0 {
            println!(
                "tick {tick}: client at {:.3}, server {:.3} 12 ticks before; {} corrections, {} ticks made again, {} inputs late",
                client.player().body.feet,
                server.player.body.feet,
                client.corrections,
                client.replayed,
                server.late
            );
        }
    }
    Ok(())
}
