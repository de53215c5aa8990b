//! Riding above the ground on a spring: a foot is swept down, and the capsule kept a height above what it
//! finds.

use super::body::Ground;
use super::cast::Cast;
use super::slide::{Made, Walk};
use carom_math::{Scalar, Vector};

/// The undamped frequency of the spring, per second: stiff enough for stairs at a run, soft enough not to be
/// felt.
const FREQUENCY: f64 = 4.5;
/// The radii of the foot, of the capsule's: if the wide one finds nothing to stand on (the side of a step that it
/// passes down, say), the narrow one may.
const FEET: [f64; 2] = [0.5, 0.1];

impl<V: Vector> Cast<'_, V> {
    /// Ground that can be walked on within `reach` below the feet.
    pub(super) fn ground_below(&self, reach: V::Scalar) -> Option<Ground<V>> {
        Some(self.below_feet(reach)?.0)
    }

    /// The same, and how far below it is.
    fn below_feet(&self, reach: V::Scalar) -> Option<(Ground<V>, V::Scalar)> {
        FEET.iter().find_map(|foot| {
            let settings = self.settings;
            let foot = settings.radius * V::Scalar::from_f64(*foot);
            let (index, height, hit) = self.below(foot, reach)?;
            let ground = Ground {
                normal: self.surface(index, hit.normal, settings.up),
                part: self.near.part(index),
            };
            Some((ground, height))
        })
    }
}

impl<V: Vector> Walk<'_, '_, V> {
    /// Walking above the ground: level along what stands in the way, then up or down as the spring says.
    /// `rise` is the upward speed so far, relative to the ground. Returns the velocity and the ground at the
    /// end.
    pub(super) fn hover(mut self, velocity: V, rise: V::Scalar) -> Made<V> {
        let settings = self.cast.settings;
        let start = self.cast.feet;
        let met = self.across(velocity * self.dt, V::Scalar::ONE);
        let velocity = if met {
            self.level_velocity(start)
        } else {
            velocity
        };
        let (up, hover) = (settings.up, settings.hover);
        let Some((ground, height)) = self.cast.below_feet(hover + settings.snap) else {
            return Made::in_air(velocity + up * rise);
        };
        let (way, mut speed) = spring(height - hover, rise, self.dt);
        // Who rides on a level floor stays where it is.
        let rides = way.abs() > self.cast.rounding();
        if let Some(stop) = rides.then(|| self.cast.advance(up * way)).flatten() {
            speed = V::Scalar::ZERO;
            self.report.why.head |= stop.normal.dot(up) < V::Scalar::ZERO;
        }
        self.report.why.snapped |= way < -settings.skin;
        Made {
            velocity: velocity + up * speed,
            ground: Some(ground),
            relative: true,
        }
    }
}

/// A critically damped spring from an offset `x` and a speed `v`: the way and the speed after `dt`.
///
/// x″ = −2ω x′ − ω² x has x(t) = (x + (v + ω x) t) e^(−ω t), whatever the length of the tick.
fn spring<S: Scalar>(x: S, v: S, dt: S) -> (S, S) {
    let omega = core::f64::consts::TAU * FREQUENCY;
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
    fn the_spring_comes_to_the_same_in_one_tick_or_in_many() {
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
