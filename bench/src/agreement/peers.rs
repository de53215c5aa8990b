//! Libraries that make contact manifolds.

use super::pairs::{Pair, REACH};
use carom::manifold;
use engines::{Solid, Touch};
use glam::{Quat, Vec3};
use parry3d::math::{Pose, Vector as ParryVec3};
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher as _};
use parry3d::shape::{self, Shape};

/// Pairs in a library's own types.
pub(crate) trait Ready {
    /// Fills `touch` for the pair with this number.
    fn manifold(&self, number: usize, touch: &mut Touch);
}

/// A library.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    /// `None` if the library lacks a kind of shape, or a function for these two.
    pub(crate) prepare: fn(&[Pair]) -> Option<Box<dyn Ready + '_>>,
}

/// All of them, carom first.
pub(crate) const PEERS: &[Peer] = &[
    Peer {
        name: "carom",
        prepare: |pairs| Some(Box::new(Own(pairs))),
    },
    Peer {
        name: "parry",
        prepare: |pairs| {
            let ready = pairs.iter().map(Parry::new).collect::<Option<Vec<_>>>()?;
            Some(Box::new(ready))
        },
    },
    #[cfg(feature = "box3d")]
    Peer {
        name: "Box3D",
        prepare: |pairs| {
            use engines::box3d::Convex;
            let ready = pairs
                .iter()
                .map(|pair| {
                    let [a, b] = &pair.solids;
                    Some((pair, [Convex::new(a)?, Convex::new(b)?]))
                })
                .collect::<Option<Vec<_>>>()?;
            Some(Box::new(Box3d(ready)))
        },
    },
    #[cfg(feature = "jolt")]
    Peer {
        name: "Jolt",
        prepare: |pairs| {
            use engines::jolt::Convex;
            let ready = pairs
                .iter()
                .map(|pair| {
                    let [a, b] = &pair.solids;
                    Some((pair, [Convex::new(a)?, Convex::new(b)?]))
                })
                .collect::<Option<Vec<_>>>()?;
            Some(Box::new(Jolt(ready)))
        },
    },
];

struct Own<'a>(&'a [Pair]);

impl Ready for Own<'_> {
    fn manifold(&self, number: usize, touch: &mut Touch) {
        touch.clear();
        let [a, b] = &self.0[number].own;
        if let Some(found) = manifold(a, b, REACH) {
            touch.normal = found.normal.to_array();
            for point in found.points() {
                let pair = [point.point_a, point.point_b].map(|p| p.to_array());
                touch.points.push(pair);
            }
        }
    }
}

struct Parry {
    shapes: [Box<dyn Shape>; 2],
    places: [Pose; 2],
}

fn parry_shape(solid: &Solid) -> Option<Box<dyn Shape>> {
    let vector = ParryVec3::from_array;
    Some(match solid {
        Solid::Cuboid(half) => Box::new(shape::Cuboid::new(vector(*half))),
        Solid::Capsule([half, radius]) => Box::new(shape::Capsule::new_y(*half, *radius)),
        Solid::Cylinder([half, radius]) => Box::new(shape::Cylinder::new(*half, *radius)),
        Solid::Hull(points) => {
            let points: Vec<_> = points.iter().map(|p| vector(*p)).collect();
            Box::new(shape::ConvexPolyhedron::from_convex_hull(&points)?)
        }
        Solid::Triangle(corners) => {
            let [a, b, c] = corners.map(vector);
            Box::new(shape::Triangle::new(a, b, c))
        }
    })
}

impl Parry {
    fn new(pair: &Pair) -> Option<Self> {
        let [a, b] = &pair.solids;
        let place = |pose: &engines::Pose| {
            let turn = Quat::from_array(pose.turn).to_scaled_axis();
            Pose::new(
                ParryVec3::from_array(pose.at),
                ParryVec3::from_array(turn.to_array()),
            )
        };
        Some(Self {
            shapes: [parry_shape(a)?, parry_shape(b)?],
            places: [place(&pair.poses[0]), place(&pair.poses[1])],
        })
    }
}

impl Ready for Vec<Parry> {
    fn manifold(&self, number: usize, touch: &mut Touch) {
        touch.clear();
        let Parry {
            shapes: [a, b],
            places,
        } = &self[number];
        let between = places[0].inv_mul(&places[1]);
        let mut found = ContactManifold::<(), ()>::new();
        let done = DefaultQueryDispatcher
            .contact_manifold_convex_convex(&between, &**a, &**b, None, None, REACH, &mut found);
        if done.is_err() {
            return;
        }
        let to = |place: &Pose, p: ParryVec3| (*place * p).to_array();
        let normal = Vec3::from_array((places[0].rotation * found.local_n1).to_array());
        touch.normal = (-normal).to_array();
        for point in &found.points {
            let pair = [
                to(&places[0], point.local_p1),
                to(&places[1], point.local_p2),
            ];
            touch.points.push(pair);
        }
    }
}

#[cfg(feature = "box3d")]
struct Box3d<'a>(Vec<(&'a Pair, [engines::box3d::Convex; 2])>);

#[cfg(feature = "box3d")]
impl Ready for Box3d<'_> {
    fn manifold(&self, number: usize, touch: &mut Touch) {
        let (pair, [a, b]) = &self.0[number];
        let [at, of] = &pair.poses;
        if !a.manifold(b, [at, of], touch) {
            touch.clear();
        }
    }
}

#[cfg(feature = "jolt")]
struct Jolt<'a>(Vec<(&'a Pair, [engines::jolt::Convex; 2])>);

#[cfg(feature = "jolt")]
impl Ready for Jolt<'_> {
    fn manifold(&self, number: usize, touch: &mut Touch) {
        let (pair, [a, b]) = &self.0[number];
        let [at, of] = &pair.poses;
        a.manifold(b, [at, of], REACH, touch);
    }
}
