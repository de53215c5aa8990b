//! Joints of segments: the normals that a chain has where two segments meet.
//!
//! A point is nearest to a vertex only if it is in the cone of directions between the normals of the two segments, on
//! the convex side; in any other direction from the vertex one of the segments is nearer. The same holds for the
//! nearest points of any convex shape, because its distance to the chain is the least of those to the segments. So a
//! contact of a segment at a vertex outside of this cone is left to its neighbor (the ghost vertices of Box2D are a use
//! of this). In penetration, where nearness decides nothing, the shape separates along the nearest normal of the cone.

use super::Chain;
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Start, Sweep};
use crate::part::Feature;
use crate::shape::segment::Segment;
use crate::shape::{AnyCore, Core};
use carom_math::{Scalar, Vector};
use glam::DVec2;

/// A segment with a length, in double precision, and its neighbors.
pub(super) struct JoinedSegment<'a, V: Vector<Double = DVec2>> {
    chain: &'a Chain<V>,
    segment: Segment<V>,
    along: DVec2,
    right: DVec2,
    /// The segments before and after it that count.
    neighbors: [Option<u32>; 2],
}

/// An end of the segment.
struct End {
    /// 0 where the segment starts, 1 where it ends.
    vertex: u8,
    place: DVec2,
}

/// The neighbor at an end.
struct Joint {
    /// Unit, from the end along the neighbor.
    into: DVec2,
    /// The neighbor's normal to the right of the chain's direction.
    right: DVec2,
}

/// A normal of a segment that is also a normal of the chain.
struct ChainNormal {
    /// 1 on the right of the chain, −1 on its left.
    side: f64,
    /// The exact normal of the chain, which replaces the rounded one; `None` where every direction is valid, or the
    /// segment is alone.
    normal: Option<DVec2>,
    /// Where the chain has this normal.
    place: DVec2,
    feature: Feature,
}

/// CorePair nearer to each other than this many error bounds have a normal, but the direction between their nearest points
/// is only rounding.
const TOUCHING: f64 = 16.0;

/// The sine of the largest error of a pair's normal.
const PROMISED: f64 = 1e-6;

impl<'a, V: Vector<Double = DVec2>> JoinedSegment<'a, V> {
    /// `None` for a segment without length. A neighbor that the filter leaves out is no neighbor.
    pub(super) fn new(
        chain: &'a Chain<V>,
        index: u32,
        segment: Segment<V>,
        counts: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let along = direction(&segment)?;
        let neighbors = chain.neighbors[index as usize];
        Some(Self {
            chain,
            segment,
            along,
            right: right(along),
            neighbors: neighbors.map(|neighbor| neighbor.filter(|neighbor| counts(*neighbor))),
        })
    }

    fn is_joined(&self) -> bool {
        self.neighbors != [None, None]
    }

    /// The end of the segment in the direction of a normal with this slope along the segment.
    fn end(&self, slope: f64) -> End {
        let (vertex, place) = if slope > 0.0 {
            (1, self.segment.b)
        } else {
            (0, self.segment.a)
        };
        End {
            vertex,
            place: place.to_double(),
        }
    }

    /// The neighbor at an end, if there is one. Made when it is needed: most contacts are at no end.
    fn joint(&self, end: &End) -> Option<Joint> {
        let neighbor = self.neighbors[usize::from(end.vertex)]?;
        let way = direction(&self.chain.segment(neighbor))?;
        let into = if end.vertex == 0 { -way } else { way };
        Some(Joint::new(into, way))
    }

    /// The chain's normal for a normal of the segment that is known up to an angle; or, if that leans over a neighbor,
    /// the end and the joint there.
    fn lean(&self, normal: DVec2, slack: f64) -> Result<ChainNormal, (End, Joint)> {
        let slope = normal.dot(self.along);
        let end = self.end(slope);
        if Scalar::abs(slope) <= slack {
            let side = side(normal.dot(self.right));
            return Ok(ChainNormal {
                side,
                normal: self.is_joined().then_some(self.right * side),
                place: end.place,
                feature: Feature::Edge(0),
            });
        }
        let mut seen = ChainNormal {
            side: side(normal.dot(self.right)),
            normal: None,
            place: end.place,
            feature: Feature::Vertex(end.vertex),
        };
        if let Some(joint) = self.joint(&end) {
            let over = normal.dot(joint.into);
            if over > slack {
                return Err((end, joint));
            }
            seen.side = side(normal.dot(self.right + joint.right));
            seen.normal = (over > -slack).then_some(joint.right * seen.side);
        }
        Ok(seen)
    }

    /// A half-space is flat and cannot collide with a joint: the feature that it touches.
    fn of_half_space(&self, normal: DVec2) -> Option<Feature> {
        let slope = normal.dot(self.along);
        let end = self.end(slope);
        let level = Scalar::abs(slope) <= PROMISED;
        let seen = !self.chain.one_sided || normal.dot(self.right) >= 0.0;
        seen.then_some(if level {
            Feature::Edge(0)
        } else {
            Feature::Vertex(end.vertex)
        })
    }

    /// The chain's version of a core's contact with this segment; `None` if the chain has no such contact.
    pub(super) fn contact(
        &self,
        core: AnyCore<'_, V>,
        found: Contact<V>,
    ) -> Option<(Contact<V>, Feature)> {
        let normal = found.normal.to_double();
        if core.0.is_empty() {
            return self.of_half_space(normal).map(|feature| (found, feature));
        }
        let distance = (found.separation + core.1).to_f64();
        let bound = found.error_bound.to_f64();
        let touching = distance <= TOUCHING * bound;
        let seen = match self.lean(normal, slack(distance, bound)) {
            Ok(seen) => seen,
            Err((end, joint)) => {
                let side = self.side_of(core, end.place, joint.right);
                if !touching || self.chain.one_sided && side < 0.0 {
                    return None;
                }
                let (normal, feature) = self.nearest(&end, &joint, side);
                return Some((separated(core, normal, end.place, found), feature));
            }
        };
        if self.chain.one_sided && seen.side < 0.0 {
            let place = self.segment.a.to_double();
            let before = touching && self.side_of(core, place, self.right) > 0.0;
            return before.then(|| (separated(core, self.right, place, found), Feature::Edge(0)));
        }
        let Some(normal) = seen.normal else {
            return Some((found, seen.feature));
        };
        let normal = V::from_double(normal);
        let point_a = found.point_b + normal * found.separation;
        let found = Contact {
            normal,
            point_a,
            ..found
        };
        Some((found, seen.feature))
    }

    /// The chain's version of a core's sweep against this segment; `None` if the segment does not stop the motion.
    pub(super) fn sweep(
        &self,
        core: AnyCore<'_, V>,
        delta: V,
        swept: Sweep<V>,
    ) -> Option<(Hit<V>, Start<V>, Feature)> {
        let mut hit = swept.hit?;
        let normal = hit.normal.to_double();
        if core.0.is_empty() {
            let feature = self.of_half_space(normal)?;
            return Some((hit, swept.start, feature));
        }
        let start = match swept.start {
            Start::Separate => Start::Separate,
            Start::Touching(found) => self
                .contact(core, found)
                .map_or(Start::Separate, |(found, _)| Start::Touching(found)),
            Start::Overlapping(found) => {
                let (found, feature) = self.contact(core, found)?;
                hit.normal = found.normal;
                return Some((hit, Start::Overlapping(found), feature));
            }
        };
        let bound = swept.error_bound.to_f64();
        let way = delta.to_double();
        let feature = match self.lean(normal, slack(core.1.to_f64(), bound)) {
            Ok(seen) => {
                if self.chain.one_sided && seen.side < 0.0 {
                    return None;
                }
                if let Some(normal) = seen.normal {
                    let (gap, _) = lowest(core, seen.place, normal);
                    if gap <= bound && way.dot(normal) >= -bound {
                        return None;
                    }
                    hit.normal = V::from_double(normal);
                }
                seen.feature
            }
            Err((end, joint)) => {
                return self.sweep_past(&end, &joint, core, delta, swept, start);
            }
        };
        Some((hit, start, feature))
    }

    /// A sweep that hits the segment where the neighbor at an end is nearer. That has been hit, or the motion slides along
    /// it; this segment still stops a motion that leads inside.
    fn sweep_past(
        &self,
        end: &End,
        joint: &Joint,
        core: AnyCore<'_, V>,
        delta: V,
        swept: Sweep<V>,
        start: Start<V>,
    ) -> Option<(Hit<V>, Start<V>, Feature)> {
        let hit = swept.hit?;
        let (way, bound) = (delta.to_double(), swept.error_bound.to_f64());
        // Half-way to the hit: at the hit itself a thin core has no side.
        let half = way * (0.5 * hit.t.to_f64());
        let side = side(middle(&core.0, end.place - half, joint.right));
        if self.chain.one_sided && side < 0.0 {
            return None;
        }
        let (normal, feature) = self.nearest(end, joint, side);
        let (gap, point) = lowest(core, end.place, normal);
        let rate = -way.dot(normal);
        let t = Scalar::max(hit.t.to_f64(), (gap - 0.25 * bound) / rate);
        let leads_inside = rate > 0.0 && rate * (1.0 - t) > bound;
        if !leads_inside {
            return None;
        }
        let t = V::Scalar::from_f64(t);
        let normal = V::from_double(normal);
        let point = point + delta * t - normal * core.1;
        let hit = Hit {
            t,
            point,
            normal,
            ..hit
        };
        Some((hit, start, feature))
    }

    /// The side of a line on which the middle of a core is: 1 on the right, −1 on the left. A core that crosses a solid is
    /// on the right.
    fn side_of(&self, core: AnyCore<'_, V>, place: DVec2, right: DVec2) -> f64 {
        if self.chain.solid {
            1.0
        } else {
            side(middle(&core.0, place, right))
        }
    }

    /// The normal on this side of the chain that is nearest to those over the neighbor. The end is the support point of
    /// the segment along it.
    fn nearest(&self, end: &End, joint: &Joint, side: f64) -> (DVec2, Feature) {
        let own = self.right * side;
        if joint.into.dot(own) < 0.0 {
            (joint.right * side, Feature::Vertex(end.vertex))
        } else {
            (own, Feature::Edge(0))
        }
    }
}

impl Joint {
    fn new(into: DVec2, way: DVec2) -> Self {
        Self {
            into,
            right: right(way),
        }
    }
}

/// The sine of the largest rotation of a normal by rounding: the promised bound, and more where the cores are so near
/// that the vector between them is hardly longer than its rounding.
fn slack(distance: f64, bound: f64) -> f64 {
    if distance <= TOUCHING * bound {
        PROMISED
    } else {
        Scalar::max(PROMISED, bound / distance)
    }
}

/// Unit; `None` for a segment without length.
fn direction<V: Vector<Double = DVec2>>(segment: &Segment<V>) -> Option<DVec2> {
    let [a, b] = segment.core().map(V::to_double);
    // Halves, so that the difference cannot overflow.
    Vector::try_normalize(b * 0.5 - a * 0.5)
}

fn right(way: DVec2) -> DVec2 {
    DVec2::new(way.y, -way.x)
}

fn side(height: f64) -> f64 {
    if height < 0.0 { -1.0 } else { 1.0 }
}

/// Twice the height over a line, to its right, of the middle between the highest and the lowest point.
fn middle<V: Vector<Double = DVec2>>(core: &Core<'_, V>, place: DVec2, right: DVec2) -> f64 {
    let (mut low, mut high) = (f64::INFINITY, -f64::INFINITY);
    core.each_extreme(right, |p| {
        let height = right.dot(p.to_double() - place);
        low = Scalar::min(low, height);
        high = Scalar::max(high, height);
    });
    low + high
}

/// The least height of a rounded core over a line, and the point of the core that has it.
fn lowest<V: Vector<Double = DVec2>>(
    (core, radius): AnyCore<'_, V>,
    place: DVec2,
    normal: DVec2,
) -> (f64, V) {
    let mut least = (f64::INFINITY, V::ZERO);
    core.each_extreme(normal, |p| {
        let height = normal.dot(p.to_double() - place) - radius.to_f64();
        if height < least.0 {
            least = (height, p);
        }
    });
    least
}

/// The contact along this normal; `found` if that is out of range.
fn separated<V: Vector<Double = DVec2>>(
    core: AnyCore<'_, V>,
    normal: DVec2,
    place: DVec2,
    found: Contact<V>,
) -> Contact<V> {
    let (height, point) = lowest(core, place, normal);
    let (normal, separation) = (V::from_double(normal), V::Scalar::from_f64(height));
    if !separation.is_finite() {
        return found;
    }
    let point_a = point - normal * core.1;
    Contact {
        point_a,
        point_b: point_a - normal * separation,
        normal,
        separation,
        unique: true,
        ..found
    }
}
