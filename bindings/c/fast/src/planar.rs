//! Chains, and the ticks of characters on them.

use carom_rs::glam::Vec2;
use carom_rs::mover::{CharacterState, Intent, Mover, Report};
use carom_rs::{Chain, ChainError, Collider};
use std::ops::Range;
use std::sync::Arc;

/// [`Chain::open`], or of rings [`Chain::closed`] and [`Chain::from_rings`].
///
/// # Errors
/// Those of the functions.
#[inline(never)]
pub fn chain(
    vertices: Vec<Vec2>,
    rings: Option<&[Range<usize>]>,
) -> Result<Chain<Vec2>, ChainError> {
    match rings {
        None => Chain::open(vertices),
        Some([_]) => Chain::closed(vertices),
        Some(rings) => Chain::from_rings(
            rings
                .iter()
                .map(|ring| vertices[ring.clone()].iter().copied()),
        ),
    }
}

/// [`Chain::solid`].
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn solid(chain: Chain<Vec2>) -> Result<Chain<Vec2>, ChainError> {
    chain.solid()
}

/// [`Chain::contains`].
#[must_use]
#[inline(never)]
pub fn chain_contains(chain: &Chain<Vec2>, point: Vec2) -> bool {
    chain.contains(point)
}

/// [`Chain::signed_distance`].
#[must_use]
#[inline(never)]
pub fn chain_signed_distance(chain: &Chain<Vec2>, point: Vec2) -> f32 {
    chain.signed_distance(point)
}

/// A chain as the collider of a body. Here, because it is a trait object with all queries of a chain.
#[must_use]
#[inline(never)]
pub fn chain_collider(chain: Arc<Chain<Vec2>>) -> Collider<Vec2> {
    chain.into()
}

/// [`Mover::step`] on a chain.
#[inline(never)]
pub fn step_on_chain(
    mover: &mut Mover<Vec2>,
    chain: &Chain<Vec2>,
    state: &mut CharacterState<Vec2>,
    intent: &Intent<Vec2>,
    dt: f32,
) -> Report<Vec2> {
    mover.step(chain, state, intent, dt)
}
