//! Games of billiards: a table, a rack or balls, and a shot.

mod file;
mod result_hash;

use crate::FormatError;
use crate::error::{Result, bail, ensure};
use crate::json::{parse_object, read_file};
use carom::billiards::{
    BallFriction, BallModel, BallParameters, BallState, BilliardsError, PoolBall, PoolSetup,
    PoolTable, Rack, Shot, ShotResult, TableSpec, direction_to, roll_out, simulate,
};
use file::{BilliardsFile, GameBallFile, StrokeFile};
use glam::{DVec2, DVec3};
use std::path::Path;

pub use result_hash::result_hash;

/// The largest file of a game, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// A game of billiards, checked.
///
/// ```
/// use carom_format::billiards::BilliardsGame;
/// let text = br#"{"rack": "nine_ball", "shot": {"speed": 8, "at_ball": 1}}"#;
/// let game = BilliardsGame::read(text, "a/break.json".as_ref())?;
/// assert_eq!((game.name.as_str(), game.table.balls().len()), ("break", 10));
/// assert_eq!(game.play()?.first_ball_hit(0), Some(1));
/// let error = BilliardsGame::read(br#"{"rack": "nine_ball", "shot": {"speed": -8}}"#, "a.json".as_ref());
/// assert_eq!(error.unwrap_err().to_string(), "shot.direction is missing; so is shot.at_ball");
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BilliardsGame {
    /// The name of its file, without the ending.
    pub name: String,
    /// The table with its balls.
    pub table: PoolTable,
    /// The shot; without one, the balls move as they do in the file.
    pub shot: Option<Shot>,
}

impl BilliardsGame {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is no game; the message names the file and the field.
    pub fn load(path: &Path) -> Result<Self> {
        let text = read_file(path, "game of billiards", MAX_BYTES)?;
        Self::read(&text, path).map_err(|error| error.within(path.display()))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is no game; the message names the field.
    pub fn read(text: &[u8], path: &Path) -> Result<Self> {
        let file: BilliardsFile = parse_object(text, "game of billiards")?;
        let table = table(&file)?;
        let shot = match &file.shot {
            Some(stroke) => Some(shot(stroke, &table)?),
            None => None,
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self {
            name: name.into_owned(),
            table,
            shot,
        })
    }

    /// Plays the shot until all balls are at rest; without one, lets the balls roll out.
    ///
    /// # Errors
    /// A value of the shot is out of range; the message names the field.
    pub fn play(&self) -> Result<ShotResult> {
        match &self.shot {
            Some(shot) => simulate(&self.table, shot).map_err(placed),
            None => Ok(roll_out(&self.table)),
        }
    }
}

fn table(file: &BilliardsFile) -> Result<PoolTable> {
    let game = file.rack.map(Rack::table).unwrap_or_default();
    let name = file.table.unwrap_or(game);
    let mut spec = name.spec();
    file.dimensions.change(&mut spec)?;
    ensure!(
        file.ball.ball_friction.is_none() || averages_friction(&file.models.ball),
        "ball.ball_friction: models.ball does not read it; it does with \"friction\": \"average\""
    );
    let setup = PoolSetup {
        spec,
        balls: balls(file, &spec, name.ball())?,
        cue: file.cue,
        models: file.models,
    };
    PoolTable::new(&setup).map_err(|error| match error {
        // The balls of a rack have no places in the file.
        BilliardsError::Outside { .. } | BilliardsError::Overlap { .. } if file.rack.is_some() => {
            format!("rack: {error}").into()
        }
        error => placed(error),
    })
}

/// Whether the friction between two balls is the mean of theirs.
fn averages_friction(model: &BallModel) -> bool {
    let (BallModel::FrictionalInelastic { friction } | BallModel::Mathavan2014 { friction, .. }) =
        model;
    *friction == BallFriction::Average
}

fn balls(
    file: &BilliardsFile,
    spec: &TableSpec,
    mut parameters: BallParameters,
) -> Result<Vec<PoolBall>> {
    file.ball.change(&mut parameters);
    match (&file.rack, &file.balls) {
        (Some(_), Some(_)) => bail!("rack and balls: a game has one of them"),
        (None, None) => bail!("balls is missing; so is rack"),
        (Some(rack), None) => {
            ensure!(
                file.ball.radius.is_none(),
                "ball.radius: the balls of a rack have their size; list them as balls"
            );
            let gap = file.gap.unwrap_or(0.0);
            ensure!(
                (0.0..=0.1).contains(&gap),
                "gap must be 0 to 0.1 m, not {gap}"
            );
            let mut balls = rack.balls(spec, gap);
            for ball in &mut balls {
                file.ball.change(&mut ball.parameters);
            }
            Ok(balls)
        }
        (None, Some(balls)) => {
            ensure!(file.gap.is_none(), "gap: balls without a rack have places");
            let balls = balls.iter().enumerate();
            balls.map(|(i, file)| ball(file, i, &parameters)).collect()
        }
    }
}

fn ball(file: &GameBallFile, number: usize, parameters: &BallParameters) -> Result<PoolBall> {
    if file.is_pocketed {
        ensure!(
            file.velocity.is_none() && file.angular_velocity.is_none() && file.rise.is_none(),
            "balls[{number}].is_pocketed: a ball in a pocket does not move"
        );
    }
    let mut ball = PoolBall::new(*parameters, DVec2::from(file.position));
    ball.is_pocketed = file.is_pocketed;
    ball.state.position.z = file.height.unwrap_or(parameters.radius);
    let rise = file.rise.unwrap_or_default();
    ball.state.velocity = DVec2::from(file.velocity.unwrap_or_default()).extend(rise);
    let rolling = BallState::rolling(DVec2::ZERO, ball.state.velocity.truncate(), parameters);
    ball.state.angular_velocity = file
        .angular_velocity
        .map_or(rolling.angular_velocity, DVec3::from);
    Ok(ball)
}

fn shot(file: &StrokeFile, table: &PoolTable) -> Result<Shot> {
    let balls = table.balls();
    let place = |number: u32, field: &str| {
        let ball = balls.get(number as usize).filter(|ball| !ball.is_pocketed);
        ball.map(|ball| ball.state.position.truncate())
            .ok_or_else(|| {
                FormatError::from(format!("shot.{field}: no ball {number} is on the table"))
            })
    };
    let from = place(file.ball, "ball")?;
    let direction = match (file.direction, file.at_ball) {
        (Some(_), Some(_)) => bail!("shot.direction and shot.at_ball: a shot has one of them"),
        (None, None) => bail!("shot.direction is missing; so is shot.at_ball"),
        (Some(degrees), None) => degrees.to_radians(),
        (None, Some(ball)) => {
            let to = place(ball, "at_ball")?;
            ensure!(
                ball != file.ball,
                "shot.at_ball: ball {ball} cannot be aimed at itself"
            );
            direction_to(from, to)
        }
    };
    let elevation = file.elevation;
    ensure!(
        (0.0..=90.0).contains(&elevation),
        "shot.elevation must be 0 to 90 degrees, not {elevation}"
    );
    Ok(Shot::new(file.ball, file.speed, direction)
        .with_offset(file.right, file.above)
        // Exactly upright is π/2, by whatever this multiplication rounds to.
        .with_elevation(elevation.to_radians().min(std::f64::consts::FRAC_PI_2)))
}

/// The fields of a ball's state; other properties are the same for all balls.
const STATE: [&str; 4] = ["position", "height", "velocity", "angular_velocity"];

/// The error of a table or a shot at its place in the file.
fn placed(error: BilliardsError) -> FormatError {
    match error {
        BilliardsError::NoBalls => "balls is empty".into(),
        BilliardsError::TooManyBalls { .. } => format!("balls: {error}").into(),
        BilliardsError::Ball { ball, what, must } if STATE.contains(&what) => {
            format!("balls[{ball}].{what} must be {must}").into()
        }
        BilliardsError::Ball {
            ball,
            what: "vertical velocity",
            must,
        } => format!("balls[{ball}].rise must be {must}").into(),
        BilliardsError::Ball { what, must, .. } => format!("ball.{what} must be {must}").into(),
        BilliardsError::Outside { ball, what } => format!("balls[{ball}]: it {what}").into(),
        BilliardsError::Spec { what, must } if what.contains(' ') => {
            format!("dimensions: the {what} must be {must}").into()
        }
        BilliardsError::Spec { what, must } => format!("dimensions.{what} must be {must}").into(),
        BilliardsError::Model { what, must } => {
            let place = if what.ends_with("of the cue") {
                "cue"
            } else {
                "models"
            };
            format!("{place}: the {what} must be {must}").into()
        }
        BilliardsError::Shot { what, must, .. } => format!("shot.{what} must be {must}").into(),
        other => other.to_string().into(),
    }
}
