//! What a walk loses: stops and bumps on a flat floor of triangles, and speed along a wall.

use crate::level::{Triangles, floor, wall};
use crate::stage::{DT, PEERS, Peer, feet, wish};
use bevy::prelude::*;

/// Length/s.
const SPEED: f32 = 4.;
const WARM: usize = 32;
const TICKS: usize = 192;
/// Directions that are walked, each by a character of its own app.
const WAYS: u16 = 32;

/// The path of a character alone, tick by tick, after it has come to rest and has started to walk.
fn path(peer: &Peer, level: &Triangles, from: Vec3, velocity: Vec3) -> Vec<Vec3> {
    let mut app = (peer.app)(level, &[from]);
    for _ in 0..WARM {
        app.update();
    }
    wish(&mut app, |_| velocity);
    for _ in 0..4 {
        app.update();
    }
    let mut places = Vec::new();
    for _ in 0..=TICKS {
        places.extend(feet(&mut app, peer));
        app.update();
    }
    places
}

/// The lengths of the steps along a direction, relative to what is wanted.
fn progress(places: &[Vec3], along: Vec3, wanted: f32) -> Vec<f32> {
    let step = |pair: &[Vec3]| (pair[1] - pair[0]).dot(along) / (wanted * DT);
    places.windows(2).map(step).collect()
}

fn row(name: &str, steps: &[f32], bumps: usize) {
    let mean = steps.iter().sum::<f32>() / steps.len() as f32;
    let stops = steps.iter().filter(|step| **step < 0.95).count();
    let least = steps.iter().copied().fold(f32::INFINITY, f32::min);
    let lost = 100. * (1. - mean);
    let all = steps.len();
    println!("{name:22} {lost:9.3} % {stops:6} of {all} {least:9.3} {bumps:6}");
}

pub fn print() {
    println!("plugin                 speed lost   slowed ticks   slowest   bumps");
    let angle = |way: u16| core::f32::consts::TAU * (f32::from(way) + 0.3) / f32::from(WAYS);
    println!("a flat floor");
    let level = floor();
    for peer in &PEERS {
        let (mut all, mut bumps) = (Vec::new(), 0);
        for way in 0..WAYS {
            let ahead = vec3(angle(way).cos(), 0., angle(way).sin());
            let from = vec3(0.1, 0.05, 0.2) - 6. * ahead;
            let places = path(peer, &level, from, SPEED * ahead);
            all.extend(progress(&places, ahead, SPEED));
            // A millimeter up or down in a tick.
            let is_bump = |pair: &&[Vec3]| (pair[1].y - pair[0].y).abs() > 1e-3;
            bumps += places.windows(2).filter(is_bump).count();
        }
        row(peer.name, &all, bumps);
    }
    println!("along a wall, pressing into it by 5° to 80°");
    let level = wall();
    for peer in &PEERS {
        let (mut all, mut bumps) = (Vec::new(), 0);
        for way in 0..WAYS {
            let slant = (5. + 75. * f32::from(way) / f32::from(WAYS - 1)).to_radians();
            let velocity = SPEED * vec3(slant.sin(), 0., slant.cos());
            let places = path(peer, &level, vec3(-0.32, 0.05, -7.9), velocity);
            all.extend(progress(&places, Vec3::Z, velocity.z));
            // A millimeter away from the wall or into it in a tick.
            let is_bump = |pair: &&[Vec3]| (pair[1].x - pair[0].x).abs() > 1e-3;
            bumps += places.windows(2).filter(is_bump).count();
        }
        row(peer.name, &all, bumps);
    }
}
