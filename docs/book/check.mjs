// Checks the built book: every link inside it, every link to the playground, a text for every picture, and that every shell
// command of the chapters runs. `bash .ci/book` calls it.
//
//   node check.mjs CAROM OUT
//
// CAROM is the command, OUT the folder of the built book. The ```sh blocks of a chapter run one after another in an empty folder
// with the `data` of the repository in it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PLACES } from "../../crates/carom-web/site/demos/walk.js";
import { demos, families } from "../../crates/carom-web/site/pages.js";

const [carom, out] = process.argv.slice(2).map((path) => resolve(path));
const source = fileURLToPath(new URL("src", import.meta.url));
const docs = fileURLToPath(new URL("..", import.meta.url));
const data = fileURLToPath(new URL("../../data", import.meta.url));
const faults = [];

// ---- Links and pictures.

const pages = new Map(readdirSync(out).filter((name) => name.endsWith(".html")).map((name) => [name, readFileSync(join(out, name), "utf8")]));
const anchors = new Map([...pages].map(([name, html]) => [name, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]));
const places = new Set([...families.flatMap((family) => family.pages).map(({ name }) => `#/lab/${name}`), ...demos.map(({ name }) => `#/demo/${name}`),
  ...PLACES.map(({ name }) => `#/demo/walk/${name}`)]);
let links = 0;

for (const [name, html] of pages) {
  // The page for addresses that do not exist has links from the root of a host.
  const main = html.slice(html.indexOf("<main>"), html.indexOf("</main>"));
  for (const [, to] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
    if (/^(https?:|mailto:|data:)/.test(to)) continue;
    links += 1;
    if (to.startsWith("../index.html")) {
      const page = to.slice("../index.html".length);
      if (page && !places.has(page)) faults.push(`${name}: the playground has no page ${page}`);
      continue;
    }
    const [file, anchor] = decodeURIComponent(to).split("#");
    const target = file || name;
    if (!existsSync(join(out, target))) faults.push(`${name}: no file ${to}`);
    else if (anchor && anchors.has(target) && !anchors.get(target).has(anchor)) faults.push(`${name}: no place ${to}`);
  }
  for (const [image] of main.matchAll(/<img [^>]*>/g)) if (!/ alt="[^"]+"/.test(image)) faults.push(`${name}: no text for ${image}`);
  for (const [drawing] of main.matchAll(/<svg [^>]*viewBox="0 0 560[^>]*>/g)) if (!/ aria-label="[^"]+"/.test(drawing)) faults.push(`${name}: no text for a drawing`);
  for (const [left] of main.matchAll(/\{\{(?:#|doc|record|ratios)[^}]*\}\}/g)) faults.push(`${name}: ${left} is left`);
}
assert(links > 500, `${links} links`);

// ---- Shell commands.

let commands = 0;
for (const name of readdirSync(source).filter((name) => name.endsWith(".md")).sort()) {
  const blocks = [...readFileSync(join(source, name), "utf8").matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block);
  if (blocks.length === 0) continue;
  const folder = mkdtempSync(join(tmpdir(), "carom-book-"));
  symlinkSync(data, join(folder, "data"));
  const path = `${dirname(carom)}${delimiter}${process.env.PATH}`;
  for (const block of blocks) {
    const run = spawnSync("bash", ["-euo", "pipefail", "-c", block], { cwd: folder, env: { ...process.env, PATH: path }, encoding: "utf8" });
    commands += 1;
    if (run.status !== 0) faults.push(`${name}: exit status ${run.status} of\n${block}${run.stderr}`);
  }
  // The pictures of the book that a command draws are those of this version.
  for (const picture of readdirSync(folder).filter((name) => name.endsWith(".png"))) {
    const kept = join(docs, picture);
    if (existsSync(kept) && !readFileSync(kept).equals(readFileSync(join(folder, picture)))) faults.push(`docs/${picture} is old: ${name} has the command that draws it`);
  }
  rmSync(folder, { recursive: true });
}
assert(commands > 5, `${commands} commands`);

for (const fault of faults) console.error(fault);
console.log(`the book: ${pages.size} pages, ${links} links, ${commands} blocks of commands`);
process.exit(faults.length === 0 ? 0 : 1);
