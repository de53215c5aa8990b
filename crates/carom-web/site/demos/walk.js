// Demo Walk: a character controller in a course, in a dungeon or in a dropped level file. The library moves it; this is the page
// around it: keys, settings, numbers, the loop.

import { Controls, listen } from "../controls.js";
import { copier, html, prose, slider } from "../html.js";
import { parse, write } from "../link.js";
import { Loop } from "../loop.js";
import { number } from "../rust.js";
import { palette, Scene } from "../scene.js";
import { fixed } from "../words.js";
import { ABILITY_TICKS, DOING, LEAD, offers, paints, staged } from "./abilities.js";

const SETTINGS = { height: 1.8, radius: 0.3, step_height: 0.4, max_slope: 45, skin: 0.01, speed: 4, jump: 4.6, gravity: 9.81 };
const SLIDERS = [
  { at: "height", label: "height, m", min: 0.6, max: 3, step: 0.05 },
  { at: "radius", label: "radius, m", min: 0.1, max: 0.8, step: 0.01 },
  { at: "step_height", label: "step_height, m", min: 0, max: 1, step: 0.05 },
  { at: "max_slope", label: "max_slope, degrees", min: 0, max: 85, step: 1 },
  { at: "skin", label: "skin, m", min: 0.002, max: 0.08, step: 0.002 },
  { at: "speed", label: "speed, m/s", min: 0.5, max: 12, step: 0.1 },
  { at: "jump", label: "jump, m/s", min: 0, max: 12, step: 0.1 },
  { at: "gravity", label: "gravity, m/s²", min: 0, max: 25, step: 0.1 },
];
/** The levels of the page, by their names in a link. */
export const PLACES = [{ name: "course", title: "Course" }, { name: "abilities", title: "Abilities" }, { name: "dungeon", title: "Dungeon" }];
const UNITS = [["meters", 1], ["centimetres", 0.01], ["millimetres", 0.001], ["feet", 0.3048], ["inches", 0.0254]];
const AWAY = 4.2;
const RATE = 60;
/** If frames take longer than this, in milliseconds, the resolution is reduced, down to this fraction. */
const SLOW = 45;
const COARSEST = 0.5;
const MOST_BYTES = 64 * 2 ** 20;

/** A scripted walk in the course, from its start: until which tick, and the keys held. */
const TOUR = [
  [24, []], [110, ["ahead", "sprint"]], [118, ["ahead", "sprint", "jump"]], [150, ["ahead", "sprint"]], [215, ["ahead"]],
  [235, ["ahead", "turnRight"]], [260, ["ahead", "turnLeft"]], [330, ["ahead", "sprint"]], [338, ["ahead", "jump"]],
  [400, ["ahead"]], [430, ["ahead", "crouch", "turnLeft"]], [470, ["back", "left"]], [520, ["ahead", "right"]],
  [540, ["turnRight"]], [600, ["ahead"]],
];
export const TOUR_TICKS = TOUR.at(-1)[0];

/** The input of a tick of the tour, through the same controls as real keys. */
export function toured(controls, tick) {
  controls.hold(TOUR.find(([until]) => tick < until)?.[1] ?? []);
  return controls.wish();
}

/** The settings that open the demo. */
export const START = { level: null, abilities: false, settings: SETTINGS, feet: null };

/** The Rust that the page shows. */
export const code = ({ height, radius, step_height, max_slope, skin, speed, gravity } = SETTINGS) => `let settings = MoverSettings {
    radius: ${number(radius)},
    max_slope: f32::to_radians(${number(max_slope)}).cos(),
    step_height: ${number(step_height)},
    skin: ${number(skin)},
    gravity: ${number(gravity)},
    ..MoverSettings::default()
};
let mut mover = Mover::new(settings)?;
let mut body = CharacterState::at(feet, ${number(height)});
// Every tick:
let intent = Intent::walk(ahead * ${number(speed)});
let report = mover.step(&world, &mut body, &intent, 1. / 60.);`;

// ---- The link: place, settings, position and view.

function unlink(text) {
  const [name, rest] = text.split("/");
  const start = { place: "course", settings: { ...SETTINGS }, feet: null, yaw: null, pitch: null, away: AWAY };
  if (!name) return start;
  if (!PLACES.some((place) => place.name === name)) throw new RangeError("unknown place");
  start.place = name;
  if (!rest) return start;
  const [settings, view] = rest.split("@");
  const keys = Object.keys(SETTINGS);
  const numbers = parse(settings);
  if (numbers.length !== keys.length) throw new RangeError("not all settings");
  keys.forEach((key, i) => { start.settings[key] = numbers[i]; });
  if (view) {
    const [x, y, z, yaw, pitch, away, ...more] = parse(view);
    if (away === undefined || more.length > 0) throw new RangeError("not a position");
    Object.assign(start, { feet: [x, y, z], yaw, pitch, away: Math.min(Math.max(away, 0), 20) });
  }
  return start;
}

const clear = (paint) => ({ ...paint, alpha: 0.3, outline: undefined });

class Walk {
  #demos;
  #onFrame;
  #start;
  #demo = null;
  /** The level file, and the name of the place. */
  #file = null;
  #place;
  #controls = new Controls();
  #away;
  #marks = false;
  #tour = null;
  /** The end of the last tour. */
  #toured = null;
  #scene;
  #kept = [];
  #painted = [];
  /** The list of abilities that is shown. */
  #offered = "";
  #figures = new Map();
  /** The resolution, and the number of pictures since its last change. */
  #fine = { share: 1, pictures: 0 };
  #colors = null;
  #moment = null;
  #things = null;
  #loop;
  #frame = 0;
  #parts = {};
  #ending;
  #observer;
  #opened = 0;
  #closed = false;

  constructor(demos, start, onFrame) {
    this.#demos = demos;
    this.#start = start;
    this.#place = start.place;
    this.#away = start.away;
    this.#onFrame = onFrame;
    this.#loop = new Loop(RATE, () => this.#tick(), (between, seconds) => this.#picture(between, seconds));
    this.#scene = Scene.make(() => this.#keep());
    this.element = this.#build();
    this.#ending = listen(this.#parts.over, this.#controls, {
      other: (code) => this.#key(code),
      sticks: (stick) => this.#stick(stick),
    });
    this.#observer = new ResizeObserver(() => {
      if (!this.#loop.running && this.#demo) this.#picture(1, 0);
    });
    this.#observer.observe(this.#parts.frame);
  }

  close() {
    this.#closed = true;
    this.#loop.stop();
    this.#ending();
    this.#observer.disconnect();
    this.#scene?.close();
    this.#demo?.close();
  }

  recolor() {
    this.#colors = palette();
  }

  // ---- Elements.

  #build() {
    const parts = this.#parts;
    const button = (label, onclick, more = {}) => html("button", { type: "button", onclick, ...more }, label);
    /** After a click the keyboard focus returns to the demo. */
    const tool = (label, act, more = {}) => button(label, (event) => {
      act();
      if (event.detail > 0) this.shown();
    }, { "aria-pressed": "false", ...more });
    parts.over = html("div", {
      class: "over", tabindex: 0, onpointerdown: (event) => parts.frame.classList.toggle("touched", event.pointerType === "touch"), role: "application",
      "aria-label": "The demo. W A S D or arrow keys walk and turn, Q and E turn, Page Up and Page Down look up and down, Space jumps, C crouches, Shift runs, F takes ladders and ledges, X dashes, V switches the view, M shows contacts, P pauses, R restarts.",
    });
    parts.words = html("div", { class: "marked", "aria-hidden": "true" });
    parts.offers = html("p", { class: "offers", role: "status" });
    parts.stick = html("div", { class: "stick", "aria-hidden": "true" }, html("i"));
    parts.view = tool("First person", () => this.#toggleView());
    parts.marks = tool("Contacts", () => this.#toggleMarks());
    parts.mouse = button("Mouse look", () => this.#lock(), { class: "fine", title: "Until Esc" });
    parts.pause = tool("Pause", () => this.#pause());
    const held = (label, action) => {
      const made = html("button", { type: "button", class: "round", "aria-label": label, tabindex: -1 }, label);
      const press = (event) => {
        made.setPointerCapture(event.pointerId);
        this.#controls.press(action);
        event.preventDefault();
      };
      made.addEventListener("pointerdown", press);
      for (const end of ["pointerup", "pointercancel"]) made.addEventListener(end, () => this.#controls.release(action));
      return made;
    };
    parts.frame = html("div", { class: `frame walk${navigator.maxTouchPoints > 0 && innerWidth < 900 ? " touched" : ""}` },
      html("div", { class: "drawing space" },
        this.#scene ? this.#scene.canvas : html("p", { class: "missing" }, "The demo is drawn with WebGL2, which this browser does not support or has disabled. It still runs: keys move the character, and the numbers show its state."),
        parts.over, parts.words, parts.offers, parts.stick),
      html("div", { class: "tools wide", role: "group", "aria-label": "View" }, parts.view, parts.marks, parts.mouse, parts.pause),
      html("div", { class: "thumbs" }, html("div", { class: "more", hidden: "" }, held("Dash", "dash"), held("Use", "act")),
        held("Crouch", "crouch"), held("Run", "sprint"), held("Jump", "jump")));
    parts.verdict = html("p", { class: "verdict" });
    parts.message = html("p", { class: "message", role: "alert", hidden: "" });
    parts.numbers = html("dl", { class: "numbers" });
    parts.places = PLACES.map(({ name, title }) => button(title, () => this.#go(name), { "data-place": name, "aria-pressed": "false" }));
    parts.file = html("input", { type: "file", accept: ".glb,.gltf,.obj", id: "walk-file", onchange: () => this.#take(parts.file.files[0]) });
    parts.up = html("input", { type: "checkbox", id: "walk-up", onchange: () => this.#again() });
    parts.unit = html("select", { id: "walk-unit", onchange: () => this.#again() },
      ...UNITS.map(([title, meters]) => html("option", { value: meters }, title)));
    parts.about = html("div", { class: "about", hidden: "" },
      html("label", {}, parts.up, " z points up"), html("label", {}, "in ", parts.unit));
    parts.stations = html("div", { class: "cases", role: "group", "aria-label": "Go to", hidden: "" });
    parts.license = html("p", { class: "license", role: "status" });
    parts.sliders = SLIDERS.map((declared) => slider(`walk-${declared.at}`, declared,
      () => this.#start.settings[declared.at], (value) => this.#set(declared.at, value)));
    parts.code = html("code");
    const element = html("article", { class: "lab demo" },
      html("link", { rel: "stylesheet", href: new URL("walk.css", import.meta.url).href }),
      html("header", {}, html("h1", {}, "Walk"),
        html("p", { class: "lead" }, "A kinematic character controller: a capsule that walks, climbs stairs, falls and rides platforms, without a physics engine.")),
      html("div", { class: "stage" }, parts.frame,
        html("p", { class: "hint fine" }, "Click the picture, then use W A S D or arrow keys; drag to look around. Space jumps, C crouches, Shift runs; in Abilities F uses, X dashes. V: first person, M: contacts, R: restart."),
        html("p", { class: "hint coarse" }, "Left thumb: walk. Right thumb: look around.")),
      html("section", { class: "panel", "aria-label": "State" },
        parts.verdict, parts.message, parts.numbers,
        html("h2", {}, "Level"),
        html("div", { class: "cases" }, ...parts.places,
          html("label", { class: "button", for: "walk-file" }, parts.file, "Your own file …")),
        parts.about, parts.license, parts.stations,
        html("div", { class: "cases" },
          tool("Restart", () => this.#restart(), { "aria-pressed": null }), button("Play a tour", () => this.#show()),
          copier("Copy link", () => this.#link())),
        html("h2", {}, "Settings"),
        html("div", { class: "sliders" }, ...parts.sliders.map((one) => one.element)),
        html("div", { class: "cases" }, button("Reset", () => this.#reset()))),
      html("section", { class: "how" },
        html("h2", {}, "How it works"),
        prose(`<p>A tick gathers the nearby triangles once, then moves the capsule by exact shape casts (collide and
slide): each contact becomes a plane, and the rest of the motion is projected onto all planes that still touch. A step
is a sweep up, ahead and down; ground snapping follows stairs and slopes down. Platforms carry and push the character by
their exact motion, with rotation.</p>
<p>The other characters are a crowd: their velocities are first adjusted by mass to avoid collisions, then each sweeps
among the rest. The camera is a sphere cast backwards from the head, so it never enters a wall. All of it is
deterministic: the state hash is the same bit for bit on every machine, in the browser and natively.</p>
<p>The place <i>Abilities</i> runs the recipes of the library: ladder, mantle and vault, swimming, wall jump, double jump, variable
jump height, dash, glide, each a file of less than a hundred lines on the public stages of the mover. Ice, belt and the kerb without a
step are materials of a <code>Surfaces</code> table. The crates are boxes that this demo moves: a push is an impulse from
<code>Collision::push_impulse</code>, friction brakes them, and shape casts keep them out of walls.</p>`)),
      html("section", { class: "code" },
        html("h2", {}, "In Rust"),
        html("div", { class: "copied" }, html("pre", { tabindex: 0, "aria-label": "Code" }, parts.code),
          copier("Copy code", () => parts.code.textContent))));
    for (const kind of ["dragover", "drop"]) {
      element.addEventListener(kind, (event) => {
        if (![...event.dataTransfer.items].some((item) => item.kind === "file")) return;
        event.preventDefault();
        element.classList.toggle("taking", kind === "dragover");
        if (kind === "drop") this.#take(event.dataTransfer.files[0]);
      });
    }
    element.addEventListener("dragleave", (event) => {
      if (!element.contains(event.relatedTarget)) element.classList.remove("taking");
    });
    return element;
  }

  #tell(message) {
    this.#parts.message.textContent = message ?? "";
    this.#parts.message.hidden = !message;
  }

  // ---- Levels.

  async #bytes(name) {
    if (name === "course" || name === "abilities") return null;
    const response = await fetch(new URL(`../levels/${name}.obj`, import.meta.url));
    if (!response.ok) throw new Error(`the level could not be loaded (${response.status})`);
    return { name: `${name}.obj`, bytes: new Uint8Array(await response.arrayBuffer()), z_up: false, scale: 1 };
  }

  async #go(name) {
    this.#start.feet = null;
    this.#start.yaw = null;
    await this.#open(name, () => this.#bytes(name));
  }

  /** Opens a file from the user. */
  async #take(file) {
    if (!file) return;
    this.#parts.up.checked = false;
    this.#parts.unit.value = "1";
    this.#start.feet = null;
    this.#start.yaw = null;
    await this.#open("file", async () => {
      if (file.size > MOST_BYTES) throw new Error(`${Math.ceil(file.size / 2 ** 20)} MiB: the demo loads files of at most ${MOST_BYTES / 2 ** 20} MiB`);
      return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), z_up: false, scale: 1 };
    });
    this.#parts.file.value = "";
  }

  /** Opens the same file with another up axis or unit. */
  async #again() {
    const { up, unit } = this.#parts;
    const file = { ...this.#file, z_up: up.checked, scale: Number(unit.value) };
    await this.#open("file", async () => file);
  }

  /** Opens a place. If that fails, the page shows the error and the old place stays open. Returns whether it succeeded. */
  async open() {
    return this.#open(this.#place, () => this.#bytes(this.#place));
  }

  async #open(place, bring) {
    this.#opened += 1;
    const mine = this.#opened;
    const { element } = this;
    element.setAttribute("aria-busy", "true");
    try {
      const level = await bring();
      // Let the browser paint before a long computation.
      await new Promise((resolve) => setTimeout(resolve));
      const { settings, feet } = this.#start;
      const demo = await this.#demos.open("walk", { level, abilities: place === "abilities", settings, feet });
      if (mine !== this.#opened || this.#closed) {
        demo.close();
        return false;
      }
      this.#demo?.close();
      this.#demo = demo;
      this.#place = place;
      this.#file = level;
      this.#begin();
      this.#tell(null);
      return true;
    } catch (error) {
      if (mine === this.#opened) this.#tell(`${place === "file" ? "This file cannot be used: " : ""}${error.message}`);
      return false;
    } finally {
      if (mine === this.#opened) element.removeAttribute("aria-busy");
    }
  }

  /** After a demo has been opened. */
  #begin() {
    const controls = this.#controls;
    controls.rest();
    this.#tour = null;
    this.#toured = null;
    this.#moment = null;
    this.#keep();
    controls.yaw = this.#start.yaw ?? this.#things.yaw;
    controls.pitch = this.#start.pitch ?? -0.22;
    this.#start.pitch = null;
    const { places, about, license, stations, frame } = this.#parts;
    for (const button of places) button.setAttribute("aria-pressed", String(button.dataset.place === this.#place));
    about.hidden = this.#place !== "file";
    stations.hidden = this.#place !== "abilities";
    frame.querySelector(".more").hidden = stations.hidden;
    stations.replaceChildren(...this.#things.stations.map((station) => html("button", { type: "button", onclick: () => this.#visit(station) }, station.name)));
    license.replaceChildren(...(this.#place === "dungeon"
      ? ["Dungeon: Recast Navigation, © 2009 Mikko Mononen, ", html("a", { href: "levels/recast-License.txt", target: "_blank", rel: "noopener" }, "zlib license"), "."]
      : this.#place === "file"
        ? [`${this.#file.name}: ${this.#things.triangles.toLocaleString("en")} triangles.`]
        : this.#place === "abilities" ? [LEAD] : ["Stairs, steps, slopes of 20°, 38° and 52°, a lift, a ferry, rotating platforms, six walkers."]));
    this.#code();
    this.#sliders();
    if (!this.#loop.running && this.#parts.pause.getAttribute("aria-pressed") !== "true") this.#loop.start();
  }

  /** Uploads all meshes to the graphics card. */
  #keep() {
    this.#things = this.#demo.call("things", {});
    const { drawn, painted, stations, start, yaw, min, max, triangles } = this.#things;
    [...this.#kept, ...this.#painted.map(({ kept }) => kept)].forEach((kept) => kept.drop());
    for (const kept of this.#figures.values()) kept.drop();
    this.#figures.clear();
    this.#kept = this.#scene ? drawn.map((one) => this.#scene.keep(one)) : [];
    this.#painted = this.#scene ? painted.map(({ paint, drawn }) => ({ paint, kept: this.#scene.keep(drawn) })) : [];
    this.#things = { start, yaw, stations, triangles, size: Math.hypot(...max.map((x, i) => x - min[i])) };
  }

  // ---- Actions.

  #key(code) {
    const known = {
      KeyV: () => this.#toggleView(), KeyM: () => this.#toggleMarks(), KeyP: () => this.#pause(), KeyR: () => this.#restart(),
      Equal: () => this.#zoom(0.85), Minus: () => this.#zoom(1 / 0.85),
    };
    if (!Object.hasOwn(known, code)) return false;
    known[code]();
    return true;
  }

  #zoom(factor) {
    this.#away = Math.min(Math.max(this.#away * factor, 1.5), 12);
    if (this.#away > 0) this.#parts.view.setAttribute("aria-pressed", "false");
  }

  #toggleView() {
    const first = this.#away > 0;
    this.#away = first ? 0 : AWAY;
    this.#parts.view.setAttribute("aria-pressed", String(first));
  }

  #toggleMarks() {
    this.#marks = !this.#marks;
    this.#parts.marks.setAttribute("aria-pressed", String(this.#marks));
  }

  #pause() {
    if (!this.#demo) return;
    const paused = this.#loop.running;
    if (paused) this.#loop.stop();
    else this.#loop.start();
    this.#parts.pause.setAttribute("aria-pressed", String(paused));
    this.#parts.pause.textContent = paused ? "Resume" : "Pause";
  }

  #lock() {
    this.#parts.over.focus({ preventScroll: true });
    this.#parts.over.requestPointerLock?.();
  }

  #restart() {
    if (!this.#demo) return;
    this.#moment = this.#demo.call("restart", {});
    this.#controls.yaw = this.#start.yaw ?? this.#things.yaw;
    this.#tour = null;
  }

  /** Puts the character to a station of the course of abilities. */
  #visit({ feet, yaw }) {
    this.#moment = this.#demo.call("put", { feet, yaw });
    this.#controls.yaw = yaw;
    this.#tour = null;
    this.shown();
  }

  /** Plays the tour, always the same: that of the abilities there, elsewhere that of the course. */
  async #show() {
    this.#start.feet = null;
    this.#start.yaw = null;
    Object.assign(this.#start.settings, SETTINGS);
    const place = this.#place === "abilities" ? "abilities" : "course";
    if (!await this.#open(place, () => this.#bytes(place))) return;
    this.#tour = { ticks: 0, controls: new Controls() };
    Object.assign(this.#controls, { yaw: this.#tour.controls.yaw, pitch: this.#tour.controls.pitch });
    if (!this.#loop.running) this.#pause();
    this.#parts.frame.scrollIntoView({ block: "nearest" });
  }

  #set(key, value) {
    const settings = { ...this.#start.settings, [key]: value };
    const error = this.#demo?.call("set", settings) ?? null;
    this.#tell(error && `Invalid setting: ${error}.`);
    if (!error) this.#start.settings = settings;
    this.#sliders();
    this.#code();
  }

  #reset() {
    this.#start.settings = { ...SETTINGS };
    this.#demo?.call("set", this.#start.settings);
    this.#tell(null);
    this.#sliders();
    this.#code();
  }

  #sliders() {
    for (const one of this.#parts.sliders) one.update();
  }

  #link() {
    const { yaw, pitch } = this.#controls;
    const place = this.#place === "file" ? "course" : this.#place;
    const seen = this.#moment && this.#place !== "file" ? `@${write([...this.#moment.feet, yaw, pitch, this.#away])}` : "";
    history.replaceState(null, "", `#/demo/walk/${place}/${write(Object.values(this.#start.settings))}${seen}`);
    return location.href;
  }

  #code() {
    this.#parts.code.textContent = code(this.#start.settings);
  }

  // ---- A tick, a picture.

  #tick() {
    const tour = this.#tour;
    if (!tour || this.#interrupts()) {
      this.#moment = this.#demo.call("tick", this.#controls.wish());
      return;
    }
    this.#moment = this.#demo.call("tick", this.#script(tour));
    // A user who takes over has the same view.
    Object.assign(this.#controls, { yaw: tour.controls.yaw, pitch: tour.controls.pitch });
    tour.ticks += 1;
    if (tour.ticks < (this.#place === "abilities" ? ABILITY_TICKS : TOUR_TICKS)) return;
    this.#toured = { ticks: tour.ticks, hash: this.#moment.hash };
    this.#tour = null;
  }

  /** The input of a tick of the tour, at its place. */
  #script({ controls, ticks }) {
    if (this.#place !== "abilities") return toured(controls, ticks);
    const { station, wish } = staged(controls, ticks, this.#things.stations);
    if (station) this.#demo.call("put", { feet: station.feet, yaw: station.yaw });
    return wish;
  }

  /** Any input of the user ends the tour. */
  #interrupts() {
    const { held, stick, yaw, pitch } = this.#controls;
    const { controls } = this.#tour;
    const input = held.size > 0 || stick.some((x) => x !== 0) || yaw !== controls.yaw || pitch !== controls.pitch;
    if (input) this.#tour = null;
    return input;
  }

  #stick(stick) {
    const { stick: shown } = this.#parts;
    shown.classList.toggle("held", stick !== null);
    if (!stick) return;
    shown.style.translate = `${stick.from[0]}px ${stick.from[1]}px`;
    shown.firstChild.style.translate = `${stick.to[0] - stick.from[0]}px ${stick.to[1] - stick.from[1]}px`;
  }

  #figure({ radius, height }) {
    const key = `${radius} ${height}`;
    let kept = this.#figures.get(key);
    if (!kept) {
      kept = this.#scene.keep(this.#demo.call("figure", { radius, height }));
      this.#figures.set(key, kept);
    }
    return kept;
  }

  #picture(between, seconds) {
    const { frame } = this.#parts;
    const size = [frame.clientWidth, frame.clientHeight];
    if (size[0] === 0 || !this.#demo) return;
    const { yaw, pitch } = this.#controls;
    this.#moment ??= this.#demo.call("restart", {});
    const view = { between, seconds, yaw, pitch, away: this.#away, aspect: size[0] / size[1], marks: this.#marks };
    const seen = this.#demo.call("picture", view);
    if (this.#scene) this.#render(seen, size);
    this.#mark(seen.words);
    this.#offer();
    this.#frame += 1;
    // Numbers that change in every frame cannot be read.
    if (this.#frame % 6 === 1 || !this.#loop.running) this.#numbers();
    this.#onFrame({
      page: "walk",
      inputs: { place: this.#place, ...this.#start.settings },
      camera: { yaw, pitch, away: this.#away, eye: seen.eye },
      answer: this.#moment,
      frame: this.#frame,
      times: { ...this.#loop.times },
      rate: this.#loop.rate,
      tour: this.#toured,
    });
  }

  #render({ matrix, eye, poses, characters, shadows, lines }, size) {
    this.#colors ??= palette();
    // Copied, because the memory of the wasm can move when a figure is made.
    const kept = { matrix: matrix.slice(), poses: poses.slice(), shadows: shadows.slice(), lines: lines.slice() };
    const pose = (i) => kept.poses.subarray(16 * i, 16 * i + 16);
    const pixel = Math.min(devicePixelRatio, 2) * this.#share();
    const { level, moving, hero, others } = this.#colors;
    const count = this.#kept.length - 1;
    const paint = paints(this.#colors);
    const things = this.#painted.map((one) => ({ kept: one.kept, pose: null, paint: paint[one.paint] }));
    things.push(...this.#kept.map((one, i) => (i === 0 ? { kept: one, pose: null, paint: level } : { kept: one, pose: pose(i - 1), paint: moving })));
    characters.forEach((character, i) => {
      if (i === 0 && this.#away === 0) return;
      const paint = { ...(i === 0 ? hero : others), pixel };
      things.push({ kept: this.#figure(character), pose: pose(count + i), paint: i === 0 && this.#marks ? clear(paint) : paint });
    });
    this.#scene.render(size, pixel, {
      matrix: kept.matrix, eye, things, shadows: kept.shadows, lines: kept.lines, colors: this.#colors,
      walkable: Math.cos((this.#start.settings.max_slope * Math.PI) / 180) - 1e-4,
      fog: Math.min(Math.max(this.#things.size * 0.9, 30), 90),
    });
  }

  /** Without a graphics card the resolution is reduced, not the frame rate. */
  #share() {
    const fine = this.#fine;
    fine.pictures += 1;
    if (fine.pictures >= 12 && this.#loop.times.frame > SLOW && fine.share > COARSEST) {
      fine.share = Math.max(fine.share * 0.7, COARSEST);
      fine.pictures = 0;
    }
    return fine.share;
  }

  #mark(words) {
    const { words: place } = this.#parts;
    while (place.children.length > words.length) place.lastChild.remove();
    while (place.children.length < words.length) place.append(html("span"));
    words.forEach(({ at, text }, i) => {
      const word = place.children[i];
      word.textContent = text;
      word.style.left = `${at[0] * 100}%`;
      word.style.top = `${at[1] * 100}%`;
    });
  }

  /** Shows what can be done here. */
  #offer() {
    const { can } = this.#moment;
    const touched = this.#parts.frame.classList.contains("touched");
    const key = `${can} ${touched}`;
    if (key === this.#offered) return;
    this.#offered = key;
    this.#parts.offers.replaceChildren(...offers(can, touched));
  }

  #numbers() {
    const { verdict, numbers } = this.#parts;
    const { feet, speed, grounded, slope, height, why, touched, hash, tick, doing } = this.#moment;
    const { times, rate } = this.#loop;
    const micro = (ms) => (ms === 0 ? "–" : `${fixed(ms * 1000, 0)} µs`);
    const says = this.#tour ? "Tour" : DOING[doing] ?? (grounded ? (slope > 0.5 ? "On a slope" : "On the ground") : "In the air");
    const shown = [verdict.dataset.is, verdict.children[1]?.textContent, verdict.children[2]?.textContent];
    const next = [grounded ? "touching" : "apart", says, grounded ? `${fixed(slope, 0)}°` : ""];
    if (next.some((x, i) => x !== shown[i])) {
      verdict.dataset.is = next[0];
      verdict.replaceChildren(html("i", { "aria-hidden": "true" }), html("span", {}, next[1]), html("b", {}, next[2]));
    }
    const rows = [
      ["feet", feet.map((x) => fixed(x, 2)).join(", ")],
      ["speed", `${fixed(speed, 2)} m/s`],
      ["height", `${fixed(height, 2)} m`],
      ["flags", why.join(", ") || "–"],
      ["contacts", String(touched)],
      ["tick", String(tick)],
      ["ticks per second", String(rate)],
      ["time per tick", micro(times.tick)],
      ["state hash", hash],
    ];
    if (numbers.children.length !== rows.length) {
      numbers.replaceChildren(...rows.map(([name]) => html("div", {}, html("dt", {}, name), html("dd"))));
    }
    rows.forEach(([, text], i) => {
      const dd = numbers.children[i].children[1];
      if (dd.textContent !== text) dd.textContent = text;
    });
  }

  /** Shows a message on the page. */
  tell(message) {
    this.#tell(message);
  }

  /** Gives the demo the keyboard focus. */
  shown() {
    this.#parts.over.focus({ preventScroll: true, focusVisible: false });
  }
}

export default async function open(demos, listed, text, onFrame) {
  let start;
  let damaged = null;
  try {
    start = unlink(text);
  } catch {
    damaged = "This link is invalid; the demo starts with its defaults.";
    start = unlink("");
  }
  const walk = new Walk(demos, start, onFrame);
  await walk.open();
  if (damaged) walk.tell(damaged);
  return walk;
}
