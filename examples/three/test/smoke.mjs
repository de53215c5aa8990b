// Plays the built game in a headless Chromium: it draws, the character walks by a key, no agent falls out, two runs are equal to the bit.
//
//   node test/smoke.mjs [PICTURE]        with pictures of the start and the end; CHROMIUM names the browser

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://x"), path = pathname === "/" ? "/index.html" : decodeURIComponent(pathname);
  try {
    const bytes = await readFile(new URL(`../dist${path}`, import.meta.url));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });

async function opened(query, options) {
  const page = await browser.newPage(options), complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("response", (response) => { if (response.status() >= 400) complaints.push(`${response.url()}: ${response.status()}`); });
  await page.goto(address + query);
  await page.waitForFunction(() => window.game, undefined, { timeout: 60_000 });
  return { page, complaints };
}

/** How far the camera is from the middle of the character, which it has to show. */
const shown = (page) => page.evaluate(() => {
  const { player, camera } = window.game;
  return player.visible ? camera.position.distanceTo(player.position) : 0;
});

/** Ten seconds by hand: a walk in a square with jumps. */
const played = (page) => page.evaluate(() => {
  const { game } = window, { hero, agents } = game, from = { ...hero.feet }, times = [];
  let far = 0, stuck = 0;
  for (let tick = 0; tick < 600; tick++) {
    game.input.stick = [[1, 0], [0, 1], [-1, 0], [0, -1]][Math.floor(tick / 75) % 4];
    game.input.jump = tick % 50 === 0;
    const start = performance.now();
    game.tick(1 / 60);
    times.push(performance.now() - start);
    far = Math.max(far, Math.hypot(hero.feet.x - from.x, hero.feet.z - from.z));
    stuck += hero.stuck ? 1 : 0;
  }
  game.draw(1);
  const lowest = Math.min(...Array.from({ length: agents.crowd.size }, (_, i) => agents.crowd.feet[3 * i + 1]));
  return {
    agents: agents.crowd.size, platforms: game.platforms.length, far, stuck, lowest, height: hero.feet.y, median: times.sort((a, b) => a - b)[300],
    state: [...hero.save(), ...new Uint8Array(agents.crowd.feet.buffer)].join(),
  };
});

const runs = [];
for (const size of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
  const { page, complaints } = await opened("?still", { viewport: size, hasTouch: size.width < 500, isMobile: size.width < 500 });
  if (process.argv[2]) await page.screenshot({ path: `${process.argv[2]}-start-${size.width}.png` });
  const distance = await shown(page);
  assert.ok(distance > 4, `at the start the camera is ${distance} m from the character`);
  runs.push(await played(page));
  if (process.argv[2]) await page.screenshot({ path: `${process.argv[2]}-${size.width}.png` });
  assert.deepEqual(complaints, []);
  assert.equal(await page.locator("#stick").isVisible(), size.width < 500);
  await page.close();
}
const [one, two] = runs;
assert.equal(one.agents, 100);
assert.ok(one.platforms >= 3, `${one.platforms} platforms`);
assert.ok(one.far > 2, `the character went ${one.far} m`);
assert.equal(one.stuck, 0);
assert.ok(one.lowest > 0 && one.height > 5, `the lowest agent is at ${one.lowest}, the character at ${one.height}`);
assert.equal(one.state, two.state, "two runs are equal");

// By the clock and a key.
const { page, complaints } = await opened("");
const before = await page.evaluate(() => ({ ...window.game.hero.feet }));
await page.keyboard.down("KeyW");
await page.waitForFunction(({ x, z }) => Math.hypot(window.game.hero.feet.x - x, window.game.hero.feet.z - z) > 0.5, before, { timeout: 30_000 });
assert.deepEqual(complaints, []);
await browser.close();
server.close();
console.log(`${one.agents} agents, ${one.platforms} platforms: a tick takes ${one.median.toFixed(2)} ms; the character went ${one.far.toFixed(1)} m`);
