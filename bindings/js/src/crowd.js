// Crowds: characters that give way to each other.

import { setBody } from "./body.js";
import { A, B, COUNT, INTENT, LIST, LOCOMOTION, OUT, Resource, SETTINGS, STATE } from "./core.js";
import * as L from "./layout.js";
import { listed } from "./lists.js";
import { accelerate, adopt, locomotionIn, locomotionOf, putLocomotion } from "./locomotion.js";
import { WHY, collisionOf, eventsOf } from "./mover.js";
import { animated, checkedMotion } from "./root_motion.js";
import { restored, saved } from "./saved.js";
import { NAMES, WORDS, axisOf, changed, groundOf, putAtRest, putIntent, putSettings, settingsOf } from "./settings.js";
import { bits, known, must, number, numbers, positive, read, vector } from "./values.js";
import { checkedWorld } from "./world.js";

const ROLES = ["push", "static", "ghost"];
const ARRAYS = [["feet", Float32Array, 3], ["before", Float32Array, 3], ["velocity", Float32Array, 3], ["onGround", Uint8Array, 1], ["stuck", Uint8Array, 1]];

/** Added to the role of an agent. */
const GIVES_WAY = 4;

export class Crowd extends Resource {
  constructor(core, world, options = {}, copied) {
    super(core);
    checkedWorld(core, world);
    known(options, ["layer"], "options");
    const layer = bits(options.layer ?? 2 ** 31, "options.layer");
    if (copied) core.c.crowd_copy(copied._live("crowd"), world._live("world"), core.at + OUT);
    else core.c.crowd_create(world._live("world"), layer, core.at + OUT);
    this._own("crowd_free");
    this.world = world;
    this._layer = copied?._layer ?? layer;
    this.size = 0;
    /** Three numbers an agent: where it is, where it was before the last tick, its velocity. */
    this.feet = this.before = this.velocity = new Float32Array(0);
    this.onGround = this.stuck = new Uint8Array(0);
    /** By the numbers of agents: their locomotion, at rest, now and, in a tick, after it, and their up. */
    this._moving = new Map();
    /** By the numbers of agents that an animation or ability moves in the next tick: its length, the intent, the locomotion after it, and what follows. */
    this._acting = new Map();
    /** By the numbers of agents: their bodies, where they are no capsules. */
    this._bodies = new Map();
  }

  add(agent) {
    const core = this._core, { at } = core, handle = this._live("crowd");
    known(agent, [...NAMES, "feet", "height", "axis", "mass", "role", "givesWay", "locomotion"], "agent");
    const { feet = [0, 0, 0], height = 1.8, axis, body, mass = 1, role = "push", givesWay = false } = agent;
    if (!ROLES.includes(role)) throw new RangeError(`agent.role is ${role}; there are ${ROLES.join(", ")}`);
    const resting = agent.locomotion ? locomotionOf(core, agent.locomotion, "agent.locomotion") : null;
    const settings = putSettings(core, agent), up = core.f32.slice(settings + L.MoverSettings_up >> 2, (settings + L.MoverSettings_up >> 2) + 3);
    number(mass, "agent.mass");
    // A body comes with a mover: one that is refused is refused before there is an agent.
    const [mover, shape] = body === undefined ? [] : this._moverOf(settings, body);
    putAtRest(core, at + STATE, feet, height, axis);
    core.c.crowd_add(handle, settings, at + STATE, mass, ROLES.indexOf(role) + (givesWay ? GIVES_WAY : 0), at + OUT);
    const added = core.u32[at + OUT >> 2];
    if (mover) {
      core.c.crowd_set_mover(handle, added, mover._live("mover"));
      mover.dispose();
      this._bodies.set(added, shape);
    }
    if (resting) this._moving.set(added, { resting, words: resting, up });
    this._read();
    this._rest(added);
    return added;
  }

  /** A mover with the settings in the block and a body, and that body. */
  _moverOf(settings, body) {
    const core = this._core, mover = new Resource(core);
    core.c.mover_create(settings, core.at + OUT);
    mover._own("mover_free");
    return [mover, setBody(core, (...given) => core.c.mover_set_body(mover._handle, ...given), body, "agent.body")];
  }

  /** One tick. `wanted` is an array of intents, or three numbers an agent: the wanted velocities. */
  step(wanted, dt) {
    const core = this._core, handle = this._live("crowd"), flat = ArrayBuffer.isView(wanted);
    const count = flat ? this._rows(wanted) : wanted?.length;
    must(count >= 0, "intents", "an array of intents, or a typed array of velocities", wanted);
    if (count > this.size) throw new RangeError(`there are ${count} intents for ${this.size} agents`);
    number(dt, "dt");
    const acting = this._acting;
    for (const [index, { time, after }] of acting) {
      if (time !== dt) throw new RangeError(`dt is ${dt}, but the ${after ? "ability" : "animation"} of agent ${index} is one of ${time}`);
    }
    // An agent without an intent slows down by its locomotion.
    const rows = this._moving.size + acting.size > 0 ? this.size : count, bytes = L.Intent_size * rows;
    core.lend(bytes, (memory) => {
      core.u8.fill(0, memory, memory + bytes);
      for (let i = 0; i < count; i++) {
        const at = memory + L.Intent_size * i;
        if (!flat) putIntent(core, at, wanted[i] ?? {}, `intents[${i}]`);
        else for (let axis = 0; axis < 3; axis++) core.f32[(at + L.Intent_velocity >> 2) + axis] = wanted[3 * i + axis];
      }
      for (const [index, { intent }] of acting) core.u32.set(intent, memory + L.Intent_size * index >> 2);
      this._moved(memory, "words", "next", (index, agent, ...given) => {
        const action = acting.get(index);
        if (action) return putLocomotion(core, action.locomotion);
        this._grip?.(agent);
        accelerate(core, agent, ...given, dt);
      });
      core.c.crowd_step(handle, memory, rows, dt);
      this._acting = new Map();
      this._moved(memory, "next", "words", (index, ...given) => acting.get(index)?.after || adopt(core, ...given));
    });
    [this.before, this.feet] = [this.feet, this.before];
    this._read();
    for (const [index, { intent, after }] of acting) after?.(this, index, intent);
    return this;
  }

  /** Runs with the locomotion of each agent that has one in the block, taken from its field `from`, and keeps what it becomes in `to`. */
  _moved(intents, from, to, run) {
    const core = this._core, up = core.at + B;
    if (this._moving.size > 0) this._agents((agents) => {
      for (const [index, moving] of this._moving) {
        core.f32.set(moving.up, up >> 2);
        putLocomotion(core, moving[from]);
        run(index, agents + L.Agent_size * index, intents + L.Intent_size * index, up);
        moving[to] = locomotionIn(core);
      }
    });
  }

  _rows(velocities) {
    const { length } = velocities, { size } = this;
    if (length !== 3 * size) throw new RangeError(`velocities has ${length} numbers, but ${size} agents need ${3 * size}`);
    return numbers(velocities, 3, "velocities").length / 3;
  }

  /** Runs with all agents in memory. */
  _agents(run) {
    const core = this._core, handle = this._live("crowd");
    const call = (memory, room) => core.c.crowd_agents(handle, memory, room, core.at + COUNT);
    call(0, 0);
    const count = core.count();
    return core.lend(L.Agent_size * count, (memory) => {
      call(memory, count);
      return run(memory, count);
    });
  }

  /** Copies the agents into the arrays, which are as long as the crowd. */
  _read() {
    this._agents((memory, count) => {
      if (count !== this.size) {
        for (const [name, Kind, each] of ARRAYS) {
          const old = this[name];
          this[name] = new Kind(each * count);
          this[name].set(old.subarray(0, each * count));
        }
        this.size = count;
      }
      for (let i = 0; i < count; i++) this._take(i, memory + L.Agent_size * i);
    });
  }

  /** Copies the agent at an address into the arrays. */
  _take(index, at) {
    const { f32, u32 } = this._core;
    for (let axis = 0; axis < 3; axis++) {
      this.feet[3 * index + axis] = f32[(at + L.Character_feet >> 2) + axis];
      this.velocity[3 * index + axis] = f32[(at + L.Character_velocity >> 2) + axis];
    }
    this.onGround[index] = u32[at + L.Character_on_ground >> 2];
    this.stuck[index] = u32[at + L.Agent_report >> 2] >> 7 & 1;
  }

  /** An agent has not moved here: it is drawn where it is. */
  _rest(index) {
    this.before.set(this.feet.subarray(3 * index, 3 * index + 3), 3 * index);
  }

  /** The address of an agent, in the list of the block. */
  _one(index) {
    const core = this._core, at = core.at + LIST, handle = this._live("crowd");
    this._checked(index);
    core.c.crowd_agent(handle, index, at);
    return at;
  }

  /** Gives an agent the state at an address. */
  _set(index, state) {
    this._core.c.crowd_set_state(this._handle, index, state);
    this._take(index, this._one(index));
  }

  /** An agent by its number. */
  agent(index) {
    const core = this._core, at = this._one(index);
    const onGround = core.u32[at + L.Character_on_ground >> 2] === 1, why = core.u32[at + L.Agent_report + L.Report_why >> 2];
    return {
      feet: read(core, at + L.Character_feet),
      velocity: read(core, at + L.Character_velocity),
      height: core.f32[at + L.Character_height >> 2],
      axis: axisOf(core, at),
      onGround,
      ground: onGround ? groundOf(core, at, this.world) : null,
      ...Object.fromEntries(WHY.map((name, bit) => [name, (why >> bit & 1) === 1])),
      events: eventsOf(core, at + L.Agent_report),
      mass: core.f32[at + L.Agent_mass >> 2],
      role: ROLES[core.u32[at + L.Agent_role >> 2] & GIVES_WAY - 1],
      givesWay: (core.u32[at + L.Agent_role >> 2] & GIVES_WAY) !== 0,
      body: this.world._bodyOf(at + L.Agent_body),
    };
  }

  /** The surfaces and the other agents that the last tick of an agent met. */
  collisions(index) {
    const core = this._core, handle = this._live("crowd");
    this._checked(index);
    return listed(core, (...out) => core.c.crowd_collisions(handle, index, ...out), (at) => collisionOf(core, at, this.world), L.Collision_size);
  }

  settings(index) {
    const core = this._core, handle = this._live("crowd");
    this._checked(index);
    core.c.crowd_settings(handle, index, core.at + SETTINGS);
    return { ...settingsOf(core), body: this._bodies.get(index) ?? "capsule" };
  }

  set(index, settings) {
    const core = this._core, { c } = core, handle = this._live("crowd"), moving = this._moving.get(index), up = core.at + SETTINGS + L.MoverSettings_up >> 2;
    this._checked(index);
    this._bodies.set(index, changed(core, settings, this._bodies.get(index) ?? "capsule", {
      read: (at) => c.crowd_settings(handle, index, at),
      write: (at) => c.crowd_set_settings(handle, index, at),
      setBody: (...given) => c.crowd_set_body(handle, index, ...given),
    }));
    if (moving) moving.up = core.f32.slice(up, up + 3);
  }

  /** The last agent takes over its number. */
  remove(index) {
    const last = this.size - 1, body = this.world._bodyOf(this._one(index) + L.Agent_body);
    this._core.c.crowd_remove(this._handle, index);
    if (body) body._removed = true;
    for (const map of [this._moving, this._acting, this._bodies]) {
      const moved = map.get(last);
      map.delete(index);
      map.delete(last);
      if (moved !== undefined && index !== last) map.set(index, moved);
    }
    this.before.copyWithin(3 * index, 3 * last);
    this._read();
  }

  /** Lets an animation move an agent in the next step, in the place of its intent; returns the facing after it. */
  animate(index, motion, facing, dt) {
    checkedMotion(motion);
    this._act(index, dt, (core, up, isAdopted) => {
      facing = animated(core, motion, facing, dt, core.at + STATE, up, isAdopted);
    });
    return facing;
  }

  /**
   * Moves an agent in the next step by the intent that `put` leaves in the block, in the place of another. Where it is given, `after` follows that step: with
   * the crowd, the number of the agent in it and the intent.
   */
  _act(index, dt, put, after) {
    const core = this.world._put(), { at } = core, moving = this._moving.get(index), found = this._one(index) >> 2;
    positive(dt, "dt");
    core.u32.copyWithin(at + STATE >> 2, found, found + WORDS);
    core.c.crowd_settings(this._handle, index, at + SETTINGS);
    if (moving) {
      putLocomotion(core, moving.words);
      this._grip?.(at + STATE);
    }
    put(core, at + SETTINGS + L.MoverSettings_up, moving !== undefined);
    const intent = core.u32.slice(at + INTENT >> 2, at + INTENT + L.Intent_size >> 2);
    this._acting.set(index, { time: dt, intent, locomotion: locomotionIn(core), after });
  }

  /** Adds a velocity to that of an agent; friction takes the horizontal part. */
  knockBack(index, velocity) {
    const core = this._core, { at } = core, state = this._one(index), moving = this._moving.get(index);
    must(moving, "agent.locomotion", "true or an object for knockBack");
    putLocomotion(core, moving.words);
    vector(core, at + A, velocity, "velocity");
    core.f32.set(moving.up, at + B >> 2);
    core.c.locomotion_knock_back(at + LOCOMOTION, state, at + A, at + B);
    moving.words = locomotionIn(core);
    this._set(index, state);
  }

  /** The whole state of an agent as bytes, those of a Mover. */
  save(index) {
    const at = this._one(index) >> 2;
    return saved(this._core.u32.subarray(at, at + WORDS), this._moving.get(index)?.words);
  }

  restore(index, bytes) {
    const core = this._core, moving = this._moving.get(index);
    this._live("crowd");
    this._checked(index);
    const words = restored(core, bytes, moving?.words);
    this._set(index, core.at + STATE);
    if (moving) moving.words = words;
    this._acting.delete(index);
    this._rest(index);
  }

  _checked(index) {
    if (!(index in this.onGround)) throw new RangeError(`there is no agent ${index}, only ${this.size}`);
  }

  teleport(index, feet, height = 1.8, axis) {
    const core = this._core;
    this._live("crowd");
    this._checked(index);
    putAtRest(core, core.at + STATE, feet, height, axis);
    this._set(index, core.at + STATE);
    const moving = this._moving.get(index);
    if (moving) moving.words = moving.resting;
    this._acting.delete(index);
    this._rest(index);
  }

  /** Copies of world and crowd for a roll back: `crowd.copy(world.copy())`. */
  copy(world) {
    if (world?._copyOf === undefined || world._copyOf !== this.world._mark) {
      throw new TypeError("world must be a copy of the crowd's world: crowd.copy(crowd.world.copy())");
    }
    const copy = new this.constructor(world, {}, this);
    copy._read();
    copy.before.set(this.before);
    copy._grip = this._grip;
    for (const [index, moving] of this._moving) copy._moving.set(index, { ...moving });
    copy._acting = new Map(this._acting);
    copy._bodies = new Map(this._bodies);
    return copy;
  }
}
