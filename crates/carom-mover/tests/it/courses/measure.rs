//! The distance of a capsule from a piece, in double precision and without the library: brute force over features for
//! distances, separating axes for depths.

use carom::glam::DVec3;

pub(crate) type Corners = [DVec3; 3];

/// A piece of a course as it is in the world, its numbers rounded to the world's precision.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    /// All its faces.
    pub(crate) faces: Vec<Corners>,
    /// The corners of the box that it fills; `None` for an open surface.
    pub(crate) filled: Option<[DVec3; 8]>,
    /// Whether it is a filled box in the world, not its faces.
    pub(crate) is_box: bool,
    /// Of a capsule: its core and its radius; it has no faces.
    pub(crate) round: Option<Core>,
    /// A ball around it.
    pub(crate) middle: DVec3,
    pub(crate) extent: f64,
}

/// The 12 triangles of a box; bit `i` of a corner's place says on which side of axis `i` it is.
pub(crate) fn box_faces(corners: &[DVec3; 8]) -> Vec<Corners> {
    let sides = [
        [0, 2, 6, 4],
        [1, 5, 7, 3],
        [0, 4, 5, 1],
        [2, 3, 7, 6],
        [0, 1, 3, 2],
        [4, 6, 7, 5],
    ];
    let halves = sides.iter().flat_map(|[a, b, c, d]| {
        [
            [corners[*a], corners[*b], corners[*c]],
            [corners[*a], corners[*c], corners[*d]],
        ]
    });
    halves.collect()
}

impl Solid {
    pub(crate) fn open(faces: Vec<Corners>) -> Self {
        Self::new(faces, None, false)
    }

    pub(crate) fn filled(corners: [DVec3; 8], is_box: bool) -> Self {
        Self::new(box_faces(&corners), Some(corners), is_box)
    }

    fn new(faces: Vec<Corners>, filled: Option<[DVec3; 8]>, is_box: bool) -> Self {
        let points = || faces.iter().flatten().copied();
        let (low, high) = points()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| {
                (low.min(p), high.max(p))
            });
        let middle = (low + high) * 0.5;
        let extent = points().map(|p| p.distance(middle)).fold(0.0, f64::max);
        Self {
            faces,
            filled,
            is_box,
            round: None,
            middle,
            extent,
        }
    }

    pub(crate) fn round(core: Core) -> Self {
        Self {
            faces: Vec::new(),
            filled: None,
            is_box: false,
            round: Some(core),
            middle: core.center(),
            extent: core.a.distance(core.b) * 0.5 + core.radius,
        }
    }
}

/// A capsule: its core and its radius.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Core {
    pub(crate) a: DVec3,
    pub(crate) b: DVec3,
    pub(crate) radius: f64,
}

impl Core {
    pub(crate) fn center(&self) -> DVec3 {
        (self.a + self.b) * 0.5
    }

    fn may_reach(&self, solid: &Solid, reach: f64) -> bool {
        let own = self.a.distance(self.b) * 0.5 + self.radius;
        self.center().distance(solid.middle) <= own + solid.extent + reach
    }

    /// The signed separation from what the world holds, at most `reach`.
    pub(crate) fn separation(&self, solids: &[Solid], reach: f64) -> f64 {
        let near = solids.iter().filter(|solid| self.may_reach(solid, reach));
        near.map(|solid| self.gap_to_solid(solid))
            .fold(reach, f64::min)
    }

    fn gap_to_solid(&self, solid: &Solid) -> f64 {
        if solid.is_box
            && let Some(depth) = self.depth_in(solid)
        {
            return -depth - self.radius;
        }
        if let Some(round) = &solid.round {
            let (p, q) = between_segments(self.a, self.b, round.a, round.b);
            return p.distance(q) - self.radius - round.radius;
        }
        let faces = solid.faces.iter();
        faces
            .map(|face| self.gap_to_face(face))
            .fold(f64::INFINITY, f64::min)
    }

    fn gap_to_face(&self, face: &Corners) -> f64 {
        let nearest = nearest(self.a, self.b, face);
        let distance = nearest.core.distance(nearest.face);
        if distance > 0.0 {
            return distance - self.radius;
        }
        let [a, b, c] = *face;
        let edges = [b - a, c - b, a - c];
        let along = self.b - self.a;
        let axes = edges.map(|edge| edge.cross(along));
        let axes = axes.into_iter().chain([edges[0].cross(edges[1])]);
        let depth = depth(&[self.a, self.b], face, axes).unwrap_or(0.0);
        -depth - self.radius
    }

    /// The depth of the core in the box of a piece, whether it is filled in the world or not.
    pub(crate) fn depth_in(&self, solid: &Solid) -> Option<f64> {
        let corners = solid.filled.as_ref()?;
        let edges = [1, 2, 4].map(|i| corners[i] - corners[0]);
        let along = self.b - self.a;
        let sides = [
            edges[0].cross(edges[1]),
            edges[1].cross(edges[2]),
            edges[2].cross(edges[0]),
        ];
        let axes = sides.into_iter().chain(edges.map(|edge| edge.cross(along)));
        depth(&[self.a, self.b], corners, axes)
    }

    /// Every face within `reach`: its normal on the core's side and the direction of the contact.
    pub(crate) fn touched(&self, solids: &[Solid], reach: f64) -> Vec<Touched> {
        let near = solids.iter().filter(|solid| self.may_reach(solid, reach));
        let (round, flat): (Vec<_>, Vec<_>) = near.partition(|solid| solid.round.is_some());
        let mut touched: Vec<_> = round
            .iter()
            .filter_map(|solid| {
                let round = solid.round.as_ref()?;
                let (p, q) = between_segments(self.a, self.b, round.a, round.b);
                let way = p - q;
                let contact = way.normalize_or_zero();
                (way.length() <= self.radius + round.radius + reach).then_some(Touched {
                    surface: contact,
                    contact,
                })
            })
            .collect();
        let faces = flat
            .iter()
            .flat_map(|solid| solid.faces.iter().map(move |face| (solid, face)));
        touched.extend(faces.filter_map(|(solid, face)| {
            let nearest = nearest(self.a, self.b, face);
            let way = nearest.core - nearest.face;
            let [a, b, c] = *face;
            let normal = (b - a).cross(c - a).try_normalize()?;
            // The faces of a box point outwards, those of a surface to both sides.
            let outwards = match solid.filled {
                Some(_) => normal.dot(a - solid.middle) >= 0.0,
                None => normal.dot(way) >= 0.0,
            };
            (way.length() <= self.radius + reach).then(|| Touched {
                surface: if outwards { normal } else { -normal },
                contact: way.normalize_or_zero(),
            })
        }));
        touched
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched {
    pub(crate) surface: DVec3,
    pub(crate) contact: DVec3,
}

/// The depth of two overlapping convex sets over the given axes; `None` if one of the axes separates them.
pub(crate) fn depth(a: &[DVec3], b: &[DVec3], axes: impl Iterator<Item = DVec3>) -> Option<f64> {
    let mut least = f64::INFINITY;
    for axis in axes {
        // Parallel directions give no axis.
        if axis.length_squared() < 1e-24 {
            continue;
        }
        let axis = axis.normalize();
        let span = |points: &[DVec3]| {
            let places = points.iter().map(|p| axis.dot(*p));
            places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            })
        };
        let ((a_low, a_high), (b_low, b_high)) = (span(a), span(b));
        least = least.min((a_high - b_low).min(b_high - a_low));
        if least <= 0.0 {
            return None;
        }
    }
    least.is_finite().then_some(least)
}

struct Nearest {
    core: DVec3,
    face: DVec3,
}

/// The nearest points of a segment and a triangle: the ends against the face, the segment against each
/// edge, or a crossing.
fn nearest(a: DVec3, b: DVec3, face: &Corners) -> Nearest {
    if let Some(p) = crossing(a, b, face) {
        return Nearest { core: p, face: p };
    }
    let ends = [a, b].into_iter().filter_map(|p| {
        let [u, v, w] = *face;
        let normal = (v - u).cross(w - u).try_normalize()?;
        let foot = p - normal * normal.dot(p - u);
        inside(foot, face, normal).then_some(Nearest {
            core: p,
            face: foot,
        })
    });
    let edges = (0..3).map(|i| {
        let (core, face) = between_segments(a, b, face[i], face[(i + 1) % 3]);
        Nearest { core, face }
    });
    let key = |n: &Nearest| n.core.distance_squared(n.face);
    let all = ends.chain(edges);
    all.min_by(|x, y| key(x).total_cmp(&key(y)))
        .expect("three edges")
}

fn inside(p: DVec3, [u, v, w]: &Corners, normal: DVec3) -> bool {
    [(u, v), (v, w), (w, u)]
        .iter()
        .all(|(s, e)| (**e - **s).cross(p - **s).dot(normal) >= 0.0)
}

/// Where a segment goes through a triangle.
pub(crate) fn crossing(a: DVec3, b: DVec3, face: &Corners) -> Option<DVec3> {
    let [u, v, w] = *face;
    let normal = (v - u).cross(w - u).try_normalize()?;
    let (x, y) = (normal.dot(a - u), normal.dot(b - u));
    if x * y > 0.0 || x == y {
        return None;
    }
    let p = a + (b - a) * (x / (x - y));
    inside(p, face, normal).then_some(p)
}

fn between_segments(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> (DVec3, DVec3) {
    let onto = |p: DVec3, s: DVec3, e: DVec3| {
        let way = e - s;
        let t = (p - s).dot(way) / way.length_squared();
        s + way
            * if t.is_finite() {
                t.clamp(0.0, 1.0)
            } else {
                0.0
            }
    };
    let mut best = (a, onto(a, c, d));
    let mut offer = |p: DVec3, q: DVec3| {
        if p.distance_squared(q) < best.0.distance_squared(best.1) {
            best = (p, q);
        }
    };
    offer(b, onto(b, c, d));
    offer(onto(c, a, b), c);
    offer(onto(d, a, b), d);
    // Both inside: the common perpendicular.
    let (u, v, w) = (b - a, d - c, a - c);
    let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
    let determinant = uu * vv - uv * uv;
    if determinant > 1e-14 * uu * vv {
        let s = (uv * v.dot(w) - vv * u.dot(w)) / determinant;
        let t = (uu * v.dot(w) - uv * u.dot(w)) / determinant;
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            offer(a + u * s, c + v * t);
        }
    }
    best
}
