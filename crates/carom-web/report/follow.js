// The camera that follows a replay: the whole character stays in the view, from directions in which no wall hides it.

import { sum } from "./points.js";
import { look } from "./space.js";

/** Part of the view around it that the character does not enter. */
const RIM = 0.12;
/** Most of the height of the view that the character takes. */
const TALLEST = 0.5;
/** Rates at which the camera approaches the character, and turns, per second. */
const APPROACH = 6;
const TURN = 2.5;

const mixed = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);
const nearest = (angle, to) => angle - 2 * Math.PI * Math.round((angle - to) / (2 * Math.PI));

/** The middle of a character: `{feet, height}`. */
export const middle = ({ feet, height }) => sum(feet, [0, 0.5 * height, 0]);

/** Feet and top of a character on the screen. */
export const ends = (seen, { feet, height }) => [seen.to(feet), seen.to(sum(feet, [0, height, 0]))];

/** Whether a camera shows the whole character, away from the rim of the view. */
export function isWhole(camera, size, body) {
  return ends(look(camera, size), body).every((point) => point.every((x, axis) => x > RIM * size[axis] && x < (1 - RIM) * size[axis]));
}

/** The direction of a turn at a moment of a replay: `turns` has moment, yaw and pitch of each. */
export function direction(turns, at) {
  let found = null;
  for (let i = 0; i < turns.length && turns[i] <= at; i += 3) found = [turns[i + 1], turns[i + 2]];
  return found;
}

/** Moves a camera after a character, `seconds` on; `to` is the direction to turn to, or null. */
export function follow(camera, size, body, seconds, to) {
  const at = middle(body);
  camera.center = mixed(camera.center, at, 1 - Math.exp(-APPROACH * seconds));
  if (to) {
    const share = 1 - Math.exp(-TURN * seconds);
    camera.yaw += (nearest(to[0], camera.yaw) - camera.yaw) * share;
    camera.pitch += (to[1] - camera.pitch) * share;
  }
  const scale = Math.min(size[0] / camera.width, size[1] / camera.height);
  const wider = (body.height * scale) / (TALLEST * size[1]);
  if (wider > 1) {
    camera.width *= wider;
    camera.height *= wider;
  }
  for (let i = 0; i < 8 && !isWhole(camera, size, body); i++) camera.center = mixed(camera.center, at, 0.5);
}
