// The push of a character against a body of a physics engine.

import { A, OUT } from "./core.js";
import * as L from "./layout.js";
import { finite, must, number, read, vector } from "./values.js";

/** A number that is at least 0, and may be infinite. */
function notNegative(value, name) {
  if (number(value, name) < 0) throw new RangeError(`${name} is ${value}, less than 0`);
  return value;
}

export function pushImpulse(core, collision, mass, inverseMass, limit = Infinity) {
  const at = core.at + A, out = core.at + OUT;
  must(typeof collision === "object" && collision !== null, "collision", "an object of collisions()", collision);
  vector(core, at + L.Collision_normal, collision.normal, "collision", "normal");
  vector(core, at + L.Collision_velocity, collision.velocity, "collision", "velocity");
  if (number(mass, "mass") <= 0) throw new RangeError(`mass is ${mass}, not more than 0`);
  core.c.push_impulse(out, at, mass, finite(notNegative(inverseMass, "inverseMass"), "inverseMass"), notNegative(limit, "limit"));
  return read(core, out);
}
