// The batches that `carom` has not: rotating sweeps, whether anything stops a motion or a ray, and points against closed meshes.

import { A, B, QUERY, SHAPES } from "../core.js";
import { FLAG, HIT, batch } from "../batch.js";
import * as L from "../layout.js";
import { columnOf, columnsOf } from "../shapes.js";
import { checkedAngle, known } from "../values.js";
import { only } from "./only.js";

/** The columns of the motions of a batch. */
function motionsOf(motions) {
  known(motions, ["delta", "pivot", "axis", "angle"], "motions");
  const zero = [0, 0, 0], { delta = zero, pivot = zero, axis = zero, angle = 0 } = motions;
  const columns = [
    columnOf(delta, 3, "motions.delta", A + L.RigidMotions_delta), columnOf(pivot, 3, "motions.pivot", A + L.RigidMotions_pivot),
    columnOf(axis, 3, "motions.axis", A + L.RigidMotions_axis), columnOf(angle, 1, "motions.angle", A + L.RigidMotions_angle),
  ];
  const [, , { array: axes }, { array: angles }] = columns, rows = Math.max(axes.length / 3, angles.length);
  for (let row = 0; row < rows; row++) {
    const turn = checkedAngle(angles[row] ?? angles[0], `motions.angle[${row}]`), at = axes.length === 3 ? 0 : 3 * row;
    if (turn !== 0 && axes[at] === 0 && axes[at + 1] === 0 && axes[at + 2] === 0) throw new RangeError(`motions.axis[${at}] to [${at + 2}] are zero`);
  }
  return columns;
}

export const batches = {
  sweepRigidBatch(shapes, motions, out) {
    const given = columnsOf(shapes, "shapes");
    only(this._core, "sweep_rigid_batch");
    given.columns.push(...motionsOf(motions));
    return batch(this, given, HIT, L.Hit_size, out, (c, at, to) => c.sweep_rigid_batch(at + QUERY, at + SHAPES, at + A, to));
  },

  sweepAnyBatch(shapes, deltas, out) {
    const given = columnsOf(shapes, "shapes");
    only(this._core, "sweep_any_batch");
    given.columns.push(columnOf(deltas, 3, "deltas", A));
    return batch(this, given, FLAG, 1, { out }, (c, at, to) => c.sweep_any_batch(at + QUERY, at + SHAPES, at + A, to)).out;
  },

  rayAnyBatch(origins, deltas, out) {
    const given = { kind: 0, columns: [columnOf(origins, 3, "origins", A), columnOf(deltas, 3, "deltas", B)] };
    only(this._core, "ray_any_batch");
    return batch(this, given, FLAG, 1, { out }, (c, at, to, count) => c.ray_any_batch(at + QUERY, at + A, at + B, count, to)).out;
  },
};

/** A batch of points against this mesh, with an answer of a kind each. */
function each(mesh, name, points, Kind, out) {
  const given = { kind: 0, columns: [columnOf(points, 3, "points", A)] }, handle = mesh._live("mesh"), run = only(mesh._core, name);
  return batch(mesh, given, { out: [Kind, 1, 0] }, Kind.BYTES_PER_ELEMENT, { out }, (_, at, to, count) => run(handle, at + A, count, to)).out;
}

export const pointBatches = {
  containsBatch(points, out) {
    return each(this, "mesh_contains_batch", points, Uint8Array, out);
  },

  signedDistanceBatch(points, out) {
    return each(this, "mesh_signed_distance_batch", points, Float32Array, out);
  },

  windingNumberBatch(points, out) {
    return each(this, "mesh_winding_number_batch", points, Float64Array, out);
  },
};
