// The settings, the intent and the state of a character as structs in the block.

import { setBody } from "./body.js";
import { INTENT, SETTINGS } from "./core.js";
import * as L from "./layout.js";
import { finite, isFinite32, known, read, vector } from "./values.js";

const FLAT_FOOT = 1, RISE = 4;
/** Flag of an intent. */
export const FLY = 2;
/** Flag of an intent: its jump counts in the air. */
export const AIR_JUMP = 1;
const NUMBERS = {
  gravity: L.MoverSettings_gravity, radius: L.MoverSettings_radius, maxSlope: L.MoverSettings_max_slope, stepHeight: L.MoverSettings_step_height, snap: L.MoverSettings_snap, skin: L.MoverSettings_skin, hover: L.MoverSettings_hover, maxDepenetration: L.MoverSettings_max_depenetration,
};
/** Numbers that count with a flag; null without. */
const LIMITS = { maxOverhang: [2, L.MoverSettings_max_overhang], edgeGuard: [4, L.MoverSettings_edge_guard] };
export const NAMES = [...Object.keys(NUMBERS), "up", "flatFoot", ...Object.keys(LIMITS), "body"];

/** Writes settings but the body; those that are missing get their defaults, or keep the values that are there if `kept`. */
export function putSettings(core, settings, kept = false) {
  const at = core.at + SETTINGS;
  if (!kept) core.c.mover_defaults(at);
  const { f32, u32 } = core;
  for (const name in NUMBERS) {
    if (settings[name] !== undefined) f32[at + NUMBERS[name] >> 2] = finite(settings[name], `settings.${name}`);
  }
  if (settings.up !== undefined) vector(core, at + L.MoverSettings_up, settings.up, "settings.up");
  const flags = at + L.MoverSettings_flags >> 2;
  if (settings.flatFoot !== undefined) u32[flags] = settings.flatFoot ? u32[flags] | FLAT_FOOT : u32[flags] & ~FLAT_FOOT;
  for (const name in LIMITS) {
    const [flag, place] = LIMITS[name];
    if (settings[name] === null) u32[flags] &= ~flag;
    else if (settings[name] !== undefined) {
      u32[flags] |= flag;
      f32[at + place >> 2] = finite(settings[name], `settings.${name}`);
    }
  }
  return at;
}

/** The settings in the block but the body, as an object. */
export function settingsOf(core) {
  const at = core.at + SETTINGS, settings = { up: read(core, at + L.MoverSettings_up) }, flags = core.u32[at + L.MoverSettings_flags >> 2];
  for (const name in NUMBERS) settings[name] = core.f32[at + NUMBERS[name] >> 2];
  for (const name in LIMITS) settings[name] = flags & LIMITS[name][0] ? core.f32[at + LIMITS[name][1] >> 2] : null;
  return { ...settings, flatFoot: (flags & FLAT_FOOT) !== 0 };
}

/** Changes the settings of a character by `of`, which reads, writes and sets the body: all of them or, with an error, none. Returns its body. */
export function changed(core, settings, body, of) {
  known(settings, NAMES, "settings");
  const at = core.at + SETTINGS, isOther = settings.body !== undefined;
  of.read(at);
  const kept = core.u32.slice(at >> 2, at + L.MoverSettings_size >> 2), put = (shape) => setBody(core, of.setBody, shape, "settings.body");
  try {
    // The old body need not suit the new settings, nor the new body the old ones.
    if (isOther) put("capsule");
    of.write(putSettings(core, settings, true));
    return isOther ? put(settings.body) : body;
  } catch (error) {
    if (!core.dead && isOther) {
      put("capsule");
      core.u32.set(kept, at >> 2);
      of.write(at);
      put(body);
    }
    throw error;
  }
}

const INTENT_NAMES = ["velocity", "jump", "height", "airJump", "fly", "rise", "axis"];
const ZERO = [0, 0, 0];

/** A number, 0 if it is missing. The name is joined only for an error. */
const singleOf = (value = 0, name, field) => (isFinite32(value) ? value : finite(value, `${name}.${field}`));

export function putIntent(core, at, intent, name) {
  known(intent, INTENT_NAMES, name);
  const { f32, u32 } = core;
  vector(core, at + L.Intent_velocity, intent.velocity ?? ZERO, name, "velocity");
  f32[at + L.Intent_jump >> 2] = singleOf(intent.jump, name, "jump");
  f32[at + L.Intent_height >> 2] = singleOf(intent.height, name, "height");
  u32[at + L.Intent_flags >> 2] = (intent.airJump ? AIR_JUMP : 0) | (intent.fly ? FLY : 0) | (intent.rise == null ? 0 : RISE);
  f32[at + L.Intent_rise >> 2] = singleOf(intent.rise ?? 0, name, "rise");
  vector(core, at + L.Intent_axis, intent.axis ?? ZERO, name, "axis");
}

/** The state of a character at rest, at `at`; without an axis it stands. */
export function putAtRest(core, at, feet, height, axis) {
  const place = core.at + INTENT;
  vector(core, place, feet, "feet");
  if (finite(height, "height") <= 0 || Math.fround(height) === 0) throw new RangeError(`height is ${height}, not more than 0`);
  if (axis == null) return core.c.character_at(at, place, height);
  vector(core, place + 12, axis, "axis");
  core.c.character_lying(at, place, place + 12, height);
}

/** The axis of the character at an address, or null. */
export function axisOf(core, at) {
  const axis = read(core, at + L.Character_axis);
  return axis.x || axis.y || axis.z ? axis : null;
}

/** The ground of the character at an address, which stands in a scene. */
export const groundOf = (core, at, scene) => ({
  normal: read(core, at + L.Character_ground_normal),
  triangle: core.u32[at + L.Character_ground_part >> 2],
  body: scene._body(at + L.Character_ground_body),
});

/** Copies three floats into a vector that the caller may keep. */
export function into(target, floats, byte) {
  const i = byte >> 2;
  target.x = floats[i];
  target.y = floats[i + 1];
  target.z = floats[i + 2];
}

export const WORDS = L.Character_size / 4;
