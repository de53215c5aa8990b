// A character in 2D or in 3D: the mover of the library together with the state of one character, its last tick and its locomotion.

import { setBody } from "./body.js";
import { A, INTENT, LOCOMOTION, OUT, QUERY, REPORT, Resource, SETTINGS, STATE } from "./core.js";
import { listed } from "./lists.js";
import { restored, saved } from "./saved.js";
import { into, orNull } from "./settings.js";
import { finite, known, must } from "./values.js";

export const WHY = ["slid", "stepped", "snapped", "steep", "pushed", "rode", "blocked", "stuck", "head", "limit", "edge"];
const EVENTS = ["landed", "leftGround", "stepped", "bumpedHead"];
/** The properties that a character keeps in fields of its own, and the methods that change them. */
const CHANGES = { feet: "teleport()", velocity: "step() or knockBack()", radius: "set()", before: "step()", onGround: "step()", landed: "step()", events: "step()" };
const ROLES = ["floor", "slope", "wall", "ceiling", "overlap"];

/** Reads the events of a report, with their speeds; its offsets are those of the bits and of the first speed. */
export const eventsReader = (events, landed) => (core, at) => {
  const bits = core.u32[at + events >> 2], start = at + landed >> 2;
  return Object.fromEntries(EVENTS.map((name, bit) => [name, core.f32[start + bit]]).filter((_, bit) => bits >> bit & 1));
};

/** Reads the surface at an address that a tick in a scene has met: `C` are the offsets of its struct, `part` is the name of its number. */
export const collisionReader = (C, part, read) => (core, at, scene) => ({
  normal: read(core, at + C.normal),
  role: ROLES[core.u32[at + C.role >> 2]],
  [part]: core.u32[at + C.part >> 2],
  body: scene._body(at + C.body),
  point: read(core, at + C.point),
  velocity: read(core, at + C.velocity),
  tag: core.u32[at + C.tag >> 2],
});

/**
 * The class of characters in a dimension. `of` is what differs: `Query`, `point` (makes a vector), `scenes` (what a scene may be), `structs`, `locomotion`, and the offset `why` and
 * the reader `eventsOf` of a report, `collisionOf` and the `size` of a collision.
 */
export const moverOver = (of) => {
  const { of: { zero, vector, hasBodies, S, K }, ...structs } = of.structs, { locomotionIn, putLocomotion, locomotionOf, accelerate, adopt } = of.locomotion;
  class Mover extends Resource {
    constructor(core, scene, settings = {}) {
      super(core);
      known(settings, [...structs.NAMES, "feet", "height", "axis", "locomotion"], "settings");
      core.c.mover_create(structs.putSettings(core, settings), core.at + OUT);
      this._own("mover_free");
      this._body = "capsule";
      if (settings.body !== undefined) this._body = setBody(core, (...given) => core.c.mover_set_body(this._handle, ...given), settings.body, "settings.body");
      this.scene = scene;
      /** Of the capsule; `set` changes it. */
      this._radius = core.f32[core.at + SETTINGS + S.radius >> 2];
      this._words = new Uint32Array(structs.WORDS);
      this._floats = new Float32Array(this._words.buffer);
      /** The lowest point of the capsule, and where it was before the last tick. These objects stay the same. */
      this._feet = of.point();
      this._before = of.point();
      this._velocity = of.point();
      this._landed = this._onGround = false;
      this._why = 0;
      this._events = {};
      this._resting = this._locomotion = settings.locomotion ? locomotionOf(core, settings.locomotion, "settings.locomotion") : null;
      this.teleport(settings.feet ?? zero, settings.height ?? 1.8, settings.axis);
    }

    /** A surface, or one with filters. */
    get scene() {
      return this._scene;
    }

    set scene(scene) {
      must(scene instanceof of.Query, "scene", `${of.scenes} or a query of them (of this copy of the package)`, scene);
      if (scene._core !== this._core) throw new TypeError("scene is of another instance of carom: load() once");
      this._scene = scene;
    }

    /** Puts the character at rest at a place. */
    teleport(feet, height = this.height, axis) {
      const core = this._core;
      this._live("mover");
      structs.putAtRest(core, core.at + STATE, feet, height, axis);
      this._locomotion = this._resting?.slice() ?? null;
      this._take();
      into(this._before, this._floats, K.feet);
    }

    set(settings) {
      const core = this._core, { c } = core, handle = this._live("mover");
      this._body = structs.changed(core, settings, this._body, {
        read: (at) => c.mover_settings(handle, at),
        write: (at) => c.mover_set_settings(handle, at),
        setBody: (...given) => c.mover_set_body(handle, ...given),
      });
      this._radius = core.f32[core.at + SETTINGS + S.radius >> 2];
    }

    get settings() {
      this._putSettings();
      return { ...structs.settingsOf(this._core), ...(hasBodies && { body: this._body }) };
    }

    /** Puts its settings into the block. */
    _putSettings() {
      this._core.c.mover_settings(this._live("mover"), this._core.at + SETTINGS);
    }

    /** Copies the state out of the block. */
    _take() {
      const { u32, at } = this._core, start = at + STATE >> 2, words = this._words;
      for (let i = 0; i < structs.WORDS; i++) words[i] = u32[start + i];
      into(this._feet, this._floats, K.feet);
      into(this._velocity, this._floats, K.velocity);
      this._onGround = words[K.onGround >> 2] === 1;
    }

    /** Puts its state into the block. */
    _put() {
      const { u32, at } = this._core, start = at + STATE >> 2, words = this._words;
      for (let i = 0; i < structs.WORDS; i++) u32[start + i] = words[i];
    }

    step(intent, dt) {
      const { at } = this._core;
      return this._tick(dt, (core, up, locomotion) => {
        structs.putIntent(core, at + INTENT, intent, "intent");
        if (locomotion) accelerate(core, at + STATE, at + INTENT, up, dt);
      });
    }

    /** A tick with the intent that `put` leaves in the block; with a locomotion, or where it is given, `after` follows. */
    _tick(dt, put, after) {
      const handle = this._live("mover"), core = this._scene._put(), { at } = core, up = at + SETTINGS + S.up, locomotion = this._locomotion;
      finite(dt, "dt");
      this._put();
      if (locomotion) {
        putLocomotion(core, locomotion);
        this._grip?.(at + STATE);
        this._putSettings();
      }
      put(core, up, locomotion);
      core.c.mover_step(handle, at + QUERY, at + STATE, at + INTENT, dt, at + REPORT);
      if (after) after(core, up, this);
      else if (locomotion) adopt(core, at + STATE, at + INTENT, up);
      locomotion?.set(locomotionIn(core));
      const { _onGround } = this;
      into(this._before, this._floats, K.feet);
      this._take();
      this._why = core.u32[at + REPORT + of.why >> 2];
      this._events = of.eventsOf(core, at + REPORT);
      this._landed = this._onGround && !_onGround;
      return this;
    }

    /** A tick in which `run`, and not an intent, moves it. Returns what `run` does. */
    _carried(dt, run) {
      const feet = { ...this._feet }, answer = run(this);
      Object.assign(this._before, feet);
      this._why = 0;
      this._events = {};
      this._landed = false;
      return answer;
    }

    /** Adds a velocity to its own; friction takes the horizontal part. */
    knockBack(velocity) {
      const core = this._core, { at } = core;
      this._live("mover");
      must(this._locomotion, "settings.locomotion", "true or an object for knockBack");
      this._put();
      putLocomotion(core, this._locomotion);
      vector(core, at + A, velocity, "velocity");
      this._putSettings();
      core.c.locomotion_knock_back(at + LOCOMOTION, at + STATE, at + A, at + SETTINGS + S.up);
      this._locomotion.set(locomotionIn(core));
      this._take();
    }

    get height() {
      return this._floats[K.height >> 2] || 1.8;
    }

    /** The direction of a capsule that lies or leans, or null. */
    get axis() {
      const axis = of.point();
      into(axis, this._floats, K.axis);
      return orNull(axis);
    }

    /** The ground it stands on, or null. */
    get ground() {
      if (!this._onGround) return null;
      const core = this._core;
      this._put();
      return structs.groundOf(core, core.at + STATE, this._scene);
    }

    /** The surfaces that the last tick met. */
    collisions() {
      const core = this._core, handle = this._live("mover");
      return listed(core, (...out) => core.c.mover_collisions(handle, ...out), (at) => of.collisionOf(core, at, this._scene), of.size);
    }

    /** The whole state as bytes, to keep, to send and to roll back to. */
    save() {
      return saved(this._words, this._locomotion);
    }

    restore(bytes) {
      this._live("mover");
      this._locomotion = restored(this._core, bytes, this._locomotion, structs.WORDS);
      this._take();
      into(this._before, this._floats, K.feet);
    }
  }

  for (const name in CHANGES) {
    const field = `_${name}`;
    Object.defineProperty(Mover.prototype, name, {
      get() { return this[field]; },
      set() { throw new TypeError(`${name} cannot be assigned: ${CHANGES[name]} changes it`); },
    });
  }
  WHY.forEach((name, bit) => Object.defineProperty(Mover.prototype, name, {
    get() {
      return (this._why >> bit & 1) === 1;
    },
  }));
  return Mover;
};
