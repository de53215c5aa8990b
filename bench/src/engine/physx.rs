//! PhysX: its binding has no contacts of a capsule; of a ball it has the distance of the centre.

use super::foreign::{round, vertices};
use super::{Engine, Maker, Way};
use crate::case::REACH;
use crate::work::{Body, RAY, Work};
use engines::physx::Triangles;

pub(super) const MAKER: Maker = Maker {
    name: "PhysX",
    native: true,
    prepare: |surface| {
        let (vertices, triangles) = (vertices(surface), surface.triangles.clone());
        Box::new(move || Box::new(Triangles::new(&vertices, &triangles).expect("sound levels")))
    },
};

impl Engine for Triangles {
    fn ways(&self, work: Work) -> Vec<Way<'_>> {
        vec![match work {
            Work::Closest(Body::Ball) => Way::new("pointDistance", |c| {
                let (center, radius) = (c.ball.center.to_array(), c.ball.radius);
                self.query().closest(center, radius, REACH).map(f64::from)
            }),
            Work::Closest(Body::Capsule) | Work::All(_) => return Vec::new(),
            Work::Overlap(body) => Way::new("overlap", move |c| {
                self.overlaps(&round(c, body)).then_some(0.0)
            }),
            Work::Sweep(body, length) => Way::new("sweep", move |c| {
                let hit = self.sweep(&round(c, body), (c.way * length).to_array());
                hit.map(f64::from)
            }),
            Work::Ray => Way::new("raycast", |c| {
                let hit = self.ray(c.ball.center.to_array(), (c.way * RAY).to_array());
                hit.map(f64::from)
            }),
        }]
    }

    fn foreign_bytes(&self) -> Option<usize> {
        None
    }
}
