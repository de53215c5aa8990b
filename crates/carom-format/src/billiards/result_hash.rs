//! The hash of a shot's result.

use crate::Fnv;
use carom::billiards::{BallState, ShotEventKind, ShotResult};

/// Hash of the bits of every event and of every ball at the end, as `carom pool --physics billiards` writes it.
///
/// ```
/// use carom_format::billiards::{BilliardsGame, result_hash};
/// let game = |speed: f64| {
///     let text = format!(r#"{{"rack": "nine_ball", "shot": {{"speed": {speed}, "at_ball": 1}}}}"#);
///     BilliardsGame::read(text.as_bytes(), "break.json".as_ref())
/// };
/// let result = game(8.)?.play()?;
/// assert_eq!(result_hash(&result), result_hash(&game(8.)?.play()?));
/// assert_ne!(result_hash(&result), result_hash(&game(8.000001)?.play()?));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[must_use]
pub fn result_hash(result: &ShotResult) -> String {
    let mut hash = Fnv::new();
    let state = |hash: &mut Fnv, state: &BallState| {
        hash.vector(state.position);
        hash.vector(state.velocity);
        hash.vector(state.angular_velocity);
    };
    for event in &result.events {
        hash.add(event.time.to_bits());
        hash.word(event.ball);
        state(&mut hash, &event.after);
        match event.kind {
            ShotEventKind::Strike => hash.word(0),
            ShotEventKind::Transition { from, to } => {
                hash.word(1);
                hash.word(from as u32);
                hash.word(to as u32);
            }
            ShotEventKind::Pocket { pocket } => {
                hash.word(2);
                hash.word(pocket);
            }
            ShotEventKind::Ball {
                other,
                other_after,
                speed,
            } => {
                hash.word(3);
                hash.word(other);
                state(&mut hash, &other_after);
                hash.add(speed.to_bits());
            }
            ShotEventKind::Cushion { cushion, speed } => {
                hash.word(4);
                hash.word(cushion);
                hash.add(speed.to_bits());
            }
            ShotEventKind::Slate { speed } => {
                hash.word(5);
                hash.add(speed.to_bits());
            }
            ShotEventKind::OffTable => hash.word(6),
        }
    }
    for ball in &result.balls {
        state(&mut hash, &ball.state);
        hash.word(u32::from(ball.is_pocketed));
    }
    hash.digits()
}
