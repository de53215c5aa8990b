// Two meshes: queries of one with the other, where they touch and cross, and how far one must move out of the other.

import { A, COUNT, OUT } from "../core.js";
import * as L from "../layout.js";
import { Mesh } from "../mesh.js";
import { filled } from "../lists.js";
import { number, read, vector } from "../values.js";
import { handleOf, only } from "./only.js";
import { MOTION_A, MOTION_B, motion } from "./pair.js";

/** The two handles, of this mesh and of another. */
const both = (mesh, other) => [mesh._live("mesh"), handleOf(mesh._core, other, Mesh, "other")];

/** Calls a query of two meshes; adds the triangle of the other one to the answer that `read` finds. */
function ofTriangles(mesh, name, read, ...given) {
  const core = mesh._core, { at } = core;
  only(core, name)(...given, at + OUT, at + COUNT);
  const answer = mesh[read](at + OUT);
  return answer && { ...answer, otherTriangle: core.count() };
}

export const pairsOfMeshes = {
  closestMesh(other, reach = Infinity) {
    const [own, of] = both(this, other);
    return ofTriangles(this, "mesh_closest", "_contact", of, own, number(reach, "reach"));
  },

  overlapMesh(other) {
    const core = this._core, [own, of] = both(this, other), out = core.at + OUT;
    only(core, "mesh_overlap")(of, own, out);
    return core.u8[out] === 1;
  },

  sweepMesh(other, delta) {
    const core = this._core, [own, of] = both(this, other);
    vector(core, core.at + A, delta, "delta");
    return ofTriangles(this, "mesh_sweep", "_hit", of, core.at + A, own);
  },

  sweepMeshRigid(other, motionOfOther, ownMotion) {
    const core = this._core, [own, of] = both(this, other);
    const ofOther = motion(core, MOTION_A, motionOfOther, "motion"), ofOwn = motion(core, MOTION_B, ownMotion, "ownMotion");
    return ofTriangles(this, "mesh_sweep_rigid", "_hit", of, ofOther, own, ofOwn);
  },

  touchingTriangles(other) {
    const core = this._core, run = only(core, "touching_triangles"), meshes = both(this, other);
    return filled(core, (...out) => run(...meshes, ...out), 8, (start, count) => core.u32.slice(start >> 2, (start >> 2) + 2 * count));
  },

  crossings(other) {
    const core = this._core, run = only(core, "crossings"), meshes = both(this, other), size = L.MeshCrossing_size;
    return filled(core, (...out) => run(...meshes, ...out), size, (start, count) => {
      const triangles = new Uint32Array(2 * count), ends = new Float32Array(6 * count), { u32, f32 } = core;
      for (let i = 0; i < count; i++) {
        const at = start + size * i, place = at + L.MeshCrossing_triangles >> 2, from = at + L.MeshCrossing_ends >> 2;
        triangles.set(u32.subarray(place, place + 2), 2 * i);
        ends.set(f32.subarray(from, from + 6), 6 * i);
      }
      return { triangles, ends };
    });
  },

  crossingLines(other) {
    const core = this._core, run = only(core, "crossing_lines"), meshes = both(this, other), counts = core.at + COUNT;
    const call = (points, pointRoom, ends, lineRoom) => run(...meshes, points, pointRoom, counts, ends, lineRoom, counts + 4);
    // Counted first: the room that lines need is not known.
    call(0, 0, 0, 0);
    const [points, lines] = core.u32.subarray(counts >> 2, (counts >> 2) + 2);
    return core.lend(12 * points + 4 * lines, (memory) => {
      const ends = memory + 12 * points;
      call(memory, points, ends, lines);
      let start = 0;
      return Array.from({ length: lines }, (_, i) => {
        const end = core.u32[(ends >> 2) + i], line = core.f32.slice((memory >> 2) + 3 * start, (memory >> 2) + 3 * end);
        start = end;
        return line;
      });
    });
  },

  penetration(other) {
    const core = this._core, out = core.at + OUT;
    only(core, "mesh_penetration")(...both(this, other), out);
    return core.u32[out + L.MeshPenetration_found >> 2] === 0 ? null : {
      translation: read(core, out + L.MeshPenetration_translation),
      atLeast: core.f32[out + L.MeshPenetration_at_least >> 2],
    };
  },
};
