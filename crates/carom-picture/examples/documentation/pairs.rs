//! A picture of each query on two shapes.

use super::view::{View, sheet};
use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom::{
    Aabb, Ball, Capsule, Contact, Convex, Hull, Pose, RigidMotion, Rotation, Shape, ShapeRef,
    closest, contact, manifold, overlap, ray_interval, sweep, sweep_rigid,
};
use carom_picture::{Drawing, Fill, Stroke};

/// The corners of a quadrangle.
fn quad(corners: [[f64; 2]; 4]) -> Hull<DVec2> {
    Hull::new(corners.map(DVec2::from), 0.0)
}

/// Names both shapes.
fn names(drawing: &mut Drawing, view: &View, a: DVec2, b: DVec2) {
    view.word(drawing, a, [0.0, 0.0], "a", Stroke::A);
    view.word(drawing, b, [0.0, 0.0], "b", Stroke::B);
}

pub(crate) fn closest_points() -> Drawing {
    let mut drawing = sheet(
        2,
        "closest: the nearest points of two shapes, and their distance",
    );
    let plane = View::plane(0, 40.0, DVec2::ZERO);
    let a = Capsule::new(dvec2(0.9, 0.2), dvec2(2.0, 1.3), 0.5);
    let b = quad([[-2.6, -1.4], [-0.4, -1.6], [-0.2, 0.1], [-2.3, 0.4]]);
    plane.fill(&mut drawing, &b, Fill::B);
    plane.fill(&mut drawing, &a, Fill::A);
    let found = closest(&a, &b);
    gap(
        &plane,
        &mut drawing,
        [found.point_a, found.point_b],
        found.distance,
    );
    names(&mut drawing, &plane, dvec2(1.6, 0.9), dvec2(-1.4, -0.6));
    let space = View::space(1, 40.0, DVec3::ZERO);
    let a = Ball::new(dvec3(1.3, 0.6, 0.2), 0.6);
    let b = Aabb {
        min: dvec3(-1.6, -1.2, -0.8),
        max: dvec3(-0.2, 0.2, 0.8),
    };
    space.ground(&mut drawing, -1.2, 3);
    solid_box(&space, &mut drawing, &b, Fill::B, Stroke::B);
    space.fill(&mut drawing, &a, Fill::A);
    let found = closest(&a, &b);
    gap(
        &space,
        &mut drawing,
        [found.point_a, found.point_b],
        found.distance,
    );
    drawing
}

/// The nearest points, and the distance between them.
fn gap<V: carom::Vector>(view: &View, drawing: &mut Drawing, [a, b]: [V; 2], distance: f64) {
    view.segment(drawing, [a, b], Stroke::Answer);
    let half = carom::Scalar::from_f64(0.5);
    view.word(
        drawing,
        a * half + b * half,
        [-4.0, -14.0],
        &format!("{distance:.2}"),
        Stroke::Answer,
    );
    view.dot(drawing, b, Stroke::B);
    view.dot(drawing, a, Stroke::A);
}

/// A box with the edges that are seen.
pub(crate) fn solid_box(
    view: &View,
    drawing: &mut Drawing,
    shape: &Aabb<DVec3>,
    fill: Fill,
    stroke: Stroke,
) {
    view.fill(drawing, shape, fill);
    let edges: Vec<Vec<DVec3>> = Hull::from(*shape).edges().map(Vec::from).collect();
    view.edges(drawing, &edges, &[Shape::from(*shape)], stroke);
}

pub(crate) fn overlaps() -> Drawing {
    let mut drawing = sheet(2, "overlap: whether two shapes touch or overlap");
    let b = quad([[-2.4, -1.2], [-0.1, -1.5], [0.5, 0.4], [-1.9, 0.6]]);
    for (panel, center) in [dvec2(0.9, 0.5), dvec2(1.5, 0.9)].into_iter().enumerate() {
        let plane = View::plane(panel, 40.0, DVec2::ZERO);
        let a = Ball::new(center, 0.8);
        plane.fill(&mut drawing, &b, Fill::B);
        plane.fill(&mut drawing, &a, Fill::A);
        names(&mut drawing, &plane, center, dvec2(-1.2, -0.5));
        plane.word(
            &mut drawing,
            dvec2(0.8, -1.2),
            [26.0, 0.0],
            &overlap(&a, &b).to_string(),
            Stroke::Answer,
        );
    }
    drawing
}

pub(crate) fn contacts() -> Drawing {
    let mut drawing = sheet(
        2,
        "contact: points, normal and signed separation, apart and in penetration",
    );
    let b = quad([[-3.0, -1.7], [3.0, -1.7], [3.0, -0.4], [-3.0, -0.7]]);
    for (panel, height) in [0.0, -0.75].into_iter().enumerate() {
        let plane = View::plane(panel, 40.0, DVec2::ZERO);
        let a = Capsule::new(dvec2(-0.6, height + 0.5), dvec2(1.0, height + 1.0), 0.6);
        plane.fill(&mut drawing, &b, Fill::B);
        plane.fill(&mut drawing, &a, Fill::A);
        names(
            &mut drawing,
            &plane,
            dvec2(0.6, height + 0.9),
            dvec2(-2.4, -1.2),
        );
        let found = contact(&a, &b, f64::INFINITY).expect("without a limit");
        plane.contact(&mut drawing, &found, 1.0);
        let word = format!("separation {:.2}", found.separation);
        plane.word(
            &mut drawing,
            found.point_b,
            [70.0, 18.0],
            &word,
            Stroke::Answer,
        );
    }
    drawing
}

/// A motion: the start, the way, and where it ends.
fn swept_area(plane: &View, drawing: &mut Drawing, a: &Capsule<DVec2>, delta: DVec2) {
    let ends = [a.a, a.b, a.a + delta, a.b + delta];
    plane.fill(drawing, &Hull::new(ends, a.radius), Fill::Swept);
}

pub(crate) fn sweeps() -> Drawing {
    let mut drawing = sheet(
        2,
        "sweep: the first touch of a moving shape, with the time of impact, the point and the normal",
    );
    let plane = View::plane(0, 28.0, dvec2(5.0, 0.0));
    let a = Capsule::new(dvec2(1.0, 0.6), dvec2(1.6, 1.6), 0.6);
    let b = quad([[6.0, -2.6], [9.0, -2.2], [8.6, 0.6], [6.4, 0.2]]);
    let delta = dvec2(7.6, -2.2);
    let hit = sweep(&a, delta, &b).hit.expect("in the way");
    plane.fill(&mut drawing, &b, Fill::B);
    swept_area(&plane, &mut drawing, &a, delta * hit.t);
    plane.fill(&mut drawing, &a, Fill::Ghost);
    plane.fill(&mut drawing, &a.translated(delta * hit.t), Fill::A);
    let from = (a.a + a.b) * 0.5;
    plane.arrow(&mut drawing, [from, from + delta], Stroke::Motion);
    plane.word(
        &mut drawing,
        from + delta,
        [12.0, 12.0],
        "delta",
        Stroke::Soft,
    );
    plane.hit(&mut drawing, &hit, 1.2);
    plane.word(
        &mut drawing,
        from + delta * hit.t,
        [-4.0, -44.0],
        &format!("t = {:.2}", hit.t),
        Stroke::Answer,
    );
    names(
        &mut drawing,
        &plane,
        from + dvec2(-0.1, 0.5),
        dvec2(7.9, -1.9),
    );
    let space = View::space(1, 26.0, dvec3(0.3, 0.9, 0.0));
    let slab = Aabb {
        min: dvec3(-3.0, -1.0, -2.0),
        max: dvec3(3.0, -0.4, 2.0),
    };
    let ball = Ball::new(dvec3(-2.0, 3.0, 0.4), 0.8);
    let delta = dvec3(3.6, -5.0, 0.2);
    let hit = sweep(&ball, delta, &slab)
        .hit
        .expect("it falls on the slab");
    let end = ball.translated(delta * hit.t);
    solid_box(&space, &mut drawing, &slab, Fill::B, Stroke::B);
    space.fill(
        &mut drawing,
        &Capsule::new(ball.center, end.center, ball.radius),
        Fill::Swept,
    );
    space.fill(&mut drawing, &ball, Fill::Ghost);
    space.fill(&mut drawing, &end, Fill::A);
    space.arrow(
        &mut drawing,
        [ball.center, ball.center + delta],
        Stroke::Motion,
    );
    space.hit(&mut drawing, &hit, 1.0);
    space.word(
        &mut drawing,
        end.center,
        [44.0, -6.0],
        &format!("t = {:.2}", hit.t),
        Stroke::Answer,
    );
    drawing
}

pub(crate) fn rigid_sweeps() -> Drawing {
    let mut drawing = sheet(
        2,
        "sweep_rigid: the first touch of a shape that moves and rotates on the way",
    );
    let plane = View::plane(0, 34.0, dvec2(0.4, 0.9));
    let flipper = Capsule::new(dvec2(-2.0, 0.0), dvec2(1.6, 0.0), 0.35);
    let ball = Ball::new(dvec2(1.1, 2.3), 0.5);
    let motion = RigidMotion::rotation(flipper.a, DVec2::ZERO, 1.3);
    turning(&plane, &mut drawing, &flipper, &motion, &ball);
    plane.named(&mut drawing, flipper.a, [-4.0, 22.0], "pivot", Stroke::A);
    let plane = View::plane(1, 30.0, dvec2(0.2, 0.4));
    let plank = Hull::cuboid(dvec2(-2.6, 1.0), dvec2(1.2, 0.2));
    let post = quad([[1.4, -2.3], [2.2, -2.3], [2.2, 0.3], [1.4, 0.5]]);
    let motion = RigidMotion {
        delta: dvec2(4.4, -0.4),
        ..RigidMotion::rotation(dvec2(-2.6, 1.0), DVec2::ZERO, -2.2)
    };
    turning(&plane, &mut drawing, &plank, &motion, &post);
    drawing
}

/// A rigid sweep: the start, two moments on the way, and the moment of the touch.
fn turning(
    plane: &View,
    drawing: &mut Drawing,
    a: &impl Convex<Vector = DVec2>,
    motion: &RigidMotion<DVec2>,
    b: &impl Convex<Vector = DVec2>,
) {
    let hit = sweep_rigid(a, motion, b, &RigidMotion::default())
        .hit
        .expect("in the way");
    let at = |t: f64| {
        let turn = Rotation::from_f64(DVec2::ZERO, motion.angle * t);
        let center = motion.pivot + motion.delta * t;
        Pose::new(center - turn.rotate(motion.pivot), turn)
    };
    plane.fill(drawing, b, Fill::B);
    plane.fill(drawing, &at(0.0).place_shape(a), Fill::Ghost);
    for i in 1..4 {
        plane.fill(
            drawing,
            &at(hit.t * f64::from(i) / 4.0).place_shape(a),
            Fill::Swept,
        );
    }
    plane.fill(drawing, &at(hit.t).place_shape(a), Fill::A);
    plane.hit(drawing, &hit, 0.8);
    plane.word(
        drawing,
        hit.point,
        [46.0, -14.0],
        &format!("t = {:.2}", hit.t),
        Stroke::Answer,
    );
}

pub(crate) fn ray_through() -> Drawing {
    let mut drawing = sheet(
        2,
        "ray_interval: where a ray enters a shape and where it leaves; a ray from inside only leaves",
    );
    let plane = View::plane(0, 40.0, DVec2::ZERO);
    let shape = quad([[-1.6, -1.2], [1.2, -1.4], [1.6, 0.9], [-1.2, 1.2]]);
    let rays = [[dvec2(-2.9, -0.9), dvec2(5.8, 1.5)]];
    through(&plane, &mut drawing, &shape, &rays);
    let plane = View::plane(1, 40.0, DVec2::ZERO);
    let shape = Capsule::new(dvec2(-0.9, -0.4), dvec2(0.9, 0.2), 1.0);
    through(
        &plane,
        &mut drawing,
        &shape,
        &[[dvec2(-0.8, -0.2), dvec2(3.4, 1.1)]],
    );
    drawing
}

fn through(
    plane: &View,
    drawing: &mut Drawing,
    shape: &impl Convex<Vector = DVec2>,
    rays: &[[DVec2; 2]],
) {
    plane.fill(drawing, shape, Fill::B);
    for [from, delta] in rays {
        let found = ray_interval(*from, *delta, shape).expect("it meets the shape");
        plane.arrow(drawing, [*from, *from + *delta], Stroke::Motion);
        let [enter, leave] = [
            found.entry.map_or(0.0, |hit| hit.t),
            found.exit.map_or(1.0, |hit| hit.t),
        ];
        plane.segment(
            drawing,
            [*from + *delta * enter, *from + *delta * leave],
            Stroke::Bold,
        );
        plane.dot(drawing, *from, Stroke::Gap);
        for (hit, name) in [(found.entry, "entry"), (found.exit, "exit")] {
            if let Some(hit) = hit {
                plane.hit(drawing, &hit, 0.7);
                plane.word(
                    drawing,
                    hit.point,
                    [hit.normal.x.signum() * 18.0, 18.0],
                    name,
                    Stroke::Answer,
                );
                plane.word(
                    drawing,
                    hit.point,
                    [hit.normal.x.signum() * 22.0, 32.0],
                    &format!("t = {:.2}", hit.t),
                    Stroke::Answer,
                );
            }
        }
    }
}

pub(crate) fn manifolds() -> Drawing {
    let mut drawing = sheet(
        2,
        "manifold: two points in 2D, up to four in 3D, each with its depth",
    );
    let plane = View::plane(0, 40.0, DVec2::ZERO);
    let floor = Hull::cuboid(dvec2(0.0, -1.4), dvec2(3.0, 0.7));
    let tilted = Rotation::from_f64(DVec2::ZERO, 0.05);
    let crate_ =
        Hull::cuboid(DVec2::ZERO, dvec2(1.2, 0.8)).map(|p| tilted.rotate(p) + dvec2(0.2, 0.0));
    plane.fill(&mut drawing, &floor, Fill::B);
    plane.fill(&mut drawing, &crate_, Fill::A);
    names(&mut drawing, &plane, dvec2(0.2, 0.1), dvec2(-2.4, -1.4));
    points(&plane, &mut drawing, &crate_, &floor);
    let space = View::space(1, 40.0, dvec3(0.0, -0.1, 0.0));
    let slab = Aabb {
        min: dvec3(-2.0, -1.2, -1.6),
        max: dvec3(2.0, -0.7, 1.6),
    };
    let turn = Rotation::from_f64(DVec3::Y, -0.25);
    let block =
        Hull::cuboid(DVec3::ZERO, dvec3(1.0, 0.6, 0.8)).map(|p| turn.rotate(p) - DVec3::Y * 0.12);
    solid_box(&space, &mut drawing, &slab, Fill::B, Stroke::B);
    space.fill(&mut drawing, &block, Fill::A);
    let edges: Vec<Vec<DVec3>> = block.edges().map(Vec::from).collect();
    space.edges(
        &mut drawing,
        &edges,
        &[Shape::from(block.clone())],
        Stroke::A,
    );
    points(&space, &mut drawing, &block, &Hull::from(slab));
    drawing
}

/// The points of a manifold, and its normal at each.
fn points<V: carom::Vector>(view: &View, drawing: &mut Drawing, a: &Hull<V>, b: &Hull<V>) {
    let found = manifold(a, b, carom::Scalar::from_f64(0.02)).expect("they overlap");
    for point in found.points() {
        let at = Contact {
            point_a: point.point_a,
            point_b: point.point_b,
            normal: found.normal,
            separation: point.separation,
            ..Contact::default()
        };
        let tip = at.point_b + at.normal * carom::Scalar::from_f64(0.6);
        view.segment(drawing, [at.point_a, at.point_b], Stroke::Bold);
        view.arrow(drawing, [at.point_b, tip], Stroke::Answer);
        view.dot(drawing, at.point_a, Stroke::Answer);
    }
}

/// A point as a shape.
pub(crate) fn point<V: carom::Vector>(p: V) -> ShapeRef<'static, V> {
    ShapeRef::point(p)
}
