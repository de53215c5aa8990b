//! A setup file made into a table's setup, number by number.

use super::file::{BallFile, MassFile, SetupFile, UntilFile};
use crate::input;
use crate::shapes::dimension::Dimension;
use crate::shapes::level::Levels;
use crate::shapes::numbers::Numbers;
use crate::shapes::place::{Place, Side};
use crate::shapes::shape::{Kind, ShapeFile};
use anyhow::{Context, Result, anyhow, bail, ensure};
use carom::table::{Setup, Space, TableBall, Wall};
use carom::{Aabb, Vector};
use glam::{DVec2, DVec3};
use std::path::Path;

/// The largest setup file, in bytes (512 MiB): a few million balls.
const MAX_BYTES: u64 = 512 << 20;
/// As many events as there are without `until.events`.
const MOST_EVENTS: u64 = 10_000_000;

/// How long a run goes on: until the first of both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Until {
    /// `None` is until nothing happens any more.
    pub(super) time: Option<f64>,
    pub(super) events: u64,
    /// The number of events is a cap that nobody asked for.
    pub(super) is_cap: bool,
}

/// What is to be run.
#[derive(Clone, Debug)]
pub(super) struct Game<V: Vector> {
    pub(super) name: String,
    pub(super) setup: Setup<V>,
    pub(super) until: Until,
    /// That of everything.
    pub(super) restitution: f64,
}

impl<V: Vector<Scalar = f64>> Game<V> {
    /// Whether balls roll out or fall.
    pub(super) fn bends(&self) -> bool {
        self.setup.friction > 0.0 || self.setup.gravity != V::ZERO
    }
}

/// A game of either dimension.
pub(super) enum Read {
    Plane(Game<DVec2>),
    Space(Game<DVec3>),
}

/// A dimension that tables are in: which walls there are depends on it.
pub(super) trait Dimensional: Vector<Scalar = f64, Double = Self> {
    fn wall(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
        levels: &Levels,
    ) -> Result<Wall<Self>, String>;
}

impl Dimensional for DVec2 {
    fn wall(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
        _: &Levels,
    ) -> Result<Wall<Self>, String> {
        file.read(side, dimension).map(Wall::new)
    }
}

impl Dimensional for DVec3 {
    fn wall(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
        levels: &Levels,
    ) -> Result<Wall<Self>, String> {
        let is_mesh = matches!(file.kind, Kind::Mesh(_) | Kind::Level(_));
        if is_mesh && file.one_sided == Some(true) {
            return Err(format!(
                "{side}.one_sided: balls bounce off both sides of a wall"
            ));
        }
        match &file.kind {
            Kind::Mesh(mesh) => {
                let mesh = mesh.read(side, dimension, file.one_sided)?;
                if mesh.is_one_sided() {
                    return Err(format!(
                        "{side}.mesh.one_sided: balls bounce off both sides of a wall"
                    ));
                }
                Ok(Wall::of_mesh(&mesh))
            }
            Kind::Level(path) => {
                let mesh = levels.mesh::<Self>(path, false);
                let mesh = mesh.map_err(|error| format!("{side}.level: {error}"))?;
                Ok(Wall::of_mesh(&mesh))
            }
            _ => file.read(side, dimension).map(Wall::new),
        }
    }
}

/// Reads a setup file; errors name it and the place in it.
pub(super) fn load(path: &Path) -> Result<Read> {
    let text = input::read(path, "setup", MAX_BYTES)?;
    read(&text, path).with_context(|| path.display().to_string())
}

fn read(text: &[u8], path: &Path) -> Result<Read> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    ensure!(!text.trim_ascii().is_empty(), "the file is empty");
    ensure!(
        text.trim_ascii_start().first() == Some(&b'{'),
        "a setup is a JSON object: it begins with {{"
    );
    let file: SetupFile<'_> = input::json(text, "setup")?;
    let Some(first) = file.balls.first() else {
        bail!("balls is empty: there is nothing that moves");
    };
    let place = Place::of(Side::of_list("balls", 0), "center");
    let dimension = Dimension::of_point(place, &first.center);
    let folder = path.parent().unwrap_or(Path::new(""));
    let levels = Levels::relative_to(folder.to_owned());
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let flat = dimension.is_flat().map_err(|error| anyhow!(error))?;
    let read = if flat {
        game(&file, &dimension, &levels, &name).map(Read::Plane)
    } else {
        game(&file, &dimension, &levels, &name).map(Read::Space)
    };
    read.map_err(|error| anyhow!(error))
}

fn game<V: Dimensional>(
    file: &SetupFile<'_>,
    dimension: &Dimension,
    levels: &Levels,
    name: &str,
) -> Result<Game<V>, String> {
    let field = |name| Place::field(name);
    let restitution = match &file.restitution {
        Some(number) => number.read(field("restitution"))?,
        None => 1.0,
    };
    if !(0.0..=1.0).contains(&restitution) {
        return Err(format!("restitution must be in 0..=1, not {restitution}"));
    }
    let balls: Result<_, String> = (file.balls.iter().enumerate())
        .map(|(i, file)| Ok(ball(file, i, dimension)?.with_restitution(restitution)))
        .collect();
    let walls: Result<_, String> = (file.walls.iter().enumerate())
        .map(|(i, file)| {
            let wall = V::wall(file, Side::of_list("walls", i), dimension, levels)?;
            Ok(wall.with_restitution(restitution))
        })
        .collect();
    let setup = Setup {
        balls: balls?,
        walls: walls?,
        space: space(file, dimension, restitution)?,
        time: 0.0,
        ..Setup::default()
    };
    let friction = match &file.friction {
        Some(number) => number.read(field("friction"))?,
        None => 0.0,
    };
    let gravity = match &file.gravity {
        Some(numbers) => dimension.point(field("gravity"), numbers)?,
        None => V::ZERO,
    };
    Ok(Game {
        name: name.to_owned(),
        setup: under(setup, friction, gravity)?,
        until: until(&file.until)?,
        restitution,
    })
}

/// The same under these laws of flight.
fn under<V: Vector<Scalar = f64>>(
    setup: Setup<V>,
    friction: f64,
    gravity: V,
) -> Result<Setup<V>, String> {
    if friction < 0.0 {
        return Err(format!("friction must not be negative ({friction})"));
    }
    if friction > 0.0 && gravity != V::ZERO {
        return Err("friction and gravity exclude each other: what flies does not roll".into());
    }
    Ok(setup.with_friction(friction).with_gravity(gravity))
}

fn ball<V: Dimensional>(
    file: &BallFile<'_>,
    number: usize,
    dimension: &Dimension,
) -> Result<TableBall<V>, String> {
    let side = Side::of_list("balls", number);
    let at = |field| Place::of(side, field);
    let point = |field, numbers: &Numbers<'_>| dimension.point::<V>(at(field), numbers);
    Ok(TableBall {
        center: point("center", &file.center)?,
        radius: file.radius.read(at("radius"))?,
        velocity: match &file.velocity {
            Some(velocity) => point("velocity", velocity)?,
            None => V::ZERO,
        },
        mass: match &file.mass {
            Some(MassFile::Number(mass)) => mass.read(at("mass"))?,
            Some(MassFile::Infinite) => f64::INFINITY,
            None => 1.0,
        },
        restitution: 1.0,
    })
}

fn space<V: Dimensional>(
    file: &SetupFile<'_>,
    dimension: &Dimension,
    restitution: f64,
) -> Result<Space<V>, String> {
    match (&file.bounds, &file.periodic) {
        (Some(_), Some(_)) => Err("box and periodic: space has sides or repeats, not both".into()),
        (Some(bounds), None) => {
            let point = |field, numbers| dimension.point(Place::of("box", field), numbers);
            Ok(Space::Boxed {
                bounds: Aabb {
                    min: point("min", &bounds.min)?,
                    max: point("max", &bounds.max)?,
                },
                restitution,
            })
        }
        (None, Some(period)) => {
            let period = dimension.point(Place::field("periodic"), period)?;
            Ok(Space::Periodic(period))
        }
        (None, None) => Ok(Space::Open),
    }
}

fn until(file: &UntilFile<'_>) -> Result<Until, String> {
    let time = match &file.time {
        Some(time) => Some(time.read::<f64>(Place::of("until", "time"))?),
        None => None,
    };
    if let Some(time) = time.filter(|time| *time < 0.0) {
        return Err(format!(
            "until.time is in the past ({time}): it begins at 0"
        ));
    }
    let Some(events) = &file.events else {
        return Ok(Until {
            time,
            events: MOST_EVENTS,
            is_cap: true,
        });
    };
    let count = events.read::<f64>(Place::of("until", "events"))?;
    if !(0.0..=1e15).contains(&count) || count.fract() != 0.0 {
        return Err(format!(
            "until.events must be a whole number, 0 to 1e15, not {count}"
        ));
    }
    Ok(Until {
        time,
        events: count as u64,
        is_cap: false,
    })
}
