// Abilities of the agents of a crowd: those of a Mover, for which an agent stands in.

import { INTENT, OUT, Resource, SETTINGS, STATE } from "../core.js";
import * as L from "../layout.js";
import { FLY, WORDS } from "../settings.js";
import { read } from "../values.js";
import { abilities, entered, left } from "./abilities.js";
import { only } from "./only.js";

/** An agent during a call, with what the abilities read of a Mover. Its handle is that of a mover with all that the agent has, made when it is needed. */
class Agent extends Resource {
  constructor(crowd, index) {
    super(crowd._core);
    const core = this._core, at = crowd._one(index);
    this._crowd = crowd;
    this._index = index;
    this._words = core.u32.slice(at >> 2, (at >> 2) + WORDS);
    this._locomotion = crowd._moving.get(index)?.words.slice() ?? null;
    this.feet = read(core, at + L.Character_feet);
    // Neither it nor another agent is in the way of a search or a path.
    this._scene = crowd.world.query({ mask: ~crowd._layer });
  }

  _live(name) {
    const core = this._core;
    if (this._handle === null) {
      only(core, "crowd_mover")(this._crowd._live("crowd"), this._index, core.at + OUT);
      this._own("mover_free");
    }
    return super._live(name);
  }

  _put() {
    this._core.u32.set(this._words, this._core.at + STATE >> 2);
  }

  _putSettings() {
    this._core.c.crowd_settings(this._crowd._live("crowd"), this._index, this._core.at + SETTINGS);
  }

  _take() {
    const moving = this._crowd._moving.get(this._index);
    if (moving) moving.words = this._locomotion;
    this._crowd._set(this._index, this._core.at + STATE);
  }

  /** Its tick is one of the crowd: the next one. */
  _tick(dt, put, after) {
    this._crowd._act(this._index, dt, put, (crowd, index, intent) => during(crowd, index, (agent) => {
      const core = agent._core, { at } = core;
      entered(agent);
      core.u32.set(intent, at + INTENT >> 2);
      after(core, at + SETTINGS + L.MoverSettings_up, agent);
      left(agent);
    }));
  }

  /** It stays in the next tick of the crowd; then `run` moves it. */
  _carried(dt, run) {
    const stay = ({ u8, u32, at }) => {
      u8.fill(0, at + INTENT, at + INTENT + L.Intent_size);
      u32[at + INTENT + L.Intent_flags >> 2] = FLY;
    };
    this._crowd._act(this._index, dt, stay, (crowd, index) => void during(crowd, index, run));
  }
}

/** Runs with an agent. */
function during(crowd, index, run) {
  const agent = new Agent(crowd, index);
  try {
    return run(agent);
  } finally {
    agent.dispose();
  }
}

/** The abilities by their names, with the number of an agent in front. */
export const agents = Object.fromEntries(Object.entries(abilities).map(([name, ability]) => [name, function (index, ...given) {
  return during(this, index, (agent) => ability.apply(agent, given));
}]));
