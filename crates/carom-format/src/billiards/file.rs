//! Games of billiards as they are written: every field of the format, and no others.

use crate::error::{Result, bail};
use carom::billiards::{BallParameters, Cue, Models, Rack, TableName, TableSpec};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a game of billiards")]
pub(super) struct BilliardsFile {
    pub(super) table: Option<TableName>,
    #[serde(default)]
    pub(super) dimensions: DimensionsFile,
    pub(super) rack: Option<Rack>,
    pub(super) gap: Option<f64>,
    pub(super) balls: Option<Vec<GameBallFile>>,
    #[serde(default)]
    pub(super) ball: ParametersFile,
    #[serde(default)]
    pub(super) cue: Cue,
    #[serde(default)]
    pub(super) models: Models,
    pub(super) shot: Option<StrokeFile>,
}

/// A struct of optional numbers, with a function that writes those given into another struct.
macro_rules! changes {
    ($(#[$attribute:meta])* $name:ident of $target:ty: $($field:ident),*) => {
        $(#[$attribute])*
        #[derive(Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub(super) struct $name {
            $(pub(super) $field: Option<f64>,)*
        }

        impl $name {
            pub(super) fn change(&self, target: &mut $target) {
                $(if let Some(given) = self.$field {
                    target.$field = given;
                })*
            }
        }
    };
}

changes! {
    /// Properties of all balls that differ from those of the table's game.
    ParametersFile of BallParameters: mass, radius, sliding_friction, rolling_friction, spinning_friction,
    ball_restitution, ball_friction, cushion_restitution, cushion_friction, gravity
}

/// Dimensions that differ from those of the table, m; cuts in degrees.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct DimensionsFile {
    width: Option<f64>,
    length: Option<f64>,
    cushion_height: Option<f64>,
    cushion_width: Option<f64>,
    corner_mouth: Option<f64>,
    corner_cut: Option<f64>,
    corner_jaw_radius: Option<f64>,
    corner_depth: Option<f64>,
    corner_radius: Option<f64>,
    side_mouth: Option<f64>,
    side_cut: Option<f64>,
    side_jaw_radius: Option<f64>,
    side_depth: Option<f64>,
    side_radius: Option<f64>,
}

impl DimensionsFile {
    pub(super) fn change(&self, spec: &mut TableSpec) -> Result<()> {
        let set = |value: &mut f64, given: Option<f64>| *value = given.unwrap_or(*value);
        set(&mut spec.width, self.width);
        set(&mut spec.length, self.length);
        set(&mut spec.cushion_height, self.cushion_height);
        set(&mut spec.cushion_width, self.cushion_width);
        let of_pockets = [
            ("corner_mouth", self.corner_mouth),
            ("corner_cut", self.corner_cut.map(f64::to_radians)),
            ("corner_jaw_radius", self.corner_jaw_radius),
            ("corner_depth", self.corner_depth),
            ("corner_radius", self.corner_radius),
            ("side_mouth", self.side_mouth),
            ("side_cut", self.side_cut.map(f64::to_radians)),
            ("side_jaw_radius", self.side_jaw_radius),
            ("side_depth", self.side_depth),
            ("side_radius", self.side_radius),
        ];
        let Some(pockets) = &mut spec.pockets else {
            if let Some((name, _)) = of_pockets.iter().find(|(_, given)| given.is_some()) {
                bail!("dimensions.{name}: the table has no pockets");
            }
            return Ok(());
        };
        let values = [
            &mut pockets.corner_mouth,
            &mut pockets.corner_cut,
            &mut pockets.corner_jaw_radius,
            &mut pockets.corner_depth,
            &mut pockets.corner_radius,
            &mut pockets.side_mouth,
            &mut pockets.side_cut,
            &mut pockets.side_jaw_radius,
            &mut pockets.side_depth,
            &mut pockets.side_radius,
        ];
        for (value, (_, given)) in values.into_iter().zip(of_pockets) {
            set(value, given);
        }
        Ok(())
    }
}

/// A ball as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameBallFile {
    pub(super) position: [f64; 2],
    pub(super) height: Option<f64>,
    pub(super) velocity: Option<[f64; 2]>,
    pub(super) rise: Option<f64>,
    pub(super) angular_velocity: Option<[f64; 3]>,
    #[serde(default)]
    pub(super) is_pocketed: bool,
}

/// A shot as it is written; angles in degrees.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StrokeFile {
    #[serde(default)]
    pub(super) ball: u32,
    pub(super) speed: f64,
    pub(super) direction: Option<f64>,
    pub(super) at_ball: Option<u32>,
    #[serde(default)]
    pub(super) elevation: f64,
    #[serde(default)]
    pub(super) right: f64,
    #[serde(default)]
    pub(super) above: f64,
}
