// The rooms of carom in wasm: opened from settings, acted in, closed; plain objects in and out, as for questions.
//
// Each room runs in a module of its own. So what one has grown to is given back when it closes, and one that fails
// (a file that is too large for the memory) takes no other with it.

import { Module } from "./carom.js";

/** A room that is open. */
export class Room {
  #module;
  #handle;
  #verbs;

  constructor(module, handle, verbs) {
    this.#module = module;
    this.#handle = handle;
    this.#verbs = new Map(verbs.map((verb, place) => [verb.name, { ...verb, place }]));
  }

  /** Does what a verb says. What is long in the answer is good until the next call. */
  act(name, asked) {
    const verb = this.#verbs.get(name);
    const said = this.#module.say(verb.asked, asked);
    const answer = this.#module.hear(verb.answer, this.#module.exports.act(this.#handle, verb.place, ...said));
    if (answer === undefined) throw new RangeError(`the room does not understand: ${name}`);
    return answer;
  }

  close() {
    this.#module.exports.close(this.#handle);
  }
}

export class Rooms {
  #compiled;
  #schemas;

  /** From the module's bytes, or a response that brings them. */
  static async load(source) {
    const compiled = source instanceof Response || source instanceof Promise
      ? await WebAssembly.compileStreaming(source)
      : await WebAssembly.compile(source);
    const module = new Module(await WebAssembly.instantiate(compiled));
    return new Rooms(compiled, module.description().rooms);
  }

  constructor(compiled, schemas) {
    this.#compiled = compiled;
    this.#schemas = schemas;
  }

  /** How everything of a kind lies: `{name, settings, verbs: [{name, asked, answer}, …]}`. */
  schema(name) {
    return this.#schemas.find((schema) => schema.name === name);
  }

  /** A room of these settings. Throws an error whose message says why it does not open. */
  async open(name, settings) {
    const schema = this.schema(name);
    const module = new Module(await WebAssembly.instantiate(this.#compiled));
    let handle;
    try {
      const said = module.say(schema.settings, settings);
      handle = module.exports.open(this.#schemas.indexOf(schema), ...said) >>> 0;
    } catch (error) {
      // The module has stopped for good, and with it nothing but this.
      if (error instanceof WebAssembly.RuntimeError) throw new RangeError("it needs more memory than a page has");
      throw error;
    }
    if (handle === 0) throw new RangeError(module.hear("text", 1));
    return new Room(module, handle, schema.verbs);
  }
}
