// All classes, for the entries that differ in where the wasm comes from.

import { Compound } from "./compound.js";
import { Crowd } from "./crowd.js";
import { fixed } from "./fixed.js";
import { heightField } from "./heights.js";
import { manifold, manifolds } from "./manifold.js";
import { Mesh } from "./mesh.js";
import { Mover } from "./mover.js";
import { pairs } from "./pair.js";
import { pushImpulse } from "./push.js";
import { Query } from "./query.js";
import { Pairs, Sensors, World } from "./world.js";

Object.assign(Query.prototype, manifolds);

export const classes = { Mesh, Compound, World, Sensors, Pairs, Mover, Crowd };
export const more = (carom) => ({
  ...pairs(carom.core),
  fixed,
  heightField: (field) => heightField(carom.core, carom.Mesh, field),
  manifold: (a, b, reach) => manifold(carom.core, a, b, reach),
  pushImpulse: (...given) => pushImpulse(carom.core, ...given),
});
