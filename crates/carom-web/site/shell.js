// What the pages of rooms have alike: a stage and a panel, numbers, sliders, keys, frames, the link.

import { decode, encode } from "./carom.js";
import { copier, html, prose } from "./html.js";
import { parse, write } from "./link.js";

/** The settings of a room as they lie in a link. */
export const link = (schema, settings) => `#/room/${schema.name}/${write(encode(schema.settings, settings))}`;

/** The settings in a link; the room's own where the link has none, or is damaged, which is told. */
export function unlink(schema, text, own) {
  if (!text) return { settings: structuredClone(own), damaged: false };
  try {
    return { settings: decode(schema.settings, parse(text)), damaged: false };
  } catch {
    return { settings: structuredClone(own), damaged: true };
  }
}

export const button = (label, onclick, attributes = {}) => html("button", { type: "button", onclick, ...attributes }, label);

/** One of a few: `options` are `[value, label]`. */
export function choice(legend, options, value, changed) {
  const inputs = options.map(([of, label]) => {
    const input = html("input", { type: "radio", name: legend, ...(of === value ? { checked: "" } : {}), onchange: () => changed(of) });
    return { of, input, element: html("label", {}, input, html("span", {}, label)) };
  });
  const element = html("fieldset", { class: "choice" }, html("legend", {}, legend), html("div", {}, ...inputs.map((one) => one.element)));
  return { element, set: (value) => inputs.forEach(({ of, input }) => { input.checked = of === value; }) };
}

/** Rows of a name and words: the same rows always, so that nothing jumps. */
export class Numbers {
  #rows = new Map();

  constructor(names) {
    this.element = html("dl", { class: "numbers" }, ...names.map((name) => {
      const dd = html("dd");
      this.#rows.set(name, dd);
      return html("div", {}, html("dt", {}, name), dd);
    }));
  }

  tell(name, text, exact = "") {
    const dd = this.#rows.get(name);
    if (dd.textContent !== text) dd.textContent = text;
    dd.title = String(exact);
  }
}

/** The page around a room: what it is made of, in its place. */
export function page(listed, { stage, hint, panel, how, code, linked }) {
  const shown = html("code", {}, code);
  return html("article", { class: `lab room ${listed.name}` },
    html("header", {}, html("h1", {}, listed.title), html("p", { class: "lead" }, listed.lead)),
    html("div", { class: "stage" }, ...stage, html("p", { class: "hint" }, hint)),
    html("section", { class: "panel", "aria-label": "State" }, ...panel),
    html("section", { class: "how" }, html("h2", {}, "How"), prose(how)),
    html("section", { class: "code" },
      html("h2", {}, "In Rust"),
      html("div", { class: "copied" }, html("pre", { tabindex: 0, "aria-label": "Code" }, shown),
        copier("Copy the code", () => shown.textContent),
        copier("Copy a link to this", () => {
          linked();
          return location.href;
        }))));
}

/** Calls back with every frame while it is open, and how many seconds have gone by: no more than a tenth. */
export class Frames {
  #waiting = 0;
  #before = null;

  constructor(each) {
    const next = (now) => {
      this.#waiting = requestAnimationFrame(next);
      const seconds = Math.min(Math.max(now - (this.#before ?? now), 0) / 1000, 0.1);
      this.#before = now;
      each(seconds);
    };
    this.#waiting = requestAnimationFrame(next);
  }

  close() {
    cancelAnimationFrame(this.#waiting);
  }
}

/** The mean of what has been measured lately. */
export class Mean {
  #value = null;

  add(x) {
    this.#value = this.#value === null ? x : this.#value + (x - this.#value) * 0.1;
  }

  get value() {
    return this.#value ?? 0;
  }
}

/** The style sheet's colours by their names, as they are now. */
export function colours(names) {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}
