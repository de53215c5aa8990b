// Triangle meshes and height fields.

import { A, OUT } from "./core.js";
import * as L from "./layout.js";
import { Query } from "./query.js";
import { finite, flagsOf, known, must, numbers, read, vector } from "./values.js";

const FLAGS = { oneSided: 1, weld: 2, quick: 4, compact: 8 };
/** In place of the first argument of a constructor: the second is a handle. */
export const OWN = Symbol("a handle that this package has made");

export class Mesh extends Query {
  constructor(core, vertices, triangles, options = {}) {
    super(core);
    if (vertices === OWN) return void this._own("mesh_free", triangles);
    known(options, Object.keys(FLAGS), "options");
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
      core.c.mesh_create(place, count, 4 * start, given.length / 3, flagsOf(options, FLAGS), core.at + OUT);
    });
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

  get closed() {
    return this._core.u8[this._call("is_closed")] === 1;
  }

  contains(point) {
    return this._core.u8[this._call("contains", this._vector(A, point, "point"))] === 1;
  }

  signedDistance(point) {
    return this._core.f32[this._call("signed_distance", this._vector(A, point, "point")) >> 2];
  }

  query(filters) {
    return new Query(this._core, this, filters);
  }
}
Mesh.prototype._kind = "mesh";

/** A terrain over a grid: `heights[row * columns + column]`, NaN for a hole. */
export function heightField(core, Class, field) {
  known(field, ["heights", "columns", "cell", "origin"], "field");
  const { heights, columns, cell = 1, origin = [0, 0, 0] } = field;
  must(heights?.length > 0, "field.heights", "an array of numbers", heights);
  if (!(columns >= 2) || heights.length % columns !== 0 || heights.length < 2 * columns) {
    throw new RangeError(`field: ${heights.length} heights in rows of ${columns} do not fill at least two rows and columns`);
  }
  const [x, z] = typeof cell === "number" ? [cell, cell] : cell;
  core.lend(4 * heights.length, (memory) => {
    const at = core.at + A, { f32, u32 } = core;
    f32.set(heights, memory >> 2);
    vector(core, at + L.Heights_origin, origin, "field.origin");
    f32[at + L.Heights_cell_x >> 2] = finite(x, "field.cell");
    f32[at + L.Heights_cell_z >> 2] = finite(z, "field.cell");
    u32[at + L.Heights_columns >> 2] = columns;
    u32[at + L.Heights_rows >> 2] = heights.length / columns;
    u32[at + L.Heights_heights >> 2] = memory;
    core.c.mesh_of_heights(at, core.at + OUT);
  });
  return new Class(OWN, core.handle());
}
