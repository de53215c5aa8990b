// Games of data/billiards, in the names and units of the package, and the hash of a result as the command writes it
// (crates/carom-format/src/billiards/result_hash.rs).

import { Fnv } from "./hash.mjs";

const camel = (key) => key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** The same value with names of this package. */
function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed);
  return Object(value) === value ? Object.fromEntries(Object.entries(value).map(([key, field]) => [camel(key), renamed(field)])) : value;
}

/** Degrees to radians by the same rounding as Rust. */
const radians = (degrees) => degrees * (Math.PI / 180);

/** The options of a table, and the shot, of a file that was parsed. */
export function gameOf(file) {
  const { shot, dimensions, ...options } = renamed(file);
  if (dimensions) {
    options.dimensions = dimensions;
    for (const cut of ["cornerCut", "sideCut"]) if (dimensions[cut] !== undefined) dimensions[cut] = radians(dimensions[cut]);
  }
  if (shot?.direction !== undefined) shot.direction = radians(shot.direction);
  if (shot?.elevation !== undefined) shot.elevation = Math.min(radians(shot.elevation), Math.PI / 2);
  return { options, shot };
}

const MOTIONS = ["stationary", "spinning", "rolling", "sliding", "pocketed", "airborne", "off_table"];

export function hashOf({ events, balls }) {
  const hash = new Fnv(), word = (number) => hash.bytes(new Uint8Array(Uint32Array.of(number).buffer));
  const double = (number) => hash.double(number), state = ({ position, velocity, angularVelocity }) => [position, velocity, angularVelocity].forEach((v) => hash.vector(v));
  for (const event of events) {
    double(event.time);
    word(event.ball);
    state(event.after);
    if (event.kind === "strike") word(0);
    if (event.kind === "transition") [1, MOTIONS.indexOf(event.from), MOTIONS.indexOf(event.to)].forEach(word);
    if (event.kind === "pocket") [2, event.pocket].forEach(word);
    if (event.kind === "ball") {
      [3, event.other].forEach(word);
      state(event.otherAfter);
      double(event.speed);
    }
    if (event.kind === "cushion") {
      [4, event.cushion].forEach(word);
      double(event.speed);
    }
    if (event.kind === "slate") {
      word(5);
      double(event.speed);
    }
    if (event.kind === "off_table") word(6);
  }
  for (const ball of balls) {
    state(ball);
    word(ball.isPocketed ? 1 : 0);
  }
  return hash.digits();
}
