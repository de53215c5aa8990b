// Demo Rain: a particle swarm on hills and roofs, drawn as points with WebGL2.

import { html, slider } from "../html.js";
import { palette, Scene } from "../scene.js";
import { button, Frames, link, Mean, Numbers, page, unlink } from "../shell.js";
import { look } from "../space.js";

const START = { drops: 10000, restitution: 0.4, friction: 0.3, wind: [1.5, 0] };
const CAMERA = { center: [0, 2.2, 0], width: 24, height: 15, yaw: 0.6, pitch: 0.42 };
const RADIUS = 0.04;
const HZ = 60;
/** The largest number of ticks per frame; slower machines run in slow motion. */
const MOST = 2;
/** Rotation of the view, radians per pixel and per key press. */
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

const HOW = `<p>Each drop is a small ball, swept exactly in every tick: it stops at the first triangle it hits, bounces,
and uses up the rest of the tick. So no drop passes through a roof at any speed, without substeps. Drops at rest are
recognized and cost next to nothing until something changes.</p>
<p>For each moving drop, a BVH over thirteen thousand triangles finds the few near its path. The browser uses one
thread; native programs with the feature <code>rayon</code> use all cores, with the same bits as result.</p>`;

class Rain {
  #demos;
  #schema;
  #onFrame;
  #demo;
  #settings;
  #scene;
  #kept = null;
  #moment;
  #camera = { ...CAMERA, center: [...CAMERA.center] };
  #colors = null;
  #plays = true;
  #rest = 0;
  /** Whether the settings are unchanged since the demo was opened. */
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

  static async open(demos, listed, text, onFrame) {
    const rain = new Rain();
    rain.#demos = demos;
    rain.#onFrame = onFrame;
    rain.#schema = demos.schema("rain");
    const { settings, damaged } = unlink(rain.#schema, text, START);
    let message = damaged ? "This link is invalid; the rain starts with its defaults." : "";
    try {
      rain.#demo = await demos.open("rain", settings);
      rain.#settings = settings;
    } catch (error) {
      message = `This link does not open: ${error.message}. The rain starts with its defaults.`;
      rain.#settings = structuredClone(START);
      rain.#demo = await demos.open("rain", rain.#settings);
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
    this.#demo.close();
  }

  recolor() {
    this.#colors = null;
    this.#changed = true;
  }

  #build(listed) {
    const parts = this.#parts;
    this.#scene = Scene.make(() => this.#keep());
    this.#keep();
    parts.over = html("div", { class: "over", tabindex: 0, role: "application", "aria-label": "Rain. Arrow keys rotate the view, + and − zoom, P pauses." });
    parts.view = html("div", { class: "drawing space" },
      this.#scene ? this.#scene.canvas : html("p", { class: "missing" }, "The rain is drawn with WebGL2, which this browser does not support or has disabled. The simulation still runs; the numbers show its state."),
      parts.over);
    this.#turns(parts.over);
    parts.pause = button("Pause", () => this.#pause(), { class: "main" });
    parts.verdict = html("p", { class: "verdict" }, html("i", { "aria-hidden": "true" }), html("span"), html("b"));
    parts.message = html("p", { class: "message", role: "alert", hidden: "" });
    parts.numbers = new Numbers(["ticks", "hits per tick", "at rest", "time per drop and tick", "state hash"]);
    const wind = (axis, label) => slider(`slider-wind-${axis}`, { label, min: -6, max: 6, step: 0.1 }, () => this.#settings.wind[axis],
      (value) => this.#set({ wind: this.#settings.wind.map((x, i) => (i === axis ? value : x)) }));
    const setting = (name) => slider(`slider-${name}`, { label: name, min: 0, max: 1, step: 0.01 }, () => this.#settings[name], (value) => this.#set({ [name]: value }));
    const drops = slider("slider-drops", { label: "drops", min: 3, max: 5, step: 0.05, log: true }, () => this.#settings.drops, (drops) => this.#set({ drops }));
    parts.sliders = [drops, setting("restitution"), setting("friction"), wind(0, "wind along x, m/s²"), wind(1, "wind along z, m/s²")];
    const tool = (label, sign, onclick) => button(sign, onclick, { "aria-label": label, title: label });
    const zoom = (factor) => () => this.#zoom(factor);
    const tools = html("div", { class: "tools", role: "group", "aria-label": "View" },
      tool("Zoom in", "+", zoom(1.25)), tool("Zoom out", "−", zoom(0.8)), tool("Reset the view", "⌂", () => {
        this.#camera = { ...CAMERA, center: [...CAMERA.center] };
        this.#changed = true;
      }));
    this.element = page(listed, {
      stage: [html("div", { class: "frame" }, parts.view, tools)],
      hint: "Drag to rotate the view; two fingers, or + and −, zoom. Or press Tab to select it: arrow keys rotate, P pauses.",
      panel: [
        html("div", { class: "do" }, parts.pause, button("Restart", () => this.#again())),
        parts.verdict, parts.message, parts.numbers.element,
        html("div", { class: "sliders" }, ...parts.sliders.map((one) => one.element)),
      ],
      how: HOW,
      code: code(),
      linked: () => this.#relink(),
    });
    parts.sliders.forEach((slider) => slider.update());
  }

  /** Uploads the level to the graphics card; again after a lost context. */
  #keep() {
    if (this.#scene) this.#kept = this.#scene.keep(this.#demo.call("level", {}));
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
      // With Ctrl only, which is also how a pinch on a touchpad arrives; else the page scrolls.
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

  // ---- Actions.

  #pause() {
    this.#plays = !this.#plays;
    this.#changed = true;
  }

  #set(changes) {
    const settings = { ...this.#settings, ...changes };
    const error = this.#demo.call("set", settings);
    this.#tell(error);
    if (error !== "") return;
    this.#settings = settings;
    this.#isFresh = false;
    this.#tick = new Mean();
    this.#parts.sliders.forEach((slider) => slider.update());
    this.#advance(0);
    clearTimeout(this.#linking);
    this.#linking = setTimeout(() => this.#relink(), 200);
  }

  /** Restarts with the present settings. */
  async #again() {
    let demo;
    try {
      demo = await this.#demos.open("rain", this.#settings);
    } catch (error) {
      this.#tell(`The demo could not restart: ${error.message}.`);
      return;
    }
    if (this.#closed) {
      demo.close();
      return;
    }
    this.#demo.close();
    this.#demo = demo;
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
    this.#moment = this.#demo.call("tick", ticks);
    if (ticks > 0) this.#tick.add((performance.now() - began) / ticks);
    // A view of the wasm's memory, valid until the next call.
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
    // The hash of many drops takes a while.
    this.#hash = this.#plays ? "…" : this.#demo.call("hash", {});
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
    this.#colors ??= palette();
    const seen = look(this.#camera, size);
    const { eye } = seen.ray([0, 0]);
    const { level: { lit, dim }, hero } = this.#colors;
    const { matrix } = seen;
    // For the camera of space.js, w is in units of the eye's distance: the radius as a fraction of the screen at w = 1.
    const radius = (2 * RADIUS * seen.scale) / size[1];
    this.#scene.render(size, Math.min(devicePixelRatio, 2), {
      matrix, eye, things: [{ kept: this.#kept, pose: null, paint: { lit, dim } }], shadows: new Float32Array(0), lines: new Float32Array(0),
      walkable: 0, fog: FOG, colors: this.#colors, points: { places: this.#moment.places, radius, paint: { lit: hero.outline, dim: hero.dim } },
    });
  }

  #words() {
    const parts = this.#parts;
    const { tick, hits, resting } = this.#moment;
    const [, words, time] = parts.verdict.children;
    parts.verdict.dataset.is = this.#plays ? "hit" : "apart";
    words.textContent = this.#plays ? "Time per tick" : "Paused";
    time.textContent = this.#tick.value > 0 ? `${this.#tick.value.toFixed(1)} ms` : "–";
    parts.pause.textContent = this.#plays ? "Pause" : "Resume";
    parts.numbers.set("ticks", tick.toLocaleString("en"));
    parts.numbers.set("hits per tick", hits.toLocaleString("en"));
    parts.numbers.set("at rest", resting.toLocaleString("en"));
    parts.numbers.set("time per drop and tick", this.#tick.value > 0 ? `${Math.round((this.#tick.value / this.#settings.drops) * 1e6)} ns` : "–");
    parts.numbers.set("state hash", this.#hash);
  }
}

export default Rain.open;
