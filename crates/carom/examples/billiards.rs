//! Pool with spin: a stop shot, a follow and a draw, then a break and a thousand breaks at once.

use carom::billiards::{
    BilliardsError, PoolBall, PoolSetup, PoolTable, Rack, Shot, ShotEventKind, TableSpec,
    direction_to, simulate, simulate_each,
};
use carom::glam::dvec2;
use core::f64::consts::FRAC_PI_2;

fn main() -> Result<(), BilliardsError> {
    let straight_in = PoolTable::new(&PoolSetup {
        balls: [1.3, 1.5].map(|y| PoolBall::at(dvec2(0.4, y))).to_vec(),
        ..PoolSetup::default()
    })?;
    for (name, above) in [
        ("draw", -0.4),
        ("stop", -0.16),
        ("center", 0.0),
        ("follow", 0.4),
    ] {
        let result = simulate(
            &straight_in,
            &Shot::new(0, 1.0, FRAC_PI_2).with_offset(0.0, above),
        )?;
        let [cue, object] = [0, 1].map(|ball| result.balls[ball].state.position.y);
        println!("{name:6}: the cue ball ends at {cue:.3} m, the object ball at {object:.3} m");
    }
    let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
    let [cue, head] = [0, 1].map(|ball| table.balls()[ball].state.position.truncate());
    let aim = direction_to(cue, head);
    let result = simulate(&table, &Shot::new(0, 9.0, aim + 0.003))?;
    for event in &result.events {
        if let ShotEventKind::Pocket { pocket } = event.kind {
            println!(
                "{:.3} s: ball {} falls into pocket {pocket}",
                event.time, event.ball
            );
        }
    }
    println!("{} events in {:.1} s", result.events.len(), result.duration);
    let shots: Vec<Shot> = (0..1000)
        .map(|i| Shot::new(0, 9.0, aim + 0.00001 * f64::from(i - 500)))
        .collect();
    let pocketed = simulate_each(&table, &shots, |_, result| result.pocketed().count())?;
    let most = pocketed.iter().max().unwrap_or(&0);
    println!("of {} breaks the best pockets {most} balls", shots.len());
    Ok(())
}
