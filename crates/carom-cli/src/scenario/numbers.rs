//! Numbers of a scenario, checked: points of as many dimensions as the scenario has.

use anyhow::{Result, bail, ensure};

/// The largest coordinate, length, speed or acceleration.
pub(super) const MOST: f64 = 1e9;
/// The least length of a direction.
pub(super) const LEAST: f64 = 1e-6;

/// Two or three numbers a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dimensions {
    Two,
    Three,
}

impl Dimensions {
    /// Of a point that says it for all others.
    pub(super) fn of(numbers: &[f64], place: &str) -> Result<Self> {
        match numbers.len() {
            2 => Ok(Self::Two),
            3 => Ok(Self::Three),
            n => bail!("{place}: a point has two or three numbers, not {n}"),
        }
    }

    /// A point; its third number is 0 in 2D.
    pub(super) fn point(self, numbers: &[f64], place: &str) -> Result<[f64; 3]> {
        let in_range = || {
            ensure!(
                numbers.iter().all(|c| c.abs() <= MOST),
                "{place}: {numbers:?} is out of range; a billion is the most"
            );
            Ok(())
        };
        match (self, numbers) {
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

    /// A direction, of any length but zero.
    pub(super) fn direction(self, numbers: &[f64], place: &str) -> Result<[f64; 3]> {
        let direction = self.point(numbers, place)?;
        ensure!(
            direction.iter().any(|x| x.abs() > LEAST),
            "{place} must not be zero ({numbers:?})"
        );
        Ok(direction)
    }

    /// What something turns around: in 2D there is nothing to say.
    pub(super) fn axis(self, numbers: Option<&Vec<f64>>, place: &str) -> Result<[f64; 3]> {
        match (self, numbers) {
            (Self::Three, Some(axis)) => self.direction(axis, place),
            (Self::Three, None) => bail!("{place} is missing"),
            (Self::Two, None) => Ok([0.0, 0.0, 1.0]),
            (Self::Two, Some(_)) => bail!("{place}: in 2D there is only one way to turn"),
        }
    }
}

/// A length, a speed or the like: not negative, and not beyond reason.
pub(super) fn size(number: f64, place: &str) -> Result<f64> {
    ensure!(
        (0.0..=MOST).contains(&number),
        "{place} must be 0 to a billion, not {number}"
    );
    Ok(number)
}

/// A number of either sign, not beyond reason.
pub(super) fn amount(number: f64, place: &str) -> Result<f64> {
    ensure!(number.abs() <= MOST, "{place} is out of range ({number})");
    Ok(number)
}
