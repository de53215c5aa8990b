// Worlds of placed bodies, and the events of their sensors and pairs.

import { Compound } from "./compound.js";
import { A, BODY, COUNT, OUT, OWN, POSE, Resource } from "./core.js";
import { withArea } from "./heights.js";
import * as L from "./layout.js";
import { Mesh } from "./mesh.js";
import { NONE, Query, bits, listed } from "./query.js";
import { withShape } from "./shapes.js";
import { finite, flagsOf, known, must, pose, read, vector } from "./values.js";

const FLAGS = { moving: 1, sensor: 2, oneWay: 4 };
const OPTIONS = ["pose", ...Object.keys(FLAGS), "layers", "mask", "velocity", "spin", "surfaceVelocity", "data"];

/** Runs with the collider of a body in the block: a shape, a mesh or a compound. */
function withCollider(core, shape, run) {
  const at = core.at + BODY, { u64 } = core;
  u64[at + L.Body_mesh >> 3] = u64[at + L.Body_compound >> 3] = 0n;
  if (!shape?._kind && !(shape instanceof Query)) return withShape(core, at + L.Body_shape, shape, "shape", run);
  const kind = shape._kind;
  if (kind !== "mesh" && kind !== "compound") throw new TypeError("shape is a world or a query: only meshes, compounds and shapes can be bodies");
  if (!(shape instanceof (kind === "mesh" ? Mesh : Compound))) throw new TypeError("shape belongs to another copy of the package carom");
  if (shape._core !== core) throw new TypeError(`shape is a ${kind} of another instance of carom: load() once`);
  u64[at + (kind === "mesh" ? L.Body_mesh : L.Body_compound) >> 3] = shape._live("shape");
  return run();
}

/** Writes the direction and the margin of a one-way body; zeros for none. */
function putOneWay(core, oneWay, name) {
  const at = core.at + BODY, field = name && `${name}.`;
  if (oneWay) known(oneWay, ["direction", "margin"], `${field}oneWay`);
  vector(core, at + L.Body_one_way_direction, oneWay ? oneWay.direction : [0, 0, 0], `${field}oneWay.direction`);
  core.f32[at + L.Body_one_way_margin >> 2] = finite(oneWay?.margin ?? 0, `${field}oneWay.margin`);
}

/** A body of a world: its name, and its data in JavaScript. */
export class Body {
  constructor(world, low, high) {
    this._world = world;
    this._bits = [low, high];
    this._name = BigInt(high) << 32n | BigInt(low);
    /** For the caller. */
    this.data = undefined;
    this._removed = false;
  }

  /** The number in batches and in `world.body(index)`. */
  get index() {
    return this._bits[0];
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

  setSpin(axis, speed) {
    this._call("set_spin", this._world._vector(A, axis, "axis"), finite(speed, "speed"));
  }

  setLayers(layers, mask) {
    this._call("set_layers", bits(layers, "layers"), bits(mask, "mask"));
  }

  refitHeights(area) {
    withArea(this._world._core, area, (at) => this._call("refit_heights", at));
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
    const core = this._world._core, at = core.at + BODY, direction = at + L.Body_one_way_direction;
    if (oneWay !== null) must(typeof oneWay === "object", "oneWay", "{ direction, margin } or null", oneWay);
    putOneWay(core, oneWay, "");
    if (oneWay !== null && core.f32.subarray(direction >> 2, (direction >> 2) + 3).every((x) => x === 0)) throw new RangeError("oneWay.direction is zero");
    this._call("set_one_way", direction, core.f32[at + L.Body_one_way_margin >> 2]);
  }

  /** Gives it another shape, mesh or compound; all else stays. */
  replace(shape) {
    const core = this._world._core;
    withCollider(core, shape, () => this._call("replace", core.at + BODY));
  }

  /** Reads the struct of the body; returns its address. */
  _read() {
    const at = this._world._core.at + BODY;
    this._call("body", at);
    return at;
  }

  get pose() {
    const core = this._world._core, at = this._read() + L.Body_pose, [x, y, z] = core.f64.subarray(at + L.Pose_position >> 3), turn = at + L.Pose_rotation >> 2;
    const [i, j, k, w] = core.f32.subarray(turn, turn + 4);
    return { position: { x, y, z }, quaternion: { x: i, y: j, z: k, w }, scale: core.f32[at + L.Pose_scale >> 2] };
  }

  get velocity() {
    return read(this._world._core, this._read() + L.Body_velocity);
  }

  get spin() {
    const core = this._world._core, at = this._read();
    return { axis: read(core, at + L.Body_axis), speed: core.f32[at + L.Body_spin >> 2] };
  }

  get surfaceVelocity() {
    return read(this._world._core, this._read() + L.Body_surface_velocity);
  }

  get oneWay() {
    const core = this._world._core, at = this._read();
    if (!(core.u32[at + L.Body_flags >> 2] & FLAGS.oneWay)) return null;
    return { direction: read(core, at + L.Body_one_way_direction), margin: core.f32[at + L.Body_one_way_margin >> 2] };
  }

  get layers() {
    return this._world._core.u32[this._read() + L.Body_layers >> 2];
  }

  get mask() {
    return this._world._core.u32[this._read() + L.Body_mask >> 2];
  }

  get moving() {
    return this._has("moving");
  }

  get sensor() {
    return this._has("sensor");
  }

  _has(flag) {
    return (this._world._core.u32[this._read() + L.Body_flags >> 2] & FLAGS[flag]) !== 0;
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
    pose(core, at, to, "pose");
    return at;
  }
}

export class World extends Query {
  constructor(core, copied, handle) {
    super(core);
    /** By index. A removed body stays until another has its index: the next events name it. */
    this._bodies = [];
    /** Which world it is a copy of; marks, so that no copy keeps its original in memory. */
    this._mark = Symbol("world");
    this._copyOf = copied === OWN ? undefined : copied?._mark;
    if (copied === OWN) return void this._own("world_free", handle);
    if (copied) core.c.world_copy(copied._live("world"), core.at + OUT);
    else core.c.world_create(core.at + OUT);
    this._own("world_free");
  }

  add(shape, options = {}) {
    const core = this._core, at = core.at + BODY, zero = [0, 0, 0];
    if (options.isMatrix4 || options.isObject3D) throw new TypeError("options must be { pose: … }, not the pose itself");
    known(options, OPTIONS, "options");
    pose(core, at + L.Body_pose, options.pose === undefined ? zero : options.pose, "options.pose");
    const { spin, layers = NONE, mask = NONE } = options, put = (field, value, name) => vector(core, at + field, value ?? zero, "options", name);
    put(L.Body_velocity, options.velocity, "velocity");
    put(L.Body_surface_velocity, options.surfaceVelocity, "surfaceVelocity");
    put(L.Body_axis, spin?.axis, "spin.axis");
    putOneWay(core, options.oneWay, "options");
    const { f32, u32 } = core;
    f32[at + L.Body_spin >> 2] = finite(spin?.speed ?? 0, "options.spin.speed");
    // One after the other.
    u32.set([bits(layers, "options.layers"), bits(mask, "options.mask"), flagsOf(options, FLAGS)], at + L.Body_layers >> 2);
    withCollider(core, shape, () => core.c.world_add(this._live("world"), at, core.at + OUT));
    const body = this._bodyOf(core.at + OUT);
    body.data = options.data;
    return body;
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
    return new Query(this._core, this, filters);
  }
}
World.prototype._kind = "world";

export function checkedWorld(core, world, name = "world") {
  if (!(world instanceof World) || world._core !== core) throw new TypeError(`${name} must be a World of this instance`);
}

/**
 * A class of lists of pairs of bodies: those of now, and what has changed since the update before. `kind` and `list` name functions of the C
 * library, `names` its lists; `pair` makes an answer of two bodies.
 */
const events = (kind, list, names, pair) => class extends Resource {
  constructor(core, world) {
    super(core);
    checkedWorld(core, world);
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

/** Which bodies are in which sensors, and what has changed. */
export const Sensors = /* @__PURE__ */ events("sensors", "sensors_pairs", ["now", "entered", "left"], (sensor, body) => ({ sensor, body }));

/** Which bodies touch, of which one is moving, and what has changed. */
export const Pairs = /* @__PURE__ */ events("pairs", "pairs_list", ["now", "began", "ended"], (a, b) => [a, b]);
