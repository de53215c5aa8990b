//! A circle against a capsule: do they touch, and how do they separate?

use carom::glam::vec2;
use carom::{Ball, Capsule, closest, contact, overlap};

fn main() {
    let ball = Ball {
        center: vec2(1.0, 2.0),
        radius: 1.0,
    };
    let capsule = Capsule {
        a: vec2(0.0, 0.0),
        b: vec2(4.0, 0.0),
        radius: 1.5,
    };

    println!("do they touch? {}", overlap(&ball, &capsule));

    if let Some(contact) = contact(&ball, &capsule, 0.0) {
        println!("the ball is {} deep", contact.depth());
        let freed = ball.translated(contact.normal * contact.depth());
        println!("moved by normal * depth it stands at {}", freed.center);
        let nearest = closest(&freed, &capsule);
        println!("where the distance is {}", nearest.distance);
        assert!(nearest.distance < 1e-6);
    }
}
