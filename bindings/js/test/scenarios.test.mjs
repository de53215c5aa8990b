// The scenarios of data/scenarios, played with the package, have the hashes that the command `carom walk` has recorded.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { load as loadSome } from "carom";
import { load as loadFull } from "carom/full";
import { play } from "./scenario/play.mjs";

const folder = new URL("../../../data/scenarios/", import.meta.url);
const names = (await readdir(folder)).filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -5)).sort();
const scenarios = new Map(await Promise.all(names.map(async (name) => [name, JSON.parse(await readFile(new URL(`${name}.json`, folder), "utf8"))])));
const recorded = new Map((await readFile(new URL("hashes.txt", folder), "utf8")).trim().split("\n").map((line) => line.split(" ").reverse()));

const DOUBLE = "double precision: the package has single precision only", FLAT = "2D: the package is 3D only",
  MATERIAL = "materials of surfaces: carom/full alone has them", ROOT_MOTION = "root_motion: a mover of the package has it, its crowds do not",
  ABILITIES = "abilities: carom/full alone has them";
/** Those that an entry cannot express. */
const NONE_HAS = { chain: FLAT, "dungeon-f64": DOUBLE, flatland: FLAT, "root-motion": ROOT_MOTION };
const OF_FULL = {
  surfaces: MATERIAL, dash: ABILITIES, "double-jump": ABILITIES, glide: ABILITIES, ladder: ABILITIES, mantle: ABILITIES, swimming: ABILITIES,
  "variable-jump": ABILITIES, vault: ABILITIES, "wall-jump": ABILITIES,
}, LEFT_OUT = { ...NONE_HAS, ...OF_FULL };

function obstacle({ precision, bodies, characters }) {
  if (precision === "f64") return DOUBLE;
  if (bodies.some((body) => body.material)) return MATERIAL;
  if (characters.some(({ input = [] }) => input.some((part) => part.root_motion))) return ROOT_MOTION;
  if (characters.some((character) => character.abilities)) return ABILITIES;
  return characters[0].feet.length === 2 ? FLAT : undefined;
}

test("every scenario has a hash and is played, or is left out for a reason that holds", () => {
  assert.deepEqual([...recorded.keys()].sort(), names);
  const found = names.map((name) => [name, obstacle(scenarios.get(name))]).filter(([, reason]) => reason);
  assert.deepEqual(Object.fromEntries(found), LEFT_OUT);
});

for (const [load, file, leftOut] of [[loadSome, "carom", LEFT_OUT], [loadFull, "full", NONE_HAS]]) {
  for (const wasm of [`${file}.simd.wasm`, `${file}.wasm`]) {
    const carom = await load({ wasm: await readFile(new URL(`../wasm/${wasm}`, import.meta.url)) });
    for (const name of names.filter((name) => !(name in leftOut))) {
      test(`${name}: ${wasm}`, () => assert.equal(play(carom, scenarios.get(name)), recorded.get(name)));
    }
  }
}
