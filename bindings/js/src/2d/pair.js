// Queries of two shapes in 2D, without a chain or world.

import { sweepsOver } from "../full/pair.js";
import { intervalOver } from "../full/rays.js";
import * as L from "../layout.js";
import { manifoldOver } from "../manifold.js";
import { ofTwoOver, pairsOver } from "../pair.js";
import { manifoldAt } from "./manifold.js";
import { contactAt, hitAt, putMotion } from "./query.js";
import { withShape } from "./shapes.js";
import { read, vector } from "./values.js";

const I = {
  touches: L.RayInterval2d_touches, hasEntry: L.RayInterval2d_has_entry, hasExit: L.RayInterval2d_has_exit, entry: L.RayInterval2d_entry,
  exit: L.RayInterval2d_exit,
};
const X = { t: L.Crossing2d_t, point: L.Crossing2d_point, normal: L.Crossing2d_normal };

const ofTwo = ofTwoOver(withShape), closest = pairsOver({ ofTwo, contactAt }), manifold = manifoldOver({ ofTwo, manifoldAt });
const sweeps = sweepsOver({ ofTwo, hitAt, putMotion, vector, zero: [0, 0] }), interval = intervalOver({ withShape, vector, read, I, X });

export const pairs = (core) => ({
  ...closest(core),
  ...sweeps(core),
  manifold: (a, b, reach) => manifold(core, a, b, reach),
  rayInterval: (from, delta, shape) => interval(core, from, delta, shape),
});
