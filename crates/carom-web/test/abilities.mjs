// The course of abilities of the demo Walk: every stage of its tour by position and with the native bits, then its page.

import assert from "node:assert/strict";
import { Controls } from "../site/controls.js";
import { ABILITY_TICKS, staged, stageEnds } from "../site/demos/abilities.js";
import { START } from "../site/demos/walk.js";
import violations from "./axe.mjs";
import { Both, load, PHONE, WIDE } from "./twin.mjs";
import { later, over } from "./walker.mjs";

/** After each stage of the tour of the abilities: where the character is, by x, y and z. */
const STAGES = {
  Ladder: ({ feet: [, y, z] }) => Math.abs(y - 4.01) < 0.01 && z < -9.5,
  "Wall jump": ({ feet: [x, y] }) => Math.abs(y - 4.01) < 0.01 && x < 2,
  Water: ({ feet: [x, y] }) => Math.abs(y - 0.01) < 0.01 && x < -16.5,
  Ledges: ({ feet: [, y, z] }) => Math.abs(y - 3.01) < 0.01 && z < 4,
  Gap: ({ feet: [, y, z] }) => Math.abs(y - 0.01) < 0.01 && z < -13.3,
  // A second without a key: it still slides.
  Ice: ({ feet: [, , z], speed }) => z > 6.5 && speed > 3,
  // It stands on the belt, which carries it.
  Belt: ({ feet: [x], speed, velocity }) => x > 11.5 && speed < 0.1 && Math.abs(velocity[0] - 2) < 0.05,
  // The kerb without a step stops it; the edge is at z = 9.
  Kerbs: ({ feet: [, y, z] }) => y < 0.02 && z > 9.29,
  // The light crate is at the wall, and the character behind it.
  Crates: ({ feet: [, , z], crates }) => Math.abs(crates[0][2] + 1.595) < 1e-3 && Math.abs(z + 0.885) < 0.01,
};
/** What each stage has to use besides walking and jumping. */
const USES = { Ladder: ["climb"], "Wall jump": [], Water: ["swim", "mantle"], Ledges: ["mantle"], Gap: ["glide", "dash"], Ice: [], Belt: [], Kerbs: [], Crates: [] };

/** In Node: the tour of the abilities, each stage by its position, and the native bits in every tick. Returns the hash. */
async function bits(tools) {
  const { step } = tools;
  const demo = await Both.open(tools, await load(tools), "walk", { ...START, abilities: true });
  const { stations } = await demo.call("things", {});
  const controls = new Controls();
  const used = new Map();
  let moment;
  for (let tick = 0; tick < ABILITY_TICKS; tick++) {
    const { station, wish } = staged(controls, tick, stations);
    if (station) await demo.call("put", { feet: station.feet, yaw: station.yaw });
    moment = await demo.call("tick", wish);
    const { at, end } = stageEnds.find(({ end }) => tick < end);
    used.set(at, (used.get(at) ?? new Set()).add(moment.doing));
    if (tick % 30 === 0) await demo.call("picture", { between: (tick % 7) / 7, seconds: 1 / 60, yaw: controls.yaw, pitch: -0.3, away: 4, aspect: 1.5, marks: tick % 60 === 0 });
    if (tick === end - 1) assert(STAGES[at](moment), `${at}: ${JSON.stringify(moment)}`);
  }
  assert.deepEqual([...used.keys()].sort(), Object.keys(STAGES).sort(), "every station is in the tour");
  for (const [at, uses] of Object.entries(USES)) for (const ability of uses) assert(used.get(at).has(ability), `${at}: ${ability}`);
  await demo.close();
  step(`walk: ${ABILITY_TICKS} ticks of ladder, wall jump, water, ledges, gap, ice, belt, kerb and crates in Node: the native bits (${demo.compared} numbers)`);
  return moment.hash;
}

/** The course of abilities in the browser: its tour, its words and buttons, pictures of every station. */
async function inBrowser({ open, fresh, out, step, fits }, hash) {
  const small = await fresh({ viewport: { width: 480, height: 420 } });
  await open(small, "#/demo/walk/abilities");
  await small.getByRole("button", { name: "Play a tour" }).click();
  await small.waitForFunction(() => window.state.tour, null, { timeout: 480_000 });
  const { tour } = await small.evaluate(() => window.state);
  assert.deepEqual(tour, { ticks: ABILITY_TICKS, hash }, "the tour by keys in the browser comes to the native hash");
  await small.context().close();
  step(`walk: ${(ABILITY_TICKS / 60).toFixed(0)} s of abilities in the browser: ${hash}, as native`);

  const page = await fresh({ viewport: WIDE, colorScheme: "light" });
  await open(page, "#/demo/walk/abilities");
  const stations = page.getByRole("group", { name: "Go to" }).getByRole("button");
  const names = await stations.allTextContents();
  assert.deepEqual([...names].sort(), Object.keys(STAGES).sort());
  for (const name of names) {
    await stations.getByText(name, { exact: true }).click();
    await later(page, 12);
    for (const scheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: scheme });
      await later(page, 3);
      await page.locator(".stage").screenshot({ path: `${out}/walk-abilities-${name.toLowerCase().replace(" ", "-")}-${scheme}.png` });
    }
  }
  assert.deepEqual(await violations(page), [], "axe, abilities");
  await page.emulateMedia({ colorScheme: "light" });
  // By the keyboard: to the ladder, and up.
  const offered = (text) => page.waitForFunction((text) => document.querySelector(".offers").textContent.includes(text), text, { timeout: 60_000 });
  await stations.getByText("Ladder", { exact: true }).click();
  assert(await over(page).evaluate((it) => it === document.activeElement), "a station returns the focus to the demo");
  await page.keyboard.down("KeyW");
  await offered("F: take the ladder");
  await page.keyboard.press("KeyF");
  await offered("W / S: climb up or down");
  await page.screenshot({ path: `${out}/walk-abilities-climbs-wide-light.png` });
  await page.waitForFunction(() => window.state.answer.feet[1] > 3.9, null, { timeout: 60_000 });
  await page.keyboard.up("KeyW");
  await page.context().close();

  const finger = await fresh({ viewport: PHONE, colorScheme: "dark", hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await open(finger, "#/demo/walk/abilities");
  await finger.getByRole("group", { name: "Go to" }).getByRole("button", { name: "Ledges" }).tap();
  const before = await later(finger, 20);
  await fits(finger, "walk");
  const press = async (name) => {
    await finger.getByRole("button", { name, exact: true }).tap();
    return later(finger, 20);
  };
  const dashed = await press("Dash");
  assert(dashed.feet[2] < before.feet[2] - 1.5, "Dash dashes, to the wall");
  await finger.waitForFunction(() => document.querySelector(".offers").textContent.includes("Use: climb over the ledge"), null, { timeout: 60_000 });
  await finger.screenshot({ path: `${out}/walk-abilities-phone-dark.png` });
  await finger.emulateMedia({ colorScheme: "light" });
  await later(finger, 3);
  await finger.screenshot({ path: `${out}/walk-abilities-phone-light.png`, fullPage: true });
  const over_ = await press("Use");
  assert(over_.feet[1] > 0.3 || over_.feet[2] < 9, "Use climbs over it");
  await finger.setViewportSize({ width: 360, height: 640 });
  await fits(finger, "walk");
  await finger.context().close();
  step("walk: abilities by keys and under thumbs; axe finds nothing");
}

export default async function abilities(tools) {
  await inBrowser(tools, await bits(tools));
}
