// Chains: polylines as the outlines of levels.

import { A, OUT, OWN } from "../core.js";
import * as L from "../layout.js";
import { flagsOf, known, must } from "../values.js";
import { Query } from "./query.js";
import { withVectors } from "./shapes.js";
import { read } from "./values.js";

const FLAGS = { closed: 32, oneSided: 1, solid: 16, raw: 64 };

export class Chain extends Query {
  constructor(core, vertices, options = {}) {
    super(core);
    if (vertices === OWN) return void this._own("chain_free", options);
    known(options, Object.keys(FLAGS), "options");
    this._build(vertices, options);
    this._own("chain_free");
  }

  _build(vertices, options) {
    const core = this._core, rings = vertices?.rings;
    if (rings !== undefined) must(Array.isArray(rings) && rings.length > 0, "vertices.rings", "an array of outlines", rings);
    const outlines = rings === undefined ? [[vertices, "vertices"]] : rings.map((ring, i) => [ring, `vertices.rings[${i}]`]);
    const all = [], ends = [];
    for (const [points, name] of outlines) {
      withVectors(core, points, name, (memory, count) => all.push(...core.f32.subarray(memory >> 2, (memory >> 2) + 2 * count)));
      ends.push(all.length / 2);
    }
    core.lend(4 * (all.length + ends.length), (memory) => {
      const place = core.at + A, after = memory + 4 * all.length;
      core.f32.set(all, memory >> 2);
      core.u32.set(ends, after >> 2);
      core.u32[place + L.Vectors_base >> 2] = memory;
      core.u32[place + L.Vectors_stride >> 2] = 8;
      core.c.chain_create(place, ends.at(-1), after, rings === undefined ? 0 : ends.length, flagsOf(options, FLAGS), core.at + OUT);
    });
  }

  /** Calls a function of the chain with one argument, or none; returns where its answer is. */
  _call(name, argument) {
    const core = this._core, out = core.at + OUT;
    core.c[`chain_${name}`](this._live("chain"), argument ?? out, out);
    return out;
  }

  get segmentCount() {
    return this._core.u32[this._call("info") + L.ChainInfo_segment_count >> 2];
  }

  get bounds() {
    const at = this._call("info");
    return { min: read(this._core, at + L.ChainInfo_min), max: read(this._core, at + L.ChainInfo_max) };
  }

  /** The ends of a segment by its number. */
  segment(index) {
    const core = this._core, out = core.at + OUT;
    if (index >>> 0 !== index) throw new RangeError(`index is ${index}, not a whole number`);
    core.c.chain_segment(this._live("chain"), index, out);
    return { a: read(core, out + L.Shape2d_a), b: read(core, out + L.Shape2d_b) };
  }

  contains(point) {
    return this._core.u8[this._call("contains", this._vector(A, point, "point"))] === 1;
  }

  signedDistance(point) {
    return this._core.f32[this._call("signed_distance", this._vector(A, point, "point")) >> 2];
  }

  query(filters) {
    return new Query(this._core, this, filters);
  }
}
Chain.prototype._kind = "chain";
