// The picture of an answer, in SVG: crisp at every resolution, coloured by the style sheet alone.
//
// Places are the world's, y up; what has a size on the screen (dots, words, heads of arrows) is in pixels. A shape
// is drawn as what it is, points and a radius. Nothing about an answer is worked out here.

const SVG = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

let drawings = 0;

/** Whether a word is among those that say what a line or shape is. */
const is = (kind, word) => kind.split(" ").includes(word);

/** Where the world is on the screen: the camera's rectangle is seen whole, in the middle. */
export function view(camera, [width, height]) {
  const scale = Math.min(width / camera.width, height / camera.height);
  const [x, y] = camera.center;
  return {
    scale,
    to: (p) => [width / 2 + (p[0] - x) * scale, height / 2 - (p[1] - y) * scale],
    from: (p) => [x + (p[0] - width / 2) / scale, y - (p[1] - height / 2) / scale],
  };
}

export class Drawing {
  #layer;
  #view;
  #words;
  #hatch;

  /** Draws into `svg` what `picture` calls for, in place of what was there. */
  static draw(svg, camera, size, { words }, picture) {
    const drawing = new Drawing(svg, camera, size, words);
    picture(drawing);
    svg.querySelector(".picture").replaceChildren(...drawing.#layer.childNodes);
  }

  /** What a drawing needs beside its picture: a grid, hatching. Made once. */
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
    this.#layer = document.createDocumentFragment();
    this.#view = view(camera, size);
    this.#words = words;
    this.#hatch = (name) => `url(#${svg.dataset.drawing}-${name})`;
    this.#place(svg.querySelector("pattern.grid"));
  }

  #place(grid) {
    const [x, y] = this.#view.to([0, 0]);
    // A line a unit; fewer where they would be dense.
    let unit = this.#view.scale;
    while (unit < 16) unit *= 10;
    for (const [key, value] of Object.entries({ x: x % unit, y: y % unit, width: unit, height: unit })) {
      grid.setAttribute(key, value);
    }
    grid.firstChild.setAttribute("d", `M0 0H${unit}M0 0V${unit}`);
  }

  #add(name, attributes, ...children) {
    const made = element(name, attributes, ...children);
    this.#layer.append(made);
    return made;
  }

  /** Everything within `radius` of the hull of the points. */
  shape(points, radius, kind) {
    const at = points.map(this.#view.to);
    const r = radius * this.#view.scale;
    const hatched = is(kind, "b") ? "b" : is(kind, "wrong") ? "wrong" : null;
    const fill = hatched && !is(kind, "ghost") ? this.#hatch(hatched) : "";
    if (at.length === 1) {
      const [[cx, cy]] = at;
      this.#add("circle", { class: `shape ${kind}`, cx, cy, r }).style.fill = fill;
    } else if (at.length === 2) {
      const [[x, y], [x2, y2]] = at;
      const length = Math.hypot(x2 - x, y2 - y);
      const turn = (Math.atan2(y2 - y, x2 - x) * 180) / Math.PI;
      this.#add("rect", {
        class: `shape ${kind}`, x: -r, y: -r, width: length + 2 * r, height: 2 * r, rx: r,
        transform: `translate(${x} ${y}) rotate(${turn})`,
      }).style.fill = fill;
    } else {
      this.#hull(at, r, kind, fill);
    }
  }

  /** All triangles of the points, each as thick as the radius says, are their hull; the outline looks out from under. */
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
    this.#add("g", { class: `hull ${kind}` }, edge, body);
  }

  /** The axis of a shape. */
  line(p, q, kind) {
    const [[x1, y1], [x2, y2]] = [this.#view.to(p), this.#view.to(q)];
    this.#add("line", { class: `line ${kind}`, x1, y1, x2, y2 });
  }

  /** Straight lines through points. */
  path(points, kind, closed = false) {
    const d = `M${points.map(this.#view.to).join("L")}${closed ? "Z" : ""}`;
    this.#add("path", { class: `line ${kind}`, d });
  }

  box({ min, max }, kind) {
    const [[x, y2], [x2, y]] = [this.#view.to(min), this.#view.to(max)];
    this.#add("rect", { class: `line ${kind}`, x, y, width: x2 - x, height: y2 - y });
  }

  /** From a place by a displacement. */
  arrow(p, delta, kind, word) {
    const from = this.#view.to(p);
    const tip = this.#view.to([p[0] + delta[0], p[1] + delta[1]]);
    const [dx, dy] = [tip[0] - from[0], tip[1] - from[1]];
    const length = Math.hypot(dx, dy);
    if (length < 1) return;
    const head = Math.min(10, length);
    const back = [tip[0] - (dx / length) * head * 0.8, tip[1] - (dy / length) * head * 0.8];
    const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
    this.#add("line", { class: `line ${kind}`, x1: from[0], y1: from[1], x2: back[0], y2: back[1] });
    this.#add("path", {
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
    const [x, y] = this.#view.to(p);
    if (is(kind, "b")) this.#add("rect", { class: `dot ${kind}`, x: x - 4.5, y: y - 4.5, width: 9, height: 9 });
    else if (is(kind, "wrong")) this.#add("path", { class: `cross ${kind}`, d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10` });
    else this.#add("circle", { class: `dot ${kind}`, cx: x, cy: y, r: 5 });
    if (word) this.#word([x + offset[0], y + offset[1]], word, kind);
  }

  /** A word in the world, in the letters of the formulas. */
  word(p, word, kind = "", offset = [0, 0]) {
    const [x, y] = this.#view.to(p);
    this.#word([x + offset[0], y + offset[1]], word, kind);
  }

  #word([x, y], word, kind) {
    if (!this.#words) return;
    const text = this.#add("text", { class: `word ${kind}`, x, y, "text-anchor": "middle", "dominant-baseline": "central" });
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
