//! A height field answers every query like the mesh of its triangles, with holes too.

use carom::glam::{DVec3, Vec3, vec3};
use carom::{
    Ball, Body, BodyError, Capsule, Contact, HeightField, Mesh, MeshError, Pose, Scalar, Shape,
    Triangle, Vector3, World,
};
use fastrand::Rng;
use std::sync::Arc;

fn field<V: Vector3>(random: &mut Rng, [columns, rows]: [usize; 2], holes: f64) -> HeightField<V> {
    let mut height = || {
        let height = if random.f64() < holes {
            f64::NAN
        } else {
            random.f64()
        };
        V::Scalar::from_f64(height)
    };
    HeightField {
        origin: V::from_f64([-3.0, 1.0, 20.0]),
        cell: [0.7, 1.3].map(V::Scalar::from_f64),
        columns,
        heights: (0..columns * rows).map(|_| height()).collect(),
    }
}

/// The mesh of the triangles that exist, and the number of each in the field.
fn solid<V: Vector3>(field: &Mesh<V>) -> (Mesh<V>, Vec<u32>) {
    let all = (0..).zip(field.iter());
    let (numbers, triangles): (Vec<_>, Vec<_>) = all.filter(|(_, t)| t.is_valid()).unzip();
    (Mesh::of_triangles(triangles).unwrap(), numbers)
}

fn sorted<V: Vector3>(mut contacts: Vec<Contact<V>>) -> Vec<Contact<V>> {
    contacts.sort_by_key(|c| c.part.index);
    contacts
}

/// Returns the number of hits and contacts that agree.
fn agree<V: Vector3>(
    field: &Mesh<V>,
    mesh: &Mesh<V>,
    numbers: &[u32],
    random: &mut Rng,
) -> [usize; 2] {
    assert_eq!(field.bounds(), mesh.bounds());
    assert_eq!(field.open_edges(), mesh.open_edges());
    let bounds = field.bounds();
    let (mut hits, mut contacts) = (0, 0);
    for _ in 0..120 {
        let mut number = |size: f64| V::Scalar::from_f64((random.f64() - 0.5) * size);
        let size = bounds.max - bounds.min;
        let middle = bounds.min + size * V::Scalar::HALF;
        let mut near = |v: V| {
            let [x, y, z] = v.to_f64().map(V::Scalar::from_f64);
            let by = [number(1.2) * x, number(4.0) * y, number(1.2) * z];
            middle + V::from_f64(by.map(Scalar::to_f64))
        };
        let (a, b, to) = (near(size), near(size), near(size));
        let capsule = Capsule::new(
            a,
            a + (b - a) * V::Scalar::from_f64(0.1),
            V::Scalar::from_f64(0.2),
        );
        let (ball, delta) = (Ball::new(a, capsule.radius), to - a);
        let reach = V::Scalar::from_f64(random.f64() - 0.1);
        let named = |mut contact: Contact<V>| {
            contact.part.index = numbers[contact.part.index as usize];
            contact
        };
        let (mut own, mut others) = (Vec::new(), Vec::new());
        field.query().each_contact(&capsule, reach, |c| own.push(c));
        mesh.query()
            .each_contact(&capsule, reach, |c| others.push(named(c)));
        contacts += own.len();
        assert_eq!(sorted(own), sorted(others));
        assert_eq!(
            field.query().closest(&ball, reach),
            mesh.query().closest(&ball, reach).map(named)
        );
        assert_eq!(field.query().overlap(&ball), mesh.query().overlap(&ball));
        assert_eq!(field.contains(a), mesh.contains(a));
        let shape = Shape::Capsule(capsule);
        let found = field.query().closest(&shape, reach);
        assert_eq!(found, mesh.query().closest(&shape, reach).map(named));
        let (mut own, mut others) = (Vec::new(), Vec::new());
        field.query().sweep_all(&capsule, delta, &mut own);
        mesh.query().sweep_all(&capsule, delta, &mut others);
        for hit in &mut others {
            hit.part.index = numbers[hit.part.index as usize];
        }
        assert_eq!(own, others);
        hits += own.len();
        let times = [field.query().ray(a, delta), mesh.query().ray(a, delta)]
            .map(|hit| hit.map(|hit| (hit.t, hit.point, hit.normal)));
        assert_eq!(times[0], times[1]);
    }
    [hits, contacts]
}

fn enough([hits, contacts]: [usize; 2]) {
    assert!(hits > 10 && contacts > 10, "{hits} {contacts}");
}

fn agrees<V: Vector3>() {
    let random = &mut Rng::with_seed(1);
    for (size, holes) in [
        ([2, 2], 0.0),
        ([3, 2], 0.0),
        ([14, 9], 0.0),
        ([15, 22], 0.2),
        ([60, 3], 0.5),
    ] {
        let field = field::<V>(random, size, holes).mesh().unwrap();
        let (mesh, numbers) = solid(&field);
        enough(agree(&field, &mesh, &numbers, random));
        enough(agree(
            &field.clone().one_sided(),
            &mesh.clone().one_sided(),
            &numbers,
            random,
        ));
        let flat = V::Scalar::from_f64(Mesh::<DVec3>::FLAT);
        enough(agree(&field.weld(flat), &mesh.weld(flat), &numbers, random));
    }
}

/// Welding a field with holes panicked: the NaN of the holes were sorted.
#[test]
fn a_height_field_answers_as_the_mesh_of_its_triangles() {
    agrees::<Vec3>();
    agrees::<DVec3>();
}

/// Twice the columns overflowed.
#[test]
fn bad_fields_are_refused() {
    let error = |columns, heights: Vec<f32>, cell| {
        let origin = Vec3::ZERO;
        HeightField {
            origin,
            cell,
            columns,
            heights,
        }
        .mesh()
        .unwrap_err()
    };
    let unit = [1.0, 1.0];
    for (columns, count) in [
        (usize::MAX, 0),
        (0, 0),
        (1, 4),
        (3, 4),
        (4, 4),
        (usize::MAX, 4),
        (2, 0),
    ] {
        let wrong = MeshError::WrongSize {
            heights: count,
            columns,
        };
        assert_eq!(error(columns, vec![0.0; count], unit), wrong);
    }
    assert_eq!(error(2, vec![f32::NAN; 4], unit), MeshError::NoTriangles);
    for cell in [
        [0.0, 1.0],
        [1.0, -1.0],
        [f32::NAN, 1.0],
        [1.0, f32::INFINITY],
    ] {
        assert_eq!(error(2, vec![0.0; 4], cell), MeshError::WrongCell);
    }
    let infinite = vec![0.0, 0.0, f32::INFINITY, 0.0];
    assert_eq!(error(2, infinite, unit), MeshError::NotFinite { vertex: 2 });
    // Too large for its place.
    let wide = error(3, vec![0.0; 6], [f32::MAX, 1.0]);
    assert_eq!(wide, MeshError::NotFinite { vertex: 2 });
}

/// The order of the two meshes was decided by comparing NaN.
#[test]
fn two_fields_with_holes_answer_each_other_alike() {
    let random = &mut Rng::with_seed(9);
    let a = field::<Vec3>(random, [9, 9], 0.3).mesh().unwrap();
    let b = field::<Vec3>(random, [9, 9], 0.3).mesh().unwrap();
    let (found, [i, j]) = a.query().closest_mesh(&b, 9.0).unwrap();
    assert_eq!(
        b.query().closest_mesh(&a, 9.0),
        Some((found.swapped(), [j, i]))
    );
    let whole = |mesh: &Mesh<Vec3>, i| Triangle::is_valid(&mesh.triangle(i));
    assert!(whole(&b, i) && whole(&a, j));
    let away = vec3(0., -9., 0.);
    let time = |swept: Option<(carom::Sweep<Vec3>, [u32; 2])>| {
        swept.and_then(|(swept, _)| swept.hit).map(|hit| hit.t)
    };
    assert_eq!(
        time(a.query().sweep_mesh(&b, away)),
        time(b.query().sweep_mesh(&a, -away))
    );
}

fn edits_are_those_of_a_new_field<V: Vector3>(seed: u64) {
    let (random, mut all) = (&mut Rng::with_seed(seed), [0, 0]);
    for round in 0..24 {
        let size = [random.usize(2..12), random.usize(2..12)];
        let mut expected = field::<V>(random, size, [0.0, 0.3, 0.8][round % 3]);
        let Ok(mut edited) = expected.clone().mesh() else {
            continue;
        };
        if round % 4 == 0 {
            edited = edited.compact();
        }
        for _ in 0..6 {
            let range = |random: &mut Rng, most: usize| {
                let from = random.usize(..most);
                from..random.usize(from..most) + 1
            };
            let (columns, rows) = (range(random, size[0]), range(random, size[1]));
            let holes = [0.0, 0.5][random.usize(..2)];
            let new = field::<V>(random, size, holes);
            let mut after = expected.clone();
            for row in rows.clone() {
                for column in columns.clone() {
                    let at = row * size[0] + column;
                    after.heights[at] = new.heights[at];
                }
            }
            let height = |column: usize, row: usize| new.heights[row * size[0] + column];
            let changed = edited.refit_heights(columns, rows, height);
            match after.clone().mesh() {
                Ok(_) => {
                    changed.unwrap();
                    expected = after;
                }
                Err(error) => assert_eq!(changed, Err(error)),
            }
            let (mesh, numbers) = solid(&edited);
            let (again, _) = solid(&expected.clone().mesh().unwrap());
            let corners = |mesh: &Mesh<V>| mesh.iter().map(|t| [t.a, t.b, t.c]).collect::<Vec<_>>();
            assert_eq!(corners(&mesh), corners(&again));
            let [hits, contacts] = agree(&edited, &mesh, &numbers, random);
            all[0] += hits;
            all[1] += contacts;
        }
    }
    enough(all);
}

#[test]
fn edited_heights_answer_as_a_new_field() {
    edits_are_those_of_a_new_field::<Vec3>(21);
    edits_are_those_of_a_new_field::<DVec3>(22);
}

#[test]
fn what_cannot_be_edited_is_refused_and_changes_nothing() {
    let flat = |heights: Vec<f32>| HeightField {
        origin: Vec3::ZERO,
        cell: [1.0, 1.0],
        columns: 3,
        heights,
    };
    let mut field = flat(vec![0.0; 9]).mesh().unwrap();
    let before: Vec<_> = field.iter().collect();
    let outside = field.refit_heights(1..4, 0..1, |_, _| 1.0);
    assert_eq!(outside, Err(MeshError::NoSuchHeight { column: 3, row: 0 }));
    let infinite = field.refit_heights(0..3, 1..2, |column, _| [1.0, f32::INFINITY, 1.0][column]);
    assert_eq!(infinite, Err(MeshError::NotFinite { vertex: 4 }));
    let gone = field.refit_heights(0..3, 0..3, |_, _| f32::NAN);
    assert_eq!(gone, Err(MeshError::NoTriangles));
    assert_eq!(field.iter().collect::<Vec<_>>(), before);
    assert_eq!(field.refit_heights(2..2, 0..3, |_, _| 7.0), Ok(()));
    assert_eq!(field.iter().collect::<Vec<_>>(), before);
    let mut tile = Mesh::of_triangles([Triangle::new(Vec3::ZERO, Vec3::Z, Vec3::X)]).unwrap();
    assert_eq!(
        tile.refit_heights(0..1, 0..1, |_, _| 1.0),
        Err(MeshError::NoHeights)
    );
}

#[test]
fn ground_in_a_world_is_dug() {
    let flat = HeightField {
        origin: Vec3::ZERO,
        cell: [1.0, 1.0],
        columns: 20,
        heights: vec![0.0; 400],
    };
    let shared = Arc::new(flat.mesh().unwrap());
    let mut world = World::new();
    let ids = [0.0, 100.0].map(|x| {
        let pose = Pose::at(vec3(x, 0., 0.));
        world
            .insert(Body {
                pose,
                ..Body::new(shared.clone())
            })
            .unwrap()
    });
    world
        .refit_heights(ids[1], 4..8, 4..8, |_, _| 30.0)
        .unwrap();
    let top = |world: &World<Vec3>, x| {
        let hit = world.query().ray(vec3(x, 99., 5.5), vec3(0., -199., 0.));
        hit.unwrap().point.y
    };
    assert!(top(&world, 5.5).abs() < 1e-4 && (top(&world, 105.5) - 30.0).abs() < 1e-4);
    assert!(
        world
            .query()
            .overlap(&Ball::new(vec3(105.5, 31., 5.5), 1.5))
    );
    let huge = world.refit_heights(ids[0], 0..1, 0..1, |_, _| f32::MAX);
    assert_eq!(huge, Err(BodyError::OutOfRange));
    assert!(top(&world, 0.5).abs() < 1e-4);
    let ball = world.insert(Ball::new(Vec3::ZERO, 1.0)).unwrap();
    assert_eq!(
        world.refit_heights(ball, 0..1, 0..1, |_, _| 0.0),
        Err(BodyError::Kind)
    );
}
