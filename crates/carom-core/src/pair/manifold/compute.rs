//! From a contact to its manifold: features, columns, points; in a canonical order of the shapes.

use super::columns::{self, Columns};
use super::feature::ProjectedFeature;
use super::outline::{self, Outline};
use super::projection::{ManifoldTolerances, Projection};
use super::{Manifold, PointId, unsigned};
use crate::pair::block::Block;
use crate::pair::contact::Contact;
use crate::pair::frame::{Frame, greater, lesser};
use crate::pair::hulls::precedes;
use crate::pair::small_vec::SmallVec;
use crate::shape::{Core, Points};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A core in the canonical order.
struct OrderedCore<'a, V: Vector> {
    core: Points<'a, V>,
    block: Option<&'a Block>,
}

/// Up to this many points of a core need no memory on the heap.
const FEW: usize = 16;

impl<V: Vector> OrderedCore<'_, V> {
    /// Its feature that faces the other shape; `towards` is the sign of the normal towards that. A half-space has no points.
    fn feature<'o>(
        &self,
        projection: &Projection<V>,
        towards: f64,
        mut tolerances: ManifoldTolerances,
        outline: &'o mut Outline,
    ) -> ProjectedFeature<'o> {
        let (points, radius) = self.core;
        tolerances.steepest = outline::steepest(radius.to_f64());
        // The face of a hull that is a box is known without a search.
        let own = match self.block {
            None if V::DIM == 3 => block(points, &projection.frame),
            _ => None,
        };
        let block = self.block.or(own.as_ref());
        let of = |point: &V| {
            let p = projection.of(*point);
            DVec3::new(p.x, p.y, p.z * towards)
        };
        if !block.is_some_and(|block| block.face(projection, towards, &tolerances, outline)) {
            match points {
                [] => {}
                [only] => outline.become_vertex(0, of(only)),
                [p, q] => outline.become_end_or_edge(of(p), of(q), &tolerances),
                _ => {
                    let mut projected = SmallVec::<DVec3, FEW>::new(DVec3::ZERO);
                    for point in points {
                        projected.push(of(point));
                    }
                    outline.become_feature(&projected, &tolerances);
                }
            }
        }
        outline.feature()
    }
}

/// The result for two boxes.
pub(super) enum BoxesOutcome {
    /// They have a manifold.
    Found,
    /// They are farther apart than the reach.
    Beyond,
    /// The cores are no boxes, or need their contact.
    Unknown,
}

/// The manifold of two cores with this contact. A half-space is a core without points.
#[inline(never)]
pub(super) fn of_cores<V: Vector>(
    a: Points<'_, V>,
    b: Points<'_, V>,
    contact: &Contact<V>,
    reach: V::Scalar,
    manifold: &mut Manifold<V>,
) {
    let turned = !comes_first(&a, &b, contact.normal);
    let swapped = contact.swapped();
    let ([a, b], ordered) = if turned {
        ([b, a], &swapped)
    } else {
        ([a, b], contact)
    };
    let sides = [a, b].map(|core| OrderedCore { core, block: None });
    // A half-space has no points that would make the unit of the frame as large as the separation.
    let is_plane = a.0.is_empty() || b.0.is_empty();
    let far = if is_plane {
        contact.separation.to_f64().abs()
    } else {
        0.0
    };
    let found = frame_of(a, b, far)
        .is_some_and(|frame| in_order(&sides, turned, frame, [ordered, contact], reach, manifold));
    if !found {
        of_contact(contact, manifold);
    }
}

/// The point of the contact alone.
pub(super) fn of_contact<V: Vector>(contact: &Contact<V>, manifold: &mut Manifold<V>) {
    begin(manifold, contact);
    manifold.push(columns::of_contact(contact, PointId::default()));
}

fn begin<V: Vector>(manifold: &mut Manifold<V>, contact: &Contact<V>) {
    (manifold.normal, manifold.unique) = (unsigned(contact.normal), contact.unique);
}

/// The manifold of two boxes, in closed form.
#[inline(never)]
pub(super) fn of_boxes<V: Vector>(
    a: Points<'_, V>,
    b: Points<'_, V>,
    reach: V::Scalar,
    manifold: &mut Manifold<V>,
) -> BoxesOutcome {
    if V::DIM != 3 || a.0.len() != 8 || b.0.len() != 8 {
        return BoxesOutcome::Unknown;
    }
    // Any order in which both calls agree.
    let exchanged = !first_by_number(&a, &b);
    let [a, b] = if exchanged { [b, a] } else { [a, b] };
    let Some(frame) = frame_of(a, b, 0.0) else {
        return BoxesOutcome::Unknown;
    };
    // Used where they are: they are large to copy.
    let (block_a, block_b) = (block(a.0, &frame), block(b.0, &frame));
    let (Some(block_a), Some(block_b)) = (&block_a, &block_b) else {
        return BoxesOutcome::Unknown;
    };
    let beyond = frame.local_length(reach) + frame.radius();
    let prefer = 2.0 * V::Scalar::EPSILON.to_f64() * frame.size;
    let way = block_a.center - block_b.center;
    let Some(axis) = block_a.farthest_apart(block_b, way, &frame, [beyond, prefer]) else {
        return BoxesOutcome::Unknown;
    };
    let contact = Contact {
        normal: V::from_f64(axis.normal.to_array()),
        separation: frame.length(axis.gap - frame.radius()),
        unique: axis.unique,
        error_bound: frame.bound(8.0),
        ..Contact::default()
    };
    if contact.separation > reach {
        BoxesOutcome::Beyond
    } else if of_blocks(
        [a, b],
        [block_a, block_b],
        exchanged,
        frame,
        &contact,
        reach,
        manifold,
    ) {
        BoxesOutcome::Found
    } else {
        BoxesOutcome::Unknown
    }
}

/// The box with these corners.
#[inline(always)]
fn block<V: Vector>(points: &[V], frame: &Frame<V>) -> Option<Block> {
    let points: &[V; 8] = points.try_into().ok()?;
    // A loop: a map over an array is not always inlined.
    let mut corners = [DVec3::ZERO; 8];
    for (corner, point) in corners.iter_mut().zip(points) {
        *corner = DVec3::from_array(frame.raw(*point).to_f64());
    }
    Block::new(frame, &corners)
}

/// The manifold of two boxes with this contact, of which only normal and separation are known; `exchanged` if the caller
/// has them the other way round. False if it is not the true one.
#[inline(always)]
fn of_blocks<V: Vector>(
    [a, b]: [Points<'_, V>; 2],
    [block_a, block_b]: [&Block; 2],
    exchanged: bool,
    mut frame: Frame<V>,
    contact: &Contact<V>,
    reach: V::Scalar,
    manifold: &mut Manifold<V>,
) -> bool {
    let turned = !comes_first(&a, &b, contact.normal);
    let swapped = contact.swapped();
    let (sides, ordered) = if turned {
        core::mem::swap(&mut frame.radius_a, &mut frame.radius_b);
        ([(b, block_b), (a, block_a)], &swapped)
    } else {
        ([(a, block_a), (b, block_b)], contact)
    };
    let sides = sides.map(|(core, block)| OrderedCore {
        core,
        block: Some(block),
    });
    let callers = if exchanged { &swapped } else { contact };
    let contacts = [ordered, callers];
    in_order(
        &sides,
        turned != exchanged,
        frame,
        contacts,
        reach,
        manifold,
    )
}

/// The frame of two cores that are this far apart; `None` if neither has points.
fn frame_of<V: Vector>(a: Points<'_, V>, b: Points<'_, V>, far: f64) -> Option<Frame<V>> {
    let origin = b.0.first().or(a.0.first())?;
    Some(Frame::around(*origin, [a.1, b.1], V::ZERO, |ruler| {
        let [a, b] = [a.0, b.0].map(|points| ruler.extent(points, *origin));
        [greater(greater(a, b), far * ruler.prescale); 2]
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
        first_by_number(a, b)
    }
}

/// The order of cores by their points.
fn first_by_number<V: Vector>(a: &Points<'_, V>, b: &Points<'_, V>) -> bool {
    precedes(&(Core::Points(a.0), a.1), &(Core::Points(b.0), b.1))
}

/// The manifold with the cores in the canonical order, `turned` if that is not the caller's; the contact is given in both.
/// False for boxes without a column as deep as the contact: its points are then not known.
fn in_order<V: Vector>(
    sides: &[OrderedCore<'_, V>; 2],
    turned: bool,
    frame: Frame<V>,
    [contact, callers]: [&Contact<V>; 2],
    reach: V::Scalar,
    manifold: &mut Manifold<V>,
) -> bool {
    let [a, b] = sides;
    let projection = Projection::new(frame, contact.normal);
    let size = |side: &OrderedCore<'_, V>| match side.block {
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
    let (mut of_a, mut of_b) = (Outline::whole(), Outline::whole());
    let feature_a = a.feature(&projection, -1.0, tolerances, &mut of_a);
    let feature_b = b.feature(&projection, 1.0, tolerances, &mut of_b);
    let mut columns = Columns::new([feature_a, feature_b], tolerances.close);
    if is_plane {
        columns.over_plane(&projection, contact);
    } else {
        columns.between(&projection);
    }
    if !columns.reach_depth(&projection, contact) {
        if a.block.is_none() {
            columns.add_contact(&projection, contact);
        } else if !(columns.add_single(&projection) && columns.reach_depth(&projection, contact)) {
            return false;
        }
    }
    if a.block.is_some() && !columns.confirm(&projection.frame) {
        return false;
    }
    columns.keep_within(projection.frame.local_length(reach));
    begin(manifold, callers);
    for index in &*columns.reduced::<V>() {
        let point = columns.point(*index, &projection, [a.core, b.core], contact);
        manifold.push(if turned { point.swapped() } else { point });
    }
    true
}
