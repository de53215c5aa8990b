// The state of a character as bytes: its words, and those of its locomotion.

import { A, B, INTENT, LOCOMOTION, STATE } from "./core.js";
import { WORDS } from "./settings.js";
import { must } from "./values.js";

export const saved = (words, locomotion) => new Uint8Array(Uint32Array.from(locomotion ? [...words, ...locomotion] : words).buffer);

/**
 * Puts the saved state of a character, of `count` words, into the block. Returns the words of its locomotion, or null where `own`, those of now, are missing.
 */
export function restored(core, bytes, own, count = WORDS) {
  const size = 4 * (count + (own?.length ?? 0)), { at } = core;
  must(bytes instanceof Uint8Array && bytes.length === size, "bytes", `a Uint8Array of ${size} bytes, from save() of such a character`, bytes);
  const words = new Uint32Array(bytes.slice().buffer), locomotion = own ? words.subarray(count) : null;
  core.u32.set(words.subarray(0, count), at + STATE >> 2);
  // Refuses a state that a tick would refuse: the call is that of a tick, without its tick. A is zero, B is up, in 2D too.
  if (locomotion) core.u32.set(locomotion, at + LOCOMOTION >> 2);
  else core.c.locomotion(at + LOCOMOTION);
  core.f32.set([0, 0, 0, 0, 0, 1, 0], at + A >> 2);
  try {
    core.c.locomotion_intent(at + LOCOMOTION, at + STATE, at + A, 0, at + B, 1, at + INTENT);
  } catch (error) {
    throw core.dead ? error : new RangeError(`bytes: ${error.message}`, { cause: error });
  }
  return locomotion;
}
