//! The check of a navigation mesh: every edge and link is walked by the real mover.

use super::reason::Examiner;
use super::walk::{Goal, Walk, Walker};
use super::{NavMesh, OffMeshLink, SharedEdge};
use crate::graph::LinkKind;
use crate::script::InputScript;
use crate::standing::Standing;
use crate::survey::Survey;
use glam::Vec3;
use rayon::prelude::*;
use std::fmt;

/// The part of a [`NavMesh`] that a [`NavFault`] is about, by its numbers.
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

/// A part of a [`NavMesh`] that the mover cannot walk.
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

/// The result of a check of a [`NavMesh`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NavReport {
    /// The faults: of polygons, of edges and of links, by their numbers.
    pub faults: Vec<NavFault>,
    /// The number of ways that were walked: two for each edge, one for each link.
    pub walked: usize,
    /// The number of ways from polygons whose middle is no place to stand, which were not walked.
    pub skipped: usize,
    /// Ticks of the mover.
    pub ticks: u64,
}

/// A way to walk.
struct Way {
    part: NavPart,
    kind: LinkKind,
    /// The feet at the start, if it is a place to stand.
    from: Option<Vec3>,
    /// Where it was meant to start.
    at: Vec3,
    goals: Vec<Goal>,
}

/// What a thread needs.
struct Tools<'s, 'a> {
    walker: Walker<'s, 'a>,
    examiner: Examiner<'s, 'a>,
}

impl Survey<'_> {
    /// Walks every edge of a navigation mesh in both directions, and every link, with the real mover.
    ///
    /// From the middle of a polygon the character walks over the middle of the edge to that of its neighbor, and aims there anew in
    /// every tick. It stands at the middle of a polygon on ground that is at most its height above or below. At the edge it may pass anywhere between its ends. A link that is a jump is tried as a walk, by a jump in
    /// the first tick, and by one where the walk leaves the ground or is stopped; both at the whole and at half the speed.
    ///
    /// ```
    /// use carom::Mesh;
    /// use carom_survey::{BarrierKind, NavMesh, NavPart, Options, Survey};
    /// use glam::{Vec3, vec3};
    ///
    /// // Two floors of 2 m × 2 m at the same height, 1.5 m apart, and a navigation mesh that joins them.
    /// let square = |x: f32| [vec3(x, 0., 0.), vec3(x, 0., 2.), vec3(x + 2., 0., 2.), vec3(x + 2., 0., 0.)];
    /// let corners = [square(0.), square(3.5)].concat();
    /// let level: Mesh<Vec3> = Mesh::new(corners.clone(), vec![[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])?;
    /// let survey = Survey::new(&level, Options::default())?;
    /// let polygons = vec![vec![0, 1, 2, 3], vec![2, 3, 4, 5], vec![4, 5, 6, 7]];
    /// let report = survey.check_navmesh(&NavMesh::new(corners, polygons, vec![])?);
    /// assert_eq!(report.faults[0].part, NavPart::Polygon(1));
    /// let fall = &report.faults[1];
    /// assert_eq!((fall.part, fall.barrier.kind), (NavPart::Edge { from: 0, to: 1 }, BarrierKind::Fall));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn check_navmesh(&self, navmesh: &NavMesh) -> NavReport {
        let polygons = 0..navmesh.polygons.len() as u32;
        let middles: Vec<Vec3> = polygons.map(|polygon| navmesh.middle(polygon)).collect();
        let stands: Vec<Option<Vec3>> = middles
            .par_iter()
            .map_init(|| self.standing(), |standing, at| self.stand(standing, *at))
            .collect();
        let mut faults: Vec<NavFault> = (middles.par_iter().zip(&stands).enumerate())
            .filter(|(_, (_, stand))| stand.is_none())
            .map(|(number, (at, _))| NavFault {
                part: NavPart::Polygon(number as u32),
                barrier: Examiner::new(self).no_place(*at),
                position: *at,
                left: 0.0,
                script: None,
            })
            .collect();
        let ways = self.ways(navmesh, &middles, &stands);
        let walked: Vec<(Option<NavFault>, u64)> = ways
            .par_iter()
            .with_max_len(1)
            .map_init(
                || Tools {
                    walker: Walker::new(self),
                    examiner: Examiner::new(self),
                },
                |tools, way| {
                    let before = tools.walker.ticks();
                    let fault = self.walk_way(tools, way);
                    (fault, tools.walker.ticks() - before)
                },
            )
            .collect();
        let ticks = walked.iter().map(|(_, ticks)| ticks).sum();
        faults.extend(walked.into_iter().filter_map(|(fault, _)| fault));
        NavReport {
            faults,
            walked: ways.len(),
            skipped: 2 * navmesh.edges.len() + navmesh.links.len() - ways.len(),
            ticks,
        }
    }

    /// The ways of a navigation mesh: those over edges that start where the character can stand, and all links.
    fn ways(&self, navmesh: &NavMesh, middles: &[Vec3], stands: &[Option<Vec3>]) -> Vec<Way> {
        let mut ways = Vec::new();
        for SharedEdge { polygons, ends } in &navmesh.edges {
            let [a, b] = *polygons;
            for [from, to] in [[a, b], [b, a]] {
                if let Some(feet) = stands[from as usize] {
                    let end = stands[to as usize].unwrap_or(middles[to as usize]);
                    ways.push(Way {
                        part: NavPart::Edge { from, to },
                        kind: LinkKind::Walk,
                        from: Some(feet),
                        at: feet,
                        goals: vec![Goal::between(feet, *ends), Goal::at(end)],
                    });
                }
            }
        }
        let mut standing = self.standing();
        for (number, &OffMeshLink { from, to, kind }) in (0..).zip(&navmesh.links) {
            let [start, end] =
                [from, to].map(|point| self.stand(&mut standing, point));
            ways.push(Way {
                part: NavPart::Link(number),
                kind,
                from: start,
                at: from,
                goals: vec![Goal::at(end.unwrap_or(to))],
            });
        }
        ways
    }

    /// The feet where the character stands above or below a point of a navigation mesh, near it if there is such a place. Large
    /// polygons are far off hills; another floor is farther off than the height of the character.
    pub(super) fn stand(&self, standing: &mut Standing<'_>, point: Vec3) -> Option<Vec3> {
        let parts = [0.25, 0.5, 1.0].into_iter();
        let mut offs = parts.map(|part| part * self.options.height);
        offs.find_map(|off| standing.at(point, off))
    }

    /// Walks a way; returns the fault if it cannot be walked.
    fn walk_way(&self, tools: &mut Tools<'_, '_>, way: &Way) -> Option<NavFault> {
        let without = |barrier: Barrier| NavFault {
            part: way.part,
            barrier,
            position: way.at,
            left: (way.goals[0].point - way.at).length(),
            script: None,
        };
        let Some(from) = way.from else {
            let barrier = tools.examiner.no_place(way.at);
            return Some(without(barrier));
        };
        let walked = tools.walker.walk(from, &way.goals);
        if walked.arrived {
            return None;
        }
        let tried = if way.kind == LinkKind::Jump {
            let Some(jump) = self.options.jump else {
                return Some(without(Barrier {
                    kind: BarrierKind::NoJump,
                    size: None,
                }));
            };
            tools.walker.jump(from, &way.goals, &walked, jump)
        } else {
            Vec::new()
        };
        if tried.iter().any(|walk| walk.arrived) {
            return None;
        }
        // The try that came nearest, of equally near ones the first.
        let nearer = |best: Walk, walk: Walk| if walk.left < best.left { walk } else { best };
        let mut tried = tried.into_iter();
        let best = match tried.next() {
            Some(first) => tried.fold(first, nearer),
            None => walked,
        };
        Some(NavFault {
            part: way.part,
            barrier: tools.examiner.of_walk(&best),
            position: best.position(),
            left: best.left,
            script: Some(best.script),
        })
    }
}
