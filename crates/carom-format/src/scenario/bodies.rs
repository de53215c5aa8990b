//! The bodies of a scenario: how they are written, and their shapes and poses over time, checked.

use super::convex::{Convex, ConvexFile, Fields};
use super::material::{MaterialFile, material};
use super::numbers::{Dimensions, amount, size};
use super::path::{self, BodyPath, MotionFile, TurnFile};
use crate::decimal::{Decimal, Numbers};
use crate::error::{Result, bail, ensure};
use crate::shape::{
    AabbFile, BallFile, BoxFile, CapsuleFile, ChainFile, CompoundFile, EllipsoidFile,
    HeightFieldFile, HullFile, MeshFile, PlaneFile, SegmentFile, ShapeFile, TriangleFile,
    TwoRadiiFile,
};
use crate::{ColliderUse, LevelReading, UpAxis};
use carom::mover::SurfaceMaterial;
use glam::DVec3;
use serde::Deserialize;
use serde_json::Value;
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
/// assert!(ball.material.is_none());
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
    /// Only the fronts of its triangles or segments count; by default both sides do.
    pub one_sided: bool,
    /// Its mesh or chain is closed, and the solid that it encloses; by default it is a shell.
    pub solid: bool,
    /// What it is made of; by default it is ground like any other.
    pub material: Option<SurfaceMaterial<DVec3>>,
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
    /// A polyline in 2D, or several closed ones.
    Chain {
        /// The vertices of each.
        lines: Vec<Vec<[f64; 3]>>,
        /// Each has a last segment back to its first vertex.
        closed: bool,
    },
    /// A convex shape.
    Convex(Convex),
    /// Several convex shapes.
    Compound(Vec<CompoundPart>),
}

/// A part of a compound.
///
/// ```
/// use carom_format::Scenario;
/// use carom_format::scenario::BodyGeometry;
/// let text = br#"{"seconds": 1, "characters": [{"feet": [0, 2, 0]}], "bodies": [{"compound":
///     {"parts": [{"ball": {"center": [0, 0, 0], "radius": 1}, "at": [3, 0, 0], "id": "head"}]}}]}"#;
/// let scenario = Scenario::read(text, "a.json".as_ref())?;
/// let BodyGeometry::Compound(parts) = &scenario.bodies[0].geometry else { panic!() };
/// assert_eq!((parts[0].id.as_str(), parts[0].path.at), (Some("head"), [3.0, 0.0, 0.0]));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CompoundPart {
    /// Its shape in its own frame.
    pub shape: Convex,
    /// Its pose in the frame of the body, at rest.
    pub path: BodyPath,
    /// Its name: any value; by default its number.
    pub id: Value,
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
    cylinder: Option<CapsuleFile<'a>>,
    #[serde(borrow)]
    cone: Option<TwoRadiiFile<'a>>,
    #[serde(borrow)]
    tapered_capsule: Option<TwoRadiiFile<'a>>,
    #[serde(borrow)]
    ellipsoid: Option<EllipsoidFile<'a>>,
    #[serde(borrow)]
    compound: Option<CompoundFile<'a>>,
    #[serde(borrow)]
    heightfield: Option<HeightFieldFile<'a>>,
    #[serde(borrow)]
    chain: Option<ChainFile<'a>>,
    #[serde(borrow)]
    at: Option<Numbers<'a>>,
    #[serde(borrow)]
    turn: Option<TurnFile<'a>>,
    one_sided: Option<bool>,
    solid: Option<bool>,
    #[serde(borrow)]
    rounding: Option<Decimal<'a>>,
    #[serde(borrow)]
    motion: Option<MotionFile<'a>>,
    #[serde(borrow)]
    material: Option<MaterialFile<'a>>,
}

/// The one shape of a body.
enum BodyShape<'a> {
    Level(&'a PathBuf, LevelReading),
    Mesh(&'a MeshFile<'a>),
    HeightField(&'a HeightFieldFile<'a>),
    Chain(&'a ChainFile<'a>),
    Convex(ConvexFile<'a>),
    Compound(&'a CompoundFile<'a>),
}

const SHAPES: &str = "level, mesh, box, capsule, ball, point, segment, triangle, hull, aabb, plane, cylinder, cone, \
    tapered_capsule, ellipsoid, compound, heightfield or chain";

impl BodyFile<'_> {
    /// How its level is read.
    fn reading(&self, place: &str) -> Result<LevelReading> {
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
        Ok(LevelReading {
            up: self.up.unwrap_or(default.up),
            unit: self.unit.unwrap_or(default.unit),
            colliders: self.colliders.unwrap_or(default.colliders),
            only: self.only.clone().unwrap_or_default(),
            exclude: self.exclude.clone().unwrap_or_default(),
            within: self.within,
        })
    }

    fn shape(&self, place: &str) -> Result<BodyShape<'_>> {
        fn convex(shape: Option<ConvexFile<'_>>) -> Option<BodyShape<'_>> {
            shape.map(BodyShape::Convex)
        }
        let reading = self.reading(place)?;
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
            convex(self.cylinder.as_ref().map(ConvexFile::Cylinder)),
            convex(self.cone.as_ref().map(ConvexFile::Cone)),
            convex(
                self.tapered_capsule
                    .as_ref()
                    .map(ConvexFile::TaperedCapsule),
            ),
            convex(self.ellipsoid.as_ref().map(ConvexFile::Ellipsoid)),
            self.compound.as_ref().map(BodyShape::Compound),
            self.heightfield.as_ref().map(BodyShape::HeightField),
            self.chain.as_ref().map(BodyShape::Chain),
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
    let is_surface = check_kind(dimensions, body, &shape, &place)?;
    let mut one_sided = body.one_sided;
    if let BodyShape::Mesh(mesh) = &shape {
        one_sided = Some(mesh.one_sided(&place, one_sided)?);
    }
    let geometry = geometry(dimensions, shape, body.rounding.as_ref(), &place, file)?;
    ensure!(
        is_surface || one_sided.is_none(),
        "{place}.one_sided is for meshes, levels, height fields and chains"
    );
    let material = |file| material(dimensions, file, &format!("{place}.material"));
    let material = body.material.as_ref().map(material).transpose()?;
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
        solid: body.solid.unwrap_or(false),
        material,
        place,
    })
}

/// Checks that the dimension and the fields beside a shape are those of its kind; returns whether it is a surface.
fn check_kind(
    dimensions: Dimensions,
    body: &BodyFile<'_>,
    shape: &BodyShape<'_>,
    place: &str,
) -> Result<bool> {
    let is_chain = matches!(shape, BodyShape::Chain(_));
    let is_field = matches!(shape, BodyShape::HeightField(_));
    let is_mesh = matches!(shape, BodyShape::Level(..) | BodyShape::Mesh(_));
    ensure!(
        !(is_mesh || is_field) || dimensions == Dimensions::Three,
        "{place}: levels, meshes and height fields are 3D, and characters[0].feet is 2D"
    );
    ensure!(
        !is_chain || dimensions == Dimensions::Two,
        "{place}: a chain is 2D, and characters[0].feet is 3D"
    );
    let is_surface = is_mesh || is_field || is_chain;
    ensure!(
        !is_surface || body.rounding.is_none(),
        "{place}.rounding is not for levels, meshes, height fields and chains"
    );
    ensure!(
        is_mesh || is_chain || body.solid.is_none(),
        "{place}.solid is for meshes, levels and chains"
    );
    Ok(is_surface)
}

fn geometry(
    dimensions: Dimensions,
    shape: BodyShape<'_>,
    rounding: Option<&Decimal<'_>>,
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
        BodyShape::Chain(file) => chain(dimensions, file, &format!("{place}.chain"))?,
        BodyShape::Convex(shape) => {
            BodyGeometry::Convex(Fields { dimensions, place }.rounded(shape, rounding)?)
        }
        BodyShape::Compound(file) => {
            let parts = file.parts.iter().enumerate();
            let parts: Vec<_> = parts
                .map(|(i, part)| self::part(dimensions, i, part, rounding, place))
                .collect::<Result<_>>()?;
            ensure!(!parts.is_empty(), "{place}.compound.parts is empty");
            BodyGeometry::Compound(parts)
        }
    })
}

/// Part `i` of the compound of a body at `place`, with the rounding beside the compound.
fn part(
    dimensions: Dimensions,
    i: usize,
    part: &ShapeFile<'_>,
    rounding: Option<&Decimal<'_>>,
    place: &str,
) -> Result<CompoundPart> {
    let own = format!("{place}.compound.parts[{i}]");
    part.check_at(&own, true)?;
    let shape = ConvexFile::of(&part.kind).filter(|shape| !matches!(shape, ConvexFile::Plane(_)));
    let Some(shape) = shape else {
        bail!("{own}: a part is a bounded convex shape, and no half-space");
    };
    let fields = |place| Fields { dimensions, place };
    let shape = fields(&own).rounded(shape, part.rounding.as_ref())?;
    Ok(CompoundPart {
        shape: match rounding {
            Some(radius) => shape.rounded(fields(place).length(radius, "rounding")?),
            None => shape,
        },
        path: path::read_still(dimensions, &part.pose, &own)?,
        id: part.id.clone().unwrap_or_else(|| i.into()),
    })
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

fn chain(dimensions: Dimensions, file: &ChainFile<'_>, place: &str) -> Result<BodyGeometry> {
    let line = |points: &[Numbers<'_>], name: &str| {
        let vertices = points.iter().enumerate();
        let read = |(i, p)| dimensions.point(p, &format!("{place}.{name}[{i}]"));
        vertices.map(read).collect::<Result<Vec<_>>>()
    };
    let (lines, closed) = match (&file.vertices, &file.rings) {
        (Some(points), None) => (vec![line(points, "vertices")?], file.closed),
        (None, Some(rings)) => {
            let rings = rings.iter().enumerate();
            let rings = rings.map(|(i, ring)| line(ring, &format!("rings[{i}]")));
            (rings.collect::<Result<_>>()?, true)
        }
        _ => bail!("{place} needs either vertices or rings"),
    };
    Ok(BodyGeometry::Chain { lines, closed })
}
