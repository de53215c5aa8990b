//! Queries on an integer grid: those of [`carom::grid`].

use crate::decimal::{Decimal, Numbers};
use crate::dimension::Dimension;
use crate::place::{Place, Side};
use crate::shape::{ShapeFile, ShapeKind};
use carom::grid;

/// Two shapes with whole numbers, of which one at least is a ball or a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridPair<const D: usize> {
    ball: GridCapsule<D>,
    capsule: GridCapsule<D>,
}

/// A capsule; with `a` equal to `b` a ball.
#[derive(Clone, Copy, Debug)]
struct GridCapsule<const D: usize> {
    a: [i32; D],
    b: [i32; D],
    radius: u32,
}

impl<const D: usize> GridPair<D> {
    /// Whether the two touch or overlap: exact.
    pub(super) fn overlap(&self) -> bool {
        let (ball, other) = (self.ball, self.capsule);
        grid::ball_capsule(ball.a, ball.radius, other.a, other.b, other.radius)
    }

    pub(super) fn read(
        sides: [(Side, &ShapeFile<'_>); 2],
        dimension: &Dimension,
    ) -> Result<Self, String> {
        let read = |i: usize| GridCapsule::read(sides[i].1, sides[i].0, dimension);
        match [read(0)?, read(1)?] {
            [ball, capsule] | [capsule, ball] if ball.a == ball.b => Ok(Self { ball, capsule }),
            _ => Err(
                "a and b are both long: with precision i32 one must be a point or a ball".into(),
            ),
        }
    }
}

impl<const D: usize> GridCapsule<D> {
    fn read(file: &ShapeFile<'_>, side: Side, dimension: &Dimension) -> Result<Self, String> {
        let beside = [
            ("one_sided", file.one_sided.is_some()),
            ("solid", file.solid.is_some()),
            ("rounding", file.rounding.is_some()),
        ];
        let beside = beside
            .iter()
            .find(|(_, given)| *given)
            .map(|(name, _)| *name);
        if let Some(field) = beside.or(file.pose.given()) {
            return Err(format!("{side}.{field} is not for precision i32"));
        }
        let point =
            |field, numbers: &Numbers<'_>| dimension.whole_point(Place::of(side, field), numbers);
        let radius = |field, number: &Decimal<'_>| number.read_whole(Place::of(side, field));
        let (a, b, radius) = match &file.kind {
            ShapeKind::Point(p) => (point("point", p)?, None, 0),
            ShapeKind::Ball(s) => {
                let radius = radius("ball.radius", &s.radius)?;
                (point("ball.center", &s.center)?, None, radius)
            }
            ShapeKind::Segment(s) => (
                point("segment.a", &s.a)?,
                Some(point("segment.b", &s.b)?),
                0,
            ),
            ShapeKind::Capsule(s) => {
                let radius = radius("capsule.radius", &s.radius)?;
                (
                    point("capsule.a", &s.a)?,
                    Some(point("capsule.b", &s.b)?),
                    radius,
                )
            }
            _ => {
                return Err(format!(
                    "{side}: with precision i32 a shape is a point, segment, ball or capsule"
                ));
            }
        };
        let b = b.unwrap_or(a);
        Ok(Self { a, b, radius })
    }
}
