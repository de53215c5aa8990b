//! Drawing for the eye that looks for a fault: lines, points, triangles and words, onto whatever you have.

use carom_math::Vector;

/// What a line or a point stands for; colours are yours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DebugCategory {
    /// The character.
    Body,
    /// What is near it.
    Piece,
    /// Something it can walk on.
    Floor,
    /// Something too steep to walk on.
    Steep,
    /// Something that stands in its way.
    Wall,
    /// Something above it.
    Ceiling,
    /// Something it overlaps.
    Overlap,
    /// How it moves.
    Motion,
}

/// Something to draw on.
///
/// ```
/// use carom::{DebugDraw, DebugCategory, glam::Vec3};
/// struct Lines(Vec<[Vec3; 2]>);
/// impl DebugDraw<Vec3> for Lines {
///     fn line(&mut self, a: Vec3, b: Vec3, _: DebugCategory) {
///         self.0.push([a, b]);
///     }
/// }
/// let mut lines = Lines(Vec::new());
/// lines.triangle([Vec3::X, Vec3::Y, Vec3::Z], DebugCategory::Wall);
/// assert_eq!(lines.0.len(), 3);
/// ```
pub trait DebugDraw<V: Vector> {
    /// A straight line.
    fn line(&mut self, a: V, b: V, ink: DebugCategory);

    /// A point; nothing unless you say otherwise.
    fn point(&mut self, at: V, ink: DebugCategory) {
        let _ = (at, ink);
    }

    /// A triangle; its sides unless you say otherwise.
    fn triangle(&mut self, corners: [V; 3], ink: DebugCategory) {
        let [a, b, c] = corners;
        self.line(a, b, ink);
        self.line(b, c, ink);
        self.line(c, a, ink);
    }

    /// A word at a place; nothing unless you say otherwise.
    fn text(&mut self, at: V, words: &str, ink: DebugCategory) {
        let _ = (at, words, ink);
    }
}
