// A whole instance as a message: what a Worker has built goes to another thread without being built again.
//
// All state of the wasm is in its memory, so a copy of the memory is a copy of its objects.

import { Core } from "./core.js";
import { attached, must } from "./values.js";

const NAMES = { chain: "Chain", mesh: "Mesh", compound: "Compound", world: "World" }, PAGE = 65536;

/** The message for `load({ snapshot })` in another thread; `memory` can be transferred. */
export function packed(core, module, objects) {
  const named = objects.map((object, i) => {
    const name = NAMES[object?._kind];
    if (name === undefined || object._core !== core) throw new TypeError(`objects[${i}] must be a Mesh, a Compound or a World (in 2D a Chain or a World) of this instance`);
    return [name, object._live(`objects[${i}]`)];
  });
  core.alive();
  return { module, memory: core.u8.slice().buffer, at: core.at, objects: named };
}

/** Checks a message. */
export function message(snapshot) {
  const { module, memory, at, objects } = snapshot ?? {};
  const complete = module instanceof WebAssembly.Module && memory instanceof ArrayBuffer && typeof at === "number" && Array.isArray(objects);
  must(complete, "options.snapshot", "a message of carom.snapshot()", snapshot);
  attached({ buffer: memory }, "options.snapshot.memory");
  return snapshot;
}

export function unpacked(exports, { memory, at }) {
  const missing = memory.byteLength - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(missing / PAGE);
  new Uint8Array(exports.memory.buffer).set(new Uint8Array(memory));
  return new Core(exports, at);
}
