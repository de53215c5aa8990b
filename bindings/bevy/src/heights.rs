//! Height fields, and editing them in place.

use crate::bodies::{Bodies, Placed};
use crate::convert::vector;
use crate::dimension::Dim3;
use crate::shape::{Collider, check_length};
use bevy_ecs::prelude::{DetectChangesMut, Entity, Query, ResMut};
use bevy_ecs::system::SystemParam;
use bevy_math::{Mat3, Vec2, Vec3};
use carom::{HeightField, glam};
use core::ops::Range;

impl Collider {
    /// A terrain: rows of heights along x, at distances of `cell.x`; the rows are at distances of `cell.y` along z. The first
    /// height is over the origin of the entity; NaN is a hole. [`CaromHeights`] edits it in place.
    ///
    /// ```
    /// use bevy_carom::prelude::*;
    /// # use bevy_math::prelude::*;
    /// let hill = Collider::heights([0., 0., 0., 0., 2., 0., 0., 0., 0.], 3, Vec2::splat(5.));
    /// ```
    #[must_use]
    pub fn heights(heights: impl Into<Vec<f32>>, columns: usize, cell: Vec2) -> Self {
        Self::Heights {
            heights: heights.into(),
            columns,
            cell,
        }
    }

    /// The mesh of heights under a linear map; `None` for another kind.
    pub(crate) fn as_heights(
        &self,
        stretch: Mat3,
    ) -> Option<Result<carom::Collider<glam::Vec3>, String>> {
        match self {
            Self::Heights {
                heights,
                columns,
                cell,
            } => Some(height_field((heights, *columns, *cell), stretch)),
            _ => None,
        }
    }
}

/// The mesh of heights under a linear map.
fn height_field(
    (heights, columns, cell): (&[f32], usize, Vec2),
    stretch: Mat3,
) -> Result<carom::Collider<glam::Vec3>, String> {
    let scale = diagonal(stretch);
    if stretch != Mat3::from_diagonal(scale) || scale.min_element() <= 0.0 {
        return Err("its scale mirrors or shears a height field".into());
    }
    check_length("its cell", cell.x).and_then(|()| check_length("its cell", cell.y))?;
    let field = HeightField {
        origin: vector(Vec3::ZERO),
        cell: [cell.x * scale.x, cell.y * scale.z],
        columns,
        heights: heights.iter().map(|height| height * scale.y).collect(),
    };
    let mesh = field.mesh().map_err(|error| error.to_string())?;
    Ok(std::sync::Arc::new(mesh).into())
}

/// The diagonal of a linear map: its scale, if it is one along the axes.
fn diagonal(map: Mat3) -> Vec3 {
    Vec3::new(map.x_axis.x, map.y_axis.y, map.z_axis.z)
}

/// Edits height fields in place, as a system parameter: digging, filling, paths that are worn. A changed component would be
/// built again as a whole.
///
/// Queries see the new heights at once, characters in the next tick. A system with it cannot have a
/// [`CaromSpace`](crate::CaromSpace).
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_carom::prelude::*;
/// #[derive(Component)]
/// struct Ground;
/// fn dig(mut heights: CaromHeights, ground: Single<Entity, With<Ground>>) -> Result {
///     heights.refit_heights(*ground, 3..6, 3..6, |_, _| -2.)?;
///     Ok(())
/// }
/// # bevy_ecs::system::assert_is_system::<(), (), _>(dig);
/// ```
#[derive(SystemParam)]
pub struct CaromHeights<'w, 's> {
    bodies: ResMut<'w, Bodies<Dim3>>,
    fields: Query<'w, 's, (&'static mut Collider, Option<&'static Placed<Dim3>>)>,
}

impl CaromHeights<'_, '_> {
    /// Changes the heights of an entity's [`Collider::Heights`] in some columns and rows: `height` returns the new one by
    /// column and row, NaN for a hole. The component changes too, without change detection.
    ///
    /// # Errors
    /// If the entity has no such collider, if the columns or rows are not all in it, if a height is infinite or too large
    /// for its place, or if only holes would be left. Nothing changes then.
    pub fn refit_heights(
        &mut self,
        entity: Entity,
        columns: Range<usize>,
        rows: Range<usize>,
        height: impl Fn(usize, usize) -> f32,
    ) -> Result<(), String> {
        let found = self.fields.get_mut(entity);
        let (mut collider, placed) = found.map_err(|_| format!("{entity} has no Collider"))?;
        let Collider::Heights {
            heights,
            columns: width,
            ..
        } = collider.bypass_change_detection()
        else {
            return Err(format!("the Collider of {entity} is not of heights"));
        };
        let depth = heights.len() / (*width).max(1);
        if columns.end > *width || rows.end > depth {
            let (end, last) = (columns.end, rows.end);
            return Err(format!(
                "columns up to {end} and rows up to {last} are not all in the {width} columns and {depth} rows of {entity}"
            ));
        }
        let in_row = |row| columns.clone().map(move |column| (column, row));
        let places: Vec<(usize, usize)> = rows.clone().flat_map(in_row).collect();
        let new: Vec<f32> = places.iter().map(|(c, r)| height(*c, *r)).collect();
        if let Some(at) = new.iter().position(|height| height.is_infinite()) {
            return Err(format!("new height {at} is infinite"));
        }
        if let Some(placed) = placed {
            let scale = diagonal(placed.baked).y;
            let (across, first) = (columns.len(), (columns.start, rows.start));
            let scaled = |c: usize, r: usize| new[(r - first.1) * across + c - first.0] * scale;
            let world = &mut self.bodies.world;
            let changed = world.refit_heights(placed.body, columns, rows, scaled);
            changed.map_err(|error| error.to_string())?;
        }
        for ((column, row), height) in places.into_iter().zip(&new) {
            heights[row * *width + column] = *height;
        }
        Ok(())
    }
}
