//! Scaled copies of meshes against meshes that are built from scaled vertices.

use crate::kinds::{BOUNDED, box_mesh, point, shape};
use carom::glam::{DVec3, Vec3};
use carom::{HeightField, Mesh, MeshError, Scalar, Vector, Vector3};
use fastrand::Rng;

/// A hilly square of `2 * 12 * 12` triangles, with its vertices.
fn hills<V: Vector3>(random: &mut Rng) -> (Vec<V>, Vec<[u32; 3]>) {
    let places = (0..13 * 13).map(|i| [(i % 13) as f64 - 6.0, random.f64(), (i / 13) as f64 - 6.0]);
    let vertices = places.map(V::from_f64).collect();
    let cells = (0..12 * 12).map(|i| i % 12 + 13 * (i / 12));
    let triangles = cells.flat_map(|at| [[at, at + 13, at + 1], [at + 1, at + 13, at + 14]]);
    (vertices, triangles.collect())
}

/// Compares queries with shapes of all kinds, to the bit.
fn assert_same<V: Vector3>(random: &mut Rng, a: &Mesh<V>, b: &Mesh<V>) {
    let mut hits = 0;
    for i in 0..3 * BOUNDED {
        let center = point::<V>(random, 9.0);
        let own = shape(random, i % BOUNDED, center, 1.5);
        let reach = V::Scalar::from_f64(2.0);
        assert_eq!(
            a.query().closest(&own, reach),
            b.query().closest(&own, reach)
        );
        assert_eq!(a.query().overlap(&own), b.query().overlap(&own));
        let hit = a.query().sweep(&own, -center - center);
        hits += usize::from(hit.is_some());
        assert_eq!(hit, b.query().sweep(&own, -center - center));
    }
    assert!(hits > 6, "{hits}");
}

fn copies<V: Vector3>() {
    let random = &mut Rng::with_seed(31);
    let (vertices, triangles) = hills::<V>(random);
    let factors = V::from_f64([0.5, 3.0, 1.25]);
    let scale = |p: &V| {
        let ([x, y, z], [a, b, c]) = (p.to_f64(), factors.to_f64());
        V::from_f64([x * a, y * b, z * c])
    };
    let scaled: Vec<V> = vertices.iter().map(scale).collect();
    let cosine = V::Scalar::from_f64(0.999);
    type Change<V> = fn(Mesh<V>, <V as Vector>::Scalar) -> Mesh<V>;
    let changes: [Change<V>; 4] = [
        |mesh, _| mesh,
        |mesh, _| mesh.one_sided(),
        |mesh, cosine| mesh.weld(cosine),
        |mesh, cosine| mesh.weld(cosine).one_sided(),
    ];
    for change in changes {
        let from = change(Mesh::new(&vertices, &triangles).unwrap(), cosine);
        let expected = change(Mesh::new(&scaled, &triangles).unwrap(), cosine);
        assert_same(random, &from.scaled(factors).unwrap(), &expected);
    }
    let compact = Mesh::new(&vertices, &triangles).unwrap().compact();
    let copy = compact.scaled(factors).unwrap();
    assert!(copy.is_compact() && copy.len() == compact.len());

    let field = HeightField {
        origin: vertices[0],
        cell: [V::Scalar::ONE; 2],
        columns: 13,
        heights: (0..169)
            .map(|_| V::Scalar::from_f64(random.f64()))
            .collect(),
    };
    let of_scaled = HeightField {
        origin: scale(&field.origin),
        cell: [factors[0], factors[2]],
        columns: 13,
        heights: field
            .heights
            .iter()
            .map(|height| *height * factors[1])
            .collect(),
    };
    let copy = field.mesh().unwrap().scaled(factors).unwrap();
    assert_same(random, &copy, &of_scaled.mesh().unwrap());
}

#[test]
fn copies_are_meshes_of_scaled_vertices() {
    copies::<Vec3>();
    copies::<DVec3>();
}

#[test]
fn solids_stay_solid_and_wrong_factors_are_refused() {
    let half = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| axis * 0.5);
    let (corners, triangles) = box_mesh::<Vec3>(DVec3::splat(0.5), half);
    let solid = Mesh::new(corners, triangles).unwrap().solid().unwrap();
    let long = solid.scaled(Vec3::new(10.0, 1.0, 1.0)).unwrap();
    assert!(long.is_solid());
    let inside = Vec3::new(5.0, 0.5, 0.25);
    assert!(long.query().overlap(&inside) && !solid.query().overlap(&inside));
    let found = long.query().closest(&inside, 1.0).unwrap();
    assert_eq!((found.separation, found.normal), (-0.25, Vec3::NEG_Z));
    for wrong in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = solid.scaled(Vec3::new(1.0, wrong, 1.0)).unwrap_err();
        assert_eq!(error, MeshError::WrongScale { axis: 1 });
        let message = "the factor of the scale along y is not positive and finite";
        assert_eq!(error.to_string(), message);
    }
    let error = solid.scaled(Vec3::splat(1e38)).unwrap();
    assert!(error.scaled(Vec3::splat(1e3)).is_err());
}
