// Offsets of the structs of bindings/c/include/carom.h in wasm32, in bytes.
// Written by bindings/c/examples/layout.rs; do not edit.

export const Pose = { size: 48, position: 0, rotation: 24, scale: 40, reserved: 44 };
export const Shape = { size: 56, kind: 0, radius: 4, a: 8, b: 20, c: 32, reserved: 44, points: 48, point_count: 52 };
export const Vectors = { size: 8, base: 0, stride: 4 };
export const Shapes = { size: 44, kind: 0, reserved: 4, count: 8, a: 12, b: 20, c: 28, radius: 36 };
export const MeshInfo = { size: 32, triangle_count: 0, byte_count: 4, min: 8, max: 20 };
export const Heights = { size: 36, origin: 0, cell_x: 12, cell_z: 16, columns: 20, rows: 24, reserved: 28, heights: 32 };
export const Query = { size: 56, surface: 0, except: 8, origin: 16, layers: 40, mask: 44, flags: 48, reserved: 52 };
export const Contact = { size: 56, separation: 0, point_a: 4, point_b: 16, normal: 28, error_bound: 40, part: 44, body: 48 };
export const Hit = { size: 48, t: 0, point: 4, normal: 16, part: 28, body: 32, start: 40, start_separation: 44 };
export const RigidMotion = { size: 40, delta: 0, pivot: 12, axis: 24, angle: 36 };
export const Body = { size: 192, mesh: 0, shape: 8, pose: 64, velocity: 112, axis: 124, spin: 136, surface_velocity: 140, one_way_direction: 152, one_way_margin: 164, layers: 168, mask: 172, flags: 176, reserved: 180, data: 184 };
export const SensorPair = { size: 16, sensor: 0, body: 8 };
export const Pair = { size: 16, a: 0, b: 8 };
export const MoverSettings = { size: 48, up: 0, gravity: 12, radius: 16, max_slope: 20, step_height: 24, snap: 28, skin: 32, max_overhang: 36, hover: 40, flags: 44 };
export const Character = { size: 72, feet: 0, height: 12, velocity: 16, base_velocity: 28, step_credit: 40, ground_normal: 44, on_ground: 56, ground_part: 60, ground_body: 64 };
export const Intent = { size: 24, velocity: 0, jump: 12, height: 16, flags: 20 };
export const Report = { size: 24, why: 0, limits: 4, has_crease: 8, crease: 12 };
export const Collision = { size: 32, normal: 0, role: 12, part: 16, reserved: 20, body: 24 };
export const Locomotion = { size: 48, acceleration: 0, friction: 4, air_acceleration: 8, coyote: 12, buffer: 16, velocity: 20, airborne: 32, waiting_speed: 36, waiting_age: 40, jumped: 44 };
export const Agent = { size: 112, state: 0, body: 72, report: 80, mass: 104, role: 108 };
