// Browser test of the page that `carom survey` writes, opened from its file: it makes no requests, shows the level and the
// findings, and its replays match `carom walk` of the same scenarios, tick by tick. OUT gets screenshots.
//
//   node report.mjs CAROM OUT

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [carom, out] = process.argv.slice(2);
assert(carom && out, "node report.mjs CAROM OUT");
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const step = (text) => console.log(`report: ${text}`);

// ---- Levels.

/** A floor of 10 m × 8 m in squares, some missing; walls around it; a gallery that is too high to step on. */
function room() {
  const lines = [];
  const quad = (...corners) => {
    for (const corner of corners) lines.push(`v ${corner.join(" ")}`);
    lines.push("f -4 -3 -2 -1");
  };
  for (let x = 0; x < 10; x++) {
    for (let z = 0; z < 8; z++) {
      if ((x === 5 && z === 3) || (x === 8 && z === 6)) continue;
      quad([x, 0, z], [x, 0, z + 1], [x + 1, 0, z + 1], [x + 1, 0, z]);
    }
  }
  quad([0, 0, 0], [0, 0, 8], [0, 3, 8], [0, 3, 0]);
  quad([10, 0, 0], [10, 3, 0], [10, 3, 8], [10, 0, 8]);
  quad([0, 0, 0], [0, 3, 0], [10, 3, 0], [10, 0, 0]);
  quad([0, 0, 8], [10, 0, 8], [10, 3, 8], [0, 3, 8]);
  quad([0, 3, 0], [0, 3, 2], [4, 3, 2], [4, 3, 0]);
  return `${lines.join("\n")}\n`;
}

/** Surveys a level; returns the folder of the report, and the report. */
async function surveyed(level, name, more) {
  const folder = `${out}/${name}`;
  const { status, stderr } = spawnSync(carom, ["survey", level, "--report", folder, ...more], { encoding: "utf8" });
  assert(status === 0 || status === 3, stderr);
  return { folder, report: JSON.parse(await readFile(`${folder}/report.json`, "utf8")) };
}

const odd = `${out}/room <b>&"1".obj`;
await writeFile(odd, room());
const small = await surveyed(odd, "room", ["--spawn", "1.5,0,1.5", "--goal", "7,0,6", "--goal", "2,3,1"]);
const dungeon = await surveyed(fileURLToPath(new URL("../../../data/levels/dungeon.obj", import.meta.url)), "dungeon", ["--cell", "0.5"]);
assert(small.report.findings.length >= 2, "the room has two holes");

// ---- The browser.

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const complaints = [];

async function fresh(options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("console", (message) => {
    // Without a graphics card the browser warns about its own readback.
    if (/^\[\.WebGL-\w+\]GL Driver Message .* GPU stall due to ReadPixels/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.endsWith("/report.html")) complaints.push(`a request for ${url.slice(0, 100)}`);
  });
  return page;
}
const open = async (page, { folder }) => {
  await page.goto(pathToFileURL(`${folder}/report.html`).href);
  await page.waitForFunction(() => window.state?.frame > 0, null, { timeout: 60_000 });
};
const state = (page) => page.evaluate(() => window.state);
const landed = (page) => page.waitForFunction(() => window.state.flies === false, null, { timeout: 60_000 });
/** Does something and waits for the picture of it. */
async function drawn(page, act) {
  const { frame } = await state(page);
  await act();
  await page.waitForFunction((frame) => window.state.frame > frame, frame, { timeout: 60_000 });
}
const fits = async (page) => {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert(wide <= room, `the page is ${wide} wide in ${room}`);
};

/** The replay of a finding is the walk of its scenario. */
async function walked(page, { folder, report }, number) {
  const scenario = `${folder}/${report.findings[number - 1].scenario}`;
  const { stdout, status } = spawnSync(carom, ["walk", scenario], { encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(status, 0);
  const ticks = stdout.trim().split("\n").map((line) => JSON.parse(line)).filter((line) => "tick" in line);
  const { replay } = await state(page);
  assert.equal(replay.samples, ticks.length + 1, "a sample per tick, and the start");
  const slider = page.locator("#time");
  for (const part of [0, 0.2, 0.5, 0.77, 1]) {
    const tick = Math.round(part * (ticks.length - 1));
    await drawn(page, () => slider.evaluate((input, value) => {
      input.value = value;
      input.dispatchEvent(new Event("input"));
    }, tick + 1));
    const { replay: now } = await state(page);
    assert.equal(now.at, tick + 1);
    assert.deepEqual(now.feet, ticks[tick].feet.map(Math.fround), `tick ${tick} of ${scenario}`);
    assert.equal(now.height, Math.fround(ticks[tick].height));
  }
  return ticks.length;
}

// ---- The dungeon: looked at, a finding clicked, its replay.

const page = await fresh({ viewport: WIDE, colorScheme: "light" });
await open(page, dungeon);
assert((await state(page)).webgl);
assert.match(await page.title(), /^dungeon\.obj: \d+ finding/);
await page.screenshot({ path: `${out}/overview-light.png` });
await drawn(page, () => page.getByRole("button", { name: "Switch to dark colors" }).click());
await page.screenshot({ path: `${out}/overview-dark.png` });
await drawn(page, () => page.getByRole("button", { name: "Switch to light colors" }).click());
const count = dungeon.report.findings.length;
assert.equal(await page.locator(".finding").count(), count);
const whole = await page.locator(".drawing").screenshot();
await drawn(page, () => page.locator(".finding").first().click());
await landed(page);
const first = await state(page);
assert.equal(first.selected, 1);
const [x, , z] = dungeon.report.findings[0].position;
assert(Math.hypot(first.camera.center[0] - x, first.camera.center[2] - z) < 1e-3, "the camera is there");
assert.equal(await page.locator(".finding").first().getAttribute("aria-pressed"), "true");
const near = await page.locator(".drawing").screenshot();
assert(!near.equals(whole), "something else is seen");
await page.screenshot({ path: `${out}/finding-light.png` });
const begun = (await state(page)).replay;
await page.locator("#play").click();
await page.waitForFunction(() => window.state.replay.playing, null, { timeout: 10_000 });
const { at } = (await state(page)).replay;
await page.waitForFunction((at) => window.state.replay.at > at + 30, at, { timeout: 60_000 });
assert(at < begun.at || begun.at === 0, "it begins before the finding");
await page.screenshot({ path: `${out}/replay-light.png` });
if ((await state(page)).replay.playing) await page.locator("#play").click();
const ticks = await walked(page, dungeon, 1);
step(`dungeon: ${count} findings; a replay of ${ticks} ticks as \`carom walk\` has it`);
// Up to a floor: less is seen.
await drawn(page, () => page.getByRole("button", { name: "Whole level" }).click());
await landed(page);
const before = await page.locator(".drawing canvas").screenshot();
await drawn(page, () => page.locator("#cut").selectOption({ index: 1 }));
assert(!(await page.locator(".drawing canvas").screenshot()).equals(before), "upper floors are gone");
await page.context().close();

// ---- The room: by keys alone; a name that is markup.

const keys = await fresh({ viewport: WIDE, colorScheme: "dark" });
await open(keys, small);
assert.equal(await keys.locator("h1").textContent(), 'room <b>&"1".obj');
await keys.locator(".finding[data-number='2']").focus();
await drawn(keys, () => keys.keyboard.press("Enter"));
await landed(keys);
assert.equal((await state(keys)).selected, 2);
await walked(keys, small, 2);
await keys.locator(".over").focus();
const turned = async (key, changed) => {
  const { camera } = await state(keys);
  await drawn(keys, () => keys.keyboard.press(key));
  await landed(keys);
  assert(changed((await state(keys)).camera, camera), key);
};
await turned("ArrowLeft", (now, was) => now.yaw !== was.yaw && now.pitch === was.pitch);
await turned("ArrowUp", (now, was) => now.pitch > was.pitch);
await turned("Shift+ArrowRight", (now, was) => now.yaw === was.yaw && now.center.some((x, i) => x !== was.center[i]));
await turned("+", (now, was) => now.width < was.width);
await turned("-", (now, was) => now.width > was.width);
await turned("Home", (now, was) => now.width > 1.2 * was.width);
await drawn(keys, () => keys.keyboard.press("n"));
await landed(keys);
assert.equal((await state(keys)).selected, small.report.findings.length > 2 ? 3 : "G1", "N goes on");
await keys.keyboard.press(" ");
await keys.waitForFunction(() => window.state.replay.playing, null, { timeout: 10_000 });
await keys.keyboard.press(" ");
await keys.waitForFunction(() => !window.state.replay.playing, null, { timeout: 10_000 });
// Where no mark is: how far the replay has come depends on the machine, and so where marks are.
const free = () => keys.evaluate(() => {
  const over = document.querySelector(".over");
  const { left, top, width, height } = over.getBoundingClientRect();
  const places = [0.7, 0.3, 0.5].flatMap((down) => [0.5, 0.25, 0.75].map((across) => [left + width * across, top + height * down]));
  return places.find((place) => document.elementFromPoint(...place) === over);
});
const dragged = async (button) => {
  const was = (await state(keys)).camera;
  const [x, y] = await free();
  await keys.mouse.move(x, y);
  await keys.mouse.down({ button });
  await keys.mouse.move(x + 60, y + 20, { steps: 4 });
  await keys.mouse.up({ button });
  await keys.waitForFunction((was) => JSON.stringify(window.state.camera) !== was, JSON.stringify(was), { timeout: 10_000 });
  return [was, (await state(keys)).camera];
};
let [was, now] = await dragged("left");
assert(now.yaw < was.yaw && now.pitch > was.pitch, "a drag turns");
[was, now] = await dragged("right");
assert(now.yaw === was.yaw && now.center[1] !== was.center[1], "with the right button it moves");
await keys.mouse.wheel(0, -200);
await keys.waitForFunction((width) => window.state.camera.width < width, now.width, { timeout: 10_000 });
await keys.screenshot({ path: `${out}/room-dark.png` });
// Goals: one with the way there, one without.
const goals = keys.locator(".goals .finding");
assert.equal(await goals.count(), 2);
for (const [i, { position, reached, ticks }] of small.report.goals.entries()) {
  await drawn(keys, () => goals.nth(i).click());
  await landed(keys);
  const { selected, replay, camera } = await state(keys);
  assert.equal(selected, `G${i + 1}`);
  assert(Math.hypot(camera.center[0] - position[0], camera.center[2] - position[2]) < 1e-3, "the camera is there");
  assert.equal(reached, i === 0);
  assert.equal(replay?.samples, reached ? ticks + 1 : undefined);
  assert.equal(await keys.locator("#play").isDisabled(), !reached);
}
await keys.screenshot({ path: `${out}/goal-dark.png` });
await keys.context().close();
step("keys, drags, wheel");

// ---- A phone; no WebGL2; no JavaScript.

const phone = await fresh({ viewport: PHONE, colorScheme: "light", hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
await open(phone, small);
await fits(phone);
await phone.screenshot({ path: `${out}/room-phone.png`, fullPage: true });
await phone.context().close();

const without = await fresh({ viewport: WIDE });
await without.addInitScript(() => {
  const get = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind === "webgl2" ? null : get.call(this, kind, ...rest);
  };
});
await open(without, small);
assert.match(await without.locator(".missing").textContent(), /WebGL2/);
await without.locator(".finding[data-number='1']").click();
await without.waitForFunction(() => window.state.selected === 1);
assert(await without.locator(".what").first().isVisible());
await without.screenshot({ path: `${out}/without-webgl.png` });
await without.context().close();

const plain = await fresh({ viewport: WIDE, javaScriptEnabled: false });
await plain.goto(pathToFileURL(`${small.folder}/report.html`).href);
assert.match(await plain.locator("noscript").textContent(), /JavaScript/);
for (const { what } of small.report.findings) assert((await plain.locator(".findings:not(.goals)").textContent()).includes(what));
assert(await plain.locator(".finding").first().isVisible());
await plain.context().close();

assert.deepEqual(complaints, []);
await browser.close();
step(`a phone, no WebGL2, no JavaScript; pictures in ${out}`);
