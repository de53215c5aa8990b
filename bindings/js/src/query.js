// Queries of a mesh or a world, one at a time; batch.js has many at once.

import { batches } from "./batch.js";
import { A, B, COUNT, LIST, LISTED, OUT, QUERY, SHAPE } from "./core.js";
import { Contact, Hit, Query as Struct, RigidMotion } from "./layout.js";
import { withShape } from "./shapes.js";
import { finite, known, number, read, vector } from "./values.js";

export const NONE = 0xffffffff;
const WITH_SENSORS = 1, INTERNAL_EDGES = 2, LEAVE_OVERLAPS = 4;
const STARTS = ["separate", "touching", "overlapping"];
/** Beyond it an angle in single precision is no longer exact enough to mean a rotation. */
const MOST_ANGLE = 1e4;
const FILTERS = ["layers", "mask", "except", "sensors", "internalEdges", "leaveOverlaps", "origin"];

/** A mask of layers: a number of 32 bits. */
export function bits(value, name) {
  if (number(value, name) % 1 !== 0 || value < -(2 ** 31) || value >= 2 ** 32) throw new RangeError(`${name} is ${value}, not a mask of 32 bits`);
  return value >>> 0;
}

/** A mesh or a world, with filters. */
export class Query {
  constructor(core, surface, filters = {}) {
    known(filters, FILTERS, "filters");
    this._core = core;
    this._surface = surface;
    this._except = filters.except?._bits ?? [NONE, NONE];
    if (filters.except !== undefined && filters.except?._world !== surface) throw new TypeError("filters.except must be a body of this world");
    this._origin = filters.origin ? [0, 1, 2].map((i) => finite(filters.origin["xyz"[i]] ?? filters.origin[i], `filters.origin.${"xyz"[i]}`)) : [0, 0, 0];
    this._layers = bits(filters.layers ?? NONE, "filters.layers");
    this._mask = bits(filters.mask ?? NONE, "filters.mask");
    this._flags = (filters.sensors ? WITH_SENSORS : 0) | (filters.internalEdges ? INTERNAL_EDGES : 0) | (filters.leaveOverlaps ? LEAVE_OVERLAPS : 0);
  }

  /** Puts this query into the block. */
  _put() {
    const core = this._core, { u32, f64 } = core;
    const handle = this._surface._live(this._surface._kind);
    if (core.query === this) return core;
    const at = core.at + QUERY, i = at >> 2;
    new BigUint64Array(u32.buffer, at, 1)[0] = handle;
    [u32[i + (Struct.except >> 2)], u32[i + (Struct.except >> 2) + 1]] = this._except;
    for (let axis = 0; axis < 3; axis++) f64[(at + Struct.origin >> 3) + axis] = this._origin[axis];
    u32[i + (Struct.layers >> 2)] = this._layers;
    u32[i + (Struct.mask >> 2)] = this._mask;
    u32[i + (Struct.flags >> 2)] = this._flags;
    core.query = this;
    return core;
  }

  /** The body by the two halves of its name; null for a mesh. */
  _body(at) {
    return this._surface._bodyOf?.(at) ?? null;
  }

  _contact(at) {
    const { u32, f32 } = this._core, part = u32[at + Contact.part >> 2];
    if (part === NONE) return null;
    return {
      distance: f32[at + Contact.separation >> 2],
      point: read(this._core, at + Contact.point_b),
      shapePoint: read(this._core, at + Contact.point_a),
      normal: read(this._core, at + Contact.normal),
      errorBound: f32[at + Contact.error_bound >> 2],
      triangle: part,
      body: this._body(at + Contact.body),
    };
  }

  _hit(at) {
    const { u32, f32 } = this._core, part = u32[at + Hit.part >> 2];
    if (part === NONE) return null;
    return {
      t: f32[at + Hit.t >> 2],
      point: read(this._core, at + Hit.point),
      normal: read(this._core, at + Hit.normal),
      triangle: part,
      body: this._body(at + Hit.body),
      start: STARTS[u32[at + Hit.start >> 2]],
      startDistance: f32[at + Hit.start_separation >> 2],
    };
  }

  closest(shape, reach = Infinity) {
    const core = this._put(), { at } = core;
    number(reach, "reach");
    withShape(core, at + SHAPE, shape, "shape", () => core.c.closest(at + QUERY, at + SHAPE, reach, at + OUT));
    return this._contact(at + OUT);
  }

  overlap(shape) {
    const core = this._put(), { at } = core;
    withShape(core, at + SHAPE, shape, "shape", () => core.c.overlap(at + QUERY, at + SHAPE, at + OUT));
    return core.u8[at + OUT] === 1;
  }

  sweep(shape, delta) {
    const core = this._put(), { at } = core;
    vector(core, at + A, delta, "delta");
    withShape(core, at + SHAPE, shape, "shape", () => core.c.sweep(at + QUERY, at + SHAPE, at + A, at + OUT));
    return this._hit(at + OUT);
  }

  ray(from, delta) {
    const core = this._put(), { at } = core;
    vector(core, at + A, from, "from");
    vector(core, at + B, delta, "delta");
    core.c.ray(at + QUERY, at + A, at + B, at + OUT);
    return this._hit(at + OUT);
  }

  sweepRigid(shape, motion) {
    const core = this._put(), { at } = core, zero = [0, 0, 0];
    known(motion, ["delta", "pivot", "axis", "angle"], "motion");
    vector(core, at + A + RigidMotion.delta, motion.delta ?? zero, "motion.delta");
    vector(core, at + A + RigidMotion.pivot, motion.pivot ?? zero, "motion.pivot");
    const { axis = zero, angle = 0 } = motion;
    if (angle !== 0 && motion.axis === undefined) throw new TypeError("motion.axis is missing");
    vector(core, at + A + RigidMotion.axis, axis, "motion.axis");
    const place = at + A + RigidMotion.axis >> 2;
    if (angle !== 0 && core.f32.subarray(place, place + 3).every((x) => x === 0)) throw new RangeError("motion.axis is zero");
    if (Math.abs(finite(angle, "motion.angle")) > MOST_ANGLE) throw new RangeError(`motion.angle is ${angle}, more than ${MOST_ANGLE} radians`);
    core.f32[at + A + RigidMotion.angle >> 2] = angle;
    withShape(core, at + SHAPE, shape, "shape", () => core.c.sweep_rigid(at + QUERY, at + SHAPE, at + A, at + OUT));
    return this._hit(at + OUT);
  }

  contacts(shape, reach = 0) {
    number(reach, "reach");
    return this._listed(shape, (core, out, room) => core.c.contacts(core.at + QUERY, core.at + SHAPE, reach, out, room, core.at + COUNT), (at) => this._contact(at), Contact.size);
  }

  sweepAll(shape, delta) {
    vector(this._core, this._core.at + A, delta, "delta");
    return this._listed(shape, (core, out, room) => core.c.sweep_all(core.at + QUERY, core.at + SHAPE, core.at + A, out, room, core.at + COUNT), (at) => this._hit(at), Hit.size);
  }

  overlaps(shape) {
    return this._listed(shape, (core, out, room) => core.c.overlaps(core.at + QUERY, core.at + SHAPE, out, room, core.at + COUNT), (at) => this._body(at), 8);
  }

  /** Runs a query with a list of answers; a second time if there are more than the block has room for. */
  _listed(shape, run, readOne, size) {
    const core = this._put();
    return withShape(core, core.at + SHAPE, shape, "shape", () => listed(core, (out, room) => run(core, out, room), readOne, size));
  }
}

/** The answers of a call that fills the room it is given and counts all. */
export function listed(core, run, readOne, size) {
  const answers = (start, count) => Array.from({ length: count }, (_, i) => readOne(start + size * i));
  run(core.at + LIST, LISTED);
  const count = core.count();
  if (count <= LISTED) return answers(core.at + LIST, count);
  const memory = core.take(size * count);
  try {
    run(memory, count);
    return answers(memory, count);
  } finally {
    core.give(memory, size * count);
  }
}

Object.assign(Query.prototype, batches);
