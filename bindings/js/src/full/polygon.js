// 2D polygons with holes, as triangles and as meshes.

import { A, COUNT, OUT, OWN } from "../core.js";
import * as L from "../layout.js";
import { finite, flagsOf, known, must, numbers } from "../values.js";

const FLOOR = { oneSided: 1, weld: 2, compact: 8 }, PRISM = { ...FLOOR, solid: 16 };

/** A ring as two numbers a point. */
function flat(ring, name) {
  must(ring?.length > 0, name, "an array of points", ring);
  if (typeof ring[0] === "number") return numbers(ring, 2, name);
  return Array.from(ring, (point, i) => [0, 1].map((axis) => finite(point?.["xy"[axis]] ?? point?.[axis], `${name}[${i}].${"xy"[axis]}`))).flat();
}

/** Runs with the address of a polygon. */
function withPolygon(core, polygon, run) {
  known(polygon, ["outline", "holes"], "polygon");
  const { outline, holes = [] } = polygon;
  must(Array.isArray(holes), "polygon.holes", "an array of rings", holes);
  const rings = [flat(outline, "polygon.outline"), ...holes.map((hole, i) => flat(hole, `polygon.holes[${i}]`))];
  const count = rings.reduce((sum, { length }) => sum + length, 0), at = core.at + A;
  return core.lend(4 * (count + rings.length), (memory) => {
    let place = memory >> 2, points = 0;
    rings.forEach((ring, i) => {
      core.f32.set(ring, place);
      place += ring.length;
      points += ring.length / 2;
      core.u32[(memory >> 2) + count + i] = points;
    });
    core.u32[at + L.Polygon_points >> 2] = memory;
    core.u32[at + L.Polygon_ring_ends >> 2] = memory + 4 * count;
    core.u32[at + L.Polygon_ring_count >> 2] = rings.length;
    return run(at);
  });
}

export function triangulate(core, polygon) {
  const counts = core.at + COUNT;
  return withPolygon(core, polygon, (at) => {
    const call = (points, pointRoom, triangles, triangleRoom) => core.c.polygon_triangulate(at, points, pointRoom, counts, triangles, triangleRoom, counts + 4);
    // Counted first: repetitions of points do not count.
    call(0, 0, 0, 0);
    const [points, triangles] = core.u32.subarray(counts >> 2, (counts >> 2) + 2);
    return core.lend(8 * points + 12 * triangles, (memory) => {
      const second = memory + 8 * points;
      call(memory, points, second, triangles);
      return { points: core.f32.slice(memory >> 2, second >> 2), triangles: core.u32.slice(second >> 2, (second >> 2) + 3 * triangles) };
    });
  });
}

export function floor(core, Mesh, polygon, height, options = {}) {
  known(options, Object.keys(FLOOR), "options");
  finite(height, "height");
  withPolygon(core, polygon, (at) => core.c.polygon_floor(at, height, flagsOf(options, FLOOR), core.at + OUT));
  return new Mesh(OWN, core.handle());
}

export function prism(core, Mesh, polygon, low, high, options = {}) {
  known(options, Object.keys(PRISM), "options");
  finite(low, "low");
  finite(high, "high");
  withPolygon(core, polygon, (at) => core.c.polygon_prism(at, low, high, flagsOf(options, PRISM), core.at + OUT));
  return new Mesh(OWN, core.handle());
}
