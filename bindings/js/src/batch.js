// Many queries in one call: typed arrays in, typed arrays out. Blocks of rows pass through the memory of the wasm, so that it does
// not grow with the batch.

import { A, B, QUERY, SHAPES } from "./core.js";
import { Contact, Hit } from "./layout.js";
import { bytesOf, column, columnOf, columnsOf, putShapes, rowsOf } from "./shapes.js";
import { number } from "./values.js";

/** The library sorts blocks of this length. */
const BLOCK = 8192;

/** Arrays for answers, or those of a former call. */
function arrays(kinds, rows, out) {
  const made = {};
  for (const [name, [Kind, each]] of Object.entries(kinds)) {
    const own = out?.[name];
    if (own === undefined) made[name] = new Kind(rows * each);
    else if (!(own instanceof Kind) || own.length !== rows * each) {
      throw new RangeError(`out.${name} must be a ${Kind.name} of ${rows * each}, not ${own?.constructor?.name} of ${own?.length}`);
    } else made[name] = own;
  }
  return made;
}

const CONTACTS = {
  distance: [Float32Array, 1], point: [Float32Array, 3], shapePoint: [Float32Array, 3], normal: [Float32Array, 3], triangle: [Int32Array, 1], body: [Int32Array, 1],
};
const HITS = { t: [Float32Array, 1], point: [Float32Array, 3], normal: [Float32Array, 3], triangle: [Int32Array, 1], body: [Int32Array, 1] };

/** The fields of structs: an array of the answer, the offset in the struct, numbers, and whether they are floats. */
const contactFields = (out) => [
  [out.distance, Contact.separation, 1, true], [out.point, Contact.point_b, 3, true], [out.shapePoint, Contact.point_a, 3, true],
  [out.normal, Contact.normal, 3, true], [out.triangle, Contact.part, 1, false], [out.body, Contact.body, 1, false],
];
const hitFields = (out) => [
  [out.t, Hit.t, 1, true], [out.point, Hit.point, 3, true], [out.normal, Hit.normal, 3, true],
  [out.triangle, Hit.part, 1, false], [out.body, Hit.body, 1, false],
];

/** Copies a field of every struct into its array. No part and no body are all bits, -1 here. */
function copy(core, fields, size, from, start, rows) {
  const step = size >> 2;
  for (const [array, offset, each, isFloat] of fields) {
    const words = isFloat ? core.f32 : core.u32;
    let place = from + offset >> 2, to = start * each;
    for (let row = 0; row < rows; row++, place += step) {
      for (let i = 0; i < each; i++) array[to++] = words[place + i];
    }
  }
}

/** Runs a batch block by block. `put` writes the arguments of rows and returns their end; `run` calls and copies. */
function blocks(core, columns, rows, size, put, run) {
  if (rows === 0) return;
  const most = Math.min(rows, BLOCK), inputs = bytesOf(columns, most) + 7 & ~7, bytes = inputs + size * most;
  const memory = core.take(bytes);
  try {
    for (let start = 0; start < rows; start += BLOCK) {
      const count = Math.min(BLOCK, rows - start);
      put(start, count, memory);
      run(memory + inputs, start, count);
    }
  } finally {
    core.give(memory, bytes);
  }
}

const all = ({ columns, radius }) => (radius ? [...columns, radius] : columns);

export const batches = {
  closestBatch(shapes, reach = Infinity, out) {
    number(reach, "reach");
    const given = columnsOf(shapes, "shapes"), rows = rowsOf(all(given)), answers = arrays(CONTACTS, rows, out);
    const core = this._put(), { at } = core, fields = contactFields(answers);
    blocks(core, all(given), rows, Contact.size, (start, count, memory) => putShapes(core, at + SHAPES, given, start, count, memory), (to, start, count) => {
      core.c.closest_batch(at + QUERY, at + SHAPES, reach, to);
      copy(core, fields, Contact.size, to, start, count);
    });
    return answers;
  },

  overlapBatch(shapes, out) {
    const given = columnsOf(shapes, "shapes"), rows = rowsOf(all(given)), answers = arrays({ overlap: [Uint8Array, 1] }, rows, out && { overlap: out }).overlap;
    const core = this._put(), { at } = core;
    blocks(core, all(given), rows, 8, (start, count, memory) => putShapes(core, at + SHAPES, given, start, count, memory), (to, start, count) => {
      core.c.overlap_batch(at + QUERY, at + SHAPES, to);
      answers.set(core.u8.subarray(to, to + count), start);
    });
    return answers;
  },

  sweepBatch(shapes, deltas, out) {
    const given = columnsOf(shapes, "shapes"), moved = columnOf(deltas, 3, "deltas"), columns = [...all(given), moved];
    const rows = rowsOf(columns), answers = arrays(HITS, rows, out), core = this._put(), { at } = core, fields = hitFields(answers);
    blocks(core, columns, rows, Hit.size, (start, count, memory) => {
      column(core, at + A, moved, start, count, putShapes(core, at + SHAPES, given, start, count, memory));
    }, (to, start, count) => {
      core.c.sweep_batch(at + QUERY, at + SHAPES, at + A, to);
      copy(core, fields, Hit.size, to, start, count);
    });
    return answers;
  },

  rayBatch(origins, deltas, out) {
    const from = columnOf(origins, 3, "origins"), moved = columnOf(deltas, 3, "deltas"), columns = [from, moved];
    const rows = rowsOf(columns), answers = arrays(HITS, rows, out), core = this._put(), { at } = core, fields = hitFields(answers);
    blocks(core, columns, rows, Hit.size, (start, count, memory) => {
      column(core, at + B, moved, start, count, column(core, at + A, from, start, count, memory));
    }, (to, start, count) => {
      core.c.ray_batch(at + QUERY, at + A, at + B, count, to);
      copy(core, fields, Hit.size, to, start, count);
    });
    return answers;
  },

  contactsBatch(shapes, reach = 0) {
    number(reach, "reach");
    const given = columnsOf(shapes, "shapes"), columns = all(given), rows = rowsOf(columns), core = this._put(), { at } = core;
    const offsets = new Uint32Array(rows + 1), parts = [];
    let total = 0;
    blocks(core, columns, rows, 8, (start, count, memory) => putShapes(core, at + SHAPES, given, start, count, memory), (to, start, count) => {
      // Counted first: the room that contacts need is not known.
      core.c.contacts_batch(at + QUERY, at + SHAPES, reach, to, 0, 0);
      const found = core.u32[(to >> 2) + count];
      for (let i = 1; i <= count; i++) offsets[start + i] = total + core.u32[(to >> 2) + i];
      total += found;
      if (found === 0) return;
      const memory = core.take(Contact.size * found);
      try {
        core.c.contacts_batch(at + QUERY, at + SHAPES, reach, to, memory, found);
        const part = arrays(CONTACTS, found);
        copy(core, contactFields(part), Contact.size, memory, 0, found);
        parts.push(part);
      } finally {
        core.give(memory, Contact.size * found);
      }
    });
    const answers = arrays(CONTACTS, total);
    let start = 0;
    for (const part of parts) {
      for (const name in CONTACTS) answers[name].set(part[name], start * CONTACTS[name][1]);
      start += part.triangle.length;
    }
    return { offsets, ...answers };
  },
};
