//! A picture of each shape with corners or a half-space: in 2D and in 3D with its fields, and the nearest point that
//! `closest` finds.

use super::view::{View, sheet};
use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom::{
    Aabb, Convex, Hull, OrientedBox, Plane, Polytope, RoundShape, Segment, Shape, Triangle,
};
use carom_picture::{Drawing, Fill, Stroke};

/// A panel of each, with the centers at the origin.
pub(crate) fn views() -> (View, View) {
    (
        View::plane(0, 40.0, DVec2::ZERO),
        View::space(1, 40.0, DVec3::ZERO),
    )
}

/// A 2D shape and a 3D shape on the ground, both with the point nearest to another one.
pub(crate) fn both(
    description: &str,
    flat: impl Convex<Vector = DVec2>,
    solid: impl Into<Shape<DVec3>>,
    edges: &[Vec<DVec3>],
) -> Drawing {
    let mut drawing = sheet(2, description);
    let (plane, space) = views();
    plane.fill(&mut drawing, &flat, Fill::A);
    plane.nearest(&mut drawing, dvec2(2.9, 1.6), &flat);
    space.ground(&mut drawing, -1.2, 3);
    let solid = solid.into();
    space.fill(&mut drawing, &solid, Fill::A);
    space.edges(&mut drawing, edges, std::slice::from_ref(&solid), Stroke::A);
    space.nearest(&mut drawing, dvec3(2.6, 1.5, 0.6), &solid);
    drawing
}

/// A measure from a point: a line and its name beside the middle.
pub(crate) fn measure<V: carom::Vector>(
    view: &View,
    drawing: &mut Drawing,
    [a, b]: [V; 2],
    offset: [f64; 2],
    name: &str,
) {
    view.segment(drawing, [a, b], Stroke::Soft);
    let half = carom::Scalar::from_f64(0.5);
    view.word(drawing, a * half + b * half, offset, name, Stroke::Soft);
}

pub(crate) fn segment() -> Drawing {
    let (a, b) = (dvec2(-2.2, -1.0), dvec2(1.4, 0.5));
    let (c, d) = (dvec3(-2.0, -0.9, 0.5), dvec3(1.5, 0.6, -0.3));
    let mut drawing = both(
        "A segment in 2D and in 3D",
        Segment::new(a, b),
        Segment::new(c, d),
        &[],
    );
    let (plane, space) = views();
    plane.named(&mut drawing, a, [-12.0, 0.0], "a", Stroke::A);
    plane.named(&mut drawing, b, [4.0, 14.0], "b", Stroke::A);
    space.named(&mut drawing, c, [-12.0, 0.0], "a", Stroke::A);
    space.named(&mut drawing, d, [4.0, 14.0], "b", Stroke::A);
    drawing
}

pub(crate) fn triangle() -> Drawing {
    let flat = [dvec2(-2.0, -1.2), dvec2(1.8, -0.8), dvec2(-0.3, 1.4)];
    let solid = [
        dvec3(-1.8, -0.9, 1.0),
        dvec3(1.7, -0.6, 1.0),
        dvec3(0.2, 0.1, -1.6),
    ];
    let [a, b, c] = solid;
    let mut drawing = both(
        "A triangle: filled in 2D, flat in 3D",
        Triangle::new(flat[0], flat[1], flat[2]),
        Triangle::new(a, b, c),
        &[],
    );
    let (plane, space) = views();
    for (i, offset) in [[-10.0, 6.0], [10.0, 8.0], [0.0, -12.0]]
        .into_iter()
        .enumerate()
    {
        let name = ["a", "b", "c"][i];
        plane.word(&mut drawing, flat[i], offset, name, Stroke::A);
        space.word(&mut drawing, solid[i], offset, name, Stroke::A);
    }
    let normal = Triangle::new(a, b, c).normal().expect("it has an area");
    let middle = (a + b + c) / 3.0;
    space.arrow(
        &mut drawing,
        [middle, middle + normal * 0.9],
        Stroke::Answer,
    );
    space.word(
        &mut drawing,
        middle + normal * 0.9,
        [0.0, -10.0],
        "normal()",
        Stroke::Answer,
    );
    drawing
}

/// The edges of a hull.
fn edges(hull: &Hull<DVec3>) -> Vec<Vec<DVec3>> {
    hull.edges().map(|[a, b]| vec![a, b]).collect()
}

/// Points of which some are inside, in 2D; a rock with the normals of the faces in front, in 3D.
pub(crate) fn polytope() -> Drawing {
    // Spread evenly (Roberts's sequences), and the same on every machine.
    let spread = |i: u32, ratio: f64| (f64::from(i) * ratio).fract() * 2.0 - 1.0;
    let flat: Vec<DVec2> = (1..24)
        .map(|i| dvec2(spread(i, 0.754_88) * 1.7, spread(i, 0.569_84) * 1.3))
        .collect();
    let solid: Vec<DVec3> = (1..17)
        .map(|i| dvec3(spread(i, 0.819_17), spread(i, 0.671_04), spread(i, 0.549_7)))
        .filter_map(|p| p.try_normalize())
        .map(|p| p * dvec3(1.5, 1.1, 1.2))
        .collect();
    let polygon = Polytope::new(&flat).expect("finite points");
    let solid = Polytope::new(&solid).expect("finite points");
    let at = |polytope: &Polytope<DVec3>, index: u32| polytope.vertices()[index as usize];
    let of_solid: Vec<_> = solid
        .edges()
        .map(|[a, b]| vec![at(&solid, a), at(&solid, b)])
        .collect();
    let mut drawing = both(
        "A polytope: the vertices, faces and edges of the hull of points",
        polygon.clone(),
        Hull::from(solid.clone()),
        &of_solid,
    );
    let (plane, space) = views();
    for p in flat {
        let is_vertex = polygon.vertices().contains(&p);
        let stroke = if is_vertex { Stroke::A } else { Stroke::Soft };
        plane.dot(&mut drawing, p, stroke);
    }
    let sight = space.sight();
    for face in solid.faces() {
        let n = face.plane.normal;
        if n.dot(sight) > 0.45 {
            let corners = face.vertices.iter().map(|index| at(&solid, *index));
            let middle = corners.sum::<DVec3>() / face.vertices.len() as f64;
            space.arrow(&mut drawing, [middle, middle + n * 0.5], Stroke::Answer);
        }
    }
    drawing
}

pub(crate) fn hull() -> Drawing {
    let flat = [
        [-1.6, -0.9],
        [0.2, -1.3],
        [1.5, -0.2],
        [0.9, 1.2],
        [-1.1, 1.0],
    ]
    .map(DVec2::from);
    let solid: [[f64; 3]; 7] = [
        [-1.3, -1.0, 0.8],
        [1.2, -1.0, 0.9],
        [1.3, -1.0, -0.9],
        [-1.1, -1.0, -0.8],
        [-0.7, 0.6, 0.5],
        [0.8, 0.5, 0.3],
        [0.1, 1.2, -0.4],
    ];
    let solid = Hull::new(solid.map(DVec3::from), 0.0);
    let of_solid = edges(&solid);
    let mut drawing = both(
        "A convex hull: a polygon in 2D, a polyhedron in 3D",
        Hull::new(flat, 0.0),
        solid.clone(),
        &of_solid,
    );
    let (plane, space) = views();
    for p in flat {
        plane.dot(&mut drawing, p, Stroke::A);
    }
    for p in solid.points {
        space.dot(&mut drawing, p, Stroke::A);
    }
    plane.word(&mut drawing, DVec2::ZERO, [0.0, 0.0], "points", Stroke::A);
    drawing
}

pub(crate) fn aabb() -> Drawing {
    let flat = Aabb {
        min: dvec2(-1.7, -1.1),
        max: dvec2(1.5, 1.0),
    };
    let solid = Aabb {
        min: dvec3(-1.3, -1.0, -0.8),
        max: dvec3(1.3, 0.7, 1.1),
    };
    let mut drawing = both(
        "A box along the axes, in 2D and in 3D",
        flat,
        solid,
        &edges(&solid.into()),
    );
    let (plane, space) = views();
    plane.named(&mut drawing, flat.min, [-18.0, 4.0], "min", Stroke::A);
    plane.named(&mut drawing, flat.max, [-4.0, -13.0], "max", Stroke::A);
    space.named(&mut drawing, solid.min, [-18.0, 4.0], "min", Stroke::A);
    space.named(&mut drawing, solid.max, [-6.0, -13.0], "max", Stroke::A);
    drawing
}

pub(crate) fn oriented_box() -> Drawing {
    let flat = OrientedBox {
        center: DVec2::ZERO,
        axes: [dvec2(1.5, 0.5), dvec2(-0.3, 0.9), DVec2::ZERO],
    };
    let axes = [
        dvec3(1.1, 0.3, 0.45),
        dvec3(-0.2, 0.7, 0.02),
        dvec3(-0.35, -0.11, 0.92),
    ];
    let solid = OrientedBox {
        center: dvec3(0.0, -0.1, 0.0),
        axes,
    };
    let corner = |i: usize| {
        (0..3).fold(solid.center, |p, k| {
            if i >> k & 1 == 1 {
                p + axes[k]
            } else {
                p - axes[k]
            }
        })
    };
    let hull = Hull::new((0..8).map(corner).collect::<Vec<_>>(), 0.0);
    let mut drawing = both(
        "A box in any orientation, in 2D and in 3D",
        flat,
        solid,
        &edges(&hull),
    );
    let (plane, space) = views();
    for (i, name) in ["axes[0]", "axes[1]", "axes[2]"].into_iter().enumerate() {
        if i < 2 {
            plane.arrow(
                &mut drawing,
                [flat.center, flat.center + flat.axes[i]],
                Stroke::A,
            );
            plane.word(
                &mut drawing,
                flat.center + flat.axes[i],
                [[-16.0, 18.0], [2.0, -14.0]][i],
                name,
                Stroke::A,
            );
        }
        space.arrow(
            &mut drawing,
            [solid.center, solid.center + axes[i]],
            Stroke::A,
        );
    }
    plane.named(&mut drawing, flat.center, [-24.0, 8.0], "center", Stroke::A);
    space.dot(&mut drawing, solid.center, Stroke::A);
    drawing
}

pub(crate) fn round_shape() -> Drawing {
    let flat = Hull::new([dvec2(-1.3, -0.7), dvec2(1.2, -0.7), dvec2(0.1, 0.8)], 0.0);
    let solid = Aabb {
        min: dvec3(-1.0, -0.8, -0.6),
        max: dvec3(1.0, 0.5, 0.6),
    };
    let radius = 0.4;
    // The borders of the flat faces: the edges of the core, moved out along each of its faces.
    let out = |p: DVec3, k: usize| {
        p + DVec3::from_array(std::array::from_fn(|i| {
            if i == k { radius * p[i].signum() } else { 0.0 }
        }))
    };
    let borders: Vec<Vec<DVec3>> = edges(&solid.into())
        .iter()
        .flat_map(|ends| {
            let along = (0..3)
                .find(|k| ends[0][*k] != ends[1][*k])
                .expect("an edge along an axis");
            [(along + 1) % 3, (along + 2) % 3].map(|k| vec![out(ends[0], k), out(ends[1], k)])
        })
        .collect();
    let round = RoundShape::new(Shape::from(solid), radius);
    let mut drawing = both(
        "A triangle in 2D and a box in 3D, each with a radius",
        RoundShape::new(flat.clone(), 0.5),
        round,
        &borders,
    );
    let (plane, _) = views();
    plane.fill(&mut drawing, &flat, Fill::Ghost);
    measure(
        &plane,
        &mut drawing,
        [flat.points[0], flat.points[0] + dvec2(0.0, -0.5)],
        [24.0, 1.0],
        "radius",
    );
    plane.word(
        &mut drawing,
        dvec2(0.0, -0.2),
        [0.0, 0.0],
        "shape",
        Stroke::A,
    );
    drawing
}

pub(crate) fn plane() -> Drawing {
    let mut drawing = sheet(2, "A half-space in 2D and in 3D");
    let (plane, space) = views();
    let floor = Plane::new(dvec2(-0.28, 0.96), -0.6);
    // What the panel shows of it: all below the line.
    let on = floor.normal * floor.offset / floor.normal.length_squared();
    let along = -floor.normal.perp().normalize();
    let ends = [on - along * 3.6, on + along * 3.4];
    let below = [
        ends[0],
        ends[1],
        dvec2(ends[1].x, -2.4),
        dvec2(ends[0].x, -2.4),
    ];
    drawing.area(&plane.all(&below), Fill::B);
    plane.nearest(&mut drawing, dvec2(1.0, 1.4), &floor);
    let start = on - along * 1.2;
    plane.arrow(
        &mut drawing,
        [start, start + floor.normal.normalize()],
        Stroke::B,
    );
    plane.word(
        &mut drawing,
        start + floor.normal.normalize(),
        [-28.0, -4.0],
        "normal",
        Stroke::B,
    );
    let solid = Plane::new(DVec3::Y, -0.9);
    let corner = |x: f64, z: f64| dvec3(x, -0.9, z);
    let sheet = [
        corner(-2.2, -1.8),
        corner(2.2, -1.8),
        corner(2.2, 1.8),
        corner(-2.2, 1.8),
    ];
    drawing.area(&space.all(&sheet), Fill::B);
    space.arrow(
        &mut drawing,
        [corner(-1.0, 0.0), corner(-1.0, 0.0) + DVec3::Y],
        Stroke::B,
    );
    space.word(
        &mut drawing,
        corner(-1.0, 0.0) + DVec3::Y,
        [0.0, -10.0],
        "normal",
        Stroke::B,
    );
    space.nearest(&mut drawing, dvec3(0.9, 1.2, 0.0), &solid);
    drawing
}
