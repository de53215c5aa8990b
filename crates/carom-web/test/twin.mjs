// A room in the wasm, or as a page has played it, and its twin natively.

import assert from "node:assert/strict";
import { encode, lay } from "../site/carom.js";
import { Rooms } from "../site/rooms.js";

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** What a value is in a line to or from the native library. */
function spelled(hex, schema, value) {
  const long = [];
  const numbers = hex(encode(schema, value, [], long));
  const words = new Uint32Array(lay(long).buffer);
  return words.length === 0 ? numbers : [numbers, "|", ...Array.from(words, (word) => word.toString(16).padStart(8, "0"))].join(" ").trim();
}

export const load = async ({ address }) => Rooms.load(await (await fetch(`${address}rooms.wasm`)).arrayBuffer());

/** Both do the same, and tell the same. */
export class Both {
  static async open({ told, hex }, rooms, name, settings) {
    const schema = rooms.schema(name);
    const handle = await told(`open ${name} ${spelled(hex, schema.settings, settings)}`);
    assert.match(handle, /^\d+$/, `${name} opens natively`);
    return new Both(await rooms.open(name, settings), handle, schema, told, hex);
  }

  constructor(room, handle, schema, told, hex) {
    Object.assign(this, { room, handle, schema, told, hex, compared: 0 });
  }

  async act(name, asked) {
    const verb = this.schema.verbs.find((verb) => verb.name === name);
    const answer = this.room.act(name, asked);
    const found = spelled(this.hex, verb.answer, answer);
    const expected = await this.told(`act ${this.handle} ${name} ${spelled(this.hex, verb.asked, asked)}`.trim());
    const [words, others] = [found.split(" "), expected.split(" ")];
    const first = words.findIndex((word, i) => word !== others[i]);
    assert(found === expected, `${this.schema.name}, ${name} of ${JSON.stringify(asked).slice(0, 200)}: word ${first} is ${words[first]}, natively ${others[first]}`);
    this.compared += words.length;
    return structuredClone(answer);
  }

  async close() {
    this.room.close();
    assert.equal(await this.told(`close ${this.handle}`), "");
    // One that needs nothing, so that it is refused because the room is closed.
    const verb = this.schema.verbs.find(({ asked }) => asked.fields?.length === 0);
    for (const line of [`close ${this.handle}`, `act ${this.handle} ${verb.name}`]) assert.equal(await this.told(line), "refused");
    assert.throws(() => this.room.act(verb.name, {}), /does not understand/, "what is closed is refused");
  }
}

/** Numbers that are any, the same each time. */
export function randoms(seed) {
  return () => {
    // Numerical Recipes' linear congruence.
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

/** Where things stand that must not jump. */
export const places = (page) => page.evaluate(() => [".stage", ".hint", ".do", ".verdict", ".numbers", ".sliders", ".how"].map((part) => {
  const box = document.querySelector(part)?.getBoundingClientRect();
  return box && [part, box.left, box.top + scrollY, box.width];
}));

export const state = (page) => page.evaluate(() => window.state);

/** How many pictures there are in a second, and what one takes of the page. */
export async function pace(page, milliseconds) {
  const from = await state(page);
  const began = Date.now();
  await page.waitForTimeout(milliseconds);
  const to = await state(page);
  return { a_second: ((to.frame - from.frame) / (Date.now() - began)) * 1000, now: to };
}

/** A link that is damaged is told, and the room is as it starts. */
export async function damaged({ open }, page, name) {
  for (const text of ["1,2,zebra", "1e9,1e9,1e9,1e9,1e9,1e9,0", "-1,-1,-1", "1e9,1,1,1,1"]) {
    await open(page, `#/room/${name}/${text}`);
    assert(await page.locator(".message").isVisible(), `${name}: ${text} is told`);
    assert.equal((await state(page)).page, name);
  }
}

/** Pictures at two sizes, light and dark. */
export async function pictures({ open, fresh, out, fits }, name, hash, ready) {
  for (const [size, colours, options] of [["wide", "light", { viewport: WIDE }], ["wide", "dark", { viewport: WIDE }], ["phone", "dark", { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }], ["phone", "light", { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }]]) {
    const page = await fresh({ ...options, colorScheme: colours });
    await open(page, hash);
    await ready(page);
    await fits(page, name);
    await page.screenshot({ path: `${out}/${name}-${size}-${colours}.png`, fullPage: size === "phone" });
    await page.context().close();
  }
}
