// Root motion: the intent of a tick in which an animation moves a character.

import { A, INTENT, LOCOMOTION, OUT, QUERY } from "./core.js";
import * as L from "./layout.js";
import { finite, known, vector } from "./values.js";

/** Flag of a root motion: it takes the place of gravity. */
const VERTICAL = 1;

export const checkedMotion = (motion) => known(motion, ["displacement", "turn", "vertical", "height"], "motion");

/**
 * Writes the intent of the character at the address `state` in the scene that is in the block; returns its facing after the tick. `isAdopted`: the locomotion in
 * the block takes over the speed.
 */
export function animated(core, motion, facing, dt, state, up, isAdopted) {
  // In A and B: the displacement, turn and flags; in the answer the facing.
  const { f32, u32, at } = core, given = at + A;
  vector(core, given + L.RootMotion_displacement, motion.displacement, "motion", "displacement");
  f32[given + L.RootMotion_turn >> 2] = finite(motion.turn ?? 0, "motion.turn");
  u32[given + L.RootMotion_flags >> 2] = motion.vertical ? VERTICAL : 0;
  f32[at + OUT >> 2] = finite(facing, "facing");
  core.c.root_motion_intent(given, at + QUERY, isAdopted ? at + LOCOMOTION : 0, state, at + OUT, up, dt, at + INTENT);
  f32[at + INTENT + L.Intent_height >> 2] = finite(motion.height ?? 0, "motion.height");
  return f32[at + OUT >> 2];
}
