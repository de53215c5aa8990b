//! Compounds: several convex colliders as one.

use crate::convert::vector;
use crate::dimension::{Dim3, Systems};
use crate::frame::Frame;
use crate::shape::{Collider, ColliderPart, Solid};
use bevy_math::Mat3;
use bevy_transform::components::Transform;
use carom::{Aabb, Compound, Pose, Shape, glam};

impl Collider {
    /// Several convex colliders as one, each in its own place: a table of a plate and four legs, a convex decomposition.
    ///
    /// ```
    /// # use bevy_transform::prelude::*;
    /// use bevy_carom::prelude::*;
    /// let leg = |x, z| (Collider::cylinder(0.05, 0.9), Transform::from_xyz(x, 0.45, z));
    /// let plate = (Collider::cuboid(2., 0.1, 1.), Transform::from_xyz(0., 0.95, 0.));
    /// let table = Collider::compound([plate, leg(-0.9, 0.), leg(0.9, 0.)]);
    /// ```
    #[must_use]
    pub fn compound(parts: impl IntoIterator<Item = (Self, Transform)>) -> Self {
        let parts = parts.into_iter();
        Self::Compound {
            parts: parts
                .map(|(collider, place)| ColliderPart {
                    collider,
                    translation: place.translation,
                    rotation: place.rotation,
                    scale: place.scale,
                })
                .collect(),
        }
    }

    /// The compound under a linear map; `None` for another kind.
    pub(crate) fn as_compound(
        &self,
        stretch: Mat3,
    ) -> Option<Result<carom::Collider<glam::Vec3>, String>> {
        match self {
            Self::Compound { parts } => Some(compound(parts, stretch)),
            _ => None,
        }
    }
}

/// The compound of parts under a linear map.
fn compound(parts: &[ColliderPart], stretch: Mat3) -> Result<carom::Collider<glam::Vec3>, String> {
    if parts.is_empty() {
        return Err("it has no parts".into());
    }
    let mut shapes = Vec::with_capacity(parts.len());
    for (number, part) in parts.iter().enumerate() {
        let shape = shape_of(part, stretch);
        shapes.push(shape.map_err(|error| format!("part {number}: {error}"))?);
    }
    let compound = Compound::new(shapes).map_err(|error| error.to_string())?;
    Ok(compound.into())
}

/// The shape of a part in the frame of the entity.
fn shape_of(part: &ColliderPart, stretch: Mat3) -> Result<Shape<glam::Vec3>, String> {
    let transform = Transform {
        translation: part.translation,
        rotation: part.rotation,
        scale: part.scale,
    };
    if !transform.is_finite() {
        return Err("its place is not finite".into());
    }
    let frame = Frame::of(&transform);
    if let Some(scale) = frame.uniform_scale().filter(|_| stretch == Mat3::IDENTITY) {
        let shape = match &part.collider {
            Collider::Cuboid { half_size } if half_size.min_element() >= 0.0 => {
                let half: glam::Vec3 = vector(*half_size);
                Some(
                    Aabb {
                        min: -half,
                        max: half,
                    }
                    .into(),
                )
            }
            other => other.convex(),
        };
        if let Some(shape) = shape {
            let rotation = Dim3::rotation(transform.rotation);
            let pose = Pose {
                scale,
                ..Pose::new(vector(transform.translation), rotation)
            };
            return Ok(pose.shape(&shape));
        }
    }
    let map = stretch * Mat3::from_quat(transform.rotation) * frame.stretch;
    let collider: carom::Collider<glam::Vec3> = part.collider.collider(map)?;
    let shape = collider.shape().ok_or("it is not convex")?;
    Ok(Pose::at(vector(stretch * transform.translation)).shape(shape))
}
