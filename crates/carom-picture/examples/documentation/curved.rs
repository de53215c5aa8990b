//! A picture of each curved shape: in 2D and in 3D with its fields, and the nearest point that `closest` finds.

use super::shapes::{both, measure, views};
use super::view::ring;
use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom::{Ball, Capsule, Cone, Cylinder, Ellipsoid, Support, SupportShape, TaperedCapsule};
use carom_picture::{Drawing, Stroke};

pub(crate) fn ball() -> Drawing {
    let equator = ring(DVec3::ZERO, DVec3::X * 1.2, DVec3::Z * 1.2);
    let mut drawing = both(
        "A ball: a circle in 2D, a sphere in 3D",
        Ball::new(DVec2::ZERO, 1.4),
        Ball::new(DVec3::ZERO, 1.2),
        &[equator],
    );
    let (plane, space) = views();
    measure(
        &plane,
        &mut drawing,
        [DVec2::ZERO, dvec2(-1.1, -0.866)],
        [16.0, 12.0],
        "radius",
    );
    plane.named(&mut drawing, DVec2::ZERO, [0.0, -12.0], "center", Stroke::A);
    space.named(&mut drawing, DVec3::ZERO, [0.0, -12.0], "center", Stroke::A);
    drawing
}

pub(crate) fn capsule() -> Drawing {
    let (a, b) = (dvec2(-1.4, -0.5), dvec2(1.2, 0.1));
    let (c, d) = (dvec3(0.0, -0.7, 0.0), dvec3(0.0, 0.7, 0.0));
    let rings = [c, d].map(|center| ring(center, DVec3::X * 0.6, DVec3::Z * 0.6));
    let mut drawing = both(
        "A capsule in 2D and in 3D",
        Capsule::new(a, b, 0.9),
        Capsule::new(c, d, 0.6),
        &rings,
    );
    let (plane, space) = views();
    plane.segment(&mut drawing, [a, b], Stroke::A);
    measure(
        &plane,
        &mut drawing,
        [a, a + dvec2(0.2, -0.877)],
        [26.0, 0.0],
        "radius",
    );
    plane.named(&mut drawing, a, [-4.0, -13.0], "a", Stroke::A);
    plane.named(&mut drawing, b, [-4.0, -13.0], "b", Stroke::A);
    space.named(&mut drawing, c, [-12.0, 0.0], "a", Stroke::A);
    space.named(&mut drawing, d, [-12.0, 0.0], "b", Stroke::A);
    drawing
}

pub(crate) fn cylinder() -> Drawing {
    let (a, b) = (dvec3(0.0, -1.1, 0.0), dvec3(0.0, 0.8, 0.0));
    let rims = [a, b].map(|center| ring(center, DVec3::X, DVec3::Z));
    let (c, d) = (dvec2(-1.3, -0.4), dvec2(1.2, 0.2));
    let mut drawing = both(
        "A cylinder: a rectangle in 2D",
        Cylinder::new(c, d, 0.9),
        Cylinder::new(a, b, 1.0),
        &rims,
    );
    let (plane, space) = views();
    plane.segment(&mut drawing, [c, d], Stroke::A);
    measure(
        &plane,
        &mut drawing,
        [c, c + dvec2(0.21, -0.875)],
        [28.0, 2.0],
        "radius",
    );
    plane.named(&mut drawing, c, [-11.0, -4.0], "a", Stroke::A);
    plane.named(&mut drawing, d, [11.0, 4.0], "b", Stroke::A);
    measure(
        &space,
        &mut drawing,
        [b, b + dvec3(-0.5, 0.0, 0.866)],
        [24.0, 3.0],
        "radius",
    );
    space.named(&mut drawing, a, [-11.0, 0.0], "a", Stroke::A);
    space.named(&mut drawing, b, [-11.0, 0.0], "b", Stroke::A);
    drawing
}

pub(crate) fn cone() -> Drawing {
    let (a, b) = (dvec3(0.0, -1.1, 0.0), dvec3(0.0, 1.3, 0.0));
    let rim = ring(a, DVec3::X * 1.1, DVec3::Z * 1.1);
    let (c, d) = (dvec2(-1.4, -0.4), dvec2(1.2, 0.2));
    let frustum = Cone::frustum(c, d, [1.1, 0.5]);
    let mut drawing = both(
        "A frustum in 2D and a cone in 3D",
        frustum,
        Cone::new(a, b, 1.1),
        &[rim],
    );
    let (plane, space) = views();
    plane.segment(&mut drawing, [c, d], Stroke::A);
    let across = dvec2(0.225, -0.974);
    measure(
        &plane,
        &mut drawing,
        [c, c + across * 1.1],
        [32.0, -6.0],
        "radius_a",
    );
    measure(
        &plane,
        &mut drawing,
        [d, d + across * 0.5],
        [34.0, 4.0],
        "radius_b",
    );
    plane.named(&mut drawing, c, [-11.0, -2.0], "a", Stroke::A);
    plane.named(&mut drawing, d, [-10.0, -5.0], "b", Stroke::A);
    space.named(&mut drawing, a, [-11.0, 0.0], "a", Stroke::A);
    space.named(&mut drawing, b, [-13.0, 0.0], "b", Stroke::A);
    drawing
}

pub(crate) fn tapered_capsule() -> Drawing {
    let (a, b) = (dvec3(0.0, -0.3, 0.0), dvec3(0.0, 0.95, 0.0));
    let (big, little) = (0.9, 0.4);
    // Where the side touches the balls: as far along the axis as the radii differ.
    let sine = (big - little) / 1.25;
    let cosine = f64::sqrt(1.0 - sine * sine);
    let rings = [(a, big), (b, little)].map(|(center, radius): (DVec3, f64)| {
        ring(
            center + DVec3::Y * (radius * sine),
            DVec3::X * (radius * cosine),
            DVec3::Z * (radius * cosine),
        )
    });
    let (c, d) = (dvec2(-1.1, -0.3), dvec2(1.3, 0.2));
    let mut drawing = both(
        "A tapered capsule: the hull of two balls",
        TaperedCapsule::new(c, d, [1.1, 0.5]),
        TaperedCapsule::new(a, b, [big, little]),
        &rings,
    );
    let (plane, space) = views();
    plane.segment(&mut drawing, [c, d], Stroke::A);
    measure(
        &plane,
        &mut drawing,
        [c, c + dvec2(0.2, -1.08)],
        [32.0, -8.0],
        "radius_a",
    );
    measure(
        &plane,
        &mut drawing,
        [d, d + dvec2(0.1, -0.49)],
        [38.0, 10.0],
        "radius_b",
    );
    plane.named(&mut drawing, c, [-4.0, -13.0], "a", Stroke::A);
    plane.named(&mut drawing, d, [-6.0, -12.0], "b", Stroke::A);
    space.named(&mut drawing, a, [0.0, 13.0], "a", Stroke::A);
    space.named(&mut drawing, b, [11.0, -12.0], "b", Stroke::A);
    drawing
}

pub(crate) fn ellipsoid() -> Drawing {
    let flat = Ellipsoid {
        center: DVec2::ZERO,
        axes: [dvec2(1.7, 0.5), dvec2(-0.28, 0.95), DVec2::ZERO],
    };
    let solid = Ellipsoid::new(DVec3::ZERO, dvec3(1.6, 0.8, 1.1));
    let [u, v, w] = solid.axes;
    let rings = [ring(DVec3::ZERO, u, w), ring(DVec3::ZERO, v, w)];
    let mut drawing = both("An ellipsoid: an ellipse in 2D", flat, solid, &rings);
    let (plane, space) = views();
    for i in 0..2 {
        plane.arrow(
            &mut drawing,
            [flat.center, flat.center + flat.axes[i]],
            Stroke::A,
        );
        plane.word(
            &mut drawing,
            flat.center + flat.axes[i],
            [[-30.0, 20.0], [30.0, 10.0]][i],
            ["axes[0]", "axes[1]"][i],
            Stroke::A,
        );
    }
    plane.named(&mut drawing, flat.center, [-22.0, 8.0], "center", Stroke::A);
    space.dot(&mut drawing, solid.center, Stroke::A);
    drawing
}

/// Two disks, or two balls, of radius 1.6 with centers 1.6 apart along y: what they have in common.
struct Lens;

fn in_lens(n: [f64; 3]) -> [f64; 3] {
    let length = f64::sqrt(n.iter().map(|x| x * x).sum());
    let [x, y, z] = n.map(|x| x / length);
    let flat = f64::sqrt(x * x + z * z);
    if y.abs() > 0.5 {
        return [x * 1.6, y * 1.6 - 0.8 * y.signum(), z * 1.6];
    }
    let rim = f64::sqrt(1.6 * 1.6 - 0.64);
    [rim * x / flat, 0.0, rim * z / flat]
}

impl Support<DVec2> for Lens {
    fn support(&self, direction: DVec2) -> DVec2 {
        let [x, y, _] = in_lens([direction.x, direction.y, 0.0]);
        dvec2(x, y)
    }
}

impl Support<DVec3> for Lens {
    fn support(&self, direction: DVec3) -> DVec3 {
        DVec3::from_array(in_lens(direction.to_array()))
    }
}

pub(crate) fn support() -> Drawing {
    let rim = f64::sqrt(1.6 * 1.6 - 0.64);
    let edge = ring(DVec3::ZERO, DVec3::X * rim, DVec3::Z * rim);
    let flat = SupportShape::<DVec2>::new(Lens);
    let mut drawing = both(
        "A lens by its support function, in 2D and in 3D",
        flat.clone(),
        SupportShape::<DVec3>::new(Lens),
        &[edge],
    );
    let (plane, _) = views();
    let way = dvec2(-0.6, 0.8);
    let far = Support::<DVec2>::support(&Lens, way);
    let across = way.perp();
    plane.segment(&mut drawing, [far + across, far - across], Stroke::Soft);
    plane.arrow(&mut drawing, [far, far + way * 0.7], Stroke::A);
    plane.word(
        &mut drawing,
        far + way * 0.7,
        [0.0, -10.0],
        "direction",
        Stroke::A,
    );
    plane.named(&mut drawing, far, [36.0, 4.0], "support", Stroke::A);
    drawing
}
