// A picture of space: the solids and lines that gl.js draws, and above them, in SVG, what has a size on the screen.
//
// A camera is that of the plane (its rectangle is seen whole, in the middle), turned by `yaw` around the vertical and
// raised by `pitch`, in radians. Places in the plane lie at z = 0.

import { Gl } from "./gl.js";
import { element, is, Picture, unit } from "./picture.js";
import { sum } from "./points.js";

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const lift = (p) => (p.length === 2 ? [...p, 0] : p);

/** How far away the eye is, in diagonals of the camera's rectangle. */
const AWAY = 1.9;

/** Where the world is on the screen. */
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
  // x, y: pixels of the middle's distance; z between near and far; w: the distance in `away`s.
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
    // From above, over the left shoulder.
    light: unitOf(sum(sum([0, 0.75, 0], right, -0.45), back, 0.6)),
    to(p) {
      const way = sum(lift(p), center, -1);
      const s = (scale * away) / Math.max(away - dot(back, way), near);
      return [width / 2 + dot(right, way) * s, height / 2 - dot(up, way) * s];
    },
    /** What lies under a pixel. */
    ray([x, y]) {
      const aim = sum(sum(center, right, (x - width / 2) / scale), up, (height / 2 - y) / scale);
      return { eye, way: sum(aim, eye, -1) };
    },
    /** Where the ray meets the plane through p; null where it does not, or only far away. */
    onPlane({ eye, way }, p, normal) {
      const t = dot(normal, sum(p, eye, -1)) / dot(normal, way);
      return t > 0 && t < 4 ? sum(eye, way, t) : null;
    },
    /** The place on the line through p that is nearest to the ray. */
    onLine({ eye, way }, p, along) {
      const [b, c, w] = [dot(along, way), dot(way, way), sum(p, eye, -1)];
      const room = c - b * b;
      if (room < 1e-3 * c) return null;
      return sum(p, along, (b * dot(way, w) - c * dot(along, w)) / room);
    },
  };
}

const unitOf = (v) => v.map((x) => x / Math.sqrt(dot(v, v)));

// ---- Colours, as the style sheet has them.

function colour(text) {
  const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
  return { ink: numbers.slice(0, 3).map((x) => x / 255), alpha: numbers[3] ?? 1 };
}
const mixed = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);
const bright = ([r, g, b]) => 0.3 * r + 0.59 * g + 0.11 * b;

/** A colour in light and in shade: towards its own ink, which is the darker or, in the dark, the lighter one. */
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
      const { ink, alpha } = colour(style.stroke);
      return {
        ink, alpha: alpha * Number(style.strokeOpacity), width: parseFloat(style.strokeWidth),
        dash: dash.length === 0 ? [0, 0, 0, 0] : dash.length === 2 ? [...dash, ...dash] : dash,
      };
    });
  }

  shape(kind) {
    return this.#read("circle", `shape ${kind}`, (style) => {
      const stroke = colour(style.stroke);
      const hatched = is(kind, "b") && !is(kind, "swept");
      const filled = hatched ? this.variable("--b-fill") : colour(style.fill).ink;
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

  /** Everything within `radius` of the hull of the points, which lie in a plane. */
  shape(points, radius, kind) {
    this.solids.push({ points: points.map(lift), radius, ...this.#styles.shape(kind) });
  }

  line(p, q, kind) {
    this.lines.push({ from: lift(p), to: lift(q), ...this.#styles.line(kind) });
  }

  /** Straight lines through points. */
  path(points, kind) {
    points.slice(1).forEach((q, i) => this.line(points[i], q, kind));
  }
}

/** The picture's parts: what gl.js draws, and the SVG's. */
function pictured(svg, camera, size, { words, ground }, picture) {
  const seen = look(camera, size);
  const styles = new Styles(svg.querySelector(".probes"));
  const drawn = new SpacePicture(seen, words, styles);
  picture(drawn);
  svg.querySelector(".picture").replaceChildren(...drawn.layer.childNodes);
  const { normal, at } = ground;
  const upright = Math.abs(normal[1]) > 0.5;
  // Centred below what is looked at.
  const middle = sum(camera.center, normal, at - dot(normal, camera.center));
  const lines = {
    middle, u: [1, 0, 0], v: upright ? [0, 0, 1] : [0, 1, 0],
    reach: 1.6 * Math.max(camera.width, camera.height), unit: unit(seen.scale),
  };
  return {
    seen, solids: drawn.solids, lines: drawn.lines,
    ground: { normal, at, lines, shadows: upright },
    colours: { grid: styles.variable("--line"), shadow: [0, 0, 0], dark: bright(styles.variable("--panel")) < 0.5 ? 0.3 : 0.08 },
  };
}

function overlay(attributes) {
  return element("svg", attributes,
    element("g", { class: "probes", visibility: "hidden" }), element("g", { class: "picture" }));
}

/** A page's picture as it starts, without words, 280 by 180; drawn when called, and again with other colours. */
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

// ---- A drawing of space on a page.

/** How near to a handle a press takes it; farther away it turns the view. */
const REACH = 36;
/** Radians a pixel. */
const TURN = 0.008;
/** Not quite from above. */
const HIGHEST = 1.5;

export const WAYS = [
  ["view", "In the view", "in the plane of the view"],
  ["ground", "Level", "at its height (as with Shift)"],
  ["height", "Up and down", "straight up and down (as with Alt)"],
];

/** How a drawing of space is dragged and drawn; see plane.js for the other kind. */
export class SpaceView {
  reach = REACH;
  hint = "Drag a handle; beside it, the view turns (right button or two fingers: shifts). Or Tab to one: arrows and Page Up, Page Down move it; on the drawing itself arrows turn, + and − zoom.";
  #carom;
  #declared;
  #way = "view";
  #gl;

  constructor(carom, declared, label, camera, changed) {
    this.#carom = carom;
    this.#declared = declared;
    this.camera = camera;
    this.svg = overlay({ class: "over", role: "group", tabindex: 0, "aria-label": `${label}: drawing; arrows turn it` });
    this.element = document.createElement("div");
    this.element.className = "drawing space";
    this.#gl = Gl.get();
    if (this.#gl) {
      this.element.append(this.#gl.canvas);
      this.#gl.onlost = changed;
    } else {
      const missing = document.createElement("p");
      missing.className = "missing";
      missing.textContent = "The shapes are drawn with WebGL2, which is missing or switched off in this browser. Points, handles and numbers are there all the same.";
      this.element.append(missing);
    }
    this.element.append(this.svg);
    this.#keys(changed);
    this.#wheel(changed);
  }

  /** How a handle is dragged where no key says it. */
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

  /** The place of a handle that is dragged from p to a pixel; null where there is none. */
  dragged(p, pixel, event) {
    const seen = this.#seen;
    const { normal } = this.#declared.ground;
    const ray = seen.ray(pixel);
    if (p.length === 2) return seen.onPlane(ray, lift(p), [0, 0, 1])?.slice(0, 2) ?? null;
    const way = event.shiftKey ? "ground" : event.altKey ? "height" : this.#way;
    if (way === "height") return seen.onLine(ray, p, normal);
    return seen.onPlane(ray, p, way === "ground" ? normal : seen.back);
  }

  /** The way that a key moves a handle, along an axis: as nearly as one goes to the right, away, up. */
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

  // ---- The view itself.

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

  /** With Ctrl, as a pinch on a touchpad comes too; else the page scrolls. */
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
