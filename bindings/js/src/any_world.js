// Worlds of placed bodies in 2D or in 3D, and the events of their sensors and pairs.
//
// `of` in these classes is what differs with the dimension: `Query`, `zero`, `vector`, `read`, `pose` (writes one), `poseAt` (reads one), `withShape`, `colliders` (the
// classes of colliders that are no shapes, by their kinds), `putSpin`, and `B`, the offsets of the struct of a body.

import { A, BODY, COUNT, OUT, OWN, POSE, Resource } from "./core.js";
import * as L from "./layout.js";
import { NONE, listed } from "./lists.js";
import { bits, finite, flagsOf, known, must, notNegative } from "./values.js";

const FLAGS = { moving: 1, sensor: 2, oneWay: 4 };
const OPTIONS = ["pose", ...Object.keys(FLAGS), "layers", "mask", "velocity", "spin", "surfaceVelocity", "data"];

/** Runs with the collider of a body in the block: a shape, or an object of `of.colliders`. */
function withCollider(of, core, shape, run) {
  const at = core.at + BODY, { u64 } = core, kinds = Object.keys(of.colliders);
  for (const kind of kinds) u64[at + of.B[kind] >> 3] = 0n;
  if (!shape?._kind && !(shape instanceof of.Query)) return of.withShape(core, at + of.B.shape, shape, "shape", run);
  const kind = shape._kind, Class = of.colliders[kind];
  if (!Class) throw new TypeError(`shape is a ${kind ?? "query"}: only ${kinds.map((kind) => (kind === "mesh" ? "meshes" : `${kind}s`)).join(", ")} and shapes can be bodies`);
  if (!(shape instanceof Class)) throw new TypeError("shape belongs to another copy of the package carom");
  if (shape._core !== core) throw new TypeError(`shape is a ${kind} of another instance of carom: load() once`);
  u64[at + of.B[kind] >> 3] = shape._live("shape");
  return run();
}

/** Writes the direction and the margin of a one-way body; zeros for none. */
function putOneWay(of, core, oneWay, name) {
  const at = core.at + BODY, field = name && `${name}.`;
  if (oneWay) known(oneWay, ["direction", "margin"], `${field}oneWay`);
  of.vector(core, at + of.B.oneWayDirection, oneWay ? oneWay.direction : of.zero, `${field}oneWay.direction`);
  core.f32[at + of.B.oneWayMargin >> 2] = notNegative(oneWay?.margin ?? 0, `${field}oneWay.margin`);
}

/** The class of a body of a world: its name, and its data in JavaScript. */
export const bodyOver = (of) => class Body {
  constructor(world, low, high) {
    // Not enumerable but the number in batches and in `world.body(index)`: an answer is printed, cloned and made JSON without the world. `data` is for the caller.
    const fields = { _world: world, _bits: [low, high], _name: BigInt(high) << 32n | BigInt(low), data: undefined, _removed: false };
    for (const name in fields) Object.defineProperty(this, name, { value: fields[name], writable: true });
    Object.defineProperty(this, "index", { value: low, enumerable: true });
  }

  get world() {
    return this._world;
  }

  setPose(to) {
    this._call("set_pose", this._pose(to));
  }

  moveTo(to, dt) {
    this._call("move_to", this._pose(to), finite(dt, "dt"));
  }

  setVelocity(velocity) {
    this._call("set_velocity", this._world._vector(A, velocity, "velocity"));
  }

  setSurfaceVelocity(velocity) {
    this._call("set_surface_velocity", this._world._vector(A, velocity, "velocity"));
  }

  setLayers(layers, mask) {
    this._call("set_layers", bits(layers, "layers"), bits(mask, "mask"));
  }

  setMoving(moving) {
    this._flag("moving", moving);
  }

  setSensor(sensor) {
    this._flag("sensor", sensor);
  }

  _flag(name, value) {
    must(typeof value === "boolean", name, "true or false", value);
    this._call(`set_${name}`, value ? 1 : 0);
  }

  /** Null: it blocks from all sides. */
  setOneWay(oneWay) {
    const core = this._world._core, at = core.at + BODY, direction = at + of.B.oneWayDirection;
    if (oneWay !== null) must(typeof oneWay === "object", "oneWay", "{ direction, margin } or null", oneWay);
    putOneWay(of, core, oneWay, "");
    if (oneWay !== null && core.f32.subarray(direction >> 2, (direction >> 2) + of.zero.length).every((x) => x === 0)) throw new RangeError("oneWay.direction is zero");
    this._call("set_one_way", direction, core.f32[at + of.B.oneWayMargin >> 2]);
  }

  /** Gives it another shape or other collider; all else stays. */
  replace(shape) {
    const core = this._world._core;
    withCollider(of, core, shape, () => this._call("replace", core.at + BODY));
  }

  /** Reads the struct of the body; returns its address. */
  _read() {
    const at = this._world._core.at + BODY;
    this._call("body", at);
    return at;
  }

  get pose() {
    return of.poseAt(this._world._core, this._read() + of.B.pose);
  }

  get velocity() {
    return of.read(this._world._core, this._read() + of.B.velocity);
  }

  get surfaceVelocity() {
    return of.read(this._world._core, this._read() + of.B.surfaceVelocity);
  }

  get oneWay() {
    const core = this._world._core, at = this._read();
    if (!(core.u32[at + of.B.flags >> 2] & FLAGS.oneWay)) return null;
    return { direction: of.read(core, at + of.B.oneWayDirection), margin: core.f32[at + of.B.oneWayMargin >> 2] };
  }

  get layers() {
    return this._world._core.u32[this._read() + of.B.layers >> 2];
  }

  get mask() {
    return this._world._core.u32[this._read() + of.B.mask >> 2];
  }

  get moving() {
    return this._has("moving");
  }

  get sensor() {
    return this._has("sensor");
  }

  _has(flag) {
    return (this._world._core.u32[this._read() + of.B.flags >> 2] & FLAGS[flag]) !== 0;
  }

  remove() {
    this._call("remove");
    this._removed = true;
  }

  _call(name, ...given) {
    const world = this._world;
    world._core.c[`world_${name}`](world._live("world"), this._name, ...given);
  }

  /** The address of a pose in the block. */
  _pose(to) {
    const core = this._world._core, at = core.at + POSE;
    of.pose(core, at, to, "pose");
    return at;
  }
};

/** The class of worlds with bodies of a class. */
export const worldOver = (of, Body) => class World extends of.Query {
  constructor(core, copied, handle) {
    super(core);
    /** By index. A removed body stays until another has its index: the next events name it. */
    this._bodies = [];
    /** Which world it is a copy of; marks, so that no copy keeps its original in memory. */
    this._mark = Symbol("world");
    this._copyOf = copied === OWN ? undefined : copied?._mark;
    if (copied === OWN) return void this._own("world_free", handle);
    must(!copied || this._copyOf, "the argument of new World()", "left out", copied);
    if (copied) core.c.world_copy(copied._live("world"), core.at + OUT);
    else core.c.world_create(core.at + OUT);
    this._own("world_free");
  }

  add(shape, options = {}) {
    const core = this._core, at = core.at + BODY;
    if (options.isMatrix4 || options.isObject3D) throw new TypeError("options must be { pose: … }, not the pose itself");
    known(options, OPTIONS, "options");
    of.pose(core, at + of.B.pose, options.pose === undefined ? of.zero : options.pose, "options.pose");
    const { layers = NONE, mask = NONE } = options, put = (field, name) => of.vector(core, at + field, options[name] ?? of.zero, "options", name);
    put(of.B.velocity, "velocity");
    put(of.B.surfaceVelocity, "surfaceVelocity");
    of.putSpin(core, at, options.spin, "options.spin");
    putOneWay(of, core, options.oneWay, "options");
    // One after the other.
    core.u32.set([bits(layers, "options.layers"), bits(mask, "options.mask"), flagsOf(options, FLAGS)], at + of.B.layers >> 2);
    withCollider(of, core, shape, () => core.c.world_add(this._live("world"), at, core.at + OUT));
    const body = this._bodyOf(core.at + OUT);
    body.data = options.data;
    return body;
  }

  get _kind() {
    return "world";
  }

  /** The body with the name at an address. */
  _bodyOf(at) {
    const { u32 } = this._core;
    return this._named(u32[at >> 2], u32[(at >> 2) + 1]);
  }

  _named(low, high) {
    if (low === NONE && high === NONE) return null;
    const body = this._bodies[low];
    if (body?._bits[1] === high) return body;
    const other = new Body(this, low, high);
    // A body that is gone, in events, does not take the place of a later one.
    if (!(body?._bits[1] > high)) this._bodies[low] = other;
    return other;
  }

  /** The body with this number, as batches report it: of those that were added here or found by a query. */
  body(index) {
    const body = this._bodies[index];
    return body && !body._removed ? body : null;
  }

  /** All bodies, in the order of their indices. */
  bodies() {
    const core = this._core, handle = this._live("world");
    return listed(core, (...out) => core.c.world_bodies(handle, ...out), (at) => this._bodyOf(at), 8);
  }

  get size() {
    this._core.c.world_count(this._live("world"), this._core.at + COUNT);
    return this._core.count();
  }

  optimize() {
    this._core.c.world_optimize(this._live("world"));
  }

  /** An independent copy with the same bodies: `copy.same(body)` is the body of the copy. */
  copy() {
    const copy = new this.constructor(this);
    for (const body of this._bodies) if (body && !body._removed) copy.same(body).data = body.data;
    return copy;
  }

  same(body) {
    return this._named(...body._bits);
  }

  query(filters) {
    return new of.Query(this._core, this, filters);
  }
};

/**
 * A class of lists of pairs of bodies: those of now, and what has changed since the update before. `kind` and `list` name functions of the C
 * library, `names` its lists; `pair` makes an answer of two bodies.
 */
const events = (World, kind, list, names, pair) => class extends Resource {
  constructor(core, world) {
    super(core);
    checked(World, core, world);
    core.c[`${kind}_create`](core.at + OUT);
    this._own(`${kind}_free`);
    this._world = world;
    for (const name of names) this[name] = [];
  }

  update() {
    return this._update(this._core.c[`${kind}_update`], this._world);
  }

  /** The second body of a pair is one of the world `other`, the same in all updates. */
  _update(run, other) {
    const core = this._core, world = this._world, handle = this._live(kind);
    if ((this._other ??= other) !== other) throw new TypeError(`these ${kind} are of another world: make others for this one`);
    run(handle, world._live("world"), other._live("other"));
    names.forEach((name, number) => {
      this[name] = listed(core, (...out) => core.c[list](handle, number, ...out), (at) => pair(world._bodyOf(at + L.Pair_a), other._bodyOf(at + L.Pair_b)), L.Pair_size);
    });
    return this;
  }
};

/** Refuses what is no world of a class and an instance. */
export function checked(World, core, world, name = "world") {
  if (!(world instanceof World) || world._core !== core) throw new TypeError(`${name} must be a World of this instance`);
}

/** Which bodies are in which sensors, and what has changed. */
export const sensorsOver = (World) => events(World, "sensors", "sensors_pairs", ["now", "entered", "left"], (sensor, body) => ({ sensor, body }));

/** Which bodies touch, of which one is moving, and what has changed. */
export const pairsOver = (World) => events(World, "pairs", "pairs_list", ["now", "began", "ended"], (a, b) => [a, b]);
