// Vectors and poses in 2D, checked and written into the memory of the wasm.

import * as L from "../layout.js";
import { coordinates, finite, isFinite32, positive } from "../values.js";

/** Two numbers of a vector: `{ x, y }` or an array of two. */
export function pair(value, name) {
  const numbers = coordinates(value, 2, name);
  if (value.z !== undefined && value.z !== 0) throw new RangeError(`${name}.z is ${value.z}: in 2D a vector has x and y only`);
  return numbers;
}

/** Writes two floats. `field` of the argument `name` is only joined for an error. */
export function vector(core, at, value, name, field) {
  const { f32 } = core, i = at >> 2;
  // The common case without an array in between.
  if (typeof value === "object" && value !== null && value.length === undefined && value.z === undefined && isFinite32(value.x) && isFinite32(value.y)) {
    f32[i] = value.x;
    f32[i + 1] = value.y;
    return;
  }
  f32.set(pair(value, field === undefined ? name : `${name}.${field}`), i);
}

/** Reads two floats. */
export function read(core, at) {
  const { f32 } = core, i = at >> 2;
  return { x: f32[i], y: f32[i + 1] };
}

/** Writes a pose: a position, or an object with `position` or `x` and `y`, `rotation` in radians and `scale`, as sprites have them. */
export function pose({ f32, f64 }, at, value, name) {
  const { position, angle, rotation = 0, scale = 1, scaleX: x, scaleY: y } = value ?? {};
  if (angle !== undefined && value.rotation === undefined) throw new TypeError(`${name}.angle is no field of a pose: write rotation, in radians`);
  f64.set(position === undefined ? pair(value, name) : pair(position, `${name}.position`), at + L.Pose2d_position >> 3);
  f32[at + L.Pose2d_angle >> 2] = finite(rotation, `${name}.rotation`);
  // The scale of a sprite of Phaser is the mean of these.
  f32[at + L.Pose2d_scale >> 2] = positive(x !== undefined ? uniform([x, y], name) : typeof scale === "object" ? uniform(pair(scale, `${name}.scale`), name) : scale, `${name}.scale`);
}

function uniform([x, y], name) {
  if (x !== y) throw new RangeError(`${name}.scale is ${x}, ${y}: a body has one scale; bake other scales and flips into its points`);
  return x;
}
