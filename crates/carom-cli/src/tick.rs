//! `carom replay` and `carom shrink`: recorded ticks, replayed to the bit and reduced.

use crate::args::{ReplayArguments, ShrinkArguments, TickFault};
use crate::output::{self, say};
use anyhow::{Context, Result, ensure};
use carom::mover::{CharacterState, Ground, Played, Recording, Report};
use carom::{Scalar, Vector};
use carom_format::query::Precision;
use carom_format::scenario::Dimensions;
use carom_format::{Coordinates, Number, RecordedTick};
use glam::{DVec2, DVec3, Vec2, Vec3};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, IsTerminal};
use std::path::Path;

/// Cosine of the angle (2.6°) by which normals of the same ground may differ.
const SAME_NORMAL: f64 = 0.999;

/// A vector of recordings.
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
    let precision = if V::Scalar::DOUBLE {
        Precision::F64
    } else {
        Precision::F32
    };
    output::write(path, &RecordedTick::json(V::DIM, precision, recording)?)
}

/// A function of recordings of any precision and dimension.
trait RecordingJob {
    fn run<V: Written>(&self, recording: &Recording<V>) -> Result<()>;
}

fn with_recording(path: &Path, job: &impl RecordingJob) -> Result<()> {
    let file = RecordedTick::load(path)?;
    match (file.dimensions, file.precision) {
        (Dimensions::Two, Precision::F32) => run::<Vec2>(path, &file, job),
        (Dimensions::Two, Precision::F64) => run::<DVec2>(path, &file, job),
        (Dimensions::Three, Precision::F32) => run::<Vec3>(path, &file, job),
        (Dimensions::Three, Precision::F64) => run::<DVec3>(path, &file, job),
    }
}

fn run<V: Written>(path: &Path, file: &RecordedTick, job: &impl RecordingJob) -> Result<()> {
    let recording: Recording<V> = carom_format::parse(&file.tick, "recording")
        .with_context(|| format!("{}: tick", path.display()))?;
    job.run(&recording)
        .with_context(|| path.display().to_string())
}

/// The result of a tick, as one line.
#[derive(Serialize)]
struct TickLine {
    same: bool,
    pieces: usize,
    feet: Coordinates,
    velocity: Coordinates,
    height: Number,
    grounded: bool,
    separation: Option<Number>,
    why: Vec<&'static str>,
}

/// Prints the result of a tick: as JSON, or for people.
fn print<V: Vector>(recording: &Recording<V>, played: &Played<V>, json: bool) -> Result<()> {
    let CharacterState {
        feet,
        velocity,
        height,
        ground,
        ..
    } = played.after;
    let gap = played.gaps[1];
    let line = TickLine {
        same: played.is_same(),
        pieces: recording.near.len(),
        feet: Coordinates::of(feet),
        velocity: Coordinates::of(velocity),
        height: Number::of(height),
        grounded: ground.is_some(),
        separation: (gap < recording.settings.skin).then(|| Number::of(gap)),
        why: played.report.why.names().collect(),
    };
    if json || !io::stdout().is_terminal() {
        return output::print_json(&line);
    }
    let gap = match &line.separation {
        Some(gap) => serde_json::to_string(gap)? + " m",
        None => "more than the skin".into(),
    };
    output::print_table(&[
        ("same bits", if line.same { "yes" } else { "no" }.into()),
        ("parts", line.pieces.to_string()),
        ("feet", serde_json::to_string(&line.feet)?),
        ("velocity", serde_json::to_string(&line.velocity)?),
        ("grounded", if line.grounded { "yes" } else { "no" }.into()),
        ("separation", gap),
        ("flags", line.why.join(", ")),
    ]);
    Ok(())
}

/// Replays a recording.
pub(crate) fn replay(arguments: &ReplayArguments) -> Result<()> {
    struct Replay(bool);
    impl RecordingJob for Replay {
        fn run<V: Written>(&self, recording: &Recording<V>) -> Result<()> {
            let played = recording.play()?;
            print(recording, &played, self.0)?;
            ensure!(played.is_same(), "the result differs from the recording");
            say(format_args!(
                "{} parts; the same bits as recorded",
                recording.near.len()
            ));
            Ok(())
        }
    }
    with_recording(&arguments.file, &Replay(arguments.json))
}

impl TickFault {
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

/// Whether the ground is the same part with about the same normal; in a pit, one part can carry by several normals.
fn is_same_ground<V: Vector>(a: Option<Ground<V>>, b: Option<Ground<V>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            a.part == b.part && a.normal.dot(b.normal) >= V::Scalar::from_f64(SAME_NORMAL)
        }
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Whether the penetration grew.
fn is_deeper<V: Vector>(played: &Played<V>) -> bool {
    let [before, after] = played.gaps;
    let zero = V::Scalar::ZERO;
    after < before.min(zero) - V::Scalar::from_f64(1e-6)
}

/// Leaves out all parts that the fault of a recording does not need.
pub(crate) fn shrink(arguments: &ShrinkArguments) -> Result<()> {
    struct Shrink<'a>(&'a ShrinkArguments);
    impl RecordingJob for Shrink<'_> {
        fn run<V: Written>(&self, recording: &Recording<V>) -> Result<()> {
            let played = recording.play()?;
            let all = [
                TickFault::Deeper,
                TickFault::Stuck,
                TickFault::Limit,
                TickFault::Same,
            ];
            let fault = match self.0.fault {
                Some(fault) => {
                    ensure!(
                        fault.shows(recording, &played),
                        "the tick does not show that fault"
                    );
                    fault
                }
                None => all
                    .into_iter()
                    .find(|fault| fault.shows(recording, &played))
                    .context("the result differs from the recording")?,
            };
            let least = recording.shrink(|played| fault.shows(recording, played))?;
            print(&least, &least.play()?, self.0.json)?;
            let path = match &self.0.out {
                Some(path) => path.clone(),
                None => self.0.file.with_extension("least.json"),
            };
            write(&path, &least)?;
            say(format_args!(
                "{:?} is shown by {} of {} parts: {}",
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
