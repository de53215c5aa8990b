//! What must hold for chains, height fields, point sets, meshes and worlds: each answer is that of a plain loop.

use crate::properties::{SLACK, like_its_parts, timed};
use crate::scenes::{SceneBits, after, placed, world_of};
use crate::shapes::{ShapeSet, WithSupport};
use crate::{number, unit};
use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::{
    Body, BodyId, Chain, Hull, Mesh, PairEvents, Pose, RigidMotion, Scalar, Shape, Triangle,
    Vector, Vector3, World, contact, overlap, sweep,
};

/// Chains, also of rings.
pub fn chains(bits: &SceneBits) {
    timed("chains", bits, || {
        chain::<Vec2>(bits);
        chain::<DVec2>(bits);
    });
}

fn chain<V: WithSupport + Vector<Double = DVec2>>(bits: &SceneBits) {
    let set = bits.shapes.shape_set::<V>();
    let Ok(chain) = bits.chain::<V>() else {
        assert!(!bits.points::<V>().iter().all(|p| p.is_finite()));
        return;
    };
    let count = chain.segment_count() as u32;
    let parts: Vec<_> = (0..count)
        .map(|i| Shape::Segment(chain.segment(i)))
        .collect();
    like_its_parts(&chain.query().internal_edges(true), &set, &parts);
    let joined = chain.query();
    let found = joined.closest(&set.shapes[0], V::Scalar::INFINITY);
    let hit = joined.sweep(&set.shapes[0], set.delta);
    if set.sound {
        assert!(found.is_some(), "there is always a contact within infinity");
        found.into_iter().for_each(|found| unit(found.normal));
        hit.into_iter().for_each(|hit| number(hit.point));
    }
    if bits.tame() && chain.is_closed() {
        bits.points::<V>().iter().for_each(|p| encloses(&chain, *p));
        let middle = V::from_f64([0.125, 0.0625, 0.0]);
        encloses(&chain, middle);
    }
}

/// The winding number of a closed chain around a point is the sum of the angles at which it sees the segments.
fn encloses<V: Vector<Double = DVec2>>(chain: &Chain<V>, p: V) {
    let distance = chain.signed_distance(p).to_f64();
    if distance.abs() < 1e-4 {
        return;
    }
    let from = p.to_double();
    let angles = (0..chain.segment_count() as u32).map(|i| {
        let segment = chain.segment(i);
        (segment.a.to_double() - from).angle_to(segment.b.to_double() - from)
    });
    let turns = (angles.sum::<f64>() / std::f64::consts::TAU).round();
    assert_eq!(chain.contains(p), turns != 0.0, "{p:?} in {chain:?}");
    assert_eq!(distance < 0.0, turns != 0.0, "{p:?} in {chain:?}");
}

/// Height fields with holes, also after a change of heights.
pub fn heights(bits: &SceneBits) {
    timed("heights", bits, || {
        field::<Vec3>(bits);
        field::<DVec3>(bits);
    });
}

fn triangles<V: Vector3>(mesh: &Mesh<V>) -> Vec<Shape<V>> {
    let there = mesh.iter().filter(Triangle::is_valid);
    there.map(Shape::Triangle).collect()
}

fn field<V: Vector3 + WithSupport>(bits: &SceneBits) {
    let set = bits.shapes.shape_set::<V>();
    let [field, other] = bits.heights::<V>();
    let (columns, rows) = (field.columns, field.heights.len() / field.columns);
    let Ok(mut mesh) = field.clone().mesh() else {
        return;
    };
    like_its_parts(&mesh.query(), &set, &triangles(&mesh));
    // Some of the heights change: then it is the mesh of the new field.
    let (from, to) = (bits.choice(6, columns), bits.choice(7, rows));
    let mut changed = field.clone();
    for (i, height) in changed.heights.iter_mut().enumerate() {
        if i % columns >= from && i / columns >= to {
            *height = other.heights[i];
        }
    }
    let height = |column: usize, row: usize| other.heights[row * columns + column];
    let edited = mesh.refit_heights(from..columns, to..rows, height);
    let built = changed.mesh();
    assert_eq!(edited.is_ok(), built.is_ok(), "{edited:?} {built:?}");
    let expected = built.as_ref().unwrap_or(&mesh);
    let numbers = |mesh: &Mesh<V>| {
        let corners = mesh
            .iter()
            .flat_map(|t| [t.a, t.b, t.c].map(|p| p.to_f64()));
        corners.flatten().map(f64::to_bits).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&mesh), numbers(expected));
    like_its_parts(&mesh.query(), &set, &triangles(expected));
}

/// The hull of points by its vertices alone, against that of all points.
pub fn polytopes(bits: &SceneBits) {
    timed("polytopes", bits, || {
        polytope::<Vec2>(bits);
        polytope::<Vec3>(bits);
        polytope::<DVec3>(bits);
    });
}

fn polytope<V: WithSupport>(bits: &SceneBits) {
    let set = bits.shapes.shape_set::<V>();
    let mut points = bits.points::<V>();
    points.truncate(1 + bits.choice(0, points.len()));
    let Ok(polytope) = carom::Polytope::new(&points) else {
        assert!(!points.iter().all(|p| p.is_finite()));
        return;
    };
    let hull = Hull::new(&points[..], V::Scalar::ZERO);
    let found: Vec<_> = set
        .shapes
        .iter()
        .map(|a| contact(a, &polytope, V::Scalar::INFINITY))
        .collect();
    if !set.sound || !set.tame {
        return;
    }
    for (a, found) in set.shapes.iter().zip(found) {
        let found = found.expect("within infinity");
        let all = contact(a, &hull, V::Scalar::INFINITY).expect("within infinity");
        let near = SLACK * (found.error_bound + all.error_bound).to_f64();
        let apart = (found.separation - all.separation).to_f64().abs();
        assert!(apart <= near, "{found:?} {all:?}");
        unit(found.normal);
        let there = overlap(a, &polytope);
        let separation = all.separation.to_f64();
        assert!(there == (separation <= 0.0) || separation.abs() <= near);
        let same = sweep(a, set.delta, &polytope).hit.is_some();
        let of_hull = sweep(a, set.delta, &hull);
        let later = after(a, &RigidMotion::straight(set.delta), 1.0);
        let end = contact(&later, &hull, V::Scalar::INFINITY).expect("within infinity");
        let is_graze = end.separation.to_f64().abs() <= near || of_hull.start.contact().is_some();
        // A motion that ends deep inside has met the hull.
        assert!(is_graze || end.separation > V::Scalar::ZERO || same);
    }
}

/// Two meshes, against all pairs of their triangles.
pub fn meshes(bits: &SceneBits) {
    timed("meshes", bits, || {
        two_meshes::<Vec3>(bits);
        two_meshes::<DVec3>(bits);
    });
}

fn two_meshes<V: Vector3 + WithSupport>(bits: &SceneBits) {
    let delta = bits.shapes.shape_set::<V>().delta;
    let [Ok(a), Ok(b)] = bits.meshes::<V>() else {
        assert!(!bits.points::<V>().iter().all(|p| p.is_finite()));
        return;
    };
    let query = b.query();
    let found = query.closest_mesh(&a, V::Scalar::INFINITY);
    let there = query.overlap_mesh(&a);
    let swept = query.sweep_mesh(&a, delta);
    if !delta.is_finite() || !bits.tame() {
        return;
    }
    let (found, numbers) = found.expect("within infinity");
    let mut least = V::Scalar::INFINITY;
    let (mut overlaps, mut first) = (false, f64::INFINITY);
    for of_a in a.iter() {
        for of_b in b.iter() {
            let pair = contact(&of_a, &of_b, V::Scalar::INFINITY).expect("within infinity");
            least = least.min(pair.separation);
            overlaps |= overlap(&of_a, &of_b);
            let hit = sweep(&of_a, delta, &of_b).hit;
            first = hit.map_or(first, |hit| first.min(hit.t.to_f64()));
        }
    }
    let near = found.error_bound.to_f64();
    let more = (found.separation - least).to_f64().abs();
    assert!(more <= near, "{found:?} {least:?}");
    let [of_a, of_b] = [a.triangle(numbers[0]), b.triangle(numbers[1])];
    let named = contact(&of_a, &of_b, V::Scalar::INFINITY).expect("within infinity");
    assert!((named.separation - least).to_f64().abs() <= near);
    unit(found.normal);
    assert_eq!(there, overlaps, "{found:?}");
    let t = swept.and_then(|(swept, _)| swept.hit);
    let t = t.map_or(f64::INFINITY, |hit| hit.t.to_f64());
    assert!(t == first, "{t} {first} {swept:?}");
}

/// Sweeps among bodies that move.
pub fn moving(bits: &SceneBits) {
    timed("moving", bits, || {
        among(bits, &bits.shapes.flat());
        among(bits, &bits.shapes.single());
        among(bits, &bits.shapes.double());
    });
}

fn among<V: WithSupport>(bits: &SceneBits, set: &ShapeSet<V>) {
    let (a, rest) = (&set.shapes[0], &set.shapes[1..]);
    let Some(bodies) = bits.bodies(rest) else {
        return;
    };
    let world = world_of(&bodies).expect("each body is valid");
    let motion = bits.motion(set.delta);
    let swept = world.query().sweep_moving(a, &motion, V::Scalar::ONE);
    if !set.sound || !set.tame || a.bounds().is_none() || swept.start.contact().is_some() {
        return;
    }
    let moved = |body: &Body<V>, t: f64| {
        let own = RigidMotion {
            delta: body.velocity,
            pivot: V::from_double(body.pose.translation),
            axis: body.axis,
            angle: body.spin,
        };
        after(&placed(body), &own, t)
    };
    let gap = |t: f64| {
        let own = after(a, &motion, t);
        let each = bodies.iter().map(|body| {
            let near = contact(&own, &moved(body, t), V::Scalar::INFINITY);
            near.expect("within infinity").separation.to_f64()
        });
        each.fold(f64::INFINITY, f64::min)
    };
    // Poses round as well: by some eps of numbers up to 16.
    let near = SLACK * swept.error_bound.to_f64() + 64.0 * V::Scalar::EPSILON.to_f64() * 16.0;
    let end = swept.hit.map_or(1.0, |hit| hit.t.to_f64());
    for i in 1..=8 {
        let t = end * f64::from(i) / 8.0;
        assert!(gap(t) >= -near, "late at {t}: {} {swept:?}", gap(t));
    }
    if let Some(hit) = swept.hit {
        unit(hit.normal);
        assert!(gap(end) <= near, "early: {} {swept:?}", gap(end));
    }
}

/// Pairs of bodies that touch, in one world and of two.
pub fn world_pairs(bits: &SceneBits) {
    timed("world_pairs", bits, || {
        touching(bits, &bits.shapes.flat());
        touching(bits, &bits.shapes.single());
        touching(bits, &bits.shapes.double());
    });
}

fn touching<V: WithSupport>(bits: &SceneBits, set: &ShapeSet<V>) {
    let Some(bodies) = bits.bodies(&set.shapes) else {
        return;
    };
    let mut world = world_of(&bodies).expect("each body is valid");
    let other = world_of(&bodies[2..]).expect("each body is valid");
    let (mut own, mut with) = (PairEvents::new(), PairEvents::new());
    let ids: Vec<BodyId> = world.iter().map(|(id, _)| id).collect();
    for step in bits.points::<V>().chunks_exact(4).take(3) {
        let before = [own.now().to_vec(), with.now().to_vec()];
        world.update_pairs(&mut own);
        world.update_pairs_with(&other, &mut with);
        if set.sound && set.tame {
            pairs_are_those_of_a_loop(&world, &world, &own, true);
            pairs_are_those_of_a_loop(&world, &other, &with, false);
        }
        changes(&before[0], &own);
        changes(&before[1], &with);
        for (id, way) in ids.iter().zip(step) {
            let pose = world.get(*id).expect("nothing is removed").pose;
            let translation = pose.translation + way.to_double() * 0.5;
            let moved = Pose {
                translation,
                ..pose
            };
            // Out of range it stays.
            let _ = world.set_pose(*id, moved);
        }
    }
}

/// What began and ended is the difference of two lists.
fn changes(before: &[[BodyId; 2]], events: &PairEvents) {
    let now = events.now();
    assert!(now.is_sorted() && now.windows(2).all(|two| two[0] != two[1]));
    let began: Vec<_> = now.iter().filter(|pair| !before.contains(pair)).collect();
    let ended: Vec<_> = before.iter().filter(|pair| !now.contains(pair)).collect();
    assert_eq!(events.began().iter().collect::<Vec<_>>(), began);
    assert_eq!(events.ended().iter().collect::<Vec<_>>(), ended);
}

fn pairs_are_those_of_a_loop<V: Vector>(
    world: &World<V>,
    other: &World<V>,
    events: &PairEvents,
    is_one: bool,
) {
    for (a, body) in world.iter() {
        for (b, second) in other.iter() {
            if is_one && (a >= b || !(body.moving || second.moving)) {
                assert!(!events.now().contains(&[a, b]), "{a:?} {b:?}");
                continue;
            }
            let found = contact(&placed(body), &placed(second), V::Scalar::INFINITY);
            let found = found.expect("within infinity");
            let separation = found.separation.to_f64();
            let near = SLACK * found.error_bound.to_f64();
            let there = events.now().contains(&[a, b]);
            assert!(
                there == (separation <= 0.0) || separation.abs() <= near,
                "{there} {found:?}"
            );
        }
    }
}
