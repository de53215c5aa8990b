//! The camera of the perspective view, placed so that everything just fits.

use glam::{Vec2, Vec3};

/// Tangent of half of the vertical field of view, 15°: a long lens, so that verticals stay nearly vertical.
const TANGENT: f32 = 0.268;

/// Tangent of the downward pitch in 3D, about 40°.
pub(crate) const PITCH: f32 = 0.84;

/// Distance of the near plane as a fraction of the distance to the farthest point.
const NEAR: f32 = 1e-3;

/// A perspective camera in the stage's coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    eye: Vec3,
    /// To the right of the picture.
    pub(crate) right: Vec3,
    /// To its top.
    pub(crate) above: Vec3,
    /// Into it.
    pub(crate) forward: Vec3,
    /// Focal length in pixels.
    pub(crate) focus: f32,
    /// Pixel of the optical axis.
    center: Vec2,
    /// Distance of the nearest and the farthest point along `forward`.
    pub(crate) range: [f32; 2],
}

impl Camera {
    /// A camera along the horizontal `heading`, pitched down by the tangent `pitch`; the `points` just fill `room`.
    ///
    /// `room` is a part of the picture: upper left and lower right corner, in pixels.
    pub(crate) fn fit(
        heading: Vec3,
        pitch: f32,
        points: impl Iterator<Item = Vec3>,
        room: [Vec2; 2],
    ) -> Self {
        let forward = (heading - Vec3::Y * pitch).normalize();
        let right = forward.cross(Vec3::Y).normalize();
        let above = right.cross(forward);
        let size = (room[1] - room[0]).max(Vec2::ONE);
        let slope = Vec2::new(TANGENT * size.x / size.y, TANGENT);
        // A point (x, y, z) is in the picture of an eye at c if |x − c.x| ≤ s (z − c.z), and
        // the same with y. So c.x − s c.z ≥ max(x − s z) and −c.x − s c.z ≥ max(−x − s z): the
        // sum of both gives the nearest c.z, the difference c.x.
        let mut most = [f32::NEG_INFINITY; 4];
        let mut depth = [f32::INFINITY, f32::NEG_INFINITY];
        for p in points {
            let (x, y, z) = (p.dot(right), p.dot(above), p.dot(forward));
            let (sx, sy) = (slope.x * z, slope.y * z);
            for (most, value) in most.iter_mut().zip([x - sx, -x - sx, y - sy, -y - sy]) {
                *most = most.max(value);
            }
            depth = [depth[0].min(z), depth[1].max(z)];
        }
        let [right_most, left_most, top_most, bottom_most] = most;
        let wide = -(right_most + left_most) / (2.0 * slope.x);
        let high = -(top_most + bottom_most) / (2.0 * slope.y);
        let z = wide.min(high);
        let eye = right * (0.5 * (right_most - left_most))
            + above * (0.5 * (top_most - bottom_most))
            + forward * z;
        let far = (depth[1] - z).max(f32::MIN_POSITIVE);
        Self {
            eye,
            right,
            above,
            forward,
            focus: 0.5 * size.y / TANGENT,
            center: (room[0] + room[1]) * 0.5,
            range: [(depth[0] - z).max(NEAR * far), far],
        }
    }

    /// To the camera's axes: right, above, forward.
    pub(crate) fn turned(&self, p: Vec3) -> Vec3 {
        let d = p - self.eye;
        Vec3::new(d.dot(self.right), d.dot(self.above), d.dot(self.forward))
    }

    /// Column, row and nearness (1 / depth) of a point in the camera's axes, beyond the near plane.
    pub(crate) fn lens(&self, p: Vec3) -> Vec3 {
        let near = 1.0 / p.z;
        let at = self.center + Vec2::new(p.x, -p.y) * (near * self.focus);
        Vec3::new(at.x, at.y, near)
    }

    /// Column, row and nearness of a point of the stage; `None` on this side of the near plane.
    pub(crate) fn place(&self, p: Vec3) -> Option<Vec3> {
        let p = self.turned(p);
        (p.z >= self.near()).then(|| self.lens(p))
    }

    /// The point of the stage at a pixel and a nearness.
    pub(crate) fn point(&self, at: Vec2, nearness: f32) -> Vec3 {
        let z = 1.0 / nearness;
        let d = (at - self.center) * (z / self.focus);
        self.eye + self.right * d.x - self.above * d.y + self.forward * z
    }

    /// Distance of the near plane.
    fn near(&self) -> f32 {
        NEAR * self.range[1]
    }

    /// Whether a face with this normal through `p` is front-facing.
    pub(crate) fn faces(&self, normal: Vec3, p: Vec3) -> bool {
        normal.dot(self.eye - p) > 0.0
    }

    /// The part of a triangle beyond the near plane, as up to two triangles on the picture.
    pub(crate) fn clip(&self, corners: [Vec3; 3]) -> ([[Vec3; 3]; 2], usize) {
        let turned = corners.map(|p| self.turned(p));
        let near = self.near();
        if turned.iter().all(|p| p.z >= near) {
            return ([turned.map(|p| self.lens(p)); 2], 1);
        }
        let (mut polygon, mut count) = ([Vec3::ZERO; 4], 0);
        for side in 0..3 {
            let (p, q) = (turned[side], turned[(side + 1) % 3]);
            if p.z >= near {
                polygon[count] = p;
                count += 1;
            }
            if (p.z >= near) != (q.z >= near) {
                polygon[count] = p.lerp(q, (near - p.z) / (q.z - p.z));
                polygon[count].z = near;
                count += 1;
            }
        }
        let [a, b, c, d] = polygon.map(|p| if p.z > 0.0 { self.lens(p) } else { p });
        ([[a, b, c], [a, c, d]], count.saturating_sub(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: [Vec2; 2] = [Vec2::new(10.0, 20.0), Vec2::new(410.0, 220.0)];

    fn corners() -> impl Iterator<Item = Vec3> + Clone {
        (0..8).map(|i| {
            let side = |bit: i32| if i & bit == 0 { -1.0 } else { 1.0 };
            Vec3::new(30.0 * side(1), 2.0 * side(2), 10.0 * side(4))
        })
    }

    #[test]
    fn the_level_just_fits() {
        let camera = Camera::fit(Vec3::new(0.3, 0.0, -1.0), PITCH, corners(), ROOM);
        let places: Vec<Vec3> = corners().filter_map(|p| camera.place(p)).collect();
        assert_eq!(places.len(), 8);
        let least = places.iter().fold(Vec3::INFINITY, |m, &p| m.min(p));
        let most = places.iter().fold(Vec3::NEG_INFINITY, |m, &p| m.max(p));
        assert!((least.x - ROOM[0].x).abs() < 0.1 && (most.x - ROOM[1].x).abs() < 0.1);
        assert!(least.y > ROOM[0].y - 0.1 && most.y < ROOM[1].y + 0.1);
    }

    #[test]
    fn a_pixel_and_its_nearness_lead_back_to_the_point() {
        let camera = Camera::fit(Vec3::NEG_Z, PITCH, corners(), ROOM);
        let p = Vec3::new(3.0, 1.0, -4.0);
        let place = camera.place(p).expect("before the eye");
        assert!(camera.point(place.truncate(), place.z).distance(p) < 1e-3);
    }

    #[test]
    fn a_triangle_through_the_near_plane_is_cut() {
        let camera = Camera::fit(Vec3::NEG_Z, PITCH, corners(), ROOM);
        let behind = camera.eye - camera.forward * 5.0;
        let ahead = camera.eye + camera.forward * 5.0;
        let side = camera.right;
        assert_eq!(camera.clip([behind, ahead, ahead + side]).1, 2);
        assert_eq!(camera.clip([behind, behind + side, ahead]).1, 1);
        assert_eq!(camera.clip([behind, behind + side, behind - side]).1, 0);
        assert_eq!(camera.clip([ahead, ahead + side, ahead - side]).1, 1);
    }
}
