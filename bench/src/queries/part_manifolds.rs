//! The manifolds of a shape with each triangle of `dungeon` that is near, as a solver wants them tick by tick.

use super::point;
use crate::case::{REACH, direction};
use crate::engine::Answer;
use crate::peer::{capsule64, hull64, vector};
use crate::rows::Row;
use crate::surface::Surface;
use carom::{Capsule, Contact, Convex, Hull, Mesh, PartManifold};
use glam::{DVec3, Quat, Vec3};
use parry3d::math::Pose;
use parry3d::query::{
    ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher, PersistentQueryDispatcher,
};
use parry3d::shape::{Cuboid, Shape, TriMesh, TriMeshFlags};
use std::cell::RefCell;
use std::error::Error;

const CASES: usize = 2_000;

/// A shape that touches the level or nearly does, in its own place; the peer's has a pose.
struct Case<T, P> {
    own: T,
    peer: P,
    place: Pose,
}

/// Where it stands: centers at most 0.5 m off the surface.
fn centers(surface: &Surface, random: &mut fastrand::Rng) -> Vec<Vec3> {
    (0..CASES)
        .map(|_| {
            let triangle = surface.triangle(random.usize(..surface.triangles.len()));
            let (s, t) = (random.f32(), random.f32());
            let (s, t) = if s + t > 1.0 {
                (1.0 - s, 1.0 - t)
            } else {
                (s, t)
            };
            let on = triangle.a + (triangle.b - triangle.a) * s + (triangle.c - triangle.a) * t;
            on + direction(random) * (0.5 * random.f32())
        })
        .collect()
}

/// Boxes of 0.4 to 1 m, every second one upright.
fn boxes(surface: &Surface) -> Vec<Case<Hull<Vec3>, Cuboid>> {
    let random = &mut fastrand::Rng::with_seed(41);
    let centers = centers(surface, random);
    (centers.into_iter().enumerate())
        .map(|(index, center)| {
            let half = point(random, 0.6).abs() + 0.2;
            let any = Quat::from_scaled_axis(point(random, 6.0));
            let turn = if index % 2 == 0 {
                Quat::from_rotation_y(any.to_scaled_axis().y)
            } else {
                any
            };
            Case {
                own: Hull::cuboid(Vec3::ZERO, half).map(|p| center + turn * p),
                peer: Cuboid::new(vector(half)),
                place: Pose::new(vector(center), vector(turn.to_scaled_axis())),
            }
        })
        .collect()
}

/// Capsules of 1.8 m and a radius of 0.3 m, every second one upright.
fn capsules(surface: &Surface) -> Vec<Case<Capsule<Vec3>, parry3d::shape::Capsule>> {
    let random = &mut fastrand::Rng::with_seed(42);
    let centers = centers(surface, random);
    (centers.into_iter().enumerate())
        .map(|(index, center)| {
            let any = direction(random);
            let half = (if index % 2 == 0 { Vec3::Y } else { any }) * 0.6;
            Case {
                own: Capsule::new(center - half, center + half, 0.3),
                peer: parry3d::shape::Capsule::new(
                    vector(center - half),
                    vector(center + half),
                    0.3,
                ),
                place: Pose::IDENTITY,
            }
        })
        .collect()
}

fn least(contacts: &[Contact<DVec3>]) -> Answer {
    contacts.iter().map(|one| one.separation).reduce(f64::min)
}

/// The level in both precisions and in the peer's way.
struct Level {
    own: Mesh<Vec3>,
    exact: Mesh<DVec3>,
    peer: TriMesh,
}

impl Level {
    /// The deepest point of all manifolds, which both keep from call to call.
    fn row<T: Convex<Vector = Vec3>, E: Convex<Vector = DVec3>, P: Shape>(
        &self,
        name: &'static str,
        cases: &[Case<T, P>],
        widened: impl Fn(&T) -> E,
    ) -> Row {
        let (query, exact) = (self.own.query(), self.exact.query());
        let found = RefCell::new(Vec::<PartManifold<Vec3>>::new());
        let right = RefCell::new(Vec::new());
        let others = RefCell::new(Vec::<ContactManifold<(), ()>>::new());
        let workspace = RefCell::new(None::<ContactManifoldsWorkspace>);
        Row::measure(
            name,
            "contact_manifolds",
            cases,
            |c| {
                let contacts = &mut right.borrow_mut();
                exact.contacts(&widened(&c.own), f64::from(REACH) * 0.999, contacts);
                least(contacts)
            },
            |c| {
                let found = &mut found.borrow_mut();
                query.manifolds(&c.own, REACH, found);
                let all = found.iter().map(|one| one.manifold.separation());
                all.map(f64::from).reduce(f64::min)
            },
            |c| {
                let (others, workspace) = (&mut *others.borrow_mut(), &mut *workspace.borrow_mut());
                let (mesh, shape) = (&self.peer, &c.peer);
                DefaultQueryDispatcher
                    .contact_manifolds(&c.place, mesh, shape, REACH, others, workspace)
                    .ok()?;
                let points = others.iter().flat_map(|one| one.points.iter());
                points.map(|point| f64::from(point.dist)).reduce(f64::min)
            },
        )
    }
}

pub(super) fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    let surface = Surface::file("dungeon.obj")?;
    let level = Level {
        own: surface.mesh()?,
        exact: surface.mesh()?,
        peer: crate::peer::trimesh(&surface, TriMeshFlags::empty())?,
    };
    Ok(vec![
        level.row("manifolds of boxes with a level", &boxes(&surface), hull64),
        level.row(
            "manifolds of capsules with a level",
            &capsules(&surface),
            capsule64,
        ),
    ])
}
