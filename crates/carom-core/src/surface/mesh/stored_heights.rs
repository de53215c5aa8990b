//! A height field as data. Its holes are a list here and NaN in memory, because JSON has no NaN.

use super::heights::HeightField;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename = "HeightField")]
#[serde(bound(
    serialize = "V: Serialize, V::Scalar: Serialize",
    deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>"
))]
struct StoredHeights<V: Vector> {
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

impl<V: Vector + Serialize> Serialize for HeightField<V>
where
    V::Scalar: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut heights = self.heights.clone();
        let all = 0..heights.len();
        let holes: Vec<usize> = all.filter(|number| is_hole(heights[*number])).collect();
        for number in &holes {
            heights[*number] = V::Scalar::ZERO;
        }
        let stored = StoredHeights {
            origin: self.origin,
            cell: self.cell,
            columns: self.columns,
            heights,
            holes,
        };
        stored.serialize(serializer)
    }
}

impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for HeightField<V>
where
    V::Scalar: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredHeights::<V>::deserialize(deserializer)?;
        let mut heights = stored.heights;
        for number in stored.holes {
            let count = heights.len();
            let wrong = || D::Error::custom(format_args!("hole {number} of {count} heights"));
            let hole = heights.get_mut(number).ok_or_else(wrong)?;
            *hole = V::Scalar::from_f64(f64::NAN);
        }
        Ok(Self {
            origin: stored.origin,
            cell: stored.cell,
            columns: stored.columns,
            heights,
        })
    }
}
