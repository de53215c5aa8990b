//! Poses of bodies in 2D by their positions, angles and scales.

use crate::answers::Column;
use crate::arrays::{Argument, Row, broadcast, count};
use crate::bodies::put_matrix;
use crate::shape_rows::require_finite;
use carom::glam::DVec2;
use carom::{Pose, Rotation};
use pyo3::prelude::*;
use pyo3::types::PyFloat;

/// pose(position, angle=0.0, scale=1.0): the matrices (..., 3, 3) of bodies at `position` (..., 2), turned by `angle` (...) radians
/// counter-clockwise, and `scale` (...) times as large, broadcast.
///
/// A body's points are scaled, then rotated, then moved. Raises a ValueError for a number that is not finite, and a scale that is
/// not more than 0.
///
/// >>> import carom
/// >>> carom.planar.pose([5, 1], scale=2)
/// array([[2., 0., 5.],
///        [0., 2., 1.],
///        [0., 0., 1.]])
#[pyfunction]
#[pyo3(signature = (position, angle = None, scale = None), text_signature = "(position, angle=0.0, scale=1.0)")]
pub(crate) fn pose<'py>(
    position: &Bound<'py, PyAny>,
    angle: Option<&Bound<'py, PyAny>>,
    scale: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = position.py();
    let [zero, one] = [0.0, 1.0].map(|number| PyFloat::new(py, number).into_any());
    let arguments = [
        Argument::new(position, "position", Row::Place)?,
        Argument::new(angle.unwrap_or(&zero), "angle", Row::Number)?,
        Argument::new(scale.unwrap_or(&one), "scale", Row::Number)?,
    ];
    let leading = broadcast(&arguments.each_ref())?;
    let [positions, angles, scales] = arguments.each_ref().map(|all| all.rows(&leading));
    require_finite::<DVec2>([&positions, &angles, &scales])?;
    scales.require("must be more than 0", |scale: f64| scale > 0.0)?;
    count(&leading)?;
    let mut array = Column::<f64>::new(py, &[&leading[..], &[3, 3]].concat())?;
    for (row, matrix) in array.slice().as_chunks_mut::<9>().0.iter_mut().enumerate() {
        let pose = Pose::<DVec2> {
            rotation: Rotation::new(DVec2::ZERO, angles.scalar(row)),
            translation: positions.vector(row),
            scale: scales.scalar(row),
        };
        put_matrix(&pose, matrix);
    }
    Ok(array.object(py))
}
