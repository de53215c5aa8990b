//! 500 characters that walk through four levels: carom's mover beside the controllers of its peers.

#[cfg(feature = "box3d")]
mod box3d;
#[cfg(feature = "jolt")]
mod jolt;
mod own;
#[cfg(feature = "physx")]
mod physx;
mod rapier;
mod ticks;
mod walk;

pub(crate) use walk::{HEIGHT, RADIUS, SKIN, SPEED, STEP, heading, starts};

use crate::clock::geometric_mean;
use crate::surface::Surface;
use crate::table::Table;
use std::error::Error;
use walk::{COUNT, Measurements, ROUNDS};

/// One kind on one level.
struct Row {
    name: &'static str,
    beside: &'static str,
    goal: Option<f64>,
    seen: Measurements,
    /// How many times as long as the one beside it.
    ratio: f64,
}

/// Time and behaviour of all kinds on all levels, the means last; and what carom's ticks are spent on.
pub(crate) fn run() -> Result<[Table; 2], Box<dyn Error>> {
    let [dungeon, nav_test] = ["dungeon.obj", "nav_test.obj"].map(Surface::file);
    let levels = [
        ("dungeon", dungeon?),
        ("nav_test", nav_test?),
        ("body70k", Surface::body()),
        ("terrain1m", Surface::terrain(708)),
    ];
    let mut table = Table::new(
        "characters",
        [
            "level",
            "mover",
            "us a step",
            "times as long",
            "as",
            "m/s",
            "grounded %",
            "over an edge",
            "through",
            "deepest mm",
        ],
    );
    let mut all: Vec<Vec<Row>> = Vec::new();
    for (level, surface) in &levels {
        eprintln!("{level}: {} triangles", surface.triangles.len());
        let rows = walked(surface)?;
        for row in &rows {
            let seen = &row.seen;
            table.row([
                (*level).into(),
                row.name.into(),
                format!("{:.2}", seen.ns() / 1e3),
                format!("{:.2}", row.ratio),
                row.beside.into(),
                format!("{:.2}", seen.speed()),
                format!("{:.1}", 100.0 * seen.grounded()),
                seen.over.to_string(),
                seen.through.to_string(),
                format!("{:.2}", 1e3 * seen.depth()),
            ]);
        }
        all.push(rows);
    }
    for (number, kind) in all[0].iter().enumerate() {
        let ratios: Vec<f64> = all.iter().map(|rows| rows[number].ratio).collect();
        let mean = geometric_mean(&ratios);
        let verdict = kind.goal.map_or(String::new(), |goal| {
            let met = if mean >= goal { "met" } else { "MISSED" };
            format!("must {goal}: {met}")
        });
        let blank = String::new;
        table.row([
            "mean".into(),
            kind.name.into(),
            blank(),
            format!("{mean:.2}"),
            kind.beside.into(),
            verdict,
            blank(),
            blank(),
            blank(),
            blank(),
        ]);
    }
    Ok([table, ticks::run(&levels)?])
}

/// All kinds on one level, by turns.
fn walked(surface: &Surface) -> Result<Vec<Row>, Box<dyn Error>> {
    let mesh = surface.mesh()?;
    let starts = starts(&mesh, COUNT);
    let own = own::Movers::new(&mesh)?;
    let rapier = rapier::Level::new(surface)?;
    #[cfg(feature = "jolt")]
    let jolt = jolt::level(surface);
    #[cfg(feature = "box3d")]
    let triangles = box3d::triangles(surface);
    #[cfg(feature = "box3d")]
    let world = engines::box3d::World::new(&triangles);
    #[cfg(feature = "physx")]
    let physx = physx::level(surface);
    let mut kinds = own.kinds();
    kinds.extend(rapier.kinds());
    #[cfg(feature = "jolt")]
    kinds.extend(jolt::kinds(&jolt));
    #[cfg(feature = "box3d")]
    kinds.extend(box3d::kinds(&world));
    #[cfg(feature = "physx")]
    kinds.push(physx::kind(&physx));
    let mut seen: Vec<Measurements> = kinds.iter().map(|_| Measurements::default()).collect();
    for _ in 0..ROUNDS {
        for (kind, seen) in kinds.iter().zip(&mut seen) {
            walk::round(kind, &mesh, &starts, seen);
        }
    }
    let times: Vec<f64> = seen.iter().map(Measurements::ns).collect();
    let time_of = |name| {
        let number = kinds.iter().position(|kind| kind.name == name);
        number.map_or(f64::NAN, |number| times[number])
    };
    let rows = kinds.iter().zip(seen).map(|(kind, seen)| Row {
        name: kind.name,
        beside: kind.beside,
        goal: kind.goal,
        ratio: seen.ns() / time_of(kind.beside),
        seen,
    });
    Ok(rows.collect())
}
