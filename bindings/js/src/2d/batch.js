// Many queries in 2D in one call.

import { batchesOver } from "../batch.js";
import { SHAPES } from "../core.js";
import * as L from "../layout.js";
import { columnOf } from "../shapes.js";
import { checkedAngle, notNegative } from "../values.js";
import { BALL, BOX, CAPSULE, ELLIPSE, ORIENTED_BOX, POINT, TAPERED_CAPSULE, TRIANGLE, checkedSizes, kindOf } from "./shapes.js";

/** The arrays of answers, as in 3D. */
const CONTACT = {
  distance: [Float32Array, 1, L.Contact2d_separation], point: [Float32Array, 2, L.Contact2d_point_b], shapePoint: [Float32Array, 2, L.Contact2d_point_a],
  normal: [Float32Array, 2, L.Contact2d_normal], segment: [Int32Array, 1, L.Contact2d_part], body: [Int32Array, 1, L.Contact2d_body],
};
const HIT = {
  t: [Float32Array, 1, L.Hit2d_t], point: [Float32Array, 2, L.Hit2d_point], normal: [Float32Array, 2, L.Hit2d_normal], segment: [Int32Array, 1, L.Hit2d_part],
  body: [Int32Array, 1, L.Hit2d_body],
};
const KINDS = [POINT, BALL, CAPSULE, BOX, TRIANGLE, ORIENTED_BOX, TAPERED_CAPSULE, ELLIPSE];
const VECTORS = [L.Shapes2d_a, L.Shapes2d_b, L.Shapes2d_c], RADII = [L.Shapes2d_radius, L.Shapes2d_radius_b];

/** The columns of a batch of shapes of one kind, and the kind; kind, count and rounding have the places that they have in 3D. */
function columnsOf(shapes, name) {
  const found = kindOf(shapes, name), [kind, vectors, radii = []] = found;
  if (!KINDS.includes(found)) throw new TypeError(`${name}: a batch has no hulls and no half-planes`);
  const columns = vectors.map((field, i) => columnOf(field ? shapes[field] : shapes, 2, field ? `${name}.${field}` : name, SHAPES + VECTORS[i]));
  const numbers = (value, field, place, check) => {
    const column = columnOf(value, 1, `${name}.${field}`, SHAPES + place);
    for (let i = 0; i < column.array.length; i++) check(column.array[i], `${column.name}[${i}]`);
    columns.push(column);
  };
  radii.forEach((field, i) => numbers(shapes[field], field, RADII[i], notNegative));
  if (found === ORIENTED_BOX || found === ELLIPSE) {
    checkedSizes(columns[1].array, name, vectors[1]);
    numbers(shapes.rotation ?? 0, "rotation", L.Shapes2d_angle, checkedAngle);
  }
  return { kind, columns, rounding: notNegative(shapes.rounding ?? 0, `${name}.rounding`) };
}

export const batches = batchesOver({ columnsOf, dimensions: 2, CONTACT, HIT, contactSize: L.Contact2d_size, hitSize: L.Hit2d_size });
