//! Configurations that other engines once answered wrongly, with the numbers of their regression tests (Jolt's
//! `CollideShapeTests`), checked by definition: a shape moved by its depth touches.

use carom::glam::{Mat4, Quat, Vec3, Vec4, dvec2, vec3, vec4};
use carom::{Ball, Capsule, Cylinder, Hull, OrientedBox, Triangle, contact, manifold, overlap};

/// A character's capsule in a large box was still 4.9 mm deep after its way out.
#[test]
fn a_long_capsule_leaves_a_box_by_its_depth() {
    let half = vec3(1.5, 0.75, 1.25);
    let place = Mat4::from_cols(
        vec4(0.516_170_5, -0.803_887_9, -0.295_520_25, 0.0),
        vec4(0.815_010_25, 0.354_940_3, 0.458_012_7, 0.0),
        vec4(-0.263_298_87, -0.477_264_7, 0.838_386_65, 0.0),
        vec4(-10.221_451, -18.680_832, 40.746_9, 1.0),
    );
    let turned = |axis: Vec3| place.transform_vector3(axis);
    let solid = OrientedBox {
        center: place.transform_point3(Vec3::ZERO),
        axes: [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z].map(turned),
    };
    let along = Quat::from_vec4(Vec4::new(0.5, -0.5, -0.5, 0.5)) * Vec3::Y * 75.0;
    let middle = vec3(-9.685_386, -18.032_808, 41.321_228);
    let capsule = Capsule::new(middle - along, middle + along, 1.5);
    let found = contact(&capsule, &solid, 0.0).unwrap();
    let depth = -found.separation;
    assert!(depth > 1.0, "{depth}");
    let after = |part: f32| capsule.translated(found.normal * (depth * part));
    let left = contact(&after(1.0), &solid, 1.0).unwrap().separation;
    assert!(left.abs() < 1e-5, "{left}");
    assert!(!overlap(&after(1.0001), &solid) && overlap(&after(0.9999), &solid));
    let hull = Hull::cuboid(Vec3::ZERO, half).map(|p| place.transform_point3(p));
    let of_hull = contact(&capsule, &hull, 0.0).unwrap();
    assert!((of_hull.separation + depth).abs() < 1e-5, "{of_hull:?}");
}

#[test]
fn a_small_triangle_outside_of_a_large_box_is_apart() {
    let triangle = Triangle::new(
        vec3(-81.563_76, -126.987_24, -146.771_73),
        vec3(-81.874_99, -127.270_69, -146.544_4),
        vec3(-81.697_23, -127.383_545, -146.773_25),
    );
    let solid = Hull::new(
        [
            vec3(125.932_89, -374.712_25, 364.192_17),
            vec3(319.492_22, -73.261_444, 475.009_6),
            vec3(-122.277_55, -152.200_29, 192.441_44),
            vec3(71.281_784, 149.250_52, 303.258_88),
            vec3(-77.892_2, -359.410_8, 678.579_7),
            vec3(115.667_14, -57.960_007, 789.397_1),
            vec3(-326.102_63, -136.898_83, 506.828_95),
            vec3(-132.543_3, 164.551_97, 617.646_36),
        ],
        0.0,
    );
    let found = contact(&triangle, &solid, f32::INFINITY).unwrap();
    assert!(!overlap(&triangle, &solid) && found.separation > 0.0);
    let apart = (found.point_a - found.point_b).length();
    assert!((apart - found.separation).abs() < 1e-3, "{found:?}");
}

/// A capsule around the origin, upright.
fn upright(half: f32, radius: f32) -> Capsule<Vec3> {
    Capsule::new(Vec3::Y * -half, Vec3::Y * half, radius)
}

#[test]
fn triangles_almost_parallel_to_a_capsule_have_the_normal_of_the_nearest_feature() {
    let [a, b, c] = [
        vec3(-0.479_988_58, -1.361_85, 0.269_966_96),
        vec3(-0.104_996_204, 0.388_152_48, 0.269_967_08),
        vec3(-0.104_996_204, -1.361_85, 0.269_966_96),
    ];
    // The edge from b to c is nearest.
    let found = contact(&upright(0.5, 0.37), &Triangle::new(a, b, c), 0.0).unwrap();
    let out = vec3(-c.x, 0.0, -c.z);
    assert!(
        (found.normal - out.normalize()).length() < 1e-5,
        "{found:?}"
    );
    assert!((found.separation - (out.length() - 0.37)).abs() < 1e-6);

    let triangle = Triangle::new(
        vec3(-0.090_441_704, -4.724_102, 0.307_858_47),
        vec3(-0.090_441_704, 5.275_898, 0.307_857_5),
        vec3(9.909_558, 5.275_898, 0.307_864_2),
    );
    let found = contact(&upright(0.675, 0.42), &triangle, 0.0).unwrap();
    assert!((found.normal + Vec3::Z).length() < 1e-5, "{found:?}");
    assert!((found.separation - (triangle.a.z - 0.42)).abs() < 1e-5);

    let triangle = Triangle::new(
        vec3(-0.474_807_74, 17.292_18, 0.212_532_04),
        vec3(-0.474_807_74, -2.707_821_8, 0.212_535_86),
        vec3(-0.857_490_54, -2.707_821_8, -0.711_341_86),
    );
    let found = contact(&upright(0.65, 0.5), &triangle, 0.12).unwrap();
    let n = (triangle.b - triangle.a)
        .cross(triangle.c - triangle.a)
        .normalize();
    let n = if n.dot(found.normal) < 0.0 { -n } else { n };
    assert!((found.normal - n).length() < 1e-6, "{found:?} {n}");
    let exact = -n.dot(triangle.a) - 0.5;
    assert!((found.separation - exact).abs() < 1e-5, "{found:?} {exact}");
}

#[test]
fn a_cylinder_that_grazes_a_wall_has_its_normal() {
    let center = vec3(-42.815_55, -4.323, 12.173_429);
    let cylinder = Cylinder::new(center - Vec3::Y * 0.85, center + Vec3::Y * 0.85, 0.25);
    let wall = Triangle::new(
        vec3(-42.795_43, -0.647_318_8, 12.422_794),
        vec3(-29.911_13, -0.647_318_8, 12.422_794),
        vec3(-42.795_43, -4.869_702_3, 12.422_794),
    );
    let found = contact(&cylinder, &wall, 0.001).unwrap();
    assert!(found.separation.abs() < 1e-3, "{found:?}");
    // The wall ends beside the cylinder, at an edge along y.
    let out = (center - wall.a) * vec3(1.0, 0.0, 1.0);
    assert!(
        (found.normal - out.normalize()).length() < 1e-6,
        "{found:?}"
    );
    assert!((found.separation - (out.length() - 0.25)).abs() < 1e-5);
}

/// A box half a millimeter above another one, both turning: points and normal stay.
#[test]
fn a_box_just_above_a_turning_one_keeps_its_normal() {
    let gap = 0.0005;
    let lower = Hull::cuboid(Vec3::ZERO, vec3(2.5, 0.25, 1.5));
    let upper = Hull::cuboid(Vec3::ZERO, vec3(0.25, 0.75, 0.375));
    for step in 1..=480 {
        let turn = Quat::from_rotation_y((0.75_f32 * step as f32).to_radians());
        let lower = lower.map(|p| turn * p);
        let aside = Quat::from_rotation_y(-core::f32::consts::FRAC_PI_4);
        let upper = upper.map(|p| turn * (vec3(0.1, 1.0 + gap, -0.5) + aside * p));
        let found = contact(&upper, &lower, 0.001).unwrap();
        assert!((found.separation - gap).abs() < 1e-6, "{step}: {found:?}");
        assert!(
            (found.normal - Vec3::Y).length() < 1e-4,
            "{step}: {found:?}"
        );
        let all = manifold(&upper, &lower, 0.001).unwrap();
        assert_eq!(all.points().len(), 4, "{step}");
    }
}

#[test]
fn depths_and_distances_do_not_depend_on_a_large_reach() {
    let distances = [0.0, 0.5, 1.0, 5.0, 10.0, 50.0, 100.0, 500.0, 1e3, 5e3, 1e4];
    let solid = OrientedBox::new(Vec3::ZERO, Vec3::splat(10.0));
    for x in distances {
        for reach in distances {
            let ball = Ball::new(Vec3::X * x, 1.0);
            let exact = x - 11.0;
            match contact(&ball, &solid, reach) {
                Some(found) => assert!((found.separation - exact).abs() < 1e-3, "{found:?}"),
                None => assert!(exact > reach - 1e-3, "{x} {reach}"),
            }
            let wall = [
                vec3(-0.1, -10., 10.),
                vec3(-0.1, -10., -10.),
                vec3(-0.1, 10., 0.),
            ];
            let wall = Triangle::new(wall[0], wall[1], wall[2]);
            let moved = OrientedBox::new(Vec3::X * x, Vec3::splat(10.0));
            let exact = x - 10.0 + 0.1;
            match contact(&wall, &moved, reach) {
                Some(found) => {
                    assert!((found.separation - exact).abs() < 1e-3, "{x}: {found:?}");
                    assert!((found.normal + Vec3::X).length() < 1e-5, "{x}: {found:?}");
                }
                None => assert!(exact > reach - 1e-3, "{x} {reach}"),
            }
        }
    }
}

/// Two flat capsules with axes that cross by 1.2e-7, almost in one line. In exact rational numbers the end of the second
/// axis is 1.2107882979516037e-7 beyond the first, so the depth is that much more than the sum of the radii.
#[test]
fn axes_that_barely_cross_add_to_the_depth() {
    let a = Capsule::new(
        dvec2(1.401_379_587_817_548, 0.369_334_550_313_663_4),
        dvec2(-1.496_502_847_264_306_3, -0.934_361_255_498_331_5),
        0.063_934_408_121_186_74,
    );
    let b = Capsule::new(
        dvec2(-1.355_997_816_088_276_4, -0.864_801_949_487_508_4),
        dvec2(0.898_624_608_137_938_1, 0.143_155_622_152_674_4),
        0.143_076_952_005_612_88,
    );
    let found = contact(&a, &b, 0.0).unwrap();
    let expected = a.radius + b.radius + 1.210_788_297_951_603_7e-7;
    assert!(
        (found.depth() - expected).abs() <= found.error_bound,
        "{found:?}"
    );
    assert!(found.unique);
}
