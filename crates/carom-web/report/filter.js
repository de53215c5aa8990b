// The filter of the findings: by kind, severity and object, without ignored ones. It is in the address of the page, so that
// links and reloads keep it: `#kind=leak,snag&severity=error&object=House/Roof&ignored`.

import { html } from "./html.js";

const SEVERITIES = ["error", "warning", "note"];
/** Most characters of an object's name in the list of objects. */
const SHOWN = 60;

/** The filter of an address; other addresses are those of parts of the page. */
function parse(hash) {
  const fields = new URLSearchParams(hash.includes("=") || hash === "#ignored" ? hash.slice(1) : "");
  const names = (key) => new Set((fields.get(key) ?? "").split(",").filter((name) => name !== ""));
  return { kinds: names("kind"), severities: names("severity"), object: fields.get("object"), ignored: fields.has("ignored") };
}

function address({ kinds, severities, object, ignored }) {
  const list = (names) => [...names].map(encodeURIComponent).join(",");
  const fields = [
    kinds.size > 0 && `kind=${list(kinds)}`, severities.size > 0 && `severity=${list(severities)}`,
    object !== null && `object=${encodeURIComponent(object)}`, ignored && "ignored",
  ];
  return fields.filter(Boolean).join("&");
}

export class Filter {
  #findings;
  #changed;
  #chosen = parse("");
  #chips = [];
  #objects;
  #ignored;
  #count;
  #all;

  /** `findings`: `{number, kind, severity, objects, ignored}`; `changed` gets the set of numbers that are shown. */
  constructor(findings, changed) {
    this.#findings = findings;
    this.#changed = changed;
    this.element = html("div", { class: "filter" }, ...this.#build());
    addEventListener("hashchange", () => this.#apply());
  }

  /** Begins with the address of the page. */
  start() {
    this.#apply();
  }

  #build() {
    const names = (pick) => [...new Set(this.#findings.flatMap(pick))];
    const kinds = names(({ kind }) => kind);
    const severities = SEVERITIES.filter((name) => this.#findings.some(({ severity }) => severity === name));
    const objects = names((finding) => finding.objects).sort((a, b) => (a < b ? -1 : 1));
    const chip = (key, name) => {
      const count = html("span", { class: "number" });
      const element = html("button", { type: "button", class: "chip", "aria-pressed": "false", onclick: () => this.#toggle(key, name) },
        ...(key === "kinds" ? [html("i", { class: `mark ${name}` })] : []), name, " ", count);
      this.#chips.push({ key, name, element, count });
      return element;
    };
    const group = (label, key, list) => html("div", { class: "chips", role: "group", "aria-label": label }, ...list.map((name) => chip(key, name)));
    this.#objects = html("select", { id: "object", "aria-label": "Object", onchange: () => this.#set({ object: this.#objects.value === "" ? null : this.#objects.value.slice(1) }) },
      html("option", { value: "" }, "all objects"),
      ...objects.map((name) => html("option", { value: `=${name}`, title: name }, name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name)));
    this.#ignored = html("input", { type: "checkbox", id: "ignored", onchange: () => this.#set({ ignored: this.#ignored.checked }) });
    const ignored = this.#findings.filter((finding) => finding.ignored).length;
    this.#count = html("span", { role: "status" });
    this.#all = html("button", { type: "button", onclick: () => this.#set({ ...parse(""), ignored: this.#chosen.ignored }) }, "Show all");
    return [
      group("Kinds", "kinds", kinds), group("Severities", "severities", severities),
      ...(objects.length > 0 ? [this.#objects] : []),
      ...(ignored > 0 ? [html("label", { for: "ignored" }, this.#ignored, ` show ${ignored} ignored`)] : []),
      html("p", { class: "count" }, this.#count, " ", this.#all),
    ];
  }

  #toggle(key, name) {
    const names = new Set(this.#chosen[key]);
    if (!names.delete(name)) names.add(name);
    this.#set({ [key]: names });
  }

  #set(change) {
    const text = address({ ...this.#chosen, ...change });
    history.replaceState(null, "", text === "" ? location.href.split("#")[0] : `#${text}`);
    this.#apply();
  }

  #apply() {
    const { hash } = location;
    this.#chosen = parse(hash);
    const { kinds, severities, object, ignored } = this.#chosen;
    const fits = {
      kinds: ({ kind }) => kinds.size === 0 || kinds.has(kind),
      severities: ({ severity }) => severities.size === 0 || severities.has(severity),
      object: ({ objects }) => object === null || objects.includes(object),
      ignored: (finding) => ignored || !finding.ignored,
    };
    // A chip has the number of findings that the other criteria leave.
    const left = (but) => this.#findings.filter((finding) => Object.keys(fits).every((key) => key === but || fits[key](finding)));
    for (const { key, name, element, count } of this.#chips) {
      const one = key === "kinds" ? "kind" : "severity";
      count.textContent = left(key).filter((finding) => finding[one] === name).length;
      element.setAttribute("aria-pressed", String(this.#chosen[key].has(name)));
    }
    this.#objects.value = object === null ? "" : `=${object}`;
    this.#ignored.checked = ignored;
    const shown = left(null);
    const all = this.#findings.filter(fits.ignored).length;
    this.#count.textContent = shown.length === all ? `${all} shown` : `${shown.length} of ${all} shown`;
    this.#all.hidden = shown.length === all;
    this.#changed(new Set(shown.map(({ number }) => number)));
  }
}
