// Browser test of the exported site, book and playground together: links both ways, a live figure inside the book, no request to
// another host, accessibility by axe, and the width of a phone. OUT gets screenshots.
//
//   node book.mjs SITE OUT
//
// SITE is the folder that `carom play --export` and `.ci/book` have written; CHROMIUM (in the environment) the browser.

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import violations from "./axe.mjs";

const [site, out] = process.argv.slice(2);
assert(site && out, "node book.mjs SITE OUT");
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const step = (text) => console.log(`book: ${text}`);

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
/** All pages; `toc` is the list of chapters inside of others, where there is no JavaScript. */
const PAGES = (await readdir(join(site, "book"))).filter((name) => name.endsWith(".html") && name !== "toc.html").map((name) => name.slice(0, -5)).sort();
assert(PAGES.includes("index") && PAGES.length > 20, `the pages of the book: ${PAGES}`);

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

// ---- The pages of the book.

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    // Each page is checked in both colors and in both sizes, the first one in all four combinations.
    const crossed = (size === "wide") !== (colorScheme === "light");
    const page = await fresh({ viewport, colorScheme });
    for (const name of crossed ? ["index"] : PAGES) {
      const where = `${name}, ${size}, ${colorScheme}`;
      await page.goto(`${address}/book/${name}.html`);
      await page.locator("main h1").first().waitFor();
      const { scrollWidth, innerWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth, innerWidth }));
      assert(scrollWidth <= innerWidth, `${where}: no horizontal scrolling, ${scrollWidth} of ${innerWidth}`);
      complaints.push(...(await violations(page)).map((line) => `${where}: ${line}`));
      await page.screenshot({ path: `${out}/${name}-${size}-${colorScheme}.png` });
    }
    await page.context().close();
  }
}
step(`${PAGES.length} pages, wide and light, on a phone and dark: they fit, axe finds nothing`);

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
