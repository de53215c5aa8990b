//! Where a character stands at a point of a navigation mesh, which may be off the ground.

use crate::standing::Standing;
use crate::survey::Survey;
use glam::Vec3;

/// Finds the ground at points of a navigation mesh.
pub(super) struct Footing<'a> {
    upright: Standing<'a>,
    /// Of half the height.
    low: Standing<'a>,
}

impl<'a> Footing<'a> {
    pub(super) fn new(survey: &Survey<'a>) -> Self {
        Self {
            upright: survey.standing(),
            low: survey.standing_of(0.5 * survey.options.height),
        }
    }

    /// The feet of the character above or below a point, near it if there is such a place: large polygons are far off hills, and
    /// another floor is farther off than the height of the character.
    ///
    /// # Errors
    /// There is no such place; the feet of a character of half the height, if that stands there: then a ceiling is in the way,
    /// and not what is above that.
    pub(super) fn at(&mut self, point: Vec3) -> Result<Vec3, Option<Vec3>> {
        let height = 2.0 * self.low.height();
        for part in [0.25, 0.5, 1.0] {
            if let Some(feet) = self.upright.at(point, part * height) {
                return Ok(feet);
            }
            if let Some(feet) = self.low.at(point, part * height) {
                return Err(Some(feet));
            }
        }
        Err(None)
    }
}
