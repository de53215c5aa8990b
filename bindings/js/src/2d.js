// The same in 2D: shapes, chains, worlds and characters, with a wasm of its own.

import { Chain } from "./2d/chain.js";
import { Mover } from "./2d/mover.js";
import { pairs } from "./2d/pair.js";
import { Pairs, Sensors, World } from "./2d/world.js";
import { fixed } from "./fixed.js";
import { hasLanes, loader } from "./load.js";

export { fixed } from "./fixed.js";
export { Recording, replay } from "./recording.js";

export const load = /* @__PURE__ */ loader(
  () => (hasLanes() ? new URL("../wasm/2d.simd.wasm", import.meta.url) : new URL("../wasm/2d.wasm", import.meta.url)),
  { Chain, World, Sensors, Pairs, Mover },
  (carom) => ({ ...pairs(carom.core), fixed }),
);
