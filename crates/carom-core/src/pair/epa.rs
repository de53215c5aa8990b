//! The depth of two convex hulls that cross, by supports alone.
//!
//! The expanding polytope (van den Bergen 2001): a polytope of corners of the Minkowski difference, whose
//! facet nearest to the origin is pushed out to the farthest corner along its normal, until it cannot be:
//! then it is a facet of the difference, and the shortest way out leads through it. The polytope starts
//! from the difference's own extent and not from where the distance ended, so that it need not hold the
//! origin at first, and a difference without volume (or in the plane without area) is known as such.

use super::convex_points::{Difference, SupportPoint, across, unit_normal, weights};
use super::small_vec::SmallVec;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The shortest way by which one hull leaves the other.
pub(crate) struct Depth {
    /// Unit: the way `a` must go.
    pub(crate) normal: DVec3,
    /// How far; negative, by rounding, where they only nearly touch.
    pub(crate) depth: f64,
    /// The points that touch after it, where they are now; none if rounding has lost them.
    pub(crate) witnesses: Option<[DVec3; 2]>,
    /// Another way is as short.
    pub(crate) ambiguous: bool,
}

/// What is known of two hulls that cross or touch.
#[derive(Clone, Copy)]
pub(crate) enum Known {
    /// A point of each, all but at one place.
    Touch([DVec3; 2]),
    /// The numbers of four corners with the origin among them.
    Around([[usize; 2]; 4]),
}

impl Known {
    fn touch(self) -> Option<[DVec3; 2]> {
        match self {
            Self::Touch(points) => Some(points),
            Self::Around(_) => None,
        }
    }
}

/// What lengths mean for a pair.
#[derive(Clone, Copy)]
pub(crate) struct Tolerances {
    /// Bounds all coordinates.
    pub(crate) size: f64,
    /// What is no longer than this has no direction: corners so near each other are one.
    pub(crate) direction: f64,
    /// How far the depth may be from the least.
    pub(crate) depth: f64,
    /// Another way that is longer by this makes the shortest ambiguous.
    pub(crate) tie: f64,
}

/// The depth of two hulls that cross or touch.
pub(crate) fn depth(difference: &Difference<'_>, known: Known, tolerances: &Tolerances) -> Depth {
    if let Known::Around(numbers) = known {
        let corners = numbers.map(|numbers| difference.corner(numbers));
        if is_thick(&corners, tolerances.size) {
            return Polytope::new(corners, tolerances).expanded(difference);
        }
    }
    match Seed::of(difference, tolerances.direction) {
        Seed::Thin(ways) => thin(difference, &ways, known.touch()),
        Seed::Area(corners) => Polygon::new(corners, DVec3::Z, tolerances).expanded(difference),
        Seed::Plane(corners, normal) => {
            // Beside it, the way to it is in its plane; else out of its plane.
            let aside = Polygon::new(corners, normal, tolerances).expanded(difference);
            let found = thin(difference, &[normal, -normal], known.touch());
            if aside.depth < found.depth {
                aside
            } else {
                found
            }
        }
        Seed::Volume(corners) => Polytope::new(corners, tolerances).expanded(difference),
    }
}

/// In how many directions the difference extends.
enum Seed {
    /// In too few to hold anything: ways across it.
    Thin([DVec3; 4]),
    /// All that the plane has.
    Area([SupportPoint; 3]),
    /// In space, in a plane of this normal.
    Plane([SupportPoint; 3], DVec3),
    /// All that space has.
    Volume([SupportPoint; 4]),
}

impl Seed {
    fn of(difference: &Difference<'_>, noise: f64) -> Self {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let axes = if difference.is_flat {
            &axes[..2]
        } else {
            &axes
        };
        let farthest = |ways: &[DVec3], distance: &dyn Fn(DVec3) -> f64| {
            let mut best: Option<(f64, SupportPoint)> = None;
            for &way in ways {
                for way in [way, -way] {
                    let corner = difference.support(way);
                    let far = distance(corner.w);
                    if best.is_none_or(|best| far > best.0) {
                        best = Some((far, corner));
                    }
                }
            }
            best.filter(|best| best.0 > noise).map(|best| best.1)
        };
        let p = difference.support(DVec3::X);
        let length = |v: DVec3| Vector::length(v);
        let Some(q) = farthest(axes, &|w| length(w - p.w)) else {
            return Self::Thin([DVec3::X, DVec3::Y, DVec3::X, DVec3::Y]);
        };
        let u = unit(q.w - p.w);
        let sideways = if difference.is_flat {
            [u.cross(DVec3::Z); 2]
        } else {
            let e = unit(Vector::any_orthogonal_vector(u));
            [e, u.cross(e)]
        };
        let aside = |w: DVec3| {
            let w = w - p.w;
            length(w - u * u.dot(w))
        };
        let Some(r) = farthest(&sideways, &aside) else {
            let [e, f] = sideways;
            // Nearly through the origin: the way from there is across the line, and needs no more digits.
            let aside = across(p.w, u).map_or([f, -f], |way| [way, -way]);
            return Self::Thin([e, -e, aside[0], aside[1]]);
        };
        if difference.is_flat {
            return Self::Area([p, q, r]);
        }
        let n = across(u.cross(r.w - p.w), u).unwrap_or(DVec3::X);
        match farthest(&[n], &|w| n.dot(w - p.w).abs()) {
            Some(s) => Self::Volume([p, q, r, s]),
            None => Self::Plane([p, q, r], n),
        }
    }
}

/// Whether each corner is well off the plane of the other three.
fn is_thick(corners: &[SupportPoint; 4], size: f64) -> bool {
    let w = corners.map(|corner| corner.w);
    (0..4).all(|off| {
        let [a, b, c] = [1, 2, 3].map(|i| w[(off + i) % 4]);
        unit_normal([a, b, c]).is_some_and(|n| n.dot(w[off] - a).abs() > THICK * size)
    })
}

/// Part of the size that a polytope must be thick for its facets to have good normals.
const THICK: f64 = 1e-9;

fn unit(v: DVec3) -> DVec3 {
    Vector::try_normalize(v).unwrap_or(DVec3::X)
}

/// The way out of a difference without inside: across it, either way.
fn thin(difference: &Difference<'_>, ways: &[DVec3], witnesses: Option<[DVec3; 2]>) -> Depth {
    let (mut depth, mut normal) = (f64::INFINITY, DVec3::X);
    for &way in ways {
        let far = way.dot(difference.support(way).w);
        if far < depth {
            (depth, normal) = (far, -way);
        }
    }
    Depth {
        normal,
        depth,
        witnesses,
        ambiguous: true,
    }
}

/// A facet of a growing polytope: its outward unit normal and how far the origin is behind it.
#[derive(Clone, Copy)]
struct Facet {
    corners: [usize; 3],
    normal: DVec3,
    height: f64,
    /// No corner is farther out.
    is_outer: bool,
}

/// More corners than any but the roundest hulls have round the shortest way out.
const MAX_CORNERS: usize = 512;

/// So many a polytope has before it allocates: all but round hulls.
const FEW_CORNERS: usize = 48;
/// Of so many corners, as Euler has it.
const FEW_FACETS: usize = 2 * FEW_CORNERS;

struct Polytope {
    corners: SmallVec<SupportPoint, FEW_CORNERS>,
    facets: SmallVec<Facet, FEW_FACETS>,
    /// The edges between facets that go and facets that stay.
    border: SmallVec<[usize; 2], FEW_CORNERS>,
    inside: DVec3,
    tolerances: Tolerances,
}

impl Polytope {
    fn new(corners: [SupportPoint; 4], tolerances: &Tolerances) -> Self {
        let middle = corners.iter().map(|corner| corner.w).sum::<DVec3>() * 0.25;
        let facet = Facet {
            corners: [0; 3],
            normal: DVec3::ZERO,
            height: 0.0,
            is_outer: false,
        };
        let mut polytope = Self {
            corners: SmallVec::new(corners[0]),
            facets: SmallVec::new(facet),
            border: SmallVec::new([0; 2]),
            inside: middle,
            tolerances: *tolerances,
        };
        for corner in corners {
            polytope.corners.push(corner);
        }
        for face in [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] {
            polytope.add(face);
        }
        polytope
    }

    /// Adds a facet, turned outwards; one without a plane is no facet.
    fn add(&mut self, mut corners: [usize; 3]) {
        let points = corners.map(|i| self.corners[i].w);
        let Some(mut normal) = unit_normal(points) else {
            return;
        };
        if normal.dot(self.inside - points[0]) > 0.0 {
            normal = -normal;
            corners.swap(1, 2);
        }
        self.facets.push(Facet {
            corners,
            normal,
            height: normal.dot(points[0]),
            is_outer: false,
        });
    }

    fn expanded(&mut self, difference: &Difference<'_>) -> Depth {
        let Tolerances {
            depth: tolerance,
            tie,
            ..
        } = self.tolerances;
        // The least way out known, and through which facet: what is never too little.
        let mut best: Option<(f64, Facet)> = None;
        loop {
            let nearest = self
                .facets
                .iter()
                .enumerate()
                .filter(|(_, facet)| !facet.is_outer);
            let nearest = nearest.reduce(|x, y| if y.1.height < x.1.height { y } else { x });
            let Some((index, &facet)) = nearest else {
                break; // All facets are the difference's own.
            };
            if best.is_some_and(|best| facet.height > best.0 + tie) {
                break; // Nor is there another way that is as short.
            }
            let corner = difference.support(facet.normal);
            let depth = facet.normal.dot(corner.w);
            if best.is_none_or(|best| depth < best.0) {
                best = Some((depth, facet));
            }
            let outer = depth - facet.height <= tolerance
                || is_known(&self.corners, &corner, self.tolerances.direction)
                || self.corners.len() == MAX_CORNERS;
            if outer || !self.pushed_out_to(corner) {
                self.facets[index].is_outer = true;
            }
        }
        let Some((depth, facet)) = best else {
            // Only numbers that are none have a volume and no facets.
            return thin(
                difference,
                &[DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y],
                None,
            );
        };
        let ambiguous = self.is_ambiguous(difference, &facet, depth + tie);
        self.through(&facet, depth, ambiguous)
    }

    /// Replaces all facets that see the corner by the cone from their border to it.
    fn pushed_out_to(&mut self, corner: SupportPoint) -> bool {
        let number = self.corners.len();
        self.border.truncate(0);
        let noise = 8.0 * f64::EPSILON * self.tolerances.size;
        let mut kept = 0;
        for i in 0..self.facets.len() {
            let facet = self.facets[i];
            // Facets in one plane with the corner go too, so that none is left along one of its lines.
            if facet.normal.dot(corner.w) - facet.height <= -noise {
                self.facets[kept] = facet;
                kept += 1;
                continue;
            }
            let [a, b, c] = facet.corners;
            for [from, to] in [[a, b], [b, c], [c, a]] {
                // An edge between two that go is met once each way.
                match self.border.iter().position(|edge| *edge == [to, from]) {
                    Some(inner) => {
                        self.border.swap_remove(inner);
                    }
                    None => self.border.push([from, to]),
                }
            }
        }
        if kept == 0 {
            return false;
        }
        self.facets.truncate(kept);
        self.corners.push(corner);
        for i in 0..self.border.len() {
            let [from, to] = self.border[i];
            self.add([from, to, number]);
        }
        true
    }

    /// Whether a facet of another direction is as near.
    fn is_ambiguous(&self, difference: &Difference<'_>, nearest: &Facet, limit: f64) -> bool {
        self.facets.iter().any(|facet| {
            facet.height <= limit
                && is_other(facet.normal, nearest.normal)
                && facet.normal.dot(difference.support(facet.normal).w) <= limit
        })
    }

    /// The way out through a facet, the witnesses where the origin's foot is on it.
    ///
    /// The sphere round the origin that touches the nearest plane is inside the polytope, so the foot is
    /// on it; but of several facets in that plane it need not be on the one that rounding calls nearest.
    fn through(&self, nearest: &Facet, depth: f64, ambiguous: bool) -> Depth {
        let mut best: Option<(f64, [SupportPoint; 3], [f64; 3])> = None;
        for facet in self.facets.iter() {
            if is_other(facet.normal, nearest.normal) {
                continue;
            }
            let corners = facet.corners.map(|i| self.corners[i]);
            let parts = weights(corners.map(|corner| corner.w), nearest.normal);
            let whole = parts[0] + parts[1] + parts[2];
            let parts = parts.map(|part| part / whole);
            let least = parts.into_iter().fold(f64::INFINITY, Scalar::min);
            if best.is_none_or(|best| least > best.0) {
                best = Some((least, corners, parts));
            }
        }
        let witnesses = best.map(|(_, corners, parts)| {
            let parts = parts.map(|part| Scalar::max(0.0, part));
            let whole = parts[0] + parts[1] + parts[2];
            let mut witnesses = [DVec3::ZERO; 2];
            for (corner, part) in corners.iter().zip(parts) {
                witnesses[0] += corner.a * (part / whole);
                witnesses[1] += corner.b * (part / whole);
            }
            witnesses
        });
        Depth {
            normal: -nearest.normal,
            depth,
            witnesses,
            ambiguous,
        }
    }
}

/// Whether a corner is one already, but for a blur: a facet to it would be a sliver, and the normal of that
/// anything.
fn is_known(corners: &[SupportPoint], corner: &SupportPoint, direction: f64) -> bool {
    let merged = |own: &SupportPoint| (own.w - corner.w).length_squared() <= direction * direction;
    corners.iter().any(merged)
}

/// Whether two unit normals are two and not one, rounded.
fn is_other(n: DVec3, m: DVec3) -> bool {
    (n - m).length_squared() > 1e-12
}

/// The same in a plane: corners in order, each the start of an edge to the next.
struct Polygon {
    corners: SmallVec<SupportPoint, FEW_CORNERS>,
    /// The unit normal of the plane, seen against which the corners run counter-clockwise.
    up: DVec3,
    /// Of each edge, whether no corner is farther out.
    is_outer: SmallVec<bool, FEW_CORNERS>,
    tolerances: Tolerances,
}

/// An edge of it: the number of its start, its outward unit normal and height over the origin.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    normal: DVec3,
    height: f64,
}

impl Polygon {
    fn new([a, b, c]: [SupportPoint; 3], up: DVec3, tolerances: &Tolerances) -> Self {
        let turns_left = (b.w - a.w).cross(c.w - a.w).dot(up) > 0.0;
        let mut polygon = Self {
            corners: SmallVec::new(a),
            up,
            is_outer: SmallVec::new(false),
            tolerances: *tolerances,
        };
        for corner in if turns_left { [a, b, c] } else { [a, c, b] } {
            polygon.corners.push(corner);
            polygon.is_outer.push(false);
        }
        polygon
    }

    fn next(&self, from: usize) -> SupportPoint {
        self.corners[(from + 1) % self.corners.len()]
    }

    fn edges(&self) -> impl Iterator<Item = Edge> {
        (0..self.corners.len()).filter_map(|from| {
            let (a, b) = (self.corners[from].w, self.next(from).w);
            let normal = Vector::try_normalize((b - a).cross(self.up))?;
            Some(Edge {
                from,
                normal,
                height: normal.dot(a),
            })
        })
    }

    fn expanded(&mut self, difference: &Difference<'_>) -> Depth {
        let Tolerances {
            depth: tolerance,
            direction,
            tie,
            ..
        } = self.tolerances;
        let mut best: Option<(f64, Edge)> = None;
        loop {
            let inner = self.edges().filter(|edge| !self.is_outer[edge.from]);
            let Some(nearest) = inner.reduce(|x, y| if y.height < x.height { y } else { x }) else {
                break;
            };
            if best.is_some_and(|best| nearest.height > best.0 + tie) {
                break;
            }
            let corner = difference.support(nearest.normal);
            let depth = nearest.normal.dot(corner.w);
            if best.is_none_or(|best| depth < best.0) {
                best = Some((depth, nearest));
            }
            if depth - nearest.height <= tolerance
                || is_known(&self.corners, &corner, direction)
                || self.corners.len() == MAX_CORNERS
            {
                self.is_outer[nearest.from] = true;
            } else {
                self.corners.insert(nearest.from + 1, corner);
                self.is_outer.insert(nearest.from + 1, false);
            }
        }
        let Some((depth, nearest)) = best else {
            // Only numbers that are none have a volume and no facets.
            return thin(
                difference,
                &[DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y],
                None,
            );
        };
        let limit = depth + tie;
        let ambiguous = self.edges().any(|edge| {
            edge.height <= limit
                && is_other(edge.normal, nearest.normal)
                && edge.normal.dot(difference.support(edge.normal).w) <= limit
        });
        Depth {
            normal: -nearest.normal,
            depth,
            witnesses: self.foot(&nearest),
            ambiguous,
        }
    }

    /// The witnesses where the origin's foot is: on this edge, or on the next one that goes on in line.
    fn foot(&self, nearest: &Edge) -> Option<[DVec3; 2]> {
        let mut best: Option<(f64, [DVec3; 2])> = None;
        for edge in self.edges() {
            if is_other(edge.normal, nearest.normal) {
                continue;
            }
            let (from, to) = (self.corners[edge.from], self.next(edge.from));
            let u = to.w - from.w;
            let t = -from.w.dot(u) / u.length_squared();
            let inside = Scalar::clamp(t, 0.0, 1.0);
            let off = (t - inside).abs();
            if best.is_none_or(|best| off < best.0) {
                let at = |p: DVec3, q: DVec3| p + (q - p) * inside;
                best = Some((off, [at(from.a, to.a), at(from.b, to.b)]));
            }
        }
        best.map(|best| best.1)
    }
}
