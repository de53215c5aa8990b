// Height fields, and editing them in place.

import { A, OUT, OWN } from "./core.js";
import * as L from "./layout.js";
import { finite, isFinite32, known, must, vector } from "./values.js";

/** A terrain over a grid: `heights[row * columns + column]`, NaN for a hole. */
export function heightField(core, Class, field) {
  known(field, ["heights", "columns", "cell", "origin"], "field");
  const { heights, columns, cell = 1, origin = [0, 0, 0] } = field;
  must(heights?.length > 0, "field.heights", "an array of numbers", heights);
  if (!(columns >= 2 && columns >>> 0 === columns) || heights.length % columns !== 0 || heights.length < 2 * columns) {
    throw new RangeError(`field: ${heights.length} heights in rows of ${columns} do not fill at least two rows and columns`);
  }
  if (!ArrayBuffer.isView(heights)) for (let i = 0; i < heights.length; i++) must(typeof heights[i] === "number", `field.heights[${i}]`, "a number", heights[i]);
  const [x, z] = typeof cell === "number" ? [cell, cell] : cell;
  core.lend(4 * heights.length, (memory) => {
    const at = core.at + A, { f32, u32 } = core;
    f32.set(heights, memory >> 2);
    vector(core, at + L.Heights_origin, origin, "field.origin");
    f32[at + L.Heights_cell_x >> 2] = finite(x, "field.cell");
    f32[at + L.Heights_cell_z >> 2] = finite(z, "field.cell");
    u32[at + L.Heights_columns >> 2] = columns;
    u32[at + L.Heights_rows >> 2] = heights.length / columns;
    u32[at + L.Heights_heights >> 2] = memory;
    core.c.mesh_of_heights(at, core.at + OUT);
  });
  return new Class(OWN, core.handle());
}

/** Calls `run` with the address of an area of new heights. */
export function withArea(core, area, run) {
  known(area, ["column", "row", "columns", "heights"], "area");
  const { column, row, columns, heights } = area;
  must(typeof heights?.length === "number", "area.heights", "an array of numbers", heights);
  for (const name of ["column", "row", "columns"]) if (area[name] >>> 0 !== area[name]) throw new RangeError(`area.${name} is ${area[name]}, not a whole number`);
  if (columns === 0 || heights.length % columns !== 0) throw new RangeError(`area: ${heights.length} heights do not fill rows of ${columns}`);
  for (let i = 0; i < heights.length; i++) must(isFinite32(heights[i]) || Number.isNaN(heights[i]), `area.heights[${i}]`, "finite, or NaN for a hole", heights[i]);
  core.lend(4 * heights.length, (memory) => {
    core.f32.set(heights, memory >> 2);
    // One after the other.
    core.u32.set([column, row, columns, heights.length / columns, memory], core.at + A + L.HeightArea_column >> 2);
    run(core.at + A);
  });
}
