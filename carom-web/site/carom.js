// carom in wasm: questions by name, plain objects in and out.
//
// How the numbers of a question lie is told by its schema, which the wasm describes itself; see
// src/numbers.rs for the grammar and src/abi.rs for the four functions.

const REFUSED = 0xffffffff;

/** How many numbers a point has. */
const POINTS = { point: 2, point3: 3 };

/** The numbers of a value, appended to a list. */
export function encode(schema, value, numbers = []) {
  if (schema === "number") {
    if (typeof value !== "number") throw new TypeError(`a number is missing: ${value}`);
    numbers.push(value);
  } else if (schema === "flag") {
    numbers.push(value ? 1 : 0);
  } else if (POINTS[schema]) {
    for (let i = 0; i < POINTS[schema]; i++) encode("number", value[i], numbers);
  } else if (schema.maybe) {
    numbers.push(value === null ? 0 : 1);
    if (value !== null) encode(schema.maybe, value, numbers);
  } else if (schema.list) {
    numbers.push(value.length);
    for (const one of value) encode(schema.list, one, numbers);
  } else if (schema.choice) {
    numbers.push(schema.choice.indexOf(value));
  } else {
    for (const [name, of] of schema.fields) encode(of, value[name], numbers);
  }
  return numbers;
}

/** The value of these numbers. Throws where they are too few or too many. */
export function decode(schema, numbers) {
  let at = 0;
  const next = () => {
    if (at >= numbers.length) throw new RangeError("too few numbers");
    return numbers[at++];
  };
  const read = (schema) => {
    if (schema === "number") return next();
    if (schema === "flag") return next() !== 0;
    if (POINTS[schema]) return Array.from({ length: POINTS[schema] }, next);
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

export class Carom {
  #exports;
  #questions = new Map();

  /** From the module's bytes, or a response that brings them. */
  static async load(source) {
    const loaded = source instanceof Response || source instanceof Promise
      ? await WebAssembly.instantiateStreaming(source)
      : await WebAssembly.instantiate(source);
    return new Carom(loaded.instance.exports);
  }

  constructor(exports) {
    this.#exports = exports;
    const text = String.fromCharCode(...this.#numbers(exports.describe()));
    JSON.parse(text).forEach((question, place) => {
      this.#questions.set(question.name, { ...question, place });
    });
  }

  /** The buffer's first numbers. The memory may have moved: no view is ever kept. */
  #numbers(count) {
    return new Float64Array(this.#exports.memory.buffer, this.#exports.room(count), count);
  }

  /** How the numbers of a question lie: `{name, asked, answer}`. */
  schema(name) {
    return this.#questions.get(name);
  }

  /** The answer, or null where the question cannot be asked (a radius below zero). */
  ask(name, inputs) {
    const question = this.#questions.get(name);
    const asked = encode(question.asked, inputs);
    this.#numbers(asked.length).set(asked);
    const count = this.#exports.ask(question.place, asked.length) >>> 0;
    return count === REFUSED ? null : decode(question.answer, this.#numbers(count));
  }

  /** Everything that `surface` tells of the shape within a radius of points in a plane, or null. */
  surfaceNumbers(points, radius) {
    const asked = [radius, ...points.flat()];
    this.#numbers(asked.length).set(asked);
    const count = this.#exports.surface(asked.length) >>> 0;
    return count === REFUSED ? null : this.#numbers(count);
  }

  /** The same for the graphics card: places and normals in turn, three numbers each; corners of triangles. */
  surface(points, radius) {
    const numbers = this.surfaceNumbers(points, radius);
    if (!numbers) return null;
    const end = 2 + 6 * numbers[0];
    return { vertices: Float32Array.from(numbers.subarray(2, end)), triangles: Uint16Array.from(numbers.subarray(end)) };
  }
}
