// Demo Walk: the native bits, tick by tick, in Node and in the browser; then every function of its page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Controls } from "../site/controls.js";
import { START, TOUR_TICKS, toured } from "../site/demos/walk.js";
import abilities from "./abilities.mjs";
import { Both, load, PHONE, randoms, WIDE } from "./twin.mjs";
import { later, moment, over } from "./walker.mjs";

const FILE = new URL("../../../data/levels/nav_test.obj", import.meta.url);

/** In Node: the tour, then random input in the dungeon. Returns the hash at the end of the tour. */
async function bits(tools) {
  const { step, address } = tools;
  const demos = await load(tools);
  const course = await Both.open(tools, demos, "walk", START);
  await course.call("things", {});
  const controls = new Controls();
  let moment;
  const seen = (view) => ({ between: 0.25, seconds: 1 / 60, yaw: controls.yaw, pitch: -0.3, away: 4, aspect: 1.5, marks: false, ...view });
  for (let tick = 0; tick < TOUR_TICKS; tick++) {
    moment = await course.call("tick", toured(controls, tick));
    if (tick % 20 === 0) await course.call("picture", seen({ between: (tick % 7) / 7, away: tick % 40 === 0 ? 0 : 4, marks: tick > 300 }));
  }
  await course.call("figure", { radius: 0.3, height: 1.8 });
  await course.close();

  const bytes = new Uint8Array(await (await fetch(`${address}levels/dungeon.obj`)).arrayBuffer());
  const dungeon = await Both.open(tools, demos, "walk", { ...START, level: { name: "dungeon.obj", bytes, z_up: false, scale: 1 } });
  const random = randoms(7);
  let wish = null;
  for (let tick = 0; tick < 600; tick++) {
    if (tick % 25 === 0) wish = { ahead: random() * 2 - 0.6, right: random() * 2 - 1, yaw: random() * 6.3, jump: false, crouch: random() < 0.2, sprint: random() < 0.4, rise: false, act: false, dash: false };
    await dungeon.call("tick", { ...wish, jump: tick % 25 === 12 });
    if (tick === 300) await dungeon.call("set", { ...START.settings, radius: 0.4, step_height: 0.6, max_slope: 60 });
    if (tick === 301) assert.match(await dungeon.call("set", { ...START.settings, skin: 1 }), /skin/);
    if (tick % 50 === 0) await dungeon.call("picture", seen({ marks: tick > 100 }));
  }
  await dungeon.call("restart", {});
  await dungeon.close();
  step(`walk: ${TOUR_TICKS} ticks of the tour and 600 in the dungeon in Node: the native bits (${course.compared + dungeon.compared} numbers)`);
  return moment.hash;
}

const pressed = (page, name) => page.getByRole("button", { name, exact: true }).getAttribute("aria-pressed");

async function keys(page) {
  await over(page).focus();
  const before = await later(page, 30);
  await page.keyboard.down("KeyW");
  const walked = await later(page, 40);
  assert(walked.feet[2] < before.feet[2] - 1 && walked.speed > 3.9, "W walks ahead");
  await page.keyboard.up("KeyW");
  await page.keyboard.down("KeyC");
  assert.equal((await later(page, 10)).height.toFixed(2), "1.08", "C crouches");
  await page.keyboard.up("KeyC");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => !window.state.answer.grounded, null, { timeout: 60_000 });
  const { camera } = await page.evaluate(() => window.state);
  await page.keyboard.down("ArrowLeft");
  await later(page, 10);
  await page.keyboard.up("ArrowLeft");
  const turned = (await page.evaluate(() => window.state)).camera;
  assert(turned.yaw > camera.yaw, "an arrow turns");
  const box = await over(page).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2 + 30, { steps: 4 });
  await page.mouse.up();
  await later(page, 1);
  const looked = (await page.evaluate(() => window.state)).camera;
  assert(looked.yaw < turned.yaw && looked.pitch < turned.pitch, "a drag looks");
  await page.keyboard.down("KeyW");
  await page.keyboard.press("Tab");
  await later(page, 10);
  const [there, still] = [await moment(page), await later(page, 30)];
  assert(still.speed < 0.5 && Math.abs(still.feet[2] - there.feet[2]) < 1.5, "without the focus no key is held");
  await page.keyboard.up("KeyW");
}

async function tools(page, out) {
  await over(page).focus();
  for (const [key, name] of [["KeyV", "First person"], ["KeyM", "Contacts"]]) {
    assert.equal(await pressed(page, name), "false");
    await page.keyboard.press(key);
    assert.equal(await pressed(page, name), "true", `${key} is ${name}`);
  }
  await later(page, 5);
  assert.equal((await page.evaluate(() => window.state)).camera.away, 0);
  await page.keyboard.press("KeyV");
  await page.waitForFunction(() => [...document.querySelectorAll(".marked span")].some((word) => word.textContent === "floor"), null, { timeout: 60_000 });
  await page.screenshot({ path: `${out}/walk-contacts-wide-light.png` });
  await page.getByRole("button", { name: "Pause" }).click();
  const { tick } = await moment(page);
  await page.waitForTimeout(300);
  assert.equal((await moment(page)).tick, tick, "it pauses");
  await page.getByRole("button", { name: "Resume" }).click();
  await later(page, 3);
  await over(page).focus();
  await page.keyboard.press("KeyM");
}

async function settings(page) {
  const height = page.locator("#walk-height");
  await height.press("End");
  assert.equal((await later(page, 5)).height, 3, "a slider is followed at once");
  await page.locator("#walk-radius").press("Home");
  await page.locator("#walk-skin").press("End");
  assert.equal(await page.locator(".message").isHidden(), true);
  const { inputs } = await page.evaluate(() => window.state);
  assert(inputs.radius === 0.1 && inputs.skin === 0.08);
  const code = await page.locator(".copied code").textContent();
  assert(code.includes("radius: 0.1,") && code.includes("skin: 0.08,"), "the code has the numbers");
  await page.getByRole("button", { name: "Reset" }).click();
  const { inputs: reset } = await later(page, 2).then(() => page.evaluate(() => window.state));
  assert.deepEqual(reset, { place: "course", ...START.settings });
}

/** A link holds place, settings, position and view. */
async function links(page, { open }) {
  await page.locator("#walk-speed").press("Home");
  await page.evaluate(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; });
  await page.getByRole("button", { name: "Copy link" }).click();
  const before = await page.evaluate(() => ({ ...window.state, copied: window.copied }));
  const other = await page.context().newPage();
  await open(other, new URL(before.copied).hash);
  const after = await other.evaluate(() => window.state);
  assert.deepEqual(after.inputs, before.inputs);
  assert.equal(after.camera.yaw, before.camera.yaw);
  assert(Math.hypot(...after.answer.feet.map((x, i) => x - before.answer.feet[i])) < 2, "it begins where the link says");
  for (const hash of ["#/demo/walk/nowhere", "#/demo/walk/course/1,2", "#/demo/walk/course/1.8,0.3,0.4,45,0.01,4,4.6,9.81@1,2"]) {
    await open(other, hash);
    assert(await other.locator(".message").isVisible(), `${hash}: an invalid link shows a message`);
    await later(other, 1);
  }
  await other.close();
  await page.getByRole("button", { name: "Reset" }).click();
}

/** Level files: broken, huge, of another type; a valid one; a dropped one. */
async function files(page) {
  const input = page.locator("#walk-file");
  const message = page.locator(".message");
  const goes = async (why) => {
    await message.waitFor({ state: "visible" });
    assert.match(await message.textContent(), why);
    const { tick } = await moment(page);
    assert((await later(page, 3)).tick > tick, "the demo goes on");
    assert.equal((await page.evaluate(() => window.state)).inputs.place, "course");
  };
  const give = (name, buffer) => input.setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await give("broken.glb", Buffer.from("glTF\x02\0\0\0\xff\0\0\0 and no more"));
  await goes(/GLB/);
  await give("picture.png", Buffer.from("\x89PNG and so on"));
  await goes(/\.obj, \.gltf and \.glb/);
  await give("wrong.obj", Buffer.from("v 0 0 0\nf 1 2 3\n"));
  await goes(/line 2/);
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(65 * 2 ** 20)], "huge.obj"));
    document.querySelector(".demo").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => document.querySelector(".message").textContent.includes("64 MiB"));
  await goes(/65 MiB/);

  await give("nav_test.obj", await readFile(FILE));
  await page.waitForFunction(() => window.state.inputs.place === "file", null, { timeout: 60_000 });
  assert(await message.isHidden(), "a good one is walked in");
  assert((await later(page, 60)).grounded, "it has come down on a floor");
  assert.match(await page.locator(".license").textContent(), /nav_test\.obj: 1,612 triangles/);
  await page.locator("#walk-unit").selectOption("0.01");
  await page.waitForFunction(() => window.state.answer.tick < 60, null, { timeout: 60_000 });
  await later(page, 2);

  const square = "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nf 1 2 3 4\n";
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "square.obj"));
    const element = document.querySelector(".demo .over");
    for (const kind of ["dragover", "drop"]) element.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, square);
  await page.waitForFunction(() => document.querySelector(".license").textContent.includes("square.obj"), null, { timeout: 60_000 });
  assert((await later(page, 60)).grounded, "what is dropped is walked in");
}

async function touch(page) {
  await later(page, 20);
  await over(page).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => ({ ...window.state, scrolled: scrollY }));
  const { x, y, width, height } = await over(page).boundingBox();
  const session = await page.context().newCDPSession(page);
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const [left, right] = [[x + width * 0.25, y + height * 0.7], [x + width * 0.75, y + height * 0.4]];
  await send("touchStart", [left, right]);
  for (let i = 1; i <= 5; i++) await send("touchMove", [[left[0], left[1] - 12 * i], [right[0] - 8 * i, right[1]]]);
  const walked = await later(page, 40);
  await send("touchEnd", []);
  const after = await page.evaluate(() => ({ ...window.state, scrolled: scrollY }));
  assert(Math.hypot(...walked.feet.map((x, i) => x - before.answer.feet[i])) > 1, "a thumb walks");
  assert(after.camera.yaw > before.camera.yaw, "another looks");
  assert.equal(after.scrolled, before.scrolled, "the page stays");
  assert((await later(page, 60)).speed < 0.5, "and stops");
}

export default async function walk(tools_) {
  const { open, fresh, out, step, fits } = tools_;
  const hash = await bits(tools_);
  await abilities(tools_);

  // A small window, where pictures are quick: the tour is ten seconds of ticks, however long they take.
  const small = await fresh({ viewport: { width: 480, height: 420 } });
  await open(small, "#/demo/walk");
  await small.getByRole("button", { name: "Play a tour" }).click();
  await small.waitForFunction(() => window.state.tour, null, { timeout: 240_000 });
  const { tour } = await small.evaluate(() => window.state);
  assert.deepEqual(tour, { ticks: TOUR_TICKS, hash }, "ten seconds by keys in the browser come to the native hash");
  await small.getByRole("button", { name: "Play a tour" }).click();
  await small.waitForFunction(() => window.state.answer.tick < 100 && window.state.answer.speed > 1, null, { timeout: 60_000 });
  await over(small).focus();
  await small.keyboard.down("KeyS");
  await small.waitForFunction(() => document.querySelector(".verdict").textContent.includes("ground"), null, { timeout: 60_000 });
  await small.keyboard.up("KeyS");
  await later(small, 60);
  assert((await moment(small)).speed < 0.5, "input of the user ends the tour");
  step(`walk: ${TOUR_TICKS / 60} s of keys in the browser: ${hash}, as native`);
  await small.context().close();

  const page = await fresh({ viewport: WIDE, colorScheme: "light" });
  for (const place of ["course", "dungeon"]) {
    await open(page, `#/demo/walk/${place}`);
    await later(page, 60);
    const { times, rate } = await page.evaluate(() => window.state);
    const shown = (ms) => ms.toFixed(ms < 10 ? 2 : 0);
    step(`walk, ${place}: ${shown(times.frame)} ms from picture to picture (${shown(times.picture)} ms of them our own), ${shown(times.tick)} ms a tick, ${rate} ticks a second`);
    for (const scheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: scheme });
      await later(page, 3);
      await page.screenshot({ path: `${out}/walk-${place}-wide-${scheme}.png` });
    }
    await page.emulateMedia({ colorScheme: "light" });
  }
  await open(page, "#/demo/walk");
  const places = () => page.evaluate(() => [".stage", ".verdict", ".numbers", ".sliders", ".how"].map((part) => {
    const { left, top, width } = document.querySelector(part).getBoundingClientRect();
    return [part, left, top + scrollY, width];
  }));
  const stand = await places();
  await keys(page);
  await tools(page, out);
  await settings(page);
  assert.deepEqual(await places(), stand, "the layout is stable");
  await links(page, tools_);
  await files(page);
  await page.context().close();
  step("walk: keys, looks, contacts, settings, links, files");

  const finger = await fresh({ viewport: PHONE, colorScheme: "dark", hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await open(finger, "#/demo/walk");
  await later(finger, 5);
  await fits(finger, "walk");
  await touch(finger);
  for (const scheme of ["dark", "light"]) {
    await finger.emulateMedia({ colorScheme: scheme });
    await later(finger, 3);
    await finger.screenshot({ path: `${out}/walk-phone-${scheme}.png`, fullPage: true });
  }
  await finger.setViewportSize({ width: 360, height: 640 });
  await fits(finger, "walk");
  await finger.context().close();

  const without = await fresh({ viewport: WIDE });
  await without.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === "webgl2" ? null : get.call(this, kind, ...rest);
    };
  });
  await open(without, "#/demo/walk");
  assert(await without.locator(".missing").isVisible(), "without WebGL2 a message says what is missing");
  await over(without).focus();
  await without.keyboard.down("KeyW");
  assert((await later(without, 60)).speed > 3, "and goes on");
  await without.context().close();
  step("walk: under thumbs, and without WebGL2");
}
