// The parts in a box.

import { A, B, QUERY } from "../core.js";
import * as L from "../layout.js";
import { filled } from "../lists.js";
import { must } from "../values.js";
import { only } from "./only.js";

export const parts = {
  partsInBox(box) {
    const run = only(this._core, "parts_in_box");
    must(box?.min !== undefined && box.max !== undefined, "box", "{ min, max }", box);
    const min = this._vector(A, box.min, "box.min"), max = this._vector(B, box.max, "box.max"), core = this._put(), size = L.Part_size;
    return filled(core, (...out) => run(core.at + QUERY, min, max, ...out), size, (start, count) => {
      const triangle = new Int32Array(count), body = new Int32Array(count), { u32 } = core;
      for (let i = 0; i < count; i++) {
        triangle[i] = u32[start + size * i + L.Part_part >> 2];
        body[i] = u32[start + size * i + L.Part_body >> 2];
      }
      return { triangle, body };
    });
  },
};
