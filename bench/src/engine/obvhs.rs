//! obvhs: rays against a binary and an eight-wide compressed tree.

use super::{Answer, Engine, Maker, Way};
use crate::surface::Surface;
use crate::work::{RAY, Work};
use glam::Vec3A;
use obvhs::BvhBuildParams;
use obvhs::bvh2::{Bvh2, builder::build_bvh2_from_tris};
use obvhs::cwbvh::{CwBvh, builder::build_cwbvh_from_tris};
use obvhs::ray::{Ray, RayHit};
use obvhs::rt_triangle::RtTriangle;
use obvhs::triangle::Triangle;
use std::time::Duration;

pub(super) const BINARY: Maker = Maker {
    name: "obvhs BVH2",
    native: false,
    prepare: |surface| {
        let triangles = triangles(surface);
        Box::new(move || {
            let params = BvhBuildParams::medium_build();
            let tree = build_bvh2_from_tris(&triangles, params, &mut Duration::default());
            let triangles = in_order(&triangles, &tree.primitive_indices);
            Box::new(Binary { tree, triangles })
        })
    },
};

pub(super) const WIDE: Maker = Maker {
    name: "obvhs CWBVH",
    native: false,
    prepare: |surface| {
        let triangles = triangles(surface);
        Box::new(move || {
            let params = BvhBuildParams::medium_build();
            let tree = build_cwbvh_from_tris(&triangles, params, &mut Duration::default());
            let triangles = in_order(&triangles, &tree.primitive_indices);
            Box::new(Wide { tree, triangles })
        })
    },
};

fn triangles(surface: &Surface) -> Vec<Triangle> {
    let all = (0..surface.triangles.len()).map(|index| surface.triangle(index));
    all.map(|t| Triangle {
        v0: t.a.into(),
        v1: t.b.into(),
        v2: t.c.into(),
    })
    .collect()
}

/// The triangles as the tree's leaves refer to them.
fn in_order(triangles: &[Triangle], order: &[u32]) -> Vec<RtTriangle> {
    order
        .iter()
        .map(|i| (&triangles[*i as usize]).into())
        .collect()
}

struct Binary {
    tree: Bvh2,
    triangles: Vec<RtTriangle>,
}

struct Wide {
    tree: CwBvh,
    triangles: Vec<RtTriangle>,
}

/// A ray's answer, as a fraction of [`RAY`], by one of the trees.
fn rays<'a>(work: Work, traverse: impl Fn(Ray, &mut RayHit) -> bool + 'a) -> Vec<Way<'a>> {
    if work != Work::Ray {
        return Vec::new();
    }
    vec![Way::new("ray_traverse", move |c| -> Answer {
        let (origin, way) = (Vec3A::from(c.ball.center), Vec3A::from(c.way));
        let mut hit = RayHit::none();
        traverse(Ray::new(origin, way, 0.0, RAY), &mut hit).then_some((hit.t / RAY).into())
    })]
}

impl Engine for Binary {
    fn ways(&self, work: Work) -> Vec<Way<'_>> {
        rays(work, |ray, hit| {
            self.tree
                .ray_traverse(ray, hit, |ray, i| self.triangles[i].intersect(ray))
        })
    }
}

impl Engine for Wide {
    fn ways(&self, work: Work) -> Vec<Way<'_>> {
        rays(work, |ray, hit| {
            self.tree
                .ray_traverse(ray, hit, |ray, i| self.triangles[i].intersect(ray))
        })
    }
}
