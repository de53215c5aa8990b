// A page of the lab: drawing with handles, live numbers, cases, explanation, formula, Rust code, link.
//
// This module builds it from the declarations of a page; see pages/circle_capsule.js for an example.

import { encode, decode } from "./carom.js";
import { get, Handles, set } from "./handles.js";
import { copier, html, prose, slider } from "./html.js";
import { parse, write } from "./link.js";
import { inSpace, views } from "./pages.js";
import { PlaneView } from "./plane.js";
import { SpaceView, WAYS } from "./space.js";

const copy = (value) => structuredClone(value);

/** The initial camera of a page, or a list of cameras for several views. */
export const cameras = (page) => {
  const all = views(page).map((view) => copy(view.camera));
  return page.views ? all : all[0];
};

// ---- The link: every number of the state.

const camerasOf = (page, camera) => (page.views ? camera : [camera]);

export function link(page, schema, inputs, camera) {
  const numbers = camerasOf(page, camera).flatMap(({ center, width, height, yaw, pitch }) => (
    yaw === undefined ? [...center, width, height] : [...center, width, height, yaw, pitch]));
  return `#/lab/${page.name}/${write(encode(schema.inputs, inputs))}@${write(numbers)}`;
}

/** The state in a link, or the initial one if the link has none. Throws if the link is invalid. */
export function unlink(page, schema, text) {
  if (!text) return { inputs: copy(page.inputs), camera: cameras(page) };
  const [first, second] = text.split("@");
  const inputs = decode(schema.inputs, parse(first));
  if (!second) return { inputs, camera: cameras(page) };
  const numbers = parse(second);
  const all = views(page).map((view) => {
    const center = numbers.splice(0, view.camera.center.length);
    const [width, height] = numbers.splice(0, 2);
    if (!(width > 0 && height > 0)) throw new RangeError("not a camera");
    if (!inSpace(view)) return { center, width, height };
    const [yaw, pitch] = numbers.splice(0, 2);
    if (!(Math.abs(pitch) < Math.PI / 2)) throw new RangeError("not a camera");
    return { center, width, height, yaw, pitch };
  });
  if (numbers.length > 0) throw new RangeError("not a camera");
  return { inputs, camera: page.views ? all : all[0] };
}

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
  #views;
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
      damaged = "This link is invalid; the page starts with its defaults.";
      ({ inputs: this.#inputs, camera: this.#camera } = unlink(page, this.#schema, ""));
    }
    this.element = this.#build();
    this.#report(damaged);
    this.#observer = new ResizeObserver(() => this.#schedule());
    for (const { view } of this.#views) this.#observer.observe(view.element);
  }

  /** Stops everything that the page has scheduled. */
  close() {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#waiting);
    clearTimeout(this.#linking);
  }

  // ---- Elements.

  #build() {
    const page = this.#page;
    this.#views = views(page).map((declared, place) => this.#view(declared, place));
    const parts = this.#parts;
    parts.verdict = html("p", { class: "verdict", role: "status" });
    parts.message = html("p", { class: "message", role: "alert" });
    parts.numbers = html("dl", { class: "numbers" });
    parts.sliders = (page.sliders ?? []).map((declared) => slider(`slider-${declared.at.replaceAll(".", "-")}`, declared,
      () => get(this.#inputs, declared.at), (value) => {
        set(this.#inputs, declared.at, value);
        this.#change();
      }));
    parts.code = html("code");
    const cases = [...page.cases, { title: "Reset", inputs: {} }].map(({ title, inputs }) => html("button", {
      type: "button",
      onclick: () => {
        this.#inputs = { ...copy(page.inputs), ...copy(inputs) };
        this.#setCamera(cameras(page));
        this.#change();
      },
    }, title));
    return html("article", { class: page.views ? "lab several" : "lab" },
      html("header", {}, html("h1", {}, page.title), html("p", { class: "lead" }, page.lead)),
      html("div", { class: "stage" },
        html("div", { class: "views" }, ...this.#views.map((shown) => shown.element)),
        html("p", { class: "hint" }, page.handles?.length === 0
          ? "Use the sliders beside the drawing."
          : this.#views.at(-1).view.hint)),
      html("section", { class: "panel", "aria-label": "Answer" },
        parts.verdict, parts.message, parts.numbers,
        html("div", { class: "sliders" }, ...parts.sliders.map((slider) => slider.element)),
        html("h2", {}, "Cases"),
        html("div", { class: "cases" }, ...cases)),
      html("section", { class: "how" },
        html("h2", {}, "How it works"), prose(page.how),
        html("pre", { class: "formula", tabindex: 0, "aria-label": "Formula" }, page.formula)),
      html("section", { class: "code" },
        html("h2", {}, "In Rust"),
        html("div", { class: "copied" }, html("pre", { tabindex: 0, "aria-label": "Code" }, parts.code),
          copier("Copy code", () => parts.code.textContent),
          copier("Copy link", () => {
            this.#relink();
            return location.href;
          }))));
  }

  #view(declared, place) {
    const kind = inSpace(declared) ? SpaceView : PlaneView;
    const label = declared.title ?? this.#page.title;
    const change = () => this.#change();
    const view = new kind(this.#carom, declared, label, camerasOf(this.#page, this.#camera)[place], change);
    const handles = new Handles(view, declared.handles, () => this.#inputs, change);
    const zoom = (factor) => () => {
      view.zoom(factor);
      this.#change();
    };
    const reset = () => {
      Object.assign(view.camera, copy(declared.camera));
      this.#change();
    };
    const tool = (label, sign, onclick) => html("button", { type: "button", "aria-label": label, title: label, onclick }, sign);
    const tools = html("div", { class: "tools", role: "group", "aria-label": "View" },
      tool("Zoom in", "+", zoom(1.25)), tool("Zoom out", "−", zoom(0.8)), tool("Reset the view", "⌂", reset));
    const free = inSpace(declared) && declared.handles.some(({ at }) => get(this.#page.inputs, at).length === 3);
    const title = this.#page.views ? [html("h2", {}, declared.title)] : [];
    return {
      view,
      handles,
      element: html("div", { class: "view" }, ...title, html("div", { class: "frame" }, view.element, tools, ...(free ? [this.#ways(view)] : []))),
    };
  }

  /** The choice how a handle in 3D is dragged, for devices without modifier keys. */
  #ways(view) {
    const ways = WAYS.map(([way, label, title], i) => html("label", { title: `Drag handles ${title}` },
      html("input", { type: "radio", name: "way", value: way, ...(i === 0 ? { checked: "" } : {}), onchange: () => { view.way = way; } }),
      html("span", {}, label)));
    return html("fieldset", { class: "ways" }, html("legend", {}, "Drag"), ...ways);
  }

  // ---- A frame.

  /** Sets the cameras. */
  #setCamera(camera) {
    this.#camera = camera;
    camerasOf(this.#page, camera).forEach((camera, place) => { this.#views[place].view.camera = camera; });
  }

  /** Redraws in the present colors. */
  recolor() {
    this.#schedule();
  }

  /** After a change: draws with the next frame, and updates the link when the changes pause. */
  #change() {
    this.#report(null);
    this.#schedule();
    clearTimeout(this.#linking);
    this.#linking = setTimeout(() => this.#relink(), 200);
  }

  #relink() {
    history.replaceState(null, "", link(this.#page, this.#schema, this.#inputs, this.#camera));
  }

  #schedule() {
    this.#waiting ||= requestAnimationFrame(() => {
      this.#waiting = 0;
      this.#render();
    });
  }

  #report(message) {
    this.#parts.message.textContent = message ?? "";
    this.#parts.message.hidden = !message;
  }

  #render() {
    if (this.#views.some(({ view }) => view.size[0] === 0)) return;
    const page = this.#page;
    const answer = this.#carom.query(page.name, this.#inputs);
    for (const { handles } of this.#views) handles.update();
    for (const slider of this.#parts.sliders) slider.update();
    this.#answer = answer;
    if (answer) {
      for (const { view } of this.#views) view.draw(this.#inputs, answer);
      this.#verdict(page.verdict(answer, this.#inputs));
      this.#numbers(page.numbers(answer, this.#inputs));
      this.#parts.code.textContent = page.code(this.#inputs);
    } else {
      this.#report("These inputs are not a valid shape.");
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
    const formatted = figure === null || figure === undefined ? "" : html("b", {}, typeof figure === "number" ? figure.toFixed(4) : figure);
    verdict.replaceChildren(html("i", { "aria-hidden": "true" }), html("span", {}, says), formatted);
  }

  #numbers(rows) {
    const { numbers } = this.#parts;
    // The same rows in every frame; only the texts change, so the layout never jumps.
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
