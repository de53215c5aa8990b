// Browser test of the page that `carom survey` writes, opened from its file: it makes no requests, shows the level and the
// findings, and its replays match `carom walk` of the same scenarios, tick by tick. OUT gets screenshots.
//
//   node report.mjs CAROM OUT

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import violations from "./axe.mjs";

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
  const lines = ["o Ground floor"];
  const quad = (...corners) => {
    for (const corner of corners) lines.push(`v ${corner.join(" ")}`);
    lines.push("f -4 -3 -2 -1");
  };
  for (let x = 0; x < 10; x++) {
    if (x === 7) lines.push(`o ${MARKUP}`);
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

/** The name of the rest of the floor, and of the walls. */
const MARKUP = "Other <i>&\"+,%2F";

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

const accessible = async (page, where) => assert.deepEqual(await violations(page), [], `axe, ${where}`);

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
await accessible(page, "overview, light");
await drawn(page, () => page.getByRole("button", { name: "Switch to dark colors" }).click());
await page.screenshot({ path: `${out}/overview-dark.png` });
await accessible(page, "overview, dark");
await drawn(page, () => page.getByRole("button", { name: "Switch to light colors" }).click());
const count = dungeon.report.findings.length;
assert.equal(await page.locator(".findings .finding").count(), count);
const whole = await page.locator(".drawing").screenshot();
await drawn(page, () => page.locator(".finding").first().click());
await landed(page);
const first = await state(page);
assert.equal(first.selected, 1);
const [x, , z] = dungeon.report.findings[0].position;
assert(Math.hypot(first.camera.center[0] - x, first.camera.center[2] - z) < 1e-3, "the camera is there");
assert.equal(await page.locator(".finding").first().getAttribute("aria-pressed"), "true");
const inView = ({ replay: { ends }, size }) => ends.flat().every((x, i) => x > 0 && x < size[i % 2]);
assert(inView(first), "the whole character is in the view");
const near = await page.locator(".drawing").screenshot();
assert(!near.equals(whole), "something else is seen");
await page.screenshot({ path: `${out}/finding-light.png` });
await accessible(page, "a finding, light");
const begun = (await state(page)).replay;
await page.locator("#play").click();
await page.waitForFunction(() => window.state.replay.playing, null, { timeout: 10_000 });
const { at } = (await state(page)).replay;
await page.waitForFunction((at) => window.state.replay.at > at + 30, at, { timeout: 60_000 });
assert(at < begun.at || begun.at === 0, "it begins before the finding");
for (let i = 0; i < 6; i++) {
  assert(inView(await state(page)), "the camera follows the whole character");
  await page.waitForTimeout(150);
}
await page.screenshot({ path: `${out}/replay-light.png` });
if ((await state(page)).replay.playing) await page.locator("#play").click();
const ticks = await walked(page, dungeon, 1);
step(`dungeon: ${count} findings; a replay of ${ticks} ticks as \`carom walk\` has it`);
// Marks that would cover each other are stacked, and a click spreads them.
const selected = async () => (await state(page)).selected;
await drawn(page, () => page.getByRole("button", { name: "Whole level" }).click());
await landed(page);
const piled = (await state(page)).marks;
assert(piled.stacks > 0 && piled.single < count, JSON.stringify(piled));
const boxes = () => page.locator(".marked .mark:visible:not(.chosen)").evaluateAll((marks) => marks.map((mark) => {
  const { x, y } = mark.getBoundingClientRect();
  return [x, y];
}));
const centers = await boxes();
centers.forEach(([x, y], i) => centers.slice(i + 1).forEach(([u, v]) => assert(Math.hypot(x - u, y - v) > 14, "marks are apart")));
const badge = page.locator(".marked .mark.stack:visible").last();
const members = Number((await badge.textContent()).slice(1));
await drawn(page, () => badge.click());
assert.equal(await page.locator(".marked .mark.spread:visible").count(), members);
await page.screenshot({ path: `${out}/spread-light.png` });
const spread = page.locator(".marked .mark.spread:visible").first();
const number = Number(await spread.textContent());
await drawn(page, () => spread.click());
await landed(page);
assert.equal(await selected(), number);
assert.equal(await page.locator(".marked .mark.spread:visible").count(), 0, "they are stacked again");
step(`${piled.stacks} stacks of marks`);

// Regions that were never reached: clicked in the table.
assert.equal(await page.locator(".regions .finding").count(), Math.min(dungeon.report.unreached.length, 30));
for (const i of [0, 2]) {
  await page.locator(".regions .finding").nth(i).scrollIntoViewIfNeeded();
  await drawn(page, () => page.locator(".regions .finding").nth(i).click());
  await landed(page);
  const { selected, camera, highlighted } = await state(page);
  const { position, area } = dungeon.report.unreached[i];
  assert.equal(selected, `U${i + 1}`);
  assert(Math.hypot(camera.center[0] - position[0], camera.center[2] - position[2]) < 1e-3, "the camera is there");
  // Six corners for each cell.
  assert.equal(highlighted / 6, Math.round(area / 0.25));
  assert(await page.locator(".marked .mark.region.chosen").isVisible());
  assert(await page.locator(".drawing").evaluate((drawing) => drawing.getBoundingClientRect().top >= 0), "the view is on the screen");
}
await page.screenshot({ path: `${out}/region-light.png` });
assert.equal(await page.locator(".marked .mark.region:visible").count(), 1);
await drawn(page, () => page.locator("#regions").check());
await drawn(page, () => page.getByRole("button", { name: "Whole level" }).click());
await landed(page);
assert(await page.locator(".marked .mark.region:visible").count() > 3);
await drawn(page, () => page.locator("#regions").uncheck());
// The filter: by kind and severity, in the address, and for N, which needs no focus on the view.
const items = page.locator(".findings:not(.goals) > li:visible");
const of = (test) => dungeon.report.findings.flatMap((finding, i) => (test(finding) ? [i + 1] : []));
const shown = async () => (await state(page)).shown.filter((number) => typeof number === "number");
const chip = (name) => page.getByRole("button", { name: new RegExp(`^${name} \\d+$`) });
const [{ kind: one }, { kind: other, severity }] = [dungeon.report.findings[0], dungeon.report.findings.at(-1)];
assert(one !== other, "two kinds of findings");
const ones = of(({ kind }) => kind === one);
assert.equal(await chip(one).textContent(), `${one} ${ones.length}`);
await drawn(page, () => chip(one).click());
assert(ones.length < count);
assert.equal(await items.count(), ones.length);
await drawn(page, () => chip(other).click());
assert.equal(await items.count(), of(({ kind }) => kind === one || kind === other).length);
await drawn(page, () => chip(severity).click());
const notes = of((finding) => (finding.kind === one || finding.kind === other) && finding.severity === severity);
assert.equal(await items.count(), notes.length);
assert.equal(await chip(one).textContent(), `${one} ${of((finding) => finding.kind === one && finding.severity === severity).length}`);
assert.equal(page.url().split("#")[1], `kind=${one},${other}&severity=${severity}`);
await page.screenshot({ path: `${out}/filter-light.png` });
await page.reload();
await page.waitForFunction(() => window.state?.shown, null, { timeout: 60_000 });
assert.equal(await items.count(), notes.length, "a reload keeps the filter");
await page.locator("h1").click();
for (const number of [...notes, notes[0]]) {
  await drawn(page, () => page.keyboard.press("n"));
  await landed(page);
  assert.equal(await selected(), number, "N goes to the next finding that is shown");
}
await drawn(page, () => page.keyboard.press("Shift+N"));
assert.equal(await selected(), notes.at(-1));
await page.getByRole("button", { name: "Show all" }).click();
assert.equal(await items.count(), count);
assert(!page.url().includes("#kind"));
assert.equal((await shown()).length, count);
// The list number of a finding is that of its file.
for (const [i, { kind, scenario }] of dungeon.report.findings.entries()) assert.equal(scenario, `findings/${kind}-${String(i + 1).padStart(3, "0")}.json`);
step("filter and regions");
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

// ---- Objects, and the list of ignored findings.

const named = await fresh({ viewport: WIDE, colorScheme: "light", acceptDownloads: true });
await open(named, small);
const list = named.locator(".findings:not(.goals) > li:visible");
const total = small.report.findings.length;
const objects = [...new Set(small.report.findings.flatMap((finding) => finding.objects ?? []))];
assert(objects.includes("Ground floor") && objects.includes(MARKUP), objects.join());
const having = (name) => small.report.findings.filter((finding) => finding.objects?.includes(name)).length;
for (const name of objects) {
  await drawn(named, () => named.locator("#object").selectOption(`=${name}`));
  assert.equal(await list.count(), having(name), name);
  await named.reload();
  await named.waitForFunction(() => window.state?.shown);
  assert.equal(await list.count(), having(name), `${name} after a reload`);
  assert.equal(await named.locator("#object").inputValue(), `=${name}`);
  await named.locator("#object").selectOption("");
  assert.equal(await list.count(), total);
  // The name at a finding is a link to the same.
  await named.locator(".object").filter({ hasText: name }).first().click();
  // The browser tells the page of a new fragment after the click.
  await named.waitForFunction((value) => document.querySelector("#object").value === value, `=${name}`, { timeout: 10_000 });
  assert.equal(await list.count(), having(name), name);
  await named.locator("#object").selectOption("");
}
assert.equal(await named.locator(".ignoring").isVisible(), false);
await list.nth(0).getByRole("button", { name: "Ignore" }).click();
await list.nth(1).getByRole("button", { name: "Ignore" }).click();
const reasons = named.locator(".ignoring input");
await reasons.nth(0).fill('a "well" <b>');
await reasons.nth(1).fill(" ");
await named.screenshot({ path: `${out}/ignore-light.png` });
const [download] = await Promise.all([named.waitForEvent("download"), named.getByRole("button", { name: /^Download/ }).click()]);
assert.equal(download.suggestedFilename(), "carom-ignore.json");
const saved = await readFile(await download.path(), "utf8");
assert.equal(saved, await named.locator(".ignoring textarea").inputValue());
const entries = JSON.parse(saved).ignore;
assert.deepEqual(entries.map(({ reason }) => reason), ['a "well" <b>', "intended"]);
await list.nth(1).getByRole("button", { name: "Do not ignore" }).click();
assert.equal(JSON.parse(await named.locator(".ignoring textarea").inputValue()).ignore.length, 1);
await named.context().close();
// The next survey reads what was saved.
await writeFile(`${out}/carom-ignore.json`, saved);
const again = await surveyed(odd, "ignored", ["--spawn", "1.5,0,1.5"]);
assert.deepEqual(again.report.findings.map(({ ignored }) => ignored).filter(Boolean).sort(), ['a "well" <b>', "intended"]);
await rm(`${out}/carom-ignore.json`);
const less = await fresh({ viewport: WIDE, colorScheme: "dark" });
await open(less, again);
const left = less.locator(".findings > li:visible");
assert.equal(await left.count(), total - 2);
await less.locator("#ignored").check();
assert.equal(await left.count(), total);
await less.reload();
await less.waitForFunction(() => window.state?.shown);
assert.equal(await left.count(), total, "a reload keeps them");
await less.screenshot({ path: `${out}/ignored-dark.png` });
await less.locator("li.ignored").first().getByRole("button", { name: "Do not ignore" }).click();
assert.deepEqual(JSON.parse(await less.locator(".ignoring textarea").inputValue()).ignore, entries.slice(1));
await less.context().close();
step("objects, ignored findings");

// ---- A phone; no WebGL2; no JavaScript.

const phone = await fresh({ viewport: PHONE, colorScheme: "light", hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
await open(phone, small);
await fits(phone);
await phone.getByRole("button", { name: "Ignore" }).first().click();
await fits(phone);
await phone.screenshot({ path: `${out}/room-phone.png`, fullPage: true });
await accessible(phone, "a phone, light");
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
