// What bodies and their triangles are made of, for the characters that walk on them.

import { LOCOMOTION, OUT, Resource, STATE } from "../core.js";
import * as L from "../layout.js";
import { NONE } from "../lists.js";
import { putSettings } from "../settings.js";
import { finite, known, must, vector, whole } from "../values.js";
import { Body } from "../world.js";
import { only } from "./only.js";

const SLOPE = 1, NO_STEP = 2, NAMES = ["body", "triangle", "maxSlope", "step", "friction", "velocity", "tag"];

/** Runs with the address and the number of materials; their bodies are those of `world`, if they have some. */
function withMaterials(core, materials, world, run) {
  must(Array.isArray(materials), "materials", "an array of materials", materials);
  const size = L.SurfaceMaterial_size;
  core.lend(size * materials.length, (memory) => {
    materials.forEach((material, i) => {
      const name = `materials[${i}]`, at = memory + size * i, { u32, f32 } = core;
      known(material, NAMES, name);
      const { body, triangle, maxSlope, step = true, friction = 1, velocity = [0, 0, 0], tag = 0 } = material;
      if (body !== undefined || world._kind === "world") must(body instanceof Body && body._world === world, `${name}.body`, "a body of the world that is walked on", body);
      must(typeof step === "boolean", `${name}.step`, "true or false", step);
      u32.set(body?._bits ?? [0, 0], at + L.SurfaceMaterial_body >> 2);
      u32[at + L.SurfaceMaterial_part >> 2] = triangle === undefined ? NONE : whole(triangle, `${name}.triangle`);
      f32[at + L.SurfaceMaterial_max_slope >> 2] = maxSlope === undefined ? 0 : finite(maxSlope, `${name}.maxSlope`);
      f32[at + L.SurfaceMaterial_friction >> 2] = finite(friction, `${name}.friction`);
      vector(core, at + L.SurfaceMaterial_velocity, velocity, name, "velocity");
      u32[at + L.SurfaceMaterial_tag >> 2] = whole(tag, `${name}.tag`);
      u32[at + L.SurfaceMaterial_flags >> 2] = (maxSlope === undefined ? 0 : SLOPE) | (step ? 0 : NO_STEP);
    });
    run(memory, materials.length);
  });
}

/** Writes the friction under the character at `state`, as a mover with these materials finds it. */
const gripOf = (core, mover) => (state) => core.c.mover_grip(mover._live("mover"), state, core.at + LOCOMOTION + L.Locomotion_grip);

export const movers = {
  setSurfaces(materials) {
    const core = this._core, run = only(core, "mover_set_surfaces"), handle = this._live("mover");
    withMaterials(core, materials, this._scene._surface, (...given) => run(handle, ...given));
    this._grip = gripOf(core, this);
  },

  grip() {
    const core = this._core, run = only(core, "mover_grip"), handle = this._live("mover");
    this._put();
    run(handle, core.at + STATE, core.at + OUT);
    return core.f32[core.at + OUT >> 2];
  },
};

/** Finds the friction under agents: the movers of a crowd have no handles. */
class Grips extends Resource {
  constructor(core) {
    super(core);
    core.c.mover_create(putSettings(core, {}), core.at + OUT);
    this._own("mover_free");
  }
}

export const crowds = {
  setSurfaces(materials) {
    const core = this._core, run = only(core, "crowd_set_surfaces"), handle = this._live("crowd"), grips = new Grips(core);
    withMaterials(core, materials, this.world, (memory, count) => {
      run(handle, memory, count);
      core.c.mover_set_surfaces(grips._live("grips"), memory, count);
    });
    this._grip = gripOf(core, grips);
  },
};
