// Triangle meshes and height fields.

import { A, OUT, Resource } from "./core.js";
import { Heights, MeshInfo, Vectors } from "./layout.js";
import { Query } from "./query.js";
import { finite, known, numbers, read, vector } from "./values.js";

const FLAGS = { oneSided: 1, weld: 2, quick: 4, compact: 8 };
/** In place of the first argument of a constructor: the second is a handle. */
export const OWN = Symbol("a handle that this package has made");

/** The methods of a resource for a class that has the queries as its base. */
export function resource(Class, kind) {
  Class.prototype._kind = kind;
  for (const name of ["_live", "dispose"]) Class.prototype[name] = Resource.prototype[name];
  if (Symbol.dispose) Class.prototype[Symbol.dispose] = Resource.prototype.dispose;
}

/** Makes a query object an owner of a handle. */
export function own(object, free, handle) {
  Object.assign(object, { _free: free, _handle: handle });
  object._core.freed.register(object, [free, handle], object);
}

export class Mesh extends Query {
  constructor(core, vertices, triangles, options = {}) {
    super(core, null);
    this._surface = this;
    if (vertices === OWN) return own(this, "mesh_free", triangles);
    known(options, Object.keys(FLAGS), "options");
    numbers(vertices, 3, "vertices");
    const count = vertices.length / 3, given = triangles ?? Uint32Array.from({ length: count }, (_, i) => i);
    numbers(given, 3, "triangles");
    let flags = 0;
    for (const name in options) if (options[name]) flags |= FLAGS[name];
    const bytes = 4 * (vertices.length + given.length), memory = core.take(bytes || 4);
    try {
      core.f32.set(vertices, memory >> 2);
      const start = (memory >> 2) + vertices.length;
      for (let i = 0; i < given.length; i++) {
        if (!(given[i] >= 0 && given[i] < count) || given[i] % 1 !== 0) throw new RangeError(`triangles[${i}] is ${given[i]}, but there are ${count} vertices`);
        core.u32[start + i] = given[i];
      }
      core.u32[core.at + A + Vectors.base >> 2] = memory;
      core.u32[core.at + A + Vectors.stride >> 2] = 12;
      core.c.mesh_create(core.at + A, count, 4 * start, given.length / 3, flags, core.at + OUT);
    } finally {
      core.give(memory, bytes || 4);
    }
    own(this, "mesh_free", core.name(OUT));
  }

  _info() {
    const core = this._core;
    core.c.mesh_info(this._live("mesh"), core.at + OUT);
    return core.at + OUT;
  }

  get triangleCount() {
    return this._core.u32[this._info() + MeshInfo.triangle_count >> 2];
  }

  get byteCount() {
    return this._core.u32[this._info() + MeshInfo.byte_count >> 2];
  }

  get bounds() {
    const at = this._info();
    return { min: read(this._core, at + MeshInfo.min), max: read(this._core, at + MeshInfo.max) };
  }

  get closed() {
    this._core.c.mesh_is_closed(this._live("mesh"), this._core.at + OUT);
    return this._core.u8[this._core.at + OUT] === 1;
  }

  contains(point) {
    const core = this._core, { at } = core;
    vector(core, at + A, point, "point");
    core.c.mesh_contains(this._live("mesh"), at + A, at + OUT);
    return core.u8[at + OUT] === 1;
  }

  signedDistance(point) {
    const core = this._core, { at } = core;
    vector(core, at + A, point, "point");
    core.c.mesh_signed_distance(this._live("mesh"), at + A, at + OUT);
    return core.f32[at + OUT >> 2];
  }

  query(filters) {
    return new Query(this._core, this, filters);
  }
}
resource(Mesh, "mesh");

/** A terrain over a grid: `heights[row * columns + column]`, NaN for a hole. */
export function heightField(core, Class, field) {
  known(field, ["heights", "columns", "cell", "origin"], "field");
  const { heights, columns, cell = 1, origin = [0, 0, 0] } = field;
  if (!(heights?.length > 0)) throw new TypeError("field.heights must be an array of numbers");
  if (!(columns >= 2) || heights.length % columns !== 0 || heights.length < 2 * columns) {
    throw new RangeError(`field: ${heights.length} heights in rows of ${columns} do not fill at least two rows and columns`);
  }
  const [x, z] = typeof cell === "number" ? [cell, cell] : cell, bytes = 4 * heights.length, memory = core.take(bytes);
  try {
    core.f32.set(heights, memory >> 2);
    const at = core.at + A, { f32, u32 } = core;
    vector(core, at + Heights.origin, origin, "field.origin");
    f32[at + Heights.cell_x >> 2] = finite(x, "field.cell");
    f32[at + Heights.cell_z >> 2] = finite(z, "field.cell");
    u32[at + Heights.columns >> 2] = columns;
    u32[at + Heights.rows >> 2] = heights.length / columns;
    u32[at + Heights.heights >> 2] = memory;
    core.c.mesh_of_heights(at, core.at + OUT);
  } finally {
    core.give(memory, bytes);
  }
  return new Class(OWN, core.name(OUT));
}
