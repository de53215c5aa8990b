// Many shots in a call: typed arrays in, typed arrays out.

import { COUNT, LIST } from "../core.js";
import * as L from "../layout.js";
import { attached, known, must } from "../values.js";
import { whole } from "./values.js";

/** The columns in the order of `_shot`, and their places in the struct. */
const COLUMNS = { speed: L.Shots_speed, direction: L.Shots_direction, elevation: L.Shots_elevation, right: L.Shots_right, above: L.Shots_above, ball: L.Shots_ball };

/** A column as an array of one number for all rows, or one each. */
function columnOf(given, key) {
  if (typeof given === "number") return [given];
  const name = `shots.${key}`;
  must(ArrayBuffer.isView(given) || Array.isArray(given), name, "a number, a typed array or an array of numbers", given);
  if (given.buffer) attached(given, name);
  else given.forEach((number, i) => must(typeof number === "number", `${name}[${i}]`, "a number", number));
  return given;
}

function columnsOf(shots) {
  if (Array.isArray(shots)) return [shots.length, Object.keys(COLUMNS).map((_, i) => shots.map((shot) => shot[i]))];
  known(shots, Object.keys(COLUMNS), "shots");
  let rows = 1, longest = null;
  const columns = Object.keys(COLUMNS).map((key) => {
    if (shots[key] === undefined) {
      must(key !== "speed" && key !== "direction", `shots.${key}`, "a number, a typed array or an array of numbers", undefined);
      return [0];
    }
    const column = columnOf(shots[key], key);
    if (typeof shots[key] === "number") return column;
    if (longest !== null && column.length !== rows) throw new RangeError(`shots.${key} has ${column.length} numbers, but shots.${longest} has ${rows}`);
    [rows, longest] = [column.length, key];
    return column;
  });
  return [rows, columns];
}

export function many(core, handle, shots) {
  const [rows, columns] = columnsOf(shots), names = Object.keys(COLUMNS), at = core.at + LIST;
  columns[5].forEach((ball, i) => whole(ball, `shots.ball[${i}]`));
  core.c.pool_table_balls(handle, 0, 0, core.at + COUNT);
  const balls = core.count(), inputs = columns.reduce((sum, { length }) => sum + 8 * length, 0), infos = rows * L.ShotInfo_size;
  return core.lend(inputs + infos + rows * balls * L.BallEnd_size, (memory) => {
    let place = memory;
    core.u32[at + L.Shots_count >> 2] = rows;
    columns.forEach((column, i) => {
      const isBall = names[i] === "ball", from = at + COLUMNS[names[i]];
      if (isBall) core.u32.set(column, place >> 2);
      else core.f64.set(column, place >> 3);
      core.u32[from + L.Doubles_base >> 2] = place;
      core.u32[from + L.Doubles_stride >> 2] = column.length === rows ? (isBall ? 4 : 8) : 0;
      place += 8 * column.length;
    });
    core.c.shot_batch(handle, at, place, place + infos, rows * balls);
    return answers(core, rows, balls, place, place + infos);
  });
}

/** The answers at these addresses, as arrays. No ball and no pocket are all bits, -1 here. */
function answers({ f64, u32 }, rows, balls, infos, ends) {
  const made = {
    status: new Uint8Array(rows), duration: new Float64Array(rows), eventCount: new Uint32Array(rows), firstBallHit: new Int32Array(rows),
    position: new Float64Array(2 * rows * balls), pocket: new Int32Array(rows * balls), isPocketed: new Uint8Array(rows * balls),
  };
  for (let row = 0, at = infos; row < rows; row++, at += L.ShotInfo_size) {
    made.status[row] = u32[at + L.ShotInfo_status >> 2];
    made.duration[row] = f64[at + L.ShotInfo_duration >> 3];
    made.eventCount[row] = u32[at + L.ShotInfo_event_count >> 2];
    made.firstBallHit[row] = u32[at + L.ShotInfo_first_ball_hit >> 2];
  }
  for (let row = 0, at = ends; row < rows * balls; row++, at += L.BallEnd_size) {
    made.position[2 * row] = f64[at + L.BallEnd_position >> 3];
    made.position[2 * row + 1] = f64[(at + L.BallEnd_position >> 3) + 1];
    made.pocket[row] = u32[at + L.BallEnd_pocket >> 2];
    made.isPocketed[row] = u32[at + L.BallEnd_is_pocketed >> 2];
  }
  return made;
}
