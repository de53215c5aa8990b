// The tables of BUILDING.md: what the bytes of the package are.
//
//   CARGO_PROFILE_WASM_STRIP=none node build.mjs      the wasm with the names of its functions
//   node measure/bytes.mjs
//
// KB gzip (1000 bytes) of whole files are divided in proportion to the sizes before compression.

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = new URL("..", import.meta.url), gzip = (bytes) => gzipSync(bytes, { level: 9 }).length / 1000;

/** A function belongs to the first row that its name matches. */
const ROWS = [
  ["allocator", /dlmalloc|rdl_|rust_(alloc|dealloc|realloc)/],
  ["`libm`", /4libm/],
  ["crowd", /mover.*crowd/],
  ["mover", /carom_mover/],
  ["rigid sweeps", /rigid/],
  ["GJK, EPA, hulls", /pair3gjk|pair3epa|hull|convex_points/],
  ["pairs of cores of few points: contact, sweep, exact penetration", /carom_core(4|\.\.)pair/],
  ["worlds, local scene", /carom_core(5|\.\.)world|carom_fast6worlds/],
  ["building and welding of meshes, height fields", /carom_fast4mesh|mesh_of_heights|weld|height|carom_bvh.*build|carom_math4sort|surface4mesh(3new|5build)/],
  ["traversal of BVHs", /carom_bvh/],
  ["queries of surfaces, lanes", /carom_(core|fast|math)|glam/],
  ["the C ABI: arguments, handles, errors", /5carom|^carom_|carom\.\./],
  ["`core`, `alloc`, `std`", /./],
];

/** The functions of a wasm with their sizes, and the file without its custom sections. */
function functionsOf(bytes) {
  let at = 8;
  const number = () => {
    let value = 0, shift = 0, byte;
    do {
      byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128);
    return value;
  };
  const text = () => {
    const length = number();
    return bytes.subarray(at, at += length).toString();
  };
  const sizes = [], names = new Map(), kept = [bytes.subarray(0, 8)];
  while (at < bytes.length) {
    const start = at, id = bytes[at++], size = number(), end = at + size;
    if (id !== 0) kept.push(bytes.subarray(start, end));
    if (id === 10) {
      for (let left = number(); left > 0; left--) {
        const length = number();
        sizes.push(length);
        at += length;
      }
    }
    if (id === 0 && text() === "name") {
      while (at < end) {
        const part = bytes[at++], length = number(), next = at + length;
        if (part === 1) for (let left = number(); left > 0; left--) names.set(number(), text());
        at = next;
      }
    }
    at = end;
  }
  return { functions: sizes.map((size, index) => [names.get(index) ?? "", size]), stripped: Buffer.concat(kept) };
}

for (const name of ["carom.simd.wasm", "mesh.simd.wasm"]) {
  const { functions, stripped } = functionsOf(await readFile(new URL(`wasm/${name}`, here))), share = gzip(stripped) / stripped.length;
  if (functions.every(([name]) => name === "")) throw new Error(`wasm/${name} has no names: CARGO_PROFILE_WASM_STRIP=none node build.mjs`);
  const sums = new Map(ROWS.map(([row]) => [row, 0]));
  for (const [name, size] of functions) {
    const [row] = ROWS.find(([, matches]) => matches.test(name || "?"));
    sums.set(row, sums.get(row) + size);
  }
  sums.set("data", stripped.length - functions.reduce((sum, [, size]) => sum + size, 0));
  console.log(`${name}: ${gzip(stripped).toFixed(1)} KB gzip`);
  for (const [row, size] of [...sums].sort((a, b) => b[1] - a[1])) if (size > 0) console.log(`  ${row}: ${(size * share).toFixed(0)}`);
}

for (const entry of ["index", "mesh-only"]) {
  const path = new URL(`src/${entry}.js`, here).pathname;
  const { outputFiles: [{ contents }], metafile } = await build({ entryPoints: [path], bundle: true, minify: true, format: "esm", write: false, metafile: true, outdir: "out", loader: { ".wasm": "file" } });
  console.log(`${entry}.js: ${gzip(contents).toFixed(1)} KB gzip, minified`);
  const [{ inputs }] = Object.values(metafile.outputs), share = gzip(contents) / contents.length;
  for (const [file, { bytesInOutput }] of Object.entries(inputs).sort((a, b) => b[1].bytesInOutput - a[1].bytesInOutput)) console.log(`  ${basename(file)}: ${(bytesInOutput * share).toFixed(1)}`);
}
