// The options of a table, as the struct of a setup: the fields of files for `carom pool --physics billiards`, in the names of this package.

import { COUNT, LIST, OUT } from "../core.js";
import * as L from "../layout.js";
import { known, must } from "../values.js";
import { PARAMETERS, double, putBall, whole } from "./values.js";

/** In the order of the numbers in the header. */
const TABLES = ["pool_7_ft", "pool_8_ft", "pool_9_ft", "snooker", "carom"], RACKS = ["eight_ball", "nine_ball", "ten_ball", "snooker", "three_cushion"];
export const DIMENSIONS = {
  width: L.TableSpec_width, length: L.TableSpec_length, cushionHeight: L.TableSpec_cushion_height, cushionWidth: L.TableSpec_cushion_width,
  cornerMouth: L.TableSpec_corner_mouth, cornerCut: L.TableSpec_corner_cut, cornerJawRadius: L.TableSpec_corner_jaw_radius, cornerDepth: L.TableSpec_corner_depth, cornerRadius: L.TableSpec_corner_radius,
  sideMouth: L.TableSpec_side_mouth, sideCut: L.TableSpec_side_cut, sideJawRadius: L.TableSpec_side_jaw_radius, sideDepth: L.TableSpec_side_depth, sideRadius: L.TableSpec_side_radius,
};
/** Fields of a table without pockets. */
export const FRAME = ["width", "length", "cushionHeight", "cushionWidth"];
const CUE = { mass: L.Cue_mass, endMass: L.Cue_end_mass, miscueOffset: L.Cue_miscue_offset };
const FRICTION = { a: L.Models_friction_a, b: L.Models_friction_b, c: L.Models_friction_c };
const SLATE = { restitution: L.Models_slate_restitution, leastSpeed: L.Models_slate_least_speed };

const MOST_BALLS = 64, POOL_9_FT = 2;

function numberOf(names, value, name) {
  const number = names.indexOf(value);
  if (number === -1) throw new TypeError(`${name} must be one of ${names.join(", ")}, not ${String(value)}`);
  return number;
}

/** Writes the numbers that are given over those that are there. */
function change(core, at, given, places, name) {
  known(given, Object.keys(places), name);
  for (const key in given) core.f64[at + places[key] >> 3] = double(given[key], `${name}.${key}`);
}

/** The name and the fields of a model: `"han2005"`, or `{ mathavan2010: { steps } }`. */
function modelOf(given, names, name) {
  const [key] = typeof given === "string" ? [given] : Object.keys(Object(given));
  return [numberOf(names, key, name), Object(given)[key] ?? {}, `${name}.${key}`];
}

function putModels(core, at, models) {
  known(models, ["ball", "cushion", "slate"], "models");
  const set = (place, value) => { core.u32[at + place >> 2] = value; };
  if (models.ball !== undefined) {
    const [number, fields, name] = modelOf(models.ball, ["frictionalInelastic", "mathavan2014"], "models.ball"), { friction, steps } = fields;
    known(fields, number === 0 ? ["friction"] : ["friction", "steps"], name);
    set(L.Models_ball, number);
    if (steps !== undefined) set(L.Models_ball_steps, whole(steps, `${name}.steps`));
    if (friction === "average") set(L.Models_friction, 1);
    else if (friction !== undefined) {
      known(friction, ["alciatore"], `${name}.friction`);
      change(core, at, friction.alciatore, FRICTION, `${name}.friction.alciatore`);
    }
  }
  if (models.cushion !== undefined) {
    const [number, fields, name] = modelOf(models.cushion, ["han2005", "mathavan2010"], "models.cushion"), { steps } = fields;
    known(fields, number === 0 ? [] : ["steps"], name);
    set(L.Models_cushion, number);
    if (steps !== undefined) set(L.Models_cushion_steps, whole(steps, `${name}.steps`));
  }
  if (models.slate !== undefined) {
    const [number, fields, name] = modelOf(models.slate, ["absorbing", "bouncing"], "models.slate");
    set(L.Models_slate, number);
    change(core, at, fields, number === 0 ? {} : SLATE, name);
  }
}

const BALL = ["position", "velocity", "angularVelocity", "isPocketed", "parameters"];

/** Runs with balls in memory, of the parameters at `base` unless they have their own. */
export function withBalls(core, balls, base, run) {
  must(Array.isArray(balls), "balls", "an array of balls", balls);
  return core.lend(L.PoolBall_size * balls.length, (memory) => {
    balls.forEach((ball, i) => {
      const at = memory + i * L.PoolBall_size;
      known(ball, BALL, `balls[${i}]`);
      core.u8.copyWithin(at, base, base + L.BallParameters_size);
      if (ball.parameters !== undefined) change(core, at + L.PoolBall_parameters, ball.parameters, PARAMETERS, `balls[${i}].parameters`);
      putBall(core, at, ball, `balls[${i}]`);
    });
    return run(memory, balls.length);
  });
}

/** Runs with the balls of a rack in memory. */
function withRack(core, rack, setup, gap, ball, run) {
  if (ball.radius !== undefined) throw new RangeError("ball.radius: the balls of a rack have their size; list them as balls");
  return core.lend(L.PoolBall_size * MOST_BALLS, (memory) => {
    core.c.rack_balls(rack, setup + L.PoolSetup_dimensions, double(gap, "gap"), memory, MOST_BALLS, core.at + COUNT);
    const count = core.count();
    for (let i = 0; i < count; i++) change(core, memory + i * L.PoolBall_size + L.PoolBall_parameters, ball, PARAMETERS, "ball");
    return run(memory, count);
  });
}

/** Runs with the address of a setup of these options. */
export function withSetup(core, options, run) {
  known(options, ["table", "dimensions", "rack", "gap", "balls", "ball", "cue", "models"], "options");
  const { table, dimensions = {}, rack, gap, balls, ball = {}, cue = {}, models = {} } = options, setup = core.at + LIST, base = setup + L.PoolSetup_size, { u32 } = core;
  if ((rack === undefined) === (balls === undefined)) throw new TypeError("options must have either a rack or balls");
  if (rack === undefined && gap !== undefined) throw new TypeError("options.gap is of a rack; balls have places");
  let number = POOL_9_FT;
  if (rack !== undefined) {
    core.c.rack_table(numberOf(RACKS, rack, "options.rack"), core.at + OUT);
    number = u32[core.at + OUT >> 2];
  }
  if (table !== undefined) number = numberOf(TABLES, table, "options.table");
  core.c.pool_setup(number, setup);
  const at = setup + L.PoolSetup_dimensions;
  if (u32[at + L.TableSpec_has_pockets >> 2] === 0) {
    for (const key in dimensions) if (key in DIMENSIONS && !FRAME.includes(key)) throw new TypeError(`dimensions.${key}: the table has no pockets`);
  }
  change(core, at, dimensions, DIMENSIONS, "dimensions");
  change(core, setup + L.PoolSetup_cue, cue, CUE, "cue");
  putModels(core, setup + L.PoolSetup_models, models);
  const complete = (memory, count) => {
    core.u32.set([memory, count], setup + L.PoolSetup_balls >> 2);
    return run(setup);
  };
  if (rack !== undefined) return withRack(core, RACKS.indexOf(rack), setup, gap ?? 0, ball, complete);
  core.c.ball_parameters(number, base);
  change(core, base, ball, PARAMETERS, "ball");
  return withBalls(core, balls, base, complete);
}
