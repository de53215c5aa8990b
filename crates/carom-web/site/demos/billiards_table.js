// The table of the page Billiards on a canvas: cloth, cushions, pockets, balls, lines of travel, marks of spin.

import { html } from "../html.js";
import { element } from "../picture.js";
import { colors } from "../shell.js";
import { drawBalls, EDGES, INKS, poolLook } from "./ball.js";

/** The frame around the wood, m. */
const FRAME = 0.09;
/** The place of the baulk line of snooker, relative to the length. */
const BAULK = 737 / 3569;
/** The color of pockets, on light and dark pages. */
const HOLE = "#0b0e10";
/** The state of a ball that is in a pocket. */
const POCKETED = 4;
/** Speeds of slip and of spin that give the longest marks, m/s; their length and radius in pixels; the angle of the longest arc. */
const LONGEST = 2;
const PUSH = 22;
const ARC = 8;
const TURN = 5.2;
/** Smaller marks, in pixels, are not drawn. */
const LEAST = 2.5;

/** The look of a ball, and the text on it, by the game. */
function face(game, number) {
  if (game === "snooker" && number > 0) return number <= 15 ? { look: "red", text: "" } : { look: "stripe", text: String(number - 14) };
  if (game === "carom") return { look: ["cue", "stripe", "red"][number] ?? "solid", text: "" };
  return { look: poolLook(number), text: number > 0 ? String(number) : "" };
}

/** The name of a ball in a list. */
export const ballName = (game, number) => (number === 0 ? "cue" : face(game, number).text || (game === "snooker" ? `red ${number}` : String(number)));

/** The table on the screen: a canvas, and above it an SVG for handles. A frame that is wide has the table's length across. */
export class TableView {
  /** A press anywhere moves a handle. */
  reach = Infinity;
  canvas = html("canvas", { class: "drawing", "aria-hidden": "true" });
  svg = element("svg", { class: "over", role: "group", "aria-label": "Table: cue ball, and aim" }, element("g", { class: "picture" }));
  scene = { size: [1, 1], wood: 0, radius: 0.03, cushions: [], pockets: [] };
  #ink = null;

  get size() {
    return [this.canvas.clientWidth, this.canvas.clientHeight];
  }

  get #turned() {
    const [width, height] = this.size;
    return width > height;
  }

  get scale() {
    const lengths = this.scene.size.map((length) => length + 2 * (this.scene.wood + FRAME));
    if (this.#turned) lengths.reverse();
    return Math.min(...this.size.map((length, i) => length / lengths[i]));
  }

  to = ([x, y]) => {
    const [[width, height], [w, l], scale] = [this.size, this.scene.size, this.scale];
    const [dx, dy] = [x - w / 2, y - l / 2];
    return this.#turned ? [width / 2 + dy * scale, height / 2 + dx * scale] : [width / 2 + dx * scale, height / 2 - dy * scale];
  };

  from([px, py]) {
    const [[width, height], [w, l], scale] = [this.size, this.scene.size, this.scale];
    const [dx, dy] = [(px - width / 2) / scale, (py - height / 2) / scale];
    return this.#turned ? [w / 2 + dy, l / 2 + dx] : [w / 2 + dx, l / 2 - dy];
  }

  dragged(p, pixel) {
    return this.from(pixel);
  }

  /** The direction on the table of an arrow key. */
  step(key) {
    const keys = this.#turned
      ? { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }
      : { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    return Object.hasOwn(keys, key) ? keys[key] : null;
  }

  recolor() {
    this.#ink = null;
  }

  /** Draws a moment. `lines` are the traces, and until when they are drawn; null for none. */
  draw(game, moment, lines) {
    const pixel = Math.min(devicePixelRatio, 3);
    const [width, height] = this.size;
    const size = [Math.round(width * pixel), Math.round(height * pixel)];
    const { canvas } = this;
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    const context = canvas.getContext("2d");
    context.setTransform(pixel, 0, 0, pixel, 0, 0);
    context.clearRect(0, 0, width, height);
    context.lineJoin = "round";
    this.#ink ??= colors([...INKS, "soft", "line", "grid", "b-fill", "answer"]);
    this.#wood(context, game);
    if (lines) this.#traces(context, game, moment, lines);
    const r = this.scene.radius * this.scale;
    const balls = Array.from(moment.motions, (motion, i) => ({ motion, at: this.to(moment.places.slice(2 * i, 2 * i + 2)), ...face(game, i) }));
    drawBalls(context, balls.filter(({ motion }) => motion !== POCKETED), r, this.#ink);
    balls.forEach(({ motion, at }, i) => {
      if (motion !== POCKETED) this.#arc(context, at, r + 3, moment.sides[i]);
    });
  }

  #wood(context, game) {
    const { size: [w, l], wood, cushions, pockets } = this.scene;
    const ink = this.#ink;
    const box = (by, round) => {
      const [[x, y], [x2, y2]] = [this.to([-by, -by]), this.to([w + by, l + by])];
      context.beginPath();
      context.roundRect(Math.min(x, x2), Math.min(y, y2), Math.abs(x2 - x), Math.abs(y2 - y), round * this.scale);
    };
    const dot = (p, radius) => {
      context.beginPath();
      context.arc(...this.to(p), radius, 0, 2 * Math.PI);
    };
    context.lineWidth = 1.5;
    context.fillStyle = ink["b-fill"];
    context.strokeStyle = ink.b;
    box(wood + FRAME * 0.9, FRAME);
    context.fill();
    context.stroke();
    // The diamonds, at the eighths of the length.
    context.fillStyle = ink.b;
    const out = wood + FRAME * 0.45;
    for (let i = 1; i < 8; i++) {
      const across = i < 4 ? [[(w * i) / 4, -out], [(w * i) / 4, l + out]] : [];
      for (const p of [...across, ...(i === 4 && pockets.length > 0 ? [] : [[-out, (l * i) / 8], [w + out, (l * i) / 8]])]) {
        dot(p, Math.max(this.scale * 0.006, 1));
        context.fill();
      }
    }
    box(wood, 0.004);
    context.fillStyle = ink.panel;
    context.fill();
    // Head string, or baulk line, and foot spot.
    context.strokeStyle = ink.line;
    context.lineWidth = 1;
    context.beginPath();
    const line = game === "snooker" ? BAULK * l : l / 4;
    context.moveTo(...this.to([0, line]));
    context.lineTo(...this.to([w, line]));
    context.stroke();
    context.fillStyle = ink.line;
    dot([w / 2, 0.75 * l], Math.max(this.scale * 0.008, 1.5));
    context.fill();
    context.fillStyle = HOLE;
    context.strokeStyle = ink.b;
    for (const { center, radius } of pockets) {
      dot(center, radius * this.scale);
      context.fill();
      context.stroke();
    }
    context.fillStyle = ink["b-hatch"];
    context.strokeStyle = ink.b;
    context.lineWidth = 1.25;
    for (const corners of cushions) {
      context.beginPath();
      for (const corner of corners) context.lineTo(...this.to(corner));
      context.closePath();
      context.fill();
      context.stroke();
    }
  }

  #traces(context, game, moment, { traces, until }) {
    const ink = this.#ink;
    let first = 0;
    traces.counts.forEach((count, ball) => {
      const end = first + count;
      if (count > 1) {
        context.beginPath();
        for (let i = first; i < end && traces.times[i] <= until; i++) context.lineTo(...this.to([traces.places[2 * i], traces.places[2 * i + 1]]));
        if (moment.time === until) context.lineTo(...this.to(moment.places.slice(2 * ball, 2 * ball + 2)));
        context.strokeStyle = ink[EDGES[face(game, ball).look]];
        context.lineWidth = ball === 0 ? 1.75 : 1.1;
        context.stroke();
      }
      first = end;
    });
    traces.mark_times.forEach((time, i) => {
      // Half of them: the table is smaller than in the pictures of the command.
      if (time > until || i % 2 === 1) return;
      const pair = (numbers) => [numbers[2 * i], numbers[2 * i + 1]];
      const place = pair(traces.mark_places);
      this.#push(context, place, pair(traces.mark_slips));
      this.#arc(context, this.to(place), ARC, traces.mark_sides[i]);
    });
  }

  /** An arrow in the direction in which the cloth pushes: against the slip. */
  #push(context, place, slip) {
    const speed = Math.hypot(...slip);
    const length = PUSH * Math.min(speed / LONGEST, 1);
    if (length < LEAST) return;
    const from = this.to(place);
    const aside = this.to(place.map((x, i) => x - slip[i]));
    const far = Math.hypot(aside[0] - from[0], aside[1] - from[1]);
    const way = from.map((x, i) => (aside[i] - x) / far);
    const at = (along, across) => [from[0] + way[0] * along - way[1] * across, from[1] + way[1] * along + way[0] * across];
    context.strokeStyle = context.fillStyle = this.#ink.wrong;
    context.lineWidth = 1.6;
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...at(length, 0));
    context.stroke();
    context.beginPath();
    for (const point of [[length + 2, 0], [length - 4, -3.2], [length - 4, 3.2]]) context.lineTo(...at(...point));
    context.fill();
  }

  /** An arc for spin about the vertical: counterclockwise if positive, from the top on. */
  #arc(context, [x, y], radius, side) {
    const angle = TURN * Math.max(-1, Math.min(side / LONGEST, 1));
    if (Math.abs(angle) * radius < LEAST) return;
    const end = -Math.PI / 2 - angle;
    context.strokeStyle = context.fillStyle = this.#ink.answer;
    context.lineWidth = 1.6;
    context.beginPath();
    context.arc(x, y, radius, -Math.PI / 2, end, angle > 0);
    context.stroke();
    const [tip, way] = [[x + radius * Math.cos(end), y + radius * Math.sin(end)], Math.sign(angle)];
    const [tx, ty] = [Math.sin(end) * way, -Math.cos(end) * way];
    context.beginPath();
    for (const [along, across] of [[4, 0], [-2, -3], [-2, 3]]) context.lineTo(tip[0] + tx * along - ty * across, tip[1] + ty * along + tx * across);
    context.fill();
  }
}
