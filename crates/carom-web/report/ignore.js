// The list of ignored findings: buttons beside the findings collect its entries, and the page offers its text. A page that is
// opened from a file cannot write files.

import { copier, html } from "./html.js";

/** The reason of a new entry, until it gets another. */
const REASON = "intended";

export class IgnoreList {
  #data;
  /** The entries of the file that stay, by their indices. */
  #kept;
  /** New entries by the numbers of their findings. */
  #added = new Map();
  #buttons = new Map();
  #rows = html("ul");
  #text = html("textarea", { readonly: "", rows: 8, spellcheck: "false", "aria-label": "The list of ignored findings" });

  /** `data`: `{file, level, entries}`; `findings`: `{number, name, kind, position, objects, ignored}`. */
  constructor(data, findings) {
    this.#data = data;
    this.#kept = new Set(data.entries.keys());
    for (const finding of findings) {
      this.#buttons.set(finding, html("button", { type: "button", class: "ignore", onclick: () => this.#toggle(finding) }));
    }
    this.element = html("section", { class: "ignoring", hidden: "", "aria-label": "Ignored findings" },
      html("h2", {}, "Ignored findings"),
      html("p", {}, "Save this list as ", html("code", {}, data.file), " beside the level: the next survey ignores these findings."),
      this.#rows, this.#text,
      html("p", { class: "do" }, copier("Copy", () => this.#text.value), html("button", { type: "button", onclick: () => this.#download() }, `Download ${data.file}`)));
    this.#show();
  }

  /** The button of a finding. */
  button(number) {
    return [...this.#buttons].find(([finding]) => finding.number === number)?.[1] ?? "";
  }

  #toggle(finding) {
    const { number, kind, position, objects, ignored } = finding;
    if (ignored !== null) {
      if (!this.#kept.delete(ignored)) this.#kept.add(ignored);
    } else if (!this.#added.delete(number)) {
      const rounded = position.map((x) => Math.round(x * 100) / 100);
      const object = objects.length > 0 ? { objects: objects.slice(0, 1) } : {};
      this.#added.set(number, { kind, level: this.#data.level, ...object, position: rounded, reason: REASON });
    }
    this.#show();
  }

  #show() {
    for (const [{ number, ignored }, button] of this.#buttons) {
      const listed = ignored === null ? this.#added.has(number) : this.#kept.has(ignored);
      button.textContent = listed ? "Do not ignore" : "Ignore";
    }
    const named = (number) => [...this.#buttons.keys()].find((finding) => finding.number === number);
    this.#rows.replaceChildren(...[...this.#added].map(([number, entry]) => html("li", {},
      html("label", {}, html("span", {}, named(number).name), " because ", html("input", {
        type: "text", value: entry.reason, maxlength: 500, oninput: (event) => {
          entry.reason = event.target.value.trim() === "" ? REASON : event.target.value;
          this.#write();
        },
      })))));
    this.element.hidden = this.#added.size === 0 && this.#kept.size === this.#data.entries.length;
    this.#write();
  }

  #write() {
    const kept = this.#data.entries.filter((_, i) => this.#kept.has(i));
    const added = [...this.#added].sort(([a], [b]) => a - b).map(([, entry]) => entry);
    this.#text.value = `${JSON.stringify({ ignore: [...kept, ...added] }, null, 2)}\n`;
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.#text.value], { type: "application/json" }));
    html("a", { href: address, download: this.#data.file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}
