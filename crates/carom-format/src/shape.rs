//! Shapes: how they are written, and the shapes of the library that they make.

mod beside;
mod chain;
mod compound;
mod curved;
mod height_field;
mod mesh;
mod pose;
mod solid;

use crate::decimal::{Decimal, Numbers};
use crate::dimension::Dimension;
use crate::level::LevelReading;
use crate::place::{Place, Side};
use beside::{Beside, FieldName};
use carom::{Aabb, Ball, Capsule, Hull, Plane, Pose, RoundShape, Segment, Shape, Triangle, Vector};
use pose::placed;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

pub(crate) use chain::ChainFile;
pub(crate) use compound::CompoundFile;
pub use compound::NamedParts;
pub(crate) use curved::{EllipsoidFile, TwoRadiiFile};
pub(crate) use height_field::HeightFieldFile;
pub(crate) use mesh::MeshFile;
pub(crate) use pose::PoseFile;
pub(crate) use solid::Levels;
pub use solid::{LevelFile, PartNumbers, Solid};

/// A shape, and the fields beside it.
pub(crate) struct ShapeFile<'a> {
    pub(crate) kind: ShapeKind<'a>,
    pub(crate) one_sided: Option<bool>,
    pub(crate) solid: Option<bool>,
    pub(crate) rounding: Option<Decimal<'a>>,
    /// The name of a part of a compound.
    pub(crate) id: Option<Value>,
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
    HeightField(HeightFieldFile<'a>),
    Chain(ChainFile<'a>),
    Compound(CompoundFile<'a>),
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
    #[serde(rename = "heightfield")]
    HeightField,
    Chain,
    Compound,
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
    /// Whether it is many parts without an inside of their own: a mesh, a level, a height field or a chain.
    pub(crate) fn is_surface(&self) -> bool {
        matches!(
            self,
            Self::Mesh(_) | Self::Level(_) | Self::HeightField(_) | Self::Chain(_)
        )
    }

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
            ShapeField::HeightField => Self::HeightField(map.next_value()?),
            ShapeField::Chain => Self::Chain(map.next_value()?),
            ShapeField::Compound => Self::Compound(map.next_value()?),
        })
    }
}

impl ShapeFile<'_> {
    /// Checks that the fields beside it are for shapes of its kind.
    fn check(&self, side: Side) -> Result<(), String> {
        self.check_at(side, side.is_part())
    }

    /// The same at a place in a file.
    pub(crate) fn check_at(&self, side: impl fmt::Display, is_part: bool) -> Result<(), String> {
        let is_level = matches!(self.kind, ShapeKind::Level(_));
        if !is_level && self.reading != LevelReading::default() {
            return Err(format!(
                "{side}: up, unit, colliders, only, exclude and within are for level only"
            ));
        }
        if self.id.is_some() && !is_part {
            return Err(format!("{side}.id is for the parts of a compound only"));
        }
        if self.kind.is_surface() {
            if self.rounding.is_some() {
                return Err(format!(
                    "{side}.rounding is not for mesh, level, heightfield and chain"
                ));
            }
        } else if self.one_sided.is_some() {
            return Err(format!(
                "{side}.one_sided is for mesh, level, heightfield and chain only"
            ));
        } else if self.solid.is_some() {
            return Err(format!("{side}.solid is for mesh, level and chain only"));
        }
        match self.pose.given().filter(|_| is_level) {
            Some(field) => Err(format!(
                "{side}.{field} is not for level: place the other shape instead"
            )),
            None => Ok(()),
        }
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
            ShapeKind::HeightField(_) => Some(Dimension::of_space(Place::of(side, "heightfield"))),
            ShapeKind::Chain(_) => Some(Dimension::of_plane(Place::of(side, "chain"))),
            ShapeKind::Compound(s) => s.dimension(side),
        }
    }

    /// The shape, if it is valid. Meshes and other surfaces, which are no convex shapes, are an error.
    pub(crate) fn read<V: Vector>(
        &self,
        side: Side,
        dimension: &Dimension,
    ) -> Result<Shape<V>, String> {
        self.check(side)?;
        self.read_in(side, dimension, self.pose.read(side, dimension)?)
    }

    /// The shape in a pose.
    fn read_in<V: Vector>(
        &self,
        side: Side,
        dimension: &Dimension,
        pose: Option<Pose<V>>,
    ) -> Result<Shape<V>, String> {
        let not_convex = |place: Place, count| dimension.not_convex(place, count, V::DIM);
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
            ShapeKind::Mesh(_) => return Err(not_convex(at("mesh"), 3)),
            ShapeKind::Level(_) => return Err(not_convex(at("level"), 3)),
            ShapeKind::HeightField(_) => return Err(not_convex(at("heightfield"), 3)),
            ShapeKind::Chain(_) => return Err(not_convex(at("chain"), 2)),
            ShapeKind::Compound(_) => return Err(not_convex(at("compound"), V::DIM)),
        };
        let shape = self.rounded(shape, side)?;
        let Some(pose) = pose else {
            return Ok(shape);
        };
        let placed = placed(shape, &pose);
        if !placed.is_valid() {
            return Err(at(self.pose.given().unwrap_or("at")).beyond_range());
        }
        Ok(placed)
    }

    /// The shape and all points within the rounding.
    fn rounded<V: Vector>(&self, shape: Shape<V>, side: Side) -> Result<Shape<V>, String> {
        Ok(match &self.rounding {
            Some(radius) => {
                let radius = radius.read_radius(Place::of(side, "rounding"))?;
                RoundShape::new(shape, radius).into()
            }
            None => shape,
        })
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
