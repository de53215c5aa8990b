// Demo Billiards: a cue with english, a table with pockets, replay and slow motion. The state is a game in the format of files,
// which `carom pool --physics billiards` plays to the same hash.

import { html, slider } from "../html.js";
import { element } from "../picture.js";
import { button, choice, Frames, Mean, Numbers, page } from "../shell.js";
import { figure } from "../words.js";
import { ballName, TableView } from "./billiards_table.js";
import { Aiming, CueBall } from "./cue.js";

const SHOTS = [{ position: [0.67, 1.94] }, { position: [0.97, 2.24] }];
/** The games of the folder data/billiards. */
export const CASES = [
  ["Break", { table: "pool_9_ft", rack: "eight_ball", shot: { speed: 9, at_ball: 1, above: -0.1 } }],
  ["Stop", { balls: SHOTS, shot: { speed: 2, at_ball: 1, above: -0.13 } }],
  ["Follow", { balls: SHOTS, shot: { speed: 0.8, at_ball: 1, above: 0.3 } }],
  ["Draw", { balls: SHOTS, shot: { speed: 2, at_ball: 1, above: -0.45 } }],
  ["Massé", {
    table: "carom", balls: [{ position: [0.71, 0.8] }, { position: [0.71, 1.3] }, { position: [0.71, 1.75] }], cue: { mass: 0.54 },
    models: { ball: { mathavan2014: { friction: "average", steps: 400 } }, cushion: { mathavan2010: { steps: 800 } } },
    ball: { sliding_friction: 0.22 },
    shot: { speed: 3, direction: 100, elevation: 55, right: 0.2, above: -0.2 },
  }],
  ["Jump", {
    balls: [{ position: [0.35, 0.5] }, { position: [0.505, 0.81] }, { position: [0.85, 1.5] }],
    models: { slate: { bouncing: {} } },
    shot: { speed: 3.6, at_ball: 2, elevation: 45 },
  }],
];
const [[, START]] = CASES;
const TABLES = [["pool_7_ft", "7 ft"], ["pool_8_ft", "8 ft"], ["pool_9_ft", "9 ft"], ["snooker", "Snooker"], ["carom", "Carom"]];
const RACKS = [["eight_ball", "8-ball"], ["nine_ball", "9-ball"], ["ten_ball", "10-ball"]];
/** The rack of a table that has only one. */
const ONLY = { snooker: "snooker", carom: "three_cushion" };
const SPEEDS = [[0.125, "× ⅛"], [0.25, "× ¼"], [0.5, "× ½"], [1, "× 1"]];
const PARTS = 240;
const ROWS = 10;
/** The largest file that is opened, bytes; as in the library. */
const LARGEST = 1 << 20;

/** The Rust that the page shows. */
export const code = () => `let table = PoolTable::racked(Rack::EightBall, TableSpec::POOL_9_FT)?;
let [cue, head] = [0, 1].map(|ball| table.balls()[ball].state.position.truncate());
let shot = Shot::new(0, 9., direction_to(cue, head)).with_offset(0.2, -0.1);
let result = simulate(&table, &shot)?;
for event in &result.events {
    println!("{:.6} s: ball {} {:?}", event.time, event.ball, event.kind);
}
// Any moment in closed form, and the table for the next shot.
let state = result.state_at(&table, 0, 0.7);
let table = table.with_balls(&result.balls)?;`;

const HOW = `<p>A ball slides, rolls, spins in place or rests. In each of these states its motion is known in closed form, and the
next event (a collision, a cushion, a pocket, or another state) is the first root of a quadratic or quartic. So a whole shot is
computed in a fraction of a millisecond, while you aim, and a replay at any speed has no time steps.</p>
<p>The tip of the cue decides the spin. Above the center the ball follows, below it draws back, beside it (english) it leaves
cushions and other balls at another angle. Beyond the dashed limit the tip slips off: a miscue. A raised butt makes the ball
curve: a massé.</p>
<p>While a ball slides, red arrows show where the cloth pushes it. Green arcs are spin about the vertical.</p>`;

const gameOf = (table) => (ONLY[table] ? table : "pool");
const tableOf = ({ table, rack }) => table ?? Object.keys(ONLY).find((name) => ONLY[name] === rack) ?? "pool_9_ft";
/** Rounds angles to what a pointer resolves. */
const degrees = (radians) => Number(((radians * 180) / Math.PI).toFixed(3));

class Billiards {
  #demo;
  #onFrame;
  /** The game, as a file has it. */
  #file;
  #stroke;
  #aim;
  #ending;
  #events;
  #traces;
  #moment;
  #struck = false;
  #time = 0;
  #plays = false;
  #speed = 1;
  #preview = false;
  #changed = true;
  #frame = 0;
  #work = new Mean();
  #linking = 0;
  #frames;
  #sizes;
  #parts = {};

  static async open(demos, listed, text, onFrame) {
    const made = new Billiards();
    made.#onFrame = onFrame;
    let message = "";
    let file = START;
    if (text) {
      try {
        made.#demo = await demos.open("billiards", { file: text });
        file = JSON.parse(text);
      } catch (error) {
        message = `This link does not open: ${error.message}. The page starts with a break.`;
      }
    }
    made.#demo ??= await demos.open("billiards", { file: JSON.stringify(START) });
    made.#build(listed);
    made.#enter(file);
    made.#tell(message);
    made.#frames = new Frames((seconds) => made.#each(seconds));
    made.#sizes = new ResizeObserver(() => { made.#changed = true; });
    made.#sizes.observe(made.#parts.view.canvas);
    return made;
  }

  close() {
    clearTimeout(this.#linking);
    this.#frames.close();
    this.#sizes.disconnect();
    this.#demo.close();
  }

  recolor() {
    this.#parts.view.recolor();
    this.#changed = true;
  }

  // ---- Elements.

  #build(listed) {
    const parts = this.#parts;
    parts.view = new TableView();
    parts.aiming = new Aiming(parts.view, (place, point) => this.#place(place, point), (point) => this.#aimed(point));
    parts.face = new CueBall((tip) => this.#shoot(tip));
    parts.time = html("input", { type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": "Time", oninput: () => this.#to(Number(parts.time.value)) });
    parts.density = element("svg", { class: "density", "aria-hidden": "true", viewBox: `0 0 ${PARTS} 24`, preserveAspectRatio: "none" });
    const tool = (label, sign, onclick) => button(sign, onclick, { "aria-label": label, title: label });
    parts.play = tool("Play", "▶", () => this.#play(!this.#plays));
    parts.transport = html("div", { class: "transport", role: "group", "aria-label": "Replay" },
      tool("To the start", "⏮", () => this.#to(0)),
      tool("Previous event", "◀❘", () => this.#to(this.#events.findLast(({ time }) => time < this.#time)?.time ?? 0)),
      parts.play,
      tool("Next event", "❘▶", () => this.#to(this.#events.find(({ time }) => time > this.#time)?.time ?? this.#ending.time)),
      tool("To the end", "⏭", () => this.#to(this.#ending.time)));
    parts.strike = button("Strike", () => (this.#struck ? this.#next() : this.#strike()), { class: "main" });
    parts.again = button("Aim again", () => this.#enter(this.#file));
    parts.verdict = html("p", { class: "verdict", role: "status" }, html("i", { "aria-hidden": "true" }), html("span"), html("b"));
    parts.message = html("p", { class: "message", role: "alert", hidden: "" });
    parts.numbers = new Numbers(["first ball hit", "pocketed", "events", "energy (J)", "result hash"]);
    parts.rows = Array.from({ length: ROWS }, () => {
      const row = html("button", { type: "button", onclick: () => this.#to(Number(row.dataset.time)) }, html("span"), html("span"), html("span"), html("span"));
      return row;
    });
    const setting = (name, label, max, step) => slider(`slider-${name}`, { label, min: 0, max, step }, () => this.#stroke?.[name] ?? 0, (value) => this.#shoot({ [name]: value }));
    parts.sliders = [setting("speed", "speed, m/s", 12, 0.05), setting("direction", "direction, °", 360, 0.05), setting("elevation", "elevation, °", 85, 1)];
    parts.table = choice("Table", TABLES, null, (table) => this.#rack(table, ONLY[table] ?? this.#lastRack));
    parts.rack = choice("Rack", RACKS, null, (rack) => this.#rack(ONLY[this.#table] ? "pool_9_ft" : this.#table, rack));
    parts.seen = choice("While aiming, show", [[false, "line of aim"], [true, "whole shot"]], false, (whole) => {
      this.#preview = whole;
      this.#changed = true;
    });
    parts.file = html("input", { type: "file", accept: ".json,application/json", "aria-label": "Open a shot", onchange: () => this.#read() });
    this.element = page(listed, {
      stage: [
        html("div", { class: "frame", onkeydown: (event) => this.#key(event) }, parts.view.canvas, parts.view.svg),
        html("div", { class: "timeline" }, parts.density, parts.time),
        html("div", { class: "bar" }, parts.transport, choice("Speed of the replay", SPEEDS, 1, (speed) => { this.#speed = speed; }).element),
      ],
      hint: "Press or drag on the table to aim, drag the cue ball to place it, drag the tip on the cue ball for spin. Or press Tab to select a handle: arrow keys move it (Shift: far, Alt: fine), Enter strikes.",
      panel: [
        html("div", { class: "do" }, parts.strike, parts.again), parts.verdict, parts.message,
        html("div", { class: "stroke" }, html("div", { class: "frame" }, parts.face.svg), html("div", { class: "sliders" }, ...parts.sliders.map((one) => one.element))),
        parts.numbers.element,
        html("h2", {}, "Events"),
        html("div", { class: "events" }, html("div", { class: "head", "aria-hidden": "true" }, ...["#", "time, s", "ball", "m/s"].map((word) => html("span", {}, word))), ...parts.rows),
        parts.table.element, parts.rack.element, parts.seen.element,
        html("h2", {}, "Shots"),
        html("div", { class: "cases" },
          ...CASES.map(([title, file]) => button(title, () => this.#enter(file))),
          button("Download", () => this.#download()), html("label", { class: "button" }, "Open…", parts.file)),
      ],
      how: HOW,
      code: code(),
      linked: () => this.#relink(),
    });
  }

  get #table() {
    return tableOf(this.#file);
  }

  get #lastRack() {
    return RACKS.some(([rack]) => rack === this.#file.rack) ? this.#file.rack : "eight_ball";
  }

  // ---- Actions.

  /** Plays another game; if it is invalid, the present one stays. Returns whether it is valid. */
  #set(file) {
    const error = this.#demo.call("set", { file: JSON.stringify(file) });
    this.#tell(error === "" ? "" : `${error}.`);
    if (error === "") this.#enter(file, true);
    this.#changed = true;
    return error === "";
  }

  /** Shows a game before its shot. `isSet` says that the demo has it. */
  #enter(file, isSet = false) {
    if (!isSet && this.#file !== file) {
      this.#set(file);
      if (this.#file) return;
    }
    this.#file = structuredClone(file);
    const call = (name) => this.#demo.call(name, {});
    this.#parts.view.scene = call("scene");
    this.#stroke = call("shot");
    this.#aim = call("aim");
    this.#ending = call("ending");
    // Computed when they are shown.
    this.#events = this.#traces = null;
    this.#struck = this.#plays = false;
    this.#time = 0;
    this.#changed = true;
    clearTimeout(this.#linking);
    this.#linking = setTimeout(() => this.#relink(), 200);
  }

  /** Changes the shot. */
  #shoot(part) {
    const { at_ball: atBall, ...shot } = this.#file.shot ?? { speed: 2, direction: 90 };
    const aimed = part.direction === undefined && atBall !== undefined ? { at_ball: atBall } : {};
    this.#set({ ...this.#file, shot: { ...shot, ...aimed, ...part } });
  }

  #aimed(point) {
    const { from } = this.#aim;
    if (point.some((x, i) => x !== from[i])) this.#shoot({ direction: this.#direction(from, point) });
  }

  #direction(from, to) {
    const angle = degrees(Math.atan2(to[1] - from[1], to[0] - from[0]));
    return angle < 0 ? angle + 360 : angle;
  }

  /** Moves the cue ball, which keeps its aim. */
  #place(place, point) {
    const balls = this.#balls();
    const struck = this.#stroke.ball;
    balls[struck] = { ...balls[struck], position: [...place] };
    const { rack, gap, ...file } = this.#file;
    const { at_ball: atBall, ...shot } = file.shot;
    const aimed = atBall === undefined ? { direction: this.#direction(place, point) } : { at_ball: atBall };
    this.#set({ ...file, table: this.#table, balls, shot: { ...shot, ...aimed } });
  }

  /** The balls before the shot, as a file has them. */
  #balls() {
    if (this.#file.balls) return structuredClone(this.#file.balls);
    return this.#placed("balls");
  }

  /** The balls that a method of the demo places, as a file has them. */
  #placed(method) {
    return this.#demo.call(method, {}).map(({ place, is_pocketed: isPocketed }) => ({ position: place, ...(isPocketed ? { is_pocketed: true } : {}) }));
  }

  #rack(table, rack) {
    const { balls: _, gap, dimensions, ...file } = this.#file;
    const { ball, cue, models } = gameOf(table) === gameOf(this.#table) ? file : {};
    const keep = Object.fromEntries(Object.entries({ ball, cue, models }).filter(([, value]) => value !== undefined));
    const { speed = 9 } = this.#stroke ?? {};
    this.#set({ ...keep, table, rack, shot: { speed, at_ball: 1 } });
  }

  #strike() {
    this.#struck = true;
    this.#to(0);
    this.#plays = this.#ending.time > 0;
  }

  /** The next shot, from where the balls are. */
  #next() {
    const balls = this.#placed("rest");
    const { rack, gap, ...file } = this.#file;
    const { ball, speed, direction } = this.#stroke ?? { ball: 0, speed: 2, direction: 90 };
    this.#set({ ...file, table: this.#table, balls, shot: { ...(ball > 0 ? { ball } : {}), speed, direction: Number(direction.toFixed(3)) } });
  }

  #play(plays) {
    if (!this.#struck) {
      this.#strike();
      return;
    }
    if (plays && this.#time >= this.#ending.time) this.#time = 0;
    this.#plays = plays && this.#ending.time > 0;
    this.#changed = true;
  }

  /** Goes to a time of the replay. */
  #to(time) {
    this.#plays = false;
    this.#time = time;
    this.#changed = true;
  }

  #key(event) {
    if (event.key !== "Enter" || this.#struck) return;
    event.preventDefault();
    this.#strike();
    // The handle that has the focus disappears.
    this.#parts.play.focus();
  }

  #relink() {
    history.replaceState(null, "", `#/demo/billiards/${encodeURIComponent(JSON.stringify(this.#file))}`);
  }

  #download() {
    const address = URL.createObjectURL(new Blob([`${JSON.stringify(this.#file, null, 2)}\n`], { type: "application/json" }));
    html("a", { href: address, download: "shot.json" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  async #read() {
    const [file] = this.#parts.file.files;
    this.#parts.file.value = "";
    if (!file) return;
    if (file.size > LARGEST) {
      this.#tell(`${file.name}: a game of billiards may have at most ${LARGEST} bytes.`);
      return;
    }
    const text = await file.text();
    // The library says what is wrong with a text that is no JSON either.
    const error = this.#demo.call("set", { file: text });
    this.#tell(error === "" ? "" : `${file.name}: ${error}.`);
    if (error === "") this.#enter(JSON.parse(text), true);
  }

  #tell(message) {
    this.#parts.message.textContent = message;
    this.#parts.message.hidden = message === "";
  }

  // ---- A frame.

  #each(seconds) {
    const began = performance.now();
    if (this.#plays) {
      this.#time = Math.min(this.#time + seconds * this.#speed, this.#ending.time);
      this.#plays = this.#time < this.#ending.time;
      this.#changed = true;
    }
    if (!this.#changed || this.#parts.view.canvas.clientWidth === 0) return;
    this.#changed = false;
    if (!this.#events) {
      this.#events = this.#demo.call("events", {});
      this.#timeline();
    }
    // Arrays are views of the wasm's memory, valid until the next call.
    const moment = this.#demo.call("moment", this.#time);
    this.#moment = Object.fromEntries(Object.entries(moment).map(([name, value]) => [name, typeof value === "number" ? value : Array.from(value)]));
    if (!this.#traces && (this.#struck || this.#preview)) {
      this.#traces = Object.fromEntries(Object.entries(this.#demo.call("traces", {})).map(([name, value]) => [name, value.slice()]));
    }
    const lines = this.#struck ? { traces: this.#traces, until: this.#time } : this.#preview ? { traces: this.#traces, until: Infinity } : null;
    this.#parts.view.draw(gameOf(this.#table), this.#moment, lines);
    this.#parts.aiming.draw(this.#struck ? null : this.#aim, this.#stroke?.speed ?? 0, this.#parts.view.scene.radius);
    this.#parts.face.draw(this.#stroke ?? { right: 0, above: 0 }, this.#parts.view.scene.miscue_offset);
    this.#words();
    this.#frame += 1;
    this.#work.add(performance.now() - began);
    this.#onFrame({
      page: "billiards",
      inputs: structuredClone(this.#file),
      camera: null,
      answer: { ...this.#ending, ...this.#moment, time: this.#time, end: this.#ending.time, all: this.#events.length, stroke: this.#stroke, aim: this.#aim, struck: this.#struck, plays: this.#plays },
      work: this.#work.value,
      frame: this.#frame,
    });
  }

  #timeline() {
    const { time: end } = this.#ending;
    const counts = new Array(PARTS).fill(0);
    for (const { time } of this.#events) counts[end > 0 ? Math.min(Math.floor((time / end) * PARTS), PARTS - 1) : 0] += 1;
    const most = Math.max(...counts, 1);
    const bars = counts.map((count, i) => (count > 0 ? `M${i} 24v${-2 - 22 * Math.sqrt(count / most)}h1V24z` : "")).join("");
    this.#parts.density.replaceChildren(element("path", { class: "bars", d: bars || "M0 24" }));
    this.#parts.time.max = Math.max(end, 1e-3);
  }

  #words() {
    const parts = this.#parts;
    const { status, first_ball_hit: first, pocketed, hash, time: end } = this.#ending;
    const game = gameOf(this.#table);
    const name = (ball) => ballName(game, ball);
    const struck = this.#struck;
    const [, words, seconds] = parts.verdict.children;
    const ends = { "at-rest": "At rest", miscue: "Miscue: the tip slips off", limit: "Stopped: too many events" };
    parts.verdict.dataset.is = struck ? (this.#plays ? "hit" : status === "at-rest" ? "apart" : "wrong") : "apart";
    const at = this.#aim?.at;
    const aims = !this.#stroke ? "Without a shot" : at ? `Aims at ${name(at.ball)}, ${Math.round(at.fullness * 100)} % full` : "Aims at no ball";
    words.textContent = !struck ? aims : this.#plays ? "Playing" : this.#time < end ? "Paused" : ends[status];
    seconds.textContent = struck ? `${this.#time.toFixed(3)} s` : "";
    parts.strike.textContent = struck ? "Next shot" : this.#stroke ? "Strike" : "Play";
    parts.again.disabled = !struck;
    parts.play.textContent = this.#plays ? "❚❚" : "▶";
    parts.play.setAttribute("aria-label", this.#plays ? "Pause" : "Play");
    parts.play.title = this.#plays ? "Pause" : "Play";
    for (const control of [parts.time, ...parts.transport.children]) control.disabled = !struck && control !== parts.play;
    if (document.activeElement !== parts.time || this.#plays) parts.time.value = this.#time;
    parts.time.setAttribute("aria-valuetext", `${this.#time.toFixed(3)} s`);
    for (const one of parts.sliders) one.update();
    parts.table.set(this.#table);
    parts.rack.set(this.#file.rack);
    // Before the strike the result is not given away.
    parts.numbers.set("first ball hit", !struck ? "–" : first === null ? "none" : name(first));
    parts.numbers.set("pocketed", !struck ? "–" : pocketed.map(({ ball }) => name(ball)).join(", ") || "none");
    parts.numbers.set("events", struck ? `${this.#moment.events.toLocaleString("en")} of ${this.#events.length.toLocaleString("en")}` : "–");
    parts.numbers.set("energy (J)", struck ? figure(this.#moment.energy, 6) : "–", this.#moment.energy);
    parts.numbers.set("result hash", struck ? hash : "–");
    this.#rows(name);
  }

  /** The events around the present moment. */
  #rows(name) {
    const events = this.#struck ? this.#events : [];
    const last = this.#moment.events - 1;
    const first = Math.max(0, Math.min(last - ROWS / 2, events.length - ROWS));
    const does = { strike: () => "struck", ball: (other) => `hits ${name(other)}`, cushion: (number) => `cushion ${number}`, pocket: (number) => `pocket ${number}` };
    this.#parts.rows.forEach((row, i) => {
      const event = events[first + i];
      row.disabled = !event;
      row.setAttribute("aria-hidden", String(!event));
      row.dataset.time = event?.time ?? "";
      if (event && first + i === last) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
      const cells = event
        ? [(first + i).toLocaleString("en"), event.time.toFixed(6), `${name(event.ball)} ${does[event.kind]?.(event.with) ?? event.kind}`, event.speed?.toFixed(2) ?? ""]
        : ["", "", "", ""];
      cells.forEach((text, j) => { row.children[j].textContent = text; });
    });
  }
}

export default Billiards.open;
