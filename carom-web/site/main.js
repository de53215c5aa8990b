// The site: which page the link names, the list of pages, the first page with all of them in small, light and dark.
//
// `window.state` is what is on the screen, as a plain object: page, inputs, camera, answer, frame.

import { Carom } from "./carom.js";
import { Drawing } from "./draw.js";
import { html, Lab, views } from "./lab.js";
import { families } from "./pages.js";
import { element } from "./picture.js";
import { small as spatial } from "./space.js";

const pages = new Map(families.flatMap((family) => family.pages).map((page) => [page.name, page]));
const main = document.querySelector("main");
let carom;
let lab = null;

window.state = { page: null, inputs: null, camera: null, answer: null, frame: 0 };

function onFrame(state) {
  window.state = state;
  if (performance.getEntriesByName("first-frame").length === 0) performance.mark("first-frame");
}

// ---- The first page.

/** Pictures of space on the first page: they are drawn a frame later, in their places. */
let later = [];

/** A page's picture as it starts, without words. */
function small(page) {
  const answer = carom.ask(page.name, page.inputs);
  const view = views(page).at(-1);
  const draw = (d) => view.draw(d, page.inputs, answer);
  if (view.camera.yaw !== undefined) {
    const drawn = spatial(carom, view, draw);
    later.push(drawn);
    return drawn.element;
  }
  const svg = element("svg", { class: "drawing small", "aria-hidden": "true", viewBox: "0 0 280 180" });
  Drawing.prepare(svg);
  Drawing.draw(svg, view.camera, [280, 180], { words: false }, draw);
  return svg;
}

/** What the style sheet does not reach by itself. */
function recolour() {
  lab?.recolour();
  for (const drawn of later) drawn.draw();
}

function home() {
  const card = (page) => html("a", { class: "card", href: `#${page.name}` },
    small(page), html("h3", {}, page.title), html("p", {}, page.lead));
  return html("article", { class: "home" },
    html("header", {},
      html("h1", {}, "Every query under your finger"),
      html("p", { class: "lead" }, "carom answers questions about shapes: where they are nearest, whether they touch, how to part them, when they meet. Each page here is one of its questions. What you see is computed by the library itself, in your browser.")),
    ...families.map((family) => html("section", {},
      html("h2", {}, family.title), html("p", {}, family.lead),
      html("div", { class: "cards" }, ...family.pages.map(card)))));
}

// ---- Which page.

/** What the link says; on its way somebody may have escaped what needs no escape. */
function hash() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function show() {
  const [name, ...text] = hash().split("/");
  const page = pages.get(name);
  lab?.close();
  lab = null;
  later = [];
  document.querySelector("#menu").open = wide.matches;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${page?.name ?? ""}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = page ? `${page.title} · carom` : "carom: every query under your finger";
  if (page) {
    lab = new Lab(carom, page, text.join("/"), onFrame);
    main.replaceChildren(lab.element);
  } else {
    main.replaceChildren(home());
    requestAnimationFrame(() => onFrame({ page: "home", inputs: null, camera: null, answer: null, frame: 1 }));
    // Styles are read from what is on the page.
    setTimeout(recolour);
  }
  window.scrollTo(0, 0);
}

// ---- The list of pages: always there where there is room, a menu where there is not.

const wide = matchMedia("(min-width: 60rem)");

function menu() {
  const list = document.querySelector("nav");
  list.append(html("a", { href: "#", class: "first" }, "All questions"));
  for (const family of families) {
    list.append(html("h2", {}, family.title), html("ul", {}, ...family.pages.map((page) =>
      html("li", {}, html("a", { href: `#${page.name}` }, page.title)))));
  }
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
    recolour();
  });
  system.addEventListener("change", () => {
    tell();
    recolour();
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
try {
  carom = await Carom.load(fetch(new URL("carom.wasm", import.meta.url)));
  addEventListener("hashchange", show);
  show();
} catch (error) {
  main.replaceChildren(html("p", { class: "message" }, `carom could not be started: ${error.message}`));
  throw error;
}
