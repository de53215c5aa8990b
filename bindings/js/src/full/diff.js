// What has changed between two states of a world.

import { OUT, Resource } from "../core.js";
import { filled } from "../lists.js";
import { attached, must } from "../values.js";
import { Body, World, checkedWorld } from "../world.js";
import { handleOf, only } from "./only.js";

/** The numbers of its lists. */
const LISTS = { removed: 0, added: 1, changed: 2, moved: 3 };

/** The two halves of the names in a list. */
function names(diff, list) {
  const core = diff._core, handle = diff._live("diff");
  return filled(core, (...out) => core.c.diff_bodies(handle, LISTS[list], ...out), 8, (start, count) => (
    Array.from({ length: count }, (_, i) => [...core.u32.subarray((start >> 2) + 2 * i, (start >> 2) + 2 * i + 2)])
  ));
}

export class Diff extends Resource {
  constructor(core, world, before) {
    super(core);
    const out = core.at + OUT;
    if (world instanceof World) {
      checkedWorld(core, world);
      core.c.diff_create(world._live("world"), handleOf(core, before, World, "before"), out);
    } else {
      must(world instanceof Uint8Array, "bytes", "a Uint8Array (or a World, with an earlier state of it)", world);
      attached(world, "bytes");
      core.lend(world.length, (memory) => {
        core.u8.set(world, memory);
        core.c.diff_of_bytes(memory, world.length, out);
      });
    }
    this._own("diff_free");
  }

  get isEmpty() {
    const core = this._core, out = core.at + OUT;
    core.c.diff_is_empty(this._live("diff"), out);
    return core.u8[out] === 1;
  }

  /** The bodies of a world that the lists name. */
  bodies(world) {
    checkedWorld(this._core, world);
    // Another body may have the place of one that is gone.
    const found = ([low, high]) => (world._bodies[low] === undefined || world._bodies[low]._bits[1] === high ? world._named(low, high) : new Body(world, low, high));
    return Object.fromEntries(Object.keys(LISTS).map((list) => [list, names(this, list).map(found)]));
  }

  toBytes() {
    const core = this._core, handle = this._live("diff");
    return filled(core, (...out) => core.c.diff_bytes(handle, ...out), 1, (start, count) => core.u8.slice(start, start + count));
  }
}

Diff.prototype._kind = "difference of worlds";

export const worlds = {
  apply(diff) {
    const core = this._core, run = only(core, "world_apply");
    run(this._live("world"), handleOf(core, diff, Diff, "diff"));
    for (const [low, high] of names(diff, "removed")) if (this._bodies[low]?._bits[1] === high) this._bodies[low]._removed = true;
    // A body that comes back has its old name.
    for (const [low, high] of names(diff, "added")) (this._bodies[low] = this._named(low, high))._removed = false;
  },
};
