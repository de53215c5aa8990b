//! A height field answers every query like the mesh of its triangles, with holes too.

use carom::glam::{DVec3, Vec3, vec3};
use carom::{
    Ball, Capsule, Contact, HeightField, Mesh, MeshError, Scalar, Shape, Triangle, Vector3,
};
use fastrand::Rng;

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

fn agree<V: Vector3>(field: &Mesh<V>, mesh: &Mesh<V>, numbers: &[u32], random: &mut Rng) {
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
        agree(&field, &mesh, &numbers, random);
        agree(
            &field.clone().one_sided(),
            &mesh.clone().one_sided(),
            &numbers,
            random,
        );
        let flat = V::Scalar::from_f64(Mesh::<DVec3>::FLAT);
        agree(&field.weld(flat), &mesh.weld(flat), &numbers, random);
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
