import { heightField } from "./heights.js";
import { hasLanes, loader } from "./load.js";
import { Mesh } from "./mesh.js";

export const load = /* @__PURE__ */ loader(
  () => (hasLanes() ? new URL("../wasm/mesh.simd.wasm", import.meta.url) : new URL("../wasm/carom.wasm", import.meta.url)),
  { Mesh },
  (carom) => ({ heightField: (field) => heightField(carom.core, carom.Mesh, field) }),
);
