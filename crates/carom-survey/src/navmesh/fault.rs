//! The faults of a navigation mesh.

use crate::script::InputScript;
use glam::Vec3;
use std::fmt;

/// The part of a [`NavMesh`](crate::NavMesh) that a [`NavFault`] is about, by its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NavPart {
    /// A polygon: its middle is no place to stand.
    Polygon(u32),
    /// The way from the middle of a polygon over the middle of a shared edge to that of its neighbor.
    Edge {
        /// The polygon where it starts.
        from: u32,
        /// The neighbor.
        to: u32,
    },
    /// A link.
    Link(u32),
}

impl fmt::Display for NavPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Polygon(number) => write!(f, "polygon {number}"),
            Self::Edge { from, to } => write!(f, "from polygon {from} to {to}"),
            Self::Link(number) => write!(f, "link {number}"),
        }
    }
}

/// What keeps the character from a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BarrierKind {
    /// A wall, or anything that is no other kind.
    Wall,
    /// A step that is too high, m.
    Step,
    /// A slope that is too steep, degrees.
    Slope,
    /// A ceiling that is too low, m.
    Ceiling,
    /// An opening that is too narrow, m.
    Opening,
    /// A gap or an edge: it fell, by m.
    Fall,
    /// There is nothing to stand on, at the middle of a polygon, the start of a link, or the end of a way that it came to.
    NoGround,
    /// It would have to jump, and the character of the survey does not.
    NoJump,
    /// Nothing that should block it: see [`Kind::Snag`](crate::Kind::Snag).
    Snag,
}

impl BarrierKind {
    /// Its name in files.
    ///
    /// ```
    /// assert_eq!(carom_survey::BarrierKind::NoGround.name(), "no-ground");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Step => "step",
            Self::Slope => "slope",
            Self::Ceiling => "ceiling",
            Self::Opening => "opening",
            Self::Fall => "fall",
            Self::NoGround => "no-ground",
            Self::NoJump => "no-jump",
            Self::Snag => "snag",
        }
    }
}

/// What keeps the character from a way, and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Barrier {
    /// Its kind.
    pub kind: BarrierKind,
    /// The height of a step, ceiling or fall, the width of an opening, m, or the angle of a slope, degrees, if it was measured.
    pub size: Option<f32>,
}

impl fmt::Display for Barrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, size) = match (self.kind, self.size) {
            (BarrierKind::Wall, _) => return f.write_str("a wall"),
            (BarrierKind::NoGround, _) => return f.write_str("no ground"),
            (BarrierKind::NoJump, _) => return f.write_str("the character does not jump"),
            (BarrierKind::Snag, _) => return f.write_str("nothing that should block it"),
            (BarrierKind::Slope, Some(degrees)) => return write!(f, "a slope of {degrees:.1}°"),
            (kind, size) => (kind.name(), size),
        };
        let article = if name == "opening" { "an" } else { "a" };
        write!(f, "{article} {name}")?;
        size.map_or(Ok(()), |size| write!(f, " of {size:.2} m"))
    }
}

/// A part of a [`NavMesh`](crate::NavMesh) that the mover cannot walk.
#[derive(Clone, Debug, PartialEq)]
pub struct NavFault {
    /// The part.
    pub part: NavPart,
    /// What keeps the character out.
    pub barrier: Barrier,
    /// The middle of the polygon, or the feet where the way ended: at a wall, or where a fall began.
    pub position: Vec3,
    /// The distance from there to the end of the way, m; 0 for a polygon.
    pub left: f32,
    /// The input that shows it: it leads from the start of the way to where the mover gave up. `None` for a polygon, and for a
    /// link without a place to stand at its start or without a jump.
    pub script: Option<InputScript>,
}

/// The result of a check of a [`NavMesh`](crate::NavMesh).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NavReport {
    /// The faults: of polygons, of edges and of links, by their numbers.
    pub faults: Vec<NavFault>,
    /// The number of ways that were walked: two for each edge, one for each link.
    pub walked: usize,
    /// The number of ways that were not walked, from polygons that are faults.
    pub skipped: usize,
    /// Ticks of the mover.
    pub ticks: u64,
}
