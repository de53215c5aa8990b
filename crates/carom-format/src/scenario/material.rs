//! What a body of a scenario is made of: how it is written, and checked.

use super::numbers::{Dimensions, size};
use crate::character::cosine;
use crate::decimal::Numbers;
use crate::error::{Result, ensure};
use carom::mover::SurfaceMaterial;
use glam::DVec3;
use serde::Deserialize;

/// A material as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a material")]
pub(super) struct MaterialFile<'a> {
    max_slope: Option<f64>,
    step: Option<bool>,
    friction: Option<f64>,
    #[serde(borrow)]
    velocity: Option<Numbers<'a>>,
    tag: Option<u32>,
}

pub(super) fn material(
    dimensions: Dimensions,
    file: &MaterialFile<'_>,
    place: &str,
) -> Result<SurfaceMaterial<DVec3>> {
    if let Some(degrees) = file.max_slope {
        ensure!(
            (0.0..=90.0).contains(&degrees),
            "{place}.max_slope must be 0 to 90 degrees, not {degrees}"
        );
    }
    let default = SurfaceMaterial::default();
    Ok(SurfaceMaterial {
        max_slope: file.max_slope.map(cosine),
        step: file.step.unwrap_or(default.step),
        friction: match file.friction {
            Some(friction) => size(friction, &format!("{place}.friction"))?,
            None => default.friction,
        },
        velocity: match &file.velocity {
            Some(velocity) => {
                DVec3::from_array(dimensions.point(velocity, &format!("{place}.velocity"))?)
            }
            None => default.velocity,
        },
        tag: file.tag.unwrap_or(default.tag),
    })
}
