//! A curved core and a core with flat faces, by closed forms where the plane of a face decides.
//!
//! The plane of every face bounds the distance from below by the gap over it (a separating axis; Ericson, *Real-Time
//! Collision Detection* 5.2.1), and so does a plane along the side of a cylinder. Where the nearest point of the other core stands
//! over the face, the gap is the distance, and the time when it closes is that of the touch. Of cores that cross, the least
//! depth under a face is the depth if a ball of this radius around the deepest point is in the core but for that face:
//! then the Minkowski difference contains the ball. Everything else is left to GJK.
//!
//! Single precision only: its rounding is far above the tolerances.

mod area;
mod beside;
mod drum;
mod faced_core;

use self::area::Area;
use self::beside::beside;
use self::faced_core::FacedCore;
use super::convex_points::Difference;
use super::frame::Frame;
use super::separation::{Answer, GRAZE, Separation, TOUCH};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// Differences that do not count, as a part of the size.
const LEVEL: f64 = 1e-12;

/// Two cores, of which at least one is curved, and at least one has a flat face.
pub(super) struct FacePair<'a> {
    difference: &'a Difference<'a>,
    cores: [FacedCore; 2],
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

impl<'a> FacePair<'a> {
    /// `None` if they are not such cores, in double precision, and in 2D.
    #[inline(always)]
    pub(super) fn new<V: Vector>(difference: &'a Difference<'a>, frame: &Frame<V>) -> Option<Self> {
        // Known at compile time: neither has the code.
        if V::Scalar::DOUBLE || V::DIM == 2 {
            return None;
        }
        if !difference.is_curved() || !difference.has_pieces() {
            return None;
        }
        let cores = [
            FacedCore::of(&difference.a, frame),
            FacedCore::of(&difference.b, frame),
        ];
        let has_faces = cores.iter().any(|core| !matches!(core, FacedCore::Other));
        has_faces.then_some(Self {
            difference,
            cores,
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
            let rate = way * f64::EPSILON * 8.0 - gap.normal_to_first().dot(delta);
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
        for (of, core) in self.cores.iter().enumerate() {
            core.each_face(|normal, area| {
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
        for (of, core) in self.cores.iter().enumerate() {
            let FacedCore::Drum(drum) = core else {
                continue;
            };
            if let Some((normal, point, height)) = beside(drum, &self.cores[1 - of], self.level) {
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
        let FacedCore::Drum(other) = &self.cores[1 - gap.of] else {
            return None;
        };
        let radius = other.flat_end(-gap.normal)?;
        (aside <= radius).then_some([on_face + up, on_face])
    }

    /// Whether no direction leads out of an overlap by less than the depth of `point` under a face, or by as little, but
    /// the normal of this face.
    fn is_least(&self, gap: &Gap, point: DVec3) -> bool {
        let least = self.tie - gap.height;
        match &self.cores[gap.of] {
            FacedCore::Block(block) => block.contains_ball(point, least, gap.normal),
            FacedCore::Drum(drum) => match gap.area {
                Area::Side(_) => drum.is_clear_of_ends(point, least),
                _ => drum.contains_ball(point, least, gap.normal),
            },
            FacedCore::Triangle(corners, _) => {
                let other = [&self.difference.a, &self.difference.b][1 - gap.of];
                let (_, far) = other.support(gap.normal);
                area::is_in_prism(corners, gap.normal, [point, far], least)
            }
            FacedCore::Other => false,
        }
    }
}

impl Gap {
    /// The normal from the second core to the first.
    fn normal_to_first(&self) -> DVec3 {
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
            normal: vector(self.normal_to_first()),
            distance: self.height,
            support: self.height,
            ambiguous: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hulls::{self, Hulls};
    use super::*;
    use crate::shape::ShapeRef;
    use crate::{Cone, Cylinder, OrientedBox, Triangle};
    use crate::{Convex, Shape};
    use fastrand::Rng;
    use glam::{Mat3, Quat, Vec3, vec3};

    /// Coordinates: of a small grid, where faces lie flat on each other, or any.
    fn point(random: &mut Rng, grid: bool) -> Vec3 {
        let mut number = || {
            if grid {
                random.i32(-4..=4) as f32 * 0.5
            } else {
                random.f32() * 4.0 - 2.0
            }
        };
        vec3(number(), number(), number())
    }

    fn drum(random: &mut Rng, grid: bool) -> Shape<Vec3> {
        let a = point(random, grid);
        let axis = if grid {
            [Vec3::X, Vec3::Y, Vec3::Z][random.usize(0..3)] * (1.0 + random.f32())
        } else {
            point(random, false)
        };
        let radius = 0.2 + random.f32();
        match random.u8(0..4) {
            0 => Shape::from(Cone {
                a,
                b: a + axis,
                radius_a: radius,
                radius_b: random.f32(),
            }),
            _ => Shape::from(Cylinder::new(a, a + axis, radius)),
        }
    }

    fn other(random: &mut Rng, grid: bool) -> Shape<Vec3> {
        match random.u8(0..3) {
            0 => {
                let corners = [(); 3].map(|()| point(random, grid));
                Shape::from(Triangle::new(corners[0], corners[1], corners[2]))
            }
            1 => {
                let turn = if grid {
                    Quat::IDENTITY
                } else {
                    Quat::from_rotation_y(random.f32()) * Quat::from_rotation_x(random.f32())
                };
                let halves = (point(random, grid).abs() + 0.1).to_array();
                let axes = Mat3::from_quat(turn);
                let half = [0, 1, 2].map(|k| axes.col(k) * halves[k]);
                Shape::from(OrientedBox {
                    center: point(random, grid),
                    axes: half,
                })
            }
            _ => drum(random, grid),
        }
    }

    /// A point of a core is not beyond its support function.
    fn is_of(core: &super::super::convex_points::PlacedCore<'_>, p: DVec3, level: f64) -> bool {
        (0..26).all(|i| {
            let n = DVec3::new(
                f64::from(i % 3) - 1.0,
                f64::from(i / 3 % 3) - 1.0,
                f64::from(i / 9) - 1.0,
            );
            n.dot(p) <= n.dot(core.support(n).1) + level
        })
    }

    /// Boxes that are turned have corners that are rounded, and are the box nearest to these.
    fn level(b: &ShapeRef<'_, Vec3>, grid: bool, size: f64) -> f64 {
        let is_rounded = !grid && matches!(b, ShapeRef::Corners(..));
        size * if is_rounded {
            f64::from(f32::EPSILON)
        } else {
            1e-9
        }
    }

    #[test]
    fn what_a_face_decides_is_what_gjk_and_epa_find() {
        let mut random = Rng::with_seed(7);
        let [mut apart, mut crossing, mut beyond] = [0; 3];
        for case in 0..30_000 {
            let grid = case % 2 == 0;
            let (a, b) = (drum(&mut random, grid), other(&mut random, grid));
            let (a, b): (ShapeRef<'_, Vec3>, _) = (a.shape_ref(), b.shape_ref());
            let Some(pair) = Hulls::new(a.core(), b.core(), Vec3::ZERO) else {
                continue;
            };
            let difference = pair.difference(0.0);
            let Some(faces) = FacePair::new(&difference, &pair.frame) else {
                continue;
            };
            let expected = hulls::separation(&difference, &pair.frame, f64::INFINITY).unwrap();
            let level = level(&b, grid, pair.frame.size);
            let reach = random.f64();
            match faces.separation::<DVec3>(reach) {
                Answer::Beyond => {
                    assert!(expected.distance > reach - level, "{a:?} {b:?}");
                    beyond += 1;
                }
                Answer::Known(found) => {
                    let error = (found.distance - expected.distance).abs();
                    assert!(error <= level, "{a:?} {b:?} {found:?} {expected:?}");
                    let way = found.a - found.b - found.normal * found.distance;
                    assert!(way.length() <= level, "{a:?} {b:?} {found:?}");
                    assert!(
                        is_of(&difference.a, found.a, level),
                        "{a:?} {b:?} {found:?}"
                    );
                    assert!(
                        is_of(&difference.b, found.b, level),
                        "{a:?} {b:?} {found:?}"
                    );
                    // The certificate of the normal: the cores are apart along it, or overlap, by the distance.
                    let gap = found.normal.dot(difference.support(-found.normal).w);
                    assert!(
                        (gap - found.distance).abs() <= level,
                        "{a:?} {b:?} {found:?}"
                    );
                    *if found.distance > 0.0 {
                        &mut apart
                    } else {
                        &mut crossing
                    } += 1;
                }
                Answer::Unknown => {}
            }
        }
        assert!(
            apart > 1500 && crossing > 1000 && beyond > 10_000,
            "{apart} {crossing} {beyond}"
        );
    }

    #[test]
    fn a_touch_that_a_face_decides_is_the_first() {
        let mut random = Rng::with_seed(8);
        let (mut touches, mut never) = (0, 0);
        for case in 0..20_000 {
            let grid = case % 2 == 0;
            let (a, b) = (drum(&mut random, grid), other(&mut random, grid));
            let (a, b): (ShapeRef<'_, Vec3>, _) = (a.shape_ref(), b.shape_ref());
            let delta = point(&mut random, grid) * 2.0;
            let Some(pair) = Hulls::new(a.core(), b.core(), delta) else {
                continue;
            };
            let difference = pair.difference(0.0);
            let goal = 1e-6;
            let found = FacePair::new(&difference, &pair.frame)
                .and_then(|faces| faces.first_touch(&pair.frame, goal));
            let Some((t, at)) = found else { continue };
            let level = level(&b, grid, pair.frame.size);
            let distance = |t: f64| {
                let difference = pair.difference(t);
                let found = hulls::separation(&difference, &pair.frame, f64::INFINITY);
                found.unwrap().distance
            };
            let end = if t > 1.0 { 1.0 } else { t };
            for part in 0..=8 {
                let here = distance(end * f64::from(part) / 8.0);
                assert!(here >= goal - level, "{a:?} {delta} {b:?} {t} {here}");
            }
            if t > 1.0 {
                never += 1;
                continue;
            }
            touches += 1;
            assert!(
                (distance(t) - goal).abs() <= level,
                "{a:?} {delta} {b:?} {t}"
            );
            let way = at.a - at.b - at.normal * goal;
            assert!(way.length() <= level, "{a:?} {delta} {b:?} {at:?}");
        }
        assert!(touches > 500 && never > 8000, "{touches} {never}");
    }
}
