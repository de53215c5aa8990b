//! Cushions and pockets in the plane of the ball centers, made from the dimensions of a table.

use super::error::BilliardsError;
use super::spec::{PocketSpec, TableSpec};
use alloc::vec;
use alloc::vec::Vec;
use carom_math::Scalar;
use core::f64::consts::SQRT_2;
use glam::{DVec2, dvec2};

/// A part of the cushions, seen from above.
///
/// ```
/// use carom::billiards::{Cushion, PoolTable, Rack, TableSpec};
/// let table = PoolTable::racked(Rack::ThreeCushion, TableSpec::CAROM)?;
/// assert_eq!(table.cushions().len(), 4);
/// // The cushion on the left, at x = 0, faces the table.
/// let Cushion::Straight { normal, .. } = table.cushions()[0] else { unreachable!() };
/// assert_eq!(normal, carom::glam::DVec2::X);
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cushion {
    /// A straight nose or facing.
    Straight {
        /// One end, m.
        a: DVec2,
        /// The other end, m.
        b: DVec2,
        /// Unit normal, towards the balls.
        normal: DVec2,
    },
    /// A rounded jaw of a pocket; all of its circle is solid.
    Jaw {
        /// Center, m.
        center: DVec2,
        /// Radius, m.
        radius: f64,
    },
}

/// A pocket, seen from above.
///
/// ```
/// use carom::billiards::{PoolTable, Rack, TableSpec};
/// let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
/// let pockets: Vec<f64> = table.pockets().iter().map(|pocket| pocket.center.y).collect();
/// assert_eq!((pockets.len(), pockets[4]), (6, 1.27), "corners first, then sides");
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pocket {
    /// Center of the capture circle, m.
    pub center: DVec2,
    /// Radius of the capture circle, m.
    pub radius: f64,
    /// The lines of its two facings: ends at the wood, and normals into the throat.
    facings: [(DVec2, DVec2); 2],
    /// Of the mouth, between the two noses.
    width: f64,
}

/// All cushions and pockets of a table.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) cushions: Vec<Cushion>,
    pub(super) pockets: Vec<Pocket>,
    size: DVec2,
}

/// A nose that ends at a pocket: the sharp point, the direction of the nose line away from the pocket, the direction of
/// the facing into the pocket, and the normal of the facing into the throat.
struct Nose {
    point: DVec2,
    along: DVec2,
    facing: DVec2,
    normal: DVec2,
}

impl Nose {
    /// From a point, the direction away from the pocket, and the normal of the nose line.
    fn new(point: DVec2, along: DVec2, inward: DVec2, cut: f64) -> Self {
        let (sin, cos) = libm::sincos(cut);
        Self {
            point,
            along,
            facing: along * cos - inward * sin,
            normal: along * -sin - inward * cos,
        }
    }

    /// The rounded jaw, the facing as far as the wood, if any of it is straight, and how far along the nose and the
    /// facing the rounding reaches.
    fn jaw(&self, cut: f64, radius: f64, cushion_width: f64) -> (Cushion, Option<Cushion>, f64) {
        let (sin, cos) = libm::sincos(0.5 * cut);
        let reach = radius * cos / sin;
        let bisector = (self.along + self.facing).normalize();
        let jaw = Cushion::Jaw {
            center: self.point + bisector * (radius / sin),
            radius,
        };
        let a = self.point + self.facing * reach;
        let b = self.end(cut, reach, cushion_width);
        let straight = (b != a).then_some(Cushion::Straight {
            a,
            b,
            normal: self.normal,
        });
        (jaw, straight, reach)
    }

    /// Where the facing ends: at the wood, or where the rounding ends if that is deeper.
    fn end(&self, cut: f64, reach: f64, cushion_width: f64) -> DVec2 {
        let depth = cushion_width / libm::sin(cut);
        self.point + self.facing * Scalar::max(depth, reach)
    }
}

impl Layout {
    pub(super) fn new(spec: &TableSpec) -> Result<Self, BilliardsError> {
        spec.check()?;
        let mut layout = Self {
            cushions: Vec::new(),
            pockets: Vec::new(),
            size: dvec2(spec.width, spec.length),
        };
        match spec.pockets {
            None => layout.add_box(),
            Some(pockets) => layout.add_pockets(spec, &pockets)?,
        }
        Ok(layout)
    }

    fn add_box(&mut self) {
        let DVec2 { x, y } = self.size;
        let corners = [dvec2(0., 0.), dvec2(0., y), dvec2(x, y), dvec2(x, 0.)];
        let normals = [DVec2::X, DVec2::NEG_Y, DVec2::NEG_X, DVec2::Y];
        for (i, normal) in normals.into_iter().enumerate() {
            let (a, b) = (corners[i], corners[(i + 1) % 4]);
            self.cushions.push(Cushion::Straight { a, b, normal });
        }
    }

    /// Six noses between six pockets, then the facings, then the jaws.
    fn add_pockets(
        &mut self,
        spec: &TableSpec,
        pockets: &PocketSpec,
    ) -> Result<(), BilliardsError> {
        let DVec2 { x: w, y: l } = self.size;
        let corner = pockets.corner_mouth / SQRT_2;
        let side = 0.5 * pockets.side_mouth;
        // Ends of each nose, and whether they are at a corner pocket.
        let noses = [
            [
                (dvec2(0., corner), true),
                (dvec2(0., 0.5 * l - side), false),
            ],
            [
                (dvec2(0., 0.5 * l + side), false),
                (dvec2(0., l - corner), true),
            ],
            [(dvec2(corner, l), true), (dvec2(w - corner, l), true)],
            [
                (dvec2(w, l - corner), true),
                (dvec2(w, 0.5 * l + side), false),
            ],
            [(dvec2(w, 0.5 * l - side), false), (dvec2(w, corner), true)],
            [(dvec2(w - corner, 0.), true), (dvec2(corner, 0.), true)],
        ];
        let [x, y] = [DVec2::X, DVec2::Y];
        let normals = [x, x, -y, -x, -x, y];
        let (mut facings, mut jaws, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for (rail, normal) in noses.into_iter().zip(normals) {
            let along = normal.perp();
            let mut straight = rail.map(|(point, _)| point);
            for (k, (point, is_corner)) in rail.into_iter().enumerate() {
                let direction = if k == 0 { along } else { -along };
                let (cut, radius) = pockets.cut_and_jaw(is_corner);
                let nose = Nose::new(point, direction, normal, cut);
                let (jaw, facing, reach) = nose.jaw(cut, radius, spec.cushion_width);
                straight[k] = point + direction * reach;
                jaws.push(jaw);
                facings.extend(facing);
                ends.push((nose.end(cut, reach, spec.cushion_width), nose.normal));
            }
            let [a, b] = straight;
            if (b - a).dot(along) <= 0.0 {
                let (what, must) = (
                    "mouths and jaws",
                    "so small that straight cushions are left",
                );
                return Err(BilliardsError::Spec { what, must });
            }
            self.cushions.push(Cushion::Straight { a, b, normal });
        }
        self.cushions.extend(facings);
        self.cushions.extend(jaws);
        self.pockets = capture_circles(self.size, pockets, &ends);
        Ok(())
    }

    /// Checks that no ball of this radius can pass a pocket's circle, which would let it leave the table.
    pub(super) fn check_throats(&self, radius: f64) -> Result<(), BilliardsError> {
        for pocket in &self.pockets {
            for (end, normal) in pocket.facings {
                if (end + normal * radius).distance(pocket.center) >= pocket.radius {
                    return Err(BilliardsError::Spec {
                        what: "capture circle of a pocket",
                        must: "so wide that a ball at the end of a facing is inside",
                    });
                }
            }
        }
        Ok(())
    }

    /// Neither above the cloth between the noses nor above a pocket or its throat.
    pub(super) fn is_outside(&self, place: DVec2) -> bool {
        let is_between = place.cmpge(DVec2::ZERO).all() && place.cmple(self.size).all();
        let is_at = |pocket: &Pocket| pocket.is_in_throat(place) || pocket.captures(place);
        !is_between && !self.pockets.iter().any(is_at)
    }

    /// Description of the fault if a ball cannot be here; `slack` is the depth that counts as touching.
    pub(super) fn fault(&self, place: DVec2, radius: f64, slack: f64) -> Option<&'static str> {
        if self.pockets.iter().any(|pocket| pocket.captures(place)) {
            return Some("has its center above a pocket");
        }
        if self.is_outside(place) {
            return Some("is outside the cushions");
        }
        let overlaps = |cushion: &Cushion| match *cushion {
            Cushion::Straight { a, b, .. } => {
                let s = (place - a).dot(b - a) / (b - a).length_squared();
                let nearest = a + (b - a) * Scalar::clamp(s, 0.0, 1.0);
                place.distance(nearest) < radius - slack
            }
            Cushion::Jaw { center, radius: r } => place.distance(center) < radius + r - slack,
        };
        self.cushions
            .iter()
            .any(overlaps)
            .then_some("overlaps a cushion")
    }
}

impl Pocket {
    /// Whether this is above the capture circle.
    pub(super) fn captures(&self, place: DVec2) -> bool {
        place.distance(self.center) < self.radius
    }

    /// Between the lines of its facings and no deeper than its circle.
    fn is_in_throat(&self, place: DVec2) -> bool {
        let between = |&(end, normal): &(DVec2, DVec2)| (place - end).dot(normal) >= 0.0;
        place.distance(self.center) < self.radius + self.width && self.facings.iter().all(between)
    }
}

/// The four corners, then the two sides; `ends` are those of the facings in the order of the noses.
fn capture_circles(size: DVec2, pockets: &PocketSpec, ends: &[(DVec2, DVec2)]) -> Vec<Pocket> {
    let DVec2 { x: w, y: l } = size;
    let out = pockets.corner_depth / SQRT_2;
    let corner = |x: f64, y: f64| {
        let outwards = |v: f64, high: f64| if v == 0.0 { -out } else { high + out };
        dvec2(outwards(x, w), outwards(y, l))
    };
    let circle = |center: DVec2, facings: [usize; 2], is_corner: bool| Pocket {
        center,
        radius: if is_corner {
            pockets.corner_radius
        } else {
            pockets.side_radius
        },
        facings: facings.map(|i| ends[i]),
        width: if is_corner {
            pockets.corner_mouth
        } else {
            pockets.side_mouth
        },
    };
    vec![
        circle(corner(0., 0.), [11, 0], true),
        circle(corner(0., l), [3, 4], true),
        circle(corner(w, l), [5, 6], true),
        circle(corner(w, 0.), [9, 10], true),
        circle(dvec2(-pockets.side_depth, 0.5 * l), [1, 2], false),
        circle(dvec2(w + pockets.side_depth, 0.5 * l), [7, 8], false),
    ]
}
