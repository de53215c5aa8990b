//! The queries about two shapes, compounds or surfaces.

use carom::{
    Chain, Contact, Manifold, Mesh, PartId, Query, RigidMotion, Shape, Start, Surface, Sweep,
    Vector, Vector3, contact, manifold, overlap, sweep_rigid,
};
use carom_format::Solid;
use glam::DVec2;
use serde_json::Value;

/// An answer, and the names of the parts of both sides that it is about.
pub(super) type Found<T> = (T, [Option<Value>; 2]);

/// A surface that a query can be about, other than a compound.
pub(super) trait OwnSurface: Surface + Sized {
    /// The name of a part in an answer, if it has one.
    fn part_id(part: PartId) -> Option<Value>;

    /// Whether it touches another one, `a`.
    fn overlap_own(&self, a: &Self) -> bool;
    /// The closest contact with `a`, and the part of `a`.
    fn closest_own(
        &self,
        a: &Self,
        reach: <Self::Vector as Vector>::Scalar,
    ) -> Option<(Contact<Self::Vector>, PartId)>;
    /// The sweep of `a` by the first motion, while this one moves by the second.
    fn sweep_own(
        &self,
        a: &Self,
        motions: [&RigidMotion<Self::Vector>; 2],
    ) -> Option<(Sweep<Self::Vector>, PartId)>;
}

impl<V: Vector3> OwnSurface for Mesh<V> {
    fn part_id(_: PartId) -> Option<Value> {
        None
    }

    fn overlap_own(&self, a: &Self) -> bool {
        self.query().overlap_mesh(a)
    }

    fn closest_own(&self, a: &Self, reach: V::Scalar) -> Option<(Contact<V>, PartId)> {
        // Triangles have no names in answers.
        let found = self.query().closest_mesh(a, reach)?.0;
        Some((found, PartId::default()))
    }

    fn sweep_own(&self, a: &Self, [by_a, own]: [&RigidMotion<V>; 2]) -> Option<(Sweep<V>, PartId)> {
        let swept = self.query().sweep_mesh_rigid(a, by_a, own)?.0;
        Some((swept, PartId::default()))
    }
}

impl<V: Vector<Double = DVec2>> OwnSurface for Chain<V> {
    fn part_id(part: PartId) -> Option<Value> {
        Some(part.index.into())
    }

    fn overlap_own(&self, a: &Self) -> bool {
        self.query().overlap_surface(a)
    }

    fn closest_own(&self, a: &Self, reach: V::Scalar) -> Option<(Contact<V>, PartId)> {
        self.query().closest_surface(a, reach)
    }

    fn sweep_own(&self, a: &Self, [by_a, own]: [&RigidMotion<V>; 2]) -> Option<(Sweep<V>, PartId)> {
        self.query().sweep_rigid_surface(a, by_a, own)
    }
}

/// A side of a query, by how the queries with it are made.
enum Sort<'a, V: Vector> {
    /// A convex shape.
    Convex(&'a Shape<V>),
    /// A surface of any kind.
    Parts(&'a dyn Surface<Vector = V>),
}

fn sort<V: Vector, S: OwnSurface<Vector = V>>(solid: &Solid<V, S>) -> Sort<'_, V> {
    match solid {
        Solid::Shape(shape) => Sort::Convex(shape),
        Solid::Compound(parts) => Sort::Parts(&parts.compound),
        Solid::Surface(surface) => Sort::Parts(&**surface),
    }
}

/// The name of a part of a side in an answer.
fn part_id<V: Vector, S: OwnSurface<Vector = V>>(
    solid: &Solid<V, S>,
    part: PartId,
) -> Option<Value> {
    match solid {
        Solid::Shape(_) => None,
        Solid::Compound(parts) => Some(parts.id(part)),
        Solid::Surface(_) => S::part_id(part),
    }
}

/// Whether they touch or overlap.
pub(super) fn overlap_of<V: Vector, S: OwnSurface<Vector = V>>([a, b]: &[Solid<V, S>; 2]) -> bool {
    match [a, b] {
        [Solid::Surface(a), Solid::Surface(b)] => b.overlap_own(a),
        // The parts of a compound are the shapes of queries about a surface, which may be solid.
        [Solid::Surface(a), Solid::Compound(b)] => Query::new(&**a).overlap_surface(&b.compound),
        _ => match [sort(a), sort(b)] {
            [Sort::Convex(a), Sort::Convex(b)] => overlap(a, b),
            [Sort::Convex(one), Sort::Parts(many)] | [Sort::Parts(many), Sort::Convex(one)] => {
                Query::new(many).overlap(one)
            }
            [Sort::Parts(a), Sort::Parts(b)] => Query::new(b).overlap_surface(&a),
        },
    }
}

/// The contact; `None` if they are farther apart than `reach`, or behind a one-sided surface.
pub(super) fn contact_of<V: Vector, S: OwnSurface<Vector = V>>(
    [a, b]: &[Solid<V, S>; 2],
    reach: V::Scalar,
) -> Option<Found<Contact<V>>> {
    let swapped = |(found, part): (Contact<V>, PartId)| (found.swapped(), part, found.part);
    let straight = |(found, part): (Contact<V>, PartId)| (found, found.part, part);
    let (found, of_b, of_a) = match [a, b] {
        [Solid::Surface(a), Solid::Surface(b)] => straight(b.closest_own(a, reach)?),
        [Solid::Surface(a), Solid::Compound(b)] => {
            swapped(Query::new(&**a).closest_surface(&b.compound, reach)?)
        }
        _ => match [sort(a), sort(b)] {
            [Sort::Convex(a), Sort::Convex(b)] => {
                (contact(a, b, reach)?, PartId::default(), PartId::default())
            }
            [Sort::Convex(a), Sort::Parts(b)] => {
                straight((Query::new(b).closest(a, reach)?, PartId::default()))
            }
            [Sort::Parts(a), Sort::Convex(b)] => {
                swapped((Query::new(a).closest(b, reach)?, PartId::default()))
            }
            [Sort::Parts(a), Sort::Parts(b)] => straight(Query::new(b).closest_surface(&a, reach)?),
        },
    };
    Some((found, [part_id(a, of_a), part_id(b, of_b)]))
}

/// The contact manifold; `None` if they are farther apart than `reach`.
///
/// # Errors
/// If one of the two is no convex shape.
pub(super) fn manifold_of<V: Vector, S: OwnSurface<Vector = V>>(
    [a, b]: &[Solid<V, S>; 2],
    reach: V::Scalar,
) -> Result<Option<Manifold<V>>, String> {
    match [sort(a), sort(b)] {
        [Sort::Convex(a), Sort::Convex(b)] => Ok(manifold(a, b, reach)),
        [Sort::Parts(_), _] => Err("a must be one convex shape for manifold".into()),
        [_, Sort::Parts(_)] => Err("b must be one convex shape for manifold".into()),
    }
}

/// The sweep; `None` if the motion is free and does not start touching.
pub(super) fn sweep_of<V: Vector, S: OwnSurface<Vector = V>>(
    [a, b]: &[Solid<V, S>; 2],
    [by_a, by_b]: &[RigidMotion<V>; 2],
) -> Option<Found<Sweep<V>>> {
    let swapped = |(swept, part): (Sweep<V>, PartId)| (swept.swapped(), part, part_of(&swept));
    let straight = |(swept, part): (Sweep<V>, PartId)| (swept, part_of(&swept), part);
    let none = PartId::default();
    let (swept, of_b, of_a) = match [a, b] {
        [Solid::Surface(a), Solid::Surface(b)] => straight(b.sweep_own(a, [by_a, by_b])?),
        [Solid::Surface(a), Solid::Compound(b)] => {
            swapped(Query::new(&**a).sweep_rigid_surface(&b.compound, by_b, by_a)?)
        }
        _ => match [sort(a), sort(b)] {
            [Sort::Convex(a), Sort::Convex(b)] => (sweep_rigid(a, by_a, b, by_b), none, none),
            [Sort::Convex(a), Sort::Parts(b)] => {
                straight((met(Query::new(b).sweep_rigid(a, by_a, by_b))?, none))
            }
            [Sort::Parts(a), Sort::Convex(b)] => {
                swapped((met(Query::new(a).sweep_rigid(b, by_b, by_a))?, none))
            }
            [Sort::Parts(a), Sort::Parts(b)] => {
                straight(Query::new(b).sweep_rigid_surface(&a, by_a, by_b)?)
            }
        },
    };
    Some((swept, [part_id(a, of_a), part_id(b, of_b)]))
}

/// The part of a sweep's answer: that of the hit, else of the touch at the start.
fn part_of<V: Vector>(swept: &Sweep<V>) -> PartId {
    match (swept.hit, swept.start) {
        (Some(hit), _) => hit.part,
        (None, Start::Touching(found) | Start::Overlapping(found)) => found.part,
        (None, Start::Separate) => PartId::default(),
    }
}

/// `None` for a motion that is free and does not start touching.
fn met<V: Vector>(swept: Sweep<V>) -> Option<Sweep<V>> {
    (swept.hit.is_some() || swept.start != Start::Separate).then_some(swept)
}
