// Moving the vertices of meshes: skins and cloth.

import { withTriangles } from "../mesh.js";
import { only } from "./only.js";

export const meshes = {
  refit(vertices, triangles) {
    const core = this._core, run = only(core, "mesh_refit"), handle = this._live("mesh");
    withTriangles(core, vertices, triangles, (...given) => run(handle, ...given));
  },
};

export const bodies = {
  refitMesh(vertices, triangles) {
    const core = this._world._core;
    only(core, "world_refit_mesh");
    withTriangles(core, vertices, triangles, (...given) => this._call("refit_mesh", ...given));
  },
};
