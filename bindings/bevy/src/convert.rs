//! Vectors of Bevy and of carom: the two may come from different versions of glam.

#[cfg(feature = "dim2")]
use bevy_math::Vec2;
use bevy_math::Vec3;
use carom::Vector;

/// A vector of Bevy as one of carom; 2D leaves out z.
pub(crate) fn vector<V: Vector>(v: Vec3) -> V {
    V::from_f64(v.to_array().map(f64::from))
}

/// A vector of carom as one of Bevy; z is 0 in 2D.
pub(crate) fn vec3<V: Vector>(v: V) -> Vec3 {
    let [x, y, z] = v.to_f64();
    Vec3::new(x as f32, y as f32, z as f32)
}

/// A point or displacement of a dimension.
pub(crate) trait Point: Copy {
    fn of(v: Vec3) -> Self;
    fn in_space(self) -> Vec3;
}

impl Point for Vec3 {
    fn of(v: Vec3) -> Self {
        v
    }

    fn in_space(self) -> Vec3 {
        self
    }
}

#[cfg(feature = "dim2")]
impl Point for Vec2 {
    fn of(v: Vec3) -> Self {
        v.truncate()
    }

    fn in_space(self) -> Vec3 {
        self.extend(0.0)
    }
}
