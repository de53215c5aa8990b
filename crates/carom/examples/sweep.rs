//! Sweeps: when two moving balls meet, and a fast bullet against a thin wall.

use carom::glam::{vec2, vec3};
use carom::{Ball, Start, Triangle, sweep, sweep_both};

fn main() {
    let (cue, eight) = (
        Ball::new(vec2(0.0, 0.0), 1.0),
        Ball::new(vec2(10.0, 0.5), 1.0),
    );
    let (cue_delta, eight_delta) = (vec2(9.0, 0.0), vec2(-3.0, 0.0));
    let both = sweep_both(&cue, cue_delta, &eight, eight_delta);
    if let Some(hit) = both.hit {
        println!("the balls meet after {:.4} of the motion", hit.t);
        println!("the cue ball gets to {}", cue.center + cue_delta * hit.t);
        println!("and bounces off along {}", hit.normal);
    }

    // A bullet and a wall without thickness: a sweep cannot step over it.
    let wall = Triangle::new(
        vec3(5.0, -9.0, -9.0),
        vec3(5.0, 9.0, -9.0),
        vec3(5.0, 0.0, 9.0),
    );
    let bullet = Ball::new(vec3(0.0, 0.0, 0.0), 0.01);
    let shot = sweep(&bullet, vec3(1000.0, 0.0, 0.0), &wall);
    assert_eq!(shot.start, Start::Separate);
    let hit = shot.hit.expect("the wall is in the way");
    println!("the bullet is stopped at x = {:.3}", hit.t * 1000.0);
}
