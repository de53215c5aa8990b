// Compounds: several convex shapes as one.

import { OUT, OWN } from "./core.js";
import * as L from "./layout.js";
import { Query } from "./query.js";
import { withShape } from "./shapes.js";
import { must, pose, read } from "./values.js";

export class Compound extends Query {
  constructor(core, shapes, poses) {
    super(core);
    if (shapes === OWN) return void this._own("compound_free", poses);
    must(Array.isArray(shapes), "shapes", "an array of shapes", shapes);
    const count = shapes.length;
    if (poses !== undefined && poses?.length !== count) throw new RangeError(`poses must be an array of ${count}, one for each shape`);
    // The points of all shapes stay in memory until the compound is built.
    const lent = [], keeping = Object.create(core, { lend: { value: (bytes, run) => {
      const memory = core.take(bytes);
      lent.push([memory, bytes]);
      return run(memory);
    } } });
    try {
      core.lend((L.Pose_size + L.Shape_size) * count, (memory) => {
        const start = memory + L.Pose_size * count;
        for (let i = 0; i < count; i++) {
          if (poses) pose(core, memory + L.Pose_size * i, poses[i], `poses[${i}]`);
          withShape(keeping, start + L.Shape_size * i, shapes[i], `shapes[${i}]`, () => {});
        }
        core.c.compound_create(start, poses ? memory : 0, count, core.at + OUT);
      });
    } finally {
      if (!core.dead) for (const [memory, bytes] of lent) core.entered(core.exports.carom_memory_give, memory, bytes);
    }
    this._own("compound_free");
  }

  _info() {
    const core = this._core, out = core.at + OUT;
    core.c.compound_info(this._live("compound"), out);
    return out;
  }

  get partCount() {
    return this._core.u32[this._info() + L.CompoundInfo_part_count >> 2];
  }

  get bounds() {
    const at = this._info();
    return { min: read(this._core, at + L.CompoundInfo_min), max: read(this._core, at + L.CompoundInfo_max) };
  }

  query(filters) {
    return new Query(this._core, this, filters);
  }
}
Compound.prototype._kind = "compound";
