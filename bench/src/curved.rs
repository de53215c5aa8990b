//! Cylinders, cones and rounded boxes of about a meter, f32: contacts of pairs that touch or nearly do, and sweeps.

use crate::engine::Answer;
use crate::peer::{box64, cast, exact_time, time, vector};
use crate::rows::Row;
use carom::{
    Cone, Contact, Convex, Cylinder, OrientedBox, RoundShape, Shape, Vector, contact, sweep,
};
use glam::{DVec3, Quat, Vec3};
use parry3d::math::Pose;
use parry3d::query;
use parry3d::shape;

const CASES: usize = 3_000;
/// Reach of contact queries, m.
const REACH: f32 = 0.25;

#[derive(Clone, Copy)]
enum Kind {
    Cylinder,
    Cone,
    Box,
    RoundBox,
}

/// A shape in both libraries. The peer's are around the origin, along y, and placed.
struct Solid {
    own: Shape<Vec3>,
    exact: Shape<DVec3>,
    peer: Box<dyn shape::Shape>,
    place: Pose,
}

/// The radius of rounded boxes, m.
const ROUNDING: f32 = 0.1;

fn round<V: Vector>(shape: Shape<V>, radius: V::Scalar) -> Shape<V> {
    RoundShape::new(shape, radius).into()
}

impl Solid {
    fn new(kind: Kind, at: Vec3, turn: Quat, [half, radius]: [f32; 2]) -> Self {
        let end = turn * Vec3::Y * half;
        let (a, b) = (at - end, at + end);
        let (a64, b64, radius64) = (a.as_dvec3(), b.as_dvec3(), f64::from(radius));
        let sides = [Vec3::X * radius, Vec3::Y * half, Vec3::Z * half];
        let axes = sides.map(|side| turn * side);
        let cuboid = OrientedBox { center: at, axes };
        let cuboid64 = box64(&cuboid);
        let (own, exact, peer): (Shape<Vec3>, Shape<DVec3>, Box<dyn shape::Shape>) = match kind {
            Kind::Cylinder => (
                Cylinder::new(a, b, radius).into(),
                Cylinder::new(a64, b64, radius64).into(),
                Box::new(shape::Cylinder::new(half, radius)),
            ),
            Kind::Cone => (
                Cone::new(a, b, radius).into(),
                Cone::new(a64, b64, radius64).into(),
                Box::new(shape::Cone::new(half, radius)),
            ),
            Kind::Box => (
                cuboid.into(),
                cuboid64.into(),
                Box::new(shape::Cuboid::new(vector(Vec3::new(radius, half, half)))),
            ),
            Kind::RoundBox => (
                round(cuboid.into(), ROUNDING),
                round(cuboid64.into(), f64::from(ROUNDING)),
                Box::new(shape::RoundCuboid {
                    inner_shape: shape::Cuboid::new(vector(Vec3::new(radius, half, half))),
                    border_radius: ROUNDING,
                }),
            ),
        };
        let place = Pose::new(vector(at), vector(turn.to_scaled_axis()));
        Self {
            own,
            exact,
            peer,
            place,
        }
    }
}

struct Case {
    solids: [Solid; 2],
    delta: Vec3,
}

/// Pairs in any position, moved along their normal until their separation is in -0.05..0.2 m; and a motion that leads
/// `a` from afar through `b`.
fn cases([kind, other]: [Kind; 2]) -> Vec<Case> {
    let random = &mut fastrand::Rng::with_seed(8);
    let mut point = |size: f32| (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * size;
    (0..CASES)
        .map(|_| {
            let sizes = [0, 1].map(|_| {
                let size = point(0.8).abs() + 0.2;
                [size.x, size.y]
            });
            let turns = [0, 1].map(|_| Quat::from_scaled_axis(point(6.0)));
            let at = [point(3.0), point(0.1)];
            let b = Solid::new(other, at[1], turns[1], sizes[1]);
            let a = Solid::new(kind, at[0], turns[0], sizes[0]);
            let found = contact(&a.own, &b.own, f32::INFINITY).expect("no limit");
            let gap = 0.075 + point(0.25).x;
            let moved = at[0] - found.normal * (found.separation - gap);
            let delta = point(1.0) - found.normal * 4.0;
            let a = Solid::new(kind, moved, turns[0], sizes[0]);
            Case {
                solids: [a, b],
                delta,
            }
        })
        .collect()
}

fn separation<V: Vector>(found: Option<Contact<V>>) -> Answer
where
    V::Scalar: Into<f64>,
{
    found.map(|found| found.separation.into())
}

fn apart<V: Vector + Convex<Vector = V>>(a: &Shape<V>, b: &Shape<V>, reach: V::Scalar) -> Answer
where
    V::Scalar: Into<f64>,
{
    separation(contact(a, b, reach))
}

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, kinds) in [
        ("cylinder-cylinder", [Kind::Cylinder; 2]),
        ("cylinder-box", [Kind::Cylinder, Kind::Box]),
        ("cone-cylinder", [Kind::Cone, Kind::Cylinder]),
        ("rounded boxes", [Kind::RoundBox; 2]),
    ] {
        let cases = cases(kinds);
        rows.push(Row::measure(
            format!("{name} contact"),
            "query::contact",
            &cases,
            |c| {
                apart(
                    &c.solids[0].exact,
                    &c.solids[1].exact,
                    f64::from(REACH) * 0.999,
                )
            },
            |c| apart(&c.solids[0].own, &c.solids[1].own, REACH),
            |c| {
                let [a, b] = &c.solids;
                let found = query::contact(&a.place, &*a.peer, &b.place, &*b.peer, REACH);
                found.ok().flatten().map(|found| found.dist.into())
            },
        ));
        let far: Vec<Case> = cases.into_iter().map(retreat).collect();
        rows.push(Row::measure(
            format!("{name} sweep"),
            "query::cast_shapes",
            &far,
            |c| {
                let [a, b] = &c.solids;
                exact_time(sweep(&a.exact, c.delta.as_dvec3(), &b.exact))
            },
            |c| time(sweep(&c.solids[0].own, c.delta, &c.solids[1].own)),
            |c| {
                let [a, b] = &c.solids;
                cast(&a.place, &*a.peer, c.delta, &b.place, &*b.peer)
            },
        ));
    }
    rows
}

/// The case with `a` half of its motion back, and the motion of twice the rest.
fn retreat(mut case: Case) -> Case {
    let [a, _] = &mut case.solids;
    let back = -case.delta * 0.5;
    a.own = moved(&a.own, back);
    a.exact = moved(&a.exact, back.as_dvec3());
    a.place.translation += vector(back);
    case
}

fn moved<V: Vector>(shape: &Shape<V>, by: V) -> Shape<V> {
    match shape {
        Shape::Cylinder(s) => s.translated(by).into(),
        Shape::Cone(s) => s.translated(by).into(),
        Shape::OrientedBox(s) => s.translated(by).into(),
        Shape::Round(s) => round(moved(&s.shape, by), s.radius),
        other => other.clone(),
    }
}
