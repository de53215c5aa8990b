// The interactive demos of carom in wasm: opened from settings, changed by methods, closed. Inputs and answers are plain
// objects, as for queries.
//
// Each demo has its own wasm instance. So closing a demo frees its memory, and a demo that runs out of memory (a file that
// is too large) does not affect the others.

import { Module } from "./carom.js";

/** An open demo. */
export class Demo {
  #module;
  #handle;
  #methods;

  constructor(module, handle, methods) {
    this.#module = module;
    this.#handle = handle;
    this.#methods = new Map(methods.map((method, index) => [method.name, { ...method, index }]));
  }

  /** Calls a method. Arrays in the answer are views of the wasm's memory, valid until the next call. */
  call(name, inputs) {
    const method = this.#methods.get(name);
    const lengths = this.#module.write(method.inputs, inputs);
    const answer = this.#module.read(method.answer, this.#module.exports.call(this.#handle, method.index, ...lengths));
    if (answer === undefined) throw new RangeError(`invalid call of ${name}`);
    return answer;
  }

  close() {
    this.#module.exports.close(this.#handle);
  }
}

export class Demos {
  #compiled;
  #schemas;

  /** From the bytes of the wasm module, or a fetch response. */
  static async load(source) {
    const compiled = source instanceof Response || source instanceof Promise
      ? await WebAssembly.compileStreaming(source)
      : await WebAssembly.compile(source);
    const module = new Module(await WebAssembly.instantiate(compiled));
    return new Demos(compiled, module.description().demos);
  }

  constructor(compiled, schemas) {
    this.#compiled = compiled;
    this.#schemas = schemas;
  }

  /** The schemas of a kind of demo: `{name, settings, methods: [{name, inputs, answer}, …]}`. */
  schema(name) {
    return this.#schemas.find((schema) => schema.name === name);
  }

  /** Opens a demo with these settings. Throws an error with a message for the user. */
  async open(name, settings) {
    const schema = this.schema(name);
    const module = new Module(await WebAssembly.instantiate(this.#compiled));
    let handle;
    try {
      const lengths = module.write(schema.settings, settings);
      handle = module.exports.open(this.#schemas.indexOf(schema), ...lengths) >>> 0;
    } catch (error) {
      // The wasm instance has trapped; nothing else uses it.
      if (error instanceof WebAssembly.RuntimeError) throw new RangeError("it needs more memory than a page has");
      throw error;
    }
    if (handle === 0) throw new RangeError(module.read("text", 1));
    return new Demo(module, handle, schema.methods);
  }
}
