//! Where an entity is in the world: rotation, stretch and translation, composed of its own transform and its ancestors'.

use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Entity, Query};
use bevy_ecs::system::SystemParam;
use bevy_math::{Mat3, Quat, Vec3};
use bevy_transform::components::Transform;

/// A place in the world. Points are stretched, then rotated, then translated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) translation: Vec3,
    pub(crate) rotation: Quat,
    /// The scale of each axis, and what a scaled ancestor of a rotated entity shears.
    pub(crate) stretch: Mat3,
}

impl Frame {
    pub(crate) fn of(transform: &Transform) -> Self {
        Self {
            translation: transform.translation,
            rotation: transform.rotation,
            stretch: Mat3::from_diagonal(transform.scale),
        }
    }

    /// The frame as seen from outside of a parent.
    fn inside(self, parent: &Transform) -> Self {
        let scale = parent.scale;
        let rotation = parent.rotation * self.rotation;
        // A uniform scale commutes with rotations: no rounding then changes the stretch of a shape that only turns.
        let stretch = if scale.x == scale.y && scale.y == scale.z {
            self.stretch * scale.x
        } else if self.rotation == Quat::IDENTITY {
            Mat3::from_diagonal(scale) * self.stretch
        } else {
            let turned = Mat3::from_quat(self.rotation);
            turned.transpose() * Mat3::from_diagonal(scale) * turned * self.stretch
        };
        Self {
            translation: parent.translation + parent.rotation * (scale * self.translation),
            rotation,
            stretch,
        }
    }

    /// The scale, if it is the same positive number in all directions.
    pub(crate) fn uniform_scale(&self) -> Option<f32> {
        let scale = self.stretch.x_axis.x;
        let is_uniform = self.stretch == Mat3::from_diagonal(Vec3::splat(scale));
        (is_uniform && scale > 0.0 && scale.is_finite()).then_some(scale)
    }

    /// The linear map to bake into a shape: the identity if the scale is uniform, and a pose can hold it.
    pub(crate) fn baked(&self) -> Mat3 {
        if self.uniform_scale().is_some() {
            Mat3::IDENTITY
        } else {
            self.stretch
        }
    }

    /// Where the frame was before its platform moved from `before` to `now`.
    pub(crate) fn before(&self, before: (Vec3, Quat), now: (Vec3, Quat)) -> Self {
        let back = now.1.inverse();
        let own = back * (self.translation - now.0);
        Self {
            translation: before.0 + before.1 * own,
            rotation: (before.1 * back * self.rotation).normalize(),
            stretch: self.stretch,
        }
    }
}

/// Reads frames from the transforms as they are now: `GlobalTransform` is updated only once a frame.
#[derive(SystemParam)]
pub(crate) struct Frames<'w, 's> {
    transforms: Query<'w, 's, &'static Transform>,
    parents: Query<'w, 's, &'static ChildOf>,
}

impl Frames<'_, '_> {
    /// The frame of an entity; `None` if it or an ancestor has no transform.
    pub(crate) fn of(&self, entity: Entity) -> Option<Frame> {
        let mut frame = Frame::of(self.transforms.get(entity).ok()?);
        for ancestor in self.parents.iter_ancestors(entity) {
            frame = frame.inside(self.transforms.get(ancestor).ok()?);
        }
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_transform::components::GlobalTransform;

    #[test]
    fn frames_are_global_transforms() {
        let child = Transform {
            translation: Vec3::new(1., 2., 3.),
            rotation: Quat::from_rotation_y(0.7),
            scale: Vec3::new(1., 2., 0.5),
        };
        let parent = Transform {
            translation: Vec3::new(-4., 0., 1.),
            rotation: Quat::from_rotation_x(-0.4),
            scale: Vec3::new(2., 3., -1.),
        };
        let global = GlobalTransform::from(parent) * child;
        let frame = Frame::of(&child).inside(&parent);
        for point in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ZERO] {
            let placed = frame.translation + frame.rotation * (frame.stretch * point);
            assert!((placed - global.transform_point(point)).length() < 1e-5);
        }
    }

    #[test]
    fn a_part_moves_back_with_its_platform() {
        let part = Frame::of(&Transform::from_xyz(1., 0., 0.));
        let quarter = Quat::from_rotation_y(core::f32::consts::FRAC_PI_2);
        let before = part.before((Vec3::Y, quarter), (Vec3::ZERO, Quat::IDENTITY));
        assert!((before.translation - Vec3::new(0., 1., -1.)).length() < 1e-6);
    }
}
