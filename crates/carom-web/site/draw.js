// 2D drawings in SVG, colored by the style sheet alone.
//
// Positions are in world coordinates, y up. Dots, labels and arrowheads have a fixed size in pixels. A shape is drawn from its
// points and its radius. Nothing about an answer is computed here.

import { element, is, Picture, unit } from "./picture.js";

let drawings = 0;

/** The mapping from the world to the screen: the rectangle of the camera is centered and wholly visible. */
export function view(camera, [width, height]) {
  const scale = Math.min(width / camera.width, height / camera.height);
  const [x, y] = camera.center;
  return {
    scale,
    to: (p) => [width / 2 + (p[0] - x) * scale, height / 2 - (p[1] - y) * scale],
    from: (p) => [x + (p[0] - width / 2) / scale, y - (p[1] - height / 2) / scale],
  };
}

export class Drawing extends Picture {
  #view;
  #hatch;

  /** Replaces the contents of `svg` by what `picture` draws. */
  static draw(svg, camera, size, { words }, picture) {
    const drawing = new Drawing(svg, camera, size, words);
    picture(drawing);
    svg.querySelector(".picture").replaceChildren(...drawing.layer.childNodes);
  }

  /** Adds the parts that stay: grid and hatching. */
  static prepare(svg) {
    const id = `drawing-${drawings++}`;
    const hatch = (name, angle) => element(
      "pattern",
      { id: `${id}-${name}`, class: `hatch ${name}`, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${angle})` },
      element("rect", { width: 7, height: 7 }),
      element("line", { x1: 0, y1: 0, x2: 0, y2: 7 }),
    );
    const grid = element("pattern", { id: `${id}-grid`, class: "grid", patternUnits: "userSpaceOnUse" }, element("path"));
    svg.dataset.drawing = id;
    svg.replaceChildren(
      element("defs", {}, hatch("b", 45), hatch("wrong", -45), grid),
      element("rect", { class: "ground", width: "100%", height: "100%", fill: `url(#${id}-grid)` }),
      element("g", { class: "picture" }),
    );
  }

  constructor(svg, camera, size, words) {
    super(words);
    this.#view = view(camera, size);
    this.to = this.#view.to;
    this.#hatch = (name) => `url(#${svg.dataset.drawing}-${name})`;
    this.#place(svg.querySelector("pattern.grid"));
  }

  #place(grid) {
    const [x, y] = this.to([0, 0]);
    const side = unit(this.#view.scale) * this.#view.scale;
    for (const [key, value] of Object.entries({ x: x % side, y: y % side, width: side, height: side })) {
      grid.setAttribute(key, value);
    }
    grid.firstChild.setAttribute("d", `M0 0H${side}M0 0V${side}`);
  }

  /** A shape: all points within `radius` of the convex hull of `points`. */
  shape(points, radius, kind) {
    const at = points.map(this.to);
    const r = radius * this.#view.scale;
    const hatched = is(kind, "b") ? "b" : is(kind, "wrong") ? "wrong" : null;
    const fill = hatched && !is(kind, "ghost") ? this.#hatch(hatched) : "";
    if (at.length === 1) {
      const [[cx, cy]] = at;
      this.add("circle", { class: `shape ${kind}`, cx, cy, r }).style.fill = fill;
    } else if (at.length === 2) {
      const [[x, y], [x2, y2]] = at;
      const length = Math.hypot(x2 - x, y2 - y);
      const turn = (Math.atan2(y2 - y, x2 - x) * 180) / Math.PI;
      this.add("rect", {
        class: `shape ${kind}`, x: -r, y: -r, width: length + 2 * r, height: 2 * r, rx: r,
        transform: `translate(${x} ${y}) rotate(${turn})`,
      }).style.fill = fill;
    } else {
      this.#hull(at, r, kind, fill);
    }
  }

  /** The hull is the union of all triangles of its points, with a stroke of twice the radius; a wider stroke below is the outline. */
  #hull(at, r, kind, fill) {
    const triangles = [];
    for (let i = 0; i < at.length; i++) {
      for (let j = i + 1; j < at.length; j++) {
        for (let k = j + 1; k < at.length; k++) triangles.push(`M${at[i]}L${at[j]}L${at[k]}Z`);
      }
    }
    const d = triangles.join("");
    const edge = element("path", { d, class: "edge" });
    edge.style.strokeWidth = `${2 * r + 3.5}px`;
    const body = element("path", { d, class: "body" });
    body.style.strokeWidth = `${2 * r}px`;
    body.style.fill = fill;
    body.style.stroke = fill;
    this.add("g", { class: `hull ${kind}` }, edge, body);
  }

  /** A line segment. */
  line(p, q, kind) {
    const [[x1, y1], [x2, y2]] = [this.to(p), this.to(q)];
    this.add("line", { class: `line ${kind}`, x1, y1, x2, y2 });
  }

  /** A polyline. */
  path(points, kind, closed = false) {
    const d = `M${points.map(this.to).join("L")}${closed ? "Z" : ""}`;
    this.add("path", { class: `line ${kind}`, d });
  }

  box({ min, max }, kind) {
    const [[x, y2], [x2, y]] = [this.to(min), this.to(max)];
    this.add("rect", { class: `line ${kind}`, x, y, width: x2 - x, height: y2 - y });
  }
}
