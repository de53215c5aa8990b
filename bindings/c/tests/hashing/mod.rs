//! Hashes of answers and random numbers, as `tests/c/hash.h` has them.
#![allow(dead_code, reason = "each test uses some of it")]

use carom_rs::mover::{CharacterState, Collision, Report, SurfaceKind};
use carom_rs::{Contact, Hit, PartId, Start, Vector};

pub(crate) trait Space: Vector<Scalar = f32> {}

impl<V: Vector<Scalar = f32>> Space for V {}

pub(crate) const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

pub(crate) struct Hash(pub(crate) u64);

impl Hash {
    pub(crate) fn put(&mut self, word: u32) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    pub(crate) fn float(&mut self, number: f32) {
        self.put(number.to_bits());
    }

    pub(crate) fn vector<V: Space>(&mut self, v: V) {
        (0..V::DIM).for_each(|axis| self.float(v[axis]));
    }

    pub(crate) fn part(&mut self, part: PartId) {
        let body = part.body.to_bits();
        [body as u32, (body >> 32) as u32, part.index]
            .into_iter()
            .for_each(|word| self.put(word));
    }

    pub(crate) fn contact<V: Space>(&mut self, found: Option<&Contact<V>>) {
        let Some(found) = found else {
            return self.put(0);
        };
        self.float(found.separation);
        [found.point_a, found.point_b, found.normal]
            .into_iter()
            .for_each(|v| self.vector(v));
        self.float(found.error_bound);
        self.part(found.part);
    }

    pub(crate) fn hit<V: Space>(&mut self, hit: Option<&Hit<V>>) {
        let Some(hit) = hit else {
            return self.put(0);
        };
        self.float(hit.t);
        self.vector(hit.point);
        self.vector(hit.normal);
        self.part(hit.part);
        match hit.start {
            Start::Separate => self.put(0),
            Start::Touching(contact) => {
                self.put(1);
                self.float(contact.separation);
            }
            Start::Overlapping(contact) => {
                self.put(2);
                self.float(contact.separation);
            }
        }
    }

    pub(crate) fn take(&mut self) -> u64 {
        std::mem::replace(&mut self.0, EMPTY)
    }
}

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn uniform(&mut self) -> f32 {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / 16_777_216.0
    }

    pub(crate) fn within<V: Space>(&mut self, min: V, max: V) -> V {
        V::from_f64([0, 1, 2].map(|axis| {
            if axis < V::DIM {
                (min[axis] + (max[axis] - min[axis]) * self.uniform()).into()
            } else {
                0.0
            }
        }))
    }
}

pub(crate) fn put_tick<V: Space>(hash: &mut Hash, state: &CharacterState<V>, report: &Report<V>) {
    hash.vector(state.feet);
    hash.float(state.height);
    hash.vector(state.velocity);
    hash.vector(state.base_velocity);
    hash.float(state.step_credit);
    hash.vector(state.ground.map_or(V::ZERO, |ground| ground.normal));
    hash.put(state.ground.is_some().into());
    if let Some(ground) = state.ground {
        hash.part(ground.part);
    }
    let names = [
        "slid", "stepped", "snapped", "steep", "pushed", "rode", "blocked", "stuck", "head",
        "limit", "edge",
    ];
    let why = report.why.names().map(|name| {
        let bit = names.iter().position(|other| *other == name).unwrap();
        1 << bit
    });
    hash.put(why.sum());
    let limits = report.limits;
    let limits = [limits.turns, limits.planes, limits.region, limits.overflow];
    hash.put(
        (0..)
            .zip(limits)
            .map(|(bit, limit)| u32::from(limit) << bit)
            .sum(),
    );
    if V::DIM == 3 {
        hash.put(report.crease.is_some().into());
        hash.vector(report.crease.unwrap_or(V::ZERO));
    }
}

pub(crate) fn put_collision<V: Space>(hash: &mut Hash, met: &Collision<V>) {
    hash.vector(met.normal);
    hash.put(match met.role {
        SurfaceKind::Floor => 0,
        SurfaceKind::Steep => 1,
        SurfaceKind::Wall => 2,
        SurfaceKind::Ceiling => 3,
        SurfaceKind::Overlap => 4,
    });
    hash.part(met.part);
}
