//! The queries that `levels`, `pairs` and `manifolds` leave out, each beside parry where it has the call, else beside the
//! simpler way to the same answer.

mod chains;
mod motions;
mod part_manifolds;
mod points;
mod rays;
mod solids;
mod two_meshes;
mod worlds;

use crate::rows::Row;
use glam::Vec3;
use std::error::Error;

pub(crate) fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = points::rows()?;
    rows.extend(rays::rows()?);
    rows.extend(two_meshes::rows()?);
    rows.extend(part_manifolds::rows()?);
    rows.extend(motions::rows()?);
    rows.extend(solids::rows()?);
    rows.extend(worlds::rows()?);
    rows.extend(chains::rows()?);
    Ok(rows)
}

/// A random point in a cube around the origin.
fn point(random: &mut fastrand::Rng, size: f32) -> Vec3 {
    (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * size
}

/// A yes or no as the number of a row.
fn number(answer: bool) -> Option<f64> {
    Some(f64::from(u8::from(answer)))
}
