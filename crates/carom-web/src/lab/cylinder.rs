//! Contact of a capsule and a cylinder in 3D.

use crate::codec::{Encode, Encoded, answers, inputs};
use carom::{Capsule, Contact, Cylinder, contact};
use glam::DVec3;

inputs! {
    Inputs { a: Capsule<DVec3>, b: Cylinder<DVec3> }
}

/// The part of the cylinder with the contact.
#[derive(Debug, PartialEq)]
pub(crate) enum CylinderPart {
    Side,
    End,
    Rim,
}

impl Encode for CylinderPart {
    fn schema(out: &mut String) {
        out.push_str("{\"choice\":[\"side\",\"end\",\"rim\"]}");
    }

    fn encode(&self, out: &mut Encoded) {
        out.push(match self {
            Self::Side => 0.0,
            Self::End => 1.0,
            Self::Rim => 2.0,
        });
    }
}

answers! {
    Answer {
        contact: Option<Contact<DVec3>>,
        part: CylinderPart,
        /// Points around both ends, for the drawing.
        low: Vec<DVec3>,
        high: Vec<DVec3>,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let contact = contact(&inputs.a, &inputs.b, f64::INFINITY);
    let part = contact.map_or(CylinderPart::Side, |contact| {
        part(&inputs.b, contact.point_b)
    });
    let ring = |end: DVec3| {
        let axis = (inputs.b.b - inputs.b.a).normalize_or(DVec3::Y);
        let u = axis.any_orthonormal_vector() * inputs.b.radius;
        let v = axis.cross(u);
        let at = |i: u32| {
            let (sin, cos) = libm::sincos(f64::from(i) / 48.0 * core::f64::consts::TAU);
            end + u * cos + v * sin
        };
        (0..=48).map(at).collect()
    };
    Answer {
        contact,
        part,
        low: ring(inputs.b.a),
        high: ring(inputs.b.b),
    }
}

/// On the rim a point is both at an end and as far out as the radius.
fn part(cylinder: &Cylinder<DVec3>, point: DVec3) -> CylinderPart {
    let axis = cylinder.b - cylinder.a;
    let length = axis.length();
    let from = point - cylinder.a;
    let along = from.dot(axis) / length;
    let out = (from - axis * (along / length)).length();
    let near = 1e-6 * (length + cylinder.radius);
    let at_end = along < near || along > length - near;
    match (at_end, out > cylinder.radius - near) {
        (true, true) => CylinderPart::Rim,
        (true, false) => CylinderPart::End,
        (false, _) => CylinderPart::Side,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn the_part_is_side_end_or_rim() {
        let b = Cylinder::new(DVec3::ZERO, dvec3(0.0, 2.0, 0.0), 1.0);
        for (center, expected, separation) in [
            (dvec3(3.0, 1.0, 0.0), CylinderPart::Side, 1.5),
            (dvec3(0.2, 4.0, 0.1), CylinderPart::End, 1.5),
            (dvec3(4.0, 6.0, 0.0), CylinderPart::Rim, 4.5),
        ] {
            let a = Capsule::new(center, center, 0.5);
            let found = answer(&Inputs { a, b });
            assert_eq!(found.part, expected);
            assert!((found.contact.unwrap().separation - separation).abs() < 1e-9);
            assert!(found.high.iter().all(|p| (p.y - 2.0).abs() < 1e-12));
        }
    }
}
