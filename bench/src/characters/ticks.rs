//! What carom's ticks are spent on: the share of each class of tick, and what one costs.

use super::own::settings;
use super::walk::{COUNT, DT, HEIGHT, RADIUS, SKIN, SPEED, TICKS, heading, starts};
use crate::clock::median;
use crate::surface::Surface;
use crate::table::Table;
use carom::mover::{CharacterState, Intent, Mover, Report};
use carom::{Capsule, Contact, Mesh};
use glam::Vec3;
use std::error::Error;
use std::time::Instant;

/// What a tick has to do with.
#[derive(Clone, Copy)]
enum Class {
    /// Nothing, or one level floor.
    Free,
    /// One slope that can be walked.
    Slope,
    /// One wall, with or without floors.
    Wall,
    /// Several floors: rolling ground, the foot of a ramp, edges.
    Floors,
    /// A step was climbed or gone down.
    Step,
    /// Several walls, ceilings.
    Rest,
}

/// Their names, in order.
const CLASSES: [&str; 6] = [
    "nothing or a level floor",
    "one slope",
    "one wall",
    "several floors",
    "a step",
    "the rest",
];
/// Normals that differ by less than this cosine are those of one plane: a tenth of a degree.
const SAME: f32 = 0.999_998;
/// A tick of more than this, ns, was interrupted by another program.
const INTERRUPTED: f64 = 1e5;

/// By what is within reach of the tick: its way and two skins.
fn class(contacts: &[Contact<Vec3>], report: &Report<Vec3>) -> Class {
    if report.why.stepped || report.events.stepped.is_some() {
        return Class::Step;
    }
    let is_floor = |contact: &&Contact<Vec3>| contact.normal.y >= std::f32::consts::FRAC_1_SQRT_2;
    let (floors, others): (Vec<_>, Vec<_>) = contacts.iter().partition(is_floor);
    let is_plane = |planes: &[&Contact<Vec3>]| {
        let first = planes.first().map_or(Vec3::Y, |first| first.normal);
        planes.iter().all(|plane| plane.normal.dot(first) > SAME)
    };
    match (is_plane(&floors), is_plane(&others), others.len()) {
        (true, true, 0) => match floors.first() {
            Some(floor) if floor.normal.y < SAME => Class::Slope,
            _ => Class::Free,
        },
        (false, _, 0) => Class::Floors,
        (_, true, _) if others[0].normal.y.abs() < 0.1 => Class::Wall,
        _ => Class::Rest,
    }
}

/// The nanoseconds of all ticks of a level, by class.
fn of_level(mesh: &Mesh<Vec3>) -> Result<[Vec<f64>; 6], Box<dyn Error>> {
    let mut mover = Mover::new(settings())?;
    let starts = starts(mesh, COUNT);

    let stand = |feet: &Vec3| CharacterState::at(*feet, HEIGHT);
    let mut bodies: Vec<_> = starts.iter().map(stand).collect();
    let lowest = mesh.bounds().min.y - HEIGHT;
    let reach = SPEED * DT + 2.0 * SKIN;
    let (mut all, mut contacts) = ([const { Vec::new() }; 6], Vec::new());
    let clock = median((0..1000).map(|_| ns(|| ())).collect());
    for tick in 0..TICKS {
        for (number, body) in bodies.iter_mut().enumerate() {
            if body.feet.y <= lowest {
                continue;
            }
            let capsule = Capsule::standing(body.feet, Vec3::Y, HEIGHT, RADIUS);
            mesh.query().contacts(&capsule, reach, &mut contacts);
            let intent = Intent::walk(heading(number, tick) * SPEED);
            let mut report = Report::default();
            let took = ns(|| report = mover.step(mesh, body, &intent, DT)) - clock;
            if took < INTERRUPTED {
                all[class(&contacts, &report) as usize].push(took);
            }
        }
    }
    Ok(all)
}

fn ns(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64() * 1e9
}

/// The share of each class in the ticks and in their time, and the mean time of its ticks.
pub(super) fn run(levels: &[(&str, Surface)]) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(
        "ticks",
        ["level", "class", "% of ticks", "% of time", "us a tick"],
    );
    for (level, surface) in levels {
        let all = of_level(&surface.mesh()?)?;
        let sum = |times: &Vec<f64>| times.iter().sum::<f64>();
        let ticks: usize = all.iter().map(Vec::len).sum();
        let time: f64 = all.iter().map(sum).sum();
        for (name, times) in CLASSES.iter().zip(&all) {
            table.row([
                (*level).into(),
                (*name).into(),
                format!("{:.1}", 100.0 * times.len() as f64 / ticks as f64),
                format!("{:.1}", 100.0 * sum(times) / time),
                format!("{:.2}", sum(times) / times.len() as f64 / 1e3),
            ]);
        }
    }
    Ok(table)
}
