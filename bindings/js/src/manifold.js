// The contact manifolds of two shapes, and of a shape with the parts of a surface.

import * as L from "./layout.js";
import { ofTwo } from "./pair.js";
import { number, read } from "./values.js";

/**
 * The manifold at an address; null for one without points. `M` are the offsets of its struct, `P` those of a point, `read` reads a vector; features are
 * the same in 2D and 3D.
 */
export const manifoldReader = (M, P, read) => (core, out) => {
  const { u32, f32 } = core, count = u32[out + M.count >> 2];
  const feature = (place) => {
    const start = place + L.Feature_vertices >> 2;
    return [...u32.subarray(start, start + u32[place + L.Feature_count >> 2])];
  };
  const points = Array.from({ length: count }, (_, i) => {
    const point = out + M.points + P.size * i, featureA = feature(point + P.featureA), featureB = feature(point + P.featureB);
    return {
      distance: f32[point + P.separation >> 2],
      pointA: read(core, point + P.pointA),
      pointB: read(core, point + P.pointB),
      featureA,
      featureB,
      id: `${featureA}/${featureB}`,
    };
  });
  return count === 0 ? null : { normal: read(core, out + M.normal), unique: u32[out + M.unique >> 2] === 1, points };
};

const M = { count: L.Manifold_count, unique: L.Manifold_unique, normal: L.Manifold_normal, points: L.Manifold_points };
const P = {
  size: L.ManifoldPoint_size, pointA: L.ManifoldPoint_point_a, pointB: L.ManifoldPoint_point_b, separation: L.ManifoldPoint_separation,
  featureA: L.ManifoldPoint_feature_a, featureB: L.ManifoldPoint_feature_b,
};
const manifoldAt = /* @__PURE__ */ manifoldReader(M, P, read);

/** The points that hold two shapes apart, in a dimension; null if they are farther apart than `reach`. */
export const manifoldOver = ({ ofTwo, manifoldAt }) => (core, a, b, reach = 0) => {
  number(reach, "reach");
  return manifoldAt(core, ofTwo(core, a, b, (a, b, out) => core.c.manifold(a, b, reach, out)));
};

/** Those with the parts of a surface: a method of queries in a dimension, `R` are the offsets of an answer. */
export const manifoldsOver = ({ manifoldAt, R }) => ({
  manifolds(shape, reach = 0) {
    const core = this._core;
    core.whole("manifolds");
    const readOne = (at) => ({ contact: this._contact(at + R.contact), manifold: manifoldAt(core, at + R.manifold) });
    return this._listed("manifolds", shape, number(reach, "reach"), readOne, R.size);
  },
});

export const manifold = /* @__PURE__ */ manifoldOver({ ofTwo, manifoldAt });
export const manifolds = /* @__PURE__ */ manifoldsOver({
  manifoldAt, R: { size: L.PartManifold_size, contact: L.PartManifold_contact, manifold: L.PartManifold_manifold },
});
