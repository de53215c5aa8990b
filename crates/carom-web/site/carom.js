// carom in wasm: plain objects in and out; here the questions, in rooms.js the rooms.
//
// How the numbers of what is asked and answered lie is told by schemas, which the wasm describes itself; see
// src/numbers.rs for the grammar and src/abi.rs for the functions.

const REFUSED = 0xffffffff;

/** How many numbers a point has. */
const POINTS = { point: 2, point3: 3 };

/**
 * The numbers of a value, appended to a list. What is long is not among them: it is appended to `long`, as arrays of
 * bytes of whole words.
 */
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
    for (const one of value) encode(schema.list, one, numbers, long);
  } else if (schema.choice) {
    numbers.push(schema.choice.indexOf(value));
  } else {
    for (const [name, of] of schema.fields) encode(of, value[name], numbers, long);
  }
  return numbers;
}

const wordsOf = (bytes) => Math.ceil(bytes / 4);

/** The bytes of what is long, one after the other, each of them whole words. */
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
 * The value of these numbers, and of what is long at a place of a buffer: floats, indices and bytes are views of that,
 * good until the wasm is called again. Throws where the numbers are too few or too many.
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
      if (!(count >= 0 && count <= numbers.length)) throw new RangeError("no length of a list");
      return Array.from({ length: count }, () => read(schema.list));
    }
    if (schema.choice) return schema.choice[next()];
    return Object.fromEntries(schema.fields.map(([name, of]) => [name, read(of)]));
  };
  const value = read(schema);
  if (at !== numbers.length) throw new RangeError("too many numbers");
  return value;
}

/** A module that runs, and its two buffers. */
export class Module {
  #exports;

  constructor(instance) {
    this.#exports = instance.exports;
  }

  get exports() {
    return this.#exports;
  }

  /** The first numbers of the buffer. The memory may have moved: no view is ever kept. */
  numbers(count) {
    const at = this.#exports.numbers(count);
    return new Float64Array(this.#exports.memory.buffer, at, count);
  }

  /** Where what is long is. */
  #words(count) {
    const offset = this.#exports.words(count);
    return { buffer: this.#exports.memory.buffer, offset };
  }

  /** Lays a value into the buffers; tells how many numbers and words it has. */
  say(schema, value) {
    const long = [];
    const numbers = encode(schema, value, [], long);
    const bytes = lay(long);
    this.numbers(numbers.length).set(numbers);
    const { buffer, offset } = this.#words(bytes.length / 4);
    new Uint8Array(buffer, offset, bytes.length).set(bytes);
    return [numbers.length, bytes.length / 4];
  }

  /** The value that the buffers begin with: so many numbers, as a call has told. Undefined where it has refused. */
  hear(schema, told) {
    const count = told >>> 0;
    if (count === REFUSED) return undefined;
    const words = this.#words(0);
    return decode(schema, this.numbers(count), words);
  }

  /** `{questions: […], rooms: […]}`, each where there are any. */
  description() {
    return JSON.parse(this.hear("text", this.#exports.describe()));
  }
}

export class Carom {
  #module;
  #questions = new Map();

  /** From the module's bytes, or a response that brings them. */
  static async load(source) {
    const loaded = source instanceof Response || source instanceof Promise
      ? await WebAssembly.instantiateStreaming(source)
      : await WebAssembly.instantiate(source);
    return new Carom(new Module(loaded.instance));
  }

  constructor(module) {
    this.#module = module;
    module.description().questions.forEach((question, place) => {
      this.#questions.set(question.name, { ...question, place });
    });
  }

  /** How the numbers of a question lie: `{name, asked, answer}`. */
  schema(name) {
    return this.#questions.get(name);
  }

  /** The answer, or null where the question cannot be asked (a radius below zero). */
  ask(name, inputs) {
    const question = this.#questions.get(name);
    const [numbers] = this.#module.say(question.asked, inputs);
    return this.#module.hear(question.answer, this.#module.exports.ask(question.place, numbers)) ?? null;
  }

  /** Everything that `surface` tells of the shape within a radius of points in a plane, or null. */
  surfaceNumbers(points, radius) {
    const asked = [radius, ...points.flat()];
    this.#module.numbers(asked.length).set(asked);
    const count = this.#module.exports.surface(asked.length) >>> 0;
    return count === REFUSED ? null : this.#module.numbers(count);
  }

  /** The same for the graphics card: places and normals in turn, three numbers each; corners of triangles. */
  surface(points, radius) {
    const numbers = this.surfaceNumbers(points, radius);
    if (!numbers) return null;
    const end = 2 + 6 * numbers[0];
    return { vertices: Float32Array.from(numbers.subarray(2, end)), triangles: Uint16Array.from(numbers.subarray(end)) };
  }
}
