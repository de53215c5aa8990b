//! Regions: shapes through which balls pass, with an event where a ball's center enters or leaves.
//!
//! A part is a ball, or the intersection of half-spaces. On a trajectory of constant acceleration the center crosses a
//! plane at roots of a quadratic and a sphere at roots of a quartic; the first crossing in the wanted direction counts.
//! Being inside is a state of the ball: a center outside enters where it moves inward on or below the surface, a center
//! inside leaves where it moves outward on or above it. So rounding gives no crossing twice, and none is missed.

use super::arc::{Arc, falls};
use super::error::TableError;
use super::shape_cores::{RoundedCores, cores};
use super::units::Units;
use super::wall_feature::FeatureCore;
use alloc::vec;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::shape::Shape;
use carom_math::{Scalar, Vector};

/// A region of a table: a trigger or a pocket. Balls pass through it; an event reports that a ball's center enters or
/// leaves it. It changes no bit of their motion.
///
/// Balls, half-spaces, boxes and hulls without a radius; in 2D triangles and capsules. Parts of a region should overlap
/// where the region is to have no gap. A ball that is inside when it is inserted enters then.
///
/// ```
/// use carom::table::{BallId, Partner, Region, Setup, Table, TableBall};
/// use carom::{Ball, glam::{DVec2, dvec2}};
/// let mut table = Table::new(&Setup {
///     balls: vec![TableBall::new(DVec2::ZERO, 0.5).with_velocity(dvec2(2., 0.))],
///     regions: vec![Region::new(Ball::new(dvec2(4., 0.), 1.))],
///     ..Setup::default()
/// })?;
/// let enters = table.step_event().unwrap();
/// assert_eq!((enters.time, enters.with, enters.speed), (1.5, Partner::Enter(0), 2.));
/// assert!(table.is_inside(BallId(0), 0));
/// let leaves = table.step_event().unwrap();
/// assert_eq!((leaves.time, leaves.with), (2.5, Partner::Leave(0)));
/// # Ok::<(), carom::table::TableError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Region<V: Vector> {
    /// Its shapes.
    pub parts: Vec<Shape<V>>,
    /// A ball that enters is removed from the table: a pocket. Default false.
    pub captures: bool,
}

impl<V: Vector> Region<V> {
    /// A region of one shape that balls enter and leave.
    #[must_use]
    pub fn new(shape: impl Into<Shape<V>>) -> Self {
        Self {
            parts: vec![shape.into()],
            captures: false,
        }
    }

    /// This region as a pocket: a ball that enters is removed from the table, after its event.
    ///
    /// ```
    /// use carom::table::{Region, Setup, Table, TableBall};
    /// use carom::{Ball, glam::{DVec2, dvec2}};
    /// let mut table = Table::new(&Setup {
    ///     balls: vec![TableBall::new(DVec2::ZERO, 0.5).with_velocity(dvec2(2., 0.))],
    ///     regions: vec![Region::new(Ball::new(dvec2(4., 0.), 1.)).capturing()],
    ///     ..Setup::default()
    /// })?;
    /// assert!(table.step_event().is_some() && table.is_empty());
    /// # Ok::<(), carom::table::TableError>(())
    /// ```
    #[must_use]
    pub fn capturing(self) -> Self {
        Self {
            captures: true,
            ..self
        }
    }
}

/// A convex part of a region, in units of the table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RegionPart<D: Vector> {
    pub(super) region: u32,
    /// None of a half-space.
    pub(super) bounds: Option<Aabb<D>>,
    core: PartCore<D>,
}

#[derive(Clone, Debug, PartialEq)]
enum PartCore<D> {
    Ball(D, f64),
    /// All x with n·x ≤ offset for each of these unit normals.
    Faces(Vec<(D, f64)>),
}

/// Height of a center above or below a face, in its coordinates, that counts as on the face.
const ON_FACE: f64 = 1.0 / (1_u64 << 46) as f64;

impl<D: Vector<Scalar = f64>> RegionPart<D> {
    /// Time until a center outside enters; infinite if never.
    pub(super) fn enters(&self, center: &Arc<D>) -> f64 {
        match &self.core {
            PartCore::Ball(middle, radius) => {
                let arc = Arc {
                    radii: *radius,
                    ..center.seen_from(*middle)
                };
                arc.first_touch(f64::INFINITY, |_| true)
            }
            PartCore::Faces(faces) => {
                let enters = |face: usize| {
                    let (normal, offset) = faces[face];
                    let t = falls(
                        normal.dot(center.way) - offset,
                        normal.dot(center.velocity),
                        normal.dot(center.acceleration),
                    );
                    // Below all other faces, or on them and not about to rise.
                    let is_in = t < f64::INFINITY && is_below(faces, center, t, Some(face));
                    if is_in { t } else { f64::INFINITY }
                };
                (0..faces.len())
                    .map(enters)
                    .fold(f64::INFINITY, Scalar::min)
            }
        }
    }

    /// Time until a center inside leaves; infinite if never.
    pub(super) fn leaves(&self, center: &Arc<D>) -> f64 {
        match &self.core {
            PartCore::Ball(middle, radius) => {
                let arc = Arc {
                    radii: *radius,
                    ..center.seen_from(*middle)
                };
                arc.first_exit()
            }
            PartCore::Faces(faces) => {
                let leaves = |(normal, offset): &(D, f64)| {
                    falls(
                        offset - normal.dot(center.way),
                        -normal.dot(center.velocity),
                        -normal.dot(center.acceleration),
                    )
                };
                faces.iter().map(leaves).fold(f64::INFINITY, Scalar::min)
            }
        }
    }

    /// Whether a center is inside, or on the surface and not about to leave.
    pub(super) fn contains(&self, center: &Arc<D>) -> bool {
        match &self.core {
            PartCore::Ball(middle, radius) => {
                let way = center.way - *middle;
                let apart = way.length_squared() - radius * radius;
                apart < 0.0 || apart == 0.0 && way.dot(center.velocity) < 0.0
            }
            PartCore::Faces(faces) => is_below(faces, center, 0.0, None),
        }
    }
}

/// Whether a center at a time is below all faces but one, or on them to rounding and not rising: one that has just left
/// does not enter again.
fn is_below<D: Vector<Scalar = f64>>(
    faces: &[(D, f64)],
    center: &Arc<D>,
    t: f64,
    except: Option<usize>,
) -> bool {
    let (at, speed) = (center.at(t), center.velocity + center.acceleration * t);
    let slack = ON_FACE * at.abs().max_element();
    (faces.iter().enumerate()).all(|(face, (normal, offset))| {
        let height = normal.dot(at) - offset;
        let falls = normal.dot(speed) <= 0.0;
        except == Some(face) || height < -slack || height <= slack && falls
    })
}

/// The parts of all regions, in units of the table.
pub(super) fn region_parts<V: Vector>(
    regions: &[Region<V>],
    units: &Units,
) -> Result<Vec<RegionPart<V::Double>>, TableError> {
    let mut parts = Vec::new();
    for (number, region) in (0..).zip(regions) {
        let error = |what| TableError::Region {
            region: number,
            what,
        };
        if region.parts.is_empty() {
            return Err(error("has no parts"));
        }
        for part in &region.parts {
            let rounded = cores(part, units.length).map_err(error)?;
            let bounds = bounds(&rounded);
            let cores = part_cores(rounded).ok_or(error(
                "is no ball, half-space, box or hull without a radius, and in 2D no triangle or capsule",
            ))?;
            parts.extend(cores.into_iter().map(|core| RegionPart {
                region: number,
                bounds,
                core,
            }));
        }
    }
    Ok(parts)
}

/// The box around a shape; `None` of a half-space.
fn bounds<D: Vector<Scalar = f64>>((cores, radius): &RoundedCores<D>) -> Option<Aabb<D>> {
    let is_endless = (cores.iter()).any(|core| matches!(core, FeatureCore::HalfSpace { .. }));
    let points = cores.iter().flat_map(FeatureCore::points);
    (!is_endless).then(|| Aabb::of_points(points).inflated(*radius))
}

/// The convex parts of a shape with an inside; `None` if it has none, or its surface is neither round nor flat.
fn part_cores<D: Vector<Scalar = f64>>(
    (cores, radius): RoundedCores<D>,
) -> Option<Vec<PartCore<D>>> {
    let is_sharp = radius == 0.0;
    match &cores[..] {
        [FeatureCore::HalfSpace { normal, offset }] => {
            Some(vec![PartCore::Faces(vec![(*normal, *offset)])])
        }
        [FeatureCore::Point(p)] if !is_sharp => Some(vec![PartCore::Ball(*p, radius)]),
        [FeatureCore::Segment([a, b])] if !is_sharp && D::DIM == 2 => {
            let along = (*b - *a).try_normalize()?;
            let side = along.any_orthogonal_vector();
            let faces = [(along, *b), (-along, *a), (side, *a + side * radius)]
                .into_iter()
                .chain([(-side, *a - side * radius)])
                .map(|(normal, on)| (normal, normal.dot(on)));
            Some(vec![
                PartCore::Ball(*a, radius),
                PartCore::Ball(*b, radius),
                PartCore::Faces(faces.collect()),
            ])
        }
        _ if is_sharp && cores.len() > D::DIM => faces(&cores).map(|faces| vec![faces]),
        _ => None,
    }
}

/// The intersection of the half-spaces behind edges (2D) or triangles (3D) of a convex hull.
fn faces<D: Vector<Scalar = f64>>(cores: &[FeatureCore<D>]) -> Option<PartCore<D>> {
    let corners = |core: &FeatureCore<D>| match core {
        FeatureCore::Segment(ends) => Some(((ends[1] - ends[0]).any_orthogonal_vector(), ends[0])),
        FeatureCore::Triangle([a, b, c]) => Some((D::crossing_axes(*b - *a, *c - *a)[0], *a)),
        _ => None,
    };
    let all: Option<Vec<_>> = cores.iter().map(corners).collect();
    let all = all?;
    // A point inside: the mean of all vertices.
    let points = || cores.iter().flat_map(FeatureCore::points);
    let middle = points().fold(D::ZERO, |sum, p| sum + p) / points().count() as f64;
    let face = |(across, a): &(D, D)| {
        let normal = across.try_normalize()?;
        let outward = if normal.dot(middle - *a) > 0.0 {
            -normal
        } else {
            normal
        };
        Some((outward, outward.dot(*a)))
    };
    // Triangles without an area bound nothing.
    let faces: Vec<_> = all.iter().filter_map(face).collect();
    (faces.len() > D::DIM).then_some(PartCore::Faces(faces))
}
