import { classes, more } from "./everything.js";
import { hasLanes, loader } from "./load.js";
import { packed } from "../wasm/packed.js";

export { fixed } from "./fixed.js";
export { Recording, replay } from "./recording.js";

/** The wasm is compressed, and base64 in a module: nothing is fetched. */
async function unpacked() {
  if (!hasLanes()) throw new Error("carom/inline needs WebAssembly SIMD; the entry carom has a version without");
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

export const load = /* @__PURE__ */ loader(unpacked, classes, more);
