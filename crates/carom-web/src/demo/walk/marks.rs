//! Debug drawing of the last tick: candidates and contacts, as lines and labels.

use super::place::{CHARACTERS, Place};
use crate::codec::answers;
use carom::mover::{Agent, SurfaceKind};
use carom::{DebugCategory, DebugDraw};
use glam::{DVec2, Mat4, Vec3, dvec2};

answers! {
    /// A label, and its position: 0 to 1, from the left and from the top.
    Word { at: DVec2, text: String }
}

/// The collected lines and labels.
#[derive(Default)]
pub(super) struct Marks {
    /// Start, end and category, seven numbers per line.
    pub(super) lines: Vec<f32>,
    words: Vec<(Vec3, String)>,
}

/// The index of a category.
fn number(category: DebugCategory) -> f32 {
    match category {
        DebugCategory::Body => 0.0,
        DebugCategory::Piece => 1.0,
        DebugCategory::Floor => 2.0,
        DebugCategory::Steep => 3.0,
        DebugCategory::Wall => 4.0,
        DebugCategory::Ceiling => 5.0,
        DebugCategory::Overlap => 6.0,
        DebugCategory::Motion => 7.0,
        DebugCategory::Bounds => 8.0,
    }
}

impl DebugDraw<Vec3> for Marks {
    fn line(&mut self, a: Vec3, b: Vec3, category: DebugCategory) {
        self.lines.extend(a.to_array());
        self.lines.extend(b.to_array());
        self.lines.push(number(category));
    }

    fn text(&mut self, at: Vec3, words: &str, _: DebugCategory) {
        self.words.push((at, words.into()));
    }
}

impl Marks {
    /// The marks of the last tick, if it was recorded.
    pub(super) fn of(agent: &Agent<Vec3>) -> Self {
        let mut marks = Self::default();
        if !agent.recorded {
            return marks;
        }
        let (mover, body) = (&agent.mover, &agent.body);
        mover.draw(body, &mut marks);
        let capsule = mover.settings().capsule(body.feet, body.height);
        for contact in mover.collisions() {
            let (end, category) = match contact.role {
                SurfaceKind::Floor => (capsule.a, DebugCategory::Floor),
                SurfaceKind::Steep => (capsule.a, DebugCategory::Steep),
                SurfaceKind::Wall => (capsule.a, DebugCategory::Wall),
                SurfaceKind::Ceiling => (capsule.b, DebugCategory::Ceiling),
                SurfaceKind::Overlap => (capsule.a, DebugCategory::Overlap),
            };
            marks.plane(
                end - contact.normal * capsule.radius,
                contact.normal,
                category,
            );
        }
        // A character at rest has no collisions, but still a floor.
        let stands = mover
            .collisions()
            .iter()
            .any(|contact| contact.role == SurfaceKind::Floor);
        if let Some(ground) = body.ground.filter(|_| !stands) {
            let at = capsule.a - ground.normal * capsule.radius;
            marks.plane(at, ground.normal, DebugCategory::Floor);
            marks.line(
                at,
                at + ground.normal * capsule.radius,
                DebugCategory::Floor,
            );
            marks.words.push((at, "floor".into()));
        }
        marks
    }

    /// A small square in a plane.
    fn plane(&mut self, at: Vec3, normal: Vec3, category: DebugCategory) {
        let u = normal.any_orthogonal_vector().normalize_or_zero() * 0.35;
        let v = normal.cross(u);
        let corners = [u + v, v - u, -u - v, u - v].map(|corner| at + corner);
        for (i, corner) in corners.iter().enumerate() {
            self.line(*corner, corners[(i + 1) % 4], category);
        }
    }

    /// The labels that are inside the picture.
    pub(super) fn words(&self, matrix: &Mat4) -> Vec<Word> {
        let words = self.words.iter();
        words
            .filter_map(|(at, text)| Word::inside(matrix, *at, text))
            .collect()
    }
}

impl Word {
    /// The label at a place of the world; `None` outside of the picture.
    fn inside(matrix: &Mat4, at: Vec3, text: &str) -> Option<Self> {
        let p = *matrix * at.extend(1.0);
        let (x, y) = (p.x / p.w, p.y / p.w);
        let inside = p.w > 0.0 && x.abs() < 1.0 && y.abs() < 1.0;
        inside.then(|| Self {
            at: dvec2(f64::from(x + 1.0) / 2.0, f64::from(1.0 - y) / 2.0),
            text: text.to_owned(),
        })
    }

    /// The signs of the stations that can be seen from the eye.
    pub(super) fn signs(place: &Place, matrix: &Mat4, eye: Vec3) -> Vec<Self> {
        const FAR: f32 = 18.0;
        let walls = place.world.query().mask(!CHARACTERS);
        let signs = place.stations.iter().filter_map(|station| {
            let sign = station.sign.as_vec3();
            let way = sign - eye;
            let seen = way.length() < FAR && walls.ray(eye, way).is_none();
            seen.then(|| Self::inside(matrix, sign, &station.name))?
        });
        signs.collect()
    }
}
