//! The bodies of a scenario: how they are written, and their shapes and poses over time, checked.

use super::numbers::{Dimensions, amount, size};
use super::path::{self, BodyPath, MotionFile, TurnFile};
use crate::decimal::{Decimal, Numbers};
use crate::error::{Result, bail, ensure};
use crate::shape::{
    AabbFile, BallFile, BoxFile, CapsuleFile, HeightFieldFile, HullFile, MeshFile, PlaneFile,
    SegmentFile, TriangleFile,
};
use crate::{ColliderUse, LevelReading, UpAxis};
use serde::Deserialize;
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
    Level(PathBuf, LevelReading),
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

/// A body as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BodyFile<'a> {
    level: Option<PathBuf>,
    up: Option<UpAxis>,
    unit: Option<f64>,
    colliders: Option<ColliderUse>,
    only: Option<Vec<String>>,
    exclude: Option<Vec<String>>,
    within: Option<[[f64; 3]; 2]>,
    #[serde(borrow)]
    mesh: Option<MeshFile<'a>>,
    #[serde(borrow, rename = "box")]
    cuboid: Option<BoxFile<'a>>,
    #[serde(borrow)]
    capsule: Option<CapsuleFile<'a>>,
    #[serde(borrow)]
    ball: Option<BallFile<'a>>,
    #[serde(borrow)]
    point: Option<Numbers<'a>>,
    #[serde(borrow)]
    segment: Option<SegmentFile<'a>>,
    #[serde(borrow)]
    triangle: Option<TriangleFile<'a>>,
    #[serde(borrow)]
    hull: Option<HullFile<'a>>,
    #[serde(borrow)]
    aabb: Option<AabbFile<'a>>,
    #[serde(borrow)]
    plane: Option<PlaneFile<'a>>,
    #[serde(borrow)]
    heightfield: Option<HeightFieldFile<'a>>,
    #[serde(borrow)]
    at: Option<Numbers<'a>>,
    #[serde(borrow)]
    turn: Option<TurnFile<'a>>,
    one_sided: Option<bool>,
    #[serde(borrow)]
    motion: Option<MotionFile<'a>>,
}

/// The one shape of a body.
enum BodyShape<'a> {
    Level(&'a PathBuf, LevelReading),
    Mesh(&'a MeshFile<'a>),
    HeightField(&'a HeightFieldFile<'a>),
    Convex(ConvexFile<'a>),
}

/// A convex shape.
enum ConvexFile<'a> {
    Box(&'a BoxFile<'a>),
    Capsule(&'a CapsuleFile<'a>),
    Ball(&'a BallFile<'a>),
    Point(&'a Numbers<'a>),
    Segment(&'a SegmentFile<'a>),
    Triangle(&'a TriangleFile<'a>),
    Hull(&'a HullFile<'a>),
    Aabb(&'a AabbFile<'a>),
    Plane(&'a PlaneFile<'a>),
}

const SHAPES: &str =
    "level, mesh, box, capsule, ball, point, segment, triangle, hull, aabb, plane or heightfield";

impl BodyFile<'_> {
    fn shape(&self, place: &str) -> Result<BodyShape<'_>> {
        fn convex(shape: Option<ConvexFile<'_>>) -> Option<BodyShape<'_>> {
            shape.map(BodyShape::Convex)
        }
        for (field, is_there) in [
            ("up", self.up.is_some()),
            ("unit", self.unit.is_some()),
            ("colliders", self.colliders.is_some()),
            ("only", self.only.is_some()),
            ("exclude", self.exclude.is_some()),
            ("within", self.within.is_some()),
        ] {
            ensure!(
                !is_there || self.level.is_some(),
                "{place}.{field} is how a level's file is read: {place} has no level"
            );
        }
        let default = LevelReading::default();
        let reading = LevelReading {
            up: self.up.unwrap_or(default.up),
            unit: self.unit.unwrap_or(default.unit),
            colliders: self.colliders.unwrap_or(default.colliders),
            only: self.only.clone().unwrap_or_default(),
            exclude: self.exclude.clone().unwrap_or_default(),
            within: self.within,
        };
        let level = self.level.as_ref();
        let shapes = [
            level.map(|level| BodyShape::Level(level, reading)),
            self.mesh.as_ref().map(BodyShape::Mesh),
            convex(self.cuboid.as_ref().map(ConvexFile::Box)),
            convex(self.capsule.as_ref().map(ConvexFile::Capsule)),
            convex(self.ball.as_ref().map(ConvexFile::Ball)),
            convex(self.point.as_ref().map(ConvexFile::Point)),
            convex(self.segment.as_ref().map(ConvexFile::Segment)),
            convex(self.triangle.as_ref().map(ConvexFile::Triangle)),
            convex(self.hull.as_ref().map(ConvexFile::Hull)),
            convex(self.aabb.as_ref().map(ConvexFile::Aabb)),
            convex(self.plane.as_ref().map(ConvexFile::Plane)),
            self.heightfield.as_ref().map(BodyShape::HeightField),
        ];
        let mut shapes = shapes.into_iter().flatten();
        match (shapes.next(), shapes.next()) {
            (Some(shape), None) => Ok(shape),
            (None, _) => bail!("{place} has no shape: one of {SHAPES} is needed"),
            _ => bail!("{place} has two shapes: a body is one of {SHAPES}"),
        }
    }
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
        path: path::read(
            dimensions,
            body.at.as_ref(),
            body.turn.as_ref(),
            body.motion.as_ref(),
            &place,
        )?,
        one_sided: one_sided.unwrap_or(false),
        place,
    })
}

fn geometry(
    dimensions: Dimensions,
    shape: BodyShape<'_>,
    place: &str,
    file: &Path,
) -> Result<BodyGeometry> {
    Ok(match shape {
        BodyShape::Level(level, reading) => {
            let folder = file.parent().unwrap_or(Path::new(""));
            BodyGeometry::Level(folder.join(level), reading)
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

fn height_field(file: &HeightFieldFile<'_>, place: &str) -> Result<BodyGeometry> {
    let (columns, heights) = file.grid(place, |height, [i, j]| match height {
        None => Ok(f64::NAN),
        Some(height) => amount(height.to_f64(), "")
            .map_err(|_| format!("{place}.heights[{i}][{j}] is out of range")),
    })?;
    Ok(BodyGeometry::HeightField {
        columns,
        heights,
        cell: size(file.cell.to_f64(), &format!("{place}.cell"))?,
    })
}
