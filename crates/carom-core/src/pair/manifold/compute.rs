//! From a contact to its manifold: features, columns, points; in a canonical order of the shapes.

use super::boxes::Block;
use super::columns::{self, Columns};
use super::outline::{self, Outline};
use super::projection::Projection;
use super::{Manifold, PointId};
use crate::pair::contact::Contact;
use crate::pair::frame::{Frame, greater, lesser};
use crate::pair::hulls::precedes;
use crate::shape::Points;
use carom_math::Vector;

/// A core in the canonical order.
struct Side<'a, V: Vector> {
    core: Points<'a, V>,
    block: Option<&'a Block>,
}

/// The manifold of two cores with this contact. A half-space is a core without points.
#[inline(never)]
pub(super) fn of_cores<V: Vector>(
    a: Points<'_, V>,
    b: Points<'_, V>,
    contact: &Contact<V>,
    reach: V::Scalar,
) -> Manifold<V> {
    let in_order = |a: Points<'_, V>, b: Points<'_, V>, contact: &Contact<V>| {
        let sides = [a, b].map(|core| Side { core, block: None });
        let found = frame_of(a, b).and_then(|frame| in_order(&sides, frame, contact, reach));
        found.unwrap_or_else(|| {
            let mut manifold = Manifold::of_contact(contact);
            manifold.push(columns::of_contact(contact, PointId::default()));
            manifold
        })
    };
    if comes_first(&a, &b, contact.normal) {
        in_order(a, b, contact)
    } else {
        in_order(b, a, &contact.swapped()).swapped()
    }
}

/// The manifold of two boxes; the outer `None` if they are no boxes, or need the general way.
#[inline(never)]
pub(super) fn of_boxes<V: Vector>(
    a: Points<'_, V>,
    b: Points<'_, V>,
    reach: V::Scalar,
) -> Option<Option<Manifold<V>>> {
    if V::DIM != 3 || a.0.len() != 8 || b.0.len() != 8 {
        return None;
    }
    if precedes(&a, &b) {
        of_ordered_boxes(a, b, reach)
    } else {
        of_ordered_boxes(b, a, reach).map(|found| found.map(|manifold| manifold.swapped()))
    }
}

fn of_ordered_boxes<V: Vector>(
    a: Points<'_, V>,
    b: Points<'_, V>,
    reach: V::Scalar,
) -> Option<Option<Manifold<V>>> {
    let mut frame = frame_of(a, b)?;
    let (block_a, block_b) = (Block::new(a.0, &frame)?, Block::new(b.0, &frame)?);
    let beyond = frame.local_length(reach) + frame.radius();
    let axis = block_a.farthest_apart(&block_b, &frame, beyond)?;
    let contact = Contact {
        normal: V::from_f64(axis.normal.to_array()),
        separation: frame.length(axis.separation - frame.radius()),
        unique: axis.unique,
        error_bound: frame.bound(8.0),
        ..Contact::default()
    };
    if contact.separation > reach {
        return Some(None);
    }
    let side = |core, block| Side {
        core,
        block: Some(block),
    };
    let found = if comes_first(&a, &b, contact.normal) {
        in_order(
            &[side(a, &block_a), side(b, &block_b)],
            frame,
            &contact,
            reach,
        )
    } else {
        core::mem::swap(&mut frame.radius_a, &mut frame.radius_b);
        let sides = [side(b, &block_b), side(a, &block_a)];
        in_order(&sides, frame, &contact.swapped(), reach).map(|found| found.swapped())
    };
    found.map(Some)
}

/// The frame of two cores; `None` if neither has points.
fn frame_of<V: Vector>(a: Points<'_, V>, b: Points<'_, V>) -> Option<Frame<V>> {
    let origin = b.0.first().or(a.0.first())?;
    Some(Frame::around(*origin, [a.1, b.1], V::ZERO, |ruler| {
        let [a, b] = [a.0, b.0].map(|points| ruler.extent(points, *origin));
        [greater(a, b); 2]
    }))
}

/// The canonical order: a half-space last, then by number of points and radius, then the upper one of two shapes, so that
/// it stays when the shapes move a little; `normal` is from `b` to `a`.
fn comes_first<V: Vector>(a: &Points<'_, V>, b: &Points<'_, V>, normal: V) -> bool {
    /// A direction to which few normals are orthogonal.
    const UP: [f64; 3] = [0.31, 0.85, 0.43];
    if a.0.is_empty() || b.0.is_empty() {
        return b.0.is_empty();
    }
    if a.0.len() != b.0.len() {
        return a.0.len() < b.0.len();
    }
    let [x, y, z] = normal.to_f64();
    let above = UP[0] * x + UP[1] * y + UP[2] * z;
    if a.1 != b.1 {
        a.1 < b.1
    } else if above != 0.0 {
        above > 0.0
    } else {
        precedes(a, b)
    }
}

/// The manifold with the cores in the canonical order; `None` for boxes without a column as deep as the contact, whose
/// points are then not known.
fn in_order<V: Vector>(
    sides: &[Side<'_, V>; 2],
    frame: Frame<V>,
    contact: &Contact<V>,
    reach: V::Scalar,
) -> Option<Manifold<V>> {
    let [a, b] = sides;
    let projection = Projection::new(frame, contact.normal);
    let size = |side: &Side<'_, V>| match side.block {
        Some(block) => block.size,
        None => projection.size(side.core.0),
    };
    let is_plane = b.core.0.is_empty();
    let smaller = if is_plane {
        size(a)
    } else {
        lesser(size(a), size(b))
    };
    let tolerances = projection.tolerances(smaller);
    let mut outlines = [Outline::whole(), Outline::whole()];
    for ((side, outline), towards) in sides.iter().zip(&mut outlines).zip([-1.0, 1.0]) {
        let is_face = side
            .block
            .is_some_and(|block| block.face(&projection, towards, &tolerances, outline));
        if !is_face && !side.core.0.is_empty() {
            *outline = outline::outline(&projection.all(side.core.0, towards), &tolerances);
        }
    }
    let mut columns = Columns::new(&outlines, tolerances.close);
    if is_plane {
        columns.over_plane(&projection, contact);
    } else {
        columns.between(&projection);
    }
    if !columns.reach_depth(&projection, contact) {
        if a.block.is_none() {
            columns.add_contact(&projection, contact);
        } else if !(columns.add_single(&projection) && columns.reach_depth(&projection, contact)) {
            return None;
        }
    }
    if a.block.is_some() && !columns.confirm(&projection, contact) {
        return None;
    }
    columns.keep_within(&projection, contact, reach);
    let mut manifold = Manifold::of_contact(contact);
    for index in &*columns.reduced::<V>() {
        manifold.push(columns.point(*index, &projection, [a.core, b.core], contact));
    }
    Some(manifold)
}
