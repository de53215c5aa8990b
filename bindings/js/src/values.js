// Vectors, numbers and poses of JavaScript, checked and written into the memory of the wasm.

import * as L from "./layout.js";

/** A value in a message: an object by its class, and an array with its length. */
export const shown = (value) => {
  if (Object(value) !== value) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const name = value.constructor?.name || "an object";
  return Array.isArray(value) || ArrayBuffer.isView(value) ? `${name} of ${value.length}` : name;
};

/** The error of an argument of another kind. */
export function must(holds, name, wanted, value) {
  if (!holds) throw new TypeError(`${name} must be ${wanted}, not ${shown(value)}`);
}

export function number(value, name) {
  must(typeof value === "number", name, "a number", value);
  if (Number.isNaN(value)) throw new RangeError(`${name} is NaN`);
  return value;
}

/** A finite number, in single precision. */
export function finite(value, name) {
  if (!isFinite32(number(value, name))) throw new RangeError(`${name} is ${value}, not a finite number of single precision`);
  return value;
}

/** A finite number that is more than 0 in single precision. */
export function positive(value, name) {
  if (Math.fround(finite(value, name)) <= 0) throw new RangeError(`${name} is ${value}, not more than 0`);
  return value;
}

/** A finite number that is not less than 0. */
export function notNegative(value, name) {
  if (finite(value, name) < 0) throw new RangeError(`${name} is ${value}, less than 0`);
  return value;
}

/** A whole number of 32 bits. */
export function whole(value, name) {
  if (value >>> 0 !== value) throw new RangeError(`${name} is ${value}, not a whole number of 32 bits`);
  return value;
}

const AXES = "xyzw";

/** The number of elements of an array; undefined for an object, also one with a method `length()`. */
const lengthOf = (vector) => (typeof vector?.length === "number" ? vector.length : undefined);

function wrong(vector, count, name) {
  const length = lengthOf(vector), got = length === undefined ? shown(vector) : `${length} numbers`;
  throw new TypeError(`${name} must be { ${[...AXES.slice(0, count)].join(", ")} } or an array of ${count} numbers, not ${got}`);
}

/** Beyond it an angle in single precision is no longer exact enough to mean a rotation. */
const MOST_ANGLE = 1e4;

/** An angle that means a rotation. */
export function checkedAngle(angle, name) {
  if (Math.abs(finite(angle, name)) > MOST_ANGLE) throw new RangeError(`${name} is ${angle}, more than ${MOST_ANGLE} radians`);
  return angle;
}

/** A mask of layers: a number of 32 bits. */
export function bits(value, name) {
  if (value >>> 0 !== number(value, name) && (value | 0) !== value) throw new RangeError(`${name} is ${value}, not a mask of 32 bits`);
  return value >>> 0;
}

export const isFinite32 = (value) => typeof value === "number" && Number.isFinite(Math.fround(value));

/** The coordinate of a vector, which is `{ x, y, z }` or an array. */
function coordinate(vector, axis, count, name) {
  const value = vector[AXES[axis]] ?? vector[axis];
  if (isFinite32(value)) return value;
  if (typeof vector !== "object" || (lengthOf(vector) ?? (value === undefined && axis === 0 ? 0 : count)) !== count) wrong(vector, count, name);
  return finite(value, `${name}.${AXES[axis]}`);
}

/** Writes three floats. `field` of the argument `name` is only joined for an error. */
export function vector(core, at, value, name, field) {
  const object = typeof value === "object" && value !== null, array = object && value.x === undefined;
  if (object && (!array || value.length === 3)) {
    const x = array ? value[0] : value.x, y = array ? value[1] : value.y, z = array ? value[2] : value.z, { f32 } = core, i = at >> 2;
    if (isFinite32(x) && isFinite32(y) && isFinite32(z)) {
      f32[i] = x;
      f32[i + 1] = y;
      f32[i + 2] = z;
      return;
    }
  }
  const full = field === undefined ? name : `${name}.${field}`;
  triple(value, full);
  wrong(value, 3, full);
}

/** Reads three floats. */
export function read(core, at) {
  const { f32 } = core, i = at >> 2;
  return { x: f32[i], y: f32[i + 1], z: f32[i + 2] };
}

/** Refuses names of options that do not exist: most are misspelled. */
export function known(options, names, name) {
  must(typeof options === "object" && options !== null, name, "an object", options);
  for (const key in options) {
    if (!names.includes(key)) throw new TypeError(`${name}.${key} does not exist; there are ${names.join(", ")}`);
  }
}

/** The numbers of an array of `each` numbers a row, with a clear error for a wrong length, a detached buffer and NaN. */
export function numbers(array, each, name) {
  must(ArrayBuffer.isView(array) || Array.isArray(array), name, "a typed array or an array of numbers", array);
  if (array.buffer) attached(array, name);
  if (array.length % each !== 0) throw new RangeError(`${name} has ${array.length} numbers, which is no multiple of ${each}`);
  for (let i = 0; i < array.length; i++) if (!isFinite32(array[i])) finite(array[i], `${name}[${i}]`);
  return array;
}

export function attached(array, name) {
  try {
    new Uint8Array(array.buffer);
  } catch {
    throw new TypeError(`${name} is a view of a detached buffer: it was transferred, or the memory under it has grown`);
  }
}

/** Writes a pose: a matrix, an object with `position`, `quaternion` and `scale` like those of three.js, or a position. */
export function pose({ f32, f64 }, at, value, name) {
  const matrix = value?.length === 16 ? value : value?.elements, turned = value?.quaternion ?? value?.rotation;
  let position = [0, 0, 0], rotation = [0, 0, 0, 1], scale = value?.scale;
  if (matrix) {
    position = [matrix[12], matrix[13], matrix[14]];
    [rotation, scale] = decomposed(matrix, name);
  } else if (value?.position || turned || scale !== undefined) {
    if (value.position) position = triple(value.position, `${name}.position`);
    if (turned) rotation = rotation.map((_, i) => coordinate(turned, i, 4, `${name}.${value.quaternion ? "quaternion" : "rotation"}`));
    if (typeof scale === "object") scale = uniform(triple(scale, `${name}.scale`), name);
  } else position = triple(value, name);
  f64.set(position, at + L.Pose_position >> 3);
  f32.set(rotation, at + L.Pose_rotation >> 2);
  f32[at + L.Pose_scale >> 2] = positive(scale ?? 1, `${name}.scale`);
}

/** The first `count` numbers of a vector. */
export function coordinates(value, count, name) {
  if (value === null || value === undefined) throw new TypeError(`${name} is missing`);
  const numbers = Array.from({ length: count }, (_, axis) => coordinate(value, axis, count, name));
  if (value.x === undefined && lengthOf(value) !== count) wrong(value, count, name);
  return numbers;
}

/** Three numbers of a vector. */
export const triple = (value, name) => coordinates(value, 3, name);

function uniform([x, y, z], name) {
  if (Math.max(Math.abs(y - x), Math.abs(z - x)) > 1e-4 * Math.abs(x) || x <= 0) {
    throw new RangeError(`${name} scales by ${x}, ${y}, ${z}: a body has one scale, more than 0; bake other scales into the vertices of a mesh, as meshOf of carom/three does`);
  }
  return x;
}

/** Rotation and scale of a matrix, column by column. */
function decomposed(m, name) {
  if (m.length !== 16) throw new TypeError(`${name} must have 16 elements, not ${m.length}`);
  for (let i = 0; i < 16; i++) finite(m[i], `${name}[${i}]`);
  const dot = (i, j) => m[i] * m[j] + m[i + 1] * m[j + 1] + m[i + 2] * m[j + 2];
  const scale = uniform([0, 4, 8].map((i) => Math.sqrt(dot(i, i))), name);
  const volume = m[0] * (m[5] * m[10] - m[6] * m[9]) + m[1] * (m[6] * m[8] - m[4] * m[10]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
  const skew = Math.max(...[dot(0, 4), dot(0, 8), dot(4, 8)].map(Math.abs));
  if (volume <= 0 || skew > 1e-4 * scale * scale) throw new RangeError(`${name} mirrors or shears: bake it into the vertices of a mesh, as meshOf of carom/three does`);
  // Row i is the quaternion times four times its component i: that of the largest component has all digits. The library normalizes it.
  const r = (row, column) => m[4 * column + row] / scale, sum = (i, j) => r(i, j) + r(j, i), difference = (i, j) => r(i, j) - r(j, i);
  const [x, y, z] = [r(0, 0), r(1, 1), r(2, 2)];
  const rows = [
    [1 + x - y - z, sum(0, 1), sum(0, 2), difference(2, 1)],
    [sum(0, 1), 1 - x + y - z, sum(1, 2), difference(0, 2)],
    [sum(0, 2), sum(1, 2), 1 - x - y + z, difference(1, 0)],
    [difference(2, 1), difference(0, 2), difference(1, 0), 1 + x + y + z],
  ];
  const squares = rows.map((row, i) => row[i]);
  return [rows[squares.indexOf(Math.max(...squares))], scale];
}

/** The sum of the flags of the options that are set. */
export const flagsOf = (options, flags) => Object.keys(flags).reduce((sum, name) => (options[name] ? sum | flags[name] : sum), 0);
