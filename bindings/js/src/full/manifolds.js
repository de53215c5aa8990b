// Contact manifolds with the parts of a mesh, compound or world.

import * as L from "../layout.js";
import { manifoldAt } from "../manifold.js";
import { number } from "../values.js";
import { only } from "./only.js";

export const manifolds = {
  manifolds(shape, reach = 0) {
    only(this._core, "manifolds");
    const readOne = (at) => ({ contact: this._contact(at + L.PartManifold_contact), manifold: manifoldAt(this._core, at + L.PartManifold_manifold) });
    return this._listed("manifolds", shape, number(reach, "reach"), readOne, L.PartManifold_size);
  },
};
