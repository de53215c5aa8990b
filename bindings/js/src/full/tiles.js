// Worlds beside each other: pairs of bodies of two of them, and tiles of a terrain that are one surface.

import { Body, checkedWorld } from "../world.js";
import { must } from "../values.js";
import { only } from "./only.js";

export const pairs = {
  updateWith(other) {
    checkedWorld(this._core, other, "other");
    return this._update(only(this._core, "pairs_update_with"), other);
  },
};

export const bodies = {
  weldMesh(neighbors) {
    const world = this._world, core = world._core, run = only(core, "world_weld_mesh");
    must(Array.isArray(neighbors), "neighbors", "an array of bodies", neighbors);
    neighbors.forEach((body, i) => must(body instanceof Body && body._world === world, `neighbors[${i}]`, "a body of the same world", body));
    core.lend(8 * neighbors.length, (memory) => {
      neighbors.forEach((body, i) => core.u32.set(body._bits, (memory >> 2) + 2 * i));
      run(world._live("world"), this._name, memory, neighbors.length);
    });
  },
};
