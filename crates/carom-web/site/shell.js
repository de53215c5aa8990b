// Shared parts of the pages of demos: layout, numbers, choices, frames, the link.

import { decode, encode } from "./carom.js";
import { copier, html, prose } from "./html.js";
import { parse, write } from "./link.js";

/** The link to a demo with these settings. */
export const link = (schema, settings) => `#/demo/${schema.name}/${write(encode(schema.settings, settings))}`;

/** The settings in a link; the defaults if it has none or is invalid (`damaged`). */
export function unlink(schema, text, own) {
  if (!text) return { settings: structuredClone(own), damaged: false };
  try {
    return { settings: decode(schema.settings, parse(text)), damaged: false };
  } catch {
    return { settings: structuredClone(own), damaged: true };
  }
}

export const button = (label, onclick, attributes = {}) => html("button", { type: "button", onclick, ...attributes }, label);

/** A group of radio buttons: `options` are `[value, label]`. */
export function choice(legend, options, value, changed) {
  const inputs = options.map(([of, label]) => {
    const input = html("input", { type: "radio", name: legend, ...(of === value ? { checked: "" } : {}), onchange: () => changed(of) });
    return { of, input, element: html("label", {}, input, html("span", {}, label)) };
  });
  const element = html("fieldset", { class: "choice" }, html("legend", {}, legend), html("div", {}, ...inputs.map((option) => option.element)));
  return { element, set: (value) => inputs.forEach(({ of, input }) => { input.checked = of === value; }) };
}

/** A table of names and values. Its rows are fixed, so the layout never jumps. */
export class Numbers {
  #rows = new Map();

  constructor(names) {
    this.element = html("dl", { class: "numbers" }, ...names.map((name) => {
      const dd = html("dd");
      this.#rows.set(name, dd);
      return html("div", {}, html("dt", {}, name), dd);
    }));
  }

  set(name, text, exact = "") {
    const dd = this.#rows.get(name);
    if (dd.textContent !== text) dd.textContent = text;
    dd.title = String(exact);
  }
}

/** The page of a demo, from its parts. */
export function page(listed, { stage, hint, panel, how, code, linked }) {
  const shown = html("code", {}, code);
  return html("article", { class: `lab demo ${listed.name}` },
    html("header", {}, html("h1", {}, listed.title), html("p", { class: "lead" }, listed.lead)),
    html("div", { class: "stage" }, ...stage, html("p", { class: "hint" }, hint)),
    html("section", { class: "panel", "aria-label": "State" }, ...panel),
    html("section", { class: "how" }, html("h2", {}, "How it works"), prose(how)),
    html("section", { class: "code" },
      html("h2", {}, "In Rust"),
      html("div", { class: "copied" }, html("pre", { tabindex: 0, "aria-label": "Code" }, shown),
        copier("Copy code", () => shown.textContent),
        copier("Copy link", () => {
          linked();
          return location.href;
        }))));
}

/** Calls back in every frame until closed, with the seconds since the last one, at most 0.1. */
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

/** An exponential moving average. */
export class Mean {
  #value = null;

  add(x) {
    this.#value = this.#value === null ? x : this.#value + (x - this.#value) * 0.1;
  }

  get value() {
    return this.#value ?? 0;
  }
}

/** The present colors of the style sheet, by name. */
export function colors(names) {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}
