//! The first field of a shape that is not valid, and the reason.

use carom_math::{Scalar, Vector};
use core::fmt;

/// The first field of a shape that is not valid, and why: see [`Shape::check`](super::Shape::check).
///
/// ```
/// use carom::{Capsule, FaultKind, Shape, glam::vec2};
/// let fault = Shape::from(Capsule::new(vec2(0., 0.), vec2(f32::NAN, 1.), 1.)).check().unwrap_err();
/// assert_eq!((fault.field, fault.index, fault.kind), ("b", None, FaultKind::NotFinite));
/// assert_eq!(fault.to_string(), "b is not finite");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeFault {
    /// The field, by its name in the struct; `rounding` is the radius of a [`RoundShape`](crate::RoundShape), `point` a
    /// shape that is a point.
    pub field: &'static str,
    /// The index in a field that is a list: the points of a hull, the axes of a box.
    pub index: Option<usize>,
    /// The reason.
    pub kind: FaultKind,
}

/// Why a field of a shape is not valid.
///
/// ```
/// use carom::{Cylinder, FaultKind, Shape, glam::Vec3};
/// let fault = Shape::from(Cylinder::new(Vec3::Y, Vec3::Y, 1.)).check().unwrap_err();
/// assert_eq!((fault.field, fault.kind), ("b", FaultKind::NoAxis));
/// assert_eq!(fault.to_string(), "b is the same point as a, so there is no axis");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A number is infinite or NaN; of a support function, a coordinate of a support point along an axis.
    NotFinite,
    /// A radius is negative.
    Negative,
    /// A hull has no points.
    Empty,
    /// The normal of a half-space is zero.
    Zero,
    /// The ends of a cylinder or cone are the same point.
    NoAxis,
    /// A box has a least coordinate that is greater than the greatest.
    Reversed,
}

impl fmt::Display for ShapeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.field)?;
        if let Some(index) = self.index {
            write!(f, "[{index}]")?;
        }
        f.write_str(match self.kind {
            FaultKind::NotFinite => " is not finite",
            FaultKind::Negative => " is negative",
            FaultKind::Empty => " is empty",
            FaultKind::Zero => " is zero",
            FaultKind::NoAxis => " is the same point as a, so there is no axis",
            FaultKind::Reversed => " is greater than max",
        })
    }
}

impl core::error::Error for ShapeFault {}

/// No fault, or this one of a field unless it `is_valid`.
pub(super) fn ensure(
    is_valid: bool,
    field: &'static str,
    kind: FaultKind,
) -> Result<(), ShapeFault> {
    let index = None;
    match is_valid {
        true => Ok(()),
        false => Err(ShapeFault { field, index, kind }),
    }
}

pub(super) fn finite<V: Vector>(p: V, field: &'static str) -> Result<(), ShapeFault> {
    ensure(p.is_finite(), field, FaultKind::NotFinite)
}

pub(super) fn size<S: Scalar>(size: S, field: &'static str) -> Result<(), ShapeFault> {
    ensure(size.is_finite(), field, FaultKind::NotFinite)?;
    ensure(size >= S::ZERO, field, FaultKind::Negative)
}

pub(super) fn ends<V: Vector>(a: V, b: V) -> Result<(), ShapeFault> {
    finite(a, "a")?;
    finite(b, "b")
}

/// Two ends that are not the same point.
pub(super) fn axis<V: Vector>(a: V, b: V) -> Result<(), ShapeFault> {
    ends(a, b)?;
    ensure(a != b, "b", FaultKind::NoAxis)
}

pub(super) fn list<V: Vector>(points: &[V], field: &'static str) -> Result<(), ShapeFault> {
    let index = points.iter().position(|p| !p.is_finite());
    let kind = FaultKind::NotFinite;
    index.map_or(Ok(()), |i| {
        let index = Some(i);
        Err(ShapeFault { field, index, kind })
    })
}
