//! A batch of pieces near a place: gathered once, asked many times.

use crate::query::contact::{Contact, contact};
use crate::query::cores::Cores;
use crate::query::hulls::Hulls;
use crate::query::sweep::{Start, Sweep, sweep};
use crate::shape::{aabb::Aabb, capsule::Capsule, many, triangle::Triangle};
use crate::vector::{Scalar, Vector3};
use alloc::vec::Vec;

/// What a [`Scene`](super::Scene) found near a box.
///
/// Reuse it from query to query: [`clear`](Self::clear) keeps the memory.
#[derive(Clone, Debug, Default)]
pub struct Near<V: Vector3> {
    solids: Vec<Solid<V>>,
    bounds: Vec<Aabb<V>>,
    pieces: Vec<Piece>,
}

/// Where a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The number of the body.
    pub body: u32,
    /// The number of the triangle in it; 0 for a body of one piece.
    pub part: u32,
}

/// A contact with one piece of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearContact<V: Vector3> {
    /// The asking shape is `a`, the piece `b`.
    pub contact: Contact<V>,
    /// Which piece.
    pub piece: Piece,
}

#[derive(Clone, Copy, Debug)]
enum Solid<V: Vector3> {
    /// A triangle with its unit normal (zero if it has no area) and whether it has only a front.
    Triangle(Triangle<V>, V, bool),
    Capsule(Capsule<V>),
    Box([V; 8]),
}

impl<V: Vector3> Near<V> {
    /// A batch of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            solids: Vec::new(),
            bounds: Vec::new(),
            pieces: Vec::new(),
        }
    }

    /// Forgets all pieces, keeps the memory.
    pub fn clear(&mut self) {
        self.solids.clear();
        self.bounds.clear();
        self.pieces.clear();
    }

    /// How many pieces there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Adds a triangle; `part` is its number in the body.
    ///
    /// A one-sided triangle is passed from behind, and does not touch a capsule whose core it cuts:
    /// that is on its way through. Nothing that comes from the front ever gets that deep.
    pub fn add_triangle(&mut self, triangle: Triangle<V>, one_sided: bool, body: u32, part: u32) {
        let normal = triangle.normal().unwrap_or(V::ZERO);
        let solid = Solid::Triangle(triangle, normal, one_sided);
        self.add(solid, triangle.bounds(), Piece { body, part });
    }

    /// Adds a capsule or, with both ends in one place, a ball.
    pub fn add_capsule(&mut self, capsule: Capsule<V>, body: u32, part: u32) {
        self.add(
            Solid::Capsule(capsule),
            capsule.bounds(),
            Piece { body, part },
        );
    }

    /// Adds a solid box by its corners: bits 0, 1 and 2 of a corner's place say on which side of the
    /// box's three axes it is.
    pub fn add_box(&mut self, corners: [V; 8], body: u32, part: u32) {
        self.add(
            Solid::Box(corners),
            Aabb::of_points(corners),
            Piece { body, part },
        );
    }

    fn add(&mut self, solid: Solid<V>, bounds: Aabb<V>, piece: Piece) {
        self.solids.push(solid);
        self.bounds.push(bounds);
        self.pieces.push(piece);
    }

    /// Every contact with a separation of at most `reach`, in the order the pieces came.
    pub fn contacts(
        &self,
        capsule: &Capsule<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(NearContact<V>),
    ) {
        self.each_contact(capsule, reach, |index, contact| {
            visit(NearContact {
                contact,
                piece: self.pieces[index],
            });
        });
    }

    /// The least separation, if it is at most `reach`; the earliest piece on a tie.
    #[must_use]
    pub fn closest(&self, capsule: &Capsule<V>, reach: V::Scalar) -> Option<NearContact<V>> {
        let mut best: Option<NearContact<V>> = None;
        self.contacts(capsule, reach, |found| {
            if best.is_none_or(|best| found.contact.separation < best.contact.separation) {
                best = Some(found);
            }
        });
        best
    }

    pub(crate) fn piece(&self, index: usize) -> Piece {
        self.pieces[index]
    }

    pub(crate) fn each_contact(
        &self,
        capsule: &Capsule<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(usize, Contact<V>),
    ) {
        let region = capsule.bounds().inflated(reach.max(V::Scalar::ZERO));
        for index in 0..self.solids.len() {
            if self.bounds[index].overlaps(&region)
                && let Some(contact) = self.contact(index, capsule, reach)
            {
                visit(index, contact);
            }
        }
    }

    /// Whether the capsule overlaps anything; touching does not count.
    pub(crate) fn overlaps(&self, capsule: &Capsule<V>) -> bool {
        let region = capsule.bounds();
        (0..self.solids.len()).any(|index| {
            self.bounds[index].overlaps(&region)
                && self
                    .contact(index, capsule, V::Scalar::ZERO)
                    .is_some_and(|found| found.separation < V::Scalar::ZERO)
        })
    }

    /// The contact with one piece.
    pub(crate) fn contact(
        &self,
        index: usize,
        capsule: &Capsule<V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let a = capsule.rounded();
        match &self.solids[index] {
            Solid::Triangle(triangle, front, one_sided) => {
                let found = contact(&Cores::new(a, triangle.rounded(), V::ZERO), reach)?;
                let passes = *one_sided && passes(&found, capsule.radius, *front);
                (!passes).then_some(found)
            }
            Solid::Capsule(other) => contact(&Cores::new(a, other.rounded(), V::ZERO), reach),
            Solid::Box(corners) => {
                let corners = (corners.as_slice(), V::Scalar::ZERO);
                contact(&Hulls::new(many(&a), corners, V::ZERO)?, reach)
            }
        }
    }

    /// The sweep against one piece, up to the fraction `limit`.
    pub(crate) fn sweep(
        &self,
        index: usize,
        capsule: &Capsule<V>,
        delta: V,
        limit: V::Scalar,
    ) -> Sweep<V> {
        let a = capsule.rounded();
        match &self.solids[index] {
            Solid::Triangle(triangle, front, one_sided) => {
                let mut swept = sweep(&Cores::new(a, triangle.rounded(), delta), limit);
                let free = match (swept.start, swept.hit) {
                    (Start::Separate, Some(hit)) => hit.normal.dot(*front) < V::Scalar::ZERO,
                    (Start::Touching(found) | Start::Overlapping(found), _) => {
                        passes(&found, capsule.radius, *front)
                    }
                    (Start::Separate, None) => false,
                };
                if *one_sided && free {
                    swept.hit = None;
                }
                swept
            }
            Solid::Capsule(other) => sweep(&Cores::new(a, other.rounded(), delta), limit),
            Solid::Box(corners) => {
                let corners = (corners.as_slice(), V::Scalar::ZERO);
                match Hulls::new(many(&a), corners, delta) {
                    Some(pair) => sweep(&pair, limit),
                    None => Sweep::free(V::Scalar::ZERO),
                }
            }
        }
    }

    /// Whether the piece can touch anything in `region` at all.
    pub(crate) fn may_touch(&self, index: usize, region: &Aabb<V>) -> bool {
        self.bounds[index].overlaps(region)
    }

    /// The normal of the surface that carries a contact, on the contact's side; among the sides that
    /// meet at an edge of a box, the one that faces `up` most.
    ///
    /// At the edge of a stair the contact's own normal is that of the edge, somewhere between the
    /// tread and the riser; this is the tread's.
    pub(crate) fn surface(&self, index: usize, normal: V, up: V) -> V {
        let zero = V::Scalar::ZERO;
        match &self.solids[index] {
            Solid::Triangle(_, front, _) if *front == V::ZERO => normal,
            Solid::Triangle(_, front, _) => {
                if front.dot(normal) < zero {
                    -*front
                } else {
                    *front
                }
            }
            Solid::Capsule(_) => normal,
            Solid::Box(corners) => {
                let edges = [1, 2, 4].map(|i| corners[i] - corners[0]);
                let mut best = normal;
                let mut highest = -V::Scalar::INFINITY;
                for edge in edges {
                    let Some(axis) = edge.try_normalize() else {
                        continue;
                    };
                    let side = if axis.dot(normal) < zero { -axis } else { axis };
                    let faces = side.dot(normal) > V::Scalar::from_f64(1e-3);
                    if faces && side.dot(up) > highest {
                        (best, highest) = (side, side.dot(up));
                    }
                }
                best
            }
        }
    }
}

/// Whether a one-sided triangle lets a contact pass: it is behind, or cut through on its way.
fn passes<V: Vector3>(found: &Contact<V>, radius: V::Scalar, front: V) -> bool {
    found.separation < -radius || found.normal.dot(front) < V::Scalar::ZERO
}
