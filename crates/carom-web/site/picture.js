// What a picture of the plane and one of space have in common: what has a size on the screen and lies on top of everything.

import { sum } from "./points.js";

const SVG = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Whether a word is among those that say what a line or shape is. */
export const is = (kind, word) => kind.split(" ").includes(word);

/** What is drawn of the plane's grid: a line a unit; fewer where they would be dense. */
export function unit(scale) {
  let unit = 1;
  while (unit * scale < 16) unit *= 10;
  return unit;
}

/**
 * Those who extend it say where a place is on the screen (`to`), and draw `shape(points, radius, kind)` and
 * `line(p, q, kind)`.
 */
export class Picture {
  layer = document.createDocumentFragment();
  #words;

  constructor(words) {
    this.#words = words;
  }

  add(name, attributes, ...children) {
    const made = element(name, attributes, ...children);
    this.layer.append(made);
    return made;
  }

  /** From a place by a displacement. */
  arrow(p, delta, kind, word) {
    const from = this.to(p);
    const tip = this.to(sum(p, delta));
    const [dx, dy] = [tip[0] - from[0], tip[1] - from[1]];
    const length = Math.hypot(dx, dy);
    if (length < 1) return;
    const head = Math.min(10, length);
    const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
    this.line(p, sum(p, delta, 1 - (head * 0.8) / length), kind);
    this.add("path", {
      class: `head ${kind}`, d: `M0 0L${-head} ${-head * 0.42}V${head * 0.42}Z`,
      transform: `translate(${tip}) rotate(${turn})`,
    });
    if (word) {
      // Beside the shaft, short of the tip, where a handle may be.
      const beside = 14 / length;
      this.#word([from[0] + dx * 0.7 - dy * beside, from[1] + dy * 0.7 + dx * beside], word, kind);
    }
  }

  /** A point: round of A, square of B, a cross where something is wrong. */
  dot(p, kind, word, offset = [11, -11]) {
    const [x, y] = this.to(p);
    if (is(kind, "b")) this.add("rect", { class: `dot ${kind}`, x: x - 4.5, y: y - 4.5, width: 9, height: 9 });
    else if (is(kind, "wrong")) this.add("path", { class: `cross ${kind}`, d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10` });
    else this.add("circle", { class: `dot ${kind}`, cx: x, cy: y, r: 5 });
    if (word) this.#word([x + offset[0], y + offset[1]], word, kind);
  }

  /** A word in the world, in the letters of the formulas. */
  word(p, word, kind = "", offset = [0, 0]) {
    const [x, y] = this.to(p);
    this.#word([x + offset[0], y + offset[1]], word, kind);
  }

  #word([x, y], word, kind) {
    if (!this.#words) return;
    const text = this.add("text", { class: `word ${kind}`, x, y, "text-anchor": "middle", "dominant-baseline": "central" });
    // A letter and an index below it: n, p_a.
    const [letter, index] = word.split("_");
    text.append(letter);
    if (index) text.append(element("tspan", { class: "index", dy: "0.35em" }, index));
  }

  /** Two shapes' points, the way between them and the normal. */
  contact({ point_a, point_b, normal, separation }) {
    this.line(point_a, point_b, separation < 0 ? "depth" : "gap");
    this.arrow(point_b, normal, "normal", "n");
    this.dot(point_b, "b");
    this.dot(point_a, "a");
  }

  /** What stops a motion. */
  hit({ point, normal }) {
    this.arrow(point, normal, "normal", "n");
    this.dot(point, "answer");
  }
}
