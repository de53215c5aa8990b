//! The canvas: pixels in linear light, a few antialiased shapes, and PNG encoding.

use glam::{Vec2, Vec3};
use std::sync::LazyLock;

/// A picture: red, green, blue in linear light, row by row from the top.
///
/// ```
/// use carom_picture::{Scene, animation, frame};
/// use glam::Vec3;
/// let floor = [[Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]];
/// let scene = Scene { triangles: &floor, colors: &[], up: Vec3::Y, flat: false, walkable: 0.7, tracks: &[], volumes: &[] };
/// let canvas = frame(&scene, &scene, 320, 240);
/// assert_eq!((canvas.width(), canvas.height()), (320, 240));
/// let png = animation(&[canvas.clone(), canvas], 0.08)?;
/// assert!(png.len() > 1000);
/// # Ok::<(), png::EncodingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<Vec3>,
}

impl Canvas {
    /// A canvas of one color; a size of 0 is taken as 1.
    pub(crate) fn new(width: u32, height: u32, color: Vec3) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let pixels = vec![color; width as usize * height as usize];
        Self {
            width,
            height,
            pixels,
        }
    }

    /// Columns of pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows of pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Adds rows of one color at the bottom, up to a height.
    pub(crate) fn taller(mut self, height: u32, color: Vec3) -> Self {
        self.height = height.max(self.height);
        let count = self.width as usize * self.height as usize;
        self.pixels.resize(count, color);
        self
    }

    /// A pixel.
    #[cfg(test)]
    pub(crate) fn pixel(&self, x: i32, y: i32) -> Vec3 {
        self.pixels[y as usize * self.width as usize + x as usize]
    }

    /// Mixes `color` over a pixel, `alpha` in 0..=1; outside the canvas nothing happens.
    pub(crate) fn blend(&mut self, x: i32, y: i32, color: Vec3, alpha: f32) {
        if x < 0 || y < 0 || x >= self.width as i32 || y >= self.height as i32 {
            return;
        }
        let pixel = &mut self.pixels[y as usize * self.width as usize + x as usize];
        *pixel = pixel.lerp(color, alpha.clamp(0.0, 1.0));
    }

    /// Fills the pixels from `min` up to but without `max`.
    pub(crate) fn rectangle(&mut self, min: Vec2, max: Vec2, color: Vec3, alpha: f32) {
        for y in min.y.round() as i32..max.y.round() as i32 {
            for x in min.x.round() as i32..max.x.round() as i32 {
                self.blend(x, y, color, alpha);
            }
        }
    }

    /// Fills an antialiased disc.
    pub(crate) fn disc(&mut self, center: Vec2, radius: f32, color: Vec3, alpha: f32) {
        self.shade(center, radius, color, alpha, |p| p.length() - radius);
    }

    /// Draws the outline of a rectangle.
    pub(crate) fn frame(&mut self, low: Vec2, high: Vec2, color: Vec3) {
        let corners = [
            low,
            Vec2::new(high.x, low.y),
            high,
            Vec2::new(low.x, high.y),
        ];
        for side in 0..4 {
            self.segment(corners[side], corners[(side + 1) % 4], 1.2, color);
        }
    }

    /// Draws a circle with a line of this width.
    pub(crate) fn ring(&mut self, center: Vec2, radius: f32, width: f32, color: Vec3, alpha: f32) {
        self.shade(center, radius + width, color, alpha, |p| {
            (p.length() - radius).abs() - 0.5 * width
        });
    }

    /// Draws an arc of a circle with a line of this width, from the unit vector `from` on, by an angle of at most
    /// a turn: clockwise on the canvas if positive.
    pub(crate) fn arc(
        &mut self,
        center: Vec2,
        radius: f32,
        from: Vec2,
        angle: f32,
        width: f32,
        color: Vec3,
    ) {
        let middle = turned(from, 0.5 * angle);
        let least = libm::cosf(0.5 * angle);
        let ends = [from * radius, turned(from, angle) * radius];
        self.shade(center, radius + width, color, 1.0, |p| {
            let length = p.length();
            let distance = if p.dot(middle) >= least * length {
                (length - radius).abs()
            } else {
                p.distance(ends[0]).min(p.distance(ends[1]))
            };
            distance - 0.5 * width
        });
    }

    /// Draws a ball that is lit from the upper left, with a dark edge.
    pub(crate) fn globe(&mut self, center: Vec2, radius: f32, color: Vec3) {
        let (low, high) = (center - radius - 1.0, center + radius + 1.0);
        let columns = (low.x.max(0.0) as i32)..=(high.x.min(self.width as f32) as i32);
        for y in (low.y.max(0.0) as i32)..=(high.y.min(self.height as f32) as i32) {
            for x in columns.clone() {
                let p = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - center;
                let distance = p.length();
                let toward =
                    (1.0 - p.distance(Vec2::splat(-0.38 * radius)) / (1.4 * radius)).max(0.0);
                let light = color.lerp(Vec3::ONE, 0.5 * toward * toward);
                let edge = coverage(radius - 1.0 - distance);
                let shade = light.lerp(color * 0.45, edge);
                self.blend(x, y, shade, coverage(distance - radius));
            }
        }
    }

    /// Fills an arrow head with its tip at `size` from `center` along the unit `direction`,
    /// in the first color on a rim of the second.
    pub(crate) fn arrow(&mut self, center: Vec2, direction: Vec2, size: f32, colors: [Vec3; 2]) {
        let head = |p: Vec2| {
            let along = p.dot(direction);
            let across = p.dot(direction.perp()).abs();
            // Half planes with unit normals: sides 28° off the axis, and a back with a notch.
            let side = 0.883 * across + 0.469 * (along - size);
            let back = -0.857 * along - 0.514 * across - 0.25 * size;
            side.max(back)
        };
        let [fill, rim] = colors;
        self.shade(center, 1.5 * size, rim, 1.0, |p| head(p) - 1.3);
        self.shade(center, 1.5 * size, fill, 1.0, head);
    }

    /// Draws a straight stroke with round ends, for frames, ticks and legends.
    pub(crate) fn segment(&mut self, a: Vec2, b: Vec2, width: f32, color: Vec3) {
        let (middle, reach) = ((a + b) * 0.5, (b - a).length() * 0.5 + width);
        self.shade(middle, reach, color, 1.0, |p| {
            distance_to_segment(p + middle, a, b).0 - 0.5 * width
        });
    }

    /// Fills where `distance` (signed, in pixels, of a point relative to `center`) is negative, antialiased.
    fn shade(
        &mut self,
        center: Vec2,
        reach: f32,
        color: Vec3,
        alpha: f32,
        distance: impl Fn(Vec2) -> f32,
    ) {
        let (low, high) = (center - reach - 1.0, center + reach + 1.0);
        let columns = (low.x.max(0.0) as i32)..=(high.x.min(self.width as f32) as i32);
        for y in (low.y.max(0.0) as i32)..=(high.y.min(self.height as f32) as i32) {
            for x in columns.clone() {
                let p = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - center;
                self.blend(x, y, color, alpha * coverage(distance(p)));
            }
        }
    }

    /// Encodes the picture as a PNG file with eight bits per channel, sRGB.
    ///
    /// # Errors
    /// If the encoder fails, which it does not in memory.
    pub fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut writer = encoder(&mut bytes, self.width, self.height).write_header()?;
        writer.write_image_data(&self.data())?;
        writer.finish()?;
        Ok(bytes)
    }

    fn data(&self) -> Vec<u8> {
        let pixels = self.pixels.iter();
        pixels
            .flat_map(|pixel| pixel.to_array().map(encode))
            .collect()
    }
}

/// A vector turned by an angle, rad: clockwise on the canvas if positive.
pub(crate) fn turned(v: Vec2, angle: f32) -> Vec2 {
    Vec2::new(libm::cosf(angle), libm::sinf(angle)).rotate(v)
}

fn encoder(bytes: &mut Vec<u8>, width: u32, height: u32) -> png::Encoder<'_, &mut Vec<u8>> {
    let mut encoder = png::Encoder::new(bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_compression(png::Compression::Balanced);
    encoder
}

/// Encodes frames of one size as an animated PNG that repeats forever, `delay` seconds each (1 ms to 60 s).
///
/// # Errors
/// If there is no frame, or the sizes differ.
pub fn animation(frames: &[Canvas], delay: f64) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let (width, height) = frames
        .first()
        .map_or((1, 1), |first| (first.width, first.height));
    let mut encoder = encoder(&mut bytes, width, height);
    encoder.set_animated(frames.len() as u32, 0)?;
    let milliseconds = (delay * 1000.0).round().clamp(1.0, 60_000.0);
    encoder.set_frame_delay(milliseconds as u16, 1000)?;
    let mut writer = encoder.write_header()?;
    for frame in frames {
        writer.write_image_data(&frame.data())?;
    }
    writer.finish()?;
    Ok(bytes)
}

/// The fraction of a pixel that a shape covers, from the signed distance of its edge to the pixel's center.
pub(crate) fn coverage(distance: f32) -> f32 {
    (0.5 - distance).clamp(0.0, 1.0)
}

/// Distance from `p` to the segment, and where on it: 0 at `a`, 1 at `b`.
pub(crate) fn distance_to_segment(p: Vec2, a: Vec2, b: Vec2) -> (f32, f32) {
    let (axis, to) = (b - a, p - a);
    let square = axis.length_squared();
    let t = if square > 0.0 {
        (to.dot(axis) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    ((to - axis * t).length(), t)
}

/// A color in the notation of style sheets: #rrggbb.
pub(crate) fn hex(color: Vec3) -> String {
    let [red, green, blue] = color.to_array().map(encode);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Linear light to eight bits of sRGB (IEC 61966-2-1).
fn encode(linear: f32) -> u8 {
    /// The least linear light of each value after 0: a search in it takes a tenth of the time of a power.
    static LEAST: LazyLock<[f32; 255]> = LazyLock::new(|| {
        std::array::from_fn(|below| {
            // Floats from 0 to 1 are in the order of their bits.
            let (mut low, mut high) = (0, 1.0_f32.to_bits());
            while low < high {
                let middle = low.midpoint(high);
                if usize::from(encoded(f32::from_bits(middle))) > below {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            f32::from_bits(low)
        })
    });
    LEAST.partition_point(|least| *least <= linear) as u8
}

fn encoded(linear: f32) -> u8 {
    let value = if linear <= 0.003_130_8 {
        12.92 * linear
    } else {
        1.055 * libm::powf(linear, 1.0 / 2.4) - 0.055
    };
    (value * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_decodes_to_the_size_and_the_color_that_went_in() {
        let mut canvas = Canvas::new(7, 5, Vec3::ZERO);
        canvas.rectangle(Vec2::new(2.0, 1.0), Vec2::new(3.0, 2.0), Vec3::X, 1.0);
        let bytes = canvas.png().expect("writing to memory cannot fail");
        let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let mut reader = decoder.read_info().expect("a PNG header");
        let mut data = vec![0; reader.output_buffer_size().expect("a small picture")];
        let info = reader.next_frame(&mut data).expect("a frame");
        assert_eq!((info.width, info.height), (7, 5));
        assert_eq!(data.len(), 7 * 5 * 3);
        assert_eq!(data[(7 + 2) * 3..][..3], [255, 0, 0]);
        assert_eq!(data[(7 + 3) * 3..][..3], [0, 0, 0]);
    }

    #[test]
    fn the_table_of_values_is_the_power() {
        for i in -1000..=20_000 {
            let linear = i as f32 / 19_000.0;
            assert_eq!(encode(linear), encoded(linear.clamp(0.0, 1.0)), "{linear}");
        }
    }

    #[test]
    fn a_color_has_six_digits() {
        assert_eq!(hex(Vec3::new(1.0, 0.0, 0.214_041_14)), "#ff0080");
    }

    #[test]
    fn painting_outside_is_harmless() {
        let mut canvas = Canvas::new(4, 4, Vec3::ZERO);
        canvas.disc(Vec2::new(-50.0, 9.0), 3.0, Vec3::ONE, 1.0);
        canvas.arrow(Vec2::new(4.0, 4.0), Vec2::X, 9.0, [Vec3::ONE; 2]);
        canvas.segment(Vec2::splat(-9.0), Vec2::splat(90.0), 2.0, Vec3::ONE);
        assert!(canvas.pixels.iter().all(|p| p.is_finite()));
    }
}
