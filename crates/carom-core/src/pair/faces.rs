//! A curved core and a core with flat faces, by closed forms where the plane of a face decides.
//!
//! The plane of every face bounds the distance from below by the gap over it (a separating axis; Ericson, *Real-Time
//! Collision Detection* 5.2.1), and so does a plane along the side of a cylinder. Where the nearest point of the other core stands
//! over the face, the gap is the distance, and the time when it closes is that of the touch. Of cores that cross, the least
//! depth under a face is the depth if a ball of this radius around the deepest point is in the core but for that face:
//! then the Minkowski difference contains the ball. Everything else is left to GJK.
//!
//! Single precision only, far below whose rounding the tolerances are.

mod area;
mod drum;
mod solid;

use self::area::Area;
use self::solid::Solid;
use super::boxes::Answer;
use super::convex_points::Difference;
use super::frame::Frame;
use super::separation::{GRAZE, Separation, TOUCH};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// Differences that do not count, as a part of the size.
const LEVEL: f64 = 1e-12;

/// Two cores, of which at least one is curved, and at least one has a flat face.
pub(super) struct Faces<'a> {
    difference: &'a Difference<'a>,
    solids: [Solid; 2],
    /// Differences that do not count.
    level: f64,
    /// Depths that differ by less are equal.
    tie: f64,
}

/// A face of one of the cores and the nearest point of the other.
#[derive(Clone, Copy)]
struct Gap {
    /// The number of the core with the face.
    of: usize,
    /// Unit, outwards.
    normal: DVec3,
    area: Area,
    /// The nearest point of the other core, and its height over the face.
    point: DVec3,
    height: f64,
}

impl<'a> Faces<'a> {
    /// `None` if they are not such cores, in double precision, and in 2D.
    #[inline(always)]
    pub(super) fn new<V: Vector>(difference: &'a Difference<'a>, frame: &Frame<V>) -> Option<Self> {
        if V::Scalar::DOUBLE || difference.is_flat {
            return None;
        }
        if !difference.is_curved() || !difference.has_pieces() {
            return None;
        }
        let solids = [
            Solid::of(&difference.a, frame),
            Solid::of(&difference.b, frame),
        ];
        let has_faces = solids.iter().any(|solid| !matches!(solid, Solid::Other));
        has_faces.then_some(Self {
            difference,
            solids,
            level: LEVEL * frame.size,
            tie: frame.tolerance(8.0),
        })
    }

    /// The separation, where a face decides it.
    pub(super) fn separation<D: Vector>(&self, reach: f64) -> Answer<D> {
        let Some(gap) = self.widest() else {
            return Answer::Unknown;
        };
        if gap.height > reach {
            return Answer::Beyond;
        }
        match self.points(&gap) {
            Some(points) if gap.height > self.tie || self.is_least(&gap, points[0]) => {
                Answer::Known(gap.separation(points))
            }
            _ => Answer::Unknown,
        }
    }

    /// The time, infinite if never, at which the first core, moved by the `delta` of the frame, comes as near as `goal`, and the
    /// separation there; `None` where no face decides it.
    pub(super) fn first_touch<V: Vector>(
        &self,
        frame: &Frame<V>,
        goal: f64,
    ) -> Option<(f64, Separation<V::Double>)> {
        let delta = DVec3::from_array(frame.delta.to_f64());
        let way = frame.delta.length();
        let apart = frame.radius() + frame.tolerance(TOUCH);
        let never = (f64::INFINITY, Separation::infinite());
        let mut last: Option<(f64, f64, Gap)> = None;
        let mut closes = true;
        self.each_gap(|gap| {
            if gap.height <= apart {
                return;
            }
            // With the rounding bound of a closing speed.
            let rate = way * f64::EPSILON * 8.0 - gap.from_second().dot(delta);
            closes &= rate > 0.0;
            let t = (gap.height - goal) / rate;
            if last.as_ref().is_none_or(|(latest, ..)| t > *latest) {
                last = Some((t, rate, gap));
            }
        });
        if !closes {
            return Some(never);
        }
        let (t, rate, mut gap) = last?;
        if t > 1.0 {
            return Some(never);
        }
        if rate <= GRAZE * way {
            return None;
        }
        let shift = delta * t;
        gap.height -= rate * t;
        // The areas of the first core are where they were.
        gap.point += if gap.of == 0 { -shift } else { shift };
        let points = self.points(&gap)?;
        let points = if gap.of == 0 {
            points.map(|p| p + shift)
        } else {
            points
        };
        Some((t, gap.separation(points)))
    }

    /// The face with the widest gap; the first one, unless another has a wider one by more than rounding.
    fn widest(&self) -> Option<Gap> {
        let mut widest: Option<Gap> = None;
        self.each_gap(|gap| {
            let least = widest.as_ref().map(|gap| gap.height + self.level);
            if least.is_none_or(|least| gap.height > least) {
                widest = Some(gap);
            }
        });
        widest
    }

    #[inline(always)]
    fn each_gap(&self, mut visit: impl FnMut(Gap)) {
        let cores = [&self.difference.a, &self.difference.b];
        for (of, solid) in self.solids.iter().enumerate() {
            solid.each_face(|normal, area| {
                let (_, point) = cores[1 - of].support(-normal);
                let height = normal.dot(point - area.point());
                visit(Gap {
                    of,
                    normal,
                    area,
                    point,
                    height,
                });
            });
        }
        for (of, solid) in self.solids.iter().enumerate() {
            let Solid::Drum(drum) = solid else { continue };
            if let Some((normal, point, height)) = drum.beside(&self.solids[1 - of], self.level) {
                visit(Gap {
                    of,
                    normal,
                    area: Area::Side(*drum),
                    point,
                    height,
                });
            }
        }
    }

    /// The nearest point of the other core and the one that it stands over, if that is on the face.
    fn points(&self, gap: &Gap) -> Option<[DVec3; 2]> {
        let up = gap.normal * gap.height;
        let foot = gap.point - up;
        let on_face = gap.area.nearest(foot, gap.normal);
        let aside = Vector::length(foot - on_face);
        if aside <= self.level {
            return Some([gap.point, on_face]);
        }
        // All points of a flat end are as near as its center.
        let Solid::Drum(other) = &self.solids[1 - gap.of] else {
            return None;
        };
        let radius = other.flat_end(-gap.normal)?;
        (aside <= radius).then_some([on_face + up, on_face])
    }

    /// Whether no direction leads out of an overlap by less than the depth of `point` under a face, or by as little, but
    /// the normal of this face.
    fn is_least(&self, gap: &Gap, point: DVec3) -> bool {
        let least = self.tie - gap.height;
        match &self.solids[gap.of] {
            Solid::Block(block) => block.contains_ball(point, least, gap.normal),
            Solid::Drum(drum) => match gap.area {
                Area::Side(_) => drum.is_clear_of_ends(point, least),
                _ => drum.contains_ball(point, least, gap.normal),
            },
            Solid::Triangle(corners, _) => {
                let other = [&self.difference.a, &self.difference.b][1 - gap.of];
                let (_, far) = other.support(gap.normal);
                area::is_in_prism(corners, gap.normal, [point, far], least)
            }
            Solid::Other => false,
        }
    }
}

impl Gap {
    /// The normal from the second core to the first.
    fn from_second(&self) -> DVec3 {
        if self.of == 0 {
            -self.normal
        } else {
            self.normal
        }
    }

    /// The separation, given the nearest point and the one of the face.
    fn separation<D: Vector>(&self, [point, on_face]: [DVec3; 2]) -> Separation<D> {
        let [a, b] = if self.of == 0 {
            [on_face, point]
        } else {
            [point, on_face]
        };
        let vector = |v: DVec3| D::from_f64(v.to_array());
        Separation {
            a: vector(a),
            b: vector(b),
            normal: vector(self.from_second()),
            distance: self.height,
            support: self.height,
            ambiguous: false,
        }
    }
}
