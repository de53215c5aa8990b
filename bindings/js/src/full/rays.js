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

/** Where a ray enters a shape and leaves it, in a dimension: `of` has its `withShape`, `vector` and `read`, `I` and `X` the offsets of an interval and of an end. */
export const intervalOver = ({ withShape, vector, read, I, X }) => (core, from, delta, shape) => {
  const { at } = core, out = at + OUT;
  const crossing = (at) => ({ t: core.f32[at + X.t >> 2], point: read(core, at + X.point), normal: read(core, at + X.normal) });
  vector(core, at + A, from, "from");
  vector(core, at + B, delta, "delta");
  withShape(core, at + SHAPE, shape, "shape", () => core.c.ray_interval(at + A, at + B, at + SHAPE, out));
  const has = (place) => core.u32[out + place >> 2] === 1;
  return has(I.touches) ? { entry: has(I.hasEntry) ? crossing(out + I.entry) : null, exit: has(I.hasExit) ? crossing(out + I.exit) : null } : null;
};

const I = {
  touches: L.RayInterval_touches, hasEntry: L.RayInterval_has_entry, hasExit: L.RayInterval_has_exit, entry: L.RayInterval_entry, exit: L.RayInterval_exit,
};
const X = { t: L.Crossing_t, point: L.Crossing_point, normal: L.Crossing_normal };
const interval = /* @__PURE__ */ intervalOver({ withShape, vector, read, I, X });

/** Whether anything is in the way: methods of queries in 2D and in 3D. */
export const anyHits = {
  sweepAny(shape, delta) {
    only(this._core, "sweep_any");
    return this._core.u8[this._one("sweep_any", shape, this._vector(A, delta, "delta"))] === 1;
  },

  rayAny(from, delta) {
    const run = only(this._core, "ray_any"), core = this._put(), out = core.at + OUT;
    run(core.at + QUERY, this._vector(A, from, "from"), this._vector(B, delta, "delta"), out);
    return core.u8[out] === 1;
  },
};

export const rays = {
  queries: anyHits,

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

  interval,

  parameter(core, a, b, point) {
    const out = core.at + OUT;
    core.c.segment_parameter(put(core, A, a, "a"), put(core, B, b, "b"), put(core, C, point, "point"), out);
    return core.f32[out >> 2];
  },
};
