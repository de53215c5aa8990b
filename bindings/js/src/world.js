// Worlds of placed bodies, and the events of their sensors.

import { A, BODY, COUNT, OUT, POSE, Resource } from "./core.js";
import { Body as Struct, SensorPair } from "./layout.js";
import { Mesh, OWN, own, resource } from "./mesh.js";
import { NONE, Query, bits, listed } from "./query.js";
import { withShape } from "./shapes.js";
import { finite, known, pose, vector } from "./values.js";

const MOVING = 1, SENSOR = 2, ONE_WAY = 4;
const OPTIONS = ["pose", "moving", "sensor", "oneWay", "layers", "mask", "velocity", "spin", "surfaceVelocity", "data"];
const nameOf = (low, high) => BigInt(high) << 32n | BigInt(low);

/** A body of a world: its name, and its data in JavaScript. */
export class Body {
  constructor(world, low, high) {
    this._world = world;
    this._bits = [low, high];
    this._name = nameOf(low, high);
    /** For the caller. */
    this.data = undefined;
  }

  /** The number in batches and in `world.body(index)`. */
  get index() {
    return this._bits[0];
  }

  get world() {
    return this._world;
  }

  setPose(to) {
    const world = this._world, core = world._core;
    pose(core, core.at + POSE, to, "pose");
    core.c.world_set_pose(world._live("world"), this._name, core.at + POSE);
  }

  moveTo(to, dt) {
    const world = this._world, core = world._core;
    pose(core, core.at + POSE, to, "pose");
    core.c.world_move_to(world._live("world"), this._name, core.at + POSE, finite(dt, "dt"));
  }

  setVelocity(velocity) {
    this._vector("world_set_velocity", velocity, "velocity");
  }

  setSurfaceVelocity(velocity) {
    this._vector("world_set_surface_velocity", velocity, "velocity");
  }

  setSpin(axis, speed) {
    this._vector("world_set_spin", axis, "axis", finite(speed, "speed"));
  }

  setLayers(layers, mask) {
    const world = this._world;
    world._core.c.world_set_layers(world._live("world"), this._name, bits(layers, "layers"), bits(mask, "mask"));
  }

  remove() {
    const world = this._world;
    world._core.c.world_remove(world._live("world"), this._name);
    if (world._bodies[this.index] === this) world._bodies[this.index] = undefined;
  }

  _vector(name, value, argument, speed) {
    const world = this._world, core = world._core;
    vector(core, core.at + A, value, argument);
    core.c[name](world._live("world"), this._name, core.at + A, speed);
  }
}

export class World extends Query {
  constructor(core, copied, handle) {
    super(core, null);
    this._surface = this;
    this._bodies = [];
    /** Which world it is a copy of; marks, so that no copy keeps its original in memory. */
    this._mark = Symbol("world");
    this._copyOf = copied === OWN ? undefined : copied?._mark;
    if (copied === OWN) return own(this, "world_free", handle);
    if (copied) core.c.world_copy(copied._live("world"), core.at + OUT);
    else core.c.world_create(core.at + OUT);
    own(this, "world_free", core.name(OUT));
  }

  add(shape, options = {}) {
    const core = this._core, { at } = core, zero = [0, 0, 0], one = options.oneWay;
    if (options.isMatrix4 || options.isObject3D) throw new TypeError("options must be { pose: … }, not the pose itself");
    known(options, OPTIONS, "options");
    const put = (field, value, name) => vector(core, at + BODY + field, value ?? zero, `options.${name}`);
    pose(core, at + BODY + Struct.pose, options.pose === undefined ? zero : options.pose, "options.pose");
    put(Struct.velocity, options.velocity, "velocity");
    put(Struct.surface_velocity, options.surfaceVelocity, "surfaceVelocity");
    put(Struct.axis, options.spin?.axis, "spin.axis");
    put(Struct.one_way_direction, one?.direction, "oneWay.direction");
    const { f32, u32 } = core, word = (field) => at + BODY + field >> 2;
    f32[word(Struct.spin)] = finite(options.spin?.speed ?? 0, "options.spin.speed");
    f32[word(Struct.one_way_margin)] = finite(one?.margin ?? 0, "options.oneWay.margin");
    u32[word(Struct.layers)] = bits(options.layers ?? NONE, "options.layers");
    u32[word(Struct.mask)] = bits(options.mask ?? NONE, "options.mask");
    u32[word(Struct.flags)] = (options.moving ? MOVING : 0) | (options.sensor ? SENSOR : 0) | (one ? ONE_WAY : 0);
    const mesh = new BigUint64Array(u32.buffer, at + BODY + Struct.mesh, 1);
    const insert = () => core.c.world_add(this._live("world"), at + BODY, at + OUT);
    if (shape?._kind || shape instanceof Query) {
      if (shape._kind !== "mesh") throw new TypeError("shape is a world or a query: only meshes and shapes can be bodies");
      if (!(shape instanceof Mesh)) throw new TypeError("shape belongs to another copy of the package carom");
      if (shape._core !== core) throw new TypeError("shape is a mesh of another instance of carom: load() once");
      mesh[0] = shape._live("shape");
      insert();
    } else {
      mesh[0] = 0n;
      withShape(core, at + BODY + Struct.shape, shape, "shape", insert);
    }
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
    return body?._bits[1] === high ? body : (this._bodies[low] = new Body(this, low, high));
  }

  /** The body with this number, as batches report it: of those that were added here or found by a query. */
  body(index) {
    return this._bodies[index] ?? null;
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
    for (const body of this._bodies) if (body) copy.same(body).data = body.data;
    return copy;
  }

  same(body) {
    return this._named(...body._bits);
  }

  query(filters) {
    return new Query(this._core, this, filters);
  }
}
resource(World, "world");

/** Which bodies are in which sensors, and what has changed. */
export class Sensors extends Resource {
  constructor(core, world) {
    if (!(world instanceof World) || world._core !== core) throw new TypeError("world must be a World of this instance");
    core.c.sensors_create(core.at + OUT);
    super(core, "sensors_free", core.name(OUT));
    this._world = world;
    this.now = this.entered = this.left = [];
  }

  update() {
    const core = this._core, handle = this._live("sensors"), world = this._world;
    core.c.sensors_update(handle, world._live("world"));
    const pair = (at) => ({ sensor: world._bodyOf(at + SensorPair.sensor), body: world._bodyOf(at + SensorPair.body) });
    ["now", "entered", "left"].forEach((name, list) => {
      this[name] = listed(core, (out, room) => core.c.sensors_pairs(handle, list, out, room, core.at + COUNT), pair, SensorPair.size);
    });
    return this;
  }
}
