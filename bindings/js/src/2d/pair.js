// Queries of two shapes in 2D, without a chain or world.

import { A, B, LIST, OUT, SHAPE } from "../core.js";
import * as L from "../layout.js";
import { number } from "../values.js";
import { manifoldAt } from "./manifold.js";
import { contactAt, hitAt, putMotion } from "./query.js";
import { withShape } from "./shapes.js";
import { read, vector } from "./values.js";

/** Where the motions are: behind the answer. */
const MOTION_A = LIST + 256, MOTION_B = LIST + 320;

/** Runs a function of two shapes, of which the second takes the place of the arguments; returns where its answer is. */
function ofTwo(core, a, b, run) {
  const { at } = core, out = at + LIST;
  withShape(core, at + SHAPE, a, "a", () => withShape(core, at + A, b, "b", () => run(at + SHAPE, at + A, out)));
  return out;
}

/** The address of a vector. */
function put(core, place, value, name) {
  vector(core, core.at + place, value, name);
  return core.at + place;
}

/** The address of a rigid motion, 0 for none. */
const motion = (core, place, given, name) => (given == null ? 0 : putMotion(core, place, given, name));

const crossing = (core, at) => ({ t: core.f32[at + L.Crossing2d_t >> 2], point: read(core, at + L.Crossing2d_point), normal: read(core, at + L.Crossing2d_normal) });

export const pairs = (core) => ({
  closest(a, b, reach = Infinity) {
    number(reach, "reach");
    return contactAt(core, ofTwo(core, a, b, (a, b, out) => core.c.pair_closest(a, b, reach, out)));
  },

  overlap(a, b) {
    return core.u8[ofTwo(core, a, b, (a, b, out) => core.c.pair_overlap(a, b, out))] === 1;
  },

  sweep(a, deltaA, b, deltaB = [0, 0]) {
    const ofA = put(core, MOTION_A, deltaA, "deltaA"), ofB = put(core, MOTION_B, deltaB, "deltaB");
    return hitAt(core, ofTwo(core, a, b, (a, b, out) => core.c.pair_sweep(a, ofA, b, ofB, out)));
  },

  sweepRigid(a, motionA, b, motionB) {
    const ofA = motion(core, MOTION_A, motionA, "motionA"), ofB = motion(core, MOTION_B, motionB, "motionB");
    return hitAt(core, ofTwo(core, a, b, (a, b, out) => core.c.pair_sweep_rigid(a, ofA, b, ofB, out)));
  },

  manifold(a, b, reach = 0) {
    number(reach, "reach");
    return manifoldAt(core, ofTwo(core, a, b, (a, b, out) => core.c.manifold(a, b, reach, out)));
  },

  rayInterval(from, delta, shape) {
    const { at } = core, out = at + OUT, ends = [put(core, A, from, "from"), put(core, B, delta, "delta")];
    withShape(core, at + SHAPE, shape, "shape", () => core.c.ray_interval(...ends, at + SHAPE, out));
    const has = (place) => core.u32[out + place >> 2] === 1;
    return has(L.RayInterval2d_touches) ? {
      entry: has(L.RayInterval2d_has_entry) ? crossing(core, out + L.RayInterval2d_entry) : null,
      exit: has(L.RayInterval2d_has_exit) ? crossing(core, out + L.RayInterval2d_exit) : null,
    } : null;
  },
});
