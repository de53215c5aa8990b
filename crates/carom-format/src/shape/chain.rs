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
    #[serde(borrow)]
    vertices: Vec<Numbers<'a>>,
    #[serde(default)]
    closed: bool,
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
        let numbered = self.vertices.iter().enumerate();
        let vertices: Result<Vec<V>, String> = numbered
            .map(|(i, p)| {
                let vertex = dimension.point(Place::at(side, "chain.vertices", i), p)?;
                Ok(match &pose {
                    Some(pose) => V::from_double(pose.place(vertex)),
                    None => vertex,
                })
            })
            .collect();
        let chain = if self.closed {
            Chain::closed(vertices?)
        } else {
            Chain::open(vertices?)
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
