// 3D drawings: solids and lines by gl.js, and above them, in SVG, arrows, dots and labels.
//
// A camera is that of a 2D drawing, rotated by `yaw` around the vertical axis and tilted by `pitch`, in radians. 2D points are
// drawn at z = 0.

import { Gl } from "./gl.js";
import { element, is, Picture, unit } from "./picture.js";
import { sum } from "./points.js";

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const lift = (p) => (p.length === 2 ? [...p, 0] : p);

/** Distance of the eye, in diagonals of the camera's rectangle. */
const AWAY = 1.9;

/** The mapping from the world to the screen, and back. */
export function look(camera, [width, height]) {
  const scale = Math.min(width / camera.width, height / camera.height);
  const { center, yaw, pitch } = camera;
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const right = [cy, 0, -sy];
  const up = [-sp * sy, cp, -sp * cy];
  const back = [sy * cp, sp, cy * cp];
  const away = AWAY * Math.hypot(camera.width, camera.height);
  const [near, far] = [away / 40, away * 12];
  const eye = sum(center, back, away);
  // x, y: pixels at the distance of the center; z between near and far; w: distance in units of `away`.
  const row = (v, factor, shift) => [...v.map((x) => x * factor), shift - dot(v, center) * factor];
  const share = (far + near) / (far - near);
  const rows = [
    row(right, (2 * scale) / width, 0),
    row(up, (2 * scale) / height, 0),
    row(back, -share / away, share - (2 * far * near) / (far - near) / away),
    row(back, -1 / away, 1),
  ];
  const matrix = new Float32Array(16);
  rows.forEach((numbers, i) => numbers.forEach((x, j) => { matrix[4 * j + i] = x; }));
  return {
    scale, right, up, back, matrix, near: near / away,
    // From above, behind the left shoulder of the viewer.
    light: unitOf(sum(sum([0, 0.75, 0], right, -0.45), back, 0.6)),
    to(p) {
      const offset = sum(lift(p), center, -1);
      const s = (scale * away) / Math.max(away - dot(back, offset), near);
      return [width / 2 + dot(right, offset) * s, height / 2 - dot(up, offset) * s];
    },
    /** The ray through a pixel. */
    ray([x, y]) {
      const aim = sum(sum(center, right, (x - width / 2) / scale), up, (height / 2 - y) / scale);
      return { eye, way: sum(aim, eye, -1) };
    },
    /** The intersection of a ray with the plane through p; null if there is none, or only far away. */
    onPlane({ eye, way }, p, normal) {
      const t = dot(normal, sum(p, eye, -1)) / dot(normal, way);
      return t > 0 && t < 4 ? sum(eye, way, t) : null;
    },
    /** The point on the line through p that is closest to a ray. */
    onLine({ eye, way }, p, along) {
      const [b, c, w] = [dot(along, way), dot(way, way), sum(p, eye, -1)];
      const determinant = c - b * b;
      if (determinant < 1e-3 * c) return null;
      return sum(p, along, (b * dot(way, w) - c * dot(along, w)) / determinant);
    },
  };
}

const unitOf = (v) => v.map((x) => x / Math.sqrt(dot(v, v)));

// ---- Colors of the style sheet.

function color(text) {
  const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
  return { ink: numbers.slice(0, 3).map((x) => x / 255), alpha: numbers[3] ?? 1 };
}
const mixed = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);
const bright = ([r, g, b]) => 0.3 * r + 0.59 * g + 0.11 * b;

/** A color in light and in shade: the shade is mixed with the ink, which is darker (or lighter, on dark pages). */
function shaded(fill, ink) {
  const other = mixed(fill, ink, 0.38);
  return bright(other) < bright(fill) ? { lit: fill, dim: other } : { lit: other, dim: fill };
}

class Styles {
  #group;
  #known = new Map();

  constructor(group) {
    this.#group = group;
  }

  #read(name, kind, read) {
    const key = `${name} ${kind}`;
    if (!this.#known.has(key)) {
      const probe = element(name, { class: kind });
      this.#group.append(probe);
      this.#known.set(key, read(getComputedStyle(probe)));
      probe.remove();
    }
    return this.#known.get(key);
  }

  line(kind) {
    return this.#read("line", `line ${kind}`, (style) => {
      const dash = style.strokeDasharray.match(/[\d.]+/g)?.map(Number) ?? [];
      const { ink, alpha } = color(style.stroke);
      return {
        ink, alpha: alpha * Number(style.strokeOpacity), width: parseFloat(style.strokeWidth),
        dash: dash.length === 0 ? [0, 0, 0, 0] : dash.length === 2 ? [...dash, ...dash] : dash,
      };
    });
  }

  shape(kind) {
    return this.#read("circle", `shape ${kind}`, (style) => {
      const stroke = color(style.stroke);
      const hatched = is(kind, "b") && !is(kind, "swept");
      const filled = hatched ? this.variable("--b-fill") : color(style.fill).ink;
      const fill = style.fill === "none" ? null : filled;
      const hatch = hatched ? shaded(this.variable("--b-hatch"), stroke.ink) : null;
      const outline = style.stroke === "none"
        ? { ink: [0, 0, 0], alpha: 0, width: 0 }
        : { ink: stroke.ink, alpha: stroke.alpha * Number(style.strokeOpacity), width: parseFloat(style.strokeWidth) };
      return {
        ...shaded(fill ?? stroke.ink, stroke.ink), hatch, outline, ghost: fill === null,
        alpha: is(kind, "swept") ? Number(style.fillOpacity) : fill === null ? 0 : 1,
      };
    });
  }

  variable(name) {
    return this.#read("g", `variable ${name.slice(2)}`, (style) => {
      const text = style.getPropertyValue(name).trim();
      return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
    });
  }
}

class SpacePicture extends Picture {
  solids = [];
  lines = [];
  #styles;

  constructor(seen, words, styles) {
    super(words);
    this.to = seen.to;
    this.#styles = styles;
  }

  /** A shape: all points within `radius` of the convex hull of coplanar points. */
  shape(points, radius, kind) {
    this.solids.push({ points: points.map(lift), radius, ...this.#styles.shape(kind) });
  }

  /** A cylinder between two points. */
  cylinder(a, b, radius, kind) {
    this.solids.push({ points: [a, b], radius: -radius, ...this.#styles.shape(kind) });
  }

  line(p, q, kind) {
    this.lines.push({ from: lift(p), to: lift(q), ...this.#styles.line(kind) });
  }

  /** A polyline. */
  path(points, kind) {
    points.slice(1).forEach((q, i) => this.line(points[i], q, kind));
  }
}

/** Draws the SVG part; returns the part for gl.js. */
function pictured(svg, camera, size, { words, ground }, picture) {
  const seen = look(camera, size);
  const styles = new Styles(svg.querySelector(".probes"));
  const drawn = new SpacePicture(seen, words, styles);
  picture(drawn);
  svg.querySelector(".picture").replaceChildren(...drawn.layer.childNodes);
  const { normal, at } = ground;
  const upright = Math.abs(normal[1]) > 0.5;
  // The grid is centered below the point of interest.
  const middle = sum(camera.center, normal, at - dot(normal, camera.center));
  const lines = {
    middle, u: [1, 0, 0], v: upright ? [0, 0, 1] : [0, 1, 0],
    reach: 1.6 * Math.max(camera.width, camera.height), unit: unit(seen.scale),
  };
  return {
    seen, solids: drawn.solids, lines: drawn.lines,
    ground: { normal, at, lines, shadows: upright },
    colors: { grid: styles.variable("--line"), shadow: [0, 0, 0], dark: bright(styles.variable("--panel")) < 0.5 ? 0.3 : 0.08 },
  };
}

function overlay(attributes) {
  return element("svg", attributes,
    element("g", { class: "probes", visibility: "hidden" }), element("g", { class: "picture" }));
}

/** The small picture of a page without labels, 280 by 180; `draw` draws it in the present colors. */
export function small(carom, view, draw) {
  const made = document.createElement("div");
  made.className = "drawing small space";
  made.ariaHidden = "true";
  const canvas = document.createElement("canvas");
  const svg = overlay({ viewBox: "0 0 280 180" });
  made.append(canvas, svg);
  const size = [280, 180];
  return {
    element: made,
    draw() {
      const parts = pictured(svg, view.camera, size, { words: false, ground: view.ground }, draw);
      const gl = Gl.get();
      if (!gl) return;
      gl.render(carom, parts.seen, size, 2, parts);
      [canvas.width, canvas.height] = [gl.canvas.width, gl.canvas.height];
      canvas.getContext("2d").drawImage(gl.canvas, 0, 0);
    },
  };
}

// ---- A 3D view on a page.

/** A press within this distance of a handle takes it; elsewhere it rotates the view. Pixels. */
const REACH = 36;
/** Radians per pixel. */
const TURN = 0.008;
/** The largest pitch: almost from above. */
const HIGHEST = 1.5;

export const WAYS = [
  ["view", "In the view", "in the plane of the view"],
  ["ground", "Level", "horizontally (like with Shift)"],
  ["height", "Up and down", "vertically (like with Alt)"],
];

/** A 3D view: dragging and drawing. plane.js is the 2D view. */
export class SpaceView {
  reach = REACH;
  hint = "Drag a handle, or drag beside it to rotate the view (right button or two fingers: pan). Or press Tab to select a handle: arrow keys, Page Up and Page Down move it. With the drawing selected, arrow keys rotate, + and − zoom.";
  #carom;
  #declared;
  #way = "view";
  #gl;

  constructor(carom, declared, label, camera, changed) {
    this.#carom = carom;
    this.#declared = declared;
    this.camera = camera;
    this.svg = overlay({ class: "over", role: "group", tabindex: 0, "aria-label": `${label}: drawing; arrow keys rotate it` });
    this.element = document.createElement("div");
    this.element.className = "drawing space";
    this.#gl = Gl.get();
    if (this.#gl) {
      this.element.append(this.#gl.canvas);
      this.#gl.onlost = changed;
    } else {
      const missing = document.createElement("p");
      missing.className = "missing";
      missing.textContent = "The shapes are drawn with WebGL2, which this browser does not support or has disabled. Points, handles and numbers still work.";
      this.element.append(missing);
    }
    this.element.append(this.svg);
    this.#keys(changed);
    this.#wheel(changed);
  }

  /** How a handle is dragged without a modifier key. */
  set way(way) {
    this.#way = way;
  }

  get size() {
    return [this.element.clientWidth, this.element.clientHeight];
  }

  get #seen() {
    return look(this.camera, this.size);
  }

  get scale() {
    return this.#seen.scale;
  }

  to(p) {
    return this.#seen.to(p);
  }

  /** The new position of a handle dragged from p to a pixel; null if there is none. */
  dragged(p, pixel, event) {
    const seen = this.#seen;
    const { normal } = this.#declared.ground;
    const ray = seen.ray(pixel);
    if (p.length === 2) return seen.onPlane(ray, lift(p), [0, 0, 1])?.slice(0, 2) ?? null;
    const way = event.shiftKey ? "ground" : event.altKey ? "height" : this.#way;
    if (way === "height") return seen.onLine(ray, p, normal);
    return seen.onPlane(ray, p, way === "ground" ? normal : seen.back);
  }

  /** The direction in which a key moves a handle: the axis that is closest to right, away or up on the screen. */
  step(key, p) {
    const { yaw } = this.camera;
    const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
    const along = Math.abs(c) >= Math.abs(s);
    const plane = p.length === 2;
    const right = plane ? [1, 0] : along ? [Math.sign(c), 0, 0] : [0, 0, -Math.sign(s)];
    const away = plane ? [0, 1] : along ? [0, 0, -Math.sign(c)] : [-Math.sign(s), 0, 0];
    const back = (v) => v.map((x) => -x);
    const ways = { ArrowRight: right, ArrowLeft: back(right), ArrowUp: away, ArrowDown: back(away) };
    if (!plane) Object.assign(ways, { PageUp: [0, 1, 0], PageDown: [0, -1, 0] });
    return Object.hasOwn(ways, key) ? ways[key] : null;
  }

  // ---- The camera.

  turn(dx, dy) {
    const { camera } = this;
    const yaw = camera.yaw - dx * TURN;
    camera.yaw = Number((yaw - 2 * Math.PI * Math.round(yaw / (2 * Math.PI))).toFixed(4));
    camera.pitch = Number(Math.min(Math.max(camera.pitch + dy * TURN, -HIGHEST), HIGHEST).toFixed(4));
  }

  shift(dx, dy) {
    const { right, up, scale } = this.#seen;
    const center = sum(sum(this.camera.center, right, -dx / scale), up, dy / scale);
    this.camera.center = center.map((x) => Number(x.toFixed(4)));
  }

  zoom(factor) {
    const within = (x) => Math.min(Math.max(x, 1e-3), 1e6);
    this.camera.width = within(this.camera.width / factor);
    this.camera.height = within(this.camera.height / factor);
  }

  #keys(changed) {
    const turns = { ArrowLeft: [10, 0], ArrowRight: [-10, 0], ArrowUp: [0, 10], ArrowDown: [0, -10] };
    this.svg.addEventListener("keydown", (event) => {
      if (event.target !== this.svg || event.ctrlKey || event.metaKey || event.altKey) return;
      const turn = turns[event.key];
      if (turn) this.turn(...turn.map((x) => x * (event.shiftKey ? 4 : 1)));
      else if (event.key === "+" || event.key === "=") this.zoom(1.1);
      else if (event.key === "-") this.zoom(1 / 1.1);
      else return;
      event.preventDefault();
      changed();
    });
  }

  /** Zooms with Ctrl only, which is also how a pinch on a touchpad arrives; else the page scrolls. */
  #wheel(changed) {
    this.svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.005));
      changed();
    }, { passive: false });
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  // ---- A frame.

  draw(inputs, answer) {
    const { size } = this;
    const parts = pictured(this.svg, this.camera, size, { words: true, ground: this.#declared.ground },
      (d) => this.#declared.draw(d, inputs, answer));
    this.#gl?.render(this.#carom, parts.seen, size, Math.min(devicePixelRatio, 3), parts);
  }
}
