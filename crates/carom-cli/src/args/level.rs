//! Options for reading a level file.

use carom_format::{ColliderUse, LevelReading, UpAxis};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How a level file is read.
#[derive(Clone, Debug, PartialEq, Args)]
#[command(next_help_heading = "Reading a level", allow_negative_numbers = true)]
pub(crate) struct LevelArguments {
    /// The axis of the file that points up; with z, the level is rotated so that y does.
    #[arg(long, value_parser = up_axis(), default_value_t = UpAxis::Y)]
    pub(crate) up: UpAxis,
    /// The unit of the file: m, cm, mm, in, ft, or its length in meters.
    #[arg(long, value_name = "UNIT", value_parser = unit, default_value = "m")]
    pub(crate) unit: f64,
    /// Colliders of the file (UCX_..., ...-colonly, physics extensions): use them for their objects, use nothing else (only),
    /// or ignore them.
    #[arg(long, value_name = "USE", value_parser = collider_use(), default_value_t = ColliderUse::Use)]
    pub(crate) colliders: ColliderUse,
    /// Only objects, groups and materials of this name count; * stands for any characters. May be given more than once.
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Objects, groups and materials of this name do not count. May be given more than once.
    #[arg(long, value_name = "NAME")]
    pub(crate) exclude: Vec<String>,
    /// Only triangles that touch this box count: two corners, in meters and with y up.
    #[arg(long, value_name = "X,Y,Z,X,Y,Z", allow_hyphen_values = true, value_parser = corners)]
    pub(crate) bounds: Option<[[f64; 3]; 2]>,
}

fn up_axis() -> impl TypedValueParser<Value = UpAxis> {
    PossibleValuesParser::new(UpAxis::NAMES).try_map(|name| name.parse::<UpAxis>())
}

fn collider_use() -> impl TypedValueParser<Value = ColliderUse> {
    PossibleValuesParser::new(ColliderUse::NAMES).try_map(|name| name.parse::<ColliderUse>())
}

/// Parses a unit: its length in meters. Its range is checked where a level is read.
fn unit(text: &str) -> Result<f64, &'static str> {
    match text {
        "m" => Ok(1.0),
        "cm" => Ok(0.01),
        "mm" => Ok(0.001),
        "in" => Ok(0.0254),
        "ft" => Ok(0.3048),
        number => number
            .parse()
            .map_err(|_| "a unit is m, cm, mm, in, ft, or a length in meters"),
    }
}

/// Parses two corners.
fn corners(text: &str) -> Result<[[f64; 3]; 2], String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let numbers = numbers.map_err(|error: std::num::ParseFloatError| error.to_string())?;
    match numbers[..] {
        [a, b, c, d, e, f] if numbers.iter().all(|x| x.is_finite()) => Ok([[a, b, c], [d, e, f]]),
        _ => Err("a box has six finite numbers: two corners X,Y,Z,X,Y,Z".into()),
    }
}

impl Default for LevelArguments {
    fn default() -> Self {
        Self::new(LevelReading::default())
    }
}

impl LevelArguments {
    pub(crate) fn new(reading: LevelReading) -> Self {
        let LevelReading {
            up,
            unit,
            colliders,
            only,
            exclude,
            within,
        } = reading;
        Self {
            up,
            unit,
            colliders,
            only,
            exclude,
            bounds: within,
        }
    }

    pub(crate) fn reading(&self) -> LevelReading {
        LevelReading {
            up: self.up,
            unit: self.unit,
            colliders: self.colliders,
            only: self.only.clone(),
            exclude: self.exclude.clone(),
            within: self.bounds,
        }
    }

    pub(crate) fn are_default(&self) -> bool {
        self.reading() == LevelReading::default()
    }
}
