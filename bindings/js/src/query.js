// Queries of a mesh, a compound or a world.

import { contactReader, hitReader, queryOver } from "./any_query.js";
import { batches, contactsBatches } from "./batch.js";
import * as L from "./layout.js";
import { withShape } from "./shapes.js";
import { checkedAngle, known, read, triple, vector } from "./values.js";

/** Writes a rigid motion into the block and returns its address. */
export function putMotion(core, place, motion, name) {
  known(motion, ["delta", "pivot", "axis", "angle"], name);
  const zero = [0, 0, 0], { delta = zero, pivot = zero, angle = 0 } = motion, { f32 } = core, at = core.at + place;
  vector(core, at + L.RigidMotion_delta, delta, name, "delta");
  vector(core, at + L.RigidMotion_pivot, pivot, name, "pivot");
  const axis = at + L.RigidMotion_axis >> 2;
  vector(core, at + L.RigidMotion_axis, angle === 0 ? motion.axis ?? zero : motion.axis, name, "axis");
  if (angle !== 0 && f32.subarray(axis, axis + 3).every((x) => x === 0)) throw new RangeError(`${name}.axis is zero`);
  f32[at + L.RigidMotion_angle >> 2] = checkedAngle(angle, `${name}.angle`);
  return at;
}

const C = {
  size: L.Contact_size, separation: L.Contact_separation, pointA: L.Contact_point_a, pointB: L.Contact_point_b, normal: L.Contact_normal,
  errorBound: L.Contact_error_bound, part: L.Contact_part, body: L.Contact_body,
};
const H = {
  size: L.Hit_size, t: L.Hit_t, point: L.Hit_point, normal: L.Hit_normal, part: L.Hit_part, body: L.Hit_body, start: L.Hit_start,
  startSeparation: L.Hit_start_separation,
};
const Q = { except: L.Query_except, origin: L.Query_origin, layers: L.Query_layers };

/** The contact at an address; null if there is none. */
export const contactAt = contactReader(C, read);

/** The hit at an address; null if there is none. */
export const hitAt = hitReader(H, read);

export const Query = queryOver({ zero: [0, 0, 0], coordinates: triple, vector, withShape, putMotion, contactAt, hitAt, part: "triangle", Q, C, H });

Object.assign(Query.prototype, batches, contactsBatches);
