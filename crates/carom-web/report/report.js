// The page of a survey report: the level in 3D, the findings, and the replay of each.
//
// `carom survey` writes the page as one file: this script, modules of the playground, the list of findings, and in `#data` the
// meshes and replays. The command computes them; this script is the camera and the user interface.
//
// `window.state` is the state of the page, as a plain object.

import { Filter } from "./filter.js";
import { direction, ends, follow, middle } from "./follow.js";
import { html } from "./html.js";
import { IgnoreList } from "./ignore.js";
import { legend } from "./legend.js";
import { Marks } from "./marks.js";
import { extent, reached, region, unpack } from "./packed.js";
import { sum } from "./points.js";
import { palette, Scene } from "./scene.js";
import { look } from "./space.js";

/** Rotation, radians per pixel and per key press. */
const TURN = 0.008;
const KEY_TURN = 0.12;
/** The largest pitch: almost from above or below. */
const HIGHEST = 1.5;
/** Duration of a camera flight, milliseconds. */
const FLIGHT = 700;
/** Width of the view of a finding, m. */
const AROUND = 9;
/** Depth offset per meter, at the distance of the eye in `look`. */
const DEPTH = 0.05;
/** A replay starts this long before its finding, s. */
const BEFORE = 4;
/** Indices of the colors of scene.js. */
const [PATH, WRONG] = [0, 6];
/** The order in which marks are shown: of marks at one place the first is on the screen. */
const RANK = { error: 0, warning: 1, note: 2 };

const within = (x, least, most) => Math.min(Math.max(x, least), most);
const mixed = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);
const hex = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The level as meshes, one for each of its colors. */
function parts({ vertices, triangles, tints }) {
  let first = 0;
  return (tints ?? [{ corners: triangles.length }]).map(({ corners }) => {
    const part = triangles.subarray(first, first + corners);
    first += corners;
    if (!tints) return { vertices, triangles: part };
    const numbers = new Map();
    const own = part.map((vertex) => {
      if (!numbers.has(vertex)) numbers.set(vertex, numbers.size);
      return numbers.get(vertex);
    });
    return { vertices: Float32Array.from([...numbers.keys()].flatMap((vertex) => [...vertices.subarray(3 * vertex, 3 * vertex + 3)])), triangles: own };
  });
}

/** The paint of the level with one of its colors, if it has some: grayer and faint, so that heat map and marks stay legible. */
function tinted(level, tint) {
  if (!tint) return level;
  const full = hex(tint.colour);
  const own = mixed(full, Array(3).fill((full[0] + full[1] + full[2]) / 3), 0.5);
  return { ...level, lit: mixed(level.lit, own, 0.5), dim: mixed(level.dim, own, 0.45), ground: mixed(level.ground, own, 0.25) };
}

class Viewer {
  #data;
  #scene;
  #parts = {};
  #kept = {};
  #colors = palette();
  #camera;
  #home;
  #flight = null;
  #waiting = 0;
  #selected = null;
  /** The findings, then the goals, then the regions that were never reached. */
  #places;
  #marks;
  /** The numbers of the findings that the filter leaves. */
  #shown = null;
  /** The replay: position in samples (fractional), playing, speed, time of the last frame. */
  #replay = { at: 0, playing: false, speed: 1, then: null };
  /** Direction and zoom are those of the user, until the next selection. */
  #manual = false;
  #cut = 1e9;
  #frame = 0;
  #fingers = new Map();

  constructor(data, stage) {
    this.#data = data;
    const listed = data.findings.map((finding, i) => ({ ...finding, rank: RANK[data.list.findings[i].severity] }));
    this.#places = [...listed, ...data.goals.map((goal) => ({ ...goal, rank: 0 })), ...data.regions.map((region) => ({ ...region, rank: 3 }))];
    const { min, max } = data.bounds;
    const size = Math.max(Math.hypot(...max.map((x, i) => x - min[i])), 2);
    this.#home = { center: mixed(min, max, 0.5), yaw: 0.5, pitch: 0.75, width: size, height: 0.6 * size };
    this.#camera = structuredClone(this.#home);
    this.#scene = Scene.make(() => {
      this.#keep();
      this.#draw();
    });
    stage.replaceChildren(...this.#build());
    this.#keep();
    this.#listen();
    this.#camera = this.#whole();
    new ResizeObserver(() => this.#draw()).observe(this.#parts.frame);
    this.#transport();
  }

  // ---- Elements.

  #build() {
    const parts = this.#parts;
    const { floors, notes } = this.#data;
    const button = (label, onclick, more = {}) => html("button", { type: "button", onclick, ...more }, label);
    parts.over = html("div", {
      class: "over", tabindex: 0, role: "application", "aria-keyshortcuts": "ArrowLeft ArrowRight ArrowUp ArrowDown + - Home Space N",
      "aria-label": "The level. Arrow keys rotate the view, with Shift they pan; plus and minus zoom; Home shows the whole level; N selects the next finding; Space plays and pauses.",
    });
    this.#marks = new Marks(this.#places.map(({ number, kind, replay }) => ({ number, kind, missed: replay[1] === 0 })), {
      select: (number) => this.select(number), fly: (numbers) => this.#around(numbers), changed: () => this.#draw(),
    });
    this.#marks.element.hidden = !this.#scene;
    const cuts = [["1e9", "All floors"], ...floors.map((floor, i) => [String(floor.top), `Up to floor ${i + 1}`])];
    parts.cut = html("select", { id: "cut", onchange: () => {
      this.#cut = Number(parts.cut.value);
      this.#draw();
    } }, ...cuts.slice(0, floors.length > 1 ? -1 : 1).map(([value, label]) => html("option", { value }, label)));
    parts.frame = html("div", { class: "frame" },
      html("div", { class: "drawing space" },
        this.#scene ? this.#scene.canvas : html("p", { class: "missing" }, "The level is drawn with WebGL2, which this browser does not support or has disabled. All findings are listed on this page; the pictures beside this file show where they are."),
        parts.over, this.#marks.element),
      html("div", { class: "tools wide", role: "group", "aria-label": "View" },
        html("label", { class: "cut", for: "cut" }, html("span", {}, "Show "), parts.cut),
        button("+", () => this.#zoom(1.25), { "aria-label": "Zoom in" }), button("−", () => this.#zoom(0.8), { "aria-label": "Zoom out" }),
        button("Whole level", () => this.#fly(this.#whole()))));
    parts.play = button("Play", () => this.#toggle(), { class: "main", id: "play" });
    parts.slider = html("input", { type: "range", min: 0, max: 0, step: 1, value: 0, id: "time", "aria-label": "Time of the replay", oninput: () => this.#seek(Number(parts.slider.value)) });
    parts.time = html("output", { for: "time" });
    parts.follow = html("input", { type: "checkbox", id: "follow", checked: "" });
    parts.speed = html("select", { id: "speed", "aria-label": "Speed", onchange: () => { this.#replay.speed = Number(parts.speed.value); } },
      ...[0.25, 1, 4].map((speed) => html("option", { value: speed, ...(speed === 1 ? { selected: "" } : {}) }, `${speed}×`)));
    parts.replay = html("div", { class: "replay", role: "group", "aria-label": "Replay" },
      parts.play, parts.slider, parts.time, parts.speed, html("label", { for: "follow" }, parts.follow, " follow"));
    parts.regions = html("input", { type: "checkbox", id: "regions", onchange: () => this.#draw() });
    parts.legend = html("ul", { class: "legend", "aria-label": "Legend" });
    return [parts.frame, parts.replay, parts.legend,
      html("p", { class: "hint" }, "Drag to rotate; with the right button or Shift, drag to pan. The wheel zooms after a click into the view. Walls are drawn from their front side only."),
      ...notes.map((note) => html("p", { class: "hint note" }, note))];
  }

  /** Uploads the meshes to the graphics card. */
  #keep() {
    if (!this.#scene) return;
    const { creases, figures } = this.#data;
    const none = [];
    this.#kept.level = parts(this.#data).map((part, i) => this.#scene.keep({ ...part, creases: i === 0 ? creases : none, normals: none }));
    this.#kept.grounds = reached(this.#data).map((ground) => (ground.triangles.length > 0 ? this.#scene.keep(ground) : null));
    this.#kept.figures = figures.map(({ height, vertices: [from, count], triangles: [first, corners] }) => {
      const numbers = this.#data.figure.subarray(from, from + 6 * count);
      const pick = (offset) => Float32Array.from({ length: 3 * count }, (_, i) => numbers[6 * Math.floor(i / 3) + offset + (i % 3)]);
      return { height, kept: this.#scene.keep({ vertices: pick(0), normals: pick(3), triangles: this.#data.sides.subarray(first, first + corners), creases: none }) };
    });
    this.#mark();
  }

  /** The triangles of the selected finding, or the ground of the selected region. */
  #mark() {
    this.#kept.marked?.drop();
    this.#kept.marked = null;
    this.#kept.region?.drop();
    this.#kept.region = null;
    const finding = this.#finding();
    const cells = this.#scene && region(this.#data, this.#selected);
    if (cells) this.#kept.region = this.#scene.keep(cells);
    if (!this.#scene || !finding || finding.around[1] === 0) return;
    const corners = this.#data.around.subarray(9 * finding.around[0], 9 * (finding.around[0] + finding.around[1]));
    this.#kept.marked = this.#scene.keep({ vertices: corners, triangles: Uint32Array.from({ length: corners.length / 3 }, (_, i) => i), normals: [], creases: [] });
  }

  // ---- Actions.

  #listen() {
    const { over } = this.#parts;
    const at = ({ clientX, clientY }) => [clientX, clientY];
    over.addEventListener("pointerdown", (event) => {
      over.focus({ preventScroll: true, focusVisible: false });
      over.setPointerCapture(event.pointerId);
      this.#fingers.set(event.pointerId, at(event));
      this.#flight = null;
      this.#marks.close();
      event.preventDefault();
    });
    over.addEventListener("pointermove", (event) => {
      const before = this.#fingers.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
      if (this.#fingers.size > 1) {
        const other = [...this.#fingers].find(([id]) => id !== event.pointerId)[1];
        const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
        this.#zoom(far(now) / Math.max(far(before), 1));
        this.#shift(dx / 2, dy / 2);
      } else if (event.shiftKey || (event.buttons & 6) !== 0) {
        this.#shift(dx, dy);
      } else {
        this.#turn(dx * TURN, dy * TURN);
      }
      this.#fingers.set(event.pointerId, now);
    });
    for (const end of ["pointerup", "pointercancel"]) over.addEventListener(end, (event) => this.#fingers.delete(event.pointerId));
    over.addEventListener("contextmenu", (event) => event.preventDefault());
    over.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== over) return;
      event.preventDefault();
      this.#zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.005 : 0.0015)));
    }, { passive: false });
    over.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const directions = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      const known = {
        "+": () => this.#zoom(1.2), "=": () => this.#zoom(1.2), "-": () => this.#zoom(1 / 1.2), Home: () => this.#fly(this.#whole()),
        " ": () => this.#toggle(), Escape: () => this.#marks.close(),
      };
      const direction = Object.hasOwn(directions, event.key) ? directions[event.key] : null;
      if (direction && event.shiftKey) this.#shift(direction[0] * 30, direction[1] * 30);
      else if (direction) this.#turn(direction[0] * KEY_TURN, direction[1] * KEY_TURN);
      else if (Object.hasOwn(known, event.key)) known[event.key]();
      else return;
      event.preventDefault();
    });
    // The view need not have the focus for these.
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const typed = event.target.closest?.("textarea, select, input:not([type=checkbox], [type=range])");
      const pressed = event.target.closest?.("button, a, input, summary");
      if (typed) return;
      if (event.key === "n" || event.key === "N") this.#next(event.key === "n" ? 1 : -1);
      else if (event.key === " " && !pressed && this.#replayed()) this.#toggle();
      else return;
      event.preventDefault();
    });
  }

  #turn(yaw, pitch) {
    const camera = this.#camera;
    this.#manual = true;
    camera.yaw -= yaw;
    camera.pitch = within(camera.pitch + pitch, -HIGHEST, HIGHEST);
    this.#draw();
  }

  #shift(dx, dy) {
    const { right, up, scale } = this.#seen();
    this.#camera.center = sum(sum(this.#camera.center, right, -dx / scale), up, dy / scale);
    this.#draw();
  }

  #zoom(factor) {
    const camera = this.#camera;
    this.#marks.close();
    const share = within(camera.width / factor, 0.5, 20 * this.#home.width) / camera.width;
    camera.width *= share;
    camera.height *= share;
    this.#draw();
  }

  #fly(to) {
    // Rotate the shorter way.
    const turn = to.yaw - this.#camera.yaw;
    const yaw = this.#camera.yaw + turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    this.#flight = { from: structuredClone(this.#camera), to: { ...structuredClone(to), yaw }, began: still.matches ? -FLIGHT : null };
    this.#draw();
  }

  /** A camera that shows the whole level. */
  #whole() {
    const { vertices } = this.#data;
    const every = Math.ceil(vertices.length / 3 / 2000);
    const corners = Array.from({ length: Math.floor(vertices.length / 3 / every) }, (_, i) => [...vertices.subarray(3 * i * every, 3 * i * every + 3)]);
    const size = this.#size();
    const camera = structuredClone(this.#home);
    // In perspective the size on the screen is not linear in the distance: iterate a few times.
    for (let i = 0; i < 8; i++) {
      const { to } = look(camera, size);
      const share = (corner) => Math.max(...to(corner).map((x, axis) => Math.abs((2 * x) / size[axis] - 1)));
      const most = corners.reduce((most, corner) => Math.max(most, share(corner)), 0.05);
      camera.width *= most / 0.94;
      camera.height *= most / 0.94;
    }
    return camera;
  }

  #finding() {
    return this.#places.find(({ number }) => number === this.#selected) ?? null;
  }

  /** The findings that the filter leaves, the goals, and the regions if they are wanted. */
  #visible() {
    const regions = this.#parts.regions.checked;
    return this.#places.filter(({ number, kind }) => {
      if (number === this.#selected) return true;
      if (kind === "region") return regions;
      return kind === "goal" || this.#shown === null || this.#shown.has(number);
    });
  }

  /** Shows the marks of these findings, and those of goals. */
  show(numbers) {
    this.#shown = numbers;
    this.#draw();
  }

  /** Flies to where some marks are apart; returns false if they are at one place. */
  #around(numbers) {
    const positions = this.#places.filter(({ number }) => numbers.includes(number)).map(({ position }) => position);
    const [min, max] = [Math.min, Math.max].map((pick) => [0, 1, 2].map((axis) => pick(...positions.map((position) => position[axis]))));
    const size = Math.hypot(...sum(max, min, -1));
    if (size < 1 || 1.3 * size > 0.8 * this.#camera.width) return false;
    this.#fly({ ...this.#camera, center: mixed(min, max, 0.5), width: 1.3 * size, height: 0.8 * size });
    return true;
  }

  /** Selects the next finding or goal; regions are selected in their table. */
  #next(by) {
    const places = this.#visible().filter(({ kind }) => kind !== "region");
    if (places.length === 0) return;
    const place = places.findIndex(({ number }) => number === this.#selected);
    const next = place < 0 ? (by > 0 ? 0 : places.length - 1) : (place + by + places.length) % places.length;
    this.select(places[next].number);
  }

  /** Selects a finding or a goal: the camera flies there, and the replay goes to its moment. */
  select(number) {
    this.#selected = number;
    const { position, nearest, view: [yaw, pitch] } = this.#finding();
    this.#manual = false;
    this.#marks.close();
    for (const item of document.querySelectorAll(".finding")) {
      const mine = item.dataset.number === String(number);
      item.setAttribute("aria-pressed", String(mine));
      if (mine) item.scrollIntoView({ block: "nearest" });
    }
    // The lists may be far below the view.
    this.#parts.frame.scrollIntoView({ block: "nearest" });
    this.#pause();
    this.#replay.at = nearest;
    this.#mark();
    this.#transport();
    const cells = region(this.#data, number);
    const width = cells ? Math.max(AROUND, 1.6 * extent(cells.vertices)) : AROUND;
    this.#fly({ center: sum(position, [0, 0.5 * this.#data.height, 0]), yaw, pitch, width, height: width * 0.6 });
  }

  // ---- The replay.

  #toggle() {
    const finding = this.#replayed();
    if (!finding) return;
    if (this.#replay.playing) {
      this.#pause();
    } else {
      // From the moment of the finding go back a little; from the end go to the start.
      const before = (BEFORE * this.#data.hz) / finding.stride;
      if (this.#replay.at === finding.nearest) this.#replay.at = Math.max(finding.nearest - before, 0);
      else if (this.#replay.at >= finding.replay[1] - 1) this.#replay.at = 0;
      Object.assign(this.#replay, { playing: true, then: null });
      this.#catch();
    }
    this.#transport();
    this.#draw();
  }

  /** Flies to the character at the present moment, if the camera follows it. */
  #catch() {
    const finding = this.#replayed();
    if (!finding || !this.#parts.follow.checked) return;
    const to = { ...structuredClone(this.#camera), center: middle(this.#body(finding, this.#replay.at)) };
    const turn = this.#turned(finding);
    if (turn) [to.yaw, to.pitch] = turn;
    this.#fly(to);
  }

  /** The direction of the camera at the present moment of a replay; null if the user turned it. */
  #turned({ turns: [first, count] }) {
    return this.#manual ? null : direction(this.#data.turns.subarray(3 * first, 3 * (first + count)), this.#replay.at);
  }

  /** The selected finding or goal if it has a replay: a goal that was not reached has none. */
  #replayed() {
    const finding = this.#finding();
    return finding && finding.replay[1] > 0 ? finding : null;
  }

  #pause() {
    this.#replay.playing = false;
  }

  #seek(at) {
    this.#pause();
    this.#replay.at = at;
    this.#transport();
    this.#flight = null;
    const finding = this.#replayed();
    // A long time later: the camera is there.
    if (finding && this.#parts.follow.checked) follow(this.#camera, this.#size(), this.#body(finding, at), 60, this.#turned(finding));
    this.#draw();
  }

  /** Advances the replay to the time of this frame; returns by how many seconds. */
  #advance(now) {
    const replay = this.#replay;
    const finding = this.#replayed();
    // It waits for the camera.
    if (!replay.playing || !finding || this.#flight) return 0;
    const seconds = replay.then === null ? 0 : Math.min((now - replay.then) / 1000, 0.1);
    replay.then = now;
    const last = finding.replay[1] - 1;
    replay.at = Math.min(replay.at + (seconds * replay.speed * this.#data.hz) / finding.stride, last);
    if (replay.at >= last) this.#pause();
    this.#transport();
    return seconds;
  }

  #transport() {
    const { play, slider, time, follow, speed, replay } = this.#parts;
    const finding = this.#replayed();
    replay.hidden = this.#places.length === 0;
    for (const one of [play, slider, follow, speed]) one.disabled = !finding;
    const label = this.#replay.playing ? "Pause" : "Play";
    if (play.textContent !== label) play.textContent = label;
    const seconds = (samples) => ((samples * (finding?.stride ?? 1)) / this.#data.hz).toFixed(2);
    slider.max = Math.max((finding?.replay[1] ?? 1) - 1, 0);
    slider.value = Math.round(this.#replay.at);
    const text = finding ? `${seconds(this.#replay.at)} of ${seconds(finding.replay[1] - 1)} s` : this.#finding() ? "never reached" : "select a finding";
    if (time.textContent !== text) time.textContent = text;
    slider.setAttribute("aria-valuetext", text);
  }

  /** Feet and height of the character at a moment of the replay. */
  #body({ replay: [first, count] }, at) {
    const { feet } = this.#data;
    const sample = (i) => feet.subarray(4 * (first + i), 4 * (first + i) + 4);
    const before = Math.min(Math.floor(at), count - 1);
    const [a, b] = [sample(before), sample(Math.min(before + 1, count - 1))];
    return { feet: mixed([...a.subarray(0, 3)], [...b.subarray(0, 3)], at - before), height: a[3] };
  }

  // ---- A picture.

  #size() {
    const { frame } = this.#parts;
    return [Math.max(frame.clientWidth, 1), Math.max(frame.clientHeight, 1)];
  }

  #seen() {
    return look(this.#camera, this.#size());
  }

  recolor() {
    this.#colors = palette();
    this.#parts.legend.replaceChildren(...legend(this.#data, this.#colors, this.#parts.regions));
    this.#draw();
  }

  #draw() {
    if (this.#waiting === 0) this.#waiting = requestAnimationFrame((now) => this.#picture(now));
  }

  #flies(now) {
    const flight = this.#flight;
    if (!flight) return;
    flight.began ??= now;
    const t = within((now - flight.began) / FLIGHT, 0, 1);
    const eased = t * t * (3 - 2 * t);
    const { from, to } = flight;
    const between = (key) => from[key] + (to[key] - from[key]) * eased;
    // Widths are interpolated geometrically, so that a long flight approaches evenly.
    const scaled = (key) => from[key] * (to[key] / from[key]) ** eased;
    this.#camera = { center: mixed(from.center, to.center, eased), yaw: between("yaw"), pitch: between("pitch"), width: scaled("width"), height: scaled("height") };
    if (t === 1) this.#flight = null;
  }

  #picture(now) {
    this.#waiting = 0;
    const seconds = this.#advance(now);
    this.#flies(now);
    const finding = this.#replayed();
    const body = finding && this.#body(finding, this.#replay.at);
    if (seconds > 0 && this.#parts.follow.checked) follow(this.#camera, this.#size(), body, seconds, this.#turned(finding));
    const seen = this.#seen();
    if (this.#scene) this.#render(seen, finding, body);
    const marks = this.#place(seen);
    this.#frame += 1;
    window.state = {
      page: "report", frame: this.#frame, webgl: this.#scene !== null, selected: this.#selected, camera: structuredClone(this.#camera), flies: this.#flight !== null, marks,
      shown: this.#visible().map(({ number }) => number), highlighted: this.#kept.region?.count ?? 0, size: this.#size(),
      replay: finding && { at: this.#replay.at, samples: finding.replay[1], playing: this.#replay.playing, feet: body.feet, height: body.height, ends: ends(seen, body) },
    };
    if (this.#flight || this.#replay.playing) this.#draw();
  }

  #render(seen, finding, body) {
    const { frame } = this.#parts;
    const colors = this.#colors;
    const { ground, walkable, step } = this.#data;
    const { eye } = seen.ray([0, 0]);
    // The heat map and the character are visible through anything lower than a step.
    const nearer = (DEPTH * step) / Math.hypot(...sum(eye, this.#camera.center, -1));
    const night = colors.paper[0] < 0.5;
    const shaded = (lit) => ({ lit, dim: mixed(lit, colors.paper, 0.35) });
    // The level itself has no colors of the heat map.
    const level = { ...colors.level, open: true };
    const things = this.#kept.level.map((kept, i) => ({ kept, pose: null, paint: tinted(level, this.#data.tints?.[i]) }));
    this.#kept.grounds.forEach((kept, i) => {
      if (!kept) return;
      const lit = hex(ground.colours[i]);
      things.push({ kept, pose: null, paint: { ...shaded(night ? mixed(lit, [0, 0, 0], 0.12) : lit), nearer } });
    });
    const lines = [];
    const shadows = [];
    if (this.#kept.region) things.push({ kept: this.#kept.region, pose: null, paint: { ...shaded(colors.inks[PATH]), alpha: 0.5, nearer } });
    if (this.#kept.marked) {
      const wrong = colors.inks[WRONG];
      things.push({ kept: this.#kept.marked, pose: null, paint: { ...shaded(wrong), alpha: 0.45, nearer: nearer * 1.1 } });
      lines.push(...this.#edges(finding));
    }
    if (finding) {
      lines.push(...this.#path(finding));
      const { kept } = this.#kept.figures.reduce((a, b) => (Math.abs(b.height - body.height) < Math.abs(a.height - body.height) ? b : a));
      const pose = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...body.feet, 1]);
      things.push({ kept, pose, paint: { ...colors.hero, nearer: nearer * 1.2, through: true, pixel: Math.min(devicePixelRatio, 2) } });
      shadows.push(...body.feet, this.#data.radius * 1.6);
    }
    this.#scene.render([frame.clientWidth, frame.clientHeight], Math.min(devicePixelRatio, 2), {
      matrix: seen.matrix, eye, things, shadows: new Float32Array(shadows), lines: new Float32Array(lines), colors,
      walkable: walkable - 1e-4, fog: 12 * this.#home.width + 4 * this.#camera.width, cut: this.#cut, creases: within(40 / this.#camera.width, 0.25, 1),
    });
  }

  #edges(finding) {
    const corners = this.#data.around.subarray(9 * finding.around[0], 9 * (finding.around[0] + finding.around[1]));
    const lines = [];
    for (let i = 0; i < corners.length; i += 9) {
      for (const [p, q] of [[0, 3], [3, 6], [6, 0]]) lines.push(...corners.subarray(i + p, i + p + 3), ...corners.subarray(i + q, i + q + 3), WRONG);
    }
    return lines;
  }

  /** The path of the feet, in visible steps. */
  #path({ replay: [first, count] }) {
    const { feet } = this.#data;
    const point = (i) => [...feet.subarray(4 * (first + i), 4 * (first + i) + 3)];
    const lines = [];
    let before = point(0);
    for (let i = 1; i < count; i++) {
      const now = point(i);
      if (i + 1 < count && Math.hypot(...sum(now, before, -1)) < 0.12) continue;
      lines.push(before[0], before[1] + 0.08, before[2], now[0], now[1] + 0.08, now[2], PATH);
      before = now;
    }
    return lines;
  }

  /** Moves the marks to their positions. */
  #place(seen) {
    const [width, height] = this.#size();
    const places = this.#visible().filter(({ position }) => position[1] <= this.#cut).map(({ number, kind, position, rank }) => {
      const [x, y] = seen.to(position);
      return { number, kind, rank, x, y };
    });
    const inside = places.filter(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);
    return this.#marks.place(inside.sort((a, b) => a.rank - b.rank), this.#selected);
  }
}

/** The switch between light and dark colors; calls `changed` after a change. */
function theme(changed) {
  const root = document.documentElement;
  const button = document.querySelector("#theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const shown = () => {
    button.textContent = dark() ? "Light" : "Dark";
    button.setAttribute("aria-label", dark() ? "Switch to light colors" : "Switch to dark colors");
    button.hidden = false;
    changed();
  };
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    shown();
  });
  system.addEventListener("change", shown);
  shown();
}

const stage = document.querySelector("#stage");
window.state = { page: "report", frame: 0 };
/** The lists beside the view: a click selects, a filter, buttons to ignore findings. */
function lists(viewer, data) {
  const number = (item) => (/^\d/.test(item.dataset.number) ? Number(item.dataset.number) : item.dataset.number);
  const items = new Map();
  for (const item of document.querySelectorAll(".finding")) {
    item.addEventListener("click", () => viewer.select(number(item)));
    items.set(number(item), item.closest("li"));
  }
  const findings = data.findings.map(({ number, kind, position }, i) => ({ number, kind, position, ...data.list.findings[i] }));
  if (findings.length === 0) return;
  const ignore = new IgnoreList(data.list.ignore, findings);
  for (const { number } of findings) items.get(number).append(ignore.button(number));
  const filter = new Filter(findings.map((finding) => ({ ...finding, ignored: finding.ignored !== null })), (shown) => {
    for (const { number } of findings) items.get(number).hidden = !shown.has(number);
    viewer.show(shown);
  });
  const list = document.querySelector("#findings + ol");
  list.before(filter.element);
  list.after(ignore.element);
  filter.start();
}

try {
  const data = await unpack(document.querySelector("#data"));
  const viewer = new Viewer(data, stage);
  lists(viewer, data);
  theme(() => viewer.recolor());
} catch (error) {
  stage.replaceChildren(html("p", { class: "message" }, `The level cannot be shown: ${error.message}. The findings are listed on this page.`));
  console.error(error);
}
