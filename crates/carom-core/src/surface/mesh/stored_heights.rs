//! A height field as data. Its holes are a list here and NaN in memory, because JSON has no NaN.

use super::heights::HeightField;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename = "HeightField")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
))]
pub(super) struct StoredHeights<V: Vector> {
    origin: V,
    cell: [V::Scalar; 2],
    columns: usize,
    /// Zero for a hole.
    heights: Vec<V::Scalar>,
    /// The numbers of the heights that are holes.
    #[serde(default)]
    holes: Vec<usize>,
}

fn is_hole<T: Scalar>(height: T) -> bool {
    height.to_f64().is_nan()
}

impl<V: Vector> From<HeightField<V>> for StoredHeights<V> {
    fn from(field: HeightField<V>) -> Self {
        let mut heights = field.heights;
        let all = 0..heights.len();
        let holes: Vec<usize> = all.filter(|number| is_hole(heights[*number])).collect();
        for number in &holes {
            heights[*number] = V::Scalar::ZERO;
        }
        Self {
            origin: field.origin,
            cell: field.cell,
            columns: field.columns,
            heights,
            holes,
        }
    }
}

impl<V: Vector> TryFrom<StoredHeights<V>> for HeightField<V> {
    type Error = String;

    fn try_from(stored: StoredHeights<V>) -> Result<Self, String> {
        let mut heights = stored.heights;
        for number in stored.holes {
            let count = heights.len();
            let hole = heights.get_mut(number);
            *hole.ok_or_else(|| format!("hole {number} of {count} heights"))? =
                V::Scalar::from_f64(f64::NAN);
        }
        Ok(Self {
            origin: stored.origin,
            cell: stored.cell,
            columns: stored.columns,
            heights,
        })
    }
}
