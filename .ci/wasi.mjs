// Runs a program for WASI: node wasi.mjs program.wasm arguments...
import { WASI } from "node:wasi";
import { readFile } from "node:fs/promises";
const [file, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [file, ...args], env: {}, preopens: { "/": "/" }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(file));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exit(wasi.start(instance));
