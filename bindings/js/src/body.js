// The body of a character: one capsule, a cylinder or a box with a flat sole, or several capsules.

import * as L from "./layout.js";
import { finite, known, must, positive, triple, vector } from "./values.js";

/** The kinds, by their numbers in the C library. */
const KINDS = ["capsule", "cylinder", "box", "upright", "lying"], MOST_LIMBS = 7;

/** Gives a character a body by `set`, a function of the C library. Returns a copy of it, for `settings`. */
export function setBody(core, set, body, name) {
  const isObject = Object(body) === body, kind = isObject ? Object.keys(body)[0] : body, number = KINDS.indexOf(kind);
  if (isObject) known(body, KINDS.slice(2), name);
  must(isObject ? Object.keys(body).length === 1 : number === 0 || number === 1, name, "capsule, cylinder, { box: { halfLength } }, { upright: capsules } or { lying: capsules }", body);
  if (!isObject) {
    set(number, 0, 0, 0);
    return body;
  }
  const given = body[kind], place = `${name}.${kind}`;
  if (kind === "box") {
    known(given, ["halfLength"], place);
    set(number, finite(given.halfLength, `${place}.halfLength`), 0, 0);
    return { box: { ...given } };
  }
  must(Array.isArray(given), place, "an array of capsules", given);
  if (given.length > MOST_LIMBS) throw new RangeError(`${place} has ${given.length} capsules, more than ${MOST_LIMBS}`);
  core.lend(L.Limb_size * given.length, (memory) => {
    given.forEach((limb, i) => {
      const at = memory + L.Limb_size * i, own = `${place}[${i}]`;
      known(limb, ["start", "end", "radius"], own);
      vector(core, at + L.Limb_a, limb.start, own, "start");
      vector(core, at + L.Limb_b, limb.end, own, "end");
      core.f32[at + L.Limb_radius >> 2] = positive(limb.radius, `${own}.radius`);
    });
    set(number, 0, memory, given.length);
  });
  return { [kind]: given.map(({ start, end, radius }) => ({ start: triple(start), end: triple(end), radius })) };
}
