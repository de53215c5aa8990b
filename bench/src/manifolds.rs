//! Contact manifolds of boxes of about a meter that touch or nearly do, f32: resting on each other, and in any position.

use crate::engine::Answer;
use crate::peer::{hull64, vector};
use crate::rows::Row;
use carom::{Hull, Manifold, contact, manifold};
use glam::{Quat, Vec3};
use parry3d::math::Pose;
use parry3d::query::{self, ContactManifold};
use parry3d::shape::Cuboid;

const CASES: usize = 5_000;
/// Reach, m; the separations are between its opposite and it.
const REACH: f32 = 0.02;

struct Case {
    boxes: [Hull<Vec3>; 2],
    cuboids: [Cuboid; 2],
    places: [Pose; 2],
}

impl Case {
    fn new(at: [Vec3; 2], turns: [Quat; 2], half: [Vec3; 2]) -> Self {
        Self {
            boxes: [0, 1].map(|i| Hull::cuboid(Vec3::ZERO, half[i]).map(|p| at[i] + turns[i] * p)),
            cuboids: half.map(|half| Cuboid::new(vector(half))),
            places: [0, 1].map(|i| Pose::new(vector(at[i]), vector(turns[i].to_scaled_axis()))),
        }
    }
}

/// A box that rests on another one, turned about the vertical and tilted by up to 0.6 degrees.
fn resting() -> Vec<Case> {
    let random = &mut fastrand::Rng::with_seed(5);
    let mut point = |size: f32| (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * size;
    (0..CASES)
        .map(|_| {
            let half = [0, 1].map(|_| point(0.8).abs() + 0.2);
            let turns = [0, 1]
                .map(|_| Quat::from_scaled_axis(point(0.02)) * Quat::from_rotation_y(point(6.0).y));
            let (aside, above) = (point(0.8), point(2.0 * REACH).y);
            let height = half[0].y + half[1].y + above;
            let at = [Vec3::new(aside.x, height, aside.z), Vec3::ZERO];
            Case::new(at, turns, half)
        })
        .collect()
}

/// Boxes in any position, moved along their normal until they nearly touch.
fn any() -> Vec<Case> {
    let random = &mut fastrand::Rng::with_seed(6);
    let mut point = |size: f32| (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * size;
    (0..CASES)
        .map(|_| {
            let half = [0, 1].map(|_| point(0.8).abs() + 0.2);
            let turns = [0, 1].map(|_| Quat::from_scaled_axis(point(6.0)));
            let at = [0, 1].map(|_| point(2.0));
            let [a, b] = Case::new(at, turns, half).boxes;
            let found = contact(&a, &b, f32::INFINITY).expect("no limit");
            let moved = at[0] - found.normal * (found.separation - point(2.0 * REACH).x);
            Case::new([moved, at[1]], turns, half)
        })
        .collect()
}

fn least(found: Option<Manifold<Vec3>>) -> Answer {
    found.map(|manifold| manifold.separation().into())
}

fn peers(case: &Case) -> Answer {
    let mut manifold = ContactManifold::<(), ()>::new();
    let between = case.places[0].inv_mul(&case.places[1]);
    let [a, b] = &case.cuboids;
    query::details::contact_manifold_cuboid_cuboid(&between, a, b, REACH, &mut manifold);
    let distances = manifold.points.iter().map(|point| f64::from(point.dist));
    distances.reduce(f64::min)
}

pub(crate) fn rows() -> Vec<Row> {
    let exact = |c: &Case| {
        let [a, b] = &c.boxes;
        contact(&hull64(a), &hull64(b), f64::from(REACH) * 0.999).map(|c| c.separation)
    };
    let row = |name: &'static str, cases: &[Case]| {
        Row::measure(
            name,
            "contact_manifold_cuboid_cuboid",
            cases,
            exact,
            |c| least(manifold(&c.boxes[0], &c.boxes[1], REACH)),
            peers,
        )
    };
    vec![
        row("box-box manifold, resting", &resting()),
        row("box-box manifold, any", &any()),
    ]
}
