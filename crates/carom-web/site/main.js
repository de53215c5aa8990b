// The site: routing by the link, the list of pages, the first page with a picture of each, light and dark.
//
// `window.state` is what is on the screen, as a plain object: page, inputs, camera, answer, frame.

import { Carom } from "./carom.js";
import { Drawing } from "./draw.js";
import { html } from "./html.js";
import { families, inSpace, load, demos, views } from "./pages.js";
import { element } from "./picture.js";

const byName = (list) => new Map(list.map((listed) => [listed.name, listed]));
const pages = byName(families.flatMap((family) => family.pages));
const demosByName = byName(demos);
const main = document.querySelector("main");
/** The wasm modules, loaded on first use. */
const modules = {};
const source = (name) => fetch(new URL(`${name}.wasm`, import.meta.url));
/** The queries, with those of the module that a page needs besides. */
const queries = async ({ module }) => {
  const carom = await (modules.lab ??= Carom.load(source("carom")));
  if (module) await (modules[module] ??= carom.add(source(module)));
  return carom;
};
/** The page on the screen; it has `close` and `recolor`. */
let shown = null;

const NOTHING = { page: null, inputs: null, camera: null, answer: null, frame: 0 };
window.state = NOTHING;

function publish(state) {
  window.state = state;
  if (performance.getEntriesByName("first-frame").length === 0) performance.mark("first-frame");
}

// ---- The first page.

const SIZE = [280, 180];

/** The small picture of a page: its initial state without labels, and a function that redraws it in other colors. */
async function small(listed) {
  if (listed.module) return sketch(`pages/${listed.name}`);
  const [carom, page] = await Promise.all([queries(listed), load(listed)]);
  const answer = carom.query(page.name, page.inputs);
  const view = views(page).at(-1);
  const draw = (d) => view.draw(d, page.inputs, answer);
  if (inSpace(view)) {
    const space = await import("./space.js");
    return space.small(carom, view, draw);
  }
  const svg = element("svg", { class: "drawing small", "aria-hidden": "true", viewBox: `0 0 ${SIZE.join(" ")}` });
  Drawing.prepare(svg);
  Drawing.draw(svg, view.camera, SIZE, { words: false }, draw);
  return { element: svg, draw() {} };
}

/** A small picture that is drawn by hand, because its wasm module is not loaded with the first page. */
async function sketch(path) {
  const text = await (await fetch(new URL(`${path}.svg`, import.meta.url))).text();
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  svg.setAttribute("class", "drawing small");
  svg.setAttribute("aria-hidden", "true");
  return { element: svg, draw() {} };
}

/** The first page. Pictures are drawn shortly before they scroll into view. */
class Home {
  #drawn = [];
  #near;

  constructor(onFrame) {
    // Start the longest download now; its errors are reported where the result is used.
    queries().catch(() => {});
    this.#near = new IntersectionObserver((entries) => this.#see(entries, onFrame), { rootMargin: "400px" });
    const card = (kind, listed) => html("a", { class: "card", href: `#/${kind}/${listed.name}` },
      html("div", { class: "drawing small", "data-kind": kind, "data-name": listed.name }), html("h3", {}, listed.title), html("p", {}, listed.lead));
    const cards = (kind, listed) => html("div", { class: "cards" }, ...listed.map((item) => card(kind, item)));
    this.element = html("article", { class: "home" },
      html("header", {},
        html("h1", {}, "Collision queries, live"),
        html("p", { class: "lead" }, "carom is a Rust library for collision detection. Each page shows one query that you can drag: closest points, contact and penetration depth, shape cast and time of impact. The library itself computes every number, in your browser.")),
      ...families.map((family) => html("section", {},
        html("h2", {}, family.title), html("p", {}, family.lead),
        cards("lab", family.pages))),
      html("section", {},
        html("h2", {}, "Interactive demos"), html("p", {}, "The same queries at work, in every tick of a simulation."),
        cards("demo", demos)));
    for (const place of this.element.querySelectorAll("[data-kind]")) this.#near.observe(place);
  }

  async #see(entries, onFrame) {
    const near = entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
    near.forEach((place) => this.#near.unobserve(place));
    try {
      const drawn = await Promise.all(near.map(({ dataset: { kind, name } }) => kinds[kind].picture(kinds[kind].listed.get(name))));
      near.forEach((place, i) => place.replaceWith(drawn[i].element));
      // Drawing reads computed styles, so the elements must be on the page.
      drawn.forEach((picture) => picture.draw());
      this.#drawn.push(...drawn);
    } catch (error) {
      failed(error);
    }
    requestAnimationFrame(() => onFrame({ page: "home", inputs: null, camera: null, answer: null, frame: 1 }));
  }

  /** Redraws the pictures that the style sheet does not color. */
  recolor() {
    for (const drawn of this.#drawn) drawn.draw();
  }

  close() {
    this.#near.disconnect();
  }
}

// ---- Which page.

function failed(error) {
  main.replaceChildren(html("p", { class: "message" }, `carom could not start: ${error.message}`));
  console.error(error);
}

/** The hash of the link, unescaped: some programs escape characters that need no escape. */
function hash() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The kinds of pages, by the first part of the hash. */
const kinds = {
  lab: {
    listed: pages,
    picture: small,
    async open(listed, text, onFrame) {
      const [carom, page, { Lab }] = await Promise.all([queries(listed), load(listed), import("./lab.js")]);
      return new Lab(carom, page, text, onFrame);
    },
  },
  demo: {
    listed: demosByName,
    picture: ({ name }) => sketch(`demos/${name}`),
    async open(listed, text, onFrame) {
      const [{ Demos }, { default: open }] = await Promise.all([import("./demos.js"), import(`./demos/${listed.name}.js`)]);
      const { module = "demos" } = listed;
      modules[module] ??= Demos.load(source(module));
      return open(await modules[module], listed, text, onFrame);
    },
  },
};

/** Counts navigations: a page that finishes loading after a later navigation is not shown. */
let opened = 0;

async function show() {
  opened += 1;
  const mine = opened;
  window.state = NOTHING;
  const onFrame = (state) => {
    if (mine === opened) publish(state);
  };
  const [, first, name, ...text] = hash().split("/");
  // Old links have `room` for `demo`.
  const kind = first === "room" ? "demo" : first;
  const opens = Object.hasOwn(kinds, kind ?? "") ? kinds[kind] : null;
  const listed = opens?.listed.get(name) ?? null;
  let made;
  try {
    made = listed ? await opens.open(listed, text.join("/"), onFrame) : new Home(onFrame);
  } catch (error) {
    if (mine === opened) failed(error);
    return;
  }
  if (mine !== opened) {
    made.close();
    return;
  }
  shown?.close();
  shown = made;
  document.querySelector("#menu").open = wide.matches;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === (listed ? `#/${kind}/${name}` : "#")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = listed ? `${listed.title} · carom` : "carom playground: interactive collision queries";
  main.replaceChildren(made.element);
  window.scrollTo(0, 0);
  made.shown?.();
}

// ---- The list of pages: always visible on wide screens, a menu on narrow ones.

const wide = matchMedia("(min-width: 60rem)");

const entries = (kind, listed) => html("ul", {}, ...listed.map(({ name, title }) =>
  html("li", {}, html("a", { href: `#/${kind}/${name}` }, title))));

function menu() {
  const list = document.querySelector("nav");
  list.append(html("a", { href: "#", class: "first" }, "All pages"), html("a", { href: "book/index.html", class: "first" }, "The book"));
  for (const family of families) {
    list.append(html("h2", {}, family.title), entries("lab", family.pages));
  }
  list.append(html("h2", {}, "Interactive demos"), entries("demo", demos));
  wide.addEventListener("change", () => { document.querySelector("#menu").open = wide.matches; });
}

// ---- Light and dark.

function theme() {
  const root = document.documentElement;
  const button = document.querySelector("#theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const update = () => {
    button.textContent = dark() ? "Light" : "Dark";
    button.setAttribute("aria-label", dark() ? "Switch to light colors" : "Switch to dark colors");
  };
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem("carom-theme", root.dataset.theme);
    } catch {
      // Storage can be disabled; then the choice lasts until the page is closed.
    }
    update();
    shown?.recolor();
  });
  system.addEventListener("change", () => {
    update();
    shown?.recolor();
  });
  update();
}

// The hash selects the page, so the skip link cannot be an ordinary link to an anchor.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
theme();
menu();
addEventListener("hashchange", show);
show();
