// Recordings: the start of a character and all its inputs, which give the same bits when they are played again.

import { must, triple } from "./values.js";

/** Steps a Mover and keeps what is needed to do it again. */
export class Recording {
  constructor(mover) {
    checked(mover);
    this.mover = mover;
    this.ticks = [];
    this.start = [...mover.save()];
  }

  step(intent, dt) {
    const { velocity } = intent;
    this.mover.step(intent, dt);
    this.ticks.push([{ ...intent, velocity: velocity && triple(velocity) }, dt, checksum(this.mover)]);
    return this.mover;
  }

  toJSON() {
    return { carom: 1, start: this.start, ticks: this.ticks };
  }
}

function checked(mover) {
  must(typeof mover?.step === "function" && typeof mover.save === "function", "mover", "a Mover", mover);
}

/** The state as a number. */
const checksum = (mover) => mover.save().reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);

function parsed(recording) {
  if (typeof recording !== "string") {
    must(typeof recording === "object" && recording !== null, "recording", "a Recording or its JSON", recording);
    return recording.toJSON?.() ?? recording;
  }
  try {
    return JSON.parse(recording) ?? {};
  } catch (cause) {
    throw new TypeError(`recording is no JSON: ${cause.message}`, { cause });
  }
}

/**
 * Plays a recording, or its JSON, with a mover of the same settings in the same scene. Returns the first tick after which the state differs in any
 * bit, or -1. `each(tick)` is called after each.
 */
export function replay(recording, mover, each = () => {}) {
  checked(mover);
  const { carom, start, ticks } = parsed(recording);
  if (carom !== 1 || !Array.isArray(start) || !Array.isArray(ticks)) throw new TypeError("recording is not one of this version of carom");
  mover.restore(Uint8Array.from(start));
  for (let tick = 0; tick < ticks.length; tick++) {
    must(Array.isArray(ticks[tick]), `recording.ticks[${tick}]`, "an array of intent, dt and checksum", ticks[tick]);
    const [intent, dt, expected] = ticks[tick];
    mover.step(intent, dt);
    each(tick);
    if (checksum(mover) !== expected) return tick;
  }
  return -1;
}
