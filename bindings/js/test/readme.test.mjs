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

test("the program for carom/2d prints what the README says", () => {
  const [, program, printed] = /## 2D[^]*?```js\n([^]*?)```\n\n```text\n([^]*?)```/.exec(readme), cwd = fileURLToPath(new URL("..", import.meta.url));
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", program], { cwd, encoding: "utf8" });
  assert.deepEqual([done.stdout, done.stderr], [printed, ""]);
});

test("the program for carom/full runs", () => {
  const [, program] = /## Everything: `carom\/full`[^]*?```js\n([^]*?)```/.exec(readme), cwd = fileURLToPath(new URL("..", import.meta.url));
  // What the game has: a world with a door, a lake and a rock in a level, a character, a socket.
  const game = `
    const world = new carom.World(), mesh = (at) => new carom.Mesh(new Float32Array([-9, at, -9, -9, at, 9, 9, at, 0]), new Uint32Array([0, 1, 2]));
    const door = world.add({ center: [1, 1, 0], halfSize: [1, 1, 0.1] }), lake = world.add(mesh(0)), before = world.copy();
    const sphere = { center: [1, 1, 3], radius: 0.5 }, delta = [0, 0, -6], dt = 1 / 60;
    const level = mesh(0), rock = new carom.Mesh(new Float32Array([0, -1, 0, 1, 1, 0, 0, 1, 1]), new Uint32Array([0, 1, 2]));
    const lines = [], draw = (line) => lines.push(line), outline = [0, 0, 4, 0, 4, 4, 0, 4], holes = [[1, 1, 2, 1, 2, 2, 1, 2]];
    const hero = new carom.Mover(world, { feet: [3, 0.01, 0] }), sent = [], socket = { send: (bytes) => sent.push(bytes) };`;
  const seen = "console.log(lines.length, lines[0].length % 3, hall.closed, sent[0].length > 0);";
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", program.replace("await load();", `await load();${game}`) + seen], { cwd, encoding: "utf8" });
  assert.deepEqual([done.stdout, done.stderr], ["1 0 true true\n", ""]);
});
