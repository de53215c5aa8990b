// Rain: many small balls on hills and roofs, drawn as points by WebGL2.

import { html, slider } from "../html.js";
import { palette, Scene } from "../scene.js";
import { button, Frames, link, Mean, Numbers, page, unlink } from "../shell.js";
import { look } from "../space.js";

const START = { drops: 10000, restitution: 0.4, friction: 0.3, wind: [1.5, 0] };
const CAMERA = { center: [0, 2.2, 0], width: 24, height: 15, yaw: 0.6, pitch: 0.42 };
const RADIUS = 0.04;
const HZ = 60;
/** The most ticks of a frame: what is slower than that is in slow motion. */
const MOST = 2;
/** Radians a pixel, and a key. */
const TURN = 0.008;
const KEY = 0.08;
const HIGHEST = 1.5;
const LOWEST = 0.04;
const FOG = 70;

/** The Rust that the page shows. */
export const code = () => `let level = Mesh::new(&vertices, triangles)?;
let mut swarm = Swarm::new(SwarmSettings {
    radius: 0.04,
    restitution: 0.4,
    friction: 0.3,
    acceleration: vec3(1.5, -9.81, 0.),
})?;
swarm.particles.push(Particle::new(vec3(0., 14., 0.), Vec3::ZERO));
swarm.tick(&level, 1. / 60.);`;

const HOW = `<p>Each drop is a ball, swept exactly through every tick: it stops at the first triangle that it meets, bounces, and goes on
for the rest of the tick. So none passes through a roof, at no speed, and none needs small steps. What lies still is known to
lie still, and costs next to nothing until something changes.</p>
<p>For each drop that moves, a tree over the level finds those of some thirteen thousand triangles that are near its way.
In the browser there is one thread; natively, with the feature <code>rayon</code>, all cores, to the same bits.</p>`;

class Rain {
  #rooms;
  #schema;
  #onFrame;
  #room;
  #settings;
  #scene;
  #kept = null;
  #moment;
  #camera = { ...CAMERA, center: [...CAMERA.center] };
  #colours = null;
  #plays = true;
  #rest = 0;
  /** Whether the settings are still those it has been opened with. */
  #isFresh = true;
  #changed = true;
  #closed = false;
  #frame = 0;
  #tick = new Mean();
  #work = new Mean();
  #hash = "";
  #linking = 0;
  #frames;
  #sizes;
  #parts = {};

  static async open(rooms, listed, text, onFrame) {
    const rain = new Rain();
    rain.#rooms = rooms;
    rain.#onFrame = onFrame;
    rain.#schema = rooms.schema("rain");
    const { settings, damaged } = unlink(rain.#schema, text, START);
    let message = damaged ? "This link is damaged; here is the rain as it starts." : "";
    try {
      rain.#room = await rooms.open("rain", settings);
      rain.#settings = settings;
    } catch (error) {
      message = `This link does not open: ${error.message}. Here is the rain as it starts.`;
      rain.#settings = structuredClone(START);
      rain.#room = await rooms.open("rain", rain.#settings);
    }
    rain.#build(listed);
    rain.#tell(message);
    rain.#advance(0);
    rain.#frames = new Frames((seconds) => rain.#each(seconds));
    rain.#sizes = new ResizeObserver(() => { rain.#changed = true; });
    rain.#sizes.observe(rain.#parts.view);
    return rain;
  }

  close() {
    this.#closed = true;
    this.#frames.close();
    clearTimeout(this.#linking);
    this.#sizes.disconnect();
    this.#scene?.close();
    this.#room.close();
  }

  recolour() {
    this.#colours = null;
    this.#changed = true;
  }

  #build(listed) {
    const parts = this.#parts;
    this.#scene = Scene.make(() => this.#keep());
    this.#keep();
    parts.over = html("div", { class: "over", tabindex: 0, role: "application", "aria-label": "The rain: arrows turn the view, + and − zoom, P pauses" });
    parts.view = html("div", { class: "drawing space" },
      this.#scene ? this.#scene.canvas : html("p", { class: "missing" }, "The rain is drawn with WebGL2, which is missing or switched off in this browser. It falls all the same: the numbers tell."),
      parts.over);
    this.#turns(parts.over);
    parts.pause = button("Pause", () => this.#pause(), { class: "main" });
    parts.verdict = html("p", { class: "verdict" }, html("i", { "aria-hidden": "true" }), html("span"), html("b"));
    parts.message = html("p", { class: "message", role: "alert", hidden: "" });
    parts.numbers = new Numbers(["ticks", "hits in a tick", "at rest", "a drop in a tick", "state hash"]);
    const wind = (axis, label) => slider(`slider-wind-${axis}`, { label, min: -6, max: 6, step: 0.1 }, () => this.#settings.wind[axis],
      (value) => this.#set({ wind: this.#settings.wind.map((x, i) => (i === axis ? value : x)) }));
    const setting = (name) => slider(`slider-${name}`, { label: name, min: 0, max: 1, step: 0.01 }, () => this.#settings[name], (value) => this.#set({ [name]: value }));
    const drops = slider("slider-drops", { label: "drops", min: 3, max: 5, step: 0.05, log: true }, () => this.#settings.drops, (drops) => this.#set({ drops }));
    parts.sliders = [drops, setting("restitution"), setting("friction"), wind(0, "wind along x, m/s²"), wind(1, "wind along z, m/s²")];
    const tool = (label, sign, onclick) => button(sign, onclick, { "aria-label": label, title: label });
    const zoom = (factor) => () => this.#zoom(factor);
    const tools = html("div", { class: "tools", role: "group", "aria-label": "View" },
      tool("Zoom in", "+", zoom(1.25)), tool("Zoom out", "−", zoom(0.8)), tool("View as at the start", "⌂", () => {
        this.#camera = { ...CAMERA, center: [...CAMERA.center] };
        this.#changed = true;
      }));
    this.element = page(listed, {
      stage: [html("div", { class: "frame" }, parts.view, tools)],
      hint: "Drag to turn the view; two fingers, or + and −, zoom. Or Tab to it: arrows turn, P pauses.",
      panel: [
        html("div", { class: "do" }, parts.pause, button("Again", () => this.#again())),
        parts.verdict, parts.message, parts.numbers.element,
        html("div", { class: "sliders" }, ...parts.sliders.map((one) => one.element)),
      ],
      how: HOW,
      code: code(),
      linked: () => this.#relink(),
    });
    parts.sliders.forEach((slider) => slider.update());
  }

  /** The level goes to the card, again where it has been lost. */
  #keep() {
    if (this.#scene) this.#kept = this.#scene.keep(this.#room.act("level", {}));
    this.#changed = true;
  }

  // ---- The view.

  #zoom(factor) {
    const within = (x) => Math.min(Math.max(x, 3), 60);
    this.#camera.width = within(this.#camera.width / factor);
    this.#camera.height = within(this.#camera.height / factor);
    this.#changed = true;
  }

  #turn(dx, dy) {
    this.#camera.yaw -= dx;
    this.#camera.pitch = Math.min(Math.max(this.#camera.pitch + dy, LOWEST), HIGHEST);
    this.#changed = true;
  }

  #turns(over) {
    const fingers = new Map();
    over.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      over.setPointerCapture(event.pointerId);
      over.focus({ preventScroll: true, focusVisible: false });
      event.preventDefault();
    });
    over.addEventListener("pointermove", (event) => {
      const from = fingers.get(event.pointerId);
      if (!from) return;
      const apart = () => {
        const [p, q] = [...fingers.values()];
        return Math.max(Math.hypot(p[0] - q[0], p[1] - q[1]), 1);
      };
      const two = fingers.size === 2;
      const before = two ? apart() : 1;
      const to = [event.clientX, event.clientY];
      fingers.set(event.pointerId, to);
      if (two) this.#zoom(apart() / before);
      else this.#turn((to[0] - from[0]) * TURN, (to[1] - from[1]) * TURN);
    });
    const release = (event) => fingers.delete(event.pointerId);
    over.addEventListener("pointerup", release);
    over.addEventListener("pointercancel", release);
    over.addEventListener("wheel", (event) => {
      // With Ctrl, as a pinch on a touchpad comes too; else the page scrolls.
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.#zoom(Math.exp(-event.deltaY * 0.005));
    }, { passive: false });
    const turns = { ArrowLeft: [KEY, 0], ArrowRight: [-KEY, 0], ArrowUp: [0, KEY], ArrowDown: [0, -KEY] };
    over.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (Object.hasOwn(turns, event.key)) this.#turn(...turns[event.key]);
      else if (event.key === "+" || event.key === "=") this.#zoom(1.1);
      else if (event.key === "-") this.#zoom(1 / 1.1);
      else if (event.code === "KeyP" && !event.repeat) this.#pause();
      else return;
      event.preventDefault();
    });
  }

  // ---- What is done.

  #pause() {
    this.#plays = !this.#plays;
    this.#changed = true;
  }

  #set(changes) {
    const settings = { ...this.#settings, ...changes };
    const refused = this.#room.act("set", settings);
    this.#tell(refused);
    if (refused !== "") return;
    this.#settings = settings;
    this.#isFresh = false;
    this.#tick = new Mean();
    this.#parts.sliders.forEach((slider) => slider.update());
    this.#advance(0);
    clearTimeout(this.#linking);
    this.#linking = setTimeout(() => this.#relink(), 200);
  }

  /** From the beginning. */
  async #again() {
    let room;
    try {
      room = await this.#rooms.open("rain", this.#settings);
    } catch (error) {
      this.#tell(`It does not begin again: ${error.message}.`);
      return;
    }
    if (this.#closed) {
      room.close();
      return;
    }
    this.#room.close();
    this.#room = room;
    this.#isFresh = true;
    this.#plays = true;
    this.#advance(0);
  }

  #relink() {
    history.replaceState(null, "", link(this.#schema, this.#settings));
  }

  #tell(message) {
    this.#parts.message.textContent = message;
    this.#parts.message.hidden = message === "";
  }

  #advance(ticks) {
    const began = performance.now();
    this.#moment = this.#room.act("tick", ticks);
    if (ticks > 0) this.#tick.add((performance.now() - began) / ticks);
    // It lies in the wasm's memory until the next call.
    this.#moment.places = this.#moment.places.slice();
    this.#changed = true;
  }

  // ---- A frame.

  #each(seconds) {
    const began = performance.now();
    if (this.#plays) {
      this.#rest = Math.min(this.#rest + seconds * HZ, MOST);
      const ticks = Math.floor(this.#rest);
      this.#rest -= ticks;
      if (ticks > 0) this.#advance(ticks);
    }
    const size = [this.#parts.view.clientWidth, this.#parts.view.clientHeight];
    if (!this.#changed || size[0] === 0) return;
    this.#changed = false;
    if (this.#scene) this.#draw(size);
    // Of many it takes a while.
    this.#hash = this.#plays ? "…" : this.#room.act("hash", {});
    this.#words();
    this.#frame += 1;
    this.#work.add(performance.now() - began);
    const { tick, hits, resting } = this.#moment;
    this.#onFrame({
      page: "rain", inputs: structuredClone(this.#settings), camera: structuredClone(this.#camera),
      answer: { tick, hits, resting, hash: this.#hash, is_fresh: this.#isFresh }, times: { tick: this.#tick.value, frame: this.#work.value }, plays: this.#plays, frame: this.#frame,
    });
  }

  #draw(size) {
    this.#colours ??= palette();
    const seen = look(this.#camera, size);
    const { eye } = seen.ray([0, 0]);
    const { level: { lit, dim }, hero } = this.#colours;
    const { matrix } = seen;
    // Of space.js's camera w counts in distances of the eye: the radius in parts of the screen at w = 1.
    const radius = (2 * RADIUS * seen.scale) / size[1];
    this.#scene.render(size, Math.min(devicePixelRatio, 2), {
      matrix, eye, things: [{ kept: this.#kept, pose: null, paint: { lit, dim } }], shadows: new Float32Array(0), lines: new Float32Array(0),
      walkable: 0, fog: FOG, colours: this.#colours, points: { places: this.#moment.places, radius, paint: { lit: hero.outline, dim: hero.dim } },
    });
  }

  #words() {
    const parts = this.#parts;
    const { tick, hits, resting } = this.#moment;
    const [, words, time] = parts.verdict.children;
    parts.verdict.dataset.is = this.#plays ? "hit" : "apart";
    words.textContent = this.#plays ? "A tick takes" : "Paused";
    time.textContent = this.#tick.value > 0 ? `${this.#tick.value.toFixed(1)} ms` : "–";
    parts.pause.textContent = this.#plays ? "Pause" : "Go on";
    parts.numbers.tell("ticks", tick.toLocaleString("en"));
    parts.numbers.tell("hits in a tick", hits.toLocaleString("en"));
    parts.numbers.tell("at rest", resting.toLocaleString("en"));
    parts.numbers.tell("a drop in a tick", this.#tick.value > 0 ? `${Math.round((this.#tick.value / this.#settings.drops) * 1e6)} ns` : "–");
    parts.numbers.tell("state hash", this.#hash);
  }
}

export default Rain.open;
