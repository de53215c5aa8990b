// The push of a character against a body of a physics engine.

import { A, OUT } from "./core.js";
import * as L from "./layout.js";
import { must, notNegative, number, read, vector } from "./values.js";

export function pushImpulse(core, collision, mass, inverseMass, limit = Infinity) {
  const at = core.at + A, out = core.at + OUT;
  must(typeof collision === "object" && collision !== null, "collision", "an object of collisions()", collision);
  vector(core, at + L.Collision_normal, collision.normal, "collision", "normal");
  vector(core, at + L.Collision_velocity, collision.velocity, "collision", "velocity");
  if (number(mass, "mass") <= 0) throw new RangeError(`mass is ${mass}, not more than 0`);
  core.c.push_impulse(out, at, mass, notNegative(inverseMass, "inverseMass"), limit === Infinity ? limit : notNegative(limit, "limit"));
  return read(core, out);
}
