// Sweeps against bodies that move and turn in the same interval.

import { OUT, QUERY, SHAPE } from "../core.js";
import { withShape } from "../shapes.js";
import { finite } from "../values.js";
import { only } from "./only.js";

export const moving = {
  sweepMoving(shape, motion, time) {
    const sweep = only(this._core, "sweep_moving"), core = this._put(), { at } = core, out = at + OUT, moved = this._motion(motion);
    finite(time, "time");
    withShape(core, at + SHAPE, shape, "shape", () => sweep(at + QUERY, at + SHAPE, moved, time, out));
    return this._hit(out);
  },
};
