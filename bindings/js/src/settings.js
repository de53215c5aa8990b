// The settings, the intent and the state of a character as structs in the block, in 2D or in 3D.
//
// `of` is what differs with the dimension: `zero`, `vector`, `read`, `part` (the name of a part's number), `hasBodies` (whether there are bodies but capsules), and the offsets of the structs: `S` of settings, `I` of an intent, `K` of a character.

import { setBody } from "./body.js";
import { INTENT, SETTINGS } from "./core.js";
import * as L from "./layout.js";
import { finite, isFinite32, known, positive, read, vector } from "./values.js";

const FLAT_FOOT = 1, RISE = 4;
/** Flag of an intent. */
export const FLY = 2;
/** Flag of an intent: its jump counts in the air. */
export const AIR_JUMP = 1;
const NUMBERS = ["gravity", "radius", "maxSlope", "stepHeight", "snap", "skin", "hover", "maxDepenetration"];
/** Numbers that count with a flag; null without. */
const LIMITS = { maxOverhang: 2, edgeGuard: 4 };
/** The settings of every character. */
const COMMON = [...NUMBERS, "up", "flatFoot", ...Object.keys(LIMITS)];
const INTENT_NAMES = ["velocity", "jump", "height", "airJump", "fly", "rise", "axis"];

/** A number, 0 if it is missing. The name is joined only for an error. */
const singleOf = (value = 0, name, field) => (isFinite32(value) ? value : finite(value, `${name}.${field}`));

/** Copies the floats of a vector from a byte of a state into one that the caller may keep. */
export function into(target, floats, byte) {
  const i = byte >> 2;
  target.x = floats[i];
  target.y = floats[i + 1];
  if (target.z !== undefined) target.z = floats[i + 2];
}

/** A direction, null for zero. */
export const orNull = (direction) => (Object.values(direction).some((x) => x !== 0) ? direction : null);

/** The functions for the structs of a dimension. */
export const structsOver = (of) => {
  const { zero, S, I, K } = of;
  const structs = {
    of,
    /** The settings. */
    NAMES: of.hasBodies ? [...COMMON, "body"] : COMMON,
    /** The words of the state of a character. */
    WORDS: K.size / 4,

    /** Writes settings but the body; those that are missing get their defaults, or keep the values that are there if `kept`. */
    putSettings(core, settings, kept = false) {
      const at = core.at + SETTINGS;
      if (!kept) core.c.mover_defaults(at);
      const { f32, u32 } = core;
      for (const name of NUMBERS) {
        if (settings[name] !== undefined) f32[at + S[name] >> 2] = finite(settings[name], `settings.${name}`);
      }
      if (settings.up !== undefined) of.vector(core, at + S.up, settings.up, "settings.up");
      const flags = at + S.flags >> 2;
      if (settings.flatFoot !== undefined) u32[flags] = settings.flatFoot ? u32[flags] | FLAT_FOOT : u32[flags] & ~FLAT_FOOT;
      for (const name in LIMITS) {
        if (settings[name] === null) u32[flags] &= ~LIMITS[name];
        else if (settings[name] !== undefined) {
          u32[flags] |= LIMITS[name];
          f32[at + S[name] >> 2] = finite(settings[name], `settings.${name}`);
        }
      }
      return at;
    },

    /** The settings in the block but the body, as an object. */
    settingsOf(core) {
      const at = core.at + SETTINGS, settings = { up: of.read(core, at + S.up) }, flags = core.u32[at + S.flags >> 2];
      for (const name of NUMBERS) settings[name] = core.f32[at + S[name] >> 2];
      for (const name in LIMITS) settings[name] = flags & LIMITS[name] ? core.f32[at + S[name] >> 2] : null;
      return { ...settings, flatFoot: (flags & FLAT_FOOT) !== 0 };
    },

    /** Changes the settings of a character by `by`, which reads, writes and sets the body: all of them or, with an error, none. Returns its body. */
    changed(core, settings, body, by) {
      known(settings, structs.NAMES, "settings");
      const at = core.at + SETTINGS, isOther = settings.body !== undefined;
      by.read(at);
      const kept = core.u32.slice(at >> 2, at + S.size >> 2), put = (shape) => setBody(core, by.setBody, shape, "settings.body");
      try {
        // The old body need not suit the new settings, nor the new body the old ones.
        if (isOther) put("capsule");
        by.write(structs.putSettings(core, settings, true));
        return isOther ? put(settings.body) : body;
      } catch (error) {
        if (!core.dead && isOther) {
          put("capsule");
          core.u32.set(kept, at >> 2);
          by.write(at);
          put(body);
        }
        throw error;
      }
    },

    putIntent(core, at, intent, name) {
      known(intent, INTENT_NAMES, name);
      const { f32, u32 } = core;
      of.vector(core, at + I.velocity, intent.velocity ?? zero, name, "velocity");
      f32[at + I.jump >> 2] = singleOf(intent.jump, name, "jump");
      f32[at + I.height >> 2] = singleOf(intent.height, name, "height");
      u32[at + I.flags >> 2] = (intent.airJump ? AIR_JUMP : 0) | (intent.fly ? FLY : 0) | (intent.rise == null ? 0 : RISE);
      f32[at + I.rise >> 2] = singleOf(intent.rise ?? 0, name, "rise");
      of.vector(core, at + I.axis, intent.axis ?? zero, name, "axis");
    },

    /** The state of a character at rest, at `at`; without an axis it stands. */
    putAtRest(core, at, feet, height, axis) {
      const place = core.at + INTENT, second = place + 4 * zero.length;
      of.vector(core, place, feet, "feet");
      positive(height, "height");
      if (axis == null) return core.c.character_at(at, place, height);
      of.vector(core, second, axis, "axis");
      core.c.character_lying(at, place, second, height);
    },

    /** The axis of the character at an address, or null. */
    axisOf: (core, at) => orNull(of.read(core, at + K.axis)),

    /** The ground of the character at an address, which stands in a scene. */
    groundOf: (core, at, scene) => ({
      normal: of.read(core, at + K.groundNormal),
      [of.part]: core.u32[at + K.groundPart >> 2],
      body: scene._body(at + K.groundBody),
    }),
  };
  return structs;
};

const S = {
  size: L.MoverSettings_size, up: L.MoverSettings_up, gravity: L.MoverSettings_gravity, radius: L.MoverSettings_radius, maxSlope: L.MoverSettings_max_slope,
  stepHeight: L.MoverSettings_step_height, snap: L.MoverSettings_snap, skin: L.MoverSettings_skin, maxOverhang: L.MoverSettings_max_overhang,
  hover: L.MoverSettings_hover, maxDepenetration: L.MoverSettings_max_depenetration, edgeGuard: L.MoverSettings_edge_guard, flags: L.MoverSettings_flags,
};
const I = {
  velocity: L.Intent_velocity, jump: L.Intent_jump, height: L.Intent_height, flags: L.Intent_flags, rise: L.Intent_rise, axis: L.Intent_axis,
};
const K = {
  size: L.Character_size, feet: L.Character_feet, height: L.Character_height, velocity: L.Character_velocity, axis: L.Character_axis, onGround: L.Character_on_ground,
  groundNormal: L.Character_ground_normal, groundPart: L.Character_ground_part, groundBody: L.Character_ground_body,
};

export const structs = structsOver({ zero: [0, 0, 0], vector, read, part: "triangle", hasBodies: true, S, I, K });
export const { NAMES, WORDS, putSettings, settingsOf, changed, putIntent, putAtRest, axisOf, groundOf } = structs;
