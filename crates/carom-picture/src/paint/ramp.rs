//! Colors, and ramps of colors that are mixed in Oklab: equal steps are perceived as equal.

use glam::Vec3;
use std::sync::LazyLock;

/// Entries in a ramp's table: finer than eight bits resolve.
const ENTRIES: usize = 256;

/// A continuous range of colors from 0 to 1, in linear light.
#[derive(Clone, Debug)]
pub(crate) struct Ramp {
    table: Vec<Vec3>,
}

impl Ramp {
    /// A ramp through `stops` (sRGB, 0xRRGGBB), evenly spaced.
    pub(crate) fn new(stops: &[u32]) -> Self {
        let stops: Vec<Vec3> = stops.iter().map(|&hex| to_oklab(color(hex))).collect();
        let table = (0..ENTRIES)
            .map(|entry| {
                let at = entry as f32 / (ENTRIES - 1) as f32 * (stops.len() - 1) as f32;
                let first = (at as usize).min(stops.len().saturating_sub(2));
                let second = (first + 1).min(stops.len() - 1);
                from_oklab(stops[first].lerp(stops[second], at - first as f32))
            })
            .collect();
        Self { table }
    }

    /// Heights: pine over sage to cream, low in chroma so that a path stands out.
    pub(crate) fn height() -> Self {
        Self::new(&[0x62_8fa3, 0x77_aaa2, 0xa6_c39e, 0xd9_d3a4, 0xf5_e9cd])
    }

    /// Walking times: from light and warm to dark, in even steps of lightness.
    pub(crate) fn heat() -> Self {
        Self::new(&[
            0xff_f0a8, 0xfd_c35c, 0xf4_8849, 0xd9_5265, 0x99_3a8a, 0x4a_2f8a,
        ])
    }

    /// Time along the path of track `index` out of `count`.
    ///
    /// A single path runs through violet, crimson and orange; of several each keeps its own hue
    /// and gets lighter.
    pub(crate) fn time(index: usize, count: usize) -> Self {
        const HUES: [[u32; 2]; 8] = [
            [0x6a_0f2c, 0xf0_4468],
            [0x1f_1f7d, 0x6a_7dff],
            [0x7a_3000, 0xff_962e],
            [0x4a_0d6b, 0xc8_6af0],
            [0x00_4a32, 0x12_b886],
            [0x04_3d6b, 0x2a_a8e8],
            [0x6b_0857, 0xff_5ac4],
            [0x3b_2a1a, 0xa8_7848],
        ];
        if count <= 1 {
            Self::new(&[0x35_1aa8, 0x8f_1cb0, 0xd4_1f6e, 0xf2_4d2e, 0xff_9a1c])
        } else {
            Self::new(&HUES[index % HUES.len()])
        }
    }

    /// The color at `t`, clamped to 0..=1.
    pub(crate) fn at(&self, t: f32) -> Vec3 {
        self.table[(t.clamp(0.0, 1.0) * (ENTRIES - 1) as f32 + 0.5) as usize]
    }
}

/// An sRGB color 0xRRGGBB in linear light.
pub(crate) fn color(hex: u32) -> Vec3 {
    /// Linear light of each value of a channel: millions of pixels need them.
    static CHANNEL: LazyLock<[f32; 256]> = LazyLock::new(|| {
        std::array::from_fn(|value| {
            let value = value as f32 / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                libm::powf((value + 0.055) / 1.055, 2.4)
            }
        })
    });
    let channel = |shift: u32| CHANNEL[((hex >> shift) & 255) as usize];
    Vec3::new(channel(16), channel(8), channel(0))
}

/// The casing's color: near white.
pub(crate) fn casing() -> Vec3 {
    color(0xff_fdf8)
}

/// Dark ink for text and marks.
pub(crate) fn ink() -> Vec3 {
    color(0x23_2a33)
}

/// The color of water.
pub(crate) fn water() -> Vec3 {
    color(0x2b_82c4)
}

/// The color of ladders.
pub(crate) fn ladder() -> Vec3 {
    color(0x7a_4a1e)
}

/// A color by its lightness (0..=1), chroma (about 0.15) and hue in radians, all of Oklab; in linear light.
pub(crate) fn of_hue(light: f32, chroma: f32, hue: f32) -> Vec3 {
    let (sin, cos) = libm::sincosf(hue);
    from_oklab(Vec3::new(light, chroma * cos, chroma * sin))
}

/// Linear light to Oklab (Ottosson, 2020).
fn to_oklab(rgb: Vec3) -> Vec3 {
    let lms = Vec3::new(
        rgb.dot(Vec3::new(0.412_221_46, 0.536_332_55, 0.051_445_995)),
        rgb.dot(Vec3::new(0.211_903_5, 0.680_699_5, 0.107_396_96)),
        rgb.dot(Vec3::new(0.088_302_46, 0.281_718_85, 0.629_978_7)),
    );
    let root = Vec3::new(libm::cbrtf(lms.x), libm::cbrtf(lms.y), libm::cbrtf(lms.z));
    Vec3::new(
        root.dot(Vec3::new(0.210_454_26, 0.793_617_8, -0.004_072_047)),
        root.dot(Vec3::new(1.977_998_5, -2.428_592_2, 0.450_593_7)),
        root.dot(Vec3::new(0.025_904_037, 0.782_771_77, -0.808_675_77)),
    )
}

/// Oklab to linear light, clamped to the gamut of sRGB.
fn from_oklab(lab: Vec3) -> Vec3 {
    let root = Vec3::new(
        lab.dot(Vec3::new(1.0, 0.396_337_78, 0.215_803_76)),
        lab.dot(Vec3::new(1.0, -0.105_561_346, -0.063_854_17)),
        lab.dot(Vec3::new(1.0, -0.089_484_18, -1.291_485_5)),
    );
    let lms = root * root * root;
    Vec3::new(
        lms.dot(Vec3::new(4.076_741_7, -3.307_711_6, 0.230_969_94)),
        lms.dot(Vec3::new(-1.268_438, 2.609_757_4, -0.341_319_38)),
        lms.dot(Vec3::new(-0.004_196_086, -0.703_418_6, 1.707_614_7)),
    )
    .clamp(Vec3::ZERO, Vec3::ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_starts_and_ends_at_its_stops() {
        let ramp = Ramp::new(&[0x10_2030, 0xf0_e0d0]);
        assert!((ramp.at(-1.0) - color(0x10_2030)).length() < 1e-3);
        assert!((ramp.at(2.0) - color(0xf0_e0d0)).length() < 1e-3);
    }

    #[test]
    fn a_ramp_of_one_stop_is_that_color() {
        assert!((Ramp::new(&[0x80_8080]).at(0.5) - color(0x80_8080)).length() < 1e-3);
    }
}
