//! What the last tick of the character saw and met, as lines and words.

use crate::numbers::answers;
use carom::mover::{Agent, SurfaceKind};
use carom::{DebugCategory, DebugDraw};
use glam::{DVec2, Mat4, Vec3, dvec2};

answers! {
    /// A word, and where it is: 0 to 1, from the left and from the top.
    Word { at: DVec2, text: String }
}

/// What is collected.
#[derive(Default)]
pub(super) struct Marks {
    /// From, to and a number of the ink, seven a line.
    pub(super) lines: Vec<f32>,
    words: Vec<(Vec3, String)>,
}

/// The inks by their numbers.
fn number(ink: DebugCategory) -> f32 {
    match ink {
        DebugCategory::Body => 0.0,
        DebugCategory::Piece => 1.0,
        DebugCategory::Floor => 2.0,
        DebugCategory::Steep => 3.0,
        DebugCategory::Wall => 4.0,
        DebugCategory::Ceiling => 5.0,
        DebugCategory::Overlap => 6.0,
        DebugCategory::Motion => 7.0,
    }
}

impl DebugDraw<Vec3> for Marks {
    fn line(&mut self, a: Vec3, b: Vec3, ink: DebugCategory) {
        self.lines.extend(a.to_array());
        self.lines.extend(b.to_array());
        self.lines.push(number(ink));
    }

    fn text(&mut self, at: Vec3, words: &str, _: DebugCategory) {
        self.words.push((at, words.into()));
    }
}

impl Marks {
    /// Of the last tick, if it was kept.
    pub(super) fn of(member: &Agent<Vec3>) -> Self {
        let mut marks = Self::default();
        if !member.recorded {
            return marks;
        }
        let (mover, body) = (&member.mover, &member.body);
        mover.draw(body, &mut marks);
        let capsule = mover.settings().capsule(body.feet, body.height);
        for met in mover.collisions() {
            let (end, ink) = match met.role {
                SurfaceKind::Floor => (capsule.a, DebugCategory::Floor),
                SurfaceKind::Steep => (capsule.a, DebugCategory::Steep),
                SurfaceKind::Wall => (capsule.a, DebugCategory::Wall),
                SurfaceKind::Ceiling => (capsule.b, DebugCategory::Ceiling),
                SurfaceKind::Overlap => (capsule.a, DebugCategory::Overlap),
            };
            marks.plane(end - met.normal * capsule.radius, met.normal, ink);
        }
        // Who stands still meets nothing, and has a floor all the same.
        let stands = mover.collisions().iter().any(|met| met.role == SurfaceKind::Floor);
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

    /// A square of a plane, as wide as a foot.
    fn plane(&mut self, at: Vec3, normal: Vec3, ink: DebugCategory) {
        let u = normal.any_orthogonal_vector().normalize_or_zero() * 0.35;
        let v = normal.cross(u);
        let corners = [u + v, v - u, -u - v, u - v].map(|corner| at + corner);
        for (i, corner) in corners.iter().enumerate() {
            self.line(*corner, corners[(i + 1) % 4], ink);
        }
    }

    /// The words that are in the picture.
    pub(super) fn words(&self, matrix: &Mat4) -> Vec<Word> {
        let seen = self.words.iter().filter_map(|(at, text)| {
            let p = *matrix * at.extend(1.0);
            let (x, y) = (p.x / p.w, p.y / p.w);
            let inside = p.w > 0.0 && x.abs() < 1.0 && y.abs() < 1.0;
            inside.then(|| Word {
                at: dvec2(f64::from(x + 1.0) / 2.0, f64::from(1.0 - y) / 2.0),
                text: text.clone(),
            })
        });
        seen.collect()
    }
}
