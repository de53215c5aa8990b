//! A question: read, checked, asked in its dimension and precision.

use super::answer::Answer;
use crate::located::located;
use crate::number::{Coordinates, Number};
use carom::sweep::Start;
use carom::{Ball, Capsule, Scalar, Segment, Shape, Triangle, Vector, pair};
use glam::{DVec2, DVec3, Vec2, Vec3};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    id: Option<Value>,
    ask: Ask,
    #[serde(default)]
    precision: Precision,
    a: ShapeFile,
    b: ShapeFile,
    reach: Option<f64>,
    delta_a: Option<Numbers>,
    delta_b: Option<Numbers>,
    turn_a: Option<IgnoredAny>,
    turn_b: Option<IgnoredAny>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Ask {
    Closest,
    Overlap,
    Contact,
    Sweep,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Precision {
    #[default]
    F32,
    F64,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ShapeFile {
    Point(Numbers),
    Segment(SegmentFile),
    Ball(BallFile),
    Capsule(CapsuleFile),
    Triangle(TriangleFile),
    Hull(IgnoredAny),
    Box(IgnoredAny),
    Aabb(IgnoredAny),
    Plane(IgnoredAny),
    Mesh(IgnoredAny),
    Level(IgnoredAny),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SegmentFile {
    a: Numbers,
    b: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BallFile {
    center: Numbers,
    radius: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CapsuleFile {
    a: Numbers,
    b: Numbers,
    radius: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TriangleFile {
    a: Numbers,
    b: Numbers,
    c: Numbers,
}

/// The coordinates of a point and how many there are; of more than three the count alone.
#[derive(Clone, Copy)]
struct Numbers {
    values: [f64; 3],
    count: usize,
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Numbers;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a point of two or three numbers")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Numbers, A::Error> {
                let mut numbers = Numbers {
                    values: [0.0; 3],
                    count: 0,
                };
                while let Some(value) = seq.next_element::<f64>()? {
                    if let Some(place) = numbers.values.get_mut(numbers.count) {
                        *place = value;
                    }
                    numbers.count += 1;
                }
                Ok(numbers)
            }
        }
        deserializer.deserialize_seq(Reader)
    }
}

/// The answer to one line.
pub(super) fn answer(line: &[u8], number: u64) -> Answer {
    match serde_json::from_slice::<Question>(line) {
        Ok(mut question) => {
            let id = question.id.take();
            match ask(&question) {
                Ok(found) => Answer { id, ..found },
                Err(error) => Answer::error(id, number, &error),
            }
        }
        Err(_) => unreadable(line, number),
    }
}

/// Reads the line once more to say what is wrong where; takes the `id` from it if it can.
fn unreadable(line: &[u8], number: u64) -> Answer {
    let id = serde_json::from_slice::<Value>(line)
        .ok()
        .and_then(|value| value.get("id").cloned());
    let mut json = serde_json::Deserializer::from_slice(line);
    let error = match serde_path_to_error::deserialize::<_, Question>(&mut json) {
        Ok(_) => match json.end() {
            Ok(()) => "it cannot be read".to_owned(),
            Err(error) => error.to_string(),
        },
        Err(error) => located(&error),
    };
    Answer::error(id, number, &error)
}

fn ask(question: &Question) -> Result<Answer, String> {
    for (field, given, wanted) in [
        ("reach", question.reach.is_some(), Ask::Contact),
        ("delta_a", question.delta_a.is_some(), Ask::Sweep),
        ("delta_b", question.delta_b.is_some(), Ask::Sweep),
        ("turn_a", question.turn_a.is_some(), Ask::Sweep),
        ("turn_b", question.turn_b.is_some(), Ask::Sweep),
    ] {
        if given && question.ask != wanted {
            let wanted = if wanted == Ask::Sweep {
                "sweep"
            } else {
                "contact"
            };
            return Err(format!("{field} is for {wanted} only"));
        }
        if given && field.starts_with("turn") {
            return Err(format!("{field} is not supported yet"));
        }
    }
    if question.ask == Ask::Sweep && question.delta_a.is_none() && question.delta_b.is_none() {
        return Err("delta_a is missing".into());
    }
    let mut first = None;
    let points = shape_points("a", &question.a)?
        .into_iter()
        .chain(shape_points("b", &question.b)?)
        .chain(
            question
                .delta_a
                .map(|delta| (Place::delta("delta_a"), delta)),
        )
        .chain(
            question
                .delta_b
                .map(|delta| (Place::delta("delta_b"), delta)),
        );
    for (place, numbers) in points {
        if !(2..=3).contains(&numbers.count) {
            return Err(format!("{place} has {} numbers, not 2 or 3", numbers.count));
        }
        match &first {
            None => first = Some((place, numbers.count)),
            Some((other, count)) if *count != numbers.count => {
                return Err(format!(
                    "{other} has {count} numbers and {place} has {}: a question is 2D or 3D",
                    numbers.count
                ));
            }
            Some(_) => {}
        }
    }
    let flat = first.is_some_and(|(_, count)| count == 2);
    match (flat, question.precision) {
        (true, Precision::F32) => asked::<Vec2>(question),
        (true, Precision::F64) => asked::<DVec2>(question),
        (false, Precision::F32) => asked::<Vec3>(question),
        (false, Precision::F64) => asked::<DVec3>(question),
    }
}

/// Where a point is in the question; written out only if something is wrong with it.
struct Place {
    /// `a` or `b`, or nothing.
    side: &'static str,
    field: &'static str,
}

impl Place {
    fn delta(field: &'static str) -> Self {
        Self { side: "", field }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            "" => f.write_str(self.field),
            side => write!(f, "{side}.{}", self.field),
        }
    }
}

/// The points of a shape, each with its place in the question.
fn shape_points(side: &'static str, shape: &ShapeFile) -> Result<Vec<(Place, Numbers)>, String> {
    let at = |field, numbers| (Place { side, field }, numbers);
    let kind = match shape {
        ShapeFile::Point(p) => return Ok(vec![at("point", *p)]),
        ShapeFile::Segment(s) => return Ok(vec![at("segment.a", s.a), at("segment.b", s.b)]),
        ShapeFile::Ball(s) => return Ok(vec![at("ball.center", s.center)]),
        ShapeFile::Capsule(s) => return Ok(vec![at("capsule.a", s.a), at("capsule.b", s.b)]),
        ShapeFile::Triangle(s) => {
            return Ok(vec![
                at("triangle.a", s.a),
                at("triangle.b", s.b),
                at("triangle.c", s.c),
            ]);
        }
        ShapeFile::Hull(_) => "hull",
        ShapeFile::Box(_) => "box",
        ShapeFile::Aabb(_) => "aabb",
        ShapeFile::Plane(_) => "plane",
        ShapeFile::Mesh(_) => "mesh",
        ShapeFile::Level(_) => "level",
    };
    Err(format!("{side}.{kind} is not supported yet"))
}

fn asked<V: Vector>(question: &Question) -> Result<Answer, String> {
    let a = shape::<V>("a", &question.a)?;
    let b = shape::<V>("b", &question.b)?;
    match question.ask {
        Ask::Overlap => Ok(Answer {
            overlap: Some(pair::overlap(&a, &b)),
            ..Answer::default()
        }),
        Ask::Closest => {
            let found = pair::closest(&a, &b);
            let points = [found.point_a, found.point_b];
            Ok(witnesses(
                found.distance,
                found.normal,
                points,
                found.unique,
            ))
        }
        Ask::Contact => {
            let reach = match question.reach {
                Some(reach) => V::Scalar::from_f64(reach),
                None => V::Scalar::INFINITY,
            };
            Ok(match pair::contact(&a, &b, reach) {
                Some(found) => {
                    let points = [found.point_a, found.point_b];
                    witnesses(found.separation, found.normal, points, found.unique)
                }
                None => Answer {
                    contact: Some(false),
                    ..Answer::default()
                },
            })
        }
        Ask::Sweep => {
            let delta = |field: &str, numbers: &Option<Numbers>| match numbers {
                Some(numbers) => coordinates::<V>(field, numbers),
                None => Ok(V::ZERO),
            };
            let delta_a = delta("delta_a", &question.delta_a)?;
            let delta_b = delta("delta_b", &question.delta_b)?;
            Ok(sweep_answer(&a, delta_a, &b, delta_b))
        }
    }
}

/// What closest and contact tell alike.
fn witnesses<V: Vector>(separation: V::Scalar, normal: V, [a, b]: [V; 2], unique: bool) -> Answer {
    Answer {
        separation: Some(Number::of(separation)),
        normal: Some(Coordinates::of(normal)),
        point_a: Some(Coordinates::of(a)),
        point_b: Some(Coordinates::of(b)),
        unique: (!unique).then_some(false),
        ..Answer::default()
    }
}

fn sweep_answer<V: Vector>(a: &Shape<V>, delta_a: V, b: &Shape<V>, delta_b: V) -> Answer {
    let swept = pair::sweep(a, delta_a - delta_b, b);
    let (start, touched) = match swept.start {
        Start::Separate => ("separate", None),
        Start::Touching(found) => ("touching", Some(found)),
        Start::Overlapping(found) => ("overlapping", Some(found)),
    };
    let normal = swept.hit.map(|hit| hit.normal);
    Answer {
        start: Some(start),
        hit: Some(swept.hit.is_some()),
        t: swept.hit.map(|hit| Number::of(hit.t)),
        separation: touched.map(|found| Number::of(found.separation)),
        normal: touched
            .map(|found| found.normal)
            .or(normal)
            .map(Coordinates::of),
        // The sweep is answered where b rests; here it has moved on by then.
        point: swept
            .hit
            .map(|hit| Coordinates::of(hit.point + delta_b * hit.t)),
        unique: touched.is_some_and(|found| !found.unique).then_some(false),
        ..Answer::default()
    }
}

fn coordinates<V: Vector>(place: impl fmt::Display, numbers: &Numbers) -> Result<V, String> {
    let v = V::from_f64(numbers.values);
    if v.is_finite() {
        Ok(v)
    } else {
        Err(format!("{place} is beyond the range of its precision"))
    }
}

fn shape<V: Vector>(side: &'static str, file: &ShapeFile) -> Result<Shape<V>, String> {
    let p = |field: &'static str, numbers: &Numbers| coordinates(Place { side, field }, numbers);
    let r = |kind: &str, radius: f64| {
        let rounded = V::Scalar::from_f64(radius);
        if radius < 0.0 {
            Err(format!("{side}.{kind}.radius is negative ({radius})"))
        } else if !rounded.is_finite() {
            Err(format!(
                "{side}.{kind}.radius is beyond the range of its precision"
            ))
        } else {
            Ok(rounded)
        }
    };
    match file {
        ShapeFile::Point(numbers) => Ok(Shape::Point(p("point", numbers)?)),
        ShapeFile::Segment(s) => {
            let (a, b) = (p("segment.a", &s.a)?, p("segment.b", &s.b)?);
            Ok(Shape::Segment(Segment::new(a, b)))
        }
        ShapeFile::Ball(s) => {
            let center = p("ball.center", &s.center)?;
            Ok(Shape::Ball(Ball::new(center, r("ball", s.radius)?)))
        }
        ShapeFile::Capsule(s) => {
            let (a, b) = (p("capsule.a", &s.a)?, p("capsule.b", &s.b)?);
            Ok(Shape::Capsule(Capsule::new(a, b, r("capsule", s.radius)?)))
        }
        ShapeFile::Triangle(s) => {
            let (a, b) = (p("triangle.a", &s.a)?, p("triangle.b", &s.b)?);
            let c = p("triangle.c", &s.c)?;
            Ok(Shape::Triangle(Triangle::new(a, b, c)))
        }
        _ => shape_points(side, file).and(Err(format!("{side} is not supported yet"))),
    }
}
