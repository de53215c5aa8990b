// Aiming.

import { A, B, OUT } from "../core.js";
import { double, pair, pairAt, put } from "./values.js";

function putBoth(core, first, second, names) {
  put(core, core.at + A, pair(first, names[0]));
  put(core, core.at + B, pair(second, names[1]));
  return [core.at + A, core.at + B];
}

export function directionTo(core, from, to) {
  return core.entered(core.exports.carom_direction_to, ...putBoth(core, from, to, ["from", "to"]));
}

export function ghostBall(core, object, target, radius) {
  core.c.ghost_ball(...putBoth(core, object, target, ["object", "target"]), double(radius, "radius"), core.at + OUT);
  const ghost = pairAt(core, core.at + OUT);
  return Number.isNaN(ghost.x) ? null : ghost;
}
