//! The check of a navigation mesh: every edge and link is walked by the real mover.

use super::fault::{Barrier, BarrierKind, NavFault, NavPart, NavReport};
use super::footing::Footing;
use super::reason::WalkExaminer;
use super::walk::{Goal, Walk, Walker};
use super::{NavMesh, OffMeshLink, SharedEdge};
use crate::graph::LinkKind;
use crate::survey::Survey;
use glam::Vec3;
use rayon::prelude::*;

/// The feet at a point, or those of a lower character.
type Foothold = Result<Vec3, Option<Vec3>>;

/// The end of a way to a point.
fn end_of(stand: Foothold, point: Vec3) -> Vec3 {
    stand.unwrap_or_else(|low| low.unwrap_or(point))
}

/// A way to walk.
struct Way {
    part: NavPart,
    kind: LinkKind,
    /// The feet at the start, if it is a place to stand.
    from: Foothold,
    /// Where it was meant to start.
    at: Vec3,
    goals: Vec<Goal>,
}

/// What a thread needs.
struct Tools<'s, 'a> {
    walker: Walker<'s, 'a>,
    examiner: WalkExaminer<'s, 'a>,
}

impl Survey<'_> {
    /// Walks every edge of a navigation mesh in both directions, and every link, with the real mover.
    ///
    /// From the middle of a polygon the character walks over the middle of the edge to that of its neighbor, and aims there again in
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
        let stands: Vec<Foothold> = middles
            .par_iter()
            .map_init(|| Footing::new(self), |footing, at| footing.at(*at))
            .collect();
        let mut faults: Vec<NavFault> = (middles.par_iter().zip(&stands).enumerate())
            .filter_map(|(number, (at, stand))| {
                Some(NavFault {
                    part: NavPart::Polygon(number as u32),
                    barrier: WalkExaminer::new(self).no_place(*at, stand.err()?),
                    position: *at,
                    left: 0.0,
                    script: None,
                })
            })
            .collect();
        let ways = self.ways(navmesh, &middles, &stands);
        let walked: Vec<(Option<NavFault>, u64)> = ways
            .par_iter()
            .with_max_len(1)
            .map_init(
                || Tools {
                    walker: Walker::new(self),
                    examiner: WalkExaminer::new(self),
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
    fn ways(&self, navmesh: &NavMesh, middles: &[Vec3], stands: &[Foothold]) -> Vec<Way> {
        let mut ways = Vec::new();
        for SharedEdge { polygons, ends } in &navmesh.edges {
            let [a, b] = *polygons;
            for [from, to] in [[a, b], [b, a]] {
                if let Ok(feet) = stands[from as usize] {
                    let end = end_of(stands[to as usize], middles[to as usize]);
                    ways.push(Way {
                        part: NavPart::Edge { from, to },
                        kind: LinkKind::Walk,
                        from: Ok(feet),
                        at: feet,
                        goals: vec![Goal::between(feet, *ends), Goal::at(end)],
                    });
                }
            }
        }
        let mut footing = Footing::new(self);
        for (number, &OffMeshLink { from, to, kind }) in (0..).zip(&navmesh.links) {
            let [start, end] = [from, to].map(|point| footing.at(point));
            ways.push(Way {
                part: NavPart::Link(number),
                kind,
                from: start,
                at: from,
                goals: vec![Goal::at(end_of(end, to))],
            });
        }
        ways
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
        let from = match way.from {
            Ok(from) => from,
            Err(low) => return Some(without(tools.examiner.no_place(way.at, low))),
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
