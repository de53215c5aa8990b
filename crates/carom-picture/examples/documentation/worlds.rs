//! A picture of each query on many bodies.

use super::pairs::point;
use super::view::{View, sheet};
use carom::glam::{DVec2, dvec2};
use carom::{
    Aabb, Ball, Body, BodyId, Capsule, Hull, PairEvents, Pose, RigidMotion, Rotation, Shape, World,
};
use carom_picture::{Drawing, Fill, Stroke};

/// A dozen shapes.
fn crowd() -> Vec<Shape<DVec2>> {
    let ball = |x: f64, y: f64, r: f64| Shape::from(Ball::new(dvec2(x, y), r));
    let pill = |x: f64, y: f64, dx: f64, dy: f64| {
        Shape::from(Capsule::new(
            dvec2(x - dx, y - dy),
            dvec2(x + dx, y + dy),
            0.3,
        ))
    };
    let tile = |x: f64, y: f64, w: f64, h: f64| Shape::from(Hull::cuboid(dvec2(x, y), dvec2(w, h)));
    vec![
        ball(-5.6, 1.1, 0.6),
        tile(-4.7, 0.6, 0.5, 0.5),
        pill(-4.5, -1.2, 0.7, 0.3),
        ball(-2.6, 0.9, 0.5),
        tile(-2.4, -1.1, 0.6, 0.4),
        pill(-0.9, 1.2, 0.2, 0.4),
        ball(-0.5, -1.0, 0.6),
        tile(0.6, -0.9, 0.6, 0.4),
        ball(2.0, 1.2, 0.5),
        pill(3.2, -0.9, 0.6, -0.5),
        tile(4.5, 0.9, 0.8, 0.4),
        ball(5.6, 0.2, 0.7),
    ]
}

fn world(shapes: &[Shape<DVec2>]) -> (World<DVec2>, Vec<BodyId>) {
    let mut world = World::new();
    let ids = shapes.iter().map(|shape| {
        world
            .insert(Body {
                moving: true,
                ..Body::new(shape.clone())
            })
            .expect("valid")
    });
    let ids = ids.collect();
    (world, ids)
}

fn wide() -> View {
    View::plane_of(2, 42.0, DVec2::ZERO)
}

/// The middle of a shape's box.
fn middle(shape: &Shape<DVec2>) -> DVec2 {
    shape.bounds().expect("bounded").center()
}

pub(crate) fn closest_n() -> Drawing {
    let mut drawing = sheet(
        2,
        "closest_n: the three bodies nearest to a point, in order",
    );
    let (view, shapes) = (wide(), crowd());
    let (world, ids) = world(&shapes);
    let p = dvec2(0.9, 0.5);
    let mut found = Vec::new();
    world
        .query()
        .closest_n(&point(p), 3, f64::INFINITY, &mut found);
    for (shape, id) in shapes.iter().zip(&ids) {
        let near = found.iter().any(|contact| contact.part.body == *id);
        view.fill(&mut drawing, shape, if near { Fill::B } else { Fill::Idle });
    }
    for (i, contact) in found.iter().enumerate() {
        view.segment(
            &mut drawing,
            [contact.point_a, contact.point_b],
            Stroke::Answer,
        );
        view.dot(&mut drawing, contact.point_b, Stroke::Answer);
        let word = format!("{}: {:.2}", i + 1, contact.separation);
        let way = (contact.point_b - p).normalize() * 26.0;
        view.word(
            &mut drawing,
            contact.point_b,
            [way.x, -way.y],
            &word,
            Stroke::Answer,
        );
    }
    view.dot(&mut drawing, p, Stroke::Gap);
    drawing
}

pub(crate) fn each_part() -> Drawing {
    let mut drawing = sheet(2, "each_part: the parts that may touch a box");
    let (view, shapes) = (wide(), crowd());
    let (world, ids) = world(&shapes);
    let region = Aabb {
        min: dvec2(-3.4, -1.5),
        max: dvec2(1.0, 0.6),
    };
    let mut found = Vec::new();
    world
        .query()
        .each_part(&region, |part, _| found.push(part.body));
    for (shape, id) in shapes.iter().zip(&ids) {
        view.fill(
            &mut drawing,
            shape,
            if found.contains(id) {
                Fill::B
            } else {
                Fill::Idle
            },
        );
    }
    view.fill(&mut drawing, &region, Fill::Answer);
    view.word(
        &mut drawing,
        dvec2(region.min.x, region.max.y),
        [24.0, -9.0],
        "region",
        Stroke::Answer,
    );
    drawing
}

pub(crate) fn update_pairs() -> Drawing {
    let mut drawing = sheet(2, "update_pairs: the pairs of bodies that touch");
    let (view, shapes) = (wide(), crowd());
    let (world, ids) = world(&shapes);
    let mut events = PairEvents::new();
    world.update_pairs(&mut events);
    for (shape, id) in shapes.iter().zip(&ids) {
        let touches = events.now().iter().any(|pair| pair.contains(id));
        view.fill(
            &mut drawing,
            shape,
            if touches { Fill::B } else { Fill::Idle },
        );
    }
    for pair in events.now() {
        let ends = pair.map(|id| {
            middle(
                &shapes[ids
                    .iter()
                    .position(|own| *own == id)
                    .expect("of this world")],
            )
        });
        view.segment(&mut drawing, ends, Stroke::Bold);
        for p in ends {
            view.dot(&mut drawing, p, Stroke::Answer);
        }
    }
    drawing
}

pub(crate) fn sweep_moving() -> Drawing {
    let mut drawing = sheet(
        2,
        "sweep_moving: a ball that moves, and a door that turns in the same interval",
    );
    let view = View::plane_of(2, 38.0, dvec2(0.4, 0.6));
    let door = Shape::from(Hull::cuboid(dvec2(1.6, 0.0), dvec2(1.6, 0.14)));
    let mut world = World::new();
    let pose = Pose::at(dvec2(-1.0, -1.2));
    world
        .insert(Body {
            pose,
            spin: 1.6,
            ..Body::new(door.clone())
        })
        .expect("a valid body");
    let ball = Ball::new(dvec2(4.6, 1.6), 0.5);
    let motion = RigidMotion::straight(dvec2(-6.4, -0.4));
    let hit = world
        .query()
        .sweep_moving(&ball, &motion, 1.0)
        .hit
        .expect("the door is in the way");
    let at = |t: f64| Pose::new(pose.translation, Rotation::from_f64(DVec2::ZERO, 1.6 * t));
    for i in 0..3 {
        view.fill(
            &mut drawing,
            &at(hit.t * f64::from(i) / 3.0).place_shape(&door),
            Fill::Idle,
        );
    }
    view.fill(&mut drawing, &at(hit.t).place_shape(&door), Fill::B);
    let end = ball.translated(motion.delta * hit.t);
    view.fill(
        &mut drawing,
        &Capsule::new(ball.center, end.center, ball.radius),
        Fill::Swept,
    );
    view.fill(&mut drawing, &ball, Fill::Ghost);
    view.fill(&mut drawing, &end, Fill::A);
    view.arrow(
        &mut drawing,
        [ball.center, ball.center + motion.delta],
        Stroke::Motion,
    );
    view.hit(&mut drawing, &hit, 0.8);
    view.word(
        &mut drawing,
        end.center,
        [6.0, -32.0],
        &format!("t = {:.2}", hit.t),
        Stroke::Answer,
    );
    view.dot(&mut drawing, pose.translation, Stroke::B);
    view.word(
        &mut drawing,
        pose.translation,
        [-22.0, 12.0],
        "spin",
        Stroke::B,
    );
    drawing
}
