// Worlds of placed bodies, and the events of their sensors and pairs.

import { A, BODY, COUNT, OUT, POSE, Resource } from "./core.js";
import { Body as Struct, Pair } from "./layout.js";
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
    this._removed = true;
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
    /** By index. A removed body stays until another has its index: the next events name it. */
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
    const body = this._bodies[index];
    return body && !body._removed ? body : null;
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
resource(World, "world");

/** Lists of pairs of bodies: those of now, and what has changed since the update before. */
class Events extends Resource {
  /** `kind` and `list` name functions of the C library, `names` its lists; `pair` makes an answer of two bodies. */
  constructor(core, world, kind, list, names, pair) {
    if (!(world instanceof World) || world._core !== core) throw new TypeError("world must be a World of this instance");
    core.c[`${kind}_create`](core.at + OUT);
    super(core, `${kind}_free`, core.name(OUT));
    Object.assign(this, { _world: world, _events: kind, _list: list, _names: names, _pair: pair });
    for (const name of names) this[name] = [];
  }

  update() {
    const core = this._core, world = this._world, handle = this._live(this._events);
    core.c[`${this._events}_update`](handle, world._live("world"));
    this._names.forEach((name, number) => {
      this[name] = listed(core, (out, room) => core.c[this._list](handle, number, out, room, core.at + COUNT), (at) => this._pair(world._bodyOf(at + Pair.a), world._bodyOf(at + Pair.b)), Pair.size);
    });
    return this;
  }
}

/** Which bodies are in which sensors, and what has changed. */
export class Sensors extends Events {
  constructor(core, world) {
    super(core, world, "sensors", "sensors_pairs", ["now", "entered", "left"], (sensor, body) => ({ sensor, body }));
  }
}

/** Which bodies touch, of which one is moving, and what has changed. */
export class Pairs extends Events {
  constructor(core, world) {
    super(core, world, "pairs", "pairs_list", ["now", "began", "ended"], (a, b) => [a, b]);
  }
}
