// A character: a kinematic controller and its state.

import { WHY, collisionReader, eventsReader, moverOver } from "./any_mover.js";
import { STATE } from "./core.js";
import * as L from "./layout.js";
import { locomotion } from "./locomotion.js";
import { Query } from "./query.js";
import { animated, checkedMotion } from "./root_motion.js";
import { structs } from "./settings.js";
import { read } from "./values.js";

export { WHY };

const C = {
  normal: L.Collision_normal, role: L.Collision_role, part: L.Collision_part, body: L.Collision_body, point: L.Collision_point, velocity: L.Collision_velocity,
  tag: L.Collision_tag,
};

export const eventsOf = eventsReader(L.Report_events, L.Report_landed);
export const collisionOf = collisionReader(C, "triangle", read);

const OF_3D = {
  Query, point: () => ({ x: 0, y: 0, z: 0 }), scenes: "a Mesh, a World", structs, locomotion, why: L.Report_why, eventsOf, collisionOf, size: L.Collision_size,
};

export class Mover extends moverOver(OF_3D) {
  /** A tick in which an animation moves it; returns the facing after it. */
  animate(motion, facing, dt) {
    const { at } = this._core;
    this._live("mover");
    checkedMotion(motion);
    this._tick(dt, (core, up, locomotion) => {
      if (!locomotion) this._putSettings();
      facing = animated(core, motion, facing, dt, at + STATE, up, locomotion !== null);
    });
    return facing;
  }
}
