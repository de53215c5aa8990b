//! A picture of each query on closed meshes, and on two meshes.

use super::view::{View, sheet};
use carom::Mesh;
use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom_picture::{Drawing, Fill, Stroke};

/// A polygon extruded along z: its faces, and its mesh.
struct Prism {
    faces: Vec<Vec<DVec3>>,
    mesh: Mesh<DVec3>,
}

impl Prism {
    /// The outline is counter-clockwise and star-shaped around its first corner.
    fn new(outline: &[[f64; 2]], [low, high]: [f64; 2], turn: impl Fn(DVec3) -> DVec3) -> Self {
        let at = |p: &[f64; 2], z: f64| turn(dvec3(p[0], p[1], z));
        let mut faces: Vec<Vec<DVec3>> = vec![
            outline.iter().rev().map(|p| at(p, low)).collect(),
            outline.iter().map(|p| at(p, high)).collect(),
        ];
        for (i, p) in outline.iter().enumerate() {
            let q = &outline[(i + 1) % outline.len()];
            faces.push(vec![at(p, low), at(q, low), at(q, high), at(p, high)]);
        }
        // The first corner of the outline is the last one of the face turned round.
        faces[0].rotate_right(1);
        let fan = |face: &Vec<DVec3>| -> Vec<DVec3> {
            (2..face.len())
                .flat_map(|i| [face[0], face[i - 1], face[i]])
                .collect()
        };
        let corners: Vec<DVec3> = faces.iter().flat_map(fan).collect();
        let all = (0..corners.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        let mesh = Mesh::new(corners, all.collect::<Vec<_>>()).expect("finite");
        assert!(mesh.is_closed());
        Self { faces, mesh }
    }

    fn draw(&self, view: &View, drawing: &mut Drawing, fill: Fill) {
        let mut faces: Vec<&Vec<DVec3>> = self
            .faces
            .iter()
            .filter(|face| view.faces_eye(face))
            .collect();
        let depth = |face: &[DVec3]| view.depth(face.iter().sum::<DVec3>() / face.len() as f64);
        faces.sort_by(|a, b| depth(a).total_cmp(&depth(b)));
        for face in faces {
            drawing.area(&view.all(face), fill);
        }
    }
}

const SQUARE: [[f64; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];

/// A flat slab, with its top at height 0.
fn slab() -> Prism {
    Prism::new(&SQUARE, [-1.0, 1.0], |p| {
        dvec3(2.0 * p.x, 0.35 * p.y - 0.35, 1.5 * p.z)
    })
}

/// A tilted block that stands in the slab.
fn block(lift: DVec3) -> Prism {
    let turn = carom::Rotation::<DVec3>::from_f64(dvec3(0.3, 0.2, 1.0), 0.45);
    Prism::new(&SQUARE, [-1.0, 1.0], |p| {
        turn.rotate(p * dvec3(0.55, 0.9, 0.6)) + dvec3(0.0, 0.55, 0.0) + lift
    })
}

pub(crate) fn crossings() -> Drawing {
    let mut drawing = sheet(
        1,
        "crossing_lines: the polyline along which two meshes cross",
    );
    let view = View::space(0, 46.0, dvec3(0.0, 0.2, 0.0));
    let (a, b) = (block(DVec3::ZERO), slab());
    b.draw(&view, &mut drawing, Fill::B);
    let lines = b.mesh.query().crossing_lines(&a.mesh);
    // Above the slab: what the faces of the block have there, down to the line.
    for face in a.faces.iter().filter(|face| view.faces_eye(face)) {
        let above: Vec<DVec3> = clipped(face);
        drawing.area(&view.all(&above), Fill::A);
    }
    for line in &lines {
        drawing.line(&view.all(line), Stroke::Bold);
        for p in line {
            view.dot(&mut drawing, *p, Stroke::Answer);
        }
    }
    view.word(
        &mut drawing,
        dvec3(0.0, 1.0, 0.6),
        [0.0, 0.0],
        "a",
        Stroke::A,
    );
    view.word(
        &mut drawing,
        dvec3(-1.6, 0.0, 1.1),
        [0.0, 0.0],
        "b",
        Stroke::B,
    );
    drawing
}

/// The part of a convex face at and above height 0.
fn clipped(face: &[DVec3]) -> Vec<DVec3> {
    let mut kept = Vec::new();
    for (i, p) in face.iter().enumerate() {
        let q = face[(i + 1) % face.len()];
        if p.y >= 0.0 {
            kept.push(*p);
        }
        if (p.y >= 0.0) != (q.y >= 0.0) {
            kept.push(p.lerp(q, p.y / (p.y - q.y)));
        }
    }
    kept
}

pub(crate) fn penetration_mesh() -> Drawing {
    let mut drawing = sheet(
        1,
        "penetration_mesh: the translation that separates two meshes",
    );
    let view = View::space(0, 44.0, dvec3(0.0, 0.4, 0.0));
    let (a, b) = (block(DVec3::ZERO), slab());
    let found = b
        .mesh
        .query()
        .penetration_mesh(&a.mesh)
        .expect("they overlap");
    let free = block(found.translation);
    b.draw(&view, &mut drawing, Fill::B);
    free.draw(&view, &mut drawing, Fill::A);
    for face in a.faces.iter().filter(|face| view.faces_eye(face)) {
        drawing.area(&view.all(face), Fill::Ghost);
    }
    let from = dvec3(1.5, 0.0, 0.6);
    view.arrow(&mut drawing, [from, from + found.translation], Stroke::Bold);
    view.word(
        &mut drawing,
        from + found.translation,
        [10.0, -14.0],
        "translation",
        Stroke::Answer,
    );
    let length = format!("length {:.2}", found.translation.length());
    view.word(&mut drawing, from, [16.0, 14.0], &length, Stroke::Answer);
    view.word(
        &mut drawing,
        dvec3(-1.6, 0.0, 1.1),
        [0.0, 0.0],
        "b",
        Stroke::B,
    );
    view.word(
        &mut drawing,
        dvec3(-0.1, 1.6, 0.6),
        [0.0, 0.0],
        "a",
        Stroke::A,
    );
    drawing
}

pub(crate) fn closest_mesh() -> Drawing {
    let mut drawing = sheet(1, "closest_mesh: the nearest points of two meshes");
    let view = View::space(0, 40.0, dvec3(0.0, 0.5, 0.0));
    let (a, b) = (block(dvec3(0.3, 1.0, 0.0)), slab());
    b.draw(&view, &mut drawing, Fill::B);
    a.draw(&view, &mut drawing, Fill::A);
    let found = b.mesh.query().closest_mesh(&a.mesh, 9.0);
    let (contact, _) = found.expect("no limit");
    view.contact(&mut drawing, &contact, 0.5);
    let middle = (contact.point_a + contact.point_b) * 0.5;
    let word = format!("{:.2}", contact.separation);
    view.word(&mut drawing, middle, [24.0, 4.0], &word, Stroke::Answer);
    drawing
}

pub(crate) fn sweep_mesh() -> Drawing {
    let mut drawing = sheet(
        1,
        "sweep_mesh: the first hit of a mesh that moves against another",
    );
    let view = View::space(0, 36.0, dvec3(-0.2, 0.75, 0.0));
    let (a, b) = (block(dvec3(-1.4, 1.1, 0.0)), slab());
    let delta = dvec3(2.6, -1.3, 0.0);
    let (swept, _) = b.mesh.query().sweep_mesh(&a.mesh, delta).expect("it hits");
    let hit = swept.hit.expect("apart at the start");
    let end = block(dvec3(-1.4, 1.1, 0.0) + delta * hit.t);
    b.draw(&view, &mut drawing, Fill::B);
    a.draw(&view, &mut drawing, Fill::Ghost);
    end.draw(&view, &mut drawing, Fill::A);
    let from = dvec3(-1.4, 1.65, 0.0);
    view.arrow(&mut drawing, [from, from + delta], Stroke::Motion);
    view.hit(&mut drawing, &hit, 0.5);
    let word = format!("t = {:.2}", hit.t);
    view.word(&mut drawing, hit.point, [40.0, 16.0], &word, Stroke::Answer);
    drawing
}

/// The letter V: a concave prism.
fn letter() -> Prism {
    let outline = [
        [0.0, -1.3],
        [1.9, 1.3],
        [1.0, 1.3],
        [0.0, 0.1],
        [-1.0, 1.3],
        [-1.9, 1.3],
    ];
    Prism::new(&outline, [-0.5, 0.5], |p| p)
}

pub(crate) fn ray_intervals() -> Drawing {
    let mut drawing = sheet(
        1,
        "ray_intervals: the parts of a ray that are inside a closed mesh",
    );
    let view = View::turned(0, 44.0, DVec3::ZERO, [0.35, 0.3]);
    let letter = letter();
    letter.draw(&view, &mut drawing, Fill::B);
    let (from, delta) = (dvec3(-2.6, 0.5, 0.1), dvec3(5.0, 0.5, -0.2));
    let mut found = Vec::new();
    letter.mesh.ray_intervals(from, delta, &mut found);
    view.arrow(&mut drawing, [from, from + delta], Stroke::Motion);
    view.dot(&mut drawing, from, Stroke::Gap);
    for [enter, leave] in found {
        let ends = [enter, leave].map(|t| from + delta * t);
        view.segment(&mut drawing, ends, Stroke::Bold);
        for (p, t, side) in [(ends[0], enter, -1.0), (ends[1], leave, 1.0)] {
            view.dot(&mut drawing, p, Stroke::Answer);
            view.word(
                &mut drawing,
                p,
                [side * 2.0, if side < 0.0 { -13.0 } else { 15.0 }],
                &format!("{t:.2}"),
                Stroke::Answer,
            );
        }
    }
    drawing
}

pub(crate) fn winding_number() -> Drawing {
    let mut drawing = sheet(
        2,
        "winding_number: 1 inside and 0 outside of a closed mesh, and a fraction near the hole of an open one",
    );
    let cube = Prism::new(&SQUARE, [-1.0, 1.0], |p| p * dvec3(1.7, 1.2, 1.5));
    // Without the triangles of its right side.
    let open = Mesh::of_triangles(cube.mesh.iter().filter(|t| t.a.x + t.b.x + t.c.x < 5.0))
        .expect("ten triangles");
    for (panel, mesh) in [&cube.mesh, &open].into_iter().enumerate() {
        let view = View::plane(panel, 40.0, DVec2::ZERO);
        let outline = [
            [1.7, 1.2],
            [-1.7, 1.2],
            [-1.7, -1.2],
            [1.7, -1.2],
            [1.7, 1.2],
        ]
        .map(DVec2::from);
        let shown = if mesh.is_closed() {
            &outline[..]
        } else {
            &outline[..4]
        };
        drawing.line(&view.all(shown), Stroke::B);
        for x in [-2.4, -1.0, 0.2, 1.2, 2.4] {
            for y in [-1.75, -0.7, 0.0, 0.7, 1.75] {
                let number = mesh.winding_number(dvec3(x, y, 0.0));
                let stroke = if number > 0.5 {
                    Stroke::Answer
                } else {
                    Stroke::Soft
                };
                view.word(
                    &mut drawing,
                    dvec2(x, y),
                    [0.0, 0.0],
                    &format!("{number:.2}").replace("-0.00", "0.00"),
                    stroke,
                );
            }
        }
    }
    drawing
}
