// Demo Pool: time goes both ways, in Node and on the page, to the native bits.

import assert from "node:assert/strict";
import { Both, damaged, load, pace, pictures, places, randoms, state, WIDE, PHONE } from "./twin.mjs";

const START = { disks: 0, cue: [0.635, 0.635], friction: 0.25, balls: 0.96, cushions: 0.8, shots: [] };
const all = (time) => ({ time, events: 1e6 });

/** In Node: breaks, slides, steps, shoots again. */
async function bits(tools) {
  const demos = await load(tools);
  const random = randoms(3);
  let compared = 0;
  for (const start of [START, { ...START, friction: 0, balls: 1, cushions: 1 }, { ...START, disks: 1000, cue: [0.4, 0.635], friction: 0, balls: 1, cushions: 1 }]) {
    const both = await Both.open(tools, demos, "pool", start);
    await both.call("scene", {});
    await both.call("aim", [8, 0.05]);
    await both.call("shoot", start.disks > 0 ? [3, 0] : [8, 0.05]);
    const { end } = await both.call("line", 60);
    const hashes = [];
    for (let i = 0; i <= 8; i++) {
      await both.call("go", all((end * i) / (start.disks > 0 ? 24 : 8)));
      hashes.push(await both.call("hash", {}));
    }
    const last = await both.call("look", {});
    if (start.friction > 0) assert.equal(last.status, "at rest", "it plays to the end");
    if (start.friction === 0) assert(Math.abs(last.energy / (await both.call("look", {})).energy - 1) < 1e-12);
    for (let k = 0; k < 12; k++) {
      const i = Math.floor(random() * 9);
      await both.call("go", all((end * i) / (start.disks > 0 ? 24 : 8)));
      assert.equal(await both.call("hash", {}), hashes[i], "forwards and backwards it comes to the same");
      await both.call("event", Math.floor(random() * last.events));
      await both.call("look", {});
    }
    await both.call("shoot", [-1, 2]);
    await both.call("go", all(end));
    await both.call("hash", {});
    compared += both.compared;
    await both.close();
  }
  tools.step(`pool, in Node: ${compared} words of three tables, there and back: the native bits`);
}

export default async function pool(tools) {
  await bits(tools);
  const { open, fresh, step } = tools;
  const demos = await load(tools);
  const page = await fresh({ viewport: WIDE, colorScheme: "light" });
  await open(page, "#/demo/pool");
  const stand = await places(page);
  const time = page.locator(".timeline input");
  const press = (name) => page.getByRole("button", { name, exact: true }).click();
  const rests = () => page.waitForFunction(() => !window.state.answer.plays && window.state.answer.is_there !== false);
  const settled = async () => {
    await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))); }));
    await rests();
    return state(page);
  };

  // It is aimed: by the mouse, by keys.
  const tip = page.locator(".over:not([hidden]) .handle.tip");
  const box = await tip.boundingBox();
  const from = [box.x + box.width / 2, box.y + box.height / 2];
  const before = await state(page);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 21, from[1] - 9, { steps: 4 });
  await page.mouse.up();
  const aimed = await settled();
  assert.notDeepEqual(aimed.inputs.pull, before.inputs.pull, "a mouse aims");
  assert(aimed.answer.aim.path.length > 1, "where it goes is drawn");
  await tip.focus();
  await page.keyboard.press("ArrowDown");
  assert.notDeepEqual((await settled()).inputs.pull, aimed.inputs.pull, "a key aims");
  await page.keyboard.press("Tab");

  // A break, played to its end, as natively.
  await page.getByRole("radio", { name: "× 2" }).check();
  await press("Break");
  assert((await state(page)).inputs.shots.length === 1);
  await page.waitForFunction(() => window.state.answer.status === "at rest" && !window.state.answer.plays, null, { timeout: 30_000 });
  const ended = await settled();
  const { pull, ...start } = ended.inputs;
  const twin = await Both.open(tools, demos, "pool", start);
  const native = async (name, inputs) => {
    await twin.call(name, inputs);
    return twin.call("hash", {});
  };
  assert.equal(ended.answer.hash, await native("go", all(ended.answer.end)), "at rest as natively");
  assert.equal(ended.answer.energy, 0);
  const hashes = new Map();
  for (const part of [0.31, 0.74, 0.05, 0.31, 1, 0.05, 0.74]) {
    await time.fill(String(ended.answer.end * part));
    const now = await settled();
    assert.equal(now.answer.hash, await native("go", all(now.answer.time)), `slid to ${now.answer.time}`);
    assert.equal(hashes.get(part) ?? now.answer.hash, now.answer.hash, "and again");
    hashes.set(part, now.answer.hash);
  }
  for (const [button, by] of [["Next event", 1], ["Next event", 1], ["Previous event", -1], ["Previous event", -1]]) {
    const { events } = (await state(page)).answer;
    await press(button);
    const now = await settled();
    // In between two events the one before is the last.
    assert([events + by, events].includes(now.answer.events), `${button}: ${events}, ${now.answer.events}`);
    assert.equal(now.answer.hash, await native("event", now.answer.events), button);
  }
  await page.locator(".events button").nth(3).click();
  const chosen = await settled();
  assert.equal(chosen.answer.hash, await native("event", chosen.answer.events), "a row goes to its event");
  // Another shot, in the middle of it.
  await press("Shoot");
  await press("Pause");
  const again = await settled();
  assert.equal(again.inputs.shots.length, 2);
  await twin.call("shoot", again.inputs.shots[1].velocity);
  assert.equal(again.answer.hash, await native("go", all(again.answer.time)), "the second shot");
  assert.deepEqual(await places(page), stand, "the layout is stable");
  const hash = await page.evaluate(() => location.hash);
  const other = await page.context().newPage();
  await open(other, hash);
  const { pull: _, ...linked } = (await state(other)).inputs;
  assert.deepEqual(linked, again.inputs.pull && { ...linked, shots: again.inputs.shots }, "the link holds the shots");
  await other.close();
  await twin.close();
  step(`pool, on the page: aimed, broken (${ended.answer.events} events to rest at ${ended.answer.end} s), slid, stepped, shot again: as natively`);

  // Thousands of disks.
  await press("To the start");
  for (const name of ["1,000 disks", "20,000"]) {
    await page.getByRole("radio", { name }).check();
    await page.waitForFunction((count) => window.state.inputs.disks === count, Number(name.replace(/\D/g, "")));
    await page.getByRole("radio", { name: "× ¼" }).check();
    await press("Break");
    await page.waitForTimeout(700);
    const { a_second: rate, now } = await pace(page, 2000);
    await press("Pause");
    const paused = await settled();
    const { pull: _, ...settings } = paused.inputs;
    const crowd = await Both.open(tools, demos, "pool", settings);
    await crowd.call("go", all(paused.answer.time));
    assert.equal(paused.answer.hash, await crowd.call("hash", {}), `${name}: as natively`);
    await crowd.close();
    const speed = await page.locator(".numbers div", { hasText: "events per second" }).locator("dd").textContent();
    step(`pool, ${name}: ${rate.toFixed(0)} pictures a second, ${now.work.toFixed(1)} ms each; ${paused.answer.events} events, ${speed} computed per second; as natively`);
  }
  await damaged(tools, page, "pool");
  await page.context().close();

  // A finger aims.
  const phone = await fresh({ viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: "dark" });
  await open(phone, "#/demo/pool");
  const grip = await phone.locator(".over:not([hidden]) .handle.tip").boundingBox();
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  const session = await phone.context().newCDPSession(phone);
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [{ x, y }]);
  for (let i = 1; i <= 4; i++) await send("touchMove", [{ x: x + 4 * i, y: y + 5 * i }]);
  await send("touchEnd", []);
  await phone.waitForFunction((pull) => window.state.inputs.pull[1] !== pull, before.inputs.pull[1]);
  await phone.context().close();

  await pictures(tools, "pool", "#/demo/pool", async (page) => {
    await page.getByRole("button", { name: "Break" }).click();
    await page.waitForTimeout(900);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.waitForTimeout(100);
  });
}
