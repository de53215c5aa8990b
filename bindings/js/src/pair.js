// Queries of two shapes, without a mesh or world.

import { A, LIST, SHAPE } from "./core.js";
import { contactAt } from "./query.js";
import { withShape } from "./shapes.js";
import { number } from "./values.js";

/** A function of two shapes, of which the second takes the place of the arguments; it returns where its answer is. */
export const ofTwoOver = (withShape) => (core, a, b, run) => {
  const { at } = core, out = at + LIST;
  withShape(core, at + SHAPE, a, "a", () => withShape(core, at + A, b, "b", () => run(at + SHAPE, at + A, out)));
  return out;
};

/** The functions of a dimension: `of` has its `ofTwo` and `contactAt`. */
export const pairsOver = ({ ofTwo, contactAt }) => (core) => ({
  closest(a, b, reach = Infinity) {
    number(reach, "reach");
    return contactAt(core, ofTwo(core, a, b, (a, b, out) => core.c.pair_closest(a, b, reach, out)));
  },
  overlap(a, b) {
    return core.u8[ofTwo(core, a, b, (a, b, out) => core.c.pair_overlap(a, b, out))] === 1;
  },
});

export const ofTwo = /* @__PURE__ */ ofTwoOver(withShape);
export const pairs = /* @__PURE__ */ pairsOver({ ofTwo, contactAt });
