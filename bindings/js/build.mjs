// Builds what the package has besides its sources: the wasm files, and the compressed one as a module.
//
//   node build.mjs [--layout]     with --layout it writes src/layout.js too, instead of comparing it

import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const here = new URL(".", import.meta.url), rust = new URL("../c/", here);
const built = new URL("target/wasm32-unknown-unknown/wasm/", rust);
await mkdir(new URL("wasm/", here), { recursive: true });

// Functions that are not worth their size at each call are not inlined, where the sources do not demand it: the file is a tenth
// smaller, and a tick takes a tenth longer. See BUILDING.md.
const SIZE = "-C llvm-args=-inline-threshold=25 -C llvm-args=-unroll-threshold=150";
const LANES = "-C target-feature=+simd128";
// Panics name their places in files: the same bytes in every checkout.
const PLACES = `--remap-path-prefix=${new URL("../../", here).pathname}=`;

function cargo(flags, ...options) {
  const args = ["build", "--locked", "--profile", "wasm", "--target", "wasm32-unknown-unknown", ...options];
  const env = { ...process.env, RUSTFLAGS: `${SIZE} ${PLACES} ${flags}`, CARGO_TARGET_DIR: new URL("target", rust).pathname };
  if (spawnSync("cargo", args, { cwd: rust.pathname, env, stdio: "inherit" }).status !== 0) process.exit(1);
}

const some = (features) => ["--no-default-features", "--features", features];
for (const [name, flags, ...features] of [
  ["mesh.simd", LANES, ...some("meshes")],
  ["carom.simd", LANES, ...some("worlds")],
  ["full.simd", LANES, ...some("full")],
  // The fallback of carom/mesh, too.
  ["carom", "", ...some("worlds")],
  ["full", "", ...some("full")],
  ["2d.simd", LANES, ...some("planar")],
  ["2d", "", ...some("planar")],
  // Nothing in it is done in lanes.
  ["billiards", "", ...some("billiards")],
]) {
  cargo(flags, "--lib", ...features);
  await copyFile(new URL("carom.wasm", built), new URL(`wasm/${name}.wasm`, here));
}

const packed = gzipSync(await readFile(new URL("wasm/carom.simd.wasm", here)), { level: 9 }).toString("base64");
await writeFile(new URL("wasm/packed.js", here), `export const packed = "${packed}";\n`);

cargo("", "--example", "layout");
const { exports } = (await WebAssembly.instantiate(await readFile(new URL("examples/layout.wasm", built)), {})).instance;
const start = exports.layout(), bytes = new Uint8Array(exports.memory.buffer);
const text = new TextDecoder().decode(bytes.subarray(start, bytes.indexOf(0, start)));
const path = new URL("src/layout.js", here);
if (process.argv.includes("--layout")) await writeFile(path, text);
else if ((await readFile(path, "utf8")) !== text) {
  console.error("src/layout.js is not that of the structs of bindings/c: node build.mjs --layout writes it");
  process.exit(1);
}

for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) await copyFile(new URL(`../../${name}`, here), new URL(name, here));
