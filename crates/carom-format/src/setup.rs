//! Setups of `carom pool`: balls, walls, space, and how long to run.

mod file;

use crate::FormatError;
use crate::decimal::Numbers;
use crate::dimension::Dimension;
use crate::error::bail;
use crate::json::{parse_object, read_file};
use crate::place::{Place, Side};
use crate::shape::{Levels, ShapeFile, Solid};
use carom::table::{Keyframe, Region, Setup, Space, TableBall, Wall, WallMotion};
use carom::{Aabb, Vector};
use file::{MassFile, SetupFile, TableBallFile, UntilFile, WallMotionFile};
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;
use std::path::Path;

/// The largest setup file, in bytes (512 MiB): a few million balls.
const MAX_BYTES: u64 = 512 << 20;

/// The number of events after which a run ends without `until.events`.
const MOST_EVENTS: u64 = 10_000_000;

/// The end of a run: the first of both.
///
/// ```
/// use carom_format::setup::Until;
/// let until = Until { time: Some(2.0), events: 100, is_cap: false };
/// assert_eq!(until.time, Some(2.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Until {
    /// The time; without one, a run ends when nothing happens any more.
    pub time: Option<f64>,
    /// The number of events; by default ten million.
    pub events: u64,
    /// The number of events is that default.
    pub is_cap: bool,
}

/// A setup, checked.
///
/// ```
/// use carom_format::{LevelFile, setup::AnyGame};
/// let text = br#"{"balls": [{"center": [0, 0], "radius": 1, "mass": "infinite"}], "restitution": 0.5}"#;
/// let no_levels = |level: &LevelFile| Err(format!("{}: no such file", level.path));
/// let AnyGame::Plane(game) = AnyGame::read(text, "one.json".as_ref(), &no_levels)? else { panic!() };
/// assert_eq!((game.name.as_str(), game.restitution, game.until.events), ("one", 0.5, 10_000_000));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<V: Vector> {
    /// The name of its file, without the ending.
    pub name: String,
    /// The setup of its table.
    pub setup: Setup<V>,
    /// Its end.
    pub until: Until,
    /// The restitution of all balls and walls; by default 1.
    pub restitution: f64,
}

impl<V: Vector<Scalar = f64>> Game<V> {
    /// Whether trajectories are accelerated: balls roll out or fall.
    #[must_use]
    pub fn is_accelerated(&self) -> bool {
        self.setup.friction > 0.0 || self.setup.gravity != V::ZERO
    }
}

/// A setup of either dimension.
///
/// ```
/// use carom_format::{LevelFile, setup::AnyGame};
/// let text = br#"{"balls": [{"center": [0, 0, 0], "radius": 1}], "walls": [{"level": "a.obj"}]}"#;
/// let no_levels = |level: &LevelFile| Err(format!("{}: no such file", level.path));
/// let error = AnyGame::read(text, "one.json".as_ref(), &no_levels).err().unwrap();
/// assert_eq!(error.to_string(), "walls[0].level: a.obj: no such file");
/// ```
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// 2D.
    Plane(Game<DVec2>),
    /// 3D.
    Space(Game<DVec3>),
}

/// A dimension of tables, which decides the shapes of walls.
trait Dimensional: Vector<Scalar = f64, Double = Self> {
    fn wall(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
        levels: &Levels<'_, DVec3>,
    ) -> Result<Wall<Self>, String>;
}

impl Dimensional for DVec2 {
    fn wall(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
        _: &Levels<'_, DVec3>,
    ) -> Result<Wall<Self>, String> {
        file.read(side, dimension).map(Wall::new)
    }
}

impl Dimensional for DVec3 {
    fn wall(
        file: &ShapeFile<'_>,
        side: Side,
        dimension: &Dimension,
        levels: &Levels<'_, Self>,
    ) -> Result<Wall<Self>, String> {
        let both_sides = "balls bounce off both sides of a wall";
        for (field, given) in [("one_sided", file.one_sided), ("solid", file.solid)] {
            if file.kind.is_surface() && given == Some(true) {
                return Err(format!("{side}.{field}: {both_sides}"));
            }
        }
        match Solid::in_space(file, side, dimension, levels)? {
            Solid::Shape(shape) => Ok(Wall::new(shape)),
            Solid::Compound(_) => Err(format!(
                "{side}.compound is not one wall: write its parts as walls"
            )),
            Solid::Surface(mesh, _) if mesh.is_one_sided() => {
                Err(format!("{side}.mesh.one_sided: {both_sides}"))
            }
            Solid::Surface(mesh, _) => Ok(Wall::of_mesh(&mesh)),
        }
    }
}

impl AnyGame {
    /// Reads a file. `levels` gives the mesh of a level file: by its path, relative to the setup's, and whether it is
    /// one-sided.
    ///
    /// # Errors
    /// If it cannot be read or is no setup; the message names the file and the field.
    pub fn load(path: &Path, levels: &Levels<'_, DVec3>) -> Result<Self, FormatError> {
        let text = read_file(path, "setup", MAX_BYTES)?;
        Self::read(&text, path, levels).map_err(|error| error.within(path.display()))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is no setup; the message names the field.
    pub fn read(text: &[u8], path: &Path, levels: &Levels<'_, DVec3>) -> Result<Self, FormatError> {
        let file: SetupFile<'_> = parse_object(text, "setup")?;
        let Some(first) = file.balls.first() else {
            bail!("balls is empty: a setup needs at least one");
        };
        let place = Place::of(Side::of_list("balls", 0), "center");
        let dimension = Dimension::of_point(place, &first.center);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if dimension.is_flat()? {
            Ok(Self::Plane(game(&file, &dimension, levels, &name)?))
        } else {
            Ok(Self::Space(game(&file, &dimension, levels, &name)?))
        }
    }
}

fn game<V: Dimensional>(
    file: &SetupFile<'_>,
    dimension: &Dimension,
    levels: &Levels<'_, DVec3>,
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
    let walls: Result<Vec<Wall<V>>, String> = (file.walls.iter().enumerate())
        .map(|(i, file)| {
            let wall = V::wall(file, Side::of_list("walls", i), dimension, levels)?;
            Ok(wall.with_restitution(restitution))
        })
        .collect();
    let mut walls = walls?;
    move_walls(file, dimension, &mut walls)?;
    let setup = Setup {
        balls: balls?,
        walls,
        regions: regions(file, dimension, levels)?,
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

/// Gives walls their kicks and motions.
fn move_walls<V: Dimensional>(
    file: &SetupFile<'_>,
    dimension: &Dimension,
    walls: &mut [Wall<V>],
) -> Result<(), String> {
    let count = walls.len();
    let missing = |side: Side, wall: usize| {
        format!("{side}.wall: there is no wall {wall}, but {count} walls, numbered from 0")
    };
    let mut bumpers = BTreeMap::new();
    for (i, bumper) in file.bumpers.iter().enumerate() {
        let side = Side::of_list("bumpers", i);
        once(&mut bumpers, "bumpers", i, bumper.wall)?;
        let wall = walls.get_mut(bumper.wall);
        let wall = wall.ok_or_else(|| missing(side, bumper.wall))?;
        wall.kick = bumper.kick.read(Place::of(side, "kick"))?;
    }
    let mut motions = BTreeMap::new();
    for (i, moving) in file.motions.iter().enumerate() {
        let side = Side::of_list("motions", i);
        once(&mut motions, "motions", i, moving.wall)?;
        let wall = walls.get_mut(moving.wall);
        let wall = wall.ok_or_else(|| missing(side, moving.wall))?;
        wall.motion = Some(motion(moving, side, dimension)?);
    }
    Ok(())
}

/// Notes that entry `i` of a list is for this wall; an error if an entry before was, too.
fn once(
    seen: &mut BTreeMap<usize, usize>,
    list: &str,
    i: usize,
    wall: usize,
) -> Result<(), String> {
    match seen.insert(wall, i) {
        None => Ok(()),
        Some(before) => Err(format!(
            "{list}[{i}].wall: {list}[{before}] is for that wall, too"
        )),
    }
}

fn motion<V: Dimensional>(
    file: &WallMotionFile<'_>,
    side: Side,
    dimension: &Dimension,
) -> Result<WallMotion<V>, String> {
    let point = |field, numbers: &Option<Numbers<'_>>| match numbers {
        Some(numbers) => dimension.point::<V>(Place::of(side, field), numbers),
        None => Ok(V::ZERO),
    };
    let keyframes = file.keyframes.iter().map(|keyframe| {
        Ok(Keyframe {
            time: keyframe.time.read(Place::of(side, "keyframes.time"))?,
            offset: point("keyframes.offset", &keyframe.offset)?,
            angle: match &keyframe.angle {
                Some(angle) => {
                    let degrees: f64 = angle.read(Place::of(side, "keyframes.angle"))?;
                    degrees * (std::f64::consts::PI / 180.0)
                }
                None => 0.0,
            },
        })
    });
    Ok(WallMotion {
        keyframes: keyframes.collect::<Result<_, String>>()?,
        pivot: point("pivot", &file.pivot)?,
        axis: point("axis", &file.axis)?,
        repeats: file.repeats,
    })
}

/// The regions, and after them the pockets.
fn regions<V: Dimensional>(
    file: &SetupFile<'_>,
    dimension: &Dimension,
    levels: &Levels<'_, DVec3>,
) -> Result<Vec<Region<V>>, String> {
    let mut all = Vec::new();
    for (list, files, captures) in [
        ("regions", &file.regions, false),
        ("pockets", &file.pockets, true),
    ] {
        for (i, file) in files.iter().enumerate() {
            let wall = V::wall(file, Side::of_list(list, i), dimension, levels)?;
            all.push(Region {
                parts: wall.parts,
                captures,
            });
        }
    }
    Ok(all)
}

/// The setup with friction or gravity.
fn under<V: Vector<Scalar = f64>>(
    setup: Setup<V>,
    friction: f64,
    gravity: V,
) -> Result<Setup<V>, String> {
    if friction < 0.0 {
        return Err(format!("friction must not be negative ({friction})"));
    }
    if friction > 0.0 && gravity != V::ZERO {
        return Err(
            "friction and gravity exclude each other: a ball that flies does not roll".into(),
        );
    }
    Ok(setup.with_friction(friction).with_gravity(gravity))
}

fn ball<V: Dimensional>(
    file: &TableBallFile<'_>,
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
