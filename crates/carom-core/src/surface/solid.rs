//! Solids: closed surfaces with an inside, for shapes that are deep in it.
//!
//! A solid is a one-sided surface, in which a core that crosses a part always separates towards the front. A core that
//! crosses no part is inside as a whole if one of its points is. It then has one contact more, with the part nearest to
//! it: the shape is `deep`, and separates when it is in front of that part.

use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Start, Sweep};
use crate::shape::AnyCore;
use crate::surface::OnHit;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// The lowest point of a core along a unit normal, and its height over a place.
pub(crate) fn lowest<V: Vector>((core, _): AnyCore<'_, V>, normal: V, place: V) -> (V::Scalar, V) {
    let mut lowest = (V::Scalar::INFINITY, place);
    core.each_extreme(normal.to_double(), |p| {
        let height = normal.dot(p - place);
        if height < lowest.0 {
            lowest = (height, p);
        }
    });
    lowest
}

/// The contact of a shape with a core inside of a solid, from that of its bare core with the nearest part; `None` if the
/// core crosses that part, which then has a contact of its own.
pub(crate) fn deep_contact<V: Vector>(
    core: AnyCore<'_, V>,
    nearest: Contact<V>,
) -> Option<Contact<V>> {
    if nearest.separation < V::Scalar::ZERO {
        return None;
    }
    let normal = -nearest.normal;
    let (height, point) = lowest(core, normal, nearest.point_b);
    Some(Contact {
        point_a: point - normal * core.1,
        point_b: point - normal * height,
        normal,
        separation: height - core.1,
        unique: nearest.unique,
        ..nearest
    })
}

/// The hit of a motion that starts deep.
pub(crate) fn deep_hit<V: Vector>(deep: Contact<V>) -> Hit<V> {
    let start = Start::Overlapping(deep);
    Hit {
        part: deep.part,
        feature: deep.feature,
        ..Hit::new(V::Scalar::ZERO, deep.point_b, deep.normal, start)
    }
}

/// The least of the contacts with the deep one and with the parts.
pub(crate) fn closest<V: Vector>(
    deep: Contact<V>,
    reach: V::Scalar,
    of_parts: impl FnOnce(V::Scalar) -> Option<Contact<V>>,
) -> Option<Contact<V>> {
    let deep = Some(deep).filter(|deep| deep.separation <= reach);
    let found = of_parts(deep.map_or(reach, |deep| deep.separation));
    found.filter(|found| found.precedes(deep.as_ref())).or(deep)
}

/// Visits the hit of a motion that starts deep; returns whether other hits are wanted.
pub(crate) fn visit_deep<V: Vector>(
    deep: Option<Contact<V>>,
    visit: &mut OnHit<'_, V>,
) -> ControlFlow<()> {
    let Some(deep) = deep else {
        return ControlFlow::Continue(());
    };
    let mut limit = V::Scalar::ONE;
    visit(deep_hit(deep), &mut limit)
}

/// The sweep of a motion that starts deep, if that comes before the sweep against the parts.
pub(crate) fn first<V: Vector>(deep: Option<Contact<V>>, of_parts: Sweep<V>) -> Sweep<V> {
    let Some(deep) = deep else {
        return of_parts;
    };
    let start = of_parts.start.contact();
    if start.is_some_and(|start| start.separation < deep.separation) {
        return of_parts;
    }
    Sweep {
        start: Start::Overlapping(deep),
        hit: Some(deep_hit(deep)),
        ..of_parts
    }
}
