//! Ticks that were recorded: played again, bit for bit, and made smaller.

use crate::args::{Fault, ReplayArguments, ShrinkArguments};
use crate::input;
use crate::number::{Coordinates, Number};
use crate::output::{self, say};
use crate::scenario::Dimensions;
use anyhow::{Context, Result, bail, ensure};
use carom::mover::{CharacterState, Ground, Played, Recording, Report};
use carom::{Scalar, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io::Write;
use std::path::Path;

/// The largest recording, in bytes (256 MiB).
const MAX_BYTES: u64 = 256 << 20;

/// The cosine of the angle (2.6°) by which the normal of the same ground may differ.
const SAME_NORMAL: f64 = 0.999;

/// A recording of any precision and dimension.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    dimensions: usize,
    precision: Precision,
    #[serde(borrow)]
    tick: &'a RawValue,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Precision {
    F32,
    F64,
}

/// A vector that can be written down.
pub(crate) trait Written:
    Vector<Scalar: Serialize + DeserializeOwned, Double: Serialize + DeserializeOwned>
    + Serialize
    + DeserializeOwned
{
}

impl Written for Vec2 {}
impl Written for Vec3 {}
impl Written for DVec2 {}
impl Written for DVec3 {}

/// Writes a recording.
pub(crate) fn write<V: Written>(path: &Path, recording: &Recording<V>) -> Result<()> {
    let tick = serde_json::value::to_raw_value(recording)?;
    let file = File {
        dimensions: V::DIM,
        precision: if V::Scalar::DOUBLE {
            Precision::F64
        } else {
            Precision::F32
        },
        tick: &tick,
    };
    let mut text = serde_json::to_vec(&file)?;
    text.push(b'\n');
    output::write(path, &text)
}

/// What is done with a recording, whatever it is made of.
trait Job {
    fn run<V: Written>(&self, recording: &Recording<V>) -> Result<()>;
}

fn with_recording(path: &Path, job: &impl Job) -> Result<()> {
    let text = input::read(path, "recording", MAX_BYTES)?;
    let file: File = input::json(&text, "recording").with_context(|| path.display().to_string())?;
    let dimensions = match file.dimensions {
        2 => Dimensions::Two,
        3 => Dimensions::Three,
        other => bail!("{}: dimensions must be 2 or 3, not {other}", path.display()),
    };
    let tick = file.tick.get().as_bytes();
    match (dimensions, file.precision) {
        (Dimensions::Two, Precision::F32) => run::<Vec2>(path, tick, job),
        (Dimensions::Two, Precision::F64) => run::<DVec2>(path, tick, job),
        (Dimensions::Three, Precision::F32) => run::<Vec3>(path, tick, job),
        (Dimensions::Three, Precision::F64) => run::<DVec3>(path, tick, job),
    }
}

fn run<V: Written>(path: &Path, tick: &[u8], job: &impl Job) -> Result<()> {
    let recording: Recording<V> =
        input::json(tick, "recording").with_context(|| format!("{}: tick", path.display()))?;
    job.run(&recording)
        .with_context(|| path.display().to_string())
}

/// What came of a tick, as one line.
#[derive(Serialize)]
struct Line {
    same: bool,
    pieces: usize,
    feet: Coordinates,
    velocity: Coordinates,
    height: Number,
    grounded: bool,
    separation: Option<Number>,
    why: Vec<&'static str>,
}

fn line<V: Vector>(recording: &Recording<V>, played: &Played<V>) -> Result<()> {
    let CharacterState {
        feet,
        velocity,
        height,
        ground,
        ..
    } = played.after;
    let gap = played.gaps[1];
    let line = Line {
        same: played.is_same(),
        pieces: recording.near.len(),
        feet: Coordinates::of(feet),
        velocity: Coordinates::of(velocity),
        height: Number::of(height),
        grounded: ground.is_some(),
        separation: (gap < recording.settings.skin).then(|| Number::of(gap)),
        why: played.report.why.names().collect(),
    };
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, &line)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Plays a recording again.
pub(crate) fn replay(arguments: &ReplayArguments) -> Result<()> {
    struct Replay;
    impl Job for Replay {
        fn run<V: Written>(&self, recording: &Recording<V>) -> Result<()> {
            let played = recording.play()?;
            line(recording, &played)?;
            ensure!(
                played.is_same(),
                "it came out otherwise than when it was recorded"
            );
            say(format_args!(
                "{} pieces; the same bits as when it was recorded",
                recording.near.len()
            ));
            Ok(())
        }
    }
    with_recording(&arguments.file, &Replay)
}

impl Fault {
    fn shows<V: Vector>(self, recording: &Recording<V>, played: &Played<V>) -> bool {
        let Report { why, .. } = played.report;
        match self {
            Self::Stuck => why.stuck,
            Self::Limit => why.limit,
            Self::Deeper => is_deeper(played),
            Self::Blocked => why.blocked,
            Self::Same => {
                let (now, then) = (&played.after, &recording.after);
                let moved = (now.feet - then.feet).length();
                why == recording.report.why
                    && moved <= recording.settings.skin * V::Scalar::HALF
                    && now.height == then.height
                    && is_same_ground(now.ground, then.ground)
            }
        }
    }
}

/// Whether it stands on the same part of the scene, in the same way: a pit carries by all of its sides.
fn is_same_ground<V: Vector>(a: Option<Ground<V>>, b: Option<Ground<V>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            a.part == b.part && a.normal.dot(b.normal) >= V::Scalar::from_f64(SAME_NORMAL)
        }
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Whether the tick ended deeper in something than it began.
fn is_deeper<V: Vector>(played: &Played<V>) -> bool {
    let [before, after] = played.gaps;
    let zero = V::Scalar::ZERO;
    after < before.min(zero) - V::Scalar::from_f64(1e-6)
}

/// Leaves out all pieces without which a recording still shows its fault.
pub(crate) fn shrink(arguments: &ShrinkArguments) -> Result<()> {
    struct Shrink<'a>(&'a ShrinkArguments);
    impl Job for Shrink<'_> {
        fn run<V: Written>(&self, recording: &Recording<V>) -> Result<()> {
            let played = recording.play()?;
            let all = [Fault::Deeper, Fault::Stuck, Fault::Limit, Fault::Same];
            let fault = match self.0.fault {
                Some(fault) => {
                    ensure!(
                        fault.shows(recording, &played),
                        "the tick does not show the fault it is to be reduced to"
                    );
                    fault
                }
                None => all
                    .into_iter()
                    .find(|fault| fault.shows(recording, &played))
                    .context("it comes out otherwise than when it was recorded")?,
            };
            let least = recording.shrink(|played| fault.shows(recording, played))?;
            line(&least, &least.play()?)?;
            let path = match &self.0.out {
                Some(path) => path.clone(),
                None => self.0.file.with_extension("least.json"),
            };
            write(&path, &least)?;
            say(format_args!(
                "{:?} is shown by {} of {} pieces: {}",
                fault,
                least.near.len(),
                recording.near.len(),
                path.display()
            ));
            Ok(())
        }
    }
    with_recording(&arguments.file, &Shrink(arguments))
}
