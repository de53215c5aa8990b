// Many queries in one call: typed arrays in, typed arrays out. Blocks of rows pass through the memory of the wasm, so that it does
// not grow with the batch.

import { A, B, QUERY, SHAPES } from "./core.js";
import * as L from "./layout.js";
import { bytesOf, columnOf, columnsOf, putRows, rowsOf } from "./shapes.js";
import { known, number, shown } from "./values.js";

/** The library sorts blocks of this length. */
const BLOCK = 8192;

/** The arrays of answers: their class, numbers a row, and the offset in the struct. No part and no body are all bits, -1 here. */
const CONTACT = {
  distance: [Float32Array, 1, L.Contact_separation], point: [Float32Array, 3, L.Contact_point_b], shapePoint: [Float32Array, 3, L.Contact_point_a],
  normal: [Float32Array, 3, L.Contact_normal], triangle: [Int32Array, 1, L.Contact_part], body: [Int32Array, 1, L.Contact_body],
};
export const HIT = {
  t: [Float32Array, 1, L.Hit_t], point: [Float32Array, 3, L.Hit_point], normal: [Float32Array, 3, L.Hit_normal], triangle: [Int32Array, 1, L.Hit_part],
  body: [Int32Array, 1, L.Hit_body],
};
/** A flag a row. */
export const FLAG = { out: [Uint8Array, 1, 0] };

/** Arrays for answers, or those of a former call. */
function arrays(kinds, rows, out) {
  const made = {};
  if (out != null) known(out, Object.keys(kinds), "out");
  for (const name in kinds) {
    const [Kind, each] = kinds[name], own = out?.[name] ?? new Kind(rows * each);
    if (!(own instanceof Kind) || own.length !== rows * each) {
      throw new RangeError(`${name === "out" ? name : `out.${name}`} must be a ${Kind.name} of ${rows * each}, not ${shown(own)}`);
    }
    made[name] = own;
  }
  return made;
}

/** Copies the structs at `from` into the arrays, row after row from `start`. */
function copy(core, kinds, answers, size, from, start, rows) {
  for (const name in kinds) {
    const [Kind, each, offset] = kinds[name], bytes = Kind.BYTES_PER_ELEMENT, array = answers[name];
    const words = new Kind(core.u8.buffer);
    let place = (from + offset) / bytes, to = start * each;
    for (let row = 0; row < rows; row++, place += size / bytes) {
      for (let i = 0; i < each; i++) array[to++] = words[place + i];
    }
  }
}

/** Runs a batch block by block: `run` is called with the block's arguments in memory, the address of room for `size` bytes a row, and the rows. */
function blocks(core, given, rows, size, run) {
  if (rows === 0) return;
  const most = Math.min(rows, BLOCK), inputs = bytesOf(given.columns, most);
  core.lend(inputs + size * most, (memory) => {
    for (let start = 0; start < rows; start += BLOCK) {
      const count = Math.min(BLOCK, rows - start);
      putRows(core, given, start, count, memory);
      run(memory + inputs, start, count);
    }
  });
}

/** A batch of a query with an answer a row; `call` makes the call for a block. */
export function batch(query, given, kinds, size, out, call) {
  const rows = rowsOf(given.columns), answers = arrays(kinds, rows, out), core = query._put();
  blocks(core, given, rows, size, (to, start, count) => {
    call(core.c, core.at, to, count);
    copy(core, kinds, answers, size, to, start, count);
  });
  return answers;
}

/**
 * The batches of a dimension: `of` has its `columnsOf`, the numbers of a vector, the arrays `CONTACT` and `HIT`, and the sizes of their structs.
 */
export const batchesOver = ({ columnsOf, dimensions, CONTACT, HIT, contactSize, hitSize }) => ({
  closestBatch(shapes, reach = Infinity, out) {
    number(reach, "reach");
    return batch(this, columnsOf(shapes, "shapes"), CONTACT, contactSize, out, (c, at, to) => c.closest_batch(at + QUERY, at + SHAPES, reach, to));
  },

  overlapBatch(shapes, out) {
    return batch(this, columnsOf(shapes, "shapes"), FLAG, 1, { out }, (c, at, to) => c.overlap_batch(at + QUERY, at + SHAPES, to)).out;
  },

  sweepBatch(shapes, deltas, out) {
    const given = columnsOf(shapes, "shapes");
    given.columns.push(columnOf(deltas, dimensions, "deltas", A));
    return batch(this, given, HIT, hitSize, out, (c, at, to) => c.sweep_batch(at + QUERY, at + SHAPES, at + A, to));
  },

  rayBatch(origins, deltas, out) {
    const given = { kind: 0, columns: [columnOf(origins, dimensions, "origins", A), columnOf(deltas, dimensions, "deltas", B)] };
    return batch(this, given, HIT, hitSize, out, (c, at, to, count) => c.ray_batch(at + QUERY, at + A, at + B, count, to));
  },
});

export const batches = /* @__PURE__ */ batchesOver({ columnsOf, dimensions: 3, CONTACT, HIT, contactSize: L.Contact_size, hitSize: L.Hit_size });

/** Of 3D alone. */
export const contactsBatches = {
  contactsBatch(shapes, reach = 0) {
    number(reach, "reach");
    const given = columnsOf(shapes, "shapes"), rows = rowsOf(given.columns), core = this._put(), { at } = core;
    const offsets = new Uint32Array(rows + 1), parts = [];
    let total = 0;
    // 8 bytes a row: the offsets have one element more than rows.
    blocks(core, given, rows, 8, (to, start, count) => {
      const call = (memory, room) => core.c.contacts_batch(at + QUERY, at + SHAPES, reach, to, memory, room);
      // Counted first: the room that contacts need is not known.
      call(0, 0);
      const found = core.u32[(to >> 2) + count];
      for (let i = 1; i <= count; i++) offsets[start + i] = total + core.u32[(to >> 2) + i];
      core.lend(L.Contact_size * found, (memory) => {
        call(memory, found);
        const part = arrays(CONTACT, found);
        copy(core, CONTACT, part, L.Contact_size, memory, 0, found);
        parts.push([part, total]);
      });
      total += found;
    });
    const answers = arrays(CONTACT, total);
    for (const [part, start] of parts) for (const name in CONTACT) answers[name].set(part[name], start * CONTACT[name][1]);
    return { offsets, ...answers };
  },
};
