//! Chains: polylines in 2D that are written out.

use super::ShapeFile;
use crate::decimal::Numbers;
use crate::dimension::Dimension;
use crate::place::{Place, Side};
use carom::{Chain, Vector};
use glam::DVec2;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a chain")]
pub(crate) struct ChainFile<'a> {
    /// Of a chain without rings.
    #[serde(borrow, default)]
    pub(crate) vertices: Option<Vec<Numbers<'a>>>,
    /// Closed chains that are one.
    #[serde(borrow, default)]
    pub(crate) rings: Option<Vec<Vec<Numbers<'a>>>>,
    #[serde(default)]
    pub(crate) closed: bool,
}

impl ChainFile<'_> {
    /// The chain, with the fields beside it.
    pub(super) fn read<V: Vector<Double = DVec2>>(
        &self,
        side: Side,
        dimension: &Dimension,
        file: &ShapeFile<'_>,
    ) -> Result<Chain<V>, String> {
        let pose = file.pose.read::<V>(side, dimension)?;
        let read = |points: &[Numbers<'_>], place: &dyn Fn(usize) -> Place| {
            let vertices = points.iter().enumerate().map(|(i, p)| {
                let vertex = dimension.point(place(i), p)?;
                Ok(match &pose {
                    Some(pose) => V::from_double(pose.place(vertex)),
                    None => vertex,
                })
            });
            vertices.collect::<Result<Vec<V>, String>>()
        };
        let chain = match (&self.vertices, &self.rings) {
            (Some(points), None) => {
                let vertices = read(points, &|i| Place::at(side, "chain.vertices", i))?;
                if self.closed {
                    Chain::closed(vertices)
                } else {
                    Chain::open(vertices)
                }
            }
            (None, Some(rings)) => {
                let rings = rings.iter().enumerate().map(|(number, ring)| {
                    read(ring, &|i| Place::at(side, "chain.rings", number).element(i))
                });
                Chain::from_rings(rings.collect::<Result<Vec<_>, _>>()?)
            }
            _ => return Err(format!("{side}.chain needs either vertices or rings")),
        };
        let chain = chain.map_err(|error| format!("{side}.chain: {error}"))?;
        if file.solid == Some(true) {
            return chain
                .solid()
                .map_err(|error| format!("{side}.solid: {error}"));
        }
        Ok(if file.one_sided == Some(true) {
            chain.one_sided()
        } else {
            chain
        })
    }
}
