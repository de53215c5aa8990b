// The contact manifolds of a shape with the parts of a chain or world in 2D.

import * as L from "../layout.js";
import { manifoldReader, manifoldsOver } from "../manifold.js";
import { read } from "./values.js";

const M = { count: L.Manifold2d_count, unique: L.Manifold2d_unique, normal: L.Manifold2d_normal, points: L.Manifold2d_points };
const P = {
  size: L.ManifoldPoint2d_size, pointA: L.ManifoldPoint2d_point_a, pointB: L.ManifoldPoint2d_point_b, separation: L.ManifoldPoint2d_separation,
  featureA: L.ManifoldPoint2d_feature_a, featureB: L.ManifoldPoint2d_feature_b,
};

/** The manifold at an address; null for one without points. */
export const manifoldAt = manifoldReader(M, P, read);

export const manifolds = manifoldsOver({
  manifoldAt, R: { size: L.PartManifold2d_size, contact: L.PartManifold2d_contact, manifold: L.PartManifold2d_manifold },
});
