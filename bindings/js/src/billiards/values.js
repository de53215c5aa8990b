// Values of pool tables, between JavaScript and the structs in memory.

import { COUNT } from "../core.js";
import * as L from "../layout.js";
import { must } from "../values.js";

/** A number in double precision. The library refuses NaN and what is out of range. */
export function double(value, name) {
  must(typeof value === "number", name, "a number", value);
  return value;
}

export function whole(value, name) {
  if (double(value, name) >>> 0 !== value) throw new RangeError(`${name} is ${value}, not a whole number`);
  return value;
}

/** The first two coordinates of `{ x, y }` or an array. */
export function pair(value, name) {
  const x = value?.x ?? value?.[0], y = value?.y ?? value?.[1];
  must(typeof x === "number" && typeof y === "number", name, "{ x, y } or an array of two numbers", value);
  return [x, y];
}

/** The third coordinate, if there is one. */
const third = (value, name, otherwise) => double(value.z ?? value[2] ?? otherwise, `${name}.z`);

function triple(value, name) {
  const [x, y] = pair(value, name), z = value.z ?? value[2];
  must(typeof z === "number", name, "{ x, y, z } or an array of three numbers", value);
  return [x, y, z];
}

export const put = ({ f64 }, at, numbers) => f64.set(numbers, at >> 3);

export const pairAt = ({ f64 }, at) => ({ x: f64[at >> 3], y: f64[(at >> 3) + 1] });
const tripleAt = ({ f64 }, at) => ({ x: f64[at >> 3], y: f64[(at >> 3) + 1], z: f64[(at >> 3) + 2] });

export const PARAMETERS = {
  mass: L.BallParameters_mass, radius: L.BallParameters_radius, slidingFriction: L.BallParameters_sliding_friction, rollingFriction: L.BallParameters_rolling_friction, spinningFriction: L.BallParameters_spinning_friction, ballRestitution: L.BallParameters_ball_restitution, ballFriction: L.BallParameters_ball_friction, cushionRestitution: L.BallParameters_cushion_restitution, cushionFriction: L.BallParameters_cushion_friction, gravity: L.BallParameters_gravity,
};

/** Some doubles of a struct by their names. */
export const numbersAt = ({ f64 }, at, places) => Object.fromEntries(Object.entries(places).map(([name, place]) => [name, f64[at + place >> 3]]));

export const stateAt = (core, at) => ({
  position: tripleAt(core, at + L.BallState_position), velocity: tripleAt(core, at + L.BallState_velocity), angularVelocity: tripleAt(core, at + L.BallState_angular_velocity),
});

export const ballAt = (core, at) => ({
  ...stateAt(core, at + L.PoolBall_state), isPocketed: core.u32[at + L.PoolBall_is_pocketed >> 2] === 1, parameters: numbersAt(core, at + L.PoolBall_parameters, PARAMETERS),
});

/** Writes the state of a ball, on the cloth unless it has a height, of the radius that is there; it rolls unless it has an angular velocity. */
export function putBall(core, at, { position, velocity = [0, 0], angularVelocity, isPocketed = false }, name) {
  const { f64, u32 } = core, radius = f64[at + L.PoolBall_parameters + L.BallParameters_radius >> 3], state = at + L.PoolBall_state, [x, y] = pair(velocity, `${name}.velocity`);
  put(core, state + L.BallState_position, [...pair(position, `${name}.position`), third(position, `${name}.position`, radius)]);
  put(core, state + L.BallState_velocity, [x, y, third(velocity, `${name}.velocity`, 0)]);
  put(core, state + L.BallState_angular_velocity, angularVelocity === undefined ? [-y / radius, x / radius, 0] : triple(angularVelocity, `${name}.angularVelocity`));
  u32[at + L.PoolBall_is_pocketed >> 2] = isPocketed ? 1 : 0;
}

/** All rows of a list: `call` gets room for some of them, and the place for the number of all. */
export function listed(core, size, call, read) {
  call(0, 0, core.at + COUNT);
  const count = core.count();
  return core.lend(count * size, (memory) => {
    call(memory, count, core.at + COUNT);
    return Array.from({ length: count }, (_, i) => read(core, memory + i * size));
  });
}
