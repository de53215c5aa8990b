// Finding, compiling and starting the wasm.

import { Core, OWN, shortName } from "./core.js";
import { message, packed, unpacked } from "./snapshot.js";
import { known, must } from "./values.js";

/** A module with one instruction for lanes. */
const LANES = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

export const hasLanes = () => WebAssembly.validate(LANES);

/** Bytes to a module. The browser says more: where the bytes are none, or a policy (CSP) forbids wasm. */
export async function compiled(source) {
  try {
    return await moduleOf(source);
  } catch (cause) {
    throw cause instanceof WebAssembly.CompileError ? new TypeError(`carom: the wasm cannot be compiled: ${cause.message}`, { cause }) : cause;
  }
}

/** Refuses wasm of something else, and that of an entry with less. */
function ours(module, classes, name) {
  // By their names without the prefix, as Core has them.
  const has = (wanted) => WebAssembly.Module.exports(module).some((found) => shortName(found.name) === wanted);
  const [create, entry] = classes.Chain ? ["chain_create", "carom/2d"] : ["mesh_create", "carom"];
  if (!has(create) || !has("memory_take")) throw new TypeError(`${name} is not the wasm of ${entry}`);
  if (classes.World && !has("world_create")) throw new TypeError(`${name} is the wasm of carom/mesh, which has no worlds`);
  if (classes.Diff && !has("diff_create")) throw new TypeError(`${name} is the wasm of carom, which has less than carom/full`);
}

function addressOf(source) {
  try {
    return new URL(source, globalThis.location?.href);
  } catch {
    must(false, "options.wasm", "an address (of a file: new URL(path, import.meta.url))", source);
  }
}

async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof URL || typeof source === "string") {
    const url = addressOf(source);
    // Only the fetch of Node cannot read files.
    if (url.protocol === "file:" && globalThis.process?.versions?.node) {
      // Not a literal, so that bundlers for browsers leave it alone.
      const files = "node:fs/promises";
      return WebAssembly.compile(await (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)).readFile(url));
    }
    source = await fetch(url);
  }
  if (source instanceof Response) {
    if (!source.ok) throw new Error(`carom: ${source.url} cannot be loaded: ${source.status} ${source.statusText}`);
    // A host that serves another type than application/wasm is no reason to fail.
    const streams = source.headers.get("content-type") === "application/wasm";
    return streams ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
  }
  const isBytes = ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === "[object ArrayBuffer]";
  must(isBytes, "options.wasm", "an address, a Response, bytes or a compiled module", source);
  return WebAssembly.compile(source);
}

/** A class bound to an instance; by a name, as minifiers change those of classes. */
export const bound = (core, Base, name) => class extends Base {
  static name = name;

  constructor(...args) {
    super(core, ...args);
  }
};

/** Starts once for all calls without a source, and again after a trap or an error. */
export function once(start) {
  let shared = null;
  return async (source, snapshot) => {
    if (source !== undefined) return start(source, snapshot);
    if (shared && !(await shared.catch(() => null))?.core.dead) return shared;
    shared = start();
    shared.catch(() => { shared = null; });
    return shared;
  };
}

/** A `load` that binds classes to an instance of the wasm which `find` finds. */
export function loader(find, classes, more = () => ({})) {
  const first = once(async (source = find(), snapshot) => {
    const module = await compiled(await source);
    ours(module, classes, snapshot ? "options.snapshot.module" : "options.wasm");
    const { exports } = await WebAssembly.instantiate(module, {});
    const core = snapshot ? unpacked(exports, snapshot) : new Core(exports);
    const carom = { core, module, snapshot: (...objects) => packed(core, module, objects) };
    for (const name in classes) carom[name] = bound(core, classes[name], name);
    carom.received = snapshot ? snapshot.objects.map(([name, handle]) => new carom[name](OWN, handle)) : [];
    return Object.assign(carom, more(carom));
  });
  return async (options = {}) => {
    known(options, ["wasm", "snapshot"], "options");
    const { wasm, snapshot } = options;
    return first(snapshot === undefined ? wasm : message(snapshot).module, snapshot);
  };
}
