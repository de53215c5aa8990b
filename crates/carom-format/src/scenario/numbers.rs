//! Checked numbers of a scenario: points of its dimension, lengths and amounts.

use crate::decimal::Numbers;
use crate::error::{Result, bail, ensure};

/// The largest coordinate, length, speed or acceleration.
pub(super) const MOST: f64 = 1e9;
/// The least length of a direction.
pub(super) const LEAST: f64 = 1e-6;

/// The number of dimensions.
///
/// ```
/// use carom_format::scenario::Dimensions;
/// assert_eq!((Dimensions::new(2), Dimensions::new(4)), (Some(Dimensions::Two), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimensions {
    /// 2D.
    Two,
    /// 3D.
    Three,
}

impl Dimensions {
    /// 2 or 3 dimensions; `None` for another number.
    #[must_use]
    pub fn new(count: usize) -> Option<Self> {
        match count {
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            _ => None,
        }
    }

    /// The dimensions of a point, which all others must have.
    pub(super) fn of(point: &Numbers<'_>, place: &str) -> Result<Self> {
        match Self::new(point.count) {
            Some(dimensions) => Ok(dimensions),
            None => bail!(
                "{place}: a point has two or three numbers, not {}",
                point.count
            ),
        }
    }

    /// A point; its third number is 0 in 2D.
    pub(super) fn point(self, numbers: &Numbers<'_>, place: &str) -> Result<[f64; 3]> {
        let numbers = numbers.to_f64(place)?;
        let in_range = || {
            ensure!(
                numbers.iter().all(|c| c.abs() <= MOST),
                "{place}: {numbers:?} is out of range; a billion is the most"
            );
            Ok(())
        };
        match (self, &*numbers) {
            (Self::Three, &[x, y, z]) => in_range().map(|()| [x, y, z]),
            (Self::Two, &[x, y]) => in_range().map(|()| [x, y, 0.0]),
            (Self::Three, [_, _]) => {
                bail!("{place}: two numbers make a 2D point, and characters[0].feet is 3D")
            }
            (Self::Two, [_, _, _]) => {
                bail!("{place}: three numbers make a 3D point, and characters[0].feet is 2D")
            }
            _ => bail!(
                "{place}: a point has two or three numbers, not {}",
                numbers.len()
            ),
        }
    }

    /// A direction of any length but zero.
    pub(super) fn direction(self, numbers: &Numbers<'_>, place: &str) -> Result<[f64; 3]> {
        let direction = self.point(numbers, place)?;
        ensure!(
            direction.iter().any(|x| x.abs() > LEAST),
            "{place} must not be zero ({:?})",
            &direction[..numbers.count]
        );
        Ok(direction)
    }

    /// The axis of a rotation; a file has none in 2D.
    pub(super) fn axis(self, numbers: Option<&Numbers<'_>>, place: &str) -> Result<[f64; 3]> {
        match (self, numbers) {
            (Self::Three, Some(axis)) => self.direction(axis, place),
            (Self::Three, None) => bail!("{place} is missing"),
            (Self::Two, None) => Ok([0.0, 0.0, 1.0]),
            (Self::Two, Some(_)) => bail!("{place}: in 2D there is only one axis"),
        }
    }
}

/// A length, speed or the like: 0 to a billion.
pub(super) fn size(number: f64, place: &str) -> Result<f64> {
    ensure!(
        (0.0..=MOST).contains(&number),
        "{place} must be 0 to a billion, not {number}"
    );
    Ok(number)
}

/// The same, but more than 0.
pub(super) fn positive(number: f64, place: &str) -> Result<f64> {
    ensure!(number > 0.0, "{place} must be more than 0, not {number}");
    size(number, place)
}

/// A number of either sign, up to a billion.
pub(super) fn amount(number: f64, place: &str) -> Result<f64> {
    ensure!(number.abs() <= MOST, "{place} is out of range ({number})");
    Ok(number)
}
