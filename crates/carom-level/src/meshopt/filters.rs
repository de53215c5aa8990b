//! Filters of decoded attributes.

/// Floats of an exponent (8 bits) and a mantissa (24 bits).
pub(super) fn exponential(bytes: &mut [u8]) {
    for word in bytes.chunks_exact_mut(4) {
        let number = i32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        // Exponents beyond ±100 are not valid; these are the ends of `f32`.
        let exponent = (number >> 24).clamp(-126, 127) + 127;
        let mantissa = (number << 8) >> 8;
        let float = f32::from_bits((exponent as u32) << 23) * mantissa as f32;
        word.copy_from_slice(&float.to_le_bytes());
    }
}

pub(super) fn color_8(bytes: &mut [u8]) {
    for color in bytes.chunks_exact_mut(4) {
        let [y, a] = [color[0], color[3]].map(i32::from);
        let [co, cg] = [color[1], color[2]].map(|byte| i32::from(byte as i8));
        let rgba = rgba([y, co, cg, a], 255.0);
        color.copy_from_slice(&rgba.map(|value| value as u8));
    }
}

pub(super) fn color_16(bytes: &mut [u8]) {
    for color in bytes.chunks_exact_mut(8) {
        let at = |i: usize| u16::from_le_bytes([color[2 * i], color[2 * i + 1]]);
        let [y, a] = [at(0), at(3)].map(i32::from);
        let [co, cg] = [at(1), at(2)].map(|word| i32::from(word as i16));
        let rgba = rgba([y, co, cg, a], 65535.0);
        for (part, value) in color.chunks_exact_mut(2).zip(rgba) {
            part.copy_from_slice(&(value as u16).to_le_bytes());
        }
    }
}

/// YCoCg; the highest bit of the alpha is the number of bits.
fn rgba([y, co, cg, a]: [i32; 4], largest: f32) -> [f32; 4] {
    let all = (1 << a.checked_ilog2().map_or(0, |bit| bit + 1)) - 1;
    let alpha = a & (all >> 1);
    let alpha = alpha << 1 | alpha & 1;
    let scale = if all > 0 { largest / all as f32 } else { 0.0 };
    [y + co - cg, y + cg, y - co - cg, alpha].map(|value| (value as f32 * scale).round())
}
