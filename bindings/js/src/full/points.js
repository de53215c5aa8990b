// Points of meshes: how often a mesh winds around one, its weights in a triangle; and scaled copies.

import { A, OUT, OWN } from "../core.js";
import * as L from "../layout.js";
import { only } from "./only.js";

export const points = {
  windingNumber(point) {
    const core = this._core, out = core.at + OUT;
    only(core, "mesh_winding_number")(this._live("mesh"), this._vector(A, point, "point"), out);
    return core.f64[out >> 3];
  },

  barycentric(triangle, point) {
    const core = this._core, out = core.at + OUT, run = only(core, "mesh_barycentric");
    if (triangle >>> 0 !== triangle) throw new RangeError(`triangle is ${triangle}, not the number of a triangle`);
    run(this._live("mesh"), triangle, this._vector(A, point, "point"), out);
    return [L.Barycentric_a, L.Barycentric_b, L.Barycentric_c].map((place) => core.f32[out + place >> 2]);
  },

  scaled(factors) {
    const core = this._core;
    only(core, "mesh_scaled")(this._live("mesh"), this._vector(A, factors, "factors"), core.at + OUT);
    return new this.constructor(OWN, core.handle());
  },
};
