//! Demo *Rain*: a particle swarm that falls on hills and roofs, bounces, slides and comes to rest.

use super::drawn::Drawn;
use super::hash::add_vector;
use crate::codec::{answers, inputs};
use carom::Mesh;
use carom::swarm::{Particle, Swarm, SwarmSettings};
use carom_format::Fnv;
use glam::{DVec2, Vec3, vec3};

const DT: f32 = 1.0 / 60.0;
const MOST: f64 = 200_000.0;
/// The largest number of ticks per call.
const MOST_TICKS: f64 = 600.0;
const GRAVITY: f32 = 9.81;
/// The radius of a drop, m.
const RADIUS: f32 = 0.04;
/// The lifetime of a drop, ticks; then it falls again.
const LIFE: u32 = 540;
/// Drops start in a square of this half width, between the heights `HIGH` and `HIGH + DEEP`, m.
const CLOUD: f32 = 13.0;
const HIGH: f32 = 14.0;
const DEEP: f32 = 4.0;
/// The hills: cells per row, and the width of a cell, m.
const CELLS: usize = 80;
const CELL: f32 = 0.4;

inputs! {
    Start {
        drops: f64,
        restitution: f64,
        friction: f64,
        /// Along x and z, m/s².
        wind: DVec2,
    }
}

answers! {
    Moment {
        tick: f64,
        /// Collisions in the last tick.
        hits: f64,
        resting: f64,
        /// x, y, z of each drop.
        places: Vec<f32>,
    }
}

pub(crate) struct Rain {
    level: Mesh<Vec3>,
    drawn: Drawn,
    swarm: Swarm<Vec3>,
    tick: u32,
}

pub(crate) fn open(start: Start) -> Result<Rain, String> {
    let (vertices, triangles) = hills();
    let mut rain = Rain {
        level: Mesh::new(vertices.as_slice(), triangles.as_slice())
            .map_err(|error| error.to_string())?,
        drawn: Drawn::flat(&vertices, &triangles),
        swarm: swarm(&start)?,
        tick: 0,
    };
    rain.fill(start.drops as usize);
    Ok(rain)
}

fn swarm(start: &Start) -> Result<Swarm<Vec3>, String> {
    let Start { drops, wind, .. } = start;
    if !(1.0..=MOST).contains(drops) || drops.fract() != 0.0 {
        return Err(format!("the number of drops must be 1 to {MOST}"));
    }
    Swarm::new(SwarmSettings {
        radius: RADIUS,
        restitution: start.restitution as f32,
        friction: start.friction as f32,
        acceleration: vec3(wind.x as f32, -GRAVITY, wind.y as f32),
    })
    .map_err(|error| error.to_string())
}

/// A basin of hills with roofs above it.
fn hills() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let half = CELLS as f32 * CELL * 0.5;
    let height = |x: f32, z: f32| {
        let wave = |f: f64, x: f32| libm::sin(f * f64::from(x)) as f32;
        let hills = 1.1 * wave(0.36, x) * wave(0.31, z + 3.0) + 0.3 * wave(0.7, x - z);
        hills + 0.009 * (x * x + z * z)
    };
    let side = CELLS + 1;
    let place = |i: usize| i as f32 * CELL - half;
    let mut vertices: Vec<_> = (0..side * side)
        .map(|i| {
            let (x, z) = (place(i % side), place(i / side));
            vec3(x, height(x, z), z)
        })
        .collect();
    let mut triangles = Vec::new();
    for row in 0..CELLS {
        for column in 0..CELLS {
            let corner = |x: usize, z: usize| ((row + z) * side + column + x) as u32;
            triangles.push([corner(0, 0), corner(0, 1), corner(1, 0)]);
            triangles.push([corner(1, 0), corner(0, 1), corner(1, 1)]);
        }
    }
    // Each roof: the middle of its ridge, and its half extents.
    let roofs = [
        (vec3(-6.5, 5.6, 5.0), vec3(2.4, 1.4, 3.0)),
        (vec3(6.5, 7.2, -5.5), vec3(3.0, 2.2, 2.2)),
        (vec3(-5.0, 8.4, -7.0), vec3(2.0, 0.7, 2.0)),
    ];
    for (ridge, Vec3 { x, y, z }) in roofs {
        let first = vertices.len() as u32;
        let corners = [
            (-x, -y, -z),
            (-x, -y, z),
            (0.0, 0.0, -z),
            (0.0, 0.0, z),
            (x, -y, -z),
            (x, -y, z),
        ];
        vertices.extend(corners.map(|(x, y, z)| ridge + vec3(x, y, z)));
        let slopes = [[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4]];
        triangles.extend(slopes.map(|slope| slope.map(|i| first + i)));
    }
    (vertices, triangles)
}

/// Pseudorandom numbers in 0..1 for one life of a drop.
fn parts(drop: u32, life: u32) -> [f32; 3] {
    // SplitMix64 (Steele, Lea and Flood 2014), split into three numbers of 21 bits.
    let mut z = (u64::from(drop) << 32 | u64::from(life)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    [0, 21, 42].map(|shift| ((z >> shift) & 0x1f_ffff) as f32 / 2_097_152.0)
}

/// A drop at the start of a life.
fn fresh(drop: u32, life: u32, wind: Vec3) -> Particle<Vec3> {
    let [x, y, z] = parts(drop, life);
    // In their first life drops start at different heights, so that they arrive one after the other.
    let high = if life == 0 {
        3.0 + 60.0 * y
    } else {
        HIGH + DEEP * y
    };
    let place = vec3(2.0 * x - 1.0, 0.0, 2.0 * z - 1.0) * CLOUD + vec3(0.0, high, 0.0);
    // Upwind, so that the wind carries the drop into the picture.
    let against = vec3(wind.x, 0.0, wind.z) * -0.6;
    let mut particle = Particle::new(place + against, Vec3::ZERO);
    particle.data = drop;
    particle
}

impl Rain {
    fn fill(&mut self, drops: usize) {
        let wind = self.swarm.settings().acceleration;
        let particles = &mut self.swarm.particles;
        let count = particles.len() as u32;
        particles.truncate(drops);
        particles.extend((count..drops as u32).map(|drop| fresh(drop, 0, wind)));
    }

    fn tick(&mut self) {
        self.tick += 1;
        let wind = self.swarm.settings().acceleration;
        for particle in &mut self.swarm.particles {
            // The lives of drops end in different ticks.
            let age = self.tick + particle.data * 7919 % LIFE;
            if age.is_multiple_of(LIFE) {
                *particle = fresh(particle.data, self.tick, wind);
            }
        }
        self.swarm.tick(&self.level, DT);
    }
}

pub(crate) fn level(rain: &mut Rain, (): &()) -> Drawn {
    rain.drawn.clone()
}

pub(crate) fn tick(rain: &mut Rain, ticks: &f64) -> Moment {
    for _ in 0..ticks.clamp(0.0, MOST_TICKS) as u32 {
        rain.tick();
    }
    let all = &rain.swarm.particles;
    Moment {
        tick: f64::from(rain.tick),
        hits: all.iter().map(|drop| f64::from(drop.hits)).sum(),
        resting: all
            .iter()
            .filter(|drop| drop.velocity == Vec3::ZERO)
            .count() as f64,
        places: all
            .iter()
            .flat_map(|drop| drop.position.to_array())
            .collect(),
    }
}

/// Changes the settings; returns an error message, or an empty string.
pub(crate) fn set(rain: &mut Rain, start: &Start) -> String {
    match swarm(start) {
        Ok(mut swarm) => {
            swarm.particles = std::mem::take(&mut rain.swarm.particles);
            // Particles at rest are at rest under the old settings only.
            swarm.forget();
            rain.swarm = swarm;
            rain.fill(start.drops as usize);
            String::new()
        }
        Err(message) => message,
    }
}

/// Hash of the positions and velocities of all drops.
pub(crate) fn hash(rain: &mut Rain, (): &()) -> String {
    let mut hash = Fnv::new();
    hash.word(rain.tick);
    for drop in &rain.swarm.particles {
        add_vector(&mut hash, drop.position);
        add_vector(&mut hash, drop.velocity);
    }
    hash.digits()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Start {
        Start {
            drops: 3000.0,
            restitution: 0.4,
            friction: 0.3,
            wind: DVec2::new(1.0, 0.0),
        }
    }

    #[test]
    fn no_drop_falls_through_a_surface() {
        let mut rain = open(start()).unwrap();
        let level = rain.level.clone();
        let (mut hits, mut rested) = (0.0, 0.0_f64);
        for _ in 0..300 {
            let moment = tick(&mut rain, &2.0);
            hits += moment.hits;
            rested = rested.max(moment.resting);
            let half = CELLS as f32 * CELL * 0.5 - 0.1;
            for place in moment.places.as_chunks::<3>().0 {
                let place = Vec3::from_array(*place);
                if place.x.abs() < half && place.z.abs() < half && place.y < HIGH {
                    let below = level.query().ray(place, vec3(0.0, -99.0, 0.0));
                    assert!(below.is_some(), "{place}");
                }
            }
        }
        assert!(hits > 10_000.0 && rested > 100.0, "{hits} {rested}");
    }

    #[test]
    fn settings_can_change_while_running() {
        let mut rain = open(start()).unwrap();
        tick(&mut rain, &200.0);
        let more = Start {
            drops: 5000.0,
            restitution: 0.9,
            ..start()
        };
        assert_eq!(set(&mut rain, &more), "");
        assert_eq!(tick(&mut rain, &1.0).places.len(), 15_000);
        assert_eq!(
            set(
                &mut rain,
                &Start {
                    drops: 10.0,
                    ..start()
                }
            ),
            ""
        );
        assert_eq!(tick(&mut rain, &1.0).places.len(), 30);
        for invalid in [
            Start {
                drops: 0.0,
                ..start()
            },
            Start {
                drops: 1e9,
                ..start()
            },
            Start {
                restitution: 2.0,
                ..start()
            },
            Start {
                friction: -1.0,
                ..start()
            },
        ] {
            assert_ne!(set(&mut rain, &invalid), "");
            assert!(open(invalid).is_err());
        }
        assert_eq!(rain.swarm.particles.len(), 10);
    }
}
