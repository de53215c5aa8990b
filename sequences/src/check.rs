//! What holds of every answer to finite input.
//!
//! Points are numbers if those of the query are within the range of a world, 1/16 of the largest number; beyond it an
//! answer may overflow.

use carom::{Contact, Hit, Scalar, Vector};

/// No coordinate is NaN; an answer beyond the range of the numbers may be infinite.
pub(crate) fn no_nan<V: Vector>(what: &str, v: V) {
    let coordinates = v.to_f64();
    assert!(
        !coordinates.iter().any(|x| x.is_nan()),
        "{what} is NaN: {v:?}"
    );
}

/// The same of one number.
pub(crate) fn number<S: Scalar>(what: &str, x: S) {
    assert!(!x.to_f64().is_nan(), "{what} is NaN");
}

pub(crate) fn unit<V: Vector>(what: &str, normal: V) {
    let error = (normal.length().to_f64() - 1.0).abs();
    assert!(
        error <= 8.0 * V::Scalar::EPSILON.to_f64(),
        "{what} is not unit: {normal:?}"
    );
}

pub(crate) fn contact<V: Vector>(contact: &Contact<V>, in_range: bool) {
    if in_range {
        no_nan("point_a", contact.point_a);
        no_nan("point_b", contact.point_b);
    }
    number("separation", contact.separation);
    unit("the normal of a contact", contact.normal);
}

pub(crate) fn contacts<'a, V: Vector>(
    all: impl IntoIterator<Item = &'a Contact<V>>,
    in_range: bool,
) {
    for found in all {
        contact(found, in_range);
    }
}

pub(crate) fn hits<'a, V: Vector>(all: impl IntoIterator<Item = &'a Hit<V>>, in_range: bool) {
    for found in all {
        let t = found.t.to_f64();
        assert!((0.0..=1.0).contains(&t), "t is {t}");
        if in_range {
            no_nan("the point of a hit", found.point);
        }
        unit("the normal of a hit", found.normal);
    }
}
