// Demo Rain: the native bits, tick by tick; the time of a tick in the browser.

import assert from "node:assert/strict";
import { Both, damaged, load, pictures, places, state, WIDE } from "./twin.mjs";

const START = { drops: 10000, restitution: 0.4, friction: 0.3, wind: [1.5, 0] };

export default async function rain(tools) {
  const { open, fresh, step } = tools;
  const demos = await load(tools);
  const both = await Both.open(tools, demos, "rain", START);
  await both.call("level", {});
  for (let i = 0; i < 10; i++) {
    await both.call("tick", 20);
    await both.call("hash", {});
  }
  assert.equal((await both.call("tick", 0)).tick, 200);
  await both.call("set", { ...START, drops: 3000, wind: [-2, 1], restitution: 0.9 });
  await both.call("tick", 30);
  await both.call("hash", {});
  step(`rain, in Node: ${both.compared} words of 200 ticks of 10,000 drops, then of others: the native bits`);
  await both.close();

  const page = await fresh({ viewport: WIDE, colorScheme: "light" });
  await open(page, "#/demo/rain");
  const stand = await places(page);
  await page.waitForFunction(() => window.state.answer.tick > 200, null, { timeout: 60_000 });
  await page.getByRole("button", { name: "Pause" }).click();
  await page.waitForFunction(() => !window.state.plays);
  const paused = await state(page);
  const twin = await Both.open(tools, demos, "rain", paused.inputs);
  await twin.call("tick", paused.answer.tick);
  assert.equal(paused.answer.hash, await twin.call("hash", {}), "as natively");
  await twin.close();
  step(`rain, on the page: ${paused.answer.tick} ticks of 10,000 drops, as natively; ${paused.times.tick.toFixed(1)} ms each`);

  const { yaw } = paused.camera;
  await page.locator(".over").focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((yaw) => window.state.camera.yaw !== yaw, yaw);
  const box = await page.locator(".over").boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 260, box.y + 180, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction((pitch) => window.state.camera.pitch !== pitch, paused.camera.pitch);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.locator("#slider-drops").press("End");
  await page.waitForFunction(() => window.state.inputs.drops === 100_000);
  const from = (await state(page)).answer.tick;
  await page.waitForFunction((from) => window.state.answer.tick > from + 40, from, { timeout: 120_000 });
  const many = await state(page);
  step(`rain, 100,000 drops: ${many.times.tick.toFixed(1)} ms a tick, ${many.times.frame.toFixed(1)} ms a picture with its ticks (without a graphics card)`);
  await page.locator("#slider-restitution").press("End");
  await page.waitForFunction(() => window.state.inputs.restitution === 1);
  assert.deepEqual(await places(page), stand, "the layout is stable");
  await page.waitForFunction(() => location.hash.startsWith("#/demo/rain/100000,1,"));
  await damaged(tools, page, "rain");
  await page.context().close();

  const without = await fresh({ viewport: WIDE });
  await without.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === "webgl2" ? null : get.call(this, kind, ...rest);
    };
  });
  await open(without, "#/demo/rain");
  assert(await without.locator(".missing").isVisible(), "without WebGL2 a message says what is missing");
  await without.waitForFunction(() => window.state.answer.tick > 3);
  await without.context().close();

  await pictures(tools, "rain", "#/demo/rain", (page) => page.waitForFunction(() => window.state.answer.tick > 150, null, { timeout: 60_000 }));
}
