// Crowds: characters that give way to each other.

import { setBody } from "./body.js";
import { B, COUNT, OUT, Resource, STATE } from "./core.js";
import * as L from "./layout.js";
import { accelerate, adopt, locomotionIn, locomotionOf, putLocomotion } from "./locomotion.js";
import { WHY, eventsOf } from "./mover.js";
import { NAMES, axisOf, groundOf, putAtRest, putIntent, putSettings } from "./settings.js";
import { known, must, number, numbers, read } from "./values.js";
import { bits } from "./query.js";
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
    this.size = 0;
    /** Three numbers an agent: where it is, where it was before the last tick, its velocity. */
    this.feet = this.before = this.velocity = new Float32Array(0);
    this.onGround = this.stuck = new Uint8Array(0);
    /** By the numbers of agents: their locomotion, at rest, now and, in a tick, after it, and their up. */
    this._moving = new Map();
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
    const mover = body === undefined ? null : this._moverOf(settings, body);
    putAtRest(core, at + STATE, feet, height, axis);
    core.c.crowd_add(handle, settings, at + STATE, mass, ROLES.indexOf(role) + (givesWay ? GIVES_WAY : 0), at + OUT);
    const added = core.u32[at + OUT >> 2];
    if (mover) core.c.crowd_set_mover(handle, added, mover._live("mover"));
    mover?.dispose();
    if (resting) this._moving.set(added, { resting, words: resting, up });
    this._read();
    this.before.set(this.feet.subarray(3 * added, 3 * added + 3), 3 * added);
    return added;
  }

  /** A mover with the settings in the block and a body. */
  _moverOf(settings, body) {
    const core = this._core, mover = new Resource(core);
    core.c.mover_create(settings, core.at + OUT);
    mover._own("mover_free");
    setBody(core, mover._live("mover"), body, "agent.body");
    return mover;
  }

  /** One tick. `wanted` is an array of intents, or three numbers an agent: the wanted velocities. */
  step(wanted, dt) {
    const core = this._core, handle = this._live("crowd"), flat = ArrayBuffer.isView(wanted);
    const count = flat ? this._rows(wanted) : wanted?.length;
    must(count >= 0, "intents", "an array of intents, or a typed array of velocities", wanted);
    if (count > this.size) throw new RangeError(`there are ${count} intents for ${this.size} agents`);
    number(dt, "dt");
    // An agent without an intent slows down by its locomotion.
    const rows = this._moving.size > 0 ? this.size : count, bytes = L.Intent_size * rows;
    core.lend(bytes, (memory) => {
      core.u8.fill(0, memory, memory + bytes);
      for (let i = 0; i < count; i++) {
        const at = memory + L.Intent_size * i;
        if (!flat) putIntent(core, at, wanted[i] ?? {}, `intents[${i}]`);
        else for (let axis = 0; axis < 3; axis++) core.f32[(at + L.Intent_velocity >> 2) + axis] = wanted[3 * i + axis];
      }
      this._moved(memory, "words", "next", (core, agent, ...given) => {
        this._grip?.(agent);
        accelerate(core, agent, ...given, dt);
      });
      core.c.crowd_step(handle, memory, rows, dt);
      this._moved(memory, "next", "words", adopt);
    });
    [this.before, this.feet] = [this.feet, this.before];
    this._read();
    return this;
  }

  /** Runs with the locomotion of each agent that has one in the block, taken from its field `from`, and keeps what it becomes in `to`. */
  _moved(intents, from, to, run) {
    const core = this._core, up = core.at + B;
    if (this._moving.size > 0) this._agents((agents) => {
      for (const [index, moving] of this._moving) {
        core.f32.set(moving.up, up >> 2);
        putLocomotion(core, moving[from]);
        run(core, agents + L.Agent_size * index, intents + L.Intent_size * index, up);
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

  /** Copies the agents into the arrays, which grow with the crowd. */
  _read() {
    this._agents((memory, count) => {
      if (count !== this.size) {
        for (const [name, Kind, each] of ARRAYS) {
          const old = this[name];
          this[name] = new Kind(each * count);
          this[name].set(old);
        }
        this.size = count;
      }
      const { f32, u32 } = this._core;
      for (let i = 0; i < count; i++) {
        const at = memory + L.Agent_size * i;
        for (let axis = 0; axis < 3; axis++) {
          this.feet[3 * i + axis] = f32[(at + L.Character_feet >> 2) + axis];
          this.velocity[3 * i + axis] = f32[(at + L.Character_velocity >> 2) + axis];
        }
        this.onGround[i] = u32[at + L.Character_on_ground >> 2];
        this.stuck[i] = u32[at + L.Agent_report >> 2] >> 7 & 1;
      }
    });
  }

  /** An agent by its number. */
  agent(index) {
    const core = this._core;
    this._checked(index);
    return this._agents((memory) => {
      const at = memory + L.Agent_size * index, onGround = core.u32[at + L.Character_on_ground >> 2] === 1, why = core.u32[at + L.Agent_report + L.Report_why >> 2];
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
    });
  }

  _checked(index) {
    if (!(index in this.onGround)) throw new RangeError(`there is no agent ${index}, only ${this.size}`);
  }

  teleport(index, feet, height = 1.8, axis) {
    const core = this._core, handle = this._live("crowd");
    this._checked(index);
    putAtRest(core, core.at + STATE, feet, height, axis);
    core.c.crowd_set_state(handle, index, core.at + STATE);
    const moving = this._moving.get(index);
    if (moving) moving.words = moving.resting;
    this._read();
    this.before.set(this.feet.subarray(3 * index, 3 * index + 3), 3 * index);
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
    return copy;
  }
}
