// The parts of rays inside of shapes and meshes, and whether anything is on a ray or in the way of a shape.

import { A, B, C, OUT, QUERY, SHAPE } from "../core.js";
import * as L from "../layout.js";
import { filled } from "../lists.js";
import { withShape } from "../shapes.js";
import { read, vector } from "../values.js";
import { only } from "./only.js";

/** Puts a vector into the block; returns its address. */
function put(core, place, value, name) {
  vector(core, core.at + place, value, name);
  return core.at + place;
}

const crossing = (core, at) => ({ t: core.f32[at + L.Crossing_t >> 2], point: read(core, at + L.Crossing_point), normal: read(core, at + L.Crossing_normal) });

export const rays = {
  queries: {
    sweepAny(shape, delta) {
      only(this._core, "sweep_any");
      return this._core.u8[this._one("sweep_any", shape, this._vector(A, delta, "delta"))] === 1;
    },

    rayAny(from, delta) {
      const run = only(this._core, "ray_any"), core = this._put(), out = core.at + OUT;
      run(core.at + QUERY, this._vector(A, from, "from"), this._vector(B, delta, "delta"), out);
      return core.u8[out] === 1;
    },
  },

  meshes: {
    rayIntervals(from, delta) {
      const core = this._core, run = only(core, "mesh_ray_intervals"), mesh = this._live("mesh");
      const ends = [put(core, A, from, "from"), put(core, B, delta, "delta")], size = L.Interval_size;
      return filled(core, (...out) => run(mesh, ...ends, ...out), size, (start, count) => Array.from({ length: count }, (_, i) => {
        const at = start + size * i;
        return [core.f32[at + L.Interval_from >> 2], core.f32[at + L.Interval_to >> 2]];
      }));
    },
  },

  interval(core, from, delta, shape) {
    const { at } = core, out = at + OUT, ends = [put(core, A, from, "from"), put(core, B, delta, "delta")];
    withShape(core, at + SHAPE, shape, "shape", () => core.c.ray_interval(...ends, at + SHAPE, out));
    const has = (place) => core.u32[out + place >> 2] === 1;
    return has(L.RayInterval_touches) ? {
      entry: has(L.RayInterval_has_entry) ? crossing(core, out + L.RayInterval_entry) : null,
      exit: has(L.RayInterval_has_exit) ? crossing(core, out + L.RayInterval_exit) : null,
    } : null;
  },

  parameter(core, a, b, point) {
    const out = core.at + OUT;
    core.c.segment_parameter(put(core, A, a, "a"), put(core, B, b, "b"), put(core, C, point, "point"), out);
    return core.f32[out >> 2];
  },
};
