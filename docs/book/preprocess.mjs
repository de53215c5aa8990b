// mdBook preprocessor: everything in the book that another part of the repository owns. mdBook runs it; it needs Node alone.
//
//   {{doc PATH}}                             a text of the repository, as a chapter
//   {{record FILE | COLUMN, COLUMN | ROW}}   a table of bench/record, of the rows in which some cell begins with ROW
//   {{ratios}}                               bench/record/…/goals.csv by work and engine
//   ![words](PATH.svg), (PATH.png)           a picture from anywhere in the repository
//   [Live: words](../index.html#/…)          alone in a line: a page of the playground inside the book
//
// Links to texts that are chapters lead to these. Other links into the repository, and those of rustdoc, become plain words.

import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

if (process.argv[2] === "supports") process.exit(process.argv[3] === "html" ? 0 : 1);

const source = fileURLToPath(new URL("src", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const record = join(root, "bench/record/amd-epyc-2core");
const CODE = /(^```[^]*?^```$)/m;

const [, book] = JSON.parse(readFileSync(0, "utf8"));

/** All chapters with a file, depth first. */
function* chapters(items) {
  for (const { Chapter } of items.filter((item) => item.Chapter)) {
    if (Chapter.source_path) yield Chapter;
    yield* chapters(Chapter.sub_items);
  }
}

const DOC = /^\{\{doc (\S+)\}\}$/gm;
/** The chapter of each text: of a file of the book, and of one that a chapter includes. */
const chapterOf = new Map();
for (const { source_path: path, content } of chapters(book.items)) {
  chapterOf.set(join(source, path), path);
  for (const [, of] of content.matchAll(DOC)) chapterOf.set(resolve(source, of), path);
}

function fail(where, why) {
  process.stderr.write(`ERROR ${where}: ${why}\n`);
  process.exit(1);
}

/** Lines of values. No cell of a record has a comma or a quote. */
const csv = (file) => readFileSync(join(record, file), "utf8").trim().split("\n").map((line) => line.split(","));

const table = ([head, ...rows]) => [head, head.map(() => "---"), ...rows]
  .map((row) => `| ${row.map((cell) => cell || "–").join(" | ")} |`).join("\n");

function recordTable(arguments_) {
  const [file, columns, only] = arguments_.split("|").map((part) => part.trim());
  const [head, ...rows] = csv(file);
  const chosen = columns.split(",").map((name) => head.indexOf(name.trim()));
  if (chosen.includes(-1)) fail(file, `it has the columns ${head}, not all of ${columns}`);
  const kept = rows.filter((row) => !only || row.some((cell) => cell.startsWith(only)));
  if (kept.length === 0) fail(file, `no row has a cell ${only}`);
  return table([head, ...kept].map((row) => chosen.map((at) => row[at])));
}

const ENGINES = ["parry", "Jolt", "Box3D", "PhysX", "obvhs"];

/** How many times as long each engine takes as carom: the mean over the levels; from and to where it has several calls. */
function ratios() {
  const [head, ...rows] = csv("goals.csv");
  const mean = head.indexOf("mean");
  const works = new Map();
  for (const row of rows) {
    const engine = ENGINES.find((name) => row[1].split(" ")[0] === name);
    if (!engine) continue;
    const work = works.get(row[0]) ?? works.set(row[0], {}).get(row[0]);
    (work[engine] ??= []).push(Number(row[mean]));
  }
  const range = (found = []) => [...new Set([Math.min(...found), Math.max(...found)])].filter(Number.isFinite).map((x) => x.toFixed(1)).join(" to ");
  const lines = [...works].map(([work, by]) => [work, ...ENGINES.map((engine) => range(by[engine]))]);
  return table([["query", ...ENGINES], ...lines]);
}

/** A picture as SVG in the page, so that it has the colors of its theme; the style sheet is in the first one alone. */
function drawing(path, styled) {
  let svg = readFileSync(path, "utf8").trim().replaceAll("\n", " ");
  if (styled.done) svg = svg.replace(/<style>.*?<\/style>/, "");
  styled.done = true;
  return svg;
}

/** A PNG beside the chapters, where mdBook takes it from. The copies are not in the repository. */
function copied(path) {
  mkdirSync(join(source, "pictures"), { recursive: true });
  copyFileSync(path, join(source, "pictures", basename(path)));
  return `pictures/${basename(path)}`;
}

const LIVE = /^\[Live: ([^\]]+)\]\((\.\.\/index\.html#[^)]+)\)$/gm;
const live = (_, words, to) => `<details class="live"><summary>Live figure: ${words}</summary><iframe src="${to}" title="${words}" loading="lazy"></iframe><p><a href="${to}">Open it in the playground</a></p></details>`;

/** A text with links relative to `base`, for the chapter at `path`. */
function linked(text, base, path, styled) {
  const link = (whole, image, words, to) => {
    if (/^(https?:|mailto:|#|\.\.\/index\.html)/.test(to)) return whole;
    if (to.includes("crate::")) return `${words}\x01`;
    const [file, anchor] = to.split("#");
    const of = resolve(base, file);
    if (image) {
      if (!existsSync(of)) fail(path, `${to} is missing`);
      if (!of.endsWith(".svg")) return `![${words}](${copied(of)})`;
      return words ? `<figure>${drawing(of, styled)}<figcaption>${words}</figcaption></figure>` : drawing(of, styled);
    }
    const chapter = chapterOf.get(of);
    if (chapter) return `[${words}](${relative(dirname(path), chapter) || basename(chapter)}${anchor ? `#${anchor}` : ""})`;
    if (!existsSync(of)) fail(path, `${to} is missing`);
    return words;
  };
  return text.replace(LIVE, live).split(CODE).map((part, i) => (i % 2 === 1 ? part : part.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, link))).join("")
    // Code behind a name that was a link goes on in the same piece of code.
    .replaceAll("`\x01`", "").replaceAll("\x01", "");
}

/** A text within a chapter that has a heading of its own. */
const below = (text) => text.split(CODE).map((part, i) => (i % 2 === 1 ? part : part.replace(/^(#+ )/gm, "#$1"))).join("");

for (const chapter of chapters(book.items)) {
  const path = chapter.source_path;
  const styled = { done: false };
  const included = [];
  const withMarks = chapter.content.replace(DOC, (whole, of) => {
    const file = resolve(source, of);
    const text = linked(readFileSync(file, "utf8"), dirname(file), path, styled);
    included.push(chapter.content.trim() === whole ? text : below(text));
    return `\0${included.length - 1}\0`;
  });
  chapter.content = linked(withMarks, join(source, dirname(path)), path, styled)
    .replace(/\0(\d+)\0/g, (_, at) => included[at])
    .replace(/^\{\{record (.+)\}\}$/gm, (_, arguments_) => recordTable(arguments_))
    .replace(/^\{\{ratios\}\}$/gm, () => ratios());
}
process.stdout.write(JSON.stringify(book));
