//! A ball, a see-saw that it tips, and a flipper that sends it back.

use carom::flipper::{Flipper, FlipperBall, Flippers};
use carom::glam::{DVec2, dvec2};
use carom::{Ball, Capsule};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Balanced about its middle, tilted to the right; and one that hangs from its left end.
    let balanced = Capsule::new(dvec2(-0.5, 1.), dvec2(0.5, 1.), 0.03);
    let see_saw = Flipper {
        angle: -0.3,
        inertia: 0.05,
        restitution: 0.3,
        ..Flipper::new(balanced, dvec2(0., 1.), DVec2::ZERO, [-0.3, 0.3])
    };
    let bat = Capsule::new(dvec2(0.6, 0.), dvec2(1.4, 0.), 0.05);
    let flipper = Flipper {
        angle: -0.3,
        restitution: 0.2,
        ..Flipper::new(bat, dvec2(0.6, 0.), DVec2::ZERO, [-0.3, 0.6])
    };
    let mut flippers = Flippers::new(vec![see_saw, flipper], dvec2(0., -9.81))?;
    let mut ball = FlipperBall {
        ball: Ball::new(dvec2(0.2, 1.6), 0.08),
        velocity: DVec2::ZERO,
        mass: 0.2,
    };
    let hz = 240.;
    let mut highest = f64::MIN;
    for tick in 0..480 {
        // Pressed when the ball has reached the flipper's end.
        let pressed = highest > f64::MIN || ball.ball.center.x > 1.1;
        flippers.set_spin(1, if pressed { 18. } else { -6. })?;
        let done = flippers.advance(&mut ball, 1. / hz);
        assert!(!done.limit && !done.pinched);
        if pressed {
            highest = highest.max(ball.ball.center.y);
        }
        if tick % 40 == 0 {
            let place = ball.ball.center;
            let tilt = flippers.as_slice()[0].angle;
            println!(
                "{:.2} s: ball at {place:.2}, see-saw at {tilt:.2} rad",
                f64::from(tick) / hz
            );
        }
    }
    println!("sent {highest:.2} m high");
    assert!(highest > 1.0);
    Ok(())
}
