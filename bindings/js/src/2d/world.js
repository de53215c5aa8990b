// Worlds of placed bodies in 2D, and the events of their sensors and pairs.

import { bodyOver, pairsOver, sensorsOver, worldOver } from "../any_world.js";
import * as L from "../layout.js";
import { finite } from "../values.js";
import { Chain } from "./chain.js";
import { Query } from "./query.js";
import { withShape } from "./shapes.js";
import { pose, read, vector } from "./values.js";

const B = {
  chain: L.Body2d_chain, shape: L.Body2d_shape, pose: L.Body2d_pose, velocity: L.Body2d_velocity, surfaceVelocity: L.Body2d_surface_velocity,
  oneWayDirection: L.Body2d_one_way_direction, oneWayMargin: L.Body2d_one_way_margin, layers: L.Body2d_layers, mask: L.Body2d_mask, flags: L.Body2d_flags,
};

function poseAt({ f32, f64 }, at) {
  const [x, y] = f64.subarray(at + L.Pose2d_position >> 3);
  return { position: { x, y }, rotation: f32[at + L.Pose2d_angle >> 2], scale: f32[at + L.Pose2d_scale >> 2] };
}

const putSpin = (core, at, spin, name) => { core.f32[at + L.Body2d_spin >> 2] = finite(spin ?? 0, name); };

const OF_2D = { Query, zero: [0, 0], vector, read, pose, poseAt, withShape, colliders: { chain: Chain }, putSpin, B };

export class Body extends bodyOver(OF_2D) {
  /** Radians a second, counter-clockwise. */
  setSpin(speed) {
    this._call("set_spin", finite(speed, "speed"));
  }

  get spin() {
    return this._world._core.f32[this._read() + L.Body2d_spin >> 2];
  }
}

export const World = /* @__PURE__ */ worldOver(OF_2D, Body);
export const Sensors = /* @__PURE__ */ sensorsOver(World);
export const Pairs = /* @__PURE__ */ pairsOver(World);
