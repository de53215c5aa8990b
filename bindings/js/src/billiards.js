// Pool tables and shots, in double precision, on a wasm of their own.

import { directionTo, ghostBall } from "./billiards/aim.js";
import { PoolTable } from "./billiards/table.js";
import { Core } from "./core.js";
import { bound, compiled, once } from "./load.js";
import { known, must } from "./values.js";

const first = /* @__PURE__ */ once(async (source = new URL("../wasm/billiards.wasm", import.meta.url)) => {
  const module = await compiled(source);
  must(WebAssembly.Module.exports(module).some(({ name }) => name === "carom_pool_table_create"), "options.wasm", "the wasm of carom/billiards", module);
  const core = new Core((await WebAssembly.instantiate(module, {})).exports);
  return {
    core,
    module,
    PoolTable: bound(core, PoolTable, "PoolTable"),
    directionTo: (from, to) => directionTo(core, from, to),
    ghostBall: (object, target, radius) => ghostBall(core, object, target, radius),
  };
});

export async function load(options = {}) {
  known(options, ["wasm"], "options");
  return first(options.wasm);
}
