//! The body of a character in files: which shape it has.

use carom::glam::DVec3;
use carom::mover::{BodyShape, Limbs, MoverError};
use carom::{Capsule, Scalar, Vector};

/// The body of a character as a file has it, in meters: `"capsule"`, `"cylinder"`, `{"box": {"half_length": 0.8}}`, and of several
/// capsules `{"upright": [..]}` or `{"lying": [..]}` with its limbs.
///
/// ```
/// use carom_format::{CharacterFile, GRAVITY, parse};
/// use carom::mover::BodyShape;
/// use glam::Vec3;
/// let file: CharacterFile = parse(br#"{"body": {"box": {"half_length": 0.8}}}"#, "character")?;
/// let settings = file.character().settings(Vec3::Y, GRAVITY).unwrap();
/// assert_eq!(settings.body, BodyShape::Box { half_length: 0.8 });
/// let two = br#"{"body": {"lying": [{"a": [0.5, 1, 0], "b": [0.5, 1.6], "radius": 0.2}]}}"#;
/// assert!(parse::<CharacterFile>(two, "character").is_ok());
/// let wrong = br#"{"body": {"lying": [{"a": [0.5, 1, 0], "b": [0.5, 1.6, 0], "radius": 0}]}}"#;
/// let error = parse::<CharacterFile>(wrong, "character").unwrap_err().to_string();
/// assert!(error.contains("limbs"), "{error}");
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(try_from = "CharacterBodyFile", into = "CharacterBodyFile")]
pub struct CharacterBody(pub BodyShape<DVec3>);

/// A body as it is written.
#[derive(serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
enum CharacterBodyFile {
    Capsule,
    Cylinder,
    Box(HalfLengthFile),
    Upright(Vec<LimbFile>),
    Lying(Vec<LimbFile>),
}

#[derive(serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
struct HalfLengthFile {
    half_length: f64,
}

/// A capsule in the character's frame: ahead, up, and in 3D to the right.
#[derive(serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
struct LimbFile {
    a: Vec<f64>,
    b: Vec<f64>,
    radius: f64,
}

/// The largest number of a body, m.
const MOST: f64 = 1e4;

fn limbs(files: &[LimbFile]) -> Result<Limbs<DVec3>, String> {
    let limb = |(i, file): (usize, &LimbFile)| {
        let end = |end: &[f64], name: &str| match *end {
            [x, y] => Ok(DVec3::new(x, y, 0.0)),
            [x, y, z] => Ok(DVec3::new(x, y, z)),
            _ => Err(format!("limbs[{i}].{name} must be 2 or 3 numbers")),
        };
        let limb = Capsule::new(end(&file.a, "a")?, end(&file.b, "b")?, file.radius);
        let largest = limb.a.abs().max(limb.b.abs()).max_element();
        if largest > MOST || limb.radius > MOST {
            return Err(format!("limbs[{i}] must be within 10 km"));
        }
        if limb.radius > 0.0 {
            Ok(limb)
        } else {
            Err(format!("limbs[{i}].radius must be more than 0"))
        }
    };
    let limbs: Vec<_> = files
        .iter()
        .enumerate()
        .map(limb)
        .collect::<Result<_, _>>()?;
    Limbs::new(&limbs).map_err(|error| error.to_string())
}

impl TryFrom<CharacterBodyFile> for CharacterBody {
    type Error = String;

    fn try_from(file: CharacterBodyFile) -> Result<Self, String> {
        Ok(Self(match file {
            CharacterBodyFile::Capsule => BodyShape::Capsule,
            CharacterBodyFile::Cylinder => BodyShape::Cylinder,
            CharacterBodyFile::Box(HalfLengthFile { half_length }) if half_length > MOST => {
                return Err("half_length must be at most 10 km".to_string());
            }
            CharacterBodyFile::Box(HalfLengthFile { half_length }) => {
                BodyShape::Box { half_length }
            }
            CharacterBodyFile::Upright(list) => BodyShape::Upright(limbs(&list)?),
            CharacterBodyFile::Lying(list) => BodyShape::Lying(limbs(&list)?),
        }))
    }
}

impl From<CharacterBody> for CharacterBodyFile {
    fn from(body: CharacterBody) -> Self {
        let list = |limbs: Limbs<DVec3>| {
            let file = |limb: &Capsule<DVec3>| LimbFile {
                a: limb.a.to_array().to_vec(),
                b: limb.b.to_array().to_vec(),
                radius: limb.radius,
            };
            limbs.capsules().iter().map(file).collect()
        };
        match body.0 {
            BodyShape::Capsule => Self::Capsule,
            BodyShape::Cylinder => Self::Cylinder,
            BodyShape::Box { half_length } => Self::Box(HalfLengthFile { half_length }),
            BodyShape::Upright(limbs) => Self::Upright(list(limbs)),
            BodyShape::Lying(limbs) => Self::Lying(list(limbs)),
        }
    }
}

impl CharacterBody {
    /// The body in the precision and dimension of a mover; 2D drops what is to the right.
    ///
    /// ```
    /// use carom::glam::Vec3;
    /// use carom::mover::BodyShape;
    /// use carom_format::CharacterBody;
    /// let body: CharacterBody = carom_format::parse(br#""cylinder""#, "body")?;
    /// assert_eq!(body.shape::<Vec3>(), Ok(BodyShape::Cylinder));
    /// # Ok::<(), carom_format::FormatError>(())
    /// ```
    ///
    /// # Errors
    /// A radius that rounds to 0.
    pub fn shape<V: Vector>(&self) -> Result<BodyShape<V>, MoverError> {
        let number = V::Scalar::from_f64;
        let list = |limbs: &Limbs<DVec3>| {
            let point = |p: DVec3| V::from_f64(p.to_array());
            let place = |limb: &Capsule<DVec3>| {
                Capsule::new(point(limb.a), point(limb.b), number(limb.radius))
            };
            Limbs::new(&limbs.capsules().iter().map(place).collect::<Vec<_>>())
        };
        Ok(match &self.0 {
            BodyShape::Capsule => BodyShape::Capsule,
            BodyShape::Cylinder => BodyShape::Cylinder,
            BodyShape::Box { half_length } => BodyShape::Box {
                half_length: number(*half_length),
            },
            BodyShape::Upright(limbs) => BodyShape::Upright(list(limbs)?),
            BodyShape::Lying(limbs) => BodyShape::Lying(list(limbs)?),
        })
    }
}
