//! The bodies of a scenario: shape, pose over time, checked.

use super::file::{
    BodyFile, BodyShape, ConvexFile, HeightFieldFile, MotionFile, OscillateFile, SpinFile,
};
use super::numbers::{Dimensions, LEAST, amount, size};
use super::path::{BodyPath, Oscillation, Spin, Turn};
use crate::LevelUnits;
use crate::decimal::{Decimal, Numbers};
use crate::error::{Result, bail, ensure};
use crate::shape::{AabbFile, BoxFile, HullFile};
use std::path::{Path, PathBuf};

/// A body of a scenario.
///
/// ```
/// use carom_format::Scenario;
/// use carom_format::scenario::{BodyGeometry, Convex};
/// let text = br#"{"seconds": 1, "characters": [{"feet": [0, 2, 0]}],
///     "bodies": [{"ball": {"center": [0, 0, 0], "radius": 1}, "at": [3, 0, 0]}]}"#;
/// let scenario = Scenario::read(text, "a.json".as_ref())?;
/// let ball = &scenario.bodies[0];
/// assert!(matches!(&ball.geometry, BodyGeometry::Convex(Convex::Hull { radius: 1.0, .. })));
/// assert_eq!((ball.path.at, ball.place.as_str()), ([3.0, 0.0, 0.0], "bodies[0]"));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlacedBody {
    /// Its geometry in its own frame.
    pub geometry: BodyGeometry,
    /// Its pose over time.
    pub path: BodyPath,
    /// Only the fronts of its triangles count; by default both sides do.
    pub one_sided: bool,
    /// Its place in the file, for errors.
    pub place: String,
}

/// The geometry of a body. In 2D third coordinates are 0.
///
/// ```
/// use carom_format::scenario::BodyGeometry;
/// let hole = BodyGeometry::HeightField { columns: 2, heights: vec![0.0, 0.0, f64::NAN, 0.0], cell: 1.0 };
/// assert!(matches!(hole, BodyGeometry::HeightField { columns: 2, .. }));
/// ```
#[derive(Clone, Debug)]
pub enum BodyGeometry {
    /// A level file.
    Level(PathBuf, LevelUnits),
    /// A triangle mesh.
    Mesh {
        /// The vertices.
        vertices: Vec<[f64; 3]>,
        /// Indices into them.
        triangles: Vec<[u32; 3]>,
    },
    /// A height field, row by row along x.
    HeightField {
        /// The number of heights in a row.
        columns: usize,
        /// The heights; NaN is a hole.
        heights: Vec<f64>,
        /// The distance between heights.
        cell: f64,
    },
    /// A convex shape.
    Convex(Convex),
}

/// A convex shape of a body.
///
/// ```
/// use carom_format::scenario::Convex;
/// let capsule = Convex::Hull { points: vec![[0.0; 3], [0.0, 1.0, 0.0]], radius: 0.3 };
/// assert!(matches!(capsule, Convex::Hull { radius: 0.3, .. }));
/// ```
#[derive(Clone, Debug)]
pub enum Convex {
    /// A box along the axes.
    Box {
        /// Its center.
        center: [f64; 3],
        /// Half of its size.
        half: [f64; 3],
    },
    /// The convex hull of points grown by a radius: a ball with one point, a capsule or segment with two.
    Hull {
        /// The points.
        points: Vec<[f64; 3]>,
        /// The radius.
        radius: f64,
    },
    /// A triangle in 3D.
    Triangle([[f64; 3]; 3]),
    /// A half-space, solid where `normal` · p ≤ `offset`.
    Plane {
        /// The outward normal, of any length.
        normal: [f64; 3],
        /// The offset along the normal.
        offset: f64,
    },
}

pub(super) fn placed(
    dimensions: Dimensions,
    body: &BodyFile<'_>,
    place: String,
    file: &Path,
) -> Result<PlacedBody> {
    let shape = body.shape(&place)?;
    let in_space = !matches!(shape, BodyShape::Convex(_));
    ensure!(
        !in_space || dimensions == Dimensions::Three,
        "{place}: levels, meshes and height fields are 3D, and characters[0].feet is 2D"
    );
    let mut one_sided = body.one_sided;
    if let BodyShape::Mesh(mesh) = &shape {
        one_sided = Some(mesh.one_sided(&place, one_sided)?);
    }
    let geometry = geometry(dimensions, shape, &place, file)?;
    ensure!(
        in_space || one_sided.is_none(),
        "{place}.one_sided is for meshes, levels and height fields"
    );
    Ok(PlacedBody {
        geometry,
        path: path(dimensions, body, &place)?,
        one_sided: one_sided.unwrap_or(false),
        place,
    })
}

/// The pose over time.
fn path(dimensions: Dimensions, body: &BodyFile<'_>, place: &str) -> Result<BodyPath> {
    let turn = match &body.turn {
        None => None,
        Some(turn) => Some(Turn {
            axis: dimensions.axis(turn.axis.as_ref(), &format!("{place}.turn.axis"))?,
            radians: amount(turn.degrees, &format!("{place}.turn.degrees"))?.to_radians(),
        }),
    };
    let at = match &body.at {
        Some(at) => dimensions.point(at, &format!("{place}.at"))?,
        None => [0.0; 3],
    };
    let still = BodyPath {
        at,
        turn,
        velocity: [0.0; 3],
        spin: None,
        oscillation: None,
    };
    match &body.motion {
        Some(motion) => moving(dimensions, motion, still, &format!("{place}.motion")),
        None => Ok(still),
    }
}

fn moving(
    dimensions: Dimensions,
    motion: &MotionFile<'_>,
    still: BodyPath,
    place: &str,
) -> Result<BodyPath> {
    let MotionFile {
        velocity,
        spin,
        oscillate,
    } = motion;
    ensure!(
        velocity.is_some() || spin.is_some() || oscillate.is_some(),
        "{place} is empty: one or more of velocity, spin and oscillate are needed"
    );
    let spin = spin.as_ref();
    let oscillate = oscillate.as_ref();
    Ok(BodyPath {
        velocity: match velocity {
            Some(velocity) => dimensions.point(velocity, &format!("{place}.velocity"))?,
            None => [0.0; 3],
        },
        spin: spin
            .map(|file| spinning(dimensions, file, still.at, &format!("{place}.spin")))
            .transpose()?,
        oscillation: oscillate
            .map(|file| oscillating(dimensions, file, &format!("{place}.oscillate")))
            .transpose()?,
        ..still
    })
}

fn spinning(
    dimensions: Dimensions,
    file: &SpinFile<'_>,
    at: [f64; 3],
    place: &str,
) -> Result<Spin> {
    let degrees = amount(
        file.degrees_per_second,
        &format!("{place}.degrees_per_second"),
    )?;
    Ok(Spin {
        axis: dimensions.axis(file.axis.as_ref(), &format!("{place}.axis"))?,
        radians_per_second: degrees.to_radians(),
        pivot: match &file.pivot {
            Some(pivot) => dimensions.point(pivot, &format!("{place}.pivot"))?,
            None => at,
        },
    })
}

fn oscillating(
    dimensions: Dimensions,
    file: &OscillateFile<'_>,
    place: &str,
) -> Result<Oscillation> {
    let period = file.period;
    ensure!(
        (LEAST..=1e9).contains(&period),
        "{place}.period must be more than 0 and at most a billion, not {period}"
    );
    let by = dimensions.point(&file.by, &format!("{place}.by"))?;
    Ok(Oscillation { by, period })
}

fn geometry(
    dimensions: Dimensions,
    shape: BodyShape<'_>,
    place: &str,
    file: &Path,
) -> Result<BodyGeometry> {
    Ok(match shape {
        BodyShape::Level(level, units) => {
            let folder = file.parent().unwrap_or(Path::new(""));
            BodyGeometry::Level(folder.join(level), units)
        }
        BodyShape::Mesh(mesh) => {
            let vertices = mesh.vertices.iter().enumerate();
            BodyGeometry::Mesh {
                vertices: vertices
                    .map(|(i, v)| dimensions.point(v, &format!("{place}.mesh.vertices[{i}]")))
                    .collect::<Result<_>>()?,
                triangles: mesh.triangles.clone(),
            }
        }
        BodyShape::HeightField(field) => height_field(field, &format!("{place}.heightfield"))?,
        BodyShape::Convex(shape) => {
            BodyGeometry::Convex(Fields { dimensions, place }.convex(shape)?)
        }
    })
}

/// Reads the fields of a body's shape.
#[derive(Clone, Copy)]
struct Fields<'a> {
    dimensions: Dimensions,
    place: &'a str,
}

impl Fields<'_> {
    fn point(self, numbers: &Numbers<'_>, field: &str) -> Result<[f64; 3]> {
        self.dimensions
            .point(numbers, &format!("{}.{field}", self.place))
    }

    fn length(self, number: &Decimal<'_>, field: &str) -> Result<f64> {
        size(number.to_f64(), &format!("{}.{field}", self.place))
    }

    fn convex(self, shape: ConvexFile<'_>) -> Result<Convex> {
        let sharp = |points: &[[f64; 3]]| Convex::Hull {
            points: points.to_vec(),
            radius: 0.0,
        };
        Ok(match shape {
            ConvexFile::Box(file) => self.cuboid(file)?,
            ConvexFile::Aabb(file) => self.aabb(file)?,
            ConvexFile::Capsule(capsule) => Convex::Hull {
                points: vec![
                    self.point(&capsule.a, "capsule.a")?,
                    self.point(&capsule.b, "capsule.b")?,
                ],
                radius: self.length(&capsule.radius, "capsule.radius")?,
            },
            ConvexFile::Ball(ball) => Convex::Hull {
                points: vec![self.point(&ball.center, "ball.center")?],
                radius: self.length(&ball.radius, "ball.radius")?,
            },
            ConvexFile::Point(p) => sharp(&[self.point(p, "point")?]),
            ConvexFile::Segment(s) => sharp(&[
                self.point(&s.a, "segment.a")?,
                self.point(&s.b, "segment.b")?,
            ]),
            ConvexFile::Triangle(t) => {
                let corners = [
                    self.point(&t.a, "triangle.a")?,
                    self.point(&t.b, "triangle.b")?,
                    self.point(&t.c, "triangle.c")?,
                ];
                match self.dimensions {
                    Dimensions::Two => sharp(&corners),
                    Dimensions::Three => Convex::Triangle(corners),
                }
            }
            ConvexFile::Hull(hull) => self.hull(hull)?,
            ConvexFile::Plane(plane) => {
                let place = self.place;
                let normal = &plane.normal;
                Convex::Plane {
                    normal: self
                        .dimensions
                        .direction(normal, &format!("{place}.plane.normal"))?,
                    offset: amount(plane.offset.to_f64(), &format!("{place}.plane.offset"))?,
                }
            }
        })
    }

    fn cuboid(self, file: &BoxFile<'_>) -> Result<Convex> {
        let half = self.point(&file.half, "box.half")?;
        ensure!(
            half.iter().all(|h| *h >= 0.0),
            "{}.box.half must not be negative ({:?})",
            self.place,
            &half[..file.half.count]
        );
        Ok(Convex::Box {
            center: match &file.center {
                Some(center) => self.point(center, "box.center")?,
                None => [0.0; 3],
            },
            half,
        })
    }

    fn aabb(self, file: &AabbFile<'_>) -> Result<Convex> {
        let min = self.point(&file.min, "aabb.min")?;
        let max = self.point(&file.max, "aabb.max")?;
        ensure!(
            (0..3).all(|i| min[i] <= max[i]),
            "{}.aabb.min is greater than its max",
            self.place
        );
        Ok(Convex::Box {
            center: [0, 1, 2].map(|i| (min[i] + max[i]) * 0.5),
            half: [0, 1, 2].map(|i| (max[i] - min[i]) * 0.5),
        })
    }

    fn hull(self, file: &HullFile<'_>) -> Result<Convex> {
        ensure!(
            !file.points.is_empty(),
            "{}.hull.points is empty",
            self.place
        );
        let points = file.points.iter().enumerate();
        Ok(Convex::Hull {
            points: points
                .map(|(i, p)| self.point(p, &format!("hull.points[{i}]")))
                .collect::<Result<_>>()?,
            radius: match &file.radius {
                Some(radius) => self.length(radius, "hull.radius")?,
                None => 0.0,
            },
        })
    }
}

fn height_field(file: &HeightFieldFile, place: &str) -> Result<BodyGeometry> {
    let along_z = file.heights.first().map_or(0, Vec::len);
    for (i, row) in file.heights.iter().enumerate() {
        ensure!(
            row.len() == along_z,
            "{place}.heights[{i}] has {} heights, the first row has {along_z}",
            row.len()
        );
        for (j, height) in row.iter().enumerate() {
            if let Some(height) = height
                && amount(*height, "").is_err()
            {
                bail!("{place}.heights[{i}][{j}] is out of range");
            }
        }
    }
    // In the file a row runs along z, in the library along x.
    let columns = file.heights.len();
    let heights = (0..along_z).flat_map(|j| file.heights.iter().map(move |row| row[j]));
    Ok(BodyGeometry::HeightField {
        columns,
        heights: heights.map(|height| height.unwrap_or(f64::NAN)).collect(),
        cell: size(file.cell, &format!("{place}.cell"))?,
    })
}
