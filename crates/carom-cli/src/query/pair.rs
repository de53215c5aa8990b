//! The queries about two shapes, compounds or surfaces.

use carom::{
    Chain, Contact, Hit, Manifold, Mesh, PartId, Query, RigidMotion, Shape, Start, Surface, Sweep,
    Vector, Vector3, contact, manifold, overlap, sweep_rigid,
};
use carom_format::Solid;
use glam::DVec2;
use serde_json::Value;

/// An answer, and the names of the parts of both sides that it is about.
pub(super) type Found<T> = (T, [Option<Value>; 2]);

/// A surface that a query can be about, other than a compound.
pub(super) trait OwnSurface: Surface + Sized {
    /// Whether it touches another one, `a`.
    fn overlap_own(&self, a: &Self) -> bool;
    /// The closest contact with `a`, and the parts of `a` and of this one.
    fn closest_own(
        &self,
        a: &Self,
        reach: <Self::Vector as Vector>::Scalar,
    ) -> Option<(Contact<Self::Vector>, [PartId; 2])>;
    /// The sweep of `a` by the first motion, while this one moves by the second.
    fn sweep_own(
        &self,
        a: &Self,
        motions: [&RigidMotion<Self::Vector>; 2],
    ) -> Option<(Sweep<Self::Vector>, [PartId; 2])>;
    /// The first hit of `a` moving by `delta`, which may leave what it starts inside.
    fn leave_own(&self, a: &Self, delta: Self::Vector) -> Option<(Hit<Self::Vector>, [PartId; 2])>;
}

impl<V: Vector3> OwnSurface for Mesh<V> {
    fn overlap_own(&self, a: &Self) -> bool {
        self.query().overlap_mesh(a)
    }

    fn closest_own(&self, a: &Self, reach: V::Scalar) -> Option<(Contact<V>, [PartId; 2])> {
        let (found, triangles) = self.query().closest_mesh(a, reach)?;
        Some((found, triangles.map(PartId::of)))
    }

    fn sweep_own(
        &self,
        a: &Self,
        [by_a, own]: [&RigidMotion<V>; 2],
    ) -> Option<(Sweep<V>, [PartId; 2])> {
        let (swept, triangles) = self.query().sweep_mesh_rigid(a, by_a, own)?;
        Some((swept, triangles.map(PartId::of)))
    }

    fn leave_own(&self, a: &Self, delta: V) -> Option<(Hit<V>, [PartId; 2])> {
        let (swept, triangles) = self.query().leave_overlaps(true).sweep_mesh(a, delta)?;
        Some((swept.hit?, triangles.map(PartId::of)))
    }
}

impl<V: Vector<Double = DVec2>> OwnSurface for Chain<V> {
    fn overlap_own(&self, a: &Self) -> bool {
        self.query().overlap_surface(a)
    }

    fn closest_own(&self, a: &Self, reach: V::Scalar) -> Option<(Contact<V>, [PartId; 2])> {
        let (found, part) = self.query().closest_surface(a, reach)?;
        Some((found, [part, found.part]))
    }

    fn sweep_own(
        &self,
        a: &Self,
        [by_a, own]: [&RigidMotion<V>; 2],
    ) -> Option<(Sweep<V>, [PartId; 2])> {
        let (swept, part) = self.query().sweep_rigid_surface(a, by_a, own)?;
        Some((swept, [part, part_of(&swept)]))
    }

    fn leave_own(&self, a: &Self, delta: V) -> Option<(Hit<V>, [PartId; 2])> {
        let (hit, part) = self.query().leave_overlaps(true).sweep_surface(a, delta)?;
        Some((hit, [part, hit.part]))
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
        Solid::Surface(surface, _) => Sort::Parts(&**surface),
    }
}

/// The name of a part of a side in an answer.
fn part_id<V: Vector, S>(solid: &Solid<V, S>, part: PartId) -> Option<Value> {
    match solid {
        Solid::Shape(_) => None,
        Solid::Compound(parts) => Some(parts.id(part)),
        Solid::Surface(_, None) => Some(part.index.into()),
        Solid::Surface(_, Some(numbers)) => Some(numbers.get(part.index as usize).copied().into()),
    }
}

/// Whether they touch or overlap.
pub(super) fn overlap_of<V: Vector, S: OwnSurface<Vector = V>>([a, b]: &[Solid<V, S>; 2]) -> bool {
    match [a, b] {
        [Solid::Surface(a, _), Solid::Surface(b, _)] => b.overlap_own(a),
        // The parts of a compound are the shapes of queries about a surface, which may be solid.
        [Solid::Surface(a, _), Solid::Compound(b)] => Query::new(&**a).overlap_surface(&b.compound),
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
    let none = PartId::default();
    let swapped = |(found, part): (Contact<V>, PartId)| (found.swapped(), [found.part, part]);
    let straight = |(found, part): (Contact<V>, PartId)| (found, [part, found.part]);
    let (found, parts) = match [a, b] {
        [Solid::Surface(a, _), Solid::Surface(b, _)] => b.closest_own(a, reach)?,
        [Solid::Surface(a, _), Solid::Compound(b)] => {
            swapped(Query::new(&**a).closest_surface(&b.compound, reach)?)
        }
        _ => match [sort(a), sort(b)] {
            [Sort::Convex(a), Sort::Convex(b)] => straight((contact(a, b, reach)?, none)),
            [Sort::Convex(a), Sort::Parts(b)] => straight((Query::new(b).closest(a, reach)?, none)),
            [Sort::Parts(a), Sort::Convex(b)] => swapped((Query::new(a).closest(b, reach)?, none)),
            [Sort::Parts(a), Sort::Parts(b)] => straight(Query::new(b).closest_surface(&a, reach)?),
        },
    };
    Some((found, names([a, b], parts)))
}

/// The names of a part of each side.
fn names<V: Vector, S>([a, b]: [&Solid<V, S>; 2], [of_a, of_b]: [PartId; 2]) -> [Option<Value>; 2] {
    [part_id(a, of_a), part_id(b, of_b)]
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
    let none = PartId::default();
    let swapped = |(swept, part): (Sweep<V>, PartId)| (swept.swapped(), [part_of(&swept), part]);
    let straight = |(swept, part): (Sweep<V>, PartId)| (swept, [part, part_of(&swept)]);
    let (swept, parts) = match [a, b] {
        [Solid::Surface(a, _), Solid::Surface(b, _)] => b.sweep_own(a, [by_a, by_b])?,
        [Solid::Surface(a, _), Solid::Compound(b)] => {
            swapped(Query::new(&**a).sweep_rigid_surface(&b.compound, by_b, by_a)?)
        }
        _ => match [sort(a), sort(b)] {
            [Sort::Convex(a), Sort::Convex(b)] => straight((sweep_rigid(a, by_a, b, by_b), none)),
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
    Some((swept, names([a, b], parts)))
}

/// The first hit of a straight sweep, which may leave what it starts inside; `None` if the motion is free.
///
/// # Errors
/// If neither of the two is a surface or a compound.
pub(super) fn leaving_sweep_of<V: Vector, S: OwnSurface<Vector = V>>(
    [a, b]: &[Solid<V, S>; 2],
    [by_a, by_b]: &[RigidMotion<V>; 2],
) -> Result<Option<Found<Hit<V>>>, String> {
    let delta = by_a.delta - by_b.delta;
    // A hit is found in the frame of the side that is queried, which moves as well.
    let swapped = |(hit, part): (Hit<V>, PartId)| {
        let (point, normal) = (hit.point + by_a.delta * hit.t, -hit.normal);
        let turned = Hit {
            point,
            normal,
            ..hit
        };
        (turned, [hit.part, part])
    };
    let moved = |(hit, parts): (Hit<V>, _)| {
        let point = hit.point + by_b.delta * hit.t;
        (Hit { point, ..hit }, parts)
    };
    let straight = |(hit, part): (Hit<V>, PartId)| moved((hit, [part, hit.part]));
    let alone = |hit: Hit<V>| (hit, PartId::default());
    let found = match [a, b] {
        [Solid::Surface(a, _), Solid::Surface(b, _)] => b.leave_own(a, delta).map(moved),
        [Solid::Surface(a, _), Solid::Compound(b)] => {
            let query = Query::new(&**a).leave_overlaps(true);
            query.sweep_surface(&b.compound, -delta).map(swapped)
        }
        _ => match [sort(a), sort(b)] {
            [Sort::Convex(_), Sort::Convex(_)] => {
                return Err(
                    "leave_overlaps needs a mesh, level, heightfield, chain or compound".into(),
                );
            }
            [Sort::Convex(a), Sort::Parts(b)] => {
                let query = Query::new(b).leave_overlaps(true);
                query.sweep(a, delta).map(alone).map(straight)
            }
            [Sort::Parts(a), Sort::Convex(b)] => {
                let query = Query::new(a).leave_overlaps(true);
                query.sweep(b, -delta).map(alone).map(swapped)
            }
            [Sort::Parts(a), Sort::Parts(b)] => {
                let query = Query::new(b).leave_overlaps(true);
                query.sweep_surface(&a, delta).map(straight)
            }
        },
    };
    Ok(found.map(|(hit, parts)| (hit, names([a, b], parts))))
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
