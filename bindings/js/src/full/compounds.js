// Compounds as the shapes of queries.

import { Compound } from "../compound.js";
import { A, COUNT, OUT, QUERY } from "../core.js";
import { finite, number } from "../values.js";
import { handleOf, only } from "./only.js";

/** Runs a query with a compound and its arguments; adds the number of its shape to the answer that `read` finds. */
function found(query, name, compound, read, ...given) {
  const run = only(query._core, name), core = query._put(), { at } = core;
  run(at + QUERY, handleOf(core, compound, Compound, "compound"), ...given, at + OUT, at + COUNT);
  const part = core.count(), answer = query[read](at + OUT);
  return answer && { ...answer, part };
}

export const compounds = {
  closestSurface(compound, reach = Infinity) {
    return found(this, "closest_surface", compound, "_contact", number(reach, "reach"));
  },

  overlapSurface(compound) {
    const run = only(this._core, "overlap_surface"), core = this._put(), out = core.at + OUT;
    run(core.at + QUERY, handleOf(core, compound, Compound, "compound"), out);
    return core.u8[out] === 1;
  },

  sweepSurface(compound, delta) {
    return found(this, "sweep_surface", compound, "_hit", this._vector(A, delta, "delta"));
  },

  sweepRigidSurface(compound, motion) {
    return found(this, "sweep_rigid_surface", compound, "_hit", this._motion(motion));
  },

  sweepMovingSurface(compound, motion, time) {
    return found(this, "sweep_moving_surface", compound, "_hit", this._motion(motion), finite(time, "time"));
  },
};
