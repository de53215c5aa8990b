//! Rotations and poses from quaternions and matrices.

use super::pose::Pose;
use super::rotation::Rotation;
use crate::surface::mesh::Vector3;
use carom_math::{Scalar, Vector};
use core::fmt;
use glam::{Affine2, Affine3A, DAffine2, DAffine3, DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

/// By how much two axes of a rotation times a scale may deviate from equal lengths and from a right angle, relative to the
/// square of the scale: more than single precision loses in a product of a dozen matrices.
const DEVIATION: f64 = 1.0 / 65_536.0;

/// Why a matrix is not a rotation times a uniform scale. A shape takes such a matrix in its points instead: that of a
/// mesh in its vertices.
///
/// ```
/// use carom::{MatrixError, Pose, glam::{Affine3A, vec3}};
/// let mirrored = Pose::try_from(Affine3A::from_scale(vec3(-1., 1., 1.)));
/// assert_eq!(mirrored, Err(MatrixError::Mirrored));
/// let stretched = Pose::try_from(Affine3A::from_scale(vec3(1., 1., 3.))).unwrap_err();
/// assert_eq!(stretched.to_string(), "the scale is not uniform: one axis is 3 times as long as another");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MatrixError {
    /// A number is infinite or NaN.
    NotFinite,
    /// An axis has no length.
    Zero,
    /// The axes have different lengths.
    Stretched {
        /// The length of the longest axis by that of the shortest.
        ratio: f64,
    },
    /// The axes are not at right angles.
    Sheared,
    /// The matrix mirrors: its determinant is negative.
    Mirrored,
}

impl fmt::Display for MatrixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "a number of the matrix is infinite or NaN",
            Self::Zero => "the scale along an axis of the matrix is 0",
            Self::Stretched { ratio } => {
                return write!(
                    f,
                    "the scale is not uniform: one axis is {ratio} times as long as another"
                );
            }
            Self::Sheared => "the matrix shears: its axes are not at right angles",
            Self::Mirrored => "the matrix mirrors: its determinant is negative",
        })
    }
}

impl core::error::Error for MatrixError {}

impl<V: Vector3> Rotation<V> {
    /// The rotation and the scale of a matrix by its columns, the images of the unit vectors. The columns may deviate by the
    /// rounding of single precision; they are made orthonormal again in double precision.
    ///
    /// ```
    /// use carom::{MatrixError, Rotation, glam::{DVec3, Vec3}};
    /// let (turn, scale) = Rotation::<Vec3>::from_columns([DVec3::Y * 2., DVec3::X * -2., DVec3::Z * 2.])?;
    /// assert_eq!((turn.rotate(Vec3::X), scale), (Vec3::Y, 2.));
    /// let mirrored = Rotation::<Vec3>::from_columns([DVec3::Y, DVec3::X, DVec3::Z]);
    /// assert_eq!(mirrored, Err(MatrixError::Mirrored));
    /// # Ok::<(), MatrixError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a number is not finite, if the columns are not of one length (more than 0) and at right angles, or if the matrix
    /// mirrors.
    pub fn from_columns(columns: [V::Double; 3]) -> Result<(Self, f64), MatrixError> {
        let (axes, scale) = decompose(columns)?;
        Ok((Self::of(axes.map(V::Double::to_f64)), scale))
    }
}

/// The axes of a rotation times a scale, and the scale.
fn decompose<D: Vector<Scalar = f64>>(columns: [D; 3]) -> Result<([D; 3], f64), MatrixError> {
    if !columns.iter().all(|column| column.is_finite()) {
        return Err(MatrixError::NotFinite);
    }
    let size = columns.iter().fold(0.0_f64, |size, column| {
        Scalar::max(size, column.abs().max_element())
    });
    // An exact scale, so that no product overflows.
    let unit = 1.0 / size.power_of_two();
    let [x, y, z] = columns.map(|column| column * unit);
    let squares = [x, y, z].map(|axis| axis.length_squared());
    let [square, ..] = squares;
    let least = squares.into_iter().fold(f64::INFINITY, Scalar::min);
    if least == 0.0 {
        return Err(MatrixError::Zero);
    }
    if !squares
        .iter()
        .all(|other| Scalar::abs(other - square) <= DEVIATION * square)
    {
        let most = squares.into_iter().fold(0.0, Scalar::max);
        let ratio = Scalar::sqrt(most / least);
        return Err(MatrixError::Stretched { ratio });
    }
    let pairs = [(x, y), (y, z), (z, x)];
    if !pairs
        .iter()
        .all(|(a, b)| Scalar::abs(a.dot(*b)) <= DEVIATION * square)
    {
        return Err(MatrixError::Sheared);
    }
    let length = Scalar::sqrt(square);
    let first = x / length;
    let across = y - first * first.dot(y);
    let second = across / across.length();
    let third = D::crossing_axes(first, second)[0];
    if third.dot(z) < 0.0 {
        return Err(MatrixError::Mirrored);
    }
    Ok(([first, second, third], length * size.power_of_two()))
}

impl From<Quat> for Rotation<Vec3> {
    /// The rotation of a quaternion of any length. Not valid if its length is zero or not finite.
    fn from(quaternion: Quat) -> Self {
        Self::from_quaternion(quaternion.to_array())
    }
}

impl<V: Vector<Double = DVec3>> From<DQuat> for Rotation<V> {
    /// The rotation of a quaternion of any length. Not valid if its length is zero or not finite.
    fn from(quaternion: DQuat) -> Self {
        Self::of_quaternion(quaternion.to_array())
    }
}

impl<V: Vector> Pose<V> {
    /// The pose of a matrix by its columns, and a translation.
    fn of_matrix(columns: [DVec3; 3], translation: V::Double) -> Result<Self, MatrixError> {
        if !translation.is_finite() {
            return Err(MatrixError::NotFinite);
        }
        let (axes, scale) = decompose(columns)?;
        Ok(Self {
            rotation: Rotation::of(axes.map(|axis| axis.to_array())),
            translation,
            scale: V::Scalar::from_f64(scale),
        })
    }
}

/// The third axis of a map in the plane is as long as its first.
fn columns_of_plane(x: DVec2, y: DVec2) -> [DVec3; 3] {
    [
        x.extend(0.0),
        y.extend(0.0),
        DVec3::Z * libm::hypot(x.x, x.y),
    ]
}

impl TryFrom<Affine3A> for Pose<Vec3> {
    type Error = MatrixError;

    fn try_from(map: Affine3A) -> Result<Self, MatrixError> {
        let matrix = map.matrix3;
        let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.as_dvec3());
        Self::of_matrix(columns, map.translation.as_dvec3())
    }
}

impl<V: Vector<Double = DVec3>> TryFrom<DAffine3> for Pose<V> {
    type Error = MatrixError;

    fn try_from(map: DAffine3) -> Result<Self, MatrixError> {
        let matrix = map.matrix3;
        let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
        Self::of_matrix(columns, map.translation)
    }
}

impl TryFrom<Affine2> for Pose<Vec2> {
    type Error = MatrixError;

    fn try_from(map: Affine2) -> Result<Self, MatrixError> {
        let (x, y) = (map.matrix2.x_axis.as_dvec2(), map.matrix2.y_axis.as_dvec2());
        Self::of_matrix(columns_of_plane(x, y), map.translation.as_dvec2())
    }
}

impl<V: Vector<Double = DVec2>> TryFrom<DAffine2> for Pose<V> {
    type Error = MatrixError;

    fn try_from(map: DAffine2) -> Result<Self, MatrixError> {
        let columns = columns_of_plane(map.matrix2.x_axis, map.matrix2.y_axis);
        Self::of_matrix(columns, map.translation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{dvec2, dvec3, vec2, vec3};

    #[test]
    fn a_matrix_is_a_rotation_and_a_scale() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut number = || random.f64() * 2.0 - 1.0;
        for _ in 0..1000 {
            let axis = dvec3(number(), number(), number());
            let turn = Rotation::<DVec3>::new(axis, 4.0 * number());
            for scale in [1e-160, 0.3, 1.0, 1e200] {
                let columns = DVec3::AXES.map(|v| (turn.rotate(v) * scale).as_vec3());
                let single = columns.map(|v| v.as_dvec3());
                let exact = DVec3::AXES.map(|v| turn.rotate(v) * scale);
                let columns = if scale == 0.3 { single } else { exact };
                let (found, length) = Rotation::<DVec3>::from_columns(columns).unwrap();
                assert!((length / scale - 1.0).abs() < 1e-6);
                for (v, column) in DVec3::AXES.into_iter().zip(columns) {
                    assert!((found.rotate(v) - column / length).length() < 1e-6);
                    assert!((found.rotate(v).length() - 1.0).abs() < 1e-15);
                }
            }
        }
    }

    #[test]
    fn a_matrix_that_is_no_rotation_is_rejected_with_the_reason() {
        let [x, y, z] = DVec3::AXES;
        let error = |columns| Rotation::<Vec3>::from_columns(columns).unwrap_err();
        assert_eq!(error([-x, y, z]), MatrixError::Mirrored);
        assert_eq!(error([x, y + x * 0.001, z]), MatrixError::Sheared);
        assert_eq!(error([DVec3::ZERO; 3]), MatrixError::Zero);
        assert_eq!(error([x, DVec3::ZERO, z]), MatrixError::Zero);
        assert_eq!(error([x, y, DVec3::NAN]), MatrixError::NotFinite);
        assert_eq!(error([x, DVec3::INFINITY, z]), MatrixError::NotFinite);
        let MatrixError::Stretched { ratio } = error([x, y, z * 1.001]) else {
            panic!("the lengths differ");
        };
        assert!((ratio - 1.001).abs() < 1e-12);
        let ratio = error([x * 1e200, y * 4e200, z * 2e200]);
        assert_eq!(ratio, MatrixError::Stretched { ratio: 4.0 });
    }

    #[test]
    fn poses_place_points_as_the_affine_maps_do() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..1000 {
            let mut number = || random.f64() * 2.0 - 1.0;
            let axis = dvec3(number(), number(), number()).normalize();
            let turn = DQuat::from_axis_angle(axis, 4.0 * number());
            let (scale, to) = (2.0 + number(), dvec3(number(), number(), number()) * 1e3);
            let p = dvec3(number(), number(), number());
            let map = DAffine3::from_scale_rotation_translation(DVec3::splat(scale), turn, to);
            let placed = Pose::<DVec3>::try_from(map).unwrap().place(p);
            assert!((placed - map.transform_point3(p)).length() < 1e-12);
            let single = Pose::try_from(map.as_affine3a())
                .unwrap()
                .place(p.as_vec3());
            assert!((single - placed).length() < 1e-3);
            let turned = Rotation::<DVec3>::from(turn).rotate(p);
            assert!((turned - turn * p).length() < 1e-15 * 4.0);
            let turned = Rotation::from(turn.as_quat()).rotate(p.as_vec3());
            assert!((turned.as_dvec3() - turn * p).length() < 1e-6);

            let (to, p) = (to.truncate(), p.truncate());
            let flat = DAffine2::from_scale_angle_translation(dvec2(scale, scale), axis.x, to);
            let placed = Pose::<DVec2>::try_from(flat).unwrap().place(p);
            assert!((placed - flat.transform_point2(p)).length() < 1e-12);
            let single = Pose::try_from(flat.as_affine2())
                .unwrap()
                .place(p.as_vec2());
            assert!((single - placed).length() < 1e-3);
        }
    }

    #[test]
    fn a_double_precision_map_keeps_a_position_far_from_the_origin() {
        let far = dvec3(1e9 + 0.125, 0.0, -1e9);
        let pose = Pose::<Vec3>::try_from(DAffine3::from_translation(far)).unwrap();
        assert_eq!(
            (pose.translation, pose.rotation),
            (far, Rotation::default())
        );
        let flat = Pose::<Vec2>::try_from(DAffine2::from_translation(far.truncate())).unwrap();
        assert_eq!(
            (flat.translation, flat.rotation),
            (far.truncate(), Rotation::default())
        );
    }

    #[test]
    fn maps_that_no_pose_can_hold_are_rejected_with_the_reason() {
        let stretched = Pose::try_from(Affine3A::from_scale(vec3(1., 1., 3.)));
        assert_eq!(stretched, Err(MatrixError::Stretched { ratio: 3.0 }));
        let nowhere = Pose::try_from(Affine3A::from_translation(vec3(0., f32::NAN, 0.)));
        assert_eq!(nowhere, Err(MatrixError::NotFinite));
        let flat = |scale| Pose::try_from(Affine2::from_scale(scale));
        assert_eq!(
            flat(vec2(2., 1.)),
            Err(MatrixError::Stretched { ratio: 2.0 })
        );
        assert_eq!(flat(vec2(1., -1.)), Err(MatrixError::Mirrored));
        assert_eq!(flat(vec2(0., 1.)), Err(MatrixError::Zero));
        assert_eq!(flat(vec2(1e38, 1e38)).map(|pose| pose.scale), Ok(1e38));
        let sheared = DAffine2::from_cols_array(&[1., 0., 0.5, 1., 0., 0.]);
        // The second axis is longer by the shear.
        assert!(matches!(
            Pose::<Vec2>::try_from(sheared),
            Err(MatrixError::Stretched { .. })
        ));
        let huge = DAffine2::from_scale(dvec2(1e200, 1e200));
        assert_eq!(
            Pose::<DVec2>::try_from(huge).map(|pose| pose.scale),
            Ok(1e200)
        );
    }
}
