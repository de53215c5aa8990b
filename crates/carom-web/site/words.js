// Formatting of numbers and answers, the same on every page.

/** A number with a fixed number of digits; very large and very small ones in scientific notation. */
export function figure(x, digits = 4) {
  const size = Math.abs(x);
  const text = size !== 0 && (size >= 1e6 || size < 0.5 * 10 ** -digits)
    ? x.toExponential(digits - 1)
    : x.toFixed(digits);
  return text.replaceAll("-", "−");
}

/** A number with a fixed number of decimals, for displays that change quickly; never −0. */
export const fixed = (x, digits) => (Number(x.toFixed(digits)) || 0).toFixed(digits).replace("-", "−");

/** The components of a vector, in 2D or 3D. */
export const vector = (components, digits = 3) => components.map((x) => figure(x, digits)).join(", ");

/** The verdict on a contact. */
export function standing(contact) {
  if (contact.separation > 0) return { is: "apart", says: "Separated by", figure: contact.separation };
  if (contact.separation === 0) return { is: "touching", says: "Touching", figure: 0 };
  return { is: "overlap", says: "Overlapping by", figure: -contact.separation };
}

/** The numbers of a contact. */
export const contactFigures = (contact) => [
  ["separation", figure(contact.separation), contact.separation],
  ["depth", figure(-contact.separation), -contact.separation],
  ["normal", vector(contact.normal), contact.normal],
  ["point_a", vector(contact.point_a), contact.point_a],
  ["point_b", vector(contact.point_b), contact.point_b],
  ["unique", contact.unique ? "yes" : "no, one of several", contact.unique],
];

/** The verdict on a sweep. */
export function ending(swept) {
  if (swept.start === "overlapping") return { is: "overlap", says: "Overlapping at the start", figure: null };
  if (!swept.hit) {
    return { is: "apart", says: swept.start === "touching" ? "No hit: leaves or slides" : "No hit", figure: null };
  }
  return { is: "hit", says: "Time of impact t =", figure: swept.hit.t };
}

/** The numbers of a sweep. */
export const sweepFigures = (swept) => [
  ["start", swept.start, swept.start],
  ["t", swept.hit ? figure(swept.hit.t) : "none", swept.hit?.t ?? null],
  ["point", swept.hit ? vector(swept.hit.point) : "none", swept.hit?.point ?? null],
  ["normal", swept.hit ? vector(swept.hit.normal) : "none", swept.hit?.normal ?? null],
];
