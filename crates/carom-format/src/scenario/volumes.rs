//! The volumes of a scenario, boxes of water and ladders: how they are written, and checked, each and against each other.

use super::numbers::{Dimensions, positive, size};
use crate::decimal::Numbers;
use crate::error::{Result, bail, ensure};
use carom::Scalar;
use carom::mover::abilities::{Ladder, Water};
use glam::DVec3;
use serde::Deserialize;

/// A box in which characters with abilities swim or climb. Feet on its border are in it.
///
/// ```
/// use carom_format::Scenario;
/// use carom_format::scenario::VolumeKind;
/// let text = br#"{"seconds": 1, "characters": [{"feet": [0, 0, 0], "abilities": {}}],
///     "volumes": [{"name": "pool", "min": [-5, -3, -5], "max": [5, -0.2, 5], "water": {"float": 1.4}}]}"#;
/// let pool = &Scenario::read(text, "a.json".as_ref())?.volumes[0];
/// assert!(matches!(&pool.kind, VolumeKind::Water(water) if water.surface == -0.2 && water.drag == 2.0));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Volume {
    /// Its lowest corner.
    pub min: DVec3,
    /// Its highest corner.
    pub max: DVec3,
    /// What it is.
    pub kind: VolumeKind,
    /// Its place in the file and its name, for errors.
    place: String,
}

/// What a volume is: see [`Volume`].
///
/// ```
/// use carom::mover::abilities::Water;
/// use carom_format::scenario::VolumeKind;
/// let pool = VolumeKind::Water(Water { surface: 0.0, float: 1.4, buoyancy: 0.5, drag: 2.0 });
/// assert!(matches!(pool, VolumeKind::Water(water) if water.float == 1.4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VolumeKind {
    /// Water up to the top of the box.
    Water(Water<f64>),
    /// A ladder that can be climbed from anywhere in the box.
    Ladder(Ladder<DVec3>),
}

/// A volume as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VolumeFile<'a> {
    name: Option<String>,
    #[serde(borrow)]
    min: Numbers<'a>,
    #[serde(borrow)]
    max: Numbers<'a>,
    water: Option<WaterFile>,
    #[serde(borrow)]
    ladder: Option<LadderFile<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "water")]
struct WaterFile {
    float: f64,
    buoyancy: Option<f64>,
    drag: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a ladder")]
struct LadderFile<'a> {
    #[serde(borrow)]
    bottom: Numbers<'a>,
    #[serde(borrow)]
    top: Numbers<'a>,
    #[serde(borrow)]
    exit: Numbers<'a>,
    speed: f64,
}

pub(super) fn volumes(
    dimensions: Dimensions,
    files: &[VolumeFile<'_>],
    up: [f64; 3],
) -> Result<Vec<Volume>> {
    let up = DVec3::from_array(up).normalize();
    let mut volumes: Vec<Volume> = Vec::new();
    for (i, file) in files.iter().enumerate() {
        let made = volume(dimensions, file, format!("volumes[{i}]"), up)?;
        if let Some(other) = volumes.iter().find(|other| made.contradicts(other)) {
            bail!(
                "{} overlaps {}, which is {} too, with other settings: a character in both would obey both",
                made.place,
                other.place,
                made.kind.name()
            );
        }
        volumes.push(made);
    }
    Ok(volumes)
}

fn volume(
    dimensions: Dimensions,
    file: &VolumeFile<'_>,
    place: String,
    up: DVec3,
) -> Result<Volume> {
    let point = |numbers: &Numbers<'_>, name: &str| -> Result<DVec3> {
        let point = dimensions.point(numbers, &format!("{place}.{name}"))?;
        Ok(DVec3::from_array(point))
    };
    let (min, max) = (point(&file.min, "min")?, point(&file.max, "max")?);
    ensure!(
        min.cmple(max).all(),
        "{place}: a coordinate of min is more than that of max"
    );
    let kind = match (&file.water, &file.ladder) {
        (Some(_), Some(_)) => {
            bail!("{place} has both \"water\" and \"ladder\": it can be one of them")
        }
        (None, None) => bail!("{place} needs \"water\" or \"ladder\""),
        (Some(water), None) => {
            let place = format!("{place}.water");
            // The corner of the box that is the highest along `up`.
            let top = DVec3::select(up.cmpge(DVec3::ZERO), max, min);
            VolumeKind::Water(Water {
                surface: top.dot(up),
                float: size(water.float, &format!("{place}.float"))?,
                buoyancy: size(water.buoyancy.unwrap_or(0.5), &format!("{place}.buoyancy"))?,
                drag: positive(water.drag.unwrap_or(2.0), &format!("{place}.drag"))?,
            })
        }
        (None, Some(ladder)) => {
            let made = Ladder {
                bottom: point(&ladder.bottom, "ladder.bottom")?,
                top: point(&ladder.top, "ladder.top")?,
                exit: point(&ladder.exit, "ladder.exit")?,
                speed: positive(ladder.speed, &format!("{place}.ladder.speed"))?,
            };
            ensure!(
                made.bottom != made.top,
                "{place}.ladder: bottom and top are the same point"
            );
            VolumeKind::Ladder(made)
        }
    };
    let named = file.name.as_ref().map(|name| format!("{place} ({name:?})"));
    let place = named.unwrap_or(place);
    Ok(Volume {
        min,
        max,
        kind,
        place,
    })
}

impl Volume {
    /// Whether they are of one kind, with different settings, and have a part in common that is more than a border. A ladder may
    /// lead out of water: climbing comes before swimming.
    fn contradicts(&self, other: &Self) -> bool {
        let overlap = |i: usize| {
            let low = Scalar::max(self.min[i], other.min[i]);
            let high = Scalar::min(self.max[i], other.max[i]);
            // In 2D the third coordinates are all 0.
            low < high || (low == high && self.min[i] == self.max[i])
        };
        self.kind.name() == other.kind.name() && self.kind != other.kind && (0..3).all(overlap)
    }
}

impl VolumeKind {
    fn name(&self) -> &'static str {
        match self {
            Self::Water(_) => "water",
            Self::Ladder(_) => "a ladder",
        }
    }
}
