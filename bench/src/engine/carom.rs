//! This library.

use super::{Answer, Build, Engine, Maker, Way};
use crate::case::REACH;
use crate::surface::Surface;
use crate::work::{Body, RAY, Work};
use carom::{Hit, Mesh, MeshError};
use glam::Vec3;

pub(super) const MAKER: Maker = Maker {
    name: "carom",
    native: false,
    prepare: |surface| {
        prepared(surface, |vertices, triangles| {
            Mesh::new(vertices, triangles)
        })
    },
};

/// In little memory.
pub(super) const COMPACT: Maker = Maker {
    name: "carom compact",
    native: false,
    prepare: |surface| {
        prepared(surface, |vertices, triangles| {
            Mesh::new(vertices, triangles).map(Mesh::compact)
        })
    },
};

/// Built in haste.
pub(super) const QUICK: Maker = Maker {
    name: "carom quick",
    native: false,
    prepare: |surface| {
        prepared(surface, |vertices, triangles| {
            Mesh::quick(vertices, triangles)
        })
    },
};

type Make = fn(Vec<Vec3>, Vec<[u32; 3]>) -> Result<Mesh<Vec3>, MeshError>;

fn prepared(surface: &Surface, make: Make) -> Build {
    let (vertices, triangles) = (surface.vertices.clone(), surface.triangles.clone());
    Box::new(move || Box::new(make(vertices, triangles).expect("the levels are sound")))
}

fn time(hit: Option<Hit<Vec3>>) -> Answer {
    hit.map(|hit| hit.t.into())
}

/// Keeps the least separation of those it is shown.
fn least(visit: impl FnOnce(&mut dyn FnMut(f32))) -> Answer {
    let mut least = f32::INFINITY;
    visit(&mut |separation| least = least.min(separation));
    (least < f32::INFINITY).then_some(least.into())
}

impl Engine for Mesh<Vec3> {
    fn ways(&self, work: Work) -> Vec<Way<'_>> {
        use Body::{Ball, Capsule};
        vec![match work {
            Work::Closest(Capsule) => Way::new("closest_capsule", |c| {
                let found = self.query().closest(&c.capsule, REACH);
                found.map(|found| found.separation.into())
            }),
            Work::Closest(Ball) => Way::new("closest_ball", |c| {
                let found = self.query().closest(&c.ball, REACH);
                found.map(|found| found.separation.into())
            }),
            Work::All(Capsule) => Way::new("contacts_capsule", |c| {
                least(|see| {
                    self.query()
                        .each_contact(&c.capsule, REACH, |m| see(m.separation))
                })
            }),
            Work::All(Ball) => Way::new("contacts_ball", |c| {
                least(|see| {
                    self.query()
                        .each_contact(&c.ball, REACH, |m| see(m.separation))
                })
            }),
            Work::Overlap(Capsule) => Way::new("overlap_capsule", |c| {
                self.query().overlap(&c.capsule).then_some(0.0)
            }),
            Work::Overlap(Ball) => Way::new("overlap_ball", |c| {
                self.query().overlap(&c.ball).then_some(0.0)
            }),
            Work::Sweep(Capsule, length) => Way::new("sweep_capsule", move |c| {
                time(self.query().sweep(&c.capsule, c.way * length))
            }),
            Work::Sweep(Ball, length) => Way::new("sweep_ball", move |c| {
                time(self.query().sweep(&c.ball, c.way * length))
            }),
            Work::Ray => Way::new("ray", |c| {
                time(self.query().ray(c.ball.center, c.way * RAY))
            }),
        }]
    }
}
