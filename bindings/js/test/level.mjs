import { readFile } from "node:fs/promises";

/** The vertices and triangles of data/levels/dungeon.obj. */
export async function level() {
  const text = await readFile(new URL("../../../data/levels/dungeon.obj", import.meta.url), "utf8");
  const rows = (letter) => text.split("\n").filter((line) => line.startsWith(`${letter} `)).flatMap((line) => line.split(/\s+/).slice(1, 4));
  return { vertices: Float32Array.from(rows("v"), Number), triangles: Uint32Array.from(rows("f"), (corner) => parseInt(corner, 10) - 1) };
}
