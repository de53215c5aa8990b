// Many queries in 2D in one call.

import { batch } from "../batch.js";
import { A, B, QUERY, SHAPES } from "../core.js";
import * as L from "../layout.js";
import { columnOf } from "../shapes.js";
import { checkedAngle, number } from "../values.js";
import { BALL, BOX, CAPSULE, ELLIPSE, ORIENTED_BOX, POINT, TAPERED_CAPSULE, TRIANGLE, kindOf, radiusOf } from "./shapes.js";

/** The arrays of answers, as in 3D. */
const CONTACT = {
  distance: [Float32Array, 1, L.Contact2d_separation], point: [Float32Array, 2, L.Contact2d_point_b], shapePoint: [Float32Array, 2, L.Contact2d_point_a],
  normal: [Float32Array, 2, L.Contact2d_normal], segment: [Int32Array, 1, L.Contact2d_part], body: [Int32Array, 1, L.Contact2d_body],
};
const HIT = {
  t: [Float32Array, 1, L.Hit2d_t], point: [Float32Array, 2, L.Hit2d_point], normal: [Float32Array, 2, L.Hit2d_normal], segment: [Int32Array, 1, L.Hit2d_part],
  body: [Int32Array, 1, L.Hit2d_body],
};
const FLAG = { out: [Uint8Array, 1, 0] };
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
  radii.forEach((field, i) => numbers(shapes[field], field, RADII[i], radiusOf));
  if (found === ORIENTED_BOX || found === ELLIPSE) numbers(shapes.rotation ?? 0, "rotation", L.Shapes2d_angle, checkedAngle);
  return { kind, columns, rounding: radiusOf(shapes.rounding ?? 0, `${name}.rounding`) };
}

export const batches = {
  closestBatch(shapes, reach = Infinity, out) {
    number(reach, "reach");
    return batch(this, columnsOf(shapes, "shapes"), CONTACT, L.Contact2d_size, out, (c, at, to) => c.closest_batch(at + QUERY, at + SHAPES, reach, to));
  },

  overlapBatch(shapes, out) {
    return batch(this, columnsOf(shapes, "shapes"), FLAG, 1, { out }, (c, at, to) => c.overlap_batch(at + QUERY, at + SHAPES, to)).out;
  },

  sweepBatch(shapes, deltas, out) {
    const given = columnsOf(shapes, "shapes");
    given.columns.push(columnOf(deltas, 2, "deltas", A));
    return batch(this, given, HIT, L.Hit2d_size, out, (c, at, to) => c.sweep_batch(at + QUERY, at + SHAPES, at + A, to));
  },

  rayBatch(origins, deltas, out) {
    const given = { kind: 0, columns: [columnOf(origins, 2, "origins", A), columnOf(deltas, 2, "deltas", B)] };
    return batch(this, given, HIT, L.Hit2d_size, out, (c, at, to, count) => c.ray_batch(at + QUERY, at + A, at + B, count, to));
  },
};
