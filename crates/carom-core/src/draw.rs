//! Debug drawing: lines, points, triangles and text for a renderer of yours.

use carom_math::Vector;

/// The meaning of a line, point or triangle; choose a color for each.
///
/// ```
/// use carom::DebugCategory;
/// let color = |category| match category {
///     DebugCategory::Floor => "green",
///     DebugCategory::Steep | DebugCategory::Wall => "red",
///     _ => "gray",
/// };
/// assert_eq!(color(DebugCategory::Wall), "red");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DebugCategory {
    /// The character.
    Body,
    /// A part near the character.
    Piece,
    /// A surface that the character can walk on.
    Floor,
    /// A surface too steep to walk on.
    Steep,
    /// A wall: a surface that blocks the character.
    Wall,
    /// A surface above the character.
    Ceiling,
    /// A part that the character overlaps.
    Overlap,
    /// The motion of the character.
    Motion,
    /// The box of a node or item of a BVH: see [`Query::draw_bounds`](crate::Query::draw_bounds).
    Bounds,
}

/// A renderer for debug drawing. Lines are enough; points, triangles and text are for a renderer that has them.
///
/// ```
/// use carom::{DebugDraw, DebugCategory, glam::Vec3};
/// #[derive(Default)]
/// struct Overlay {
///     lines: Vec<[Vec3; 2]>,
///     labels: Vec<String>,
/// }
/// impl DebugDraw<Vec3> for Overlay {
///     fn line(&mut self, a: Vec3, b: Vec3, _: DebugCategory) {
///         self.lines.push([a, b]);
///     }
///     fn text(&mut self, at: Vec3, words: &str, _: DebugCategory) {
///         self.labels.push(format!("{words} at {at}"));
///     }
/// }
/// let mut overlay = Overlay::default();
/// overlay.triangle([Vec3::X, Vec3::Y, Vec3::Z], DebugCategory::Wall);
/// overlay.text(Vec3::ZERO, "too steep", DebugCategory::Steep);
/// overlay.point(Vec3::ZERO, DebugCategory::Floor); // not drawn by this renderer
/// assert_eq!((overlay.lines.len(), &*overlay.labels[0]), (3, "too steep at [0, 0, 0]"));
/// ```
pub trait DebugDraw<V: Vector> {
    /// Draws a line segment.
    fn line(&mut self, a: V, b: V, category: DebugCategory);

    /// Draws a point; by default nothing.
    fn point(&mut self, at: V, category: DebugCategory) {
        let _ = (at, category);
    }

    /// Draws a triangle; by default its sides.
    fn triangle(&mut self, corners: [V; 3], category: DebugCategory) {
        let [a, b, c] = corners;
        self.line(a, b, category);
        self.line(b, c, category);
        self.line(c, a, category);
    }

    /// Draws text at a position; by default nothing.
    fn text(&mut self, at: V, words: &str, category: DebugCategory) {
        let _ = (at, words, category);
    }
}
