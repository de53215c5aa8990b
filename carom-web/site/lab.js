// A page of the lab: handles to drag, live numbers, the picture of the answer, cases, formula, code, the link.
//
// A page declares what there is; see pages/circle_capsule.js. Here it becomes a page.

import { encode, decode } from "./carom.js";
import { Drawing, element, view } from "./draw.js";

const copy = (value) => structuredClone(value);
const get = (object, path) => path.split(".").reduce((value, key) => value[key], object);
function set(object, path, value) {
  const keys = path.split(".");
  const last = keys.pop();
  keys.reduce((value, key) => value[key], object)[last] = value;
}

/** An HTML element with attributes and children. */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** Our own words, with their markup. */
function prose(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
}

// ---- The link: every number of the state, each in the fewest digits that give its bits back.

const write = (numbers) => numbers.map((x) => (Object.is(x, -0) ? "-0" : String(x))).join(",");
function parse(text) {
  const numbers = text.split(",").map((word) => (word.trim() === "" ? NaN : Number(word)));
  if (!numbers.every(Number.isFinite)) throw new RangeError("not a number");
  return numbers;
}

export function link(page, schema, inputs, camera) {
  const { center, width, height } = camera;
  return `#${page.name}/${write(encode(schema.asked, inputs))}@${write([...center, width, height])}`;
}

/** The state in a link; the page's own where the link has none. Throws where the link is damaged. */
export function unlink(page, schema, text) {
  if (!text) return { inputs: copy(page.inputs), camera: copy(page.camera) };
  const [asked, seen] = text.split("@");
  const inputs = decode(schema.asked, parse(asked));
  if (!seen) return { inputs, camera: copy(page.camera) };
  const [x, y, width, height, ...rest] = parse(seen);
  if (!(width > 0 && height > 0) || rest.length > 0) throw new RangeError("not a camera");
  return { inputs, camera: { center: [x, y], width, height } };
}

// ---- Handles: a point, the tip of an arrow, or a whole shape by one of its points.

/** Where a handle is. */
function position(handle, inputs) {
  const at = get(inputs, handle.at);
  if (!handle.tip) return at;
  const delta = get(inputs, handle.tip);
  return [at[0] + delta[0], at[1] + delta[1]];
}

/** Puts it at a place. */
function move(handle, inputs, to) {
  const at = get(inputs, handle.at);
  if (handle.tip) {
    set(inputs, handle.tip, [tidy(to[0] - at[0]), tidy(to[1] - at[1])]);
    return;
  }
  const [dx, dy] = [to[0] - at[0], to[1] - at[1]];
  for (const path of handle.with ?? []) {
    const value = get(inputs, path);
    const shifted = ([x, y]) => [tidy(x + dx), tidy(y + dy)];
    set(inputs, path, typeof value[0] === "number" ? shifted(value) : value.map(shifted));
  }
  set(inputs, handle.at, to);
}

/** Sums of tidy numbers are tidy: 0.1 + 0.2 is 0.3 under a finger. */
const tidy = (x) => Number(x.toPrecision(12));

/** To the grid of whole pixels' decimals, so that numbers under a finger stay short. */
function snap(x, scale) {
  const digits = Math.min(12, Math.max(0, Math.ceil(Math.log10(scale))));
  return Number(x.toFixed(digits));
}

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** How far from the edge of the drawing a handle stays under a finger. */
const EDGE = 10;

export class Lab {
  #carom;
  #page;
  #schema;
  #inputs;
  #camera;
  #answer = null;
  #frame = 0;
  #waiting = 0;
  #linking = 0;
  #observer;
  #svg;
  #handles;
  #parts = {};
  #onFrame;

  constructor(carom, page, text, onFrame) {
    this.#carom = carom;
    this.#page = page;
    this.#schema = carom.schema(page.name);
    this.#onFrame = onFrame;
    let damaged = null;
    try {
      ({ inputs: this.#inputs, camera: this.#camera } = unlink(page, this.#schema, text));
    } catch {
      damaged = "This link is damaged; here is the page as it starts.";
      ({ inputs: this.#inputs, camera: this.#camera } = unlink(page, this.#schema, ""));
    }
    this.element = this.#build();
    this.#tell(damaged);
    this.#observer = new ResizeObserver(() => this.#ask());
    this.#observer.observe(this.#svg);
  }

  /** Nothing of it goes on. */
  close() {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#waiting);
    clearTimeout(this.#linking);
  }

  // ---- What there is.

  #build() {
    const page = this.#page;
    this.#svg = element("svg", { class: "drawing", role: "group", "aria-label": `${page.title}: drawing` });
    Drawing.prepare(this.#svg);
    this.#handles = page.handles.map((handle) => this.#handle(handle));
    this.#svg.append(element("g", { class: "handles" }, ...this.#handles.map((handle) => handle.element)));
    this.#drag();
    const parts = this.#parts;
    parts.verdict = html("p", { class: "verdict", role: "status" });
    parts.message = html("p", { class: "message", role: "alert" });
    parts.numbers = html("dl", { class: "numbers" });
    parts.sliders = (page.sliders ?? []).map((slider) => this.#slider(slider));
    parts.code = html("code");
    const zoom = (factor) => () => {
      this.#camera.width /= factor;
      this.#camera.height /= factor;
      this.#change();
    };
    const reset = () => {
      this.#camera = copy(page.camera);
      this.#change();
    };
    const tools = html("div", { class: "tools", role: "group", "aria-label": "View" },
      html("button", { type: "button", "aria-label": "Zoom in", title: "Zoom in", onclick: zoom(1.25) }, "+"),
      html("button", { type: "button", "aria-label": "Zoom out", title: "Zoom out", onclick: zoom(0.8) }, "−"),
      html("button", { type: "button", "aria-label": "View as at the start", title: "View as at the start", onclick: reset }, "⌂"));
    const cases = page.cases.map(({ title, inputs }) => html("button", {
      type: "button",
      onclick: () => {
        this.#inputs = { ...copy(page.inputs), ...copy(inputs) };
        this.#camera = copy(page.camera);
        this.#change();
      },
    }, title));
    const again = html("button", {
      type: "button",
      onclick: () => {
        ({ inputs: this.#inputs, camera: this.#camera } = unlink(page, this.#schema, ""));
        this.#change();
      },
    }, "As at the start");
    return html("article", { class: "lab" },
      html("header", {}, html("h1", {}, page.title), html("p", { class: "lead" }, page.lead)),
      html("div", { class: "stage" }, this.#svg, tools,
        html("p", { class: "hint" }, page.handles.length > 0
          ? "Drag anywhere: the nearest handle follows. Or Tab to one; arrows move it, Shift far, Alt finely."
          : "What there is to move is beside the drawing.")),
      html("section", { class: "panel", "aria-label": "Answer" },
        parts.verdict, parts.message, parts.numbers,
        html("div", { class: "sliders" }, ...parts.sliders.map((slider) => slider.element)),
        html("h2", {}, "Cases"),
        html("div", { class: "cases" }, ...cases, again)),
      html("section", { class: "how" },
        html("h2", {}, "How"), prose(page.how),
        html("pre", { class: "formula", tabindex: 0, "aria-label": "Formula" }, page.formula)),
      html("section", { class: "code" },
        html("h2", {}, "In Rust"),
        html("div", { class: "copied" }, html("pre", { tabindex: 0, "aria-label": "Code" }, parts.code),
          this.#copier("Copy the code", () => parts.code.textContent),
          this.#copier("Copy a link to this", () => {
            this.#relink();
            return location.href;
          }))));
  }

  #copier(label, text) {
    const button = html("button", {
      type: "button",
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(text());
          button.textContent = "Copied";
        } catch {
          button.textContent = "The browser forbids it";
        }
        setTimeout(() => { button.textContent = label; }, 1500);
      },
    }, label);
    return button;
  }

  #slider({ at, label, min, max, step, log }) {
    const to = (value) => (log ? Math.log10(value) : value);
    const from = (place) => (log ? Number((10 ** place).toPrecision(3)) : place);
    const id = `slider-${at.replaceAll(".", "-")}`;
    const input = html("input", {
      id, type: "range", min, max, step,
      oninput: () => {
        set(this.#inputs, at, from(Number(input.value)));
        this.#change();
      },
    });
    const shown = html("output", { for: id });
    return {
      element: html("div", { class: "slider" }, html("label", { for: id }, label), input, shown),
      update: () => {
        const value = get(this.#inputs, at);
        // What a link brought may lie outside of the slider; it stays what it is.
        input.value = to(value);
        shown.textContent = String(Number(value.toPrecision(4))).replace("-", "−");
        input.setAttribute("aria-valuetext", shown.textContent);
      },
    };
  }

  #handle(declared) {
    const kind = declared.tip ? "tip" : declared.with ? "whole" : "point";
    const shape = kind === "tip"
      ? element("path", { class: "grip", d: "M0 -8L8 0L0 8L-8 0Z" })
      : kind === "whole"
        ? element("path", { class: "grip", d: "M-6.5 -6.5H6.5V6.5H-6.5ZM-3 0H3M0 -3V3" })
        : element("circle", { class: "grip", r: 6.5 });
    const made = element("g", { class: `handle ${kind} ${declared.of ?? ""}`, tabindex: 0, role: "button", "aria-roledescription": "handle" },
      element("circle", { class: "halo", r: 15 }), shape);
    made.addEventListener("keydown", (event) => this.#key(event, declared));
    return {
      declared,
      element: made,
      update: ({ to }) => {
        const at = position(declared, this.#inputs);
        made.setAttribute("transform", `translate(${to(at)})`);
        made.setAttribute("aria-label", `${declared.label}: x ${at[0]}, y ${at[1]}`);
      },
    };
  }

  // ---- What moves a handle.

  #key(event, handle) {
    const way = KEYS[event.key];
    if (!way || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { scale } = this.#seen();
    // A step is about six pixels.
    const step = 10 ** -Math.floor(Math.log10(scale / 6)) * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
    const at = position(handle, this.#inputs);
    move(handle, this.#inputs, [tidy(at[0] + way[0] * step), tidy(at[1] + way[1] * step)]);
    this.#change();
  }

  #drag() {
    const svg = this.#svg;
    let held = null;
    const place = (event) => {
      const { left, top, width, height } = svg.getBoundingClientRect();
      const within = (x, most) => Math.min(Math.max(x, EDGE), most - EDGE);
      return [within(event.clientX - left, width), within(event.clientY - top, height)];
    };
    const nearest = (p) => {
      const { to } = this.#seen();
      let best = null;
      this.#handles.forEach((handle) => {
        const [x, y] = to(position(handle.declared, this.#inputs));
        const distance = Math.hypot(x - p[0], y - p[1]);
        // What lies on top of another is drawn later and taken first.
        if (!best || distance <= best.distance) best = { handle, distance, offset: [x - p[0], y - p[1]] };
      });
      return best;
    };
    svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || held || this.#handles.length === 0) return;
      held = { ...nearest(place(event)), pointer: event.pointerId };
      svg.setPointerCapture(event.pointerId);
      held.handle.element.classList.add("held");
      held.handle.element.focus({ preventScroll: true, focusVisible: false });
      event.preventDefault();
    });
    svg.addEventListener("pointermove", (event) => {
      if (held?.pointer !== event.pointerId) return;
      const [x, y] = place(event);
      const { from, scale } = this.#seen();
      const to = from([x + held.offset[0], y + held.offset[1]]);
      move(held.handle.declared, this.#inputs, to.map((x) => snap(x, scale)));
      this.#change();
    });
    const release = (event) => {
      if (held?.pointer !== event.pointerId) return;
      held.handle.element.classList.remove("held");
      held = null;
    };
    svg.addEventListener("pointerup", release);
    svg.addEventListener("pointercancel", release);
  }

  // ---- A frame.

  #size() {
    return [this.#svg.clientWidth, this.#svg.clientHeight];
  }

  #seen() {
    return view(this.#camera, this.#size());
  }

  /** Something has changed: drawn with the next frame, into the link when it has settled. */
  #change() {
    this.#tell(null);
    this.#ask();
    clearTimeout(this.#linking);
    this.#linking = setTimeout(() => this.#relink(), 200);
  }

  #relink() {
    history.replaceState(null, "", link(this.#page, this.#schema, this.#inputs, this.#camera));
  }

  #ask() {
    this.#waiting ||= requestAnimationFrame(() => {
      this.#waiting = 0;
      this.#render();
    });
  }

  #tell(message) {
    this.#parts.message.textContent = message ?? "";
    this.#parts.message.hidden = !message;
  }

  #render() {
    const size = this.#size();
    if (size[0] === 0) return;
    const page = this.#page;
    const answer = this.#carom.ask(page.name, this.#inputs);
    const seen = this.#seen();
    for (const handle of this.#handles) handle.update(seen);
    for (const slider of this.#parts.sliders) slider.update();
    this.#answer = answer;
    if (answer) {
      Drawing.draw(this.#svg, this.#camera, size, { words: true }, (d) => page.draw(d, this.#inputs, answer));
      this.#verdict(page.verdict(answer, this.#inputs));
      this.#numbers(page.numbers(answer, this.#inputs));
      this.#parts.code.textContent = page.code(this.#inputs);
    } else {
      this.#tell("There is no such shape: carom does not answer it.");
    }
    this.#frame += 1;
    this.#onFrame({
      page: page.name,
      inputs: copy(this.#inputs),
      camera: copy(this.#camera),
      answer: copy(this.#answer),
      frame: this.#frame,
    });
  }

  #verdict({ is, says, figure }) {
    const { verdict } = this.#parts;
    verdict.dataset.is = is;
    const figured = figure === null || figure === undefined ? "" : html("b", {}, typeof figure === "number" ? figure.toFixed(4) : figure);
    verdict.replaceChildren(html("i", { "aria-hidden": "true" }), html("span", {}, says), figured);
  }

  #numbers(rows) {
    const { numbers } = this.#parts;
    // The same rows on every frame: only their words change, and nothing jumps.
    if (numbers.children.length !== rows.length) {
      numbers.replaceChildren(...rows.map(([name]) => html("div", {}, html("dt", {}, name), html("dd"))));
    }
    rows.forEach(([name, text, exact], i) => {
      const [dt, dd] = numbers.children[i].children;
      dt.textContent = name;
      dd.textContent = text;
      dd.title = exact === null || exact === undefined ? "" : String(exact);
    });
  }
}
