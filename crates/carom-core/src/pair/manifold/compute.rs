//! From a contact to its manifold: features, columns, points; in a canonical order of the shapes.

use super::boxes::Quadrilateral;
use super::columns::{self, Columns};
use super::feature::ProjectedFeature;
use super::outline::{self, Outline};
use super::projection::{ManifoldTolerances, Projection};
use super::{Manifold, PointId, unsigned};
use crate::pair::block::Block;
use crate::pair::boxes::Boxes;
use crate::pair::contact::{self, Contact};
use crate::pair::frame::{Frame, greater, lesser};
use crate::pair::hulls::precedes;
use crate::pair::separation::padded_reach;
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
    /// The tolerances for its features.
    fn tolerances(&self, mut tolerances: ManifoldTolerances) -> ManifoldTolerances {
        tolerances.steepest = outline::steepest(self.core.1.to_f64());
        tolerances
    }

    /// The face of a box that faces the other shape; `towards` is the sign of the normal towards that. `None` if the core is
    /// no box, or an edge or a corner faces the other shape.
    #[inline(always)]
    fn quadrilateral(
        &self,
        projection: &Projection<V>,
        towards: f64,
        tolerances: ManifoldTolerances,
    ) -> Option<Quadrilateral> {
        let tolerances = self.tolerances(tolerances);
        if let Some(block) = self.block {
            return block.face(projection, towards, &tolerances);
        }
        // The face of a hull that is a box is known without a search.
        if V::DIM != 3 {
            return None;
        }
        let (frame, points) = (&projection.frame, self.core.0);
        if !Block::has_corners(points) {
            return None;
        }
        let own = Block::fitted(points, |p| frame.raw(p));
        if !own.is_exact(frame) {
            return None;
        }
        own.face(projection, towards, &tolerances)
    }

    /// Its feature that faces the other shape, if that is not the face of a box. A half-space has no points.
    fn feature<'o>(
        &self,
        projection: &Projection<V>,
        towards: f64,
        tolerances: ManifoldTolerances,
        outline: &'o mut Outline,
    ) -> ProjectedFeature<'o> {
        let tolerances = self.tolerances(tolerances);
        let of = |point: &V| {
            let p = projection.of(*point);
            DVec3::new(p.x, p.y, p.z * towards)
        };
        match self.core.0 {
            [] => {}
            [only] => outline.become_vertex(0, of(only)),
            [p, q] => outline.become_end_or_edge(of(p), of(q), &tolerances),
            points => {
                let mut projected = SmallVec::<DVec3, FEW>::new(DVec3::ZERO);
                for point in points {
                    projected.push(of(point));
                }
                outline.become_feature(&projected, &tolerances);
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
    let (radii, origin) = ([a.1, b.1], b.0[0]);
    let (block_a, block_b, frame);
    if V::Scalar::DOUBLE {
        let Some(around) = frame_of(a, b, 0.0) else {
            return BoxesOutcome::Unknown;
        };
        block_a = Block::fitted(a.0, |p| around.raw(p));
        block_b = Block::fitted(b.0, |p| around.raw(p));
        frame = around;
    } else {
        let place = |p: V| p.to_double() - origin.to_double();
        block_a = Block::fitted(a.0, place);
        block_b = Block::fitted(b.0, place);
        frame = Frame::of_placed(origin, [block_a.sizes(), block_b.sizes()], radii, V::ZERO);
    }
    if !(block_a.is_exact(&frame) && block_b.is_exact(&frame)) {
        return BoxesOutcome::Unknown;
    }
    // Used where they are: they are large to copy.
    let blocks = [&block_a, &block_b];
    of_placed([a, b], blocks, &frame, exchanged, reach, manifold)
}

/// The same in their frame; `exchanged` if the caller has the boxes the other way round.
#[inline(always)]
fn of_placed<V: Vector>(
    [a, b]: [Points<'_, V>; 2],
    [block_a, block_b]: [&Block; 2],
    frame: &Frame<V>,
    exchanged: bool,
    reach: V::Scalar,
    manifold: &mut Manifold<V>,
) -> BoxesOutcome {
    let beyond = frame.local_length(reach) + frame.radius();
    let prefer = 2.0 * V::Scalar::EPSILON.to_f64() * frame.size;
    let way = block_a.center - block_b.center;
    let Some(axis) = block_a.farthest_apart(block_b, way, frame, [beyond, prefer]) else {
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
        return BoxesOutcome::Beyond;
    }
    // A corner may be nearest to an edge or a corner, along no axis: found before features are clipped in vain.
    let boxes = Boxes::new(block_a, block_b, DVec3::ZERO);
    if !V::Scalar::DOUBLE && axis.gap > 0.0 && boxes.are_nearer_elsewhere(&axis, frame) {
        let Some(nearest) = boxes.searched(frame, padded_reach::<V>(beyond)) else {
            return BoxesOutcome::Beyond;
        };
        let contact = contact::from_separation(frame, &nearest);
        return of_nearest([a, b], exchanged, &contact, reach, manifold);
    }
    if of_blocks(
        [a, b],
        [block_a, block_b],
        exchanged,
        *frame,
        &contact,
        reach,
        manifold,
    ) {
        BoxesOutcome::Found
    } else {
        BoxesOutcome::Unknown
    }
}

/// The manifold of two boxes with this contact; `exchanged` if the caller has them the other way round.
fn of_nearest<V: Vector>(
    [a, b]: [Points<'_, V>; 2],
    exchanged: bool,
    contact: &Contact<V>,
    reach: V::Scalar,
    manifold: &mut Manifold<V>,
) -> BoxesOutcome {
    if contact.separation > reach {
        return BoxesOutcome::Beyond;
    }
    if exchanged {
        of_cores(b, a, &contact.swapped(), reach, manifold);
    } else {
        of_cores(a, b, contact, reach, manifold);
    }
    BoxesOutcome::Found
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
        Some(block) => block.sizes()[1],
        None => projection.size(side.core.0),
    };
    let is_plane = b.core.0.is_empty();
    let smaller = if is_plane {
        size(a)
    } else {
        lesser(size(a), size(b))
    };
    let tolerances = projection.tolerances(smaller);
    let quadrilaterals = [
        a.quadrilateral(&projection, -1.0, tolerances),
        b.quadrilateral(&projection, 1.0, tolerances),
    ];
    let mut outlines;
    let mut columns;
    if let [Some(of_a), Some(of_b)] = &quadrilaterals {
        columns = Columns::new([of_a.feature(), of_b.feature()], tolerances.close);
        columns.between_quadrilaterals(of_a, of_b, projection.frame.radius());
    } else {
        outlines = [Outline::whole(), Outline::whole()];
        let [of_a, of_b] = &mut outlines;
        let [face_a, face_b] = &quadrilaterals;
        let feature_a = match face_a {
            Some(face) => face.feature(),
            None => a.feature(&projection, -1.0, tolerances, of_a),
        };
        let feature_b = match face_b {
            Some(face) => face.feature(),
            None => b.feature(&projection, 1.0, tolerances, of_b),
        };
        columns = Columns::new([feature_a, feature_b], tolerances.close);
        if is_plane {
            columns.over_plane(&projection, contact);
        } else {
            columns.between(&projection);
        }
    }
    fill(
        &mut columns,
        sides,
        turned,
        &projection,
        [contact, callers],
        reach,
        manifold,
    )
}

/// Fills the manifold from its columns; false as for [`in_order`].
fn fill<V: Vector>(
    columns: &mut Columns<'_>,
    [a, b]: &[OrderedCore<'_, V>; 2],
    turned: bool,
    projection: &Projection<V>,
    [contact, callers]: [&Contact<V>; 2],
    reach: V::Scalar,
    manifold: &mut Manifold<V>,
) -> bool {
    if !columns.reach_depth(projection, contact) {
        if a.block.is_none() {
            columns.add_contact(projection, contact);
        } else if !(columns.add_single(projection) && columns.reach_depth(projection, contact)) {
            return false;
        }
    }
    if a.block.is_some() && !columns.confirm(&projection.frame) {
        return false;
    }
    columns.keep_within(projection.frame.local_length(reach));
    begin(manifold, callers);
    for index in &*columns.reduced::<V>() {
        let point = columns.point(*index, projection, [a.core, b.core], contact);
        manifold.push(if turned { point.swapped() } else { point });
    }
    true
}
