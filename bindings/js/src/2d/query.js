// Queries of a chain or a world in 2D.

import { contactReader, hitReader, queryOver } from "../any_query.js";
import { anyHits } from "../full/rays.js";
import * as L from "../layout.js";
import { checkedAngle, known } from "../values.js";
import { batches } from "./batch.js";
import { manifolds } from "./manifold.js";
import { withShape } from "./shapes.js";
import { pair, read, vector } from "./values.js";

const zero = [0, 0];

/** Writes a rigid motion into the block and returns its address. */
export function putMotion(core, place, motion, name) {
  known(motion, ["delta", "pivot", "angle"], name);
  const { delta = zero, pivot = zero, angle = 0 } = motion, at = core.at + place;
  vector(core, at + L.RigidMotion2d_delta, delta, name, "delta");
  vector(core, at + L.RigidMotion2d_pivot, pivot, name, "pivot");
  core.f32[at + L.RigidMotion2d_angle >> 2] = checkedAngle(angle, `${name}.angle`);
  return at;
}

const C = {
  size: L.Contact2d_size, separation: L.Contact2d_separation, pointA: L.Contact2d_point_a, pointB: L.Contact2d_point_b, normal: L.Contact2d_normal,
  errorBound: L.Contact2d_error_bound, part: L.Contact2d_part, body: L.Contact2d_body,
};
const H = {
  size: L.Hit2d_size, t: L.Hit2d_t, point: L.Hit2d_point, normal: L.Hit2d_normal, part: L.Hit2d_part, body: L.Hit2d_body, start: L.Hit2d_start,
  startSeparation: L.Hit2d_start_separation,
};
const Q = { except: L.Query2d_except, origin: L.Query2d_origin, layers: L.Query2d_layers };

export const contactAt = contactReader(C, read);
export const hitAt = hitReader(H, read);

export const Query = queryOver({ zero, coordinates: pair, vector, withShape, putMotion, contactAt, hitAt, part: "segment", Q, C, H });

Object.assign(Query.prototype, anyHits, batches, manifolds);
