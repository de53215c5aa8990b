// The contact manifolds of two shapes, and of a shape with the parts of a surface.

import { A, LIST, SHAPE } from "./core.js";
import * as L from "./layout.js";
import { withShape } from "./shapes.js";
import { number, read } from "./values.js";

/** The points that hold two shapes apart; null if they are farther apart than `reach`. */
export function manifold(core, a, b, reach = 0) {
  number(reach, "reach");
  const { at } = core, out = at + LIST;
  withShape(core, at + SHAPE, a, "a", () => withShape(core, at + A, b, "b", () => core.c.manifold(at + SHAPE, at + A, reach, out)));
  return manifoldAt(core, out);
}

/** Those with the parts of a mesh, compound or world. */
export const manifolds = {
  manifolds(shape, reach = 0) {
    const core = this._core;
    core.whole("manifolds");
    const readOne = (at) => ({ contact: this._contact(at + L.PartManifold_contact), manifold: manifoldAt(core, at + L.PartManifold_manifold) });
    return this._listed("manifolds", shape, number(reach, "reach"), readOne, L.PartManifold_size);
  },
};

/** The manifold at an address; null for one without points. */
function manifoldAt(core, out) {
  const { u32, f32 } = core, count = u32[out + L.Manifold_count >> 2];
  const feature = (place) => {
    const start = place + L.Feature_vertices >> 2;
    return [...u32.subarray(start, start + u32[place + L.Feature_count >> 2])];
  };
  const points = Array.from({ length: count }, (_, i) => {
    const point = out + L.Manifold_points + L.ManifoldPoint_size * i;
    const featureA = feature(point + L.ManifoldPoint_feature_a), featureB = feature(point + L.ManifoldPoint_feature_b);
    return {
      distance: f32[point + L.ManifoldPoint_separation >> 2],
      pointA: read(core, point + L.ManifoldPoint_point_a),
      pointB: read(core, point + L.ManifoldPoint_point_b),
      featureA,
      featureB,
      id: `${featureA}/${featureB}`,
    };
  });
  return count === 0 ? null : { normal: read(core, out + L.Manifold_normal), unique: u32[out + L.Manifold_unique >> 2] === 1, points };
}
