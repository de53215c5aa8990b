// Locomotion: acceleration, friction, coyote time and jump buffer, as the words of its struct, kept beside the state of a character.

import { A, LOCOMOTION } from "./core.js";
import * as L from "./layout.js";
import { AIR_JUMP, structs } from "./settings.js";
import { known, notNegative } from "./values.js";

const NAMES = ["acceleration", "friction", "airAcceleration", "coyote", "buffer"];

/** The settings that may be infinite: at once. */
const UNLIMITED = ["acceleration", "airAcceleration"];

/** The functions for the locomotion of a dimension: `G` are the offsets of its struct, the others those of `structs`. */
export const locomotionOver = ({ of: { zero, I } }, G) => {
  const words = G.size / 4, dimensions = zero.length;
  /** The locomotion in the block, as words of its own. */
  const locomotionIn = ({ u32, at }) => u32.slice(at + LOCOMOTION >> 2, (at + LOCOMOTION >> 2) + words);
  return {
    locomotionIn,

    putLocomotion: ({ u32, at }, words) => u32.set(words, at + LOCOMOTION >> 2),

    /** That of a character at rest; `settings` is true for the defaults. */
    locomotionOf(core, settings, name) {
      const at = core.at + LOCOMOTION;
      core.c.locomotion(at);
      if (settings !== true) {
        known(settings, NAMES, name);
        for (const key in settings) {
          const value = settings[key];
          if (value !== Infinity || !UNLIMITED.includes(key)) notNegative(value, `${name}.${key}`);
          core.f32[at + G[key] >> 2] = value;
        }
      }
      return locomotionIn(core);
    },

    /** Turns the wanted velocity and the jump of the intent at `intent` into those of this tick; the locomotion is in the block. */
    accelerate(core, state, intent, up, dt) {
      const { at, u32, f32 } = core, flags = u32[intent + I.flags >> 2];
      const height = f32[intent + I.height >> 2], jump = f32[intent + I.jump >> 2], rise = f32[intent + I.rise >> 2];
      const axis = f32.slice(intent + I.axis >> 2, (intent + I.axis >> 2) + dimensions);
      for (let i = 0; i < dimensions; i++) f32[(at + A >> 2) + i] = f32[(intent + I.velocity >> 2) + i];
      core.c.locomotion_intent(at + LOCOMOTION, state, at + A, Math.max(jump, 0), up, dt, intent);
      f32[intent + I.height >> 2] = height;
      f32[intent + I.rise >> 2] = rise;
      f32.set(axis, intent + I.axis >> 2);
      u32[intent + I.flags >> 2] |= flags;
      // On the ground it makes no difference.
      if ((flags & AIR_JUMP) !== 0 && jump > 0) core.c.locomotion_jump(at + LOCOMOTION, intent, jump);
    },

    /** Takes over what the tick made of the intent. */
    adopt: (core, state, intent, up) => core.c.locomotion_adopt(core.at + LOCOMOTION, state, intent, up),
  };
};

const G = {
  size: L.Locomotion_size, acceleration: L.Locomotion_acceleration, friction: L.Locomotion_friction, airAcceleration: L.Locomotion_air_acceleration,
  coyote: L.Locomotion_coyote, buffer: L.Locomotion_buffer,
};

export const locomotion = locomotionOver(structs, G);
export const { locomotionIn, putLocomotion, locomotionOf, accelerate, adopt } = locomotion;
