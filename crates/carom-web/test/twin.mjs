// A demo in wasm and its native twin; helpers of the tests of demos.

import assert from "node:assert/strict";
import { encode, lay } from "../site/carom.js";
import { Demos } from "../site/demos.js";

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** A value as part of a line to or from the native library. */
function spelled(hex, schema, value) {
  const long = [];
  const numbers = hex(encode(schema, value, [], long));
  const words = new Uint32Array(lay(long).buffer);
  return words.length === 0 ? numbers : [numbers, "|", ...Array.from(words, (word) => word.toString(16).padStart(8, "0"))].join(" ").trim();
}

export const load = async ({ address }) => Demos.load(await (await fetch(`${address}demos.wasm`)).arrayBuffer());

/** A demo in wasm and its native twin: every answer is compared. */
export class Both {
  static async open({ respond, hex }, demos, name, settings) {
    const schema = demos.schema(name);
    const handle = await respond(`open ${name} ${spelled(hex, schema.settings, settings)}`);
    assert.match(handle, /^\d+$/, `${name} opens natively`);
    return new Both(await demos.open(name, settings), handle, schema, respond, hex);
  }

  constructor(demo, handle, schema, respond, hex) {
    Object.assign(this, { demo, handle, schema, respond, hex, compared: 0 });
  }

  async call(name, inputs) {
    const method = this.schema.methods.find((method) => method.name === name);
    const answer = this.demo.call(name, inputs);
    const found = spelled(this.hex, method.answer, answer);
    const expected = await this.respond(`call ${this.handle} ${name} ${spelled(this.hex, method.inputs, inputs)}`.trim());
    const [words, others] = [found.split(" "), expected.split(" ")];
    const first = words.findIndex((word, i) => word !== others[i]);
    assert(found === expected, `${this.schema.name}, ${name} of ${JSON.stringify(inputs).slice(0, 200)}: word ${first} is ${words[first]}, natively ${others[first]}`);
    this.compared += words.length;
    return structuredClone(answer);
  }

  async close() {
    this.demo.close();
    assert.equal(await this.respond(`close ${this.handle}`), "");
    // A method without inputs: the only possible error is that the demo is closed.
    const method = this.schema.methods.find(({ inputs }) => inputs.fields?.length === 0);
    for (const line of [`close ${this.handle}`, `call ${this.handle} ${method.name}`]) assert.equal(await this.respond(line), "error");
    assert.throws(() => this.demo.call(method.name, {}), /invalid call/, "a closed demo is an error");
  }
}

/** Pseudorandom numbers with a fixed seed. */
export function randoms(seed) {
  return () => {
    // The linear congruential generator of Numerical Recipes.
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

/** The positions of elements that must not move. */
export const places = (page) => page.evaluate(() => [".stage", ".hint", ".do", ".verdict", ".numbers", ".sliders", ".how"].map((part) => {
  const box = document.querySelector(part)?.getBoundingClientRect();
  return box && [part, box.left, box.top + scrollY, box.width];
}));

export const state = (page) => page.evaluate(() => window.state);

/** Frames per second, and the present state. */
export async function pace(page, milliseconds) {
  const from = await state(page);
  const began = Date.now();
  await page.waitForTimeout(milliseconds);
  const to = await state(page);
  return { a_second: ((to.frame - from.frame) / (Date.now() - began)) * 1000, now: to };
}

/** An invalid link shows a message, and the demo starts with its defaults. */
export async function damaged({ open }, page, name) {
  for (const text of ["1,2,zebra", "1e9,1e9,1e9,1e9,1e9,1e9,0", "-1,-1,-1", "1e9,1,1,1,1"]) {
    await open(page, `#/demo/${name}/${text}`);
    assert(await page.locator(".message").isVisible(), `${name}: ${text} shows a message`);
    assert.equal((await state(page)).page, name);
  }
}

/** Screenshots at two sizes, light and dark. */
export async function pictures({ open, fresh, out, fits }, name, hash, ready) {
  for (const [size, colors, options] of [["wide", "light", { viewport: WIDE }], ["wide", "dark", { viewport: WIDE }], ["phone", "dark", { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }], ["phone", "light", { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }]]) {
    const page = await fresh({ ...options, colorScheme: colors });
    await open(page, hash);
    await ready(page);
    await fits(page, name);
    await page.screenshot({ path: `${out}/${name}-${size}-${colors}.png`, fullPage: size === "phone" });
    await page.context().close();
  }
}
