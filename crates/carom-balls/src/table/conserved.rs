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

    /// Energy that bumpers and moving walls have given to balls of finite mass so far: [`energy`](Self::energy) has grown by it,
    /// and has lost what restitution took, ½ (1 − e²) m s² for a bounce of closing speed s.
    ///
    /// ```
    /// use carom::table::{Setup, Table, TableBall, Wall};
    /// use carom::{Plane, glam::{DVec2, dvec2}};
    /// let ball = TableBall::new(DVec2::Y * 5., 0.5).with_mass(2.).with_velocity(DVec2::Y * -3.);
    /// let bumper = Wall::new(Plane::new(DVec2::Y, 0.)).with_kick(1.);
    /// let mut table = Table::new(&Setup { balls: vec![ball], walls: vec![bumper], ..Setup::default() })?;
    /// let before = table.energy();
    /// table.advance_to(3.)?;
    /// assert_eq!((before, table.energy(), table.energy_given()), (9., 16., 7.)); // from 3 to 4 length/s
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    #[must_use]
    pub fn energy_given(&self) -> f64 {
        let unit = self.units.length / self.units.window;
        self.simulation.given * unit * unit
    }

    /// Momentum Σ m v of all balls of finite mass.
    ///
    /// ```
    /// use carom::table::{Setup, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let ball = |x: f64, v: f64| TableBall::new(dvec2(x, 0.), 0.5).with_velocity(dvec2(v, 0.));
    /// let balls = vec![ball(0., 3.).with_mass(2.), ball(5., -1.).with_restitution(0.5)];
    /// let mut table = Table::new(&Setup { balls, ..Setup::default() })?;
    /// assert_eq!((table.momentum(), table.energy()), (dvec2(5., 0.), 9.5));
    /// table.advance_to(10.)?;
    /// assert_eq!(table.momentum(), dvec2(5., 0.));
    /// assert!(table.energy() < 9.5, "restitution takes energy, not momentum");
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    #[must_use]
    pub fn momentum(&self) -> V::Double {
        let momenta = self.bodies().map(|(i, mass)| self.velocity(i) * mass);
        momenta.fold(V::Double::ZERO, |all, one| all + one)
    }

    /// Angular momentum Σ m x × v of all balls of finite mass about the origin; in 2D only the third component.
    ///
    /// ```
    /// use carom::table::{Setup, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let balls = vec![TableBall::new(dvec2(0., 2.), 0.5).with_mass(3.).with_velocity(dvec2(1., 0.))];
    /// let mut table = Table::new(&Setup { balls, ..Setup::default() })?;
    /// assert_eq!(table.angular_momentum(), [0., 0., -6.]);
    /// table.advance_to(5.)?;
    /// assert_eq!(table.angular_momentum(), [0., 0., -6.]);
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
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
    ///
    /// ```
    /// use carom::table::{Setup, Space, Table, TableBall};
    /// use carom::glam::{DVec2, dvec2};
    /// let balls = (0..9).map(|i| TableBall::new(dvec2(1. + f64::from(i % 3), 1. + f64::from(i / 3)), 0.3)
    ///     .with_velocity(dvec2(f64::from(i) - 3.5, 1.))).collect();
    /// let mut table = Table::new(&Setup { balls, space: Space::boxed(DVec2::ZERO, dvec2(4., 4.)), ..Setup::default() })?;
    /// table.advance_to(20.)?;
    /// assert!(table.events() > 100 && table.max_overlap() < 1e-12);
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    #[must_use]
    pub fn max_overlap(&self) -> f64 {
        self.simulation.overlap
    }

    /// The greatest overlap of any two balls now, as a fraction of the sum of their radii: negative if all are apart,
    /// minus infinity if none are near each other. Costs a test of all neighbors.
    ///
    /// ```
    /// use carom::table::{Setup, Table, TableBall};
    /// use carom::glam::dvec2;
    /// let balls = [0., 1.25].map(|x| TableBall::new(dvec2(x, 0.), 0.5)).to_vec();
    /// let table = Table::new(&Setup { balls, ..Setup::default() })?;
    /// assert_eq!(table.overlap(), -0.25, "apart by a quarter of the sum of their radii");
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    #[must_use]
    pub fn overlap(&self) -> f64 {
        self.simulation.overlap_now(self.simulation.now)
    }
}
