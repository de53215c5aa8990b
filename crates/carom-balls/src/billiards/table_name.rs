//! Names of the tables that the library has.

use super::parameters::BallParameters;
use super::rack::Rack;
use super::spec::TableSpec;

/// The tables of [`TableSpec`] by name, as files and other languages name them.
///
/// ```
/// use carom::billiards::{BallParameters, Rack, TableName, TableSpec};
/// assert_eq!(TableName::Snooker.spec(), TableSpec::SNOOKER);
/// assert_eq!(TableName::Snooker.ball(), BallParameters::SNOOKER);
/// assert_eq!(Rack::NineBall.table(), TableName::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TableName {
    /// [`TableSpec::POOL_7_FT`].
    #[cfg_attr(feature = "serde", serde(rename = "pool_7_ft"))]
    Pool7Ft,
    /// [`TableSpec::POOL_8_FT`].
    #[cfg_attr(feature = "serde", serde(rename = "pool_8_ft"))]
    Pool8Ft,
    /// [`TableSpec::POOL_9_FT`].
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "pool_9_ft"))]
    Pool9Ft,
    /// [`TableSpec::SNOOKER`].
    #[cfg_attr(feature = "serde", serde(rename = "snooker"))]
    Snooker,
    /// [`TableSpec::CAROM`].
    #[cfg_attr(feature = "serde", serde(rename = "carom"))]
    Carom,
}

impl TableName {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 5] = [
        Self::Pool7Ft,
        Self::Pool8Ft,
        Self::Pool9Ft,
        Self::Snooker,
        Self::Carom,
    ];

    /// Its dimensions.
    #[must_use]
    pub fn spec(self) -> TableSpec {
        match self {
            Self::Pool7Ft => TableSpec::POOL_7_FT,
            Self::Pool8Ft => TableSpec::POOL_8_FT,
            Self::Pool9Ft => TableSpec::POOL_9_FT,
            Self::Snooker => TableSpec::SNOOKER,
            Self::Carom => TableSpec::CAROM,
        }
    }

    /// The balls that are played on it.
    #[must_use]
    pub fn ball(self) -> BallParameters {
        match self {
            Self::Pool7Ft | Self::Pool8Ft | Self::Pool9Ft => BallParameters::POOL,
            Self::Snooker => BallParameters::SNOOKER,
            Self::Carom => BallParameters::CAROM,
        }
    }
}

impl Rack {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 5] = [
        Self::EightBall,
        Self::NineBall,
        Self::TenBall,
        Self::Snooker,
        Self::ThreeCushion,
    ];

    /// The table of its game.
    ///
    /// ```
    /// use carom::billiards::{Rack, TableName};
    /// assert_eq!(Rack::ThreeCushion.table(), TableName::Carom);
    /// ```
    #[must_use]
    pub fn table(self) -> TableName {
        match self {
            Self::EightBall | Self::NineBall | Self::TenBall => TableName::Pool9Ft,
            Self::Snooker => TableName::Snooker,
            Self::ThreeCushion => TableName::Carom,
        }
    }
}
