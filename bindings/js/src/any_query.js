// Queries of a surface in 2D or in 3D, one at a time; batch.js has many at once.

import { A, B, COUNT, LIST, LISTED, OUT, QUERY, Resource, SHAPE } from "./core.js";
import { NONE, listed } from "./lists.js";
import { bits, flagsOf, known, number } from "./values.js";

const FLAGS = { sensors: 1, internalEdges: 2, leaveOverlaps: 4 };
const STARTS = ["separate", "touching", "overlapping"];
/** The filters of bodies, and those that apply to other surfaces too. */
const OF_BODIES = ["layers", "mask", "except", "sensors", "origin"], OF_PARTS = ["internalEdges", "leaveOverlaps"];

/**
 * The contact at an address, or null: `C` are the offsets of its struct, `read` reads a vector. The number of no part says that a query has found
 * nothing.
 */
export const contactReader = (C, read) => (core, at) => (core.u32[at + C.part >> 2] === NONE ? null : {
  distance: core.f32[at + C.separation >> 2],
  point: read(core, at + C.pointB),
  shapePoint: read(core, at + C.pointA),
  normal: read(core, at + C.normal),
  errorBound: core.f32[at + C.errorBound >> 2],
});

/** The hit at an address, or null, in the same way. */
export const hitReader = (H, read) => (core, at) => (core.u32[at + H.part >> 2] === NONE ? null : {
  t: core.f32[at + H.t >> 2],
  point: read(core, at + H.point),
  normal: read(core, at + H.normal),
  start: STARTS[core.u32[at + H.start >> 2]],
  startDistance: core.f32[at + H.startSeparation >> 2],
});

/**
 * The class of queries in a dimension, `of`: `zero`, `coordinates` (the numbers of a vector), `vector` (writes one), `withShape`, `putMotion`, `contactAt`, `hitAt`,
 * `part` (the name of a part's number in an answer), and the offsets `Q`, `C` and `H` of the structs of a query, a contact and a hit.
 */
export const queryOver = (of) => class Query extends Resource {
  /** A surface, with filters. One with filters has no handle of its own. */
  constructor(core, surface, filters = {}) {
    super(core);
    known(filters, surface?._kind === "world" ? [...OF_BODIES, ...OF_PARTS] : OF_PARTS, "filters");
    const { except, origin, layers = NONE, mask = NONE } = filters;
    this._surface = surface ?? this;
    this._except = except?._bits ?? [NONE, NONE];
    if (except !== undefined && except?._world !== surface) throw new TypeError("filters.except must be a body of this world");
    this._origin = origin ? of.coordinates(origin, "filters.origin") : of.zero;
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
    u32.set(this._except, at + of.Q.except >> 2);
    core.f64.set(this._origin, at + of.Q.origin >> 3);
    // One after the other.
    u32.set([this._layers, this._mask, this._flags], at + of.Q.layers >> 2);
    core.query = this;
    return core;
  }

  /** The body by the two halves of its name; null for a surface that is no world. */
  _body(at) {
    return this._surface._bodyOf?.(at) ?? null;
  }

  _contact(at) {
    return this._ofPart(of.contactAt(this._core, at), at + of.C.part, at + of.C.body);
  }

  _hit(at) {
    return this._ofPart(of.hitAt(this._core, at), at + of.H.part, at + of.H.body);
  }

  /** The answer with its part. */
  _ofPart(found, part, body) {
    if (found !== null) {
      found[of.part] = this._core.u32[part >> 2];
      found.body = this._body(body);
    }
    return found;
  }

  /** Runs a query with a shape and one argument, or none; returns where its answer is. */
  _one(name, shape, argument) {
    const core = this._put(), { at } = core, out = at + OUT;
    of.withShape(core, at + SHAPE, shape, "shape", () => core.c[name](at + QUERY, at + SHAPE, argument ?? out, out));
    return out;
  }

  /** The address of a vector among the arguments. */
  _vector(place, value, name) {
    const core = this._core, at = core.at + place;
    of.vector(core, at, value, name);
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
    return of.putMotion(this._core, A, motion, "motion");
  }

  closestN(shape, count, reach = Infinity) {
    if (count >>> 0 !== count) throw new RangeError(`count is ${count}, not a whole number`);
    const core = this._put(), { at } = core, near = core.whole("closest_n"), farthest = number(reach, "reach"), { size } = of.C;
    const filled = (memory, room) => {
      near(at + QUERY, at + SHAPE, farthest, memory, Math.min(room, count), at + COUNT);
      const found = core.count();
      return found === room && room < count ? null : Array.from({ length: found }, (_, i) => this._contact(memory + size * i));
    };
    return of.withShape(core, at + SHAPE, shape, "shape", () => {
      let answers = filled(at + LIST, LISTED);
      // Most calls want a few.
      for (let room = 16 * LISTED; !answers; room *= 16) answers = core.lend(size * room, (memory) => filled(memory, room));
      return answers;
    });
  }

  contacts(shape, reach = 0) {
    return this._listed("contacts", shape, number(reach, "reach"), (at) => this._contact(at), of.C.size);
  }

  sweepAll(shape, delta) {
    return this._listed("sweep_all", shape, this._vector(A, delta, "delta"), (at) => this._hit(at), of.H.size);
  }

  overlaps(shape) {
    return this._listed("overlaps", shape, undefined, (at) => this._body(at), 8);
  }

  /** Runs a query with a list of answers; a second time if there are more than the block has room for. */
  _listed(name, shape, argument, readOne, size) {
    const core = this._put(), q = core.at + QUERY, s = core.at + SHAPE, run = core.c[name];
    const call = (out, room, count) => (argument === undefined ? run(q, s, out, room, count) : run(q, s, argument, out, room, count));
    return of.withShape(core, s, shape, "shape", () => listed(core, call, readOne, size));
  }
};
