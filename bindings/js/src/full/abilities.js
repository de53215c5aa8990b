// What a character does besides walking: jumps in the air, dashes, gliding, paths over ledges and up ladders, swimming.
//
// What goes on from tick to tick is plain data of the caller: a dash, a path, the jumps that are left. The character is a Mover, or an agent that stands in
// for one (agents.js): what comes before a tick is then done at once, its intent is kept for the step of the crowd, and what comes after it follows that.

import { A, B, BODY, INTENT, LOCOMOTION, OUT, QUERY, SETTINGS, STATE } from "../core.js";
import * as L from "../layout.js";
import { accelerate, adopt, locomotionIn, putLocomotion } from "../locomotion.js";
import { into, putIntent } from "../settings.js";
import { finite, known, must, read, vector, whole } from "../values.js";
import { only } from "./only.js";

/** Places in the block: of a path, and of settings. */
const PATH = BODY, GIVEN = BODY + 112;
const UP = SETTINGS + L.MoverSettings_up;
/** The places of a path in the library. */
const MOST = 8;

/** Writes the numbers of an object into the block. */
function putNumbers(core, given, name, fields) {
  known(given, Object.keys(fields), name);
  for (const key in fields) core.f32[core.at + GIVEN + fields[key] >> 2] = finite(given[key], `${name}.${key}`);
}

const WATER = { surface: L.Water_surface, float: L.Water_float_depth, buoyancy: L.Water_buoyancy, drag: L.Water_drag };
const MANTLE = { lowest: L.Mantle_lowest, highest: L.Mantle_highest, speed: L.Mantle_speed };
const VAULT = { lowest: L.Vault_lowest, highest: L.Vault_highest, drop: L.Vault_drop, speed: L.Vault_speed };
const WALL = { away: L.WallJump_away, rise: L.WallJump_rise };

function putLadder(core, ladder) {
  known(ladder, ["bottom", "top", "exit", "speed"], "ladder");
  const at = core.at + GIVEN;
  vector(core, at + L.Ladder_bottom, ladder.bottom, "ladder", "bottom");
  vector(core, at + L.Ladder_top, ladder.top, "ladder", "top");
  vector(core, at + L.Ladder_exit, ladder.exit, "ladder", "exit");
  core.f32[at + L.Ladder_speed >> 2] = finite(ladder.speed, "ladder.speed");
}

/** The path in the block, or null for one without places. */
function pathIn(core) {
  const at = core.at + PATH, count = core.u32[at + L.Path_count >> 2], needed = core.f32[at + L.Path_needed >> 2];
  if (count === 0) return null;
  const points = Array.from({ length: count }, (_, i) => read(core, at + L.Path_points + 12 * i));
  return { points, speed: core.f32[at + L.Path_speed >> 2], needed: needed < 0 ? null : needed };
}

function putPath(core, path) {
  known(path, ["points", "speed", "needed"], "path");
  const { points, speed, needed = null } = path, at = core.at + PATH, { f32, u32 } = core;
  must(Array.isArray(points), "path.points", "an array of vectors", points);
  if (points.length > MOST) throw new RangeError(`path.points has ${points.length} places, more than ${MOST}`);
  points.forEach((point, i) => vector(core, at + L.Path_points + 12 * i, point, `path.points[${i}]`));
  u32[at + L.Path_count >> 2] = points.length;
  f32[at + L.Path_speed >> 2] = finite(speed, "path.speed");
  // For an agent the library reads it after the tick.
  if (points.length > 0 && Math.fround(speed) <= 0) throw new RangeError(`path.speed is ${speed}, not more than 0`);
  f32[at + L.Path_needed >> 2] = needed === null ? -1 : finite(needed, "path.needed");
}

/** Puts the state of a character, its locomotion and its settings into the block. */
export function entered(mover) {
  mover._put();
  if (mover._locomotion) putLocomotion(mover._core, mover._locomotion);
  mover._putSettings();
}

/** The address of the locomotion of a character in the block; 0, which is null, for one without. */
const locomotionAt = ({ _core, _locomotion }) => (_locomotion ? _core.at + LOCOMOTION : 0);

/** Takes over the state and the locomotion in the block. */
export function left(mover) {
  mover._locomotion?.set(locomotionIn(mover._core));
  mover._take();
}

/** Puts words of the block back where they are now. */
function keeper(core, place, size) {
  const at = core.at + place >> 2, words = core.u32.slice(at, at + (size >> 2));
  return () => core.u32.set(words, at);
}

/** Takes all speed: the end of a path or a dash. */
function rest(mover) {
  const { f32, at } = mover._core;
  f32.fill(0, at + STATE + L.Character_velocity >> 2, (at + STATE + L.Character_velocity >> 2) + 3);
  f32.fill(0, at + LOCOMOTION + L.Locomotion_velocity >> 2, (at + LOCOMOTION + L.Locomotion_velocity >> 2) + 3);
}

/** A path that a search finds ahead, or null. `run` has its arguments up to `ahead`. */
function search(mover, ahead, run) {
  const core = mover._scene._put(), handle = mover._live("mover"), { at } = core;
  entered(mover);
  vector(core, at + A, ahead, "ahead");
  run(at + GIVEN, at + QUERY, handle, at + STATE, at + A);
  return pathIn(core);
}

/** A path on a ladder. */
function climbed(mover, name, ladder) {
  const core = mover._core, run = only(core, name), { at } = core;
  mover._live("mover");
  putLadder(core, ladder);
  vector(core, at + A, mover.feet, "feet");
  run(at + GIVEN, at + A, at + PATH);
  return pathIn(core);
}

export const abilities = {
  airJump(jumps, pressed, dt) {
    const core = this._core, run = only(core, "air_jumps_allow"), { at, u32 } = core;
    known(jumps, ["most", "left"], "jumps");
    must(typeof pressed === "boolean", "pressed", "true or false", pressed);
    if (dt !== undefined) finite(dt, "dt");
    else must(!this._locomotion, "dt", "given for a character with the setting locomotion", dt);
    entered(this);
    u32[at + GIVEN + L.AirJumps_most >> 2] = whole(jumps.most, "jumps.most");
    u32[at + GIVEN + L.AirJumps_left >> 2] = whole(jumps.left ?? jumps.most, "jumps.left");
    run(at + GIVEN, at + STATE, locomotionAt(this), pressed ? 1 : 0, dt ?? 0, at + OUT);
    jumps.left = u32[at + GIVEN + L.AirJumps_left >> 2];
    return u32[at + OUT >> 2] === 1;
  },

  cutJump(rise) {
    const core = this._core, run = only(core, "cut_jump"), { at } = core;
    entered(this);
    run(at + STATE, finite(rise, "rise"), at + UP);
    left(this);
  },

  wallJump(jump) {
    const core = this._scene._put(), run = only(core, "wall_jump"), { at } = core;
    must(this._locomotion, "wallJump", "for a character with the setting locomotion", null);
    putNumbers(core, jump, "jump", WALL);
    entered(this);
    run(at + GIVEN, at + QUERY, this._live("mover"), at + STATE, at + LOCOMOTION, at + OUT);
    const jumped = core.u32[at + OUT >> 2] === 1;
    left(this);
    return jumped;
  },

  dash(dash, dt) {
    const core = this._core, run = only(core, "dash_intent"), { at, f32 } = core, place = at + GIVEN;
    known(dash, ["velocity", "left"], "dash");
    finite(dt, "dt");
    entered(this);
    vector(core, place + L.Dash_velocity, dash.velocity, "dash", "velocity");
    f32[place + L.Dash_left >> 2] = finite(dash.left, "dash.left");
    run(place, dt, at + INTENT, at + OUT);
    dash.left = f32[place + L.Dash_left >> 2];
    if (core.u32[at + OUT >> 2] === 0) {
      rest(this);
      left(this);
      return false;
    }
    this._tick(dt, keeper(core, INTENT, L.Intent_size), () => {});
    return true;
  },

  glide(speed, intent, dt) {
    const core = this._core, before = only(core, "glide_intent"), after = only(core, "glide_after"), { at } = core;
    finite(speed, "speed");
    return this._tick(dt, (_, up, locomotion) => {
      putIntent(core, at + INTENT, intent, "intent");
      if (locomotion) accelerate(core, at + STATE, at + INTENT, up, dt);
      before(speed, this._live("mover"), at + STATE, dt, at + INTENT);
    }, (_, up, mover) => {
      after(speed, mover._live("mover"), at + STATE, at + INTENT);
      if (mover._locomotion) adopt(core, at + STATE, at + INTENT, up);
    });
  },

  swim(water, wanted, dt) {
    const core = this._core, before = only(core, "water_intent"), after = only(core, "water_after"), { at } = core, end = at + B;
    finite(dt, "dt");
    putNumbers(core, water, "water", WATER);
    entered(this);
    vector(core, at + A, wanted, "wanted");
    before(at + GIVEN, at + STATE, at + A, at + UP, dt, at + INTENT, end, at + OUT);
    if (core.u32[at + OUT >> 2] === 0) return false;
    const given = keeper(core, GIVEN, L.Water_size), speeds = keeper(core, B, 12);
    this._tick(dt, keeper(core, INTENT, L.Intent_size), (_, up, mover) => {
      given();
      speeds();
      after(at + GIVEN, at + STATE, at + INTENT, end, locomotionAt(mover), up);
    });
    return true;
  },

  mantle(mantle, ahead) {
    const core = this._core, run = only(core, "mantle_path");
    putNumbers(core, mantle, "mantle", MANTLE);
    return search(this, ahead, (...given) => run(...given, core.at + PATH));
  },

  vault(vault, ahead) {
    const core = this._core, run = only(core, "vault_path");
    putNumbers(core, vault, "vault", VAULT);
    return search(this, ahead, (...given) => run(...given, core.at + PATH));
  },

  waterExit(water, ahead, limits) {
    const core = this._core, run = only(core, "water_exit");
    known(limits, ["above", "speed"], "limits");
    const above = finite(limits.above, "limits.above"), speed = finite(limits.speed, "limits.speed");
    putNumbers(core, water, "water", WATER);
    return search(this, ahead, (...given) => run(...given, above, speed, core.at + PATH));
  },

  isNear(ladder, distance) {
    const core = this._core, run = only(core, "ladder_is_near"), { at } = core;
    this._live("mover");
    putLadder(core, ladder);
    vector(core, at + A, this.feet, "feet");
    run(at + GIVEN, at + A, finite(distance, "distance"), at + OUT);
    return core.u32[at + OUT >> 2] === 1;
  },

  climbUp(ladder) {
    return climbed(this, "ladder_up", ladder);
  },

  climbDown(ladder) {
    return climbed(this, "ladder_down", ladder);
  },

  follow(path, dt) {
    const core = this._core, run = only(core, "path_step"), { at } = core;
    finite(dt, "dt");
    putPath(core, path);
    const given = keeper(core, PATH, L.Path_size);
    return this._carried(dt, (mover) => {
      mover._scene._put();
      entered(mover);
      given();
      run(at + PATH, mover._live("mover"), at + QUERY, at + STATE, dt, at + OUT);
      const rested = pathIn(core);
      if (rested === null) rest(mover);
      left(mover);
      Object.assign(path, rested ?? { points: [], needed: null });
      return rested === null ? core.f32[at + OUT >> 2] : null;
    });
  },
};
