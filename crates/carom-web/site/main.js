// The site: which page the link names, the list of pages, the first page with all of them in small, light and dark.
//
// `window.state` is what is on the screen, as a plain object: page, inputs, camera, answer, frame.

import { Carom } from "./carom.js";
import { Drawing } from "./draw.js";
import { html } from "./html.js";
import { families, inSpace, load, rooms, views } from "./pages.js";
import { element } from "./picture.js";

const byName = (list) => new Map(list.map((listed) => [listed.name, listed]));
const pages = byName(families.flatMap((family) => family.pages));
const places = byName(rooms);
const main = document.querySelector("main");
/** The wasm of the questions and that of the rooms, once somebody has asked for them. */
const modules = {
  lab: null,
  rooms: null,
};
const questions = () => (modules.lab ??= Carom.load(fetch(new URL("carom.wasm", import.meta.url))));
/** What is on the screen; it can be closed and told of other colours. */
let shown = null;

const NOTHING = { page: null, inputs: null, camera: null, answer: null, frame: 0 };
window.state = NOTHING;

function tell(state) {
  window.state = state;
  if (performance.getEntriesByName("first-frame").length === 0) performance.mark("first-frame");
}

// ---- The first page.

const SIZE = [280, 180];

/** A page's picture as it starts, without words; what it is drawn with, and again in other colours. */
async function small(listed) {
  const [carom, page] = await Promise.all([questions(), load(listed)]);
  const answer = carom.ask(page.name, page.inputs);
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

/** The picture of a room, drawn by hand. */
async function sketch({ name }) {
  const text = await (await fetch(new URL(`rooms/${name}.svg`, import.meta.url))).text();
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  svg.setAttribute("class", "drawing small");
  svg.setAttribute("aria-hidden", "true");
  return { element: svg, draw() {} };
}

/** The first page. Pictures come when they are nearly in sight. */
class Home {
  #drawn = [];
  #near;

  constructor(onFrame) {
    // It takes the longest; what goes wrong is told by who waits for it.
    questions().catch(() => {});
    this.#near = new IntersectionObserver((seen) => this.#see(seen, onFrame), { rootMargin: "400px" });
    const card = (kind, listed) => html("a", { class: "card", href: `#/${kind}/${listed.name}` },
      html("div", { class: "drawing small", "data-kind": kind, "data-name": listed.name }), html("h3", {}, listed.title), html("p", {}, listed.lead));
    const cards = (kind, listed) => html("div", { class: "cards" }, ...listed.map((one) => card(kind, one)));
    this.element = html("article", { class: "home" },
      html("header", {},
        html("h1", {}, "Every query under your finger"),
        html("p", { class: "lead" }, "carom answers questions about shapes: where they are nearest, whether they touch, how to part them, when they meet. Each page here is one of its questions. What you see is computed by the library itself, in your browser.")),
      ...families.map((family) => html("section", {},
        html("h2", {}, family.title), html("p", {}, family.lead),
        cards("lab", family.pages))),
      html("section", {},
        html("h2", {}, "Rooms to play in"), html("p", {}, "Places with a state, where the same questions are asked sixty times a second."),
        cards("room", rooms)));
    for (const place of this.element.querySelectorAll("[data-kind]")) this.#near.observe(place);
  }

  async #see(seen, onFrame) {
    const near = seen.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
    near.forEach((place) => this.#near.unobserve(place));
    try {
      const drawn = await Promise.all(near.map(({ dataset: { kind, name } }) => kinds[kind].picture(kinds[kind].listed.get(name))));
      near.forEach((place, i) => place.replaceWith(drawn[i].element));
      // Styles are read from what is on the page.
      drawn.forEach((one) => one.draw());
      this.#drawn.push(...drawn);
    } catch (error) {
      failed(error);
    }
    requestAnimationFrame(() => onFrame({ page: "home", inputs: null, camera: null, answer: null, frame: 1 }));
  }

  /** What the style sheet does not reach by itself. */
  recolour() {
    for (const drawn of this.#drawn) drawn.draw();
  }

  close() {
    this.#near.disconnect();
  }
}

// ---- Which page.

function failed(error) {
  main.replaceChildren(html("p", { class: "message" }, `carom could not be started: ${error.message}`));
  console.error(error);
}

/** What the link says; on its way somebody may have escaped what needs no escape. */
function hash() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What opens a page, by the first word of its link. */
const kinds = {
  lab: {
    listed: pages,
    picture: small,
    async open(listed, text, onFrame) {
      const [carom, page, { Lab }] = await Promise.all([questions(), load(listed), import("./lab.js")]);
      return new Lab(carom, page, text, onFrame);
    },
  },
  room: {
    listed: places,
    picture: sketch,
    async open(listed, text, onFrame) {
      const [{ Rooms }, { default: open }] = await Promise.all([import("./rooms.js"), import(`./rooms/${listed.name}.js`)]);
      modules.rooms ??= Rooms.load(fetch(new URL("rooms.wasm", import.meta.url)));
      return open(await modules.rooms, listed, text, onFrame);
    },
  },
};

/** How often something has been opened: what comes late is not shown. */
let opened = 0;

async function show() {
  opened += 1;
  const mine = opened;
  window.state = NOTHING;
  const onFrame = (state) => {
    if (mine === opened) tell(state);
  };
  const [, kind, name, ...text] = hash().split("/");
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
    if (link.hash === (listed ? `#/${kind}/${name}` : "")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = listed ? `${listed.title} · carom` : "carom: every query under your finger";
  main.replaceChildren(made.element);
  window.scrollTo(0, 0);
  made.shown?.();
}

// ---- The list of pages: always there where there is room, a menu where there is not.

const wide = matchMedia("(min-width: 60rem)");

const entries = (kind, listed) => html("ul", {}, ...listed.map(({ name, title }) =>
  html("li", {}, html("a", { href: `#/${kind}/${name}` }, title))));

function menu() {
  const list = document.querySelector("nav");
  list.append(html("a", { href: "#", class: "first" }, "All questions"));
  for (const family of families) {
    list.append(html("h2", {}, family.title), entries("lab", family.pages));
  }
  list.append(html("h2", {}, "Rooms to play in"), entries("room", rooms));
  wide.addEventListener("change", () => { document.querySelector("#menu").open = wide.matches; });
}

// ---- Light and dark.

function theme() {
  const root = document.documentElement;
  const button = document.querySelector("#theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const tell = () => {
    button.textContent = dark() ? "Light" : "Dark";
    button.setAttribute("aria-label", dark() ? "Show it light" : "Show it dark");
  };
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem("carom-theme", root.dataset.theme);
    } catch {
      // Storage can be forbidden; then the choice lasts as long as the page.
    }
    tell();
    shown?.recolour();
  });
  system.addEventListener("change", () => {
    tell();
    shown?.recolour();
  });
  tell();
}

// The hash is the page's name, so the way past the list is no link of the ordinary kind.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
theme();
menu();
addEventListener("hashchange", show);
show();
