// Triangle meshes.

import { A, OUT, OWN } from "./core.js";
import { withArea } from "./heights.js";
import * as L from "./layout.js";
import { Query } from "./query.js";
import { flagsOf, known, numbers, read } from "./values.js";

const FLAGS = { oneSided: 1, weld: 2, quick: 4, compact: 8, solid: 16 };

/** Runs with the vertices, their number, the triangles and their number. */
export function withTriangles(core, vertices, triangles, run) {
  numbers(vertices, 3, "vertices");
  const count = vertices.length / 3, given = triangles ?? Uint32Array.from({ length: count }, (_, i) => i);
  numbers(given, 3, "triangles");
  core.lend(4 * (vertices.length + given.length), (memory) => {
    const start = (memory >> 2) + vertices.length, place = core.at + A;
    core.f32.set(vertices, memory >> 2);
    for (let i = 0; i < given.length; i++) {
      if (given[i] >>> 0 !== given[i] || given[i] >= count) throw new RangeError(`triangles[${i}] is ${given[i]}, but there are ${count} vertices`);
      core.u32[start + i] = given[i];
    }
    core.u32[place + L.Vectors_base >> 2] = memory;
    core.u32[place + L.Vectors_stride >> 2] = 12;
    run(place, count, 4 * start, given.length / 3);
  });
}

export class Mesh extends Query {
  constructor(core, vertices, triangles, options = {}) {
    super(core);
    if (vertices === OWN) return void this._own("mesh_free", triangles);
    known(options, Object.keys(FLAGS), "options");
    withTriangles(core, vertices, triangles, (...given) => core.c.mesh_create(...given, flagsOf(options, FLAGS), core.at + OUT));
    this._own("mesh_free");
  }

  /** Calls a function of the mesh with one argument, or none; returns where its answer is. */
  _call(name, argument) {
    const core = this._core, out = core.at + OUT;
    core.c[`mesh_${name}`](this._live("mesh"), argument ?? out, out);
    return out;
  }

  get triangleCount() {
    return this._core.u32[this._call("info") + L.MeshInfo_triangle_count >> 2];
  }

  get byteCount() {
    return this._core.u32[this._call("info") + L.MeshInfo_byte_count >> 2];
  }

  get bounds() {
    const at = this._call("info");
    return { min: read(this._core, at + L.MeshInfo_min), max: read(this._core, at + L.MeshInfo_max) };
  }

  get solid() {
    return this._core.u8[this._call("is_solid")] === 1;
  }

  get closed() {
    return this._core.u8[this._call("is_closed")] === 1;
  }

  contains(point) {
    return this._core.u8[this._call("contains", this._vector(A, point, "point"))] === 1;
  }

  signedDistance(point) {
    return this._core.f32[this._call("signed_distance", this._vector(A, point, "point")) >> 2];
  }

  /** The corners of a triangle. */
  triangle(index) {
    const core = this._core, out = core.at + OUT;
    if (index >>> 0 !== index) throw new RangeError(`index is ${index}, not a whole number`);
    core.c.mesh_triangle(this._live("mesh"), index, out);
    return { a: read(core, out + L.Shape_a), b: read(core, out + L.Shape_b), c: read(core, out + L.Shape_c) };
  }

  refitHeights(area) {
    const core = this._core, handle = this._live("mesh"), refit = core.whole("mesh_refit_heights");
    withArea(core, area, (at) => refit(handle, at));
  }

  query(filters) {
    return new Query(this._core, this, filters);
  }
}
Mesh.prototype._kind = "mesh";
