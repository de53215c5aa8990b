//! Jolt: a mesh shape in a system of one body.

use super::foreign::{round, vertices};
use super::{Engine, Maker, Way};
use crate::case::{HALF, RADIUS, REACH};
use crate::work::{RAY, Work};
use engines::Round;
use engines::jolt::Triangles;

pub(super) const MAKER: Maker = Maker {
    name: "Jolt",
    native: true,
    prepare: |surface| {
        let (vertices, triangles) = (vertices(surface), surface.triangles.clone());
        let asker = Round {
            ends: [[0.0, -HALF, 0.0], [0.0, HALF, 0.0]],
            half: HALF,
            radius: RADIUS,
        };
        Box::new(move || {
            Box::new(Triangles::new(&vertices, &triangles, &asker).expect("sound levels"))
        })
    },
};

impl Engine for Triangles {
    fn ways(&self, work: Work) -> Vec<Way<'_>> {
        vec![match work {
            Work::Closest(body) => Way::new("CollideShape, closest", move |c| {
                self.closest(&round(c, body), REACH).map(f64::from)
            }),
            Work::All(body) => Way::new("CollideShape, all", move |c| {
                self.all(&round(c, body), REACH).map(f64::from)
            }),
            Work::Overlap(body) => Way::new("CollideShape, any", move |c| {
                self.overlaps(&round(c, body)).then_some(0.0)
            }),
            Work::Sweep(body, length) => Way::new("CastShape, closest", move |c| {
                let hit = self.sweep(&round(c, body), (c.way * length).to_array());
                hit.map(f64::from)
            }),
            Work::Ray => Way::new("Shape::CastRay", |c| {
                let hit = self.ray(c.ball.center.to_array(), (c.way * RAY).to_array());
                hit.map(f64::from)
            }),
        }]
    }

    fn foreign_bytes(&self) -> Option<usize> {
        None
    }
}
