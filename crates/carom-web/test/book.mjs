// Browser test of the exported site, book and playground together: links both ways, a live figure inside the book, no request to
// another host, accessibility by axe, and the width of a phone. OUT gets screenshots.
//
//   node book.mjs SITE OUT
//
// SITE is the folder that `carom play --export` and `.ci/book` have written; CHROMIUM (in the environment) the browser.

import assert from "node:assert/strict";
import { mkdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";

const [site, out] = process.argv.slice(2);
assert(site && out, "node book.mjs SITE OUT");
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const step = (text) => console.log(`book: ${text}`);

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const PAGES = ["index", "queries", "exact", "coming-from"];
/** Rules of axe that do not apply, with the reason. */
const RULES = {};

// ---- The folder, served as any web host would.

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const server = createServer(async ({ url }, response) => {
  const path = normalize(decodeURIComponent(new URL(url, "http://site").pathname));
  try {
    const bytes = await readFile(join(site, path.endsWith("/") ? `${path}index.html` : path));
    response.writeHead(200, { "Content-Type": types[extname(path)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
const address = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const complaints = [];

async function fresh(options) {
  const page = await (await browser.newContext(options)).newPage();
  page.on("console", (message) => {
    if (/GPU stall due to ReadPixels/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => {
    if (!/^(data|blob|file|about):/.test(request.url()) && !request.url().startsWith(address)) complaints.push(`${page.url()} needs ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.url()}: ${response.status()}`);
  });
  return page;
}

/** What axe finds on the page, but for what stands in other frames. */
async function accessible(page, where) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate((rules) => window.axe.run(document, { iframes: false, rules }), RULES);
  for (const { id, help, nodes } of violations) complaints.push(`${where}: ${id} (${help}), ${nodes.length} times: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

// ---- The pages of the book.

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await fresh({ viewport, colorScheme });
    for (const name of PAGES) {
      const where = `${name}, ${size}, ${colorScheme}`;
      await page.goto(`${address}/book/${name}.html`);
      await page.locator("main h1").first().waitFor();
      const { scrollWidth, innerWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth, innerWidth }));
      assert(scrollWidth <= innerWidth, `${where}: no horizontal scrolling, ${scrollWidth} of ${innerWidth}`);
      await accessible(page, where);
      await page.screenshot({ path: `${out}/${name}-${size}-${colorScheme}.png` });
    }
    await page.context().close();
  }
}
step(`${PAGES.length} pages in ${Object.keys(SIZES).length} sizes, light and dark`);

// ---- Both ways between book and playground.

const page = await fresh({ viewport: SIZES.wide });
await page.goto(`${address}/book/queries.html`);
const figure = page.locator("details.live").nth(2);
await figure.locator("summary").click();
const frame = await (await figure.locator("iframe").elementHandle()).contentFrame();
await frame.waitForFunction(() => window.state?.frame > 0);
assert.equal(await frame.evaluate(() => window.state.page), "capsule_capsule");
await figure.screenshot({ path: `${out}/live.png` });
await figure.locator("p a").click();
await page.waitForFunction(() => window.state?.page === "capsule_capsule");
await page.locator("nav a", { hasText: "The book" }).click();
await page.locator("main h1", { hasText: "The carom book" }).waitFor();
await page.locator("a", { hasText: "playground" }).first().waitFor();
step("a live figure, to the playground and back");

// Without a server, the book is complete but for its live figures.
await page.goto(pathToFileURL(join(site, "book/start.html")).href);
await page.locator("main h1", { hasText: "Start" }).waitFor();
step("from files");

await browser.close();
server.close();
for (const complaint of complaints) console.error(complaint);
assert.equal(complaints.length, 0, "nothing to complain about");
