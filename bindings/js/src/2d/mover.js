// A character in 2D.

import { collisionReader, eventsReader, moverOver } from "../any_mover.js";
import * as L from "../layout.js";
import { locomotionOver } from "../locomotion.js";
import { structsOver } from "../settings.js";
import { Query } from "./query.js";
import { read, vector } from "./values.js";

const S = {
  size: L.MoverSettings2d_size, up: L.MoverSettings2d_up, gravity: L.MoverSettings2d_gravity, radius: L.MoverSettings2d_radius, maxSlope: L.MoverSettings2d_max_slope,
  stepHeight: L.MoverSettings2d_step_height, snap: L.MoverSettings2d_snap, skin: L.MoverSettings2d_skin, maxOverhang: L.MoverSettings2d_max_overhang,
  hover: L.MoverSettings2d_hover, maxDepenetration: L.MoverSettings2d_max_depenetration, edgeGuard: L.MoverSettings2d_edge_guard, flags: L.MoverSettings2d_flags,
};
const I = {
  velocity: L.Intent2d_velocity, jump: L.Intent2d_jump, height: L.Intent2d_height, flags: L.Intent2d_flags, rise: L.Intent2d_rise, axis: L.Intent2d_axis,
};
const K = {
  size: L.Character2d_size, feet: L.Character2d_feet, height: L.Character2d_height, velocity: L.Character2d_velocity, axis: L.Character2d_axis,
  onGround: L.Character2d_on_ground, groundNormal: L.Character2d_ground_normal, groundPart: L.Character2d_ground_part, groundBody: L.Character2d_ground_body,
};
const G = {
  size: L.Locomotion2d_size, acceleration: L.Locomotion2d_acceleration, friction: L.Locomotion2d_friction, airAcceleration: L.Locomotion2d_air_acceleration,
  coyote: L.Locomotion2d_coyote, buffer: L.Locomotion2d_buffer,
};
const C = {
  normal: L.Collision2d_normal, role: L.Collision2d_role, part: L.Collision2d_part, body: L.Collision2d_body, point: L.Collision2d_point,
  velocity: L.Collision2d_velocity, tag: L.Collision2d_tag,
};

const structs = structsOver({ zero: [0, 0], vector, read, part: "segment", S, I, K });

export const Mover = /* @__PURE__ */ moverOver({
  Query,
  point: () => ({ x: 0, y: 0 }),
  scenes: "a Chain, a World",
  structs,
  locomotion: locomotionOver(structs, G),
  why: L.Report2d_why,
  eventsOf: eventsReader(L.Report2d_events, L.Report2d_landed),
  collisionOf: collisionReader(C, "segment", read),
  size: L.Collision2d_size,
});
