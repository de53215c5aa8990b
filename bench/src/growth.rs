//! What a query costs on a thousand triangles and on ten million.

use crate::case::{Case, Cases};
use crate::clock::{median, pass, time};
use crate::engine::{Engine, MAKERS};
use crate::surface::Surface;
use crate::table::Table;
use crate::work::{Body, Work};
use carom::MeshError;

const ROUNDS: usize = 3;
/// Squares along a side of the terrain: 1 k, 10 k, 100 k, 1 M and 10 M triangles.
const SIZES: [u32; 5] = [22, 71, 224, 708, 2236];
const WORKS: [Work; 3] = [
    Work::Closest(Body::Capsule),
    Work::Sweep(Body::Capsule, 5.0),
    Work::Ray,
];

/// Nanoseconds a query of carom on terrains of all sizes, in random order and in order of place: the
/// latter finds the nodes in the caches.
pub(crate) fn run() -> Result<Table, MeshError> {
    let mut head = vec!["triangles".to_string(), "build, ns a triangle".into()];
    for work in WORKS {
        head.extend([work.to_string(), "sorted".into()]);
    }
    let mut table = Table::new("growth", head.iter().map(String::as_str));
    for size in SIZES {
        let surface = Surface::terrain(size);
        let count = surface.triangles.len();
        eprintln!("{count} triangles");
        let (engine, ns) = time((MAKERS[0].prepare)(&surface));
        let mesh = surface.mesh()?;
        let mut cases = Cases::of(&surface, &mesh);
        let random = WORKS.map(|work| ns_a_query(&*engine, work, work.cases(&cases)));
        cases.sort(&mesh);
        let sorted = WORKS.map(|work| ns_a_query(&*engine, work, work.cases(&cases)));
        let mut cells = vec![count.to_string(), format!("{:.0}", ns / count as f64)];
        for (random, sorted) in random.iter().zip(sorted) {
            cells.extend([format!("{random:.0}"), format!("{sorted:.0}")]);
        }
        table.row(cells);
    }
    Ok(table)
}

fn ns_a_query(engine: &dyn Engine, work: Work, cases: &[Case]) -> f64 {
    let way = engine.ways(work).remove(0);
    pass(cases, &way.query);
    median((0..ROUNDS).map(|_| pass(cases, &way.query)).collect())
}
