// What the README shows is what the tests run.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const text = (path) => readFile(new URL(path, import.meta.url), "utf8"), readme = await text("../README.md");

test("the program for react-three-fiber is the tested one, in at most 25 lines", async () => {
  const game = await text("projects/react/game.jsx"), [, shown] = /```jsx\n([^]*?)```/.exec(readme);
  assert.equal(shown, game);
  assert.ok(game.trim().split("\n").length <= 25);
});

test("every entry is in the README, the exports and the files", async () => {
  const { exports } = JSON.parse(await text("../package.json")), listed = [...readme.matchAll(/^\| `carom(\/\w+)?` \|/gm)].map(([, entry]) => `.${entry ?? ""}`);
  assert.deepEqual(listed.sort(), Object.keys(exports).filter((entry) => entry !== "./package.json").sort());
  for (const { types, default: source } of Object.values(exports).filter(({ types }) => types)) {
    await text(`../${types}`);
    await text(`../${source}`);
  }
});

test("the program for billiards prints what the README says", () => {
  const [, program, printed] = /## Billiards[^]*?```js\n([^]*?)```\n\n```text\n([^]*?)```/.exec(readme), cwd = fileURLToPath(new URL("..", import.meta.url));
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", program], { cwd, encoding: "utf8" });
  assert.deepEqual([done.stdout, done.stderr], [printed, ""]);
});
