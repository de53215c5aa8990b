//! The motions of a sweep: displacements and rotations.

use crate::decimal::{Decimal, Numbers};
use crate::dimension::Dimension;
use crate::place::Place;
use carom::{RigidMotion, Scalar, Vector};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a turn")]
pub(super) struct RotationFile<'a> {
    #[serde(borrow)]
    pivot: Numbers<'a>,
    #[serde(borrow)]
    axis: Option<Numbers<'a>>,
    #[serde(borrow)]
    degrees: Decimal<'a>,
}

/// A displacement and a rotation, by default none; each with the name of its field.
pub(super) fn motion<V: Vector>(
    (delta_name, delta): (&'static str, Option<&Numbers<'_>>),
    (turn_name, turn): (&'static str, Option<&RotationFile<'_>>),
    dimension: &Dimension,
) -> Result<RigidMotion<V>, String> {
    let delta = match delta {
        Some(numbers) => dimension.point(Place::field(delta_name), numbers)?,
        None => V::ZERO,
    };
    let rotation = match turn {
        Some(turn) => turn.read(turn_name, dimension)?,
        None => RigidMotion::default(),
    };
    Ok(RigidMotion { delta, ..rotation })
}

impl RotationFile<'_> {
    fn read<V: Vector>(
        &self,
        name: &'static str,
        dimension: &Dimension,
    ) -> Result<RigidMotion<V>, String> {
        let place = Place::of(name, "axis");
        let axis = match &self.axis {
            Some(_) if V::DIM == 2 => return Err(format!("{place} is for 3D only")),
            Some(axis) => dimension.point::<V>(place, axis)?,
            None if V::DIM == 3 => return Err(format!("{place} is missing")),
            None => V::ZERO,
        };
        if V::DIM == 3 && axis == V::ZERO {
            return Err(format!("{place} is zero"));
        }
        let place = Place::of(name, "degrees");
        let angle = V::Scalar::from_f64(self.degrees.read::<f64>(place)?.to_radians());
        if !angle.is_finite() {
            return Err(place.beyond_range());
        }
        Ok(RigidMotion {
            delta: V::ZERO,
            pivot: dimension.point(Place::of(name, "pivot"), &self.pivot)?,
            axis,
            angle,
        })
    }
}
