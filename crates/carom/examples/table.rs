//! A break: sixteen balls and four cushions, the first hundred collisions.

use carom::glam::{DVec2, dvec2};
use carom::table::{Partner, Setup, Space, Table, TableBall};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let radius = 0.028575;
    let mut balls = vec![TableBall::new(dvec2(0.6, 0.635), radius).with_velocity(dvec2(8.0, 0.05))];
    for row in 0..5 {
        for place in 0..=row {
            // A small gap: balls that touch at the start collide in the order of their ids.
            let across = f64::from(2 * place - row) * radius * 1.0001;
            let along = f64::from(row) * radius * 3f64.sqrt() * 1.0001;
            balls.push(TableBall::new(dvec2(1.9 + along, 0.635 + across), radius));
        }
    }
    let cushions = Space::Boxed {
        bounds: carom::Aabb {
            min: DVec2::ZERO,
            max: dvec2(2.54, 1.27),
        },
        restitution: 0.85,
    };
    let mut table = Table::new(&Setup {
        balls,
        space: cushions,
        ..Setup::default()
    })?;
    let energy = table.energy();
    for event in table.events_until(2.0)?.take(100) {
        let name = match event.with {
            Partner::Ball(other) => format!("ball {}", other.0),
            Partner::Wall(side) => format!("cushion {side}"),
            Partner::Enter(region) => format!("into region {region}"),
            Partner::Leave(region) => format!("out of region {region}"),
        };
        let (time, speed) = (event.time, event.speed);
        println!(
            "{time:.4} s: ball {:2} meets {name:9} at {speed:.2} m/s",
            event.a.0
        );
    }
    println!(
        "{:.0} % of the energy left",
        100.0 * table.energy() / energy
    );
    assert!(table.max_overlap() < 1e-12);
    Ok(())
}
