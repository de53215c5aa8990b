//! Shapes as they are written, and what they are.

use super::dimension::Dimension;
use super::mesh::MeshFile;
use super::numbers::{Decimal, Numbers};
use super::place::{Place, Side};
use carom::{Aabb, Ball, Capsule, Hull, Plane, Segment, Shape, Triangle, Vector};
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use std::fmt;

/// A shape, and whether it was said that only its fronts count.
pub(crate) struct ShapeFile<'a> {
    pub(crate) kind: Kind<'a>,
    pub(crate) one_sided: Option<bool>,
}

pub(crate) enum Kind<'a> {
    Point(Numbers<'a>),
    Segment(SegmentFile<'a>),
    Ball(BallFile<'a>),
    Capsule(CapsuleFile<'a>),
    Triangle(TriangleFile<'a>),
    Hull(HullFile<'a>),
    Box(BoxFile<'a>),
    Aabb(AabbFile<'a>),
    Plane(PlaneFile<'a>),
    Mesh(MeshFile<'a>),
    Level(String),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(variant_identifier, rename_all = "snake_case")]
enum Field {
    Point,
    Segment,
    Ball,
    Capsule,
    Triangle,
    Hull,
    Box,
    Aabb,
    Plane,
    Mesh,
    Level,
    OneSided,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a segment")]
pub(crate) struct SegmentFile<'a> {
    #[serde(borrow)]
    a: Numbers<'a>,
    #[serde(borrow)]
    b: Numbers<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a ball")]
pub(crate) struct BallFile<'a> {
    #[serde(borrow)]
    center: Numbers<'a>,
    #[serde(borrow)]
    radius: Decimal<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a capsule")]
pub(crate) struct CapsuleFile<'a> {
    #[serde(borrow)]
    a: Numbers<'a>,
    #[serde(borrow)]
    b: Numbers<'a>,
    #[serde(borrow)]
    radius: Decimal<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a triangle")]
pub(crate) struct TriangleFile<'a> {
    #[serde(borrow)]
    a: Numbers<'a>,
    #[serde(borrow)]
    b: Numbers<'a>,
    #[serde(borrow)]
    c: Numbers<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a hull")]
pub(crate) struct HullFile<'a> {
    #[serde(borrow)]
    points: Vec<Numbers<'a>>,
    #[serde(borrow)]
    radius: Option<Decimal<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a box")]
pub(crate) struct BoxFile<'a> {
    #[serde(borrow)]
    center: Numbers<'a>,
    #[serde(borrow)]
    half: Numbers<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an aabb")]
pub(crate) struct AabbFile<'a> {
    #[serde(borrow)]
    min: Numbers<'a>,
    #[serde(borrow)]
    max: Numbers<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a plane")]
pub(crate) struct PlaneFile<'a> {
    #[serde(borrow)]
    normal: Numbers<'a>,
    #[serde(borrow)]
    offset: Decimal<'a>,
}

impl<'de: 'a, 'a> Deserialize<'de> for ShapeFile<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = ShapeFile<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a shape")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ShapeFile<'de>, A::Error> {
                let (mut found, mut one_sided) = (None, None);
                while let Some(field) = map.next_key::<Field>()? {
                    let kind = match field {
                        Field::Point => Kind::Point(map.next_value()?),
                        Field::Segment => Kind::Segment(map.next_value()?),
                        Field::Ball => Kind::Ball(map.next_value()?),
                        Field::Capsule => Kind::Capsule(map.next_value()?),
                        Field::Triangle => Kind::Triangle(map.next_value()?),
                        Field::Hull => Kind::Hull(map.next_value()?),
                        Field::Box => Kind::Box(map.next_value()?),
                        Field::Aabb => Kind::Aabb(map.next_value()?),
                        Field::Plane => Kind::Plane(map.next_value()?),
                        Field::Mesh => Kind::Mesh(map.next_value()?),
                        Field::Level => Kind::Level(map.next_value()?),
                        Field::OneSided => {
                            if one_sided.replace(map.next_value()?).is_some() {
                                return Err(A::Error::duplicate_field("one_sided"));
                            }
                            continue;
                        }
                    };
                    if found.replace(kind).is_some() {
                        return Err(A::Error::custom("two shapes, where one is needed"));
                    }
                }
                match found {
                    Some(kind) => Ok(ShapeFile { kind, one_sided }),
                    None => Err(A::Error::custom("no shape")),
                }
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

impl ShapeFile<'_> {
    /// Whether it is 2D or 3D, `None` for a hull without points.
    pub(crate) fn dimension(&self, side: Side) -> Option<Dimension> {
        let point = |field, numbers| Some(Dimension::of_point(Place::of(side, field), numbers));
        match &self.kind {
            Kind::Point(p) => point("point", p),
            Kind::Segment(s) => point("segment.a", &s.a),
            Kind::Ball(s) => point("ball.center", &s.center),
            Kind::Capsule(s) => point("capsule.a", &s.a),
            Kind::Triangle(s) => point("triangle.a", &s.a),
            Kind::Hull(s) => {
                let place = Place::at(side, "hull.points", 0);
                s.points.first().map(|p| Dimension::of_point(place, p))
            }
            Kind::Box(s) => point("box.center", &s.center),
            Kind::Aabb(s) => point("aabb.min", &s.min),
            Kind::Plane(s) => point("plane.normal", &s.normal),
            Kind::Mesh(_) => Some(Dimension::of_space(Place::of(side, "mesh"))),
            Kind::Level(_) => Some(Dimension::of_space(Place::of(side, "level"))),
        }
    }

    /// The shape, if it is valid; meshes and levels, which are none, are an error in 2D.
    pub(crate) fn read<V: Vector>(
        &self,
        side: Side,
        dimension: &Dimension,
    ) -> Result<Shape<V>, String> {
        if self.one_sided.is_some() {
            return Err(format!("{side}.one_sided is for mesh and level only"));
        }
        let at = |field| Place::of(side, field);
        let point = |field, numbers| dimension.point::<V>(at(field), numbers);
        Ok(match &self.kind {
            Kind::Point(p) => Shape::Point(point("point", p)?),
            Kind::Segment(s) => Shape::Segment(Segment::new(
                point("segment.a", &s.a)?,
                point("segment.b", &s.b)?,
            )),
            Kind::Ball(s) => Shape::Ball(Ball::new(
                point("ball.center", &s.center)?,
                s.radius.read_radius(at("ball.radius"))?,
            )),
            Kind::Capsule(s) => Shape::Capsule(Capsule::new(
                point("capsule.a", &s.a)?,
                point("capsule.b", &s.b)?,
                s.radius.read_radius(at("capsule.radius"))?,
            )),
            Kind::Triangle(s) => Shape::Triangle(Triangle::new(
                point("triangle.a", &s.a)?,
                point("triangle.b", &s.b)?,
                point("triangle.c", &s.c)?,
            )),
            Kind::Hull(s) => Shape::Hull(s.read(side, dimension)?),
            Kind::Box(s) => {
                let center = point("box.center", &s.center)?;
                let half = point("box.half", &s.half)?;
                if (0..V::DIM).any(|i| half[i] < V::Scalar::default()) {
                    return Err(format!("{} is negative", at("box.half")));
                }
                let cuboid = Hull::cuboid(center, half);
                if !cuboid.is_valid() {
                    return Err(at("box").beyond_range());
                }
                Shape::Hull(cuboid)
            }
            Kind::Aabb(s) => {
                let (min, max) = (point("aabb.min", &s.min)?, point("aabb.max", &s.max)?);
                let aabb = Aabb { min, max };
                if !aabb.is_valid() {
                    return Err(format!("{} is greater than its max", at("aabb.min")));
                }
                Shape::Aabb(aabb)
            }
            Kind::Plane(s) => {
                let normal = point("plane.normal", &s.normal)?;
                let plane = Plane::new(normal, s.offset.read(at("plane.offset"))?);
                if !plane.is_valid() {
                    return Err(format!("{} is zero", at("plane.normal")));
                }
                Shape::Plane(plane)
            }
            Kind::Mesh(_) => return Err(dimension.mixed(&Dimension::of_space(at("mesh")))),
            Kind::Level(_) => return Err(dimension.mixed(&Dimension::of_space(at("level")))),
        })
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
