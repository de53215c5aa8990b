//! What must hold for any shapes: queries end without a panic, agree from either side and with each other, and sweeps are
//! never late.

use crate::changes::FileBits;
use crate::file_properties::{
    billiards, levels, queries, recordings, scenarios, setups, small_files, stored,
};
use crate::packets::{Packet, packets};
use crate::scene_properties::{chains, heights, meshes, moving, polytopes, world_pairs};
use crate::scenes::SceneBits;
use crate::shapes::{ShapeSet, ShapeSetBits, WithSupport};
use crate::{number, unit};
use arbitrary::{Arbitrary, Unstructured};
use carom::glam::{DVec3, Vec3};
use carom::{
    Compound, Contact, Mesh, Pose, Query, Scalar, Shape, Surface, Vector, Vector3, contact,
    manifold, overlap, ray_interval, sweep,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A case that takes longer hangs. Deep penetrations of support functions can take seconds.
const LIMIT: Duration = Duration::from_secs(60);

/// How often the stated bound of an error may be exceeded by what a test computes from rounded shapes.
pub(crate) const SLACK: f64 = 8.0;

/// A set of properties on an input made of bytes: what it says if they do not hold, and the input.
pub type Property = fn(&mut Unstructured<'_>) -> Option<String>;

/// All sets, by name.
pub const ALL: [(&str, Property); 19] = [
    ("curved", |bytes| failure(curved, bytes, of_set)),
    ("curved_sweep", |bytes| failure(curved_sweep, bytes, of_set)),
    ("manifold", |bytes| failure(manifolds, bytes, of_set)),
    ("surfaces", |bytes| failure(surfaces, bytes, of_set)),
    ("chains", |bytes| failure(chains, bytes, of_scene)),
    ("heights", |bytes| failure(heights, bytes, of_scene)),
    ("polytopes", |bytes| failure(polytopes, bytes, of_scene)),
    ("meshes", |bytes| failure(meshes, bytes, of_scene)),
    ("moving", |bytes| failure(moving, bytes, of_scene)),
    ("world_pairs", |bytes| failure(world_pairs, bytes, of_scene)),
    ("levels", |bytes| failure(levels, bytes, of_file)),
    ("scenarios", |bytes| failure(scenarios, bytes, of_file)),
    ("setups", |bytes| failure(setups, bytes, of_file)),
    ("billiards", |bytes| failure(billiards, bytes, of_file)),
    ("queries", |bytes| failure(queries, bytes, of_file)),
    ("small_files", |bytes| failure(small_files, bytes, of_file)),
    ("stored", |bytes| failure(stored, bytes, of_file)),
    ("recordings", |bytes| failure(recordings, bytes, of_file)),
    ("packets", |bytes| failure(packets, bytes, of_packet)),
];

fn of_set(bits: &ShapeSetBits) -> String {
    format!("  2D {:?}\n  3D {:?}\n", bits.flat(), bits.single())
}

fn of_file(bits: &FileBits) -> String {
    format!("  {bits:?}\n")
}

fn of_packet(packet: &Packet) -> String {
    format!("  {packet:?}\n")
}

fn of_scene(bits: &SceneBits) -> String {
    let points = bits.points::<Vec3>();
    format!("{}  points {points:?}\n  {bits:?}\n", of_set(&bits.shapes))
}

pub(crate) fn timed(name: &str, bits: &impl std::fmt::Debug, run: impl FnOnce()) {
    let start = Instant::now();
    run();
    let time = start.elapsed();
    assert!(time < LIMIT, "{name} takes {time:?}: {bits:?}");
}

/// Contacts, overlaps and intervals of rays.
pub fn curved(bits: &ShapeSetBits) {
    timed("curved", bits, || {
        pair(&bits.flat());
        pair(&bits.single());
        pair(&bits.double());
    });
}

fn pair<V: WithSupport>(set: &ShapeSet<V>) {
    let (a, b) = (&set.shapes[0], &set.shapes[1]);
    let found = contact(a, b, V::Scalar::INFINITY);
    let there = overlap(a, b);
    let interval = ray_interval(V::ZERO, set.delta, a);
    if !set.sound {
        return;
    }
    let found = found.expect("there is always a contact within infinity");
    assert!(!found.separation.to_f64().is_nan(), "{found:?}");
    unit(found.normal);
    number(found.point_a);
    number(found.point_b);
    let back = contact(b, a, V::Scalar::INFINITY).expect("as above");
    assert!(found.separation == back.separation, "{found:?} {back:?}");
    assert_eq!(there, overlap(b, a));
    if set.tame {
        let near = SLACK * found.error_bound.to_f64();
        let separation = found.separation.to_f64();
        assert!(
            there == (separation <= 0.0) || separation.abs() <= near,
            "overlap {there}, {found:?}"
        );
        if let Some(through) = interval
            && let (Some(entry), Some(exit)) = (through.entry, through.exit)
        {
            assert!(entry.t <= exit.t + V::Scalar::from_f64(1e-4), "{through:?}");
        }
    }
}

/// Sweeps.
pub fn curved_sweep(bits: &ShapeSetBits) {
    timed("curved_sweep", bits, || {
        swept(&bits.flat());
        swept(&bits.single());
        swept(&bits.double());
    });
}

/// A shape after a part of the motion.
fn after<V: Vector>(shape: &Shape<V>, delta: V, t: f64) -> Shape<V> {
    let [x, y, z] = delta.to_f64().map(|x| x * t);
    let way = V::from_f64([x, y, z]);
    Pose::at(way).shape(shape)
}

fn swept<V: WithSupport>(set: &ShapeSet<V>) {
    let (a, b) = (&set.shapes[0], &set.shapes[1]);
    let found = sweep(a, set.delta, b);
    if !set.sound {
        return;
    }
    if let Some(hit) = found.hit {
        let t = hit.t.to_f64();
        assert!((0.0..=1.0).contains(&t), "{hit:?}");
        unit(hit.normal);
        number(hit.point);
    }
    let back = sweep(b, -set.delta, a);
    let times = [found, back].map(|found| found.hit.map(|hit| hit.t));
    assert!(times[0] == times[1], "{found:?} {back:?}");
    if !set.tame || found.start.contact().is_some() {
        return;
    }
    // Until the hit the shapes are apart.
    let end = found.hit.map_or(1.0, |hit| hit.t.to_f64());
    for i in 1..=8 {
        let t = end * f64::from(i) / 8.0;
        let moved = after(a, set.delta, t);
        let there = contact(&moved, b, V::Scalar::INFINITY).expect("within infinity");
        let near = SLACK * (found.error_bound.to_f64() + there.error_bound.to_f64());
        assert!(
            there.separation.to_f64() >= -near,
            "late at {t}: {there:?} {found:?}"
        );
    }
}

/// Manifolds.
pub fn manifolds(bits: &ShapeSetBits) {
    timed("manifold", bits, || {
        of_manifold(&bits.flat());
        of_manifold(&bits.single());
        of_manifold(&bits.double());
    });
}

fn of_manifold<V: WithSupport>(set: &ShapeSet<V>) {
    let (a, b) = (&set.shapes[0], &set.shapes[1]);
    let reach = V::Scalar::from_f64(0.25);
    let found = manifold(a, b, reach);
    if !set.sound {
        return;
    }
    let back = manifold(b, a, reach).map(|back| back.swapped());
    let names =
        |m: &carom::Manifold<V>| m.points().iter().map(|p| p.separation).collect::<Vec<_>>();
    assert_eq!(
        found.as_ref().map(&names),
        back.as_ref().map(&names),
        "{found:?} {back:?}"
    );
    let Some(found) = found else {
        return;
    };
    unit(found.normal);
    let count = found.points().len();
    assert!((1..=2 * (V::DIM - 1)).contains(&count), "{found:?}");
    for point in found.points() {
        number(point.point_a);
        number(point.point_b);
    }
    if set.tame {
        let near = contact(a, b, V::Scalar::INFINITY).expect("within infinity");
        let error = (found.separation() - near.separation).to_f64().abs();
        assert!(
            error <= SLACK * near.error_bound.to_f64(),
            "{found:?} {near:?}"
        );
    }
}

/// Compounds against their parts, and solid meshes.
pub fn surfaces(bits: &ShapeSetBits) {
    timed("surfaces", bits, || {
        compound(&bits.flat());
        compound(&bits.single());
        compound(&bits.double());
        solid::<Vec3>(&bits.single());
        solid::<DVec3>(&bits.double());
    });
}

fn compound<V: WithSupport>(set: &ShapeSet<V>) {
    let parts = &set.shapes[1..];
    let Ok(compound) = Compound::new(parts.iter().cloned()) else {
        let bounded = parts
            .iter()
            .all(|part| part.is_valid() && part.bounds().is_some());
        assert!(!bounded, "a valid compound is refused");
        return;
    };
    like_its_parts(&compound.query(), set, parts);
    if set.sound {
        let a = &set.shapes[0];
        let any = parts.iter().any(|part| overlap(a, part));
        assert_eq!(compound.query().overlap(a), any);
    }
}

/// The answers of a surface of which each part answers as if it were alone are those of a loop over its parts.
pub(crate) fn like_its_parts<V: WithSupport, S: Surface<Vector = V>>(
    query: &Query<'_, S>,
    set: &ShapeSet<V>,
    parts: &[Shape<V>],
) {
    let a = &set.shapes[0];
    let (found, hit, there) = (
        query.closest(a, V::Scalar::INFINITY),
        query.sweep(a, set.delta),
        query.overlap(a),
    );
    if !set.sound {
        return;
    }
    let all = parts
        .iter()
        .map(|part| contact(a, part, V::Scalar::INFINITY).expect("within infinity"));
    let least = all.map(|contact| contact.separation).reduce(Scalar::min);
    // The separation of a part that is left out, because its box is farther, can be less by the rounding of its own query.
    let is_least = found.zip(least).is_none_or(|(found, least)| {
        let more = found.separation - least;
        more == V::Scalar::ZERO || V::Scalar::DOUBLE && more.abs() <= found.error_bound
    });
    assert!(
        found.is_some() == least.is_some() && is_least,
        "{found:?} {least:?}"
    );
    // Of a mesh or chain overlaps are decided otherwise than those of two shapes: within the bound they can differ.
    let touched = parts.iter().position(|part| overlap(a, part));
    let is_near = |found: Contact<V>| found.separation.abs() <= found.error_bound;
    assert!(
        there == touched.is_some() || found.is_some_and(is_near),
        "overlap {there} {touched:?}, {found:?} {a:?}"
    );
    let first = parts
        .iter()
        .filter_map(|part| sweep(a, set.delta, part).hit);
    let first = first.map(|hit| hit.t).reduce(Scalar::min);
    assert!(hit.map(|hit| hit.t) == first, "{hit:?} {first:?}");
}

/// A tetrahedron with corners of the shapes' boxes, as a solid.
fn solid<V: Vector3 + WithSupport>(set: &ShapeSet<V>) {
    let a = &set.shapes[0];
    let corners: Vec<V> = set
        .shapes
        .iter()
        .filter_map(|shape| Some(shape.bounds()?.max))
        .collect();
    let [p, q, r, s] = corners[..] else {
        return;
    };
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let Ok(mesh) = Mesh::new([p, q, r, s], faces) else {
        assert!(!corners.iter().all(|p| p.is_finite()));
        return;
    };
    // One of the two orders has its fronts outwards.
    let turned = faces.map(|[a, b, c]| [a, c, b]);
    let other = Mesh::new([p, q, r, s], turned).expect("the same corners");
    let Ok(mesh) = mesh.solid().or_else(|_| other.solid()) else {
        return;
    };
    let query = mesh.query();
    let there = query.overlap(a);
    let found = query.closest(a, V::Scalar::INFINITY);
    let hit = query.sweep(a, set.delta);
    if !set.sound || !set.tame {
        return;
    }
    if let Some(hit) = hit {
        unit(hit.normal);
        number(hit.point);
    }
    if let Some(found) = found {
        unit(found.normal);
        let near = SLACK * found.error_bound.to_f64();
        let separation = found.separation.to_f64();
        assert!(
            there == (separation <= 0.0) || separation.abs() <= near,
            "overlap {there}, {found:?}"
        );
    } else {
        assert!(!there, "an overlap without a contact");
    }
}

/// Runs properties on an input; what they say if they do not hold, and the input as `described`.
fn failure<B: for<'a> Arbitrary<'a>>(
    properties: fn(&B),
    bytes: &mut Unstructured<'_>,
    described: fn(&B) -> String,
) -> Option<String> {
    let bits = B::arbitrary(bytes).expect("enough bytes");
    let run = catch_unwind(AssertUnwindSafe(|| properties(&bits)));
    let panic = run.err()?;
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.unwrap_or_else(|| {
        panic
            .downcast_ref::<&str>()
            .map_or("a panic", |s| s)
            .to_owned()
    });
    Some(format!("{text}\n{}", described(&bits)))
}
