//! Box3D. It has no closest-contact query; all contacts are collected instead.

use super::foreign::{round, vertices};
use super::{Engine, Maker, Way};
use crate::case::REACH;
use crate::work::{RAY, Work};
use engines::box3d::Triangles;

pub(super) const MAKER: Maker = Maker {
    name: "Box3D",
    native: true,
    prepare: |surface| {
        let (vertices, triangles) = (vertices(surface), surface.triangles.clone());
        Box::new(move || Box::new(Triangles::new(&vertices, &triangles).expect("sound levels")))
    },
};

impl Engine for Triangles {
    fn ways(&self, work: Work) -> Vec<Way<'_>> {
        vec![match work {
            Work::Closest(body) | Work::All(body) => Way::new("b3CollideMoverAndMesh", move |c| {
                self.closest(&round(c, body), REACH).map(f64::from)
            }),
            Work::Overlap(body) => Way::new("b3OverlapMesh", move |c| {
                self.overlaps(&round(c, body)).then_some(0.0)
            }),
            Work::Sweep(body, length) => Way::new("b3ShapeCastMesh", move |c| {
                let hit = self.sweep(&round(c, body), (c.way * length).to_array());
                hit.map(f64::from)
            }),
            Work::Ray => Way::new("b3RayCastMesh, one side", |c| {
                let hit = self.ray(c.ball.center.to_array(), (c.way * RAY).to_array());
                hit.map(f64::from)
            }),
        }]
    }

    fn foreign_bytes(&self) -> Option<usize> {
        Some(self.bytes())
    }
}
