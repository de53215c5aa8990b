//! Two balls once, in all precisions.

use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::table::{bounce, impact};
use carom::{Ball, Scalar, Vector, sweep};
use fastrand::Rng;

fn vector<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size))
}

/// Beside the sweep of the difference, and by what the answer says.
fn impacts<V: Vector>() {
    let mut random = Rng::with_seed(1);
    let number = V::Scalar::from_f64;
    let (mut hits, mut overlaps) = (0, 0);
    for i in 0..20_000 {
        let a = Ball::new(vector::<V>(&mut random, 8.0), number(0.1 + random.f64()));
        let b = Ball::new(vector::<V>(&mut random, 8.0), number(0.1 + random.f64()));
        // Towards the other, mostly.
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
            // Half way they are apart too.
            let half = (a.center + delta_a * number(0.5)) - (b.center + delta_b * number(0.5));
            assert!(half.to_double().length() > (a.radius + b.radius).to_f64() - 1e-5);
            continue;
        };
        let ways = delta_a.to_double() - delta_b.to_double();
        let swept = sweep::ball_ball(
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
        assert!(i % 4 != 1, "what moves alike does not meet");
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
fn impacts_are_those_of_the_sweep() {
    impacts::<Vec2>();
    impacts::<Vec3>();
    impacts::<DVec2>();
    impacts::<DVec3>();
}

/// Momentum and energy, and the speed at which they part.
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
fn bounces_keep_what_has_to_be_kept() {
    bounces::<Vec2>();
    bounces::<Vec3>();
    bounces::<DVec2>();
    bounces::<DVec3>();
}
