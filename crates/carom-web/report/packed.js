// The data of the page: arrays that the command packed, and the meshes of ground in them.

import { sum } from "./points.js";

/** Height of the ground's colors above it, m. */
const LIFT = 0.03;

/** Decompresses the arrays that the command packed, by name. */
export async function unpack(element) {
  const { packed, sections, ...others } = JSON.parse(element.textContent);
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer();
  const kinds = { f32: Float32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };
  const numbers = Object.fromEntries(sections.map(([name, kind, from, count]) => [name, new kinds[kind](buffer, from, count)]));
  return { ...others, ...numbers };
}

/** Cells of ground as meshes, one for each of `count` shades. */
function grounds({ origin, cell, low, step }, cells, heights, shades, count) {
  const counts = new Uint32Array(count);
  for (const shade of shades) counts[shade] += 1;
  const made = Array.from(counts, (count) => ({ vertices: new Float32Array(12 * count), triangles: new Uint32Array(6 * count), normals: [], creases: [] }));
  const filled = new Uint32Array(count);
  const corners = [[0, 0], [0, 1], [1, 1], [1, 0]];
  shades.forEach((shade, i) => {
    const { vertices, triangles } = made[shade];
    const at = filled[shade]++;
    corners.forEach(([x, z], k) => vertices.set(
      [origin[0] + (cells[2 * i] + x) * cell, low + heights[4 * i + k] * step + LIFT, origin[1] + (cells[2 * i + 1] + z) * cell], 12 * at + 3 * k));
    triangles.set([0, 1, 2, 0, 2, 3].map((k) => 4 * at + k), 6 * at);
  });
  return made;
}

/** The reached ground as meshes, one for each color of the heat map. */
export function reached({ ground, cells, heights, shades }) {
  return grounds(ground, cells, heights, shades, ground.colours.length);
}

/** The ground of a region that was never reached, as a mesh; null for the number of anything else. */
export function region({ regions, region_grounds: all, region_cells: cells, region_heights: heights }, number) {
  const index = regions.findIndex((region) => region.number === number);
  if (index < 0) return null;
  const first = all.slice(0, index).reduce((sum, { count }) => sum + count, 0);
  const end = first + all[index].count;
  return grounds(all[index], cells.subarray(2 * first, 2 * end), heights.subarray(4 * first, 4 * end), new Uint8Array(end - first), 1)[0];
}

/** The greatest extent of points. */
export function extent(vertices) {
  const [min, max] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  vertices.forEach((x, i) => {
    min[i % 3] = Math.min(min[i % 3], x);
    max[i % 3] = Math.max(max[i % 3], x);
  });
  return Math.max(...sum(max, min, -1));
}
