import { classes, more } from "./everything.js";
import { hasLanes, loader } from "./load.js";

export { fixed } from "./fixed.js";
export { Recording, replay } from "./recording.js";

export const load = /* @__PURE__ */ loader(
  () => (hasLanes() ? new URL("../wasm/carom.simd.wasm", import.meta.url) : new URL("../wasm/carom.wasm", import.meta.url)),
  classes,
  more,
);
