// Demo Pinball: balls among rotating capsules. Drawn in SVG, like the 2D pages of the lab.

import { Drawing } from "../draw.js";
import { html, slider } from "../html.js";
import { element } from "../picture.js";
import { button, choice, Frames, link, Mean, Numbers, page, unlink } from "../shell.js";

const START = { slope: 6.5, kick: 0.7, at_once: 1 };
/** Ticks per second, and the largest number per frame. */
const HZ = 240;
const MOST = 24;
const MOST_PLAYED = 20_000;
const KEYS = {
  ArrowLeft: "left", KeyA: "left", ShiftLeft: "left", ArrowRight: "right", KeyD: "right", ShiftRight: "right",
  Space: "launch", ArrowUp: "launch", ArrowDown: "launch",
};

/** The Rust that the page shows. */
export const code = () => `let flipper = Flipper {
    angle: -0.5,
    restitution: 0.25,
    ..Flipper::new(bat, bat.a, DVec2::ZERO, [-0.5, 0.55])
};
let mut flippers = Flippers::new(vec![flipper], dvec2(0., -1.1))?;
let mut ball = FlipperBall { ball: Ball::new(place, 0.0135), velocity: DVec2::ZERO, mass: 0.08 };
loop {
    flippers.set_spin(0, if pressed { 22. } else { -12. })?;
    let tick = flippers.advance(&mut ball, 1. / 240.);
}`;

const HOW = `<p>Everything here is a capsule: walls and posts are fixed; flippers, the gate of the lane, the see-saw and
the bar rotate. Each tick sweeps the ball exactly against all of them, including their rotation (continuous collision
detection). At the time of impact it bounces with the velocity of the surface at that point, so a ball never passes
through a fast flipper.</p>
<p>The ball itself rotates the gate and the see-saw, which have a moment of inertia. A flipper carries a ball that rests
on it. Posts add a kick. Two balls that would collide within a tick bounce at its start.</p>`;

class Pinball {
  #demos;
  #schema;
  #onFrame;
  #demo;
  #settings;
  #scene;
  #moment;
  /** The game so far: left, right, launch, number of ticks. */
  #played = [];
  #held = new Set();
  /** Keys pressed since the last tick, even if already released. */
  #pressed = new Set();
  #rest = 0;
  #plays = true;
  #busy = false;
  #wanted = null;
  #closed = false;
  #frame = 0;
  #changed = true;
  #size = "";
  #work = new Mean();
  #frames;
  #parts = {};
  #ending = new AbortController();

  static async open(demos, listed, text, onFrame) {
    const pinball = new Pinball();
    pinball.#demos = demos;
    pinball.#onFrame = onFrame;
    pinball.#schema = demos.schema("pinball");
    const { settings, damaged } = unlink(pinball.#schema, text, START);
    let message = damaged ? "This link is invalid; the table starts with its defaults." : "";
    try {
      pinball.#demo = await demos.open("pinball", settings);
      pinball.#settings = settings;
    } catch (error) {
      message = `This link does not open: ${error.message}. The table starts with its defaults.`;
      pinball.#settings = structuredClone(START);
      pinball.#demo = await demos.open("pinball", START);
    }
    pinball.#build(listed);
    pinball.#tell(message);
    pinball.#entered();
    pinball.#frames = new Frames((seconds) => pinball.#each(seconds));
    return pinball;
  }

  close() {
    this.#closed = true;
    this.#frames.close();
    this.#ending.abort();
    this.#demo.close();
  }

  recolor() {
    this.#changed = true;
  }

  /** Advances by a number of ticks with these keys. */
  #tick(keys) {
    this.#moment = this.#demo.call("tick", keys);
    this.#changed = true;
    const { left, right, launch, ticks } = keys;
    const last = this.#played.at(-1);
    if (last && !launch && last[0] === left && last[1] === right) last[3] += ticks;
    else if (this.#played.length < MOST_PLAYED) this.#played.push([left, right, launch, ticks]);
  }

  #build(listed) {
    const parts = this.#parts;
    parts.svg = element("svg", { class: "drawing table", role: "application", tabindex: 0, "aria-label": "Pinball. Arrow keys or A and D move the flippers, Space launches a ball, P pauses." });
    Drawing.prepare(parts.svg);
    this.#keys(parts.svg);
    parts.launch = button("Launch", () => this.#press("launch"), { class: "main" });
    parts.pause = button("Pause", () => this.#pause());
    parts.verdict = html("p", { class: "verdict" }, html("i", { "aria-hidden": "true" }), html("span"), html("b"));
    parts.message = html("p", { class: "message", role: "alert", hidden: "" });
    parts.numbers = new Numbers(["balls left", "speed (m/s)", "bounces", "time", "state hash"]);
    parts.balls = choice("Balls in play", [[1, "one"], [2, "two"], [3, "three"]], this.#settings.at_once, (at_once) => this.#open({ ...this.#settings, at_once }));
    const setting = (name, label, min, max, step) => slider(`slider-${name}`, { label, min, max, step }, () => this.#settings[name],
      (value) => this.#open({ ...this.#settings, [name]: value }));
    parts.sliders = [setting("slope", "slope, degrees", 2, 20, 0.5), setting("kick", "kick of posts, m/s", 0, 2, 0.05)];
    this.element = page(listed, {
      stage: [html("div", { class: "frame" }, parts.svg)],
      hint: "← and → (or A and D) move the flippers, Space launches a ball, P pauses. On a touch screen tap the left or the right half of the table; the first tap launches.",
      panel: [
        html("div", { class: "do" }, parts.launch, parts.pause, button("New game", () => this.#open(this.#settings))),
        parts.verdict, parts.message, parts.numbers.element, parts.balls.element,
        html("div", { class: "sliders" }, ...parts.sliders.map((one) => one.element)),
      ],
      how: HOW,
      code: code(),
      linked: () => this.#relink(),
    });
  }

  // ---- Keys and touch.

  #press(what) {
    this.#held.add(what);
    this.#pressed.add(what);
    if (what === "launch") this.#held.delete(what);
    if (!this.#plays && !this.#moment.is_over) this.#pause();
  }

  #keys(svg) {
    const { signal } = this.#ending;
    const what = (event) => (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.code) ? null : KEYS[event.code]);
    addEventListener("keydown", (event) => {
      // Other controls keep their keys.
      if (event.target.closest?.("input, select, textarea, summary, a") || (event.code === "Space" && event.target.closest?.("button"))) return;
      if (event.code === "KeyP" && !event.repeat) this.#pause();
      const pressed = what(event);
      if (!pressed) return;
      event.preventDefault();
      if (!event.repeat) this.#press(pressed);
    }, { signal });
    addEventListener("keyup", (event) => {
      if (Object.hasOwn(KEYS, event.code)) this.#held.delete(KEYS[event.code]);
    }, { signal });
    addEventListener("blur", () => this.#held.clear(), { signal });
    const fingers = new Map();
    svg.addEventListener("pointerdown", (event) => {
      const { left, width } = svg.getBoundingClientRect();
      const pressed = this.#moment.waits ? "launch" : event.clientX < left + width / 2 ? "left" : "right";
      fingers.set(event.pointerId, pressed);
      svg.setPointerCapture(event.pointerId);
      svg.focus({ preventScroll: true, focusVisible: false });
      this.#press(pressed);
      event.preventDefault();
    });
    const release = (event) => {
      this.#held.delete(fingers.get(event.pointerId));
      fingers.delete(event.pointerId);
    };
    svg.addEventListener("pointerup", release);
    svg.addEventListener("pointercancel", release);
  }

  #pause() {
    this.#plays = !this.#plays;
    this.#changed = true;
  }

  // ---- A new game.

  async #open(settings) {
    this.#wanted = settings;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#wanted && !this.#closed) {
      const settings = this.#wanted;
      this.#wanted = null;
      let demo;
      try {
        demo = await this.#demos.open("pinball", settings);
      } catch (error) {
        this.#tell(`Invalid settings: ${error.message}.`);
        continue;
      }
      if (this.#closed) {
        demo.close();
        break;
      }
      this.#demo.close();
      this.#demo = demo;
      this.#settings = settings;
      this.#tell("");
      this.#entered();
      this.#relink();
    }
    this.#busy = false;
  }

  #entered() {
    this.#scene = this.#demo.call("scene", {});
    this.#parts.sliders.forEach((slider) => slider.update());
    this.#parts.balls.set(this.#settings.at_once);
    this.#held.clear();
    this.#pressed.clear();
    this.#plays = true;
    this.#rest = 0;
    this.#played = [];
    this.#tick({ left: false, right: false, launch: false, ticks: 0 });
  }

  #relink() {
    history.replaceState(null, "", link(this.#schema, this.#settings));
  }

  #tell(message) {
    this.#parts.message.textContent = message;
    this.#parts.message.hidden = message === "";
  }

  // ---- A frame.

  #each(seconds) {
    const began = performance.now();
    if (this.#plays && !this.#moment.is_over) {
      this.#rest = Math.min(this.#rest + seconds * HZ, MOST);
      const ticks = Math.floor(this.#rest);
      // Without a ball and without keys, time stands still.
      const idle = this.#moment.balls.length === 0 && this.#held.size === 0 && this.#pressed.size === 0 && this.#moment.time > 0.2;
      if (ticks > 0 && !idle) {
        const is = (what) => this.#held.has(what) || this.#pressed.has(what);
        this.#tick({ left: is("left"), right: is("right"), launch: is("launch"), ticks });
        this.#pressed.clear();
      }
      this.#rest -= ticks;
    }
    const { svg } = this.#parts;
    const size = [svg.clientWidth, svg.clientHeight];
    if (size.join() !== this.#size) this.#changed = true;
    if (!this.#changed || size[0] === 0) return;
    this.#size = size.join();
    this.#changed = false;
    this.#draw(size);
    this.#words();
    this.#frame += 1;
    this.#work.add(performance.now() - began);
    this.#onFrame({
      page: "pinball", inputs: { ...this.#settings }, camera: null, answer: structuredClone(this.#moment), work: this.#work.value, plays: this.#plays, played: this.#played, frame: this.#frame,
    });
  }

  #draw(size) {
    const { min, max } = this.#scene.bounds;
    const camera = { center: min.map((x, i) => (x + max[i]) / 2), width: (max[0] - min[0]) * 1.06, height: (max[1] - min[1]) * 1.04 };
    Drawing.draw(this.#parts.svg, camera, size, { words: false }, (d) => {
      for (const { a, b, radius } of this.#scene.walls) d.shape([a, b], radius, "wall");
      this.#scene.posts.forEach(({ a, b, radius }, i) => {
        const round = a.every((x, j) => x === b[j]);
        d.shape(round ? [a] : [a, b], radius, this.#moment.lit[i] ? "post lit" : "b post");
      });
      for (const { a, b, radius } of this.#moment.turning) d.shape([a, b], radius, "a");
      for (const { center, radius } of this.#moment.balls) d.shape([center], radius, "rolling");
    });
  }

  #words() {
    const parts = this.#parts;
    const { score, balls_left: left, is_over: isOver, can_launch: canLaunch, speed, bounces, time, hash, balls } = this.#moment;
    const [, words, points] = parts.verdict.children;
    parts.verdict.dataset.is = isOver ? "wrong" : this.#plays ? "hit" : "apart";
    words.textContent = isOver ? "Game over" : !this.#plays ? "Paused" : balls.length === 0 ? "Launch a ball" : "Score";
    points.textContent = score.toLocaleString("en");
    parts.launch.disabled = !canLaunch;
    parts.pause.textContent = this.#plays ? "Pause" : "Resume";
    parts.pause.disabled = isOver;
    parts.numbers.set("balls left", String(left));
    parts.numbers.set("speed (m/s)", speed.toFixed(2), speed);
    parts.numbers.set("bounces", bounces.toLocaleString("en"));
    parts.numbers.set("time", `${time.toFixed(2)} s`, time);
    parts.numbers.set("state hash", hash);
  }
}

export default Pinball.open;
