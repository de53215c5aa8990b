//! Visitors of a world and of a compound against the lists of the same query, whole and with a limit that shrinks.

use crate::kinds::{BOUNDED, point, shape};
use carom::glam::{DVec2, Vec3};
use carom::{Compound, Contact, Hit, PartId, Query, Scalar, Shape, Surface, Vector, World};
use fastrand::Rng;
use std::ops::ControlFlow;

fn visitors<S: Surface>(query: &Query<'_, S>, random: &mut Rng) {
    let (mut hits, mut shrunk) = (0, 0);
    for i in 0..4 * BOUNDED {
        let center = point::<S::Vector>(random, 9.0);
        let own = shape(random, i % BOUNDED, center, 1.5);
        let delta = point::<S::Vector>(random, 18.0);
        let mut all: Vec<Hit<S::Vector>> = Vec::new();
        let mut seen = all.clone();
        query.sweep_all(&own, delta, &mut all);
        query.each_hit(&own, delta, |hit, _| {
            seen.push(hit);
            ControlFlow::Continue(())
        });
        seen.sort_by(Hit::order);
        assert_eq!(seen, all);
        hits += all.len();

        // With a limit that shrinks to the earliest, the earliest is still found.
        let mut first: Option<Hit<S::Vector>> = None;
        let mut visits = 0;
        query.each_hit(&own, delta, |hit, limit| {
            visits += 1;
            if first.is_none_or(|first| hit.order(&first).is_lt()) {
                first = Some(hit);
                *limit = hit.t;
            }
            ControlFlow::Continue(())
        });
        assert_eq!(first, all.first().copied());
        shrunk += usize::from(visits < all.len());
        let mut one = 0;
        query.each_hit(&own, delta, |_, _| {
            one += 1;
            ControlFlow::Break(())
        });
        assert_eq!(one, usize::from(!all.is_empty()));

        let reach = <S::Vector as Vector>::Scalar::from_f64(3.0);
        let mut nearest: Option<Contact<S::Vector>> = None;
        query.each_nearest(&own, reach, |contact, reach| {
            if nearest.is_none_or(|best| contact.separation < best.separation) {
                nearest = Some(contact);
                *reach = contact.separation;
            }
        });
        let expected = query.closest(&own, reach);
        assert_eq!(
            nearest.map(|found| found.separation),
            expected.map(|found| found.separation)
        );

        // All parts that the box touches, in a box around the shape.
        let region = own.bounds().unwrap();
        let mut parts: Vec<PartId> = Vec::new();
        let mut touching: Vec<Contact<S::Vector>> = Vec::new();
        query.each_part(&region, |part, _| parts.push(part));
        query.contacts(&Shape::Aabb(region), Scalar::from_f64(0.0), &mut touching);
        assert!(touching.iter().all(|found| parts.contains(&found.part)));
    }
    assert!(hits > BOUNDED && shrunk > 0, "{hits} {shrunk}");
}

fn shapes<V: Vector>(random: &mut Rng) -> Vec<Shape<V>> {
    let place = |i| {
        let center = point(random, 12.0);
        shape(random, i % BOUNDED, center, 1.5)
    };
    (0..60).map(place).collect()
}

#[test]
fn visitors_see_what_lists_hold() {
    let random = &mut Rng::with_seed(51);
    let compound = Compound::new(shapes::<DVec2>(random)).unwrap();
    visitors(&compound.query(), random);
    let is_even = |part: PartId| part.index.is_multiple_of(2);
    visitors(&compound.query().filter(&is_even), random);
    let mut world = World::<Vec3>::new();
    for shape in shapes(random) {
        world.insert(shape).unwrap();
    }
    visitors(&world.query(), random);
}
