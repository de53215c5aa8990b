// Plays the game in Node by a simple player, twice and at four rates; then shows it in a headless Chromium.
//
//   node test/smoke.mjs [PICTURE]        CHROMIUM names the browser; without one the page is left out

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { load } from "carom/2d";
import { gameOf } from "../src/game.js";

const carom = await load(), SECONDS = 30;

/** What a simple player does: walks to the right, jumps every second and where the way is blocked, and lets go after 0.4 s. */
const inputAt = (tick, rate, hero) => {
  const since = tick % rate / rate;
  return { x: 1, jump: tick % rate === 0 || hero.blocked && hero.onGround, held: since < 0.4 || hero.velocity.y > 5 };
};

function played(rate) {
  const game = gameOf(carom);
  let stuck = 0, highest = 0;
  for (let tick = 0; tick < SECONDS * rate; tick++) {
    game.tick(inputAt(tick, rate, game.hero), 1 / rate);
    stuck += game.hero.stuck ? 1 : 0;
    highest = Math.max(highest, game.hero.feet.y);
  }
  assert.equal(stuck, 0);
  assert.ok(game.hero.feet.x > 37 && game.collected >= 4 && highest > 3, `${rate} Hz: at ${game.hero.feet.x}, ${game.collected} coins, highest ${highest}`);
  return game.hero.save().join();
}

const state = played(60);
assert.equal(played(60), state, "two runs are equal to the bit");
for (const rate of [30, 144, 240]) played(rate);

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (existsSync(executablePath)) {
  const { chromium } = await import("../../../bindings/js/node_modules/playwright-core/index.mjs"), TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://x"), path = pathname === "/" ? "/index.html" : decodeURIComponent(pathname);
    try {
      const bytes = await readFile(new URL(`..${path}`, import.meta.url));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    const page = await browser.newPage({ viewport, hasTouch: viewport.width < 500, isMobile: viewport.width < 500 }), complaints = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("response", (response) => { if (response.status() >= 400) complaints.push(`${response.url()}: ${response.status()}`); });
    await page.goto(`http://127.0.0.1:${server.address().port}/?still`);
    await page.waitForFunction(() => window.game, undefined, { timeout: 60_000 });
    // The bits of Node in the browser.
    const shown = await page.evaluate(([seconds, rate, source]) => {
      const { game, play } = window, inputAt = new Function(`return ${source}`)();
      for (let tick = 0; tick < seconds * rate; tick++) play(inputAt(tick, rate, game.hero), 1 / rate);
      game.draw(1);
      return game.hero.save().join();
    }, [SECONDS, 60, inputAt.toString()]);
    assert.equal(shown, state, "the browser has the bits of Node");
    if (process.argv[2]) await page.screenshot({ path: `${process.argv[2]}-${viewport.width}.png` });
    assert.deepEqual(complaints, []);
    assert.equal(await page.locator("nav").isVisible(), viewport.width < 500);
    await page.close();
  }
  await browser.close();
  server.close();
  console.log("the page draws, with the same bits");
}
