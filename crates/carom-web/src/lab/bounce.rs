//! Elastic collision of two moving circles: time of impact, and the velocities after the bounce.

use crate::codec::{answers, inputs};
use carom::Ball;
use carom::table::{self, Impact};
use glam::DVec2;

inputs! {
    Inputs {
        a: Ball<DVec2>,
        /// Per unit of time.
        velocity_a: DVec2,
        mass_a: f64,
        b: Ball<DVec2>,
        velocity_b: DVec2,
        mass_b: f64,
        restitution: f64,
    }
}

answers! {
    Answer {
        impact: Option<Impact<DVec2>>,
        /// The velocities after the collision; unchanged if there is none.
        after_a: DVec2,
        after_b: DVec2,
        /// The centers after one unit of time.
        end_a: DVec2,
        end_b: DVec2,
        momentum_before: DVec2,
        momentum_after: DVec2,
        energy_before: f64,
        energy_after: f64,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let Inputs { a, b, .. } = inputs;
    let before = [inputs.velocity_a, inputs.velocity_b];
    let masses = [inputs.mass_a, inputs.mass_b];
    let impact = table::impact(a, before[0], b, before[1]);
    let after = impact.map_or(before, |impact| {
        table::bounce(before, masses, impact.normal, inputs.restitution)
    });
    let moved = impact.map_or([DVec2::ZERO; 2], |impact| [impact.delta_a, impact.delta_b]);
    let rest = impact.map_or(1.0, |impact| 1.0 - impact.t);
    let momentum = |[a, b]: [DVec2; 2]| a * masses[0] + b * masses[1];
    let energy = |[a, b]: [DVec2; 2]| {
        (a.length_squared() * masses[0] + b.length_squared() * masses[1]) / 2.0
    };
    Answer {
        impact,
        after_a: after[0],
        after_b: after[1],
        end_a: a.center + moved[0] + after[0] * rest,
        end_b: b.center + moved[1] + after[1] * rest,
        momentum_before: momentum(before),
        momentum_after: momentum(after),
        energy_before: energy(before),
        energy_after: energy(after),
    }
}
