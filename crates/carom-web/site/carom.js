// carom in wasm, with plain objects as inputs and answers: the queries; see demos.js for the demos.
//
// Values are encoded as numbers by schemas that the wasm module describes itself: src/codec.rs has the grammar of schemas,
// src/abi.rs the exported functions.

const ERROR = 0xffffffff;

/** The number of coordinates of a point. */
const POINTS = { point: 2, point3: 3 };

/** Encodes a value: appends its numbers to `numbers`, and long data to `long`, as arrays of bytes of whole words. */
export function encode(schema, value, numbers = [], long = []) {
  if (schema === "number") {
    if (typeof value !== "number") throw new TypeError(`a number is missing: ${value}`);
    numbers.push(value);
  } else if (schema === "flag") {
    numbers.push(value ? 1 : 0);
  } else if (POINTS[schema]) {
    for (let i = 0; i < POINTS[schema]; i++) encode("number", value[i], numbers);
  } else if (schema === "bytes") {
    numbers.push(value.length);
    long.push(value);
  } else if (schema === "text") {
    encode("bytes", new TextEncoder().encode(value), numbers, long);
  } else if (schema === "floats" || schema === "indices") {
    numbers.push(value.length);
    long.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (schema.maybe) {
    numbers.push(value === null ? 0 : 1);
    if (value !== null) encode(schema.maybe, value, numbers, long);
  } else if (schema.list) {
    numbers.push(value.length);
    for (const item of value) encode(schema.list, item, numbers, long);
  } else if (schema.choice) {
    numbers.push(schema.choice.indexOf(value));
  } else {
    for (const [name, of] of schema.fields) encode(of, value[name], numbers, long);
  }
  return numbers;
}

const wordsOf = (bytes) => Math.ceil(bytes / 4);

/** The bytes of all long data, one array after the other, each padded to whole words. */
export function lay(long) {
  const bytes = new Uint8Array(4 * long.reduce((sum, part) => sum + wordsOf(part.length), 0));
  let at = 0;
  for (const part of long) {
    bytes.set(part, at);
    at += 4 * wordsOf(part.length);
  }
  return bytes;
}

/**
 * Decodes a value from numbers, and from the long data at an offset of a buffer. Floats, indices and bytes are views of
 * that buffer, valid until the next call of the wasm. Throws if there are too few or too many numbers.
 */
export function decode(schema, numbers, { buffer, offset } = {}) {
  let at = 0;
  const next = () => {
    if (at >= numbers.length) throw new RangeError("too few numbers");
    return numbers[at++];
  };
  const view = (kind) => {
    const made = new kind(buffer, offset, next());
    offset += 4 * wordsOf(made.byteLength);
    return made;
  };
  const read = (schema) => {
    if (schema === "number") return next();
    if (schema === "flag") return next() !== 0;
    if (POINTS[schema]) return Array.from({ length: POINTS[schema] }, next);
    if (schema === "floats") return view(Float32Array);
    if (schema === "indices") return view(Uint32Array);
    if (schema === "bytes") return view(Uint8Array);
    if (schema === "text") return new TextDecoder().decode(view(Uint8Array));
    if (schema.maybe) return next() === 0 ? null : read(schema.maybe);
    if (schema.list) {
      const count = next();
      if (!(count >= 0 && count <= numbers.length)) throw new RangeError("not a length of a list");
      return Array.from({ length: count }, () => read(schema.list));
    }
    if (schema.choice) return schema.choice[next()];
    return Object.fromEntries(schema.fields.map(([name, of]) => [name, read(of)]));
  };
  const value = read(schema);
  if (at !== numbers.length) throw new RangeError("too many numbers");
  return value;
}

/** A wasm instance and its two buffers. */
export class Module {
  #exports;

  constructor(instance) {
    this.#exports = instance.exports;
  }

  get exports() {
    return this.#exports;
  }

  /** A view of the first numbers of the buffer. Never keep one: the memory can move with every call. */
  numbers(count) {
    const at = this.#exports.numbers(count);
    return new Float64Array(this.#exports.memory.buffer, at, count);
  }

  /** The place of the long data. */
  #words(count) {
    const offset = this.#exports.words(count);
    return { buffer: this.#exports.memory.buffer, offset };
  }

  /** Writes a value into the buffers; returns its length in numbers and in words. */
  write(schema, value) {
    const long = [];
    const numbers = encode(schema, value, [], long);
    const bytes = lay(long);
    this.numbers(numbers.length).set(numbers);
    const { buffer, offset } = this.#words(bytes.length / 4);
    new Uint8Array(buffer, offset, bytes.length).set(bytes);
    return [numbers.length, bytes.length / 4];
  }

  /** Reads a response from the buffers; `result` is the return value of the call. Undefined if the call failed. */
  read(schema, result) {
    const count = result >>> 0;
    if (count === ERROR) return undefined;
    const words = this.#words(0);
    return decode(schema, this.numbers(count), words);
  }

  /** The schemas: `{queries: […], demos: […]}`, each only if the module has it. */
  description() {
    return JSON.parse(this.read("text", this.#exports.describe()));
  }
}

/** A wasm module from its bytes or a fetch response. */
async function instance(source) {
  const loaded = source instanceof Response || source instanceof Promise
    ? await WebAssembly.instantiateStreaming(source)
    : await WebAssembly.instantiate(source);
  return new Module(loaded.instance);
}

export class Carom {
  #module;
  #queries = new Map();

  /** From the bytes of the wasm module, or a fetch response. */
  static async load(source) {
    return new Carom(await instance(source));
  }

  constructor(module) {
    this.#module = module;
    this.#list(module);
  }

  #list(module) {
    module.description().queries.forEach((query, index) => {
      this.#queries.set(query.name, { ...query, index, module });
    });
  }

  /** Adds the queries of another wasm module. */
  async add(source) {
    this.#list(await instance(source));
  }

  /** The schema of a query: `{name, inputs, answer}`. */
  schema(name) {
    return this.#queries.get(name);
  }

  /** The answer of a query, or null for invalid inputs (a radius below zero). */
  query(name, inputs) {
    const { module, index, ...schema } = this.#queries.get(name);
    const [numbers] = module.write(schema.inputs, inputs);
    return module.read(schema.answer, module.exports.query(index, numbers)) ?? null;
  }

  /** The numbers that `surface` returns for the shape within a radius of coplanar points, or null. */
  surfaceNumbers(points, radius) {
    const inputs = [radius, ...points.flat()];
    this.#module.numbers(inputs.length).set(inputs);
    const count = this.#module.exports.surface(inputs.length) >>> 0;
    return count === ERROR ? null : this.#module.numbers(count);
  }

  /** The same for the graphics card: position and normal of each vertex, and the vertices of each triangle. */
  surface(points, radius) {
    const numbers = this.surfaceNumbers(points, radius);
    if (!numbers) return null;
    const end = 2 + 6 * numbers[0];
    return { vertices: Float32Array.from(numbers.subarray(2, end)), triangles: Uint16Array.from(numbers.subarray(end)) };
  }
}
