// Browser test of the playground: every page is opened, dragged, clicked and typed at, and every number that it shows is
// compared with the native library, bit for bit. The folder OUT gets a screenshot of every page, and the Rust code that the
// pages show as a package (OUT/shown), which CI compiles.
//
//   node run.mjs CAROM TWIN OUT [PART]
//
// PART limits the test to `lab` or to one demo.
// CAROM is the command, whose `play` serves the pages; TWIN the example `twin` of carom-web; CHROMIUM (in the
// environment) the browser, else /usr/bin/chromium.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { Carom, decode, encode } from "../site/carom.js";
import { cameras } from "../site/lab.js";
import { families, load, demos, views } from "../site/pages.js";
import violations from "./axe.mjs";
import billiards from "./billiards.mjs";
import pinball from "./pinball.mjs";
import pool from "./pool.mjs";
import rain from "./rain.mjs";
import walk from "./walk.mjs";

const [carom, twin, out, part] = process.argv.slice(2);
assert(carom && twin && out, "node run.mjs CAROM TWIN OUT [PART]");
await mkdir(out, { recursive: true });
const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

const pages = await Promise.all(families.flatMap((family) => family.pages).map(load));
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 360, height: 640 };

// ---- The reference: the native library, one line of output for one line of input.

const native = spawn(twin, [], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
async function respond(line) {
  native.stdin.write(`${line}\n`);
  return (await answers.next()).value;
}
const hex = (numbers) => numbers.map((x) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}).join(" ");

const schemas = new Map(JSON.parse(await respond("describe")).queries.map((schema) => [schema.name, schema]));
let compared = 0;

/** Checks that wasm and native library return the same surface. */
async function sameSurface(wasm, points, radius) {
  const expected = await respond(`surface ${hex([radius, ...points.flat()])}`);
  const found = wasm.surfaceNumbers(points, radius);
  assert.equal(found ? hex([...found]) : "error", expected, `the surface of ${JSON.stringify(points)}, ${radius}`);
  compared += found?.length ?? 0;
}

/** Checks that an answer on a page is that of the native library, bit for bit. */
async function same(name, inputs, answer, where) {
  const { inputs: encoding, answer: schema } = schemas.get(name);
  const expected = await respond(`query ${name} ${hex(encode(encoding, inputs))}`);
  const found = answer === null ? "error" : hex(encode(schema, answer));
  assert.equal(found, expected, `${name}, ${where}: ${JSON.stringify(inputs)}`);
  compared += found.split(" ").length;
}

// ---- The server.

const server = spawn(carom, ["play", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const address = (await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()).value;
assert.match(address ?? "", /^http:\/\/127\.0\.0\.1:\d+\/$/, "the command prints the address");

// ---- The browser.

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const complaints = [];

async function open(page, hash) {
  // Via about:blank, because a change of the hash alone does not load the page.
  await page.goto("about:blank");
  await page.goto(`${address}${hash}`);
  await settled(page);
}

async function fresh(options) {
  const context = await browser.newContext(options);
  // Where other builds take the machine, a frame takes seconds.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.on("console", (message) => {
    // Without a graphics card the browser reads back the WebGL canvas and warns about it.
    if (/^\[\.WebGL-\w+\]GL Driver Message .* GPU stall due to ReadPixels/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.url()}: ${response.status()}`);
  });
  return page;
}

/** Waits until a frame shows the last change. */
const settled = (page) => page.evaluate(async () => {
  const frames = (n) => new Promise((resolve) => { (function next() { n-- > 0 ? requestAnimationFrame(next) : resolve(); })(); });
  for (let i = 0; i < 300 && !(window.state?.frame > 0); i++) await frames(1);
  await frames(2);
});

/** Waits for the navigation after a click or a tap. */
const arrived = (page, name) => page.waitForFunction((name) => window.state?.page === name, name);

/** Scrolls through the first page until all its pictures are drawn. */
async function scrolled(page) {
  await page.evaluate(async () => {
    for (const place of document.querySelectorAll(".card")) {
      place.scrollIntoView();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
  });
  await page.waitForFunction(() => document.querySelectorAll("[data-kind]").length === 0);
}

const state = async (page) => {
  await settled(page);
  return page.evaluate(() => window.state);
};

/** The state, after comparing its answer. */
async function checked(page, name, where) {
  const now = await state(page);
  assert.equal(now.page, name, where);
  await same(name, now.inputs, now.answer, where);
  return now;
}

/** Checks that the texts on the page match the state. */
async function worded(page, name) {
  const { inputs, answer } = await checked(page, name, "in texts");
  const declared = pages.find((page) => page.name === name);
  const rows = await page.locator(".numbers div").evaluateAll((rows) => rows.map((row) => [...row.children].map((part) => part.textContent).concat(row.lastChild.title)));
  assert.deepEqual(rows, declared.numbers(answer, inputs).map(([title, text, exact]) => [title, text, exact === null ? "" : String(exact)]));
  assert.equal(await page.locator(".copied code").textContent(), declared.code(inputs));
  const { says } = declared.verdict(answer, inputs);
  assert.equal(await page.locator(".verdict span").textContent(), says);
}

const bits = (name, inputs) => hex(encode(schemas.get(name).inputs, inputs));
const center = async (handle) => {
  const box = await handle.locator(".grip").boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** The box of the drawing with a handle. */
const around = (handle) => handle.evaluate((handle) => {
  const { x, y, width, height } = handle.closest(".frame").getBoundingClientRect();
  return { x, y, width, height };
});
const declaredOf = (name) => pages.find((page) => page.name === name);
const spatial = (view) => view.camera.yaw !== undefined;

/** The positions of elements that must not move. */
const places = (page) => page.evaluate(() => [".stage", ".verdict", ".numbers", ".sliders", ".cases", ".how"].map((part) => {
  const box = document.querySelector(part)?.getBoundingClientRect();
  return box && [part, box.left, box.top + scrollY, box.width];
}));

async function drag(page, from, by) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + by[0], from[1] + by[1], { steps: 5 });
  await page.mouse.up();
}

async function mouse(page, name) {
  const handles = page.locator(".handle");
  for (let i = 0; i < await handles.count(); i++) {
    const before = await checked(page, name, "before a drag");
    const stage = await around(handles.nth(i));
    const at = await center(handles.nth(i));
    // A handle outside the drawing is taken at its edge; drag towards the middle.
    const from = [Math.min(Math.max(at[0], stage.x + 6), stage.x + stage.width - 6), Math.min(Math.max(at[1], stage.y + 6), stage.y + stage.height - 6)];
    const by = [from[0] < stage.x + stage.width / 2 ? 37 : -37, from[1] < stage.y + stage.height / 2 ? 23 : -23];
    await drag(page, from, by);
    const after = await checked(page, name, `after handle ${i} was dragged`);
    assert.notEqual(bits(name, after.inputs), bits(name, before.inputs), `${name}: handle ${i} follows the mouse`);
  }
}

async function anywhere(page, name) {
  if (await page.locator(".handle").count() === 0) return;
  const before = await checked(page, name, "before a press beside everything");
  const stage = await page.locator(".stage .drawing").first().boundingBox();
  if (spatial(views(declaredOf(name))[0])) {
    const corner = [stage.x + stage.width - 12, stage.y + stage.height - 12];
    await drag(page, corner, [-40, -30]);
    const { inputs, camera } = await checked(page, name, "turned");
    assert.equal(bits(name, inputs), bits(name, before.inputs), `${name}: beside handles the view turns, not the shapes`);
    assert(camera.yaw > before.camera.yaw && camera.pitch < before.camera.pitch, `${name}: the view turns`);
    await page.keyboard.down("Shift");
    await drag(page, corner, [-40, -30]);
    await page.keyboard.up("Shift");
    const shifted = await checked(page, name, "shifted");
    assert.notDeepEqual(shifted.camera.center, camera.center, `${name}: with Shift the view shifts`);
    assert.equal(shifted.camera.yaw, camera.yaw);
    await page.locator(".over").focus();
    await page.keyboard.press("ArrowLeft");
    assert((await checked(page, name, "turned by a key")).camera.yaw < camera.yaw, `${name}: keys turn the view`);
    return;
  }
  await drag(page, [stage.x + 12, stage.y + stage.height - 12], [40, -40]);
  const after = await checked(page, name, "after it");
  assert.notEqual(bits(name, after.inputs), bits(name, before.inputs), `${name}: a press anywhere takes the nearest handle`);
}

async function keyboard(page, name) {
  const handles = page.locator(".handle");
  const count = await handles.count();
  if (count === 0) return;
  await handles.nth(0).focus();
  const several = views(declaredOf(name));
  const first = several.map((view, place) => several.slice(0, place).reduce((sum, { handles }) => sum + handles.length, 0));
  for (let i = 0; i < count; i++) {
    // Between two drawings there are buttons.
    if (first.includes(i)) await handles.nth(i).focus();
    const view = several[first.findLastIndex((start) => start <= i)];
    assert.equal(await page.evaluate(() => [...document.querySelectorAll(".handle")].indexOf(document.activeElement)), i, `${name}: Tab comes to handle ${i}`);
    const from = await center(handles.nth(i));
    if (spatial(view)) {
      await spaceKeys(page, name, handles.nth(i), i);
      await page.keyboard.press("Tab");
      continue;
    }
    await page.keyboard.press("ArrowRight");
    await checked(page, name, `handle ${i} to the right`);
    const near = await center(handles.nth(i));
    assert(near[0] > from[0] && Math.abs(near[1] - from[1]) < 0.01, `${name}: the arrow moves handle ${i} right`);
    await page.keyboard.press("Shift+ArrowUp");
    await checked(page, name, `handle ${i} far up`);
    const far = await center(handles.nth(i));
    assert(from[1] - far[1] > 5 * (near[0] - from[0]), `${name}: with Shift it goes far`);
    await page.keyboard.press("Tab");
  }
}

/** Along an axis, one at a time: right, away and, in space, up; with Shift ten times as far. */
async function spaceKeys(page, name, handle, i) {
  const numbers = async (where) => encode(schemas.get(name).inputs, (await checked(page, name, where)).inputs);
  const moved = async (key) => {
    const before = await numbers("before a key");
    const [x, y] = await center(handle);
    await page.keyboard.press(key);
    const after = await numbers(`handle ${i}, ${key}`);
    const to = await center(handle);
    const by = after.map((x, at) => Math.abs(x - before[at])).filter((x) => x > 0);
    return { by, to: [to[0] - x, to[1] - y] };
  };
  const right = await moved("ArrowRight");
  assert(right.by.length === 1 && right.to[0] > 0, `${name}: the arrow moves handle ${i} right along an axis`);
  const back = await moved("Shift+ArrowLeft");
  assert(Math.abs(back.by[0] / right.by[0] - 10) < 1e-6 && back.to[0] < 0, `${name}: with Shift handle ${i} goes ten times as far`);
  const away = await moved("ArrowUp");
  assert(away.by.length === 1 && away.to[1] < 0, `${name}: away is up on the screen, seen from above`);
  if (typeof declaredOf(name).views === "undefined") {
    const up = await moved("PageUp");
    assert(up.by.length === 1 && up.to[1] < 0 && Math.abs(up.to[0]) < Math.abs(up.to[1]), `${name}: Page Up lifts handle ${i}`);
  }
}

async function cases(page, name) {
  const buttons = page.locator(".cases button");
  for (let i = 0; i < await buttons.count(); i++) {
    await buttons.nth(i).click();
    await checked(page, name, `case ${await buttons.nth(i).textContent()}`);
    await worded(page, name);
    assert(await page.locator(".message").isHidden(), `${name}: a case is a shape`);
  }
}

async function sliders(page, name) {
  const inputs = page.locator(".slider input");
  for (let i = 0; i < await inputs.count(); i++) {
    for (const key of ["Home", "ArrowRight", "End", "ArrowLeft"]) {
      await inputs.nth(i).press(key);
      await checked(page, name, `slider ${i}, ${key}`);
    }
  }
}

/** A state in a link is the same state, to the bit, and the camera too. */
async function links(page, name) {
  await page.getByRole("button", { name: "Zoom in" }).last().click();
  await page.waitForTimeout(300);
  const before = await state(page);
  const hash = await page.evaluate(() => location.hash);
  const other = await page.context().newPage();
  await open(other, hash);
  const after = await checked(other, name, "from a link");
  assert.equal(bits(name, after.inputs), bits(name, before.inputs), `${name}: the link holds every bit`);
  assert.deepEqual(after.camera, before.camera);
  assert.notDeepEqual(after.camera, cameras(declaredOf(name)));
  await open(other, `#/lab/${name}/1,2,zebra`);
  assert(await other.locator(".message").isVisible(), `${name}: an invalid link shows a message`);
  await checked(other, name, "after a damaged link");
  await other.close();
}

async function touch(page, name) {
  if (await page.locator(".handle").count() === 0) return;
  const before = await checked(page, name, "before a touch");
  await page.locator(".frame").last().scrollIntoViewIfNeeded();
  const [x, y] = await center(page.locator(".handle").last());
  const scrolled = await page.evaluate(() => scrollY);
  const session = await page.context().newCDPSession(page);
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [{ x, y }]);
  for (let i = 1; i <= 5; i++) await send("touchMove", [{ x: x - 5 * i, y: y + 4 * i }]);
  await send("touchEnd", []);
  const after = await checked(page, name, "after a touch");
  assert.notEqual(bits(name, after.inputs), bits(name, before.inputs), `${name}: a finger drags`);
  assert.equal(await page.evaluate(() => scrollY), scrolled, `${name}: the page stays under a finger that drags`);
}

async function fits(page, name) {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert(wide <= room, `${name}: ${wide} px wide in ${room}`);
}

/** What is drawn at a pixel of the page: red, green, blue. */
async function pixel(page, [x, y]) {
  const picture = await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } });
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.drawImage(await createImageBitmap(new Blob([bytes], { type: "image/png" })), 0, 0);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }, picture.toString("base64"));
}

const accessible = async (page, where) => assert.deepEqual(await violations(page), [], `axe, ${where}`);

/** Features of 3D views: ways to drag, a lost context, no WebGL2. */
async function space(page) {
  const name = "sphere_triangle";
  await open(page, `#/lab/${name}`);
  const handle = page.locator(".handle.a");
  const dragged = async (where) => {
    const { center: before } = (await checked(page, name, where)).inputs.a;
    await drag(page, await center(handle), [31, 17]);
    const { center: after } = (await checked(page, name, where)).inputs.a;
    return before.map((x, i) => !Object.is(x, after[i]));
  };
  const holding = async (key) => {
    await page.keyboard.down(key);
    const moved = await dragged(`with ${key}`);
    await page.keyboard.up(key);
    return moved;
  };
  assert.deepEqual(await holding("Shift"), [true, false, true], "with Shift its height stays, to the bit");
  assert.deepEqual(await holding("Alt"), [false, true, false], "with Alt only its height changes");
  await page.getByRole("radio", { name: "Level" }).check();
  assert.deepEqual(await dragged("level"), [true, false, true]);
  await page.getByRole("radio", { name: "Up and down" }).check();
  assert.deepEqual(await dragged("up and down"), [false, true, false]);

  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await settled(page);
  const beside = async () => {
    const [x, y] = await center(handle);
    return [x + 30, y + 10];
  };
  const sphere = await pixel(page, await beside());
  const empty = await page.locator(".frame .drawing").evaluate((drawing) => getComputedStyle(drawing).backgroundColor.match(/\d+/g).map(Number));
  assert.notDeepEqual(sphere, empty, "the sphere is drawn");
  await page.evaluate(async () => {
    const lose = document.querySelector("canvas").getContext("webgl2").getExtension("WEBGL_lose_context");
    lose.loseContext();
    await new Promise((resolve) => setTimeout(resolve, 100));
    lose.restoreContext();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await settled(page);
  assert.deepEqual(await pixel(page, await beside()), sphere, "a context that was lost and came back draws the same");
  const { frame } = await state(page);
  await page.waitForTimeout(300);
  assert.equal((await state(page)).frame, frame, "no frames without changes");

  const without = await fresh({ viewport: WIDE });
  await without.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === "webgl2" ? null : get.call(this, kind, ...rest);
    };
  });
  for (const { name: other } of pages.filter((page) => views(page).some(spatial))) {
    await open(without, `#/lab/${other}`);
    assert(await without.locator(".missing").isVisible(), `${other}: without WebGL2 a message says what is missing`);
    await worded(without, other);
    await mouse(without, other);
  }
  await open(without, `#/lab/${name}`);
  await without.screenshot({ path: `${out}/without-webgl2.png` });
  await open(without, "#/lab/circle_capsule");
  await mouse(without, "circle_capsule");
  await open(without, "");
  assert.equal((await state(without)).page, "home");
  await without.context().close();
  step("3D views: ways to drag, a lost context, no WebGL2");
}

const step = (text) => console.log(`  ${text}`);

async function lab() {
  // ---- The wasm itself, in Node: the same functions, many random inputs.
  const module = await (await fetch(`${address}carom.wasm`)).arrayBuffer();
  const wasm = await Carom.load(module);
  await wasm.add(await (await fetch(`${address}contacts.wasm`)).arrayBuffer());
  assert.deepEqual([...schemas.keys()], pages.map((page) => page.name), "a page for every query, in the same order");
  let seed = 12345;
  const random = () => {
    // The linear congruential generator of Numerical Recipes, with a fixed seed.
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  for (const { name, inputs } of pages) {
    const { inputs: encoding } = schemas.get(name);
    const numbers = encode(encoding, inputs);
    for (let i = 0; i < 400; i++) {
      const wild = numbers.map((x) => (random() < 0.3 ? x : x + (random() - 0.5) * 2 ** (8 * random() - 4)));
      // Lengths of lists stay.
      const lengths = numbers.map((x, at) => (Number.isInteger(x) && x > 2 && at < 30 && name.match(/polygons|turning|manifold|characters/) ? x : wild[at]));
      let values;
      try {
        values = decode(encoding, lengths);
      } catch {
        continue;
      }
      await same(name, values, wasm.query(name, values), "in Node");
    }
  }
  step(`${compared} numbers of ${pages.length} queries in Node: the native bits`);

  for (let i = 0; i < 24; i++) {
    const point = () => [0, 0, 0].map(() => (random() - 0.5) * 2 ** (6 * random() - 2));
    const [a, b, delta] = [point(), point(), point()];
    const moved = ([x, y, z]) => [x + delta[0], y + delta[1], z + delta[2]];
    const core = [[a], [a, b], [a, b, delta], [a, b, moved(b), moved(a)]][i % 4];
    await sameSurface(wasm, core, i < 4 ? 0 : random() * 2);
  }
  await sameSurface(wasm, [[0, 0, 0]], -1);
  await sameSurface(wasm, [[0, 0, 0], [0.5, 2, -1]], -0.75);
  step("surfaces of balls, capsules, triangles, swept capsules and cylinders: the native bits");

  // ---- The first page.
  const context = await browser.newContext({ viewport: WIDE });
  const first = await context.newPage();
  const session = await context.newCDPSession(first);
  await session.send("Network.enable");
  let sent = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => { sent += encodedDataLength; });
  await first.goto(address);
  await settled(first);
  const once = sent;
  const loaded = await first.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce((sum, entry) => sum + entry.decodedBodySize, 0));
  const times = [];
  for (let i = 0; i < 5; i++) {
    await open(first, "");
    times.push(await first.evaluate(() => performance.getEntriesByName("first-frame")[0].startTime));
  }
  const median = times.sort((a, b) => a - b)[2];
  step(`first page: ${once} bytes sent (${loaded} when unpacked), first frame after ${median.toFixed(0)} ms (median of five: ${times.map((t) => t.toFixed(0)).join(", ")})`);
  assert(once > 10_000 && once <= 250_000, `the first page is ${once} bytes`);
  const listed = await first.locator("nav li a").evaluateAll((links) => links.map((link) => link.hash));
  const all = [...pages.map((page) => `#/lab/${page.name}`), ...demos.map((demo) => `#/demo/${demo.name}`)];
  assert.deepEqual(listed, all, "the list contains every page");
  const cards = await first.locator(".card").evaluateAll((links) => links.map((link) => link.hash));
  assert.deepEqual(cards.sort(), all.sort(), "and so does the first page");
  await context.close();

  // ---- Every page.
  const page = await fresh({ viewport: WIDE, colorScheme: "light" });
  const finger = await fresh({ viewport: PHONE, colorScheme: "dark", hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  for (const { name } of pages) {
    await open(page, `#/lab/${name}`);
    const start = await checked(page, name, "as it starts");
    assert.equal(bits(name, start.inputs), bits(name, pages.find((page) => page.name === name).inputs));
    await page.screenshot({ path: `${out}/${name}-wide-light.png` });
    await accessible(page, `${name}, wide, light`);
    const stand = await places(page);
    await keyboard(page, name);
    await open(page, `#/lab/${name}`);
    await mouse(page, name);
    await anywhere(page, name);
    await sliders(page, name);
    await cases(page, name);
    assert.deepEqual(await places(page), stand, `${name}: the layout is stable`);
    await links(page, name);
    await open(finger, `#/lab/${name}`);
    await fits(finger, name);
    await finger.screenshot({ path: `${out}/${name}-phone-dark.png`, fullPage: true });
    await accessible(finger, `${name}, phone, dark`);
    await touch(finger, name);
    await finger.setViewportSize(NARROW);
    await fits(finger, name);
    await finger.setViewportSize(PHONE);
    step(`${name}: as native; axe finds nothing`);
  }

  await space(page);

  // ---- Light and dark, and the way around.
  await open(page, "");
  await scrolled(page);
  await page.screenshot({ path: `${out}/home-wide-light.png` });
  await accessible(page, "home, wide, light");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.locator("#theme").click();
  assert.notEqual(await ground(), light, "the switch switches");
  await page.reload();
  await settled(page);
  assert.notEqual(await ground(), light, "and is remembered");
  await page.screenshot({ path: `${out}/home-wide-dark.png` });
  await page.locator(".card").first().click();
  await arrived(page, pages[0].name);
  await checked(page, pages[0].name, "from a card");
  await page.goBack();
  await arrived(page, "home");
  for (const hash of ["#%", "#/lab/no_such_page", "#/1,2", "#/__proto__/x", "#/lab/__proto__", "#/demo/bounce", "#/room/bounce", "#point_circle"]) {
    await open(page, hash);
    assert.equal((await state(page)).page, "home", hash);
  }
  await open(page, `#${encodeURIComponent("/lab/point_circle/3,4,0,0,-0@0,0,9,6")}`);
  const negative = await checked(page, "point_circle", "an escaped link");
  assert(Object.is(negative.inputs.circle.radius, -0), "a link holds the sign of zero");
  await open(page, "#/lab/point_circle/3,4,0,0,-1");
  assert.equal((await state(page)).answer, null);
  assert(await page.locator(".message").isVisible(), "an invalid shape shows a message");
  await open(page, "#/lab/point_circle/3,4,0,0,1e999");
  assert(await page.locator(".message").isVisible(), "an invalid number shows a message");
  await open(page, "#/room/pool");
  assert.equal((await state(page)).page, "pool", "an old link to a demo");
  await open(finger, "");
  await fits(finger, "home");
  await scrolled(finger);
  await finger.screenshot({ path: `${out}/home-phone-dark.png`, fullPage: true });
  await accessible(finger, "home, phone, dark");
  await finger.locator("summary").tap();
  await finger.locator("nav a", { hasText: pages[3].title }).tap();
  await arrived(finger, pages[3].name);
  await checked(finger, pages[3].name, "from the menu");
  for (const [size, colors, screen] of [["wide", "dark", page], ["phone", "light", finger]]) {
    await screen.emulateMedia({ colorScheme: colors });
    for (const { name } of pages) {
      await open(screen, `#/lab/${name}`);
      await screen.screenshot({ path: `${out}/${name}-${size}-${colors}.png`, fullPage: size === "phone" });
    }
  }
  await code();
  step(`${compared} numbers of queries compared in all`);
}

/** Writes the Rust code of all pages as a package. */
async function code() {
  const shown = pages.flatMap(({ inputs, cases, code }) => [inputs, ...cases.map((one) => ({ ...inputs, ...one.inputs }))].map(code));
  const body = shown.map((code, i) => `fn shown_${i}(vertices: Vec<DVec2>) -> Result<(), ChainError> {\n${code}\nOk(())\n}`);
  const inDemos = await Promise.all(Object.entries(SHOWN).map(async ([name, [used, given]]) => {
    const { code } = await import(`../site/demos/${name}.js`);
    return `mod ${name} {\nuse carom::{Ball, Capsule, ${used}};\nuse carom::glam::{DVec2, Vec3, dvec2, vec3};
fn shown(${given}) -> Result<(), Box<dyn std::error::Error>> {\n${code()}\nOk(())\n}\n}`;
  }));
  // A package of its own, with the workspace's versions.
  await mkdir(`${out}/shown/src`, { recursive: true });
  await copyFile(`${root}/Cargo.lock`, `${out}/shown/Cargo.lock`);
  await writeFile(`${out}/shown/Cargo.toml`, `[package]\nname = "shown"\nedition = "2024"\n[dependencies]\ncarom = { path = "${root}/crates/carom" }\n[workspace]\n`);
  await writeFile(`${out}/shown/src/main.rs`, `//! Every line of Rust that the playground shows.\n#![allow(unused)]
use carom::glam::{DVec2, Vec2, dvec2, dvec3, vec2};
use carom::{Ball, Capsule, Chain, ChainError, Cylinder, Hull, RigidMotion, Segment, Shape, Triangle, closest, contact, grid, manifold, overlap, sweep, sweep_rigid, table};
fn main() {}
${[...body, ...inDemos].join("\n")}\n`);
}

// ---- The demos, each with its own test.

const tests = { walk, pool, billiards, pinball, rain };
/** The imports and variables that the Rust code of their pages needs. */
const SHOWN = {
  walk: ["mover::{CharacterState, Intent, Mover, MoverSettings}, World", "world: World<Vec3>, feet: Vec3, ahead: Vec3"],
  pool: ["table::{BallId, Setup, Table}", "setup: Setup<DVec2>"],
  billiards: ["billiards::{PoolTable, Rack, Shot, TableSpec, direction_to, simulate}", ""],
  pinball: ["flipper::{Flipper, FlipperBall, Flippers}", "bat: Capsule<DVec2>, place: DVec2, pressed: bool"],
  rain: ["swarm::{Particle, Swarm, SwarmSettings}, Mesh", "vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>"],
};
assert.deepEqual(Object.keys(tests), demos.map((demo) => demo.name), "a test for every demo");

/** A demo as it starts. */
async function startsAccessible(name) {
  for (const options of [{ viewport: WIDE, colorScheme: "light" }, { viewport: PHONE, colorScheme: "dark" }]) {
    const page = await fresh(options);
    await open(page, `#/demo/${name}`);
    await accessible(page, `${name}, ${options.colorScheme}`);
    await page.context().close();
  }
  step(`${name}: axe finds nothing`);
}

try {
  if (!part || part === "lab") await lab();
  for (const [name, test] of Object.entries(tests)) {
    if (part && part !== name) continue;
    await startsAccessible(name);
    await test({ open, fresh, respond, hex, out, step, address, fits, carom, root });
  }
  assert.deepEqual(complaints, [], "no page complains");
  step(`pictures in ${out}`);
} finally {
  await browser.close();
  server.kill();
  native.stdin.end();
}
