// Demo Billiards: the native bits, in Node and on the page; the hashes of data/billiards; shots by mouse, touch and keyboard.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { CASES } from "../site/demos/billiards.js";
import { Demos } from "../site/demos.js";
import violations from "./axe.mjs";
import { Both, damaged, pictures, places, randoms, state, WIDE, PHONE } from "./twin.mjs";

const run = promisify(execFile);

/** The recorded games: name, text and hash. */
async function recorded(root) {
  const folder = `${root}/data/billiards`;
  const hashes = new Map((await readFile(`${folder}/hashes.txt`, "utf8")).trim().split("\n").map((line) => line.split(" ").reverse()));
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json"));
  assert.deepEqual(files.map((file) => file.slice(0, -5)).sort(), [...hashes.keys()].sort());
  return Promise.all(files.map(async (file) => {
    const name = file.slice(0, -5);
    return { name, path: `${folder}/${file}`, text: await readFile(`${folder}/${file}`, "utf8"), hash: hashes.get(name) };
  }));
}

/** Every answer about a game, as natively; returns how it ends. */
async function everything(both, random) {
  for (const method of ["scene", "balls", "shot", "aim", "traces", "events", "rest"]) await both.call(method, {});
  const ending = await both.call("ending", {});
  for (let i = 0; i <= 12; i++) await both.call("moment", ending.time * (i < 12 ? random() : 1));
  return ending;
}

/** In Node: the recorded games, and random shots from a rack. */
async function bits({ address, root, respond, hex, step }) {
  const demos = await Demos.load(await (await fetch(`${address}billiards.wasm`)).arrayBuffer());
  const random = randoms(5);
  let both = null;
  for (const { name, text, hash } of await recorded(root)) {
    if (both) assert.equal(await both.call("set", { file: text }), "");
    else both = await Both.open({ respond, hex }, demos, "billiards", { file: text });
    assert.equal((await everything(both, random)).hash, hash, `${name}: the recorded hash`);
  }
  for (let i = 0; i < 40; i++) {
    const [table, rack] = [["pool_7_ft", "nine_ball"], ["pool_9_ft", "ten_ball"], ["snooker", "snooker"], ["carom", "three_cushion"]][i % 4];
    const shot = { speed: 10 * random(), direction: 360 * random(), elevation: 80 * random() ** 2, right: 0.7 * (random() - 0.5), above: 0.7 * (random() - 0.5) };
    assert.equal(await both.call("set", { file: JSON.stringify({ table, rack, shot }) }), "");
    const { time, status } = await everything(both, random);
    assert(time > 0 && status === "at-rest", `${status} after ${time} s`);
  }
  const miscue = { rack: "nine_ball", shot: { speed: 2, direction: 90, right: 0.6 } };
  assert.equal(await both.call("set", { file: JSON.stringify(miscue) }), "");
  assert.equal((await everything(both, random)).status, "miscue");
  for (const file of ["", "{", "{}", '{"rack": "nine_ball", "shot": {"speed": -1, "direction": 0}}']) {
    assert.notEqual(await both.call("set", { file }), "", `${file} is refused`);
    assert.equal((await both.call("ending", {})).status, "miscue", "the game stays");
  }
  step(`billiards, in Node: ${both.compared} words of 47 games: the native bits, and the recorded hashes`);
  await both.close();
}

export default async function billiards(tools) {
  await bits(tools);
  const { open, fresh, step, root, carom, out } = tools;
  const games = await recorded(root);
  assert.deepEqual(CASES.map(([, file]) => JSON.stringify(file)).sort(), games.map(({ text }) => JSON.stringify(JSON.parse(text))).sort(), "the page has the games of data/billiards");

  const page = await fresh({ viewport: WIDE, colorScheme: "light", acceptDownloads: true });
  await open(page, "#/demo/billiards");
  const stand = await places(page);
  const press = (name) => page.getByRole("button", { name, exact: true }).click();
  const frames = () => page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))); }));
  const now = async () => {
    await frames();
    return state(page);
  };
  const rests = () => page.waitForFunction(() => window.state.answer.struck && !window.state.answer.plays, null, { timeout: 60_000 });
  const figure = (name) => page.locator(".numbers div", { hasText: name }).locator("dd").textContent();
  /** The hash that the command gives for the file that the page downloads. */
  const native = async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), press("Download")]);
    const file = `${out}/shot.json`;
    await download.saveAs(file);
    const { stdout } = await run(carom, ["pool", "--physics", "billiards", file]);
    return JSON.parse(stdout.trim().split("\n").at(-1)).summary.hash;
  };

  // A break: the recorded hash, replay, events.
  assert.equal((await now()).answer.aim.at.ball, 1, "it aims at the head ball");
  await press("Strike");
  await page.waitForFunction(() => window.state.answer.time > 0.3);
  await press("Pause");
  const paused = await now();
  assert(paused.answer.time > 0.3 && paused.answer.time < paused.answer.end && !paused.answer.plays);
  assert.equal(await figure("result hash"), games.find(({ name }) => name === "break").hash);
  for (const [name, speed] of [["× ⅛", 1 / 8], ["× 1", 1]]) {
    await page.getByRole("radio", { name }).check();
    await press("Play");
    const moment = () => page.evaluate(() => [performance.now() / 1000, window.state.answer.time]);
    const [from, to] = [await moment(), await page.waitForTimeout(800).then(moment)];
    await press("Pause");
    const [passed, moved] = to.map((x, i) => x - from[i]);
    // Frames are late on a busy machine.
    assert(moved > 0 && moved < speed * (passed + 0.2), `${name}: ${moved} s of the shot in ${passed} s`);
  }
  await press("Next event");
  const next = await now();
  await press("Next event");
  await press("Previous event");
  assert.equal((await now()).answer.time, next.answer.time, "an event later and back");
  const slide = page.locator(".timeline input");
  for (const part of [0.5, 0.1, 0.5]) {
    await slide.fill(String(paused.answer.end * part));
    const { answer } = await now();
    assert(Math.abs(answer.time - paused.answer.end * part) < 1e-9);
    assert(answer.events > 0 && answer.events < answer.all);
  }
  const half = await now();
  await page.locator(".events button").nth(3).click();
  const row = await now();
  assert(row.answer.time < half.answer.time && (await page.locator(".events [aria-current]").count()) === 1, "a row goes to its event");
  await slide.fill(String(half.answer.time));
  assert.deepEqual((await now()).answer.places, half.answer.places, "there and back: the same places");
  await press("To the end");
  assert.equal((await now()).answer.energy, 0, "at rest");
  assert.deepEqual(await places(page), stand, "the layout is stable");
  step(`billiards, on the page: a break of ${paused.answer.all} events, replayed, slid, stepped: the recorded hash`);

  // The next shot: from where the balls are, with side spin and follow, aimed by the mouse.
  await press("Next shot");
  const waits = await now();
  const struck = waits.answer.places.slice(0, 2);
  assert(!waits.answer.struck && waits.inputs.balls.length === 16);
  assert(waits.inputs.balls.every(({ position }, i) => waits.answer.motions[i] === 4 || Math.abs(position[0] - waits.answer.places[2 * i]) < 1e-6));
  const table = await page.locator(".stage .over").boundingBox();
  await page.mouse.move(table.x + table.width * 0.7, table.y + table.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(table.x + table.width * 0.75, table.y + table.height * 0.62, { steps: 4 });
  await page.mouse.up();
  const aimed = await now();
  assert.notEqual(aimed.answer.stroke.direction, waits.answer.stroke.direction, "the mouse aims");
  assert.deepEqual(aimed.answer.places.slice(0, 2), struck, "and moves no ball");
  const face = await page.locator(".tip").boundingBox();
  const drag = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
  };
  const [cx, cy] = [face.x + face.width / 2, face.y + face.height / 2];
  const tip = await page.locator(".tip .grip").boundingBox();
  await drag([tip.x + tip.width / 2, tip.y + tip.height / 2], [cx + 15, cy - 18]);
  const { answer: { stroke } } = await now();
  assert(stroke.right > 0.15 && stroke.above > 0.2 && Math.hypot(stroke.right, stroke.above) < 0.5, "right english and follow");
  await page.getByRole("radio", { name: "whole shot" }).check();
  await page.screenshot({ path: `${out}/billiards-aim-wide-light.png`, fullPage: true });
  await page.getByRole("radio", { name: "line of aim" }).check();
  await press("Strike");
  await rests();
  const ended = await now();
  assert.equal(await figure("result hash"), await native(), "the file that it downloads plays to the same hash");
  assert(ended.answer.time === ended.answer.end && ended.answer.end > 0);
  const hash = await page.evaluate(() => location.hash);
  const other = await page.context().newPage();
  await open(other, hash);
  const linked = await state(other);
  assert.deepEqual(linked.inputs, ended.inputs, "the link holds the shot");
  assert.equal(linked.answer.hash, ended.answer.hash, "to the same bits");
  await other.close();
  step("billiards: aimed, spun and struck by the mouse; link and file give the same hash");

  // The same shot again, beyond the limit of the tip: a miscue.
  await press("Aim again");
  assert.deepEqual((await now()).inputs, ended.inputs);
  await drag([cx + 15, cy - 18], [cx + 45, cy - 40]);
  await press("Strike");
  assert.equal((await now()).answer.status, "miscue");
  assert.match(await page.locator(".verdict span").textContent(), /^Miscue/);

  // The cue ball falls into a pocket: it comes back, and is placed by dragging; not onto another ball.
  const followed = { table: "pool_9_ft", balls: [{ position: [0.5, 0.5] }, { position: [0.2, 0.2] }], shot: { speed: 3, at_ball: 1, above: 0.4 } };
  await open(page, `#/demo/billiards/${encodeURIComponent(JSON.stringify(followed))}`);
  await press("Strike");
  await page.getByRole("button", { name: "To the end" }).click();
  assert.deepEqual((await now()).answer.pocketed.map(({ ball }) => ball), [1, 0]);
  await press("Next shot");
  const back = await now();
  assert.deepEqual(back.inputs.balls[0], { position: [0.635, 0.635] }, "on the head spot");
  const grip = await page.locator(".stage .handle.whole .grip").boundingBox();
  await drag([grip.x + grip.width / 2, grip.y + grip.height / 2], [grip.x + 60, grip.y + 30]);
  const placed = await now();
  assert.notDeepEqual(placed.inputs.balls[0], back.inputs.balls[0], "the cue ball is placed");
  assert.equal(placed.inputs.balls[1].is_pocketed, true);
  await press("Strike");
  await rests();
  assert.equal(await figure("result hash"), await native());
  step("billiards: a pocketed cue ball comes back and is placed");

  // Every recorded game, from its file and from its button.
  for (const { name, path, hash } of games) {
    await page.locator(".cases input").setInputFiles(path);
    await page.waitForFunction((hash) => window.state.answer.hash === hash, hash);
    assert(!(await state(page)).answer.struck);
    await press("Strike");
    await page.getByRole("button", { name: "To the end" }).click();
    assert.equal(await figure("result hash"), hash, `${name}: the recorded hash`);
    await page.screenshot({ path: `${out}/billiards-${name}-wide-light.png` });
  }
  for (const [title, file] of CASES) {
    await press(title);
    assert.deepEqual((await now()).inputs, file);
  }
  await page.locator(".cases input").setInputFiles({ name: "bad.json", mimeType: "application/json", buffer: Buffer.from('{"rack": "nine_ball", "shot": {"speed": "fast", "direction": 1}}') });
  await page.locator(".message:not([hidden])").waitFor();
  assert.match(await page.locator(".message").textContent(), /^bad\.json: shot\.speed: /);
  assert.deepEqual((await now()).inputs, CASES.at(-1)[1], "the game stays");

  // Tables and racks.
  for (const [name, balls] of [["Snooker", 22], ["Carom", 3], ["7 ft", 16]]) {
    await page.getByRole("radio", { name, exact: true }).check();
    assert.equal((await now()).answer.motions.length, balls, name);
    if (name === "Snooker") await page.screenshot({ path: `${out}/billiards-snooker-wide-light.png`, fullPage: true });
  }
  await page.getByRole("radio", { name: "9-ball" }).check();
  assert.deepEqual((await now()).inputs.rack, "nine_ball");
  assert.equal((await now()).inputs.table, "pool_7_ft");
  step("billiards: the six recorded games from files, tables, racks");
  const check = async (where) => assert.deepEqual(await violations(page), [], `axe, ${where}`);
  await check("aiming");
  await press("Strike");
  await page.waitForTimeout(400);
  await press("Pause");
  await check("replaying");
  await page.locator("#theme").click();
  await check("replaying, dark");

  // By keys alone: aim, spin, speed, strike, replay.
  await open(page, "#/demo/billiards");
  const key = async (name, times = 1) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(name);
    return now();
  };
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.id ?? "");
  const until = async (label) => {
    for (let i = 0; i < 120; i++) {
      if ((await focused()).startsWith(label)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not come to ${label}`);
  };
  const first = await now();
  await until("Cue ball:");
  const moved = await key("ArrowUp", 2);
  assert.notDeepEqual(moved.inputs.balls?.[0], undefined, "keys place the cue ball");
  await until("Aim:");
  const turned = await key("ArrowDown", 3);
  assert.notEqual(turned.answer.stroke.direction, moved.answer.stroke.direction, "keys aim");
  await until("Tip of the cue");
  const spun = await key("ArrowRight", 2);
  assert(spun.answer.stroke.right > first.answer.stroke.right, "keys set the tip");
  await until("slider-speed");
  const slower = await key("ArrowLeft", 20);
  assert(slower.answer.stroke.speed < first.answer.stroke.speed);
  await until("slider-elevation");
  assert((await key("ArrowRight", 4)).answer.stroke.elevation > 0);
  for (let i = 0; i < 60 && !(await focused()).startsWith("Aim:"); i++) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.state.answer.plays && window.state.answer.time > 0.1);
  assert.equal(await focused(), "Pause", "the focus is on what comes next");
  await page.keyboard.press("Space");
  const stopped = await now();
  assert(!stopped.answer.plays && stopped.answer.time > 0.1);
  await until("Time");
  const back2 = await key("Home");
  assert.equal(back2.answer.time, 0, "keys move the time");
  assert.equal(await figure("result hash"), await native());
  step("billiards: aimed, spun, struck and replayed by keys alone; axe finds nothing");
  await damaged(tools, page, "billiards");
  await page.context().close();

  // A finger aims, and strikes.
  const phone = await fresh({ viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: "dark" });
  await open(phone, "#/demo/billiards");
  const at = await phone.locator(".stage .over").boundingBox();
  const session = await phone.context().newCDPSession(phone);
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const before = await state(phone);
  const [x, y] = [at.x + at.width * 0.6, at.y + at.height * 0.4];
  await send("touchStart", [{ x, y }]);
  for (let i = 1; i <= 4; i++) await send("touchMove", [{ x: x - 6 * i, y: y - 5 * i }]);
  await send("touchEnd", []);
  await phone.waitForFunction((direction) => window.state.answer.stroke.direction !== direction, before.answer.stroke.direction);
  // Until the last of the moves has come through: it would be a new shot.
  for (let last; ; ) {
    const { direction } = (await state(phone)).answer.stroke;
    if (direction === last) break;
    last = direction;
    await phone.waitForTimeout(500);
  }
  await phone.getByRole("button", { name: "Strike" }).tap();
  await phone.waitForFunction(() => window.state.answer.plays && window.state.answer.time > 0.2);
  await phone.context().close();

  await pictures(tools, "billiards", "#/demo/billiards", async (page) => {
    await page.getByRole("button", { name: "Strike" }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".timeline input").fill("1.2");
    await page.waitForTimeout(100);
  });
}
