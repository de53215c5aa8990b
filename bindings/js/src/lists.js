// Lists of answers: a call fills the room that it is given, and counts all.

import { COUNT, LIST, LISTED } from "./core.js";

/** The number of no part, and both halves of the name of no body. */
export const NONE = 0xffffffff;

/** The answers of a call that fills the room it is given and counts all. */
export function listed(core, run, readOne, size) {
  return filled(core, run, size, (start, count) => Array.from({ length: count }, (_, i) => readOne(start + size * i)));
}

/** What `take` makes of the address and the number of such answers. */
export function filled(core, run, size, take) {
  const counted = core.at + COUNT, room = Math.min(LISTED, Math.floor(64 * LISTED / size));
  run(core.at + LIST, room, counted);
  const count = core.count();
  if (count <= room) return take(core.at + LIST, count);
  return core.lend(size * count, (memory) => {
    run(memory, count, counted);
    return take(memory, count);
  });
}
