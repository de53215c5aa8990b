// A pool table with its balls, on which shots are played.

import { A, COUNT, LIST, OUT, OWN, Resource } from "../core.js";
import * as L from "../layout.js";
import { known, must } from "../values.js";
import { directionTo } from "./aim.js";
import { many } from "./many.js";
import { ShotResult } from "./result.js";
import { DIMENSIONS, FRAME, withBalls, withSetup } from "./setup.js";
import { ballAt, double, listed, numbersAt, pair, pairAt, put, whole } from "./values.js";

const SHOT = ["speed", "direction", "atBall", "elevation", "right", "above", "ball"];

export class PoolTable extends Resource {
  constructor(core, options = {}, handle) {
    super(core);
    if (options !== OWN) withSetup(core, options, (at) => core.c.pool_table_create(at, core.at + OUT));
    this._own("pool_table_free", options === OWN ? handle : undefined);
  }

  /** The rows of a list of this table. */
  _listed(name, size, read) {
    const core = this._core, handle = this._live("table");
    return listed(core, size, (...out) => core.c[name](handle, ...out), read);
  }

  get balls() {
    return this._listed("pool_table_balls", L.PoolBall_size, ballAt);
  }

  get dimensions() {
    const core = this._core, at = core.at + LIST;
    core.c.pool_table_dimensions(this._live("table"), at);
    const all = numbersAt(core, at, DIMENSIONS), hasPockets = core.u32[at + L.TableSpec_has_pockets >> 2] === 1;
    return hasPockets ? all : Object.fromEntries(FRAME.map((name) => [name, all[name]]));
  }

  get pockets() {
    return this._listed("pool_table_pockets", L.Pocket_size, (core, at) => ({ center: pairAt(core, at + L.Pocket_center), radius: core.f64[at + L.Pocket_radius >> 3] }));
  }

  get cushions() {
    return this._listed("pool_table_cushions", L.Cushion_size, (core, at) => {
      const [a, b, normal] = [L.Cushion_a, L.Cushion_b, L.Cushion_normal].map((place) => pairAt(core, at + place)), radius = core.f64[at + L.Cushion_radius >> 3];
      return radius > 0 ? { center: a, radius } : { a, b, normal };
    });
  }

  /** The cushions as polygons, for drawing. */
  get outlines() {
    const core = this._core, handle = this._live("table"), counts = core.at + COUNT, call = (...room) => core.c.pool_table_outlines(handle, ...room);
    call(0, 0, counts, 0, 0, counts + 4);
    const [corners, polygons] = core.u32.subarray(counts >> 2, (counts >> 2) + 2), bytes = corners * L.DVec2_size;
    return core.lend(bytes + 4 * polygons, (memory) => {
      call(memory, corners, counts, memory + bytes, polygons, counts + 4);
      const ends = core.u32.subarray(memory + bytes >> 2, (memory + bytes >> 2) + polygons);
      return Array.from(ends, (end, i) => Array.from({ length: end - (ends[i - 1] ?? 0) }, (_, corner) => pairAt(core, memory + (corner + (ends[i - 1] ?? 0)) * L.DVec2_size)));
    });
  }

  /** The same table with other balls. */
  withBalls(balls) {
    const core = this._core, handle = this._live("table"), base = core.at + LIST;
    core.c.pool_table_balls(handle, base, 1, core.at + COUNT);
    withBalls(core, balls, base + L.PoolBall_parameters, (memory, count) => core.c.pool_table_with_balls(handle, memory, count, core.at + OUT));
    return new this.constructor(OWN, core.handle());
  }

  /** The center of a ball on the table. */
  _place(ball, name) {
    const { position, isPocketed } = this.balls[whole(ball, name)] ?? {};
    if (!position || isPocketed) throw new RangeError(`${name}: no ball ${ball} is on the table`);
    return position;
  }

  /** The numbers of a shot in the order of the struct. */
  _shot(shot, name) {
    known(shot, SHOT, name);
    const { speed, elevation = 0, right = 0, above = 0, ball = 0, atBall } = shot;
    if ((shot.direction === undefined) === (atBall === undefined)) throw new TypeError(`${name} must have either a direction or atBall`);
    if (atBall === ball) throw new RangeError(`${name}.atBall: ball ${ball} cannot be aimed at itself`);
    const direction = atBall === undefined ? shot.direction : directionTo(this._core, this._place(ball, `${name}.ball`), this._place(atBall, `${name}.atBall`));
    return [...Object.entries({ speed, direction, elevation, right, above }).map(([key, value]) => double(value, `${name}.${key}`)), whole(ball, `${name}.ball`)];
  }

  /** Plays a shot until all balls are at rest. */
  simulate(shot) {
    const core = this._core, handle = this._live("table"), numbers = this._shot(shot, "shot"), ball = numbers.pop(), at = core.at + LIST;
    put(core, at, numbers);
    core.u32[at + L.Shot_ball >> 2] = ball;
    core.c.shot_simulate(handle, at, core.at + OUT);
    return new ShotResult(core);
  }

  /** Lets the balls move as they do, without a strike. */
  rollOut() {
    const core = this._core;
    core.c.shot_roll_out(this._live("table"), core.at + OUT);
    return new ShotResult(core);
  }

  /** Plays many shots, each from the balls of the table: columns, or an array of shots. */
  simulateMany(shots) {
    must(typeof shots === "object" && shots !== null, "shots", "an object of columns or an array of shots", shots);
    const handle = this._live("table");
    return many(this._core, handle, Array.isArray(shots) ? shots.map((shot, i) => this._shot(shot, `shots[${i}]`)) : shots);
  }

  /** The first ball that a ball hits on a straight line, or null. */
  aimedAt(ball, direction) {
    const core = this._core, { at } = core, handle = this._live("table");
    put(core, at + A, pair(direction, "direction"));
    core.c.aimed_at(handle, whole(ball, "ball"), at + A, at + LIST);
    const aimed = at + LIST, hit = core.u32[aimed + L.AimedBall_ball >> 2];
    if (hit === 0xffffffff) return null;
    const { f64 } = core;
    return {
      ball: hit, distance: f64[aimed + L.AimedBall_distance >> 3], ghost: pairAt(core, aimed + L.AimedBall_ghost), line: pairAt(core, aimed + L.AimedBall_line), fullness: f64[aimed + L.AimedBall_fullness >> 3],
    };
  }
}
