// The common part of 2D and 3D drawings: arrows, dots and labels, which have a fixed size on the screen and are on top.

import { sum } from "./points.js";

const SVG = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Whether a list of class names contains a name. */
export const is = (kind, word) => kind.split(" ").includes(word);

/** The spacing of the grid: one unit, or a power of ten of it where lines would be dense. */
export function unit(scale) {
  let unit = 1;
  while (unit * scale < 16) unit *= 10;
  return unit;
}

/**
 * Subclasses define `to` (from the world to the screen), `shape(points, radius, kind)` and `line(p, q, kind)`.
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

  /** An arrow from a point by a displacement. */
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
      // Beside the shaft, not at the tip, where a handle can be.
      const beside = 14 / length;
      this.#word([from[0] + dx * 0.7 - dy * beside, from[1] + dy * 0.7 + dx * beside], word, kind);
    }
  }

  /** A point: a circle for A, a square for B, a cross for a wrong result. */
  dot(p, kind, word, offset = [11, -11]) {
    const [x, y] = this.to(p);
    if (is(kind, "b")) this.add("rect", { class: `dot ${kind}`, x: x - 4.5, y: y - 4.5, width: 9, height: 9 });
    else if (is(kind, "wrong")) this.add("path", { class: `cross ${kind}`, d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10` });
    else this.add("circle", { class: `dot ${kind}`, cx: x, cy: y, r: 5 });
    if (word) this.#word([x + offset[0], y + offset[1]], word, kind);
  }

  /** A label at a point, in the font of formulas. */
  word(p, word, kind = "", offset = [0, 0]) {
    const [x, y] = this.to(p);
    this.#word([x + offset[0], y + offset[1]], word, kind);
  }

  #word([x, y], word, kind) {
    if (!this.#words) return;
    const text = this.add("text", { class: `word ${kind}`, x, y, "text-anchor": "middle", "dominant-baseline": "central" });
    // A letter with an optional index: n, p_a.
    const [letter, index] = word.split("_");
    text.append(letter);
    if (index) text.append(element("tspan", { class: "index", dy: "0.35em" }, index));
  }

  /** A contact: both points, the line between them, and the normal. */
  contact({ point_a, point_b, normal, separation }) {
    this.line(point_a, point_b, separation < 0 ? "depth" : "gap");
    this.arrow(point_b, normal, "normal", "n");
    this.dot(point_b, "b");
    this.dot(point_a, "a");
  }

  /** A hit: point and normal. */
  hit({ point, normal }) {
    this.arrow(point, normal, "normal", "n");
    this.dot(point, "answer");
  }
}
