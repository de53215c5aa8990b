// Sweeps of two shapes against each other.

import { LIST } from "../core.js";
import { ofTwo } from "../pair.js";
import { hitAt, putMotion } from "../query.js";
import { vector } from "../values.js";

/** Where the motions are: behind the answer. */
export const MOTION_A = LIST + 256, MOTION_B = LIST + 320;

/** The address of a displacement. */
function put(core, place, delta, name) {
  vector(core, core.at + place, delta, name);
  return core.at + place;
}

/** The address of a rigid motion, 0 for none. */
export const motion = (core, place, given, name) => (given == null ? 0 : putMotion(core, place, given, name));

export const sweeps = (core) => ({
  sweep(a, deltaA, b, deltaB = [0, 0, 0]) {
    const ofA = put(core, MOTION_A, deltaA, "deltaA"), ofB = put(core, MOTION_B, deltaB, "deltaB");
    return hitAt(core, ofTwo(core, a, b, (a, b, out) => core.c.pair_sweep(a, ofA, b, ofB, out)));
  },
  sweepRigid(a, motionA, b, motionB) {
    const ofA = motion(core, MOTION_A, motionA, "motionA"), ofB = motion(core, MOTION_B, motionB, "motionB");
    return hitAt(core, ofTwo(core, a, b, (a, b, out) => core.c.pair_sweep_rigid(a, ofA, b, ofB, out)));
  },
});
