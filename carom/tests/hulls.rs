//! Hulls: where they are right by definition.

use carom::glam::*;
use carom::*;
use fastrand::Rng;

#[test]
fn speed_and_sense() {
    let r = &mut Rng::with_seed(1);
    let mut any = |s: f32| vec3(r.f32() - 0.5, r.f32() - 0.5, r.f32() - 0.5) * s;
    let mut worst = 0.0_f64;
    for _ in 0..20000 {
        let (c, d) = (any(4.0), any(4.0));
        let a = Hull::cuboid(c, any(2.0).abs())
            .map(|p| Quat::from_euler(EulerRot::XYZ, c.x, d.y, d.z) * p);
        let b = Hull::cuboid(d, any(2.0).abs())
            .map(|p| Quat::from_euler(EulerRot::XYZ, d.x, c.y, c.z) * p);
        let f = contact::hull_hull(&a, &b, f32::INFINITY).unwrap();
        let a64 = Hull::new(
            a.points.iter().map(|p| p.as_dvec3()).collect::<Vec<_>>(),
            0.0,
        );
        let b64 = Hull::new(
            b.points.iter().map(|p| p.as_dvec3()).collect::<Vec<_>>(),
            0.0,
        );
        let g = contact::hull_hull(&a64, &b64, f64::INFINITY).unwrap();
        worst = worst.max((f.separation as f64 - g.separation).abs());
        // parted
        let moved = a64.translated(-g.normal * g.separation);
        let h = contact::hull_hull(&moved, &b64, f64::INFINITY).unwrap();
        assert!(h.separation.abs() < 1e-14, "{h:?} {g:?}");
        let gap = (g.point_a - g.point_b).dot(g.normal);
        assert!((gap - g.separation).abs() < 1e-14, "{g:?} {gap}");
        assert!(
            ((g.point_a - g.point_b) - g.normal * g.separation).length() < 1e-13,
            "{g:?} {gap}"
        );
    }
    println!("worst {worst:e}");
}
