//! Collisions of two balls, in all precisions.

use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::table::{BallId, Setup, Table, TableBall, bounce, impact};
use carom::{Ball, Scalar, Vector, sweep};
use fastrand::Rng;

fn vector<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// Compared with the sweep of the relative displacement, and with the answer's own statements.
fn impacts<V: Vector>() {
    let mut random = Rng::with_seed(1);
    let number = V::Scalar::from_f64;
    let (mut hits, mut overlaps) = (0, 0);
    for i in 0..20_000 {
        let a = Ball::new(vector::<V>(&mut random, 8.0), number(0.1 + random.f64()));
        let b = Ball::new(vector::<V>(&mut random, 8.0), number(0.1 + random.f64()));
        // Mostly towards the other.
        let delta_a = (b.center - a.center + vector::<V>(&mut random, 4.0)) * number(1.5);
        let delta_b = match i % 4 {
            0 => V::ZERO,
            1 => delta_a,
            _ => vector(&mut random, 2.0),
        };
        let found = impact(&a, delta_a, &b, delta_b);
        let back = impact(&b, delta_b, &a, delta_a);
        assert_eq!(found.map(|f| f.t), back.map(|f| f.t));
        let gap = (a.center - b.center).to_double().length() - (a.radius + b.radius).to_f64();
        let Some(found) = found else {
            assert!(gap > -1e-5);
            // They are apart half-way too.
            let half = (a.center + delta_a * number(0.5)) - (b.center + delta_b * number(0.5));
            assert!(half.to_double().length() > (a.radius + b.radius).to_f64() - 1e-5);
            continue;
        };
        let ways = delta_a.to_double() - delta_b.to_double();
        let swept = sweep(
            &Ball::new(a.center.to_double(), a.radius.to_f64()),
            ways,
            &Ball::new(b.center.to_double(), b.radius.to_f64()),
        );
        let exact = swept.hit.unwrap().t;
        assert!(
            found.t.to_f64() <= exact
                && exact - found.t.to_f64() <= 2.0 * V::Scalar::EPSILON.to_f64()
        );
        if gap < -1e-5 {
            overlaps += 1;
            assert_eq!((found.t, found.delta_a), (V::Scalar::ZERO, V::ZERO));
            assert!((found.depth.to_f64() + gap).abs() < 1e-5);
            continue;
        }
        hits += 1;
        assert!(i % 4 != 1, "equal displacements never collide");
        let then = (a.center + found.delta_a) - (b.center + found.delta_b);
        let apart = then.to_double().length() - (a.radius + b.radius).to_f64();
        let digits = 64.0 * V::Scalar::EPSILON.to_f64();
        assert!(apart.abs() < 32.0 * digits, "{apart}");
        assert!(
            (then.to_double().try_normalize().unwrap() - found.normal.to_double()).length()
                < 64.0 * digits
        );
        assert!(found.normal.dot(delta_a - delta_b) < V::Scalar::ZERO);
    }
    assert!(hits > 1000 && overlaps > 50, "{hits} {overlaps}");
}

#[test]
fn impacts_agree_with_the_sweep() {
    impacts::<Vec2>();
    impacts::<Vec3>();
    impacts::<DVec2>();
    impacts::<DVec3>();
}

/// Momentum, energy, and the speed of separation.
fn bounces<V: Vector>() {
    let mut random = Rng::with_seed(2);
    let number = V::Scalar::from_f64;
    let digits = V::Scalar::EPSILON.to_f64();
    for i in 0..20_000 {
        let velocities: [V; 2] = [vector(&mut random, 4.0), vector(&mut random, 4.0)];
        let masses = [0.5 + random.f64(), 0.5 + random.f64()].map(number);
        let way: V = vector(&mut random, 2.0);
        let Some(normal) = way.try_normalize() else {
            continue;
        };
        let restitution = [0.0, 0.5, 1.0, random.f64()][i % 4];
        let after = bounce(velocities, masses, normal, number(restitution));
        let speed = |v: [V; 2]| (v[0] - v[1]).dot(normal).to_f64();
        if speed(velocities) >= 0.0 {
            assert_eq!(after, velocities);
            continue;
        }
        assert!((speed(after) + restitution * speed(velocities)).abs() < 32.0 * digits);
        let sum = |v: [V; 2]| v[0] * masses[0] + v[1] * masses[1];
        assert!((sum(after) - sum(velocities)).length().to_f64() < 32.0 * digits);
        if restitution == 1.0 {
            let energy = |v: [V; 2]| {
                (v[0].length_squared() * masses[0] + v[1].length_squared() * masses[1]).to_f64()
            };
            assert!((energy(after) / energy(velocities) - 1.0).abs() < 32.0 * digits);
        }
        let still = bounce(
            [velocities[0], V::ZERO],
            [masses[0], V::Scalar::INFINITY],
            normal,
            number(1.0),
        );
        assert_eq!(still[1], V::ZERO);
    }
    let any = [V::splat(number(1.0)), V::ZERO];
    assert_eq!(bounce(any, [number(1.0); 2], V::ZERO, number(1.0)), any);
}

#[test]
fn bounces_conserve_momentum_and_energy() {
    bounces::<Vec2>();
    bounces::<Vec3>();
    bounces::<DVec2>();
    bounces::<DVec3>();
}

/// A double-double: about 106 bits.
#[derive(Clone, Copy)]
struct DoubleDouble(f64, f64);

impl DoubleDouble {
    fn of(x: f64) -> Self {
        Self(x, 0.0)
    }

    /// Knuth's sum, exact.
    fn sum(a: f64, b: f64) -> Self {
        let s = a + b;
        let t = s - a;
        Self(s, (a - (s - t)) + (b - t))
    }

    fn plus(self, other: Self) -> Self {
        let Self(high, low) = Self::sum(self.0, other.0);
        Self::sum(high, low + self.1 + other.1)
    }

    fn minus(self, other: Self) -> Self {
        self.plus(Self(-other.0, -other.1))
    }

    /// Dekker's product, exact up to the product of the low parts.
    fn times(self, other: Self) -> Self {
        let halves = |x: f64| {
            let c = 134_217_729.0 * x;
            let high = c - (c - x);
            (high, x - high)
        };
        let product = self.0 * other.0;
        let ((a, b), (c, d)) = (halves(self.0), halves(other.0));
        let rest = b * d - (((product - a * c) - b * c) - a * d);
        Self::sum(product, rest + (self.0 * other.1 + self.1 * other.0))
    }

    fn over(self, other: Self) -> Self {
        let first = Self::of(self.0 / other.0);
        let rest = self.minus(first.times(other));
        let second = Self::of(rest.0 / other.0);
        first.plus(second).plus(Self::of(
            self.minus(first.plus(second).times(other)).0 / other.0,
        ))
    }
}

/// v₁′ = v₁ − (1 + e) m₂ / (m₁ + m₂) ((v₁ − v₂)·w) w / w², and v₂′ likewise, in double-double: the error of computed
/// velocities, in last digits of the greatest speed. `None` if the two do not approach.
fn off_by<V: Vector<Scalar = f64>>(
    velocities: [V; 2],
    masses: [f64; 2],
    way: V,
    e: f64,
    after: [V; 2],
) -> Option<f64> {
    let dot = |a: [DoubleDouble; 3], b: [DoubleDouble; 3]| {
        let products = a.into_iter().zip(b).map(|(a, b)| a.times(b));
        products.fold(DoubleDouble::of(0.0), DoubleDouble::plus)
    };
    let doubled = |v: V| v.to_f64().map(DoubleDouble::of);
    let [w, v1, v2] = [way, velocities[0], velocities[1]].map(doubled);
    let relative = [0, 1, 2].map(|axis| v1[axis].minus(v2[axis]));
    // From the second ball to the first.
    let closing = dot(relative, w);
    if closing.0 >= 0.0 {
        return None;
    }
    let all = DoubleDouble::sum(masses[0], masses[1]);
    let push = DoubleDouble::sum(1.0, e)
        .times(closing)
        .over(dot(w, w))
        .over(all);
    let speeds = velocities.into_iter().chain(after).map(V::length);
    let greatest = speeds.fold(0.0, f64::max);
    let digit = 2f64.powi(greatest.log2().floor() as i32 - 52);
    let mut worst = 0.0_f64;
    for axis in 0..V::DIM {
        let share = push.times(w[axis]);
        let first = v1[axis].minus(share.times(DoubleDouble::of(masses[1])));
        let second = v2[axis].plus(share.times(DoubleDouble::of(masses[0])));
        for (exact, found) in [(first, after[0][axis]), (second, after[1][axis])] {
            worst = worst.max(exact.minus(DoubleDouble::of(found)).0.abs() / digit);
        }
    }
    Some(worst)
}

fn masses(random: &mut Rng) -> [f64; 2] {
    [random.f64(), random.f64()].map(|x| 10f64.powf(8.0 * x - 4.0))
}

/// The greatest errors of two balls by themselves and of two on a table: without restitution, and in all other cases.
fn two_bodies<V: Vector<Scalar = f64, Double = V>>() -> [[f64; 2]; 2] {
    let mut random = Rng::with_seed(7);
    let mut worst = [[0.0_f64; 2]; 2];
    let mut met = 0;
    for i in 0..50_000 {
        let velocities: [V; 2] = [vector(&mut random, 4.0), vector(&mut random, 4.0)];
        let masses = masses(&mut random);
        let e = [0.0, 0.5, 1.0, random.f64()][i % 4];
        let [alone, on_a_table] = &mut worst[usize::from(e > 0.0)];
        let way: V = vector(&mut random, 2.0);
        let after = bounce(velocities, masses, way, e);
        match off_by(velocities, masses, way, e, after) {
            Some(off) => *alone = alone.max(off),
            None => assert_eq!(after, velocities),
        }
        let size = 0.1 * way.length();
        let balls = [(way, 0), (V::ZERO, 1)].map(|(place, number)| {
            TableBall::new(place, size)
                .with_velocity(velocities[number])
                .with_mass(masses[number])
                .with_restitution(e)
        });
        let mut table = Table::new(&Setup {
            balls: balls.to_vec(),
            ..Setup::default()
        })
        .unwrap();
        if table.step_event().is_some() {
            let [a, b] = [0, 1].map(|id| table.center(BallId(id)).unwrap());
            let after = [0, 1].map(|id| table.velocity_of(BallId(id)).unwrap());
            let off = off_by(velocities, masses, a - b, e, after).unwrap();
            *on_a_table = on_a_table.max(off);
            met += 1;
        }
    }
    assert!(met > 500, "{met}");
    worst
}

/// Rounding alone is half a digit. Without restitution the two must not approach by that rounding either, and are
/// separated by a few digits more.
#[test]
fn two_bodies_to_the_last_digit() {
    for [dead, others] in [two_bodies::<DVec2>(), two_bodies::<DVec3>()] {
        assert!(others.iter().all(|off| *off <= 0.51), "{others:?}");
        assert!(dead.iter().all(|off| *off <= 4.0), "{dead:?}");
    }
}
