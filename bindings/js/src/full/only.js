// Functions and arguments of carom/full.

import { must } from "../values.js";

/** A function that only the wasm of carom/full has: a page may have objects of `carom` beside. */
export const only = (core, name) => core.whole(name, "carom/full", "carom");

/** The handle of an argument that is an object of a class, and of this instance. */
export function handleOf(core, object, Class, name) {
  const kind = Class.prototype._kind;
  must(object instanceof Class, name, `a ${kind} (of this copy of the package)`, object);
  if (object._core !== core) throw new TypeError(`${name} is a ${kind} of another instance of carom: load() once`);
  return object._live(name);
}
