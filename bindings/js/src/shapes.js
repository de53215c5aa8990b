// Shapes: plain objects, and the objects of three.js with the same fields, written as the structs of the C library.

import { SHAPES } from "./core.js";
import * as L from "./layout.js";
import { finite, isFinite32, must, notNegative, numbers, triple, vector } from "./values.js";

const HULL = 6, ORIENTED_BOX = 7, ORIENTED_ELLIPSOID = 12;
/** The fields of shapes: the number of their kind in the C library, the names of their corners, those of their radii. */
const [POINT, BALL, CAPSULE, BOX, TRIANGLE] = [[1, [undefined]], [2, ["center"], ["radius"]], [3, ["start", "end"], ["radius"]], [4, ["min", "max"]], [5, ["a", "b", "c"]]];
const CYLINDER = [8, ["a", "b"], ["radius"]], RADII = ["radiusA", "radiusB"], CONE = [9, ["a", "b"], RADII], TAPERED_CAPSULE = [10, ["start", "end"], RADII];
const ELLIPSOID = [11, ["center", "radii"]], HALF_SPACE = 13;

/** The kind of a point; refuses circles and rectangles of other libraries, which have x and y too. Vectors with such getters have a method `length`. */
export function pointOf(shape, name, kind) {
  const field = shape.length === undefined && ["radius", "width", "height", "halfWidth"].find((field) => shape[field] !== undefined);
  if (field) throw new TypeError(`${name}.${field} is no field of a point: write { center, radius } or { min, max }`);
  return kind;
}

/** The kind of a shape by its fields. */
function kindOf(shape, name) {
  if (typeof shape === "object" && shape !== null) {
    const has = (field) => shape[field] !== undefined;
    // Points first: a Vector3 has methods `min` and `max`.
    if (has("x") || typeof shape.length === "number") return pointOf(shape, name, POINT);
    if (has("points")) return [HULL, []];
    if (has("center")) {
      if (has("radii")) return has("rotation") ? [ORIENTED_ELLIPSOID, ["center"]] : ELLIPSOID;
      return has("halfSize") ? [ORIENTED_BOX, ["center"]] : BALL;
    }
    if (has("start")) return has("radiusA") ? TAPERED_CAPSULE : CAPSULE;
    if (has("min")) return BOX;
    if (has("normal")) return [HALF_SPACE, ["normal"]];
    if (has("a")) return has("radiusA") ? CONE : has("radius") ? CYLINDER : TRIANGLE;
  }
  must(false, name, "a point, { center, radius }, { center, radii, rotation }, { center, halfSize, rotation }, { start, end, radius }, { start, end, radiusA, radiusB }, { min, max }, { a, b, c }, { a, b, radius }, { a, b, radiusA, radiusB }, { normal, offset } or { points, radius }", shape);
}

/** Writes a shape at `at` and calls `run`; the points of a hull are in memory meanwhile. */
export function withShape(core, at, shape, name, run) {
  const [kind, corners, radii = []] = kindOf(shape, name), { u32, f32 } = core;
  // The name is joined only for an error.
  const put = (place, radius, field) => { f32[at + place >> 2] = isFinite32(radius) && radius >= 0 ? radius : notNegative(radius, `${name}.${field}`); };
  u32[at + L.Shape_kind >> 2] = kind;
  for (let i = 0; i < corners.length; i++) {
    const corner = corners[i];
    vector(core, at + L.Shape_a + 12 * i, corner === undefined ? shape : shape[corner], name, corner);
  }
  for (let i = 0; i < radii.length; i++) put(PLACES[i], shape[radii[i]], radii[i]);
  if (kind === HULL) put(L.Shape_radius, shape.radius ?? 0, "radius");
  else if (kind === HALF_SPACE) f32[at + L.Shape_radius >> 2] = offsetOf(shape, name);
  put(L.Shape_rounding, shape.rounding ?? 0, "rounding");
  if (kind === HULL) return withPoints(core, at, shape.points, name, run);
  return kind === ORIENTED_BOX || kind === ORIENTED_ELLIPSOID ? withPoints(core, at, halfAxesOf(shape, name), name, run) : run();
}

/** Of a half-space; a Plane of three.js has its negative. */
function offsetOf({ normal, offset, constant }, name) {
  if (triple(normal).every((x) => Math.fround(x) === 0)) throw new RangeError(`${name}.normal is zero`);
  return constant === undefined ? finite(offset, `${name}.offset`) : -finite(constant, `${name}.constant`);
}

const PLACES = [L.Shape_radius, L.Shape_radius_b];

/** Writes points to which the shape at `at` refers. */
function withPoints(core, at, points, name, run) {
  must(points?.length > 0, `${name}.points`, "an array of at least one point", points);
  const flat = typeof points[0] === "number" ? numbers(points, 3, `${name}.points`) : null, count = flat ? flat.length / 3 : points.length;
  return core.lend(12 * count, (memory) => {
    if (flat) core.f32.set(flat, memory >> 2);
    else for (let i = 0; i < count; i++) vector(core, memory + 12 * i, points[i], `${name}.points[${i}]`);
    core.u32[at + L.Shape_points >> 2] = memory;
    core.u32[at + L.Shape_point_count >> 2] = count;
    return run();
  });
}

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** The columns of the rotation, each as long as the shape reaches from its center. */
function halfAxesOf({ halfSize, radii, rotation }, name) {
  const field = `${name}.${radii ? "radii" : "halfSize"}`, size = triple(radii ?? halfSize, field), columns = rotation?.elements ?? rotation ?? IDENTITY;
  must(columns.length === 9, `${name}.rotation`, "a Matrix3 or 9 numbers, column by column", rotation);
  if (size.some((x) => x < 0)) throw new RangeError(`${field} is ${size.join(", ")}, which must not be less than 0`);
  numbers(Array.from(columns), 9, `${name}.rotation`);
  return size.map((length, axis) => [0, 1, 2].map((i) => columns[3 * axis + i] * length));
}

/**
 * A column of a batch: an array of `each` numbers a row, or the same numbers for all rows. Its address and stride have the place `place` in
 * the block.
 */
export function columnOf(value, each, name, place) {
  const array = each === 1 && typeof value === "number" ? [finite(value, name)] : value?.x === undefined ? value : [value.x, value.y, value.z].slice(0, each);
  numbers(array, each, name);
  return { array, stride: array.length === each ? 0 : 4 * each, each, name, place };
}

const CORNERS = [L.Shapes_a, L.Shapes_b, L.Shapes_c], COLUMNS = [L.Shapes_radius, L.Shapes_radius_b];

/** The columns of a batch of shapes of one kind, and the kind. */
export function columnsOf(shapes, name) {
  const [kind, corners, radii = []] = kindOf(shapes, name);
  if ([HULL, ORIENTED_BOX, ORIENTED_ELLIPSOID, HALF_SPACE].includes(kind)) throw new TypeError(`${name}: a batch has no hulls and no oriented boxes, ellipsoids or half-spaces`);
  const columns = corners.map((corner, i) => columnOf(corner ? shapes[corner] : shapes, 3, corner ? `${name}.${corner}` : name, SHAPES + CORNERS[i]));
  radii.forEach((field, number) => {
    const radius = columnOf(shapes[field], 1, `${name}.${field}`, SHAPES + COLUMNS[number]);
    for (let i = 0; i < radius.array.length; i++) notNegative(radius.array[i], `${radius.name}[${i}]`);
    columns.push(radius);
  });
  return { kind, columns, rounding: notNegative(shapes.rounding ?? 0, `${name}.rounding`) };
}

/** The number of rows of columns, which must agree; a column of one row holds for all. */
export function rowsOf(columns) {
  let rows = 1, first = null;
  for (const { array, each, name } of columns) {
    const own = array.length / each;
    if (own === 1) continue;
    if (first !== null && own !== rows) throw new RangeError(`${name} has ${own} rows, ${first} has ${rows}`);
    [rows, first] = [own, name];
  }
  return rows;
}

/** The bytes that `rows` rows of columns need, in whole multiples of 8. */
export const bytesOf = (columns, rows) => columns.reduce((sum, { each, stride }) => sum + 4 * each * (stride === 0 ? 1 : rows), 7) & ~7;

/** Copies the rows `start` to `start + rows` of a batch into memory, and puts their addresses into the block. */
export function putRows({ u32, f32, at }, { kind, columns, rounding }, start, rows, memory) {
  u32[at + SHAPES + L.Shapes_kind >> 2] = kind;
  u32[at + SHAPES + L.Shapes_count >> 2] = rows;
  f32[at + SHAPES + L.Shapes_rounding >> 2] = rounding;
  for (const { array, stride, each, place } of columns) {
    // A typed array is not copied for it.
    const part = stride === 0 ? array : (array.subarray ?? array.slice).call(array, each * start, each * (start + rows));
    f32.set(part, memory >> 2);
    u32[at + place + L.Vectors_base >> 2] = memory;
    u32[at + place + L.Vectors_stride >> 2] = stride;
    memory += 4 * part.length;
  }
}
