//! Random shots with all their events as JSON, for the comparison with pooltool (`bench/python/billiards.py`).
//!
//! `cargo run --release -p carom-balls --example billiards_peer -- [SHOTS] [frictional|mathavan2010|mathavan2014] [TIMES]`; each shot is
//! played TIMES times, for the time that it takes.

use carom::billiards::{
    BallFriction, BallModel, BallParameters, BilliardsError, Cue, Cushion, CushionModel, Models,
    PoolSetup, PoolTable, Rack, Shot, ShotEvent, ShotEventKind, ShotResult, TableSpec, simulate,
};
use carom::glam::{DVec2, dvec2};
use serde_json::{Value, json};
use std::error::Error;
use std::hint::black_box;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count: usize = arguments.first().map_or(Ok(500), |count| count.parse())?;
    let model = arguments.get(1).map_or("frictional", |model| model);
    let models = models(model)
        .ok_or("the second argument must be frictional, mathavan2010 or mathavan2014")?;
    let times: usize = arguments.get(2).map_or(Ok(1), |times| times.parse())?;
    let mut random = fastrand::Rng::with_seed(28);
    let mut shots = Vec::new();
    for number in 0..count {
        let (table, shot) = random_shot(&mut random, models, number)?;
        for _ in 1..times {
            black_box(simulate(&table, black_box(&shot))?);
        }
        let mut shown = report(&table, &shot, &simulate(&table, &shot)?);
        let nudged = simulate(&nudged(&table, number as u64)?, &shot)?;
        shown["nudged"] = json!(events(&nudged));
        shots.push(shown);
    }
    println!("{}", json!({ "model": model, "shots": shots }));
    Ok(())
}

fn models(name: &str) -> Option<Models> {
    let friction = BallFriction::ALCIATORE;
    match name {
        "frictional" => Some(Models::default()),
        "mathavan2010" => Some(Models {
            cushion: CushionModel::Mathavan2010 { steps: 4000 },
            ..Models::default()
        }),
        "mathavan2014" => Some(Models {
            ball: BallModel::Mathavan2014 {
                friction,
                steps: 1000,
            },
            ..Models::default()
        }),
        _ => None,
    }
}

/// Every other shot is a break of nine balls; the others have two to five balls at random places.
fn random_shot(
    random: &mut fastrand::Rng,
    models: Models,
    number: usize,
) -> Result<(PoolTable, Shot), Box<dyn Error>> {
    let spec = TableSpec::POOL_7_FT;
    let mut direction = random.f64() * core::f64::consts::TAU;
    let mut speed = 0.3 + 4.0 * random.f64();
    let balls = if number.is_multiple_of(2) {
        direction = core::f64::consts::FRAC_PI_2 + 0.02 * (random.f64() - 0.5);
        speed = 3.0 + 6.0 * random.f64();
        let mut balls = Rack::NineBall.balls(&spec, 2e-4);
        for ball in &mut balls {
            ball.state.position.x += 1e-4 * (random.f64() - 0.5);
            ball.state.position.y += 1e-4 * (random.f64() - 0.5);
        }
        balls
    } else {
        let radius = BallParameters::POOL.radius;
        let mut places: Vec<DVec2> = Vec::new();
        let wanted = 2 + random.usize(..4);
        while places.len() < wanted {
            let mut along = |extent: f64| radius * 1.1 + random.f64() * (extent - 2.2 * radius);
            let place = dvec2(along(spec.width), along(spec.length));
            if places
                .iter()
                .all(|other| other.distance(place) > 2.1 * radius)
            {
                places.push(place);
            }
        }
        places
            .into_iter()
            .map(carom::billiards::PoolBall::at)
            .collect()
    };
    let table = PoolTable::new(&PoolSetup {
        spec,
        balls,
        cue: Cue::default(),
        models,
    });
    let Ok(table) = table else {
        // A ball in a jaw: another one.
        return random_shot(random, models, number);
    };
    let mut offset = || 0.7 * (random.f64() - 0.5);
    let shot = Shot::new(0, speed, direction)
        .with_offset(offset(), offset())
        .with_elevation(0.3 * random.f64());
    Ok((table, shot))
}

/// The same table with each ball moved by up to 1e-12 m in x: how far rounding grows in a shot.
fn nudged(table: &PoolTable, seed: u64) -> Result<PoolTable, BilliardsError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut balls = table.balls().to_vec();
    for ball in &mut balls {
        ball.state.position.x += 2e-12 * (random.f64() - 0.5);
    }
    table.with_balls(&balls)
}

/// Time, kind, ball, and the other ball, cushion or pocket of each event.
fn events(result: &ShotResult) -> Vec<Value> {
    let event = |event: &ShotEvent| {
        let (kind, other) = match event.kind {
            ShotEventKind::Strike => ("strike", 0),
            ShotEventKind::Transition { .. } => ("transition", 0),
            ShotEventKind::Pocket { pocket } => ("pocket", pocket),
            ShotEventKind::Ball { other, .. } => ("ball", other),
            ShotEventKind::Cushion { cushion, .. } => ("cushion", cushion),
            ShotEventKind::Slate { .. } => ("slate", 0),
            ShotEventKind::OffTable => ("off_table", 0),
        };
        json!([event.time, kind, event.ball, other])
    };
    result.events.iter().map(event).collect()
}

fn report(table: &PoolTable, shot: &Shot, result: &ShotResult) -> Value {
    let cushions = table.cushions().iter().map(|cushion| match *cushion {
        Cushion::Straight { a, b, normal } => {
            json!({ "a": [a.x, a.y], "b": [b.x, b.y], "normal": [normal.x, normal.y] })
        }
        Cushion::Jaw { center, radius } => {
            json!({ "center": [center.x, center.y], "radius": radius })
        }
    });
    let pockets = table.pockets().iter().map(
        |pocket| json!({ "center": [pocket.center.x, pocket.center.y], "radius": pocket.radius }),
    );
    let places = |balls: &[carom::billiards::PoolBall]| -> Vec<[f64; 2]> {
        let place = |ball: &carom::billiards::PoolBall| ball.state.position.truncate().to_array();
        balls.iter().map(place).collect()
    };
    json!({
        "width": table.spec().width,
        "length": table.spec().length,
        "cushion_height": table.spec().cushion_height,
        "cushions": cushions.collect::<Vec<_>>(),
        "pockets": pockets.collect::<Vec<_>>(),
        "balls": places(table.balls()),
        "speed": shot.speed,
        "direction": shot.direction,
        "elevation": shot.elevation,
        "right": shot.right,
        "above": shot.above,
        "events": events(result),
        "end": places(&result.balls),
    })
}
