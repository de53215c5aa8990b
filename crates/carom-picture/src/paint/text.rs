//! Text in Noto Sans Mono, 16 pixels high, from a bitmap font.

use glam::Vec3;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

use crate::paint::canvas::Canvas;

/// Width of `text` in pixels.
pub(crate) fn width(text: &str) -> f32 {
    (text.chars().count() * get_raster_width(FontWeight::Regular, RasterHeight::Size16)) as f32
}

/// Writes `text` with its upper left corner at (x, y); characters that the font lacks become `?`.
pub(crate) fn write(canvas: &mut Canvas, x: f32, y: f32, text: &str, color: Vec3) {
    let (mut x, y) = (x.round() as i32, y.round() as i32);
    for letter in text.chars() {
        let raster = |c| get_raster(c, FontWeight::Regular, RasterHeight::Size16);
        let Some(glyph) = raster(letter).or_else(|| raster('?')) else {
            continue;
        };
        for (row, line) in glyph.rows().enumerate() {
            for (column, &ink) in line.iter().enumerate() {
                // Dark text mixed in linear light comes out thin; the root restores its weight.
                let alpha = (ink as f32 / 255.0).sqrt();
                canvas.blend(x + column as i32, y + row as i32, color, alpha);
            }
        }
        x += glyph.width() as i32;
    }
}

/// A length in meters with about three digits.
pub(crate) fn metres(length: f32) -> String {
    format!("{} m", number(length))
}

/// A number with about three digits and no trailing zeros.
pub(crate) fn number(length: f32) -> String {
    let digits = match length.abs() {
        l if l >= 99.95 => 0,
        l if l >= 0.995 => 1,
        _ => 2,
    };
    let text = format!("{length:.digits$}");
    let text = match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.'),
        None => &text,
    };
    if text == "-0" {
        "0".into()
    } else {
        text.into()
    }
}

/// The greatest of 1, 2, 5 × 10ⁿ that is not above `length`.
pub(crate) fn round_length(length: f32) -> f32 {
    let length = if length > 0.0 { length as f64 } else { 1.0 };
    let ten = 10f64.powi(libm::log10(length).floor() as i32);
    let steps = [5.0, 2.0, 1.0];
    let step = steps.into_iter().find(|s| s * ten <= length * (1.0 + 1e-6));
    (step.unwrap_or(1.0) * ten) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short_and_without_negative_zero() {
        assert_eq!(metres(1234.5), "1234 m");
        assert_eq!(metres(12.34), "12.3 m");
        assert_eq!(metres(-0.004), "0 m");
        assert_eq!(metres(0.25), "0.25 m");
        assert_eq!(metres(100.0), "100 m");
        assert_eq!(number(-20.0), "-20");
        assert_eq!(number(0.1 + 0.2), "0.3");
    }

    #[test]
    fn round_lengths_are_one_two_or_five() {
        assert_eq!(round_length(1.0), 1.0);
        assert_eq!(round_length(49.0), 20.0);
        assert_eq!(round_length(730.0), 500.0);
        assert_eq!(round_length(0.3), 0.2);
        assert_eq!(round_length(0.0), 1.0);
    }
}
