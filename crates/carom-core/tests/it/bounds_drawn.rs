//! The boxes of BVHs as they are drawn: each level within the one above, and in all of them every part.

use carom::glam::{DVec3, Vec2, Vec3, dvec3, vec2};
use carom::{
    Aabb, Ball, Body, Chain, Compound, DebugCategory, DebugDraw, Mesh, Plane, Pose, Query, Scalar,
    Surface, Triangle, Vector, World,
};
use fastrand::Rng;
use std::collections::BTreeSet;

struct Lines<V>(Vec<[V; 2]>);

impl<V: Vector> DebugDraw<V> for Lines<V> {
    fn line(&mut self, a: V, b: V, category: DebugCategory) {
        assert_eq!(category, DebugCategory::Bounds);
        self.0.push([a, b]);
    }
}

/// The boxes drawn on a level: twelve lines each, in 2D four.
fn level<S: Surface>(query: &Query<'_, S>, number: usize) -> Vec<Aabb<S::Vector>> {
    let mut lines = Lines(Vec::new());
    query.draw_bounds(number..=number, &mut lines);
    let edges = if S::Vector::DIM == 2 { 4 } else { 12 };
    assert_eq!(lines.0.len() % edges, 0);
    let boxes = lines.0.chunks(edges);
    boxes
        .map(|lines| {
            let different: BTreeSet<_> = lines.iter().map(|line| format!("{line:?}")).collect();
            assert_eq!(different.len(), edges);
            for [a, b] in lines {
                let unlike = (0..S::Vector::DIM).filter(|axis| a[*axis] < b[*axis]);
                assert_eq!(unlike.count(), 1, "an edge along one axis");
            }
            Aabb::of_points(lines.iter().flatten().copied())
        })
        .collect()
}

fn contains<V: Vector>(outer: &Aabb<V>, inner: &Aabb<V>) -> bool {
    outer.contains(inner.min) && outer.contains(inner.max)
}

/// `parts` are the boxes of all parts.
fn check<S: Surface>(
    query: &Query<'_, S>,
    parts: &[Aabb<S::Vector>],
    least: usize,
    is_compact: bool,
) {
    let mut levels = vec![level(query, 0)];
    while !levels[levels.len() - 1].is_empty() {
        levels.push(level(query, levels.len()));
    }
    levels.pop();
    assert!(levels.len() >= least, "{}", levels.len());
    for pair in levels.windows(2) {
        // Boxes are rounded outwards, those of a compact mesh to 1/255 of the box around them.
        let rounding = number::<S::Vector>(if is_compact { 1.0 / 200.0 } else { 1e-6 });
        let around = |inner: &Aabb<S::Vector>| {
            let mut outer = pair[0].iter();
            outer.any(|outer| {
                contains(
                    &outer.inflated(outer.size().max_element() * rounding),
                    inner,
                )
            })
        };
        assert!(pair[1].iter().all(around));
        assert!(pair[1].len() > pair[0].len() || pair[1].len() >= 2);
    }
    let all: Vec<_> = levels.iter().flatten().collect();
    for part in parts {
        let size = part.size().max_element();
        let near = |bounds: &&&Aabb<S::Vector>| {
            contains(bounds, part) && bounds.size().max_element() < size * number::<S::Vector>(40.0)
        };
        assert!(all.iter().any(|bounds| near(&bounds)), "{part:?}");
    }
    let mut lines = Lines(Vec::new());
    query.draw_bounds(.., &mut lines);
    let edges = if S::Vector::DIM == 2 { 4 } else { 12 };
    assert_eq!(lines.0.len(), edges * all.len());
}

fn number<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

fn point<V: Vector>(random: &mut Rng, size: f64) -> V {
    V::from_f64([0; 3].map(|_| random.f64() * size))
}

#[test]
fn boxes_of_a_mesh_a_chain_and_a_compound() {
    let random = &mut Rng::with_seed(1);
    let triangles: Vec<Triangle<Vec3>> = (0..600)
        .map(|_| {
            let at = point::<Vec3>(random, 20.0);
            let [a, b, c] = [0; 3].map(|_| at + point::<Vec3>(random, 1.0) + Vec3::ONE * 0.1);
            Triangle::new(a, b, c)
        })
        .collect();
    let bounds: Vec<_> = triangles.iter().map(Triangle::bounds).collect();
    let mesh = Mesh::of_triangles(triangles).unwrap();
    check(&mesh.query(), &bounds, 3, false);
    check(&mesh.compact().query(), &bounds, 3, true);

    let points: Vec<Vec2> = (0..300)
        .map(|i| vec2(i as f32 * 0.5, point::<Vec2>(random, 1.0).x))
        .collect();
    let ends = points.windows(2);
    let bounds: Vec<_> = ends
        .map(|ends| Aabb::of_points([ends[0], ends[1]]))
        .collect();
    check(&Chain::open(points).unwrap().query(), &bounds, 4, false);

    let balls: Vec<Ball<DVec3>> = (0..100)
        .map(|_| Ball::new(point(random, 9.0), 0.5))
        .collect();
    let bounds: Vec<_> = balls.iter().map(Ball::bounds).collect();
    check(&Compound::new(balls).unwrap().query(), &bounds, 3, false);
}

#[test]
fn boxes_of_a_world() {
    let random = &mut Rng::with_seed(2);
    let far = dvec3(1e8, 0.0, -1e7);
    for origin in [DVec3::ZERO, far] {
        let mut world = World::<Vec3>::new();
        let mut bounds = Vec::new();
        for i in 0..300 {
            let at = point::<Vec3>(random, 20.0).as_dvec3();
            let pose = Pose {
                translation: origin + at,
                ..Pose::default()
            };
            let body = Body {
                pose,
                moving: i % 3 == 0,
                ..Body::new(Ball::new(Vec3::ZERO, 0.5))
            };
            let id = world.insert(body).unwrap();
            if i % 7 == 0 {
                world.remove(id);
                continue;
            }
            let at = (world.get(id).unwrap().pose.translation - origin).as_vec3();
            bounds.push(Ball::new(at, 0.49).bounds());
        }
        world.insert(Plane::new(Vec3::Y, 0.)).unwrap();
        check(&world.query().around(origin), &bounds, 3, false);
    }
    assert!(level(&World::<Vec3>::new().query(), 0).is_empty());
}
