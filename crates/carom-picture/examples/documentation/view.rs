//! Panels of a drawing: a plane or a space seen from the side, with shapes drawn by what queries return.

use carom::glam::{DVec2, DVec3, dvec2};
use carom::{Contact, Convex, Hit, Plane, Shape, ShapeRef, Vector, contact, ray_interval};
use carom_picture::{Drawing, Fill, Stroke};

/// The size of a panel, in pixels.
pub(crate) const PANEL: DVec2 = dvec2(280.0, 180.0);

/// Directions in which the outline of a shape is measured. Odd, so that none is along an axis of symmetry.
const WAYS: usize = 181;

/// The length of rays to the eye.
const FAR: f64 = 100.0;

/// A panel: the mapping from the world to pixels.
#[derive(Clone, Copy)]
pub(crate) struct View {
    /// The pixel at which `center` is.
    middle: DVec2,
    center: DVec3,
    /// Pixels for a length of 1.
    scale: f64,
    right: DVec3,
    up: DVec3,
    /// Towards the eye.
    back: DVec3,
}

impl View {
    /// The plane, in the panel of this number.
    pub(crate) fn plane(panel: usize, scale: f64, center: DVec2) -> Self {
        Self {
            middle: middle(panel),
            center: center.extend(0.0),
            scale,
            right: DVec3::X,
            up: DVec3::Y,
            back: DVec3::Z,
        }
    }

    /// The plane, over the whole width of this many panels.
    pub(crate) fn plane_of(panels: usize, scale: f64, center: DVec2) -> Self {
        let middle = dvec2(panels as f64 * PANEL.x, PANEL.y) * 0.5;
        Self {
            middle,
            ..Self::plane(0, scale, center)
        }
    }

    /// The space from above and the front right, in the panel of this number.
    pub(crate) fn space(panel: usize, scale: f64, center: DVec3) -> Self {
        Self::turned(panel, scale, center, [0.5, 0.42])
    }

    /// The space from these angles around y and above the ground.
    pub(crate) fn turned(panel: usize, scale: f64, center: DVec3, [yaw, pitch]: [f64; 2]) -> Self {
        let (sin, cos) = libm::sincos(yaw);
        let (high, flat) = libm::sincos(pitch);
        let right = DVec3::new(cos, 0.0, -sin);
        let back = DVec3::new(sin * flat, high, cos * flat);
        Self {
            middle: middle(panel),
            center,
            scale,
            right,
            up: back.cross(right),
            back,
        }
    }

    /// The direction towards the eye.
    pub(crate) fn sight(&self) -> DVec3 {
        self.back
    }

    /// The pixel of a point.
    pub(crate) fn to<V: Vector>(&self, p: V) -> DVec2 {
        let away = DVec3::from_array(p.to_f64()) - self.center;
        self.middle + dvec2(away.dot(self.right), -away.dot(self.up)) * self.scale
    }

    pub(crate) fn all<V: Vector>(&self, points: &[V]) -> Vec<DVec2> {
        points.iter().map(|p| self.to(*p)).collect()
    }

    /// The outline of a shape: in each direction of the panel the point that a half-space from there touches first.
    pub(crate) fn outline<S: Convex>(&self, shape: &S) -> Vec<DVec2> {
        let mut points: Vec<DVec2> = Vec::new();
        for i in 0..WAYS {
            let (sin, cos) = libm::sincos(core::f64::consts::TAU * (i as f64 + 0.3) / WAYS as f64);
            let way = S::Vector::from_f64((self.right * cos + self.up * sin).to_array());
            let side = Plane::through(S::Vector::ZERO, -way);
            let reach = <<S::Vector as Vector>::Scalar as carom::Scalar>::INFINITY;
            let found = contact(shape, &side, reach).expect("a bounded shape");
            let point = self.to(found.point_a);
            if points.last().is_none_or(|last| last.distance(point) > 1e-6) {
                points.push(point);
            }
        }
        points
    }

    pub(crate) fn fill(&self, drawing: &mut Drawing, shape: &impl Convex, fill: Fill) {
        drawing.area(&self.outline(shape), fill);
    }

    pub(crate) fn segment<V: Vector>(&self, drawing: &mut Drawing, [a, b]: [V; 2], stroke: Stroke) {
        drawing.line(&[self.to(a), self.to(b)], stroke);
    }

    pub(crate) fn arrow<V: Vector>(&self, drawing: &mut Drawing, [a, b]: [V; 2], stroke: Stroke) {
        drawing.arrow(self.to(a), self.to(b), stroke);
    }

    pub(crate) fn dot<V: Vector>(&self, drawing: &mut Drawing, p: V, stroke: Stroke) {
        drawing.dot(self.to(p), stroke);
    }

    /// A word beside a point, by an offset in pixels.
    pub(crate) fn word<V: Vector>(
        &self,
        drawing: &mut Drawing,
        p: V,
        offset: [f64; 2],
        word: &str,
        stroke: Stroke,
    ) {
        drawing.word(self.to(p) + DVec2::from(offset), word, stroke);
    }

    /// A dot and its name.
    pub(crate) fn named<V: Vector>(
        &self,
        drawing: &mut Drawing,
        p: V,
        offset: [f64; 2],
        word: &str,
        stroke: Stroke,
    ) {
        self.dot(drawing, p, stroke);
        self.word(drawing, p, offset, word, stroke);
    }

    /// Lines on solid shapes: what these hide of them is dropped.
    pub(crate) fn edges(
        &self,
        drawing: &mut Drawing,
        lines: &[Vec<DVec3>],
        solids: &[Shape<DVec3>],
        stroke: Stroke,
    ) {
        let seen = |p: DVec3| {
            let eye = p + self.back * 1e-2;
            solids
                .iter()
                .all(|solid| ray_interval(eye, self.back * FAR, solid).is_none())
        };
        drawing.lines(&self.seen(lines, seen), stroke);
    }

    /// The pieces of polylines that are seen.
    pub(crate) fn seen(
        &self,
        lines: &[Vec<DVec3>],
        seen: impl Fn(DVec3) -> bool,
    ) -> Vec<Vec<DVec2>> {
        let mut parts = Vec::new();
        for line in lines {
            let mut part = Vec::new();
            for p in dense(line) {
                if seen(p) {
                    part.push(self.to(p));
                } else {
                    parts.push(core::mem::take(&mut part));
                }
            }
            parts.push(part);
        }
        parts.retain(|part| part.len() > 1);
        parts
    }

    /// The grid of the ground at a height.
    pub(crate) fn ground(&self, drawing: &mut Drawing, height: f64, half: i32) {
        let side = f64::from(half);
        let lines: Vec<[DVec2; 2]> = (-half..=half)
            .flat_map(|i| {
                let at = f64::from(i);
                let along = [DVec3::new(-side, height, at), DVec3::new(side, height, at)];
                let across = [DVec3::new(at, height, -side), DVec3::new(at, height, side)];
                [along, across].map(|ends| ends.map(|p| self.to(p)))
            })
            .collect();
        drawing.lines(&lines, Stroke::Grid);
    }

    /// A contact: both points, the line between them, and the normal with this length in the world.
    pub(crate) fn contact<V: Vector>(
        &self,
        drawing: &mut Drawing,
        found: &Contact<V>,
        length: f64,
    ) {
        let apart = found.separation > carom::Scalar::from_f64(0.0);
        self.segment(
            drawing,
            [found.point_a, found.point_b],
            if apart { Stroke::Gap } else { Stroke::Bold },
        );
        self.normal(drawing, found.point_b, found.normal, length);
        self.dot(drawing, found.point_b, Stroke::B);
        self.dot(drawing, found.point_a, Stroke::A);
    }

    /// How near to the eye a point is; of a normal, whether it faces the eye.
    pub(crate) fn depth(&self, p: DVec3) -> f64 {
        p.dot(self.back)
    }

    /// Whether a flat face, counter-clockwise from outside, faces the eye.
    pub(crate) fn faces_eye(&self, face: &[DVec3]) -> bool {
        let around = face
            .windows(2)
            .map(|ends| (ends[0] - face[0]).cross(ends[1] - face[0]));
        self.depth(around.sum()) > 0.0
    }

    /// A hit without a name: point and normal.
    pub(crate) fn normal_at(&self, drawing: &mut Drawing, hit: &Hit<DVec2>, length: f64) {
        self.arrow(
            drawing,
            [hit.point, hit.point + hit.normal * length],
            Stroke::Answer,
        );
        self.dot(drawing, hit.point, Stroke::Answer);
    }

    /// A hit: point and normal.
    pub(crate) fn hit<V: Vector>(&self, drawing: &mut Drawing, hit: &Hit<V>, length: f64) {
        self.normal(drawing, hit.point, hit.normal, length);
        self.dot(drawing, hit.point, Stroke::Answer);
    }

    fn normal<V: Vector>(&self, drawing: &mut Drawing, from: V, normal: V, length: f64) {
        let tip = from + normal * carom::Scalar::from_f64(length);
        self.arrow(drawing, [from, tip], Stroke::Answer);
        // Beside the tip.
        let way = (self.to(tip) - self.to(from)).normalize_or_zero();
        drawing.word(self.to(tip) + way * 9.0, "n", Stroke::Answer);
    }

    /// A point and the nearest point of a shape.
    pub(crate) fn nearest<S: Convex>(&self, drawing: &mut Drawing, p: S::Vector, shape: &S) {
        let found = carom::closest(&ShapeRef::point(p), shape);
        self.segment(drawing, [found.point_a, found.point_b], Stroke::Gap);
        self.dot(drawing, p, Stroke::Gap);
        self.dot(drawing, found.point_b, Stroke::Answer);
    }
}

fn middle(panel: usize) -> DVec2 {
    dvec2((panel as f64 + 0.5) * PANEL.x, 0.5 * PANEL.y)
}

/// A drawing of this many panels side by side.
pub(crate) fn sheet(panels: usize, description: &str) -> Drawing {
    Drawing::new(panels as f64 * PANEL.x, PANEL.y, description)
}

/// A circle or an ellipse: its center, and two half axes.
pub(crate) fn ring(center: DVec3, u: DVec3, v: DVec3) -> Vec<DVec3> {
    let at = |i: u32| {
        let (sin, cos) = libm::sincos(core::f64::consts::TAU * f64::from(i) / 48.0);
        center + u * cos + v * sin
    };
    (0..=48).map(at).collect()
}

/// The points of a curve; an edge between two points divided.
fn dense(line: &[DVec3]) -> Vec<DVec3> {
    match line {
        [a, b] => (0..=32).map(|i| a.lerp(*b, f64::from(i) / 32.0)).collect(),
        _ => line.to_vec(),
    }
}
