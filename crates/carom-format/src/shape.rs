//! Shapes: how they are written, and the shapes of the library that they make.

mod curved;
mod mesh;
mod pose;
mod solid;

use crate::decimal::{Decimal, Numbers};
use crate::dimension::Dimension;
use crate::level::{ColliderUse, LevelReading, UpAxis};
use crate::place::{Place, Side};
use carom::{Aabb, Ball, Capsule, Hull, Plane, RoundShape, Segment, Shape, Triangle, Vector};
use pose::{PoseFile, PoseTurn, placed};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use std::fmt;

use curved::{EllipsoidFile, TwoRadiiFile};
pub(crate) use mesh::MeshFile;
pub(crate) use solid::Levels;
pub use solid::{LevelFile, Solid};

/// A shape, and the fields beside it.
pub(crate) struct ShapeFile<'a> {
    pub(crate) kind: ShapeKind<'a>,
    pub(crate) one_sided: Option<bool>,
    pub(crate) solid: Option<bool>,
    pub(crate) rounding: Option<Decimal<'a>>,
    pub(crate) pose: PoseFile<'a>,
    /// How a level is read.
    pub(crate) reading: LevelReading,
}

pub(crate) enum ShapeKind<'a> {
    Point(Numbers<'a>),
    Segment(SegmentFile<'a>),
    Ball(BallFile<'a>),
    Capsule(CapsuleFile<'a>),
    Triangle(TriangleFile<'a>),
    Hull(HullFile<'a>),
    Box(BoxFile<'a>),
    Aabb(AabbFile<'a>),
    Cylinder(CapsuleFile<'a>),
    Cone(TwoRadiiFile<'a>),
    TaperedCapsule(TwoRadiiFile<'a>),
    Ellipsoid(EllipsoidFile<'a>),
    Plane(PlaneFile<'a>),
    Mesh(MeshFile<'a>),
    Level(String),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(variant_identifier, rename_all = "snake_case")]
enum ShapeField {
    Point,
    Segment,
    Ball,
    Capsule,
    Triangle,
    Hull,
    Box,
    Aabb,
    Cylinder,
    Cone,
    TaperedCapsule,
    Ellipsoid,
    Plane,
    Mesh,
    Level,
}

/// A field beside the shape.
#[derive(Clone, Copy, Deserialize)]
#[serde(variant_identifier, rename_all = "snake_case")]
enum BesideField {
    OneSided,
    Solid,
    Rounding,
    At,
    Turn,
    Up,
    Unit,
    Colliders,
    #[serde(rename = "only")]
    Selected,
    Exclude,
    Within,
}

/// The name of a field. An unknown one is an error that lists the shapes.
enum FieldName {
    Shape(ShapeField),
    Beside(BesideField),
}

impl<'de> Deserialize<'de> for FieldName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = FieldName;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a shape")
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<FieldName, E> {
                let beside = |name: &str| -> Result<BesideField, E> {
                    BesideField::deserialize(name.into_deserializer())
                };
                match beside(name) {
                    Ok(field) => Ok(FieldName::Beside(field)),
                    Err(_) => {
                        ShapeField::deserialize(name.into_deserializer()).map(FieldName::Shape)
                    }
                }
            }
        }
        deserializer.deserialize_identifier(NameVisitor)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a segment")]
pub(crate) struct SegmentFile<'a> {
    #[serde(borrow)]
    pub(crate) a: Numbers<'a>,
    #[serde(borrow)]
    pub(crate) b: Numbers<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a ball")]
pub(crate) struct BallFile<'a> {
    #[serde(borrow)]
    pub(crate) center: Numbers<'a>,
    #[serde(borrow)]
    pub(crate) radius: Decimal<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a capsule")]
pub(crate) struct CapsuleFile<'a> {
    #[serde(borrow)]
    pub(crate) a: Numbers<'a>,
    #[serde(borrow)]
    pub(crate) b: Numbers<'a>,
    #[serde(borrow)]
    pub(crate) radius: Decimal<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a triangle")]
pub(crate) struct TriangleFile<'a> {
    #[serde(borrow)]
    pub(crate) a: Numbers<'a>,
    #[serde(borrow)]
    pub(crate) b: Numbers<'a>,
    #[serde(borrow)]
    pub(crate) c: Numbers<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a hull")]
pub(crate) struct HullFile<'a> {
    #[serde(borrow)]
    pub(crate) points: Vec<Numbers<'a>>,
    #[serde(borrow)]
    pub(crate) radius: Option<Decimal<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a box")]
pub(crate) struct BoxFile<'a> {
    #[serde(borrow)]
    pub(crate) center: Option<Numbers<'a>>,
    #[serde(borrow)]
    pub(crate) half: Numbers<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an aabb")]
pub(crate) struct AabbFile<'a> {
    #[serde(borrow)]
    pub(crate) min: Numbers<'a>,
    #[serde(borrow)]
    pub(crate) max: Numbers<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a plane")]
pub(crate) struct PlaneFile<'a> {
    #[serde(borrow)]
    pub(crate) normal: Numbers<'a>,
    #[serde(borrow)]
    pub(crate) offset: Decimal<'a>,
}

impl<'de: 'a, 'a> Deserialize<'de> for ShapeFile<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ShapeVisitor;
        impl<'de> Visitor<'de> for ShapeVisitor {
            type Value = ShapeFile<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a shape")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ShapeFile<'de>, A::Error> {
                let (mut found, mut beside) = (None, Beside::default());
                while let Some(name) = map.next_key::<FieldName>()? {
                    let kind = match name {
                        FieldName::Beside(field) => {
                            beside.read(field, &mut map)?;
                            continue;
                        }
                        FieldName::Shape(field) => ShapeKind::read(field, &mut map)?,
                    };
                    if found.replace(kind).is_some() {
                        return Err(A::Error::custom("two shapes, where one is needed"));
                    }
                }
                match found {
                    Some(kind) => Ok(beside.shape(kind)),
                    None => Err(A::Error::custom("no shape")),
                }
            }
        }
        deserializer.deserialize_map(ShapeVisitor)
    }
}

impl<'de> ShapeKind<'de> {
    fn read<A: MapAccess<'de>>(field: ShapeField, map: &mut A) -> Result<Self, A::Error> {
        Ok(match field {
            ShapeField::Point => Self::Point(map.next_value()?),
            ShapeField::Segment => Self::Segment(map.next_value()?),
            ShapeField::Ball => Self::Ball(map.next_value()?),
            ShapeField::Capsule => Self::Capsule(map.next_value()?),
            ShapeField::Triangle => Self::Triangle(map.next_value()?),
            ShapeField::Hull => Self::Hull(map.next_value()?),
            ShapeField::Box => Self::Box(map.next_value()?),
            ShapeField::Aabb => Self::Aabb(map.next_value()?),
            ShapeField::Cylinder => Self::Cylinder(map.next_value()?),
            ShapeField::Cone => Self::Cone(map.next_value()?),
            ShapeField::TaperedCapsule => Self::TaperedCapsule(map.next_value()?),
            ShapeField::Ellipsoid => Self::Ellipsoid(map.next_value()?),
            ShapeField::Plane => Self::Plane(map.next_value()?),
            ShapeField::Mesh => Self::Mesh(map.next_value()?),
            ShapeField::Level => Self::Level(map.next_value()?),
        })
    }
}

/// The fields beside a shape that were read so far.
#[derive(Default)]
struct Beside<'a> {
    one_sided: Option<bool>,
    solid: Option<bool>,
    rounding: Option<Decimal<'a>>,
    at: Option<Numbers<'a>>,
    turn: Option<PoseTurn<'a>>,
    up: Option<UpAxis>,
    unit: Option<f64>,
    colliders: Option<ColliderUse>,
    only: Option<Vec<String>>,
    exclude: Option<Vec<String>>,
    within: Option<[[f64; 3]; 2]>,
}

impl<'de> Beside<'de> {
    fn read<A: MapAccess<'de>>(&mut self, field: BesideField, map: &mut A) -> Result<(), A::Error> {
        fn once<T, E: Error>(slot: &mut Option<T>, value: T, name: &'static str) -> Result<(), E> {
            match slot.replace(value) {
                Some(_) => Err(E::duplicate_field(name)),
                None => Ok(()),
            }
        }
        match field {
            BesideField::OneSided => once(&mut self.one_sided, map.next_value()?, "one_sided"),
            BesideField::Solid => once(&mut self.solid, map.next_value()?, "solid"),
            BesideField::Rounding => once(&mut self.rounding, map.next_value()?, "rounding"),
            BesideField::At => once(&mut self.at, map.next_value()?, "at"),
            BesideField::Turn => once(&mut self.turn, map.next_value()?, "turn"),
            BesideField::Up => once(&mut self.up, map.next_value()?, "up"),
            BesideField::Unit => once(&mut self.unit, map.next_value()?, "unit"),
            BesideField::Colliders => once(&mut self.colliders, map.next_value()?, "colliders"),
            BesideField::Selected => once(&mut self.only, map.next_value()?, "only"),
            BesideField::Exclude => once(&mut self.exclude, map.next_value()?, "exclude"),
            BesideField::Within => once(&mut self.within, map.next_value()?, "within"),
        }
    }

    fn shape(self, kind: ShapeKind<'de>) -> ShapeFile<'de> {
        let plain = LevelReading::default();
        ShapeFile {
            kind,
            one_sided: self.one_sided,
            solid: self.solid,
            rounding: self.rounding,
            pose: PoseFile {
                at: self.at,
                turn: self.turn,
            },
            reading: LevelReading {
                up: self.up.unwrap_or(plain.up),
                unit: self.unit.unwrap_or(plain.unit),
                colliders: self.colliders.unwrap_or(plain.colliders),
                only: self.only.unwrap_or_default(),
                exclude: self.exclude.unwrap_or_default(),
                within: self.within,
            },
        }
    }
}

impl ShapeFile<'_> {
    /// Checks that the fields beside it are for shapes of its kind.
    fn check(&self, side: Side) -> Result<(), String> {
        let is_level = matches!(self.kind, ShapeKind::Level(_));
        if !is_level && self.reading != LevelReading::default() {
            return Err(format!(
                "{side}: up, unit, colliders, only, exclude and within are for level only"
            ));
        }
        if self.is_mesh() && self.rounding.is_some() {
            return Err(format!("{side}.rounding is not for mesh and level"));
        }
        match self.pose.given().filter(|_| is_level) {
            Some(field) => Err(format!(
                "{side}.{field} is not for level: place the other shape instead"
            )),
            None => Ok(()),
        }
    }

    /// Whether it is a mesh or a level.
    pub(crate) fn is_mesh(&self) -> bool {
        matches!(self.kind, ShapeKind::Mesh(_) | ShapeKind::Level(_))
    }

    /// Whether it is a point.
    pub(crate) fn is_point(&self) -> bool {
        matches!(self.kind, ShapeKind::Point(_))
    }

    /// The dimension; `None` for a hull without points.
    pub(crate) fn dimension(&self, side: Side) -> Option<Dimension> {
        let point = |field, numbers| Some(Dimension::of_point(Place::of(side, field), numbers));
        match &self.kind {
            ShapeKind::Point(p) => point("point", p),
            ShapeKind::Segment(s) => point("segment.a", &s.a),
            ShapeKind::Ball(s) => point("ball.center", &s.center),
            ShapeKind::Capsule(s) => point("capsule.a", &s.a),
            ShapeKind::Triangle(s) => point("triangle.a", &s.a),
            ShapeKind::Hull(s) => {
                let place = Place::at(side, "hull.points", 0);
                s.points.first().map(|p| Dimension::of_point(place, p))
            }
            ShapeKind::Box(s) => point("box.half", &s.half),
            ShapeKind::Aabb(s) => point("aabb.min", &s.min),
            ShapeKind::Cylinder(s) => point("cylinder.a", &s.a),
            ShapeKind::Cone(s) => point("cone.a", &s.a),
            ShapeKind::TaperedCapsule(s) => point("tapered_capsule.a", &s.a),
            ShapeKind::Ellipsoid(s) => point("ellipsoid.radii", &s.radii),
            ShapeKind::Plane(s) => point("plane.normal", &s.normal),
            ShapeKind::Mesh(_) => Some(Dimension::of_space(Place::of(side, "mesh"))),
            ShapeKind::Level(_) => Some(Dimension::of_space(Place::of(side, "level"))),
        }
    }

    /// The shape, if it is valid. Meshes and levels, which are no shapes, are an error.
    pub(crate) fn read<V: Vector>(
        &self,
        side: Side,
        dimension: &Dimension,
    ) -> Result<Shape<V>, String> {
        if self.one_sided.is_some() {
            return Err(format!("{side}.one_sided is for mesh and level only"));
        }
        if self.solid.is_some() {
            return Err(format!("{side}.solid is for mesh and level only"));
        }
        self.check(side)?;
        let at = |field| Place::of(side, field);
        let point = |field, numbers| dimension.point::<V>(at(field), numbers);
        let shape = match &self.kind {
            ShapeKind::Point(p) => Shape::Point(point("point", p)?),
            ShapeKind::Segment(s) => Shape::Segment(Segment::new(
                point("segment.a", &s.a)?,
                point("segment.b", &s.b)?,
            )),
            ShapeKind::Ball(s) => Shape::Ball(Ball::new(
                point("ball.center", &s.center)?,
                s.radius.read_radius(at("ball.radius"))?,
            )),
            ShapeKind::Capsule(s) => Shape::Capsule(Capsule::new(
                point("capsule.a", &s.a)?,
                point("capsule.b", &s.b)?,
                s.radius.read_radius(at("capsule.radius"))?,
            )),
            ShapeKind::Triangle(s) => Shape::Triangle(Triangle::new(
                point("triangle.a", &s.a)?,
                point("triangle.b", &s.b)?,
                point("triangle.c", &s.c)?,
            )),
            ShapeKind::Hull(s) => Shape::Hull(s.read(side, dimension)?),
            ShapeKind::Box(s) => Shape::Hull(s.read(side, dimension)?),
            ShapeKind::Aabb(s) => Shape::Aabb(s.read(side, dimension)?),
            ShapeKind::Cylinder(_)
            | ShapeKind::Cone(_)
            | ShapeKind::TaperedCapsule(_)
            | ShapeKind::Ellipsoid(_) => self.kind.read_curved(side, dimension)?,
            ShapeKind::Plane(s) => Shape::Plane(s.read(side, dimension)?),
            ShapeKind::Mesh(_) => return Err(dimension.mixed(&Dimension::of_space(at("mesh")))),
            ShapeKind::Level(_) => return Err(dimension.mixed(&Dimension::of_space(at("level")))),
        };
        let shape = match &self.rounding {
            Some(radius) => RoundShape::new(shape, radius.read_radius(at("rounding"))?).into(),
            None => shape,
        };
        let Some(pose) = self.pose.read(side, dimension)? else {
            return Ok(shape);
        };
        let placed = placed(shape, &pose);
        if !placed.is_valid() {
            return Err(at(self.pose.given().unwrap_or("at")).beyond_range());
        }
        Ok(placed)
    }
}

impl BoxFile<'_> {
    fn read<V: Vector>(&self, side: Side, dimension: &Dimension) -> Result<Hull<V>, String> {
        let at = |field| Place::of(side, field);
        let center = match &self.center {
            Some(center) => dimension.point(at("box.center"), center)?,
            None => V::ZERO,
        };
        let half: V = dimension.point(at("box.half"), &self.half)?;
        if (0..V::DIM).any(|i| half[i] < V::Scalar::default()) {
            return Err(format!("{} is negative", at("box.half")));
        }
        let cuboid = Hull::cuboid(center, half);
        if !cuboid.is_valid() {
            return Err(at("box").beyond_range());
        }
        Ok(cuboid)
    }
}

impl AabbFile<'_> {
    fn read<V: Vector>(&self, side: Side, dimension: &Dimension) -> Result<Aabb<V>, String> {
        let min = dimension.point(Place::of(side, "aabb.min"), &self.min)?;
        let max = dimension.point(Place::of(side, "aabb.max"), &self.max)?;
        let aabb = Aabb { min, max };
        if !aabb.is_valid() {
            return Err(format!("{side}.aabb.min is greater than its max"));
        }
        Ok(aabb)
    }
}

impl PlaneFile<'_> {
    fn read<V: Vector>(&self, side: Side, dimension: &Dimension) -> Result<Plane<V>, String> {
        let normal = dimension.point(Place::of(side, "plane.normal"), &self.normal)?;
        let plane = Plane::new(normal, self.offset.read(Place::of(side, "plane.offset"))?);
        if !plane.is_valid() {
            return Err(format!("{side}.plane.normal is zero"));
        }
        Ok(plane)
    }
}

impl HullFile<'_> {
    fn read<V: Vector>(&self, side: Side, dimension: &Dimension) -> Result<Hull<V>, String> {
        if self.points.is_empty() {
            return Err(format!("{side}.hull.points is empty"));
        }
        let numbered = self.points.iter().enumerate();
        let points: Result<Vec<V>, String> = numbered
            .map(|(i, p)| dimension.point(Place::at(side, "hull.points", i), p))
            .collect();
        let radius = match &self.radius {
            Some(radius) => radius.read_radius(Place::of(side, "hull.radius"))?,
            None => V::Scalar::default(),
        };
        Ok(Hull::new(points?, radius))
    }
}
