// Queries of a mesh, a compound or a world, one at a time; batch.js has many at once.

import { batches } from "./batch.js";
import { A, B, COUNT, LIST, LISTED, OUT, QUERY, Resource, SHAPE } from "./core.js";
import * as L from "./layout.js";
import { withShape } from "./shapes.js";
import { finite, flagsOf, known, number, read, triple, vector } from "./values.js";

export const NONE = 0xffffffff;
const FLAGS = { sensors: 1, internalEdges: 2, leaveOverlaps: 4 };
const STARTS = ["separate", "touching", "overlapping"];
/** Beyond it an angle in single precision is no longer exact enough to mean a rotation. */
const MOST_ANGLE = 1e4;
/** The filters of bodies, and those that apply to a mesh or compound too. */
const OF_BODIES = ["layers", "mask", "except", "sensors", "origin"], OF_PARTS = ["internalEdges", "leaveOverlaps"];

/** A mask of layers: a number of 32 bits. */
export function bits(value, name) {
  if (value >>> 0 !== number(value, name) && (value | 0) !== value) throw new RangeError(`${name} is ${value}, not a mask of 32 bits`);
  return value >>> 0;
}

/** An angle that means a rotation. */
export function checkedAngle(angle, name) {
  if (Math.abs(finite(angle, name)) > MOST_ANGLE) throw new RangeError(`${name} is ${angle}, more than ${MOST_ANGLE} radians`);
  return angle;
}

/** Writes a rigid motion into the block and returns its address. */
export function putMotion(core, place, motion, name) {
  known(motion, ["delta", "pivot", "axis", "angle"], name);
  const zero = [0, 0, 0], { delta = zero, pivot = zero, angle = 0 } = motion, { f32 } = core, at = core.at + place;
  vector(core, at + L.RigidMotion_delta, delta, name, "delta");
  vector(core, at + L.RigidMotion_pivot, pivot, name, "pivot");
  const axis = at + L.RigidMotion_axis >> 2;
  vector(core, at + L.RigidMotion_axis, angle === 0 ? motion.axis ?? zero : motion.axis, name, "axis");
  if (angle !== 0 && f32.subarray(axis, axis + 3).every((x) => x === 0)) throw new RangeError(`${name}.axis is zero`);
  f32[at + L.RigidMotion_angle >> 2] = checkedAngle(angle, `${name}.angle`);
  return at;
}

/** Where a query ended that found nothing: the number of no part. */
const isNothing = (core, part) => core.u32[part >> 2] === NONE;

/** The contact at an address; null if there is none. */
export function contactAt(core, at) {
  return isNothing(core, at + L.Contact_part) ? null : {
    distance: core.f32[at + L.Contact_separation >> 2],
    point: read(core, at + L.Contact_point_b),
    shapePoint: read(core, at + L.Contact_point_a),
    normal: read(core, at + L.Contact_normal),
    errorBound: core.f32[at + L.Contact_error_bound >> 2],
  };
}

/** The hit at an address; null if there is none. */
export function hitAt(core, at) {
  return isNothing(core, at + L.Hit_part) ? null : {
    t: core.f32[at + L.Hit_t >> 2],
    point: read(core, at + L.Hit_point),
    normal: read(core, at + L.Hit_normal),
    start: STARTS[core.u32[at + L.Hit_start >> 2]],
    startDistance: core.f32[at + L.Hit_start_separation >> 2],
  };
}

/** A mesh, a compound or a world, with filters. One with filters has no handle of its own. */
export class Query extends Resource {
  constructor(core, surface, filters = {}) {
    super(core);
    known(filters, surface?._kind === "world" ? [...OF_BODIES, ...OF_PARTS] : OF_PARTS, "filters");
    const { except, origin, layers = NONE, mask = NONE } = filters;
    this._surface = surface ?? this;
    this._except = except?._bits ?? [NONE, NONE];
    if (except !== undefined && except?._world !== surface) throw new TypeError("filters.except must be a body of this world");
    this._origin = origin ? triple(origin, "filters.origin") : [0, 0, 0];
    this._layers = bits(layers, "filters.layers");
    this._mask = bits(mask, "filters.mask");
    this._flags = flagsOf(filters, FLAGS);
  }

  /** Puts this query into the block. */
  _put() {
    const core = this._core, { u32 } = core, handle = this._surface._live(this._surface._kind);
    if (core.query === this) return core;
    const at = core.at + QUERY;
    core.u64[at >> 3] = handle;
    u32.set(this._except, at + L.Query_except >> 2);
    core.f64.set(this._origin, at + L.Query_origin >> 3);
    // One after the other.
    u32.set([this._layers, this._mask, this._flags], at + L.Query_layers >> 2);
    core.query = this;
    return core;
  }

  /** The body by the two halves of its name; null for a mesh or compound. */
  _body(at) {
    return this._surface._bodyOf?.(at) ?? null;
  }

  _contact(at) {
    return this._ofPart(contactAt(this._core, at), at + L.Contact_part, at + L.Contact_body);
  }

  _hit(at) {
    return this._ofPart(hitAt(this._core, at), at + L.Hit_part, at + L.Hit_body);
  }

  /** The answer with its part. */
  _ofPart(found, part, body) {
    if (found !== null) {
      found.triangle = this._core.u32[part >> 2];
      found.body = this._body(body);
    }
    return found;
  }

  /** Runs a query with a shape and one argument, or none; returns where its answer is. */
  _one(name, shape, argument) {
    const core = this._put(), { at } = core, out = at + OUT;
    withShape(core, at + SHAPE, shape, "shape", () => core.c[name](at + QUERY, at + SHAPE, argument ?? out, out));
    return out;
  }

  /** The address of a vector among the arguments. */
  _vector(place, value, name) {
    const core = this._core, at = core.at + place;
    vector(core, at, value, name);
    return at;
  }

  closest(shape, reach = Infinity) {
    return this._contact(this._one("closest", shape, number(reach, "reach")));
  }

  overlap(shape) {
    return this._core.u8[this._one("overlap", shape)] === 1;
  }

  sweep(shape, delta) {
    return this._hit(this._one("sweep", shape, this._vector(A, delta, "delta")));
  }

  ray(from, delta) {
    const core = this._put(), out = core.at + OUT;
    core.c.ray(core.at + QUERY, this._vector(A, from, "from"), this._vector(B, delta, "delta"), out);
    return this._hit(out);
  }

  sweepRigid(shape, motion) {
    return this._hit(this._one("sweep_rigid", shape, this._motion(motion)));
  }

  /** The address of a rigid motion in the block. */
  _motion(motion) {
    return putMotion(this._core, A, motion, "motion");
  }

  closestN(shape, count, reach = Infinity) {
    if (count >>> 0 !== count) throw new RangeError(`count is ${count}, not a whole number`);
    const core = this._put(), { at } = core, near = core.whole("closest_n"), farthest = number(reach, "reach"), size = L.Contact_size;
    const filled = (memory, room) => {
      near(at + QUERY, at + SHAPE, farthest, memory, Math.min(room, count), at + COUNT);
      const found = core.count();
      return found === room && room < count ? null : Array.from({ length: found }, (_, i) => this._contact(memory + size * i));
    };
    return withShape(core, at + SHAPE, shape, "shape", () => {
      let answers = filled(at + LIST, LISTED);
      // Most calls want a few.
      for (let room = 16 * LISTED; !answers; room *= 16) answers = core.lend(size * room, (memory) => filled(memory, room));
      return answers;
    });
  }

  contacts(shape, reach = 0) {
    return this._listed("contacts", shape, number(reach, "reach"), (at) => this._contact(at), L.Contact_size);
  }

  sweepAll(shape, delta) {
    return this._listed("sweep_all", shape, this._vector(A, delta, "delta"), (at) => this._hit(at), L.Hit_size);
  }

  overlaps(shape) {
    return this._listed("overlaps", shape, undefined, (at) => this._body(at), 8);
  }

  /** Runs a query with a list of answers; a second time if there are more than the block has room for. */
  _listed(name, shape, argument, readOne, size) {
    const core = this._put(), q = core.at + QUERY, s = core.at + SHAPE, run = core.c[name];
    const call = (out, room, count) => (argument === undefined ? run(q, s, out, room, count) : run(q, s, argument, out, room, count));
    return withShape(core, s, shape, "shape", () => listed(core, call, readOne, size));
  }
}

/** The answers of a call that fills the room it is given and counts all. */
export function listed(core, run, readOne, size) {
  return filled(core, run, size, (start, count) => Array.from({ length: count }, (_, i) => readOne(start + size * i)));
}

/** What `take` makes of the address and the number of such answers. */
export function filled(core, run, size, take) {
  const counted = core.at + COUNT, room = Math.min(LISTED, Math.floor(64 * LISTED / size));
  run(core.at + LIST, room, counted);
  const count = core.count();
  if (count <= room) return take(core.at + LIST, count);
  return core.lend(size * count, (memory) => {
    run(memory, count, counted);
    return take(memory, count);
  });
}

Object.assign(Query.prototype, batches);
