// Crowds: characters that give way to each other.

import { B, COUNT, OUT, Resource, STATE } from "./core.js";
import { Agent, Character, Intent, MoverSettings, Report } from "./layout.js";
import { accelerate, adopt, locomotionIn, locomotionOf, putLocomotion, takeLocomotion } from "./locomotion.js";
import { WHY } from "./mover.js";
import { NAMES, putAtRest, putIntent, putSettings } from "./settings.js";
import { known, number, numbers, read } from "./values.js";
import { bits } from "./query.js";
import { World } from "./world.js";

const ROLES = ["push", "static", "ghost"];

export class Crowd extends Resource {
  constructor(core, world, options = {}, copied) {
    if (!(world instanceof World) || world._core !== core) throw new TypeError("world must be a World of this instance");
    known(options, ["layer"], "options");
    const layer = bits(options.layer ?? 2 ** 31, "options.layer");
    if (copied) core.c.crowd_copy(copied._live("crowd"), world._live("world"), core.at + OUT);
    else core.c.crowd_create(world._live("world"), layer, core.at + OUT);
    super(core, "crowd_free", core.name(OUT));
    this.world = world;
    this.size = 0;
    /** Three numbers an agent: where it is, where it was before the last tick, its velocity. */
    this.feet = this.before = this.velocity = new Float32Array(0);
    this.onGround = this.stuck = new Uint8Array(0);
    /** By the numbers of agents: their locomotion, at rest and now, and their up. */
    this._moving = new Map();
  }

  add(agent) {
    const core = this._core, { at } = core, handle = this._live("crowd");
    known(agent, [...NAMES, "feet", "height", "mass", "role", "locomotion"], "agent");
    const { feet = [0, 0, 0], height = 1.8, mass = 1, role = "push" } = agent;
    if (!ROLES.includes(role)) throw new RangeError(`agent.role is ${role}; there are ${ROLES.join(", ")}`);
    const resting = agent.locomotion ? locomotionOf(core, agent.locomotion, "agent.locomotion") : null;
    const settings = putSettings(core, agent), up = core.f32.slice(settings + MoverSettings.up >> 2, (settings + MoverSettings.up >> 2) + 3);
    putAtRest(core, at + STATE, feet, height);
    core.c.crowd_add(handle, settings, at + STATE, number(mass, "agent.mass"), ROLES.indexOf(role), at + OUT);
    const added = core.u32[at + OUT >> 2];
    if (resting) this._moving.set(added, { resting, words: resting.slice(), up });
    this._read();
    this.before.set(this.feet.subarray(3 * added, 3 * added + 3), 3 * added);
    return added;
  }

  /** One tick. `wanted` is an array of intents, or three numbers an agent: the wanted velocities. */
  step(wanted, dt) {
    const core = this._core, handle = this._live("crowd"), flat = ArrayBuffer.isView(wanted);
    const count = flat ? this._rows(wanted) : wanted?.length;
    if (!(count >= 0)) throw new TypeError("intents must be an array of intents, or a typed array of velocities");
    if (count > this.size) throw new RangeError(`there are ${count} intents for ${this.size} agents`);
    number(dt, "dt");
    // An agent without an intent slows down by its locomotion.
    const rows = this._moving.size > 0 ? this.size : count, bytes = Math.max(Intent.size * rows, 8), memory = core.take(bytes);
    try {
      core.u8.fill(0, memory, memory + bytes);
      for (let i = 0; i < count; i++) {
        const at = memory + Intent.size * i;
        if (!flat) putIntent(core, at, wanted[i] ?? {}, `intents[${i}]`);
        else for (let axis = 0; axis < 3; axis++) core.f32[(at + Intent.velocity >> 2) + axis] = wanted[3 * i + axis];
      }
      const adopted = this._accelerate(memory, dt);
      core.c.crowd_step(handle, memory, rows, dt);
      adopted();
    } finally {
      core.give(memory, bytes);
    }
    [this.before, this.feet] = [this.feet, this.before];
    this._read();
    return this;
  }

  /** Turns the wanted velocities of agents with locomotion into those of this tick; returns what is to do after it. */
  _accelerate(intents, dt) {
    const core = this._core, up = core.at + B, changed = [];
    const each = (run) => this._agents((agents) => {
      for (const [index, moving] of this._moving) {
        core.f32.set(moving.up, up >> 2);
        run(moving, agents + Agent.size * index, intents + Intent.size * index);
      }
    });
    if (this._moving.size === 0) return () => {};
    each((moving, state, intent) => {
      putLocomotion(core, moving.words);
      accelerate(core, state, intent, up, dt);
      changed.push(locomotionIn(core));
    });
    return () => each((moving, state, intent) => {
      putLocomotion(core, changed.shift());
      adopt(core, state, intent, up);
      takeLocomotion(core, moving.words);
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
    core.c.crowd_agents(handle, 0, 0, core.at + COUNT);
    const count = core.count(), bytes = Agent.size * count || 8, memory = core.take(bytes);
    try {
      core.c.crowd_agents(handle, memory, count, core.at + COUNT);
      return run(memory, count);
    } finally {
      core.give(memory, bytes);
    }
  }

  /** Copies the agents into the arrays, which grow with the crowd. */
  _read() {
    this._agents((memory, count) => {
      if (count !== this.size) {
        const grown = (old, Kind, each) => {
          const array = new Kind(each * count);
          array.set(old);
          return array;
        };
        [this.feet, this.before, this.velocity] = [this.feet, this.before, this.velocity].map((old) => grown(old, Float32Array, 3));
        [this.onGround, this.stuck] = [this.onGround, this.stuck].map((old) => grown(old, Uint8Array, 1));
        this.size = count;
      }
      const { f32, u32 } = this._core;
      for (let i = 0; i < count; i++) {
        const at = memory + Agent.size * i;
        for (let axis = 0; axis < 3; axis++) {
          this.feet[3 * i + axis] = f32[(at + Character.feet >> 2) + axis];
          this.velocity[3 * i + axis] = f32[(at + Character.velocity >> 2) + axis];
        }
        this.onGround[i] = u32[at + Character.on_ground >> 2];
        this.stuck[i] = u32[at + Agent.report >> 2] >> 7 & 1;
      }
    });
  }

  /** An agent by its number. */
  agent(index) {
    const core = this._core;
    this._checked(index);
    return this._agents((memory) => {
      const at = memory + Agent.size * index, onGround = core.u32[at + Character.on_ground >> 2] === 1, why = core.u32[at + Agent.report + Report.why >> 2];
      return {
        feet: read(core, at + Character.feet),
        velocity: read(core, at + Character.velocity),
        height: core.f32[at + Character.height >> 2],
        onGround,
        ground: onGround ? {
          normal: read(core, at + Character.ground_normal),
          triangle: core.u32[at + Character.ground_part >> 2],
          body: this.world._bodyOf(at + Character.ground_body),
        } : null,
        ...Object.fromEntries(WHY.map((name, bit) => [name, (why >> bit & 1) === 1])),
        mass: core.f32[at + Agent.mass >> 2],
        role: ROLES[core.u32[at + Agent.role >> 2]],
        body: this.world._bodyOf(at + Agent.body),
      };
    });
  }

  _checked(index) {
    if (!(index >= 0 && index < this.size) || index % 1 !== 0) throw new RangeError(`there is no agent ${index}, only ${this.size}`);
  }

  teleport(index, feet, height = 1.8) {
    const core = this._core, handle = this._live("crowd");
    this._checked(index);
    putAtRest(core, core.at + STATE, feet, height);
    core.c.crowd_set_state(handle, index, core.at + STATE);
    const moving = this._moving.get(index);
    if (moving) moving.words = moving.resting.slice();
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
    for (const [index, moving] of this._moving) copy._moving.set(index, { ...moving, words: moving.words.slice() });
    return copy;
  }
}
