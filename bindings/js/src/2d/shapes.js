// Shapes in 2D: plain objects, written as the structs of the C library.

import * as L from "../layout.js";
import { pointOf } from "../shapes.js";
import { finite, isFinite32, must, notNegative, numbers } from "../values.js";
import { pair, vector } from "./values.js";

/** The fields of shapes: the number of their kind in the C library, the names of their vectors, those of their radii. */
export const POINT = [1, [undefined]], BALL = [2, ["center"], ["radius"]], CAPSULE = [3, ["start", "end"], ["radius"]], BOX = [4, ["min", "max"]];
export const TRIANGLE = [5, ["a", "b", "c"]], ORIENTED_BOX = [7, ["center", "halfSize"]], TAPERED_CAPSULE = [10, ["start", "end"], ["radiusA", "radiusB"]];
export const ELLIPSE = [11, ["center", "radii"]];
const HULL = [6, []], HALF_PLANE = [13, ["normal"]];

/** The kind of a shape by its fields. */
export function kindOf(shape, name) {
  if (typeof shape === "object" && shape !== null) {
    const has = (field) => shape[field] !== undefined;
    if (has("x") || typeof shape.length === "number") return pointOf(shape, name, POINT);
    if (has("points")) return HULL;
    if (has("center")) return has("radii") ? ELLIPSE : has("halfSize") ? ORIENTED_BOX : BALL;
    if (has("start")) return has("radiusA") ? TAPERED_CAPSULE : CAPSULE;
    if (has("min")) return BOX;
    if (has("normal")) return HALF_PLANE;
    if (has("a")) return TRIANGLE;
  }
  must(false, name, "a point, { center, radius }, { center, radii, rotation }, { center, halfSize, rotation }, { start, end, radius }, { start, end, radiusA, radiusB }, { min, max }, { a, b, c }, { normal, offset } or { points, radius }", shape);
}

/** Writes a shape at `at` and calls `run`; the points of a hull are in memory meanwhile. */
export function withShape(core, at, shape, name, run) {
  const kind = kindOf(shape, name), [number, corners, radii = []] = kind, { u32, f32 } = core;
  // The name is joined only for an error.
  const put = (place, radius, field) => { f32[at + place >> 2] = isFinite32(radius) && radius >= 0 ? radius : notNegative(radius, `${name}.${field}`); };
  u32[at + L.Shape2d_kind >> 2] = number;
  for (let i = 0; i < corners.length; i++) {
    const corner = corners[i];
    vector(core, at + PLACES[i], corner === undefined ? shape : shape[corner], name, corner);
  }
  for (let i = 0; i < radii.length; i++) put(RADII[i], shape[radii[i]], radii[i]);
  if (kind === HULL) put(L.Shape2d_radius, shape.radius ?? 0, "radius");
  else if (kind === HALF_PLANE) f32[at + L.Shape2d_radius >> 2] = offsetOf(shape, name);
  let rotation = 0;
  if (kind === ORIENTED_BOX || kind === ELLIPSE) {
    checkedSizes(f32.subarray(at + PLACES[1] >> 2, at + PLACES[2] >> 2), name, corners[1]);
    rotation = shape.rotation ?? 0;
  }
  f32[at + L.Shape2d_angle >> 2] = finite(rotation, `${name}.rotation`);
  put(L.Shape2d_rounding, shape.rounding ?? 0, "rounding");
  return kind === HULL ? withPoints(core, at, shape.points, name, run) : run();
}

/** The C library has one field for half sizes and radii. */
export function checkedSizes(sizes, name, field) {
  if (sizes.some((x) => x < 0)) throw new RangeError(`${name}.${field} has a number less than 0`);
}

const PLACES = [L.Shape2d_a, L.Shape2d_b, L.Shape2d_c], RADII = [L.Shape2d_radius, L.Shape2d_radius_b];

function offsetOf({ normal, offset }, name) {
  if (pair(normal, `${name}.normal`).every((x) => Math.fround(x) === 0)) throw new RangeError(`${name}.normal is zero`);
  return finite(offset, `${name}.offset`);
}

/** Calls `run` with the address and the number of points: an array of two numbers each, or of vectors. */
export function withVectors(core, points, name, run) {
  must(points?.length > 0, name, "an array of at least one point", points);
  const flat = typeof points[0] === "number" ? numbers(points, 2, name) : null, count = flat ? flat.length / 2 : points.length;
  return core.lend(8 * count, (memory) => {
    if (flat) core.f32.set(flat, memory >> 2);
    else for (let i = 0; i < count; i++) vector(core, memory + 8 * i, points[i], `${name}[${i}]`);
    return run(memory, count);
  });
}

/** Writes points to which the shape at `at` refers. */
const withPoints = (core, at, points, name, run) => withVectors(core, points, `${name}.points`, (memory, count) => {
  core.u32[at + L.Shape2d_points >> 2] = memory;
  core.u32[at + L.Shape2d_point_count >> 2] = count;
  return run();
});
