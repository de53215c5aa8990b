// Sweeps of two shapes against each other.

import { LIST } from "../core.js";
import { ofTwo } from "../pair.js";
import { hitAt, putMotion } from "../query.js";
import { vector } from "../values.js";

/** Where the motions are: behind the answer. */
export const MOTION_A = LIST + 256, MOTION_B = LIST + 320;

/** The address of a rigid motion that `putMotion` writes, 0 for none. */
export const motionOver = (putMotion) => (core, place, given, name) => (given == null ? 0 : putMotion(core, place, given, name));

/** The functions of a dimension: `of` has its `ofTwo`, `hitAt`, `putMotion`, `vector` and `zero`. */
export const sweepsOver = ({ ofTwo, hitAt, putMotion, vector, zero }) => (core) => {
  const motion = motionOver(putMotion), put = (place, delta, name) => {
    vector(core, core.at + place, delta, name);
    return core.at + place;
  };
  return {
    sweep(a, deltaA, b, deltaB = zero) {
      const ofA = put(MOTION_A, deltaA, "deltaA"), ofB = put(MOTION_B, deltaB, "deltaB");
      return hitAt(core, ofTwo(core, a, b, (a, b, out) => core.c.pair_sweep(a, ofA, b, ofB, out)));
    },
    sweepRigid(a, motionA, b, motionB) {
      const ofA = motion(core, MOTION_A, motionA, "motionA"), ofB = motion(core, MOTION_B, motionB, "motionB");
      return hitAt(core, ofTwo(core, a, b, (a, b, out) => core.c.pair_sweep_rigid(a, ofA, b, ofB, out)));
    },
  };
};

export const motion = /* @__PURE__ */ motionOver(putMotion);
export const sweeps = /* @__PURE__ */ sweepsOver({ ofTwo, hitAt, putMotion, vector, zero: [0, 0, 0] });
