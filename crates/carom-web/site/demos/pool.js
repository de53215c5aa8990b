// Demo Pool: event-driven billiards. Balls are drawn with Canvas 2D; the shot above it in SVG, with handles as in the lab.

import { Handles } from "../handles.js";
import { html, slider } from "../html.js";
import { element } from "../picture.js";
import { button, choice, colors, Frames, link, Mean, Numbers, page, unlink } from "../shell.js";
import { figure, vector } from "../words.js";
import { drawBalls, INKS, poolLook } from "./ball.js";
import { Over } from "./over.js";

/** The default settings, in m and s. */
const START = { disks: 0, cue: [0.635, 0.635], friction: 0.25, balls: 0.96, cushions: 0.8, shots: [] };
/** Settings with disks: no loss of energy. */
const CROWD = { cue: [0.4, 0.635], friction: 0, balls: 1, cushions: 1 };
/** The arrow of a shot is its displacement in this time, s. A power of two, so that the conversion is exact. */
const SECONDS = 1 / 16;
const BREAK = [0.5, 0.003];
const SOFT = [0.1875, 0];
/** The rail around the table, m. */
const RAIL = 0.075;
/** Time budget for events per frame, ms. */
const BUDGET = 10;
/** Target time of one call, ms. */
const PIECE = 4;
const PARTS = 240;
const SHADES = 7;
const ROWS = 10;
const SIDES = ["left", "right", "lower", "upper"];
const SPEEDS = [[0.05, "× 1⁄20"], [0.25, "× ¼"], [1, "× 1"], [2, "× 2"]];

/** The Rust that the page shows. */
export const code = () => `let mut table = Table::new(&setup)?;
table.set_velocity(BallId(0), dvec2(8., 0.05))?;
let start = table.snapshot();
for event in table.events_until(2.5)? {
    println!("{:.6} s: {:?} meets {:?}", event.time, event.a, event.with);
}
// Back in time and forwards again: the same bits.
let mut table = Table::restore(&start)?;
table.advance_to(0.7)?;`;

const HOW = `<p>This is an event-driven simulation: it has no time steps. Between two events every ball moves on its own
trajectory. The collision time of two balls is the first root of a polynomial: a quadratic without friction, a quartic
if both balls roll. The simulation goes from one collision to the next in exact order, so balls never overlap and never
miss each other.</p>
<p>To go back in time, it restores a snapshot from before that moment and simulates forwards again, to the same bits;
the hash shows it. A shot is a velocity at a given moment: stop anywhere and shoot again, and the rest of the game is
replaced.</p>
<p>These are hard spheres that slide or roll on a plain table. <a href="#/demo/billiards">Billiards</a> has a cue with english,
cloth, cushions and pockets.</p>`;

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The mapping from the table to the screen. */
class View {
  reach = Infinity;
  svg;
  #canvas;
  #bounds;

  constructor(canvas, bounds, label) {
    this.#canvas = canvas;
    this.#bounds = bounds;
    this.svg = element("svg", { class: "over", role: "group", "aria-label": label }, element("g", { class: "picture" }));
  }

  get size() {
    return [this.#canvas.clientWidth, this.#canvas.clientHeight];
  }

  get scale() {
    const { min, max } = this.#bounds;
    return Math.min(...this.size.map((length, i) => length / (max[i] - min[i] + 2 * RAIL)));
  }

  get #middle() {
    const { min, max } = this.#bounds;
    return min.map((x, i) => (x + max[i]) / 2);
  }

  to = ([x, y]) => {
    const [[width, height], [mx, my], scale] = [this.size, this.#middle, this.scale];
    return [width / 2 + (x - mx) * scale, height / 2 - (y - my) * scale];
  };

  dragged(p, [x, y]) {
    const [[width, height], [mx, my], scale] = [this.size, this.#middle, this.scale];
    return [mx + (x - width / 2) / scale, my - (y - height / 2) / scale];
  }

  step(key) {
    return Object.hasOwn(KEYS, key) ? KEYS[key] : null;
  }
}

class Pool {
  #demos;
  #schema;
  #onFrame;
  #demo;
  #start;
  #pull;
  #scene;
  #moment;
  #line;
  #aim = null;
  #hash = "";
  /** The time to go to. */
  #target = 0;
  #plays = false;
  #speed = 1;
  /** The budget of events per call. */
  #budget = 500;
  #changed = true;
  /** The table requested while another one opens. */
  #opening = null;
  #busy = false;
  #aiming = null;
  #closed = false;
  #frame = 0;
  #rate = new Mean();
  #work = new Mean();
  #lined = 0;
  #frames;
  #sizes;
  #parts = {};
  #ink;

  static async open(demos, listed, text, onFrame) {
    const pool = new Pool();
    pool.#demos = demos;
    pool.#onFrame = onFrame;
    pool.#schema = demos.schema("pool");
    const { settings, damaged } = unlink(pool.#schema, text, START);
    let message = damaged ? "This link is invalid; the table starts with its defaults." : "";
    try {
      pool.#demo = await demos.open("pool", settings);
      pool.#start = settings;
    } catch (error) {
      message = `This link does not open: ${error.message}. The table starts with its defaults.`;
      pool.#start = structuredClone(START);
      pool.#demo = await demos.open("pool", pool.#start);
    }
    pool.#pull = pool.#start.disks > 0 ? [...SOFT] : [...BREAK];
    pool.#build(listed);
    pool.#entered();
    pool.#tell(message);
    pool.#frames = new Frames((seconds) => pool.#each(seconds));
    pool.#sizes = new ResizeObserver(() => { pool.#changed = true; });
    pool.#sizes.observe(pool.#parts.canvas);
    return pool;
  }

  close() {
    this.#closed = true;
    this.#frames.close();
    this.#sizes.disconnect();
    this.#demo.close();
  }

  recolor() {
    this.#ink = null;
    this.#changed = true;
  }

  // ---- Elements.

  #build(listed) {
    const parts = this.#parts;
    const { bounds } = this.#demo.call("scene", {});
    parts.canvas = html("canvas", { class: "drawing", "aria-hidden": "true" });
    // At the start the cue ball can be placed; later there is only a shot to aim.
    parts.views = ["Table: position of the cue ball, and shot", "Table: shot"].map((label) => new View(parts.canvas, bounds, label));
    const shot = { at: "cue", tip: "pull", of: "a", label: "Shot" };
    const ball = { at: "cue", with: [], of: "a", label: "Cue ball" };
    const inputs = () => this.#inputs;
    parts.handles = [
      new Handles(parts.views[0], [ball, shot], inputs, () => this.#aimed()),
      new Handles(parts.views[1], [shot], inputs, () => this.#aimed()),
    ];
    const frame = html("div", { class: "frame", onkeydown: (event) => this.#key(event) }, parts.canvas, ...parts.views.map((view) => view.svg));
    parts.time = html("input", { type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": "Time", oninput: () => this.#slide() });
    parts.density = element("svg", { class: "density", "aria-hidden": "true", viewBox: `0 0 ${PARTS} 24`, preserveAspectRatio: "none" });
    const tool = (label, sign, onclick) => button(sign, onclick, { "aria-label": label, title: label });
    parts.play = tool("Play", "▶", () => this.#play(!this.#plays));
    const transport = html("div", { class: "transport", role: "group", "aria-label": "Time" },
      tool("To the start", "⏮", () => this.#to(0)),
      tool("Previous event", "◀❘", () => this.#event(this.#before())),
      parts.play,
      tool("Next event", "❘▶", () => this.#event(this.#moment.events + 1)),
      tool("To the end", "⏭", () => this.#to(this.#line.end)));
    parts.speed = choice("Speed", SPEEDS, 1, (speed) => { this.#speed = speed; });
    parts.shoot = button("Break", () => this.#shoot(), { class: "main" });
    parts.verdict = html("p", { class: "verdict" }, html("i", { "aria-hidden": "true" }), html("span"), html("b"));
    parts.message = html("p", { class: "message", role: "alert", hidden: "" });
    parts.numbers = new Numbers(["events", "energy (J)", "momentum (kg m/s)", "largest overlap", "events per second", "state hash"]);
    parts.rows = Array.from({ length: ROWS }, () => {
      const row = html("button", { type: "button", onclick: () => this.#event(Number(row.dataset.number)) }, html("span"), html("span"), html("span"), html("span"));
      return row;
    });
    parts.disks = choice("Table", [[0, "16 balls"], [1000, "1,000 disks"], [5000, "5,000"], [20000, "20,000"]], this.#start.disks, (disks) => (
      this.#open({ ...START, ...(disks > 0 ? CROWD : {}), disks }, disks > 0 ? SOFT : BREAK)));
    const setting = (name, label) => slider(`slider-${name}`, { label, min: 0, max: 1, step: 0.01 }, () => this.#start[name],
      (value) => this.#open({ ...this.#start, shots: [], [name]: value }, this.#pull));
    parts.sliders = [
      setting("friction", "rolling friction, m/s²"),
      setting("balls", "restitution of balls"),
      setting("cushions", "restitution of cushions"),
    ];
    this.element = page(listed, {
      stage: [frame, html("div", { class: "timeline" }, parts.density, parts.time), html("div", { class: "bar" }, transport, parts.speed.element)],
      hint: "Drag the tip of the arrow to aim; its length is the speed. At the start you can also move the cue ball. Or press Tab to select a handle: arrow keys move it, Enter shoots.",
      panel: [
        html("div", { class: "do" }, parts.shoot), parts.verdict, parts.message, parts.disks.element, parts.numbers.element,
        html("h2", {}, "Events, latest first"),
        html("div", { class: "events" }, html("div", { class: "head", "aria-hidden": "true" }, ...["number", "time, s", "ball, ball or side", "m/s"].map((word) => html("span", {}, word))), ...parts.rows),
        html("div", { class: "sliders" }, ...parts.sliders.map((one) => one.element)),
      ],
      how: HOW,
      code: code(),
      linked: () => this.#relink(),
    });
  }

  /** The values of the handles: the present position of the cue ball, and the shot. */
  get #inputs() {
    this.#aiming ??= { cue: this.#moment.cue, pull: this.#pull };
    return this.#aiming;
  }

  // ---- Actions.

  /** Opens another table. */
  async #open(start, pull) {
    // One at a time; of several requests the last one counts.
    this.#opening = { start, pull };
    if (this.#busy) return;
    this.#busy = true;
    while (this.#opening && !this.#closed) {
      const { start, pull } = this.#opening;
      this.#opening = null;
      try {
        const demo = await this.#demos.open("pool", start);
        if (this.#closed) {
          demo.close();
          break;
        }
        this.#demo.close();
        this.#demo = demo;
        this.#start = start;
        this.#pull = [...pull];
        this.#tell("");
        this.#entered();
        this.#relink();
      } catch (error) {
        this.#tell(`Invalid settings: ${error.message}.`);
        this.#aiming = null;
        this.#changed = true;
      }
    }
    this.#busy = false;
  }

  #entered() {
    this.#scene = this.#demo.call("scene", {});
    this.#scene.radii = this.#scene.radii.slice();
    this.#plays = false;
    this.#budget = 500;
    this.#rate = new Mean();
    for (const slider of this.#parts.sliders) slider.update();
    this.#parts.disks.set(this.#start.disks);
    this.#take(this.#demo.call("event", 0));
    this.#target = this.#moment.time;
    this.#timeline();
  }

  /** Takes over the present moment. */
  #take({ is_there: isThere }) {
    const moment = this.#demo.call("look", {});
    // Arrays are views of the wasm's memory, valid until the next call.
    this.#moment = { ...moment, is_there: isThere, places: moment.places.slice(), speeds: moment.speeds.slice() };
    this.#aiming = null;
    this.#aim = null;
    this.#changed = true;
  }

  #timeline() {
    this.#line = this.#demo.call("line", PARTS);
    const events = Array.from(this.#line.events);
    const most = Math.max(...events, 1);
    const bars = events.map((count, i) => (count > 0 ? `M${i} 24v${-2 - 22 * Math.sqrt(count / most)}h1V24z` : "")).join("");
    const shots = this.#line.shots.map(({ time }) => `M${(time / this.#line.end) * PARTS} 0v24`).join("");
    this.#parts.density.replaceChildren(element("path", { class: "bars", d: bars || "M0 24" }), element("path", { class: "shots", d: shots || "M0 0" }));
    this.#parts.time.max = Math.max(this.#line.end, 1e-3);
    this.#parts.time.disabled = this.#line.end === 0;
    this.#lined = performance.now();
  }

  #play(plays) {
    if (plays && this.#moment.time >= this.#line.end) this.#target = 0;
    this.#plays = plays && this.#line.end > 0;
    this.#changed = true;
  }

  #to(time) {
    this.#plays = false;
    this.#target = time;
    this.#changed = true;
  }

  #slide() {
    this.#to(Number(this.#parts.time.value));
  }

  /** The number of the last event before the present moment. */
  #before() {
    const { events, time, recent } = this.#moment;
    return recent.length > 0 && time > recent[0].time ? events : Math.max(events - 1, 0);
  }

  #event(number) {
    if (!Number.isFinite(number) || this.#line.end === 0) return;
    this.#plays = false;
    this.#take(this.#demo.call("event", number));
    this.#target = this.#moment.time;
  }

  #aimed() {
    const { cue, pull } = this.#inputs;
    this.#pull = pull;
    if (cue.some((x, i) => x !== this.#moment.cue[i])) {
      this.#aim = null;
      this.#open({ ...this.#start, cue: [...cue], shots: [] }, pull);
      return;
    }
    this.#aim = null;
    this.#changed = true;
  }

  #shoot() {
    const velocity = this.#pull.map((x) => x / SECONDS);
    const error = this.#demo.call("shoot", velocity);
    if (error !== "") {
      this.#tell(`${error}.`);
      return;
    }
    this.#tell("");
    this.#timeline();
    this.#start = { ...this.#start, shots: this.#line.shots };
    this.#relink();
    this.#target = this.#moment.time;
    this.#plays = true;
    this.#take({ is_there: true });
  }

  #key(event) {
    if (event.key !== "Enter" || this.#plays) return;
    event.preventDefault();
    this.#shoot();
  }

  #relink() {
    history.replaceState(null, "", link(this.#schema, this.#start));
  }

  #tell(message) {
    this.#parts.message.textContent = message;
    this.#parts.message.hidden = message === "";
  }

  // ---- A frame.

  #each(seconds) {
    const began = performance.now();
    if (this.#plays) {
      this.#target = Math.min(this.#target + seconds * this.#speed, this.#line.end);
    }
    if (this.#target !== this.#moment.time || !this.#moment.is_there) this.#go();
    if (!this.#changed) return;
    if (this.#parts.canvas.clientWidth === 0) return;
    this.#changed = false;
    // The hash of many balls takes a while.
    this.#hash = this.#plays && this.#start.disks > 0 ? "…" : this.#demo.call("hash", {});
    this.#draw();
    this.#words();
    this.#frame += 1;
    this.#work.add(performance.now() - began);
    this.#onFrame({
      page: "pool",
      inputs: { ...structuredClone(this.#start), pull: [...this.#pull] },
      camera: null,
      answer: { ...this.#moment, hash: this.#hash, end: this.#line.end, aim: this.#aim, plays: this.#plays },
      work: this.#work.value,
      frame: this.#frame,
    });
  }

  #go() {
    const [before, began] = [this.#moment.events, performance.now()];
    let reached;
    let spent;
    do {
      const then = performance.now();
      reached = this.#demo.call("go", { time: this.#target, events: this.#budget });
      const took = performance.now() - then;
      // Adapt the budget, so that a call takes a few milliseconds.
      if (!reached.is_there) this.#budget = Math.round(this.#budget * Math.min(Math.max(PIECE / Math.max(took, 0.1), 0.5), 2));
      spent = performance.now() - began;
    } while (!reached.is_there && spent < BUDGET);
    this.#take(reached);
    if (reached.is_there) {
      this.#target = this.#moment.time;
      if (this.#moment.time >= this.#line.end) this.#plays = false;
    } else if (this.#plays) {
      // Too slow for real time: play in slow motion.
      this.#target = this.#moment.time;
    }
    const done = this.#moment.events - before;
    if (done > 100) this.#rate.add((done / spent) * 1000);
    if (this.#start.disks > 0 && performance.now() - this.#lined > 250) this.#timeline();
  }

  #words() {
    const parts = this.#parts;
    const { time, events, energy, momentum, max_overlap: overlap, recent, status, is_there: isThere } = this.#moment;
    const shot = this.#line.shots.length > 0;
    const waits = !isThere && !this.#plays;
    const ends = status === "moving" ? "Paused" : `${status[0].toUpperCase()}${status.slice(1)}`;
    const says = this.#plays ? "Playing" : waits ? "Computing" : shot ? ends : "Aim and break";
    const [, words, seconds] = parts.verdict.children;
    parts.verdict.dataset.is = this.#plays ? "hit" : "apart";
    words.textContent = says;
    seconds.textContent = `${time.toFixed(3)} s`;
    parts.shoot.textContent = shot ? "Shoot" : "Break";
    parts.play.textContent = this.#plays ? "❚❚" : "▶";
    parts.play.setAttribute("aria-label", this.#plays ? "Pause" : "Play");
    parts.play.title = this.#plays ? "Pause" : "Play";
    if (document.activeElement !== parts.time || this.#plays) parts.time.value = time;
    parts.time.setAttribute("aria-valuetext", `${time.toFixed(3)} s`);
    parts.numbers.set("events", events.toLocaleString("en"));
    parts.numbers.set("energy (J)", figure(energy, 6), energy);
    parts.numbers.set("momentum (kg m/s)", vector(momentum), momentum);
    parts.numbers.set("largest overlap", overlap === 0 ? "none" : `${overlap.toExponential(1).replace("-", "−")} of the radii`, overlap);
    parts.numbers.set("events per second", this.#rate.value > 0 ? Math.round(this.#rate.value).toLocaleString("en") : "–");
    parts.numbers.set("state hash", this.#hash);
    const name = (ball) => (ball === 0 ? "cue" : String(ball));
    parts.rows.forEach((row, i) => {
      const event = recent[i];
      row.disabled = !event;
      row.dataset.number = event?.number ?? "";
      // A row without an event keeps its place on the screen and is no button for a screen reader.
      row.ariaHidden = event ? null : "true";
      const cells = event
        ? [event.number.toLocaleString("en"), event.time.toFixed(6), event.ball === null ? `${name(event.a)}, ${SIDES[event.side]}` : `${name(event.a)}, ${name(event.ball)}`, event.speed.toFixed(2)]
        : ["", "", "", ""];
      cells.forEach((text, j) => { row.children[j].textContent = text; });
    });
  }

  // ---- The picture.

  #draw() {
    const { canvas, views, handles } = this.#parts;
    const pixel = Math.min(devicePixelRatio, 3);
    const [width, height] = views[0].size;
    const size = [Math.round(width * pixel), Math.round(height * pixel)];
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    const context = canvas.getContext("2d");
    context.setTransform(pixel, 0, 0, pixel, 0, 0);
    context.clearRect(0, 0, width, height);
    this.#ink ??= colors([...INKS, "soft", "line", "grid", "b-fill"]);
    const [view] = views;
    this.#cushions(context, view);
    if (this.#start.disks > 0) this.#disks(context, view);
    else this.#balls(context, view);

    const aims = !this.#plays && this.#moment.is_there;
    const places = aims && this.#moment.time === 0;
    views[0].svg.toggleAttribute("hidden", !places);
    views[1].svg.toggleAttribute("hidden", !aims || places);
    if (!aims) return;
    const over = new Over(view);
    this.#aim ??= this.#demo.call("aim", this.#pull.map((x) => x / SECONDS));
    const { path, target, from, velocity } = this.#aim;
    const radius = this.#scene.radii[0];
    if (path.length > 1) {
      over.path(path, "motion");
      over.shape([path.at(-1)], radius, "ghost a");
      if (target !== null) over.arrow(from, velocity.map((x) => x * SECONDS * 0.5), "b thin");
    }
    over.arrow(this.#moment.cue, this.#pull, "free");
    const shown = places ? 0 : 1;
    views[shown].svg.querySelector(".picture").replaceChildren(...over.layer.childNodes);
    handles[shown].update();
  }

  #cushions(context, view) {
    const { min, max } = this.#scene.bounds;
    const ink = this.#ink;
    const box = (by, round) => {
      const [[x, y2], [x2, y]] = [view.to([min[0] - by, min[1] - by]), view.to([max[0] + by, max[1] + by])];
      context.beginPath();
      context.roundRect(x, y, x2 - x, y2 - y, round * view.scale);
    };
    box(RAIL * 0.86, RAIL * 0.8);
    context.fillStyle = ink["b-fill"];
    context.strokeStyle = ink.b;
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
    // The diamonds.
    context.fillStyle = ink.b;
    const sight = (p) => {
      const [x, y] = view.to(p);
      context.beginPath();
      context.arc(x, y, Math.max(view.scale * 0.006, 1), 0, 2 * Math.PI);
      context.fill();
    };
    for (let i = 1; i < 8; i++) {
      const x = min[0] + ((max[0] - min[0]) * i) / 8;
      sight([x, min[1] - RAIL * 0.45]);
      sight([x, max[1] + RAIL * 0.45]);
    }
    for (let i = 1; i < 4; i++) {
      const y = min[1] + ((max[1] - min[1]) * i) / 4;
      sight([min[0] - RAIL * 0.45, y]);
      sight([max[0] + RAIL * 0.45, y]);
    }
    box(0, 0.004);
    context.fillStyle = ink.panel;
    context.fill();
    context.lineWidth = 1;
    context.stroke();
  }

  /** Numbered balls: solids, and stripes above eight. */
  #balls(context, view) {
    const { places } = this.#moment;
    const balls = Array.from({ length: places.length / 2 }, (_, i) => (
      { at: view.to([places[2 * i], places[2 * i + 1]]), look: poolLook(i), text: i > 0 ? String(i) : "" }));
    drawBalls(context, balls, this.#scene.radii[0] * view.scale, this.#ink);
  }

  /** Faster disks are darker, or brighter on dark pages. */
  #disks(context, view) {
    const { places, speeds } = this.#moment;
    const { radii } = this.#scene;
    const [x0, y0] = view.to([0, 0]);
    const { scale } = view;
    const ink = this.#ink;
    const shades = Array.from({ length: SHADES }, () => []);
    for (let i = 1; i < speeds.length; i++) {
      const share = speeds[i] / (speeds[i] + 0.35);
      shades[Math.min(Math.floor(share * SHADES), SHADES - 1)].push(i);
    }
    const r = radii[1] * scale;
    // A disk of a few pixels is drawn as a square of the same area, which is much faster.
    const [small, side] = [r < 2.2, r * Math.sqrt(Math.PI)];
    shades.forEach((balls, shade) => {
      context.fillStyle = `color-mix(in oklab, ${ink["a-fill"]}, ${ink.a} ${Math.round((100 * shade) / (SHADES - 1))}%)`;
      context.beginPath();
      for (const i of balls) {
        const [x, y] = [x0 + places[2 * i] * scale, y0 - places[2 * i + 1] * scale];
        if (small) {
          context.rect(x - side / 2, y - side / 2, side, side);
        } else {
          context.moveTo(x + r, y);
          context.arc(x, y, r, 0, 2 * Math.PI);
        }
      }
      context.fill();
    });
    context.beginPath();
    context.arc(x0 + places[0] * scale, y0 - places[1] * scale, radii[0] * scale, 0, 2 * Math.PI);
    context.fillStyle = ink["b-fill"];
    context.strokeStyle = ink.b;
    context.lineWidth = 2;
    context.fill();
    context.stroke();
  }
}

export default Pool.open;
