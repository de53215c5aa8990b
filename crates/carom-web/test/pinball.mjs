// Demo Pinball: keys on the page give the native bits.

import assert from "node:assert/strict";
import { Both, damaged, load, pace, pictures, places, randoms, state, WIDE, PHONE } from "./twin.mjs";

const START = { slope: 6.5, kick: 0.7, at_once: 1 };

export default async function pinball(tools) {
  const { open, fresh, step } = tools;
  const demos = await load(tools);
  const random = randoms(11);
  let compared = 0;
  for (const at_once of [1, 3]) {
    const both = await Both.open(tools, demos, "pinball", { ...START, at_once });
    await both.call("scene", {});
    let moment;
    for (let i = 0; i < 300; i++) {
      moment = await both.call("tick", { left: random() < 0.4, right: random() < 0.4, launch: random() < 0.1, ticks: 1 + Math.floor(random() * 20) });
    }
    assert(moment.bounces > 50 && moment.score > 0, `${moment.bounces} bounces, ${moment.score} points`);
    compared += both.compared;
    await both.close();
  }
  step(`pinball, in Node: ${compared} words, one ball and three: the native bits`);

  const page = await fresh({ viewport: WIDE, colorScheme: "light" });
  await open(page, "#/demo/pinball");
  const stand = await places(page);
  await page.locator(".table").focus();
  await page.keyboard.press("Space");
  // Ten seconds of keys, a pause where the ball has been lost too.
  const began = Date.now();
  for (let i = 0; Date.now() - began < 10_000; i++) {
    const key = ["ArrowLeft", "KeyD", "KeyA", "ArrowRight"][i % 4];
    await page.keyboard.down(key);
    await page.waitForTimeout(90);
    await page.keyboard.up(key);
    await page.waitForTimeout(110);
    if (i % 10 === 9) await page.keyboard.press("Space");
  }
  const { a_second: rate } = await pace(page, 1000);
  await page.keyboard.press("KeyP");
  await page.waitForFunction(() => !window.state.plays);
  const played = await state(page);
  const twin = await Both.open(tools, demos, "pinball", played.inputs);
  let native;
  for (const [left, right, launch, ticks] of played.played) {
    for (let rest = ticks, first = true; rest > 0 || first; rest -= 240, first = false) {
      native = await twin.call("tick", { left, right, launch: launch && first, ticks: Math.min(rest, 240) });
    }
  }
  await twin.close();
  const shown = await page.evaluate(() => [...document.querySelectorAll(".numbers dd")].at(-1).textContent);
  assert.equal(shown, played.answer.hash);
  assert.equal(native.hash, played.answer.hash, "ten seconds of keys come to the native bits");
  assert(played.answer.bounces > 20 && played.played.some(([left]) => left) && played.played.some(([, right]) => right), "keys were pressed, and the ball bounced");
  assert.deepEqual(await places(page), stand, "the layout is stable");
  step(`pinball, on the page: ${played.answer.time.toFixed(1)} s by keys, ${played.answer.bounces} bounces, ${played.answer.score} points: as natively; ${rate.toFixed(0)} pictures a second, ${played.work.toFixed(1)} ms each`);
  await page.getByRole("button", { name: "New game" }).click();
  await page.waitForFunction(() => window.state.answer.time < 1 && window.state.plays);
  await damaged(tools, page, "pinball");
  await page.context().close();

  const phone = await fresh({ viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: "dark" });
  await open(phone, "#/demo/pinball");
  const table = await phone.locator(".table").boundingBox();
  await phone.touchscreen.tap(table.x + 40, table.y + 200);
  await phone.waitForFunction(() => window.state.answer.balls.length === 1);
  await phone.waitForFunction(() => !window.state.answer.waits);
  await phone.touchscreen.tap(table.x + table.width - 40, table.y + 200);
  await phone.waitForFunction(() => window.state.played.some(([, right]) => right));
  await phone.context().close();

  await pictures(tools, "pinball", "#/demo/pinball", async (page) => {
    await page.getByRole("button", { name: "Launch" }).click();
    await page.waitForTimeout(1600);
  });
}
