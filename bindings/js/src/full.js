// Everything of `carom`, and what it leaves out for its size: classes and methods of the same objects, with a wasm of its own.

import { Crowd } from "./crowd.js";
import { classes as some, more as few } from "./everything.js";
import { abilities } from "./full/abilities.js";
import { agents } from "./full/agents.js";
import { batches, pointBatches } from "./full/batches.js";
import { compounds } from "./full/compounds.js";
import { Diff, worlds } from "./full/diff.js";
import { rays } from "./full/rays.js";
import { crowds, movers } from "./full/materials.js";
import { pairsOfMeshes } from "./full/meshes.js";
import { moving } from "./full/moving.js";
import { sweeps } from "./full/pair.js";
import { parts } from "./full/parts.js";
import { floor, prism, triangulate } from "./full/polygon.js";
import { points } from "./full/points.js";
import * as refit from "./full/refit.js";
import { bodies, pairs } from "./full/tiles.js";
import { hasLanes, loader } from "./load.js";
import { Mesh } from "./mesh.js";
import { Mover } from "./mover.js";
import { Query } from "./query.js";
import { Body, Pairs, World } from "./world.js";

export { fixed } from "./fixed.js";
export { Recording, replay } from "./recording.js";

for (const [Class, ...methods] of [
  [Query, moving, compounds, parts, batches, rays.queries], [Mesh, pairsOfMeshes, points, pointBatches, rays.meshes, refit.meshes], [World, worlds], [Body, bodies, refit.bodies], [Pairs, pairs],
  [Mover, movers, abilities], [Crowd, crowds, agents],
]) Object.assign(Class.prototype, ...methods);

const classes = { ...some, Diff };
const more = (carom) => ({
  ...few(carom),
  ...sweeps(carom.core),
  rayInterval: (from, delta, shape) => rays.interval(carom.core, from, delta, shape),
  segmentParameter: (a, b, point) => rays.parameter(carom.core, a, b, point),
  triangulate: (polygon) => triangulate(carom.core, polygon),
  polygonFloor: (polygon, height, options) => floor(carom.core, carom.Mesh, polygon, height, options),
  polygonPrism: (polygon, low, high, options) => prism(carom.core, carom.Mesh, polygon, low, high, options),
});

export const load = /* @__PURE__ */ loader(
  () => (hasLanes() ? new URL("../wasm/full.simd.wasm", import.meta.url) : new URL("../wasm/full.wasm", import.meta.url)),
  classes,
  more,
);
