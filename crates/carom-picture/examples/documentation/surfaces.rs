//! A picture of each surface, and of each query on one.

use super::pairs::solid_box;
use super::view::{View, sheet};
use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom::{Aabb, Ball, Capsule, Chain, Compound, Cylinder, HeightField, Hull, Mesh, Shape};
use carom_picture::{Drawing, Fill, Stroke};

/// The triangles of a mesh that face the eye, far ones first.
pub(crate) fn triangles(view: &View, drawing: &mut Drawing, mesh: &Mesh<DVec3>, fill: Fill) {
    let mut all: Vec<[DVec3; 3]> = mesh.iter().map(|t| [t.a, t.b, t.c]).collect();
    all.retain(|[a, b, c]| view.depth((*b - *a).cross(*c - *a)) > 0.0);
    all.sort_by(|s, t| {
        view.depth(s[0] + s[1] + s[2])
            .total_cmp(&view.depth(t[0] + t[1] + t[2]))
    });
    for corners in all {
        drawing.area(&view.all(&corners), fill);
    }
}

/// A hill of four by four heights.
fn hill() -> HeightField<DVec3> {
    let heights = [
        0.0, 0.2, 0.1, 0.0, 0.2, 1.3, 0.7, 0.1, 0.1, 0.8, 0.3, 0.5, 0.0, 0.1, 0.6, 1.0,
    ];
    HeightField {
        origin: dvec3(-1.8, -0.6, -1.8),
        cell: [1.2, 1.2],
        columns: 4,
        heights: heights.to_vec(),
    }
}

fn hill_view(panel: usize) -> View {
    View::turned(panel, 42.0, dvec3(0.0, 0.1, 0.0), [0.5, 0.75])
}

pub(crate) fn height_field() -> Drawing {
    let mut drawing = sheet(1, "A height field: four by four heights, 18 triangles");
    let view = hill_view(0);
    let field = hill();
    let mesh = field.clone().mesh().expect("a valid field");
    triangles(&view, &mut drawing, &mesh, Fill::B);
    for (i, height) in field.heights.iter().enumerate() {
        let at = field.origin + dvec3((i % 4) as f64 * 1.2, *height, (i / 4) as f64 * 1.2);
        view.dot(&mut drawing, at, Stroke::B);
    }
    view.word(
        &mut drawing,
        field.origin,
        [-30.0, 6.0],
        "origin",
        Stroke::B,
    );
    view.word(
        &mut drawing,
        dvec3(0.0, -0.6, 1.8),
        [-14.0, 10.0],
        "columns, x",
        Stroke::B,
    );
    view.word(
        &mut drawing,
        dvec3(1.8, 0.0, 0.0),
        [38.0, 24.0],
        "rows, z",
        Stroke::B,
    );
    drawing
}

pub(crate) fn mesh() -> Drawing {
    let mut drawing = sheet(
        1,
        "A mesh: a ray hits one of its triangles, which the answer names",
    );
    let view = hill_view(0);
    let mesh = hill().mesh().expect("a valid field");
    triangles(&view, &mut drawing, &mesh, Fill::B);
    let (from, delta) = (dvec3(-0.9, 2.2, 1.2), dvec3(0.3, -4.0, -0.6));
    let hit = mesh.query().ray(from, delta).expect("it hits the hill");
    let triangle = mesh.triangle(hit.part.index);
    drawing.area(
        &view.all(&[triangle.a, triangle.b, triangle.c]),
        Fill::Answer,
    );
    view.segment(&mut drawing, [from, hit.point], Stroke::Motion);
    view.dot(&mut drawing, from, Stroke::Gap);
    view.hit(&mut drawing, &hit, 0.9);
    view.word(
        &mut drawing,
        hit.point,
        [0.0, 44.0],
        &format!("part.index = {}", hit.part.index),
        Stroke::Answer,
    );
    drawing
}

/// Ground of a game seen from the side.
fn ground() -> Chain<DVec2> {
    let points = [
        [-6.8, 0.4],
        [-4.6, 0.4],
        [-3.2, -1.0],
        [-1.0, -1.0],
        [0.4, 0.2],
        [2.0, 0.6],
        [3.4, -0.6],
        [6.8, -0.6],
    ];
    Chain::open(points.map(DVec2::from).to_vec()).expect("a valid chain")
}

fn draw_chain(view: &View, drawing: &mut Drawing, chain: &Chain<DVec2>) {
    drawing.line(&view.all(chain.vertices()), Stroke::B);
    for p in chain.vertices() {
        view.dot(drawing, *p, Stroke::B);
    }
}

fn side_view() -> View {
    View::plane_of(2, 40.0, dvec2(0.0, 0.4))
}

pub(crate) fn chain() -> Drawing {
    let mut drawing = sheet(
        2,
        "A chain of segments: contacts of a ball and a capsule with the parts near them",
    );
    let (view, chain) = (side_view(), ground());
    draw_chain(&view, &mut drawing, &chain);
    for i in 0..chain.segment_count() {
        let part = chain.segment(i as u32);
        view.word(
            &mut drawing,
            (part.a + part.b) * 0.5,
            [0.0, 13.0],
            &i.to_string(),
            Stroke::B,
        );
    }
    let shapes = [
        Capsule::new(dvec2(-2.2, 0.3), dvec2(-2.2, -0.15), 0.75),
        Capsule::from(Ball::new(dvec2(3.6, 0.2), 0.75)),
    ];
    for shape in shapes {
        view.fill(&mut drawing, &shape, Fill::A);
        let mut found = Vec::new();
        chain.query().contacts(&shape, 0.2, &mut found);
        for contact in found {
            view.contact(&mut drawing, &contact, 1.0);
        }
    }
    drawing
}

pub(crate) fn ray() -> Drawing {
    let mut drawing = sheet(
        2,
        "ray: the first hit of each ray with the parts of a surface, its point and its normal",
    );
    let (view, chain) = (side_view(), ground());
    draw_chain(&view, &mut drawing, &chain);
    let eye = dvec2(-0.6, 1.9);
    for i in 0..9 {
        let (sin, cos) = libm::sincos(-0.14 - 0.35 * f64::from(i));
        let delta = dvec2(cos, sin) * 4.5;
        match chain.query().ray(eye, delta) {
            Some(hit) => {
                view.segment(&mut drawing, [eye, hit.point], Stroke::Motion);
                view.normal_at(&mut drawing, &hit, 0.5);
            }
            None => view.segment(&mut drawing, [eye, eye + delta], Stroke::Soft),
        }
    }
    view.dot(&mut drawing, eye, Stroke::Gap);
    drawing
}

pub(crate) fn surface_sweep() -> Drawing {
    let mut drawing = sheet(
        2,
        "Query::sweep: the first hit of a capsule that moves over a surface",
    );
    let (view, chain) = (side_view(), ground());
    draw_chain(&view, &mut drawing, &chain);
    let hero = Capsule::new(dvec2(-3.6, 1.1), dvec2(-3.6, 1.7), 0.4);
    let delta = dvec2(6.4, -1.6);
    let hit = chain
        .query()
        .sweep(&hero, delta)
        .expect("the step is in the way");
    let end = hero.translated(delta * hit.t);
    view.fill(
        &mut drawing,
        &Hull::new([hero.a, hero.b, end.a, end.b], hero.radius),
        Fill::Swept,
    );
    view.fill(&mut drawing, &hero, Fill::Ghost);
    view.fill(&mut drawing, &end, Fill::A);
    let middle = (hero.a + hero.b) * 0.5;
    view.arrow(&mut drawing, [middle, middle + delta], Stroke::Motion);
    view.word(
        &mut drawing,
        middle + delta,
        [26.0, -6.0],
        "delta",
        Stroke::Soft,
    );
    view.hit(&mut drawing, &hit, 0.9);
    view.word(
        &mut drawing,
        end.b,
        [0.0, -26.0],
        &format!("t = {:.2}", hit.t),
        Stroke::Answer,
    );
    view.word(
        &mut drawing,
        hit.point,
        [4.0, 26.0],
        &format!("part.index = {}", hit.part.index),
        Stroke::Answer,
    );
    drawing
}

pub(crate) fn compound() -> Drawing {
    let mut drawing = sheet(
        1,
        "A compound of a plate and two legs; a ball that moves hits part 2",
    );
    let view = View::space(0, 46.0, dvec3(0.0, 0.55, 0.0));
    let plate = Aabb {
        min: dvec3(-1.6, 0.9, -0.8),
        max: dvec3(1.6, 1.15, 0.8),
    };
    let leg = |x: f64| Cylinder::new(dvec3(x, -0.3, 0.0), dvec3(x, 0.9, 0.0), 0.25);
    let table = Compound::new([Shape::from(plate), leg(-1.1).into(), leg(1.1).into()])
        .expect("valid shapes");
    view.ground(&mut drawing, -0.3, 2);
    let ball = Ball::new(dvec3(-0.45, 0.1, 0.2), 0.25);
    let delta = dvec3(2.4, 0.0, -0.2);
    let hit = table
        .query()
        .sweep(&ball, delta)
        .expect("the leg is in the way");
    for shape in &table.shapes()[1..] {
        view.fill(&mut drawing, shape, Fill::B);
    }
    view.fill(&mut drawing, &ball, Fill::Ghost);
    view.fill(&mut drawing, &ball.translated(delta * hit.t), Fill::A);
    solid_box(&view, &mut drawing, &plate, Fill::B, Stroke::B);
    view.arrow(
        &mut drawing,
        [ball.center, ball.center + delta],
        Stroke::Motion,
    );
    view.hit(&mut drawing, &hit, 0.5);
    for (i, at) in [
        dvec3(0.0, 1.0, 0.8),
        dvec3(-1.1, 0.4, 0.25),
        dvec3(1.1, 0.5, 0.25),
    ]
    .into_iter()
    .enumerate()
    {
        view.word(&mut drawing, at, [0.0, 0.0], &i.to_string(), Stroke::B);
    }
    view.word(
        &mut drawing,
        hit.point,
        [-6.0, 36.0],
        &format!("part.index = {}", hit.part.index),
        Stroke::Answer,
    );
    drawing
}

pub(crate) fn solid() -> Drawing {
    let mut drawing = sheet(
        2,
        "A closed outline as a line, and as a solid: deep inside there is a contact only with the solid",
    );
    let corners = [
        [-2.6, -1.7],
        [2.6, -1.7],
        [2.6, -0.1],
        [-0.4, -0.1],
        [-0.4, 1.6],
        [-2.6, 1.6],
    ]
    .map(DVec2::from);
    let outline = Chain::closed(corners.to_vec()).expect("a valid chain");
    let solid = outline
        .clone()
        .solid()
        .expect("closed and counter-clockwise");
    let ball = Ball::new(dvec2(1.2, -0.85), 0.4);
    for (panel, island) in [&outline, &solid].into_iter().enumerate() {
        let view = View::plane(panel, 40.0, DVec2::ZERO);
        if island.is_solid() {
            drawing.area(&view.all(&corners), Fill::B);
        } else {
            let closed: Vec<DVec2> = corners.iter().chain(&corners[..1]).copied().collect();
            drawing.line(&view.all(&closed), Stroke::B);
        }
        view.fill(&mut drawing, &ball, Fill::A);
        let found = island.query().closest(&ball, 0.0);
        let word = found.map_or("no contact".into(), |found| {
            format!("depth {:.2}", found.depth())
        });
        if let Some(found) = found {
            view.contact(&mut drawing, &found, 0.8);
        }
        view.word(
            &mut drawing,
            dvec2(1.2, 0.9),
            [44.0, 0.0],
            &word,
            Stroke::Answer,
        );
    }
    drawing
}
