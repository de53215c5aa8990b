// Locomotion: acceleration, friction, coyote time and jump buffer, as the words of its struct, kept beside the state of a character.

import { A, LOCOMOTION } from "./core.js";
import * as L from "./layout.js";
import { AIR_JUMP } from "./settings.js";
import { finite, known } from "./values.js";

const WORDS = L.Locomotion_size / 4;
const NAMES = { acceleration: L.Locomotion_acceleration, friction: L.Locomotion_friction, airAcceleration: L.Locomotion_air_acceleration, coyote: L.Locomotion_coyote, buffer: L.Locomotion_buffer };

/** The settings that may be infinite: at once. */
const UNLIMITED = ["acceleration", "airAcceleration"];

/** The locomotion in the block, as words of its own. */
export const locomotionIn = ({ u32, at }) => u32.slice(at + LOCOMOTION >> 2, (at + LOCOMOTION >> 2) + WORDS);

export const putLocomotion = ({ u32, at }, words) => u32.set(words, at + LOCOMOTION >> 2);

/** That of a character at rest; `settings` is true for the defaults. */
export function locomotionOf(core, settings, name) {
  const at = core.at + LOCOMOTION;
  core.c.locomotion(at);
  if (settings !== true) {
    known(settings, Object.keys(NAMES), name);
    for (const key in settings) {
      const value = settings[key];
      if (value !== Infinity || !UNLIMITED.includes(key)) finite(value, `${name}.${key}`);
      if (value < 0) throw new RangeError(`${name}.${key} is ${value}, less than 0`);
      core.f32[at + NAMES[key] >> 2] = value;
    }
  }
  return locomotionIn(core);
}

/** Turns the wanted velocity and the jump of the intent at `intent` into those of this tick; the locomotion is in the block. */
export function accelerate(core, state, intent, up, dt) {
  const { at, u32, f32 } = core, flags = u32[intent + L.Intent_flags >> 2];
  const height = f32[intent + L.Intent_height >> 2], jump = f32[intent + L.Intent_jump >> 2], rise = f32[intent + L.Intent_rise >> 2];
  const axis = f32.slice(intent + L.Intent_axis >> 2, (intent + L.Intent_axis >> 2) + 3);
  for (let i = 0; i < 3; i++) f32[(at + A >> 2) + i] = f32[(intent + L.Intent_velocity >> 2) + i];
  core.c.locomotion_intent(at + LOCOMOTION, state, at + A, Math.max(jump, 0), up, dt, intent);
  f32[intent + L.Intent_height >> 2] = height;
  f32[intent + L.Intent_rise >> 2] = rise;
  f32.set(axis, intent + L.Intent_axis >> 2);
  u32[intent + L.Intent_flags >> 2] |= flags;
  // On the ground it makes no difference.
  if ((flags & AIR_JUMP) !== 0 && jump > 0) core.c.locomotion_jump(at + LOCOMOTION, intent, jump);
}

/** Takes over what the tick made of the intent. */
export const adopt = (core, state, intent, up) => core.c.locomotion_adopt(core.at + LOCOMOTION, state, intent, up);
