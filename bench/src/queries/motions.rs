//! Motions that rotate, and compounds and moving bodies in sweeps.

use super::point;
use crate::engine::Answer;
use crate::peer::{capsule64, cast, exact_time, time, trimesh, vector};
use crate::rows::Row;
use crate::surface::Surface;
use carom::{
    Aabb, Body, Capsule, Collider, Compound, Mesh, RigidMotion, Scalar, Start, Vector, World,
    sweep_rigid,
};
use glam::{DVec3, Vec3};
use parry3d::math::{Pose, Vector as PeerVector};
use parry3d::query::{self, NonlinearRigidMotion};
use parry3d::shape::{self, Shape, SharedShape, TriMesh, TriMeshFlags};
use std::error::Error;

const CASES: usize = 1_000;
const BODIES: usize = 100;

/// A capsule, and a motion of some meters with a turn of up to a third of a circle.
struct Case {
    capsule: Capsule<Vec3>,
    motion: RigidMotion<Vec3>,
}

impl Case {
    fn exact(&self) -> (Capsule<DVec3>, RigidMotion<DVec3>) {
        let motion = &self.motion;
        let motion = RigidMotion {
            delta: motion.delta.as_dvec3(),
            pivot: motion.pivot.as_dvec3(),
            axis: motion.axis.as_dvec3(),
            angle: motion.angle.into(),
        };
        (capsule64(&self.capsule), motion)
    }

    fn peer(&self, still: &dyn Shape) -> Answer {
        let Capsule { a, b, radius } = self.capsule;
        let capsule = shape::Capsule::new(vector(a), vector(b), radius);
        let spin = self.motion.axis.normalize() * self.motion.angle;
        let pivot = vector(self.motion.pivot);
        let motion = NonlinearRigidMotion::new(
            Pose::IDENTITY,
            pivot,
            vector(self.motion.delta),
            vector(spin),
        );
        let none = PeerVector::ZERO;
        let rest = NonlinearRigidMotion::new(Pose::IDENTITY, none, none, none);
        let hit = query::cast_shapes_nonlinear(&motion, &capsule, &rest, still, 0.0, 1.0, true);
        hit.ok().flatten().map(|hit| hit.time_of_impact.into())
    }
}

fn cases(bounds: &Aabb<Vec3>) -> Vec<Case> {
    let random = &mut fastrand::Rng::with_seed(36);
    let case = |_| {
        let at = bounds.center() + point(random, 1.0) * bounds.size();
        let motion = RigidMotion {
            delta: point(random, 8.0),
            pivot: at,
            axis: point(random, 1.0),
            angle: 2.0 * random.f32(),
        };
        Case {
            capsule: Capsule::new(at, at + point(random, 1.5), 0.3),
            motion,
        }
    };
    (0..CASES).map(case).collect()
}

fn rotating(level: &Mesh<Vec3>, wide: &Mesh<DVec3>, peer: &TriMesh) -> Vec<Row> {
    let slab = Aabb::of_points([Vec3::splat(-1.0), Vec3::ONE]);
    let slab64 = Aabb::of_points([DVec3::splat(-1.0), DVec3::ONE]);
    let around = Aabb::of_points([Vec3::splat(-4.0), Vec3::splat(4.0)]);
    let rest = RigidMotion::default();
    vec![
        Row::measure(
            "capsule-box rotating sweep",
            "cast_shapes_nonlinear",
            &cases(&around),
            |c| {
                let (capsule, motion) = c.exact();
                exact_time(sweep_rigid(
                    &capsule,
                    &motion,
                    &slab64,
                    &RigidMotion::default(),
                ))
            },
            |c| time(sweep_rigid(&c.capsule, &c.motion, &slab, &rest)),
            |c| c.peer(&shape::Cuboid::new(PeerVector::splat(1.0))),
        ),
        Row::measure(
            "capsule, rotating, in dungeon",
            "cast_shapes_nonlinear",
            &cases(&level.bounds()),
            |c| {
                let (capsule, motion) = c.exact();
                exact_time(
                    wide.query()
                        .sweep_rigid(&capsule, &motion, &RigidMotion::default()),
                )
            },
            |c| time(level.query().sweep_rigid(&c.capsule, &c.motion, &rest)),
            |c| c.peer(peer),
        ),
    ]
}

/// Three capsules in a row, two of them the legs of the first.
fn parts<V: Vector>(at: V, across: V, up: V) -> [Capsule<V>; 3] {
    let radius = V::Scalar::from_f64(0.25);
    [
        Capsule::new(at - across, at + across, radius),
        Capsule::new(at - across, at - across - up, radius),
        Capsule::new(at + across, at + across - up, radius),
    ]
}

fn compound(level: &Mesh<Vec3>, wide: &Mesh<DVec3>, peer: &TriMesh) -> Result<Row, Box<dyn Error>> {
    let (across, up) = (Vec3::X * 0.5, Vec3::Y * 0.75);
    let still = Pose::IDENTITY;
    let made = |case: &Case| {
        let at = case.capsule.a;
        let own = Compound::new(parts(at, across, up))?;
        let exact = Compound::new(parts(at.as_dvec3(), across.as_dvec3(), up.as_dvec3()))?;
        let legs = parts(Vec3::ZERO, across, up).map(|part| {
            let capsule = SharedShape::capsule(vector(part.a), vector(part.b), part.radius);
            (Pose::IDENTITY, capsule)
        });
        let place = Pose::from_translation(vector(at));
        Ok((
            own,
            exact,
            shape::Compound::new(legs.to_vec()),
            place,
            case.motion.delta,
        ))
    };
    let cases: Result<Vec<_>, Box<dyn Error>> = cases(&level.bounds()).iter().map(made).collect();
    Ok(Row::measure(
        "compound of 3, swept in dungeon",
        "cast_shapes",
        &cases?,
        |(_, exact, _, _, delta)| {
            let hit = wide.query().sweep_surface(exact, delta.as_dvec3())?.0;
            matches!(hit.start, Start::Separate).then_some(hit.t)
        },
        |(own, _, _, _, delta)| Some(level.query().sweep_surface(own, *delta)?.0.t.into()),
        |(_, _, legs, place, delta)| cast(place, legs, *delta, &still, peer),
    ))
}

/// A world of boxes that move and spin, beside the same world at rest.
fn moving() -> Result<Row, Box<dyn Error>> {
    let random = &mut fastrand::Rng::with_seed(37);
    let mut world = World::new();
    for _ in 0..BODIES {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * (0.2 + 0.3 * random.f32()));
        world.insert(Body {
            pose: carom::Pose::at(point(random, 12.0)),
            velocity: point(random, 4.0),
            axis: point(random, 1.0),
            spin: 3.0,
            moving: true,
            ..Body::new(Collider::cuboid(Vec3::ZERO, axes))
        })?;
    }
    let around = Aabb::of_points([Vec3::splat(-6.0), Vec3::splat(6.0)]);
    let query = world.query();
    Ok(Row::measure(
        "sweep, 100 boxes turn meanwhile",
        "carom sweep: they are at rest",
        &cases(&around),
        |_| None,
        |c| {
            let motion = RigidMotion::straight(c.motion.delta);
            time(query.sweep_moving(&c.capsule, &motion, 0.5))
        },
        |c| {
            query
                .sweep(&c.capsule, c.motion.delta)
                .map(|hit| hit.t.into())
        },
    ))
}

pub(super) fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    let surface = Surface::file("dungeon.obj")?;
    let (level, wide) = (surface.mesh()?, surface.mesh()?);
    let peer = trimesh(&surface, TriMeshFlags::empty())?;
    let mut rows = rotating(&level, &wide, &peer);
    rows.push(compound(&level, &wide, &peer)?);
    rows.push(moving()?);
    Ok(rows)
}
