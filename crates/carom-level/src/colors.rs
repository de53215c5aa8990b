//! The colors of triangles.

use crate::Level;

/// Red, green and blue.
pub(crate) type Color = [f64; 3];

pub(crate) const WHITE: Color = [1.0; 3];

/// A color of linear light, 0 to 1, in sRGB.
pub(crate) fn from_linear(color: Color) -> [u8; 3] {
    from_srgb(color.map(|value| match value {
        value if value <= 0.003_130_8 => 12.92 * value,
        value => 1.055 * libm::pow(value, 1.0 / 2.4) - 0.055,
    }))
}

/// A color of numbers from 0 to 1; NaN becomes 0.
pub(crate) fn from_srgb(color: Color) -> [u8; 3] {
    color.map(|value| (255.0 * value).round() as u8)
}

pub(crate) fn product(a: Color, b: Color) -> Color {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

/// The mean of the colors of three corners.
pub(crate) fn mean(corners: [Color; 3]) -> Color {
    let [a, b, c] = corners;
    [0, 1, 2].map(|i| (a[i] + b[i] + c[i]) / 3.0)
}

/// Removes the colors of a level that has only one, which distinguish nothing.
pub(crate) fn settle(level: &mut Level) {
    if level.colors.windows(2).all(|pair| pair[0] == pair[1]) {
        level.colors = Vec::new();
    }
}
