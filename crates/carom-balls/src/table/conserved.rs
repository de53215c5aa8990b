//! Conserved quantities of a table, and its overlaps.

use super::Table;
use carom_math::Vector;

impl<V: Vector> Table<V> {
    /// Kinetic energy Σ ½ m v² of all balls of finite mass, in the order of their ids; with gravity g, Σ ½ m v² − m
    /// g·x.
    #[must_use]
    pub fn energy(&self) -> f64 {
        let energies = self
            .bodies()
            .map(|(i, mass)| 0.5 * mass * self.velocity(i).length_squared());
        let kinetic: f64 = energies.sum();
        match self.simulation.balls.law {
            Some(law) if law.is_gravity() => {
                let gravity =
                    law.gravity * (self.units.length / self.units.window / self.units.window);
                let heights = self
                    .bodies()
                    .map(|(i, mass)| mass * gravity.dot(self.position(i)));
                kinetic - heights.sum::<f64>()
            }
            _ => kinetic,
        }
    }

    /// Energy that bumpers have given to balls of finite mass so far: [`energy`](Self::energy) has grown by it, and has
    /// lost what restitution took, ½ (1 − e²) m s² for a bounce of closing speed s.
    #[must_use]
    pub fn energy_given(&self) -> f64 {
        let unit = self.units.length / self.units.window;
        self.simulation.given * unit * unit
    }

    /// Momentum Σ m v of all balls of finite mass.
    #[must_use]
    pub fn momentum(&self) -> V::Double {
        let momenta = self.bodies().map(|(i, mass)| self.velocity(i) * mass);
        momenta.fold(V::Double::ZERO, |all, one| all + one)
    }

    /// Angular momentum Σ m x × v of all balls of finite mass about the origin; in 2D only the third component.
    #[must_use]
    pub fn angular_momentum(&self) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for (i, mass) in self.bodies() {
            let [x, y, z] = self.position(i).to_f64();
            let [vx, vy, vz] = self.velocity(i).to_f64();
            sum[0] += mass * (y * vz - z * vy);
            sum[1] += mass * (z * vx - x * vz);
            sum[2] += mass * (x * vy - y * vx);
        }
        sum
    }

    /// Indices and masses of all balls of finite mass.
    fn bodies(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let mass = |i: usize| (i, self.simulation.balls.bodies[i].mass);
        let indices = self.indices.values().map(|index| *index as usize);
        indices.map(mass).filter(|(_, mass)| mass.is_finite())
    }

    /// The greatest overlap at any collision so far, of two balls or of a ball and a wall, as a fraction of the sum of
    /// their radii.
    #[must_use]
    pub fn max_overlap(&self) -> f64 {
        self.simulation.overlap
    }

    /// The greatest overlap of any two balls now, as a fraction of the sum of their radii: negative if all are apart,
    /// minus infinity if none are near each other. Costs a test of all neighbors.
    #[must_use]
    pub fn overlap(&self) -> f64 {
        self.simulation.overlap_now(self.simulation.now)
    }
}
