//! CPU time of a tick.

use crate::level::hills;
use crate::stage::{PEERS, feet, wish};
use bevy::prelude::*;
use cpu_time::ProcessTime;

/// Ticks until all have landed, and ticks of a round.
const WARM: u32 = 128;
const TICKS: u32 = 128;
const ROUNDS: usize = 5;

/// Characters on a square grid of 2 m, above the hills.
fn places(count: u16) -> Vec<Vec3> {
    let place = |i: u16| {
        vec3(
            f32::from(i % 32) * 2. - 31.,
            2.5,
            f32::from(i / 32) * 2. - 31.,
        )
    };
    (0..count).map(place).collect()
}

/// They walk in circles, each in its own phase.
fn velocity(number: usize, tick: u32) -> Vec3 {
    let angle = tick as f32 * 0.02 + number as f32;
    2. * vec3(angle.cos(), 0., angle.sin())
}

pub fn print() {
    println!("µs of CPU a tick, median of {ROUNDS} rounds (least, most)");
    let level = hills();
    for count in [1, 100, 1000] {
        let mut apps = PEERS.map(|peer| (peer.app)(&level, &places(count)));
        let run = |app: &mut App, from: u32, ticks: u32| {
            for tick in from..from + ticks {
                wish(app, |number| velocity(number, tick));
                app.update();
            }
        };
        for app in &mut apps {
            run(app, 0, WARM);
        }
        let mut times = PEERS.map(|_| Vec::new());
        for round in 0..ROUNDS as u32 {
            // In turn, so that other programs disturb all alike.
            for (app, times) in apps.iter_mut().zip(&mut times) {
                let start = ProcessTime::now();
                run(app, WARM + round * TICKS, TICKS);
                times.push(start.elapsed().as_secs_f64() * 1e6 / f64::from(TICKS));
            }
        }
        let mut first = None;
        for (peer, mut times) in PEERS.iter().zip(times) {
            times.sort_by(f64::total_cmp);
            let median = times[ROUNDS / 2];
            let ratio = median / *first.get_or_insert(median);
            let (name, least, most) = (peer.name, times[0], times[ROUNDS - 1]);
            println!("{count:5} {name:22} {median:10.1} ({least:.1}, {most:.1})  {ratio:6.2}");
        }
        // The hills go down to −2.
        for (peer, app) in PEERS.iter().zip(&mut apps) {
            let feet = feet(app, peer);
            let fallen = feet.iter().filter(|feet| feet.y < -2.1).count();
            assert_eq!(
                (fallen, feet.len()),
                (0, count.into()),
                "{} below the hills",
                peer.name
            );
        }
    }
}
