//! Pictures of outlines in the plane: with holes, distances around them, motions through and out of them.

use super::view::{View, sheet};
use carom::glam::{DVec2, dvec2};
use carom::{Ball, Capsule, Chain, Hull, ShapeRef};
use carom_picture::{Drawing, Fill, Stroke};

fn ring<const N: usize>(corners: [[f64; 2]; N]) -> Vec<DVec2> {
    corners.map(DVec2::from).to_vec()
}

fn draw_solid(view: &View, drawing: &mut Drawing, chain: &Chain<DVec2>) {
    let rings: Vec<Vec<DVec2>> = chain
        .rings()
        .map(|ring| view.all(&chain.vertices()[ring]))
        .collect();
    drawing.rings(&rings, Fill::B);
}

/// An island with a lake, and an islet in the lake.
fn island() -> Chain<DVec2> {
    let coast = ring([
        [-5.6, -1.7],
        [5.2, -1.9],
        [5.8, 0.4],
        [4.4, 1.8],
        [-4.6, 1.9],
        [-6.0, 0.2],
    ]);
    let lake = ring([[-2.6, -0.9], [-2.9, 0.7], [2.4, 1.0], [2.7, -1.0]]);
    let islet = ring([[0.6, -0.4], [1.6, -0.3], [1.2, 0.4]]);
    let chain = Chain::from_rings([coast, lake, islet]).and_then(Chain::solid);
    chain.expect("outlines to the left, the hole to the right")
}

pub(crate) fn rings() -> Drawing {
    let mut drawing = sheet(
        2,
        "A solid chain of three rings: an outline, a hole, an island in it; the contacts of four balls",
    );
    let view = View::plane_of(2, 40.0, DVec2::ZERO);
    let chain = island();
    draw_solid(&view, &mut drawing, &chain);
    for center in [[-4.9, -0.2], [-1.2, 0.0], [3.5, -0.2], [1.15, -0.1]] {
        let ball = Ball::new(center.into(), 0.35);
        view.fill(&mut drawing, &ball, Fill::A);
        let found = chain.query().closest(&ball, 9.0).expect("no limit");
        view.contact(&mut drawing, &found, 0.55);
    }
    drawing
}

/// Steps of the grid in which lines of equal distance are followed, across and up.
const CELLS: [i32; 2] = [112, 72];

pub(crate) fn signed_distance() -> Drawing {
    let mut drawing = sheet(
        1,
        "signed_distance: lines of equal distance from an outline, negative inside, and its gradient",
    );
    let view = View::plane(0, 40.0, DVec2::ZERO);
    let outline = ring([
        [-2.4, -1.5],
        [2.4, -1.5],
        [2.4, 0.1],
        [0.0, 0.1],
        [0.0, 1.4],
        [-2.4, 1.4],
    ]);
    let solid = Chain::closed(outline).and_then(Chain::solid);
    let solid = solid.expect("counter-clockwise");
    draw_solid(&view, &mut drawing, &solid);
    for level in [-0.5, -0.25, 0.25, 0.5] {
        let stroke = if level < 0.0 { Stroke::B } else { Stroke::Soft };
        drawing.lines(&contour(&view, &solid, level), stroke);
    }
    for p in [[-1.0, -0.5], [1.1, 0.95]].map(DVec2::from) {
        let found = solid.query().closest(&ShapeRef::point(p), 9.0);
        let normal = found.expect("no limit").normal;
        view.arrow(&mut drawing, [p, p + normal * 0.6], Stroke::Answer);
        let distance = solid.signed_distance(p);
        let beside = [if distance < 0.0 { -26.0 } else { 26.0 }, 0.0];
        view.named(
            &mut drawing,
            p,
            beside,
            &format!("{distance:.2}"),
            Stroke::Answer,
        );
    }
    drawing
}

/// The lines of one distance: pieces in the cells of a grid, joined.
fn contour(view: &View, chain: &Chain<DVec2>, level: f64) -> Vec<Vec<DVec2>> {
    let at = |i: i32, j: i32| {
        let half = CELLS.map(|cells| f64::from(cells) * 0.5);
        dvec2(f64::from(i) - half[0], f64::from(j) - half[1]) * 0.06
    };
    let mut pieces = Vec::new();
    for i in 0..CELLS[0] {
        for j in 0..CELLS[1] {
            let corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            let heights = corners.map(|p| chain.signed_distance(p) - level);
            let mut ends = Vec::new();
            for k in 0..4 {
                let (p, q) = (heights[k], heights[(k + 1) % 4]);
                if (p < 0.0) != (q < 0.0) {
                    ends.push(view.to(corners[k].lerp(corners[(k + 1) % 4], p / (p - q))));
                }
            }
            pieces.extend(ends.as_chunks::<2>().0);
        }
    }
    joined(pieces)
}

/// Polylines of pieces with common ends.
fn joined(mut pieces: Vec<[DVec2; 2]>) -> Vec<Vec<DVec2>> {
    let mut lines = Vec::new();
    while let Some(first) = pieces.pop() {
        let mut line = first.to_vec();
        loop {
            let end = line[line.len() - 1];
            let is_next = |piece: &[DVec2; 2]| piece.iter().any(|p| p.distance(end) < 1e-6);
            let Some(next) = pieces.iter().position(is_next) else {
                break;
            };
            let [p, q] = pieces.swap_remove(next);
            line.push(if p.distance(end) < 1e-6 { q } else { p });
        }
        lines.push(line);
    }
    lines
}

/// Three posts in a row.
fn posts() -> Chain<DVec2> {
    let post = |x: f64, y: f64| ring([[x, y - 0.5], [x + 0.5, y], [x, y + 0.5], [x - 0.5, y]]);
    let chain = Chain::from_rings([post(-2.4, -0.5), post(0.5, 0.4), post(3.4, -0.2)]);
    chain.and_then(Chain::solid).expect("three squares")
}

pub(crate) fn sweep_all() -> Drawing {
    let mut drawing = sheet(
        2,
        "sweep_all: the hits of a capsule with all parts on its way, in their order",
    );
    let view = View::plane_of(2, 40.0, DVec2::ZERO);
    let chain = posts();
    let hero = Capsule::new(dvec2(-5.6, -0.5), dvec2(-5.6, 0.5), 0.4);
    let delta = dvec2(10.6, 0.0);
    let end = hero.translated(delta);
    view.fill(
        &mut drawing,
        &Hull::new([hero.a, hero.b, end.a, end.b], hero.radius),
        Fill::Swept,
    );
    draw_solid(&view, &mut drawing, &chain);
    let mut hits = Vec::new();
    chain.query().sweep_all(&hero, delta, &mut hits);
    view.fill(&mut drawing, &hero, Fill::A);
    // The first hit of each post.
    let mut met = Vec::new();
    for hit in hits {
        let post = hit.part.index / 4;
        if met.contains(&post) {
            continue;
        }
        met.push(post);
        view.fill(&mut drawing, &hero.translated(delta * hit.t), Fill::Ghost);
        view.normal_at(&mut drawing, &hit, 0.7);
        let word = format!("{:.2}", hit.t);
        view.word(
            &mut drawing,
            dvec2(hit.point.x - 0.35, 1.6),
            [0.0, 0.0],
            &word,
            Stroke::Answer,
        );
    }
    let middle = (hero.a + hero.b) * 0.5;
    view.arrow(&mut drawing, [middle, middle + delta], Stroke::Motion);
    drawing
}

pub(crate) fn leave_overlaps() -> Drawing {
    let mut drawing = sheet(
        2,
        "leave_overlaps: a motion that starts in a part goes out of it, and is stopped by the next one",
    );
    let view = View::plane_of(2, 40.0, DVec2::ZERO);
    let wall = |x: f64| ring([[x, -1.7], [x + 0.8, -1.7], [x + 0.8, 1.7], [x, 1.7]]);
    let chain = Chain::from_rings([wall(-5.9), wall(5.1)]).and_then(Chain::solid);
    let chain = chain.expect("two walls");
    draw_solid(&view, &mut drawing, &chain);
    let ball = Ball::new(dvec2(-5.0, 0.0), 0.6);
    let way = dvec2(11.4, 0.0);
    view.fill(&mut drawing, &ball, Fill::A);
    let free = chain.query().leave_overlaps(true);
    let hit = free.sweep(&ball, way).expect("the second wall");
    view.fill(&mut drawing, &ball.translated(way * hit.t), Fill::Ghost);
    view.arrow(
        &mut drawing,
        [ball.center, ball.center + way],
        Stroke::Motion,
    );
    view.normal_at(&mut drawing, &hit, 0.8);
    for (delta, y) in [(way, 1.2), (-way, -1.2)] {
        let stopped = chain.query().sweep(&ball, delta);
        let left = free.sweep(&ball, delta);
        let time = |hit: Option<carom::Hit<DVec2>>| {
            hit.map_or("free".into(), |hit| format!("{:.2}", hit.t))
        };
        let word = format!(
            "delta {}: t = {}, with leave_overlaps {}",
            if delta.x > 0.0 { "→" } else { "←" },
            time(stopped),
            time(left)
        );
        view.word(
            &mut drawing,
            dvec2(0.0, y),
            [0.0, 0.0],
            &word,
            Stroke::Answer,
        );
    }
    drawing
}
