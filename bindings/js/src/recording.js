// Recordings: the start of a character and all its inputs, which give the same bits when they are played again.

import { coordinates, must } from "./values.js";

/** Calls between two ticks, by their names. */
const CALLS = ["knockBack", "teleport", "set", "restore"];

/** Steps a Mover and keeps what is needed to do it again. */
export class Recording {
  constructor(mover) {
    checked(mover);
    this.mover = mover;
    this.ticks = [];
    this.start = [...mover.save()];
    /** The calls since the last tick, and the state after them as a number. */
    this._calls = [];
    this._state = checksum(mover);
  }

  step(intent, dt) {
    return this._tick(dt, () => this.mover.step(intent, dt), () => ({ ...intent, ...this._copied(intent, "velocity", "axis") }));
  }

  animate(motion, facing, dt) {
    return this._tick(dt, () => this.mover.animate(motion, facing, dt), () => ({ animate: { ...motion, ...this._copied(motion, "displacement") }, facing }));
  }

  knockBack(velocity) {
    this._between("knockBack", () => [this._numbers(velocity)], velocity);
  }

  teleport(feet, height = this.mover.height, axis) {
    this._between("teleport", () => [this._numbers(feet), height, axis && this._numbers(axis)], feet, height, axis);
  }

  set(settings) {
    this._between("set", () => [{ ...settings, ...this._copied(settings, "up"), ...(settings.body !== undefined && { body: this.mover.settings.body }) }], settings);
  }

  /** A vector as an array of its own, which JSON keeps: in 2D of two numbers. */
  _numbers(vector) {
    return coordinates(vector, Object.keys(this.mover.feet).length);
  }

  /** The vectors of these names as such arrays. */
  _copied(from, ...names) {
    return Object.fromEntries(names.filter((name) => from[name] != null).map((name) => [name, this._numbers(from[name])]));
  }

  /** A call that succeeds is kept. */
  _between(name, kept, ...given) {
    this._follow();
    this.mover[name](...given);
    this._calls.push([name, ...kept()]);
    this._state = checksum(this.mover);
  }

  /** A tick that succeeds is kept with its input. */
  _tick(dt, run, input) {
    this._follow();
    const answer = run(), calls = this._calls;
    this._state = checksum(this.mover);
    this.ticks.push([input(), dt, this._state, ...(calls.length > 0 ? [calls] : [])]);
    this._calls = [];
    return answer;
  }

  /** The mover was moved by others: its state is kept. */
  _follow() {
    const state = checksum(this.mover);
    if (state !== this._state) this._calls.push(["restore", [...this.mover.save()]]);
    this._state = state;
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

/** Repeats the calls before a tick. */
function call(mover, calls, name) {
  must(Array.isArray(calls), name, "an array of calls", calls);
  calls.forEach((entry, i) => {
    const [method, ...given] = Array.isArray(entry) ? entry : [];
    if (!CALLS.includes(method)) throw new TypeError(`${name}[${i}] is no call of ${CALLS.join(", ")}`);
    if (method === "restore") mover.restore(Uint8Array.from(given[0] ?? []));
    else mover[method](...given);
  });
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
    const name = `recording.ticks[${tick}]`;
    must(Array.isArray(ticks[tick]), name, "an array of intent, dt and checksum", ticks[tick]);
    const [input, dt, expected, calls = []] = ticks[tick];
    call(mover, calls, `${name}[3]`);
    if (input?.animate !== undefined) mover.animate(input.animate, input.facing, dt);
    else mover.step(input, dt);
    each(tick);
    if (checksum(mover) !== expected) return tick;
  }
  return -1;
}
