// Worlds of placed bodies, and the events of their sensors and pairs.

import { bodyOver, checked, pairsOver, sensorsOver, worldOver } from "./any_world.js";
import { Compound } from "./compound.js";
import { A } from "./core.js";
import { withArea } from "./heights.js";
import * as L from "./layout.js";
import { Mesh } from "./mesh.js";
import { Query } from "./query.js";
import { withShape } from "./shapes.js";
import { finite, pose, read, vector } from "./values.js";

const B = {
  mesh: L.Body_mesh, compound: L.Body_compound, shape: L.Body_shape, pose: L.Body_pose, velocity: L.Body_velocity, surfaceVelocity: L.Body_surface_velocity,
  oneWayDirection: L.Body_one_way_direction, oneWayMargin: L.Body_one_way_margin, layers: L.Body_layers, mask: L.Body_mask, flags: L.Body_flags,
};

function poseAt({ f32, f64 }, at) {
  const [x, y, z] = f64.subarray(at + L.Pose_position >> 3), turn = at + L.Pose_rotation >> 2, [i, j, k, w] = f32.subarray(turn, turn + 4);
  return { position: { x, y, z }, quaternion: { x: i, y: j, z: k, w }, scale: f32[at + L.Pose_scale >> 2] };
}

const zero = [0, 0, 0];

function putSpin(core, at, spin, name) {
  vector(core, at + L.Body_axis, spin?.axis ?? zero, name, "axis");
  core.f32[at + L.Body_spin >> 2] = finite(spin?.speed ?? 0, `${name}.speed`);
}

const OF_3D = { Query, zero, vector, read, pose, poseAt, withShape, colliders: { mesh: Mesh, compound: Compound }, putSpin, B };

export class Body extends bodyOver(OF_3D) {
  setSpin(axis, speed) {
    this._call("set_spin", this._world._vector(A, axis, "axis"), finite(speed, "speed"));
  }

  refitHeights(area) {
    withArea(this._world._core, area, (at) => this._call("refit_heights", at));
  }

  get spin() {
    const core = this._world._core, at = this._read();
    return { axis: read(core, at + L.Body_axis), speed: core.f32[at + L.Body_spin >> 2] };
  }
}

export const World = /* @__PURE__ */ worldOver(OF_3D, Body);

export const checkedWorld = (core, world, name) => checked(World, core, world, name);

export const Sensors = /* @__PURE__ */ sensorsOver(World);
export const Pairs = /* @__PURE__ */ pairsOver(World);
