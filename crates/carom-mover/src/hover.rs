//! Hovering: the capsule rides on a spring above the ground that a swept foot finds.

use super::motion::{Motion, Outcome};
use super::probe::Probe;
use super::state::Ground;
use super::tuning::{HOVER_FEET, SPRING_FREQUENCY};
use carom_math::{Scalar, Vector};

impl<V: Vector> Probe<'_, V> {
    /// Walkable ground within `reach` below the feet.
    pub(super) fn ground_below(&self, reach: V::Scalar) -> Option<Ground<V>> {
        Some(self.ground_and_depth(reach)?.0)
    }

    /// The same, with its distance below the feet.
    fn ground_and_depth(&self, reach: V::Scalar) -> Option<(Ground<V>, V::Scalar)> {
        HOVER_FEET.iter().find_map(|foot| {
            let settings = self.settings;
            let foot = settings.radius * V::Scalar::from_f64(*foot);
            let (index, depth, hit) = self.walkable_below(foot, reach)?;
            let ground = Ground {
                normal: self.surface(index, hit.normal, settings.up),
                part: self.scene.part(index),
            };
            Some((ground, depth))
        })
    }
}

impl<V: Vector> Motion<'_, '_, V> {
    /// A walk above the ground: horizontally along obstacles, then up or down by the spring. `rise` is the upward speed
    /// so far, relative to the ground.
    pub(super) fn hover(mut self, velocity: V, rise: V::Scalar) -> Outcome<V> {
        let settings = self.probe.settings;
        let start = self.probe.feet();
        let checkpoint = self.checkpoint();
        let barred = self.walk(velocity * self.dt, V::Scalar::ONE, &checkpoint);
        let velocity = if barred {
            self.horizontal_velocity(start)
        } else {
            velocity
        };
        let (up, hover) = (settings.up, settings.hover);
        let Some((ground, depth)) = self.probe.ground_and_depth(hover + settings.snap) else {
            return Outcome::in_air(velocity + up * rise);
        };
        let (way, mut speed) = spring(depth - hover, rise, self.dt);
        // A character that rides over a level floor stays where it is.
        let moves = way.abs() > self.probe.rounding();
        let stop = moves.then(|| self.probe.sweep_to_skin(up * way)).flatten();
        if let Some(stop) = stop {
            if stop.normal.dot(up) < V::Scalar::ZERO {
                self.report.why.head = true;
                self.report.events.bump_head(speed);
            }
            speed = V::Scalar::ZERO;
        }
        self.report.why.snapped |= way < -settings.skin;
        Outcome::on_ground(velocity + up * speed, ground)
    }
}

/// A critically damped spring from an offset `x` and a speed `v`: displacement and speed after `dt`.
///
/// x″ = −2ω x′ − ω² x has x(t) = (x + (v + ω x) t) e^(−ω t), whatever the length of the tick.
fn spring<S: Scalar>(x: S, v: S, dt: S) -> (S, S) {
    let omega = core::f64::consts::TAU * SPRING_FREQUENCY;
    let (x, v, t) = (x.to_f64(), v.to_f64(), dt.to_f64());
    let decay = libm::exp(-omega * t);
    let drive = v + omega * x;
    let end = (x + drive * t) * decay;
    let speed = (v - omega * drive * t) * decay;
    (S::from_f64(end - x), S::from_f64(speed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spring_is_the_same_in_one_tick_and_in_many() {
        let (mut x, mut v) = (0.2f64, -3.0);
        for _ in 0..100 {
            let (way, speed) = spring(x, v, 0.001);
            (x, v) = (x + way, speed);
        }
        let (way, speed) = spring(0.2f64, -3.0, 0.1);
        assert!((0.2 + way - x).abs() < 1e-12 && (speed - v).abs() < 1e-11);
        let rest = spring(0.2f64, 0.0, 10.0);
        assert!((rest.0 + 0.2).abs() < 1e-9);
    }
}
